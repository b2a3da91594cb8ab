import { describe, expect, test } from 'vitest';
import { errorCatalogue } from '../../backend/api/contract/errors.ts';
import { type CouponAsk, type CouponCommand, coupon, LEAST } from '../../backend/commands/payments/coupon.ts';
import type { CouponTerms } from '../../events/coupons.ts';
import type { StreamEvent } from '../../events/registry.ts';
import { given } from '../support/deciderSpec.ts';

type Event = StreamEvent<'coupon'>;
const code = 'VERANO25';
const terms = (more: Partial<CouponTerms> = {}): CouponTerms => ({
  ...{ percent: 25, amount: null, what: 'everything', courseIds: [], limit: 2, from: null, until: null },
  ...more,
});
const created = (more: Partial<CouponTerms> = {}): Event => ({ type: 'CouponCreated', data: { code, ...terms(more) } });
const ask = (userId: number, more: Partial<CouponAsk['quote']> = {}): CouponAsk => ({
  ...{ userId, today: '2026-07-10' },
  quote: { what: 'course', courseId: 3, price: { amount: 49_900, currency: 'MXN' }, ...more },
});
const until = '2026-07-10T12:00:00.000Z';
const hold = (userId: number, more: Partial<CouponAsk['quote']> = {}): CouponCommand => ({
  ...{ type: 'hold', code, hold: `h${userId}`, until },
  ...ask(userId, more),
});
const held = (userId: number): Event => ({ type: 'CouponHeld', data: { code, userId, hold: `h${userId}`, until } });
const discount = { amount: 12_475, currency: 'MXN' as const };
const used = (userId: number, by: string | null = `h${userId}`): Event => ({
  type: 'CouponUsed',
  data: { code, userId, orderId: 1, discount, hold: by },
});

// rows: B29
describe('a coupon', () => {
  test('holds no more places than its limit; one that is let go is there for the next, one that is paid is not', () => {
    given(coupon, [created()])
      .when(hold(1))
      .then([held(1)]);
    given(coupon, [created(), held(1), held(2)])
      .when(hold(3))
      .thenRefused('COUPON_USED_UP');
    given(coupon, [created(), held(1), used(2, null)])
      .when(hold(3))
      .thenRefused('COUPON_USED_UP');
    given(coupon, [created(), held(1), held(2), { type: 'CouponReleased', data: { code, userId: 2, hold: 'h2' } }])
      .when(hold(3))
      .then([held(3)]);
  });
  test('is used once by a person, whose newer page takes the place of the one before', () => {
    given(coupon, [created(), held(1), used(1)])
      .when(hold(1))
      .thenRefused('COUPON_USED');
    given(coupon, [created({ limit: 1 }), { type: 'CouponHeld', data: { code, userId: 1, hold: 'older', until } }])
      .when(hold(1))
      .then([{ type: 'CouponReleased', data: { code, userId: 1, hold: 'older' } }, held(1)]);
  });
  test('is let go by the page that holds it, and by no other; a payment is recorded once, also one that nothing is held for', () => {
    given(coupon, [created(), held(1)])
      .when({ type: 'release', code, userId: 1, hold: 'older' })
      .thenNothing();
    given(coupon, [created(), held(1)])
      .when({ type: 'use', code, userId: 1, orderId: 1, discount })
      .then([used(1)]);
    given(coupon, [created()])
      .when({ type: 'use', code, userId: 1, orderId: 1, discount })
      .then([used(1, null)]);
    given(coupon, [created(), used(1)])
      .when({ type: 'use', code, userId: 1, orderId: 1, discount })
      .thenNothing();
  });
  test('is good for what it says, in its days, in its currency, and above the least that can be charged', () => {
    const premium = { what: 'premium', courseId: null } as const;
    given(coupon, []).when(hold(1)).thenRefused('COUPON_NOT_FOUND');
    given(coupon, [created({ what: 'premium' })])
      .when(hold(1))
      .thenRefused('COUPON_OTHER_PURCHASE');
    given(coupon, [created({ what: 'premium' })])
      .when(hold(1, premium))
      .then([held(1)]);
    given(coupon, [created({ what: 'courses' })])
      .when(hold(1, premium))
      .thenRefused('COUPON_OTHER_PURCHASE');
    given(coupon, [created({ what: 'courses', courseIds: [4] })])
      .when(hold(1))
      .thenRefused('COUPON_OTHER_PURCHASE');
    given(coupon, [created({ what: 'courses', courseIds: [3] })])
      .when(hold(1))
      .then([held(1)]);
    given(coupon, [created({ from: '2026-07-11' })])
      .when(hold(1))
      .thenRefused('COUPON_NOT_VALID');
    given(coupon, [created({ until: '2026-07-09' })])
      .when(hold(1))
      .thenRefused('COUPON_NOT_VALID');
    given(coupon, [created({ from: '2026-07-10', until: '2026-07-10' })])
      .when(hold(1))
      .then([held(1)]);
    given(coupon, [created(), { type: 'CouponEnded', data: { code } }])
      .when(hold(1))
      .thenRefused('COUPON_NOT_VALID');
    const amount = (minor: number, currency: 'MXN' | 'USD' = 'MXN') => created({ percent: null, amount: { amount: minor, currency } });
    given(coupon, [amount(10_000, 'USD')])
      .when(hold(1))
      .thenRefused('COUPON_OTHER_PURCHASE');
    given(coupon, [amount(48_900)])
      .when(hold(1))
      .then([held(1)]);
    given(coupon, [amount(48_901)])
      .when(hold(1))
      .thenRefused('COUPON_TOO_MUCH');
  });
  test('is made once, and is not changed', () => {
    given(coupon, [created()]).when({ type: 'create', code, terms: terms() }).thenRefused('COUPON_TAKEN');
    given(coupon, [created(), { type: 'CouponEnded', data: { code } }])
      .when({ type: 'create', code, terms: terms() })
      .thenRefused('COUPON_TAKEN');
    expect(coupon.initial().status).toBe('none');
  });
});

test('the refusal of a price names the lowest amounts that can be charged', () => {
  const [, message] = errorCatalogue.PRICE_TOO_LOW;
  expect(message).toContain(`${LEAST.MXN / 100} MXN`);
  expect(message).toContain(`${(LEAST.USD / 100).toFixed(2)} USD`);
});
