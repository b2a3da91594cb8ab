import Stripe from 'stripe';
import type { Afterwards, Seen } from './port.ts';
import { asked, dayOf, idOf, moneyOf } from './stripeWords.ts';

/** The most invoices of a subscription: more months than anybody lives. */
const MOST_INVOICES = 1_000;
const untouched = { refunded: 0, bounced: { amount: 0, cause: '' }, made: [], dispute: null };

/** How a dispute ended: an inquiry that came to nothing, or that was prevented by a refund, took nothing from the school. */
const disputeStates: Readonly<Partial<Record<string, 'won' | 'lost'>>> = {
  ...{ won: 'won', warning_closed: 'won', prevented: 'won' },
  lost: 'lost',
};

const nothingWhereUnknown = (error: unknown): Stripe.Charge[] => {
  if (error instanceof Stripe.errors.StripeError && error.statusCode === 404) return [];
  throw error;
};

/** What Stripe knows of a page of payment, and of all that was paid and given back by it. */
export function createSight(stripe: Stripe) {
  type Since = Afterwards & Pick<Seen, 'made'>;
  /** What was given back of a charge, what of it did not arrive, and whether it is disputed. */
  const since = async (charge: Stripe.Charge | null): Promise<Since> => {
    const payment = idOf(charge?.payment_intent);
    if (charge === null || payment === null) return untouched;
    const listed = charge.refunds ?? null;
    const all = listed?.has_more ? (await stripe.refunds.list({ payment_intent: payment, limit: 100 })).data : (listed?.data ?? []);
    const lost = all.filter(({ status }) => status === 'failed' || status === 'canceled');
    const sum = (some: readonly Stripe.Refund[]) => some.reduce((total, { amount }) => total + amount, 0);
    const [dispute] = charge.disputed ? (await stripe.disputes.list({ payment_intent: payment, limit: 1 })).data : [];
    return {
      refunded: listed === null ? charge.amount_refunded : sum(all) - sum(lost),
      // The newest stands first.
      bounced: { amount: sum(lost), cause: lost[0]?.failure_reason ?? lost[0]?.status ?? '' },
      made: all.flatMap(({ metadata }) => metadata?.['request'] ?? []),
      dispute: dispute ? { id: dispute.id, state: disputeStates[dispute.status] ?? 'open' } : null,
    };
  };
  const chargeOf = async (payment: string): Promise<Stripe.Charge | null> => {
    const { latest_charge: charge } = await stripe.paymentIntents.retrieve(payment, { expand: ['latest_charge.refunds'] });
    return typeof charge === 'string' ? null : charge;
  };
  /** A subscription; the charges that it made, by their payments; and what was given back of them. */
  const subscribed = async (
    id: string,
  ): Promise<
    Pick<Seen, 'made'> & { subscription: NonNullable<Seen['subscription']>; charges: ReadonlyMap<string | null, Stripe.Charge> }
  > => {
    const found = await stripe.subscriptions.retrieve(id);
    const [invoices, made] = await Promise.all([
      stripe.invoices
        .list({ subscription: id, status: 'paid', limit: 100, expand: ['data.payments'] })
        .autoPagingToArray({ limit: MOST_INVOICES }),
      // Its customer is of this subscription alone: each page of payment makes one.
      stripe.charges
        .list({ customer: typeof found.customer === 'string' ? found.customer : found.customer.id, limit: 100, expand: ['data.refunds'] })
        .autoPagingToArray({ limit: MOST_INVOICES })
        // Its customer was removed: what became of the charges is known as far as it was told before.
        .catch(nothingWhereUnknown),
    ]);
    const charges = new Map(made.filter(({ paid }) => paid).map((charge) => [idOf(charge.payment_intent), charge]));
    const { status } = found;
    const ended = status === 'canceled' || status === 'unpaid' || status === 'incomplete_expired';
    const paid = [];
    const renewed: string[] = [];
    for (const invoice of invoices.reverse()) {
      const payment = idOf(invoice.payments?.data[0]?.payment.payment_intent);
      const { made, ...after } = await since(charges.get(payment) ?? null);
      renewed.push(...made);
      paid.push({
        id: invoice.id ?? '',
        amount: moneyOf(invoice.amount_paid, invoice.currency),
        payment,
        until: dayOf(invoice.lines.data[0]?.period.end ?? invoice.period_end),
        ...after,
      });
    }
    return {
      charges,
      made: renewed,
      subscription: {
        id,
        state: ended ? 'ended' : status === 'past_due' || status === 'incomplete' || status === 'paused' ? 'pastDue' : 'active',
        until: dayOf(found.items.data[0]?.current_period_end ?? found.created),
        cancelling: found.cancel_at_period_end || found.cancel_at !== null,
        invoices: paid,
      },
    };
  };

  return {
    look: (id: string): Promise<Seen> =>
      asked(async () => {
        const session = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] });
        const intent = typeof session.payment_intent === 'string' ? null : session.payment_intent;
        const subscriptionId = idOf(session.subscription);
        const { subscription, charges, made } =
          subscriptionId === null ? { subscription: null, charges: null, made: [] } : await subscribed(subscriptionId);
        const payment =
          session.payment_status !== 'paid' ? null : ((subscription ? subscription.invoices[0]?.payment : intent?.id) ?? null);
        const charge = payment === null ? null : (charges?.get(payment) ?? (await chargeOf(payment)));
        const first = await since(charge);
        return {
          session: session.status === 'complete' ? 'complete' : session.status === 'expired' ? 'expired' : 'open',
          payment:
            payment === null
              ? null
              : { id: payment, amount: moneyOf(session.amount_total, session.currency), at: dayOf(charge?.created ?? session.created) },
          failure: intent?.last_payment_error
            ? (intent.last_payment_error.decline_code ?? intent.last_payment_error.code ?? 'declined')
            : null,
          ...{ ...first, made: [...new Set([...first.made, ...made])] },
          subscription,
        };
      }),
  };
}
