import '@testing-library/jest-dom/vitest';
import '../../i18n/i18n.ts';
import '../../i18n/errors.ts';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { showLanguage } from '../../i18n/i18n.ts';
import type { SessionUser } from '../../lib/session.ts';

const notices = vi.hoisted(() => ({ success: vi.fn(), info: vi.fn(), error: vi.fn() }));
vi.mock('../../ui/notify.ts', () => ({ notify: notices }));
/** Vitest's jsdom environment defines this global, which can change the page's address. */
declare const jsdom: { reconfigure: (settings: { url: string }) => void };

const OLD = '/api/files/img_perfiluser/old.webp';
const NEW = '/api/files/img_perfiluser/new.webp';
const person = (picture: string | null) =>
  ({ id: 7, name: 'Ana Paz', username: 'ana', user_role: 1, profile_picture: picture, profile_image: picture, version: 1 }) as SessionUser;
const school = {
  picture: null as string | null,
  upload: { status: 200, body: { urls: [NEW], files: [] } as object } as { status: number; body: object; codes?: string },
  put: 200,
  hold: null as Promise<void> | null,
  calls: [] as { url: string; body: string }[],
};
const read = async (request: IncomingMessage) => {
  let body = '';
  for await (const piece of request.setEncoding('latin1')) body += piece;
  return body;
};
const server = createServer(async (request, response) => {
  const body = await read(request);
  const url = request.url ?? '';
  // In jsdom the page and the test's server have different origins.
  const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*', 'access-control-expose-headers': '*' };
  const answer = (status: number, value: unknown) =>
    void response
      .writeHead(status, {
        'content-type': 'application/json',
        'x-position': '1',
        ...(school.upload.codes && { 'x-error-codes': school.upload.codes }),
        ...cors,
      })
      .end(JSON.stringify(value));
  if (request.method === 'OPTIONS') return answer(200, {});
  if (request.method === 'GET') return answer(404, { code: 'NOT_FOUND', message: '' });
  school.calls.push({ url, body });
  await school.hold;
  if (url.startsWith('/api/files/upload')) return answer(school.upload.status, school.upload.body);
  if (school.put !== 200) return answer(school.put, { code: 'INTERNAL', message: 'Algo salió mal' });
  school.picture = (JSON.parse(body) as { profile_picture: string | null }).profile_picture;
  answer(200, person(school.picture));
});

