import { expect, test } from 'vitest';
import { sessions } from '../../backend/projections/sessions.ts';
import { envelopes, everyTypeIsCovered, given, givenEvents, timeOf } from '../support/projectionSpec.ts';

const started = (userId: number, sessionId: string, device: string | null = 'Firefox en Linux') =>
  given('SessionStarted', { userId, sessionId, method: 'password', device });
const ended = (userId: number, sessionId: string) => given('SessionEnded', { userId, sessionId, cause: 'revoked' });

test('a session stands from its start to its end, and its owner hears of both', () => {
  givenEvents(sessions, [started(1, 'a'), started(1, 'b'), started(2, 'c')])
    .thenDoc('1:a', { userId: 1, sessionId: 'a', method: 'password', device: 'Firefox en Linux', startedAt: timeOf(0) })
    .thenChange('sesiones:1', { id: 'b', op: 'put' })
    .thenChange('sesiones:2', { id: 'c', op: 'put' });
  const { documents } = givenEvents(sessions, [started(1, 'a'), started(1, 'b'), ended(1, 'a')])
    .thenDoc('1:a', null)
    .thenDocLike('1:b', { sessionId: 'b' });
  // In a batch of its own: of a session that began and ended in one batch there is nothing to tell.
  const later = givenEvents(sessions, [started(1, 'a')]).documents;
  later.fold(envelopes([started(1, 'a'), ended(1, 'a')]).slice(1));
  expect(later.changes.at(-1)).toMatchObject({ topic: 'sesiones:1', id: 'a', op: 'del' });
  expect(documents.docs()).not.toHaveProperty('1:a');
});

test('the end of a session that is not known adds none', () => {
  givenEvents(sessions, [ended(1, 'x')]).thenDocs({});
});

test('an erased person leaves no device behind', () => {
  givenEvents(sessions, [started(1, 'a', 'Lector de Ana'), started(2, 'b')]).thenForgets(1, 'Lector de Ana');
});

everyTypeIsCovered(sessions);
