import { createHash } from 'node:crypto';
import type { CourseOutline } from '../../../events/outline.ts';
import type { AskedQuiz, QuizIds } from '../../../events/quiz.ts';
import type { QuizState } from '../catalogue/quiz.ts';
import { refuse } from '../kernel/errors.ts';
import { type CommandContext, type Commands, derived, type Handled } from '../kernel/handle.ts';
import { type AttemptState, type AttemptsState, attempts } from './attempt.ts';
import type { Learning } from './learning.ts';
import { placeOf, presentQuizzes } from './quizIds.ts';

/** In an order that follows from `seed`, the same each time. */
const shuffled = <T>(list: readonly T[], seed: string): T[] =>
  list
    .map((one, at) => ({ one, rank: createHash('sha256').update(`${seed} ${at}`).digest('hex') }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ one }) => one);

/** What learners do with quizzes. `load`: what authors see of one now. */
export function createAttempting(
  commands: Commands,
  learning: Pick<Learning, 'reading'>,
  load: (subtopicId: number) => Promise<QuizState>,
) {
  const attemptOf = async (userId: number, subtopicId: number): Promise<AttemptsState> =>
    (await commands.load(attempts, `${userId}_${subtopicId}`)).state;
  const send = (
    userId: number,
    ids: QuizIds,
    command: Omit<Extract<Parameters<typeof attempts.decide>[0], { type: 'submit' }>, keyof QuizIds | 'userId'>,
    context: CommandContext,
  ) => commands.handle(attempts, `${userId}_${ids.subtopicId}`, { userId, ...placeOf(ids), ...command }, context);
  /** The revision under which an attempt began. */
  const askedIn = async (subtopicId: number, { revision }: Pick<AttemptState, 'revision'>): Promise<AskedQuiz> =>
    (await load(subtopicId)).revisions.get(revision) ?? refuse('ATTEMPT_NOT_FOUND');
  const graded = async (userId: number, ids: QuizIds, attempt: number, by: 'learner' | 'time', context: CommandContext) => {
    const found = (await attemptOf(userId, ids.subtopicId)).attempts.get(attempt) ?? refuse('ATTEMPT_NOT_FOUND');
    return send(userId, ids, { type: 'submit', attempt, asked: await askedIn(ids.subtopicId, found), by, now: context.now }, context);
  };

  const attempting = {
    attempts: attemptOf,
    askedIn,
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
      const { outline, open } = await attempting.demandRight(userId, courseId, now);
      // Its class may have moved to another module since.
      const { moduleId } = presentQuizzes(outline).find((one) => one.subtopicId === subtopicId) ?? refuse('SUBTOPIC_NOT_FOUND');
      if (!open.has(moduleId)) return refuse('MODULE_LOCKED');
      const { published } = await load(subtopicId);
      return published && published.questions.length > 0 ? published : refuse('QUIZ_EMPTY');
    },
    /** Begins an attempt, or answers the one that is open. Errors: as `askedOf`, ATTEMPTS_USED_UP. */
    async begin(userId: number, ids: QuizIds, context: CommandContext): Promise<Handled<AttemptsState>> {
      const { revision, questions, settings } = await attempting.askedOf(userId, ids, context.now);
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
        { userId, ...placeOf(ids), type: 'begin', revision, questions: asked, minutes, attempts: most, now: context.now },
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
      await attempting.demandRight(userId, ids.courseId, context.now);
      return commands.handle(
        attempts,
        `${userId}_${ids.subtopicId}`,
        { userId, ...placeOf(ids), type: 'answer', attempt, questionId, chosen, now: context.now },
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
      commands.handle(attempts, `${userId}_${ids.subtopicId}`, { userId, ...placeOf(ids), type: 'void', attempt }, context),
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
  };
  return attempting;
}
