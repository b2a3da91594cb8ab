import type { PurchaseKind } from '../../events/payments.ts';
import { failedOf, stillLost } from '../../events/refunds.ts';
import type { EventOf, StreamEvent } from '../../events/registry.ts';
import type { Money } from '../../events/types.ts';
import type { Projection, Recorded } from './projection.ts';

type Event = StreamEvent<'purchases'>;

/** A later payment of a subscription; `refunded` in the minor unit of its currency, `refunds` less what came back, `refundFailed` as of the first. */
interface Renewal {
  invoice: string;
  at: string;
  amount: Money;
  payment: string | null;
  until: string;
  refunds: OrderDoc['refunds'];
  refunded: number;
  refundFailed: OrderDoc['refundFailed'];
  dispute: OrderDoc['dispute'];
}
export interface OrderDoc {
  userId: number;
  orderId: number;
  what: PurchaseKind;
  courseId: number | null;
  /** A bundle, with its courses in their order. */
  bundle: { id: number; path: readonly number[] } | null;
  /** For somebody else: as its buyer wrote, null once they are erased. `claimedBy` null: nobody has accepted it. */
  gift: { to: string | null; toName: string | null; message: string | null; sent: number; claimedAt: string | null } | null;
  claimedBy: number | null;
  /** The courses that it opens; none for the plan, which opens them all. */
  opens: readonly number[];
  title: string;
  price: Money;
  period: 'month' | null;
  refundDays: number;
  policyVersion: number;
  /** The tax that the price includes, in hundredths of a percent; null: not known. */
  taxRate: number | null;
  /** What a coupon takes off the first payment, in the minor unit; 0 without one. */
  coupon: string | null;
  discount: number;
  /** Paid by bank transfer. `tracking` and `proof` (the key of a file) are null once its buyer is erased. */
  transfer: { reference: string; declaredAt: string | null; tracking: string | null; proof: string | null } | null;
  /** Whether it waits for staff: its buyer says that the transfer was sent, or money must be sent back by hand, or given back again. */
  awaits: boolean;
  /** Whether it waits because its last refund failed, or came back. */
  refundLost: boolean;
  validUntil: string;
  state: 'open' | 'closed' | 'paid';
  /** Whether it was ever paid; staff look at these first. */
  wasPaid: boolean;
  startedAt: string;
  /** Why it ended without a payment, or why the last attempt failed. */
  cause: string | null;
  paidAt: string | null;
  /** Minor unit, in the currency of the price. `refunded` and `refundAsked` are of the first payment. */
  paid: number;
  /** The provider's id of the first payment. */
  payment: string | null;
  /** `otherWay`: not by the provider that took it. */
  refunds: { at: string; amount: number; otherWay: boolean }[];
  refunded: number;
  refundAsked: number;
  /** What came to nothing, or came back, and is to be given back still; and why, as it was last told. */
  refundFailed: { at: string; amount: number; cause: string } | null;
  dispute: 'open' | 'won' | 'lost' | null;
  subscription: {
    state: 'active' | 'pastDue' | 'ended';
    until: string;
    cancelling: boolean;
    /** Why it ended. */
    cause: string | null;
    renewals: Renewal[];
  } | null;
}

const key = ({ data }: { data: { userId: number; orderId: number } }) => `${data.userId}-${data.orderId}`;
const change = <T extends Event['type']>(fields: (doc: OrderDoc, event: Recorded<EventOf<T>>) => Partial<OrderDoc>) => ({
  key,
  evolve: (doc: OrderDoc | null, event: Recorded<EventOf<T>>): OrderDoc | null => doc && { ...doc, ...fields(doc, event) },
});
/** Whether it waits for staff because of a refund that failed or came back, of the first payment or of a renewal. */
const waits = (doc: OrderDoc): Partial<OrderDoc> => {
  const refundLost = doc.refundFailed !== null || (doc.subscription?.renewals ?? []).some((one) => one.refundFailed !== null);
  // No provider sends back what was transferred.
  return { refundLost, awaits: refundLost || (doc.transfer !== null && doc.refundAsked > 0) };
};
const failure = (amount: number, last: { at: string; cause: string } | null): OrderDoc['refundFailed'] =>
  amount > 0 && last ? { at: last.at, amount, cause: last.cause } : null;
