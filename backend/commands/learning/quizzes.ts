import type { CourseOutline } from '../../../events/outline.ts';
import { type AskedQuiz, askable, type QuizIds } from '../../../events/quiz.ts';
import type { QuestionBody, QuizOption, QuizSettings } from '../../../events/quizzes.ts';
import { course } from '../catalogue/course.ts';
import { isPending, type QuizCommand, type QuizState, quiz } from '../catalogue/quiz.ts';
import { refuse } from '../kernel/errors.ts';
import { type CommandContext, type Commands, derived, type Handled, type HandleOptions } from '../kernel/handle.ts';
import { takeNumber, takeNumbers } from '../kernel/numbers.ts';
import { createAttempting } from './attempting.ts';
import type { Learning } from './learning.ts';
import { placeOf, presentQuizzes } from './quizIds.ts';

/** A quiz without ids: what is copied, packed and unpacked. */
export interface WholeQuiz {
  settings: QuizSettings;
  questions: readonly (Omit<QuestionBody, 'options'> & { options: readonly Omit<QuizOption, 'optionId'>[] })[];
}
type Edit = HandleOptions<QuizState> & {
  /** Where the course is published, learners are asked it at once; else it waits for a publication. */
  atOnce?: boolean;
};
type Given = Omit<QuestionBody, 'options'> & { options: readonly (Omit<QuizOption, 'optionId'> & { optionId?: number | undefined })[] };
type Own<C> = C extends QuizIds ? Omit<C, keyof QuizIds | 'atOnce'> : never;

const wholeOf = ({ questions, settings }: QuizState): WholeQuiz => ({
  settings,
  questions: questions.map(({ questionId: _, options, ...body }) => ({
    ...body,
    options: options.map(({ optionId: __, ...option }) => option),
  })),
});

