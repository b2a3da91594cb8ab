import type { Entitlement } from '../../../events/learning.ts';
import { user } from '../identity/user.ts';
import { refuse } from '../kernel/errors.ts';
import { type CommandContext, type Commands, derived, type Handled, type HandleOptions } from '../kernel/handle.ts';
import { byItself, type CoursePlan, type EnrolmentState } from './enrolment.ts';
import { opensOn } from './group.ts';
import { whileSeats } from './groups.ts';
import { type Learners, planFrom } from './learners.ts';

/** The right that a paid order gives. */
export const rightOfOrder = (order: string): Entitlement => ({ source: 'purchase', code: null, order, person: null });

type Matching = HandleOptions<EnrolmentState>;

/** How long a seat is held for somebody who enrols, in ms: only a crash between holding and enrolling makes use of it. */
const HELD_MS = 5 * 60_000;

/** How people come into a course and leave it. */
export function createEnrolling(commands: Commands, { groups, outlineOf, send, personOf, recipientOf, planFor, enrolmentOf }: Learners) {
  return {
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
      const { access, enrolled, outline, state } = await enrolmentOf(userId, courseId);
      if (enrolled === null) {
        if (outline.status !== 'published') return refuse('COURSE_NOT_PUBLISHED');
        if (access === null) return refuse(outline.tier === 'premium' ? 'PREMIUM_CONTENT' : 'COURSE_NOT_FREE');
      }
      // A learner who bought it and left comes back by the purchase.
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
      // A repeat finds what it did itself, unless the learner was there before.
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
      // Nobody has proved yet that the address is theirs.
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
  };
}
