import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, copyFileSync, fsyncSync, mkdtempSync, openSync, rmSync, symlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { toApiError } from '../../backend/api/plugins/errors.ts';
import { rewriteDatabase } from '../../backend/integrations/sqlite/rewrite.ts';
import { createFactColumns } from '../../backend/projections/facts/factColumns.ts';
import type { DocWrite } from '../../backend/projections/kernel/readStore.ts';
import { openSqliteReadStore } from '../../backend/projections/stores/sqlite.ts';
import { openSqliteReader } from '../../backend/projections/stores/sqliteReader.ts';
import type { Position } from '../../events/store/port.ts';
import { joinAs, type Person, registration, settled } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

/** One database on a disk of its own that is full, while the others have room; `fullDisk.test.ts` fills that of all. */

interface Disk {
  folder: string;
  /** Leaves no byte free. */
  fill(): void;
  empty(): void;
}
/** Text: why there is none. */
function smallDisk(megabytes: number): Disk | string {
  if (process.platform !== 'linux') return 'needs a tmpfs';
  const folder = mkdtempSync(path.join(tmpdir(), 'aulaviva-small-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return 'needs the right to mount a tmpfs';
  }
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]));
  const filler = path.join(folder, 'filler');
  return {
    folder,
    fill() {
      const file = openSync(filler, 'w');
      try {
        for (const size of [65_536, 4_096]) {
          try {
            for (;;) writeSync(file, Buffer.alloc(size));
          } catch (error) {
            if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
          }
        }
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
    },
    empty: () => rmSync(filler),
  };
}

