import '@testing-library/jest-dom/vitest';
import '../../i18n/i18n.ts';
import '../../i18n/errors.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { CalendarEntry, WebinarRecord } from '../../../../backend/api/contract/webinars.ts';
import { stateNow } from '../../domain/live-event/live-event.tsx';

const notices = vi.hoisted(() => ({ success: vi.fn(), info: vi.fn(), error: vi.fn() }));
vi.mock('../../ui/notify.ts', () => ({ notify: notices }));
/** Vitest's jsdom environment defines this global, which can change the page's address. */
declare const jsdom: { reconfigure: (settings: { url: string }) => void };

const DAY = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();
const event = (more: Partial<WebinarRecord> = {}): WebinarRecord => ({
  ...{ id: 3, titulo: 'Evalúa a tu agente', descripcion: 'En vivo', tipo: 'workshop', estado: 'upcoming', zona: 'America/Tijuana' },
  ...{ inicio: inDays(3), fin: inDays(3.1), fecha: '2026-11-20', hora: '18:00', duracion: 90, lugar: null, en_linea: true },
  ...{ id_instructor: 2, instructor: 'Julián Ocampo', cupo: 2, inscritos: 1, en_espera: 0, asistentes: 0, abre: inDays(2.99) },
  ...{ mio: null, motivo: null, grabacion: null, solo_premium: false, falta_premium: false, cuenta: null },
  ...more,
});
/** The school, as far as the page sees it. */
const school = {
  events: [] as WebinarRecord[],
  dates: [] as CalendarEntry[],
  writes: [] as string[],
  refuse: null as string | null,
  broken: false,
};
const server = createServer((request, response) => {
  const { method = '', url = '' } = request;
  let body = '';
  request.on('data', (part) => {
    body += String(part);
  });
  request.on('end', () => {
    const answer = (said: unknown, status = 200) => {
      response.writeHead(status, {
        'content-type': 'application/json',
        'X-Position': String(school.writes.length).padStart(6, '0'),
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Expose-Headers': '*',
      });
      response.end(JSON.stringify(said));
    };
    if (method !== 'GET') {
      school.writes.push(`${method} ${url} ${body}`.trim());
      return school.refuse
        ? answer({ code: school.refuse, message: '' }, 422)
        : answer({ message: '¡Listo! Tu lugar está apartado.', estado: 'inscrito' });
    }
    if (school.broken) return answer({ code: 'INTERNAL', message: '' }, 500);
    if (url.startsWith('/api/agenda/fechas/')) {
      const [from = new Date().toISOString(), to = '9'] = [...url.matchAll(/20\d\d-\d\d-\d\d/g)].map(String);
      return answer({ fechas: school.dates.filter(({ inicio }) => inicio >= from && inicio.slice(0, 10) <= to) });
    }
    return answer({ eventos: school.events, siguiente: null });
  });
});

let page: typeof import('./events-page.tsx');
let api: typeof import('../../api/store.ts');
beforeAll(async () => {
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
  jsdom.reconfigure({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events` });
  api = await import('../../api/store.ts');
  await import('../../api/topics.ts');
  page = await import('./events-page.tsx');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  Object.assign(school, { events: [event()], dates: [], writes: [], refuse: null, broken: false });
  for (const spy of Object.values(notices)) spy.mockClear();
});
afterEach(cleanup);

const show = () => {
  const router = createMemoryRouter([{ path: '/events', Component: page.Component }], { initialEntries: ['/events'] });
  render(
    <Provider store={api.createStore()}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return userEvent.setup();
};

// rows: G03
test('an open page knows by its own clock that an event began and that it is over', () => {
  const timed = { estado: 'upcoming' as const, inicio: '2026-11-20T02:00:00.000Z', fin: '2026-11-20T03:00:00.000Z' };
  const at = (time: string) => stateNow(timed, Date.parse(`2026-11-20T${time}:00.000Z`));
  expect([at('01:59'), at('02:00'), at('02:59'), at('03:00')]).toEqual(['upcoming', 'ongoing', 'ongoing', 'completed']);
  expect(stateNow({ ...timed, estado: 'cancelled' }, Date.parse(timed.inicio))).toBe('cancelled');
});

// rows: G06
test('one registers where there is a seat, and waits only by a button that says so', async () => {
  const person = show();
  await person.click(await screen.findByRole('button', { name: 'Inscribirme a «Evalúa a tu agente»' }));
  await waitFor(() => expect(school.writes).toEqual(['POST /api/agenda/3/inscripcion {"espera":false}']));
  cleanup();
  school.events = [event({ inscritos: 2 })];
  show();
  expect(await screen.findByText('Lleno')).toBeInTheDocument();
  await person.click(screen.getByRole('button', { name: 'Entrar a la lista de espera de «Evalúa a tu agente»' }));
  await waitFor(() => expect(school.writes[1]).toBe('POST /api/agenda/3/inscripcion {"espera":true}'));
});

// rows: B32
test('a session for Premium says so, and leads who has no plan to the plans instead of a refusal', async () => {
  school.events = [event({ solo_premium: true, falta_premium: true })];
  show();
  expect(await screen.findByText('Solo Premium')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: /Ver el plan Premium/ })).toHaveAttribute('href', '/pricing');
  expect(screen.queryByRole('button', { name: /Inscribirme|espera/ })).toBeNull();
});

test('a refusal is told in words, and a list that failed is asked for again', async () => {
  school.refuse = 'WEBINAR_FULL';
  const person = show();
  await person.click(await screen.findByRole('button', { name: /Inscribirme/ }));
  await waitFor(() => expect(notices.error).toHaveBeenCalledWith('Ya no quedan lugares. Puedes apuntarte a la lista de espera.'));
  cleanup();
  school.broken = true;
  show();
  expect(await screen.findByText('No se pudieron cargar los eventos')).toBeInTheDocument();
  school.broken = false;
  await person.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByRole('heading', { name: 'Evalúa a tu agente' })).toBeInTheDocument();
});

test('the calendar opens at the month of what comes next, and otherwise at this one', async () => {
  const { Component } = await import('./calendar-page.tsx');
  const { setSessionUser } = await import('../../lib/session.ts');
  setSessionUser({ id: 4, user_role: 1 } as Parameters<typeof setSessionUser>[0]);
  const date = (titulo: string, days: number): CalendarEntry => ({
    ...{ tipo: 'evento', id: '3', titulo, inicio: inDays(days), fin: inDays(days + 0.1), estado: 'upcoming', lugar: null },
  });
  const open = () => {
    cleanup();
    render(
      <Provider store={api.createStore()}>
        <RouterProvider router={createMemoryRouter([{ path: '*', Component }])} />
      </Provider>,
    );
  };
  school.dates = [date('Ya fue', -3), date('Lo que sigue', 70), date('Después', 140)];
  open();
  expect(await screen.findByText('Lo que sigue')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Hoy' })).toBeInTheDocument();
  school.dates = [];
  open();
  expect(await screen.findByText(/^No tienes nada con fecha/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Hoy' })).toBeNull();
});
