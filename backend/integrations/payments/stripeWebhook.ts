import type Stripe from 'stripe';
import { BadSignature, type OrderName } from './port.ts';
import { asked, idOf, orderIn, whereKnown } from './stripeWords.ts';

/** Tells of a signed webhook which order it is about; null: of none of the school's. Throws BadSignature. */
export const createWebhookReading =
  (stripe: Stripe, webhookSecret: string) =>
  async (body: string, signature: string): Promise<OrderName | null> => {
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
  };
