import { createHash } from 'node:crypto';
import { type CourseOutline, presentClasses, presentModules } from '../../../events/outline.ts';
import { type AskedQuiz, askable, type QuizIds } from '../../../events/quiz.ts';
import type { QuestionBody, QuizOption, QuizSettings } from '../../../events/quizzes.ts';
import { course } from '../catalogue/course.ts';
import { isPending, type QuizCommand, type QuizState, quiz } from '../catalogue/quiz.ts';
import { refuse } from '../kernel/errors.ts';
import { type CommandContext, type Commands, derived, type Handled, type HandleOptions } from '../kernel/handle.ts';
import { takeNumber, takeNumbers } from '../kernel/numbers.ts';
import { type AttemptState, type AttemptsState, attempts } from './attempt.ts';
import type { Learning } from './learning.ts';

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

/** The quizzes that stand in a course now, in order. */
export const presentQuizzes = (outline: CourseOutline): (QuizIds & { title: string })[] =>
  presentModules(outline).flatMap(({ moduleId, ...module }) =>
    presentClasses({ moduleId, ...module }).flatMap(({ classId, subtopics }) =>
      subtopics.flatMap(({ subtopicId, kind, title }) =>
        kind === 'assessment' ? [{ courseId: outline.courseId, moduleId, classId, subtopicId, title }] : [],
      ),
    ),
  );

/** In an order that follows from `seed`, the same each time. */
const shuffled = <T>(list: readonly T[], seed: string): T[] =>
  list
    .map((one, at) => ({ one, rank: createHash('sha256').update(`${seed} ${at}`).digest('hex') }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ one }) => one);

