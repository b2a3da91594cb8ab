import { createHmac, randomBytes } from 'node:crypto';

/**
 * Stands in for Stripe: speaks the part of its HTTP that `stripe.ts` asks, and signs its webhooks, so that the same adapter runs against it. The demo
 * pays with it, and tests start it as a server. Nobody’s money moves.
 */

/** Where it keeps what it knows; records are small. */
export interface StandInStore {
  get(key: string): Promise<Kept | null>;
  put(key: string, value: Kept): Promise<void>;
  /** By the beginning of the key, in its order. */
  list(prefix: string): Promise<Kept[]>;
}
type Kept = object;

export const inMemory = (): StandInStore => {
  const kept = new Map<string, Kept>();
  return {
    get: async (key) => kept.get(key) ?? null,
    put: async (key, value) => void kept.set(key, value),
    list: async (prefix) =>
      [...kept]
        .filter(([key]) => key.startsWith(prefix))
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, value]) => value),
  };
};

interface Session {
  id: string;
  mode: 'payment' | 'subscription';
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid';
  amount_total: number;
  /** Before the discount: what is paid each period. */
  amount_subtotal: number;
  currency: string;
  title: string;
  metadata: Record<string, string>;
  payment_intent: string | null;
  subscription: string | null;
  success_url: string;
  cancel_url: string;
  expires_at: number;
}
interface Intent {
  id: string;
  amount: number;
  currency: string;
  created: number;
  metadata: Record<string, string>;
  status: 'succeeded' | 'requires_action' | 'requires_payment_method';
  failure: string | null;
  refunded: number;
  /** The newest first; absent where nothing was given back. */
  refunds?: {
    id: string;
    amount: number;
    status: 'succeeded' | 'failed';
    failure_reason?: string;
    /** Absent in what was kept by older releases. */
    metadata?: Record<string, string>;
  }[];
  dispute: { id: string; status: 'needs_response' | 'won' | 'lost' | 'warning_needs_response' | 'warning_closed' } | null;
}
interface Subscription {
  id: string;
  status: 'active' | 'past_due' | 'unpaid' | 'canceled';
  cancel_at_period_end: boolean;
  /** Its customer was removed, and its charges are listed no more. */
  removed?: boolean;
  until: number;
  amount: number;
  currency: string;
  created: number;
  metadata: Record<string, string>;
}
interface Invoice {
  id: string;
  subscription: string;
  amount: number;
  currency: string;
  payment: string;
  until: number;
}

interface Coupon {
  id: string;
  amount_off: number;
  currency: string;
}

export interface StandInOptions {
  store: StandInStore;
  webhookSecret: string;
  /** Where one pays: `pageOf('cs_…')`. */
  pageOf: (session: string) => string;
  now: () => Date;
  /** Takes its messages; absent: they are lost. */
  deliver?: ((body: string, signature: string) => Promise<void>) | undefined;
}

/** `a[b][0]=c` as `{ a: { b: { 0: 'c' } } }`. */
function formOf(text: string): Record<string, unknown> {
  const form: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter(Boolean);
    let at = form;
    for (const part of path.slice(0, -1)) {
      at[part] ??= {};
      at = at[part] as Record<string, unknown>;
    }
    const last = path.at(-1);
    if (last !== undefined) at[last] = value;
  }
  return form;
}
/** Why a payment fails that its owner was to confirm at their bank (3-D Secure), and did not. */
const UNCONFIRMED = 'payment_intent_authentication_failure';
const MONTH_S = 30 * 24 * 3_600;
class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

export type StandIn = ReturnType<typeof createStandIn>;

