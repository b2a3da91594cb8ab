import type { OrderName } from '../../integrations/payments/port.ts';
import { createCodes } from '../kernel/codes.ts';
import { refuse } from '../kernel/errors.ts';
import type { CommandContext, Handled } from '../kernel/handle.ts';
import { whileSeats } from '../learning/groups.ts';
import { type ChosenGroup, canBeClaimed, type Order, opensOf, type Purchases } from './order.ts';
import type { OrderBook } from './orderBook.ts';
import type { Seats } from './seats.ts';

interface Needs extends Pick<OrderBook, 'find' | 'send'>, Seats {
  /** Whether the person has the course for good. Errors: USER_NOT_FOUND. */
  has: (userId: number, courseId: number) => Promise<boolean>;
}

/** How long a seat is held until an accepted gift has opened its course, in milliseconds. */
const HELD_MS = 3_600_000;

/** Gifts: orders that open what they are of to whoever accepts them by their code, once. */
export function createGifts(secret: Uint8Array, { find, send, has, groupsFor, holdSeats, settleSeats }: Needs) {
  const codes = createCodes(secret, 'gift');
  const nameOf = (code: string): OrderName => {
    const [, userId, orderId] = /^(\d{1,10})-(\d{1,7})$/.exec(codes.idOf(code) ?? '') ?? [];
    return userId && orderId ? { userId: Number(userId), orderId: Number(orderId) } : refuse('GIFT_NOT_FOUND');
  };
  const gifts = {
    /** The code that its buyer hands on; stored nowhere. */
    codeOf: ({ userId, orderId }: OrderName): string => codes.codeOf(`${userId}-${orderId}`),
    /** The order that a code is of, whatever became of it. Errors: GIFT_NOT_FOUND. */
    nameOf,
    /** What a code gives. Errors: GIFT_NOT_FOUND. */
    async look(code: string): Promise<OrderName & { order: Order; state: 'open' | 'claimed' | 'ended' }> {
      const name = nameOf(code);
      const order = await find(name).catch(() => refuse('GIFT_NOT_FOUND'));
      if (!order.gift || order.state !== 'paid') return refuse('GIFT_NOT_FOUND');
      return { ...name, order, state: order.claimedBy !== null ? 'claimed' : canBeClaimed(order) ? 'open' : 'ended' };
    },
    /**
     * `chosen`: by which groups they come into its courses. Errors: GIFT_NOT_FOUND, GIFT_CLAIMED, GIFT_ENDED, GIFT_OWN, COURSE_ALREADY_OWNED (all that it
     * would open), USER_NOT_FOUND, GROUP_REQUIRED, those of `Groups.hold`.
     */
    async claim(
      code: string,
      by: number,
      context: CommandContext,
      chosen?: readonly ChosenGroup[] | 'any',
    ): Promise<Handled<Purchases> & { order: Order }> {
      const { userId, orderId, order, state } = await gifts.look(code);
      const hold = context.commandId;
      let groups: ChosenGroup[] = [];
      if (order.claimedBy === null && by !== userId) {
        let news = false;
        for (const courseId of opensOf(order)) news ||= !(await has(by, courseId));
        // The refused code is not used up: somebody else can accept it.
        if (!news) return refuse('COURSE_ALREADY_OWNED');
        if (state === 'open')
          await whileSeats(chosen === 'any', async () => {
            groups = await groupsFor(by, opensOf(order), { groups: chosen }, context.now);
            // The seats are taken when the courses open.
            await holdSeats(by, groups, hold, new Date(context.now.getTime() + HELD_MS).toISOString(), context);
          });
      }
      const done = await send(userId, { type: 'claim', orderId, by, groups }, context).catch(async (error: unknown) => {
        await settleSeats(by, groups, hold, context);
        throw error;
      });
      return { ...done, order };
    },
    /** Its code goes by mail, `to` null: to the address of the order. Errors: GIFT_NOT_FOUND, GIFT_CLAIMED, GIFT_ENDED, GIFT_NO_ADDRESS, GIFT_SENT_ENOUGH. */
    mail: ({ userId, orderId }: OrderName, to: string | null, context: CommandContext): Promise<Handled<Purchases>> =>
      send(userId, { type: 'sendGift', orderId, to }, context),
  };
  return gifts;
}
