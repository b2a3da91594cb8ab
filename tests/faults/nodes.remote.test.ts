import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openEventStoreDb } from '../../events/store/eventstoredb.ts';
import { freePort } from '../support/freePort.ts';
import { following } from '../support/liveClient.ts';
import { PASSWORD, registration } from '../support/people.ts';
import type { Proxy as Line } from '../support/proxy.ts';
import { remoteStores } from '../support/remoteStores.ts';
import { schoolProcess } from '../support/schoolProcess.ts';
import { lineTo } from '../support/servers.ts';
import { until } from '../support/until.ts';

/** Several nodes of one school on EventStoreDB and MongoDB, as `docker compose up` starts them; `npm run test:remote` runs this. */

const stores = remoteStores();
const why = stores ? '' : ' (skipped: no school on remote stores was named, see tests/remote.ts)';
if (why) process.stdout.write(`several nodes${why}\n`);

const FILLED_BYTES = 2_000_000;

/** Events of a kind that nobody knows, in a stream of their own: followers receive them and pass them over. */
async function fillLog(url: string): Promise<void> {
  const store = openEventStoreDb({ url });
  const text = 'x'.repeat(FILLED_BYTES / 500);
  for (let round = 0; round < 5; round++) {
    const events = Array.from({ length: 100 }, () => ({ id: randomUUID(), type: 'Filling', data: { text }, metadata: {} }));
    await store.append('filling-1', 'any', events);
  }
  await store.close();
}

/** Whether hardly anything has come for a second. */
const atRest = ({ received }: Line) => {
  let [known, since] = [0, 0];
  return () => {
    if (received() - known > 10_000) [known, since] = [received(), performance.now()];
    return performance.now() - since > 1_000;
  };
};

/** Far above the ten seconds that a lease lasts without its holder. */
const TAKEN_OVER_MS = 40_000;

test.skipIf(!stores)(
  `two API nodes are one school; a projector that is killed has a rival, and nobody misses a change${why}`,
  {
    timeout: 180_000,
  },
  async () => {
    const folders: string[] = [];
    onTestFinished(() => {
      for (const made of folders) rmSync(made, { recursive: true, force: true });
    });
    const node = (roles: string, { port = 0, log = stores?.EVENT_STORE ?? '' } = {}): ChildProcess => {
      const dataDir = mkdtempSync(path.join(tmpdir(), 'aulaviva-node-'));
      folders.push(dataDir);
      const own = { DATA_DIR: dataDir, PORT: String(port), ROLES: roles, FORM_LIMIT: '1000', LINK_CHECKS: 'false' };
      return schoolProcess({ ...own, ...stores, EVENT_STORE: log }).process;
    };
    const api = async () => {
      const port = await freePort();
      const child = node('api', { port });
      const url = `http://127.0.0.1:${port}`;
      const ask = async (method: string, at: string, token: string | null, body?: object) => {
        const answer = await fetch(`${url}${at}`, {
          method,
          headers: { ...(token && { authorization: `Bearer ${token}` }), ...(body && { 'content-type': 'application/json' }) },
          ...(body && { body: JSON.stringify(body) }),
        });
        return {
          status: answer.status,
          position: answer.headers.get('x-position') ?? '',
          body: (await answer.json()) as Record<string, unknown>,
        };
      };
      const ready = () =>
        fetch(`${url}/api/ready`).then(
          ({ ok }) => ok,
          () => false,
        );
      return { child, url, ask, ready };
    };

    const [here, there] = [await api(), await api()];
    const [projectorLine, reactorLine] = [await lineTo(stores?.EVENT_STORE ?? ''), await lineTo(stores?.EVENT_STORE ?? '')];
    onTestFinished(async () => {
      for (const { proxy } of [projectorLine, reactorLine]) await proxy?.cut();
    });
    const projector = node('projector', { log: projectorLine.url });
    node('reactor', { log: reactorLine.url });
    await until(here.ready, 'the first node', 90_000);
    await until(there.ready, 'the second node', 90_000);

    const name = `nodo${Date.now().toString(36)}`;
    expect((await here.ask('POST', '/api/auth/register', null, registration(name))).status).toBe(201);
    const signIn = { email: `${name}@prueba.mx`, password: PASSWORD };
    const signed = await until(async () => {
      const { status, body } = await there.ask('POST', '/api/auth/login', null, signIn);
      return status === 200 && body;
    }, 'the account on the other node');
    const token = String(signed.token);
    const id = Number((signed.user as { id: number }).id);
    const rival = node('projector');
    const live = await following(there.url, { token, topics: [`usuario:${id}`] });

    /** Resolves with the position of the last event of it. */
    const move = async (by: typeof here, country: string) => {
      const { status, position } = await by.ask('PUT', `/api/auth/users/${id}`, token, { country });
      expect(status).toBe(200);
      return position;
    };
    const read = (country: string) =>
      until(async () => (await there.ask('GET', `/api/auth/users/${id}`, token)).body.country === country, country, TAKEN_OVER_MS);
    /** Told of, or told to read again. */
    const told = (position: string) =>
      until(
        () =>
          live.items.some((item) => item.topic === `usuario:${id}` && item.position >= position) ||
          live.resets.some((at) => at !== null && at >= position),
        `the change at ${position}, live`,
      );
    const first = await move(here, 'Perú');
    await read('Perú');
    await told(first);

    const lines = [projectorLine, reactorLine].flatMap(({ proxy }) => proxy ?? []);
    // Where the school has been used before, reactors begin with what they have not noted, each by itself, and the log gets its hashes.
    for (const line of lines) await until(atRest(line), 'the log to have been read', TAKEN_OVER_MS);
    // The projector and each of the reactors follow the log: it comes once into each process, not once for each reactor, and now and then again for its hashes.
    const least = lines.map(() => Number.POSITIVE_INFINITY);
    for (const country of ['Panamá', 'Belice', 'Brasil', 'España']) {
      const before = lines.map((line) => line.received());
      await fillLog(stores?.EVENT_STORE ?? '');
      await told(await move(here, country));
      for (const [n, line] of lines.entries()) {
        const came = () => line.received() - (before[n] ?? 0);
        await until(() => came() > FILLED_BYTES, 'the log to have come', 30_000);
        least[n] = Math.min(least[n] ?? 0, came());
      }
    }
    for (const came of least) expect(came).toBeLessThan(3 * FILLED_BYTES);

    projector.kill('SIGKILL');
    await once(projector, 'exit');
    let last = first;
    for (const country of ['Chile', 'Cuba', 'Bolivia']) last = await move(here, country);
    await read('Bolivia');
    await told(last);
    expect(live.holes()).toBe(0);

    here.child.kill('SIGKILL');
    await once(here.child, 'exit');
    last = await move(there, 'Uruguay');
    await read('Uruguay');
    await told(last);

    for (const child of [there.child, rival]) {
      child.kill('SIGTERM');
      expect(await once(child, 'exit')).toEqual([0, null]);
    }
  },
);
