/** The server's message about one field; `code` is one of the catalogue. */
export interface FieldError {
  path: string;
  message: string;
  code?: string;
}
/** The failure of a call, of whatever kind: screens choose their text by `code`. Plain data, so that the store can keep it. */
export interface Failure {
  /** HTTP status; 0 where there was no answer. */
  status: number;
  /** The contract's code; `NETWORK` where there was no answer, `UNKNOWN` where it was not the API's. */
  code: string;
  /** The server's message, where there is one. */
  message: string;
  /** A reference for asking for help; the server logs the same one. */
  reference: string | undefined;
  fields: readonly FieldError[];
  /** Seconds that the school asks to wait. */
  retryAfter: number;
}

export interface Sending {
  url: string;
  method?: string;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
  /** It is sent even while the page closes. */
  keepalive?: boolean;
}
/** Sends one call; rejects with a Failure, or as `fetch` does when it was cancelled. */
export type Send = (sending: Sending) => Promise<Sent>;
export interface Sent {
  data: unknown;
  headers: Headers;
  /** The school could not be reached: this is what it answered once, which the device has kept. */
  kept?: boolean;
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isFailure = (error: unknown): error is Failure => isObject(error) && typeof error['status'] === 'number';
/** Without the stack, so that the store can keep it. A cancelled call counts as not answered. */
export const plain = (thrown: unknown, { aborted }: AbortSignal): Failure => {
  if (!isFailure(thrown) && !aborted) throw thrown;
  const given: Failure = { status: 0, code: 'NETWORK', message: '', reference: undefined, fields: [], retryAfter: 0 };
  const { status, code, message, reference, fields, retryAfter } = isFailure(thrown) ? thrown : given;
  return { status, code, message, reference, fields, retryAfter };
};
/** A retry may succeed. */
export const passing = ({ status }: Failure) => [0, 408, 429, 503].includes(status);

/** How long the school asks to wait (milliseconds). */
export const patience = ({ retryAfter }: Failure): number => retryAfter * 1_000;
