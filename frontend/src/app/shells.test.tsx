import '@testing-library/jest-dom/vitest';
import '../i18n/i18n.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { topicsOf } from '../../../backend/api/contract/follows.ts';
import type { Followed } from '../lib/following.ts';

/** What the shell follows, and how it is told of a change. */
const followed = vi.hoisted(() => [] as { topics: readonly string[]; changed: () => void; readAt: () => string | null }[]);
vi.mock('../lib/follow.ts', () => ({
  follow: ({ follows, arg, answer }: Followed, changed: () => void, readAt: () => string | null) => {
    const one = { topics: topicsOf(follows, arg, answer, undefined), changed, readAt };
    followed.push(one);
    return () => void followed.splice(followed.indexOf(one), 1);
  },
}));
/** Vitest's jsdom environment defines this global, which can change the page's address. */
declare const jsdom: { reconfigure: (settings: { url: string }) => void };

const ana = { id: 7, name: 'Ana Paz', username: 'ana', first_name: 'Ana', email: 'ana@ejemplo.mx', email_verified: true, version: 1 };
const school = { role: 2, position: '000041' };
const server = createServer((request, response) => {
  const headers = {
    'content-type': 'application/json',
    'access-control-allow-origin': '*',
    'access-control-allow-headers': '*',
    'access-control-expose-headers': '*',
    'x-position': school.position,
  };
  if (request.url !== '/api/auth/sesion') return void response.writeHead(404, headers).end('{}');
  response.writeHead(200, headers).end(JSON.stringify({ ...ana, user_role: school.role }));
});

let shells: readonly (readonly [string, React.ComponentType])[];
let session: typeof import('../lib/session.ts');
let guards: typeof import('./guards.tsx');
beforeAll(async () => {
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  jsdom.reconfigure({ url: `${origin}/admin/users` });
  const send = fetch;
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => send(new URL(url, origin), init));
  session = await import('../lib/session.ts');
  guards = await import('./guards.tsx');
  shells = [
    ['office', (await import('./office-shell.tsx')).Component],
    ['student', (await import('./student-shell.tsx')).Component],
  ];
});
afterAll(() => {
  vi.unstubAllGlobals();
  server.closeAllConnections();
  server.close();
});
afterEach(cleanup);

test.each([0, 1])(
  'a role that another gives or takes shows at once, and a page that it may not enter is left (shell %i)',
  async (index) => {
    const [name, Shell] = shells[index] ?? expect.fail();
    Object.assign(school, { role: 2, position: '000041' });
    await session.loadSession({ fresh: true });
    const router = createMemoryRouter(
      [
        {
          path: '/admin/users',
          Component: Shell,
          loader: guards.guard([2], () => false),
          children: [{ index: true, element: 'Usuarios de la escuela' }],
        },
        { path: '/unauthorized', element: 'No es tuya' },
      ],
      { initialEntries: ['/admin/users'] },
    );
    render(<RouterProvider router={router} />);
    expect(await screen.findByText('Usuarios de la escuela')).toBeInTheDocument();
    if (name === 'office') expect(screen.getAllByText('Administrador')[0]).toBeInTheDocument();
    const self = followed.find(({ topics }) => topics.includes('usuario:7')) ?? expect.fail('the own record is not followed');
    // No change made after the page's data is lost, and none causes two reads.
    expect(self.readAt()).toBe('000041');

    Object.assign(school, { role: 1, position: '000042' });
    self.changed();
    expect(await screen.findByText('No es tuya')).toBeInTheDocument();
    expect(session.getSessionUser()?.user_role).toBe(1);
    expect(session.sessionReadAt()).toBe('000042');
  },
);

test('who becomes an instructor sees what instructors may open', async () => {
  const [, Shell] = shells[0] ?? expect.fail();
  Object.assign(school, { role: 2, position: '000050' });
  await session.loadSession({ fresh: true });
  const router = createMemoryRouter([{ path: '/', Component: Shell, children: [{ index: true, element: 'Cursos de la escuela' }] }]);
  render(<RouterProvider router={router} />);
  expect((await screen.findAllByRole('link', { name: 'Usuarios' })).length).toBeGreaterThan(0);
  Object.assign(school, { role: 3, position: '000051' });
  followed.find(({ topics }) => topics.includes('usuario:7'))?.changed();
  expect((await screen.findAllByText('Instructor'))[0]).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Usuarios' })).toBeNull();
});
