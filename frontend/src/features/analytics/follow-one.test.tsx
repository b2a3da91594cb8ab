// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import '../../i18n/i18n.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** Vitest's jsdom environment defines this global, which can change the page's address. */
declare const jsdom: { reconfigure: (settings: { url: string }) => void };

const school = { refuses: null as { status: number; code: string } | null, sent: [] as { url: string; body: unknown }[] };
const server = createServer((request, response) => {
  void (async () => {
    let text = '';
    for await (const part of request) text += part;
    const body = text ? (JSON.parse(text) as { motivo?: string }) : {};
    if (request.method === 'POST') school.sent.push({ url: request.url ?? '', body });
    const refused = body.motivo === undefined ? school.refuses : null;
    response.writeHead(refused?.status ?? 200, {
      'content-type': 'application/json',
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Headers': '*',
      'Access-Control-Allow-Methods': '*',
    });
    response.end(JSON.stringify(refused ? { code: refused.code, message: '' } : { cursor: null }));
  })();
});
let part: typeof import('./follow-one.tsx');
let stores: typeof import('../../api/store.ts');
beforeAll(async () => {
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
  jsdom.reconfigure({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/analytics/events` });
  await import('./texts.ts');
  stores = await import('../../api/store.ts');
  part = await import('./follow-one.tsx');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
const shown = () =>
  render(
    <Provider store={stores.createStore()}>
      <MemoryRouter>
        <part.FollowOne userId={5}>
          <p>lo que pasa</p>
        </part.FollowOne>
      </MemoryRouter>
    </Provider>,
  );

// rows: M03
test('who has not permitted it is not followed, and it is said; an administrator is asked why, and then sees it', async () => {
  school.refuses = { status: 403, code: 'FOLLOW_NOT_ALLOWED' };
  const refused = shown();
  expect(await screen.findByText('Esta persona no permite que se siga su actividad en vivo')).toBeVisible();
  expect(screen.queryByText('lo que pasa')).toBeNull();
  refused.unmount();

  school.refuses = { status: 422, code: 'REASON_REQUIRED' };
  shown();
  await userEvent.type(await screen.findByRole('textbox', { name: /Motivo/ }), 'Pidió ayuda');
  await userEvent.click(screen.getByRole('button', { name: 'Seguir' }));
  expect(await screen.findByText('lo que pasa')).toBeVisible();
  expect(school.sent.at(-1)).toEqual({ url: '/api/eventos/seguimientos/5', body: { motivo: 'Pidió ayuda' } });
});
