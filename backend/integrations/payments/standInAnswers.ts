import {
  type Coupon,
  type Intent,
  type Invoice,
  type Kept,
  type Records,
  Refusal,
  type Session,
  type StandInStore,
  type Subscription,
} from './standInRecords.ts';
import type { Views } from './standInViews.ts';

/** `a[b][0]=c` as `{ a: { b: { 0: 'c' } } }`. */
export function formOf(text: string): Record<string, unknown> {
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
/** Stripe’s answers to requests; each refusal is a Refusal. `tell` sends a message of what changed. */
export function createAnswers(store: StandInStore, records: Records, seen: Views, emit: (type: string, object: object) => Promise<void>) {
  const { fresh, find, sessionOf, intentOf, subscriptionOf, invoicesOf, put } = records;

  const begin = async (form: Record<string, unknown>): Promise<object> => {
    const price = ((form['line_items'] as Record<string, { price_data?: Record<string, unknown> }>)?.['0']?.price_data ?? {}) as Record<
      string,
      unknown
    >;
    const amount = Number(price['unit_amount']);
    const currency = String(price['currency']);
    if (!Number.isInteger(amount) || amount < 1 || !['mxn', 'usd'].includes(currency)) throw new Refusal(400, 'parameter_invalid_integer');
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
  };
  const act = async (method: string, path: string, query: URLSearchParams, form: Record<string, unknown>): Promise<object> => {
    const [, kind = '', id = '', act = ''] =
      /^\/v1\/(checkout\/sessions|coupons|payment_intents|charges|refunds|disputes|subscriptions|invoices|invoice_payments)(?:\/([\w]+))?(?:\/(\w+))?$/.exec(
        path,
      ) ?? [];
    switch (`${method} ${kind}${id ? '/:id' : ''}${act ? `/${act}` : ''}`) {
      case 'POST checkout/sessions':
        return begin(form);
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
        await emit('charge.refunded', seen.charge(after));
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
        await emit('customer.subscription.updated', seen.subscription(after));
        return seen.subscription(after);
      }
      case 'DELETE subscriptions/:id': {
        const after: Subscription = { ...(await subscriptionOf(id)), status: 'canceled' };
        await put.subscription(after);
        await emit('customer.subscription.deleted', seen.subscription(after));
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
  /** `key`: the same one is answered as before. */
  return async (
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
}
