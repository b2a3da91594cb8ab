import { expect, test } from 'vitest';
import { ApiError } from '../../backend/api/error.ts';
import { createLimits } from '../../backend/api/plugins/limits.ts';
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
    check: (max = 3, kind = 'login', key = KEY) => refused(limits.check(kind, key, max)),
    count: (max = 3, kind = 'login', key = KEY) => refused(limits.count(kind, key, max, WINDOW)),
    refused,
  };
}

test('so many in a window, then not before it ends; the answer says when', async () => {
  const { clock, check, count } = await setUp();
  for (let time = 0; time < 3; time++) {
    expect(await check()).toBeNull();
    expect(await count()).toBeNull();
  }
  expect(await check()).toBe('900');
  expect(await count()).toBe('900');
  clock.advance(WINDOW - 1_500);
  expect(await check()).toBe('2');
  clock.advance(1_499);
  expect(await check()).toBe('1');
  clock.advance(1);
  expect(await check()).toBeNull();
  expect(await count()).toBeNull();
});

test('a window begins with its first count and is not drawn out by later ones', async () => {
  const { clock, check, count } = await setUp();
  await count();
  clock.advance(WINDOW - 1_000);
  await count();
  await count();
  expect(await count()).toBe('1');
  clock.advance(1_000);
  expect(await count()).toBeNull();
  expect(await check()).toBeNull();
});

test('of many that come at once, on several nodes, exactly so many get through', async () => {
  const { open, refused, check } = await setUp();
  const nodes = [open(), open(), open()];
  const outcomes = await Promise.all(
    Array.from({ length: 30 }, (_, index) => refused((nodes[index % 3] ?? open()).count('login', KEY, 10, WINDOW))),
  );
  expect(outcomes.filter((one) => one === null)).toHaveLength(10);
  expect(await check(31)).toBeNull();
  expect(await check(30)).not.toBeNull();
});

test('kinds and keys count apart', async () => {
  const { check, count } = await setUp();
  await count();
  expect(await check(1)).not.toBeNull();
  expect(await check(1, 'form')).toBeNull();
  expect(await check(1, 'login', 'eva@ejemplo.mx 10.0.0.1')).toBeNull();
});

test('no address stands in the vault', async () => {
  const { vault, count } = await setUp();
  await count();
  const text = JSON.stringify(await vault.list('attempts', ''));
  expect(text).toContain('login:');
  expect(text).not.toMatch(/ana|ejemplo|10\.0/);
});
