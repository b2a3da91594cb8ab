import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { PolicyName } from './policy.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One call of the API: what it takes, what it answers, who may make it. Routes, the OpenAPI document and the browser's client are all made from this. */
export interface RouteContract<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  /** operationId; also the name of the browser's endpoint. */
  id: string;
  method: Method;
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
  /** Of what `If-Match` names the version here. A call without it refuses the header: what is asked on a condition is not done without looking at it. */
  versionOf?: 'course' | 'person' | 'item' | 'enrolment';
  params?: Params;
  query?: Query;
  body?: Body;
  /** The body is multipart/form-data: `body` are its plain fields, these its files, up to so many. */
  upload?: { readonly fields: readonly string[]; readonly maxFiles: number };
  answer: Answer;
  status?: 200 | 201;
  /** Media type of an answer that is no JSON. */
  type?: 'text/csv';
  /** Codes it may answer beside those that every call may (see errors.ts). */
  errors?: readonly ErrorCode[];
  /**
   * Those of them that are about one field of the body: the answer names the field in `errors`, and a form shows the text under it. Of several
   * paths, the first whose field was sent.
   */
  fieldErrors?: FieldErrors<string>;
}

type FieldErrors<Path extends string> = Readonly<Partial<Record<ErrorCode, Path | readonly Path[]>>>;
type NameOf<Body extends z.ZodType> = keyof z.input<Body> & string;

export const route = <
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Answer extends z.ZodType = z.ZodType,
>(
  contract: RouteContract<Params, Query, Body, Answer> & { fieldErrors?: FieldErrors<NameOf<Body> | `${NameOf<Body>}.${string}`> },
): RouteContract<Params, Query, Body, Answer> => contract;
