import { isDeepStrictEqual } from 'node:util';
import {
  type AskedQuiz,
  askable,
  defaultSettings,
  emptyQuiz,
  foldQuiz,
  isComplete,
  pointsOf,
  type Quiz,
  type QuizEvent,
  type QuizIds,
} from '../../../events/quiz.ts';
import type { Question, QuestionBody, QuizOption, QuizSettings } from '../../../events/quizzes.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse } from '../kernel/errors.ts';
import { GrowingMap } from '../kernel/growing.ts';

/**
 * The questions and rules of one quiz. Authors change them one event at a time; learners are asked the revision that was published last, and an attempt
 * is graded by the one under which it began, so every revision stays known (docs/decisions/0060).
 */

export const MOST_QUESTIONS = 100;
export const MOST_OPTIONS = 20;

export interface QuizState extends Quiz {
  revisions: GrowingMap<number, AskedQuiz>;
}

/** `atOnce`: learners are asked it from now on. `finished`: refuse a question that could not be asked. */
export type QuizCommand = QuizIds & { atOnce?: boolean } & (
    | { type: 'add'; question: Question; finished?: boolean }
    | ({ type: 'revise'; questionId: number; finished?: boolean } & Partial<QuestionBody>)
    | { type: 'addOption'; questionId: number; option: QuizOption }
    | ({ type: 'reviseOption'; optionId: number } & Partial<Omit<QuizOption, 'optionId'>>)
    | { type: 'removeOption'; optionId: number }
    | { type: 'remove'; questionId: number }
    | { type: 'restore'; questionId: number }
    | { type: 'reorder'; order: readonly number[] }
    | { type: 'set'; settings: Partial<QuizSettings> }
    /** Copies all of another quiz into one that is still empty. */
    | { type: 'bring'; questions: readonly Question[]; settings: QuizSettings }
    | { type: 'publish' }
    | { type: 'discard' }
  );

/** Whether learners are asked something else than what its authors see. */
export const isPending = ({ questions, settings, published }: Quiz): boolean => {
  const asked = askable({ questions });
  if (published === null) return asked.length > 0;
  return !isDeepStrictEqual(asked, published.questions) || !isDeepStrictEqual(settings, published.settings);
};
/** Whether discarding would take anything away, drafts of questions included. */
const differs = ({ questions, settings, published }: Quiz): boolean =>
  !isDeepStrictEqual(questions, published?.questions ?? []) || !isDeepStrictEqual(settings, published?.settings ?? defaultSettings);

const find = ({ questions }: Quiz, questionId: number): Question =>
  questions.find((one) => one.questionId === questionId) ?? refuse('QUESTION_NOT_FOUND');
const holder = ({ questions }: Quiz, optionId: number): Question =>
  questions.find(({ options }) => options.some((one) => one.optionId === optionId)) ?? refuse('OPTION_NOT_FOUND');
const bodyOf = ({ questionId: _, ...body }: Question): QuestionBody => body;

const checked = <T extends QuestionBody>(question: T, finished: boolean): T => {
  const { text, options } = question;
  if (text.trim() === '') return refuse('QUESTION_EMPTY');
  if (options.length > MOST_OPTIONS) return refuse('TOO_MANY_OPTIONS');
  if (finished && options.length < 2) return refuse('OPTIONS_TOO_FEW');
  if (options.some((one) => one.text.trim() === '')) return refuse('OPTION_EMPTY');
  if (finished && !isComplete(question)) return refuse('NO_RIGHT_OPTION');
  return question;
};

