import { feed } from '../../api/feed.ts';
import { ApiError, newReference } from '../../lib/http.ts';

/** Fetches the CSV with everything this page has already seen in it, and hands it to the browser as a file. */
export async function downloadLeads(filters: Readonly<Record<string, string>>): Promise<void> {
  const min = [feed().seen(), feed().commit()].reduce((a, b) => (a === null || (b !== null && b > a) ? b : a), null);
  let response: Response;
  try {
    response = await fetch(`/api/contactos/exportar?${new URLSearchParams(filters)}`, {
      credentials: 'same-origin',
      headers: { accept: 'text/csv', ...(min !== null && { 'x-min-position': min }) },
    });
  } catch {
    throw new ApiError(0, 'NETWORK', 'network', newReference());
  }
  if (!response.ok) {
    const said = (await response.json().catch(() => ({}))) as { code?: string; message?: string };
    throw new ApiError(response.status, said.code ?? 'UNKNOWN', said.message ?? '', response.headers.get('x-request-id') ?? newReference());
  }
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'contactos.csv';
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has begun to read it by the next turn.
  setTimeout(() => URL.revokeObjectURL(url));
}
