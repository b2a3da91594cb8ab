import type { OrderName } from '../../integrations/payments/port.ts';
import { type CommandContext, derived } from '../kernel/handle.ts';
import { holds, isWaiting, type Order, opensOf } from './order.ts';
import type { OrderBook } from './orderBook.ts';

/** Ends subscriptions and closes payment pages at the provider. */
export function createEnding({ provider, charges, send, load, find, settle, closePage }: OrderBook) {
  return {
    /** The provider may only have left it unpaid: it must not charge again what has ended here. */
    async endThere({ subscription, transfer }: Order): Promise<void> {
      if (subscription && !transfer) await provider?.endSubscription(subscription.id);
    },
    /** Ends the subscription of an order that does not hold any more, so that nothing is charged again. */
    async stop(name: OrderName, context: CommandContext): Promise<void> {
      const order = await find(name);
      const { subscription } = order;
      if (holds(order) || !subscription || subscription.state === 'ended') return;
      await charges().endSubscription(subscription.id);
      await settle(name, derived(context, 'stopped'));
    },
    /** Closes other orders that carry the coupon of a paid order: they were begun before the payment was known. */
    async closeWithCoupon(userId: number, { orderId: paid, coupon }: Order, context: CommandContext): Promise<void> {
      for (const [orderId, other] of await load(userId)) {
        if (orderId === paid || coupon === null || other.coupon?.code !== coupon.code || !isWaiting(other)) continue;
        // Money is on its way, so staff decide.
        if (other.transfer?.declaredAt != null) continue;
        await send(userId, { type: 'close', orderId, cause: 'replaced' }, derived(context, 'coupon', orderId));
        if (other.session !== null) await closePage(other.session);
      }
    },
    /** Closes payment pages for what the person has been given meanwhile. */
    async closeGiven(userId: number, courseIds: readonly number[], context: CommandContext): Promise<void> {
      for (const [orderId, other] of await load(userId)) {
        if (!isWaiting(other) || other.gift || other.transfer?.declaredAt != null) continue;
        if (!opensOf(other).some((courseId) => courseIds.includes(courseId))) continue;
        await send(userId, { type: 'close', orderId, cause: 'replaced' }, derived(context, 'given', orderId));
        if (other.session !== null) await closePage(other.session);
      }
    },
    /** For an erased person: ends subscriptions, and closes pages that could still be paid. A transfer that was declared waits for staff. */
    async endAll(userId: number, context: CommandContext): Promise<void> {
      for (const [orderId, order] of await load(userId)) {
        const { subscription, session, transfer } = order;
        const renewed = subscription !== null && subscription.state !== 'ended';
        if (!renewed && !isWaiting(order)) continue;
        if (transfer) {
          if (transfer.declaredAt === null) await send(userId, { type: 'close', orderId, cause: 'left' }, derived(context, orderId));
          continue;
        }
        if (!provider && (renewed || session !== null)) continue;
        if (renewed) await provider?.endSubscription(subscription.id);
        else if (session !== null) await provider?.expire(session);
        await settle({ userId, orderId }, context);
      }
    },
  };
}
