import type { PolicyName } from './policy.ts';
import type { LearnerCourse, Panel } from './records/learning.ts';
import type { Overview, ProjectionRow } from './records/operations.ts';

/**
 * The live topics: who may follow each, and what it carries about which document. Projections emit them, the hub lets callers join them, calls of the
 * contract declare which of them move their answers (`live` in route.ts), and the browser patches its cache with what they carry: all from this declaration.
 */

declare const payload: unique symbol;
/** A change of this document carries this view, so that whoever holds an answer need not read it again. */
interface Carries<T> {
  readonly [payload]?: T;
}
const carries = <T>(): Carries<T> => ({});
/** A change carries nothing: followers read again. */
const changed = null;

/** Minutes by course, and the days that the panel shows. */
type Study = Pick<Panel, 'dias'> & Pick<Panel['estadisticas'], 'tiempoEstudiado' | 'racha'> & { cursos: Record<string, number> };
/** The school's figures of one day, or in total. */
type DayFigures = { cifras: Partial<Record<Overview['cifras'][number]['id'], number>>; at: string };

interface Declared {
  policy: PolicyName | 'course' | 'discussion';
  /** By the id of the change. `{name}` is a placeholder for an id; in a topic that carries a view, a number. */
  says: Readonly<Record<string, Carries<unknown> | null>>;
  /** No call of the contract follows it, for this reason. */
  unfollowed?: string;
  /** No projection emits it: it is not in the log of changes, and whoever was away reads again. */
  beside?: true;
  /** What is said there happened to the person whose topic it is: it moves their history. */
  history?: true;
  /** A change of that topic, which is for many people, is sent to the followers of this one whom it is for, as a change of this topic. */
  also?: 'difusiones';
}

