import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AppliedCoupon, holds, type Purchases, refundableUntil, subscriptionOf } from '../../backend/commands/payments/order.ts';
import type { PurchaseCommand } from '../../backend/commands/payments/purchaseCommand.ts';
import { purchases } from '../../backend/commands/payments/purchases.ts';
import type { Seen } from '../../backend/integrations/payments/port.ts';
import { createStandIn, inMemory } from '../../backend/integrations/payments/standIn.ts';
import { createStripe } from '../../backend/integrations/payments/stripe.ts';
import { type OrderDoc, orders } from '../../backend/projections/orders.ts';
import type { Quote } from '../../events/payments.ts';
import type { StreamEvent } from '../../events/registry.ts';
import { upcasters } from '../../events/upcasters.ts';
import { eventId, given } from '../support/deciderSpec.ts';

type Event = StreamEvent<'purchases'>;
const userId = 7;
const now = '2026-03-01T10:00:00.000Z';
const quote = (more: Partial<Quote> = {}): Quote => ({
  ...{
    what: 'course',
    courseId: 3,
    title: 'Python',
    price: { amount: 49_900, currency: 'MXN' },
    period: null,
    refundDays: 30,
    policyVersion: 1,
    taxRate: 1_600,
  },
  ...more,
});
const validUntil = '2026-03-01T10:35:00.000Z';
const begun = (orderId = 1, more: Partial<Quote> = {}): Event => ({
  type: 'CheckoutStarted',
  data: { userId, orderId, ...quote(more), validUntil },
});
const paid = (orderId = 1): Event => ({
  type: 'PaymentSucceeded',
  data: { userId, orderId, amount: { amount: 49_900, currency: 'MXN' }, payment: `pi_${orderId}`, paidAt: now },
});
const start = (more: Partial<Quote> = {}, at = now, coupon: AppliedCoupon | null = null): PurchaseCommand => ({
  type: 'start',
  userId,
  now: at,
  quote: { ...quote(more), bundle: null, gift: null, groups: [] },
  coupon,
  transfer: false,
  validUntil,
  commandId: 'c',
});
const seen = (more: Partial<Seen> = {}): Seen => ({
  ...{ session: 'complete', payment: { id: 'pi_1', amount: { amount: 49_900, currency: 'MXN' }, at: now }, failure: null },
  ...{ refunded: 0, bounced: { amount: 0, cause: '' }, made: [], dispute: null, subscription: null, ...more },
});

const evolveOrder = (doc: OrderDoc | null, event: Event): OrderDoc | null => {
  const handler = orders.on[event.type] as unknown as { evolve(doc: OrderDoc | null, event: unknown): OrderDoc | null };
  return handler.evolve(doc, { ...event, meta: { occurredAt: now } });
};
const folded = (events: Event[]): Purchases =>
  events.reduce((state, event, index) => {
    const meta = { occurredAt: now, commandId: 'c' };
    return purchases.evolve(state, { ...event, id: eventId(index), meta } as unknown as Parameters<typeof purchases.evolve>[1]);
  }, purchases.initial());

