import type { StreamEvent } from '../../../events/registry.ts';
import type { Money } from '../../../events/types.ts';
import type { Afterwards, Seen } from '../../integrations/payments/port.ts';
import { holds, isWaiting, type Order, overlap, type Purchases, type Recorded, untouched } from './order.ts';
import { isNextMonth } from './transferMonths.ts';

type Event = StreamEvent<'purchases'>;

/** The order overlaps with another paid one. */
export const paidTwice = (order: Order, orders: Purchases): boolean =>
  order.gift === null &&
  [...orders].some(([id, other]) => id !== order.orderId && overlap(other, order) && holds(other) && !isNextMonth(order, other));

type OfPayment = { userId: number; orderId: number; invoice: string | null };
/** What changed in a payment after it was made. */
function followed(of: OfPayment, { amount: paid, currency }: Money, seen: Afterwards, had: Recorded): Event[] {
  const events: Event[] = [];
  const refunded = Math.min(seen.refunded, paid);
  // Both only grow, the sum of what was made and what came back: an answer of the provider that comes late changes nothing.
  const fell = Math.max(0, seen.bounced.amount - had.bounced);
  const made = Math.max(0, refunded + seen.bounced.amount - (had.refunded - had.otherWay) - had.bounced);
  // How much of the new refunds never arrived.
  const never = Math.min(fell, made);
  if (made > never) {
    const whole = refunded + had.otherWay >= paid;
    events.push({ type: 'Refunded', data: { ...of, amount: { amount: made - never, currency }, whole, otherWay: false } });
  }
  if (fell > 0) {
    const undone = { amount: fell - never, currency };
    events.push({
      type: 'RefundBounced',
      data: { ...of, amount: { amount: fell, currency }, undone, cause: seen.bounced.cause.slice(0, 80) },
    });
  }
  const { dispute } = seen;
  if (dispute && had.dispute?.id !== dispute.id) events.push({ type: 'DisputeOpened', data: { ...of, dispute: dispute.id } });
  // A lost dispute stays lost; a won one may still be lost.
  const known = had.dispute?.id === dispute?.id ? (had.dispute?.state ?? 'open') : 'open';
  if (dispute && dispute.state !== 'open' && known !== 'lost' && known !== dispute.state)
    events.push({ type: 'DisputeClosed', data: { ...of, dispute: dispute.id, won: dispute.state === 'won' } });
  return events;
}

/** What changed in an order, according to its provider. */
export function observed(order: Order, seen: Seen, userId: number, orders: Purchases): Event[] {
  const { orderId } = order;
  const ids = { userId, orderId };
  const events: Event[] = [];
  const { payment, subscription } = seen;
  const before = order.subscription;
  const newly = order.state !== 'paid' && payment !== null;
  if (payment && newly)
    events.push({ type: 'PaymentSucceeded', data: { ...ids, amount: payment.amount, payment: payment.id, paidAt: payment.at } });
  const paid = order.paid ?? payment?.amount ?? null;
  if (paid === null) {
    if (seen.failure !== null && seen.failure !== order.failure)
      events.push({ type: 'PaymentFailed', data: { ...ids, cause: seen.failure.slice(0, 80) } });
    if (seen.session === 'expired' && isWaiting(order)) events.push({ type: 'CheckoutClosed', data: { ...ids, cause: 'expired' } });
    return events;
  }
  if (subscription && !before)
    events.push({ type: 'SubscriptionStarted', data: { ...ids, subscription: subscription.id, until: subscription.until } });
  // The first invoice is the order's own payment.
  const renewals = subscription?.invoices.slice(1) ?? [];
  // Also an order that was paid after its end: the money came.
  for (const { id, amount, payment: by, until } of renewals)
    if (!before?.invoices.has(id)) events.push({ type: 'SubscriptionRenewed', data: { ...ids, invoice: id, amount, payment: by, until } });
  // A subscription that had ended here continues: it had been unpaid for too long, or was unknown to the provider for a while.
  if (subscription?.state === 'active' && before?.state === 'ended' && renewals.some(({ id }) => !before.invoices.has(id)))
    events.push({ type: 'SubscriptionRecovered', data: ids });
  if (subscription && before?.state !== 'ended') {
    const wasPastDue = before?.state === 'pastDue';
    if (subscription.state === 'pastDue' && !wasPastDue) events.push({ type: 'SubscriptionPastDue', data: ids });
    if (subscription.state === 'active' && wasPastDue) events.push({ type: 'SubscriptionRecovered', data: ids });
    if (subscription.state !== 'ended' && subscription.cancelling !== (before?.cancelling ?? false))
      events.push(
        subscription.cancelling
          ? { type: 'SubscriptionCancelled', data: { ...ids, until: subscription.until } }
          : { type: 'SubscriptionResumed', data: ids },
      );
  }
  events.push(...followed({ ...ids, invoice: null }, paid, seen, order));
  for (const { id, amount, ...after } of renewals)
    events.push(...followed({ ...ids, invoice: id }, amount, after, before?.invoices.get(id) ?? untouched));
  const last = renewals.at(-1);
  const whole =
    seen.refunded + order.otherWay >= paid.amount || (last !== undefined && last.refunded > 0 && last.refunded >= last.amount.amount);
  if (subscription?.state === 'ended' && before?.state !== 'ended')
    events.push({
      type: 'SubscriptionEnded',
      data: { ...ids, cause: whole ? 'refunded' : before?.cancelling || subscription.cancelling ? 'cancelled' : 'unpaid' },
    });
  // The same was paid by another order meanwhile, in another window: this payment is refunded.
  if (newly && seen.refunded === 0 && paidTwice(order, orders))
    events.push({ type: 'RefundRequested', data: { ...ids, amount: paid, by: 'school' } });
  return events;
}
