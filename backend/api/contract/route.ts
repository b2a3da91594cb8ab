import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { IdSource, Live, Still } from './follows.ts';
import type { PolicyName } from './policy.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One call of the API: what it takes and answers, and who may make it. Routes, the OpenAPI document and the browser's client are derived from this. */
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
  /** In Fastify's notation (`/api/cursos/:id`). */
  path: string;
  /** Other paths with the same handler. */
  aliases?: readonly string[];
  tag: string;
  summary: string;
  policy: PolicyName;
  /** It changes the account itself: how one signs in, or the person's data. On the account that visitors of the demo share they may not. */
  account?: true;
  /**
   * Answered as of now also where somebody looks at the school as it was (contract/past.ts): no history keeps it. `session`: it begins or ends what somebody
   * is signed in as, which is done there, too; other writes are refused.
   */
  now?: true | 'session';
  /** A write that the page sends by itself while somebody studies or types: it counts against a rate of its own, not that of writes. */
  use?: true;
  /** The thing whose version `If-Match` is compared with. A call without it refuses the header: a condition must not be ignored silently. */
  versionOf?: 'course' | 'person' | 'item' | 'enrolment' | 'quiz' | 'webinar' | 'case' | 'bundle' | 'group';
  params?: Params;
  query?: Query;
  body?: Body;
  /**
   * How fields of the body are named: unknown names are refused, unless the record that the call answers has them (`read`), because a client may send
   * back what it read. `twins`: two names of one field; their values must agree, and a twin that is only read is
   * refused where it comes alone. `parts`: the same for each item of a list.
   */
  names?: FieldNames;
  /** The most bytes of the body, where it is less than for other calls. */
  maxBody?: number;
  /** The body is multipart/form-data: `body` describes its plain fields; this, its files and their number. */
  upload?: { readonly fields: readonly string[]; readonly maxFiles: number };
  answer: Answer;
  /** Which topics say that the answer changed, or why none does; required for each call that a page shows (tests/api/topics.test.ts). */
  live?: Live | Still;
  /** A report on the side: no screen waits for it, and it is sent even while the page closes. */
  aside?: true;
  status?: 200 | 201;
  /** Media type of an answer that is not JSON. */
  type?:
    | 'text/csv'
    | 'application/x-ndjson'
    | 'text/plain'
    | 'text/calendar'
    | 'application/zip'
    | 'application/pdf'
    | 'application/vnd.apache.parquet';
  /** Error codes besides those that every call may answer (see errors.ts). */
  errors?: readonly ErrorCode[];
  /**
   * Those of them that are about one field of the body: the answer names the field in `errors`, and a form shows the text there. Of several
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
/** Fields of an answer that may be the id of a topic, up to three levels deep, also in lists. */
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
