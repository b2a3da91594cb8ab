import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BadSignature, type OrderToPay, type PaymentProvider, ProviderError } from '../../backend/integrations/payments/port.ts';
import { createStandIn, inMemory, type StandIn } from '../../backend/integrations/payments/standIn.ts';
import { createStripe } from '../../backend/integrations/payments/stripe.ts';
import { type PaymentServer, paymentServer, WEBHOOK_SECRET } from '../support/payments.ts';

/** What a provider does for the school: over HTTP, as Stripe is reached, and within the process, as in the demo. */

const said: { body: string; signature: string }[] = [];
const within = () => {
  const standIn = createStandIn({
    ...{
      store: inMemory(),
      webhookSecret: WEBHOOK_SECRET,
      now: () => new Date(),
      pageOf: (session: string) => `https://pago.example/${session}`,
    },
    deliver: async (body, signature) => void said.push({ body, signature }),
  });
  return { standIn, provider: createStripe({ secretKey: 'sk_test', webhookSecret: WEBHOOK_SECRET, request: standIn.request }) };
};
let server: PaymentServer;
beforeAll(async () => {
  server = await paymentServer();
});
afterAll(() => server.stop());

const later = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const order = (more: Partial<OrderToPay> = {}): OrderToPay => ({
  ...{ userId: 7, orderId: 1, title: 'Python', price: { amount: 49_900, currency: 'MXN' }, period: null, coupon: null },
  ...{
    validUntil: later(35),
    successUrl: 'https://escuela.example/success?pedido=1',
    cancelUrl: 'https://escuela.example/cancel?pedido=1',
  },
  ...more,
});
const last = (kept: { body: string; signature: string }[]) => kept.at(-1) ?? { body: '', signature: '' };

