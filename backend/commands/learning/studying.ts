import { schoolDay } from '../../../events/calendar.ts';
import { type CourseOutline, presentResources, presentVideos } from '../../../events/outline.ts';
import type { Position } from '../../../events/store/port.ts';
import { DomainError, refuse } from '../kernel/errors.ts';
import { type CommandContext, type Commands, derived, type Handled, type HandleOptions } from '../kernel/handle.ts';
import { type EnrolmentCommand, type EnrolmentState, sourceOf } from './enrolment.ts';
import { exercises, isSolved, presentExercises } from './exercises.ts';
import { accessTo, type Facts, type Learners } from './learners.ts';
import { materials } from './materials.ts';
import { study } from './study.ts';
import { watching } from './watching.ts';

/** How old another stream's facts may be in frequent commands. A refusal is decided again on the present facts. */
const RECENT: Facts = { within: 500 };

/** The keys of the videos of a class that pages play. */
const videosOf = (outline: CourseOutline, classId: number, keyOf: (url: string) => string | null): string[] =>
  presentVideos(outline).flatMap(({ url, klass }) => (klass?.classId === classId ? (keyOf(url) ?? []) : []));

/** What learners do in a course. */
export function createStudying(commands: Commands, { outlineOf, send, personOf, planFor, demandEnrolment }: Learners) {
  /** Whether this person has not solved every exercise of the class. */
  const hasUnsolved = async (userId: number, outline: CourseOutline, classId: number, facts?: Facts): Promise<boolean> => {
    const asked = presentExercises(outline).filter((one) => one.classId === classId);
    if (asked.length === 0) return false;
    const { state } = await commands.load(exercises, `${userId}_${outline.courseId}`, facts);
    return asked.some(({ subtopicId }) => !isSolved(state, subtopicId));
  };
  return {
    /** Errors: CLASS_NOT_FOUND, NOT_ENROLLED, MODULE_LOCKED, PREMIUM_CONTENT, VIDEO_NOT_WATCHED, EXERCISE_NOT_SOLVED. */
    async setCompleted(
      userId: number,
      courseId: number,
      classId: number,
      completed: boolean,
      context: CommandContext,
      /**
       * `madeAt` (ISO): when the mark was made, where it arrives later; marks made since then are kept. `keyOf`: by which key a video is known, null where
       * no page plays it; given where a learner makes the mark, who must have watched the videos of the class, and solved its exercises, if the course asks
       * for it.
       */
      options?: HandleOptions<EnrolmentState> & { madeAt?: string; keyOf?: (url: string) => string | null },
    ): Promise<Handled<EnrolmentState> & { outline: CourseOutline }> {
      const complete = async (facts?: Facts) => {
        const outline = await outlineOf(courseId, facts);
        const person = await personOf(userId, facts);
        const plan = await planFor(userId, outline, facts);
        const videos = options?.keyOf && outline.videoRule === 'watched' ? videosOf(outline, classId, options.keyOf) : [];
        const unsolved =
          options?.keyOf !== undefined && outline.exerciseRule === 'solved' && (await hasUnsolved(userId, outline, classId, facts));
        const command = { userId, courseId, classId, plan, videos, unsolved, madeAt: options?.madeAt };
        const done = await send(userId, courseId, { type: completed ? 'complete' : 'uncomplete', ...command }, context, {
          check(state, events) {
            if (!state.enrolled) return refuse('NOT_ENROLLED');
            options?.check?.(state, events);
            if (accessTo(outline, person, sourceOf(state)) === null)
              refuse(outline.tier === 'premium' ? 'PREMIUM_CONTENT' : 'COURSE_NOT_FREE');
          },
        });
        return { outline, ...done };
      };
      return complete(RECENT).catch((error: unknown) => (error instanceof DomainError ? complete() : Promise.reject(error)));
    },
    view: (
      userId: number,
      courseId: number,
      view: Omit<Extract<EnrolmentCommand, { type: 'view' }>, 'type' | 'userId' | 'courseId'>,
      context: CommandContext,
    ): Promise<Handled<EnrolmentState>> => send(userId, courseId, { type: 'view', userId, courseId, ...view }, context),
    /** Returns the seconds that this report added. Errors: NOT_ENROLLED. */
    async study(
      userId: number,
      courseId: number,
      report: { tab: string; reported: number; last?: boolean },
      context: CommandContext,
    ): Promise<{ seconds: number; position: Position | null }> {
      await demandEnrolment(userId, courseId);
      const date = schoolDay(context.now.toISOString());
      const command = { userId, date, courseId, ...report, at: context.now.getTime() };
      const { appended, state, position } = await commands.handle(study, `${userId}_${date}`, command, derived(context, 'study'));
      return { seconds: appended > 0 ? state.lastSeconds : 0, position };
    },
    /** A video was watched to its end, or its text was read instead. Errors: NOT_ENROLLED. */
    watched: (
      userId: number,
      courseId: number,
      { video, by }: { video: string; by: 'watched' | 'read' },
      context: CommandContext,
    ): Promise<Handled<EnrolmentState>> => send(userId, courseId, { type: 'watched', userId, courseId, video, by }, context),
    /** Records where a video was stopped. Errors: NOT_ENROLLED. */
    async watch(
      userId: number,
      courseId: number,
      { video, second }: { video: string; second: number },
      context: CommandContext,
    ): Promise<{ position: Position | null }> {
      await demandEnrolment(userId, courseId);
      const command = { userId, courseId, video, second };
      const { position } = await commands.handle(watching, `${userId}_${courseId}`, command, derived(context, 'watch'));
      return { position };
    },
    /** An enrolled learner opened a resource of a class. Errors: COURSE_NOT_FOUND, RESOURCE_NOT_FOUND, NOT_ENROLLED. */
    async openResource(
      userId: number,
      courseId: number,
      resourceId: number,
      context: CommandContext,
    ): Promise<{ position: Position | null }> {
      const found = presentResources(await outlineOf(courseId)).find(({ resource }) => resource.resourceId === resourceId);
      if (!found) return refuse('RESOURCE_NOT_FOUND');
      await demandEnrolment(userId, courseId);
      const { module, klass } = found;
      const ids = { userId, courseId, moduleId: module.moduleId, classId: klass.classId, resourceId };
      const command = { ...ids, at: context.now.getTime() };
      const { position } = await commands.handle(materials, `${userId}_${courseId}`, command, derived(context, 'open'));
      return { position };
    },
    async review(userId: number, courseId: number, context: CommandContext): Promise<void> {
      const plan = await planFor(userId, await outlineOf(courseId));
      await send(userId, courseId, { type: 'review', userId, courseId, plan }, context);
    },
  };
}
