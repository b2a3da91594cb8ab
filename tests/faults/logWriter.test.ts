import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type EventStore, type NewEvent, type Recorded, StoreUnavailable } from '../../events/store/port.ts';
import { connectSqliteStore, EVENTS_FILE, openSqliteStore } from '../../events/store/sqlite.ts';
import { collect } from '../support/domain.ts';
import { logWriters } from '../support/logWriters.ts';
import { join, joinAs, registration } from '../support/people.ts';
import { openSchool } from '../support/school.ts';
import { until } from '../support/until.ts';

/** The thread that writes the embedded log dies; the process goes on. */

const event = (): NewEvent => ({ id: randomUUID(), type: 'WrittenUnderFire', data: {}, metadata: {} });

interface Attempt {
  store: EventStore;
  stream: string;
  events: NewEvent[];
}
const append = ({ store, stream, events }: Attempt) => store.append(stream, 'any', events);

test('what is under way fails or stands, nothing hangs, and every thread goes on with the next writer', { timeout: 60_000 }, async () => {
  const writers = logWriters();
  const dataDir = await mkdtemp(joinPath(tmpdir(), 'aulaviva-writer-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const owner = await openSqliteStore({ dataDir });
  const other = connectSqliteStore(owner.connection());
  const nested = connectSqliteStore(other.connection());
  const stores: EventStore[] = [owner, other, nested];

  const received: Recorded[] = [];
  const listening = new AbortController();
  const listener = (async () => {
    for await (const delivery of nested.subscribeAll(null, listening.signal)) if (delivery.kind === 'event') received.push(delivery.event);
  })();

  const attempts: Attempt[] = [];
  for (let death = 0; death < 4; death++) {
    const round = stores.flatMap((store, place) =>
      Array.from({ length: 300 }, (_, index) => ({ store, stream: `fire-${place}x${index % 7}`, events: [event(), event()] })),
    );
    attempts.push(...round);
    const outcomes = Promise.allSettled(round.map(append));
    // In every other round, the thread dies only after the first append is stored.
    if (death % 2 === 1) await append(round[0] as Attempt);
    await writers.at(-1)?.terminate();
    const refused = (await outcomes).flatMap((outcome, index) => {
      if (outcome.status === 'fulfilled') return [];
      expect(outcome.reason).toBeInstanceOf(StoreUnavailable);
      return [round[index] as Attempt];
    });
    if (death === 0) expect(refused.length).toBeGreaterThan(0);
    await expect(owner.head()).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(owner.append('fire-now', 'any', [event()])).rejects.toBeInstanceOf(StoreUnavailable);
    expect(() => owner.connection()).toThrow(StoreUnavailable);
    // An empty log has no head: the first may have died before anything stood.
    const writes = () =>
      owner.head().then(
        () => true,
        () => false,
      );
    await until(writes, 'the next writer');
    // The same appends again, as a client that was told nothing makes them: each thread through its own connection.
    for (const attempt of refused)
      await until(
        () =>
          append(attempt).catch((error: unknown) => {
            if (error instanceof StoreUnavailable) return null;
            throw error;
          }),
        'the repeat',
      );
  }
  expect(writers.length).toBe(5);
  expect(await owner.durability()).toMatchObject({ synchronous: 2 });

  const all = await collect(owner.readAll(null));
  expect(all.map(({ id }) => id).toSorted()).toEqual(attempts.flatMap(({ events }) => events.map(({ id }) => id)).toSorted());
  const versions = new Map<string, number>();
  for (const { stream, version } of all) {
    expect(version).toBe((versions.get(stream) ?? -1) + 1);
    versions.set(stream, version);
  }
  await until(() => received.length === all.length, 'the subscription');
  expect(received.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  listening.abort();
  await listener;

  for (const store of stores.toReversed()) await store.close();
  await expect(owner.append('fire-now', 'any', [event()])).rejects.toBeInstanceOf(StoreUnavailable);
  expect(existsSync(joinPath(dataDir, `${EVENTS_FILE}-wal`))).toBe(false);
});

test('a store that is closed while its writer is being started again closes, and starts none any more', { timeout: 30_000 }, async () => {
  const writers = logWriters();
  const dataDir = await mkdtemp(joinPath(tmpdir(), 'aulaviva-writer-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const owner = await openSqliteStore({ dataDir });
  await owner.append('fire-1', 'none', [event()]);
  await writers[0]?.terminate();
  await owner.close();
  const again = await openSqliteStore({ dataDir });
  expect(await collect(again.readAll(null))).toHaveLength(1);
  expect(writers.length).toBe(2);
  await again.close();
});

test('a school says 503 while it cannot write, and goes on by itself, also in the background', { timeout: 90_000 }, async () => {
  const writers = logWriters();
  const school = await openSchool();
  onTestFinished(() => school.stop());
  const admin = await joinAs(school, 'directora', 'administrator');
  const country = (value: string) => school.ask('PUT', `/api/auth/users/${admin.id}`, { token: admin.token, body: { country: value } });
  expect((await country('Cuba')).status).toBe(200);

  await writers[0]?.terminate();
  const [refused, ready] = await Promise.all([country('Chile'), school.ask('GET', '/api/ready')]);
  expect(refused).toMatchObject({ status: 503, body: { code: 'STORE_UNAVAILABLE' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(ready).toMatchObject({ status: 503, body: { code: 'NOT_READY', missing: ['stores'] } });

  await until(async () => (await school.ask('GET', '/api/ready')).status === 200, 'the school to be ready again');
  const changed = await country('Perú');
  expect(changed.status).toBe(200);
  const headers = { 'X-Min-Position': changed.headers.get('x-position') ?? '' };
  const read = await school.ask('GET', `/api/auth/users/${admin.id}`, { token: admin.token, headers });
  expect(read.body.country).toBe('Perú');
  // A reactor in the background thread writes too: it releases the old address.
  const person = await join(school, 'mudanza');
  await school.ask('PUT', `/api/auth/users/${person.id}`, { token: person.token, body: { email: 'mudada@prueba.mx' } });
  const heir = { ...registration('heredera'), email: person.email };
  await until(async () => (await school.ask('POST', '/api/auth/register', { body: heir })).status === 201, 'the old address to be free');
});
