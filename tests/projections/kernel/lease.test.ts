import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type LeaseRecord, leaseSource } from '../../../backend/integrations/vault/lease.ts';
import type { Vault } from '../../../backend/integrations/vault/port.ts';
import { openSqliteVault } from '../../../backend/integrations/vault/sqlite.ts';
import { until } from '../../support/until.ts';

const never = new AbortController().signal;

async function openVault(): Promise<Vault> {
  const dir = await mkdtemp(join(tmpdir(), 'aulaviva-lease-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const vault = openSqliteVault(join(dir, 'vault.db'));
  onTestFinished(() => vault.close());
  return vault;
}
const source = (vault: Vault, holder: string, clock = Date.now, ttlMs = 300) =>
  leaseSource({ vault, key: 'projector', holder, ttlMs, clock });
const record = async (vault: Vault) => (await vault.get<LeaseRecord>('leases', 'projector'))?.value;

test('one holds it, renewed for as long as it lives; the next one comes in when it is released, with a higher epoch', async () => {
  const vault = await openVault();
  const first = await source(vault, 'a').acquire(never);
  expect(first?.epoch).toBe(1);
  const began = await record(vault);
  let second = false;
  const waiting = source(vault, 'b').acquire(never);
  void waiting.then(() => {
    second = true;
  });
  await until(async () => ((await record(vault))?.expiresAt ?? 0) > (began?.expiresAt ?? 0) + 400, 'two renewals');
  expect(second).toBe(false);
  expect(first?.lost.aborted).toBe(false);
  await first?.release();
  expect((await waiting)?.epoch).toBe(2);
  expect(first?.lost.aborted).toBe(true);
  await (await waiting)?.release();
});

test('the same holder takes its own back at once; the one it took it from learns of it', async () => {
  const vault = await openVault();
  const before = await source(vault, 'embedded', Date.now, 60).acquire(never);
  const again = await source(vault, 'embedded').acquire(never);
  expect(again?.epoch).toBe(2);
  await until(() => before?.lost.aborted, 'the loss to be noticed');
  expect(again?.lost.aborted).toBe(false);
  await before?.release();
  expect(await record(vault)).toMatchObject({ holder: 'embedded', epoch: 2 });
  expect((await record(vault))?.expiresAt).toBeGreaterThan(0);
  await again?.release();
});

test('one that died is followed when its time is over, whatever the clocks say', async () => {
  const vault = await openVault();
  // Its clock was a year ahead: by the wall clock it would never end.
  await vault.put<LeaseRecord>('leases', 'projector', { holder: 'dead', epoch: 7, expiresAt: Date.now() + 365 * 86_400_000 });
  const began = performance.now();
  const lease = await source(vault, 'b').acquire(never);
  expect(lease?.epoch).toBe(8);
  expect(performance.now() - began).toBeGreaterThanOrEqual(290);
  await lease?.release();
  // And where it has ended by the clock, nobody waits.
  await vault.put<LeaseRecord>('leases', 'projector', { holder: 'dead', epoch: 20, expiresAt: Date.now() - 1 });
  expect((await source(vault, 'b').acquire(never))?.epoch).toBe(21);
});

test('a vault that is away for less than the time of the lease does not end it', async () => {
  const vault = await openVault();
  let away = false;
  const shaky = new Proxy(vault, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (typeof value !== 'function') return value;
      return async (...args: unknown[]) => {
        if (away) throw new Error('away');
        return (value as (...args: unknown[]) => unknown).apply(target, args);
      };
    },
  });
  const lease = await source(shaky, 'a', Date.now, 900).acquire(never);
  const began = (await record(vault))?.expiresAt ?? 0;
  away = true;
  setTimeout(() => {
    away = false;
  }, 350);
  await until(async () => ((await record(vault))?.expiresAt ?? 0) > began, 'a renewal');
  expect(lease?.lost.aborted).toBe(false);
  away = true;
  await until(() => lease?.lost.aborted, 'the loss');
  away = false;
});

test('a process that stops waiting gets no lease', async () => {
  const vault = await openVault();
  const lease = await source(vault, 'a').acquire(never);
  const stopping = new AbortController();
  const waiting = source(vault, 'b').acquire(stopping.signal);
  stopping.abort();
  expect(await waiting).toBeNull();
  await lease?.release();
});