export function createStandIn({ store, webhookSecret, pageOf, now, deliver }: StandInOptions) {
  let receiver = deliver;
  const seconds = () => Math.floor(now().getTime() / 1_000);
  const fresh = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;
  const find = async <T>(key: string): Promise<T> =>
    ((await store.get(key)) as T | null) ?? Promise.reject(new Refusal(404, 'resource_missing'));
  const sessionOf = async (id: string): Promise<Session> => {
    const session = await find<Session>(`session:${id}`);
    return session.status === 'open' && session.expires_at <= seconds() ? { ...session, status: 'expired' } : session;
  };
  const intentOf = (id: string) => find<Intent>(`intent:${id}`);
  const subscriptionOf = (id: string) => find<Subscription>(`subscription:${id}`);
  /** The newest first. */
  const invoicesOf = async (subscription: string) => ((await store.list(`invoice:${subscription}:`)) as Invoice[]).reverse();
  const put = {
    session: (one: Session) => store.put(`session:${one.id}`, one),
    intent: (one: Intent) => store.put(`intent:${one.id}`, one),
    subscription: (one: Subscription) => store.put(`subscription:${one.id}`, one),
    invoice: (one: Invoice) => store.put(`invoice:${one.subscription}:${String(one.until).padStart(12, '0')}`, one),
  };

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

  const tell = async (type: string, object: object): Promise<void> => {
    const body = JSON.stringify({ id: fresh('evt'), object: 'event', type, created: seconds(), livemode: false, data: { object } });
    const at = seconds();
    const signature = createHmac('sha256', webhookSecret).update(`${at}.${body}`).digest('hex');
    await receiver?.(body, `t=${at},v1=${signature}`);
  };
  const charge = (amount: number, currency: string, metadata: Record<string, string>): Intent => ({
    ...{ id: fresh('pi'), amount, currency, created: seconds(), metadata },
    ...{ status: 'succeeded', failure: null, refunded: 0, dispute: null },
  });

  /** Stripe’s answer to a request; each refusal is a Refusal. */
  const answer = async (
    method: string,
    path: string,
    query: URLSearchParams,
    form: Record<string, unknown>,
    key: string | null,
  ): Promise<object> => {
    const once = key === null || method !== 'POST' ? null : await store.get(`key:${key}`);
    if (once) return once;
    const result = await act(method, path, query, form);
    if (key !== null && method === 'POST') await store.put(`key:${key}`, result as Kept);
    return result;
  };
  const act = async (method: string, path: string, query: URLSearchParams, form: Record<string, unknown>): Promise<object> => {
    const [, kind = '', id = '', act = ''] =
      /^\/v1\/(checkout\/sessions|coupons|payment_intents|charges|refunds|disputes|subscriptions|invoices|invoice_payments)(?:\/([\w]+))?(?:\/(\w+))?$/.exec(
        path,
      ) ?? [];
    switch (`${method} ${kind}${id ? '/:id' : ''}${act ? `/${act}` : ''}`) {
      case 'POST checkout/sessions': {
        const price = ((form['line_items'] as Record<string, { price_data?: Record<string, unknown> }>)?.['0']?.price_data ?? {}) as Record<
          string,
          unknown
        >;
        const amount = Number(price['unit_amount']);
        const currency = String(price['currency']);
        if (!Number.isInteger(amount) || amount < 1 || !['mxn', 'usd'].includes(currency))
          throw new Refusal(400, 'parameter_invalid_integer');
        // Others are paid days later, or never: an order would wait for them with its page over.
        if (Object.values((form['allowed_payment_method_types'] ?? {}) as object).join() !== 'card')
          throw new Refusal(400, 'payment_method_unexpected');
        const discount = ((form['discounts'] ?? {}) as Record<string, { coupon?: string }>)['0']?.coupon;
        const coupon = discount === undefined ? null : await find<Coupon>(`coupon:${discount}`);
        if (coupon && (coupon.currency !== currency || coupon.amount_off >= amount)) throw new Refusal(400, 'coupon_invalid');
        const session: Session = {
          ...{
            id: fresh('cs'),
            mode: form['mode'] === 'subscription' ? 'subscription' : 'payment',
            status: 'open',
            payment_status: 'unpaid',
          },
          ...{
            amount_total: amount - (coupon?.amount_off ?? 0),
            amount_subtotal: amount,
            currency,
            title: String((price['product_data'] as Record<string, unknown>)?.['name'] ?? ''),
          },
          ...{ metadata: (form['metadata'] ?? {}) as Record<string, string>, payment_intent: null, subscription: null },
          ...{ success_url: String(form['success_url']), cancel_url: String(form['cancel_url']), expires_at: Number(form['expires_at']) },
        };
        await put.session(session);
        return seen.session(session);
      }
      case 'POST coupons': {
        const coupon: Coupon = { id: fresh('co'), amount_off: Number(form['amount_off']), currency: String(form['currency']) };
        if (!Number.isInteger(coupon.amount_off) || coupon.amount_off < 1) throw new Refusal(400, 'parameter_invalid_integer');
        await store.put(`coupon:${coupon.id}`, coupon);
        return { ...coupon, object: 'coupon', duration: 'once' };
      }
      case 'GET checkout/sessions/:id': {
        const session = await sessionOf(id);
        return seen.session(session, session.payment_intent === null ? null : await intentOf(session.payment_intent));
      }
      case 'POST checkout/sessions/:id/expire': {
        const session = await sessionOf(id);
        if (session.status !== 'open') throw new Refusal(400, 'checkout_session_not_open');
        const expired: Session = { ...session, status: 'expired' };
        await put.session(expired);
        return seen.session(expired);
      }
      case 'GET payment_intents/:id':
        return seen.intent(await intentOf(id));
      case 'POST refunds': {
        const intent = await intentOf(String(form['payment_intent']));
        const amount = Number(form['amount'] ?? intent.amount - intent.refunded);
        if (intent.refunded + amount > intent.amount) throw new Refusal(400, 'charge_already_refunded');
        const metadata = (form['metadata'] ?? {}) as Record<string, string>;
        const refund = { id: fresh('re'), amount, status: 'succeeded' as const, metadata };
        const after: Intent = { ...intent, refunded: intent.refunded + amount, refunds: [refund, ...(intent.refunds ?? [])] };
        await put.intent(after);
        await tell('charge.refunded', seen.charge(after));
        return seen.refund(after, refund);
      }
      case 'GET disputes': {
        const intent = await intentOf(query.get('payment_intent') ?? '');
        return { object: 'list', data: intent.dispute ? [seen.dispute(intent)] : [], has_more: false };
      }
      case 'GET subscriptions/:id':
        return seen.subscription(await subscriptionOf(id));
      case 'POST subscriptions/:id': {
        const after = { ...(await subscriptionOf(id)), cancel_at_period_end: form['cancel_at_period_end'] === 'true' };
        await put.subscription(after);
        await tell('customer.subscription.updated', seen.subscription(after));
        return seen.subscription(after);
      }
      case 'DELETE subscriptions/:id': {
        const after: Subscription = { ...(await subscriptionOf(id)), status: 'canceled' };
        await put.subscription(after);
        await tell('customer.subscription.deleted', seen.subscription(after));
        return seen.subscription(after);
      }
      case 'GET charges': {
        const data: object[] = [];
        const { id: own, removed } = await subscriptionOf((query.get('customer') ?? '').replace(/^cus/, 'sub'));
        if (removed) throw new Refusal(404, 'resource_missing');
        for (const { payment } of await invoicesOf(own)) data.push(seen.charge(await intentOf(payment)));
        return { object: 'list', data, has_more: false };
      }
      case 'GET invoice_payments': {
        const wanted = query.get('payment[payment_intent]');
        const found = ((await store.list('invoice:')) as Invoice[]).find(({ payment }) => payment === wanted);
        const data = found ? [{ invoice: seen.invoice(found, (await subscriptionOf(found.subscription)).metadata) }] : [];
        return { object: 'list', data, has_more: false };
      }
      case 'GET invoices': {
        const all = await invoicesOf(query.get('subscription') ?? '');
        return { object: 'list', data: all.map((one) => seen.invoice(one)), has_more: false };
      }
      default:
        throw new Refusal(404, 'resource_missing');
    }
  };

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
    /** What its page shows: null where there is no such session. */
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
      await tell('payment_intent.requires_action', seen.intent(intent));
    },
    /** What its owner said there; nothing where nobody was asked. */
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
      await tell('checkout.session.completed', seen.session(paid));
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
      await tell('payment_intent.payment_failed', seen.intent(intent));
    },
    /** The next period of a subscription: paid, not paid, or at its end where it is not renewed. */
    async turn(id: string, paid = true): Promise<void> {
      const subscription = await subscriptionOf(id);
      const { amount, currency, until, metadata } = subscription;
      if (subscription.cancel_at_period_end) {
        const ended: Subscription = { ...subscription, status: 'canceled' };
        await put.subscription(ended);
        return tell('customer.subscription.deleted', seen.subscription(ended));
      }
      if (!paid) {
        const due: Subscription = { ...subscription, status: 'past_due' };
        await put.subscription(due);
        return tell('invoice.payment_failed', {
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
      await tell('invoice.paid', seen.invoice(invoice, metadata));
    },
    /** The card is tried no more, and the subscription left as it is: what an account may choose in place of its end. */
    async leaveUnpaid(id: string): Promise<void> {
      const left: Subscription = { ...(await subscriptionOf(id)), status: 'unpaid' };
      await put.subscription(left);
      await tell('customer.subscription.updated', seen.subscription(left));
    },
    /** Somebody removes whom it charges, which ends it. */
    async removeCustomer(id: string): Promise<void> {
      const ended: Subscription = { ...(await subscriptionOf(id)), status: 'canceled', removed: true };
      await put.subscription(ended);
      await tell('customer.subscription.deleted', seen.subscription(ended));
    },
    /** The bank of who paid questions the charge, or decides. */
    async dispute(payment: string, status: 'needs_response' | 'won' | 'lost' | 'warning_needs_response' | 'warning_closed'): Promise<void> {
      const intent = await intentOf(payment);
      const after = { ...intent, dispute: { id: intent.dispute?.id ?? fresh('du'), status } };
      await put.intent(after);
      await tell(status.endsWith('needs_response') ? 'charge.dispute.created' : 'charge.dispute.closed', seen.dispute(after));
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
      await tell('refund.failed', seen.refund(after, failed));
    },
    /** Who takes its messages from now on. */
    deliverTo(next: NonNullable<StandInOptions['deliver']>): void {
      receiver = next;
    },
    /** A message of its own, for tests. */
    tell,
  };
  return self;
}
