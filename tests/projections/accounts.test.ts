import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AccountsDoc, accounts, BLOCK } from '../../backend/projections/accounts.ts';
import { type UserDoc, users } from '../../backend/projections/users.ts';
import { schoolDay } from '../../events/calendar.ts';
import { erased, registered } from '../support/learning.ts';
import {
  cutsOf,
  Documents,
  envelopes,
  everyTypeIsCovered,
  type GivenEvent,
  given,
  givenEvents,
  inBatches,
} from '../support/projectionSpec.ts';
import { attempts, happened } from './history.ts';

const student = (userId = 1) => given(...registered(userId, `persona${userId}`));
const teacher = (userId = 1) => given('UserRegistered', { ...registered(userId, `persona${userId}`)[1], role: 'instructor' });
const becomes = (from: string, to: string) => given('RoleChanged', { userId: 1, from, to });
const out = given('UserDeactivated', { userId: 1 });
const back = given('UserActivated', { userId: 1 });
const gone = given(...erased(1));

test.each<[string, GivenEvent[], number, number]>([
  ['a student', [student()], 1, 1],
  ['a teacher', [teacher()], 1, 0],
  ['a student who becomes a teacher', [student(), becomes('student', 'instructor')], 1, 0],
  ['a teacher who becomes a student', [teacher(), becomes('instructor', 'student')], 1, 1],
  ['a teacher who becomes an administrator', [teacher(), becomes('instructor', 'administrator')], 1, 0],
  ['a student who was deactivated', [student(), out], 0, 0],
  ['a student who came back', [student(), out, back], 1, 1],
  ['a student who was given another role while away, and came back', [student(), out, becomes('student', 'analyst'), back], 1, 0],
  ['a teacher who was made a student while away', [teacher(), out, becomes('instructor', 'student')], 0, 0],
  ['a student erased', [student(), out, gone], 0, 0],
  ['a student erased who was not deactivated first', [student(), gone], 0, 0],
  ['a teacher erased, and a student who stays', [teacher(), student(2), out, gone], 1, 1],
])('%s', (_, events, people, students) => {
  const figures = { users: people, students };
  givenEvents(accounts, events).thenDocLike('0', { figures, days: { '2026-03-02': figures } });
});

test('each day has what it added or took away, in the calendar of the school', () => {
  givenEvents(accounts, [
    { ...student(), at: '2026-03-02T07:59:59.000Z' },
    { ...out, at: '2026-03-03T08:00:00.000Z' },
    { ...gone, at: '2026-03-05T08:00:00.000Z' },
  ]).thenDoc('0', {
    kind: 'block',
    figures: { users: 0, students: 0 },
    days: { '2026-03-01': { users: 1, students: 1 }, '2026-03-03': { users: -1, students: -1 }, '2026-03-05': { users: 0, students: 0 } },
    inactive: [],
    others: [],
    at: '2026-03-05T08:00:00.000Z',
  });
});

test('of an erased account nothing stays but the counts', () => {
  const number = 417;
  const about = [
    given(...registered(number, 'ana')),
    given('RoleChanged', { userId: number, from: 'student', to: 'instructor' }),
    given('UserDeactivated', { userId: number }),
  ];
  const kept = (events: GivenEvent[]) => JSON.stringify(givenEvents(accounts, events).documents.docs());
  expect(kept(about)).toContain(String(number));
  expect(kept([...about, given(...erased(number))])).not.toContain(String(number));
});

test('accounts far apart stand in documents of their own', () => {
  givenEvents(accounts, [student(BLOCK - 1), student(BLOCK)])
    .thenDocLike('0', { figures: { users: 1, students: 1 } })
    .thenDocLike('1', { figures: { users: 1, students: 1 } });
});

test('followers of the school’s figures are told when an account changes them', () => {
  givenEvents(accounts, [student(), out]).thenChange('resumen', { id: 'cuentas-0', op: 'put', version: 2 });
});

// rows: J07
test('after any history the figures are the active people of the read model, and the sum of their days, however it was cut', () => {
  fc.assert(
    fc.property(
      attempts.chain((tried) => {
        const { events } = happened(tried);
        return fc.record({ events: fc.constant(events), cuts: cutsOf(events.length), repeat: fc.boolean() });
      }),
      ({ events, cuts, repeat }) => {
        const given = envelopes(events);
        const [counted, people] = [new Documents(accounts), new Documents(users)];
        counted.fold(given);
        people.fold(given);
        const active = (Object.values(people.docs()) as unknown as UserDoc[]).filter((person) => person.active);
        const expected = { users: active.length, students: active.filter(({ role }) => role === 'student').length };
        const block = counted.docs()['0'] as unknown as AccountsDoc;
        expect(block.figures).toEqual(expected);
        const days = Object.values(block.days);
        expect({
          users: days.reduce((sum, day) => sum + day.users, 0),
          students: days.reduce((sum, day) => sum + day.students, 0),
        }).toEqual(expected);
        for (const day of Object.keys(block.days)) expect(events.some(({ at }) => schoolDay(at ?? '') === day)).toBe(true);
        expect(inBatches(accounts, given, cuts, repeat)).toBe(inBatches(accounts, given, [], false));
      },
    ),
    { numRuns: 100 },
  );
});

everyTypeIsCovered(accounts);
