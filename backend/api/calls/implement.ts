import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import type {} from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Actor } from '../../../events/define.ts';
import { uuid5 } from '../../../events/ids.ts';
import type { EventLog } from '../../../events/log.ts';
import { spans } from '../../../events/spans.ts';
import type { Position } from '../../../events/store/port.ts';
import type { CommandContext, HandleOptions } from '../../commands/kernel/handle.ts';
import type { ReadSession } from '../../projections/kernel/reads.ts';
import { errorCatalogue } from '../contract/errors.ts';
import type { Ownership, PolicyRow } from '../contract/policy.ts';
import { allKeyScopes, type PolicyName, policies } from '../contract/policy.ts';
import { type RoleCode, roleCodes } from '../contract/roles.ts';
import type { RouteContract } from '../contract/route.ts';
import type { Deps } from '../deps.ts';
import { ApiError, invalid } from '../error.ts';
import type { Access } from '../plugins/access.ts';
import type { CallingKey } from '../plugins/apiKey.ts';
import { toApiError } from '../plugins/errors.ts';
import { createIdempotency, type KeptAnswer } from '../plugins/idempotency.ts';
import type { Identity } from '../plugins/identity.ts';
import { isLoopback, placeOf } from '../plugins/limits.ts';
import type { OwnWrites } from '../plugins/ownWrites.ts';
import type { Away, Rates } from '../plugins/rates.ts';
import { sendSession } from '../plugins/sessionCookie.ts';
import type { Received, Upload, Uploads } from '../plugins/uploads.ts';
import { ownerOf } from '../plugins/viewing.ts';
import { atItsField, controlIn, demandedVersion, misnamed } from './checks.ts';
import { INTENT_MS, VISIT_COOKIE } from './intents.ts';
import { DEVICE_COOKIE, DEVICE_MS } from './knownDevices.ts';
import { createOrigins } from './origin.ts';

/** Whether what is sent has a character set. */
const isText = (type: string): boolean => type.startsWith('text/') || type === 'application/x-ndjson';

