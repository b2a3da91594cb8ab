import { isDeepStrictEqual } from 'node:util';
import { monthsAfter } from '../../../events/calendar.ts';
import type { Quote } from '../../../events/payments.ts';
import { type AskedRefund, failedOf, lostWith, stillLost } from '../../../events/refunds.ts';
import type { StreamEvent } from '../../../events/registry.ts';
import type { Money } from '../../../events/types.ts';
import type { Afterwards, Seen } from '../../integrations/payments/port.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse } from '../kernel/errors.ts';
import { GrowingMap } from '../kernel/growing.ts';

type Event = StreamEvent<'purchases'>;

/** A payment after it was made, as it is recorded; minor unit. */
interface Recorded {
  /** What was given back of it; of what the provider gave back, what came back to the school; what staff gave back by another way than the provider. */
  refunded: number;
  bounced: number;
  otherWay: number;
  dispute: Afterwards['dispute'];
}
/** A bank has the money, or may take it: it is not given back besides. */
const isQuestioned = ({ dispute }: Recorded): boolean => dispute !== null && dispute.state !== 'won';
const untouched: Recorded = { refunded: 0, bounced: 0, otherWay: 0, dispute: null };
interface Renewal extends Recorded {
  amount: Money;
  /** By which the provider knows it; null: it did not say. */
  payment: string | null;
  /** What staff asked to give back of it and is not recorded yet, by keys by which the provider gives it back once; of each amount one. */
  asked: readonly AskedRefund[];
  /** What came back to the school and was not given back since. */
  refundLost: number;
}
export interface Subscription {
  id: string;
  state: 'active' | 'pastDue' | 'ended';
  /** Paid until; ISO UTC. */
  until: string;
  cancelling: boolean;
  /** Paid invoices that are recorded, but for the first payment, by which the provider knows them; and the last of them. */
  invoices: GrowingMap<string, Renewal>;
  last: string | null;
}
/** Minor unit, in the currency of the price: what the coupon takes off the first payment. `hold`: by which its place is held. */
export interface AppliedCoupon {
  code: string;
  hold: string;
  discount: Money;
}
/** A bundle that was ordered: its courses in their order, and those of them that the order opens. */
export interface OrderedBundle {
  bundleId: number;
  path: readonly number[];
  opens: readonly number[];
}
/** For whom a gift is, as its buyer wrote; each null where not given, and once the buyer is erased. */
export interface Gift {
  to: string | null;
  toName: string | null;
  message: string | null;
}
/** By which group somebody comes into a course. */
export interface ChosenGroup {
  courseId: number;
  groupId: number;
}
/** What somebody is offered. */
export interface Offer extends Quote {
  bundle: OrderedBundle | null;
  /** Of the courses that it opens and that one comes into by a group; of a gift, once it is accepted. */
  groups: readonly ChosenGroup[];
  /** null: for themselves. */
  gift: Gift | null;
}
export interface Order extends Offer, Recorded {
  orderId: number;
  /** Of a gift: who has it; and how often its code was sent. */
  claimedBy: number | null;
  sent: number;
  /** `started`: the provider has not opened its page yet. `closed`: without a payment. */
  state: 'started' | 'open' | 'closed' | 'paid';
  startedBy: string;
  startedAt: string;
  validUntil: string;
  coupon: AppliedCoupon | null;
  /** Paid by bank transfer, outside the provider. `declaredAt`: when its buyer said that the money was sent. */
  transfer: { reference: string; declaredAt: string | null; tracking: string | null; proof: string | null } | null;
  session: string | null;
  failure: string | null;
  paid: Money | null;
  payment: string | null;
  paidAt: string | null;
  /** Minor unit: what was asked for beyond what was given back. `Recorded` is of the first payment. */
  refundAsked: number;
  /** The refunds behind `refundAsked`, the oldest first: those that did not fail, until nothing is asked for any more. */
  requests: readonly AskedRefund[];
  /** What came to nothing, or came back, and was neither asked for again nor given back since. */
  refundLost: number;
  subscription: Subscription | null;
}
/** By their numbers. */
export type Purchases = GrowingMap<number, Order>;

