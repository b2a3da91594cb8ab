import { expect, test } from 'vitest';
import { MOST_QUESTIONS, type QuizCommand, quiz } from '../../backend/commands/catalogue/quiz.ts';
import { type AttemptCommand, attempts, GRACE_MS, gradeOf } from '../../backend/commands/learning/attempt.ts';
import { type AskedQuiz, defaultSettings } from '../../events/quiz.ts';
import type { Question } from '../../events/quizzes.ts';
import { given } from '../support/deciderSpec.ts';

const ids = { courseId: 1, moduleId: 2, classId: 3, subtopicId: 4 };
const option = (optionId: number, correct: boolean, text = `Opción ${optionId}`) => ({ optionId, text, correct, explanation: '' });
const question = (questionId: number, ...options: ReturnType<typeof option>[]): Question => ({
  ...{ questionId, text: `Pregunta ${questionId}`, instruction: '', points: 1, options },
});
const whole = (questionId: number) => question(questionId, option(questionId * 10, true), option(questionId * 10 + 1, false));
const added = (one: Question) => ({ type: 'QuestionAdded' as const, data: { ...ids, question: one } });
const published = (revision: number, questions: number) => ({
  type: 'QuizPublished' as const,
  data: { ...ids, revision, questions, points: questions },
});
const act = (command: Record<string, unknown>) => ({ ...ids, ...command }) as QuizCommand;
const body = ({ questionId: _, ...rest }: Question) => rest;

// rows: H30, H31, H32
test('a question that cannot be asked yet is kept as a draft; one that is to be finished is refused by its own words', () => {
  given(quiz, [])
    .when(act({ type: 'add', question: question(1) }))
    .then([added(question(1))]);
  const finished = (one: Question) => act({ type: 'add', question: one, finished: true });
  given(quiz, [])
    .when(finished({ ...whole(1), text: '  ' }))
    .thenRefused('QUESTION_EMPTY');
  given(quiz, [])
    .when(finished(question(1, option(1, true))))
    .thenRefused('OPTIONS_TOO_FEW');
  given(quiz, [])
    .when(finished(question(1, option(1, true), option(2, false, ' '))))
    .thenRefused('OPTION_EMPTY');
  given(quiz, [])
    .when(finished(question(1, option(1, false), option(2, false))))
    .thenRefused('NO_RIGHT_OPTION');
  const full = Array.from({ length: MOST_QUESTIONS }, (_, at) => added(whole(at + 1)));
  given(quiz, full)
    .when(act({ type: 'add', question: whole(999) }))
    .thenRefused('TOO_MANY_QUESTIONS');
});

test('a change of options is one event with what stood there before and after; nothing changed is no event', () => {
  const before = whole(1);
  const options = [option(11, true), option(12, false)];
  given(quiz, [added(before)])
    .when(act({ type: 'revise', questionId: 1, options }))
    .then([{ type: 'QuestionRevised', data: { ...ids, questionId: 1, before: body(before), after: { ...body(before), options } } }]);
  given(quiz, [added(before)])
    .when(act({ type: 'revise', questionId: 1 }))
    .thenNothing();
  given(quiz, [added(before)])
    .when(act({ type: 'reviseOption', optionId: 99, text: 'x' }))
    .thenRefused('OPTION_NOT_FOUND');
});

test('what was taken out comes back to its place, with its options', () => {
  const [one, two] = [whole(1), whole(2)];
  const removed = { type: 'QuestionRemoved' as const, data: { ...ids, question: one, place: 0 } };
  given(quiz, [added(one), added(two)])
    .when(act({ type: 'remove', questionId: 1 }))
    .then([removed]);
  given(quiz, [added(one), added(two), removed])
    .when(act({ type: 'restore', questionId: 1 }))
    .then([{ type: 'QuestionRestored', data: { ...ids, question: one, place: 0 } }]);
});

test('learners are asked what was published, only when it differs; at once, in the same append', () => {
  given(quiz, [added(whole(1)), added(question(2))])
    .when(act({ type: 'publish' }))
    .then([published(1, 1)]);
  given(quiz, [added(whole(1)), published(1, 1)])
    .when(act({ type: 'publish' }))
    .thenNothing();
  // A draft of a question changes nothing of what is asked.
  given(quiz, [added(whole(1)), published(1, 1)])
    .when(act({ type: 'add', question: question(2), atOnce: true }))
    .then([added(question(2))]);
  given(quiz, [added(whole(1)), published(1, 1)])
    .when(act({ type: 'add', question: whole(2), atOnce: true }))
    .then([added(whole(2)), published(2, 2)]);
  given(quiz, [added(whole(1)), published(1, 1), added(whole(2))])
    .when(act({ type: 'discard' }))
    .then([{ type: 'QuizChangesDiscarded', data: { ...ids, revision: 1 } }]);
});

