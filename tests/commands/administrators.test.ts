import fc from 'fast-check';
import { expect, test } from 'vitest';
import { administrators } from '../../backend/commands/identity/administrators.ts';
import { fold, given } from '../support/deciderSpec.ts';

const added = (userId: number, term = 1) => ({ type: 'AdministratorAdded', data: { userId, term } }) as const;
const removed = (userId: number, term = 1, ifEvents: number | null = null) =>
  ({ type: 'AdministratorRemoved', data: { userId, term, by: 'deactivation', role: null, ifEvents } }) as const;
const add = (userId: number, term = 1) => ({ type: 'add', userId, term }) as const;
const remove = (userId: number, term = 1, ifEvents: number | null = null) =>
  ({ type: 'remove', userId, term, by: { type: 'deactivate' }, ifEvents }) as const;
const restore = (userId: number, term: number, ifEvents: number) => ({ type: 'restore', userId, term, ifEvents }) as const;

test('an administrator who is added again is counted once', () => {
  given(administrators, [])
    .when(add(1))
    .then([added(1)]);
  given(administrators, [added(1)])
    .when(add(1))
    .thenNothing();
  given(administrators, [added(1), added(2)])
    .when(remove(1))
    .then([removed(1)]);
  given(administrators, [added(1), added(2), removed(2)])
    .when(remove(2))
    .thenNothing();
});

test('the removal from the list says what it is for', () => {
  given(administrators, [added(1), added(2)])
    .when({ type: 'remove', userId: 2, term: 1, by: { type: 'changeRole', role: 'analyst' }, ifEvents: null })
    .then([{ type: 'AdministratorRemoved', data: { userId: 2, term: 1, by: 'role', role: 'analyst', ifEvents: null } }]);
});

test('the last administrator cannot be removed from the list', () => {
  given(administrators, [added(1)])
    .when(remove(1))
    .thenRefused('LAST_ADMINISTRATOR');
  given(administrators, [added(1), added(2), removed(2)])
    .when(remove(1))
    .thenRefused('LAST_ADMINISTRATOR');
});

test('a time that is over is not added any more, however late that comes; a later one is', () => {
  given(administrators, [added(1)])
    .when(remove(2, 5))
    .then([removed(2, 5)]);
  given(administrators, [added(1), removed(2, 5)])
    .when(add(2, 5))
    .thenNothing();
  given(administrators, [added(1), removed(2, 5)])
    .when(add(2, 8))
    .then([added(2, 8)]);
});

test('who was taken off on a condition is put back where it failed; by that removal only, and never after one without', () => {
  const both = [added(1), added(2)];
  given(administrators, [...both, removed(2, 1, 5)])
    .when(restore(2, 1, 5))
    .then([added(2)]);
  for (const history of [
    [...both, removed(2, 1, 6)],
    [...both, removed(2, 1, 5), removed(2)],
    [...both, removed(2)],
    [...both, removed(2, 1, 5), added(2)],
    both,
  ])
    given(administrators, history)
      .when(restore(2, 1, 5))
      .thenNothing();
  // Put back, their time goes on: it can end again, and begins no second time.
  const back = [...both, removed(2, 1, 5), added(2)];
  given(administrators, back)
    .when(remove(2))
    .then([removed(2)]);
  given(administrators, back).when(add(2)).thenNothing();
});

test('of two who saw the same only the first takes somebody off; who saw more, or asks for no condition, does as well', () => {
  const history = [added(1), added(2), removed(2, 1, 5)];
  given(administrators, history)
    .when(remove(2, 1, 5))
    .thenRefused('VERSION_CONFLICT');
  given(administrators, history)
    .when(remove(2, 1, 6))
    .then([removed(2, 1, 6)]);
  given(administrators, history)
    .when(remove(2))
    .then([removed(2)]);
  given(administrators, [...history, removed(2)])
    .when(remove(2, 1, 6))
    .thenRefused('VERSION_CONFLICT');
});

test('whatever comes, a school that had an administrator has one', () => {
  const command = fc.record({
    type: fc.constantFrom('add' as const, 'remove' as const, 'restore' as const),
    userId: fc.integer({ min: 1, max: 4 }),
    term: fc.integer({ min: 0, max: 4 }),
    ifEvents: fc.constantFrom(null, 5, 6),
  });
  fc.assert(
    fc.property(fc.array(command), (commands) => {
      let history = [added(1)] as (ReturnType<typeof added> | ReturnType<typeof removed>)[];
      for (const { type, userId, term, ifEvents } of commands) {
        try {
          const decided = given(administrators, history)
            .when(
              type === 'add'
                ? add(userId, term)
                : type === 'remove'
                  ? remove(userId, term, ifEvents)
                  : restore(userId, term, ifEvents ?? 5),
            )
            .decided();
          history = [...history, ...(decided as typeof history)];
        } catch {
          // refused
        }
        expect(fold(administrators, history).active.size).toBeGreaterThan(0);
      }
    }),
  );
});