/** Whether the school has the last period of a subscription paid no more: it was given back whole, or lost to a dispute. */
const lastIsBack = ({ invoices, last }: Subscription): boolean => {
  const renewal = last === null ? undefined : invoices.get(last);
  return (
    renewal !== undefined && ((renewal.refunded > 0 && renewal.refunded >= renewal.amount.amount) || renewal.dispute?.state === 'lost')
  );
};
/** Whether what it opened is still open by it: paid, not given back whole, not lost to a dispute, and a subscription not ended, its last period being paid. */
export const holds = ({ state, paid, refunded, dispute, subscription }: Order): boolean =>
  state === 'paid' &&
  refunded < (paid?.amount ?? 0) &&
  dispute?.state !== 'lost' &&
  (subscription === null || (subscription.state !== 'ended' && !lastIsBack(subscription)));

/** Whether somebody may still accept this gift: not where its money goes back, be it that it is only asked for, or that staff have to try again. */
export const canBeClaimed = (order: Order): boolean => holds(order) && order.refundAsked === 0 && order.refundLost === 0;

/** How often the code of one gift is sent. */
const MOST_SENT = 5;

const DAY = 24 * 3_600_000;
/** So long after its page was over, or the last period that is known to be paid, an order ends that the provider does not know: its keys may be set right again. */
const UNKNOWN_PAGE = DAY / 2;
const UNKNOWN_PLAN = 30 * DAY;
const later = (at: string, by: number): string => new Date(Date.parse(at) + by).toISOString();
/** Until when the buyer may have the whole price back. */
export const refundableUntil = ({ paidAt, refundDays }: Pick<Order, 'paidAt' | 'refundDays'>): string | null =>
  paidAt === null ? null : later(paidAt, refundDays * DAY);

type Thing = Pick<Offer, 'what' | 'courseId' | 'bundle' | 'gift'>;
/** The courses that it opens; none for the plan, which opens them all. */
export const opensOf = ({ courseId, bundle }: Pick<Thing, 'courseId' | 'bundle'>): readonly number[] =>
  bundle?.opens ?? (courseId === null ? [] : [courseId]);
/** Both would open the same: nobody pays for it twice. */
export const overlap = (one: Thing, other: Thing): boolean => {
  // What one gives is not what one has: only the same gift again is the same.
  if (one.gift || other.gift) return sameThing(one, other);
  return opensSame(one, other);
};
const opensSame = (one: Thing, other: Thing): boolean =>
  (one.what === 'premium' && other.what === 'premium') || opensOf(one).some((courseId) => opensOf(other).includes(courseId));
const sameThing = (one: Thing, other: Thing): boolean =>
  one.what === other.what && one.courseId === other.courseId && isDeepStrictEqual([one.bundle, one.gift], [other.bundle, other.gift]);
const samePrice = (one: Money, other: Money): boolean => one.amount === other.amount && one.currency === other.currency;
export const isWaiting = ({ state }: Order): boolean => state === 'started' || state === 'open';
/** The order whose page is open for the same, at the same price and under the same terms. `code`: of its coupon. */
export function openOrder(orders: Purchases, quote: Offer, code: string | null, now: string, byTransfer: boolean): Order | null {
  for (const [, order] of orders)
    if (
      sameThing(order, quote) &&
      (quote.gift !== null || isDeepStrictEqual(order.groups, quote.groups)) &&
      isWaiting(order) &&
      order.validUntil > now &&
      samePrice(order.price, quote.price) &&
      order.policyVersion === quote.policyVersion &&
      order.taxRate === quote.taxRate &&
      (order.coupon?.code ?? null) === code &&
      (order.transfer !== null) === byTransfer
    )
      return order;
  return null;
}
/** The subscription that a person has, if any: before a month by transfer, that which is charged again by itself. */
export const subscriptionOf = (orders: Purchases): (Order & { subscription: Subscription }) | null => {
  let found: (Order & { subscription: Subscription }) | null = null;
  for (const [, order] of orders) {
    const { subscription } = order;
    if (!subscription || subscription.state === 'ended' || !holds(order)) continue;
    if (order.transfer === null) return { ...order, subscription };
    found ??= { ...order, subscription };
  }
  return found;
};

