import { feed } from '../../api/feed.ts';
import { type ArgOf, requestOf } from '../../lib/calls.ts';
import { send } from '../../lib/http.ts';

/** Fetches the CSV with everything this page has already seen in it, and hands it to the browser as a file. */
export async function downloadLeads(filters: ArgOf<'exportLeads'>): Promise<void> {
  const min = [feed().seen(), feed().commit()].reduce((a, b) => (a === null || (b !== null && b > a) ? b : a), null);
  const sending = {
    ...requestOf(calls.exportLeads, filters),
    headers: { accept: 'text/csv', ...(min !== null && { 'x-min-position': min }) },
  };
  const { data, headers } = await send(sending, { read: (response) => response.blob() });
  const name = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'contactos.csv';
  const url = URL.createObjectURL(data as Blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has begun to read it by the next turn.
  setTimeout(() => URL.revokeObjectURL(url));
}
