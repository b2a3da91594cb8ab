import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { openSqliteVault } from '../../backend/integrations/vault/sqlite.ts';
import { StoreDamaged, StoreUnavailable } from '../../events/store/port.ts';
import { damagePages } from '../support/damage.ts';
import { until } from '../support/until.ts';
import { vaultContract } from './vault.ts';

const folder = () => mkdtemp(join(tmpdir(), 'aulaviva-vault-'));

vaultContract('sqlite', async () => {
  const dir = await folder();
  const path = join(dir, 'vault.db');
  const clock = { now: 1_800_000_000_000 };
  const vault = openSqliteVault(path, () => clock.now);
  return {
    vault,
    open: async () => openSqliteVault(path, () => clock.now),
    clock,
    dispose: async () => {
      await vault.close();
      await rm(dir, { recursive: true });
    },
  };
});

test('what was looked up is known until anybody writes, until it expires, and nobody can change it', async () => {
  const dir = await folder();
  const path = join(dir, 'vault.db');
  const clock = { now: 1_800_000_000_000 };
  const [one, other] = [openSqliteVault(path, () => clock.now), openSqliteVault(path, () => clock.now)];
  onTestFinished(async () => {
    await Promise.all([one.close(), other.close()]);
    await rm(dir, { recursive: true });
  });
  const role = async () => {
    await turn();
    return (await one.get<{ role: string }>('sessions', 'a'))?.value.role ?? null;
  };
  await one.put('sessions', 'a', { role: 'student' }, { expiresAt: clock.now + 1_000 });
  expect([await role(), await role()]).toEqual(['student', 'student']);
  const known = await one.get<{ role: string }>('sessions', 'a');
  expect(await one.get('sessions', 'a')).toBe(known);
  expect(() => {
    if (known) known.value.role = 'administrator';
  }).toThrow(TypeError);
  // The same key in another table is another record.
  expect(await one.get('user-sessions', 'a')).toBeNull();
  await other.put('sessions', 'a', { role: 'instructor' }, { expiresAt: clock.now + 1_000 });
  expect(await role()).toBe('instructor');
  await one.put('sessions', 'a', { role: 'analyst' }, { expiresAt: clock.now + 1_000 });
  expect((await one.get<{ role: string }>('sessions', 'a'))?.value.role).toBe('analyst');
  clock.now += 1_000;
  expect(await role()).toBeNull();
  await one.put('sessions', 'a', { role: 'student' });
  expect(await role()).toBe('student');
  await other.remove('sessions', 'a');
  expect([await role(), await role()]).toEqual([null, null]);
  // That a record is absent is cached no longer than its value would be.
  await other.put('sessions', 'a', { role: 'analyst' });
  expect(await role()).toBe('analyst');
  await one.remove('sessions', 'a');
  expect(await one.get('sessions', 'a')).toBeNull();
  await one.put('sessions', 'a', { role: 'student' });
  expect((await one.get<{ role: string }>('sessions', 'a'))?.value.role).toBe('student');
});

test('what another thread, or another process, has written is seen by who had looked it up', async () => {
  const dir = await folder();
  const path = join(dir, 'vault.db');
  const vault = openSqliteVault(path);
  onTestFinished(async () => {
    await vault.close();
    await rm(dir, { recursive: true });
  });
  const module = new URL('../../backend/integrations/vault/sqlite.ts', import.meta.url).href;
  const source = `
    const { parentPort, workerData: { path, module } } = require('node:worker_threads');
    import(module).then(({ openSqliteVault }) => {
      const vault = openSqliteVault(path);
      parentPort.on('message', async (n) => {
        await vault.put('meta', 'a', n);
        parentPort.postMessage(n);
      });
    });`;
  const worker = new Worker(source, { eval: true, workerData: { path, module } });
  onTestFinished(async () => void (await worker.terminate()));
  for (let n = 0; n < 50; n++) {
    const written = new Promise((resolve) => worker.once('message', resolve));
    worker.postMessage(n);
    await written;
    expect((await vault.get('meta', 'a'))?.value).toBe(n);
  }
  // A writer that does not raise this vault's revision counter.
  const elsewhere = new DatabaseSync(path);
  elsewhere.exec(`UPDATE records SET value = '"elsewhere"' WHERE k = 'a'`);
  elsewhere.close();
  await until(async () => (await vault.get('meta', 'a'))?.value === 'elsewhere', 'what another process wrote');
});

