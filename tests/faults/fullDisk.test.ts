import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openSqliteStore } from '../../events/store/sqlite.ts';
import { freePort } from '../support/freePort.ts';
import { PASSWORD, registration } from '../support/people.ts';
import { schoolProcess } from '../support/schoolProcess.ts';
import { until } from '../support/until.ts';

test('a full disk: writes are refused as such, /api/ready says so, nothing acknowledged is lost, and it goes on without a restart', {
  timeout: 120_000,
}, async (context) => {
  if (process.platform !== 'linux') return context.skip('needs prlimit');
  const dataDir = mkdtempSync(path.join(tmpdir(), 'aulaviva-full-'));
  const port = await freePort();
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const { process: child, exit } = schoolProcess({ PORT: String(port), DATA_DIR: dataDir });
  let token = '';
  const ask = async (method: string, at: string, body?: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}${at}`, {
      method,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, unknown> };
  };
  const ready = () => ask('GET', '/api/ready').catch(() => null);
  await until(async () => (await ready())?.status === 200, 'the school to be ready', 40_000);
  const person = registration('previsora');
  const id = Number((await ask('POST', '/api/auth/register', person)).body.id);
  token = String((await ask('POST', '/api/auth/login', { email: person.email, password: PASSWORD })).body.token);

  let turn = 0;
  const acknowledged: string[] = [];
  const change = async (headers: Record<string, string> = {}) => {
    turn++;
    const country = `País ${turn}`;
    const answer = await ask('PUT', `/api/auth/users/${id}`, { country }, headers);
    if (answer.status === 200) acknowledged.push(country);
    return answer;
  };
  // Every write beyond this size of any file fails in the child, as on a full disk; without end again afterwards.
  const limitFiles = (bytes: number | 'unlimited') => execFileSync('prlimit', [`--pid=${child.pid}`, `--fsize=${bytes}:unlimited`]);

  for (let round = 0; round < 2; round++) {
    expect((await change()).status).toBe(200);
    limitFiles(4_096);
    for (const headers of [{}, { 'Idempotency-Key': `intento-${round}` }, {}]) {
      const refused = await change(headers);
      expect(refused).toMatchObject({ status: 503, body: { code: 'STORE_UNAVAILABLE' } });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(await ready()).toMatchObject({ status: 503, body: { missing: ['stores'] } });
    // What is there can be read.
    expect((await ask('GET', '/api/auth/sesion')).body.country).toBe(acknowledged.at(-1));
    limitFiles('unlimited');
    await until(async () => (await ready())?.status === 200, 'the school to be ready again');
    const again = await change({ 'Idempotency-Key': `intento-${round}-otra-vez` });
    expect(again.status).toBe(200);
    // The read models too go on.
    const caughtUp = await until(async () => {
      const read = await ask('GET', `/api/auth/users/${id}`, undefined, { 'X-Min-Position': again.headers.get('x-position') ?? '' });
      return read.status === 200 && read;
    }, 'the read models');
    expect(caughtUp.body.country).toBe(acknowledged.at(-1));
  }

  child.kill('SIGTERM');
  expect(await exit).toEqual({ code: 0, signal: null });
  const store = await openSqliteStore({ dataDir });
  let changes = 0;
  for await (const { type } of store.readStream(`user-${id}`)) if (type === 'CountryChanged') changes++;
  await store.close();
  expect(changes).toBe(acknowledged.length);
  expect(acknowledged.length).toBe(4);
});
