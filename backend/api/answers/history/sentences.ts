import type { Actor, Envelope } from '../../../../events/define.ts';
import type { EventType } from '../../../../events/registry.ts';
import { classSentences, type Sentence, sentences, type Tongue } from '../../../../events/sentences.ts';
import { inWords } from './words.ts';

/** Names of what the fields of an event refer to; null where it has none, or is gone. */
export type NameIn = (field: string, id: number) => string | null;

export interface Said {
  event: Pick<Envelope, 'type' | 'data'>;
  who: string;
  /** The name of what it is about, where it has one of its own. */
  what?: string;
  /** The one field that changed, where it was one. */
  field?: string | undefined;
  nameIn?: NameIn;
}

/** Who did it, where it was nobody with an account. */
export const nobody = (role: Actor['role'], tongue: Tongue): string =>
  role === 'visitor' ? (tongue === 'es' ? 'Alguien' : 'Somebody') : tongue === 'es' ? 'La escuela' : 'The school';

export function sentenceOf({ event: { type, data }, who, what = '', field, nameIn }: Said, tongue: Tongue): string {
  const found: Sentence =
    (type === 'ClassEdited' && field !== undefined && classSentences[field]) || (sentences[type as EventType] as Sentence);
  const values = data as Record<string, unknown>;
  return found[tongue].replace(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'quien') return who;
    if (name === 'que') return what;
    const value = values[name];
    return (typeof value === 'number' && nameIn?.(name, value)) || (inWords(name, value, tongue) ?? '—');
  });
}
