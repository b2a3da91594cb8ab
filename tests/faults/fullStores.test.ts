import { execFileSync } from 'node:child_process';
import { closeSync, fsyncSync, mkdtempSync, openSync, renameSync, rmSync, symlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { rewriteDatabase } from '../../backend/integrations/sqlite/rewrite.ts';
import type { DocWrite } from '../../backend/projections/kernel/readStore.ts';
import { openSqliteReader, openSqliteReadStore } from '../../backend/projections/stores/sqlite.ts';
import type { Position } from '../../events/store/port.ts';
import { join, promote, settled } from '../support/people.ts';
import { openSchool } from '../support/school.ts';
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

test('the disk of the read models is full: writes are acknowledged, what stands still is told, and all of it is caught up with once there is room', {
  timeout: 120_000,
}, async (context) => {
  const disk = smallDisk(16);
  if (typeof disk === 'string') return context.skip(disk);
  const dataDir = mkdtempSync(path.join(tmpdir(), 'aulaviva-full-read-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const before = await openSchool({ dataDir, keep: true });
  const admin = await join(before, 'directora');
  await promote(before, admin, 'administrator');
  await settled(before);
  await before.stop();
  renameSync(path.join(dataDir, 'read.db'), path.join(dataDir, 'read.db.moving'));
  execFileSync('mv', [path.join(dataDir, 'read.db.moving'), path.join(disk.folder, 'read.db')]);
  symlinkSync(path.join(disk.folder, 'read.db'), path.join(dataDir, 'read.db'));

  const school = await openSchool({ dataDir, keep: true });
  onTestFinished(() => school.stop());
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