/** `{userId}` is compared with the caller (self); `{courseId}` with the courses that the caller may read or teaches; `{subtopicId}` with what they may read of its course. */
export const topics = {
  /** The catalogue: a change of any course. */
  cursos: { policy: 'open', says: { '{courseId}': changed } },
  /** One course: its outline, texts, counts and reviews. */
  'curso:{courseId}': {
    policy: 'course',
    says: {
      '{courseId}': changed,
      estadisticas: changed,
      resenas: changed,
      valoracion: changed,
      'texto-{subtopicId}': changed,
      'evaluacion-{subtopicId}': changed,
    },
  },
  /** The groups of a course, and apart from them how many have a seat. */
  'grupos:{courseId}': { policy: 'course', says: { '{groupId}': changed, 'lugares-{groupId}': changed } },
  /** What people say below one subtopic. */
  'subtema:{subtopicId}': { policy: 'discussion', says: { '{commentId}': changed } },
  /** What one person said in discussions, and what came of it. */
  'participacion:{userId}': { policy: 'users.read', says: { '{commentId}': changed, 'sancion-{sanctionId}': changed } },
  /** Which comments were reported, or decided on; what stands there is read again by who moderates them. */
  'reportes-comentarios': { policy: 'comments.moderate', says: { '{commentId}': changed } },
  /** Dead links of resources. */
  recursos: { policy: 'resources.broken', says: { '{courseId}': changed } },
  'recursos:{courseId}': { policy: 'courses.edit', says: { enlaces: changed, uso: changed } },
  /** The unpublished changes of a course's authors, and who is editing; not events, so outside the log of changes. */
  'borrador:{courseId}': { policy: 'courses.edit', says: { cambios: changed, presencia: changed }, beside: true },
  /** Questions of the quizzes of a course, published or not, and what was answered to them. */
  'evaluaciones:{courseId}': { policy: 'courses.edit', says: { '{subtopicId}': changed, 'analisis-{subtopicId}': changed } },
  /** Activity of the learners of a course. */
  'alumnado:{courseId}': { policy: 'courses.edit', says: { actividad: changed, cifras: changed, certificados: changed } },
  'usuario:{userId}': { policy: 'users.read', says: { '{userId}': changed }, history: true },
  'sesiones:{userId}': { policy: 'users.sessions', says: { '{sessionId}': changed }, history: true },
  /** Requests about personal data: all of them, and one's own. */
  derechos: { policy: 'users.rights', says: { '{request}': changed } },
  'derechos:{userId}': { policy: 'account.own', says: { '{request}': changed } },
  /** Whether one lets oneself be followed live, and who did. */
  'seguimiento:{userId}': { policy: 'users.read', says: { '{userId}': changed }, history: true },
  /** Requests for help: all of them, and one's own. */
  soporte: { policy: 'support.answer', says: { '{supportRequest}': changed } },
  'soporte:{userId}': { policy: 'account.own', says: { '{supportRequest}': changed } },
  /** Named filters of the list of people. */
  segmentos: { policy: 'users.list', says: { '{segment}': changed } },
  /** Kept questions of SQL. */
  consultas: { policy: 'analytics.read', says: { '{query}': changed } },
  /** Where the school tells other programs what happened. */
  webhooks: { policy: 'integrations.manage', says: { '{webhook}': changed } },
  /** Companies whose people sign in with their own provider. */
  empresas: { policy: 'integrations.manage', says: { '{company}': changed } },
  /** Learning platforms that open courses. */
  plataformas: { policy: 'integrations.manage', says: { '{platform}': changed } },
  /** Keys of other programs. */
  claves: { policy: 'integrations.manage', says: { '{key}': changed } },
  usuarios: { policy: 'users.list', says: { '{userId}': changed } },
  /** The courses of a person, since when and by which entitlement; not their progress. */
  'usuariocurso:{userId}': { policy: 'learning.read', says: { '{courseId}': changed }, history: true },
  /** Classes, study time and last view of a person. */
  'progreso:{userId}': {
    policy: 'learning.read',
    says: { estudio: carries<Study>(), '{courseId}': carries<Pick<LearnerCourse, 'cambios' | 'ultimaVista'>>() },
    history: true,
  },
  /** A person’s attempts at quizzes: answers saved, handed in, graded. */
  'intentos:{userId}': { policy: 'learning.read', says: { '{quiz}': changed }, history: true },
  /** What a person handed in for exercises, and what was said of it; the same of a course. */
  'ejercicios:{userId}': { policy: 'learning.read', says: { '{subtopicId}': changed }, history: true },
  'entregas:{courseId}': { policy: 'courses.edit', says: { '{subtopicId}': changed } },
  /** The classes that a person saved for later. */
  'guardadas:{userId}': { policy: 'users.read', says: { '{userId}': changed }, history: true },
  /** What one person was told, has read and wants to hear of. */
  'usuariosnotificaciones:{userId}': { policy: 'account.own', says: { estado: changed, '{notificationId}': changed }, also: 'difusiones' },
  /** What was sent to many, as who sends sees it. */
  notificaciones: { policy: 'notifications.send', says: { '{notificationId}': changed } },
  /** What comes to many inboxes at once, or goes from them, with a bit for each of whom it is for: the hub tells those. */
  difusiones: {
    policy: 'notifications.all',
    says: { '{notificationId}': carries<{ people: string }>() },
    unfollowed: 'who follows the inbox of one person is told of it there',
  },
  /** What a person bought, and what became of it. */
  'compras:{userId}': { policy: 'users.read', says: { '{order}': changed }, history: true },
  pagos: { policy: 'payments.manage', says: { '{order}': changed } },
  cupones: { policy: 'payments.manage', says: { '{code}': changed } },
  importaciones: { policy: 'users.import', says: { '{batchId}': changed } },
  /** Payments against the provider's report, by their days. */
  comparaciones: { policy: 'payments.manage', says: { '{days}': changed } },
  /** Bundles of courses. */
  paquetes: { policy: 'open', says: { '{bundleId}': changed } },
  /** Days in a row, goal and badges of a person. */
  'habito:{userId}': { policy: 'learning.read', says: { '{userId}': changed }, history: true },
  /** What a person noted beside their courses. */
  'notas:{userId}': { policy: 'account.own', says: { '{courseId}': changed } },
  /** What the school attests of a person. */
  'certificados:{userId}': { policy: 'learning.read', says: { '{courseId}': changed }, history: true },
  /** The school in figures, by day. */
  resumen: { policy: 'overview.read', says: { '{day}': carries<DayFigures>(), 'cuentas-{userId}': changed } },
  /** The students' journeys through the school, and study hours. */
  cifras: { policy: 'analytics.read', says: { 'persona-{userId}': changed, 'horas-{day}': changed, 'visitas-{day}': changed } },
  proyecciones: { policy: 'operations.read', says: { '{projection}': carries<ProjectionRow>() } },
  eventos: { policy: 'analytics.read', says: { '{type}': carries<{ id: string; cantidad: number; ultimo: string | null }>() } },
  /** The whole history: which stretch of the log grew. */
  historia: { policy: 'history.search', says: { '{stretch}': changed } },
  /** Kept searches of the history and of the log. */
  busquedas: { policy: 'searches.keep', says: { '{search}': changed } },
  /** Refusals and readings of personal data, by who they are of. */
  seguridad: { policy: 'history.search', says: { '{person}': changed } },
  /** Live events; who has a seat is told apart from what is announced. */
  agenda: { policy: 'webinars.join', says: { '{webinarId}': changed, 'lugares-{webinarId}': changed } },
  'agenda:{userId}': { policy: 'account.own', says: { '{webinarId}': changed } },
  resenas: { policy: 'reviews.moderate', says: { '{review}': changed } },
  archivos: { policy: 'files.list', says: { '{file}': changed }, unfollowed: 'no page lists the files' },
  sitio: {
    policy: 'open',
    says: { channels: changed, school: changed, prices: changed, 'becas-{campaignId}': changed, '{section}': changed },
  },
  comunidad: { policy: 'site.edit', says: { '{channel}': changed } },
  contactos: { policy: 'leads.manage', says: { '{leadId}': changed } },
  becas: { policy: 'scholarships.manage', says: { 'codigo-{code}': changed, 'beca-{grant}': changed, '{campaignId}': changed } },
} as const satisfies Readonly<Record<string, Declared>>;