/** `now`: ISO UTC. `commandId`: by which the started order is found again. */
export type PurchaseCommand = { userId: number; now: string } /** `transfer`: it is paid by bank transfer. */ & (
  | { type: 'start'; quote: Offer; coupon: AppliedCoupon | null; transfer: boolean; validUntil: string; commandId: string }
  | { type: 'declare'; orderId: number; tracking: string | null; proof: string | null }
  /** Staff found the money on the bank's statement, or did not; and sent back what was asked for. */
  | { type: 'confirm'; orderId: number }
  | { type: 'notArrived'; orderId: number }
  /** Of what the provider could not give back: by another way. `invoice`: of a renewal. `amount` in the minor unit; absent: all that was asked for, or did not arrive. */
  | { type: 'sentBack'; orderId: number; invoice?: string | undefined; amount?: number | undefined }
  /** Nobody said that it was paid, and its days are over; or the month that was paid by transfer is. */
  | { type: 'lapse'; orderId: number }
  | { type: 'opened'; orderId: number; session: string }
  | { type: 'close'; orderId: number; cause: 'left' | 'replaced' | 'refused' | 'unknown' }
  /** The provider does not know it. */
  | { type: 'unknown'; orderId: number }
  /** What the provider knows of the order. */
  | { type: 'observe'; orderId: number; seen: Seen }
  /** `amount` in the minor unit; absent: all that is left. */
  | { type: 'refund'; orderId: number; by: 'learner' | 'staff' | 'school'; amount?: number | undefined }
  /** Staff give back a renewal; `amount` as above. */
  | { type: 'refundRenewal'; orderId: number; invoice: string; amount?: number | undefined }
  /** `request`: the id of its `RefundRequested`. `made`: as the provider has them. */
  | { type: 'refundFailed'; orderId: number; request: string; made: readonly string[]; cause: string }
  /** Somebody accepts a gift of this person; `groups`: by which they come into its courses. */
  | { type: 'claim'; orderId: number; by: number; groups: readonly ChosenGroup[] }
  /** Its code goes by mail, to the address of the order or another one. */
  | { type: 'sendGift'; orderId: number; to: string | null }
);

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

/** Months of the plan that are paid by transfer follow one another. */
const isNextMonth = (order: Order, other: Order): boolean => order.what === 'premium' && order.transfer !== null && other.transfer !== null;
/** All of it is asked back, or given back. */
const isGoing = ({ paid, refunded, refundAsked }: Order): boolean => refunded + refundAsked >= (paid?.amount ?? 0);
/** Until when the plan is paid by transfers that are not on their way back; null: it is not. */
export const paidByTransfer = (orders: Purchases): string | null => {
  let last: string | null = null;
  for (const [, order] of orders)
    if (order.what === 'premium' && order.transfer && order.subscription && holds(order) && !isGoing(order))
      if (order.subscription.until > (last ?? '')) last = order.subscription.until;
  return last;
};
/** A month that was paid after it begins where it ends: it is given back first. */
const hasLaterMonth = ({ what, transfer, subscription }: Order, orders: Purchases): boolean =>
  what === 'premium' && transfer !== null && subscription !== null && (paidByTransfer(orders) ?? '') > subscription.until;
/** The same, or part of it, was paid by another order. */
const paidTwice = (order: Order, orders: Purchases): boolean =>
  order.gift === null &&
  [...orders].some(([id, other]) => id !== order.orderId && overlap(other, order) && holds(other) && !isNextMonth(order, other));

/** A shorter month takes at most so much from the months after it. */
const DRIFT = 3 * DAY;
/** The first day of the months by transfer that follow one another up to now. */
const firstDay = (orders: Purchases): string => {
  const months = [...orders].flatMap(([, one]) =>
    one.what === 'premium' && one.transfer && one.subscription && one.paidAt !== null && !isGoing(one)
      ? [{ paidAt: one.paidAt, until: one.subscription.until }]
      : [],
  );
  let [first, until] = ['', ''];
  for (const month of months.sort((one, other) => one.until.localeCompare(other.until))) {
    // Paid once the one before had ended: it began anew.
    if (month.paidAt >= until) first = month.paidAt;
    until = month.until;
  }
  return first;
};
/** Until when another month is paid. Months are counted from the first day: who began on the 31st has that day again after February. */
const nextMonth = (orders: Purchases, now: string): string => {
  const paid = paidByTransfer(orders);
  if (paid === null || paid <= now) return monthsAfter(now, 1);
  const next = monthsAfter(paid, 1);
  const first = firstDay(orders);
  for (let months = 1; months < 1_200; months++) {
    const at = monthsAfter(first, months);
    if (at >= next) return Date.parse(at) - Date.parse(next) <= DRIFT ? at : next;
  }
  return next;
};

