import { test } from 'vitest';
import { groupSeats, groups } from '../../backend/projections/groups.ts';
import { everyTypeIsCovered, given, givenEvents, timeOf } from '../support/projectionSpec.ts';

const at = { courseId: 9, groupId: 1 };
const details = {
  ...{ name: 'Primavera', startsAt: '2026-05-02T18:00:00.000Z', zone: 'America/Tijuana', endsOn: '2026-06-30', capacity: 2 },
};
const planned = given('GroupPlanned', { ...at, ...details });
const held = given('GroupSeatHeld', { ...at, userId: 7, hold: 'h', until: details.startsAt });
const taken = (hold: string | null, userId = 7) => given('GroupSeatTaken', { ...at, userId, hold });
const freed = (hold: string | null) => given('GroupSeatFreed', { ...at, userId: 7, hold, cause: 'unpaid' });
const cancelled = given('GroupCancelled', { ...at, by: 2, reason: 'Sin instructor' });
const moved = given('GroupEdited', {
  ...{ ...at, before: { startsAt: details.startsAt }, after: { startsAt: '2026-05-09T18:00:00.000Z' } },
});
const told = { startsAt: details.startsAt, people: 1 };

// rows: B30
test('a group counts who is in it and who is paying, and each change of its dates', () => {
  const first = {
    ...{ ...at, ...details, cancelled: false, reason: null, cancelledBy: null, taken: 0, held: 0 },
    ...{ beganAt: null, moved: 0, changedAt: timeOf(0), version: 1 },
  };
  givenEvents(groups, [planned])
    .thenDoc('9_1', first)
    .thenChange('grupos:9', { id: '1', op: 'put' })
    .thenChange('grupos:9', { id: 'lugares-1' });
  givenEvents(groups, [planned, held]).thenDocLike('9_1', { taken: 0, held: 1, version: 1 });
  givenEvents(groups, [planned, held, taken('h')]).thenDocLike('9_1', { taken: 1, held: 0 });
  givenEvents(groups, [planned, held, freed('h')]).thenDocLike('9_1', { taken: 0, held: 0 });
  givenEvents(groups, [planned, taken(null), freed(null)]).thenDocLike('9_1', { taken: 0, held: 0 });
  givenEvents(groups, [planned, moved]).thenDocLike('9_1', { startsAt: '2026-05-09T18:00:00.000Z', moved: 1, version: 2 });
  givenEvents(groups, [planned, cancelled]).thenDocLike('9_1', { cancelled: true, reason: 'Sin instructor', version: 2 });
  givenEvents(groups, [planned, cancelled, given('GroupReinstated', at)]).thenDocLike('9_1', { cancelled: false, reason: null });
  givenEvents(groups, [planned, given('GroupReminded', { ...at, ...told })]).thenDocLike('9_1', { version: 1, beganAt: null });
  givenEvents(groups, [planned, given('GroupBegan', { ...at, ...told })]).thenDocLike('9_1', { beganAt: timeOf(1) });
});

test('why a group was cancelled goes with who said so', () => {
  givenEvents(groups, [planned, cancelled]).thenForgets(2, 'Sin instructor');
});

// rows: B30
test('the seat of a person in a course: held, theirs, left', () => {
  givenEvents(groupSeats, [planned, held])
    .thenDoc('7_9', { ...at, userId: 7, state: 'held', at: timeOf(1) })
    .thenChange('usuariocurso:7', { id: '9', op: 'put' });
  givenEvents(groupSeats, [planned, held, taken('h')]).thenDocLike('7_9', { state: 'taken' });
  givenEvents(groupSeats, [planned, taken(null), freed(null)]).thenDocLike('7_9', { state: 'left' });
});

// rows: B30
test('a member who is moved leaves one group and is in the other', () => {
  const other = { ...planned, data: { ...planned.data, groupId: 2 } };
  const moved = { type: 'GroupSeatMoved' as const, data: { courseId: 9, groupId: 2, from: 1, userId: 7 } };
  const events = [planned, other, taken(null), moved];
  givenEvents(groups, events).thenDocLike('9_1', { taken: 0 });
  givenEvents(groups, events).thenDocLike('9_2', { taken: 1 });
  givenEvents(groupSeats, events).thenDocLike('7_9', { groupId: 2, state: 'taken' });
});

everyTypeIsCovered(groups);
everyTypeIsCovered(groupSeats);
