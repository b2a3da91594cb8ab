import type { CouponTerms } from '../../../events/coupons.ts';
import type { Quote } from '../../../events/payments.ts';
import type { StreamEvent } from '../../../events/registry.ts';
import type { Money } from '../../../events/types.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse } from '../kernel/errors.ts';
import { GrowingMap } from '../kernel/growing.ts';

type Event = StreamEvent<'coupon'>;

export interface CouponState {
  status: 'none' | 'open' | 'ended';
  terms: CouponTerms;
  /** By person, the id under which a use is held for them while they pay. */
  held: GrowingMap<number, string>;
  /** By person, the order that was paid with it. */
  used: GrowingMap<number, number>;
}
/** The person, the purchase and the day (of the school's calendar) for which a coupon is tried. */
export interface CouponAsk {
  userId: number;
  quote: Pick<Quote, 'what' | 'courseId' | 'price'>;
  today: string;
}
export type CouponCommand =
  | { type: 'create'; code: string; terms: CouponTerms }
  | ({ type: 'hold'; code: string; hold: string; until: string } & CouponAsk)
  | { type: 'release'; code: string; userId: number; hold: string }
  | { type: 'use'; code: string; userId: number; orderId: number; discount: Money }
  | { type: 'end'; code: string };

/** The smallest amount that a provider charges, in the minor unit. */
export const LEAST: Readonly<Record<Money['currency'], number>> = { MXN: 1_000, USD: 50 };

/**
 * What the coupon takes off. Errors: COUPON_NOT_FOUND, COUPON_USED (by this person), COUPON_NOT_VALID (ended, or not on this day), COUPON_OTHER_PURCHASE,
 * COUPON_USED_UP (paid, and being paid), COUPON_TOO_MUCH (what would be left is less than what can be charged).
 */
export function discountOf({ status, terms, held, used }: CouponState, { userId, quote, today }: CouponAsk): Money {
  if (status === 'none') return refuse('COUPON_NOT_FOUND');
  if (used.has(userId)) return refuse('COUPON_USED');
  if (status === 'ended' || (terms.from ?? today) > today || (terms.until ?? today) < today) return refuse('COUPON_NOT_VALID');
  const { what, courseIds, percent, limit } = terms;
  const named = quote.courseId === null || courseIds.length === 0 || courseIds.includes(quote.courseId);
  // A bundle contains all its courses, so a coupon for some courses does not apply to it.
  const ofCourses = quote.what === 'course' ? named : quote.what === 'bundle' && courseIds.length === 0;
  const fits = what === 'everything' || (what === 'premium' ? quote.what === 'premium' : ofCourses);
  const { amount: price, currency } = quote.price;
  if (!fits || (terms.amount && terms.amount.currency !== currency)) return refuse('COUPON_OTHER_PURCHASE');
  if (limit !== null && !held.has(userId) && used.size + held.size >= limit) return refuse('COUPON_USED_UP');
  const amount = terms.amount?.amount ?? Math.floor((price * (percent ?? 0)) / 100);
  if (amount < 1 || price - amount < LEAST[currency]) return refuse('COUPON_TOO_MUCH');
  return { amount, currency };
}

/** One coupon; stream `coupon-<code>`. Each person pays one order with it. */
export const coupon: Decider<CouponState, CouponCommand, Event> = {
  category: 'coupon',
  initial: () => ({
    status: 'none',
    terms: { percent: null, amount: null, what: 'courses', courseIds: [], limit: 1, from: null, until: null },
    held: new GrowingMap(),
    used: new GrowingMap(),
  }),
  decide(command, state) {
    const { code } = command;
    if (command.type === 'create')
      return state.status === 'none' ? [{ type: 'CouponCreated', data: { code, ...command.terms } }] : refuse('COUPON_TAKEN');
    if (state.status === 'none') return refuse('COUPON_NOT_FOUND');
    switch (command.type) {
      case 'hold': {
        const { userId, hold, until } = command;
        discountOf(state, command);
        const before = state.held.get(userId);
        return [
          ...(before === undefined ? [] : [{ type: 'CouponReleased', data: { code, userId, hold: before } } as const]),
          { type: 'CouponHeld', data: { code, userId, hold, until } },
        ];
      }
      case 'release': {
        const { userId, hold } = command;
        return state.held.get(userId) === hold ? [{ type: 'CouponReleased', data: { code, userId, hold } }] : [];
      }
      case 'use': {
        const { userId, orderId, discount } = command;
        const hold = state.held.get(userId) ?? null;
        return state.used.has(userId) ? [] : [{ type: 'CouponUsed', data: { code, userId, orderId, discount, hold } }];
      }
      case 'end':
        return state.status === 'ended' ? [] : [{ type: 'CouponEnded', data: { code } }];
    }
  },
  evolve(state, event) {
    switch (event.type) {
      case 'CouponCreated': {
        const { code: _, ...terms } = event.data;
        return { ...state, status: 'open', terms };
      }
      case 'CouponHeld':
        return { ...state, held: state.held.with(event.data.userId, event.data.hold) };
      case 'CouponReleased':
        return { ...state, held: state.held.without(event.data.userId) };
      case 'CouponUsed':
        return {
          ...state,
          held: state.held.without(event.data.userId),
          used: state.used.with(event.data.userId, event.data.orderId),
        };
      case 'CouponEnded':
        return { ...state, status: 'ended' };
    }
  },
};