type OfPayment = { userId: number; orderId: number; invoice: string | null };
/** What is new of a payment after it was made. */
function followed(of: OfPayment, { amount: paid, currency }: Money, seen: Afterwards, had: Recorded): Event[] {
  const events: Event[] = [];
  const refunded = Math.min(seen.refunded, paid);
  // Both only grow, the sum of what was made and what came back: an answer of the provider that comes late changes nothing.
  const fell = Math.max(0, seen.bounced.amount - had.bounced);
  const made = Math.max(0, refunded + seen.bounced.amount - (had.refunded - had.otherWay) - had.bounced);
  // Of what is new, this never arrived.
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
  // What is lost is lost; what was won may be lost still.
  const known = had.dispute?.id === dispute?.id ? (had.dispute?.state ?? 'open') : 'open';
  if (dispute && dispute.state !== 'open' && known !== 'lost' && known !== dispute.state)
    events.push({ type: 'DisputeClosed', data: { ...of, dispute: dispute.id, won: dispute.state === 'won' } });
  return events;
}

function observed(order: Order, seen: Seen, userId: number, orders: Purchases): Event[] {
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
  // Also one that was paid after the end: the money came.
  for (const { id, amount, payment: by, until } of renewals)
    if (!before?.invoices.has(id)) events.push({ type: 'SubscriptionRenewed', data: { ...ids, invoice: id, amount, payment: by, until } });
  // What had ended here goes on: it was unpaid for too long, or not known there for a while.
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
  // The same was paid by another order meanwhile, in another window: nobody pays twice.
  if (newly && seen.refunded === 0 && paidTwice(order, orders))
    events.push({ type: 'RefundRequested', data: { ...ids, amount: paid, by: 'school' } });
  return events;
}

