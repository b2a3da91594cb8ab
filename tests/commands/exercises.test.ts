import { expect, test } from 'vitest';
import { type ExerciseCommand, exercises, isSolved, MOST_SUBMISSIONS } from '../../backend/commands/learning/exercises.ts';
import { given } from '../support/deciderSpec.ts';

const place = { userId: 7, courseId: 1, moduleId: 2, classId: 3, subtopicId: 4 };
const submit = (text = 'const k = 1', checks = 2, failed: number[] = []): ExerciseCommand => ({
  ...{ type: 'submit', ...place, text, checks, failed },
});
const handedIn = (submission: number, failed: number[] = [], checks = 2) => ({
  ...{ type: 'ExerciseSubmitted' as const, data: { ...place, submission, text: 'const k = 1', checks, failed } },
});
const review = (submission: number, verdict: 'accepted' | 'returned', note = ''): ExerciseCommand => ({
  ...{ type: 'review', subtopicId: 4, submission, verdict, note },
});
const reviewed = (submission: number, verdict: 'accepted' | 'returned', note: string | null = null) => ({
  ...{ type: 'SubmissionReviewed' as const, data: { ...place, submission, verdict, note } },
});
const withdraw = (submission: number): ExerciseCommand => ({ type: 'withdraw', subtopicId: 4, submission });
const withdrawn = (submission: number) => ({ type: 'SubmissionWithdrawn' as const, data: { ...place, submission } });
const stateOf = (events: readonly (ReturnType<typeof handedIn> | ReturnType<typeof reviewed> | ReturnType<typeof withdrawn>)[]) =>
  events.reduce((state, event) => exercises.evolve(state, event as never), exercises.initial());

// rows: C25
test('what is handed in is numbered by exercise, never empty, and a hundred at most', () => {
  given(exercises, [])
    .when(submit())
    .then([handedIn(1)]);
  given(exercises, [handedIn(1)])
    .when(submit('const k = 1', 2, [1]))
    .then([handedIn(2, [1])]);
  given(exercises, []).when(submit(' \n ')).thenRefused('SUBMISSION_EMPTY');
  const all = Array.from({ length: MOST_SUBMISSIONS }, (_, at) => handedIn(at + 1));
  given(exercises, all).when(submit()).thenRefused('TOO_MANY_SUBMISSIONS');
  given(exercises, [...all.slice(0, -1), withdrawn(1)])
    .when(submit())
    .then([handedIn(MOST_SUBMISSIONS)]);
});

// rows: C25
test('it is accepted, or returned with what is missing; the same again says nothing', () => {
  given(exercises, [handedIn(1)])
    .when(review(1, 'returned', 'Falta el caso de 0'))
    .then([reviewed(1, 'returned', 'Falta el caso de 0')]);
  given(exercises, [handedIn(1)])
    .when(review(1, 'returned'))
    .thenRefused('RETURN_WITHOUT_NOTE');
  given(exercises, [handedIn(1)])
    .when(review(1, 'accepted'))
    .then([reviewed(1, 'accepted')]);
  given(exercises, [handedIn(1), reviewed(1, 'accepted')])
    .when(review(1, 'accepted'))
    .then([]);
  given(exercises, [handedIn(1)])
    .when(review(2, 'accepted'))
    .thenRefused('SUBMISSION_NOT_FOUND');
});

test('what is withdrawn counts no more, and is reviewed no more', () => {
  given(exercises, [handedIn(1)])
    .when(withdraw(1))
    .then([withdrawn(1)]);
  given(exercises, [handedIn(1), withdrawn(1)])
    .when(withdraw(1))
    .then([]);
  given(exercises, [handedIn(1), withdrawn(1)])
    .when(review(1, 'accepted'))
    .thenRefused('SUBMISSION_NOT_FOUND');
  expect(isSolved(stateOf([handedIn(1), withdrawn(1)]), 4)).toBe(false);
});

// rows: C25
test('an exercise is solved by what passed every check, unless it was returned, or by what was accepted', () => {
  const solved = (...events: Parameters<typeof stateOf>[0]) => isSolved(stateOf(events), 4);
  expect(solved()).toBe(false);
  expect(solved(handedIn(1))).toBe(true);
  expect(solved(handedIn(1, [0]))).toBe(false);
  expect(solved(handedIn(1, [0]), reviewed(1, 'accepted'))).toBe(true);
  expect(solved(handedIn(1), reviewed(1, 'returned', 'No'))).toBe(false);
  expect(solved(handedIn(1, [], 0))).toBe(true);
  expect(solved(handedIn(1, [0]), handedIn(2), handedIn(3, [1]))).toBe(true);
  expect(isSolved(stateOf([handedIn(1)]), 5)).toBe(false);
});