type Topics = typeof topics;
export type TopicKey = keyof Topics;
/** What a change is about: `{courseId}`, `texto-{subtopicId}`. */
export type SaysOf<K extends TopicKey> = keyof Topics[K]['says'] & string;
/** The view that it carries; nothing where it only says that something changed. */
export type CarriedBy<K extends TopicKey, I extends SaysOf<K>> = Topics[K]['says'][I] extends Carries<infer T> ? T : never;

/** Both with their parameters filled in. A topic as it is sent: `curso:3`. */
type Filled<P extends string> = P extends `${infer Name}:{${string}}` ? `${Name}:${string | number}` : P;
type FilledId<P extends string> = P extends `${infer Before}{${infer Name}}`
  ? `${Before}${Name extends `${string}Id` ? number : string}`
  : P;
export type Topic = Filled<TopicKey>;

type MessageOf<D, K extends TopicKey, I extends SaysOf<K>> =
  Topics[K]['says'][I] extends Carries<infer T>
    ? { topic: Filled<K>; id?: FilledId<I>; about?: string; view: (doc: D) => T }
    : { topic: Filled<K>; id?: string; about?: string };
/** What a projection may emit about a document: a declared topic with exactly the view that it carries. Without an `id`: the document's. */
export type Message<D> = { [K in TopicKey]: { [I in SaysOf<K>]: MessageOf<D, K, I> }[SaysOf<K>] }[TopicKey];

const parameters = ['courseId', 'userId', 'subtopicId'] as const;
export interface ReadTopic {
  key: TopicKey;
  policy: PolicyName | 'course' | 'discussion';
  /** The course's, person's or subtopic's; null where the topic is of nobody. */
  id: number | null;
}
/** The parsed topic that a caller asked to follow; null where there is none of that name. */
export const readTopic = (asked: string): ReadTopic | null => {
  const [name = '', id, ...more] = asked.split(':');
  const found = id === undefined ? name : parameters.map((parameter) => `${name}:{${parameter}}`).find((one) => Object.hasOwn(topics, one));
  if (found === undefined || more.length > 0 || !Object.hasOwn(topics, found)) return null;
  const number = id === undefined ? null : Number(id);
  if (number !== null && (id?.length === 0 || (id?.length ?? 0) > 10 || !Number.isInteger(number) || String(number) !== id || number < 0))
    return null;
  const key = found as TopicKey;
  return { key, policy: topics[key].policy, id: number };
};

type HistoryTopic = { [K in TopicKey]: Topics[K] extends { history: true } ? K : never }[TopicKey];
/** The topics that move a person's history, which names the person in `userId`. */
export const historyTopics = Object.fromEntries(
  Object.entries(topics).flatMap(([key, { history }]: [string, Declared]) => (history ? [[key, 'arg.userId']] : [])),
) as Readonly<Record<HistoryTopic, 'arg.userId'>>;

/** The common topic whose changes followers of this topic get as well; null: none. */
export const saidToMany = (key: TopicKey): 'difusiones' | null => {
  const { also }: Declared = topics[key];
  return also ?? null;
};

/** Whether a topic is outside the log of changes. */
export const announcedApart = (asked: string): boolean => {
  const key = readTopic(asked)?.key;
  const declared: Declared | undefined = key && topics[key];
  return declared?.beside === true;
};

/** What a change with this id is about, as its topic declares it; null where the topic declares no such thing. */
export const saidOf = (key: TopicKey, id: string): string | null => {
  const { says }: Declared = topics[key];
  if (Object.hasOwn(says, id)) return id;
  const before = (pattern: string) => pattern.slice(0, pattern.indexOf('{'));
  const [found] = Object.keys(says)
    .filter((pattern) => pattern.includes('{') && id.startsWith(before(pattern)))
    .sort((a, b) => before(b).length - before(a).length);
  return found ?? null;
};

/** What a change carries, where it is of that topic and about that document. */
export const carriedBy = <K extends TopicKey, I extends SaysOf<K>>(
  change: { topic: string; id: string; data?: object },
  key: K,
  document: I,
): CarriedBy<K, I> | undefined =>
  readTopic(change.topic)?.key === key && saidOf(key, change.id) === document ? (change.data as CarriedBy<K, I> | undefined) : undefined;
