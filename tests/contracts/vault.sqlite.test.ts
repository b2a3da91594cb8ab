import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { openSqliteVault } from '../../backend/integrations/vault/sqlite.ts';
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
