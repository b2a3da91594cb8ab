/**
 * Choices, limits and rules that pages show and calls check. Apart from the schemas, so that a page can use them without loading those (zod, 25 kB): a value
 * that a page imports from the contract stands here, unless the page has a form.
 */
import { addresses } from './addresses.ts';

/** The columns by which the list of managed courses can be sorted (courseManagement.ts). */
export const managementOrders = ['course', 'instructor', 'status', 'students', 'updated'] as const;
export const courseStates = ['publicado', 'borrador', 'archivado'] as const;

export const leadKinds = ['curso', 'beca', 'empresa', 'consultoria'] as const;
export const leadStatuses = ['nuevo', 'contactado', 'convertido', 'descartado'] as const;
/** The state of an outstanding promised answer. */
export const promiseFilters = ['en-riesgo', 'vencida'] as const;

/** `por-revisar`: hidden, and edited by its author since then. */
export const reviewStates = ['visible', 'oculta', 'por-revisar'] as const;

export const reactionNames = ['gusta', 'gracias', 'idea', 'celebra'] as const;
export type ReactionName = (typeof reactionNames)[number];
/** Topics of a forum that still wait for an answer that solves them, and solved ones. */
export const threadStates = ['abiertos', 'resueltos'] as const;
export const reportReasonNames = ['spam', 'ofensivo', 'acoso', 'datos', 'copia', 'otro'] as const;
export type ReportReasonName = (typeof reportReasonNames)[number];
/** Sanctions: a warning, a silence for a time, a suspension from commenting. */
export const sanctionKinds = ['aviso', 'silencio', 'suspension'] as const;

/** The currencies in which the school charges (ISO 4217): those of `currency` in events/types.ts. */
export const currencies = ['MXN', 'USD'] as const;
export type Currency = (typeof currencies)[number];
/** Filters of orders: ever paid; all; waiting for the school; of these, transfers, and failed refunds. */
export const orderFilters = ['pagados', 'todos', 'por-atender', 'transferencias', 'devoluciones'] as const;
export const paymentMethods = ['tarjeta', 'transferencia', 'paypal'] as const;

/** The keys of SAT's catalogue c_RegimenFiscal that people and companies of a school have, with their official names. */
export const taxRegimes = {
  '601': 'General de Ley Personas Morales',
  '603': 'Personas Morales con Fines no Lucrativos',
  '605': 'Sueldos y Salarios e Ingresos Asimilados a Salarios',
  '606': 'Arrendamiento',
  '608': 'Demás ingresos',
  '612': 'Personas Físicas con Actividades Empresariales y Profesionales',
  '616': 'Sin obligaciones fiscales',
  '621': 'Incorporación Fiscal',
  '625': 'Actividades Empresariales con ingresos a través de Plataformas Tecnológicas',
  '626': 'Régimen Simplificado de Confianza',
} as const;
/** The same from the catalogue c_UsoCFDI. */
export const taxUses = {
  G03: 'Gastos en general',
  D10: 'Pagos por servicios educativos (colegiaturas)',
  S01: 'Sin efectos fiscales',
} as const;

/** Days after which a school without a newer backup is told to make one. */
export const BACKUP_DAYS = 7;
/** Days after which a backup should be tried again. */
export const DRILL_DAYS = 30;

/** Days without activity in a course after which a learner who has not completed it counts as at risk. */
export const RISK_DAYS = 14;
/** The days of inactivity that a list can be asked for. */
export const QUIET_DAYS = ['7', '14', '30'] as const;