describe('buying', () => {
  test('the same again is the page that is open; at another price, another', () => {
    given(purchases, [begun()]).when(start()).thenNothing();
    given(purchases, [begun()])
      .when(start({ price: { amount: 59_900, currency: 'MXN' } }))
      .then([
        { type: 'CheckoutClosed', data: { userId, orderId: 1, cause: 'replaced' } },
        begun(2, { price: { amount: 59_900, currency: 'MXN' } }),
      ]);
  });
  test('has the tax of its day: set otherwise, it is another page; of what was bought before taxes were set, none is known', () => {
    given(purchases, [begun()])
      .when(start({ taxRate: 800 }))
      .then([{ type: 'CheckoutClosed', data: { userId, orderId: 1, cause: 'replaced' } }, begun(2, { taxRate: 800 })]);
    const { taxRate: _, ...before } = begun().data as Record<string, unknown>;
    expect(upcasters.get('CheckoutStarted@2')?.(before as never, null)).toEqual({ ...before, taxRate: null });
    expect(upcasters.get('ReceiptIssued@1')?.({}, null)).toEqual({ taxRate: null });
  });
  test('with another coupon, or without one, it is another page', () => {
    const coupon = { code: 'VERANO', hold: 'h', discount: { amount: 10_000, currency: 'MXN' as const } };
    const applied: Event = { type: 'CouponApplied', data: { userId, orderId: 1, ...coupon } };
    given(purchases, [])
      .when(start({}, now, coupon))
      .then([begun(), applied]);
    given(purchases, [begun(), applied])
      .when(start({}, now, { ...coupon, hold: 'another' }))
      .thenNothing();
    given(purchases, [begun(), applied])
      .when(start())
      .then([{ type: 'CheckoutClosed', data: { userId, orderId: 1, cause: 'replaced' } }, begun(2)]);
  });
  test('what is owned is not sold again, until it is given back whole', () => {
    given(purchases, [begun(), paid()]).when(start()).thenRefused('COURSE_ALREADY_OWNED');
    given(purchases, [
      begun(),
      paid(),
      {
        type: 'Refunded',
        data: { userId, orderId: 1, invoice: null, amount: { amount: 49_900, currency: 'MXN' }, whole: true, otherWay: false },
      },
    ])
      .when(start())
      .then([begun(2)]);
  });
  test('a payment that comes after another of the same is given back', () => {
    given(purchases, [begun(), begun(2), paid(2)])
      .when({ type: 'observe', userId, now, orderId: 1, seen: seen() })
      .then([
        paid(1),
        { type: 'RefundRequested', data: { userId, orderId: 1, amount: { amount: 49_900, currency: 'MXN' }, by: 'school' } },
      ]);
  });
  test('a transfer that comes after another payment of the same is to be given back', () => {
    const transfer: Event = { type: 'TransferAwaited', data: { userId, orderId: 1, reference: '7-1' } };
    given(purchases, [begun(), transfer, { type: 'CheckoutClosed', data: { userId, orderId: 1, cause: 'expired' } }, begun(2), paid(2)])
      .when({ type: 'confirm', userId, now, orderId: 1 })
      .then([
        {
          type: 'PaymentSucceeded',
          data: { userId, orderId: 1, amount: { amount: 49_900, currency: 'MXN' }, payment: 'transfer-7-1', paidAt: now },
        },
        { type: 'RefundRequested', data: { userId, orderId: 1, amount: { amount: 49_900, currency: 'MXN' }, by: 'school' } },
      ]);
  });
  test('the buyer may have it back within the days of the policy, staff any time; never more than was paid', () => {
    const ask = (by: 'learner' | 'staff', at: string, amount?: number): PurchaseCommand => ({
      type: 'refund',
      userId,
      now: at,
      orderId: 1,
      by,
      amount,
    });
    const spec = given(purchases, [begun(), paid()]);
    spec.when(ask('learner', '2026-04-02T00:00:00.000Z')).thenRefused('REFUND_TOO_LATE');
    spec.when(ask('staff', '2026-04-02T00:00:00.000Z', 49_901)).thenRefused('REFUND_NOT_POSSIBLE');
    spec
      .when(ask('staff', '2027-01-01T00:00:00.000Z', 100))
      .then([{ type: 'RefundRequested', data: { userId, orderId: 1, amount: { amount: 100, currency: 'MXN' }, by: 'staff' } }]);
    given(purchases, [begun()]).when(ask('learner', now)).thenRefused('REFUND_NOT_POSSIBLE');
    const whole: Event = {
      ...{
        type: 'Refunded',
        data: { userId, orderId: 1, invoice: null, amount: { amount: 49_900, currency: 'MXN' }, whole: true, otherWay: false },
      },
    };
    const back = given(purchases, [begun(), paid(), whole]);
    for (const by of ['learner', 'staff'] as const) back.when(ask(by, now)).thenRefused('REFUND_DONE');
    back.when(ask('staff', now, 100)).thenRefused('REFUND_DONE');
    back.when({ type: 'refund', userId, now, orderId: 1, by: 'school' }).thenNothing();
    expect(refundableUntil({ paidAt: now, refundDays: 30 })).toBe('2026-03-31T10:00:00.000Z');
  });
});

