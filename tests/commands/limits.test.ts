import { describe, expect, test } from 'vitest';
import { ApiError } from '../../backend/api/error.ts';
import { createLimits } from '../../backend/api/limits.ts';
import { openDomain, TEST_SECRET } from '../support/domain.ts';

const WINDOW = 15 * 60_000;
const KEY = 'ana@ejemplo.mx 10.0.0.1';

async function setUp() {
  const { vault, clock } = await openDomain();
  const open = () => createLimits(vault, TEST_SECRET, () => clock.now().getTime());
  const limits = open();
  /** Seconds after which to come again, or null when nothing was refused. */
  const refused = async (work: Promise<void>) => {
    try {
      await work;
      return null;
    } catch (error) {
      expect((error as ApiError).code).toBe('TOO_MANY_REQUESTS');
      return error instanceof ApiError ? error.headers['retry-after'] : null;
    }
  };
  return {
    vault,
    clock,
    open,
    limits,
    count: (max = 3, kind = 'login', key = KEY) => refused(limits.count(kind, key, max, WINDOW)),
    refused,
  };
}

test('so many in a window, then not before it ends; the answer says when', async () => {
  const { clock, count } = await setUp();
  for (let time = 0; time < 3; time++) expect(await count()).toBeNull();
  expect(await count()).toBe('900');
  clock.advance(WINDOW - 1_500);
  expect(await count()).toBe('2');
  clock.advance(1_499);
  expect(await count()).toBe('1');
  clock.advance(1);
  expect(await count()).toBeNull();
});

test('a window begins with its first count and is not drawn out by later ones', async () => {
  const { clock, count } = await setUp();
  await count();
  clock.advance(WINDOW - 1_000);
  await count();
  await count();
  expect(await count()).toBe('1');
  clock.advance(1_000);
  expect(await count()).toBeNull();
});

test('of many that come at once, on several nodes, exactly so many get through', async () => {
  const { open, refused } = await setUp();
  const nodes = [open(), open(), open()];
  const outcomes = await Promise.all(
    Array.from({ length: 30 }, (_, index) => refused((nodes[index % 3] ?? open()).count('login', KEY, 10, WINDOW))),
  );
  expect(outcomes.filter((one) => one === null)).toHaveLength(10);
});

test('attempts are counted apart for each kind and each key', async () => {
  const { count } = await setUp();
  await count();
  expect(await count(1)).not.toBeNull();
  expect(await count(1, 'form')).toBeNull();
  expect(await count(1, 'login', 'eva@ejemplo.mx 10.0.0.1')).toBeNull();
});

describe('guesses', () => {
  const KINDS = [
    ['login', KEY, 3],
    ['login-place', '10.0.0.1', 5],
  ] as const;

  test('those that are being looked at take the room of those to come, on another node too: the right one behind them is not looked at', async () => {
    const { open } = await setUp();
    const [here, there] = [open(), open()];
    const { promise: decided, resolve: decide } = Promise.withResolvers<boolean>();
    let left = 3;
    const { promise: full, resolve: fill } = Promise.withResolvers<void>();
    const look = () => {
      if (--left === 0) fill();
      return decided;
    };
    const wrong = [here, here, there].map((node) => node.guess(KINDS, WINDOW, look));
    await full;
    let looked = false;
    const right = async () => {
      looked = true;
      return true;
    };
    const behind = here.guess(KINDS, WINDOW, right);
    const elsewhere = open().guess(KINDS, WINDOW, right);
    await expect(elsewhere).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    decide(false);
    expect(await Promise.all(wrong)).toEqual([false, false, false]);
    await expect(behind).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(looked).toBe(false);
  });

  test('right ones cost nothing, however many come at once', async () => {
    const { limits } = await setUp();
    const right = await Promise.all(Array.from({ length: 20 }, () => limits.guess(KINDS, WINDOW, async () => true)));
    expect(right).toEqual(Array.from({ length: 20 }, () => true));
    for (let wrong = 0; wrong < 3; wrong++) expect(await limits.guess(KINDS, WINDOW, async () => false)).toBe(false);
    await expect(limits.guess(KINDS, WINDOW, async () => true)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });

  test('what was not decided, or found no room elsewhere, costs nothing', async () => {
    const { limits, count } = await setUp();
    const broken = new Error('the vault does not answer');
    await expect(limits.guess(KINDS, WINDOW, () => Promise.reject(broken))).rejects.toBe(broken);
    for (let time = 0; time < 5; time++) expect(await count(5, 'login-place', '10.0.0.1')).toBeNull();
    for (let time = 0; time < 4; time++)
      await expect(limits.guess(KINDS, WINDOW, async () => true)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    for (let time = 0; time < 3; time++) expect(await count(3, 'login')).toBeNull();
  });
});

test('no address stands in the vault', async () => {
  const { vault, count } = await setUp();
  await count();
  const text = JSON.stringify(await vault.list('attempts', ''));
  expect(text).toContain('login:');
  expect(text).not.toMatch(/ana|ejemplo|10\.0/);
});
