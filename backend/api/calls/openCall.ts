import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Origin } from '../../../events/define.ts';
import type { Position } from '../../../events/store/port.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import type { KeptAnswer } from '../plugins/idempotency.ts';
import type { Identity } from '../plugins/identity.ts';
import { placeOf } from '../plugins/limits.ts';
import { cookieOptions } from '../plugins/sessionCookie.ts';
import type { Upload } from '../plugins/uploads.ts';
import { ownerOf } from '../plugins/viewing.ts';
import type { Call } from './implement.ts';
import { INTENT_MS, VISIT_COOKIE } from './intents.ts';
import { DEVICE_COOKIE } from './knownDevices.ts';

/** What a handler says of the answer while it runs. */
export interface Outcome {
  status: number;
  /** The furthest position that was written. */
  position: Position | null;
  cookie: KeptAnswer['cookie'];
  device: string | null;
}

/** What a call is made of, once it has been admitted. */
export interface Opening {
  request: FastifyRequest;
  reply: FastifyReply;
  identity: Identity | null;
  write: boolean;
  commandId: string;
  ifMatch: number | null;
  status: number;
  uploads: readonly Upload[];
  origin: (now: Date) => Origin;
  noteWrite: (position: Position) => void;
}

/** The call that a handler gets, and what comes of it. */
export function openCall(
  { clock, config, reads }: Pick<Deps, 'clock' | 'config' | 'reads'>,
  opening: Opening,
): { call: Call; outcome: Outcome } {
  const { request, reply, identity, write, commandId, ifMatch, uploads } = opening;
  const now = clock();
  const outcome: Outcome = { status: opening.status, position: null, cookie: null, device: null };
  const call: Call = {
    identity,
    sessionOver: request.sessionOver,
    actor: { userId: identity?.userId ?? null, role: identity?.role ?? 'visitor' },
    now,
    ip: placeOf(request.ip),
    before: identity?.byCookie ? { ...identity, userId: ownerOf(identity) } : null,
    device: request.cookies[DEVICE_COOKIE] ?? null,
    setDevice: (known) => {
      outcome.device = known;
    },
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    byPage: request.headers['sec-fetch-site'] !== undefined,
    host: request.host,
    uploads,
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
        origin: { ...opening.origin(now), ...(identity?.key && { key: identity.key.id }) },
        ...(write && reason !== undefined && { reason }),
      };
    },
    reads: reads.session(),
    ifMatch,
    wrote: (at) => {
      if (at === null || (outcome.position !== null && at <= outcome.position)) return;
      outcome.position = at;
      opening.noteWrite(at);
    },
    setCookie: (token, expires) => {
      outcome.cookie = { token, expires: expires?.getTime() ?? null };
    },
    visit: request.cookies[VISIT_COOKIE]?.slice(0, 64) || null,
    setVisit: (visit) =>
      void (visit === null
        ? reply.clearCookie(VISIT_COOKIE, cookieOptions(config.publicUrl))
        : reply.setCookie(VISIT_COOKIE, visit, { ...cookieOptions(config.publicUrl), maxAge: INTENT_MS / 1_000 })),
    header: (name, value) => void reply.header(name, value),
    headOnly: request.method === 'HEAD',
    sent: (name) => {
      const value = request.headers[name];
      return typeof value === 'string' ? value : null;
    },
    status: (code) => {
      outcome.status = code;
    },
  };
  return { call, outcome };
}
