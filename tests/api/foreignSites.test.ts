import { expect, onTestFinished, test } from 'vitest';
import { join, PASSWORD, registration } from '../support/people.ts';
import { openSchool } from '../support/school.ts';

/** What pages of other sites can have a visitor's browser send, without a session and without asking first. */

test('a page of another site signs nobody’s browser in: neither by a form, nor by what needs no leave to be sent', async () => {
  const school = await openSchool();
  onTestFinished(() => school.stop());
  const person = await join(school, 'ajena');
  const calls: [path: string, body: object | null][] = [
    ['/api/auth/demo', null],
    ['/api/auth/login', { email: person.email, password: PASSWORD }],
    ['/api/auth/oauth', { token: 'a.b.c' }],
    ['/api/auth/register', registration('de_otra_pagina')],
    ['/api/setup', { code: 'x', ...registration('otra_jefa') }],
  ];
  const send = async (path: string, type: string | null, body: string | FormData | null, headers: Record<string, string>) => {
    const sent = { ...(type !== null && { 'content-type': type }), ...headers };
    const answer = await fetch(`${school.url}${path}`, { method: 'POST', body, redirect: 'manual', headers: sent });
    return { status: answer.status, cookies: answer.headers.getSetCookie() };
  };
  const foreign: Record<string, string>[] = [
    { origin: 'https://otro-sitio.mx', 'sec-fetch-site': 'cross-site' },
    { origin: 'https://otro-sitio.mx' },
    { origin: 'null', 'sec-fetch-site': 'cross-site' },
    { referer: 'https://otro-sitio.mx/x' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ];
  for (const [path, body] of calls) {
    const json = body === null ? '' : JSON.stringify(body);
    const fields = new URLSearchParams(Object.entries(body ?? {}).map(([name, value]): [string, string] => [name, String(value)]));
    const multipart = new FormData();
    for (const [name, value] of fields) multipart.set(name, value);
    for (const headers of foreign)
      for (const [type, sent] of [
        ['text/plain', json],
        ['application/x-www-form-urlencoded', fields.toString()],
        [null, multipart],
        [null, null],
        ['application/json', json],
      ] as const) {
        const what = `${path} ${type} ${JSON.stringify(headers)}`;
        expect(await send(path, type, sent, headers), what).toEqual({ status: 403, cookies: [] });
      }
  }
  // Programs say nothing of where they are, and our own pages say that they are ours.
  const own: Record<string, string>[] = [
    {},
    { origin: new URL(school.url).origin, 'sec-fetch-site': 'same-origin' },
    { origin: 'http://localhost:3000' },
  ];
  for (const headers of own) {
    const login = await send('/api/auth/login', 'application/json', JSON.stringify({ email: person.email, password: PASSWORD }), headers);
    expect(login.status, JSON.stringify(headers)).toBe(200);
  }
});
