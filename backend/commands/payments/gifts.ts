import type { OrderName } from '../../integrations/payments/port.ts';
import { createCodes } from '../kernel/codes.ts';
import { refuse } from '../kernel/errors.ts';
import type { CommandContext, Handled } from '../kernel/handle.ts';
import { canBeClaimed, type Order, opensOf, type Purchases } from './purchases.ts';

interface Needs {
  find: (name: OrderName) => Promise<Order>;
  send: (
    userId: number,
    command: { type: 'claim'; orderId: number; by: number } | { type: 'sendGift'; orderId: number; to: string | null },
    context: CommandContext,
  ) => Promise<Handled<Purchases>>;
  /** Whether the person has the course for good. Errors: USER_NOT_FOUND. */
  has: (userId: number, courseId: number) => Promise<boolean>;
}

/** Gifts: orders that open what they are of to whoever accepts them by their code, once. */
export function createGifts(secret: Uint8Array, { find, send, has }: Needs) {
  const codes = createCodes(secret, 'gift');
  const nameOf = (code: string): OrderName => {
    const [, userId, orderId] = /^(\d{1,10})-(\d{1,7})$/.exec(codes.idOf(code) ?? '') ?? [];
    return userId && orderId ? { userId: Number(userId), orderId: Number(orderId) } : refuse('GIFT_NOT_FOUND');
  };
  const gifts = {
    /** What its buyer hands on; stored nowhere. */
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
    /** Errors: GIFT_NOT_FOUND, GIFT_CLAIMED, GIFT_ENDED, GIFT_OWN, COURSE_ALREADY_OWNED (all that it would open), USER_NOT_FOUND. */
    async claim(code: string, by: number, context: CommandContext): Promise<Handled<Purchases> & { order: Order }> {
      const { userId, orderId, order } = await gifts.look(code);
      if (order.claimedBy === null && by !== userId) {
        let news = false;
        for (const courseId of opensOf(order)) news ||= !(await has(by, courseId));
        // It is not used up: somebody else can have it.
        if (!news) return refuse('COURSE_ALREADY_OWNED');
      }
      return { ...(await send(userId, { type: 'claim', orderId, by }, context)), order };
    },
    /** Its code goes by mail, `to` null: to the address of the order. Errors: GIFT_NOT_FOUND, GIFT_CLAIMED, GIFT_ENDED, GIFT_NO_ADDRESS, GIFT_SENT_ENOUGH. */
    mail: ({ userId, orderId }: OrderName, to: string | null, context: CommandContext): Promise<Handled<Purchases>> =>
      send(userId, { type: 'sendGift', orderId, to }, context),
  };
  return gifts;
}
