import Stripe from 'stripe';
import type { Money } from '../../../events/types.ts';
import { BadSignature, type OrderName, type PaymentProvider, ProviderError, type Seen } from './port.ts';

export interface StripeOptions {
  secretKey: string;
  webhookSecret: string;
  /** Where Stripe is; absent: Stripe’s own address. */
  base?: string | undefined;
  /** Instead of the network. */
  request?: typeof fetch;
}

const TIMEOUT_MS = 10_000;
const dayOf = (seconds: number): string => new Date(seconds * 1_000).toISOString();
const moneyOf = (amount: number | null, currency: string | null): Money => ({
  amount: amount ?? 0,
  currency: currency?.toUpperCase() === 'USD' ? 'USD' : 'MXN',
});
const idOf = (one: string | { id: string } | null | undefined): string | null => (typeof one === 'string' ? one : (one?.id ?? null));

/** How a dispute ended: an inquiry that came to nothing, or that was prevented by a refund, took nothing from the school. */
const disputeStates: Readonly<Partial<Record<string, 'won' | 'lost'>>> = {
  ...{ won: 'won', warning_closed: 'won', prevented: 'won' },
  lost: 'lost',
};

/** Orders are named in the metadata of everything that Stripe makes of them. */
const metadataOf = ({ userId, orderId }: OrderName) => ({ order: `${userId}-${orderId}` });
const orderIn = (metadata: Stripe.Metadata | null | undefined): OrderName | null => {
  const [, userId, orderId] = /^(\d{1,10})-(\d{1,7})$/.exec(metadata?.['order'] ?? '') ?? [];
  return userId && orderId ? { userId: Number(userId), orderId: Number(orderId) } : null;
};

/** Errors of the SDK in this school’s words. */
const asked = async <T>(call: () => Promise<T>): Promise<T> => {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) {
      const { code, type, statusCode } = error;
      throw new ProviderError(code ?? type, statusCode !== undefined && statusCode < 500 && statusCode !== 429 && statusCode !== 409);
    }
    throw error;
  }
};

