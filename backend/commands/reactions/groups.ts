import type { NoticeKindName } from '../../../events/notices.ts';
import type { DataOf } from '../../../events/registry.ts';
import { eachOf } from '../kernel/eachOf.ts';
import { type CommandContext, derived } from '../kernel/handle.ts';
import type { Reactor } from '../kernel/reactor.ts';
import type { DeadlineAction, Timer } from '../kernel/timer.ts';
import type { Learning } from '../learning/learning.ts';
import type { Notifications } from '../notifications/notifications.ts';

const HOUR = 3_600_000;
export const REMIND_GROUP = 'remindGroup';
export const BEGIN_GROUP = 'beginGroup';
export const SETTLE_SEAT = 'settleSeat';
const REMIND_BEFORE = 24 * HOUR;
/** How many milliseconds after its time a held seat is looked at; as long as it can still be paid, again after `UNTIL_KNOWN`. */
const AFTER_HOLD = HOUR;
const UNTIL_KNOWN = 6 * HOUR;

const seatDeadline = (courseId: number, userId: number, hold: string, due: number) => ({
  ...{ thing: `seat ${courseId} ${userId} ${hold}`, due: new Date(due).toISOString() },
  ...{ kind: SETTLE_SEAT, data: { courseId, userId, hold } },
});

/** What the timer does a day before a group begins, and at its start: nothing where it was moved or cancelled. */
export const remindGroupAction =
  ({ groups }: Pick<Learning, 'groups'>): DeadlineAction =>
  async ({ data }, context) => {
    await groups.remind(Number(data.courseId), Number(data.groupId), String(data.startsAt), context);
  };
export const beginGroupAction =
  ({ groups }: Pick<Learning, 'groups'>): DeadlineAction =>
  async ({ data }, context) => {
    await groups.begin(Number(data.courseId), Number(data.groupId), String(data.startsAt), context);
  };
/** The timer's action for a held seat that nothing has settled. */
export const settleSeatAction =
  ({ groups }: Pick<Learning, 'groups'>, timer: () => Timer): DeadlineAction =>
  async ({ data }, context) => {
    const [courseId, userId, hold] = [Number(data.courseId), Number(data.userId), String(data.hold)];
    const open = await groups.settle(courseId, userId, hold, context);
    if (open) await timer().schedule(seatDeadline(courseId, userId, hold, context.now.getTime() + UNTIL_KNOWN));
  };

/** What follows from groups: their start opens the course, their members are told, and seats of who left are free again. */
export function groupReactor(
  learning: Pick<Learning, 'groups' | 'review'>,
  notifications: Pick<Notifications, 'notify'>,
  timer: Timer,
): Reactor {
  const { groups } = learning;
  const found = async ({ courseId, groupId }: { courseId: number; groupId: number }) => (await groups.load(courseId)).groups.get(groupId);
  const schedule = async (ids: { courseId: number; groupId: number }, startsAt: string, { now }: CommandContext): Promise<void> => {
    const [courseId, groupId] = [ids.courseId, ids.groupId];
    const data = { courseId, groupId, startsAt };
    const starts = Date.parse(startsAt);
    const reminded = starts - REMIND_BEFORE;
    if (reminded > now.getTime())
      await timer.schedule({
        thing: `group ${courseId}-${groupId} reminder`,
        due: new Date(reminded).toISOString(),
        kind: REMIND_GROUP,
        data,
      });
    await timer.schedule({ thing: `group ${courseId}-${groupId}`, due: startsAt, kind: BEGIN_GROUP, data });
  };
  const notifyOne = async (
    userId: number,
    courseId: number,
    kind: NoticeKindName,
    name: string,
    context: CommandContext,
    { opened }: { opened: boolean },
  ): Promise<void> => {
    const own = derived(context, kind, userId);
    if (opened) await learning.review(userId, courseId, own);
    await notifications.notify(userId, { kind, courseId, name, link: `/courses?courseId=${courseId}` }, own);
  };
  /** `opened`: the modules that are open now are recorded as open for each member, so that they stay open. */
  const notify = async (
    { courseId, groupId }: { courseId: number; groupId: number },
    kind: NoticeKindName,
    name: string,
    context: CommandContext,
    { opened = false } = {},
  ): Promise<void> => {
    const members = await groups.members(courseId, groupId);
    await eachOf(members, (userId) => notifyOne(userId, courseId, kind, name, context, { opened }));
  };

  return {
    name: 'groups',
    on: {
      async GroupPlanned(event, context) {
        const data = event.data as DataOf<'GroupPlanned'>;
        await schedule(data, data.startsAt, context);
      },
      async GroupEdited(event, context) {
        const { after, ...ids } = event.data as DataOf<'GroupEdited'>;
        if (after.startsAt === undefined) return;
        await schedule(ids, after.startsAt, context);
        const group = await found(ids);
        // It was moved again, or cancelled, since.
        if (group && !group.cancelled && group.startsAt === after.startsAt) await notify(ids, 'groupMoved', after.startsAt, context);
      },
      async GroupCancelled(event, context) {
        const ids = event.data as DataOf<'GroupCancelled'>;
        const group = await found(ids);
        if (group?.cancelled) await notify(ids, 'groupCancelled', group.name, context, { opened: true });
      },
      async GroupReinstated(event, context) {
        const ids = event.data as DataOf<'GroupReinstated'>;
        const group = await found(ids);
        if (!group || group.cancelled) return;
        await schedule(ids, group.startsAt, context);
        await notify(ids, 'groupReinstated', group.name, context);
      },
      async GroupReminded(event, context) {
        const ids = event.data as DataOf<'GroupReminded'>;
        const group = await found(ids);
        if (group && !group.cancelled && group.startsAt === ids.startsAt) await notify(ids, 'groupTomorrow', group.name, context);
      },
      async GroupBegan(event, context) {
        const ids = event.data as DataOf<'GroupBegan'>;
        const group = await found(ids);
        if (group && !group.cancelled) await notify(ids, 'groupBegan', group.name, context, { opened: true });
      },
      async GroupSeatMoved(event, context) {
        const { userId, ...ids } = event.data as DataOf<'GroupSeatMoved'>;
        const group = await found(ids);
        // They were moved again since, or left.
        if (group && (await groups.isMember(ids.courseId, ids.groupId, userId)))
          await notifyOne(userId, ids.courseId, 'groupChanged', group.name, context, { opened: true });
      },
      async GroupSeatHeld(event, { now }) {
        const { courseId, userId, hold, until } = event.data as DataOf<'GroupSeatHeld'>;
        await timer.schedule(seatDeadline(courseId, userId, hold, Math.max(now.getTime(), Date.parse(until) + AFTER_HOLD)));
      },
      // What held a seat for whoever enrolled may have died before it was taken.
      async LearnerEnrolled(event, context) {
        const { courseId, userId } = event.data as DataOf<'LearnerEnrolled'>;
        const hold = (await groups.load(courseId)).seats.get(userId)?.hold;
        if (hold) await groups.settle(courseId, userId, hold, context);
      },
      async LearnerUnenrolled(event, context) {
        const { courseId, userId } = event.data as { courseId: number; userId: number };
        await groups.leave(courseId, userId, context);
      },
    },
  };
}
