import { expect, onTestFinished, test } from 'vitest';
import { findEvents } from '../../backend/api/answers/streams/search.ts';
import { eventFilters } from '../../backend/api/contract/events.ts';
import { schoolDay } from '../../events/calendar.ts';
import { boundedLog, PastIsReadOnly } from '../../events/store/bounded.ts';
import { createMoments, momentsOf } from '../../events/store/moments.ts';
import type { EventStore, Position, Recorded } from '../../events/store/port.ts';
import { direct } from '../simulation/stores/hop.ts';
import { connectLog, MemoryLog } from '../simulation/stores/memoryLog.ts';

/** A log as it was at a moment. Events are named after the second in which they occurred. */

const second = (at: number) => Date.UTC(2026, 0, 1, 0, 0, at);
let ids = 0;
const event = (at: number) => ({
  id: `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`,
  type: 'Happened',
  data: { at },
  metadata: { occurredAt: new Date(second(at)).toISOString() },
});
async function logOf(entries: readonly (readonly [stream: string, at: number])[]): Promise<EventStore> {
  const store = connectLog(new MemoryLog(), direct);
  onTestFinished(() => store.close());
  for (const [stream, at] of entries) await store.append(stream, 'any', [event(at)]);
  return store;
}
const told = async (events: AsyncIterable<Recorded>) => {
  const seen: unknown[] = [];
  for await (const { data } of events) seen.push(data.at);
  return seen;
};
const at = async (store: EventStore, moment: number) => boundedLog(store, await createMoments(store).bound(second(moment)));

test('holds what had occurred by then, in whatever order it lies, and nothing later', async () => {
  const store = await logOf([
    ...([
      ['a-1', 10],
      ['b-1', 40],
      ['a-1', 20],
      ['b-1', 50],
      ['c-1', 30],
      ['a-1', 60],
    ] as const),
  ]);
  const past = await at(store, 30);
  expect(await told(past.readAll(null))).toEqual([10, 20, 30]);
  expect(await told(past.readAll(null, { backwards: true }))).toEqual([30, 20, 10]);
  expect(await told(past.readAll(null, { limit: 2 }))).toEqual([10, 20]);
  expect(await told(past.readAll(null, { backwards: true, limit: 2 }))).toEqual([30, 20]);
  expect(await told(past.readAll(null, { categories: ['c'] }))).toEqual([30]);
  const pages: unknown[] = [];
  for await (const page of past.pages(null, { pageSize: 2 })) pages.push(...page.map(({ data }) => data.at));
  expect(pages).toEqual([10, 20, 30]);
  expect(await told(past.readStream('a-1'))).toEqual([10, 20]);
  expect(await told(past.readStream('b-1'))).toEqual([]);
  const head = await past.head();
  expect(await told(store.readAll(head))).toEqual([60]);
});

test('a stream ends at the first event that came later, for what follows builds on it', async () => {
  const store = await logOf([
    ...([
      ['a-1', 10],
      ['a-1', 50],
      ['a-1', 20],
    ] as const),
  ]);
  expect(await told((await at(store, 30)).readStream('a-1'))).toEqual([10]);
});

test('ends a subscription at the moment: it has caught up, and nothing new comes', async () => {
  const store = await logOf([
    ...([
      ['a-1', 10],
      ['a-1', 20],
      ['a-1', 30],
    ] as const),
  ]);
  const past = await at(store, 20);
  const stop = new AbortController();
  const seen: unknown[] = [];
  for await (const delivery of past.subscribeAll(null, stop.signal)) {
    seen.push(delivery.kind === 'event' ? delivery.event.data.at : 'caught up');
    if (delivery.kind === 'caughtUp') {
      await store.append('a-1', 'any', [event(15)]);
      stop.abort();
    }
  }
  expect(seen).toEqual([10, 20, 'caught up']);
});

test('the log of a past moment cannot be written', async () => {
  const past = await at(await logOf([...([['a-1', 10]] as const)]), 20);
  await expect(past.append('a-1', 'any', [event(15)])).rejects.toBeInstanceOf(PastIsReadOnly);
});