let page: typeof import('./picture.tsx');
let api: typeof import('../../api/store.ts');
let sessions: typeof import('../../lib/session.ts');
beforeAll(async () => {
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
  jsdom.reconfigure({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/profile` });
  await import('./texts.ts');
  api = await import('../../api/store.ts');
  page = await import('./picture.tsx');
  sessions = await import('../../lib/session.ts');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  Object.assign(school, { picture: null, upload: { status: 200, body: { urls: [NEW], files: [] } }, put: 200, hold: null, calls: [] });
  for (const spy of Object.values(notices)) spy.mockClear();
});
afterEach(cleanup);

function ProfilePicture() {
  return <page.Picture user={sessions.useSessionUser()} />;
}
const show = (picture: string | null) => {
  sessions.setSessionUser(person(picture));
  const { container } = render(
    <Provider store={api.createStore()}>
      <ProfilePicture />
    </Provider>,
  );
  return {
    act: userEvent.setup({ applyAccept: false }),
    shown: () => container.querySelector('.person-photo img')?.getAttribute('src') ?? null,
  };
};
const input = () => screen.getByLabelText<HTMLInputElement>('Elige una imagen de perfil');
const photo = (type = 'image/png', bytes = 4) => new File([new Uint8Array(bytes)], '../mi foto.png', { type });
const refuse = (code: string, message: string) => {
  school.upload = {
    status: 415,
    codes: code,
    body: { code: 'UPLOAD_FAILED', message: `Error al subir la imagen: ${message}`, errors: [{ path: 'files', message }] },
  };
};
const button = (name: string) => screen.findByRole('button', { name });

// rows: D14
test('a picture is chosen, looked at, saved, and stands everywhere', async () => {
  const { act, shown } = show(null);
  expect(await button('Subir foto')).toBeInTheDocument();
  await act.upload(input(), photo());
  expect(await screen.findByAltText('Vista previa de tu nueva foto')).toHaveAttribute(
    'src',
    expect.stringMatching(/^data:image\/png;base64,/),
  );
  expect(school.calls).toEqual([]);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Usar esta foto' })).toHaveFocus());
  await act.keyboard('{Enter}');
  await waitFor(() => expect(notices.success).toHaveBeenCalledWith('Imagen de perfil actualizada correctamente'));
  expect(school.calls.map(({ url }) => url)).toEqual(['/api/files/upload?bucket=img_perfiluser', '/api/auth/users/7']);
  // The file's own name must not be sent.
  expect(school.calls[0]?.body).not.toContain('mi foto');
  expect(shown()).toBe(NEW);
  expect(sessions.getSessionUser()?.profile_picture).toBe(NEW);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Cambiar foto' })).toHaveFocus());
});

test('while it is sent one sees how far it is, and can give it up', async () => {
  let go = () => {};
  school.hold = new Promise((done) => {
    go = done;
  });
  const { act, shown } = show(OLD);
  await act.upload(input(), photo());
  await act.click(await button('Usar esta foto'));
  expect(await screen.findByRole('progressbar', { name: 'Subiendo tu foto' })).toBeInTheDocument();
  expect(await button('Guardando…')).toBeDisabled();
  await act.click(await button('Cancelar'));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Cambiar foto' })).toHaveFocus());
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  go();
  expect(shown()).toBe(OLD);
  expect(school.picture).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('what the server refuses is said in its words, the picture before stays, and one may try again', async () => {
  const message = 'Error al subir la imagen: las imágenes animadas no se aceptan';
  refuse('FILE_ANIMATED', 'las imágenes animadas no se aceptan');
  const { act, shown } = show(OLD);
  await act.upload(input(), photo());
  await act.click(await button('Usar esta foto'));
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  expect(shown()).toBe(OLD);
  school.upload = { status: 200, body: { urls: [NEW], files: [] } };
  await act.click(await button('Intentar de nuevo'));
  await waitFor(() => expect(shown()).toBe(NEW));
  expect(screen.queryByRole('alert')).toBeNull();
});

// rows: D14
test('who reads English is told in English why, by the code of what is wrong', async () => {
  await showLanguage('en');
  onTestFinished(() => showLanguage('es-MX'));
  const { act, shown } = show(OLD);
  for (const [code, text] of [
    ['FILE_ANIMATED', 'Error uploading the image: animated images are not accepted'],
    ['FILE_TOO_LARGE', 'Error uploading the image: the file is larger than 8 MB'],
    ['FILE_OF_A_NEWER_SERVER', 'Error uploading the image: algo nuevo'],
  ] as const) {
    const message = code === 'FILE_OF_A_NEWER_SERVER' ? 'algo nuevo' : 'en español';
    refuse(code, message);
    const before = screen.queryByRole('button', { name: 'Cancel' });
    if (before) await act.click(before);
    await act.upload(screen.getByLabelText<HTMLInputElement>('Choose a profile picture'), photo());
    await act.click(await button('Use this photo'));
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
  }
  school.upload = { status: 429, body: { code: 'TOO_MANY_REQUESTS', message: 'Demasiados intentos.' } };
  await act.click(await button('Try again'));
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(/^Error uploading the image: Too many/));
  expect(shown()).toBe(OLD);
});

test('an answer without an address, and a profile that cannot be saved', async () => {
  school.upload = { status: 200, body: { urls: [], files: [] } };
  const { act, shown } = show(OLD);
  await act.upload(input(), photo());
  await act.click(await button('Usar esta foto'));
  expect(await screen.findByRole('alert')).toHaveTextContent('No se recibió URL de la imagen subida');
  school.upload = { status: 200, body: { urls: [NEW], files: [] } };
  school.put = 500;
  await act.click(await button('Intentar de nuevo'));
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(/^Error al subir la imagen: Algo salió mal/));
  expect(shown()).toBe(OLD);
});

test('what cannot be one is refused before it is sent', async () => {
  const { act, shown } = show(OLD);
  for (const [file, text] of [
    [photo('image/svg+xml'), 'Error al subir la imagen: usa una imagen JPEG, PNG o WebP'],
    [photo('text/html'), 'Error al subir la imagen: usa una imagen JPEG, PNG o WebP'],
    [photo('image/png', 8 * 1024 * 1024 + 1), 'Error al subir la imagen: el archivo pesa más de 8 MB'],
  ] as const) {
    await act.upload(input(), file);
    expect(await screen.findByText(text)).toHaveAttribute('role', 'alert');
    expect(screen.queryByRole('button', { name: 'Usar esta foto' })).toBeNull();
  }
  expect(school.calls).toEqual([]);
  expect(shown()).toBe(OLD);
});

test('a file that the browser cannot draw still shows the picture before, and the server decides', async () => {
  const { act, shown } = show(OLD);
  await act.upload(input(), photo());
  fireEvent.error(await screen.findByAltText('Vista previa de tu nueva foto'));
  expect(shown()).toBe(OLD);
  expect(await button('Usar esta foto')).toBeEnabled();
});

test('one’s picture is taken away after asking', async () => {
  const { act, shown } = show(OLD);
  await act.click(await button('Quitar foto'));
  expect(await screen.findByRole('dialog', { name: '¿Quitar tu foto?' })).toBeInTheDocument();
  await act.click(screen.getAllByRole('button', { name: 'Quitar foto' }).at(-1) as HTMLElement);
  await waitFor(() => expect(notices.success).toHaveBeenCalledWith('Foto eliminada'));
  expect(shown()).toBeNull();
  expect(school.calls.at(-1)?.body).toBe('{"profile_picture":null}');
});
