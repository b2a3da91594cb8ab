import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { openSqliteVault } from '../../backend/integrations/vault/sqlite.ts';
import { StoreUnavailable } from '../../events/store/port.ts';
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
  const vault = openSqliteVault(path);
  const other = new DatabaseSync(path);
  other.exec("CREATE TRIGGER full BEFORE INSERT ON records BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END");
  await expect(vault.put('meta', 'a', 1)).rejects.toBeInstanceOf(StoreUnavailable);
  expect(await vault.get('meta', 'a')).toBeNull();
  other.exec('DROP TRIGGER full');
  other.close();
  await vault.put('meta', 'a', 2);
  expect((await vault.get('meta', 'a'))?.value).toBe(2);
  await vault.close();
});

test('only the owner can read the file', async () => {
  const dir = await folder();
  onTestFinished(() => rm(dir, { recursive: true }));
  const path = join(dir, 'vault.db');
  const vault = openSqliteVault(path);
  await vault.put('meta', 'a', 1);
  expect((await stat(path)).mode & 0o077).toBe(0);
  expect((await stat(`${path}-wal`)).mode & 0o077).toBe(0);
  await vault.close();
});
