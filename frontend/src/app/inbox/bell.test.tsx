import '@testing-library/jest-dom/vitest';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import '../../i18n/i18n.ts';
import '../../i18n/errors.ts';
import type { SessionUser } from '../../lib/session.ts';

/** What the school pushes: each follower is told that something changed, and reads again. */
const followers = vi.hoisted(() => new Set<() => void>());
vi.mock('../../lib/follow.ts', () => ({
  follow: (_: unknown, changed: () => void) => {
    followers.add(changed);
    return () => followers.delete(changed);
  },
}));
const notices = vi.hoisted(() => ({ success: vi.fn(), info: vi.fn(), error: vi.fn() }));
vi.mock('../../ui/notify.ts', () => ({ notify: notices }));

const { Bell } = await import('./bell.tsx');
const { useInbox } = await import('./use-inbox.ts');
const { forgetResources } = await import('../../lib/use-resource.ts');

interface Told {
  id: number;
  titulo: string;
  curso: string | null;
  leida: boolean;
}
let inbox: Told[] = [];
let calls: string[] = [];
/** Marks it as read, or sends it, from elsewhere: on another device, or by somebody at the school. */
const push = (next: Told[]) => {
  inbox = next;
  for (const changed of [...followers]) changed();
};

beforeEach(() => {
  calls = [];
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: { method?: string }) => {
    const path = url.replace(/^https?:\/\/[^/]+/, '').split('?')[0] ?? '';
    calls.push(`${method} ${path}`);
    const answer = (value: unknown) => new Response(JSON.stringify(value), { headers: { 'x-position': '1' } });
    const [, read] = /\/leida\/7\/(\d+)$/.exec(path) ?? [];
    if (method !== 'GET') {
      const all = path.endsWith('/leidas/7');
      inbox = inbox.map((one) => ({ ...one, leida: one.leida || all || one.id === Number(read) }));
      return answer({ message: 'Listo' });
    }
    const unread = inbox.filter(({ leida }) => !leida).length;
    if (path.includes('/resumen/')) return answer({ nuevas: unread, sinVer: unread, urgente: null });
    return answer(
      inbox.map(({ id, titulo, curso, leida }) => ({
        ...{ id_notificacion: id, leida },
        notificacion: {
          ...{ id_notificacion: id, titulo, mensaje: `Texto de ${titulo}`, tipo: curso ? 'course' : 'general', enlace: null, en: null },
          ...{ fecha_envio: `2026-03-0${id}T10:00:00.000Z`, id_curso: curso ? 3 : null, curso },
        },
      })),
    );
  });
  // jsdom has the dialog element, but not the methods that open it.
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function (this: HTMLDialogElement) {
    this.open = false;
  };
});
afterEach(() => {
  cleanup();
  forgetResources();
  followers.clear();
  vi.unstubAllGlobals();
});

const user = { id: 7, viewer: undefined } as unknown as SessionUser;
function Shown() {
  return <Bell user={user} inbox={useInbox(user)} />;
}
const shown = () =>
  render(
    <MemoryRouter>
      <Shown />
    </MemoryRouter>,
  );
const two: Told[] = [
  { id: 2, titulo: 'Nueva clase', curso: 'Agentes de IA', leida: false },
  { id: 1, titulo: 'Cerramos el lunes', curso: null, leida: false },
];

// rows: F02
test('the badge counts what is new; it moves when something comes, and when it was read on another device', async () => {
  inbox = two;
  shown();
  const bell = await screen.findByRole('button', { name: 'Notificaciones: 2 nuevas' });
  expect(bell).toHaveTextContent('2');
  push([{ id: 3, titulo: 'Otra', curso: null, leida: false }, ...two]);
  expect(await screen.findByRole('button', { name: 'Notificaciones: 3 nuevas' })).toBeInTheDocument();
  push(two.map((one) => ({ ...one, leida: true })));
  expect(await screen.findByRole('button', { name: 'Notificaciones' })).toHaveTextContent('');
});

test('the list is by course; opening one reads it, here and at the school, and all are read at once', async () => {
  inbox = two;
  shown();
  await userEvent.click(await screen.findByRole('button', { name: 'Notificaciones: 2 nuevas' }));
  const list = await screen.findByRole('dialog');
  expect(await within(list).findByText('Agentes de IA')).toBeInTheDocument();
  expect(within(list).getByText('De la escuela')).toBeInTheDocument();
  await userEvent.click(within(list).getByRole('button', { name: /Nueva clase/ }));
  await waitFor(() => expect(calls).toContain('PUT /api/usuariosnotificaciones/leida/7/2'));
  expect(await screen.findByRole('button', { name: 'Notificaciones: 1 nueva', hidden: true })).toBeInTheDocument();
  await userEvent.click(within(list).getByRole('button', { name: 'Marcar todas como leídas', hidden: true }));
  await waitFor(() => expect(notices.success).toHaveBeenCalledWith('Todas quedaron leídas'));
  expect(inbox.every(({ leida }) => leida)).toBe(true);
});