/** A school with an administrator, one of whose databases stands on a disk of its own. Text: why there is none. */
async function openOn(
  database: string,
  megabytes: number,
  options: { leaseMs?: number } = {},
): Promise<{ disk: Disk; school: School; admin: Person } | string> {
  const disk = smallDisk(megabytes);
  if (typeof disk === 'string') return disk;
  const dataDir = mkdtempSync(path.join(tmpdir(), 'aulaviva-full-store-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const before = await openSchool({ dataDir, keep: true });
  const admin = await joinAs(before, 'directora', 'administrator');
  await settled(before);
  await before.stop();
  const [inSchool, onDisk] = [path.join(dataDir, database), path.join(disk.folder, database)];
  copyFileSync(inSchool, onDisk);
  rmSync(inSchool);
  symlinkSync(onDisk, inSchool);
  const school = await openSchool({ dataDir, keep: true, ...options });
  onTestFinished(() => school.stop());
  return { disk, school, admin };
}

test('the disk of the read models is full: writes are acknowledged, what stands still is reported, and all of it is caught up with once there is room', {
  timeout: 120_000,
}, async (context) => {
  const found = await openOn('read.db', 16);
  if (typeof found === 'string') return context.skip(found);
  const { disk, school, admin } = found;
  const { token } = admin;
  const ask = (method: string, at: string, body?: object) => school.ask(method, at, { token, ...(body && { body }) });
  const acknowledged: string[] = [];
  const change = async () => {
    const country = `País ${acknowledged.length} ${'x'.repeat(40)}`;
    expect((await ask('PUT', `/api/auth/users/${admin.id}`, { country })).status).toBe(200);
    acknowledged.push(country);
  };
  const troubles = async () =>
    (await ask('GET', '/api/ready')).body.troubles as { kind: string; name: string; state: string; error: string }[];
  await change();
  await settled(school);
  expect(await troubles()).toEqual([]);

  disk.fill();
  // What the write-ahead log has room for still fits.
  const told = await until(
    async () => {
      await change();
      return (await troubles()).find(({ name, state }) => name === 'users' && state === 'failing');
    },
    'the users to be told as failing',
    60_000,
  );
  expect(told.error).toMatch(/full/);
  const rows = (await ask('GET', '/api/proyecciones')).body as unknown as { nombre: string; estado: string; error: string | null }[];
  expect(rows.find(({ nombre }) => nombre === 'users')).toMatchObject({ estado: 'failing', error: expect.stringMatching(/full/) });
  await change();

  disk.empty();
  await until(async () => (await troubles()).length === 0, 'all of it to go on', 60_000);
  await settled(school);
  expect((await ask('GET', `/api/auth/users/${admin.id}`)).body.country).toBe(acknowledged.at(-1));
  const stored: unknown[] = [];
  for await (const { type, data } of school.running.deps.commands.log.readStream(`user-${admin.id}`))
    if (type === 'CountryChanged') stored.push((data as { country: string }).country);
  expect(stored).toEqual(acknowledged);
});

test('the disk of the vault is full: what needs a secret is refused, nothing is half done, what stands still is reported, and all goes on once there is room', {
  tags: 'night',
  timeout: 120_000,
}, async (context) => {
  const found = await openOn('vault.db', 8, { leaseMs: 1_500 });
  if (typeof found === 'string') return context.skip(found);
  const { disk, school, admin } = found;
  const { token } = admin;
  const ask = (method: string, at: string, body?: object) => school.ask(method, at, { token, ...(body && { body }) });
  const register = () => school.ask('POST', '/api/auth/register', { body: registration('nueva') });
  const person = () => ask('GET', `/api/auth/users/${admin.id}`);
  const untilReady = () => until(async () => (await ask('GET', '/api/ready')).status === 200, 'the school to be ready', 60_000);
  const head = () => school.running.deps.commands.log.store.head();
  expect((await person()).headers.get('x-stale')).toBeNull();

  disk.fill();
  const before = await head();
  expect(await register()).toMatchObject({ status: 503, body: { code: 'STORE_UNAVAILABLE' } });
  expect(await head()).toBe(before);
  expect(await ask('GET', '/api/ready')).toMatchObject({ status: 503, body: { missing: ['stores'] } });
  // Nobody can renew a lease: the projector ends its term, and answers say that they grow old.
  await until(async () => (await person()).headers.get('x-stale') === 'true', 'answers to be told as stale', 60_000);
  const rows = (await ask('GET', '/api/proyecciones')).body as unknown as { nombre: string; estado: string; error: string }[];
  for (const row of rows) expect(row).toMatchObject({ estado: 'failing', error: expect.stringMatching(/^nadie pone al día/) });
  // What needs no secret is acknowledged all the while.
  expect((await ask('PUT', `/api/auth/users/${admin.id}`, { country: 'Cuba' })).status).toBe(200);

  disk.empty();
  await untilReady();
  expect((await register()).status).toBe(201);
  await until(async () => (await person()).headers.get('x-stale') === null, 'answers to be young again', 60_000);
  await settled(school);
  expect((await person()).body.country).toBe('Cuba');
  await until(async () => ((await ask('GET', '/api/ready')).body.troubles as unknown[])?.length === 0, 'no trouble', 60_000);
});

test('the disk of the kept answers is full: writes are refused, /api/ready says so, and all goes on once there is room', {
  tags: 'night',
  timeout: 60_000,
}, async (context) => {
  const found = await openOn('answers.db', 2);
  if (typeof found === 'string') return context.skip(found);
  const { disk, school, admin } = found;
  let turn = 0;
  const change = () =>
    school.ask('PUT', `/api/auth/users/${admin.id}`, {
      token: admin.token,
      body: { country: `País ${++turn}` },
      headers: { 'Idempotency-Key': randomUUID() },
    });
  const ready = () => school.ask('GET', '/api/ready', { token: admin.token });
  expect((await change()).status).toBe(200);
  disk.fill();
  // What the write-ahead log has room for still fits.
  const refused = await until(async () => {
    const answer = await change();
    return answer.status !== 200 && answer;
  }, 'a refusal');
  expect(refused).toMatchObject({ status: 503, body: { code: 'STORE_UNAVAILABLE' } });
  expect(await ready()).toMatchObject({ status: 503, body: { missing: ['stores'] } });
  disk.empty();
  await until(async () => (await ready()).status === 200, 'the school to be ready');
  expect((await change()).status).toBe(200);
});

test('the disk is full while a database is written anew: it stays whole as it was, and is written anew once there is room', async (context) => {
  const disk = smallDisk(8);
  if (typeof disk === 'string') return context.skip(disk);
  const file = path.join(disk.folder, 'vault.db');
  const db = new DatabaseSync(file);
  db.exec('PRAGMA journal_mode = WAL; CREATE TABLE kept (key INTEGER PRIMARY KEY, value TEXT)');
  db.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
           INSERT INTO kept SELECT i, printf('%d %s', i, hex(zeroblob(1000))) FROM n`);
  db.exec('DELETE FROM kept WHERE key % 2 = 0; PRAGMA wal_checkpoint(TRUNCATE)');
  const sum = () => db.prepare('SELECT count(*) AS rows, sum(length(value)) AS length FROM kept').get();
  const pages = () => Number(db.prepare('PRAGMA page_count').get()?.page_count);
  const [was, large] = [sum(), pages()];
  disk.fill();
  await expect(rewriteDatabase(file, { inMemory: true })).rejects.toThrow(/full/);
  expect(sum()).toEqual(was);
  disk.empty();
  await rewriteDatabase(file, { inMemory: true });
  expect(sum()).toEqual(was);
  expect(pages()).toBeLessThan(large);
  expect(db.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  db.close();
});

test('the disk is full while the read models are written anew: they answer and go on as they were, and are written anew once there is room', async (context) => {
  const disk = smallDisk(32);
  if (typeof disk === 'string') return context.skip(disk);
  const file = path.join(disk.folder, 'read.db');
  const store = openSqliteReadStore(file);
  const reader = openSqliteReader(file);
  const generation = { projection: 'cosas', version: 1, generation: 1 };
  await store.createGeneration({ ...generation, indexes: [['n']] });
  await store.switchTo(generation, null);
  let position = 0;
  const commit = (keys: readonly number[], text: (n: number) => string | null) => {
    const checkpoint = String(++position).padStart(16, '0') as Position;
    const docs = keys.map((n): DocWrite => {
      const said = text(n);
      return {
        ...{ key: `k${n}`, version: position, position: checkpoint, persons: [`p${n}`] },
        doc: said === null ? null : { n, text: said },
      };
    });
    return store.commit({ epoch: 1, checkpoint, writes: [{ generation, docs }], changes: [] });
  };
  const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);
  const large = (n: number) => `${n} ${'palabras '.repeat(150)}`;
  for (let n = 0; n < 1_500; n += 100) await commit(numbers(n, n + 100), large);
  await commit(
    numbers(0, 500).filter((n) => n % 2 === 0),
    () => null,
  );
  const all = async () => {
    const found = [];
    for await (const one of store.scan(generation)) found.push(one);
    return found;
  };
  const tables = () => {
    const db = new DatabaseSync(file, { readOnly: true });
    const names = db.prepare("SELECT count(*) AS count FROM sqlite_schema WHERE type = 'table'").get()?.count;
    const sound = db.prepare('PRAGMA integrity_check').get()?.integrity_check;
    db.close();
    return { names, sound };
  };
  const [docs, before] = [await all(), tables()];
  expect(docs).toHaveLength(1_250);

  disk.fill();
  for (let tries = 0; tries < 2; tries++) await expect(store.writeAnew()).rejects.toThrow(/full/);
  expect(await all()).toEqual(docs);
  expect((await reader.get(generation, 'k1499'))?.doc).toEqual({ n: 1_499, text: large(1_499) });
  disk.empty();
  // What is folded meanwhile finds its place, before anything was tried again.
  await commit([1_500], large);
  const more = await all();
  expect(more).toHaveLength(1_251);
  await store.writeAnew();
  expect(await all()).toEqual(more);
  expect((await reader.get(generation, 'k1500'))?.doc).toEqual({ n: 1_500, text: large(1_500) });
  expect(tables()).toEqual({ ...before, sound: 'ok' });
  await reader.close();
  await store.close();
});

test('the disk is full during a search of the whole history: it is said as such, and the search goes on once there is room', (context) => {
  const disk = smallDisk(8);
  if (typeof disk === 'string') return context.skip(disk);
  const columns = createFactColumns(disk.folder);
  onTestFinished(columns.close);
  const add = (n: number) => columns.add({ type: 0, day: 0, actor: n, role: 0, extra: 0, stream: 0, act: 0, time: 0, codes: [n] });
  for (let n = 0; n < columns.blockRows; n++) add(n);
  disk.fill();
  let met: unknown;
  try {
    add(columns.blockRows);
  } catch (error) {
    met = error;
  }
  expect(toApiError(met)).toMatchObject({ code: 'DISK_FULL', headers: { 'retry-after': '30' } });
  disk.empty();
  add(columns.blockRows);
  expect([columns.length, columns.sealed]).toEqual([columns.blockRows + 1, 1]);
});