describe.each(['over HTTP', 'within the process'])('%s', (where) => {
  let provider: PaymentProvider;
  let standIn: StandIn;
  let messages: { body: string; signature: string }[];
  beforeAll(() => {
    const inside = within();
    standIn = where === 'over HTTP' ? server.standIn : inside.standIn;
    provider =
      where === 'over HTTP' ? createStripe({ secretKey: 'sk_test', webhookSecret: WEBHOOK_SECRET, base: server.url }) : inside.provider;
    messages = where === 'over HTTP' ? server.said : said;
  });
  let number = 10;
  const opened = async (more: Partial<OrderToPay> = {}) => {
    const asked = order({ orderId: ++number, ...more });
    return { ...(await provider.open(asked)), asked };
  };

  test('a page is opened once for an order, is paid once, and says by whom it was asked', async () => {
    const { session, url, asked } = await opened();
    expect(await provider.open(asked)).toEqual({ session, url });
    expect(await provider.urlOf(session)).toBe(url);
    expect(await provider.look(session)).toMatchObject({ session: 'open', payment: null, failure: null, refunded: 0, subscription: null });
    await standIn.pay(session);
    const { body, signature } = last(messages);
    expect(await provider.read(body, signature)).toEqual({ userId: 7, orderId: asked.orderId });
    expect(await provider.look(session)).toMatchObject({ session: 'complete', payment: { amount: asked.price } });
    expect(await provider.urlOf(session)).toBeNull();
    await provider.expire(session);
    expect((await provider.look(session)).session).toBe('complete');
  });

  test('a coupon is taken off the first payment, and off no other', async () => {
    const coupon = { code: 'VERANO', discount: { amount: 10_000, currency: 'MXN' as const } };
    const once = await opened({ coupon });
    await standIn.pay(once.session);
    expect((await provider.look(once.session)).payment?.amount).toEqual({ amount: 39_900, currency: 'MXN' });
    const monthly = await opened({ coupon, period: 'month' });
    await standIn.pay(monthly.session);
    const { subscription } = await provider.look(monthly.session);
    await standIn.turn(subscription?.id ?? '');
    const { payment, subscription: renewed } = await provider.look(monthly.session);
    expect(payment?.amount.amount).toBe(39_900);
    expect(renewed?.invoices.map(({ amount }) => amount.amount)).toEqual([39_900, 49_900]);
  });

  test('a message that the provider did not sign is not believed, nor one of long ago', async () => {
    const { session } = await opened();
    await standIn.pay(session);
    const { body, signature } = last(messages);
    await expect(provider.read(body.replace('evt_', 'evt_x'), signature)).rejects.toThrow(BadSignature);
    await expect(
      provider.read(
        body,
        signature.replace(/v1=./, (had) => (had === 'v1=0' ? 'v1=1' : 'v1=0')),
      ),
    ).rejects.toThrow(BadSignature);
    await expect(provider.read(body, signature.replace(/t=\d+/, 't=1600000000'))).rejects.toThrow(BadSignature);
  });

  test('a declined card says why, and the page stays open', async () => {
    const { session, asked } = await opened();
    await standIn.decline(session);
    expect(await provider.look(session)).toMatchObject({ session: 'open', payment: null, failure: 'insufficient_funds' });
    const { body, signature } = last(messages);
    expect(await provider.read(body, signature)).toEqual({ userId: 7, orderId: asked.orderId });
  });

  test('a card whose bank asks to confirm is charged once that is done; left or refused, nothing is paid and the page stays open', async () => {
    const { session } = await opened();
    await standIn.challenge(session);
    expect(await provider.look(session)).toMatchObject({ session: 'open', payment: null, failure: null });
    await standIn.confirm(session, false);
    expect(await provider.look(session)).toMatchObject({
      session: 'open',
      payment: null,
      failure: 'payment_intent_authentication_failure',
    });
    await standIn.confirm(session, true);
    expect((await provider.look(session)).payment).toBeNull();
    await standIn.challenge(session);
    await standIn.confirm(session, true);
    expect(await provider.look(session)).toMatchObject({ session: 'complete', payment: { amount: { amount: 49_900 } }, failure: null });
    // Left: its page closes like any other.
    const { session: left } = await opened();
    await standIn.challenge(left);
    await provider.expire(left);
    await standIn.confirm(left, true);
    expect(await provider.look(left)).toMatchObject({ session: 'expired', payment: null });
  });

  test('money is given back in parts and never more than was paid, once for each request', async () => {
    const { session, asked } = await opened();
    await standIn.pay(session);
    const payment = (await provider.look(session)).payment?.id ?? '';
    const key = `${where}-uno`;
    await provider.refund(payment, 10_000, key);
    await provider.refund(payment, 10_000, key);
    expect(await provider.look(session)).toMatchObject({ refunded: 10_000, made: [key] });
    const { body, signature } = last(messages);
    expect(await provider.read(body, signature)).toEqual({ userId: 7, orderId: asked.orderId });
    await expect(provider.refund(payment, 49_900, `${where}-otro`)).rejects.toMatchObject({ name: 'ProviderError', lasting: true });
    // What did not arrive is the school’s again, and can be given back again.
    await standIn.bounce(payment);
    expect(await provider.look(session)).toMatchObject({
      ...{ refunded: 0, bounced: { amount: 10_000, cause: 'expired_or_canceled_card' }, made: [key] },
    });
    const told = last(messages);
    expect(await provider.read(told.body, told.signature)).toEqual({ userId: 7, orderId: asked.orderId });
    await provider.refund(payment, 49_900, `${where}-todo`);
    expect(await provider.look(session)).toMatchObject({ refunded: 49_900, bounced: { amount: 10_000 } });
    // A question of the bank that comes to nothing is over.
    await standIn.dispute(payment, 'warning_needs_response');
    expect((await provider.look(session)).dispute?.state).toBe('open');
    await standIn.dispute(payment, 'warning_closed');
    expect((await provider.look(session)).dispute?.state).toBe('won');
    await standIn.dispute(payment, 'needs_response');
    expect((await provider.look(session)).dispute?.state).toBe('open');
    await standIn.dispute(payment, 'lost');
    expect((await provider.look(session)).dispute?.state).toBe('lost');
  });

  test('a subscription is renewed, falls due, is cancelled at its end, resumed and ended', async () => {
    const { session } = await opened({ period: 'month', price: { amount: 5_000, currency: 'USD' } });
    await standIn.pay(session);
    const first = (await provider.look(session)).subscription;
    expect(first).toMatchObject({ state: 'active', cancelling: false });
    expect(first?.invoices).toHaveLength(1);
    const id = first?.id ?? '';
    await standIn.turn(id);
    expect((await provider.look(session)).subscription?.invoices.map(({ amount }) => amount.amount)).toEqual([5_000, 5_000]);
    await standIn.turn(id, false);
    expect((await provider.look(session)).subscription?.state).toBe('pastDue');
    await provider.setRenewing(id, false);
    expect((await provider.look(session)).subscription?.cancelling).toBe(true);
    await provider.setRenewing(id, true);
    expect((await provider.look(session)).subscription?.cancelling).toBe(false);
    await provider.endSubscription(id);
    await provider.endSubscription(id);
    expect((await provider.look(session)).subscription?.state).toBe('ended');
  });

  test('a subscription whose customer was removed has ended, with what was paid', async () => {
    const { session } = await opened({ period: 'month' });
    await standIn.pay(session);
    const { subscription } = await provider.look(session);
    await standIn.removeCustomer(subscription?.id ?? '');
    expect(await provider.look(session)).toMatchObject({ payment: { amount: { amount: 49_900 } }, subscription: { state: 'ended' } });
  });

  test('of a renewal it says what was given back, what came back, and whether it is disputed, apart from the first payment', async () => {
    const { session, asked } = await opened({ period: 'month', price: { amount: 5_000, currency: 'USD' } });
    await standIn.pay(session);
    const id = (await provider.look(session)).subscription?.id ?? '';
    await standIn.turn(id);
    await standIn.turn(id);
    const read = async () => {
      const seen = await provider.look(session);
      const renewals = seen.subscription?.invoices.slice(1) ?? [];
      return { seen, dos: renewals[0], tres: renewals[1] };
    };
    const named = async () => {
      const { body, signature } = last(messages);
      expect(await provider.read(body, signature)).toEqual({ userId: 7, orderId: asked.orderId });
    };
    const payment = (await read()).dos?.payment ?? '';
    await provider.refund(payment, 2_000, `${where}-renovacion`);
    await named();
    let { seen, dos, tres } = await read();
    expect([seen.refunded, dos?.refunded, tres?.refunded]).toEqual([0, 2_000, 0]);
    await standIn.bounce(payment);
    await named();
    ({ dos } = await read());
    expect(dos).toMatchObject({ refunded: 0, bounced: { amount: 2_000, cause: 'expired_or_canceled_card' } });
    await standIn.dispute(payment, 'needs_response');
    await named();
    ({ seen, dos } = await read());
    expect([seen.dispute, dos?.dispute?.state]).toEqual([null, 'open']);
    await standIn.dispute(payment, 'lost');
    ({ dos, tres } = await read());
    expect([dos?.dispute?.state, tres?.dispute]).toEqual(['lost', null]);
    // Of the first payment as well, which names no order itself.
    await provider.refund(seen.payment?.id ?? '', 100, `${where}-primero`);
    await named();
    expect((await read()).seen).toMatchObject({ refunded: 100, made: [`${where}-primero`, `${where}-renovacion`] });
  });

  test('what it does not know, and what it cannot be asked, are errors of the port', async () => {
    const nowhere = '000000000000000000000000';
    await expect(provider.look(`cs_${nowhere}`)).rejects.toMatchObject({ name: 'ProviderError', unknown: true });
    await expect(provider.urlOf(`cs_${nowhere}`)).rejects.toMatchObject({ name: 'ProviderError', unknown: true });
    // There is nothing to close, nor to end.
    await provider.expire(`cs_${nowhere}`);
    await provider.endSubscription(`sub_${nowhere}`);
    await expect(opened({ price: { amount: 0, currency: 'MXN' } })).rejects.toThrow(ProviderError);
    const away = createStripe({ secretKey: 'sk_test', webhookSecret: WEBHOOK_SECRET, base: 'http://127.0.0.1:9' });
    await expect(away.look('cs_1')).rejects.toMatchObject({ name: 'ProviderError', lasting: false, unknown: false });
  });
});
