import '@testing-library/jest-dom/vitest';
import '../../../i18n/i18n.ts';
import '../../../i18n/errors.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

vi.mock('../../../lib/session.ts', async (original) => ({
  ...(await original<object>()),
  useSessionUser: () => ({ id: 2, user_role: 3 }),
  useMaybeSession: () => ({ id: 2, user_role: 3 }),
}));
/** Vitest's jsdom environment defines this global, which can change the page's address. */
declare const jsdom: { reconfigure: (settings: { url: string }) => void };

const change = {
  ...{ tipo: 'sesion', id: 11, titulo: 'Clase con charla', ruta: [], cambio: 'cambiado', campos: [], movido: null, conflicto: null },
  ...{ quien: { id: 2, nombre: 'Julián' }, cuando: '2026-03-01T12:00:00.000Z' },
};
/** The school, as far as the dialog sees it. */
const school = { silent: 1, sent: [] as unknown[] };
const server = createServer(async (request, response) => {
  let text = '';
  for await (const part of request) text += part;
  if (request.method === 'POST') school.sent.push(JSON.parse(text));
  response.writeHead(200, { 'content-type': 'application/json', 'X-Position': '1' });
  const changes = { id_curso: 1, titulo: 'IA', estado: 1, version: 4, cambios: [change], conflictos: 0, videosSinTexto: school.silent };
  response.end(JSON.stringify(request.method === 'POST' ? { message: '', cambios: 1 } : changes));
});

let ReviewDialog: typeof import('./review-dialog.tsx').ReviewDialog;
let store: typeof import('../../../api/store.ts');
beforeAll(async () => {
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
  jsdom.reconfigure({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/instructor/courses/1/edit` });
  store = await import('../../../api/store.ts');
  ({ ReviewDialog } = await import('./review-dialog.tsx'));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
afterEach(cleanup);

// rows: N08
test('changes that bring a video without captions are published for a reason only, and lead to where one says that it has some', async () => {
  render(
    <Provider store={store.createStore()}>
      <MemoryRouter>
        <ReviewDialog courseId={1} open onClose={vi.fn()} />
      </MemoryRouter>
    </Provider>,
  );
  const reason = await screen.findByRole('textbox', { name: /^¿Por qué se publica con videos sin subtítulos\?/, hidden: true });
  const publish = screen.getByRole('button', { name: 'Publicar 1 cambio', hidden: true });
  expect(publish).toBeDisabled();
  expect(screen.getByText(/Vas a publicar 1 video sin subtítulos/)).toBeInTheDocument();
  const link = screen.getByRole('link', { name: 'Di qué videos los tienen', hidden: true });
  expect(link).toHaveAttribute('href', '/instructor/courses?videos=1');
  fireEvent.change(reason, { target: { value: '  ' } });
  expect(publish).toBeDisabled();
  fireEvent.change(reason, { target: { value: 'Llegan el lunes' } });
  fireEvent.click(publish);
  await waitFor(() => expect(school.sent).toEqual([{ version: 4, motivo: 'Llegan el lunes' }]));
});