/** An order after a refund or its failure. `lost`: how much failed now; negative where a failed amount is requested again. */
const back = (
  doc: OrderDoc,
  now: Partial<Pick<OrderDoc, 'refunds' | 'refunded' | 'refundAsked'>>,
  lost: number,
  why: { at: string; cause: string } | null = null,
): Partial<OrderDoc> => {
  const after = { ...doc, ...now };
  const due = doc.dispute === 'lost' ? 0 : stillLost((doc.refundFailed?.amount ?? 0) + lost, after);
  const refundFailed = failure(due, why ?? doc.refundFailed);
  return { ...now, refundFailed, ...waits({ ...after, refundFailed }) };
};
const subscription = <T extends Event['type']>(
  fields: (now: NonNullable<OrderDoc['subscription']>, event: Recorded<EventOf<T>>) => Partial<NonNullable<OrderDoc['subscription']>>,
) => change<T>((doc, event) => (doc.subscription ? { subscription: { ...doc.subscription, ...fields(doc.subscription, event) } } : {}));

/** The renewal of that invoice. */
const renewal = (doc: OrderDoc, invoice: string, fields: (now: Renewal) => Partial<Renewal>): Partial<OrderDoc> => {
  if (!doc.subscription) return {};
  const renewals = doc.subscription.renewals.map((one) => (one.invoice === invoice ? { ...one, ...fields(one) } : one));
  const now = { subscription: { ...doc.subscription, renewals } };
  return { ...now, ...waits({ ...doc, ...now }) };
};
const givenBack = (refund: OrderDoc['refunds'][number], lost: number, why: { at: string; cause: string } | null) => (now: Renewal) => {
  const refunded = now.refunded + refund.amount;
  const due = stillLost((now.refundFailed?.amount ?? 0) + lost, { paid: now.amount.amount, refunded, refundAsked: 0 });
  return {
    refunds: refund.amount === 0 ? now.refunds : [...now.refunds, refund],
    ...{ refunded, refundFailed: failure(due, why ?? now.refundFailed) },
  };
};
/** What its bank took is not given back besides. */
const disputed = (doc: OrderDoc, invoice: string | null, dispute: OrderDoc['dispute']): Partial<OrderDoc> => {
  const taken = dispute === 'lost' && { refundFailed: null };
  if (invoice !== null) return renewal(doc, invoice, () => ({ dispute, ...taken }));
  const now = { dispute, ...taken, ...(taken && { refundAsked: 0 }) };
  return { ...now, ...waits({ ...doc, ...now }) };
};

