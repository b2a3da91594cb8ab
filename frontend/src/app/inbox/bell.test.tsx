// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import '../../i18n/i18n.ts';
import '../../i18n/errors.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { InboxRecord } from '../../../../backend/api/contract/notifications.ts';

/** The page asks from another origin here. */
const crossOrigin = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Allow-Methods': '*',
  'Access-Control-Expose-Headers': '*',
};
/** vitest's own browser. */
declare const jsdom: { reconfigure: (settings: { url: string }) => void };

const received = (id: number, titulo: string, more: Partial<InboxRecord['notificacion']> = {}, leida = false): InboxRecord => ({
  ...{ id_notificacion: id, leida },
  notificacion: {
    ...{ id_notificacion: id, titulo, mensaje: `De ${titulo}`, tipo: 'general', fecha_envio: `2026-11-2${id}T10:00:00.000Z` },
    ...{ id_curso: null, curso: null, enlace: null, en: null, ...more },
  },
});
const school = { list: [] as InboxRecord[], urgent: null as InboxRecord | null, written: [] as string[], status: 200 };
const answers = (method: string, url: string) => {
  if (method === 'OPTIONS') return {};
  if (method !== 'GET') {
    school.written.push(`${method} ${url}`);
    const [, one] = /leida\/\d+\/(\d+)/.exec(url) ?? [];
    school.list = school.list.map((had) =>
      (one === undefined ? !url.includes('leidas') : String(had.id_notificacion) !== one) ? had : { ...had, leida: true },
    );
    return { message: '' };
  }
  const news = school.list.filter(({ leida }) => !leida).length;
  return url.includes('resumen') ? { nuevas: news, sinVer: news, urgente: school.urgent } : school.list;
};
const server = createServer((request, response) => {
  const { method = '', url = '' } = request;
  response.writeHead(school.status, { 'content-type': 'application/json', 'X-Position': '000001', ...crossOrigin });
  response.end(JSON.stringify(school.status === 200 ? answers(method, url) : { code: 'UNEXPECTED', message: '' }));
});
const user = { id: 2, username: 'ana', name: 'Ana', user_role: 1 } as never;

let shown: () => React.ReactNode;
beforeAll(async () => {
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
  jsdom.reconfigure({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/dashboard` });
  const { Bell } = await import('./bell.tsx');
  const { UrgentBanner } = await import('./urgent-banner.tsx');
  const { useInbox } = await import('./use-inbox.ts');
  shown = function Shown() {
    const inbox = useInbox(user);
    return (
      <>
        <Bell user={user} inbox={inbox} />
        <UrgentBanner inbox={inbox} />
      </>
    );
  };
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => Object.assign(school, { list: [], urgent: null, written: [], status: 200 }));
afterEach(async () => {
  cleanup();
  (await import('../../lib/use-resource.ts')).forgetResources();
});
const open = () => {
  const Shown = shown as React.ComponentType;
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element: <Shown /> }])} />);
};

// rows: F01
test('the bell says how many are new; its list stands by course, and one that is opened is read', async () => {
  school.list = [
    received(3, 'Del curso', { id_curso: 1, curso: 'IA No Code', tipo: 'course', enlace: '/courses?courseId=1' }),
    received(2, 'De todos'),
    received(1, 'Leída', {}, true),
  ];
  open();
  const bell = await screen.findByRole('button', { name: 'Notificaciones: 2 nuevas' });
  await userEvent.click(bell);
  const list = await screen.findByRole('region', { name: 'IA No Code' });
  expect(within(screen.getByRole('region', { name: 'De la escuela' })).getAllByRole('listitem')).toHaveLength(2);
  await userEvent.click(within(list).getByRole('button', { name: /Del curso/ }));
  expect(await screen.findByRole('heading', { name: 'Del curso' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Abrir' })).toHaveAttribute('href', '/courses?courseId=1');
  await waitFor(() => expect(school.written).toContain('PUT /api/usuariosnotificaciones/leida/2/3'));
  expect(school.written).toContain('PUT /api/usuariosnotificaciones/vistas/2');
  await waitFor(() => expect(bell).toHaveAccessibleName('Notificaciones: 1 nueva'));
  await userEvent.click(screen.getByRole('button', { name: 'Marcar todas como leídas', hidden: true }));
  await waitFor(() => expect(bell).toHaveAccessibleName('Notificaciones'));
});

// rows: F01
test('whoever has none is told so, and a list that could not be read can be asked for again', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Notificaciones' }));
  expect(await screen.findByText('No tienes notificaciones')).toBeInTheDocument();
});

// rows: F03
test('an urgent one stands above the page until it is read', async () => {
  school.urgent = received(3, 'Cerramos hoy', { tipo: 'urgent' });
  open();
  const bar = await screen.findByRole('complementary', { name: 'Aviso urgente' });
  await userEvent.click(within(bar).getByRole('button', { name: 'Leer' }));
  expect(await screen.findByRole('heading', { name: 'Cerramos hoy' })).toBeInTheDocument();
  expect(screen.queryByRole('complementary', { name: 'Aviso urgente' })).toBeNull();
  await waitFor(() => expect(school.written).toContain('PUT /api/usuariosnotificaciones/leida/2/3'));
});
