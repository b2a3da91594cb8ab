import { test } from 'vitest';
import { rights } from '../../backend/projections/rights.ts';
import { erased } from '../support/learning.ts';
import { everyTypeIsCovered, given, givenEvents } from '../support/projectionSpec.ts';

const at = '2026-03-06T18:00:00.000Z';
const exercised = given(
  'DataRightExercised',
  { userId: 1, requestId: 'a', kind: 'oppose', text: 'no más correos', dueOn: '2026-04-03' },
  { at },
);
const answered = given('DataRightAnswered', { userId: 1, requestId: 'a', outcome: 'granted', text: 'listo' }, { at });

test('a request waits until it is answered; the words of who was erased are gone, the fact stays', () => {
  givenEvents(rights, [exercised]).thenDocLike('a', { open: true, dueOn: '2026-04-03', text: 'no más correos', answeredAt: null });
  givenEvents(rights, [exercised, answered])
    .thenDocLike('a', { open: false, outcome: 'granted', answer: 'listo', answeredAt: at })
    .thenChange('derechos:1', { id: 'a', op: 'put', version: 2 });
  givenEvents(rights, [exercised, answered]).thenForgets(1, 'no más correos');
  // Nobody is left to answer to, whether the words went before or after they were read.
  givenEvents(rights, [exercised, given(...erased(1))]).thenDocLike('a', { open: false, text: null, outcome: null });
  givenEvents(rights, [exercised, answered, given(...erased(1))]).thenDocLike('a', { open: false, text: null, answer: null });
});

everyTypeIsCovered(rights);
