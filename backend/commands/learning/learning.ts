import { schoolDay } from '../../../events/calendar.ts';
import type { EnrolmentSource, Entitlement } from '../../../events/learning.ts';
import { once } from '../../../events/once.ts';
import { type CourseOutline, presentClasses, presentModules, presentResources, teaches } from '../../../events/outline.ts';
import type { Position } from '../../../events/store/port.ts';
import { course } from '../catalogue/course.ts';
import { user } from '../identity/user.ts';
import { DomainError, refuse } from '../kernel/errors.ts';
import { type CommandContext, type Commands, derived, type Handled, type HandleOptions } from '../kernel/handle.ts';
import { byItself, type CoursePlan, type EnrolmentCommand, type EnrolmentState, enrolment, openModules, sourceOf } from './enrolment.ts';
import { opensOn } from './group.ts';
import { createGroups, whileSeats } from './groups.ts';
import { materials } from './materials.ts';
import { study } from './study.ts';
import { watching } from './watching.ts';

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

/** The right that a paid order gives. */
export const rightOfOrder = (order: string): Entitlement => ({ source: 'purchase', code: null, order, person: null });

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

type Facts = { within: number };
/** How old another stream's facts may be in frequent commands, in ms. A refusal is decided again on the present facts. */
const RECENT: Facts = { within: 500 };

type Matching = HandleOptions<EnrolmentState>;

/** How long a seat is held for somebody who enrols, in ms: only a crash between holding and enrolling makes use of it. */
const HELD_MS = 5 * 60_000;

