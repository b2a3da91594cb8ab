import { expect, test } from 'vitest';
import { SharedFeed } from '../../events/store/feed.ts';
import { type Position, type Recorded, StoreUnavailable } from '../../events/store/port.ts';
import { follow, type Session } from '../../events/store/subscription.ts';

const positionOf = (number: number): Position => String(number).padStart(6, '0') as Position;
const event = (number: number): Recorded => ({
  ...{ id: `e${number}`, type: 'Counted', stream: 'count-1', version: number, position: positionOf(number) },
  ...{ data: { text: 'x'.repeat(100) }, metadata: {}, size: 112 },
});

/** A log in memory, read in pages of 100 by as many sessions as are asked for. */
function logOf(count: number) {
  let length = count;
  let cut: (() => void) | null = null;
  let news = Promise.withResolvers<void>();
  const told = { sessions: 0, open: 0, read: 0 };
  const source: Session = async function* (after, signal) {
    told.sessions++;
    told.open++;
    try {
      let at = after === null ? 0 : Number(after);
      let told0 = -1;
      const failed = new Promise<never>((_, reject) => {
        cut = () => reject(new StoreUnavailable('gone'));
      });
      failed.catch(() => undefined);
      const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      while (!signal.aborted) {
        const { promise } = news;
        if (at < length) {
          const page = Array.from({ length: Math.min(100, length - at) }, (_, i) => event(at + i + 1));
          at += page.length;
          told.read += page.length;
          yield page;
        } else if (told0 !== length) {
          told0 = length;
          yield [];
        } else await Promise.race([promise, failed, aborted]);
      }
    } finally {
      told.open--;
    }
  };
  return {
    told,
    source,
    cut: () => cut?.(),
    grow(by: number) {
      length += by;
      news.resolve();
      news = Promise.withResolvers();
    },
  };
}

/** Follows until it has seen `until`; `work` is what it does with each event. */
async function reader(feed: SharedFeed, after: number, until: number, work?: (n: number) => Promise<void>): Promise<number[]> {
  const done = new AbortController();
  const seen: number[] = [];
  for await (const delivery of follow(feed.session, after === 0 ? null : positionOf(after), done.signal)) {
    if (delivery.kind !== 'event') continue;
    seen.push(delivery.event.version);
    await work?.(delivery.event.version);
    if (delivery.event.version === until) break;
  }
  return seen;
}
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

test('nine followers share one reading of the log', async () => {
  const log = logOf(3_000);
  const feed = new SharedFeed(log.source);
  const all = Promise.all(Array.from({ length: 9 }, () => reader(feed, 0, 4_000)));
  log.grow(1_000);
  for (const seen of await all) expect(seen).toEqual(numbers(1, 4_000));
  expect(log.told.read).toBe(4_000);
  expect(log.told.open).toBe(0);
});

test('a slow one holds up nobody and makes nothing grow; it reads for itself until it has caught up, then shares again', async () => {
  const log = logOf(2_000);
  const feed = new SharedFeed(log.source, { events: 300, bytes: 1_000_000, keep: 50 });
  let most = 0;
  const watch = async () => {
    most = Math.max(most, feed.held);
  };
  const gate = Promise.withResolvers<void>();
  const slow = reader(feed, 0, 2_600, (n) => (n === 10 ? gate.promise : Promise.resolve()));
  const quick = [reader(feed, 0, 2_000, watch), reader(feed, 0, 2_000, watch)];
  for (const seen of await Promise.all(quick)) expect(seen).toEqual(numbers(1, 2_000));
  expect(most).toBeLessThanOrEqual(300);
  const live = reader(feed, 2_000, 2_600, watch);
  gate.resolve();
  while (log.told.open !== 1 || log.told.read < 2_100) await new Promise((resolve) => setImmediate(resolve));
  const before = log.told.sessions;
  log.grow(600);
  expect(await slow).toEqual(numbers(1, 2_600));
  expect(await live).toEqual(numbers(2_001, 2_600));
  expect(log.told.sessions).toBe(before);
});

test('whoever is further on waits for nobody who comes from the beginning', async () => {
  const log = logOf(1_000);
  const feed = new SharedFeed(log.source);
  const gate = Promise.withResolvers<void>();
  const first = reader(feed, 0, 1_001, (n) => (n === 1 ? gate.promise : Promise.resolve()));
  const ahead = reader(feed, 1_000, 1_001);
  log.grow(1);
  expect(await ahead).toEqual([1_001]);
  gate.resolve();
  expect(await first).toEqual(numbers(1, 1_001));
});

test('after the store was away each goes on behind what it had', async () => {
  const log = logOf(500);
  const feed = new SharedFeed(log.source);
  const readers = Promise.all(
    Array.from({ length: 4 }, () =>
      reader(feed, 0, 600, async (n) => {
        if (n === 500 && log.told.sessions === 1) setImmediate(log.cut);
      }),
    ),
  );
  while (log.told.sessions < 2) await new Promise((resolve) => setImmediate(resolve));
  log.grow(100);
  for (const seen of await readers) expect(seen).toEqual(numbers(1, 600));
});

test('a fault of the reading ends every one of them, loudly', async () => {
  const broken: Session = async function* () {
    yield [event(1)];
    throw new TypeError('a bug');
  };
  const feed = new SharedFeed(broken);
  const ends = await Promise.allSettled([reader(feed, 0, 9), reader(feed, 0, 9)]);
  expect(ends.map((end) => end.status === 'rejected' && String(end.reason))).toEqual(['TypeError: a bug', 'TypeError: a bug']);
});
