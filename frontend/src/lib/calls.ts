import type { z } from 'zod';
import type { contracts, QueryName } from '../../../backend/api/contract/all.ts';
import type { Live } from '../../../backend/api/contract/follows.ts';

/**
 * The calls of the API for the browser. Types come from the contract (backend/api/contract); of its values the build inlines here
 * only how each call is sent (frontend/calls-plugin.ts), so that no page downloads the contract's schemas.
 */
type Contracts = typeof contracts;
export type CallName = keyof Contracts;

type InputOf<Schema> = Schema extends z.ZodObject | z.ZodRecord | z.ZodPipe | z.ZodUnion | z.ZodDiscriminatedUnion
  ? z.input<Schema>
  : never;
type FieldsOf<Schema> = Schema extends z.ZodObject ? z.input<Schema> : unknown;
/** The parameters and query of a call. */
type AddressOf<C> = C extends { params?: infer Params; query?: infer Query }
  ? FieldsOf<NonNullable<Params>> & FieldsOf<NonNullable<Query>>
  : never;
type BodyOf<C> = C extends { body?: infer Body } ? InputOf<NonNullable<Body>> : never;
type Flat<T> = { [K in keyof T]: T[K] };
type Only<T, K = keyof T> = K extends unknown ? ([keyof T] extends [K] ? T[keyof T] : Flat<T>) : never;

/** The argument of a call: nothing; its only parameter; or its parameters and query by name, with the body as `body`. */
export type ArgOf<Name extends CallName> = [BodyOf<Contracts[Name]>] extends [never]
  ? keyof AddressOf<Contracts[Name]> extends never
    ? // biome-ignore lint/suspicious/noConfusingVoidType: only an argument of this type may be left out
      void
    : Only<AddressOf<Contracts[Name]>>
  : keyof AddressOf<Contracts[Name]> extends never
    ? BodyOf<Contracts[Name]>
    : Flat<AddressOf<Contracts[Name]> & { body: BodyOf<Contracts[Name]> }>;
export type AnswerOf<Name extends CallName> = z.output<Contracts[Name]['answer']>;

declare const types: unique symbol;
/** How a call is sent: `PUT /users/:id?a,b body`, with the names of its query and whether it has a body. */
export type Call<Arg, Answer> = string & { readonly [types]?: (arg: Arg) => Answer };

/** A call whose answer is live, with the topics that move it. */
export interface Read<Arg, Answer> extends Pick<Live, 'follows'> {
  call: Call<Arg, Answer>;
}

declare global {
  /** Inlined by the build in place of each `calls.name`. */
  const calls: { readonly [Name in CallName]: Call<ArgOf<Name>, AnswerOf<Name>> };
  /** The same in place of each `reads.name`, for calls that declare their topics (tests/api/topics.test.ts checks that). */
  const reads: { readonly [Name in QueryName]: Read<ArgOf<Name>, AnswerOf<Name>> };
}

export interface Request {
  method: string;
  url: string;
  body?: unknown;
}
type Given = string | number | null | undefined;

export const requestOf = <Arg>(call: Call<Arg, unknown>, arg: NoInfer<Arg>): Request => {
  const [method = '', address = '', sends] = call.split(' ');
  const [path = '', query] = address.split('?');
  const names = query ? query.split(',') : [];
  const alone = path.split(':').length - 1 + names.length + (sends ? 1 : 0) === 1;
  const given = (name: string) => (alone ? arg : (arg as Record<string, unknown> | undefined)?.[name]);
  const search = new URLSearchParams();
  for (const name of names) {
    const value = given(name) as Given;
    if (value != null) search.set(name, String(value));
  }
  const url = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(given(name) as string));
  return { method, url: search.size > 0 ? `${url}?${search}` : url, ...(sends && { body: given('body') }) };
};
/** The address of a call, for a plain link or another way of sending it. */
export const addressOf = <Arg>(call: Call<Arg, unknown>, arg: NoInfer<Arg>): string => requestOf(call, arg).url;