/** How a live card shows the answer of its question. */
export const cardViews = ['tabla', 'barras', 'linea'] as const;
export const MOST_CARDS = 8;
/** What questions of SQL find beside the table of events: read models, each with its columns and their types. */
export const sqlTables = {
  personas: {
    persona: 'BIGINT',
    rol: 'VARCHAR',
    plan: 'VARCHAR',
    activa: 'BOOLEAN',
    verificada: 'BOOLEAN',
    borrada: 'BOOLEAN',
    registro: 'VARCHAR',
  },
  inscripciones: {
    alumno: 'BIGINT',
    curso: 'BIGINT',
    inscrito: 'BOOLEAN',
    fuente: 'VARCHAR',
    desde: 'VARCHAR',
    clases: 'BIGINT',
    terminado: 'VARCHAR',
    actividad: 'VARCHAR',
  },
  alumnado: {
    alumno: 'BIGINT',
    curso: 'BIGINT',
    estado: 'VARCHAR',
    primer_dia: 'VARCHAR',
    ultimo_dia: 'VARCHAR',
    dias: 'BIGINT',
    recordado: 'VARCHAR',
    riesgo_desde: 'VARCHAR',
  },
  cursos: {
    curso: 'BIGINT',
    titulo: 'VARCHAR',
    estado: 'VARCHAR',
    acceso: 'VARCHAR',
    nivel: 'VARCHAR',
    instructor: 'BIGINT',
    modulos: 'BIGINT',
    clases: 'BIGINT',
    creado: 'VARCHAR',
    publicado: 'VARCHAR',
  },
  cifras_de_cursos: { curso: 'BIGINT', inscritos: 'BIGINT', terminaron: 'BIGINT' },
  dias_de_cursos: { curso: 'BIGINT', dia: 'VARCHAR', inscripciones: 'BIGINT', clases: 'BIGINT', terminaron: 'BIGINT' },
  tiempo_de_estudio: { alumno: 'BIGINT', segundos: 'DOUBLE', dias: 'BIGINT', ultimo_dia: 'VARCHAR' },
  intentos: {
    alumno: 'BIGINT',
    curso: 'BIGINT',
    subtema: 'BIGINT',
    intentos: 'BIGINT',
    aprobado: 'BOOLEAN',
    aprobado_en: 'VARCHAR',
    mejor: 'DOUBLE',
  },
  resenas: { alumno: 'BIGINT', curso: 'BIGINT', estrellas: 'BIGINT', estado: 'VARCHAR', publicada: 'VARCHAR', editada: 'VARCHAR' },
  comentarios: {
    comentario: 'BIGINT',
    curso: 'BIGINT',
    subtema: 'BIGINT',
    hilo: 'BIGINT',
    persona: 'BIGINT',
    publicado: 'VARCHAR',
    editado: 'VARCHAR',
    retirado: 'BOOLEAN',
    respuestas: 'BIGINT',
  },
  certificados: { alumno: 'BIGINT', curso: 'BIGINT', emitido: 'BOOLEAN', emitido_en: 'VARCHAR', vence: 'VARCHAR', revocado: 'VARCHAR' },
  pedidos: {
    pedido: 'BIGINT',
    persona: 'BIGINT',
    que: 'VARCHAR',
    curso: 'BIGINT',
    estado: 'VARCHAR',
    precio: 'BIGINT',
    moneda: 'VARCHAR',
    descuento: 'BIGINT',
    pagado: 'BIGINT',
    devuelto: 'BIGINT',
    iniciado: 'VARCHAR',
    pagado_en: 'VARCHAR',
  },
  ingresos: { moneda: 'VARCHAR', cobrado: 'BIGINT', devuelto: 'BIGINT', pagos: 'BIGINT' },
  eventos_en_vivo: {
    evento: 'BIGINT',
    tipo: 'VARCHAR',
    empieza: 'VARCHAR',
    termina: 'VARCHAR',
    lugares: 'BIGINT',
    espera: 'BIGINT',
    asistieron: 'BIGINT',
    cancelado: 'BOOLEAN',
  },
} as const;
export type SqlTable = keyof typeof sqlTables;
/** Every one of them has these two: the document's key, and all of it. */
export const SQL_TABLE_MORE = { clave: 'VARCHAR', documento: 'JSON' } as const;

