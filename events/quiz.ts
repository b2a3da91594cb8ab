import type { Question, QuestionBody, QuizOption, QuizSettings } from './quizzes.ts';
import type { StreamEvent } from './registry.ts';

/** What the events of a quiz mean, folded: what its authors see, and what learners are asked. */

export interface QuizIds {
  courseId: number;
  moduleId: number;
  classId: number;
  subtopicId: number;
}
/** One revision as learners are asked it. */
export interface AskedQuiz {
  revision: number;
  questions: readonly Question[];
  settings: QuizSettings;
}
export interface Quiz {
  /** In order, drafts too. */
  questions: readonly Question[];
  /** What was taken out last can be brought back. */
  removed: readonly { question: Question; place: number }[];
  settings: QuizSettings;
  /** null: learners were never asked anything. */
  published: AskedQuiz | null;
  /** Counts the events; for If-Match. */
  version: number;
}
export type QuizEvent = StreamEvent<'quiz'>;

export const defaultSettings: QuizSettings = { passMark: 70, attempts: null, minutes: null, shuffle: false, feedback: 'full' };
export const emptyQuiz = (): Quiz => ({ questions: [], removed: [], settings: defaultSettings, published: null, version: 0 });
const MOST_REMOVED = 50;

const written = ({ text }: { text: string }): boolean => text.trim() !== '';
/** Whether learners can be asked it: it has two options with words and a right one among them (C-81). */
export const isComplete = ({ text, options }: QuestionBody): boolean =>
  written({ text }) && options.length >= 2 && options.every(written) && options.some(({ correct }) => correct);
/** What learners would be asked if it were published now. */
export const askable = ({ questions }: Pick<Quiz, 'questions'>): readonly Question[] => questions.filter(isComplete);
export const pointsOf = (questions: readonly { points: number }[]): number => questions.reduce((sum, { points }) => sum + points, 0);
/** Several options of it are right. */
export const hasSeveral = ({ options }: { options: readonly QuizOption[] }): boolean => options.filter(({ correct }) => correct).length > 1;

const put = <T>(list: readonly T[], at: number, one: T): T[] => [...list.slice(0, at), one, ...list.slice(at)];

/** Pure; never changes the quiz it is given. */
export const foldQuiz = (quiz: Quiz, event: QuizEvent): Quiz => ({ ...fold(quiz, event), version: quiz.version + 1 });

function fold(quiz: Quiz, event: QuizEvent): Quiz {
  switch (event.type) {
    case 'QuestionAdded':
      return { ...quiz, questions: [...quiz.questions, event.data.question] };
    case 'QuestionRevised': {
      const { questionId, after } = event.data;
      return { ...quiz, questions: quiz.questions.map((one) => (one.questionId === questionId ? { questionId, ...after } : one)) };
    }
    case 'QuestionRemoved': {
      const { question, place } = event.data;
      const removed = [...quiz.removed.slice(1 - MOST_REMOVED), { question, place }];
      return { ...quiz, questions: quiz.questions.filter(({ questionId }) => questionId !== question.questionId), removed };
    }
    case 'QuestionRestored': {
      const { question, place } = event.data;
      const removed = quiz.removed.filter((one) => one.question.questionId !== question.questionId);
      return { ...quiz, questions: put(quiz.questions, place, question), removed };
    }
    case 'QuestionsReordered': {
      const rank = new Map(event.data.order.map((id, index) => [id, index]));
      const of = ({ questionId }: Question) => rank.get(questionId) ?? Number.MAX_SAFE_INTEGER;
      return { ...quiz, questions: [...quiz.questions].sort((a, b) => of(a) - of(b)) };
    }
    case 'QuizSettingsChanged':
      return { ...quiz, settings: event.data.after };
    case 'QuizPublished':
      return { ...quiz, published: { revision: event.data.revision, questions: askable(quiz), settings: quiz.settings } };
    case 'QuizChangesDiscarded':
      return { ...quiz, questions: quiz.published?.questions ?? [], settings: quiz.published?.settings ?? defaultSettings };
  }
}
