import { expect, test } from 'vitest';
import { createKeptPages } from '../../backend/api/pages/keptPages.ts';

function setUp() {
  const state = { stamp: 'a', now: 0, stamps: 0, made: [] as string[] };
  const kept = createKeptPages(
    async () => {
      state.stamps++;
      return state.stamp;
    },
    () => state.now,
  );
  const page = async (name: string, size = 10) => {
    const found = await kept.page<never>(name, async () => {
      state.made.push(name);
      return `${name} ${state.stamp}`.padEnd(size);
    });
    return found.body.trim();
  };
  return { state, kept, page };
}

test('a hundred concurrent visitors cause one rendering, and two looks at the data behind it', async () => {
  const { state, page } = setUp();
  expect(new Set(await Promise.all(Array.from({ length: 100 }, () => page('/'))))).toEqual(new Set(['/ a']));
  expect(state.made).toEqual(['/']);
  expect(state.stamps).toBeLessThanOrEqual(2);
});

test('a page is rendered again when its data change, for each host name, and after a minute at the latest', async () => {
  const { state, page } = setUp();
  expect([await page('/'), await page('/pricing'), await page('/')]).toEqual(['/ a', '/pricing a', '/ a']);
  state.stamp = 'b';
  expect([await page('/'), await page('/')]).toEqual(['/ b', '/ b']);
  expect(state.made).toEqual(['/', '/pricing', '/']);
  state.now += 60_000;
  await page('/');
  expect(state.made).toHaveLength(4);
});

test('the cache of pages is bounded by their length; errors and missing pages are not cached', async () => {
  const { state, kept, page } = setUp();
  for (let n = 0; n < 5; n++) await page(`/${n}`, 4_000_000);
  state.made = [];
  await page('/4', 4_000_000);
  expect(state.made).toEqual([]);
  await page('/0', 4_000_000);
  expect(state.made).toEqual(['/0']);
  let asked = 0;
  const none = () =>
    kept.page('/none', async () => {
      asked++;
      return null;
    });
  expect([await none(), await none(), asked]).toEqual([null, null, 2]);
  const failing = () => kept.page<never>('/failing', () => Promise.reject(new Error(`${asked++}`)));
  await expect(failing()).rejects.toThrow('2');
  await expect(failing()).rejects.toThrow('3');
});

test('a page is compressed once for each encoding', async () => {
  const { kept } = setUp();
  let zipped = 0;
  const zip = async (body: string) => {
    zipped++;
    return Buffer.from(body);
  };
  const sent = await Promise.all(
    Array.from({ length: 10 }, async () => (await kept.page<never>('/', async () => 'page')).as('br', zip).then(String)),
  );
  expect([new Set(sent), zipped]).toEqual([new Set(['page']), 1]);
});
