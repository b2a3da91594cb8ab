import type { Actor, Envelope } from '../../../../events/define.ts';
import { registry } from '../../../../events/registry.ts';
import { classSentences, type Sentence, type Tongue } from '../../../../events/sentences.ts';
import { calledOf } from '../../../projections/facts/factLines.ts';
import { inWords } from './words.ts';

/** Names of the things that fields of an event refer to; null where there is none, or it was erased. Groups are numbered within their course. */
export type NameIn = (field: string, id: number, courseId?: unknown) => string | null;

/** What a field `from` names, by type of event. */
const leftBehind: Readonly<Record<string, string>> = { ClassMoved: 'moduleId', GroupSeatMoved: 'groupId' };

export interface Said {
  event: Pick<Envelope, 'type' | 'data'>;
  who: string;
  /** The name of what the event is about; absent: what the event itself says of it. */
  what?: string;
  /** The only field that changed, where there was one. */
  field?: string | undefined;
  nameIn?: NameIn;
}

/** The smallest part of a course that an event is about, or what it calls the thing itself. */
function whatOf(data: unknown, nameIn: NameIn = () => null): string {
  const values = data as Readonly<Record<string, unknown>>;
  for (const field of ['subtopicId', 'classId', 'moduleId', 'courseId']) {
    const id = values[field];
    if (typeof id === 'number') return nameIn(field, id) ?? `#${id}`;
  }
  const { item, itemId, section, title } = values;
  if (item !== undefined) return calledOf(item);
  if (typeof itemId === 'number') return nameIn(`item ${section}`, itemId) ?? `#${itemId}`;
  return typeof title === 'string' ? title : '';
}

/** The subject of the sentence where the author had no account. */
export const nobody = (role: Actor['role'], tongue: Tongue): string =>
  role === 'visitor' ? (tongue === 'es' ? 'Alguien' : 'Somebody') : tongue === 'es' ? 'La escuela' : 'The school';

export function sentenceOf({ event: { type, data }, who, nameIn, what = whatOf(data, nameIn), field }: Said, tongue: Tongue): string {
  const found: Sentence =
    (type === 'ClassEdited' && field !== undefined && classSentences[field]) || (registry.get(type)?.sentence as Sentence);
  const values = data as Record<string, unknown>;
  const said = found[tongue].replace(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'quien') return who;
    if (name === 'que') return what;
    const value = values[name];
    return (
      (typeof value === 'number' && nameIn?.((name === 'from' && leftBehind[type]) || name, value, values['courseId'])) ||
      (inWords(name, value, tongue) ?? '—')
    );
  });
  if (who !== '') return said;
  const rest = said.trimStart();
  return rest.charAt(0).toLocaleUpperCase() + rest.slice(1);
}
