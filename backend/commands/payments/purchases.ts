import type { StreamEvent } from '../../../events/registry.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse } from '../kernel/errors.ts';
import { GrowingMap } from '../kernel/growing.ts';
import { evolvePurchases } from './evolvePurchases.ts';
import { observed, paidTwice } from './observed.ts';
import { canBeClaimed, holds, isWaiting, openOrder, overlap, type Purchases } from './order.ts';
import type { PurchaseCommand } from './purchaseCommand.ts';
import { decideRefund } from './refunds.ts';
import { nextMonth } from './transferMonths.ts';

type Event = StreamEvent<'purchases'>;

/** How often the code of one gift is sent. */
const MOST_SENT = 5;

const DAY = 24 * 3_600_000;
/**
 * How long after the end of its page, or of its last known paid period, an order ends that the provider does not know: until then its keys may be set right
 * again.
 */
const UNKNOWN_PAGE = DAY / 2;
const UNKNOWN_PLAN = 30 * DAY;
const later = (at: string, by: number): string => new Date(Date.parse(at) + by).toISOString();

function started(command: Extract<PurchaseCommand, { type: 'start' }>, orders: Purchases): Event[] {
  const { userId, quote, coupon, transfer, validUntil, now } = command;
  const events: Event[] = [];
  const reused = openOrder(orders, quote, coupon?.code ?? null, now, transfer);
  for (const [orderId, order] of orders) {
    const same = overlap(order, quote);
    // Another month of a plan that is paid by transfer.
    if (same && transfer && quote.what === 'premium' && order.transfer && holds(order)) continue;
    if (same && !quote.gift && holds(order)) return refuse(quote.what === 'premium' ? 'SUBSCRIPTION_ACTIVE' : 'COURSE_ALREADY_OWNED');
    // A coupon is good for one order of a person, whatever it is for.
    const carries = coupon !== null && order.coupon?.code === coupon.code;
    if (carries && order.state === 'paid') return refuse('COUPON_USED');
    if ((!same && !carries) || !isWaiting(order)) continue;
    if (order === reused) return [];
    if (order.transfer?.declaredAt != null) return refuse(same ? 'TRANSFER_DECLARED' : 'COUPON_USED');
    events.push({ type: 'CheckoutClosed', data: { userId, orderId, cause: 'replaced' } });
  }
  const orderId = orders.size + 1;
  const { bundle, gift, groups, ...shown } = quote;
  events.push({ type: 'CheckoutStarted', data: { userId, orderId, ...shown, validUntil } });
  if (bundle)
    events.push({ type: 'BundleOrdered', data: { userId, orderId, ...bundle, path: [...bundle.path], opens: [...bundle.opens] } });
  if (gift) events.push({ type: 'GiftOrdered', data: { userId, orderId, ...gift } });
  for (const group of groups) events.push({ type: 'GroupChosen', data: { userId, orderId, ...group } });
  if (coupon) events.push({ type: 'CouponApplied', data: { userId, orderId, ...coupon } });
  if (transfer) events.push({ type: 'TransferAwaited', data: { userId, orderId, reference: `${userId}-${orderId}` } });
  return events;
}

export const purchases: Decider<Purchases, PurchaseCommand, Event> = {
  category: 'purchases',
  wordless: 'where lost',
  initial: () => new GrowingMap(),
  decide(command, orders) {
    if (command.type === 'start') return started(command, orders);
    const { userId, orderId, now } = command;
    const order = orders.get(orderId) ?? refuse('ORDER_NOT_FOUND');
    const ids = { userId, orderId };
    switch (command.type) {
      case 'opened':
        return order.session === null ? [{ type: 'CheckoutOpened', data: { ...ids, session: command.session } }] : [];
      case 'close':
        return isWaiting(order) ? [{ type: 'CheckoutClosed', data: { ...ids, cause: command.cause } }] : [];
      case 'observe':
        return observed(order, command.seen, userId, orders);
      case 'refund':
      case 'refundRenewal':
      case 'sentBack':
      case 'refundFailed':
        return decideRefund(command, order, orders);
      case 'declare': {
        const { transfer } = order;
        if (!transfer || !isWaiting(order)) return refuse('ORDER_NOT_FOUND');
        const { tracking, proof } = command;
        return transfer.declaredAt !== null && transfer.tracking === tracking && transfer.proof === proof
          ? []
          : [{ type: 'TransferDeclared', data: { ...ids, tracking, proof } }];
      }
      case 'confirm': {
        if (!order.transfer) return refuse('ORDER_NOT_FOUND');
        if (order.state === 'paid') return [];
        const amount = { ...order.price, amount: order.price.amount - (order.coupon?.discount.amount ?? 0) };
        const payment = `transfer-${order.transfer.reference}`;
        return [
          // Also one whose days are over: the money came.
          { type: 'PaymentSucceeded', data: { ...ids, amount, payment, paidAt: now } },
          ...(order.period === null
            ? []
            : [{ type: 'SubscriptionStarted', data: { ...ids, subscription: payment, until: nextMonth(orders, now) } } as const]),
          ...(paidTwice(order, orders) ? [{ type: 'RefundRequested', data: { ...ids, amount, by: 'school' } } as const] : []),
        ];
      }
      case 'notArrived':
        if (!order.transfer) return refuse('ORDER_NOT_FOUND');
        if (order.state === 'paid') return refuse('TRANSFER_CONFIRMED');
        return isWaiting(order) ? [{ type: 'CheckoutClosed', data: { ...ids, cause: 'refused' } }] : [];
      case 'lapse':
        if (order.transfer && order.subscription && order.subscription.state !== 'ended')
          return order.subscription.until <= now ? [{ type: 'SubscriptionEnded', data: { ...ids, cause: 'cancelled' } }] : [];
        return order.transfer && order.transfer.declaredAt === null && isWaiting(order) && order.validUntil <= now
          ? [{ type: 'CheckoutClosed', data: { ...ids, cause: 'expired' } }]
          : [];
      case 'unknown':
        if (isWaiting(order))
          return later(order.validUntil, UNKNOWN_PAGE) <= now ? [{ type: 'CheckoutClosed', data: { ...ids, cause: 'unknown' } }] : [];
        return order.subscription && order.subscription.state !== 'ended' && later(order.subscription.until, UNKNOWN_PLAN) <= now
          ? [{ type: 'SubscriptionEnded', data: { ...ids, cause: 'unknown' } }]
          : [];
      case 'claim': {
        if (!order.gift) return refuse('GIFT_NOT_FOUND');
        if (order.claimedBy === command.by) return [];
        if (order.claimedBy !== null) return refuse('GIFT_CLAIMED');
        if (!canBeClaimed(order)) return refuse('GIFT_ENDED');
        if (command.by === userId) return refuse('GIFT_OWN');
        return [
          { type: 'GiftClaimed', data: { ...ids, claimedBy: command.by } },
          ...command.groups.map((group): Event => ({ type: 'GroupChosen', data: { ...ids, ...group } })),
        ];
      }
      case 'sendGift': {
        if (!order.gift) return refuse('GIFT_NOT_FOUND');
        if (order.claimedBy !== null) return refuse('GIFT_CLAIMED');
        if (!canBeClaimed(order)) return refuse('GIFT_ENDED');
        const to = command.to ?? order.gift.to;
        if (to === null) return refuse('GIFT_NO_ADDRESS');
        return order.sent >= MOST_SENT ? refuse('GIFT_SENT_ENOUGH') : [{ type: 'GiftSent', data: { ...ids, to } }];
      }
    }
  },
  evolve: evolvePurchases,
};
