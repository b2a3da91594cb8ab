import { expect, test } from 'vitest';
import { projections } from '../../backend/projections/all.ts';
import { courseStats } from '../../backend/projections/courseStats.ts';
import type { Envelope } from '../../events/define.ts';
import { asRead, changedIn, missingIn, outcomeOf, outcomesOf, recordedOutcomes, recording } from './replay.ts';

test('the recording holds an event of every registered type (missing: run npm run golden)', () => {
  expect(missingIn(recording())).toEqual([]);
});

// A projection that is meant to change: raise its version, and run npm run golden.
// rows: L09
test('every read model makes of the recorded history what its version made of it before', async () => {
  const now = outcomesOf(projections, await asRead(recording()));
  expect(changedIn(now, recordedOutcomes())).toEqual([]);
  expect(now).toEqual(recordedOutcomes());
});

test('code that counts a completion twice is found, unless it has a version of its own', async () => {
  const events = await asRead(recording());
  const { on, name } = courseStats;
  const handler = on.CourseCompleted;
  const twice = {
    ...courseStats,
    on: {
      ...on,
      CourseCompleted: {
        ...handler,
        evolve: (doc: never, event: Envelope, key: string) =>
          handler?.evolve(handler.evolve(doc, event as never, key) as never, event as never, key),
      },
    },
  } as unknown as typeof courseStats;
  const before = recordedOutcomes();
  expect(changedIn({ [name]: outcomeOf(twice, events) }, before)).toEqual([name]);
  expect(changedIn({ [name]: outcomeOf({ ...twice, version: courseStats.version + 1 }, events) }, before)).toEqual([]);
});
