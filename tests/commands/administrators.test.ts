import fc from 'fast-check';
import { expect, test } from 'vitest';
import { administrators } from '../../backend/commands/identity/administrators.ts';
import { fold, given } from '../support/deciderSpec.ts';

const added = (userId: number) => ({ type: 'AdministratorAdded', data: { userId } }) as const;
const removed = (userId: number) => ({ type: 'AdministratorRemoved', data: { userId } }) as const;

test('counts each once', () => {
  given(administrators, [])
    .when({ type: 'add', userId: 1 })
    .then([added(1)]);
  given(administrators, [added(1)])
    .when({ type: 'add', userId: 1 })
    .thenNothing();
  given(administrators, [added(1), added(2)])
    .when({ type: 'remove', userId: 1 })
    .then([removed(1)]);
  given(administrators, [added(1)])
    .when({ type: 'remove', userId: 2 })
    .thenNothing();
});

test('the last one stays', () => {
  given(administrators, [added(1)])
    .when({ type: 'remove', userId: 1 })
    .thenRefused('LAST_ADMINISTRATOR');
  given(administrators, [added(1), added(2), removed(2)])
    .when({ type: 'remove', userId: 1 })
    .thenRefused('LAST_ADMINISTRATOR');
});

test('whatever comes, a school that had an administrator has one', () => {
  const command = fc.record({ type: fc.constantFrom('add' as const, 'remove' as const), userId: fc.integer({ min: 1, max: 4 }) });
  fc.assert(
    fc.property(fc.array(command), (commands) => {
      let history = [added(1)] as (ReturnType<typeof added> | ReturnType<typeof removed>)[];
      for (const one of commands) {
        try {
          history = [...history, ...given(administrators, history).when(one).decided()];
        } catch {
          // refused
        }
        expect(fold(administrators, history).size).toBeGreaterThan(0);
      }
    }),
  );
});