test('threads that insert the same keys at once: each key has one winner', async () => {
  const dir = await folder();
  onTestFinished(() => rm(dir, { recursive: true }));
  const path = join(dir, 'vault.db');
  const source = `
    const { parentPort, workerData: { path, module } } = require('node:worker_threads');
    import(module).then(async ({ openSqliteVault }) => {
      const vault = openSqliteVault(path);
      const won = [];
      for (let i = 0; i < 100; i++) if (await vault.insert('leases', 'k' + i, 1)) won.push(i);
      await vault.close();
      parentPort.postMessage(won);
    });`;
  const module = new URL('../../backend/integrations/vault/sqlite.ts', import.meta.url).href;
  const wins = await Promise.all(
    Array.from(
      { length: 3 },
      () =>
        new Promise<number[]>((resolve, reject) => {
          const worker = new Worker(source, { eval: true, workerData: { path, module } });
          worker.once('message', resolve);
          worker.once('error', reject);
        }),
    ),
  );
  expect(wins.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, i) => i));
});

test('a database that refuses is a store that is away, and goes on afterwards', async () => {
  const dir = await folder();
  onTestFinished(() => rm(dir, { recursive: true }));
  const path = join(dir, 'vault.db');
  const vault = openSqliteVault(path, Date.now, { patience: 50 });
  const other = new DatabaseSync(path);
  other.exec('BEGIN IMMEDIATE');
  await expect(vault.put('meta', 'a', 1)).rejects.toBeInstanceOf(StoreUnavailable);
  expect(await vault.get('meta', 'a')).toBeNull();
  other.exec('COMMIT');
  other.close();
  await vault.put('meta', 'a', 2);
  expect((await vault.get('meta', 'a'))?.value).toBe(2);
  await vault.close();
});

test('only the owner can read the file of the vault', async () => {
  const dir = await folder();
  onTestFinished(() => rm(dir, { recursive: true }));
  const path = join(dir, 'vault.db');
  const vault = openSqliteVault(path);
  await vault.put('meta', 'a', 1);
  expect((await stat(path)).mode & 0o077).toBe(0);
  expect((await stat(`${path}-wal`)).mode & 0o077).toBe(0);
  await vault.close();
  // Nor can others read a file that was copied here by other means.
  await chmod(path, 0o644);
  await openSqliteVault(path).close();
  expect((await stat(path)).mode & 0o077).toBe(0);
});

test('two threads that have the file open keep it from being taken for unused by another program', async () => {
  const dir = await folder();
  onTestFinished(() => rm(dir, { recursive: true }));
  const path = join(dir, 'vault.db');
  const [vault, second] = [openSqliteVault(path), openSqliteVault(path)];
  await vault.put('meta', 'a', 1);
  // Whoever gets the file for themselves may empty and remove the write-ahead log, as `sqlite3` does.
  const script = `const db = new (require('node:sqlite').DatabaseSync)(process.argv[1], { timeout: 0 });
    try { db.exec('PRAGMA locking_mode = EXCLUSIVE; SELECT * FROM records'); console.log('unused'); } catch ({ message }) { console.log(message); }`;
  expect(execFileSync(process.execPath, ['-e', script, path], { encoding: 'utf8' })).toBe('database is locked\n');
  await Promise.all([vault.close(), second.close()]);
});

test('a page that cannot be read is damage, and no absence; a file of something else is refused', async () => {
  const dir = await folder();
  onTestFinished(() => rm(dir, { recursive: true }));
  const path = join(dir, 'vault.db');
  const vault = openSqliteVault(path);
  for (let i = 0; i < 100; i++) await vault.put('meta', `key-${String(i).padStart(3, '0')}`, 'x'.repeat(500));
  await vault.close();
  expect(damagePages(path, 'records', 5)).toBe(1);
  const found: string[] = [];
  const damaged = openSqliteVault(path, Date.now, { onDamage: ({ part }) => found.push(part) });
  await expect(damaged.list('meta', '')).rejects.toBeInstanceOf(StoreDamaged);
  expect(found).toEqual(['vault']);
  await damaged.close();
  const foreign = join(dir, 'foreign.db');
  const elsewhere = new DatabaseSync(foreign);
  elsewhere.exec('CREATE TABLE recipes (id INTEGER)');
  elsewhere.close();
  expect(() => openSqliteVault(foreign)).toThrow(StoreDamaged);
});

test('a write-ahead log that was cut off under a running school is damage: no outage, which would be waited for', async () => {
  const dir = await folder();
  onTestFinished(() => rm(dir, { recursive: true }));
  const path = join(dir, 'vault.db');
  const found: string[] = [];
  const [vault, reading] = [openSqliteVault(path), openSqliteVault(path, Date.now, { onDamage: ({ part }) => found.push(part) })];
  for (let i = 0; i < 100; i++) await vault.put('meta', `key-${i}`, 'x'.repeat(500));
  await truncate(`${path}-wal`, (await stat(`${path}-wal`)).size / 2);
  await expect(reading.list('meta', '')).rejects.toBeInstanceOf(StoreDamaged);
  expect(found).toEqual(['vault']);
  await Promise.all([vault.close(), reading.close()]);
});