describe('a refund that came back', () => {
  const money = (amount: number) => ({ amount, currency: 'MXN' as const });
  const ids = { userId, orderId: 1 };
  const back: Event = { type: 'Refunded', data: { ...ids, invoice: null, amount: money(49_900), whole: true, otherWay: false } };
  const look = (refunded: number, bounced: number): PurchaseCommand => ({
    ...{ type: 'observe', ...ids, now, seen: seen({ refunded, bounced: { amount: bounced, cause: 'lost' } }) },
  });
  const bounced = (amount: number, undone: number): Event => ({
    type: 'RefundBounced',
    data: { ...ids, invoice: null, amount: money(amount), undone: money(undone), cause: 'lost' },
  });
  test('is recorded once, also where an older answer comes after it; what was made again counts', () => {
    given(purchases, [begun(), paid(), back])
      .when(look(0, 49_900))
      .then([bounced(49_900, 49_900)]);
    const after = given(purchases, [begun(), paid(), back, bounced(49_900, 49_900)]);
    after.when(look(49_900, 0)).thenNothing();
    after.when(look(0, 49_900)).thenNothing();
    after.when(look(49_900, 49_900)).then([back]);
    after.when(start()).thenRefused('COURSE_ALREADY_OWNED');
  });
  test('and was given back by another way is closed by hand, once: the provider’s answers count apart from it', () => {
    const byHand = (amount: number): PurchaseCommand => ({ type: 'sentBack', ...ids, now, amount });
    const otherWay = (amount: number, whole: boolean): Event => ({
      type: 'Refunded',
      data: { ...ids, invoice: null, amount: money(amount), whole, otherWay: true },
    });
    const lost = [begun(), paid(), back, bounced(49_900, 49_900)];
    given(purchases, [begun(), paid()]).when(byHand(100)).thenRefused('REFUND_NOT_POSSIBLE');
    given(purchases, lost)
      .when({ type: 'sentBack', ...ids, now })
      .then([otherWay(49_900, true)]);
    given(purchases, lost).when(byHand(49_901)).thenRefused('REFUND_NOT_POSSIBLE');
    const part = given(purchases, [...lost, otherWay(900, false)]);
    part.when(byHand(49_000)).then([otherWay(49_000, true)]);
    part.when(byHand(49_001)).thenRefused('REFUND_NOT_POSSIBLE');
    const done = [...lost, otherWay(49_900, true)];
    given(purchases, done).when(byHand(1)).thenRefused('REFUND_NOT_POSSIBLE');
    given(purchases, done).when(look(0, 49_900)).thenNothing();
    given(purchases, done).when(look(49_900, 0)).thenNothing();
    expect(holds(folded(done).get(1) as never)).toBe(false);
    // Somebody also refunded it on the provider’s own page, which the order records.
    given(purchases, done).when(look(49_900, 49_900)).then([back]);
  });
  test('stays to be given back in what was not asked for again, and not once it was given back by another way', () => {
    const byHand: PurchaseCommand = { type: 'sentBack', ...ids, now };
    const asked = (amount: number): Event => ({ type: 'RefundRequested', data: { ...ids, amount: money(amount), by: 'staff' } });
    const part = (amount: number, otherWay = false): Event => ({
      type: 'Refunded',
      data: { ...ids, invoice: null, amount: money(amount), whole: amount === 49_900, otherWay },
    });
    const failed: Event = { type: 'RefundFailed', data: { ...ids, request: null, amount: null, cause: 'card_closed' } };
    /** The refunds that staff may report as made by other means, by the decider and by the list. */
    const due = (...since: Event[]): number[] => {
      const events = [begun(), paid(), ...since];
      let doc: OrderDoc | null = null;
      for (const event of events) doc = evolveOrder(doc, event);
      const shown = doc?.refundFailed?.amount ?? 0;
      expect([doc?.awaits, doc?.refundLost]).toEqual([shown > 0, shown > 0]);
      return [folded(events).get(1)?.refundLost ?? -1, shown];
    };
    // A part of the returned money is refunded again: the rest is still due.
    expect(due(back, bounced(49_900, 49_900), asked(10_000))).toEqual([39_900, 39_900]);
    expect(due(back, bounced(49_900, 49_900), asked(10_000), part(10_000))).toEqual([39_900, 39_900]);
    expect(due(back, bounced(49_900, 49_900), asked(10_000), failed)).toEqual([49_900, 49_900]);
    // Two partial refunds were under way; the provider made one of them after all.
    expect(due(asked(10_000), asked(39_900), failed, part(39_900))).toEqual([10_000, 10_000]);
    // It failed, was refunded by other means, and the provider reports the failure again.
    expect(due(asked(49_900), failed, part(49_900, true), bounced(49_900, 0))).toEqual([0, 0]);
    given(purchases, [begun(), paid(), back, bounced(49_900, 49_900), asked(10_000), part(10_000)])
      .when(byHand)
      .then([{ type: 'Refunded', data: { ...ids, invoice: null, amount: money(39_900), whole: true, otherWay: true } }]);
  });
  test('that failed is lost for itself alone: another one of the order may still come', () => {
    const asked = (amount: number): Event => ({ type: 'RefundRequested', data: { ...ids, amount: money(amount), by: 'staff' } });
    const failed = (request: number, amount: number): Event => ({
      ...{ type: 'RefundFailed', data: { ...ids, request: eventId(request), amount: money(amount), cause: 'card_closed' } },
    });
    const made = (amount: number): Event => ({
      type: 'Refunded',
      data: { ...ids, invoice: null, amount: money(amount), whole: false, otherWay: false },
    });
    const fails = (request: number, ...seenBy: number[]): PurchaseCommand => ({
      ...{ type: 'refundFailed', ...ids, now, request: eventId(request), made: seenBy.map(eventId), cause: 'card_closed' },
    });
    // The events at 2 and 3 of the history.
    const two = [begun(), paid(), asked(10_000), asked(39_900)];
    given(purchases, two)
      .when(fails(2))
      .then([failed(2, 10_000)]);
    const after = given(purchases, [...two, failed(2, 10_000)]);
    after.when({ type: 'sentBack', ...ids, now, amount: 10_001 }).thenRefused('REFUND_NOT_POSSIBLE');
    after
      .when({ type: 'sentBack', ...ids, now })
      .then([{ type: 'Refunded', data: { ...ids, invoice: null, amount: money(10_000), whole: false, otherWay: true } }]);
    after.when(fails(2)).thenNothing();
    after.when(fails(3)).then([failed(3, 39_900)]);
    // The provider did make it: it has not failed, whatever its first answer was.
    given(purchases, two).when(fails(2, 2)).thenNothing();
    // The other one was made before this failed.
    given(purchases, [...two, made(39_900)])
      .when(fails(2, 3))
      .then([failed(2, 10_000)]);
    // A part was refunded on the provider’s page: the other refund covers the rest, or as much of it as it can.
    given(purchases, [...two, made(10_000)])
      .when(fails(2))
      .then([failed(2, 0)]);
    given(purchases, [...two, made(5_000)])
      .when(fails(2))
      .then([failed(2, 5_000)]);
    given(purchases, [...two, made(10_000), failed(2, 0)])
      .when(fails(3))
      .then([failed(3, 39_900)]);
    // As older releases recorded it: all that was asked for.
    const all: Event = { type: 'RefundFailed', data: { ...ids, request: null, amount: null, cause: 'card_closed' } };
    expect(upcasters.get('RefundFailed@1')?.({ cause: 'x' }, null)).toEqual({ cause: 'x', request: null, amount: null });
    given(purchases, [...two, all])
      .when({ type: 'sentBack', ...ids, now })
      .then([{ type: 'Refunded', data: { ...ids, invoice: null, amount: money(49_900), whole: true, otherWay: true } }]);
    for (const events of [
      [...two, failed(2, 10_000)],
      [...two, failed(2, 10_000), made(39_900)],
    ]) {
      let doc: OrderDoc | null = null;
      for (const event of events) doc = evolveOrder(doc, event);
      expect([doc?.refundFailed?.amount, folded(events).get(1)?.refundLost]).toEqual([10_000, 10_000]);
    }
  });
  test('of which nothing was heard undoes nothing, and is asked for again by staff alone, who may be paying it by another way', () => {
    const asked: Event = { type: 'RefundRequested', data: { ...ids, amount: money(49_900), by: 'learner' } };
    given(purchases, [begun(), paid(), asked])
      .when(look(0, 49_900))
      .then([bounced(49_900, 0)]);
    given(purchases, [begun(), paid(), asked, bounced(49_900, 0)])
      .when({ type: 'refund', ...ids, now, by: 'staff', amount: undefined })
      .then([{ ...asked, data: { ...asked.data, by: 'staff' } } as Event]);
    given(purchases, [begun(), paid(), asked, bounced(49_900, 0)])
      .when({ type: 'refund', ...ids, now, by: 'learner', amount: undefined })
      .thenRefused('REFUND_LOST');
  });
});

