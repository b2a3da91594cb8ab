import type { Envelope } from '../../../events/define.ts';
import type { NoticeKindName } from '../../../events/notices.ts';
import type { DataOf } from '../../../events/registry.ts';
import { user } from '../identity/user.ts';
import { DomainError, unlessRefused } from '../kernel/errors.ts';
import { type CommandContext, type Commands, derived } from '../kernel/handle.ts';
import type { Reactor } from '../kernel/reactor.ts';
import type { DeadlineAction, Timer } from '../kernel/timer.ts';
import { rightOfOrder } from '../learning/enrolling.ts';
import type { Learning } from '../learning/learning.ts';
import type { Notifications } from '../notifications/notifications.ts';
import { holds, type Order, opensOf, subscriptionOf } from '../payments/order.ts';
import { orderName, type Payments } from '../payments/payments.ts';
import { purchases } from '../payments/purchases.ts';
import { paidByTransfer } from '../payments/transferMonths.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
export const SETTLE_ORDER = 'settleOrder';
export const SETTLE_COUPON = 'settleCoupon';
export const REMIND_PLAN = 'remindPlan';
/** How many milliseconds before the end of a month paid by transfer its payer is reminded. */
const REMIND_BEFORE = 5 * 24 * HOUR;
/** When the provider is asked about an order whose page was opened, though it said nothing. */
const ASK_AFTER = [2 * MINUTE, 10 * MINUTE, 36 * MINUTE, 3 * HOUR, 24 * HOUR] as const;
/** When the provider is asked whether a refund has reached its buyer. */
const REFUND_LOOKED_AT = [24 * HOUR, 7 * 24 * HOUR, 30 * 24 * HOUR] as const;
/** How long after its end a period is looked at, and how often until it is known how it goes on. */
const AFTER_PERIOD = HOUR;
const UNTIL_KNOWN = 6 * HOUR;
/** Where the provider cannot be asked it is tried again after so long, and not with each look at what is due: twice as long each time, up to an hour. */
const AWAY: Readonly<Partial<Record<string, (tries: number) => number>>> = {
  PAYMENT_PROVIDER_FAILED: (tries) => Math.min(HOUR, 2 * MINUTE * 2 ** tries),
  PAYMENTS_OFF: () => UNTIL_KNOWN,
};
/** Notifications to the buyer. */
const PAID = { premium: 'planPaid', course: 'coursePaid', bundle: 'bundlePaid' } as const;

/** `tries`: how often asking the provider has failed before. */
const deadline = (userId: number, orderId: number, due: number, tries = 0) => ({
  ...{ thing: `order ${userId}-${orderId}`, due: new Date(due).toISOString() },
  ...{ kind: SETTLE_ORDER, data: { userId, orderId, tries } },
});

/** The timer's action: asks the provider about an order, whether or not messages came. */
export const settleOrderAction =
  (payments: Pick<Payments, 'settle'>, timer: () => Pick<Timer, 'schedule'>): DeadlineAction =>
  async ({ data }, context) => {
    const name = { userId: Number(data.userId), orderId: Number(data.orderId) };
    const again = (after: number, tries = 0) => timer().schedule(deadline(name.userId, name.orderId, context.now.getTime() + after, tries));
    let order: Order;
    try {
      order = (await payments.settle(name, context)).order;
    } catch (error) {
      const after = error instanceof DomainError ? AWAY[error.code] : undefined;
      if (after === undefined) throw error;
      const tries = Number(data.tries ?? 0);
      return again(after(tries), tries + 1);
    }
    const { subscription } = order;
    if (subscription && subscription.state !== 'ended' && subscription.until <= context.now.toISOString()) await again(UNTIL_KNOWN);
  };

/** The timer's action before a month paid by transfer ends: reminds its payer, unless the next one is paid. */
export const remindPlanAction =
  (payments: Pick<Payments, 'load'>, commands: Commands, notifications: Pick<Notifications, 'notify'>): DeadlineAction =>
  async ({ data }, context) => {
    const userId = Number(data.userId);
    const orders = await payments.load(userId);
    const until = orders.get(Number(data.orderId))?.subscription?.until;
    if (until === undefined || paidByTransfer(orders) !== until) return;
    if ((await commands.load(user, userId)).state.status !== 'active') return;
    await notifications.notify(
      userId,
      { kind: 'planEnding', courseId: null, name: until, link: '/checkout?plan=premium&renovar=1' },
      context,
    );
  };

/** The timer's action for a held coupon or seat that nothing has settled. */
export const settleCouponAction =
  (payments: Pick<Payments, 'coupons'>, timer: () => Timer): DeadlineAction =>
  async ({ data }, context) => {
    const held = { code: String(data.code), hold: String(data.hold) };
    const userId = Number(data.userId);
    const open = await payments.coupons.settle(held, userId, context);
    if (open) await timer().schedule(couponDeadline(held, userId, context.now.getTime() + UNTIL_KNOWN));
  };
