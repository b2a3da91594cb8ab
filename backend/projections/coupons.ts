import type { CouponTerms } from '../../events/coupons.ts';
import type { EventOf, StreamEvent } from '../../events/registry.ts';
import type { Money } from '../../events/types.ts';
import type { Projection, Recorded } from './projection.ts';

type Event = StreamEvent<'coupon'>;

export interface CouponDoc extends CouponTerms {
  code: string;
  createdAt: string;
  ended: boolean;
  /** Places held for people who are paying now. */
  held: number;
  used: number;
  /** What it took off in all, in the minor unit of each currency. */
  given: Partial<Record<Money['currency'], number>>;
}

const key = ({ data }: { data: { code: string } }) => data.code;
const change = <T extends Event['type']>(fields: (doc: CouponDoc, event: Recorded<EventOf<T>>) => Partial<CouponDoc>) => ({
  key,
  evolve: (doc: CouponDoc | null, event: Recorded<EventOf<T>>): CouponDoc | null => doc && { ...doc, ...fields(doc, event) },
});

/** Each coupon with what became of it. */
export const coupons: Projection<CouponDoc, Event> = {
  name: 'coupons',
  version: 1,
  indexes: [['-createdAt']],
  on: {
    CouponCreated: {
      key,
      evolve: (_, { data, meta }) => ({ ...data, createdAt: meta.occurredAt, ended: false, held: 0, used: 0, given: {} }),
    },
    CouponHeld: change<'CouponHeld'>(({ held }) => ({ held: held + 1 })),
    CouponReleased: change<'CouponReleased'>(({ held }) => ({ held: held - 1 })),
    CouponUsed: change<'CouponUsed'>(({ held, used, given }, { data: { hold, discount } }) => ({
      held: hold === null ? held : held - 1,
      used: used + 1,
      given: { ...given, [discount.currency]: (given[discount.currency] ?? 0) + discount.amount },
    })),
    CouponEnded: change<'CouponEnded'>(() => ({ ended: true })),
  },
  topics: (id) => [{ topic: 'cupones', id }],
};
