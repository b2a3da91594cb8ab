import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { z } from 'zod';
import { createOutside, NotOutside, type OutsideOptions } from '../outside/request.ts';
import { GRADE_SCOPES, type GradeFault, type GradeLine, type GradeOutcome, type GradeSender, type LtiSigner } from './port.ts';

/** Scores to the columns of a platform (LTI Assignment and Grade Services 2.0), with a token that the school's own key gives (1EdTech Security Framework 1.0, 4.1). */

const TIMEOUT_MS = 15_000;
const MOST_BYTES = 256 * 1_024;
const ASSERTION_SECONDS = 300;
/** A token is not used in its last seconds. */
const MARGIN_MS = 30_000;
const MOST_TOKEN_SECONDS = 3_600;
const MOST_RETRY_AFTER_MS = 3_600_000;
/** A platform that did not answer in time is left alone for so long, and then asked for one score: those of a whole class would hold up what else is due. */
const SILENCE_MS = 60_000;
const MOST_ADDRESS = 2_000;
const SCORE_MAXIMUM = 100;
const NO_SUCH_NAME = new Set(['ENOTFOUND', 'ENODATA', 'EAI_AGAIN']);

const tokenAnswer = z.object({ access_token: z.string().min(1).max(8_000), expires_in: z.number().positive().catch(300) });
const lines = z.array(
  z
    .object({ id: z.string().max(MOST_ADDRESS), resourceId: z.string().optional().catch(undefined) })
    .partial()
    .loose(),
);
const line = z.object({ id: z.string().min(1).max(MOST_ADDRESS) });

