import Stripe from 'stripe';
import { type PaymentProvider, ProviderError } from './port.ts';
import { createSight } from './stripeSeen.ts';
import { createWebhookReading } from './stripeWebhook.ts';
import { asked, metadataOf, whereKnown } from './stripeWords.ts';

export interface StripeOptions {
  secretKey: string;
  webhookSecret: string;
  /** Where Stripe is; absent: Stripe’s own address. */
  base?: string | undefined;
  /** Instead of the network. */
  request?: typeof fetch;
}

const TIMEOUT_MS = 10_000;

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

  return {
    ...createSight(stripe),
    read: createWebhookReading(stripe, webhookSecret),
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
  };
}