// rows: B25
test('a payment that was lost to a dispute is not given back besides, whatever was asked for before', () => {
  const ids = { userId, orderId: 1 };
  const amount = { amount: 49_900, currency: 'MXN' } as const;
  const before: Event[] = [begun(), paid(), { type: 'RefundRequested', data: { ...ids, amount, by: 'learner' } }];
  const closed = (won: boolean): Event[] => [
    ...before,
    { type: 'DisputeOpened', data: { ...ids, invoice: null, dispute: 'dp' } },
    { type: 'DisputeClosed', data: { ...ids, invoice: null, dispute: 'dp', won } },
  ];
  const giveBack = (by: 'learner' | 'staff'): PurchaseCommand => ({ type: 'refund', ...ids, now, by, amount: 49_900 });
  for (const by of ['learner', 'staff'] as const) given(purchases, closed(false)).when(giveBack(by)).thenRefused('REFUND_NOT_POSSIBLE');
  // Its bank refuses what had been asked for: nothing of it is due.
  const failed: Event = { type: 'RefundFailed', data: { ...ids, request: eventId(2), amount, cause: 'charge_disputed' } };
  for (const events of [closed(false), [...closed(false), failed]]) {
    expect(folded(events).get(1)).toMatchObject({ refundAsked: 0, requests: [], refundLost: 0 });
    expect(events.reduce(evolveOrder, null)).toMatchObject({ refundAsked: 0, refundFailed: null, refundLost: false });
  }
  expect(folded([...closed(true), failed]).get(1)).toMatchObject({ refundLost: 49_900 });
});

describe('an order that the provider does not know', () => {
  const unknown = (at: string): PurchaseCommand => ({ type: 'unknown', userId, orderId: 1, now: at });
  test('is waited for, as its keys may be set right again, and then ends; a payment that is found after all counts', () => {
    given(purchases, [begun()]).when(unknown('2026-03-01T20:00:00.000Z')).thenNothing();
    const closed: Event = { type: 'CheckoutClosed', data: { userId, orderId: 1, cause: 'unknown' } };
    given(purchases, [begun()]).when(unknown('2026-03-02T00:00:00.000Z')).then([closed]);
    given(purchases, [begun(), closed]).when(unknown('2026-03-03T00:00:00.000Z')).thenNothing();
    given(purchases, [begun(), closed]).when({ type: 'observe', userId, now, orderId: 1, seen: seen() }).then([paid()]);
  });
  test('and was paid stays; a plan ends when nothing is known of it for long', () => {
    given(purchases, [begun(), paid()]).when(unknown('2027-01-01T00:00:00.000Z')).thenNothing();
    const plan: Event[] = [
      begun(1, { what: 'premium', courseId: null, period: 'month' }),
      paid(),
      { type: 'SubscriptionStarted', data: { userId, orderId: 1, subscription: 'sub', until: '2026-04-01T10:00:00.000Z' } },
    ];
    given(purchases, plan).when(unknown('2026-04-30T10:00:00.000Z')).thenNothing();
    given(purchases, plan)
      .when(unknown('2026-05-01T10:00:00.000Z'))
      .then([{ type: 'SubscriptionEnded', data: { userId, orderId: 1, cause: 'unknown' } }]);
  });
});