/** The platform answered, and not with what was asked for. */
class Answered extends Error {
  readonly fault: GradeFault;
  readonly status: number;
  readonly retryAfterMs: number | null;
  constructor(fault: GradeFault, status: number, retryAfterMs: number | null = null) {
    super(fault);
    this.fault = fault;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}
const parsed = <T>(schema: z.ZodType<T>, fault: GradeFault, status: number, text: string): T => {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new Answered(fault, status);
  }
};
const isGood = (status: number) => status >= 200 && status < 300;
/** Beside the query that the platform's addresses may have. */
const within = (address: string, more: string): URL => {
  const url = new URL(address);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${more}`;
  return url;
};

/** Sends by https alone, into the public web alone, unless the operator permits an address. Redirects are not followed. */
export function createGradeSender(
  signer: (now: Date) => Promise<LtiSigner>,
  options: OutsideOptions & { timeoutMs?: number } = {},
): GradeSender {
  const outside = createOutside(options);
  const { timeoutMs = TIMEOUT_MS } = options;
  const tokens = new Map<string, { token: string; until: number }>();
  /** Until when (epoch milliseconds), by the platform's address of tokens. */
  const silent = new Map<string, number>();
  /** A column is made once, however many scores wait for it. */
  const making = new Map<string, Promise<string>>();

  const ask = async (url: URL, method: string, headers: Record<string, string>, body: string | undefined, signal: AbortSignal) => {
    if (!outside.accepts(url.href)) throw new NotOutside();
    return outside.ask(url, {
      method,
      signal,
      mostBytes: MOST_BYTES,
      headers: { 'user-agent': 'Aulaviva (LTI)', ...headers },
      ...(body !== undefined && { body }),
    });
  };
  const send: GradeSender['send'] = async (platform, { graded, label }, given, score, now, stop) => {
    const late = AbortSignal.timeout(timeoutMs);
    const signal = AbortSignal.any([late, stop]);
    const scope = [GRADE_SCOPES.score, ...(given.lineItem === null ? [GRADE_SCOPES.lineItem] : [])].join(' ');
    const kept = JSON.stringify([platform.clientId, platform.tokens, scope]);
    const token = async (): Promise<string> => {
      const known = tokens.get(kept);
      if (known && known.until > now.getTime()) return known.token;
      const { key, kid, alg } = await signer(now);
      const seconds = Math.floor(now.getTime() / 1_000);
      const claims = {
        iss: platform.clientId,
        sub: platform.clientId,
        aud: platform.tokens,
        iat: seconds,
        exp: seconds + ASSERTION_SECONDS,
        jti: randomUUID(),
      };
      const form = new URLSearchParams({
        ...{ grant_type: 'client_credentials', client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer', scope },
        client_assertion: await new SignJWT(claims).setProtectedHeader({ alg, kid, typ: 'JWT' }).sign(key),
      });
      const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
      const { status, body } = await ask(new URL(platform.tokens), 'POST', headers, form.toString(), signal);
      if (!isGood(status)) throw new Answered('token', status);
      const found = parsed(tokenAnswer, 'token', status, body);
      const until = now.getTime() + Math.min(found.expires_in, MOST_TOKEN_SECONDS) * 1_000 - MARGIN_MS;
      tokens.set(kept, { token: found.access_token, until });
      return found.access_token;
    };
    const call = async (fault: GradeFault, url: URL, method: string, headers: Record<string, string>, body?: object) => {
      const authorization = `Bearer ${await token()}`;
      const answer = await ask(url, method, { ...headers, authorization }, body && JSON.stringify(body), signal);
      if (isGood(answer.status)) return answer;
      // A token that was taken back early is not tried again.
      if (answer.status === 401) tokens.delete(kept);
      const after = Number(answer.headers['retry-after']);
      const waits = (answer.status === 429 || answer.status === 503) && after >= 0 ? Math.min(after * 1_000, MOST_RETRY_AFTER_MS) : null;
      throw new Answered(fault, answer.status, waits);
    };
    const make = async (lineItems: string, { resourceLink }: GradeLine): Promise<string> => {
      const url = new URL(lineItems);
      url.searchParams.set('resource_link_id', resourceLink);
      const found = await call('line', url, 'GET', { accept: 'application/vnd.ims.lis.v2.lineitemcontainer+json' });
      const there = parsed(lines, 'line', found.status, found.body).find(({ id, resourceId }) => id !== undefined && resourceId === graded);
      if (there?.id !== undefined) return there.id;
      const type = 'application/vnd.ims.lis.v2.lineitem+json';
      const column = { scoreMaximum: SCORE_MAXIMUM, label, resourceId: graded, resourceLinkId: resourceLink };
      const made = await call('line', new URL(lineItems), 'POST', { 'content-type': type, accept: type }, column);
      return parsed(line, 'line', made.status, made.body).id;
    };
    const lineOf = (): Promise<string> => {
      const { lineItem, lineItems } = given;
      if (lineItem !== null || lineItems === null) return Promise.resolve(lineItem ?? '');
      const name = JSON.stringify([lineItems, given.resourceLink, graded]);
      const begun = making.get(name) ?? make(lineItems, given).finally(() => making.delete(name));
      making.set(name, begun);
      return begun;
    };
    let lineItem = given.lineItem;
    const failed = (fault: GradeFault, status: number | null = null, retryAfterMs: number | null = null): GradeOutcome => ({
      lineItem,
      fault,
      status,
      retryAfterMs,
    });
    const rests = silent.get(platform.tokens);
    if (rests !== undefined && rests > now.getTime()) return failed('timeout');
    const rest = () => silent.set(platform.tokens, now.getTime() + SILENCE_MS);
    if (rests !== undefined) rest();
    try {
      lineItem = await lineOf();
      if (!outside.accepts(lineItem)) return failed('address');
      const { subject, given: points, maximum, at } = score;
      const progress = points >= maximum ? 'Completed' : points > 0 ? 'InProgress' : 'Started';
      const { status } = await call(
        'score',
        within(lineItem, 'scores'),
        'POST',
        { 'content-type': 'application/vnd.ims.lis.v1.score+json' },
        {
          ...{ userId: subject, scoreGiven: points, scoreMaximum: maximum, timestamp: at, activityProgress: progress },
          // Nothing of it waits for anybody to grade it; platforms pass over scores that say otherwise.
          gradingProgress: 'FullyGraded',
        },
      );
      silent.delete(platform.tokens);
      return { lineItem, fault: null, status, retryAfterMs: null };
    } catch (error) {
      if (late.aborted) rest();
      else silent.delete(platform.tokens);
      if (error instanceof Answered) return failed(error.fault, error.status, error.retryAfterMs);
      if (error instanceof NotOutside) return failed('address');
      if (late.aborted) return failed('timeout');
      return failed(NO_SUCH_NAME.has((error as NodeJS.ErrnoException).code ?? '') ? 'no-name' : 'unreachable');
    }
  };
  return { send };
}
