import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { createTimer, type Timer } from '../../backend/commands/kernel/timer.ts';
import {
  askToRemoveTraces,
  REMOVE_TRACES,
  removeTracesAction,
  TRACES_EVERY_MS,
  TRACES_KEY,
  type TracesLeft,
} from '../../backend/commands/reactions/traces.ts';
import { emptyWriteAheadLog, rewriteDatabase } from '../../backend/integrations/sqlite/rewrite.ts';
import { openSqliteVault } from '../../backend/integrations/vault/sqlite.ts';
import type { DocWrite } from '../../backend/projections/kernel/readStore.ts';
import { openSqliteReadStore } from '../../backend/projections/stores/sqlite.ts';
import { openSqliteReader } from '../../backend/projections/stores/sqliteReader.ts';
import type { Position } from '../../events/store/port.ts';
import { openDomain } from '../support/domain.ts';

const folder = () => {
  const made = mkdtempSync(path.join(tmpdir(), 'aulaviva-traces-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
};
const KEYS = 2_000;
const secret = (person: number) => `llave-de-${person}-${'x'.repeat((person * 37) % 400)}-fin`;
const isErased = (person: number) => person % 2 === 0;
/** Keys of erased people that the file still holds, whatever its tables say. */
const left = (file: string): number[] => {
  const bytes = readFileSync(file).toString('latin1');
  return Array.from({ length: KEYS }, (_, person) => person).filter((person) => isErased(person) && bytes.includes(`llave-de-${person}-`));
};

/** A vault in which keys came in any order and half of them were destroyed. */
async function vaultWithTraces(): Promise<string> {
  const file = path.join(folder(), 'vault.db');
  const vault = openSqliteVault(file);
  for (let step = 0; step < KEYS; step++) {
    const person = (step * 7_919) % KEYS;
    await vault.put('keys', String(person), { wrapped: secret(person) });
  }
  for (let person = 0; person < KEYS; person += 2) await vault.put('keys', String(person), { erased: true });
  await vault.close();
  return file;
}

test('a database that is written anew holds no byte of what was destroyed, and everything else', async () => {
  const file = await vaultWithTraces();
  // Else this would be a test that cannot fail: secure_delete does not reach what was moved.
  expect(left(file)).not.toEqual([]);
  await rewriteDatabase(file, { inMemory: true });
  expect(left(file)).toEqual([]);
  const vault = openSqliteVault(file);
  for (let person = 0; person < KEYS; person++)
    expect((await vault.get('keys', String(person)))?.value).toEqual(isErased(person) ? { erased: true } : { wrapped: secret(person) });
  await vault.close();
});

test('the file of the vault is written anew while others have it open, and goes on where they write', async () => {
  const file = await vaultWithTraces();
  const [one, other] = [openSqliteVault(file), openSqliteVault(file)];
  await one.put('keys', 'abierta', { wrapped: 'a' });
  const writer = new DatabaseSync(file);
  writer.exec('BEGIN IMMEDIATE');
  const rewriting = rewriteDatabase(file);
  writer.exec('COMMIT');
  writer.close();
  await rewriting;
  expect(left(file)).toEqual([]);
  await other.put('keys', 'despues', { wrapped: 'b' });
  expect((await one.get('keys', 'despues'))?.value).toEqual({ wrapped: 'b' });
  await one.close();
  await other.close();
  expect(left(file)).toEqual([]);
});

async function setUp() {
  const domain = await openDomain();
  const seen = { rewrites: 0, forgotten: 0, failures: [] as unknown[], reached: true, broken: false, head: '0001' as Position };
  const timer: Timer = createTimer(domain.vault, {
    [REMOVE_TRACES]: removeTracesAction({
      vault: domain.vault,
      timer: () => timer,
      head: async () => seen.head,
      reached: async (position) => seen.reached && position <= seen.head,
      async forgetAnswers() {
        seen.forgotten++;
      },
      async rewrite() {
        if (seen.broken) throw new Error('the disk is full');
        seen.rewrites++;
      },
      failed: (error) => void seen.failures.push(error),
    }),
  });
  const now = () => domain.clock.now();
  const ask = () => askToRemoveTraces(timer, '0001' as Position, now());
  const later = async () => {
    domain.clock.advance(TRACES_EVERY_MS);
    await timer.tick(now());
  };
  return { domain, seen, timer, ask, later, now };
}

test('many who are erased are served by one rewriting, within a quarter of an hour', async () => {
  const { seen, ask, later, timer, now } = await setUp();
  await ask();
  await ask();
  await timer.tick(now());
  expect(seen.rewrites).toBe(0);
  await later();
  expect(seen.rewrites).toBe(1);
  await later();
  expect(seen.rewrites).toBe(1);
});

test('what cannot be done yet is told, and done at the next time: read models that are behind, a disk that is full', async () => {
  const { domain, seen, ask, later } = await setUp();
  const left = async () => (await domain.vault.get<TracesLeft>('status', TRACES_KEY))?.value ?? null;
  await ask();
  seen.reached = false;
  await later();
  expect(seen.forgotten).toBe(0);
  seen.reached = true;
  seen.broken = true;
  await later();
  expect(seen).toMatchObject({ rewrites: 0, failures: { length: 2 } });
  // Told all the while, with when it began.
  expect(await left()).toEqual({
    since: new Date(domain.clock.now().getTime() - TRACES_EVERY_MS).toISOString(),
    tries: 2,
    error: 'the disk is full',
  });
  seen.broken = false;
  await later();
  await later();
  expect(seen.rewrites).toBe(1);
  expect(await left()).toBeNull();
});

test('what was asked for at a place that the log has lost since is done at its end', async () => {
  const { seen, ask, later } = await setUp();
  await ask();
  seen.head = '0000' as Position;
  await later();
  expect(seen).toMatchObject({ rewrites: 1, failures: [] });
});

test('read models are written anew in small steps while they are read and written: nothing erased is left in the file, nothing else is lost', async () => {
  const file = path.join(folder(), 'read.db');
  const store = openSqliteReadStore(file);
  const reader = openSqliteReader(file);
  const generation = { projection: 'cosas', version: 1, generation: 1 };
  const at = (n: number) => String(n).padStart(16, '0') as Position;
  const key = (n: number) => `k${(n * 7_919) % KEYS}`;
  const doc = (n: number, text = secret((n * 7_919) % KEYS)) => ({ key: key(n), version: 1, doc: { n, text }, persons: [key(n)] });
  await store.createGeneration({ ...generation, indexes: [['n']] });
  await store.switchTo(generation, null);
  let position = 0;
  const commit = (docs: object[]) => {
    const checkpoint = at(++position);
    return store.commit({
      epoch: 1,
      checkpoint,
      writes: [{ generation, docs: docs.map((one) => ({ version: position, ...one, position: checkpoint }) as DocWrite) }],
      changes: docs.map((one) => ({
        topic: 'cosas',
        id: (one as DocWrite).key,
        version: 1,
        op: 'put',
        position: checkpoint,
        view: (one as DocWrite).doc ?? {},
      })),
    });
  };
  for (let n = 0; n < KEYS; n += 10) await commit(Array.from({ length: 10 }, (_, i) => doc(n + i)));
  await store.trimChanges(10);
  for (let person = 0; person < KEYS; person += 2)
    await commit([{ key: `k${person}`, version: 1_000, doc: person % 4 === 0 ? null : { n: person, text: '' }, persons: [] }]);
  await store.trimChanges(0);
  await emptyWriteAheadLog(file);
  // Else this would be a test that cannot fail.
  expect(left(file)).not.toEqual([]);

  let done = false;
  const anew = store.writeAnew().then(() => {
    done = true;
  });
  let [longest, last, turns] = [0, performance.now(), 0];
  while (!done) {
    // Written meanwhile, before and behind what has been copied: changed, made, deleted.
    const n = turns++ % KEYS;
    if (n % 2 === 1) await commit([{ key: `k${n}`, version: 2_000, doc: { n, text: 'vivo', turns }, persons: ['viva'] }]);
    else if (n % 4 === 0) await commit([{ key: `nuevo${turns}`, version: 1, doc: { n, text: 'nuevo' }, persons: [] }]);
    expect((await reader.get(generation, 'k1999'))?.key).toBe('k1999');
    await new Promise((next) => setImmediate(next));
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }
  await anew;
  expect(turns).toBeGreaterThan(10);
  expect(longest).toBeLessThan(1_000);
  const all = async () => {
    const found = [];
    for await (const one of store.scan(generation)) found.push(one);
    return found;
  };
  const docs = await all();
  for (let person = 1; person < KEYS; person += 2) {
    expect([secret(person), 'vivo']).toContain(docs.find((one) => one.key === `k${person}`)?.doc.text);
  }
  expect(docs.filter((one) => one.key.startsWith('nuevo')).length).toBeGreaterThan(0);
  expect(await store.keysOfPerson(generation, 'viva')).toEqual(docs.filter(({ doc: { text } }) => text === 'vivo').map((one) => one.key));
  expect((await store.tombstones(generation, ['k0'])).get('k0')).toMatchObject({ version: 1_000 });
  expect((await reader.find(generation, { where: { n: 2 } })).docs).toHaveLength(1);
  await emptyWriteAheadLog(file);
  expect(left(file)).toEqual([]);
  // And once more, with what it left itself.
  await store.writeAnew();
  expect(await all()).toEqual(docs);
  await reader.close();
  await store.close();
}, 60_000);
