import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Vault, VaultTable } from '../../backend/integrations/vault/port.ts';

/** What a vault must offer to be tested. Every harness has a vault of its own. */
export interface VaultHarness {
  vault: Vault;
  /** Another node or thread on the same vault; the test closes it. */
  open(): Promise<Vault>;
  /** What the vault takes for the time, in epoch milliseconds. */
  clock: { now: number };
  /** The server orders strings as Java and JavaScript do, by UTF-16 units: characters beyond the first plane are left out. */
  utf16Order?: boolean;
  dispose(): Promise<void>;
}

/** The order of keys: by code point. */
const byCodePoint = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

let counter = 0;
const fresh = (): string => {
  counter++;
  return `k${counter}:`;
};

export function vaultContract(name: string, make: () => Promise<VaultHarness>): void {
  describe(`vault: ${name}`, { timeout: 120_000 }, () => {
    let harness: VaultHarness;
    let vault: Vault;
    beforeAll(async () => {
      harness = await make();
      vault = harness.vault;
    }, 120_000);
    afterAll(async () => {
      await harness?.dispose();
    });

    test('gives back what was put, in its own table', async () => {
      const key = fresh();
      expect(await vault.get('meta', key)).toBeNull();
      const value = { 'a.b': 1, $set: { $x: null }, deep: [1, 'dos', { ñ: '\u0000"' }], '': false };
      await vault.put('meta', key, value);
      await vault.put('keys', key, 'other');
      expect(await vault.get('meta', key)).toEqual({ key, value, revision: expect.any(Number) });
      expect((await vault.get('keys', key))?.value).toBe('other');
      await vault.remove('meta', key);
      expect(await vault.get('meta', key)).toBeNull();
      expect((await vault.get('keys', key))?.value).toBe('other');
    });

    test('keeps what was put for the next process', async () => {
      const key = fresh();
      await vault.put('sessions', key, { userId: 7 });
      const other = await harness.open();
      expect(await other.get('sessions', key)).toEqual(await vault.get('sessions', key));
      await other.close();
    });

    test('a revision grows with every write, also past a removal', async () => {
      const key = fresh();
      let last = -1;
      const grown = async () => {
        const revision = (await vault.get('meta', key))?.revision ?? Number.NaN;
        expect(revision).toBeGreaterThan(last);
        last = revision;
      };
      for (let round = 0; round < 3; round += 1) {
        expect(await vault.insert('meta', key, round)).toBe(true);
        await grown();
        for (let i = 0; i < 5; i += 1) await vault.put('meta', key, round);
        await grown();
        expect(await vault.replace('meta', key, last, round)).toBe(true);
        await grown();
        await vault.remove('meta', key);
      }
    });

    test('of fifty inserts at once one wins, and its value stands', async () => {
      const others = await Promise.all(Array.from({ length: 4 }, () => harness.open()));
      for (let round = 0; round < 5; round += 1) {
        const key = fresh();
        const won = await Promise.all(Array.from({ length: 50 }, (_, i) => (others[i % 4] ?? vault).insert('leases', key, i)));
        expect(won.filter(Boolean)).toHaveLength(1);
        expect((await vault.get('leases', key))?.value).toBe(won.indexOf(true));
      }
      await Promise.all(others.map((other) => other.close()));
    });

    test('of fifty writes over one revision one wins, and no put is lost', async () => {
      const key = fresh();
      await vault.put('leases', key, 'first');
      const { revision } = (await vault.get('leases', key)) ?? { revision: -1 };
      const won = await Promise.all(Array.from({ length: 50 }, (_, i) => vault.replace('leases', key, revision, i)));
      expect(won.filter(Boolean)).toHaveLength(1);
      expect((await vault.get('leases', key))?.value).toBe(won.indexOf(true));
      expect(await vault.replace('leases', key, revision, 'late')).toBe(false);
      expect(await vault.replace('leases', fresh(), 1, 'nothing there')).toBe(false);

      const born = fresh();
      await Promise.all(Array.from({ length: 20 }, (_, i) => vault.put('leases', born, i)));
      expect((await vault.get('leases', born))?.value).toEqual(expect.any(Number));
    });

    test('what has expired is as if absent', async () => {
      const prefix = fresh();
      const key = `${prefix}a`;
      const { clock } = harness;
      await vault.put('used-tokens', key, 1, { expiresAt: clock.now + 10 });
      expect(await vault.insert('used-tokens', key, 2)).toBe(false);
      clock.now += 9;
      const before = await vault.get<number>('used-tokens', key);
      expect(before?.value).toBe(1);
      clock.now += 1;
      expect(await vault.get('used-tokens', key)).toBeNull();
      expect(await vault.list('used-tokens', prefix)).toEqual([]);
      expect(await vault.replace('used-tokens', key, before?.revision ?? 0, 3)).toBe(false);
      expect(await vault.insert('used-tokens', key, 4, { expiresAt: clock.now + 10 })).toBe(true);
      const after = await vault.get<number>('used-tokens', key);
      expect(after?.value).toBe(4);
      expect(after?.revision).toBeGreaterThan(before?.revision ?? 0);
      await vault.put('used-tokens', key, 5);
      clock.now += 1_000;
      expect((await vault.get('used-tokens', key))?.value, 'a write without expiry takes the old one away').toBe(5);
    });

    test('of fifty inserts over an expired record one wins', async () => {
      const key = fresh();
      await vault.put('leases', key, 'old', { expiresAt: harness.clock.now });
      const won = await Promise.all(Array.from({ length: 50 }, (_, i) => vault.insert('leases', key, i)));
      expect(won.filter(Boolean)).toHaveLength(1);
    });

    test('sweep deletes what has expired and nothing else', async () => {
      const prefix = fresh();
      await vault.sweep(harness.clock.now);
      await vault.put('answers', `${prefix}old`, 1, { expiresAt: harness.clock.now + 5 });
      await vault.put('attempts', `${prefix}old`, 1, { expiresAt: harness.clock.now + 6 });
      await vault.put('answers', `${prefix}later`, 1, { expiresAt: harness.clock.now + 7 });
      await vault.put('answers', `${prefix}always`, 1);
      expect(await vault.sweep(harness.clock.now + 6)).toBe(2);
      expect((await vault.list('answers', prefix)).map(({ key }) => key)).toEqual([`${prefix}always`, `${prefix}later`]);
      expect(await vault.list('attempts', prefix)).toEqual([]);
    });

    test('clear deletes all of one table and nothing of another', async () => {
      const key = fresh();
      for (const table of ['answers', 'attempts'] as const) for (const one of ['a', 'b']) await vault.put(table, `${key}${one}`, 1);
      expect(await vault.get('answers', `${key}a`)).not.toBeNull();
      await vault.clear('answers');
      expect(await vault.get('answers', `${key}a`)).toBeNull();
      expect(await vault.list('answers', '')).toEqual([]);
      expect(await vault.list('attempts', key)).toHaveLength(2);
    });

    test('counts by prefix what it would list', async () => {
      const prefix = fresh();
      for (const key of ['a:1', 'a:2', 'b:1']) await vault.put('outbox', prefix + key, {});
      await vault.put('outbox', `${prefix}a:3`, {}, { expiresAt: harness.clock.now - 1 });
      await vault.put('mailbox', `${prefix}a:4`, {});
      const counted = await Promise.all(['a:', '', 'c'].map((more) => vault.count('outbox', prefix + more)));
      expect(counted).toEqual([2, 3, 0]);
    });

    test('lists by prefix as a sorted array would, both ways, in pages, whatever the characters', async () => {
      const alphabet = [
        'a',
        'b',
        'A',
        'ñ',
        '%',
        '_',
        '*',
        '\\',
        '.',
        '$',
        ':',
        '/',
        "'",
        '"',
        '[',
        '(',
        '^',
        '\u007f',
        '\ud7ff',
        '\ue000',
        '\uffff',
        '\n',
      ];
      const chars = harness.utf16Order ? alphabet.filter((char) => char < '\ue000') : [...alphabet, '\u{1f600}', '\u{10ffff}'];
      const text = fc.string({ unit: fc.constantFrom(...chars), maxLength: 4 });
      await fc.assert(
        fc.asyncProperty(
          fc.uniqueArray(
            text.filter((key) => key !== ''),
            { maxLength: 12 },
          ),
          text,
          fc.option(text, { nil: undefined }),
          fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
          fc.boolean(),
          async (keys, prefix, after, limit, backwards) => {
            const table: VaultTable = 'mailbox';
            for (const key of keys) await vault.put(table, key, key);
            // A neighbour in another table with the same keys.
            await vault.put('user-sessions', prefix === '' ? 'x' : prefix, 'neighbour');
            const expected = keys
              .filter((key) => key.startsWith(prefix))
              .sort((a, b) => byCodePoint(a, b) * (backwards ? -1 : 1))
              .filter((key) => after === undefined || byCodePoint(key, after) * (backwards ? -1 : 1) > 0)
              .slice(0, limit);
            const listed = await vault.list(table, prefix, {
              backwards,
              ...(after !== undefined && { after }),
              ...(limit !== undefined && { limit }),
            });
            for (const { key } of await vault.list(table, '')) await vault.remove(table, key);
            expect(listed.map(({ key }) => key)).toEqual(expected);
            expect(listed.map(({ value }) => value)).toEqual(expected);
          },
        ),
        { numRuns: 60 },
      );
    });

    test('does as a map would, whatever is done in whatever order', async () => {
      const tables: VaultTable[] = ['passwords', 'keys', 'meta'];
      const key = fc.constantFrom('a', 'b', 'a:b', '__proto__');
      const step = fc.record({
        op: fc.constantFrom('put', 'insert', 'replace', 'stale', 'remove', 'pass'),
        table: fc.constantFrom(...tables),
        key,
        value: fc.jsonValue(),
        ttl: fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
          const prefix = fresh();
          const model = new Map<string, { value: unknown; expires: number; revision: number }>();
          for (const { op, table, key: name, value: any, ttl } of steps) {
            const value: unknown = JSON.parse(JSON.stringify(any));
            const id = `${prefix}${name}`;
            const at = `${table} ${id}`;
            const options = ttl === undefined ? {} : { expiresAt: harness.clock.now + ttl };
            const expires = options.expiresAt ?? Number.POSITIVE_INFINITY;
            const found = model.get(at);
            const alive = found && found.expires > harness.clock.now ? found : undefined;
            let written = false;
            if (op === 'pass') harness.clock.now += 5;
            else if (op === 'remove') {
              await vault.remove(table, id);
              model.delete(at);
            } else if (op === 'put') {
              await vault.put(table, id, value, options);
              written = true;
            } else if (op === 'insert') {
              written = await vault.insert(table, id, value, options);
              expect(written).toBe(!alive);
            } else {
              written = await vault.replace(table, id, (found?.revision ?? 1) - (op === 'stale' ? 1 : 0), value, options);
              expect(written).toBe(op === 'replace' && alive !== undefined);
            }
            const stored = await vault.get(table, id);
            if (written) model.set(at, { value, expires, revision: stored?.revision ?? -1 });
            const now = model.get(at);
            expect(stored?.value).toEqual(now && now.expires > harness.clock.now ? now.value : undefined);
            if (written && found) expect(stored?.revision).toBeGreaterThan(found.revision);
          }
        }),
        { numRuns: 60 },
      );
    });
  });
}