const now = new Date('2026-11-20T18:00:00.000Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
const asked: AskedQuiz = {
  revision: 1,
  questions: [{ ...whole(1), points: 3 }, question(2, option(20, true), option(21, true), option(22, false))],
  settings: defaultSettings,
};
const order = asked.questions.map(({ questionId, options }) => ({ questionId, options: options.map(({ optionId }) => optionId) }));
const who = { userId: 7, ...ids };
const started = (attempt: number, dueAt: string | null = null) => ({
  ...{ type: 'AttemptStarted' as const, data: { ...who, attempt, revision: 1, questions: order, dueAt } },
});
const saved = (questionId: number, ...chosen: number[]) => ({
  ...{ type: 'AnswerSaved' as const, data: { ...who, attempt: 1, questionId, chosen } },
});
const begin = (more: object = {}): AttemptCommand => ({
  ...{ ...who, type: 'begin', revision: 1, questions: order, minutes: null, attempts: null, now },
  ...more,
});
const answer = (questionId: number, chosen: number[], when = now): AttemptCommand => ({
  ...{ ...who, type: 'answer', attempt: 1, questionId, chosen, now: when },
});
const submit = (by: 'learner' | 'time' = 'learner', when = now): AttemptCommand => ({
  ...who,
  type: 'submit',
  attempt: 1,
  asked,
  by,
  now: when,
});
const handedIn = (by: 'learner' | 'time') => ({ type: 'AttemptSubmitted' as const, data: { ...who, attempt: 1, by } });
const graded = (chosen: Record<number, number[]>, first = true) => ({
  ...{
    type: 'AttemptGraded' as const,
    data: { ...who, attempt: 1, ...gradeOf(asked, new Map(Object.entries(chosen).map(([id, of]) => [Number(id), of])), first) },
  },
});

// rows: C17
test('all that is right and nothing else earns the points; the mark is compared with the points, not with what is shown', () => {
  const grade = (chosen: Record<number, number[]>) => graded(chosen).data;
  expect(grade({ 1: [10], 2: [20, 21] })).toMatchObject({ points: 4, of: 4, score: 100, passed: true });
  expect(grade({ 1: [10], 2: [20] })).toMatchObject({ points: 3, score: 75, passed: true });
  expect(grade({ 1: [10], 2: [20, 21, 22] }).answers[1]).toMatchObject({ right: false, points: 0 });
  expect(grade({ 2: [20, 21] })).toMatchObject({ points: 1, score: 25, passed: false });
  expect(grade({})).toMatchObject({ points: 0, score: 0, passed: false });
});

// rows: C16, C18
test('one attempt is open at a time, and as many are begun as the quiz allows', () => {
  given(attempts, [])
    .when(begin())
    .then([started(1)]);
  given(attempts, [])
    .when(begin({ minutes: 10 }))
    .then([started(1, '2026-11-20T18:10:00.000Z')]);
  given(attempts, [started(1)])
    .when(begin())
    .thenNothing();
  const done = [started(1), handedIn('learner'), graded({})];
  given(attempts, done)
    .when(begin({ attempts: 1 }))
    .thenRefused('ATTEMPTS_USED_UP');
  given(attempts, done)
    .when(begin({ attempts: 2 }))
    .then([started(2)]);
  const voided = { type: 'AttemptVoided' as const, data: { ...who, attempt: 1, graded: null } };
  given(attempts, [...done, voided])
    .when(begin({ attempts: 1 }))
    .then([started(2)]);
});

test('an answer is saved while its attempt is open, and only where it was asked', () => {
  given(attempts, [started(1)])
    .when(answer(1, [10]))
    .then([saved(1, 10)]);
  given(attempts, [started(1), saved(1, 10)])
    .when(answer(1, [10]))
    .thenNothing();
  given(attempts, [started(1)])
    .when(answer(1, [20]))
    .thenRefused('ANSWER_NOT_ASKED');
  given(attempts, [started(1)])
    .when(answer(9, []))
    .thenRefused('ANSWER_NOT_ASKED');
  given(attempts, [])
    .when(answer(1, [10]))
    .thenRefused('ATTEMPT_NOT_FOUND');
  given(attempts, [started(1), handedIn('learner')])
    .when(answer(1, [10]))
    .thenRefused('ATTEMPT_CLOSED');
});

test('the clock of the school ends an attempt: what was sent in time counts, what comes later does not', () => {
  const timed = started(1, at(60).toISOString());
  given(attempts, [timed])
    .when(answer(1, [10], at(60 + GRACE_MS / 1_000)))
    .then([saved(1, 10)]);
  given(attempts, [timed])
    .when(answer(1, [10], at(61 + GRACE_MS / 1_000)))
    .thenRefused('ATTEMPT_TIME_OVER');
  given(attempts, [timed])
    .when(submit('time', at(59)))
    .thenNothing();
  given(attempts, [timed, saved(1, 10)])
    .when(submit('learner', at(600)))
    .then([handedIn('time'), graded({ 1: [10] })]);
});

test('handed in twice is handed in once; of one revision the first graded attempt is the one that analysis counts', () => {
  const done = [started(1), saved(1, 10), handedIn('learner'), graded({ 1: [10] })];
  given(attempts, done.slice(0, 2)).when(submit()).then(done.slice(2));
  given(attempts, done).when(submit()).thenNothing();
  given(attempts, [...done, { ...started(2) }])
    .when({ ...submit(), attempt: 2 } as AttemptCommand)
    .then([
      { type: 'AttemptSubmitted', data: { ...who, attempt: 2, by: 'learner' } },
      { type: 'AttemptGraded', data: { ...who, attempt: 2, ...gradeOf(asked, new Map(), false) } },
    ]);
});