/** What authors do with the questions of a quiz, and learners with their attempts (`attempting.ts`). */
export function createQuizzes(commands: Commands, learning: Pick<Learning, 'reading'>) {
  const { log } = commands;
  const load = async (subtopicId: number): Promise<QuizState> => (await commands.load(quiz, subtopicId)).state;
  const numbered = async (ids: QuizIds, options: Given['options'], context: CommandContext): Promise<QuizOption[]> => {
    const fresh = options.filter(({ optionId }) => optionId === undefined);
    const numbers = await takeNumbers(log, 'option', ids, fresh.length, derived(context, 'options'));
    return options.map(({ optionId = numbers.shift() as number, text, correct, explanation }) => ({
      optionId,
      text,
      correct,
      explanation,
    }));
  };
  const edit = async (
    { courseId, moduleId, classId, subtopicId }: QuizIds,
    command: Own<QuizCommand>,
    context: CommandContext,
    { atOnce = false, ...options }: Edit = {},
  ): Promise<Handled<QuizState>> => {
    const { state: outline } = await commands.load(course, courseId);
    if (outline.status === 'archived') return refuse('COURSE_ARCHIVED');
    const whole = { courseId, moduleId, classId, subtopicId, ...command, atOnce: atOnce && outline.status === 'published' } as QuizCommand;
    return commands.handle(quiz, subtopicId, whole, context, options);
  };

  const quizzes = {
    ...createAttempting(commands, learning, load),
    load,
    edit,
    /** Errors: QUESTION_EMPTY, OPTIONS_TOO_FEW, OPTION_EMPTY, NO_RIGHT_OPTION, TOO_MANY_QUESTIONS, TOO_MANY_OPTIONS. */
    async add(
      ids: QuizIds,
      { options, ...body }: Given,
      context: CommandContext,
      { finished = false, ...how }: Edit & { finished?: boolean } = {},
    ): Promise<Handled<QuizState> & { questionId: number }> {
      const questionId = await takeNumber(log, 'question', ids, derived(context, 'question'));
      const question = { questionId, ...body, options: await numbered(ids, options, context) };
      return { questionId, ...(await edit(ids, { type: 'add', question, finished }, context, how)) };
    },
    /** Options that it had stay who they are by their id; an id of another question is refused. Errors: as `add`, QUESTION_NOT_FOUND, OPTION_NOT_FOUND. */
    async revise(
      ids: QuizIds,
      questionId: number,
      { options, ...body }: Partial<Given>,
      context: CommandContext,
      { finished = false, ...how }: Edit & { finished?: boolean } = {},
    ): Promise<Handled<QuizState>> {
      const before = (await load(ids.subtopicId)).questions.find((one) => one.questionId === questionId);
      const known = new Set(before?.options.map(({ optionId }) => optionId));
      if (before && options?.some(({ optionId }) => optionId !== undefined && !known.has(optionId))) return refuse('OPTION_NOT_FOUND');
      const command = { type: 'revise', questionId, ...body, finished } as const;
      return edit(ids, options ? { ...command, options: await numbered(ids, options, context) } : command, context, how);
    },
    /** Errors: QUESTION_NOT_FOUND, OPTION_EMPTY, TOO_MANY_OPTIONS. */
    async addOption(
      ids: QuizIds,
      questionId: number,
      option: Omit<QuizOption, 'optionId'>,
      context: CommandContext,
      how: Edit = {},
    ): Promise<Handled<QuizState> & { optionId: number }> {
      const optionId = await takeNumber(log, 'option', ids, derived(context, 'option'));
      return { optionId, ...(await edit(ids, { type: 'addOption', questionId, option: { optionId, ...option } }, context, how)) };
    },
    /** Everything that a quiz contains, for making an equal one. */
    read: async (subtopicId: number): Promise<WholeQuiz | null> => {
      const state = await load(subtopicId);
      return state.version === 0 ? null : wholeOf(state);
    },
    /** Fills a quiz that is still empty; a repeat of the command continues where it stopped. */
    async bring(ids: QuizIds, { settings, questions }: WholeQuiz, from: CommandContext): Promise<Handled<QuizState>> {
      const context = derived(from, 'quiz', ids.subtopicId);
      const numbers = await takeNumbers(log, 'question', ids, questions.length, derived(context, 'questions'));
      const all = await numbered(
        ids,
        questions.flatMap(({ options }) => options),
        context,
      );
      const made = questions.map(({ options, ...body }, at) => ({
        ...{ questionId: numbers[at] as number, ...body, options: all.splice(0, options.length) },
      }));
      return commands.handle(quiz, ids.subtopicId, { ...placeOf(ids), type: 'bring', questions: made, settings }, context);
    },
    /** Publishes what its authors see: from now on learners are asked it. Does nothing where they are asked it already. */
    publish: (ids: QuizIds, context: CommandContext): Promise<Handled<QuizState>> =>
      commands.handle(quiz, ids.subtopicId, { ...placeOf(ids), type: 'publish' }, derived(context, 'quiz', ids.subtopicId)),
    /** The quizzes of an outline of which learners are asked something else than what their authors see. */
    async pendingIn(outline: CourseOutline): Promise<(QuizIds & { title: string; state: QuizState })[]> {
      const found = [];
      for (const ids of presentQuizzes(outline)) {
        const state = await load(ids.subtopicId);
        if (isPending(state)) found.push({ ...ids, state });
      }
      return found;
    },
    /** Publishes every quiz of the course. */
    async publishAll(courseId: number, from: CommandContext) {
      const context = derived(from, 'quizzes');
      const { state } = await commands.load(course, courseId);
      let position = null;
      let published = 0;
      for (const ids of presentQuizzes(state)) {
        const done = await quizzes.publish(ids, context);
        if (done.appended === 0 && !done.repeated) continue;
        published++;
        position = done.position;
      }
      return { position, published };
    },

    /** What learners would be asked if it were published now, or (`published`) what they are asked: a preview that writes nothing. */
    async preview(subtopicId: number, published = false): Promise<AskedQuiz> {
      const state = await load(subtopicId);
      if (published) return state.published ?? { revision: 0, questions: [], settings: state.settings };
      return { revision: state.published?.revision ?? 0, questions: askable(state), settings: state.settings };
    },
  };
  return quizzes;
}
export type Quizzes = ReturnType<typeof createQuizzes>;
