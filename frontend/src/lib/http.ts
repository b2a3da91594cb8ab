import type { Failure, FieldError, Send, Sending, Sent } from '../live/sending.ts';
import { type Call, requestOf } from './calls.ts';
import { owedLogout, payLogout } from './owed-logout.ts';

/** A failed call as an exception, also for pages without the store. `isFailure` recognises both forms. */
export class ApiError extends Error implements Failure {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly reference: string;
  readonly fields: readonly FieldError[];
  readonly retryAfter: number;
  constructor(status: number, code: string, message = '', reference = newReference(), fields: readonly FieldError[] = [], retryAfter = 0) {
    super(message);
    this.status = status;
    this.code = code;
    this.reference = reference;
    this.fields = fields;
    this.retryAfter = retryAfter;
  }
}
/** No answer came. */
export const unreached = (): ApiError => new ApiError(0, 'NETWORK');

/** A reference for a failure that the server has not seen. */
export const newReference = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) => byte.toString(16).padStart(2, '0')).join('');

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
export const isFailure = (error: unknown): error is Failure =>
  isRecord(error) && typeof error['status'] === 'number' && typeof error['code'] === 'string';

/** An error answer. `codes`: the header that names the code of each field's error. */
export const refusalOf = (status: number, body: unknown, header: (name: string) => string | null): ApiError => {
  const { code, message, errors } = isRecord(body) ? body : {};
  const named = header('x-error-codes')?.split(',') ?? [];
  const fields = (Array.isArray(errors) ? errors : []).flatMap((item: unknown, index) => {
    if (!isRecord(item) || typeof item['path'] !== 'string') return [];
    const code = named[index];
    return [{ path: item['path'], message: String(item['message'] ?? ''), ...(code && { code }) }];
  });
  const known = typeof code === 'string' ? code : 'UNKNOWN';
  const said = typeof message === 'string' ? message : '';
  const retryAfter = Math.max(0, Number(header('retry-after')) || 0);
  return new ApiError(status, known, said, header('x-request-id') ?? undefined, fields, retryAfter);
};

/** The page and release that sent a command; both are known only to the build. */
const CLIENT: string | undefined = import.meta.env['VITE_CLIENT'];

let person = (): number | undefined => undefined;
let refused = (_code: string): void => undefined;
/** Says whom the page shows: each call names that person, and the school refuses it where the cookie is another's. */
export const callsAreFor = (who: typeof person, whenRefused: typeof refused): void => {
  person = who;
  refused = whenRefused;
};
let asOf = (): string | null => null;
/** Says as of which moment the page shows the school; null: as of now. */
export const callsAreAsOf = (moment: typeof asOf): void => {
  asOf = moment;
};
let kept = async (_url: string): Promise<Sent | undefined> => undefined;
/** What this device has kept answers reads where the school cannot be reached (kept-courses.ts). */
export const keptAnswers = (by: typeof kept): void => {
  kept = by;
};
let prove = async (): Promise<boolean> => false;
/** Asks the person for proof of identity, and returns whether they gave it (proof.ts). */
export const proveBy = (ask: typeof prove): void => {
  prove = ask;
};
export const personHeader = (): Record<string, string> => {
  const shown = person();
  return shown === undefined ? {} : { 'x-person': String(shown) };
};

let ahead = 0;
/** The time by the school's clock, as of its last answer: this device's may be wrong by hours. */
export const schoolNow = (): Date => new Date(Date.now() + ahead);

declare global {
  /** The first read of the page's address, sent before the application was loaded (index.html). */
  var first: { call: string; arg: number; url: string; headers: Record<string, string>; answer: Promise<Response> } | undefined;
}
/** Its answer for the same request, once; not after a command, which it may not reflect, nor once the address was asked in another way. */
const takeFirst = (url: string, method: string, headers: Record<string, string>): Promise<Response> | undefined => {
  const { first } = globalThis;
  if (first?.url === url || method !== 'GET') globalThis.first = undefined;
  const same = first?.url === url && JSON.stringify(first.headers) === JSON.stringify(headers);
  return same && method === 'GET' ? first.answer : undefined;
};

