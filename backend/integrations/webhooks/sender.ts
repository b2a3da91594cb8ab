import { createHmac } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { createOutside, NotOutside, type OutsideOptions } from '../outside/request.ts';
import type { Fault, Message, Outcome, Receiver, WebhookSender } from './port.ts';

const TIMEOUT_MS = 15_000;
/** How many bytes of an answer are read: enough to see what a receiver complains about. */
const MOST_ANSWER = 500;
const MOST_RETRY_AFTER_MS = 3_600_000;
const NO_SUCH_NAME = new Set(['ENOTFOUND', 'ENODATA', 'EAI_AGAIN']);

export const SECRET_PREFIX = 'whsec_';

/** By Standard Webhooks: HMAC-SHA-256 of `id.timestamp.body` with each secret, divided by spaces. */
export const signatureOf = (secrets: readonly string[], id: string, seconds: number, body: string): string =>
  secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
    })
    .join(' ');

const retryAfter = (header: string | undefined, now: number): number | null => {
  if (header === undefined) return null;
  const ms = /^\d{1,6}$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now;
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), MOST_RETRY_AFTER_MS);
};

/** Sends by https alone, into the public web alone (`createOutside`), unless the operator permits an address. Redirects are not followed. */
export function createWebhookSender(options: OutsideOptions & { timeoutMs?: number } = {}): WebhookSender {
  const outside = createOutside(options);
  const { accepts } = outside;
  const { timeoutMs = TIMEOUT_MS } = options;
  const post = async (
    { url, authorization, secrets }: Receiver,
    { id, at, body, headers }: Message,
    signal: AbortSignal,
  ): Promise<Pick<Outcome, 'status' | 'answer' | 'retryAfterMs'>> => {
    if (!accepts(url)) throw new NotOutside();
    const seconds = Math.floor(at.getTime() / 1_000);
    const answer = await outside.ask(new URL(url), {
      ...{ method: 'POST', body, signal, mostBytes: MOST_ANSWER },
      headers: {
        ...{ 'content-type': 'application/json', accept: '*/*', 'user-agent': 'Aulaviva (webhooks)', ...headers },
        ...{ 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': signatureOf(secrets, id, seconds, body) },
        ...(authorization !== null && { authorization }),
      },
    });
    const asked = answer.status === 429 || answer.status === 503 ? retryAfter(answer.headers['retry-after'], at.getTime()) : null;
    return { status: answer.status, answer: answer.body, retryAfterMs: asked };
  };
  const faultOf = (error: unknown, timedOut: boolean): Fault => {
    if (error instanceof NotOutside) return 'refused';
    if (timedOut) return 'timeout';
    return NO_SUCH_NAME.has((error as NodeJS.ErrnoException).code ?? '') ? 'no-name' : 'unreachable';
  };
  return {
    accepts,
    async send(receiver, message, stop) {
      const late = AbortSignal.timeout(timeoutMs);
      const began = performance.now();
      const took = () => Math.round(performance.now() - began);
      try {
        return { ...(await post(receiver, message, AbortSignal.any([late, ...(stop ? [stop] : [])]))), fault: null, milliseconds: took() };
      } catch (error) {
        return { status: null, fault: faultOf(error, late.aborted), answer: '', milliseconds: took(), retryAfterMs: null };
      }
    },
  };
}
