import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  type Appended,
  type EventStore,
  EventTooLarge,
  type Expected,
  InvalidAppend,
  type JsonObject,
  MAX_APPEND_BYTES,
  type NewEvent,
  type Position,
  type ReadAllOptions,
  type Recorded,
  StoreUnavailable,
  VersionConflict,
} from '../../events/store/port.ts';

/**
 * What a store must offer to be tested. The log may be shared and already full: every test uses names of its own and ignores foreign events.
 */
export interface EventStoreHarness {
  /** The one under test; `reopen` replaces it. */
  store: EventStore;
  /** Closes the store and opens the same log again. */
  reopen?(): Promise<void>;
  /** The same log through a connection of its own; the test closes it. */
  secondConnection?(): Promise<EventStore>;
  /** Makes the server go away and come back. */
  stopServer?(): Promise<void>;
  startServer?(): Promise<void>;
  dispose(): Promise<void>;
}

const letters = (length: number): string => Array.from({ length }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26))).join('');

/** Names nobody else uses, and the log seen through them. */
async function ownNames(store: EventStore) {
  const category = `t${letters(12)}`;
  const mark = letters(8);
  const start = await store.head();
  return {
    category,
    /** Nothing of this test stands before it. */
    start,
    type: (name: string): string => `${name}T${mark}`,
    stream: (id: string | number = letters(6)): string => `${category}-${id}`,
    /** What stands after `after` in this test's category. */
    all: (after: Position | null = start, options: ReadAllOptions = {}): Promise<Recorded[]> =>
      collect(store.readAll(after, { categories: [category], ...options })),
  };
}

let counter = 0;
const event = (type = 'SomethingHappened', data: JsonObject = {}, metadata: JsonObject = {}): NewEvent => {
  counter++;
  return { id: randomUUID(), type, data: { counter, ...data }, metadata };
};
const events = (count: number, type?: string): NewEvent[] => Array.from({ length: count }, () => event(type));

async function collect<T>(source: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of source) all.push(one);
  return all;
}

const ids = (list: readonly { id: string }[]): string[] => list.map(({ id }) => id);
const plain = ({ id, type, stream, version, position, data, metadata }: Recorded) => ({
  id,
  type,
  stream,
  version,
  position,
  data,
  metadata,
});
const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => expect.fail('should have been refused'),
    (error: unknown) => error,
  );

/** A signal that is aborted when the test ends, whatever happened. */
function untilTestEnds(): AbortController {
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  return controller;
}

/** A running subscription that keeps what it is told of one category. */
function follower(store: EventStore, after: Position | null, category: string) {
  const controller = untilTestEnds();
  const seen: Recorded[] = [];
  let caughtUp = 0;
  let waiting: { reached: () => boolean; done: () => void }[] = [];
  const look = () => {
    for (const one of waiting) if (one.reached()) one.done();
    waiting = waiting.filter((one) => !one.reached());
  };
  const ended = (async () => {
    for await (const delivery of store.subscribeAll(after, controller.signal)) {
      if (delivery.kind === 'caughtUp') caughtUp++;
      else if (delivery.kind === 'event' && delivery.event.stream.startsWith(`${category}-`)) seen.push(delivery.event);
      look();
    }
  })();
  const until = (reached: () => boolean): Promise<void> =>
    Promise.race([
      new Promise<void>((done) => {
        waiting.push({ reached, done });
        look();
      }),
      ended.then(() => expect.fail('the subscription ended')),
    ]);
  return {
    seen,
    ended,
    stop: async () => {
      controller.abort();
      await ended;
    },
    until,
    untilSeen: (count: number) => until(() => seen.length >= count),
    caughtUps: () => caughtUp,
    /** The next `caughtUp` from now on. */
    untilCaughtUp: () => {
      const before = caughtUp;
      return until(() => caughtUp > before);
    },
  };
}

