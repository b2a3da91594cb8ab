import { test } from 'vitest';
import { exercises } from '../../backend/projections/exercises.ts';
import { everyTypeIsCovered, given, givenEvents, timeOf } from '../support/projectionSpec.ts';

const place = { userId: 1, courseId: 2, moduleId: 3, classId: 4, subtopicId: 5 };
const handedIn = (submission: number, failed: number[] = [], checks = 2) =>
  given('ExerciseSubmitted', { ...place, submission, text: `Respuesta ${submission}`, checks, failed });
const shown = (submission: number, at: number, failed: number[] = [], checks = 2) => ({
  ...{ submission, text: `Respuesta ${submission}`, checks, failed, at: timeOf(at), verdict: null, note: null, reviewedAt: null },
});
const doc = { userId: 1, courseId: 2, subtopicId: 5 };

test('the last ten stand with their words and their reviews; what passed its checks waits for nobody', () => {
  const whole = { ...doc, submissions: [shown(1, 0)], count: 1, waitingSince: '', lastAt: timeOf(0) };
  givenEvents(exercises, [handedIn(1)])
    .thenDoc('1_5', whole)
    .thenForgets(1, 'Respuesta 1');
  givenEvents(exercises, [handedIn(1, [0])]).thenDoc('1_5', { ...whole, submissions: [shown(1, 0, [0])], waitingSince: timeOf(0) });
  givenEvents(exercises, [handedIn(1, [], 0)]).thenDoc('1_5', { ...whole, submissions: [shown(1, 0, [], 0)], waitingSince: timeOf(0) });
  const returned = given('SubmissionReviewed', { ...place, submission: 1, verdict: 'returned', note: 'Falta el cero' });
  const after = { ...shown(1, 0, [0]), verdict: 'returned' as const, note: 'Falta el cero', reviewedAt: timeOf(1) };
  givenEvents(exercises, [handedIn(1, [0]), returned])
    .thenDoc('1_5', { ...whole, submissions: [after] })
    .thenForgets(1, 'Falta el cero');
  const eleven = Array.from({ length: 11 }, (_, at) => handedIn(at + 1));
  const kept = Array.from({ length: 10 }, (_, at) => shown(at + 2, at + 1));
  givenEvents(exercises, eleven).thenDoc('1_5', { ...whole, submissions: kept, count: 11, lastAt: timeOf(10) });
  givenEvents(exercises, [handedIn(1), given('SubmissionWithdrawn', { ...place, submission: 1 })]).thenDoc('1_5', {
    ...whole,
    submissions: [],
  });
});

everyTypeIsCovered(exercises);