describe('a renewal', () => {
  const money = (amount: number) => ({ amount, currency: 'MXN' as const });
  const ids = { userId, orderId: 1 };
  const [first, second] = ['2026-04-01T10:00:00.000Z', '2026-05-01T10:00:00.000Z'];
  type Invoice = NonNullable<Seen['subscription']>['invoices'][number];
  const invoice = (id: string, until: string, more: Partial<Invoice> = {}): Invoice => ({
    ...{ id, amount: money(49_900), payment: `pi_${id}`, until, refunded: 0, bounced: { amount: 0, cause: '' }, dispute: null, ...more },
  });
  const renewed = (id: string, until: string): Event => ({
    ...{ type: 'SubscriptionRenewed', data: { ...ids, invoice: id, amount: money(49_900), payment: `pi_${id}`, until } },
  });
  const plan: Event[] = [
    begun(1, { what: 'premium', courseId: null, period: 'month' }),
    paid(),
    { type: 'SubscriptionStarted', data: { ...ids, subscription: 'sub', until: now } },
  ];
  const look = (invoices: Invoice[], state: 'active' | 'ended' = 'active'): PurchaseCommand => ({
    ...{ type: 'observe', ...ids, now },
    seen: seen({ subscription: { id: 'sub', state, until: second, cancelling: false, invoices: [invoice('uno', now), ...invoices] } }),
  });
  const back = (id: string, amount: number): Event => ({
    ...{ type: 'Refunded', data: { ...ids, invoice: id, amount: money(amount), whole: amount === 49_900, otherWay: false } },
  });
  test('that was lost to a dispute is not given back besides, and one that was won is', () => {
    const closed = (won: boolean): Event[] => [
      ...[...plan, renewed('dos', first)],
      { type: 'DisputeOpened', data: { ...ids, invoice: 'dos', dispute: 'dp' } },
      { type: 'DisputeClosed', data: { ...ids, invoice: 'dos', dispute: 'dp', won } },
    ];
    const giveBack: PurchaseCommand = { type: 'refundRenewal', ...ids, now, invoice: 'dos' };
    given(purchases, closed(false)).when(giveBack).thenRefused('REFUND_NOT_POSSIBLE');
    given(purchases, closed(true))
      .when(giveBack)
      .then([{ type: 'RenewalRefundRequested', data: { ...ids, invoice: 'dos', amount: money(49_900) } }]);
  });
  test('whose refund came back before it was known to be made is given back anew', () => {
    const asked: Event = { type: 'RenewalRefundRequested', data: { ...ids, invoice: 'dos', amount: money(1_000) } };
    const [amount, undone] = [money(1_000), money(0)];
    const bounced: Event = { type: 'RefundBounced', data: { ...ids, invoice: 'dos', amount, undone, cause: 'failed' } };
    const giveBack: PurchaseCommand = { type: 'refundRenewal', ...ids, now, invoice: 'dos', amount: 1_000 };
    given(purchases, [...plan, renewed('dos', first), asked])
      .when(giveBack)
      .then([]);
    given(purchases, [...plan, renewed('dos', first), asked, bounced])
      .when(giveBack)
      .then([asked]);
  });
  test('whose refund came back waits for staff until it is given back again, by whichever way, or its bank decides', () => {
    const bounced = (amount: number, undone: number): Event => ({
      type: 'RefundBounced',
      data: { ...ids, invoice: 'dos', amount: money(amount), undone: money(undone), cause: 'card_closed' },
    });
    const byHand = (amount?: number): PurchaseCommand => ({ type: 'sentBack', ...ids, now, invoice: 'dos', amount });
    const otherWay: Event = {
      type: 'Refunded',
      data: { ...ids, invoice: 'dos', amount: money(49_900), whole: true, otherWay: true },
    };
    const whole = [...plan, renewed('dos', first), back('dos', 49_900)];
    /** The refunds still due, by the decider and by the list. */
    const due = (...since: Event[]): number[] => {
      const events = [...whole, ...since];
      let doc: OrderDoc | null = null;
      for (const event of events) doc = evolveOrder(doc, event);
      const shown = doc?.subscription?.renewals[0]?.refundFailed?.amount ?? 0;
      expect([doc?.awaits, doc?.refundLost, doc?.refundFailed]).toEqual([shown > 0, shown > 0, null]);
      return [folded(events).get(1)?.subscription?.invoices.get('dos')?.refundLost ?? -1, shown];
    };
    expect(due()).toEqual([0, 0]);
    expect(due(bounced(49_900, 49_900))).toEqual([49_900, 49_900]);
    expect(due(bounced(49_900, 49_900), back('dos', 900))).toEqual([49_000, 49_000]);
    expect(due(bounced(49_900, 49_900), back('dos', 900), bounced(900, 900))).toEqual([49_900, 49_900]);
    expect(due(bounced(49_900, 49_900), back('dos', 49_900))).toEqual([0, 0]);
    expect(due(bounced(49_900, 49_900), otherWay)).toEqual([0, 0]);
    const disputed: Event = { type: 'DisputeOpened', data: { ...ids, invoice: 'dos', dispute: 'dp' } };
    expect(due(bounced(49_900, 49_900), disputed)).toEqual([49_900, 49_900]);
    expect(due(bounced(49_900, 49_900), disputed, { type: 'DisputeClosed', data: { ...disputed.data, won: false } })).toEqual([0, 0]);

    given(purchases, whole).when(byHand()).thenRefused('REFUND_NOT_POSSIBLE');
    given(purchases, [...whole, bounced(49_900, 49_900)])
      .when(byHand())
      .then([otherWay]);
    given(purchases, [...whole, bounced(49_900, 49_900)])
      .when(byHand(49_901))
      .thenRefused('REFUND_NOT_POSSIBLE');
    // The provider's report of its own refunds is counted separately.
    const done = given(purchases, [...whole, bounced(49_900, 49_900), otherWay]);
    done.when(byHand(1)).thenRefused('REFUND_NOT_POSSIBLE');
    done.when(look([invoice('dos', first, { bounced: { amount: 49_900, cause: '' } })])).thenNothing();
    done.when(look([invoice('dos', first, { refunded: 49_900 })])).thenNothing();
  });
  test('that is given back at the provider’s is recorded as what it is: the plan ends with the last one alone, and with all of it', () => {
    const two = [...plan, renewed('dos', first), renewed('tres', second)];
    const given2 = given(purchases, two);
    const earlier = look([invoice('dos', first, { refunded: 49_900 }), invoice('tres', second)]);
    given2.when(earlier).then([back('dos', 49_900)]);
    expect(given2.when(earlier).state().get(1)).toMatchObject({ refunded: 0 });
    const open = (more: Partial<Invoice>): boolean => {
      const order = given2
        .when(look([invoice('dos', first), invoice('tres', second, more)]))
        .state()
        .get(1);
      return order !== undefined && holds(order);
    };
    expect(open({ refunded: 49_899 })).toBe(true);
    expect(open({ refunded: 49_900 })).toBe(false);
    expect(open({ dispute: { id: 'du', state: 'open' } })).toBe(true);
    expect(open({ dispute: { id: 'du', state: 'won' } })).toBe(true);
    expect(open({ dispute: { id: 'du', state: 'lost' } })).toBe(false);
    // The refund was returned, so the money is the school's again.
    given(purchases, [...two, back('tres', 49_900)])
      .when(look([invoice('dos', first), invoice('tres', second, { bounced: { amount: 49_900, cause: 'lost' } })]))
      .then([{ type: 'RefundBounced', data: { ...ids, invoice: 'tres', amount: money(49_900), undone: money(49_900), cause: 'lost' } }]);
  });
  test('that is paid after the plan had ended here opens it again, and no older answer does', () => {
    const ended: Event[] = [...plan, renewed('dos', first), { type: 'SubscriptionEnded', data: { ...ids, cause: 'unknown' } }];
    given(purchases, ended)
      .when(look([invoice('dos', first)]))
      .thenNothing();
    given(purchases, ended)
      .when(look([invoice('dos', first), invoice('tres', second)]))
      .then([renewed('tres', second), { type: 'SubscriptionRecovered', data: ids }]);
  });
  test('that is given back, or comes, after the end of the plan is recorded still', () => {
    const ended: Event[] = [...plan, renewed('dos', first), { type: 'SubscriptionEnded', data: { ...ids, cause: 'unpaid' } }];
    given(purchases, ended)
      .when(look([invoice('dos', first, { refunded: 100 }), invoice('tres', second)], 'ended'))
      .then([renewed('tres', second), back('dos', 100)]);
  });
});

