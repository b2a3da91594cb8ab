import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { IdSource, Live, Still } from './follows.ts';
import type { PolicyName } from './policy.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One call of the API: what it takes, what it answers, who may make it. Routes, the OpenAPI document and the browser's client are all made from this. */
export interface RouteContract<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
  M extends Method = Method,
> {
  /** operationId; also the name of the browser's endpoint. */
  id: string;
  method: M;
  /** Fastify's spelling (`/api/cursos/:id`). */
  path: string;
  /** Other spellings that run the same handler. */
  aliases?: readonly string[];
  tag: string;
  summary: string;
  policy: PolicyName;
  /** It changes the account itself: how one gets in, or what it says of its person. On the account that visitors of the demo share, theirs may not. */
  account?: true;
  /** A write that comes by itself while somebody studies: it counts with what they read, and not with what they make. */
  use?: true;
  /** Whose version `If-Match` is compared with. A call that names none refuses the header: whoever sets a condition must not be ignored. */
  versionOf?: 'course' | 'person' | 'item' | 'enrolment';
  params?: Params;
  query?: Query;
  body?: Body;
  /**
   * Fields of the body go by one name each: one that is not in it is refused by name, unless the record that the call answers has it (`read`), for a
   * client may send back what it read. `twins`: two names of one field; both say the same, or it is
   * refused, and so is one that is only read and comes alone. `parts`: the same of each item of a list.
   */
  names?: FieldNames;
  /** The body is multipart/form-data: `body` are its plain fields, these its files, up to so many. */
  upload?: { readonly fields: readonly string[]; readonly maxFiles: number };
  answer: Answer;
  /** Which topics say that the answer changed, or why none does: of each call that a page shows (tests/api/topics.test.ts). */
  live?: Live | Still;
  /** A fact on the side: no screen waits for it, and it outlives the page that sends it. */
  aside?: true;
  status?: 200 | 201;
  /** Media type of an answer that is no JSON. */
  type?: 'text/csv' | 'text/plain' | 'application/zip';
  /** Codes it may answer beside those that every call may (see errors.ts). */
  errors?: readonly ErrorCode[];
  /**
   * Those of them that are about one field of the body: the answer names the field in `errors`, and a form shows the text under it. Of several
   * paths, the first whose field was sent.
   */
  fieldErrors?: FieldErrors<string>;
}

export interface FieldNames {
  readonly read: readonly string[];
  readonly twins?: readonly (readonly [string, string])[];
  readonly parts?: Readonly<Record<string, FieldNames>>;
}
type FieldErrors<Path extends string> = Readonly<Partial<Record<ErrorCode, Path | readonly Path[]>>>;
type NameOf<Body extends z.ZodType> = keyof z.input<Body> & string;
/** Fields of an answer that may be the id of a topic, up to three deep; lists are walked. */
type FieldOf<T, Deep extends readonly 0[] = [0, 0, 0]> = T extends readonly (infer Item)[]
  ? FieldOf<Item, Deep>
  : T extends object
    ? Deep extends readonly [0, ...infer Rest extends readonly 0[]]
      ? { [K in keyof T & string]: Leaf<T[K]> extends true ? K : `${K}.${FieldOf<NonNullable<T[K]>, Rest>}` }[keyof T & string]
      : never
    : never;
type Leaf<T> = NonNullable<T> extends readonly (infer Item)[] ? Leaf<Item> : NonNullable<T> extends object ? false : true;

export const route = <
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Answer extends z.ZodType = z.ZodType,
  M extends Method = Method,
>(
  contract: RouteContract<Params, Query, Body, Answer, M> & {
    fieldErrors?: FieldErrors<NameOf<Body> | `${NameOf<Body>}.${string}`>;
    live?: Live<IdSource<(keyof z.input<Params> | keyof z.input<Query>) & string, FieldOf<z.output<Answer>>>> | Still;
  },
): RouteContract<Params, Query, Body, Answer, M> => contract;
