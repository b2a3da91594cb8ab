import type { z } from 'zod';
import type { contracts } from '../../../backend/api/contract/all.ts';
import type { Live } from '../../../backend/api/contract/follows.ts';

/**
 * The calls of the API as the browser makes them. Types come from the contract (backend/api/contract); of its values the build writes here
 * only how each call is sent (frontend/calls-plugin.ts), so that the contract's checks are on no page.
 */
type Contracts = typeof contracts;
export type CallName = keyof Contracts;

type InputOf<Schema> = Schema extends z.ZodObject | z.ZodRecord | z.ZodPipe | z.ZodUnion | z.ZodDiscriminatedUnion
  ? z.input<Schema>
  : never;
type FieldsOf<Schema> = Schema extends z.ZodObject ? z.input<Schema> : unknown;
/** What stands in the address of a call: its parameters and its query. */
type AddressOf<C> = C extends { params?: infer Params; query?: infer Query }
  ? FieldsOf<NonNullable<Params>> & FieldsOf<NonNullable<Query>>
  : never;
type BodyOf<C> = C extends { body?: infer Body } ? InputOf<NonNullable<Body>> : never;
type Flat<T> = { [K in keyof T]: T[K] };
type Only<T, K = keyof T> = K extends unknown ? ([keyof T] extends [K] ? T[keyof T] : Flat<T>) : never;

/** What a call takes: nothing; the one thing that it takes; or its parameters and query by their names, with what is sent as `body`. */
export type ArgOf<Name extends CallName> = [BodyOf<Contracts[Name]>] extends [never]
  ? keyof AddressOf<Contracts[Name]> extends never
    ? // biome-ignore lint/suspicious/noConfusingVoidType: only an argument of this type may be left out
      void
    : Only<AddressOf<Contracts[Name]>>
  : keyof AddressOf<Contracts[Name]> extends never
    ? BodyOf<Contracts[Name]>
    : Flat<AddressOf<Contracts[Name]> & { body: BodyOf<Contracts[Name]> }>;
export type AnswerOf<Name extends CallName> = z.output<Contracts[Name]['answer']>;
export type QueryName = { [Name in CallName]: Contracts[Name]['method'] extends 'GET' ? Name : never }[CallName];

declare const types: unique symbol;
/** How a call is sent: `PUT /users/:id?a,b body`, with the names of its query and whether it sends something. */
export type Call<Arg, Answer> = string & { readonly [types]?: (arg: Arg) => Answer };

/** A call whose answer is live, and which topics move that. */
export interface Read<Arg, Answer> extends Pick<Live, 'follows'> {
  call: Call<Arg, Answer>;
}

declare global {
  /** Written by the build in place of each `calls.name`. */
  const calls: { readonly [Name in CallName]: Call<ArgOf<Name>, AnswerOf<Name>> };
  /** The same in place of each `reads.name`, for calls that declare which topics move them (tests/api/topics.test.ts says where one does not). */
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
/** Where a call that is a plain link, or is sent in another way, goes. */
export const addressOf = <Arg>(call: Call<Arg, unknown>, arg: NoInfer<Arg>): string => requestOf(call, arg).url;
