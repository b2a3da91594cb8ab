import type { PolicyName } from './policy.ts';

/**
 * The live topics, and who may follow each. `{userId}` is compared with the caller (self); `{courseId}` with what the caller may read or teaches.
 * What projections emit and browsers follow is one of these.
 */
export const topics = {
  /** The catalogue: a change of any course. */
  cursos: 'open',
  /** One course: its outline, texts, counts and reviews. */
  'curso:{courseId}': 'course',
  /** Links to resources that lead nowhere. */
  recursos: 'resources.broken',
  'recursos:{courseId}': 'courses.edit',
  /** What the learners of a course do. */
  'alumnado:{courseId}': 'courses.edit',
  'usuario:{userId}': 'users.read',
  'sesiones:{userId}': 'account.own',
  usuarios: 'users.list',
  /** The courses of a person, and since when. */
  'usuariocurso:{userId}': 'learning.read',
  /** Classes, study time and last view of a person. */
  'progreso:{userId}': 'learning.read',
  /** The school in figures. */
  resumen: 'overview.read',
  proyecciones: 'operations.read',
  eventos: 'analytics.read',
  resenas: 'reviews.moderate',
  archivos: 'files.list',
  sitio: 'open',
  comunidad: 'site.edit',
  contactos: 'leads.manage',
  becas: 'scholarships.manage',
} as const satisfies Readonly<Record<string, PolicyName | 'course'>>;

type Key = keyof typeof topics;
type Filled<K> = K extends `${infer Name}:{${string}}` ? `${Name}:${string | number}` : K;
/** As it goes over the wire: `curso:3`. */
export type Topic = Filled<Key>;

const parameters = ['courseId', 'userId'] as const;
export interface ReadTopic {
  policy: PolicyName | 'course';
  /** The course's or person's; null where the topic is of nobody. */
  id: number | null;
}
/** What a caller asked to follow; null where there is no such topic. */
export const readTopic = (asked: string): ReadTopic | null => {
  const [name = '', id, ...more] = asked.split(':');
  const key = id === undefined ? name : parameters.map((parameter) => `${name}:{${parameter}}`).find((one) => Object.hasOwn(topics, one));
  if (key === undefined || more.length > 0 || !Object.hasOwn(topics, key)) return null;
  const number = id === undefined ? null : Number(id);
  if (number !== null && (id?.length === 0 || (id?.length ?? 0) > 10 || !Number.isInteger(number) || String(number) !== id || number < 0))
    return null;
  return { policy: topics[key as Key], id: number };
};