export function eventStoreContract(name: string, open: () => Promise<EventStoreHarness>): void {
  describe(`event store contract: ${name}`, { timeout: 60_000 }, () => {
    let harness: EventStoreHarness;
    beforeAll(async () => {
      harness = await open();
    }, 120_000);
    afterAll(() => harness?.dispose());
    const store = (): EventStore => harness.store;

    test('a position from outside: its own form, also without the padding; what is none is null', async () => {
      const { stream } = await ownNames(store());
      const { position } = await store().append(stream(), 'none', events(1));
      expect(store().parsePosition(position)).toBe(position);
      expect(store().parsePosition(position.replace(/\d+/g, (digits) => String(BigInt(digits))))).toBe(position);
      for (const none of ['', 'hola', `${position} `, `${position}-${position}`, `-${position}`, '1.5', '9'.repeat(30), '../1', '٣'])
        expect(store().parsePosition(none), none).toBe(null);
    });

    describe('expected versions', () => {
      test('none: only where nothing stands', async () => {
        const stream = (await ownNames(store())).stream();
        expect(await store().append(stream, 'none', events(2))).toMatchObject({ version: 1 });
        const refused = await failure(store().append(stream, 'none', events(1)));
        expect(refused).toBeInstanceOf(VersionConflict);
        expect(refused).toMatchObject({ stream, expected: 'none', actual: 1 });
      });

      test('a number: only where exactly that stands', async () => {
        const stream = (await ownNames(store())).stream();
        expect(await failure(store().append(stream, 0, events(1)))).toMatchObject({ name: 'VersionConflict', expected: 0, actual: 'none' });
        await store().append(stream, 'none', events(1));
        expect(await store().append(stream, 0, events(2))).toMatchObject({ version: 2 });
        expect(await failure(store().append(stream, 0, events(1)))).toMatchObject({ name: 'VersionConflict', expected: 0, actual: 2 });
        expect(await failure(store().append(stream, 3, events(1)))).toMatchObject({ name: 'VersionConflict', expected: 3, actual: 2 });
        expect(await collect(store().readStream(stream))).toHaveLength(3);
      });

      test('exists: only where something stands', async () => {
        const stream = (await ownNames(store())).stream();
        expect(await failure(store().append(stream, 'exists', events(1)))).toMatchObject({
          name: 'VersionConflict',
          expected: 'exists',
          actual: 'none',
        });
        await store().append(stream, 'any', events(1));
        expect(await store().append(stream, 'exists', events(1))).toMatchObject({ version: 1 });
      });

      test('any: always', async () => {
        const stream = (await ownNames(store())).stream();
        expect(await store().append(stream, 'any', events(1))).toMatchObject({ version: 0 });
        expect(await store().append(stream, 'any', events(3))).toMatchObject({ version: 3 });
      });

      test('generated appends and repeats answer as the model does', async () => {
        const step = fc.record({
          stream: fc.nat({ max: 2 }),
          expected: fc.oneof(
            fc.constantFrom<Expected>('none', 'exists', 'any'),
            fc.integer({ min: -2, max: 1 }).map((offset) => ({ offset })),
          ),
          count: fc.integer({ min: 1, max: 3 }),
          repeat: fc.option(fc.nat(), { freq: 3 }),
        });
        await fc.assert(
          fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
            const names = await ownNames(store());
            const model = new Map<string, string[]>();
            const landed: { stream: string; expected: Expected; list: NewEvent[]; answer: Appended }[] = [];
            for (const { stream: number, expected: wish, count, repeat } of steps) {
              const again = repeat === null ? undefined : landed[repeat % Math.max(landed.length, 1)];
              if (again) {
                expect(await store().append(again.stream, again.expected, again.list)).toEqual(again.answer);
                continue;
              }
              const stream = names.stream(number);
              const stored = model.get(stream) ?? [];
              const current = stored.length - 1;
              const expected: Expected = typeof wish === 'object' ? Math.max(0, current + wish.offset) : wish;
              const fits =
                expected === 'any' ||
                (expected === 'exists' && current >= 0) ||
                (expected === 'none' && current < 0) ||
                expected === current;
              const list = events(count);
              if (fits) {
                const answer = await store().append(stream, expected, list);
                expect(answer.version).toBe(current + count);
                model.set(stream, [...stored, ...ids(list)]);
                landed.push({ stream, expected, list, answer });
              } else {
                const error = await failure(store().append(stream, expected, list));
                expect(error).toBeInstanceOf(VersionConflict);
                expect(error).toMatchObject({ expected, actual: current < 0 ? 'none' : current });
              }
            }
            for (const [stream, stored] of model) {
              const found = await collect(store().readStream(stream));
              expect(ids(found)).toEqual(stored);
              expect(found.map(({ version }) => version)).toEqual(stored.map((_, index) => index));
            }
            for (const { stream, answer } of landed) {
              const [last] = await collect(store().readStream(stream, answer.version));
              expect(last?.position).toBe(answer.position);
            }
          }),
          { numRuns: 20 },
        );
      });
    });

    describe('concurrent writers', () => {
      test('50 on one stream: each version is won by exactly one', async () => {
        const stream = (await ownNames(store())).stream();
        for (let version = 0; version < 8; version++) {
          const tries = Array.from({ length: 50 }, () => events(1));
          const outcomes = await Promise.allSettled(
            tries.map((list) => store().append(stream, version === 0 ? 'none' : version - 1, list)),
          );
          const won = outcomes.flatMap((outcome, index) => (outcome.status === 'fulfilled' ? [index] : []));
          expect(won).toHaveLength(1);
          for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(VersionConflict);
          const [stored] = await collect(store().readStream(stream, version));
          expect(stored?.id).toBe(tries[won[0] ?? -1]?.[0]?.id);
        }
        expect(await collect(store().readStream(stream))).toHaveLength(8);
      });

      test('50 on streams of their own: all land, in order', async () => {
        const names = await ownNames(store());
        const { start } = names;
        const written = await Promise.all(
          Array.from({ length: 50 }, async (_, writer) => {
            const mine: NewEvent[] = [];
            let expected: Expected = 'none';
            for (let turn = 0; turn < 8; turn++) {
              const list = events(1 + (turn % 2));
              expected = (await store().append(names.stream(writer), expected, list)).version;
              mine.push(...list);
            }
            return mine;
          }),
        );
        const found = await names.all(start);
        for (const [writer, mine] of written.entries()) {
          expect(ids(found.filter(({ stream }) => stream === names.stream(writer)))).toEqual(ids(mine));
        }
        expect(found).toHaveLength(written.flat().length);
      });

      test('a conflict of one leaves appends made at the same moment alone, and is itself not written', async () => {
        const names = await ownNames(store());
        await store().append(names.stream('taken'), 'none', events(1));
        const outcomes = await Promise.allSettled(
          Array.from({ length: 20 }, (_, index) => store().append(names.stream(index % 2 === 0 ? index : 'taken'), 'none', events(3))),
        );
        expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map((_, index) => (index % 2 === 0 ? 'fulfilled' : 'rejected')));
        expect(await collect(store().readStream(names.stream('taken')))).toHaveLength(1);
        expect(await names.all()).toHaveLength(31);
      });
    });

    test('an append that another follows stands before it, and is delivered before it', async () => {
      const names = await ownNames(store());
      const [number, thing] = [names.stream(), names.stream()];
      const following = follower(store(), names.start, names.category);
      const [taken] = events(1);
      const first = await store().append(number, 'any', [taken as NewEvent], { followed: true });
      expect(first.version).toBe(0);
      expect(await store().append(number, 'any', [taken as NewEvent], { followed: true })).toEqual(first);
      const { position } = await store().append(thing, 'none', events(1));
      expect(position > first.position).toBe(true);
      await following.untilSeen(2);
      expect(following.seen.map(({ stream }) => stream)).toEqual([number, thing]);
      await following.stop();
    });

    describe('a repeated append', () => {
      test.each<Expected>(['none', 'any', 'exists', 0])(
        'expecting %s answers as the first time, also when the stream went on',
        async (expected) => {
          const stream = (await ownNames(store())).stream();
          if (expected === 'exists' || expected === 0) await store().append(stream, 'none', events(1));
          const list = events(3);
          const first = await store().append(stream, expected, list);
          expect(await store().append(stream, expected, list)).toEqual(first);
          await store().append(stream, 'any', events(2));
          expect(await store().append(stream, expected, list)).toEqual(first);
          expect(
            await store().append(
              stream,
              expected,
              list.map((one) => ({ ...one, data: { other: true } })),
            ),
          ).toEqual(first);
          expect(await collect(store().readStream(stream))).toHaveLength(first.version + 1 + 2);
        },
      );

      test('at the same moment lands once', async () => {
        for (const expected of ['none', 'any'] as const) {
          const stream = (await ownNames(store())).stream();
          const list = events(2);
          const answers = await Promise.all(Array.from({ length: 10 }, () => store().append(stream, expected, list)));
          expect(new Set(answers.map(({ position }) => position)).size).toBe(1);
          expect(ids(await collect(store().readStream(stream)))).toEqual(ids(list));
        }
      });

      test('with only some of the ids is a conflict', async () => {
        const stream = (await ownNames(store())).stream();
        const list = events(2);
        await store().append(stream, 'none', list);
        expect(await failure(store().append(stream, 'none', [...list, event()]))).toBeInstanceOf(VersionConflict);
        expect(await failure(store().append(stream, 'none', [event(), ...list.slice(1)]))).toBeInstanceOf(VersionConflict);
        expect(await collect(store().readStream(stream))).toHaveLength(2);
      });

      test('in another stream is another event', async () => {
        const names = await ownNames(store());
        const list = events(1);
        await store().append(names.stream('one'), 'any', list);
        expect(await store().append(names.stream('two'), 'any', list)).toMatchObject({ version: 0 });
        expect(await names.all()).toHaveLength(2);
      });
    });

    describe('what is refused before anything is written', () => {
      test.each(['', 'Upper-1', '-1', 'a b-1', '$system', '$ce-course', 'x-', `x-${'y'.repeat(201)}`, 'x-ñ'])(
        'stream name "%s"',
        async (stream) => {
          expect(await failure(store().append(stream, 'any', events(1)))).toBeInstanceOf(InvalidAppend);
        },
      );
      test.each(['', '$metadata', '1Thing', 'a-b', 'Cosa ñ', 'x'.repeat(101)])('event type "%s"', async (type) => {
        expect(await failure(store().append((await ownNames(store())).stream(), 'any', [event(), event(type)]))).toBeInstanceOf(
          InvalidAppend,
        );
      });
      test('no events, bad ids, one id twice', async () => {
        const stream = (await ownNames(store())).stream();
        const twice = event();
        for (const list of [[], [{ ...event(), id: 'one' }], [{ ...event(), id: randomUUID().toUpperCase() }], [twice, twice]]) {
          expect(await failure(store().append(stream, 'any', list))).toBeInstanceOf(InvalidAppend);
        }
        expect(await collect(store().readStream(stream))).toEqual([]);
      });
      test('more than the limit in bytes; just the limit is taken', async () => {
        const names = await ownNames(store());
        const big = (bytes: number): NewEvent => {
          const list = { id: randomUUID(), type: 'BigThing', data: { text: '' }, metadata: {} };
          const room = bytes - Buffer.byteLength(JSON.stringify(list.data)) - 2;
          return { ...list, data: { text: `${'ñ'.repeat(Math.floor(room / 2))}${room % 2 === 1 ? 'x' : ''}` } };
        };
        const half = MAX_APPEND_BYTES / 2;
        expect(await failure(store().append(names.stream('a'), 'none', [big(MAX_APPEND_BYTES + 1)]))).toBeInstanceOf(EventTooLarge);
        expect(await failure(store().append(names.stream('b'), 'none', [big(half), big(half + 1)]))).toBeInstanceOf(EventTooLarge);
        const one = big(MAX_APPEND_BYTES);
        expect(await store().append(names.stream('a'), 'none', [one])).toMatchObject({ version: 0 });
        expect(await store().append(names.stream('b'), 'none', [big(half), big(half)])).toMatchObject({ version: 1 });
        const [read] = await collect(store().readStream(names.stream('a')));
        expect(JSON.stringify(read?.data)).toBe(JSON.stringify(one.data));
        expect(await names.all()).toHaveLength(3);
      });
    });

    describe('payloads come back as they went', () => {
      const nested = (depth: number): JsonObject => (depth === 0 ? { end: true } : { in: nested(depth - 1), list: [[], [{}]] });
      test.each<[string, string]>([
        ['unicode', JSON.stringify({ a: 'ñandú', b: '日本語', c: '👩🏽‍🚀 🇲🇽', d: '\u2028\u2029\u0000\u001f\ufeff', e: '\ud800 lone' })],
        ['empty things', '{"":"","a":{},"b":[],"c":null,"d":false,"e":0}'],
        ['numbers at the edges', '{"a":9007199254740991,"b":-9007199254740991,"c":1.7976931348623157e+308,"d":5e-324,"e":0.1}'],
        ['keys of Object.prototype', '{"__proto__":{"polluted":true},"constructor":{"prototype":1},"toString":"x","hasOwnProperty":null}'],
        ['deep nesting', JSON.stringify(nested(200))],
        ['look-alikes', JSON.stringify({ a: "'; DROP TABLE events; --", b: '\\u0041', c: '{"json":1}', d: '\r\n\t' })],
      ])('%s', async (_, json) => {
        const names = await ownNames(store());
        const value = JSON.parse(json) as JsonObject;
        await store().append(names.stream(), 'none', [{ id: randomUUID(), type: 'OddThing', data: value, metadata: value }]);
        const [found] = await names.all();
        expect(JSON.stringify(found?.data)).toBe(json);
        expect(JSON.stringify(found?.metadata)).toBe(json);
        expect('polluted' in {}).toBe(false);
      });

      test('generated', async () => {
        await fc.assert(
          fc.asyncProperty(
            fc.array(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()), { minLength: 1, maxLength: 20 }),
            async (values) => {
              const texts = values.map((value) => JSON.stringify(value));
              const list = texts.map(
                (text) => ({ id: randomUUID(), type: 'OddThing', data: JSON.parse(text), metadata: JSON.parse(text) }) as NewEvent,
              );
              const stream = (await ownNames(store())).stream();
              await store().append(stream, 'none', list);
              const found = await collect(store().readStream(stream));
              expect(found.map(({ data }) => JSON.stringify(data))).toEqual(list.map(({ data }) => JSON.stringify(data)));
              expect(found.map(({ metadata }) => JSON.stringify(metadata))).toEqual(list.map(({ data }) => JSON.stringify(data)));
            },
          ),
          { numRuns: 25 },
        );
      });
    });

    describe('reading', () => {
      test('a stream, from any version; one that does not exist is empty', async () => {
        const stream = (await ownNames(store())).stream();
        expect(await collect(store().readStream(stream))).toEqual([]);
        const list = [...events(7), event('LastThing', { deep: { value: [1] } }, { commandId: 'c' })];
        const appended = await store().append(stream, 'none', list);
        for (let from = 0; from <= 9; from++) {
          const found = await collect(store().readStream(stream, from));
          expect(ids(found)).toEqual(ids(list).slice(from));
        }
        const [last] = await collect(store().readStream(stream, 7));
        expect(last && plain(last)).toEqual({ ...list[7], stream, version: 7, position: appended.position });
      });

      test('a stream of thousands of events is read whole and in order', async () => {
        const stream = (await ownNames(store())).stream();
        const list = events(2_345);
        for (let at = 0; at < list.length; at += 500) await store().append(stream, 'any', list.slice(at, at + 500));
        expect(ids(await collect(store().readStream(stream)))).toEqual(ids(list));
      });

      test('the log in position order, both ways, resumed at every boundary', { timeout: 300_000 }, async () => {
        const names = await ownNames(store());
        const { start } = names;
        for (let index = 0; index < 12; index++) await store().append(names.stream(index % 3), 'any', events(1 + (index % 3)));
        const all = await names.all(start);
        expect(all).toHaveLength(24);
        const positions = all.map(({ position }) => position);
        expect([...positions].sort()).toEqual(positions);
        expect(new Set(positions).size).toBe(24);
        expect((await names.all(null)).map(plain)).toEqual(all.map(plain));

        for (let at = 0; at < all.length; at++) {
          const after = positions[at] ?? null;
          expect(ids(await names.all(after))).toEqual(ids(all).slice(at + 1));
          expect(ids(await names.all(after, { backwards: true, limit: at }))).toEqual(ids(all).slice(0, at).reverse());
          expect(ids(await names.all(after, { limit: 3 }))).toEqual(ids(all).slice(at + 1, at + 4));
        }
        expect(ids(await names.all(null, { backwards: true, limit: 24 }))).toEqual(ids(all).reverse());
        expect(ids(await names.all(null, { backwards: true, limit: 5 }))).toEqual(ids(all).reverse().slice(0, 5));
        expect(await names.all(null, { limit: 0 })).toEqual([]);
      });

      test('pages of any size make up the same log, and none is empty', async () => {
        const names = await ownNames(store());
        const { start } = names;
        for (let index = 0; index < 10; index++) await store().append(names.stream(index % 2), 'any', events(2));
        const all = await names.all(start);
        for (const pageSize of [1, 2, 3, 7, 19, 20, 21]) {
          for (const options of [{}, { limit: 20 }, { limit: 13 }]) {
            const pages = await collect(store().pages(start, { categories: [names.category], pageSize, ...options }));
            expect(pages.every((page) => page.length > 0 && page.length <= pageSize)).toBe(true);
            expect(ids(pages.flat())).toEqual(ids(all).slice(0, options.limit));
          }
          const back = await collect(store().pages(null, { categories: [names.category], pageSize, backwards: true, limit: 20 }));
          expect(ids(back.flat())).toEqual(ids(all).reverse());
        }
      });

      test('a page of large events ends where it has grown large', async () => {
        const names = await ownNames(store());
        const { start } = names;
        const text = 'x'.repeat(400_000);
        for (let index = 0; index < 24; index++)
          await store().append(
            names.stream(index % 2),
            'any',
            events(1).map((event) => ({ ...event, data: { text } })),
          );
        const pages = await collect(store().pages(start, { categories: [names.category] }));
        expect(pages.flat()).toHaveLength(24);
        for (const page of pages) {
          expect(page.every(({ size }) => size >= 400_000)).toBe(true);
          expect(page.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(4 * 1024 * 1024 + 500_000);
        }
      });

      test('unfiltered, nothing is left out', async () => {
        const names = await ownNames(store());
        const { start } = names;
        for (let index = 0; index < 5; index++) await store().append(names.stream(index), 'any', events(3));
        const own = (await collect(store().readAll(start))).filter(({ stream }) => stream.startsWith(`${names.category}-`));
        expect(own.map(plain)).toEqual((await names.all(start)).map(plain));
        const all = await collect(store().readAll(start));
        expect(all.every(({ type, stream }) => !type.startsWith('$') && !stream.startsWith('$'))).toBe(true);
      });

      test('by type, by category, by both; the limit counts wanted events only', async () => {
        const names = await ownNames(store());
        const other = await ownNames(store());
        const [red, blue, rare] = [names.type('Red'), names.type('Blue'), names.type('Rare')];
        const { start } = names;
        const written: (NewEvent & { category: string })[] = [];
        for (let index = 0; index < 30; index++) {
          const home = index % 4 === 0 ? other : names;
          const one = event(index === 17 ? rare : index % 2 === 0 ? red : blue);
          await store().append(home.stream(index % 5), 'any', [one]);
          written.push({ ...one, category: home.category });
        }
        const wanted = (options: ReadAllOptions) => {
          const fits = written.filter(
            ({ type, category }) => (options.types?.includes(type) ?? true) && (options.categories?.includes(category) ?? true),
          );
          return ids(options.backwards ? fits.reverse() : fits).slice(0, options.limit);
        };
        const filters: ReadAllOptions[] = [
          { types: [red] },
          { types: [red, blue] },
          { types: [rare, red, red] },
          { types: [rare] },
          { categories: [other.category] },
          { categories: [names.category, other.category] },
          { types: [red], categories: [other.category] },
          { types: [red, rare], categories: [names.category, other.category] },
          { types: [blue, ...Array.from({ length: 80 }, (_, index) => names.type(`Unknown${index}`))] },
          { types: [red], categories: Array.from({ length: 80 }, () => letters(9)) },
          { types: [] },
          { categories: [], types: [red] },
          { categories: [letters(20)] },
        ];
        for (const filter of filters) {
          expect(ids(await collect(store().readAll(start, filter)))).toEqual(wanted(filter));
          // Resumed behind each of its events, and behind one it does not want.
          const found = await collect(store().readAll(start, filter));
          for (const [index, { position }] of found.entries())
            expect(ids(await collect(store().readAll(position, filter)))).toEqual(ids(found).slice(index + 1));
          expect(await collect(store().readAll(await store().head(), filter))).toEqual([]);
          for (const limit of [1, 2, 5]) {
            expect(ids(await collect(store().readAll(start, { ...filter, limit })))).toEqual(wanted({ ...filter, limit }));
            const back = { ...filter, limit: Math.min(limit, wanted(filter).length), backwards: true };
            expect(ids(await collect(store().readAll(null, back)))).toEqual(wanted(back));
          }
        }
      });

      test('may be left in the middle', async () => {
        const names = await ownNames(store());
        await store().append(names.stream(), 'none', events(50));
        for await (const one of store().readStream(names.stream('none'))) expect.fail(one.id);
        for await (const one of store().readAll(names.start, { categories: [names.category] })) {
          expect(one.version).toBe(0);
          break;
        }
        expect(await names.all()).toHaveLength(50);
      });

      test('head is the last event that is not a system event', async () => {
        const names = await ownNames(store());
        const { position } = await store().append(names.stream(), 'none', events(2));
        const head = await store().head();
        expect(head !== null && head >= position).toBe(true);
        expect((await names.all()).at(-1)?.position).toBe(position);
        const [last] = await collect(store().readAll(null, { backwards: true, limit: 1 }));
        expect(last !== undefined && head !== null && last.position >= head).toBe(true);
      });
    });

    describe('subscribing', () => {
      test('from the beginning of the log', { timeout: 300_000 }, async () => {
        const names = await ownNames(store());
        await store().append(names.stream(), 'none', events(3));
        const following = follower(store(), null, names.category);
        await store().append(names.stream(), 'any', events(2));
        await following.untilSeen(5);
        await store().append(names.stream(), 'any', events(1));
        await following.untilSeen(6);
        expect(following.seen.map(plain)).toEqual((await names.all()).map(plain));
      });

      test('from any position, over the border between catching up and live, without gap or repeat while writers write', async () => {
        const names = await ownNames(store());
        const { start } = names;
        const followers = [{ after: start, following: follower(store(), start, names.category) }];
        const total = 600;
        let written = 0;
        const write = async (writer: number) => {
          while (written < total) {
            const count = Math.min(1 + Math.floor(Math.random() * 3), total - written);
            written += count;
            const { position } = await store().append(names.stream(writer), 'any', events(count));
            if (Math.random() < 0.08) followers.push({ after: position, following: follower(store(), position, names.category) });
          }
        };
        await Promise.all([0, 1, 2, 3].map(write));
        const all = await names.all(start);
        expect(all).toHaveLength(total);
        expect(followers.length).toBeGreaterThan(3);
        for (const { after, following } of followers) {
          const expected = all.filter(({ position }) => after === null || position > after);
          await following.untilSeen(expected.length);
          expect(ids(following.seen)).toEqual(ids(expected));
          await following.stop();
        }
      });

      test('caughtUp follows the events that stood there, and again after each time it falls behind', async () => {
        const names = await ownNames(store());
        const { start } = names;
        await store().append(names.stream(), 'none', events(3));
        const controller = untilTestEnds();
        const told: string[] = [];
        for await (const delivery of store().subscribeAll(start, controller.signal)) {
          if (delivery.kind === 'event' && !delivery.event.stream.startsWith(names.category)) continue;
          told.push(delivery.kind);
          if (delivery.kind === 'event') continue;
          if (told.filter((kind) => kind === 'caughtUp').length === 3) break;
          await store().append(names.stream(), 'any', events(2));
        }
        // Two events of one append may arrive separately, with a `caughtUp` between them.
        expect(told.slice(0, 4)).toEqual(['event', 'event', 'event', 'caughtUp']);
        expect(told[4]).toBe('event');
        expect(told.at(-1)).toBe('caughtUp');
      });

      test('caughtUp comes where nothing is to be caught up with', async () => {
        const following = follower(store(), await store().head(), 'nobody');
        await following.until(() => following.caughtUps() > 0);
        expect(following.seen).toEqual([]);
      });

      test('a slow consumer gets the same events in the same order', async () => {
        const names = await ownNames(store());
        const { start } = names;
        const controller = untilTestEnds();
        const seen: Recorded[] = [];
        const writing = (async () => {
          for (let index = 0; index < 20; index++) await store().append(names.stream(index % 3), 'any', events(50));
        })();
        for await (const delivery of store().subscribeAll(start, controller.signal)) {
          if (delivery.kind !== 'event' || !delivery.event.stream.startsWith(names.category)) continue;
          seen.push(delivery.event);
          // Each event waits for work of its own, as a handler does.
          if (seen.length % 10 === 0) await collect(store().readStream(delivery.event.stream, delivery.event.version));
          if (seen.length === 1_000) break;
        }
        await writing;
        expect(ids(seen)).toEqual(ids(await names.all(start)));
      });

      test('ends without error when aborted: before, while idle, in the middle', async () => {
        const names = await ownNames(store());
        const { start } = names;
        await store().append(names.stream(), 'none', events(10));
        const before = new AbortController();
        before.abort();
        expect(await collect(store().subscribeAll(start, before.signal))).toEqual([]);

        const idle = follower(store(), await store().head(), names.category);
        await idle.until(() => idle.caughtUps() > 0);
        await idle.stop();

        const middle = new AbortController();
        let count = 0;
        for await (const delivery of store().subscribeAll(start, middle.signal)) {
          if (delivery.kind === 'event') count++;
          if (count === 4) middle.abort();
        }
        expect(count).toBe(4);
      });

      test('events of types that are not asked for pass, and it says how far', async () => {
        const names = await ownNames(store());
        const { start } = names;
        const [asked, other] = [`Asked${names.category}`, `Other${names.category}`];
        const of = (...types: string[]) => events(types.length).map((event, at) => ({ ...event, type: types[at] ?? '' }));
        await store().append(names.stream(), 'none', of(other, asked, asked, other, other));
        const controller = untilTestEnds();
        const told: string[] = [];
        let reached: Position | null = start;
        for await (const delivery of store().subscribeAll(start, controller.signal, new Set([asked]))) {
          if (delivery.kind === 'caughtUp') break;
          reached = delivery.kind === 'event' ? delivery.event.position : delivery.position;
          if (delivery.kind === 'event') told.push(delivery.event.type);
        }
        expect(told).toEqual([asked, asked]);
        expect(reached).toBe((await names.all(start)).at(-1)?.position);
      });

      test('may be left in the middle, many times over', async () => {
        const names = await ownNames(store());
        const { start } = names;
        await store().append(names.stream(), 'none', events(10));
        for (let round = 0; round < 30; round++) {
          for await (const delivery of store().subscribeAll(start, untilTestEnds().signal)) if (delivery.kind === 'event') break;
        }
        expect(await names.all(start)).toHaveLength(10);
      });
    });

    test('another connection to the same log: versions hold between them, and each sees what the other appends', async (context) => {
      const second = await harness.secondConnection?.();
      if (!second) return context.skip('the harness offers no second connection');
      onTestFinished(() => second.close());
      const names = await ownNames(store());
      const { start } = names;
      const following = follower(store(), start, names.category);
      const theirs = follower(second, start, names.category);
      await second.append(names.stream('a'), 'none', events(2));
      await following.untilSeen(2);
      expect(await failure(store().append(names.stream('a'), 'none', events(1)))).toBeInstanceOf(VersionConflict);
      await store().append(names.stream('a'), 1, events(1));
      await theirs.untilSeen(3);

      const outcomes = await Promise.allSettled(
        Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? store() : second).append(names.stream('a'), 2, events(1))),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const writing = Array.from({ length: 40 }, (_, index) =>
        (index % 2 === 0 ? store() : second).append(names.stream(index), 'any', events(1)),
      );
      await Promise.all(writing);
      await Promise.all([following.untilSeen(44), theirs.untilSeen(44)]);
      expect(ids(following.seen)).toEqual(ids(await collect(second.readAll(start, { categories: [names.category] }))));
      expect(ids(theirs.seen)).toEqual(ids(following.seen));
    });

    test('another connection to the same log: what one was answered as written is in the next read of the other', async (context) => {
      const second = await harness.secondConnection?.();
      if (!second) return context.skip('the harness offers no second connection');
      onTestFinished(() => second.close());
      const names = await ownNames(store());
      const stream = names.stream();
      let reading = true;
      // Reads all the time: none of these reads may put back an older latest event.
      const others = (async () => {
        while (reading) await Promise.all([collect(store().readStream(stream)), new Promise(setImmediate)]);
      })();
      for (let count = 1; count <= 200; count++) {
        await second.append(stream, 'any', events(1));
        expect(await collect(store().readStream(stream))).toHaveLength(count);
      }
      reading = false;
      await others;
    });

    test('reopened, it holds what it held, and a subscription resumes from any position', async (context) => {
      if (!harness.reopen) return context.skip('the harness cannot reopen');
      const names = await ownNames(store());
      const stream = names.stream();
      const { start } = names;
      const list = events(20);
      const answers: Appended[] = [];
      for (const one of list) answers.push(await store().append(stream, 'any', [one]));
      const before = (await names.all(start)).map(plain);
      const head = await store().head();
      await harness.reopen();

      const reopenedHead = await store().head();
      expect(reopenedHead !== null && head !== null && reopenedHead >= head).toBe(true);
      const reopened = await ownNames(store());
      expect((await collect(store().readAll(start, { categories: [names.category] }))).map(plain)).toEqual(before);
      for (const [index, one] of list.entries()) expect(await store().append(stream, 'any', [one])).toEqual(answers[index]);
      for (const at of [0, 7, 19]) {
        const following = follower(store(), answers[at]?.position ?? null, names.category);
        await store().append(stream, 'any', events(1));
        await following.until(() => following.seen.length >= 20 - at);
        expect(following.seen[0]?.version).toBe(at + 1);
        await following.stop();
      }
      expect(await store().append(reopened.stream(), 'none', events(1))).toMatchObject({ version: 0 });
    });

    test('the server goes away and comes back: appends say so, subscriptions resume without gap or repeat', {
      timeout: 120_000,
    }, async (context) => {
      const { stopServer, startServer } = harness;
      if (!stopServer || !startServer) return context.skip('the harness cannot stop a server');
      const names = await ownNames(store());
      const stream = names.stream();
      const { start } = names;
      const following = follower(store(), start, names.category);
      const idle = follower(store(), start, names.category);
      await store().append(stream, 'none', events(3));
      await following.untilSeen(3);
      for (let round = 0; round < 2; round++) {
        await stopServer();
        const list = events(2);
        const last = following.seen.at(-1)?.version ?? -1;
        expect(await failure(store().append(stream, last, list))).toBeInstanceOf(StoreUnavailable);
        expect(await failure(collect(store().readStream(stream)))).toBeInstanceOf(StoreUnavailable);
        expect(await failure(store().head())).toBeInstanceOf(StoreUnavailable);
        await startServer();
        await expect.poll(() => store().append(stream, last, list), { timeout: 60_000 }).toMatchObject({ version: last + 2 });
        await following.untilSeen(last + 3);
        await idle.untilSeen(last + 3);
      }
      expect(ids(following.seen)).toEqual(ids(await names.all(start)));
      expect(ids(idle.seen)).toEqual(ids(following.seen));
    });

    test('closed: what was under way is answered, subscriptions end, later calls are refused', async (context) => {
      if (!harness.reopen) return context.skip('the harness cannot reopen');
      const closing = store();
      const names = await ownNames(closing);
      const following = follower(closing, names.start, names.category);
      await following.until(() => following.caughtUps() > 0);
      const writing = Array.from({ length: 100 }, (_, index) => closing.append(names.stream(index), 'none', events(1)));
      await closing.close();
      await closing.close();
      const answers = await Promise.all(writing);
      await following.ended;
      expect(await failure(closing.append(names.stream(), 'any', events(1)))).toBeInstanceOf(StoreUnavailable);
      expect(await failure(collect(closing.readAll(null)))).toBeInstanceOf(StoreUnavailable);
      expect(await failure(closing.head())).toBeInstanceOf(StoreUnavailable);
      await harness.reopen();
      const found = await collect(store().readAll(names.start, { categories: [names.category] }));
      expect(new Set(found.map(({ position }) => position))).toEqual(new Set(answers.map(({ position }) => position)));
    });
  });
}