const couponDeadline = ({ code, hold }: { code: string; hold: string }, userId: number, due: number) => ({
  ...{ thing: `coupon ${code} ${hold}`, due: new Date(due).toISOString() },
  ...{ kind: SETTLE_COUPON, data: { code, hold, userId } },
});

/** What follows from payments: access opens and closes, refunds are made, the person is told, and the provider is asked again. */
export function paymentReactor(
  commands: Commands,
  payments: Payments,
  learning: Pick<Learning, 'groups' | 'purchase' | 'revoke'>,
  notifications: Pick<Notifications, 'notify'>,
  timer: Timer,
): Reactor {
  const orderOf = async ({ userId, orderId }: { userId: number; orderId: number }): Promise<Order | undefined> =>
    (await commands.load(purchases, userId)).state.get(orderId);
  const notify = async (event: Envelope, kind: NoticeKindName, order: Order, context: CommandContext): Promise<void> => {
    const { userId } = event.data as { userId: number };
    const { state } = await commands.load(user, userId);
    if (state.status !== 'active') return;
    await notifications.notify(userId, { kind, courseId: order.courseId, name: order.title, link: '/purchases' }, context);
  };
  /** When the group begins by which this order opens its course; null: it is open, or opens no course by itself. */
  const startOf = async (userId: number, order: Order): Promise<string | null> =>
    order.gift || order.courseId === null || !holds(order) ? null : learning.groups.opensOn(userId, order.courseId);
  const setPlan = async (userId: number, plan: 'basic' | 'premium', context: CommandContext): Promise<void> => {
    await commands.handle(user, userId, { type: 'changePlan', plan }, derived(context, 'plan'));
  };
  const isErased = async (userId: number): Promise<boolean> => (await commands.load(user, userId)).state.status === 'erased';
  /** Opens what the order holds, and closes it where the order does not hold any more. Entitlements from elsewhere stay. */
  const open = async (event: Envelope, context: CommandContext): Promise<void> => {
    const name = event.data as { userId: number; orderId: number };
    const order = await orderOf(name);
    if (order?.state !== 'paid') return;
    // What is given is open to whoever accepted it, and to nobody before.
    const userId = order.gift ? order.claimedBy : name.userId;
    if (userId === null) return;
    if (order.what === 'premium') {
      const has = subscriptionOf((await commands.load(purchases, userId)).state) !== null;
      if (!(await isErased(userId))) await setPlan(userId, has ? 'premium' : 'basic', context);
    } else
      for (const courseId of opensOf(order))
        if (holds(order)) {
          // Nobody is left to have it: a dispute was won, or a gift accepted, by a person who is gone.
          if (await isErased(userId)) continue;
          const chosen = order.groups.find((one) => one.courseId === courseId);
          // Before the course: what its group opens later does not open now.
          if (chosen) await learning.groups.take(courseId, chosen.groupId, userId, context);
          await learning.purchase(userId, courseId, orderName(name), context);
        } else await learning.revoke(userId, courseId, rightOfOrder(orderName(name)), context);
  };
  const settleCoupon = async (event: Envelope, context: CommandContext): Promise<void> => {
    const name = event.data as { userId: number; orderId: number };
    const order = await orderOf(name);
    if (order?.coupon) await payments.coupons.settle(order.coupon, name.userId, context);
  };
  const whenPeriodEnds = (userId: number, orderId: number, until: string) =>
    timer.schedule(deadline(userId, orderId, Date.parse(until) + AFTER_PERIOD));

  return {
    name: 'payments',
    on: {
      // Also where its page was never opened, since this school died: it is closed, and its coupon is free again.
      async CheckoutStarted(event, { now }) {
        const { userId, orderId, validUntil } = event.data as DataOf<'CheckoutStarted'>;
        await timer.schedule(deadline(userId, orderId, Math.max(now.getTime(), Date.parse(validUntil) + MINUTE)));
      },
      async CheckoutOpened(event, { now }) {
        const { userId, orderId } = event.data as DataOf<'CheckoutOpened'>;
        for (const after of ASK_AFTER)
          await timer.schedule(deadline(userId, orderId, Math.max(now.getTime(), Date.parse(event.meta.occurredAt) + after)));
      },
      async CouponHeld(event, { now }) {
        const { userId, until, ...held } = event.data as { userId: number; code: string; hold: string; until: string };
        await timer.schedule(couponDeadline(held, userId, Math.max(now.getTime(), Date.parse(until) + AFTER_PERIOD)));
      },
      async CheckoutClosed(event, context) {
        await settleCoupon(event, context);
        const { cause, ...name } = event.data as DataOf<'CheckoutClosed'>;
        const order = await orderOf(name);
        if (order) await payments.settleSeats(name.userId, order.groups, order.startedBy, context);
        if (order?.transfer && order.state === 'closed' && (cause === 'refused' || cause === 'expired'))
          await notify(event, cause === 'refused' ? 'transferRefused' : 'transferExpired', order, context);
      },
      async PaymentSucceeded(event, context) {
        await settleCoupon(event, context);
        const { userId, orderId } = event.data as DataOf<'PaymentSucceeded'>;
        const order = await orderOf({ userId, orderId });
        if (order) await payments.closeWithCoupon(userId, order, context);
        // Nobody is left to have what was paid.
        if (await isErased(userId)) {
          await payments.refund({ userId, orderId }, 'school', undefined, context);
          return;
        }
        await open(event, context);
        if (order) await payments.receipts.issue(userId, order, null, context);
        const starts = order && (await startOf(userId, order));
        if (order && starts) await notify(event, 'groupPaid', { ...order, title: starts }, context);
        else if (order && holds(order)) await notify(event, order.gift ? 'giftPaid' : PAID[order.what], order, context);
        // Unless the gift was accepted, or the money given back, meanwhile.
        if (order?.gift?.to && holds(order))
          await payments.gifts.mail({ userId, orderId }, null, derived(context, 'gift', orderId)).catch(unlessRefused);
      },
      async GiftClaimed(event, context) {
        await open(event, context);
        const { claimedBy, ...name } = event.data as DataOf<'GiftClaimed'>;
        const order = await orderOf(name);
        if (!order) return;
        if (holds(order)) await payments.closeGiven(claimedBy, opensOf(order), context);
        await notify(event, 'giftClaimed', order, context);
        if ((await commands.load(user, claimedBy)).state.status === 'active')
          await notifications.notify(
            claimedBy,
            { kind: 'giftOpened', courseId: order.courseId, name: order.title, link: '/my-courses' },
            derived(context, 'gift'),
          );
      },
      async RefundRequested(event, context) {
        await payments.giveBack(event.data as DataOf<'RefundRequested'>, event.id, context);
      },
      async Refunded(event, context) {
        await open(event, context);
        await payments.stop(event.data as DataOf<'Refunded'>, context);
        const { userId, orderId, otherWay } = event.data as DataOf<'Refunded'>;
        const order = await orderOf({ userId, orderId });
        if (!order) return;
        await notify(event, otherWay ? 'refundMadeOtherWay' : 'refundMade', order, context);
        // A refund may still come back days later.
        if (order.transfer === null && !otherWay)
          for (const after of REFUND_LOOKED_AT) await timer.schedule(deadline(userId, orderId, context.now.getTime() + after));
      },
      // The money is the school’s again: what it opened is open until it is given back after all, which staff see and do.
      async RefundBounced(event, context) {
        await open(event, context);
        const { invoice, ...name } = event.data as DataOf<'RefundBounced'>;
        const order = await orderOf(name);
        // Nothing is missing where staff had given it back by another way before this was known.
        const due = invoice === null ? order?.refundLost : order?.subscription?.invoices.get(invoice)?.refundLost;
        if (order && due) await notify(event, 'refundFailed', order, context);
      },
      async RefundFailed(event, context) {
        const { amount, ...name } = event.data as DataOf<'RefundFailed'>;
        const order = await orderOf(name);
        // Nothing is missing where it was given back by another way meanwhile.
        if (order && amount?.amount !== 0) await notify(event, 'refundFailed', order, context);
      },
      async DisputeClosed(event, context) {
        await open(event, context);
        await payments.stop(event.data as DataOf<'DisputeClosed'>, context);
      },
      async SubscriptionStarted(event, context) {
        const { userId, orderId, until } = event.data as DataOf<'SubscriptionStarted'>;
        await whenPeriodEnds(userId, orderId, until);
        if ((await orderOf({ userId, orderId }))?.transfer)
          await timer.schedule({
            ...{ thing: `plan ${userId}-${orderId}`, due: new Date(Date.parse(until) - REMIND_BEFORE).toISOString() },
            ...{ kind: REMIND_PLAN, data: { userId, orderId } },
          });
        await open(event, context);
      },
      async SubscriptionRenewed(event, context) {
        const { userId, orderId, until, invoice, amount } = event.data as DataOf<'SubscriptionRenewed'>;
        await whenPeriodEnds(userId, orderId, until);
        const order = await orderOf({ userId, orderId });
        if (order) await payments.receipts.issue(userId, order, { invoice, amount, paidAt: event.meta.occurredAt }, context);
      },
      SubscriptionRecovered: open,
      async SubscriptionPastDue(event, context) {
        const { userId, orderId } = event.data as DataOf<'SubscriptionPastDue'>;
        await timer.schedule(deadline(userId, orderId, context.now.getTime() + UNTIL_KNOWN));
        const order = await orderOf({ userId, orderId });
        if (order) await notify(event, 'planPastDue', order, context);
      },
      async SubscriptionEnded(event, context) {
        await open(event, context);
        const { userId, orderId } = event.data as DataOf<'SubscriptionEnded'>;
        const order = await orderOf({ userId, orderId });
        if (order) await payments.endThere(order);
        // The next month is paid already.
        if (order?.transfer && paidByTransfer(await payments.load(userId)) !== null) return;
        if (order) await notify(event, 'planEnded', order, context);
      },
      async UserErased(event, context) {
        await payments.endAll((event.data as { userId: number }).userId, context);
      },
    },
  };
}