export function createLearning(commands: Commands) {
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
  /** Whom staff give a course to. */
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

  const learning = {
    groups,
    async access(
      userId: number,
      courseId: number,
    ): Promise<{
      access: Access | null;
      enrolled: EnrolmentSource | null;
      outline: CourseOutline;
      /** How many events made the enrolment. */
      version: number;
    }> {
      const { access, enrolled, outline, version } = await enrolmentOf(userId, courseId);
      return { access, enrolled, outline, version };
    },
    /** As `access`, and what of the course the person may read now. */
    async reading(
      userId: number,
      courseId: number,
      now: Date,
    ): Promise<{
      access: Access | null;
      enrolled: EnrolmentSource | null;
      outline: CourseOutline;
      /** Modules whose classes the person may read (C-22); all of them for staff who look at a course without being enrolled. */
      open: ReadonlySet<number>;
      /** One comes into the course by a group alone, and they are not in it: they read of it what any visitor does. */
      outside: boolean;
    }> {
      const { access, enrolled, outline, state, person } = await enrolmentOf(userId, courseId);
      const looks = access === 'staff' || (enrolled === null && person.role !== 'student');
      const outside = !looks && enrolled === null && (await groups.isDated(courseId, now));
      const plan = enrolled === null ? planOf(outline) : await planFor(userId, outline);
      const modules = outside
        ? []
        : looks
          ? plan.modules.map(({ moduleId }) => moduleId)
          : openModules(plan, state.completed, state.unlocked);
      return { access, enrolled, outline, open: new Set(modules), outside };
    },
    /**
     * `groupId`: by which group somebody comes in, where the course has one that is to come or going on; `any`: the soonest with a seat; null:
     * by the one they left, if any. Errors:
     * COURSE_NOT_FOUND, COURSE_NOT_PUBLISHED, PREMIUM_CONTENT, COURSE_NOT_FREE, GROUP_REQUIRED, and those of `Groups.hold`.
     */
    async enrol(
      userId: number,
      courseId: number,
      context: CommandContext,
      { groupId, ...options }: Matching & { groupId?: number | 'any' | null | undefined } = {},
    ): Promise<Handled<EnrolmentState>> {
      const { access, enrolled, outline } = await learning.access(userId, courseId);
      if (enrolled === null) {
        if (outline.status !== 'published') return refuse('COURSE_NOT_PUBLISHED');
        if (access === null) return refuse(outline.tier === 'premium' ? 'PREMIUM_CONTENT' : 'COURSE_NOT_FREE');
      }
      // A learner who bought it and left comes back by the purchase.
      const { state } = await commands.load(enrolment, `${userId}_${courseId}`);
      const bought = [...state.entitlements].find(([, { source }]) => source === 'purchase')?.[1];
      const entitlement: Entitlement = bought ?? byItself(access === 'plan' ? 'plan' : 'self');
      if (groupId === null) await groups.comeBack(courseId, userId, context);
      const hold = context.commandId;
      const until = new Date(context.now.getTime() + HELD_MS).toISOString();
      const seat = await whileSeats(groupId === 'any', async () => {
        const group = groupId === null ? null : await groups.wanted(courseId, userId, groupId, context.now);
        return group === null ? null : { group, seated: await groups.hold(courseId, group, userId, hold, until, context) };
      });
      const enter = (plan: CoursePlan) =>
        send(userId, courseId, { type: 'enrol', userId, courseId, ...entitlement, plan }, context, options);
      if (seat === null) return enter(await planFor(userId, outline));
      const { group, seated } = seat;
      const done = await enter(planFrom(outline, opensOn(seated.state, userId, { held: true }))).catch(async (error: unknown) => {
        await groups.settle(courseId, userId, hold, context);
        throw error;
      });
      await groups.take(courseId, group, userId, context);
      return done;
    },
    /**
     * By an administrator, or (`code`) by a scholarship, whatever the price. A learner who is enrolled already gets the grant in addition (`already`).
     * A code whose grant was taken back gives no access. What is archived is given to nobody else by hand (`again`: it is given back). Errors: USER_NOT_FOUND,
     * PERSON_INACTIVE, COURSE_NOT_FOUND, COURSE_ARCHIVED.
     */
    async assign(
      userId: number,
      courseId: number,
      context: CommandContext,
      options?: Matching & { code?: string; again?: true },
    ): Promise<Handled<EnrolmentState> & { already: boolean }> {
      await recipientOf(userId);
      const outline = await outlineOf(courseId);
      const code = options?.code ?? null;
      const from = { source: 'grant', code, order: null, person: code === null ? context.actor.userId : null } as const;
      const plan = await planFor(userId, outline);
      const command = { type: 'enrol', userId, courseId, ...from, plan } as const;
      let already = true;
      const done = await send(userId, courseId, command, context, {
        check: (state, events) => {
          options?.check?.(state, events);
          already = state.enrolled;
          if (outline.status === 'archived' && !already && code === null && !options?.again) refuse('COURSE_ARCHIVED');
        },
      });
      // What a repeat finds, it did itself, unless it found the learner there.
      if (done.repeated)
        for await (const { type, metadata } of commands.log.store.readStream(`enrolment-${userId}_${courseId}`))
          if (type === 'LearnerEnrolled' && metadata.commandId === derived(context, 'enrol', userId, courseId).commandId) already = false;
      return { ...done, already };
    },
    /** By a paid order, whatever has become of the price since. Errors: USER_NOT_FOUND, COURSE_NOT_FOUND. */
    async purchase(userId: number, courseId: number, order: string, context: CommandContext): Promise<Handled<EnrolmentState>> {
      const { status } = (await commands.load(user, userId)).state;
      // Whoever is deactivated now will find the course once they are active again.
      if (status !== 'active' && status !== 'inactive') return refuse('USER_NOT_FOUND');
      const plan = await planFor(userId, await outlineOf(courseId));
      return send(userId, courseId, { type: 'enrol', userId, courseId, ...rightOfOrder(order), plan }, context);
    },
    /** Writes to an inactive learner. Errors: NOT_ENROLLED, USER_NOT_FOUND, ADDRESS_UNCONFIRMED, COURSE_ALREADY_COMPLETED, REMINDED_RECENTLY. */
    async remind(userId: number, courseId: number, text: string, context: CommandContext): Promise<Handled<EnrolmentState>> {
      const { verified } = await personOf(userId);
      const by = context.actor.userId ?? refuse('AUTH_REQUIRED');
      // Nobody has shown yet that the address is theirs.
      if (!verified) refuse('ADDRESS_UNCONFIRMED');
      return send(userId, courseId, { type: 'remind', userId, courseId, by, text, now: context.now.toISOString() }, context);
    },
    /** Ends every entitlement but a bought one, by which the person may come back. Errors: ENROLMENT_NOT_FOUND. */
    async unenrol(userId: number, courseId: number, context: CommandContext, options?: Matching): Promise<Handled<EnrolmentState>> {
      // Checked within the command, so that a repeat gets the first answer.
      return send(userId, courseId, { type: 'unenrol', userId, courseId }, context, {
        check: (state, events) => {
          if (!state.enrolled) refuse('ENROLMENT_NOT_FOUND');
          options?.check?.(state, events);
        },
      });
    },
    /** Ends one entitlement; with the last of them the enrolment ends. */
    revoke: (userId: number, courseId: number, right: Entitlement, context: CommandContext): Promise<Handled<EnrolmentState>> =>
      send(userId, courseId, { type: 'revoke', ...right, userId, courseId }, context),
    /** Gives back entitlements that were ended. Errors: USER_NOT_FOUND, PERSON_INACTIVE, COURSE_NOT_FOUND. */
    async restore(
      userId: number,
      courseId: number,
      entitlements: readonly Entitlement[],
      context: CommandContext,
    ): Promise<Handled<EnrolmentState>> {
      await recipientOf(userId);
      const outline = await outlineOf(courseId);
      await groups.comeBack(courseId, userId, context);
      const plan = await planFor(userId, outline);
      return send(userId, courseId, { type: 'restore', userId, courseId, entitlements, plan }, context);
    },
    /** Errors: CLASS_NOT_FOUND, NOT_ENROLLED, MODULE_LOCKED, PREMIUM_CONTENT. */
    async setCompleted(
      userId: number,
      courseId: number,
      classId: number,
      completed: boolean,
      context: CommandContext,
      /** `madeAt` (ISO): when the mark was made, where it arrives later; marks made since then are kept. */
      options?: Matching & { madeAt?: string },
    ): Promise<Handled<EnrolmentState> & { outline: CourseOutline }> {
      const complete = async (facts?: Facts) => {
        const outline = await outlineOf(courseId, facts);
        const person = await personOf(userId, facts);
        const plan = await planFor(userId, outline, facts);
        const command = { userId, courseId, classId, plan, madeAt: options?.madeAt };
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
  return learning;
}

export type Learning = ReturnType<typeof createLearning>;
