import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type GroupCommand, type GroupsState, groups, isDated, opensOn, soonest } from '../../backend/commands/learning/group.ts';
import type { GroupDetails } from '../../events/groups.ts';
import { given } from '../support/deciderSpec.ts';

const BEFORE = { now: '2026-03-01T00:00:00.000Z', today: '2026-02-28' };
const DURING = { now: '2026-03-05T00:00:00.000Z', today: '2026-03-04' };
const AFTER = { now: '2026-05-02T00:00:00.000Z', today: '2026-05-01' };
const details: GroupDetails = {
  ...{ name: 'Primavera', startsAt: '2026-03-02T18:00:00.000Z', zone: 'America/Tijuana', endsOn: '2026-04-30', capacity: 2 },
};
const at = { courseId: 9, groupId: 1 };
const planned = { type: 'GroupPlanned' as const, data: { ...at, ...details } };
const another = { type: 'GroupPlanned' as const, data: { ...at, groupId: 2, ...details, name: 'Otoño' } };
const held = (userId: number, hold = `h${userId}`, groupId = 1) => ({
  type: 'GroupSeatHeld' as const,
  data: { courseId: 9, groupId, userId, hold, until: '2026-03-01T01:00:00.000Z' },
});
const taken = (userId: number, hold: string | null = null, groupId = 1) => ({
  type: 'GroupSeatTaken' as const,
  data: { courseId: 9, groupId, userId, hold },
});
const freed = (userId: number, hold: string | null, cause: 'unpaid' | 'changed' | 'unenrolled', groupId = 1) => ({
  type: 'GroupSeatFreed' as const,
  data: { courseId: 9, groupId, userId, hold, cause },
});
const cancelled = { type: 'GroupCancelled' as const, data: { ...at, by: 2, reason: 'Sin instructor' } };
const began = { type: 'GroupBegan' as const, data: { ...at, startsAt: details.startsAt, people: 1 } };
const hold = (userId: number, groupId = 1, clock = BEFORE, by = `h${userId}`): GroupCommand => ({
  ...{ type: 'hold', courseId: 9, groupId, userId, hold: by, until: '2026-03-01T01:00:00.000Z' },
  ...clock,
});
const take = (userId: number, groupId = 1): GroupCommand => ({ type: 'take', courseId: 9, groupId, userId });
const choose = (userId: number, groupId: number, clock = BEFORE): GroupCommand => ({
  ...{ type: 'choose', courseId: 9, groupId, userId },
  ...clock,
});
const edit = (changes: Partial<GroupDetails>, clock = BEFORE): GroupCommand => ({
  ...{ type: 'edit', ...at, details: { ...details, ...changes } },
  ...clock,
});
const stateOf = (events: readonly object[]): GroupsState =>
  events.reduce<GroupsState>(
    (state, event) => groups.evolve(state, { id: 'x', meta: { occurredAt: BEFORE.now }, ...event } as never),
    groups.initial(),
  );

// rows: B30
test('a group is planned in the future, numbered within its course, and edited while that makes sense', () => {
  given(groups, [planned])
    .when({ type: 'plan', courseId: 9, details, ...BEFORE })
    .then([{ type: 'GroupPlanned', data: { courseId: 9, groupId: 2, ...details } }]);
  given(groups, [])
    .when({ type: 'plan', courseId: 9, details, ...DURING })
    .thenRefused('GROUP_IN_PAST');
  given(groups, [])
    .when({ type: 'plan', courseId: 9, details: { ...details, endsOn: '2026-02-28' }, ...BEFORE })
    .thenRefused('GROUP_END');
  // 20:00 of 28 February in Tijuana, where UTC has the next day; its only day is that one.
  const evening = { ...details, startsAt: '2026-03-01T04:00:00.000Z', endsOn: '2026-02-28' };
  given(groups, [])
    .when({ type: 'plan', courseId: 9, details: evening, ...BEFORE })
    .then([{ type: 'GroupPlanned', data: { courseId: 9, groupId: 1, ...evening } }]);
  given(groups, [planned]).when(edit({})).thenNothing();
  given(groups, [planned])
    .when(edit({ capacity: 5 }))
    .then([{ type: 'GroupEdited', data: { ...at, before: { capacity: 2 }, after: { capacity: 5 } } }]);
  given(groups, [planned, taken(7), held(8)])
    .when(edit({ capacity: 1 }))
    .thenRefused('GROUP_CAPACITY');
  given(groups, [planned])
    .when(edit({ startsAt: '2026-03-06T18:00:00.000Z' }, DURING))
    .thenRefused('GROUP_STARTED');
  given(groups, [planned])
    .when(edit({ endsOn: '2026-05-10' }, DURING))
    .then([{ type: 'GroupEdited', data: { ...at, before: { endsOn: '2026-04-30' }, after: { endsOn: '2026-05-10' } } }]);
  given(groups, [planned])
    .when(edit({ name: 'Otro' }, AFTER))
    .thenRefused('GROUP_OVER');
  given(groups, [])
    .when(edit({ name: 'Otro' }))
    .thenRefused('GROUP_NOT_FOUND');
});