// rows: B26
describe('months of the plan by transfer', () => {
  const plan = { what: 'premium' as const, courseId: null, period: 'month' as const };
  const month = (orderId: number, until: string): Event[] => [
    begun(orderId, plan),
    { type: 'TransferAwaited', data: { userId, orderId, reference: `7-${orderId}` } },
    paid(orderId),
    { type: 'SubscriptionStarted', data: { userId, orderId, subscription: `transfer-7-${orderId}`, until } },
  ];
  const two = [...month(1, '2026-04-01T10:00:00.000Z'), ...month(2, '2026-05-01T10:00:00.000Z')];
  const refund = (orderId: number, by: 'learner' | 'staff', amount?: number): PurchaseCommand => ({
    ...{ type: 'refund', userId, now, orderId, by, amount },
  });
  const asked = (orderId: number): Event => ({
    ...{ type: 'RefundRequested', data: { userId, orderId, amount: { amount: 49_900, currency: 'MXN' }, by: 'learner' } },
  });
  test('are given back from the last one: who has an earlier one back would keep its days by the later one', () => {
    const spec = given(purchases, two);
    spec.when(refund(1, 'learner')).thenRefused('REFUND_LAST_MONTH_FIRST');
    spec.when(refund(1, 'staff')).thenRefused('REFUND_LAST_MONTH_FIRST');
    spec.when(refund(2, 'learner')).then([asked(2)]);
    given(purchases, [...two, asked(2)])
      .when(refund(1, 'learner'))
      .then([asked(1)]);
  });
  test('are counted from the first day: after February the 31st comes again; who comes back later begins anew', () => {
    const at = (orderId: number, paidAt: string, until: string): Event[] =>
      month(orderId, until).map((event) => (event.type === 'PaymentSucceeded' ? { ...event, data: { ...event.data, paidAt } } : event));
    const next = (before: Event[], when: string): string | undefined => {
      const order = begun(9, plan);
      const waiting: Event[] = [order, { type: 'TransferAwaited', data: { userId, orderId: 9, reference: '7-9' } }];
      const events = purchases.decide({ type: 'confirm', userId, orderId: 9, now: when }, folded([...before, ...waiting]));
      return events.flatMap((event) => (event.type === 'SubscriptionStarted' ? [event.data.until] : []))[0];
    };
    const first = at(1, '2026-01-31T10:00:00.000Z', '2026-02-28T10:00:00.000Z');
    expect(next(first, '2026-02-20T10:00:00.000Z')).toBe('2026-03-31T10:00:00.000Z');
    const second = [...first, ...at(2, '2026-02-20T10:00:00.000Z', '2026-03-31T10:00:00.000Z')];
    expect(next(second, '2026-03-01T10:00:00.000Z')).toBe('2026-04-30T10:00:00.000Z');
    // Counted from the last end, as it was before: it is made up for.
    const drifted = [...first, ...at(2, '2026-02-20T10:00:00.000Z', '2026-03-28T10:00:00.000Z')];
    expect(next(drifted, '2026-03-01T10:00:00.000Z')).toBe('2026-04-30T10:00:00.000Z');
    expect(next(second, '2026-04-02T09:00:00.000Z')).toBe('2026-05-02T09:00:00.000Z');
    const anew = [...second, ...at(3, '2026-04-02T09:00:00.000Z', '2026-05-02T09:00:00.000Z')];
    expect(next(anew, '2026-05-01T10:00:00.000Z')).toBe('2026-06-02T09:00:00.000Z');
  });
  test('that are on their way back are not gone on from', () => {
    const waiting = [begun(3, plan), { type: 'TransferAwaited' as const, data: { userId, orderId: 3, reference: '7-3' } }];
    const [, started] = purchases.decide({ type: 'confirm', userId, orderId: 3, now }, folded([...two, asked(2), ...waiting]));
    expect(started).toMatchObject({ type: 'SubscriptionStarted', data: { until: '2026-05-01T10:00:00.000Z' } });
  });
  test('do not hide the plan that is charged by card', () => {
    const card: Event[] = [
      begun(2, plan),
      paid(2),
      { type: 'SubscriptionStarted', data: { userId, orderId: 2, subscription: 'sub', until: now } },
    ];
    expect(subscriptionOf(folded([...month(1, '2026-04-01T10:00:00.000Z'), ...card]))?.subscription.id).toBe('sub');
  });
});

