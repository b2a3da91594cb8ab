import type { Sending } from '../live/sending.ts';
import { isFailure, send, unreached } from './http.ts';

/** A file may be generated while it is sent, which may take this long. */
const PATIENCE_MS = 10 * 60_000;
/** How often the download is resumed without having received another byte, after one second, two, four… */
const TRIES = 5;

interface Came {
  status: number;
  parts: Blob[];
  /** The connection ended before the answer did. */
  broken: boolean;
}
async function bodyOf(response: Response): Promise<Came> {
  const came: Came = { status: response.status, parts: [], broken: false };
  const reader = response.body?.getReader();
  try {
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) came.parts.push(new Blob([next.value]));
  } catch (cause) {
    if ((cause as Error).name === 'AbortError') throw cause;
    came.broken = true;
  }
  return came;
}
const pause = (ms: number) => new Promise((go) => setTimeout(go, ms));

/** Downloads a file. Where the connection is lost and the school supports resuming (`ETag`, `Accept-Ranges`), it is resumed; otherwise this throws. */
export async function takeFile(
  sending: Sending,
  wait: (ms: number) => Promise<unknown> = pause,
): Promise<{ data: Blob; headers: Headers }> {
  let parts: Blob[] = [];
  let tag: string | null = null;
  for (let tries = 0; ; ) {
    const size = parts.reduce((sum, part) => sum + part.size, 0);
    const on = tag === null ? {} : { range: `bytes=${size}-`, 'if-range': tag };
    const signal = sending.signal ?? AbortSignal.timeout(PATIENCE_MS);
    try {
      const { data, headers } = await send({ ...sending, headers: { ...sending.headers, ...on }, signal }, { read: bodyOf });
      const came = data as Came;
      parts = came.status === 206 ? [...parts, ...came.parts] : came.parts;
      if (!came.broken) return { data: new Blob(parts, { type: headers.get('content-type') ?? '' }), headers };
      tag = headers.get('accept-ranges') === 'bytes' ? headers.get('etag') : null;
      if (came.parts.length > 0) tries = 0;
    } catch (error) {
      if (tag === null || !isFailure(error) || error.status !== 0) throw error;
    }
    if (tag === null || tries === TRIES) throw unreached();
    await wait(1_000 * 2 ** tries++);
  }
}
