import type { EnrolmentSource } from '../../../events/learning.ts';
import { once } from '../../../events/once.ts';
import { type CourseOutline, presentClasses, presentModules, teaches } from '../../../events/outline.ts';
import { course } from '../catalogue/course.ts';
import { user } from '../identity/user.ts';
import { refuse } from '../kernel/errors.ts';
import { type CommandContext, type Commands, derived, type HandleOptions } from '../kernel/handle.ts';
import { type CoursePlan, type EnrolmentCommand, type EnrolmentState, enrolment, sourceOf } from './enrolment.ts';
import { createGroups } from './groups.ts';

export const planOf = once(
  (state: CourseOutline): CoursePlan => ({
    unlockRule: state.unlockRule,
    modules: presentModules(state).map((module) => ({
      moduleId: module.moduleId,
      classIds: presentClasses(module).map((klass) => klass.classId),
    })),
  }),
);

/** The plan of a course for who is in a group of it. `opensOn` (ISO UTC): when that begins; null: they need not wait. */
export const planFrom = (state: CourseOutline, opensOn: string | null): CoursePlan =>
  opensOn === null ? planOf(state) : { ...planOf(state), opensOn };

export type Access = 'open' | 'self' | 'grant' | 'purchase' | 'plan' | 'staff';

/**
 * Why a person may open a course's content, or null (C-05, C-12, C-79). A free Básico course is open to all; a priced one must be bought or granted,
 * but a learner who enrolled while it was free keeps it; a Premium one opens by plan, purchase or grant; its instructor and administrators always may.
 */
export function accessTo(
  state: CourseOutline,
  person: { userId: number; role: string; plan: string },
  own: EnrolmentSource | null,
): Access | null {
  if (person.role === 'administrator' || (person.role === 'instructor' && teaches(state, person.userId))) return 'staff';
  if (own === 'grant' || own === 'purchase') return own;
  if (state.tier === 'premium') return person.plan === 'premium' ? 'plan' : null;
  if (own === 'self') return 'self';
  return state.price !== null && state.price.amount > 0 ? null : 'open';
}

/** How old the cached facts of another stream may be, in milliseconds. */
export type Facts = { within: number };

/** What must be known of a person and a course for a decision: who they are, what the course has, whether they are enrolled. */
export function createLearners(commands: Commands) {
  const groups = createGroups(commands);
  const outlineOf = async (courseId: number, facts?: Facts): Promise<CourseOutline> => {
    const { state } = await commands.load(course, courseId, facts);
    return state.status === 'none' ? refuse('COURSE_NOT_FOUND') : state;
  };
  const send = (
    userId: number,
    courseId: number,
    command: EnrolmentCommand,
    context: CommandContext,
    options?: HandleOptions<EnrolmentState>,
  ) => commands.handle(enrolment, `${userId}_${courseId}`, command, derived(context, command.type, userId, courseId), options);
  const personOf = async (userId: number, facts?: Facts) => {
    const { state } = await commands.load(user, userId, facts);
    return state.status === 'active' ? state : refuse('USER_NOT_FOUND');
  };
  /** Returns the person, where staff may give them a course. */
  const recipientOf = async (userId: number) => {
    const { state } = await commands.load(user, userId);
    return state.status === 'inactive' ? refuse('PERSON_INACTIVE') : personOf(userId);
  };
  const planFor = async (userId: number, outline: CourseOutline, facts?: Facts): Promise<CoursePlan> =>
    planFrom(outline, await groups.opensOn(userId, outline.courseId, facts));
  const enrolmentOf = async (userId: number, courseId: number) => {
    const outline = await outlineOf(courseId);
    const { state, version } = await commands.load(enrolment, `${userId}_${courseId}`);
    const own = sourceOf(state);
    const person = await personOf(userId);
    return { outline, state, person, version: version + 1, enrolled: state.enrolled ? own : null, access: accessTo(outline, person, own) };
  };
  const demandEnrolment = async (userId: number, courseId: number): Promise<void> => {
    if (!(await commands.load(enrolment, `${userId}_${courseId}`)).state.enrolled) refuse('NOT_ENROLLED');
  };
  return { groups, outlineOf, send, personOf, recipientOf, planFor, enrolmentOf, demandEnrolment };
}

export type Learners = ReturnType<typeof createLearners>;