/** What a handler gets to know of its call. */
export interface Call {
  /** null only on open calls. */
  identity: Identity | null;
  /** Its token or cookie belonged to a session that has ended. */
  sessionOver: boolean;
  actor: Actor;
  now: Date;
  /** Where it comes from, for limits: an address, or its network (`placeOf`). */
  ip: string;
  /** The session of the browser's cookie; null where there is none, or the call says that the page shows another person. */
  before: Identity | null;
  /** The browser's cookie of people who signed in with it before. */
  device: string | null;
  setDevice(device: string): void;
  userAgent: string;
  /** Whether a page in a browser makes it, not a program: browsers send `Sec-Fetch-Site` with every call of a page. */
  byPage: boolean;
  /** Host and port as the browser sent them. */
  host: string;
  /** For commands: the id is derived from the Idempotency-Key where there is one. */
  context(reason?: string): CommandContext;
  /** The files of a form, in order. */
  uploads: readonly Upload[];
  reads: ReadSession;
  /** Version required by If-Match, or null. */
  ifMatch: number | null;
  /** Aborts when whoever asked went away before the answer. */
  readonly gone: AbortSignal;
  /** Records the position for the answer's X-Position. */
  wrote(position: Position | null): void;
  setCookie(token: string | null, expires?: Date): void;
  /** The visit in the browser's cookie; null where there is none. */
  visit: string | null;
  setVisit(visit: string | null): void;
  header(name: string, value: string): void;
  /** A header that came with it. */
  sent(name: string): string | null;
  /** Answers with another status than that of the contract. */
  status(code: number): void;
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
  /** Called before a form with files is read: throws where it need not be, returns how many bytes each file may have. */
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
 * The version that the call requires of a stream with this many events: where everything that came since then came of this call, which was cut off, the
 * present one, so that a repeat goes on.
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

/** What is being sent, in a box: awaited for itself, a reply is there only once it has been sent. */
interface Answering {
  sending: FastifyReply;
}
/** For calls that have no turn to give away. */
const here: Away = (wait) => wait();

const KEY = /^[\x21-\x7e]{1,200}$/;
const isKeyScope = (name: PolicyName): boolean => (allKeyScopes as readonly string[]).includes(name);

const selfOf = (input: { params: unknown; body: unknown }): number | undefined => {
  const { userId, id } = (input.params ?? {}) as { userId?: number; id?: number };
  const { id_usuario } = (input.body ?? {}) as { id_usuario?: number };
  return userId ?? id ?? id_usuario;
};

export type Implement = <C extends RouteContract>(contract: C, implementation: Implementation<C>) => void;

/** Binds contracts to handlers: permission, validation, positions, idempotency and the answer, in one place. */
export function createImplement(
  app: FastifyInstance,
  deps: Deps,
  owns: Owns,
  options: { checkAnswers: boolean; ownWrites: OwnWrites; rates: Rates; access: Access; uploads?: Uploads },
): Implement {
  const { clock, commands, reads, answers, config } = deps;
  const { ownWrites, rates, access, uploads } = options;
  const originOf = createOrigins(config.sessionSecret);
  const idempotency = createIdempotency(answers, config.sessionSecret, () => clock().getTime());

  const parse = <S extends z.ZodType>(schema: S | undefined, input: unknown, prefix: string): z.output<S> | undefined => {
    if (!schema) return undefined;
    const result = schema.safeParse(input ?? {});
    const odd = result.success ? controlIn(result.data) : null;
    if (result.success && odd === null) return result.data as z.output<S>;
    const error = result.success
      ? new ApiError('INVALID_TEXT', { errors: [{ path: odd ?? '', message: errorCatalogue.INVALID_TEXT[1] }] })
      : invalid(result.error, input);
    throw prefix === 'body' ? error : new ApiError('MALFORMED', error.errors ? { errors: error.errors } : {});
  };

  const authorise = async <C extends RouteContract>(
    contract: C,
    implementation: Implementation<C>,
    input: Input<C>,
    identity: Identity | null,
  ): Promise<void> => {
    const row: PolicyRow = policies[contract.policy];
    // What a key may do depends on nothing that is sent: it was admitted.
    if (row.open || identity?.key) return;
    if (!identity) throw new ApiError('AUTH_REQUIRED');
    const role = roleCodes[identity.role];
    if (row.any?.includes(role)) return;
    if (row.when?.roles.includes(role)) {
      if (row.when.is === 'self') {
        if (selfOf(input) === identity.userId) return;
      } else {
        const about = row.when.is === 'hosts' ? implementation.webinar : implementation.course;
        if (about && (await owns(row.when.is, identity, await about(input)))) return;
      }
    }
    deps.logger.warn({ call: contract.id, userId: identity.userId, role: identity.role }, 'a call was refused');
    throw new ApiError('FORBIDDEN');
  };

  /** Whoever reads data of another person is on record before anything is answered. */
  const onRecord = async (
    contract: RouteContract,
    input: { params: unknown; body: unknown },
    identity: Identity | null,
    request: FastifyRequest,
  ): Promise<void> => {
    const { shows }: PolicyRow = policies[contract.policy];
    const person = selfOf(input);
    if (!shows || contract.method !== 'GET' || !identity || person === undefined || person === identity.userId) return;
    const origin = { ...originOf(request, clock()), ...(identity.key && { key: identity.key.id }) };
    await access.reads({ userId: ownerOf(identity), role: identity.role }, person, shows, origin);
  };

  // The log is asked once per halt, not for every read.
  let halt: { position: Position | null; since: string } | undefined;
  /** When the first event occurred that a halted answer lacks; null where it lacks none, or the log cannot be read. */
  const missingSince = async (position: Position | null): Promise<string | null> => {
    if (halt?.position === position) return halt.since;
    try {
      // Read as it is stored: the event that halted the projection may not be decodable.
      for await (const { metadata } of deps.commands.log.store.readAll(position, { limit: 1 })) {
        if (typeof metadata.occurredAt !== 'string') return null;
        halt = { position, since: metadata.occurredAt };
        return halt.since;
      }
    } catch (error) {
      deps.logger.warn({ error }, 'since when an answer is halted could not be read');
    }
    return null;
  };
  /** By its scopes, and within what its owner may on any object. */
  const admitKey = (contract: RouteContract, row: PolicyRow, key: CallingKey, role: RoleCode): void => {
    if (contract.account || !row.any?.includes(role) || !isKeyScope(contract.policy)) throw new ApiError('NOT_FOR_KEYS');
    if (key.scopes.has(contract.policy)) return;
    deps.logger.warn({ call: contract.id, key: key.id }, 'a call was refused');
    throw new ApiError('SCOPE_MISSING', { detail: contract.policy });
  };
  /** A caller who may not make this call on any object is refused first, whatever they send. */
  const admit = (contract: RouteContract, identity: Identity | null): void => {
    const row: PolicyRow = policies[contract.policy];
    if (row.open) return;
    if (!identity) throw new ApiError('AUTH_REQUIRED');
    if (identity.demo && contract.account) throw new ApiError('DEMO_READ_ONLY');
    const role = roleCodes[identity.role];
    if (identity.key) {
      admitKey(contract, row, identity.key, role);
      return;
    }
    if (row.any?.includes(role) || row.when?.roles.includes(role)) return;
    deps.logger.warn({ call: contract.id, userId: identity.userId, role: identity.role }, 'a call was refused');
    throw new ApiError('FORBIDDEN');
  };

  return (contract, implementation) => {
    const open = 'open' in policies[contract.policy];
    const write = contract.method !== 'GET';
    /** On what is open to everybody a key is nobody: it opens nothing there that it was not given. */
    const callerOf = ({ identity }: FastifyRequest): Identity | null => (open && identity?.key ? null : identity);

    /** Writes are few, a key has a rate of its own, and this machine asks for everybody: the pages that it draws. */
    const inTurn = <T>({ identity, ip }: FastifyRequest, answer: (away: Away) => Promise<T>): Promise<T> => {
      if (write || identity?.key) return answer(here);
      if (identity) return rates.inTurn('person', ownerOf(identity), answer);
      return isLoopback(ip) ? answer(here) : rates.inTurn('place', placeOf(ip), answer);
    };
    const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
      const { identity } = request;
      try {
        const { sending } = await inTurn(request, async (away) => {
          // Who went away while it stood in line needs no answer.
          if (request.socket.destroyed) return { sending: reply.hijack() };
          return received(request, reply, away);
        });
        return sending;
      } catch (error) {
        const code = toApiError(error)?.code;
        if (identity && code)
          access.refused(
            { userId: ownerOf(identity), role: identity.viewer?.role ?? identity.role },
            contract.id,
            code,
            originOf(request, clock()),
          );
        throw error;
      }
    };

    const received = async (request: FastifyRequest, reply: FastifyReply, away: Away): Promise<Answering> => {
      const identity = callerOf(request);
      admit(contract, identity);
      const input = {
        params: parse(contract.params, request.params, 'params'),
        query: parse(contract.query, request.query, 'query'),
        body: undefined,
      } as Input<typeof contract>;
      const maxBytes = contract.upload ? ((await implementation.uploadLimit?.(input, { identity })) ?? 0) : 0;
      const form =
        contract.upload && uploads ? await uploads.receive(request, identity?.userId ?? 0, { ...contract.upload, maxBytes }) : null;
      try {
        return await answered(request, reply, input, form, away);
      } catch (error) {
        throw atItsField(contract, input.body, error);
      } finally {
        await form?.discard();
      }
    };

    /** After the form, where the call takes one, has been received. */
    const answered = async (
      request: FastifyRequest,
      reply: FastifyReply,
      input: Input<typeof contract>,
      received: Received | null,
      away: Away,
    ): Promise<Answering> => {
      const identity = callerOf(request);
      input.body = parse(contract.body, received ? received.fields : request.body, 'body') as typeof input.body;
      await authorise(contract, implementation, input, identity);
      await onRecord(contract, input, identity, request);
      const odd = misnamed(contract, request.body);
      if (odd) throw odd;
      // Receiving the body may have taken minutes: a session that ended meanwhile must not change the account.
      if (contract.account && identity && !(await deps.sessionTokens.current(identity))) throw new ApiError('SESSION_ENDED');

      const caller = identity?.key ? `key ${identity.key.id}` : identity && `person ${identity.userId}`;
      const self = [request.ip, ...(caller ? [caller] : [])];
      const minimum = request.headers['x-min-position'];
      if (!write && minimum === undefined) await ownWrites.reflected(self);
      if (!write && typeof minimum === 'string' && minimum !== '' && minimum !== '0') {
        const wanted = commands.log.store.parsePosition(minimum);
        if (wanted === null) throw new ApiError('MALFORMED', { errors: [{ path: 'X-Min-Position', message: 'No es una posición.' }] });
        const reached = await reads.position();
        // Who names a moment that is not there yet waits beside the line: their other reads, and those of others from their place, go on.
        if ((reached === null || reached < wanted) && !(await away(() => reads.waitFor(wanted))))
          throw new ApiError('NOT_CAUGHT_UP', { headers: { 'retry-after': '1' } });
      }

      const key = request.headers['idempotency-key'];
      if (key !== undefined && (typeof key !== 'string' || !KEY.test(key))) throw new ApiError('IDEMPOTENCY_KEY_INVALID');
      // Two visitors may choose the same key: their addresses tell them apart.
      const scope = `${identity?.key?.id ?? identity?.userId ?? `visitor ${request.ip}`} ${contract.method} ${request.url.split('?')[0]}`;
      const commandId = key === undefined ? randomUUID() : uuid5('http', scope, key);
      request.correlationId = commandId;
      if (spans.callBegan.hasSubscribers) spans.callBegan.tell({ correlationId: commandId });
      const ifMatch = write ? demandedVersion(contract, request.headers['if-match']) : null;
      const now = clock();
      const session = reads.session();
      let position: Position | null = null;
      let cookie: KeptAnswer['cookie'] = null;
      let device: string | null = null;
      let status: number = contract.status ?? 200;
      const common = { path: '/', httpOnly: true, sameSite: 'strict', secure: config.publicUrl.startsWith('https:') } as const;
      const sendCookie = ({ token, expires }: NonNullable<KeptAnswer['cookie']>) =>
        sendSession(reply, config.publicUrl, token, expires === null ? null : new Date(expires));
      const sendDevice = (known: string | null | undefined) =>
        known == null ? reply : reply.setCookie(DEVICE_COOKIE, known, { ...common, maxAge: DEVICE_MS / 1_000 });

      const call: Call = {
        identity,
        sessionOver: request.sessionOver,
        actor: { userId: identity?.userId ?? null, role: identity?.role ?? 'visitor' },
        now,
        ip: placeOf(request.ip),
        before: identity?.byCookie ? { ...identity, userId: ownerOf(identity) } : null,
        device: request.cookies[DEVICE_COOKIE] ?? null,
        setDevice: (known) => {
          device = known;
        },
        userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
        byPage: request.headers['sec-fetch-site'] !== undefined,
        host: request.host,
        uploads: received?.uploads ?? [],
        get gone() {
          return request.signal;
        },
        context: (reason) => {
          // GET calls that may write, such as the link in a mail.
          if (identity?.viewer && !write) throw new ApiError('VIEW_ONLY');
          if (config.copy?.readOnly && !write) throw new ApiError('COPY_READ_ONLY');
          return {
            commandId,
            correlationId: commandId,
            causationId: commandId,
            actor: call.actor,
            now,
            origin: { ...originOf(request, now), ...(identity?.key && { key: identity.key.id }) },
            ...(write && reason !== undefined && { reason }),
          };
        },
        reads: session,
        ifMatch,
        wrote: (at) => {
          if (at === null || (position !== null && at <= position)) return;
          position = at;
          ownWrites.note(self, at);
        },
        setCookie: (token, expires) => {
          cookie = { token, expires: expires?.getTime() ?? null };
        },
        visit: request.cookies[VISIT_COOKIE]?.slice(0, 64) || null,
        setVisit: (visit) =>
          void (visit === null
            ? reply.clearCookie(VISIT_COOKIE, common)
            : reply.setCookie(VISIT_COOKIE, visit, { ...common, maxAge: INTENT_MS / 1_000 })),
        header: (name, value) => void reply.header(name, value),
        sent: (name) => {
          const value = request.headers[name];
          return typeof value === 'string' ? value : null;
        },
        status: (code) => {
          status = code;
        },
      };

      const run = async () => {
        const answer = await implementation.handle(input, call);
        // Streamed: there is no whole answer to check.
        if (answer instanceof Readable) return answer;
        return options.checkAnswers ? contract.answer.parse(answer) : answer;
      };
      if (write && key !== undefined) {
        const kept = await idempotency.once(scope, key, received?.digest ?? request.body ?? null, async () => {
          const body = JSON.stringify(await run()) ?? '';
          return { body, status, position, cookie, device };
        });
        // For a kept answer whose token was replaced since, or whose session was: the browser has a newer cookie.
        const stands = async ({ token }: NonNullable<KeptAnswer['cookie']>) =>
          token === null
            ? !(identity && (await deps.sessionTokens.current(identity)))
            : (await deps.sessionTokens.find(token, now.getTime()))?.by === 'cookie';
        if (kept.cookie && (await stands(kept.cookie))) sendCookie(kept.cookie);
        sendDevice(kept.device);
        if (kept.position) reply.header('x-position', kept.position);
        return { sending: reply.status(kept.status).type('application/json; charset=utf-8').send(kept.body) };
      }
      const answer = await run();
      if (cookie) sendCookie(cookie);
      sendDevice(device);
      const at = write || position !== null ? position : await session.position();
      if (at !== null) reply.header('x-position', at);
      if (!write && session.stale()) {
        reply.header('x-stale', 'true');
        const since = await missingSince(await session.position());
        if (since) reply.header('x-stale-since', since);
      }
      if (contract.type && !isText(contract.type)) reply.type(contract.type);
      else if (answer instanceof Readable || contract.type) reply.type(`${contract.type ?? 'application/json'}; charset=utf-8`);
      const sending = reply.status(status).send(answer);
      // What is still read while it is sent has its place until then.
      if (answer instanceof Readable) await sending;
      return { sending };
    };

    for (const url of new Set([
      contract.path,
      ...(contract.aliases ?? []),
      ...(contract.path.endsWith('/') ? [contract.path.slice(0, -1)] : []),
    ]))
      app.route({
        method: contract.method,
        url,
        ...(contract.maxBody !== undefined && { bodyLimit: contract.maxBody }),
        handler,
        // Before the body is read.
        onRequest: async (request) => {
          if (!open && !request.identity) throw new ApiError('AUTH_REQUIRED');
          if (request.identity?.key) rates.takeByKey(request.identity.key);
          else if (request.identity) rates.take(!write ? 'use' : contract.use ? 'study' : 'make', ownerOf(request.identity));
        },
      });
  };
}