const renewalsOf = ({ subscription }: Seen) => subscription?.invoices.slice(1) ?? [];
/** Whatever the provider does, whenever it is asked, and however late its answers are: once it is asked at rest, money and access agree. */
test('money and access agree in the end, in every order of facts', async () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('start' as const), plan: fc.boolean(), price: fc.constantFrom(10_000, 20_000), coupon: fc.boolean() }),
    fc.record({
      do: fc.constantFrom('pay' as const, 'decline' as const, 'expire' as const, 'look' as const, 'late' as const),
      at: fc.nat(5),
    }),
    fc.record({
      do: fc.constantFrom('refund' as const, 'bounce' as const, 'dispute' as const, 'lose' as const),
      at: fc.nat(5),
      share: fc.constantFrom(0.5, 1),
    }),
    fc.record({ do: fc.constantFrom('renew' as const, 'due' as const, 'cancel' as const), at: fc.nat(5) }),
    // Staff request a refund; the provider makes it, makes it while its answer is lost, or refuses it; and staff make failed refunds by other means.
    fc.record({
      do: fc.constantFrom('ask' as const, 'make' as const, 'unheard' as const, 'refuse' as const, 'byHand' as const),
      at: fc.nat(5),
      share: fc.constantFrom(0.25, 0.5, 1),
    }),
  );
  const steps = fc.array(step, { maxLength: 30 });
  /** A plan that was paid, renewed and observed, which random single steps rarely reach. */
  const renewed = fc
    .array(
      fc.record({
        do: fc.constantFrom(...(['renew', 'renew', 'look', 'refund', 'bounce', 'dispute', 'lose'] as const)),
        at: fc.nat(3),
        share: fc.constantFrom(0.5, 1),
      }),
      { minLength: 1, maxLength: 8 },
    )
    .map((turns) => [
      { do: 'start' as const, plan: true, price: 10_000, coupon: false },
      ...(['pay', 'look'] as const).map((what) => ({ do: what, at: 0 })),
      ...turns,
    ]);
  /** A course that was paid for and is refunded in parts. */
  const returning = fc
    .array(
      fc.record({
        do: fc.constantFrom(
          ...(['ask', 'ask', 'make', 'unheard', 'refuse', 'refuse', 'byHand', 'byHand', 'refund', 'bounce', 'look'] as const),
        ),
        at: fc.nat(2),
        share: fc.constantFrom(0.25, 0.5),
      }),
      { minLength: 3, maxLength: 9 },
    )
    .map((turns) => [
      { do: 'start' as const, plan: false, price: 10_000, coupon: false },
      ...(['pay', 'look'] as const).map((what) => ({ do: what, at: 0 })),
      ...(['ask', 'ask'] as const).map((what) => ({ do: what, at: 0, share: 0.25 })),
      ...turns,
    ]);
  const stories = fc.oneof(
    steps,
    { weight: 2, arbitrary: returning },
    fc.tuple(renewed, steps).map(([first, then]) => [...first, ...then]),
  );
  await fc.assert(
    fc.asyncProperty(stories, async (story) => {
      const standIn = createStandIn({ store: inMemory(), webhookSecret: 'w', pageOf: (id) => id, now: () => new Date() });
      const provider = createStripe({ secretKey: 's', webhookSecret: 'w', request: standIn.request });
      let state: Purchases = purchases.initial();
      let paidEvents = 0;
      let returnedEvents = 0;
      let events = 0;
      /** Requested refunds that the provider has not answered yet. */
      const pending: { orderId: number; id: string; amount: number }[] = [];
      /** By order: what was requested, and what staff refunded on the provider’s own page. */
      const toGiveBack = new Map<number, number>();
      const run = (command: PurchaseCommand) => {
        try {
          for (const event of purchases.decide(command, state)) {
            if (event.type === 'Refunded') returnedEvents += event.data.amount.amount;
            if (event.type === 'RefundBounced') returnedEvents -= event.data.undone.amount;
            if (event.type === 'PaymentSucceeded' || event.type === 'SubscriptionRenewed') paidEvents += event.data.amount.amount;
            const meta = { occurredAt: now, commandId: 'c' };
            const id = eventId(events++);
            if (event.type === 'RefundRequested') {
              const { orderId, amount } = event.data;
              pending.push({ orderId, id, amount: amount.amount });
              // A failed refund is requested again.
              const anew = Math.max(0, amount.amount - (state.get(orderId)?.refundLost ?? 0));
              toGiveBack.set(orderId, (toGiveBack.get(orderId) ?? 0) + anew);
            }
            state = purchases.evolve(state, { ...event, id, meta } as unknown as Parameters<typeof purchases.evolve>[1]);
          }
        } catch (error) {
          if ((error as Error).name !== 'DomainError') throw error;
        }
      };
      const sessions: string[] = [];
      const late: { orderId: number; seen: Seen }[] = [];
      const of = (at: number) => {
        const orderId = sessions.length === 0 ? 0 : (at % sessions.length) + 1;
        return { orderId, session: sessions[orderId - 1] ?? '', order: state.get(orderId) };
      };
      const look = async (orderId: number): Promise<Seen> => {
        const answered = await provider.look(sessions[orderId - 1] ?? '');
        run({ type: 'observe', userId, now, orderId, seen: answered });
        return answered;
      };
      /** Does what `giveBack` of the payments service does. */
      const answer = async (at: number, how: 'make' | 'unheard' | 'refuse'): Promise<void> => {
        const one = pending[at % Math.max(1, pending.length)];
        if (!one) return;
        const { made, payment } = await look(one.orderId);
        const order = state.get(one.orderId);
        const asked = order?.requests.find(({ id }) => id === one.id);
        if (how !== 'unheard') pending.splice(pending.indexOf(one), 1);
        if (!payment || !order || !asked || made.includes(one.id)) return;
        const refused =
          how === 'refuse' ||
          !(await provider.refund(payment.id, Math.min(asked.amount, order.refundAsked), one.id).then(
            () => true,
            () => false,
          ));
        if (how === 'unheard' && !refused) return;
        const since = await look(one.orderId);
        if (refused) run({ type: 'refundFailed', userId, now, orderId: one.orderId, request: one.id, made: since.made, cause: 'x' });
      };
      for (const one of story) {
        if (one.do === 'start') {
          const before = state.size;
          const more = one.plan ? { what: 'premium' as const, courseId: null, period: 'month' as const } : {};
          const coupon = { code: 'VERANO', hold: 'h', discount: { amount: 2_500, currency: 'MXN' as const } };
          run(start({ ...more, price: { amount: one.price, currency: 'MXN' } }, now, one.coupon ? coupon : null));
          const order = state.get(state.size);
          if (state.size === before || !order) continue;
          const { session } = await provider.open({
            ...{ userId, orderId: state.size, title: 'x', price: order.price, period: order.period, coupon: order.coupon },
            ...{ validUntil: new Date(Date.now() + 3_600_000).toISOString(), successUrl: 's', cancelUrl: 'c' },
          });
          sessions.push(session);
          run({ type: 'opened', userId, now, orderId: state.size, session });
          continue;
        }
        const { orderId, session, order } = of(one.at);
        if (orderId === 0) continue;
        const known = await provider.look(session);
        if (one.do === 'pay') await standIn.pay(session);
        if (one.do === 'decline') await standIn.decline(session);
        if (one.do === 'expire') await provider.expire(session);
        if (one.do === 'look') run({ type: 'observe', userId, now, orderId, seen: known });
        if (one.do === 'late') late.push({ orderId, seen: known });
        // Somebody at the provider's own page, of the first payment or of a renewal.
        const all = known.payment
          ? [
              { ...known.payment, dispute: known.dispute },
              ...renewalsOf(known).map(({ payment: id, amount, dispute }) => ({ id: id ?? '', amount, dispute })),
            ]
          : [];
        const chosen = all[one.at % Math.max(1, all.length)];
        if (one.do === 'refund' && chosen) {
          const amount = Math.floor(chosen.amount.amount * one.share);
          await provider.refund(chosen.id, amount, crypto.randomUUID()).then(
            () => chosen.id === known.payment?.id && toGiveBack.set(orderId, (toGiveBack.get(orderId) ?? 0) + amount),
            () => undefined,
          );
        }
        if (one.do === 'ask' && order?.paid)
          run({ type: 'refund', userId, now, orderId, by: 'staff', amount: Math.floor(order.paid.amount * one.share) });
        if (one.do === 'make' || one.do === 'unheard' || one.do === 'refuse') await answer(one.at, one.do);
        if (one.do === 'byHand') run({ type: 'sentBack', userId, now, orderId });
        if (one.do === 'bounce' && chosen) await standIn.bounce(chosen.id);
        if ((one.do === 'dispute' || one.do === 'lose') && chosen && chosen.dispute?.state !== 'lost')
          await standIn.dispute(chosen.id, one.do === 'lose' ? 'lost' : 'needs_response');
        if (known.subscription && known.subscription.state !== 'ended') {
          if (one.do === 'renew') await standIn.turn(known.subscription.id);
          if (one.do === 'due') await standIn.turn(known.subscription.id, false);
          if (one.do === 'cancel') await provider.setRenewing(known.subscription.id, false);
        }
      }
      for (const { orderId, seen: before } of late) run({ type: 'observe', userId, now, orderId, seen: before });
      for (const at of sessions.keys()) await look(at + 1);
      // Also what is given back since the same was paid twice.
      while (pending.length > 0) await answer(0, 'make');
      let charged = 0;
      let returned = 0;
      for (const [at, session] of sessions.entries()) {
        const truth = await provider.look(session);
        run({ type: 'observe', userId, now, orderId: at + 1, seen: truth });
        const order = state.get(at + 1);
        charged += (truth.payment?.amount.amount ?? 0) + renewalsOf(truth).reduce((sum, { amount }) => sum + amount.amount, 0);
        returned += truth.refunded + (order?.otherWay ?? 0) + renewalsOf(truth).reduce((sum, { refunded }) => sum + refunded, 0);
        const last = renewalsOf(truth).at(-1);
        const owed =
          truth.payment !== null &&
          truth.refunded + (order?.otherWay ?? 0) < truth.payment.amount.amount &&
          truth.dispute?.state !== 'lost' &&
          (!last || (last.refunded < last.amount.amount && last.dispute?.state !== 'lost')) &&
          truth.subscription?.state !== 'ended';
        expect(order && holds(order)).toBe(owed);
        expect((order?.refunded ?? 0) - (order?.otherWay ?? 0)).toBe(truth.refunded);
        // The school refunds nothing twice and forgets no request: it was refunded, or it failed and staff see it.
        expect(truth.refunded + (order?.otherWay ?? 0)).toBeLessThanOrEqual(toGiveBack.get(at + 1) ?? 0);
        expect(order?.refundAsked ?? 0).toBe(0);
        expect(order?.subscription?.cancelling ?? false).toBe(
          truth.subscription?.state === 'ended' ? order?.subscription?.cancelling : (truth.subscription?.cancelling ?? false),
        );
        // Nothing new is left to be recorded.
        const size = events;
        run({ type: 'observe', userId, now, orderId: at + 1, seen: truth });
        expect(events).toBe(size);
      }
      expect(paidEvents).toBe(charged);
      expect(returnedEvents).toBe(returned);
    }),
    { numRuns: 60 },
  );
}, 60_000);