export function createStripe({ secretKey, webhookSecret, base, request }: StripeOptions): PaymentProvider {
  const at = base === undefined ? null : new URL(base);
  const stripe = new Stripe(secretKey, {
    ...(at && {
      host: at.hostname,
      port: at.port || (at.protocol === 'https:' ? 443 : 80),
      protocol: at.protocol === 'http:' ? 'http' : 'https',
    }),
    ...(request && { httpClient: Stripe.createFetchHttpClient(request) }),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
  });

  /** What was given back of a charge, and what of it did not arrive. */
  const refundsOf = async (payment: string, charge: Stripe.Charge | null): Promise<Pick<Seen, 'refunded' | 'bounced' | 'made'>> => {
    const listed = charge?.refunds ?? null;
    const all = listed?.has_more ? (await stripe.refunds.list({ payment_intent: payment, limit: 100 })).data : (listed?.data ?? []);
    const lost = all.filter(({ status }) => status === 'failed' || status === 'canceled');
    const sum = (some: readonly Stripe.Refund[]) => some.reduce((total, { amount }) => total + amount, 0);
    return {
      refunded: listed === null ? (charge?.amount_refunded ?? 0) : sum(all) - sum(lost),
      // The newest stands first.
      bounced: { amount: sum(lost), cause: lost[0]?.failure_reason ?? lost[0]?.status ?? '' },
      made: all.flatMap(({ metadata }) => metadata?.['request'] ?? []),
    };
  };
  const charged = async (payment: string): Promise<Pick<Seen, 'refunded' | 'bounced' | 'made' | 'dispute'> & { at: string }> => {
    const intent = await stripe.paymentIntents.retrieve(payment, { expand: ['latest_charge.refunds'] });
    const charge = typeof intent.latest_charge === 'string' ? null : intent.latest_charge;
    const [dispute] = charge?.disputed ? (await stripe.disputes.list({ payment_intent: payment, limit: 1 })).data : [];
    return {
      ...(await refundsOf(payment, charge)),
      dispute: dispute ? { id: dispute.id, state: disputeStates[dispute.status] ?? 'open' } : null,
      at: dayOf(charge?.created ?? intent.created),
    };
  };
  const subscribed = async (id: string): Promise<NonNullable<Seen['subscription']>> => {
    const found = await stripe.subscriptions.retrieve(id);
    const invoices = (
      await stripe.invoices.list({ subscription: id, status: 'paid', limit: 100, expand: ['data.payments'] })
    ).data.reverse();
    const { status } = found;
    const ended = status === 'canceled' || status === 'unpaid' || status === 'incomplete_expired';
    return {
      id,
      state: ended ? 'ended' : status === 'past_due' || status === 'incomplete' || status === 'paused' ? 'pastDue' : 'active',
      until: dayOf(found.items.data[0]?.current_period_end ?? found.created),
      cancelling: found.cancel_at_period_end || found.cancel_at !== null,
      invoices: invoices.map((invoice) => ({
        id: invoice.id ?? '',
        amount: moneyOf(invoice.amount_paid, invoice.currency),
        payment: idOf(invoice.payments?.data[0]?.payment.payment_intent),
        until: dayOf(invoice.lines.data[0]?.period.end ?? invoice.period_end),
      })),
    };
  };

  return {
    open: (order) =>
      asked(async () => {
        const { title, price, period, coupon, validUntil, successUrl, cancelUrl, userId, orderId } = order;
        const metadata = metadataOf(order);
        const own = `${userId}-${orderId}-${Date.parse(validUntil)}`;
        // A coupon of this order alone: limits and days are the school's to hold.
        const discount =
          coupon &&
          (await stripe.coupons.create(
            {
              name: coupon.code,
              amount_off: coupon.discount.amount,
              currency: coupon.discount.currency.toLowerCase(),
              duration: 'once',
              max_redemptions: 1,
              metadata,
            },
            { idempotencyKey: `coupon-${own}` },
          ));
        const session = await stripe.checkout.sessions.create(
          {
            mode: period === null ? 'payment' : 'subscription',
            line_items: [
              {
                quantity: 1,
                price_data: {
                  currency: price.currency.toLowerCase(),
                  unit_amount: price.amount,
                  product_data: { name: title },
                  ...(period !== null && { recurring: { interval: period } }),
                },
              },
            ],
            ...(discount && { discounts: [{ coupon: discount.id }] }),
            client_reference_id: metadata.order,
            metadata,
            ...(period === null ? { payment_intent_data: { metadata } } : { subscription_data: { metadata } }),
            success_url: successUrl,
            cancel_url: cancelUrl,
            expires_at: Math.floor(Date.parse(validUntil) / 1_000),
          },
          { idempotencyKey: `open-${own}` },
        );
        if (!session.url) throw new ProviderError('no_url', false);
        return { session: session.id, url: session.url };
      }),
    urlOf: (session) =>
      asked(async () => {
        const { status, url } = await stripe.checkout.sessions.retrieve(session);
        return status === 'open' ? url : null;
      }),
    look: (id) =>
      asked(async () => {
        const session = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] });
        const intent = typeof session.payment_intent === 'string' ? null : session.payment_intent;
        const subscriptionId = idOf(session.subscription);
        const subscription = subscriptionId === null ? null : await subscribed(subscriptionId);
        const payment = session.payment_status === 'paid' ? (intent?.id ?? subscription?.invoices[0]?.payment ?? null) : null;
        const { at, ...charge } =
          payment === null ? { at: '', refunded: 0, bounced: { amount: 0, cause: '' }, made: [], dispute: null } : await charged(payment);
        return {
          session: session.status === 'complete' ? 'complete' : session.status === 'expired' ? 'expired' : 'open',
          payment: payment === null ? null : { id: payment, amount: moneyOf(session.amount_total, session.currency), at },
          failure: intent?.last_payment_error
            ? (intent.last_payment_error.decline_code ?? intent.last_payment_error.code ?? 'declined')
            : null,
          ...charge,
          subscription,
        };
      }),
    expire: (session) =>
      asked(async () => {
        const { status } = await stripe.checkout.sessions.retrieve(session);
        if (status === 'open') await stripe.checkout.sessions.expire(session);
      }),
    refund: (payment, amount, key) =>
      asked(
        async () =>
          void (await stripe.refunds.create(
            { payment_intent: payment, amount, metadata: { request: key } },
            { idempotencyKey: `refund-${key}` },
          )),
      ),
    setRenewing: (subscription, renewing) =>
      asked(async () => void (await stripe.subscriptions.update(subscription, { cancel_at_period_end: !renewing }))),
    endSubscription: (subscription) =>
      asked(async () => {
        const { status } = await stripe.subscriptions.retrieve(subscription);
        if (status !== 'canceled') await stripe.subscriptions.cancel(subscription);
      }),
    async read(body, signature) {
      let event: Stripe.Event;
      try {
        event = await stripe.webhooks.constructEventAsync(body, signature, webhookSecret);
      } catch {
        throw new BadSignature('not signed by the provider, or too long ago');
      }
      const about = event.data.object as unknown as {
        object: string;
        metadata?: Stripe.Metadata | null;
        payment_intent?: string | { id: string } | null;
        parent?: { subscription_details?: { metadata?: Stripe.Metadata | null } | null } | null;
      };
      const named = orderIn(about.metadata) ?? orderIn(about.parent?.subscription_details?.metadata);
      if (named) return named;
      // Charges, refunds and disputes name the payment only.
      const payment = idOf(about.payment_intent);
      if (payment === null) return null;
      return asked(async () => {
        const intent = await stripe.paymentIntents.retrieve(payment);
        const own = orderIn(intent.metadata);
        if (own) return own;
        // The payment of a subscription’s invoice: the page where it began names the order.
        const [session] = (await stripe.checkout.sessions.list({ payment_intent: payment, limit: 1 })).data;
        return orderIn(session?.metadata);
      });
    },
  };
}
