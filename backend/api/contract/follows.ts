import type { SaysOf, Topic, TopicKey } from './topics.ts';

/** How a call declares which topics move its answer; apart from what each topic carries (topics.ts), which the light public pages do not need. */

/** Where a call takes the id of a topic from: one of its parameters, the signed-in person, or a field of its answer (of each item, where it is a list). */
export type IdSource<Arg extends string = string, Field extends string = string> = `arg.${Arg}` | `answer.${Field}` | 'self';
interface Narrowed<I> {
  /** All but these. */
  but?: readonly I[];
  /** Only these. */
  only?: readonly I[];
}
type Following<K extends TopicKey, Source> = K extends `${string}:${string}`
  ? Source | ({ id: Source } & Narrowed<SaysOf<K>>)
  : true | Narrowed<SaysOf<K>>;
/** The topics that move the answer of a call. */
export interface Live<Source = IdSource> {
  follows: { readonly [K in TopicKey]?: Following<K, Source> };
  /** The least milliseconds between two reads caused by pushes. */
  pace?: number;
  /** The call whose answer says whether this one's thing is still there: where a push moves both, it is read again first. */
  behind?: string;
}
/** No topic moves it, for this reason. */
export interface Still {
  still: string;
}

/** The rule of one topic, in its full form. */
export const ruleOf = (follows: Live['follows'], key: TopicKey): ({ id?: IdSource } & Narrowed<string>) | null => {
  const rule: unknown = follows[key];
  if (rule === undefined) return null;
  if (typeof rule === 'string') return { id: rule as IdSource };
  return rule === true ? {} : (rule as { id?: IdSource } & Narrowed<string>);
};

const valuesAt = (value: unknown, path: readonly string[]): unknown[] => {
  if (Array.isArray(value)) return value.flatMap((one) => valuesAt(one, path));
  const [field, ...rest] = path;
  if (field === undefined) return value === undefined || value === null ? [] : [value];
  return typeof value === 'object' && value !== null ? valuesAt((value as Record<string, unknown>)[field], rest) : [];
};

/** The topics of one call; those whose id is in the answer are known with it. A call with a single parameter gets that parameter itself. */
export const topicsOf = (follows: Live['follows'], arg: unknown, answer: unknown, self: number | undefined): Topic[] =>
  (Object.keys(follows) as TopicKey[]).flatMap((key) => {
    const source = ruleOf(follows, key)?.id;
    if (source === undefined) return [key as Topic];
    const [from, ...path] = source.split('.');
    const ids =
      from === 'self'
        ? valuesAt(self, [])
        : from === 'answer'
          ? valuesAt(answer, path)
          : valuesAt(arg, typeof arg === 'object' ? path : []);
    const [name] = key.split(':');
    return [...new Set(ids)].map((id) => `${name}:${String(id)}` as Topic);
  });
