import { owedLogout, payLogout } from './owed-logout.ts';

/** What the server says of one field; `code` is one of the catalogue. */
export interface FieldError {
  path: string;
  message: string;
  code?: string;
}

/**
 * The API from pages that do not load the store (landing, catalogue, sign-in), and the one shape of a failed call.
 * Pages inside a shell use the generated RTK Query endpoints instead.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** The contract's code; `NETWORK` when there was no answer, `UNKNOWN` when it was not the API's. */
  readonly code: string;
  /** For the person who asks for help; the server logs the same one. */
  readonly reference: string;
  readonly fields: readonly FieldError[];
  constructor(status: number, code: string, message: string, reference: string, fields: readonly FieldError[] = []) {
    super(message);
    this.status = status;
    this.code = code;
    this.reference = reference;
    this.fields = fields;
  }
}

export const newReference = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) => byte.toString(16).padStart(2, '0')).join('');

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** `codes`: the header in which the server names the code of each. */
export const readFields = (body: unknown, codes: string | null): FieldError[] => {
  if (!isRecord(body) || !Array.isArray(body['errors'])) return [];
  const named = codes?.split(',') ?? [];
  return body['errors'].flatMap((item: unknown, index) => {
    if (!isRecord(item) || typeof item['path'] !== 'string') return [];
    const code = named[index];
    return [{ path: item['path'], message: String(item['message'] ?? ''), ...(code && { code }) }];
  });
};

let person = (): number | undefined => undefined;
let refused = (_code: string): void => undefined;
/** Says for whom the page is: each call names that person, and the school refuses it where the cookie is another's. */
export const callsAreFor = (who: typeof person, whenRefused: typeof refused): void => {
  person = who;
  refused = whenRefused;
};

let ahead = 0;
/** What the school's clock says now, as of its last answer: the one of this device may be wrong by hours. */
export const schoolNow = (): Date => new Date(Date.now() + ahead);

interface CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: unknown;
  query?: Record<string, string | number | undefined>;
  signal?: AbortSignal;
  /** The read must reflect at least this position. */
  minPosition?: string | undefined;
  /** The same key again is the same command. */
  key?: string;
  /** Asks who is signed in. */
  whoever?: boolean;
}
export interface Answer<T> {
  data: T;
  /** Position of the write, or the one that the read reflects. */
  position: string | null;
}

/** One call. Answers are the API's own, made from the contract that also types `T`; it is not parsed again here. */
export const call = async <T>(
  path: string,
  { method = 'GET', body, query, signal, minPosition, key, whoever = false }: CallOptions = {},
): Promise<Answer<T>> => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(name, String(value));
  const url = search.size > 0 ? `${path}?${search}` : path;
  // Somebody left while the network was away: that goes first.
  if (owedLogout() !== null && (method !== 'GET' || path.startsWith('/api/auth/')) && !(await payLogout()))
    throw new ApiError(0, 'NETWORK', 'network', newReference());
  const shown = whoever ? undefined : person();
  let response: Response;
  try {
    response = await fetch(url, {
      method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(minPosition ? { 'x-min-position': minPosition } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
        ...(shown === undefined ? {} : { 'x-person': String(shown) }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiError(0, 'NETWORK', 'network', newReference());
  }
  const said = Date.parse(response.headers.get('date') ?? '') - Date.now();
  // It says whole seconds, and was on its way for a while.
  if (Number.isFinite(said)) ahead = Math.abs(said) < 5_000 ? 0 : said;
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    const reference = response.headers.get('x-request-id') ?? newReference();
    const code = isRecord(answer) && typeof answer['code'] === 'string' ? answer['code'] : 'UNKNOWN';
    if (code === 'PERSON_CHANGED') refused(code);
    const message = isRecord(answer) && typeof answer['message'] === 'string' ? answer['message'] : '';
    throw new ApiError(response.status, code, message, reference, readFields(answer, response.headers.get('x-error-codes')));
  }
  return { data: answer as T, position: response.headers.get('x-position') };
};
