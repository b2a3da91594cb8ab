import { momentOf, schoolDay, schoolZone } from '../../../events/calendar.ts';
import type { GroupDetails } from '../../../events/groups.ts';
import { course } from '../catalogue/course.ts';
import { user } from '../identity/user.ts';
import { DomainError, refuse } from '../kernel/errors.ts';
import { type CommandContext, type Commands, derived, type Handled, type HandleOptions } from '../kernel/handle.ts';
import { holds, isWaiting } from '../payments/order.ts';
import { purchases } from '../payments/purchases.ts';
import { enrolment } from './enrolment.ts';
import { demandOpen, type GroupClock, type GroupCommand, type GroupsState, groups, isDated, opensOn, soonest } from './group.ts';

/** The details of a group as typed: day and time are those of the school's zone. */
export interface GroupPlan extends Omit<GroupDetails, 'startsAt' | 'zone'> {
  /** YYYY-MM-DD and HH:MM. */
  day: string;
  time: string;
}
type Options = HandleOptions<GroupsState>;
/** Each without the course and the clock, which are those of the call. */
type Asked = { [T in GroupCommand['type']]: Omit<Extract<GroupCommand, { type: T }>, 'courseId' | 'now' | 'today'> }[GroupCommand['type']];

export const groupClock = (now: Date): GroupClock => ({ now: now.toISOString(), today: schoolDay(now.toISOString()) });
/** Errors: GROUP_HOUR, where the clock is set forward over it; GROUP_END. */
const detailsOf = ({ day, time, ...plan }: GroupPlan): GroupDetails => {
  const startsAt = momentOf(day, time) ?? refuse('GROUP_HOUR');
  return plan.endsOn < day ? refuse('GROUP_END') : { ...plan, startsAt, zone: schoolZone() };
};

/** A refusal of the group of one of the courses that somebody buys or is given, with the course that it is about. */
export class GroupRefused extends DomainError {
  readonly courseId: number;
  constructor(code: string, courseId: number) {
    super(code);
    this.courseId = courseId;
  }
}

const TRIES = 5;
/** `any`: no group was chosen, so that where the soonest has filled up meanwhile the next one may be taken. */
export async function whileSeats<T>(any: boolean, enter: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await enter();
    } catch (error) {
      if (!any || tries === TRIES || !(error instanceof DomainError && error.code === 'GROUP_FULL')) throw error;
    }
}

