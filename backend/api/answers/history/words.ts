import { dayInWords, schoolZone, timeInWords } from '../../../../events/calendar.ts';
import type { Tongue } from '../../../../events/sentences.ts';
import type { Money } from '../../../../events/types.ts';
import { grouped, money } from '../../contract/money.ts';

/** Values of events in readable words: roles, plans, states, fields of a profile. Values that are not listed are shown as they are. */
type Words = Readonly<Record<string, readonly [es: string, en: string]>>;

const roles: Words = {
  student: ['estudiante', 'student'],
  administrator: ['administración', 'administrator'],
  instructor: ['instructor', 'instructor'],
  analyst: ['analista', 'analyst'],
  auditor: ['auditor', 'auditor'],
};
const plans: Words = { basic: ['Básico', 'Basic'], premium: ['Premium', 'Premium'] };
const leadStates: Words = {
  new: ['nuevo', 'new'],
  contacted: ['contactado', 'contacted'],
  converted: ['convertido', 'converted'],
  discarded: ['descartado', 'discarded'],
};
const profileFields: Words = {
  city: ['ciudad', 'city'],
  state: ['estado', 'state'],
  postalCode: ['código postal', 'postal code'],
  bio: ['biografía', 'bio'],
  website: ['sitio web', 'website'],
  github: ['GitHub', 'GitHub'],
  linkedin: ['LinkedIn', 'LinkedIn'],
  firstName: ['nombre', 'first name'],
  lastName: ['apellidos', 'last name'],
  username: ['nombre de usuario', 'username'],
  country: ['país', 'country'],
  avatar: ['foto', 'picture'],
  certificates: ['certificados', 'certificates'],
};

/** Sealed fields of events, besides those of a profile. */
const sealedFields: Words = {
  email: ['correo', 'email'],
  previous: ['valor anterior', 'value before'],
  phone: ['teléfono', 'phone'],
  value: ['valor', 'value'],
  name: ['nombre', 'name'],
  text: ['texto', 'text'],
  subject: ['asunto', 'subject'],
  quote: ['pasaje', 'passage'],
  note: ['nota', 'note'],
  message: ['mensaje', 'message'],
  company: ['empresa', 'company'],
  organisation: ['organización', 'organisation'],
  device: ['dispositivo', 'device'],
  reason: ['motivo', 'reason'],
};

/** By field; `from` and `to` can hold a value of any of these. */
const words: Readonly<Record<string, Words>> = {
  from: { ...roles, ...plans, ...leadStates },
  to: { ...roles, ...plans, ...leadStates },
  role: roles,
  plan: plans,
  status: leadStates,
  field: { ...profileFields, ...sealedFields },
  what: {
    file: ['la ficha', 'the record'],
    sessions: ['las sesiones abiertas', 'the open sessions'],
    history: ['el historial', 'the history'],
  },
  tool: {
    diccionario_de_eventos: ['el diccionario de eventos', 'the dictionary of events'],
    buscar_eventos: ['una búsqueda de eventos', 'a search of events'],
    leer_evento: ['un evento', 'an event'],
    leer_flujo: ['los eventos de una cosa', 'the events of one thing'],
    consultar_sql: ['una consulta de SQL', 'a question in SQL'],
    consultas_guardadas: ['las consultas guardadas', 'the kept questions'],
    cifras_de_la_escuela: ['las cifras de la escuela', 'the figures of the school'],
    salud_de_las_vistas: ['la salud de las vistas', 'the health of the views'],
  },
  featured: {
    true: ['puso el curso entre', 'put the course among'],
    false: ['quitó el curso de', 'took the course off'],
  },
  verdict: {
    accepted: ['aceptó', 'accepted'],
    returned: ['devolvió', 'returned'],
  },
  visibility: {
    private: ['solo su dueño', 'only its owner'],
    staff: ['el equipo', 'staff'],
    everyone: ['todo el mundo', 'everyone'],
  },
  source: {
    self: ['por su cuenta', 'on their own'],
    grant: ['asignado', 'assigned'],
    purchase: ['compra', 'purchase'],
    plan: ['plan', 'plan'],
  },
  meetingKind: {
    webinar: ['webinar', 'webinar'],
    workshop: ['taller', 'workshop'],
    conference: ['conferencia', 'conference'],
    meetup: ['encuentro', 'meetup'],
  },
  method: {
    password: ['con contraseña', 'with a password'],
    google: ['con Google', 'with Google'],
    demo: ['con la demo', 'with the demo'],
    passkey: ['con llave de acceso', 'with a passkey'],
    mail: ['al confirmar su correo', 'by confirming their e-mail'],
    company: ['con su empresa o plataforma', 'with their company or platform'],
  },
  cause: {
    logout: ['con «Salir»', 'with “Log out”'],
    idle: ['por falta de actividad', 'after a while of no activity'],
    expired: ['que ya había vencido', 'that had expired'],
    revoked: ['desde otro dispositivo o por el equipo', 'from another device or by staff'],
    deactivated: ['al desactivarse la cuenta', 'as the account was deactivated'],
    passwordChanged: ['al cambiar la contraseña', 'as the password changed'],
    erased: ['al borrar sus datos', 'as their data were erased'],
    self: ['por su cuenta', 'on their own'],
    staff: ['lo quitó el equipo', 'taken out by staff'],
    plan: ['terminó su plan Premium', 'their Premium plan ended'],
    unpaid: ['no se pagó', 'it was not paid'],
    changed: ['eligió otro grupo', 'they chose another group'],
    unenrolled: ['salió del curso', 'they left the course'],
  },
};

/** What a field that is true or false may say, both joined: «puso el curso entre o quitó el curso de»; null: it has no words of its own. */
export const eitherWay = (field: string, tongue: Tongue): string | null => {
  const { true: yes, false: no } = words[field] ?? {};
  return yes && no ? (tongue === 'es' ? `${yes[0]} o ${no[0]}` : `${yes[1]} or ${no[1]}`) : null;
};

/** Numbers that name something: ids, and numbers printed on documents. All others are whole quantities. */
const NAMES = /Id$|^(from|year|number)$/;

/** Moments (ISO UTC), shown in the school's time zone. */
const MOMENTS: ReadonlySet<string> = new Set(['meetingStart', 'meetingEnd']);

const isAmount = (value: unknown): value is Money =>
  typeof value === 'object' && value !== null && 'amount' in value && 'currency' in value;

export function inWords(field: string, value: unknown, tongue: Tongue): string | null {
  if (value === null || value === undefined || value === '') return null;
  const known = words[field]?.[String(value)];
  if (known) return known[tongue === 'es' ? 0 : 1];
  if (MOMENTS.has(field)) {
    const at = [String(value), { zone: schoolZone(), locale: tongue === 'es' ? 'es-MX' : 'en-US' }] as const;
    return `${dayInWords(...at)}, ${timeInWords(...at)}`;
  }
  if (isAmount(value)) return money(value.amount / 100, value.currency);
  if (typeof value === 'boolean') return value ? (tongue === 'es' ? 'sí' : 'yes') : 'no';
  return typeof value === 'number' && !NAMES.test(field) ? grouped(value) : String(value);
}
