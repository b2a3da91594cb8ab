import type { PolicyName } from './policy.ts';
import type { LearnerCourse, Panel } from './records/learning.ts';
import type { Overview, ProjectionRow } from './records/operations.ts';

/**
 * The live topics: who may follow each, and what it says of which document. Projections emit them, the hub lets callers join them, calls of the
 * contract say which of them move their answers (`live` in route.ts), and the browser patches by what they carry: all from this declaration.
 */

declare const payload: unique symbol;
/** A change of this document carries so much; who holds an answer need not read it again. */
interface Carries<T> {
  readonly [payload]?: T;
}
const carries = <T>(): Carries<T> => ({});
/** Only that it changed: followers read again. */
const changed = null;

/** Minutes by course, and the days that the panel shows. */
type Study = Pick<Panel, 'dias'> & Pick<Panel['estadisticas'], 'tiempoEstudiado' | 'racha'> & { cursos: Record<string, number> };
/** The figures of the school on one day, or in all. */
type DayFigures = { cifras: Partial<Record<Overview['cifras'][number]['id'], number>>; at: string };

interface Declared {
  policy: PolicyName | 'course';
  /** By the id of the change. `{name}` stands for whatever a document is called; in a topic that carries something, for a number where it is an id. */
  says: Readonly<Record<string, Carries<unknown> | null>>;
  /** No call of the contract follows it, and why. */
  unfollowed?: string;
  /** No projection says it: it is told as it is, and read again by whoever was away. */
  beside?: true;
}

/** `{userId}` is compared with the caller (self); `{courseId}` with what the caller may read or teaches. */
export const topics = {
  /** The catalogue: a change of any course. */
  cursos: { policy: 'open', says: { '{courseId}': changed } },
  /** One course: its outline, texts, counts and reviews. */
  'curso:{courseId}': {
    policy: 'course',
    says: { '{courseId}': changed, estadisticas: changed, resenas: changed, valoracion: changed, 'texto-{subtopicId}': changed },
  },
  /** Links to resources that lead nowhere. */
  recursos: { policy: 'resources.broken', says: { '{courseId}': changed } },
  'recursos:{courseId}': { policy: 'courses.edit', says: { enlaces: changed, uso: changed } },
  /** What the authors of a course did not publish yet, and who has it open; no events, so it is told beside the log of changes. */
  'borrador:{courseId}': { policy: 'courses.edit', says: { cambios: changed, presencia: changed }, beside: true },
  /** What the learners of a course do. */
  'alumnado:{courseId}': { policy: 'courses.edit', says: { actividad: changed, cifras: changed } },
  'usuario:{userId}': { policy: 'users.read', says: { '{userId}': changed } },
  'sesiones:{userId}': { policy: 'users.sessions', says: { '{sessionId}': changed } },
  /** What people asked about their data: all of it, and one's own. */
  derechos: { policy: 'users.rights', says: { '{request}': changed } },
  'derechos:{userId}': { policy: 'account.own', says: { '{request}': changed } },
  /** Filters of people under a name. */
  segmentos: { policy: 'users.list', says: { '{segment}': changed } },
  usuarios: { policy: 'users.list', says: { '{userId}': changed } },
  /** The courses of a person, since when and by what right; not how far they have come. */
  'usuariocurso:{userId}': { policy: 'learning.read', says: { '{courseId}': changed } },
  /** Classes, study time and last view of a person. */
  'progreso:{userId}': {
    policy: 'learning.read',
    says: { estudio: carries<Study>(), '{courseId}': carries<Pick<LearnerCourse, 'cambios' | 'ultimaVista'>>() },
  },
  /** The classes that a person saved for later. */
  'guardadas:{userId}': { policy: 'users.read', says: { '{userId}': changed } },
  /** The school in figures, by day. */
  resumen: { policy: 'overview.read', says: { '{day}': carries<DayFigures>(), 'cuentas-{userId}': changed } },
  /** What is counted of how people go through the school, and when they study. */
  cifras: { policy: 'analytics.read', says: { 'persona-{userId}': changed, 'horas-{day}': changed } },
  proyecciones: { policy: 'operations.read', says: { '{projection}': carries<ProjectionRow>() } },
  eventos: { policy: 'analytics.read', says: { '{type}': carries<{ id: string; cantidad: number; ultimo: string | null }>() } },
  resenas: { policy: 'reviews.moderate', says: { '{review}': changed } },
  archivos: { policy: 'files.list', says: { '{file}': changed }, unfollowed: 'no page lists the files' },
  sitio: { policy: 'open', says: { channels: changed, school: changed, 'becas-{campaignId}': changed, '{section}': changed } },
  comunidad: { policy: 'site.edit', says: { '{channel}': changed } },
  contactos: { policy: 'leads.manage', says: { '{leadId}': changed } },
  becas: { policy: 'scholarships.manage', says: { 'codigo-{code}': changed, 'beca-{grant}': changed, '{campaignId}': changed } },
} as const satisfies Readonly<Record<string, Declared>>;

