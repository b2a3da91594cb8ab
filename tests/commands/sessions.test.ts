import { expect, test } from 'vitest';
import { sessions } from '../../backend/commands/identity/sessions.ts';
import { given } from '../support/deciderSpec.ts';

const started = (sessionId: string) =>
  ({ type: 'SessionStarted', data: { userId: 3, sessionId, method: 'password', device: 'Firefox en Linux' } }) as const;
const ended = (sessionId: string, cause: 'logout' | 'deactivated' = 'logout') =>
  ({ type: 'SessionEnded', data: { userId: 3, sessionId, cause } }) as const;

test('the start of a session says by what means and on which device', () => {
  given(sessions, [])
    .when({ type: 'start', userId: 3, sessionId: 'a', method: 'password', device: 'Firefox en Linux' })
    .then([started('a')]);
});

test('a session ends once, whatever ends it again', () => {
  given(sessions, [started('a')])
    .when({ type: 'end', sessionId: 'a', cause: 'logout' })
    .then([ended('a')]);
  given(sessions, [started('a'), ended('a')])
    .when({ type: 'end', sessionId: 'a', cause: 'expired' })
    .thenNothing();
  given(sessions, []).when({ type: 'end', sessionId: 'a', cause: 'logout' }).thenNothing();
});

// rows: A37
test('all open sessions end but the one that is kept', () => {
  const history = [started('a'), started('b'), started('c'), ended('b')];
  given(sessions, history)
    .when({ type: 'endAll', except: null, cause: 'deactivated' })
    .then([ended('a', 'deactivated'), ended('c', 'deactivated')]);
  given(sessions, history)
    .when({ type: 'endAll', except: 'c', cause: 'deactivated' })
    .then([ended('a', 'deactivated')]);
  const outcome = given(sessions, history).when({ type: 'endAll', except: null, cause: 'deactivated' });
  expect([...outcome.state().open]).toEqual([]);
  given(sessions, []).when({ type: 'endAll', except: null, cause: 'deactivated' }).thenNothing();
});
