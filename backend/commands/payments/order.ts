import { isDeepStrictEqual } from 'node:util';
import type { Quote } from '../../../events/payments.ts';
import type { AskedRefund } from '../../../events/refunds.ts';
import type { Money } from '../../../events/types.ts';
import type { Afterwards } from '../../integrations/payments/port.ts';
import type { GrowingMap } from '../kernel/growing.ts';

/** What happened to a payment after it was made; amounts in the minor unit. */
export interface Recorded {
  /**
   * `refunded`: what was given back in all; `bounced`: of that, what the provider gave back and the school got again; `otherWay`: what staff gave back
   * outside the provider.
   */
  refunded: number;
  bounced: number;
  otherWay: number;
  dispute: Afterwards['dispute'];
}
/** A dispute is open or lost: the bank has the money or may take it, so that it is not refunded as well. */
export const isQuestioned = ({ dispute }: Recorded): boolean => dispute !== null && dispute.state !== 'won';
export const untouched: Recorded = { refunded: 0, bounced: 0, otherWay: 0, dispute: null };
export interface Renewal extends Recorded {
  amount: Money;
  /** The provider's id of the payment; null: it named none. */
  payment: string | null;
  /** Refunds that staff asked for and that are not recorded yet, with the keys by which the provider makes each once; at most one for each amount. */
  asked: readonly AskedRefund[];
  /** What came back to the school and was not given back since. */
  refundLost: number;
}
export interface Subscription {
  id: string;
  state: 'active' | 'pastDue' | 'ended';
  /** Until when it is paid; ISO UTC. */
  until: string;
  cancelling: boolean;
  /** The recorded paid invoices after the first payment, by the provider's ids; and the id of the last of them. */
  invoices: GrowingMap<string, Renewal>;
  last: string | null;
}
/** What the coupon takes off the first payment: in the minor unit, in the currency of the price. `hold`: the id under which its use is held. */
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
/** The recipient of a gift as its buyer wrote; each field is null where it was not given, and all once the buyer is erased. */
export interface Gift {
  to: string | null;
  toName: string | null;
  message: string | null;
}
/** The group by which somebody enters a course. */
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

/** Whether the school no longer has the money of a subscription's last period: it was refunded whole, or lost to a dispute. */
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

const DAY = 24 * 3_600_000;
/** Until when the buyer may have the whole price back. */
export const refundableUntil = ({ paidAt, refundDays }: Pick<Order, 'paidAt' | 'refundDays'>): string | null =>
  paidAt === null ? null : new Date(Date.parse(paidAt) + refundDays * DAY).toISOString();

type Thing = Pick<Offer, 'what' | 'courseId' | 'bundle' | 'gift'>;
/** The courses that it opens; none for the plan, which opens them all. */
export const opensOf = ({ courseId, bundle }: Pick<Thing, 'courseId' | 'bundle'>): readonly number[] =>
  bundle?.opens ?? (courseId === null ? [] : [courseId]);
/** Whether both orders would open the same: nobody must pay for it twice. */
export const overlap = (one: Thing, other: Thing): boolean => {
  // A gift is not the buyer's own: only an equal gift counts as the same.
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