/** Every order: what was bought, at which price and under which terms, and what became of it. */
export const orders: Projection<OrderDoc, Event> = {
  name: 'orders',
  version: 16,
  indexes: [
    ['claimedBy'],
    ['userId', 'startedAt'],
    ['wasPaid', 'startedAt'],
    ['awaits', 'startedAt'],
    ['refundLost', 'awaits', 'startedAt'],
    ['startedAt'],
  ],
  on: {
    CheckoutStarted: {
      key,
      evolve: (_, { data, meta }) => ({
        ...data,
        bundle: null,
        gift: null,
        claimedBy: null,
        opens: data.courseId === null ? [] : [data.courseId],
        ...{
          coupon: null,
          discount: 0,
          transfer: null,
          awaits: false,
          refundLost: false,
          state: 'open',
          wasPaid: false,
          startedAt: meta.occurredAt,
          cause: null,
          paidAt: null,
        },
        ...{ paid: 0, payment: null, refunds: [], refunded: 0, refundAsked: 0, refundFailed: null, dispute: null, subscription: null },
      }),
    },
    BundleOrdered: change<'BundleOrdered'>((_, { data: { bundleId, path, opens } }) => ({ bundle: { id: bundleId, path }, opens })),
    GiftOrdered: change<'GiftOrdered'>((_, { data: { to, toName, message } }) => ({
      gift: { to, toName, message, sent: 0, claimedAt: null },
    })),
    GiftSent: change<'GiftSent'>(({ gift }, { data }) => ({ gift: gift && { ...gift, to: data.to, sent: gift.sent + 1 } })),
    // The seat of its group says so (projections/groups.ts).
    GroupChosen: change<'GroupChosen'>(() => ({})),
    GiftClaimed: change<'GiftClaimed'>(({ gift }, { data, meta }) => ({
      gift: gift && { ...gift, claimedAt: meta.occurredAt },
      claimedBy: data.claimedBy,
    })),
    CouponApplied: change<'CouponApplied'>((_, { data }) => ({ coupon: data.code, discount: data.discount.amount })),
    TransferAwaited: change<'TransferAwaited'>((_, { data: { reference } }) => ({
      transfer: { reference, declaredAt: null, tracking: null, proof: null },
    })),
    TransferDeclared: change<'TransferDeclared'>(({ transfer }, { data, meta }) => ({
      transfer: transfer && { ...transfer, declaredAt: meta.occurredAt, tracking: data.tracking, proof: data.proof },
      awaits: true,
    })),
    // Whoever has their purchases open sees that it can be paid now.
    CheckoutOpened: change<'CheckoutOpened'>(({ state }) => ({ state })),
    CheckoutClosed: change<'CheckoutClosed'>((_, { data }) => ({ state: 'closed', cause: data.cause, awaits: false })),
    PaymentFailed: change<'PaymentFailed'>((_, { data }) => ({ cause: data.cause })),
    PaymentSucceeded: change<'PaymentSucceeded'>((_, { data }) => ({
      ...{ state: 'paid', wasPaid: true, paidAt: data.paidAt, paid: data.amount.amount },
      ...{ payment: data.payment, cause: null, awaits: false },
    })),
    RefundRequested: change<'RefundRequested'>((doc, { data: { amount } }) =>
      back(doc, { refundAsked: doc.refundAsked + amount.amount }, -amount.amount),
    ),
    // Pages that show the order learn when it was given back.
    RenewalRefundRequested: change<'RenewalRefundRequested'>(() => ({})),
    RefundFailed: change<'RefundFailed'>((doc, { data: { amount, cause }, meta }) => {
      const failed = failedOf(doc.refundAsked, amount);
      // Nothing of it is missing where it was given back by another way meanwhile.
      return back(doc, { refundAsked: doc.refundAsked - failed }, failed, failed > 0 ? { at: meta.occurredAt, cause } : null);
    }),
    RefundBounced: change<'RefundBounced'>((doc, { data: { invoice, amount, undone, cause }, meta }) => {
      const why = { at: meta.occurredAt, cause };
      const undoes = { at: meta.occurredAt, amount: -undone.amount, otherWay: false };
      if (invoice !== null) return renewal(doc, invoice, givenBack(undoes, amount.amount, why));
      return back(
        doc,
        {
          refunds: undone.amount > 0 ? [...doc.refunds, undoes] : doc.refunds,
          refunded: doc.refunded - undone.amount,
          refundAsked: Math.max(0, doc.refundAsked - (amount.amount - undone.amount)),
        },
        amount.amount,
        why,
      );
    }),
    Refunded: change<'Refunded'>((doc, { data: { invoice, amount, otherWay }, meta }) => {
      const refund = { at: meta.occurredAt, amount: amount.amount, otherWay };
      if (invoice !== null) return renewal(doc, invoice, givenBack(refund, -amount.amount, null));
      // What nobody had asked for was made of what was lost.
      const asked = otherWay ? 0 : Math.min(doc.refundAsked, amount.amount);
      return back(
        doc,
        {
          refunds: [...doc.refunds, refund],
          refunded: doc.refunded + amount.amount,
          refundAsked: doc.refundAsked - asked,
        },
        asked - amount.amount,
      );
    }),
    DisputeOpened: change<'DisputeOpened'>((doc, { data: { invoice } }) => disputed(doc, invoice, 'open')),
    DisputeClosed: change<'DisputeClosed'>((doc, { data: { invoice, won } }) => disputed(doc, invoice, won ? 'won' : 'lost')),
    SubscriptionStarted: change<'SubscriptionStarted'>((_, { data: { until } }) => ({
      subscription: { state: 'active', until, cancelling: false, cause: null, renewals: [] },
    })),
    SubscriptionRenewed: subscription<'SubscriptionRenewed'>(({ renewals }, { data: { invoice, amount, payment, until }, meta }) => ({
      until,
      renewals: [
        ...renewals,
        { invoice, at: meta.occurredAt, amount, payment, until, refunds: [], refunded: 0, refundFailed: null, dispute: null },
      ],
    })),
    SubscriptionPastDue: subscription(() => ({ state: 'pastDue' })),
    SubscriptionRecovered: subscription(() => ({ state: 'active', cause: null })),
    SubscriptionCancelled: subscription(() => ({ cancelling: true })),
    SubscriptionResumed: subscription(() => ({ cancelling: false })),
    SubscriptionEnded: subscription<'SubscriptionEnded'>((_, { data: { cause } }) => ({ state: 'ended', cause })),
  },
  persons: ({ userId, transfer, gift }) =>
    transfer?.tracking || transfer?.proof || gift?.to || gift?.toName || gift?.message ? [String(userId)] : [],
  redact: (doc) => ({
    ...doc,
    gift: doc.gift && { ...doc.gift, to: null, toName: null, message: null },
    transfer: doc.transfer && { ...doc.transfer, tracking: null, proof: null },
  }),
  topics: (id, { userId }) => [
    { topic: 'pagos', id },
    { topic: `compras:${userId}`, id },
  ],
};