// rows: B30
test('a seat is held while its person pays, becomes theirs, or is free again; each has one in a course', () => {
  given(groups, [planned])
    .when(hold(7))
    .then([held(7)]);
  given(groups, [planned, held(7), taken(8)])
    .when(hold(9))
    .thenRefused('GROUP_FULL');
  // Another page of the same person: their place moves with them.
  given(groups, [planned, held(7), taken(8)])
    .when(hold(7, 1, BEFORE, 'other'))
    .then([freed(7, 'h7', 'changed'), held(7, 'other')]);
  given(groups, [planned, taken(7)])
    .when(hold(7))
    .thenNothing();
  given(groups, [planned])
    .when(hold(7, 1, DURING))
    .thenRefused('GROUP_STARTED');
  given(groups, [planned, cancelled]).when(hold(7)).thenRefused('GROUP_CANCELLED');
  given(groups, [planned, held(7)])
    .when(take(7))
    .then([taken(7, 'h7')]);
  given(groups, [planned, held(7)])
    .when({ type: 'release', courseId: 9, userId: 7, hold: 'h7' })
    .then([freed(7, 'h7', 'unpaid')]);
  given(groups, [planned, held(7)])
    .when({ type: 'release', courseId: 9, userId: 7, hold: 'older' })
    .thenNothing();
  given(groups, [planned, held(7), taken(7, 'h7')])
    .when({ type: 'release', courseId: 9, userId: 7, hold: 'h7' })
    .thenNothing();
  given(groups, [planned, taken(7)])
    .when({ type: 'leave', courseId: 9, userId: 7 })
    .then([freed(7, null, 'unenrolled')]);
  given(groups, [planned, held(7)])
    .when({ type: 'leave', courseId: 9, userId: 7 })
    .thenNothing();
});

// rows: B30
test('who paid has a seat: also where the group is full, or their place was given on, and once', () => {
  given(groups, [planned, taken(8), taken(9)])
    .when(take(7))
    .then([taken(7)]);
  given(groups, [planned, taken(7)])
    .when(take(7))
    .thenNothing();
  given(groups, [planned, another, held(7, 'h7', 2)])
    .when(take(7, 1))
    .then([freed(7, 'h7', 'changed', 2), taken(7)]);
});

// rows: B30
test('a learner chooses another group until theirs begins, or once it is cancelled', () => {
  given(groups, [planned, another, taken(7)])
    .when(choose(7, 2))
    .then([freed(7, null, 'changed'), taken(7, null, 2)]);
  given(groups, [planned, another, taken(7)])
    .when(choose(7, 1))
    .thenNothing();
  const later = { ...another, data: { ...another.data, startsAt: '2026-03-20T18:00:00.000Z' } };
  given(groups, [planned, later, taken(7)])
    .when(choose(7, 2, DURING))
    .thenRefused('GROUP_STARTED');
  given(groups, [planned, later, taken(7), cancelled])
    .when(choose(7, 2, DURING))
    .then([freed(7, null, 'changed'), taken(7, null, 2)]);
  given(groups, [planned, another, taken(7), taken(8, null, 2), taken(9, null, 2)])
    .when(choose(7, 2))
    .thenRefused('GROUP_FULL');
});

// rows: B30
test('staff move a member to another group, also one that has begun, while it has a seat', () => {
  const move = (groupId: number, from = 1, clock = BEFORE): GroupCommand => ({
    ...{ type: 'move', courseId: 9, from, groupId, userId: 7 },
    ...clock,
  });
  const moved = { type: 'GroupSeatMoved' as const, data: { courseId: 9, groupId: 2, from: 1, userId: 7 } };
  given(groups, [planned, another, taken(7)])
    .when(move(2))
    .then([moved]);
  given(groups, [planned, another, taken(7)])
    .when(move(2, 1, DURING))
    .then([moved]);
  given(groups, [planned, another, taken(7), moved])
    .when(move(2, 2))
    .thenNothing();
  // Somebody moved them meanwhile, or they are not in it.
  given(groups, [planned, another, taken(7), moved])
    .when(move(1))
    .thenRefused('NOT_ENROLLED');
  given(groups, [planned, another, held(7)])
    .when(move(2))
    .thenRefused('NOT_ENROLLED');
  given(groups, [planned, another, taken(7)])
    .when(move(3))
    .thenRefused('GROUP_NOT_FOUND');
  given(groups, [planned, another, taken(7)])
    .when(move(2, 1, AFTER))
    .thenRefused('GROUP_OVER');
  given(groups, [planned, another, taken(7), taken(8, null, 2), taken(9, null, 2)])
    .when(move(2))
    .thenRefused('GROUP_FULL');
  const state = stateOf([planned, another, taken(7), moved]);
  expect([state.groups.get(1)?.seats, state.groups.get(2)?.seats, state.seats.get(7)]).toEqual([0, 1, { groupId: 2, hold: null }]);
});

