import { createHmac } from 'node:crypto';
import { createAnswers, formOf } from './standInAnswers.ts';
import { createRecords, type Intent, Refusal, type Session, type StandInStore, type Subscription } from './standInRecords.ts';
import { createViews, UNCONFIRMED } from './standInViews.ts';

/**
 * Stands in for Stripe: speaks the part of its HTTP that `stripe.ts` asks, and signs its webhooks, so that the same adapter runs against it. The demo
 * pays with it, and tests start it as a server. Nobody’s money moves.
 */

export interface StandInOptions {
  store: StandInStore;
  webhookSecret: string;
  /** The address of a payment page, for a session's id. */
  pageOf: (session: string) => string;
  now: () => Date;
  /** Receives the stand-in's messages; absent: they are lost. */
  deliver?: ((body: string, signature: string) => Promise<void>) | undefined;
}

export { inMemory } from './standInRecords.ts';

const MONTH_S = 30 * 24 * 3_600;

export type StandIn = ReturnType<typeof createStandIn>;

export function createStandIn({ store, webhookSecret, pageOf, now, deliver }: StandInOptions) {
  let receiver = deliver;
  const records = createRecords(store, now);
  const { seconds, fresh, sessionOf, intentOf, subscriptionOf, put } = records;
  const seen = createViews(pageOf);

  const emit = async (type: string, object: object): Promise<void> => {
    const body = JSON.stringify({ id: fresh('evt'), object: 'event', type, created: seconds(), livemode: false, data: { object } });
    const at = seconds();
    const signature = createHmac('sha256', webhookSecret).update(`${at}.${body}`).digest('hex');
    await receiver?.(body, `t=${at},v1=${signature}`);
  };
  const answer = createAnswers(store, records, seen, emit);
  const charge = (amount: number, currency: string, metadata: Record<string, string>): Intent => ({
    ...{ id: fresh('pi'), amount, currency, created: seconds(), metadata },
    ...{ status: 'succeeded', failure: null, refunded: 0, dispute: null },
  });

  const isChallenged = async ({ status, payment_intent: payment }: Session): Promise<boolean> =>
    status === 'open' && payment !== null && (await intentOf(payment)).status === 'requires_action';
  const self = {
    /** As `fetch`: for the adapter’s requests. */
    async request(input: string | URL | Request, init?: RequestInit): Promise<Response> {
      const asked = new Request(input, init);
      const { pathname, searchParams } = new URL(asked.url);
      const body = asked.method === 'POST' ? await asked.text() : '';
      try {
        return Response.json(await answer(asked.method, pathname, searchParams, formOf(body), asked.headers.get('idempotency-key')));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const { status, code } = error;
        return Response.json({ error: { type: 'invalid_request_error', code, message: code } }, { status });
      }
    },
    /** What its page shows; null where there is no such session. */
    async page(id: string): Promise<
      | (Pick<Session, 'status' | 'title' | 'amount_total' | 'currency' | 'mode' | 'success_url' | 'cancel_url'> & {
          /** The bank waits for its owner to confirm. */
          challenged: boolean;
        })
      | null
    > {
      const session = await sessionOf(id).catch((error: unknown) => (error instanceof Refusal ? null : Promise.reject(error)));
      return session && { ...session, challenged: await isChallenged(session) };
    },
    /** The bank of the card asks its owner to confirm (3-D Secure): nothing is paid until `confirm`, and the page stays open. */
    async challenge(id: string): Promise<void> {
      const session = await sessionOf(id);
      if (session.status !== 'open') return;
      const intent: Intent = { ...charge(session.amount_total, session.currency, session.metadata), status: 'requires_action' };
      await put.intent(intent);
      await put.session({ ...session, payment_intent: intent.id });
      await emit('payment_intent.requires_action', seen.intent(intent));
    },
    /** The owner confirms or refuses; nothing happens where nobody was asked. */
    async confirm(id: string, yes: boolean): Promise<void> {
      if (!(await isChallenged(await sessionOf(id)))) return;
      await (yes ? self.pay(id) : self.decline(id, UNCONFIRMED));
    },
    /** Somebody pays; nothing where it was paid or has expired. */
    async pay(id: string): Promise<void> {
      const session = await sessionOf(id);
      if (session.status !== 'open') return;
      // The payments of a subscription do not name the order.
      const intent = charge(session.amount_total, session.currency, session.mode === 'subscription' ? {} : session.metadata);
      await put.intent(intent);
      let subscription: Subscription | null = null;
      if (session.mode === 'subscription') {
        subscription = {
          ...{ id: fresh('sub'), status: 'active', cancel_at_period_end: false, until: seconds() + MONTH_S, created: seconds() },
          ...{ amount: session.amount_subtotal, currency: session.currency, metadata: session.metadata },
        };
        await put.subscription(subscription);
        const { currency, until } = subscription;
        await put.invoice({ id: fresh('in'), subscription: subscription.id, amount: intent.amount, currency, payment: intent.id, until });
      }
      const paid: Session = {
        ...{ ...session, status: 'complete', payment_status: 'paid' },
        ...(subscription ? { subscription: subscription.id } : { payment_intent: intent.id }),
      };
      await put.session(paid);
      await emit('checkout.session.completed', seen.session(paid));
    },
    /** The card is declined; the page stays open. */
    async decline(id: string, code = 'insufficient_funds'): Promise<void> {
      const session = await sessionOf(id);
      if (session.status !== 'open') return;
      const intent: Intent = {
        ...charge(session.amount_total, session.currency, session.metadata),
        status: 'requires_payment_method',
        failure: code,
      };
      await put.intent(intent);
      await put.session({ ...session, payment_intent: intent.id });
      await emit('payment_intent.payment_failed', seen.intent(intent));
    },
    /** The next period of a subscription: paid, not paid, or at its end where it is not renewed. */
    async turn(id: string, paid = true): Promise<void> {
      const subscription = await subscriptionOf(id);
      const { amount, currency, until, metadata } = subscription;
      if (subscription.cancel_at_period_end) {
        const ended: Subscription = { ...subscription, status: 'canceled' };
        await put.subscription(ended);
        return emit('customer.subscription.deleted', seen.subscription(ended));
      }
      if (!paid) {
        const due: Subscription = { ...subscription, status: 'past_due' };
        await put.subscription(due);
        return emit('invoice.payment_failed', {
          ...seen.invoice({ id: fresh('in'), subscription: id, amount, currency, payment: '', until }, metadata),
          status: 'open',
        });
      }
      const intent = charge(amount, currency, {});
      await put.intent(intent);
      const next: Subscription = { ...subscription, status: 'active', until: until + MONTH_S };
      await put.subscription(next);
      const invoice = { id: fresh('in'), subscription: id, amount, currency, payment: intent.id, until: next.until };
      await put.invoice(invoice);
      await emit('invoice.paid', seen.invoice(invoice, metadata));
    },
    /** The card is tried no more, and the subscription left as it is: what an account may choose in place of its end. */
    async leaveUnpaid(id: string): Promise<void> {
      const left: Subscription = { ...(await subscriptionOf(id)), status: 'unpaid' };
      await put.subscription(left);
      await emit('customer.subscription.updated', seen.subscription(left));
    },
    /** Somebody removes whom it charges, which ends it. */
    async removeCustomer(id: string): Promise<void> {
      const ended: Subscription = { ...(await subscriptionOf(id)), status: 'canceled', removed: true };
      await put.subscription(ended);
      await emit('customer.subscription.deleted', seen.subscription(ended));
    },
    /** The bank of who paid questions the charge, or decides. */
    async dispute(payment: string, status: 'needs_response' | 'won' | 'lost' | 'warning_needs_response' | 'warning_closed'): Promise<void> {
      const intent = await intentOf(payment);
      const after = { ...intent, dispute: { id: intent.dispute?.id ?? fresh('du'), status } };
      await put.intent(after);
      await emit(status.endsWith('needs_response') ? 'charge.dispute.created' : 'charge.dispute.closed', seen.dispute(after));
    },
    /** What was given back last does not arrive, and comes back; nothing where nothing was given back. */
    async bounce(payment: string): Promise<void> {
      const intent = await intentOf(payment);
      const last = intent.refunds?.find(({ status }) => status === 'succeeded');
      if (!last) return;
      const failed = { ...last, status: 'failed' as const, failure_reason: 'expired_or_canceled_card' };
      const refunds = (intent.refunds ?? []).map((one) => (one.id === last.id ? failed : one));
      const after: Intent = { ...intent, refunded: intent.refunded - last.amount, refunds };
      await put.intent(after);
      await emit('refund.failed', seen.refund(after, failed));
    },
    /** Who takes its messages from now on. */
    deliverTo(next: NonNullable<StandInOptions['deliver']>): void {
      receiver = next;
    },
    /** A message of its own, for tests. */
    emit,
  };
  return self;
}