interface Manner {
  /** The call asks who is signed in, instead of naming them. */
  whoever?: boolean | undefined;
  /** How to read an answer that is not JSON. */
  read?: (response: Response) => Promise<unknown>;
}

/** Sends one call of the API: the only place that does, for the store's endpoints and for `call`. */
export const send = async (
  sending: Sending,
  { whoever, read = (response) => response.json() }: Manner = {},
  proven = false,
): ReturnType<Send> => {
  const { url, method = 'GET', body, headers, signal, keepalive = false } = sending;
  const then = asOf();
  // A logout that could not be sent while the network was away goes first.
  if (owedLogout() !== null && (method !== 'GET' || whoever) && !(await payLogout())) throw unreached();
  let response: Response | undefined;
  let data: unknown;
  try {
    const all = {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(!whoever && personHeader()),
      ...(then !== null && { 'x-as-of': then }),
      ...(method !== 'GET' && CLIENT !== undefined && { 'x-client': CLIENT }),
      ...headers,
    };
    response = await (takeFirst(url, method, all) ??
      fetch(url, {
        method,
        credentials: 'same-origin',
        headers: all,
        body: body === undefined ? null : JSON.stringify(body),
        signal: signal ?? AbortSignal.timeout(30_000),
        keepalive,
      }));
    data = await (response.ok ? read(response) : response.json());
  } catch (cause) {
    if ((cause as Error).name === 'AbortError') throw cause;
    if (!response || !(cause instanceof SyntaxError)) {
      const ofNow = then === null && !headers?.['x-as-of'];
      const found = method === 'GET' && ofNow ? await kept(url).catch(() => undefined) : undefined;
      if (found) return { ...found, kept: true };
      throw unreached();
    }
    // A proxy answered in the school's place.
    if (response.ok) throw new ApiError(response.status, 'UNKNOWN');
  }
  const said = Date.parse(response.headers.get('date') ?? '') - Date.now();
  // The header is in whole seconds, and the answer was under way for a while.
  if (Number.isFinite(said)) ahead = Math.abs(said) < 5_000 ? 0 : said;
  if (response.ok) return { data, headers: response.headers };
  const refusal = refusalOf(response.status, data, (name) => response.headers.get(name));
  // After giving proof, the person need not press again.
  if (refusal.code === 'PROOF_REQUIRED' && method !== 'GET' && !proven && (await prove())) return send(sending, { whoever, read }, true);
  if (!whoever) refused(refusal.code);
  throw refusal;
};

interface CallOptions extends Pick<Manner, 'whoever'> {
  /** As of when, whatever the page shows: an ISO date and time, or '' for now. */
  asOf?: string | undefined;
  signal?: AbortSignal;
  /** The read must reflect at least this position. */
  minPosition?: string | undefined;
  /** The same key means the same command. */
  key?: string;
}
export interface Answer<T> {
  data: T;
  /** Position of the write, or the one that the read reflects. */
  position: string | null;
}

// biome-ignore lint/suspicious/noConfusingVoidType: `void` is what a call takes that takes nothing
export type Given<Arg> = void extends Arg ? [arg?: undefined, options?: CallOptions] : [arg: NoInfer<Arg>, options?: CallOptions];

/** One call from pages that do not load the store (landing, catalogue, sign-in): `call(calls.enrol, { … })`. Pages in a shell use api/api.ts. */
export const call = async <Arg, T>(
  which: Call<Arg, T>,
  ...[arg, { signal, minPosition, key, whoever, asOf: moment } = {}]: Given<Arg>
): Promise<Answer<T>> => {
  const headers = {
    ...(minPosition && { 'x-min-position': minPosition }),
    ...(key && { 'idempotency-key': key }),
    ...(moment !== undefined && { 'x-as-of': moment }),
  };
  const { data, headers: of } = await send({ ...requestOf(which, arg as Arg), headers, signal }, { whoever });
  return { data: data as T, position: of.get('x-position') };
};
