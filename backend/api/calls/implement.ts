import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { Actor } from '../../../events/define.ts';
import type { EventLog } from '../../../events/log.ts';
import type { Position } from '../../../events/store/port.ts';
import type { CommandContext, HandleOptions } from '../../commands/kernel/handle.ts';
import type { ReadSession } from '../../projections/reading/reads.ts';
import { errorCatalogue } from '../contract/errors.ts';
import type { Ownership } from '../contract/policy.ts';
import type { RouteContract } from '../contract/route.ts';
import { ApiError } from '../error.ts';
import type { Identity } from '../plugins/identity.ts';
import type { Upload } from '../plugins/uploads.ts';

/** What a handler knows of its call. Methods declare `this`, so that the compiler refuses one detached from its call. */
export interface Call {
  /** Who calls; null only on open calls. */
  identity: Identity | null;
  /** Whether its token or cookie belonged to a session that has ended. */
  sessionOver: boolean;
  actor: Actor;
  now: Date;
  /** Where the call comes from, for limits: an IPv4 address, or the network of an IPv6 one (`placeOf`). */
  ip: string;
  /** The session of the browser's cookie; null where there is none, or the page is said to show another person than the cookie. */
  before: Identity | null;
  /** The cookie that remembers who signed in with this browser before. */
  device: string | null;
  setDevice(this: Call, device: string): void;
  userAgent: string;
  /** Whether a page in a browser makes the call, not a program: browsers send `Sec-Fetch-Site` with every call of a page. */
  byPage: boolean;
  /** Host and port as the browser sent them. */
  host: string;
  /** For commands: the id is derived from the Idempotency-Key where there is one. */
  context(this: Call, reason?: string): CommandContext;
  /** The files of a form, in order. */
  uploads: readonly Upload[];
  reads: ReadSession;
  /** Version required by If-Match, or null. */
  ifMatch: number | null;
  /** Aborts when the caller disconnects before the answer. */
  readonly gone: AbortSignal;
  /** Records the position for the answer's X-Position. */
  wrote(this: Call, position: Position | null): void;
  setCookie(this: Call, token: string | null, expires?: Date): void;
  /** The visit in the browser's cookie; null where there is none. */
  visit: string | null;
  setVisit(this: Call, visit: string | null): void;
  header(this: Call, name: string, value: string): void;
  /** Only the headers of the answer are asked for (HEAD). */
  headOnly: boolean;
  /** A header of the request. */
  sent(this: Call, name: string): string | null;
  /** Answers with another status than that of the contract. */
  status(this: Call, code: number): void;
}

export interface Input<C extends RouteContract> {
  params: z.output<NonNullable<C['params']>>;
  query: z.output<NonNullable<C['query']>>;
  body: z.output<NonNullable<C['body']>>;
}

export interface Implementation<C extends RouteContract> {
  /** The course of the call; needed where the policy speaks of teaching or reading a course. */
  course?: (input: Input<C>) => Promise<number>;
  /** The webinar of the call; needed where the policy speaks of hosting it. */
  webinar?: (input: Input<C>) => Promise<number>;
  /** Called before a form with files is read: returns how many bytes each file may have, and throws where the form need not be read. */
  uploadLimit?: (input: Pick<Input<C>, 'params' | 'query'>, call: Pick<Call, 'identity'>) => Promise<number>;
  handle(input: Input<C>, call: Call): Promise<z.input<C['answer']>>;
}

/** The checks behind the ownership words of the policy table. May throw a more specific code than FORBIDDEN. */
export type Owns = (is: Exclude<Ownership, 'self'>, identity: Identity, id: number) => Promise<boolean>;

/** The caller of a route that asks for a session. Throws AUTH_REQUIRED. */
export const signedIn = ({ identity }: Call): Identity => {
  if (!identity) throw new ApiError('AUTH_REQUIRED');
  return identity;
};

/** Refuses where the stream is not at the version that the call requires. */
export const matching = <S>({ ifMatch }: Call): HandleOptions<S> =>
  ifMatch === null
    ? {}
    : {
        check: (_, events) => {
          if (events !== ifMatch) throw new ApiError('VERSION_CONFLICT');
        },
      };

/**
 * The version that the call requires of a stream with this many events. Where all events since then were written by an earlier, interrupted try of this very
 * call, it is the present version, so that the repeat can go on.
 */
export async function demandedOf(call: Call, log: EventLog, stream: string, events: number): Promise<number | null> {
  if (call.ifMatch === null || call.ifMatch >= events) return call.ifMatch;
  const { commandId } = call.context();
  for await (const { metadata } of log.store.readStream(stream, call.ifMatch))
    if (metadata.correlationId !== commandId) return call.ifMatch;
  return events;
}

/**
 * As `matching`; and where the body gives the previous values (`desde`), it is refused when one of the fields that it changes has another value by now, neither
 * the previous nor the sent one. The answer has the present values. `recordOf`: as the call answers it.
 */
export const unchanged = <S>(
  call: Call,
  { desde, ...sent }: { desde?: Record<string, unknown> | undefined },
  recordOf: (state: S) => object,
): HandleOptions<S> => ({
  check(state, events) {
    matching<S>(call).check?.(state, events);
    if (!desde) return;
    const [now, given] = [recordOf(state), sent] as Record<string, unknown>[];
    const changed = Object.keys(desde).filter(
      (name) => given?.[name] !== undefined && ![desde[name], given[name]].some((known) => isDeepStrictEqual(known, now?.[name])),
    );
    const text = errorCatalogue.FIELD_CONFLICT[1];
    if (changed.length > 0)
      throw new ApiError('FIELD_CONFLICT', {
        errors: changed.map((path) => ({ path, code: 'FIELD_CONFLICT' as const, message: text, current: now?.[path] ?? null })),
      });
  },
});

export type Implement = <C extends RouteContract>(contract: C, implementation: Implementation<C>) => void;
