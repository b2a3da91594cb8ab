import type { AskedQuiz, QuizIds } from '../../../events/quiz.ts';
import type { Grade, GradedAnswer } from '../../../events/quizzes.ts';
import type { StreamEvent } from '../../../events/registry.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse } from '../kernel/errors.ts';
import { GrowingMap, GrowingSet } from '../kernel/growing.ts';

type Event = StreamEvent<'attempt'>;

export interface AttemptState {
  attempt: number;
  revision: number;
  startedAt: string;
  dueAt: string | null;
  questions: readonly { questionId: number; options: readonly number[] }[];
  answers: GrowingMap<number, readonly number[]>;
  saves: number;
  /** When it was handed in; null: it is open. */
  closedAt: string | null;
  by: 'learner' | 'time' | null;
  grade: Grade | null;
  voided: boolean;
}
/** The attempts of one learner at one quiz: one stream, so that how many there are and which is open is decided at once (docs/decisions/0061). */
export interface AttemptsState {
  attempts: GrowingMap<number, AttemptState>;
  /** The place of the quiz in its course; null before the first attempt. */
  ids: QuizIds | null;
  /** How many attempts were begun, and how many of them were annulled. */
  begun: number;
  voided: number;
  open: number | null;
  passed: GrowingSet<number>;
  /** The revisions under which an attempt of this learner was graded. */
  graded: GrowingSet<number>;
}

export type AttemptCommand = { userId: number } & QuizIds &
  (
    | { type: 'begin'; revision: number; questions: AttemptState['questions']; minutes: number | null; attempts: number | null; now: Date }
    | { type: 'answer'; attempt: number; questionId: number; chosen: readonly number[]; now: Date }
    /** `asked`: the revision under which it began, with its key. `by` the learner, or the clock. */
    | { type: 'submit'; attempt: number; asked: AskedQuiz; by: 'learner' | 'time'; now: Date }
    | { type: 'void'; attempt: number }
  );

/** The most attempts of one learner at one quiz that count. */
export const MOST_ATTEMPTS = 100;
/** How often answers may be changed in one attempt before it must be handed in. */
const MOST_SAVES = 2_000;
/** How many milliseconds after its time an attempt still accepts answers, which may have been sent in time; then it is closed by the clock. */
export const GRACE_MS = 5_000;

const isOver = ({ dueAt }: Pick<AttemptState, 'dueAt'>, now: Date, grace = GRACE_MS): boolean =>
  dueAt !== null && now.getTime() > Date.parse(dueAt) + grace;

/** Compared by points, not by rounded percentages: rounding must pass nobody. */
export const passes = ({ points, of }: Pick<Grade, 'points' | 'of'>, passMark: number): boolean => of > 0 && points * 100 >= passMark * of;

/** A question earns its points when exactly the right options are chosen, and none otherwise. */
export function gradeOf(asked: AskedQuiz, answers: { get(questionId: number): readonly number[] | undefined }, first: boolean): Grade {
  const graded: GradedAnswer[] = asked.questions.map(({ questionId, options, points }) => {
    const chosen = [...(answers.get(questionId) ?? [])];
    const right = options.every(({ optionId, correct }) => correct === chosen.includes(optionId));
    return { questionId, chosen, right, points: right ? points : 0, of: points };
  });
  const points = graded.reduce((sum, one) => sum + one.points, 0);
  const of = graded.reduce((sum, one) => sum + one.of, 0);
  const score = of === 0 ? 0 : Math.floor((points * 100) / of);
  const passed = passes({ points, of }, asked.settings.passMark);
  return { revision: asked.revision, points, of, score, passed, first, answers: graded };
}

