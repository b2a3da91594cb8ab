import '@testing-library/jest-dom/vitest';
import '../i18n/i18n.ts';
import '../i18n/errors.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Provider } from 'react-redux';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SessionUser } from '../lib/session.ts';

/** Vitest's jsdom environment defines this global, which can change the page's address. */
declare const jsdom: { reconfigure: (settings: { url: string }) => void };

const PASSWORD = 'Segura-2026!';
/** A school that lets only people who have just proven their identity remove their phone number. */
const school = { proven: false, calls: [] as string[] };
const server = createServer(async (request, response) => {
  let body = '';
  for await (const piece of request.setEncoding('utf8')) body += piece;
  const answer = (status: number, value: object) =>
    void response
      .writeHead(status, {
        'content-type': 'application/json',
        'access-control-allow-origin': '*',
        'access-control-allow-headers': '*',
        'access-control-allow-methods': '*',
      })
      .end(JSON.stringify(value));
  if (request.method === 'OPTIONS') return answer(200, {});
  school.calls.push(`${request.method} ${request.url}`);
  if (request.url === '/api/cuenta') return answer(200, { tiene_contrasena: true, llaves: [], empresas: [] });
  if (request.url === '/api/cuenta/comprobar') {
    if ((JSON.parse(body) as { contrasena: string }).contrasena !== PASSWORD)
      // The `fieldErrors` of the contract's call.
      return answer(401, { code: 'WRONG_PASSWORD', message: '', errors: [{ path: 'contrasena', message: '', code: 'WRONG_PASSWORD' }] });
    school.proven = true;
    return answer(200, { message: 'Listo', hasta: new Date().toISOString() });
  }
  return school.proven ? answer(200, { message: 'Teléfono eliminado' }) : answer(403, { code: 'PROOF_REQUIRED', message: '' });
});

let parts: {
  asker: typeof import('./proof-asker.tsx');
  store: typeof import('../api/store.ts');
  calls: typeof import('../api/api.ts');
};
beforeAll(async () => {
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
  jsdom.reconfigure({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/profile` });
  await import('../features/account/texts.ts');
  const { setSessionUser } = await import('../lib/session.ts');
  setSessionUser({ id: 7, name: 'Ana Paz', username: 'ana', email: 'ana@ejemplo.mx', user_role: 1, version: 1 } as SessionUser);
  parts = {
    asker: await import('./proof-asker.tsx'),
    store: await import('../api/store.ts'),
    calls: await import('../api/api.ts'),
  };
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => Object.assign(school, { proven: false, calls: [] }));
afterEach(cleanup);

function Telephone() {
  const [remove] = parts.calls.api.useRemovePhoneMutation();
  const [said, setSaid] = useState('');
  const press = () =>
    remove()
      .unwrap()
      .then(
        ({ message }) => setSaid(message),
        (error: { code: string }) => setSaid(error.code),
      );
  return (
    <>
      <button type="button" onClick={() => void press()}>
        Quitar
      </button>
      <output>{said}</output>
    </>
  );
}
const show = () => {
  render(
    <Provider store={parts.store.createStore()}>
      <Telephone />
      <parts.asker.ProofAsker />
    </Provider>,
  );
  return userEvent.setup();
};
const removals = () => school.calls.filter((call) => call === 'DELETE /api/cuenta/telefono').length;

test('a call that needs it is asked for the password, and then made again by itself', async () => {
  const act = show();
  await act.click(screen.getByRole('button', { name: 'Quitar' }));
  await screen.findByRole('dialog', { name: 'Confirma que eres tú' });
  const field = screen.getByLabelText('Tu contraseña');
  await act.click(screen.getByRole('button', { name: 'Confirmar' }));
  expect(field).toHaveAccessibleDescription(/Escribe tu contraseña/);
  await act.type(field, 'no-es-esta');
  await act.click(screen.getByRole('button', { name: 'Confirmar' }));
  await waitFor(() => expect(field).toHaveAccessibleDescription(/Contraseña incorrecta/));
  await act.clear(field);
  await act.type(field, PASSWORD);
  await act.click(screen.getByRole('button', { name: 'Confirmar' }));
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Teléfono eliminado'));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(removals()).toBe(2);
});

test('who does not want to is left where they were, and the call is not made again', async () => {
  const act = show();
  await act.click(screen.getByRole('button', { name: 'Quitar' }));
  await screen.findByRole('dialog', { name: 'Confirma que eres tú' });
  await act.click(screen.getByRole('button', { name: 'Cancelar' }));
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('PROOF_REQUIRED'));
  expect(removals()).toBe(1);
});