/** What authors do with the questions of a quiz, and learners with their attempts. */
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
  const attemptOf = async (userId: number, subtopicId: number): Promise<AttemptsState> =>
    (await commands.load(attempts, `${userId}_${subtopicId}`)).state;
  const send = (
    userId: number,
    ids: QuizIds,
    command: Omit<Extract<Parameters<typeof attempts.decide>[0], { type: 'submit' }>, keyof QuizIds | 'userId'>,
    context: CommandContext,
  ) => commands.handle(attempts, `${userId}_${ids.subtopicId}`, { userId, ...only(ids), ...command }, context);
  const only = ({ courseId, moduleId, classId, subtopicId }: QuizIds): QuizIds => ({ courseId, moduleId, classId, subtopicId });
  /** The revision under which an attempt began. */
  const askedIn = async (subtopicId: number, { revision }: Pick<AttemptState, 'revision'>): Promise<AskedQuiz> =>
    (await load(subtopicId)).revisions.get(revision) ?? refuse('ATTEMPT_NOT_FOUND');
  const graded = async (userId: number, ids: QuizIds, attempt: number, by: 'learner' | 'time', context: CommandContext) => {
    const found = (await attemptOf(userId, ids.subtopicId)).attempts.get(attempt) ?? refuse('ATTEMPT_NOT_FOUND');
    return send(userId, ids, { type: 'submit', attempt, asked: await askedIn(ids.subtopicId, found), by, now: context.now }, context);
  };

  const quizzes = {
    load,
    attempts: attemptOf,
    askedIn,
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
    /** All of a quiz, for one that is to be like it. */
    read: async (subtopicId: number): Promise<WholeQuiz | null> => {
      const state = await load(subtopicId);
      return state.version === 0 ? null : wholeOf(state);
    },
    /** Into a quiz that is still empty; the same command again goes on where it was. */
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
      return commands.handle(quiz, ids.subtopicId, { ...only(ids), type: 'bring', questions: made, settings }, context);
    },
    /** Asks learners from now on what its authors see. Nothing where they are asked it already. */
    publish: (ids: QuizIds, context: CommandContext): Promise<Handled<QuizState>> =>
      commands.handle(quiz, ids.subtopicId, { ...only(ids), type: 'publish' }, derived(context, 'quiz', ids.subtopicId)),
    /** The quizzes of an outline of which learners are asked something else than what their authors see. */
    async pendingIn(outline: CourseOutline): Promise<(QuizIds & { title: string; state: QuizState })[]> {
      const found = [];
      for (const ids of presentQuizzes(outline)) {
        const state = await load(ids.subtopicId);
        if (isPending(state)) found.push({ ...ids, state });
      }
      return found;
    },
    /** The same of every quiz that stands in the course. */
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

    /** That somebody is in the course and has a right to what it holds. Errors: COURSE_NOT_FOUND, NOT_ENROLLED, PREMIUM_CONTENT, COURSE_NOT_FREE. */
    async demandRight(userId: number, courseId: number, now: Date) {
      const found = await learning.reading(userId, courseId, now);
      if (found.enrolled === null) return refuse('NOT_ENROLLED');
      if (found.access === null) return refuse(found.outline.tier === 'premium' ? 'PREMIUM_CONTENT' : 'COURSE_NOT_FREE');
      return found;
    },
    /**
     * Whether somebody may begin, and what they would be asked. Errors: COURSE_NOT_FOUND, SUBTOPIC_NOT_FOUND, NOT_ENROLLED, PREMIUM_CONTENT,
     * COURSE_NOT_FREE, MODULE_LOCKED, QUIZ_EMPTY.
     */
    async askedOf(userId: number, { courseId, subtopicId }: QuizIds, now: Date): Promise<AskedQuiz> {
      const { outline, open } = await quizzes.demandRight(userId, courseId, now);
      // Its class may have moved to another module since.
      const { moduleId } = presentQuizzes(outline).find((one) => one.subtopicId === subtopicId) ?? refuse('SUBTOPIC_NOT_FOUND');
      if (!open.has(moduleId)) return refuse('MODULE_LOCKED');
      const { published } = await load(subtopicId);
      return published && published.questions.length > 0 ? published : refuse('QUIZ_EMPTY');
    },
    /** Begins an attempt, or answers the one that is open. Errors: as `askedOf`, ATTEMPTS_USED_UP. */
    async begin(userId: number, ids: QuizIds, context: CommandContext): Promise<Handled<AttemptsState>> {
      const { revision, questions, settings } = await quizzes.askedOf(userId, ids, context.now);
      const { open } = await attemptOf(userId, ids.subtopicId);
      // One whose time is over is closed first.
      if (open !== null) await graded(userId, ids, open, 'time', derived(context, 'close', open));
      const seed = context.commandId;
      const order = <T>(list: readonly T[], ...parts: (string | number)[]): readonly T[] =>
        settings.shuffle ? shuffled(list, [seed, ...parts].join(' ')) : list;
      const asked = order(questions, 'questions').map(({ questionId, options }) => ({
        questionId,
        options: order(
          options.map(({ optionId }) => optionId),
          questionId,
        ),
      }));
      const { minutes, attempts: most } = settings;
      return commands.handle(
        attempts,
        `${userId}_${ids.subtopicId}`,
        { userId, ...only(ids), type: 'begin', revision, questions: asked, minutes, attempts: most, now: context.now },
        context,
      );
    },
    /** Errors: as `demandRight`, ATTEMPT_NOT_FOUND, ATTEMPT_CLOSED, ATTEMPT_TIME_OVER, ANSWER_NOT_ASKED, ATTEMPT_FULL. */
    async answer(
      userId: number,
      ids: QuizIds,
      { attempt, questionId, chosen }: { attempt: number; questionId: number; chosen: readonly number[] },
      context: CommandContext,
    ): Promise<Handled<AttemptsState>> {
      // Who left the course, or what opened it to them, goes on no more; what they answered before still counts.
      await quizzes.demandRight(userId, ids.courseId, context.now);
      return commands.handle(
        attempts,
        `${userId}_${ids.subtopicId}`,
        { userId, ...only(ids), type: 'answer', attempt, questionId, chosen, now: context.now },
        context,
      );
    },
    /** Grades it; one that is handed in already stays as it is. Errors: ATTEMPT_NOT_FOUND. */
    submit: (userId: number, ids: QuizIds, attempt: number, context: CommandContext): Promise<Handled<AttemptsState>> =>
      graded(userId, ids, attempt, 'learner', context),
    /** Its time is over: what was answered counts. */
    close: (userId: number, ids: QuizIds, attempt: number, context: CommandContext): Promise<Handled<AttemptsState>> =>
      graded(userId, ids, attempt, 'time', context),
    /** Takes an attempt back, so that it counts no more. Errors: ATTEMPT_NOT_FOUND. */
    void: (userId: number, ids: QuizIds, attempt: number, context: CommandContext): Promise<Handled<AttemptsState>> =>
      commands.handle(attempts, `${userId}_${ids.subtopicId}`, { userId, ...only(ids), type: 'void', attempt }, context),
    /** The quizzes of a course that ask anything, and whether this person has passed each; decided on the streams. */
    async passedIn(userId: number, outline: CourseOutline): Promise<{ subtopicId: number; title: string; passed: boolean }[]> {
      const found = [];
      for (const { subtopicId, title } of presentQuizzes(outline)) {
        const { published } = await load(subtopicId);
        if (!published || published.questions.length === 0) continue;
        found.push({ subtopicId, title, passed: (await attemptOf(userId, subtopicId)).passed.size > 0 });
      }
      return found;
    },
    /** What would be asked if it were published now: for a look at it that writes nothing. */
    async preview(subtopicId: number): Promise<AskedQuiz> {
      const state = await load(subtopicId);
      return { revision: state.published?.revision ?? 0, questions: askable(state), settings: state.settings };
    },
  };
  return quizzes;
}
export type Quizzes = ReturnType<typeof createQuizzes>;