test('says in which part of the log lies what occurred between two moments, in whatever order it lies', async () => {
  const store = connectLog(new MemoryLog(), direct);
  onTestFinished(() => store.close());
  const moments = createMoments(store);
  expect(await moments.between(second(0), second(9))).toBeNull();
  // Three blocks: what occurred late lies in the first one too, what occurred early also in the last one.
  const times = Array.from({ length: 2_500 }, (_, index) => (index === 10 ? 5_000 : index === 2_400 ? 3 : 100 + index));
  await store.append('a-1', 'any', times.map(event));
  const within = async (since: number, until: number) => {
    const part = await moments.between(second(since), second(until));
    if (part === null) return null;
    const seen = [];
    for await (const one of store.readAll(part.after)) {
      if (part.next !== null && one.position >= part.next) break;
      seen.push(one.data.at);
    }
    return seen;
  };
  const wanted = (since: number, until: number) => times.filter((at) => at > since && at <= until);
  for (const [since, until] of [
    ...([
      [0, 50],
      [4_000, 6_000],
      [100, 1_099],
      [1_100, 1_150],
      [1_099, 2_100],
      [2_300, 2_599],
      [0, 9_999],
    ] as const),
  ]) {
    const seen = await within(since, until);
    expect(
      seen?.filter((at) => Number(at) > since && Number(at) <= until),
      `${since} to ${until}`,
    ).toEqual(wanted(since, until));
  }
  expect((await within(4_000, 6_000))?.length, 'only the block that has it').toBe(1_000);
  expect(await within(6_000, 7_000)).toBeNull();
});

test('before the first event there is nothing, and a moment is found in a log of many blocks that has grown since', async () => {
  const store = connectLog(new MemoryLog(), direct);
  onTestFinished(() => store.close());
  const moments = createMoments(store);
  expect(await moments.first()).toBeNull();
  expect((await moments.bound(second(5))).last).toBeNull();
  for (let block = 0; block < 5; block++)
    await store.append(
      'a-1',
      'any',
      Array.from({ length: 500 }, (_, index) => event(10 + block * 500 + index)),
    );
  expect(await moments.first()).toBe(second(10));
  const none = boundedLog(store, await moments.bound(second(9)));
  expect([await none.head(), await told(none.readAll(null)), await told(none.readAll(null, { backwards: true }))]).toEqual([null, [], []]);
  expect(await told(boundedLog(store, await moments.bound(second(1_700))).readAll(null, { backwards: true, limit: 2 }))).toEqual([
    1_700, 1_699,
  ]);
  await store.append('a-1', 'any', [event(9_000)]);
  expect(await told(boundedLog(store, await moments.bound(second(9_999))).readAll(null, { backwards: true, limit: 2 }))).toEqual([
    9_000, 2_509,
  ]);
});

test('events of some days are looked for in their part of the log alone, in both directions and page by page', async () => {
  const store = connectLog(new MemoryLog(), direct);
  onTestFinished(() => store.close());
  const times = Array.from({ length: 8_000 }, (_, index) => index * 600);
  for (let first = 0; first < times.length; first += 2_000) await store.append('a-1', 'any', times.slice(first, first + 2_000).map(event));
  await momentsOf(store).first();
  const dayOf = (at: number) => schoolDay(new Date(second(at)).toISOString());
  const [desde, hasta] = [dayOf(times[3_000] as number), dayOf(times[3_200] as number)];
  const days = (from: string, to: string) => eventFilters.parse({ desde: from, hasta: to });
  const wanted = times.filter((at) => dayOf(at) >= desde && dayOf(at) <= hasta);
  for (const backwards of [true, false]) {
    const found: unknown[] = [];
    let seen = 0;
    for (let after: Position | null = null; ; ) {
      const part = await findEvents(store, days(desde, hasta), { after, backwards, limit: 100 });
      found.push(...part.events.map(({ data }) => data.at));
      seen += part.seen;
      after = part.last?.position ?? after;
      if (part.end) break;
    }
    expect(found).toEqual(backwards ? wanted.toReversed() : wanted);
    expect(seen).toBeLessThanOrEqual(2_000);
  }
  // Days before and after all of it.
  for (const day of ['1960-01-01', '2100-01-01'])
    expect(await findEvents(store, days(day, day), { after: null, backwards: true, limit: 100 })).toMatchObject({
      events: [],
      seen: 0,
      end: true,
    });
});