/** How often an export is made by itself, and whether it holds only what came since the one before. */
export const planEvery = ['dia', 'semana'] as const;
export const planScopes = ['nuevos', 'todo'] as const;
/** Why a learner may be giving up a course, each by a rule that can be said in a sentence. */
export const riskKinds = ['ritmo', 'inactividad', 'sinEmpezar', 'evaluacion', 'avance'] as const;
/** How the modules of a course open. */
export const unlockChoices = ['secuencial', 'libre'] as const;
export const videoChoices = ['opcional', 'obligatorio'] as const;
/** For how many past days a changed rule can be tried. */
export const WHAT_IF_DAYS = ['30', '90', '365'] as const;
/** The effects that a changed rule would have had on somebody. */
export const whatIfKinds = [
  ...(['aprobaria', 'reprobaria'] as const),
  ...(['urgente', 'urgenteAntes', 'urgenteDespues', 'noUrgente'] as const),
  ...(['aunReembolsable', 'yaNoReembolsable', 'reembolsoNegado'] as const),
  ...(['abriria', 'fueraDeOrden'] as const),
  'recordaria',
] as const;

/** The parts of the school that take room on its disk. */
export const storeParts = ['historia', 'boveda', 'vistas', 'respuestas', 'preguntas', 'pasado', 'archivos'] as const;
/** The threads of a process that keep folded states: what answers calls, and what follows from events. */
export const stateThreads = ['llamadas', 'reacciones'] as const;
/** The reasons why a backup that was restored aside failed its check. */
export const drillCauseNames = ['sin-espacio', 'danado', 'no-se-restaura', 'otra-llave', 'historia-distinta'] as const;

/** Access, rectification, cancellation, opposition. */
export const rightKinds = ['acceso', 'rectificacion', 'cancelacion', 'oposicion'] as const;
export const rightOutcomes = ['atendida', 'rechazada'] as const;

export const personStates = ['activo', 'inactivo', 'invitado'] as const;

/** The default period in days. */
export const FIGURE_DAYS = 90;

/** The most rows of one part: one call should take a second or two. */
export const MOST_ROWS = 50;
/** The most rows of one file. */
export const MOST_FILE_ROWS = 100_000;
/** After this many minutes without news, the window of an import counts as closed. */
export const QUIET_MINUTES = 5;

/** From the name of a visible field in the API to that in events, and back. */
export const fieldNames = {
  first_name: 'firstName',
  last_name: 'lastName',
  username: 'username',
  country: 'country',
  city: 'city',
  state_province: 'state',
  postal_code: 'postalCode',
  bio: 'bio',
  website: 'website',
  github: 'github',
  linkedin: 'linkedin',
} as const;
export type FieldName = keyof typeof fieldNames;
/** Longest text of each profile field, in characters. */
export const fieldLimits: Readonly<Record<FieldName, number>> = {
  first_name: 120,
  last_name: 120,
  username: 40,
  country: 80,
  city: 120,
  state_province: 120,
  postal_code: 12,
  bio: 600,
  website: 300,
  github: 300,
  linkedin: 300,
};

/**
 * What a form checks of a password while it is typed: only its length. The list of common passwords is on the server, which
 * refuses them (`calls/goodPassword.ts`).
 */
export const passwordRules = {
  length: (password: string) => [...password].length >= 8,
  uppercase: (password: string) => /\p{Lu}/u.test(password),
  symbol: (password: string) => /[^\p{L}\p{N}\s]/u.test(password),
};

export const MOST_OF_KEY_NAME = 60;
/** Calls per second of one key of an integration. */
export const KEY_RATE = { least: 1, usual: 10, most: 100 } as const;
/** Hours for which the previous secret of a key or webhook stays valid after a new one was made. */
export const OVERLAPS = [0, 1, 24, 168] as const;

/** Why a round trip to the provider of a company ended without a session or a link; the page has a text for each. */
export const companyFailures = [
  ...(['COMPANY_CANCELLED', 'COMPANY_STATE', 'COMPANY_TOKEN', 'COMPANY_UNAVAILABLE', 'COMPANY_LINK_FIRST'] as const),
  ...(['COMPANY_NO_ACCOUNT', 'COMPANY_STAFF', 'COMPANY_LINKED', 'IDENTITY_TAKEN'] as const),
  ...(['ACCOUNT_INACTIVE', 'TOO_MANY_REQUESTS'] as const),
] as const;
export type CompanyFailure = (typeof companyFailures)[number];

/** What was wrong with what a company’s provider sent last; administrators have a text for each. */
export const companyFaults = [
  ...(['form', 'signature', 'algorithm', 'unsigned', 'encrypted', 'issuer', 'audience', 'recipient', 'reply', 'expired'] as const),
  ...(['subject', 'address', 'unconfirmed', 'domain', 'client', 'status', 'unasked', 'silent'] as const),
] as const;
export type CompanyFault = (typeof companyFaults)[number];

