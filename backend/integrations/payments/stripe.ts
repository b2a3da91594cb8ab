import Stripe from 'stripe';
import type { Money } from '../../../events/types.ts';
import { type Afterwards, BadSignature, type OrderName, type PaymentProvider, ProviderError, type Seen } from './port.ts';

export interface StripeOptions {
  secretKey: string;
  webhookSecret: string;
  /** Where Stripe is; absent: Stripe’s own address. */
  base?: string | undefined;
  /** Instead of the network. */
  request?: typeof fetch;
}

const TIMEOUT_MS = 10_000;
/** More than a lifetime of months. */
const MOST_INVOICES = 1_000;
const untouched = { refunded: 0, bounced: { amount: 0, cause: '' }, made: [], dispute: null };
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
      const lasting = statusCode !== undefined && statusCode < 500 && statusCode !== 429 && statusCode !== 409;
      throw new ProviderError(code ?? type, lasting, statusCode === 404);
    }
    throw error;
  }
};
const nothingWhereUnknown = (error: unknown): Stripe.Charge[] => {
  if (error instanceof Stripe.errors.StripeError && error.statusCode === 404) return [];
  throw error;
};
const whereKnown = (error: unknown): void => {
  if (!(error instanceof ProviderError) || !error.unknown) throw error;
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
            // What is paid at once or not at all: a voucher is paid days later, when the page is over.
            allowed_payment_method_types: ['card'],
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
    expire: (session) =>
      asked(async () => {
        const { status } = await stripe.checkout.sessions.retrieve(session);
        if (status === 'open') await stripe.checkout.sessions.expire(session);
      }).catch(whereKnown),
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
      }).catch(whereKnown),
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
      const ownerOf = async (): Promise<OrderName | null> => {
        const intent = await stripe.paymentIntents.retrieve(payment);
        const own = orderIn(intent.metadata);
        if (own) return own;
        // The payment of a subscription’s invoice, which names the order.
        const [paid] = (
          await stripe.invoicePayments.list({
            payment: { type: 'payment_intent', payment_intent: payment },
            limit: 1,
            expand: ['data.invoice'],
          })
        ).data;
        const invoice = paid?.invoice;
        if (!invoice || typeof invoice === 'string' || invoice.deleted) return null;
        return orderIn(invoice.parent?.subscription_details?.metadata);
      };
      return asked(ownerOf).catch((error: unknown) => {
        whereKnown(error);
        return null;
      });
    },
  };
}