// rows: B30
test('a group is cancelled with a reason until it is over, and put back on until it would have begun', () => {
  const cancel: GroupCommand = { type: 'cancel', ...at, by: 2, reason: 'Sin instructor', ...BEFORE };
  given(groups, [planned]).when(cancel).then([cancelled]);
  given(groups, [planned, cancelled]).when(cancel).thenNothing();
  given(groups, [planned])
    .when({ ...cancel, ...AFTER })
    .thenRefused('GROUP_OVER');
  given(groups, [planned, cancelled])
    .when({ type: 'reinstate', ...at, ...BEFORE })
    .then([{ type: 'GroupReinstated', data: at }]);
  given(groups, [planned, cancelled])
    .when({ type: 'reinstate', ...at, ...DURING })
    .thenRefused('GROUP_STARTED');
  given(groups, [planned])
    .when({ type: 'reinstate', ...at, ...BEFORE })
    .thenNothing();
});

// rows: B30
test('a group is reminded of and begins once, at the start that it has now', () => {
  const remind: GroupCommand = { type: 'remind', ...at, startsAt: details.startsAt, now: BEFORE.now };
  const reminded = { type: 'GroupReminded' as const, data: { ...at, startsAt: details.startsAt, people: 1 } };
  given(groups, [planned, taken(7), held(8)])
    .when(remind)
    .then([reminded]);
  given(groups, [planned, reminded]).when(remind).thenNothing();
  given(groups, [planned, cancelled]).when(remind).thenNothing();
  given(groups, [planned])
    .when({ ...remind, startsAt: '2026-03-03T18:00:00.000Z' })
    .thenNothing();
  const begin: GroupCommand = { type: 'begin', ...at, startsAt: details.startsAt, now: DURING.now };
  given(groups, [planned, taken(7)])
    .when(begin)
    .then([began]);
  given(groups, [planned, taken(7)])
    .when({ ...begin, now: BEFORE.now })
    .thenNothing();
  given(groups, [planned, began]).when(begin).thenNothing();
});

// rows: B30
test('the course opens for a member when the group has begun or is cancelled, and is dated until the last day', () => {
  const waiting = stateOf([planned, taken(7)]);
  expect(opensOn(waiting, 7)).toBe(details.startsAt);
  expect(opensOn(waiting, 8)).toBeNull();
  expect(opensOn(stateOf([planned, taken(7), began]), 7)).toBeNull();
  expect(opensOn(stateOf([planned, taken(7), cancelled]), 7)).toBeNull();
  expect(isDated(waiting, DURING)).toBe(true);
  expect(isDated(waiting, AFTER)).toBe(false);
  expect(isDated(stateOf([planned, cancelled]), BEFORE)).toBe(false);
  expect(isDated(stateOf([]), BEFORE)).toBe(false);
});

// rows: B30
test('however many people press in whatever order, the limit is passed by payments alone and every seat is counted once', () => {
  const person = fc.integer({ min: 1, max: 6 });
  const press = fc.oneof(
    fc.record({ type: fc.constant('hold' as const), person, group: fc.constantFrom(1, 2), by: fc.constantFrom('a', 'b') }),
    fc.record({ type: fc.constantFrom('take' as const, 'choose' as const), person, group: fc.constantFrom(1, 2) }),
    fc.record({ type: fc.constant('release' as const), person, by: fc.constantFrom('a', 'b') }),
    fc.record({ type: fc.constant('leave' as const), person }),
  );
  fc.assert(
    fc.property(fc.array(press, { maxLength: 40 }), (presses) => {
      let state = stateOf([planned, another]);
      const paid = new Map([
        [1, 0],
        [2, 0],
      ]);
      for (const one of presses) {
        const command = {
          ...{ type: one.type, courseId: 9, userId: one.person, hold: 'by' in one ? one.by : '', until: BEFORE.now, ...BEFORE },
          groupId: 'group' in one ? one.group : 1,
        } as GroupCommand;
        const full = [1, 2].filter((id) => (state.groups.get(id)?.seats ?? 0) >= details.capacity);
        let events: readonly object[] = [];
        try {
          events = groups.decide(command, state);
        } catch {
          continue;
        }
        for (const event of events) state = groups.evolve(state, { id: 'x', meta: { occurredAt: BEFORE.now }, ...event } as never);
        if (one.type === 'take' && events.length > 0 && full.includes(one.group)) paid.set(one.group, (paid.get(one.group) ?? 0) + 1);
        for (const id of [1, 2]) {
          const counted = [...state.seats].filter(([, seat]) => seat.groupId === id).length;
          expect(state.groups.get(id)?.seats).toBe(counted);
          expect(counted).toBeLessThanOrEqual(details.capacity + (paid.get(id) ?? 0));
        }
      }
    }),
  );
});

test('who names no group of a course whose groups have all begun is told so, and not that there are no seats', () => {
  const begun = groups.evolve(groups.initial(), { ...planned, id: 'a', meta: {} as never } as never);
  const of = (now: string) => () => soonest(begun, 7, { now, today: now.slice(0, 10) });
  const before = new Date(Date.parse(details.startsAt) - 1_000).toISOString();
  expect(of(before)()).toBe(planned.data.groupId);
  expect(of(details.startsAt)).toThrow('GROUP_STARTED');
});
