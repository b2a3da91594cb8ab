import { DomainError, unlessRefused } from '../kernel/errors.ts';
import { type CommandContext, type Commands, derived } from '../kernel/handle.ts';
import { createGroups, GroupRefused } from '../learning/groups.ts';
import { type ChosenGroup, isWaiting, type Purchases } from './order.ts';

export type Seats = ReturnType<typeof createSeats>;
/** Seats in groups of the courses that an order opens. */
export function createSeats(commands: Commands, load: (userId: number) => Promise<Purchases>) {
  const groups = createGroups(commands);
  const refusedOf =
    (courseId: number) =>
    (error: unknown): never => {
      throw error instanceof DomainError ? new GroupRefused(error.code, courseId) : error;
    };
  /** Of courses that somebody would come into by a group, the one that they chose. Errors: those of `Groups.wanted`, as GroupRefused. */
  const groupsFor = async (
    userId: number,
    opens: readonly number[],
    { groups: chosen = [] }: { groups?: readonly ChosenGroup[] | 'any' | undefined },
    now: Date,
  ): Promise<ChosenGroup[]> => {
    const found: ChosenGroup[] = [];
    for (const courseId of opens) {
      const asked = chosen === 'any' ? chosen : chosen.find((one) => one.courseId === courseId)?.groupId;
      const groupId = await groups.wanted(courseId, userId, asked, now).catch(refusedOf(courseId));
      if (groupId !== null) found.push({ courseId, groupId });
    }
    return found;
  };
  /** Holds their seats. Where one is full those that were held before are free again. Errors: those of `Groups.hold`, as GroupRefused. */
  const holdSeats = async (
    userId: number,
    chosen: readonly ChosenGroup[],
    hold: string,
    until: string,
    context: CommandContext,
  ): Promise<void> => {
    for (const { courseId, groupId } of chosen)
      await groups.hold(courseId, groupId, userId, hold, until, context).catch(async (error: unknown) => {
        await settleSeats(userId, chosen, hold, context);
        refusedOf(courseId)(error);
      });
  };
  /** What was held by this, and is not paid, is free again; or held as before by the page that can still be paid. */
  const settleSeats = async (userId: number, chosen: readonly ChosenGroup[], hold: string, context: CommandContext): Promise<void> => {
    for (const [orderId, order] of await load(userId)) {
      if (!isWaiting(order) || order.startedBy === hold) continue;
      const back = derived(context, 'seat back', orderId);
      for (const { courseId, groupId } of order.groups)
        if (chosen.some((one) => one.courseId === courseId))
          await groups.hold(courseId, groupId, userId, order.startedBy, order.validUntil, back).catch(unlessRefused);
    }
    for (const { courseId } of chosen) await groups.settle(courseId, userId, hold, context);
  };
  return { groupsFor, holdSeats, settleSeats };
}