export const attempts: Decider<AttemptsState, AttemptCommand, Event> = {
  category: 'attempt',
  initial: () => ({
    ...{ attempts: new GrowingMap(), ids: null, begun: 0, voided: 0, open: null },
    ...{ passed: new GrowingSet<number>(), graded: new GrowingSet<number>() },
  }),
  decide(command, state) {
    const { userId, courseId, moduleId, classId, subtopicId } = command;
    const ids = { userId, courseId, moduleId, classId, subtopicId };
    if (command.type === 'begin') {
      // A learner who began on another device continues that attempt.
      if (state.open !== null) return [];
      const { revision, questions, minutes, now } = command;
      if (state.begun - state.voided >= (command.attempts ?? MOST_ATTEMPTS)) return refuse('ATTEMPTS_USED_UP');
      const dueAt = minutes === null ? null : new Date(now.getTime() + minutes * 60_000).toISOString();
      const asked = questions.map(({ questionId, options }) => ({ questionId, options: [...options] }));
      return [{ type: 'AttemptStarted', data: { ...ids, attempt: state.begun + 1, revision, questions: asked, dueAt } }];
    }
    const found = state.attempts.get(command.attempt) ?? refuse('ATTEMPT_NOT_FOUND');
    const { attempt } = found;
    const closed = found.closedAt !== null;
    switch (command.type) {
      case 'answer': {
        const { questionId, now } = command;
        if (closed) return refuse('ATTEMPT_CLOSED');
        if (isOver(found, now)) return refuse('ATTEMPT_TIME_OVER');
        const asked = found.questions.find((one) => one.questionId === questionId);
        const chosen = [...new Set(command.chosen)].sort((a, b) => a - b);
        if (!asked || chosen.some((optionId) => !asked.options.includes(optionId))) return refuse('ANSWER_NOT_ASKED');
        if (String(chosen) === String(found.answers.get(questionId) ?? [])) return [];
        if (found.saves >= MOST_SAVES) return refuse('ATTEMPT_FULL');
        return [{ type: 'AnswerSaved', data: { ...ids, attempt, questionId, chosen } }];
      }
      case 'submit': {
        const { asked, now } = command;
        if (closed || (command.by === 'time' && !isOver(found, now, 0))) return [];
        const by = isOver(found, now) ? 'time' : command.by;
        const grade = gradeOf(asked, found.answers, !state.graded.has(asked.revision));
        return [
          { type: 'AttemptSubmitted', data: { ...ids, attempt, by } },
          { type: 'AttemptGraded', data: { ...ids, attempt, ...grade } },
        ];
      }
      case 'void':
        return found.voided ? [] : [{ type: 'AttemptVoided', data: { ...ids, attempt, graded: found.grade } }];
    }
  },
  evolve(state, event) {
    const { attempt } = event.data;
    if (event.type === 'AttemptStarted') {
      const { revision, questions, dueAt } = event.data;
      const begun: AttemptState = {
        ...{ attempt, revision, questions, dueAt, startedAt: event.meta.occurredAt, answers: new GrowingMap() },
        ...{ saves: 0, closedAt: null, by: null, grade: null, voided: false },
      };
      const { courseId, moduleId, classId, subtopicId } = event.data;
      const ids = { courseId, moduleId, classId, subtopicId };
      return { ...state, ids, attempts: state.attempts.with(attempt, begun), begun: Math.max(state.begun, attempt), open: attempt };
    }
    const found = state.attempts.get(attempt);
    if (!found) return state;
    const now = (change: Partial<AttemptState>) => state.attempts.with(attempt, { ...found, ...change });
    const open = state.open === attempt ? null : state.open;
    switch (event.type) {
      case 'AnswerSaved':
        return {
          ...state,
          attempts: now({ answers: found.answers.with(event.data.questionId, event.data.chosen), saves: found.saves + 1 }),
        };
      case 'AttemptSubmitted':
        return { ...state, attempts: now({ closedAt: event.meta.occurredAt, by: event.data.by }), open };
      case 'AttemptGraded': {
        const { revision, points, of, score, passed, first, answers } = event.data;
        const grade = { revision, points, of, score, passed, first, answers };
        return {
          ...{ ...state, attempts: now({ grade }), graded: state.graded.with(revision) },
          passed: passed ? state.passed.with(attempt) : state.passed,
        };
      }
      case 'AttemptVoided':
        return {
          ...{
            ...state,
            attempts: now({ voided: true, closedAt: found.closedAt ?? event.meta.occurredAt }),
            open,
            passed: state.passed.without(attempt),
          },
          voided: state.voided + (found.voided ? 0 : 1),
        };
    }
  },
};
