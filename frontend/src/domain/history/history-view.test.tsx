import '../../i18n/i18n.ts';
import '../../i18n/errors.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HistoryEntry, HistoryPage } from '../../../../backend/api/contract/history.ts';

/** Vitest's jsdom environment defines this global, which can change the page's address. */
declare const jsdom: { reconfigure: (settings: { url: string }) => void };

const act = (id: string, frase: string, more: Partial<HistoryEntry> = {}): HistoryEntry => ({
  ...{ id, frase, fecha: '2026-11-03T18:00:00.000Z', quien: { id: 1, nombre: 'Renata' }, motivo: null, ademas: [], partes: [], campos: [] },
  ...{ version: null, restaura: null, deshecho: null, reversible: false, eventos: [], ...more },
});
const undoing = act('vuelta', 'Renata cambió el plan de Premium a Básico', { restaura: { version: null, cambio: 'ida' } });
const undone = act('ida', 'Renata cambió el plan de Básico a Premium', {
  deshecho: { id: 'vuelta', fecha: '2026-11-03T18:00:00.000Z', quien: null },
});
/** Three pages of one act each; a search finds only the oldest act. */
const pages: Record<string, HistoryEntry> = { '': undoing, b: act('otro', 'Renata cambió el nombre'), c: undone };
const server = createServer(({ url = '' }, response) => {
  const { pathname, searchParams: query } = new URL(url, 'http://x');
  const json = { 'content-type': 'application/json', 'X-Position': '000001' };
  if (pathname.endsWith('/deshacer')) {
    const plan = { campo: 'plan', de: null, antes: 'premium', despues: 'basic' };
    response.writeHead(200, json);
    response.end(JSON.stringify({ campos: [plan], conflictos: 0, impide: 'LAST_ADMIN', ademas: [] }));
    return;
  }
  const at = query.get('buscar') === null ? (query.get('cursor') ?? '') : 'c';
  const answer: HistoryPage = {
    ...{ cambios: [pages[at] as HistoryEntry], version: null, personas: [] },
    siguiente: at === '' ? 'b' : at === 'b' ? 'c' : null,
  };
  response.writeHead(200, json);
  response.end(JSON.stringify(answer));
});

let view: typeof import('./history-view.tsx');
let api: typeof import('../../api/store.ts');
beforeAll(async () => {
  // jsdom has no `scrollIntoView`.
  Element.prototype.scrollIntoView = () => undefined;
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
  jsdom.reconfigure({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/admin/users` });
  api = await import('../../api/store.ts');
  await import('../../api/topics.ts');
  view = await import('./history-view.tsx');
  const { setSessionUser } = await import('../../lib/session.ts');
  const admin = { id: 1, username: 'renata', name: 'Renata', first_name: 'Renata', last_name: 'A', user_role: 2, tipo_usuario: 1 };
  setSessionUser(admin as Parameters<typeof setSessionUser>[0]);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

// rows: K07
test('from an undo one gets to what it undid and back, also where that is pages away, or left out by a filter', async () => {
  const router = createMemoryRouter([{ path: '*', element: <view.HistoryView of={{ of: 'person', userId: 4 }} /> }]);
  render(
    <Provider store={api.createStore()}>
      <RouterProvider router={router} />
    </Provider>,
  );
  const press = async () => userEvent.click((await screen.findAllByRole('button', { name: 'Ver ese cambio' })).at(-1) as HTMLElement);
  const focused = () => document.activeElement?.id;
  await screen.findByText(undoing.frase);
  expect(screen.queryByText(undone.frase)).toBeNull();
  await press();
  await waitFor(() => expect(focused()).toBe('cambio-ida'));
  await press();
  expect(focused()).toBe('cambio-vuelta');

  fireEvent.change(screen.getByRole('searchbox', { hidden: true }), { target: { value: 'Premium' } });
  await waitFor(() => expect(screen.queryByText(undoing.frase)).toBeNull());
  await press();
  await waitFor(() => expect(focused()).toBe('cambio-vuelta'));
});

// rows: K07
test('what cannot be undone for now is not offered: it is said why, and what it would change', async () => {
  const { RecordBack } = await import('./back-dialog.tsx');
  render(
    <Provider store={api.createStore()}>
      <RecordBack of={{ of: 'person', userId: 4 }} entry={undone} onClose={() => undefined} />
    </Provider>,
  );
  await screen.findByText('Por ahora no se puede. Esto es lo que cambiaría:');
  expect(screen.queryByText(/si sigues/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Deshacer' })).toBeNull();
});