/** Groups of courses: planned by who teaches them, their seats held while somebody pays or enrols, and taken by who is in the course. */
export function createGroups(commands: Commands) {
  const send = (courseId: number, command: Asked, context: CommandContext, options?: Options): Promise<Handled<GroupsState>> =>
    commands.handle(groups, courseId, { ...command, courseId, ...groupClock(context.now) } as GroupCommand, context, options);
  const load = async (courseId: number, facts?: { within: number }): Promise<GroupsState> =>
    (await commands.load(groups, courseId, facts)).state;
  const isEnrolled = async (userId: number, courseId: number): Promise<boolean> =>
    (await commands.load(enrolment, `${userId}_${courseId}`)).state.enrolled;

  /** Whether the person has a seat in the group, and is active. */
  const isMember = async ({ seats }: GroupsState, groupId: number, userId: number): Promise<boolean> => {
    const seat = seats.get(userId);
    return seat?.groupId === groupId && seat.hold === null && (await commands.load(user, userId)).state.status === 'active';
  };

  const service = {
    load,
    isMember: async (courseId: number, groupId: number, userId: number): Promise<boolean> =>
      isMember(await load(courseId), groupId, userId),
    /** When the course opens for this person (ISO UTC); null: it is open, or does not depend on a group. */
    opensOn: async (userId: number, courseId: number, facts?: { within: number }): Promise<string | null> =>
      opensOn(await load(courseId, facts), userId),
    /** Whether one comes into the course by a group alone. */
    isDated: async (courseId: number, now: Date): Promise<boolean> => isDated(await load(courseId), groupClock(now)),
    /** Answers the number of the group. Errors: COURSE_NOT_FOUND, GROUP_HOUR, GROUP_IN_PAST, GROUP_END, TOO_MANY_ITEMS. */
    async plan(courseId: number, plan: GroupPlan, context: CommandContext): Promise<Handled<GroupsState> & { groupId: number }> {
      if ((await commands.load(course, courseId)).state.status === 'none') return refuse('COURSE_NOT_FOUND');
      const done = await send(courseId, { type: 'plan', details: detailsOf(plan) }, context);
      return { ...done, groupId: done.state.groups.size };
    },
    /** Errors: GROUP_NOT_FOUND, GROUP_HOUR, GROUP_IN_PAST, GROUP_END, GROUP_STARTED (it keeps its start), GROUP_OVER, GROUP_CANCELLED, GROUP_CAPACITY. */
    edit: async (courseId: number, groupId: number, plan: GroupPlan, context: CommandContext, options?: Options) =>
      send(courseId, { type: 'edit', groupId, details: detailsOf(plan) }, context, options),
    /** Errors: GROUP_NOT_FOUND, GROUP_OVER. */
    cancel: (courseId: number, groupId: number, reason: string, context: CommandContext, options?: Options) =>
      send(courseId, { type: 'cancel', groupId, by: context.actor.userId ?? refuse('AUTH_REQUIRED'), reason }, context, options),
    /** Errors: GROUP_NOT_FOUND, GROUP_STARTED. */
    reinstate: (courseId: number, groupId: number, context: CommandContext, options?: Options) =>
      send(courseId, { type: 'reinstate', groupId }, context, options),

    /**
     * The group by which somebody comes into the course; null: it needs none, since the course is taken at one's own pace, or they are in it already.
     * `any`: nobody was asked, so that it is the soonest with a seat. Errors: GROUP_REQUIRED (none was chosen), GROUP_FULL (none has a seat), GROUP_STARTED (all have begun), and those of
     * `demandOpen` where the course has no group any more and one was chosen.
     */
    async wanted(courseId: number, userId: number, chosen: number | 'any' | undefined, now: Date): Promise<number | null> {
      const state = await load(courseId);
      const clock = groupClock(now);
      if (await isEnrolled(userId, courseId)) return null;
      if (isDated(state, clock)) return chosen === 'any' ? soonest(state, userId, clock) : (chosen ?? refuse('GROUP_REQUIRED'));
      // A person must not get into another group than the one they were shown.
      if (chosen !== undefined && chosen !== 'any') demandOpen(state, chosen, clock);
      return null;
    },
    /** Holds a seat until it is taken, or settled. Errors: GROUP_NOT_FOUND, GROUP_CANCELLED, GROUP_STARTED, GROUP_FULL. */
    async hold(
      courseId: number,
      groupId: number,
      userId: number,
      hold: string,
      until: string,
      context: CommandContext,
    ): Promise<Handled<GroupsState>> {
      // The earlier seat ended with the course, which the person enters anew.
      await service.leave(courseId, userId, context);
      const own = derived(context, 'hold seat', courseId);
      const asked = { type: 'hold', groupId, userId, hold, until } as const;
      const done = await send(courseId, asked, own);
      // The same press again, after its seat was freed: it is held anew.
      return done.repeated ? send(courseId, asked, derived(own, done.version)) : done;
    },
    /** A seat for whoever paid or is enrolled, also beyond the limit. Who has one keeps that. */
    take: (courseId: number, groupId: number, userId: number, context: CommandContext) =>
      send(courseId, { type: 'take', groupId, userId }, derived(context, 'take seat', courseId)),
    /** Errors: NOT_ENROLLED, GROUP_NOT_FOUND, GROUP_CANCELLED, GROUP_STARTED (that, or the one they are in), GROUP_FULL. */
    async choose(courseId: number, groupId: number, userId: number, context: CommandContext): Promise<Handled<GroupsState>> {
      if (!(await isEnrolled(userId, courseId))) return refuse('NOT_ENROLLED');
      const done = await send(courseId, { type: 'choose', groupId, userId }, context);
      // The person left meanwhile; the reaction that frees seats may have run before this seat was theirs.
      if (await isEnrolled(userId, courseId)) return done;
      await service.leave(courseId, userId, context);
      return refuse('NOT_ENROLLED');
    },
    /** Staff move a member. Errors: NOT_ENROLLED (in the group `from`), GROUP_NOT_FOUND, GROUP_CANCELLED, GROUP_OVER, GROUP_FULL. */
    move: (courseId: number, from: number, groupId: number, userId: number, context: CommandContext) =>
      send(courseId, { type: 'move', from, groupId, userId }, context),
    /** Frees the seat of a person who left the course. */
    async leave(courseId: number, userId: number, context: CommandContext): Promise<void> {
      if (!(await load(courseId)).seats.has(userId) || (await isEnrolled(userId, courseId))) return;
      await send(courseId, { type: 'leave', userId }, derived(context, 'leave seat', courseId));
    },
    /** Gives a person who gets the course back the seat that they had in it, also beyond the limit. */
    async comeBack(courseId: number, userId: number, context: CommandContext): Promise<void> {
      if (!(await load(courseId)).left.has(userId) || (await isEnrolled(userId, courseId))) return;
      await send(courseId, { type: 'comeBack', userId }, derived(context, 'seat again', courseId));
    },
    /** Settles a held seat: taken, kept while its order can still be paid, or freed. Returns whether it is still open. */
    async settle(courseId: number, userId: number, hold: string, context: CommandContext): Promise<boolean> {
      const seat = (await load(courseId)).seats.get(userId);
      if (seat?.hold !== hold) return false;
      const own = derived(context, 'settle seat', courseId, userId);
      const { state: orders } = await commands.load(purchases, userId);
      const order = [...orders].find(([, { startedBy }]) => startedBy === hold)?.[1];
      if (order && isWaiting(order)) return true;
      // A payment takes the seat of its order, unless the money goes back; a seat held by an enrolment is taken if that took place.
      const paid = order && holds(order) && (await commands.load(user, userId)).state.status !== 'erased';
      const theirs = order ? paid : await isEnrolled(userId, courseId);
      await send(
        courseId,
        theirs ? { type: 'take', groupId: seat.groupId, userId } : { type: 'release', userId, hold },
        derived(own, theirs ? 'take' : 'free'),
      );
      return false;
    },
    remind: (courseId: number, groupId: number, startsAt: string, context: CommandContext) =>
      send(courseId, { type: 'remind', groupId, startsAt }, context),
    begin: (courseId: number, groupId: number, startsAt: string, context: CommandContext) =>
      send(courseId, { type: 'begin', groupId, startsAt }, context),
    /** The active people who have a seat in it. */
    async members(courseId: number, groupId: number): Promise<number[]> {
      const state = await load(courseId);
      const found: number[] = [];
      for (const [userId] of state.seats) if (await isMember(state, groupId, userId)) found.push(userId);
      return found;
    },
  };
  return service;
}

export type Groups = ReturnType<typeof createGroups>;
