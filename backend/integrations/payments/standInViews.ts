import type { Intent, Invoice, Session, Subscription } from './standInRecords.ts';

/** Why a payment fails that its owner was to confirm at their bank (3-D Secure), and did not. */
export const UNCONFIRMED = 'payment_intent_authentication_failure';

/** Records as Stripe shows them. `pageOf`: where one pays. */
export function createViews(pageOf: (session: string) => string) {
  const seen = {
    session: ({ title: _, ...one }: Session, intent: Intent | null = null) => ({
      ...one,
      object: 'checkout.session',
      url: one.status === 'open' ? pageOf(one.id) : null,
      payment_intent: intent ? seen.intent(intent) : one.payment_intent,
    }),
    charge: (one: Intent) => ({
      id: one.id.replace(/^pi/, 'ch'),
      object: 'charge',
      created: one.created,
      paid: one.status === 'succeeded',
      amount: one.amount,
      amount_refunded: one.refunded,
      refunded: one.refunded >= one.amount,
      refunds: { object: 'list', data: (one.refunds ?? []).map((refund) => seen.refund(one, refund)), has_more: false },
      disputed: one.dispute !== null,
      payment_intent: one.id,
      metadata: one.metadata,
    }),
    intent: (one: Intent) => ({
      id: one.id,
      object: 'payment_intent',
      amount: one.amount,
      currency: one.currency,
      created: one.created,
      metadata: one.metadata,
      status: one.status,
      last_payment_error:
        one.failure === null
          ? null
          : one.failure === UNCONFIRMED
            ? { code: UNCONFIRMED }
            : { code: 'card_declined', decline_code: one.failure },
      latest_charge: one.status === 'succeeded' ? seen.charge(one) : null,
    }),
    subscription: ({ until, ...one }: Subscription) => ({
      ...one,
      object: 'subscription',
      customer: one.id.replace(/^sub/, 'cus'),
      cancel_at: one.cancel_at_period_end ? until : null,
      items: { object: 'list', data: [{ id: one.id.replace(/^sub/, 'si'), current_period_end: until }] },
    }),
    invoice: (one: Invoice, metadata: Record<string, string> = {}) => ({
      id: one.id,
      object: 'invoice',
      status: 'paid',
      amount_paid: one.amount,
      currency: one.currency,
      period_end: one.until,
      parent: { type: 'subscription_details', subscription_details: { subscription: one.subscription, metadata } },
      lines: { object: 'list', data: [{ period: { end: one.until } }] },
      payments: { object: 'list', data: [{ payment: { type: 'payment_intent', payment_intent: one.payment } }] },
    }),
    refund: (one: Intent, refund: NonNullable<Intent['refunds']>[number]) => ({
      ...refund,
      object: 'refund',
      currency: one.currency,
      payment_intent: one.id,
      metadata: refund.metadata ?? {},
    }),
    dispute: (one: Intent) => ({ ...one.dispute, object: 'dispute', amount: one.amount, payment_intent: one.id, metadata: {} }),
  };
  return seen;
}
export type Views = ReturnType<typeof createViews>;
