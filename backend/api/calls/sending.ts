import { Readable } from 'node:stream';
import type {} from '@fastify/cookie';
import type { FastifyReply } from 'fastify';
import type { RouteContract } from '../contract/route.ts';
import type { Deps } from '../deps.ts';
import type { KeptAnswer } from '../plugins/idempotency.ts';
import { cookieOptions, sendSession } from '../plugins/sessionCookie.ts';
import type { createFreshness } from './freshness.ts';
import type { Call } from './implement.ts';
import { DEVICE_COOKIE, DEVICE_MS } from './knownDevices.ts';
import type { Outcome } from './openCall.ts';

/** A reply that is being sent, inside an object: awaiting a reply itself would wait until it has been sent. */
export interface Answering {
  sending: FastifyReply;
}

/** Whether answers of this media type name a character set. */
const isText = (type: string): boolean => type.startsWith('text/') || type === 'application/x-ndjson';

/** Sends answers with their cookies and positions. */
export function createSender(
  { config: { publicUrl }, sessionTokens }: Pick<Deps, 'config' | 'sessionTokens'>,
  freshness: ReturnType<typeof createFreshness>,
) {
  const sendCookie = (reply: FastifyReply, { token, expires }: NonNullable<KeptAnswer['cookie']>) =>
    sendSession(reply, publicUrl, token, expires === null ? null : new Date(expires));
  const sendDevice = (reply: FastifyReply, device: string | null | undefined) =>
    device == null ? reply : reply.setCookie(DEVICE_COOKIE, device, { ...cookieOptions(publicUrl), maxAge: DEVICE_MS / 1_000 });
  /** False for a kept answer whose session token was replaced since, or whose session ended: the browser has a newer cookie. */
  const isCurrent = async ({ token }: NonNullable<KeptAnswer['cookie']>, { identity, now }: Call): Promise<boolean> =>
    token === null
      ? !(identity && (await sessionTokens.current(identity)))
      : (await sessionTokens.find(token, now.getTime()))?.by === 'cookie';
  return {
    /** The answer of a command with an `Idempotency-Key`, be it of this call or of the first one with that key. */
    async kept(reply: FastifyReply, { body, status, position, cookie, device }: KeptAnswer, call: Call): Promise<Answering> {
      if (cookie && (await isCurrent(cookie, call))) sendCookie(reply, cookie);
      sendDevice(reply, device);
      if (position) reply.header('x-position', position);
      return { sending: reply.status(status).type('application/json; charset=utf-8').send(body) };
    },
    /** Any other answer. */
    async answer(
      reply: FastifyReply,
      { method, type }: RouteContract,
      answer: unknown,
      { reads }: Call,
      outcome: Outcome,
    ): Promise<Answering> {
      const write = method !== 'GET';
      if (outcome.cookie) sendCookie(reply, outcome.cookie);
      sendDevice(reply, outcome.device);
      const position = write || outcome.position !== null ? outcome.position : await reads.position();
      if (position !== null) reply.header('x-position', position);
      if (!write) await freshness.mark(reply, reads);
      if (type && !isText(type)) reply.type(type);
      else if (answer instanceof Readable || type) reply.type(`${type ?? 'application/json'}; charset=utf-8`);
      const sending = reply.status(outcome.status).send(answer);
      // A read that is still streamed keeps its place in the line until it is sent.
      if (answer instanceof Readable) await sending;
      return { sending };
    },
  };
}
