import { expect, test } from 'vitest';
import { type Delivery, type Position, type Recorded, StoreUnavailable } from '../../events/store/port.ts';
import { follow, pauseAfter } from '../../events/store/subscription.ts';

const positionOf = (number: number): Position => String(number).padStart(4, '0') as Position;
const event = (number: number): Recorded => ({
  id: `e${number}`,
  type: 'Counted',
  stream: 'count-1',
  version: number,
  position: positionOf(number),
  data: {},
  metadata: {},
  size: 4,
});
const pageOf = (...numbers: number[]): Recorded[] => numbers.map(event);

/** Sessions one after the other, each a list of pages or a fault; what each was asked to begin after. */
function sessions(...scripts: (Recorded[] | Error)[][]) {
  const begun: (Position | null)[] = [];
  return {
    begun,
    session: async function* (after: Position | null): AsyncGenerator<Recorded[]> {
      begun.push(after);
      for (const step of scripts[begun.length - 1] ?? [new Error('no more sessions')]) {
        if (step instanceof Error) throw step;
        yield step;
      }
    },
  };
}

/** What is delivered until `count` events were, or a fault. */
async function told(source: AsyncIterable<Delivery>, count: number): Promise<(number | string)[]> {
  const all: (number | string)[] = [];
  for await (const delivery of source) {
    all.push(delivery.kind === 'event' ? delivery.event.version : delivery.kind);
    if (all.filter((one) => typeof one === 'number').length === count) break;
  }
  return all;
}

test('resumes behind the last event delivered, whether a session fails or just ends', async () => {
  const { session, begun } = sessions([pageOf(4, 5), new StoreUnavailable('gone')], [], [pageOf(6), [], pageOf(7)], [pageOf(8)]);
  expect(await told(follow(session, positionOf(3), new AbortController().signal), 5)).toEqual([4, 5, 6, 'caughtUp', 7, 8]);
  expect(begun).toEqual([3, 5, 5, 7].map(positionOf));
});

test('of other types than those asked for it says how many passed, and how far', async () => {
  const { session } = sessions([pageOf(1, 2), [], new StoreUnavailable('gone')], [pageOf(2, 3), []]);
  const all: Delivery[] = [];
  for await (const delivery of follow(session, null, new AbortController().signal, new Set(['Other']))) {
    all.push(delivery);
    if (all.length === 4) break;
  }
  const passed = (events: number, last: number) => ({ kind: 'passed', events, position: positionOf(last) });
  expect(all).toEqual([passed(2, 2), { kind: 'caughtUp' }, passed(1, 3), { kind: 'caughtUp' }]);
});

test('a subscription drops what a new session repeats', async () => {
  const { session } = sessions([pageOf(1, 2), pageOf(2, 3), new StoreUnavailable('gone')], [pageOf(2, 3, 4)]);
  expect(await told(follow(session, null, new AbortController().signal), 4)).toEqual([1, 2, 3, 4]);
});

test('a fault that is not the store’s ends it loudly', async () => {
  const { session } = sessions([pageOf(1), new TypeError('a bug')]);
  await expect(told(follow(session, null, new AbortController().signal), 9)).rejects.toThrow('a bug');
});

test('an abort ends it while it waits to try again', async () => {
  const controller = new AbortController();
  const away = (): AsyncGenerator<Recorded[]> => sessions([new StoreUnavailable('gone')]).session(null);
  const ended = told(follow(away, null, controller.signal), 1);
  setImmediate(() => controller.abort());
  expect(await ended).toEqual([]);
});

test('pauses grow with failures in a row, and stay under 5 s', () => {
  for (let failures = 1; failures <= 40; failures++) {
    const pause = pauseAfter(failures);
    expect(pause).toBeGreaterThanOrEqual(Math.min(5_000, 50 * 2 ** (failures - 1)) / 2);
    expect(pause).toBeLessThanOrEqual(5_000);
  }
});