/** The bounds of each setting for watching read models. */
export const operationBounds = {
  diferencia: [0, 100],
  diasGuardados: [1, 90],
  segundosDeRetraso: [1, 86_400],
  minutosDeRetraso: [0, 1_440],
} as const satisfies Readonly<Record<string, readonly [number, number]>>;

/** The most lines of a report of the payment provider in one comparison. */
export const MOST_REPORT_LINES = 4_000;
/** The kinds of differences between the report and the school. */
export const differenceKinds = ['soloReporte', 'soloEscuela', 'monto', 'devolucion', 'disputa'] as const;
export const supportTopics = ['curso', 'tecnico', 'cuenta', 'pago', 'otro'] as const;
/** `por-responder`: the school owes an answer. */
export const supportStates = ['por-responder', 'respondida', 'cerrada'] as const;
export const SUPPORT_TEXT = 4_000;
export const SUPPORT_SUBJECT = 120;

/** The most seats of a group of a course. */
export const DEFAULT_GROUP_SEATS = 30;
export const MOST_GROUP_SEATS = 5_000;

/** The types of notifications, by which people choose what reaches them where. */
export const notificationTypes = ['general', 'course', 'urgent'] as const;

/** Audiences: the recipients are those that the server found when it was sent. */
export const audienceKinds = ['todos', 'rol', 'plan', 'curso', 'segmento'] as const;

/** Which learners of a course. */
export const learnersWho = ['todos', 'sin-terminar', 'terminaron', 'sin-actividad'] as const;

/** The kinds of entries in one's own history: account, sessions, courses, and measurements (minutes, videos, pages and resources opened). */
export const ownHistoryKinds = ['cuenta', 'sesiones', 'cursos', 'actividad'] as const;

/** Categories of channels, in the order in which they are offered. */
export const channelCategories = ['general', 'trabajos', 'herramientas', 'proyectos'] as const;
export const siteColours = ['agave', 'bugambilia', 'cempasuchil', 'azul'] as const;
/** The places of the site where a figure is shown. */
export const claimPlaces = ['empleadores', 'empresas', 'consultoria'] as const;

export const webinarKinds = ['webinar', 'workshop', 'conference', 'meetup'] as const;

export const exportFormats = ['ndjson', 'csv', 'parquet'] as const;
/** The most events in one answer to a page that follows the end of the log. */
export const MOST_FOLLOWED = 500;

/** States of a reported comment, and the decisions of moderators. */
export const caseFilterStates = ['abierto', 'urgente', 'pendiente', 'resuelto'] as const;
export const caseDecisions = ['atender', 'desestimar', 'retirar', 'restaurar', 'reabrir', 'mantener'] as const;
export type CaseDecision = (typeof caseDecisions)[number];

/**
 * How a mistaken act is corrected. `history` and `course`: it is undone there; `changed`: it is changed again where it was done;
 * the others stay, since only who did it takes it back (`own`), money is given back (`money`), it has left the school (`sent`), it follows from another
 * act (`follows`), it is a record of what was (`recorded`), the school promises that it stays so (`kept`), nobody can read it any more (`erased`).
 */
export const undoModes = ['history', 'course', 'changed', 'own', 'money', 'sent', 'follows', 'recorded', 'kept', 'erased'] as const;
export type UndoWay = (typeof undoModes)[number];

/** Where a provider leads people back to: an address for each host, so that what comes from one is never taken for another one's (RFC 9700, 4.4). */
export const returnOf = (back: string, issuer: string): string => `${back}/${new URL(issuer).host}`;

/** How a company’s provider knows the school by SAML: its entity id, at which its metadata are, and where responses are posted to. */
export const samlServiceOf = (publicUrl: string, serviceId: string): { entity: string; consumer: string } => {
  const entity = publicUrl + addresses.samlService.replace(':servicio', serviceId);
  return { entity, consumer: publicUrl + addresses.samlConsumer.replace(':servicio', serviceId) };
};