function changes(command: QuizCommand, state: Quiz): QuizEvent[] {
  const { courseId, moduleId, classId, subtopicId } = command;
  const ids = { courseId, moduleId, classId, subtopicId };
  const revised = (question: Question, body: QuestionBody, finished = false): QuizEvent[] => {
    const before = bodyOf(question);
    const after = checked(body, finished);
    return isDeepStrictEqual(before, after)
      ? []
      : [{ type: 'QuestionRevised', data: { ...ids, questionId: question.questionId, before, after } }];
  };
  switch (command.type) {
    case 'add':
      if (state.questions.length >= MOST_QUESTIONS) return refuse('TOO_MANY_QUESTIONS');
      return [{ type: 'QuestionAdded', data: { ...ids, question: checked(command.question, command.finished === true) } }];
    case 'revise': {
      const question = find(state, command.questionId);
      const { text = question.text, instruction = question.instruction, points = question.points, options = question.options } = command;
      return revised(question, { text, instruction, points, options }, command.finished);
    }
    case 'addOption': {
      const question = find(state, command.questionId);
      return revised(question, { ...bodyOf(question), options: [...question.options, command.option] });
    }
    case 'reviseOption': {
      const question = holder(state, command.optionId);
      const { optionId, text, correct, explanation } = command;
      const given = {
        ...(text !== undefined && { text }),
        ...(correct !== undefined && { correct }),
        ...(explanation !== undefined && { explanation }),
      };
      const options = question.options.map((one) => (one.optionId === optionId ? { ...one, ...given } : one));
      return revised(question, { ...bodyOf(question), options });
    }
    case 'removeOption': {
      const question = holder(state, command.optionId);
      const options = question.options.filter(({ optionId }) => optionId !== command.optionId);
      return revised(question, { ...bodyOf(question), options });
    }
    case 'remove': {
      const question = find(state, command.questionId);
      return [{ type: 'QuestionRemoved', data: { ...ids, question, place: state.questions.indexOf(question) } }];
    }
    case 'restore': {
      if (state.questions.some(({ questionId }) => questionId === command.questionId)) return [];
      if (state.questions.length >= MOST_QUESTIONS) return refuse('TOO_MANY_QUESTIONS');
      const gone = state.removed.find(({ question }) => question.questionId === command.questionId) ?? refuse('QUESTION_NOT_FOUND');
      return [{ type: 'QuestionRestored', data: { ...ids, question: gone.question, place: Math.min(gone.place, state.questions.length) } }];
    }
    case 'reorder': {
      const before = state.questions.map(({ questionId }) => questionId);
      const order = [...command.order];
      if (!isDeepStrictEqual([...order].sort(), [...before].sort())) return refuse('ORDER_MISMATCH');
      return isDeepStrictEqual(order, before) ? [] : [{ type: 'QuestionsReordered', data: { ...ids, before, order } }];
    }
    case 'set': {
      const given = Object.fromEntries(Object.entries(command.settings).filter(([, value]) => value !== undefined));
      const after = { ...state.settings, ...given };
      return isDeepStrictEqual(after, state.settings)
        ? []
        : [{ type: 'QuizSettingsChanged', data: { ...ids, before: state.settings, after } }];
    }
    case 'bring': {
      if (state.version > 0) return refuse('CONFLICT');
      const added = command.questions.slice(0, MOST_QUESTIONS);
      const events: QuizEvent[] = added.map((question) => ({ type: 'QuestionAdded', data: { ...ids, question } }));
      if (!isDeepStrictEqual(command.settings, state.settings))
        events.push({ type: 'QuizSettingsChanged', data: { ...ids, before: state.settings, after: command.settings } });
      return events;
    }
    case 'publish':
      return [];
    case 'discard':
      return differs(state) ? [{ type: 'QuizChangesDiscarded', data: { ...ids, revision: state.published?.revision ?? 0 } }] : [];
  }
}

export const quiz: Decider<QuizState, QuizCommand, QuizEvent> = {
  category: 'quiz',
  initial: () => ({ ...emptyQuiz(), revisions: new GrowingMap() }),
  decide(command, state) {
    const events = changes(command, state);
    if (command.type !== 'publish' && !command.atOnce) return events;
    const after = events.reduce<Quiz>(foldQuiz, state);
    if (!isPending(after)) return events;
    const { courseId, moduleId, classId, subtopicId } = command;
    const asked = askable(after);
    const revision = (state.published?.revision ?? 0) + 1;
    const data = { courseId, moduleId, classId, subtopicId, revision, questions: asked.length, points: pointsOf(asked) };
    return [...events, { type: 'QuizPublished', data }];
  },
  evolve(state, event) {
    const next = foldQuiz(state, event);
    const published = event.type === 'QuizPublished' ? next.published : null;
    return { ...next, revisions: published ? state.revisions.with(published.revision, published) : state.revisions };
  },
};
