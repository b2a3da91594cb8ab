import { send } from '../lib/http.ts';
import type { Sending } from '../live/live.ts';
import { feed } from './feed.ts';

/** A file may be written while it is sent, for as long as that takes. */
const PATIENCE_MS = 10 * 60_000;

/**
 * Fetches a file with everything this page has already seen in it, for whom the page shows, and hands it to the browser. A plain link would bring
 * that of whoever the cookie stands for by now.
 */
export async function download(sending: Sending, accept: string, fallbackName: string): Promise<void> {
  const min = [feed().seen(), feed().commit()].reduce((a, b) => (a === null || (b !== null && b > a) ? b : a), null);
  const headers = { ...sending.headers, accept, ...(min !== null && { 'x-min-position': min }) };
  const signal = sending.signal ?? AbortSignal.timeout(PATIENCE_MS);
  const { data, headers: of } = await send({ ...sending, headers, signal }, { read: (response) => response.blob() });
  const url = URL.createObjectURL(data as Blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = /filename="([^"]+)"/.exec(of.get('content-disposition') ?? '')?.[1] ?? fallbackName;
  link.click();
  // The browser has begun to read it by the next turn.
  setTimeout(() => URL.revokeObjectURL(url));
}
