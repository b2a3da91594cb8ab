import { expect, test } from 'vitest';
import { eventTypes } from '../../backend/projections/eventTypes.ts';
import { registry } from '../../events/registry.ts';
import { samples } from '../golden/record.ts';
import { enrolled, unenrolled } from '../support/learning.ts';
import { everyTypeIsCovered, given, givenEvents, timeOf } from '../support/projectionSpec.ts';

/** One of each type that the registry has. */
const oneOfEach = () => [...registry.values()].map((definition) => given(definition.type, samples(definition)[0] ?? {}));

test('every event counts under its type', () => {
  const events = oneOfEach();
  givenEvents(eventTypes, events).thenDocs(
    Object.fromEntries(
      events.map(({ type }, index) => [
        type,
        {
          ...{ type, count: 1, first: timeOf(index), last: timeOf(index), days: { '2026-03-02': 1 } },
          versions: { [registry.get(type)?.version ?? 0]: { count: 1, first: timeOf(index), last: timeOf(index) } },
          roles: { system: 1 },
        },
      ]),
    ),
  );
});

// rows: M11
test('volumes by day of the school, first and last time, and what followers of the dictionary see', () => {
  givenEvents(eventTypes, [
    { ...given(...enrolled(1)), at: '2026-03-02T07:59:59.000Z' },
    { ...given(...enrolled(2)), at: '2026-03-02T08:00:00.000Z' },
    { ...given(...unenrolled(2)), at: '2026-03-02T09:00:00.000Z' },
    { ...given(...enrolled(3)), at: '2026-03-02T10:00:00.000Z' },
  ])
    .thenDoc('LearnerEnrolled', {
      type: 'LearnerEnrolled',
      count: 3,
      first: '2026-03-02T07:59:59.000Z',
      last: '2026-03-02T10:00:00.000Z',
      days: { '2026-03-01': 1, '2026-03-02': 2 },
      versions: { 2: { count: 3, first: '2026-03-02T07:59:59.000Z', last: '2026-03-02T10:00:00.000Z' } },
      roles: { system: 3 },
    })
    .thenChange('eventos', {
      id: 'LearnerEnrolled',
      op: 'put',
      version: 3,
      view: { id: 'LearnerEnrolled', cantidad: 3, ultimo: '2026-03-02T10:00:00.000Z' },
    })
    .thenChange('eventos', { id: 'LearnerUnenrolled', view: { id: 'LearnerUnenrolled', cantidad: 1, ultimo: '2026-03-02T09:00:00.000Z' } });
});

test('thirty days are kept, those up to the last event, also when clocks disagree about the order', () => {
  const on = (day: string) => ({ ...given(...enrolled(1)), at: `${day}T20:00:00.000Z` });
  givenEvents(eventTypes, [on('2026-01-31'), on('2026-02-01'), on('2026-03-02')]).thenDocLike('LearnerEnrolled', { count: 3 });
  const { documents } = givenEvents(eventTypes, [on('2026-01-31'), on('2026-02-01'), on('2026-03-02'), on('2026-01-31'), on('2026-03-01')]);
  expect(documents.docs().LearnerEnrolled).toEqual({
    type: 'LearnerEnrolled',
    count: 5,
    first: '2026-01-31T20:00:00.000Z',
    last: '2026-03-02T20:00:00.000Z',
    days: { '2026-02-01': 1, '2026-03-01': 1, '2026-03-02': 1 },
    versions: { 2: { count: 5, first: '2026-01-31T20:00:00.000Z', last: '2026-03-02T20:00:00.000Z' } },
    roles: { system: 5 },
  });
});

everyTypeIsCovered(eventTypes);
