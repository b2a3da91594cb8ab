import '@testing-library/jest-dom/vitest';
import '../../../i18n/i18n.ts';
import './texts.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { CommentRecord } from '../../../../../backend/api/contract/comments.ts';

/** Vitest's jsdom environment defines this global, which can change the page's address. */
declare const jsdom: { reconfigure: (settings: { url: string }) => void };
const written: { url: string; body: Record<string, unknown> }[] = [];
const server = createServer((request, response) => {
  let text = '';
  request.on('data', (part) => {
    text += part;
  });
  request.on('end', () => {
    if (request.method === 'POST') written.push({ url: request.url ?? '', body: JSON.parse(text || '{}') });
    response.writeHead(request.method === 'POST' ? 201 : 200, { 'content-type': 'application/json', 'X-Position': '000001' });
    response.end(JSON.stringify({ message: 'Comentario publicado', id: 9 }));
  });
});
const one = (id: number, root: number | null, nombre: string) => ({
  ...{
    id,
    id_curso: 1,
    id_subtema: 3,
    titulo: null,
    id_raiz: root,
    comentario: `Lo que dice ${nombre}`,
    estado: 'visible' as const,
    motivo: null,
  },
  ...{ reportado: false, fecha: '2026-11-20T10:00:00.000Z', editado: null, propio: false, editable: null, menciones: [], reacciones: [] },
  usuario: { id, nombre, foto: null, papel: 'estudiante' as const },
});
const thread = (first: Partial<CommentRecord> = {}): CommentRecord => ({
  ...one(5, null, 'Ana'),
  ...{ mejor: null, totalRespuestas: 1, respuestas: [one(6, 5, 'Beto')], siguientes: null },
  ...first,
});

let Thread: typeof import('./thread.tsx').Thread;
let api: typeof import('../../../api/store.ts');
beforeAll(async () => {
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
  jsdom.reconfigure({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/courses` });
  api = await import('../../../api/store.ts');
  ({ Thread } = await import('./thread.tsx'));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
afterEach(cleanup);
const open = (shown: CommentRecord) => {
  const said: number[] = [];
  const element = (
    <ol>
      <Thread thread={shown} speaks staff={false} linkedTo={null} onSaid={(id) => said.push(id)} />
    </ol>
  );
  const router = createMemoryRouter([{ path: '*', element }]);
  render(
    <Provider store={api.createStore()}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return said;
};

// rows: C19
test('one answers the comment whose button was pressed, also where that is an answer', async () => {
  const said = open(thread());
  await userEvent.click(screen.getByRole('button', { name: 'Responder a Beto' }));
  const answer = within(screen.getByRole('list', { name: '1 respuesta' }));
  // The person who is answered is mentioned, and so notified.
  expect(answer.getByRole('textbox')).toHaveValue('@Beto ');
  await userEvent.type(answer.getByRole('textbox'), 'Y yo');
  await userEvent.click(answer.getByRole('button', { name: 'Responder' }));
  await waitFor(() => expect(said).toEqual([9]));
  expect(written).toMatchObject([{ url: '/api/comentarios', body: { id_subtema: 3, id_respuesta_a: 6, comentario: '<@6> Y yo' } }]);
});

// rows: C19
test('the answers of a comment that its author took back can still be answered; those of one that a moderator took down cannot', () => {
  open(thread({ estado: 'quitado', comentario: null }));
  expect(screen.getByRole('button', { name: 'Responder a Beto' })).toBeInTheDocument();
  cleanup();
  open(thread({ estado: 'moderado', comentario: null }));
  expect(screen.getByText('Lo que dice Beto')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Responder/ })).toBeNull();
});