type Topics = typeof topics;
export type TopicKey = keyof Topics;
/** What a topic says something of: `{courseId}`, `texto-{subtopicId}`. */
export type SaysOf<K extends TopicKey> = keyof Topics[K]['says'] & string;
/** What it carries of that; nothing where it says only that it changed. */
export type CarriedBy<K extends TopicKey, I extends SaysOf<K>> = Topics[K]['says'][I] extends Carries<infer T> ? T : never;

/** Both with their parameters in place. A topic as it goes over the wire: `curso:3`. */
type Filled<P extends string> = P extends `${infer Name}:{${string}}` ? `${Name}:${string | number}` : P;
type FilledId<P extends string> = P extends `${infer Before}{${infer Name}}`
  ? `${Before}${Name extends `${string}Id` ? number : string}`
  : P;
export type Topic = Filled<TopicKey>;

type MessageOf<D, K extends TopicKey, I extends SaysOf<K>> =
  Topics[K]['says'][I] extends Carries<infer T>
    ? { topic: Filled<K>; id?: FilledId<I>; view: (doc: D) => T }
    : { topic: Filled<K>; id?: string; about?: string };
/** What a projection may say of a document: a declared topic, with what that carries and nothing else. Without an `id`: that of the document. */
export type Message<D> = { [K in TopicKey]: { [I in SaysOf<K>]: MessageOf<D, K, I> }[SaysOf<K>] }[TopicKey];

const parameters = ['courseId', 'userId'] as const;
export interface ReadTopic {
  key: TopicKey;
  policy: PolicyName | 'course';
  /** The course's or person's; null where the topic is of nobody. */
  id: number | null;
}
/** What a caller asked to follow; null where there is no such topic. */
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

/** Whether a topic is told beside the log of changes. */
export const toldBeside = (asked: string): boolean => {
  const key = readTopic(asked)?.key;
  const declared: Declared | undefined = key && topics[key];
  return declared?.beside === true;
};

/** What a change with this id is about, as its topic declares it; null where it declares no such thing. */
export const saidOf = (key: TopicKey, id: string): string | null => {
  const { says }: Declared = topics[key];
  if (Object.hasOwn(says, id)) return id;
  const before = (pattern: string) => pattern.slice(0, pattern.indexOf('{'));
  const [found] = Object.keys(says)
    .filter((pattern) => pattern.includes('{') && id.startsWith(before(pattern)))
    .sort((a, b) => before(b).length - before(a).length);
  return found ?? null;
};

/** What a change carries, where it is of that topic and that document. */
export const carriedBy = <K extends TopicKey, I extends SaysOf<K>>(
  change: { topic: string; id: string; data?: object },
  key: K,
  document: I,
): CarriedBy<K, I> | undefined =>
  readTopic(change.topic)?.key === key && saidOf(key, change.id) === document ? (change.data as CarriedBy<K, I> | undefined) : undefined;