export const purchases: Decider<Purchases, PurchaseCommand, Event> = {
  category: 'purchases',
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
      case 'refund': {
        const { paid } = order;
        if (paid === null || isQuestioned(order)) return refuse('REFUND_NOT_POSSIBLE');
        if (command.by !== 'school' && order.refunded >= paid.amount) return refuse('REFUND_DONE');
        const left = paid.amount - order.refunded - order.refundAsked;
        const amount = command.amount ?? left;
        if (left <= 0 && command.amount === undefined) return [];
        if (amount <= 0 || amount > left) return refuse('REFUND_NOT_POSSIBLE');
        if (amount === left && command.by !== 'school' && hasLaterMonth(order, orders)) return refuse('REFUND_LAST_MONTH_FIRST');
        // Somebody has it: staff decide.
        if (command.by === 'learner' && order.claimedBy !== null) return refuse('GIFT_CLAIMED');
        if (command.by === 'learner' && now > (refundableUntil(order) ?? '')) return refuse('REFUND_TOO_LATE');
        // Staff see to it, and may be paying it by another way as this is asked.
        if (command.by === 'learner' && order.refundLost > 0) return refuse('REFUND_LOST');
        return [{ type: 'RefundRequested', data: { ...ids, amount: { amount, currency: paid.currency }, by: command.by } }];
      }
      case 'refundRenewal': {
        const { invoice } = command;
        const renewal = order.subscription?.invoices.get(invoice) ?? refuse('ORDER_NOT_FOUND');
        const left = renewal.amount.amount - renewal.refunded;
        if (left <= 0) return refuse('REFUND_DONE');
        const amount = command.amount ?? left;
        if (renewal.payment === null || isQuestioned(renewal) || amount <= 0 || amount > left) return refuse('REFUND_NOT_POSSIBLE');
        // The same again, before it is known what became of it, is the same.
        if (renewal.asked.some((one) => one.amount === amount)) return [];
        return [{ type: 'RenewalRefundRequested', data: { ...ids, invoice, amount: { amount, currency: renewal.amount.currency } } }];
      }
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
      case 'sentBack': {
        const { invoice } = command;
        if (invoice !== undefined) {
          const renewal = order.subscription?.invoices.get(invoice) ?? refuse('ORDER_NOT_FOUND');
          const amount = command.amount ?? renewal.refundLost;
          if (renewal.dispute?.state === 'open' || amount <= 0 || amount > renewal.refundLost) return refuse('REFUND_NOT_POSSIBLE');
          const whole = renewal.refunded + amount >= renewal.amount.amount;
          return [{ type: 'Refunded', data: { ...ids, invoice, amount: { ...renewal.amount, amount }, whole, otherWay: true } }];
        }
        const { paid } = order;
        if (paid === null || order.dispute?.state === 'open') return refuse('ORDER_NOT_FOUND');
        // What the provider was asked for is its own to give back; what it could not, staff have given back by another way.
        const otherWay = order.transfer === null;
        const due = otherWay ? order.refundLost : order.refundAsked;
        const amount = command.amount ?? due;
        if (amount <= 0 || amount > due) return refuse('REFUND_NOT_POSSIBLE');
        const whole = order.refunded + amount >= paid.amount;
        return [
          { type: 'Refunded', data: { ...ids, invoice: null, amount: { amount, currency: paid.currency }, whole, otherWay } },
          ...(whole && order.transfer && order.subscription && order.subscription.state !== 'ended'
            ? [{ type: 'SubscriptionEnded', data: { ...ids, cause: 'refunded' } } as const]
            : []),
        ];
      }
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
      case 'refundFailed': {
        const { request, made, cause } = command;
        const asked = order.requests.find(({ id }) => id === request);
        if (!asked || order.paid === null || made.includes(request)) return [];
        const amount = { amount: lostWith(asked, order, made), currency: order.paid.currency };
        return [{ type: 'RefundFailed', data: { ...ids, request, amount, cause: cause.slice(0, 80) } }];
      }
    }
  },
  evolve(orders, event) {
    const { orderId } = event.data;
    if (event.type === 'CheckoutStarted') {
      const { userId: _, ...quote } = event.data;
      return orders.with(orderId, {
        ...quote,
        state: 'started',
        ...{ bundle: null, gift: null, groups: [], claimedBy: null, sent: 0 },
        startedBy: event.meta.commandId,
        startedAt: event.meta.occurredAt,
        ...{ coupon: null, transfer: null, session: null, failure: null, paid: null, payment: null, paidAt: null },
        ...{ ...untouched, refundAsked: 0, requests: [], refundLost: 0, subscription: null },
      });
    }
    const order = orders.get(orderId);
    if (!order) return orders;
    const put = (change: Partial<Order>) => orders.with(orderId, { ...order, ...change });
    /** `lost`: what is lost by now, were it all still due. */
    const back = (lost: number, change: Partial<Order>) => {
      const { refunded, refundAsked, requests } = { ...order, ...change };
      const asked = { requests: refundAsked === 0 ? [] : requests };
      const due = order.dispute?.state === 'lost' ? 0 : lost;
      return put({ ...change, ...asked, refundLost: stillLost(due, { paid: order.paid?.amount ?? 0, refunded, refundAsked }) });
    };
    const subscription = (change: Partial<Subscription>) =>
      order.subscription ? put({ subscription: { ...order.subscription, ...change } }) : orders;
    const ofRenewal = (invoice: string, change: (had: Renewal) => Partial<Renewal>) => {
      const invoices = order.subscription?.invoices;
      const renewal = invoices?.get(invoice);
      return invoices && renewal ? subscription({ invoices: invoices.with(invoice, { ...renewal, ...change(renewal) }) }) : orders;
    };
    const backOf = ({ amount, refundLost }: Renewal, refunded: number, lost: number) => ({
      ...{ refunded, refundLost: stillLost(refundLost + lost, { paid: amount.amount, refunded, refundAsked: 0 }) },
    });
    const disputed = (invoice: string | null, dispute: Recorded['dispute']) => {
      const lost = dispute?.state === 'lost';
      // What its bank took is not given back besides.
      if (invoice === null) return put({ dispute, ...(lost && { refundAsked: 0, requests: [], refundLost: 0 }) });
      return ofRenewal(invoice, ({ refundLost }) => ({ dispute, refundLost: lost ? 0 : refundLost }));
    };
    switch (event.type) {
      case 'BundleOrdered': {
        const { bundleId, path, opens } = event.data;
        return put({ bundle: { bundleId, path, opens } });
      }
      case 'GiftOrdered': {
        const { to, toName, message } = event.data;
        return put({ gift: { to, toName, message } });
      }
      case 'GroupChosen': {
        const { courseId, groupId } = event.data;
        return put({ groups: [...order.groups, { courseId, groupId }] });
      }
      case 'GiftSent':
        return put({ sent: order.sent + 1 });
      case 'GiftClaimed':
        return put({ claimedBy: event.data.claimedBy });
      case 'CouponApplied': {
        const { code, hold, discount } = event.data;
        return put({ coupon: { code, hold, discount } });
      }
      case 'TransferAwaited':
        return put({ state: 'open', transfer: { reference: event.data.reference, declaredAt: null, tracking: null, proof: null } });
      case 'TransferDeclared':
        return order.transfer
          ? put({
              transfer: { ...order.transfer, declaredAt: event.meta.occurredAt, tracking: event.data.tracking, proof: event.data.proof },
            })
          : orders;
      case 'CheckoutOpened':
        return put({ state: order.state === 'started' ? 'open' : order.state, session: event.data.session });
      case 'CheckoutClosed':
        return put({ state: 'closed' });
      case 'PaymentFailed':
        return put({ failure: event.data.cause });
      case 'PaymentSucceeded':
        return put({ state: 'paid', paid: event.data.amount, payment: event.data.payment, paidAt: event.data.paidAt, failure: null });
      case 'RefundRequested': {
        const { amount } = event.data.amount;
        const requests = [...order.requests, { id: event.id, amount }];
        return back(order.refundLost - amount, { refundAsked: order.refundAsked + amount, requests });
      }
      case 'RenewalRefundRequested': {
        const { invoice, amount } = event.data;
        return ofRenewal(invoice, ({ asked }) => ({ asked: [...asked, { id: event.id, amount: amount.amount }] }));
      }
      case 'RefundFailed': {
        const { request, amount } = event.data;
        const failed = failedOf(order.refundAsked, amount);
        const requests = order.requests.filter(({ id }) => id !== request);
        return back(order.refundLost + failed, { refundAsked: order.refundAsked - failed, requests });
      }
      case 'Refunded': {
        const { invoice, amount, otherWay } = event.data;
        if (invoice !== null)
          return ofRenewal(invoice, (had) => ({
            ...backOf(had, had.refunded + amount.amount, -amount.amount),
            otherWay: had.otherWay + (otherWay ? amount.amount : 0),
            // What the provider was asked for is recorded by what it gave back.
            asked: otherWay ? had.asked : [],
          }));
        // What nobody had asked for was made of what was lost.
        const asked = otherWay ? 0 : Math.min(order.refundAsked, amount.amount);
        return back(order.refundLost - (amount.amount - asked), {
          refunded: order.refunded + amount.amount,
          refundAsked: order.refundAsked - asked,
          otherWay: order.otherWay + (otherWay ? amount.amount : 0),
        });
      }
      case 'RefundBounced': {
        const { invoice, amount, undone } = event.data;
        // What came back is asked for anew.
        if (invoice !== null)
          return ofRenewal(invoice, (had) => ({
            ...backOf(had, had.refunded - undone.amount, amount.amount),
            ...{ bounced: had.bounced + amount.amount, asked: [] },
          }));
        return back(order.refundLost + amount.amount, {
          bounced: order.bounced + amount.amount,
          refunded: order.refunded - undone.amount,
          refundAsked: Math.max(0, order.refundAsked - (amount.amount - undone.amount)),
        });
      }
      case 'DisputeOpened':
        return disputed(event.data.invoice, { id: event.data.dispute, state: 'open' });
      case 'DisputeClosed':
        return disputed(event.data.invoice, { id: event.data.dispute, state: event.data.won ? 'won' : 'lost' });
      case 'SubscriptionStarted':
        return put({
          subscription: {
            id: event.data.subscription,
            state: 'active',
            until: event.data.until,
            cancelling: false,
            invoices: new GrowingMap(),
            last: null,
          },
        });
      case 'SubscriptionRenewed':
        return subscription({
          until: event.data.until,
          invoices: (order.subscription?.invoices ?? new GrowingMap<string, Renewal>()).with(event.data.invoice, {
            amount: event.data.amount,
            payment: event.data.payment,
            ...untouched,
            ...{ asked: [], refundLost: 0 },
          }),
          last: event.data.invoice,
        });
      case 'SubscriptionPastDue':
        return subscription({ state: 'pastDue' });
      case 'SubscriptionRecovered':
        return subscription({ state: 'active' });
      case 'SubscriptionCancelled':
        return subscription({ cancelling: true });
      case 'SubscriptionResumed':
        return subscription({ cancelling: false });
      case 'SubscriptionEnded':
        return subscription({ state: 'ended' });
    }
  },
};
