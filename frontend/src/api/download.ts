import { takeFile } from '../lib/take-file.ts';
import type { Sending } from '../live/sending.ts';
import { feed } from './feed.ts';

/**
 * Downloads a file that reflects everything this page has seen, for the person whom the page shows: a plain link would be answered for whoever is
 * signed in by now.
 */
export async function download(sending: Sending, accept: string, fallbackName: string): Promise<void> {
  const min = [feed().seen(), feed().commit()].reduce((a, b) => (a === null || (b !== null && b > a) ? b : a), null);
  const headers = { ...sending.headers, accept, ...(min !== null && { 'x-min-position': min }) };
  const { data, headers: of } = await takeFile({ ...sending, headers });
  const url = URL.createObjectURL(data);
  const link = document.createElement('a');
  link.href = url;
  link.download = /filename="([^"]+)"/.exec(of.get('content-disposition') ?? '')?.[1] ?? fallbackName;
  link.click();
  // The browser starts reading the URL in a later turn of the event loop, so it is revoked only after that.
  setTimeout(() => URL.revokeObjectURL(url));
}
