import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor, Origin } from '../../../events/define.ts';
import type { Position } from '../../../events/store/port.ts';
import type { CommandContext } from '../../commands/kernel/handle.ts';
import type { ReadSession } from '../../projections/reading/reads.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import { placeOf } from '../limits.ts';
import type { KeptAnswer } from '../plugins/idempotency.ts';
import type { Identity } from '../plugins/identity.ts';
import { cookieOptions } from '../plugins/sessionCookie.ts';
import type { Upload } from '../plugins/uploads.ts';
import { ownerOf } from '../plugins/viewing.ts';
import type { Call } from './implement.ts';
import { INTENT_MS, VISIT_COOKIE } from './intents.ts';
import { DEVICE_COOKIE } from './knownDevices.ts';

/** What a handler sets of the answer while it runs. */
export interface Outcome {
  status: number;
  /** The furthest position that was written. */
  position: Position | null;
  cookie: KeptAnswer['cookie'];
  device: string | null;
}

/** What a call is made from, once it has been admitted. */
export interface Opening {
  deps: Pick<Deps, 'config' | 'reads'>;
  now: Date;
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

/** The call that a handler gets, and its outcome. Its parts are computed when they are asked for. */
export class OpenCall implements Call {
  readonly outcome: Outcome;
  readonly actor: Actor;
  readonly #opening: Opening;
  #session: ReadSession | null = null;

  constructor(opening: Opening) {
    const { identity, status } = opening;
    this.#opening = opening;
    this.outcome = { status, position: null, cookie: null, device: null };
    this.actor = { userId: identity?.userId ?? null, role: identity?.role ?? 'visitor' };
  }

  get identity() {
    return this.#opening.identity;
  }
  get now() {
    return this.#opening.now;
  }
  get uploads() {
    return this.#opening.uploads;
  }
  get ifMatch() {
    return this.#opening.ifMatch;
  }
  get sessionOver() {
    return this.#opening.request.sessionOver;
  }
  get ip() {
    return placeOf(this.#opening.request.ip);
  }
  get before() {
    const { identity } = this.#opening;
    return identity?.byCookie ? { ...identity, userId: ownerOf(identity) } : null;
  }
  get userAgent() {
    return (this.#opening.request.headers['user-agent'] ?? '').slice(0, 300);
  }
  get byPage() {
    return this.#opening.request.headers['sec-fetch-site'] !== undefined;
  }
  get host() {
    return this.#opening.request.host;
  }
  get gone() {
    return this.#opening.request.signal;
  }
  get headOnly() {
    return this.#opening.request.method === 'HEAD';
  }
  get reads() {
    this.#session ??= this.#opening.deps.reads.session();
    return this.#session;
  }
  get device() {
    return this.#opening.request.cookies[DEVICE_COOKIE] ?? null;
  }
  setDevice(known: string): void {
    this.outcome.device = known;
  }
  get visit() {
    return this.#opening.request.cookies[VISIT_COOKIE]?.slice(0, 64) || null;
  }
  setVisit(visit: string | null): void {
    const { deps, reply } = this.#opening;
    const options = cookieOptions(deps.config.publicUrl);
    if (visit === null) reply.clearCookie(VISIT_COOKIE, options);
    else reply.setCookie(VISIT_COOKIE, visit, { ...options, maxAge: INTENT_MS / 1_000 });
  }

  context(reason?: string): CommandContext {
    const { commandId, deps, identity, now, origin, write } = this.#opening;
    // GET calls that may write, such as the link in a mail.
    if (identity?.viewer && !write) throw new ApiError('VIEW_ONLY');
    if (deps.config.copy?.readOnly && !write) throw new ApiError('COPY_READ_ONLY');
    return {
      commandId,
      correlationId: commandId,
      causationId: commandId,
      actor: this.actor,
      now,
      origin: { ...origin(now), ...(identity?.key && { key: identity.key.id }) },
      ...(write && reason !== undefined && { reason }),
    };
  }

  wrote(at: Position | null): void {
    const { outcome } = this;
    if (at === null || (outcome.position !== null && at <= outcome.position)) return;
    outcome.position = at;
    this.#opening.noteWrite(at);
  }
  setCookie(token: string | null, expires?: Date): void {
    this.outcome.cookie = { token, expires: expires?.getTime() ?? null };
  }
  header(name: string, value: string): void {
    this.#opening.reply.header(name, value);
  }
  sent(name: string): string | null {
    const value = this.#opening.request.headers[name];
    return typeof value === 'string' ? value : null;
  }
  status(code: number): void {
    this.outcome.status = code;
  }
}
