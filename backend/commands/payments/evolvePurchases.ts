import { failedOf, stillLost } from '../../../events/refunds.ts';
import type { StreamEvent } from '../../../events/registry.ts';
import type { Decided } from '../kernel/decider.ts';
import { GrowingMap } from '../kernel/growing.ts';
import { type Order, type Purchases, type Recorded, type Renewal, type Subscription, untouched } from './order.ts';

/** The orders of one person after an event. */
export function evolvePurchases(orders: Purchases, event: Decided<StreamEvent<'purchases'>>): Purchases {
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
  /** `lost`: the sum of failed refunds, if all of it were still due. */
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
    // The bank has taken this money: it is not refunded as well.
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
          // A refund request is settled by the record of what the provider gave back.
          asked: otherWay ? had.asked : [],
        }));
      // Refunds beyond the requested sum settled earlier failed ones.
      const asked = otherWay ? 0 : Math.min(order.refundAsked, amount.amount);
      return back(order.refundLost - (amount.amount - asked), {
        refunded: order.refunded + amount.amount,
        refundAsked: order.refundAsked - asked,
        otherWay: order.otherWay + (otherWay ? amount.amount : 0),
      });
    }
    case 'RefundBounced': {
      const { invoice, amount, undone } = event.data;
      // A refund that came back must be requested anew.
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
}
