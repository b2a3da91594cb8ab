import '@testing-library/jest-dom/vitest';
import '../../i18n/i18n.ts';
import '../../i18n/errors.ts';
import './texts.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { CourseResources, LinkChecked } from '../../../../backend/api/contract/resources.ts';

const notices = vi.hoisted(() => ({ success: vi.fn(), info: vi.fn(), error: vi.fn() }));
vi.mock('../../ui/notify.ts', () => ({ notify: notices }));
/** Vitest's jsdom environment defines this global, which can change the page's address. */
declare const jsdom: { reconfigure: (settings: { url: string }) => void };

const guide = 'https://guias.mx/ia';
const film = 'https://youtu.be/abc';
const course = (comprueba: boolean): CourseResources => ({
  ...{ id_curso: 3, comprueba },
  recursos: [
    {
      ...{ id_recurso: 5, id_sesion: 2, titulo: 'Guía', link_recurso: guide, tipo_recurso: 1, id_modulo: 1, modulo: 'Uno' },
      ...{ clase: 'Inicio', aperturas: 0, personas: 0, ultimaApertura: null, roto: null, externo: true },
    },
  ],
  videos: [
    {
      ...{ link_video: film, id_modulo: 1, modulo: 'Uno', id_sesion: 2, clase: 'La película', id_subtema: null, subtema: null },
      roto: { desde: '2026-03-02T12:00:00.000Z', motivo: 'gone' },
    },
  ],
});
/** The school, as far as the panel sees it: what it answers a look with, or by which code it refuses. */
const school = { checks: true, found: null as LinkChecked | null, refuses: 'CONFLICT', asked: [] as [string, unknown][] };
const server = createServer((request, response) => {
  const { method = '', url = '' } = request;
  let text = '';
  request.on('data', (part) => {
    text += part;
  });
  request.on('end', () => {
    const answer = (body: unknown, status = 200) => {
      response.writeHead(status, { 'content-type': 'application/json', 'X-Position': '000001', 'Access-Control-Allow-Origin': '*' });
      response.end(JSON.stringify(body));
    };
    if (method === 'GET') return answer(course(school.checks));
    school.asked.push([url, text ? JSON.parse(text) : null]);
    return school.found ? answer(school.found) : answer({ code: school.refuses, message: '' }, 409);
  });
});

let panel: typeof import('./resources-panel.tsx');
let store: import('../../api/store.ts').Store;
let api: typeof import('../../api/api.ts').api;
beforeAll(async () => {
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
  jsdom.reconfigure({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/admin/courses` });
  ({ store } = await import('../../api/store.ts'));
  ({ api } = await import('../../api/api.ts'));
  await import('../../api/topics.ts');
  panel = await import('./resources-panel.tsx');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  Object.assign(school, { checks: true, found: null, asked: [] });
  store.dispatch(api.util.resetApiState());
  for (const spy of Object.values(notices)) spy.mockClear();
});
afterEach(cleanup);

const show = () => {
  render(
    <Provider store={store}>
      <MemoryRouter>
        <panel.ResourcesPanel course={{ id: 3, nombre: 'IA para todos' }} onClose={() => undefined} />
      </MemoryRouter>
    </Provider>,
  );
  return userEvent.setup();
};
const lookAt = (name: string) => screen.findByRole('button', { name: `Comprobar ahora: ${name}`, hidden: true });

// rows: C10
test('«Comprobar ahora» looks at the link of a resource, and says beside it what it answered', async () => {
  const user = show();
  school.found = { estado: 'por-confirmar', motivo: 'not-found' };
  await user.click(await lookAt('Guía'));
  expect(
    await screen.findByText(
      /parece roto\. Otra comprobación dentro de unos minutos lo confirma\. El sitio responde que esa página no existe/,
    ),
  ).toBeInTheDocument();
  expect(school.asked).toEqual([['/api/recursos/5/comprobar', null]]);
  expect(await lookAt('Guía')).toBeEnabled();
});

// rows: C10
test('a video that was found gone is looked at by its address; one that is there again is shown so', async () => {
  const user = show();
  school.found = { estado: 'sin-saber', motivo: 'timeout' };
  await user.click(await lookAt('La película'));
  expect(await screen.findByText(/no se pudo saber si funciona\. El sitio tardó demasiado/)).toBeInTheDocument();
  expect(school.asked).toEqual([['/api/recursos/curso/3/comprobar-video', { enlace: film }]]);
  expect(notices.success).not.toHaveBeenCalled();
  school.found = { estado: 'funciona', motivo: null };
  await user.click(await lookAt('La película'));
  await waitFor(() => expect(notices.success).toHaveBeenCalledWith('Comprobado ahora: el enlace funciona.'));
});

// rows: C10
test('a look that fails is said and can be made again; a school that looks at no links has no button', async () => {
  const user = show();
  await user.click(await lookAt('Guía'));
  await waitFor(() => expect(notices.error).toHaveBeenCalledWith(expect.stringMatching(/^No se pudo comprobar el enlace\. ./)));
  expect(await lookAt('Guía')).toBeEnabled();
  cleanup();
  store.dispatch(api.util.resetApiState());
  school.checks = false;
  show();
  await screen.findByText('Guía');
  expect(screen.queryByRole('button', { name: /^Comprobar ahora/, hidden: true })).toBeNull();
});
