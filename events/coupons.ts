import { z } from 'zod';
import { defineEvent } from './define.ts';
import { growing } from './growing.ts';
import { type Sentence, said } from './sentences.ts';
import { day, id, money } from './types.ts';

/**
 * A coupon: what it takes off, of what, for how many and in which days; stream `coupon-<code>`. A place is held while a page of payment is open, and used
 * by the payment alone, so that the limit is one of paid orders and holds however many people press at once.
 */
export const couponCode = z.string().max(24);

const code = { code: couponCode };
/** `hold`: the command that began the order. */
const hold = { ...code, userId: id, hold: z.string().max(60) };
const define = <const T extends string, S extends z.ZodObject>(type: T, schema: S, summary: string, sentence: Sentence) =>
  defineEvent(type, { category: 'coupon', schema, summary, sentence });

/** What a coupon says. The first period alone of what is paid by periods gets the discount. */
const terms = {
  /** One of the two: a share of the price, or an amount of its currency. */
  percent: z.number().int().min(1).max(90).nullable(),
  amount: money.nullable(),
  what: growing(['everything', 'premium', 'courses'], 'courses'),
  /** With `courses`: which ones; none listed: all of them. */
  courseIds: z.array(id).max(50),
  /** How many orders may be paid with it; null: no limit. */
  limit: z.number().int().min(1).max(100_000).nullable(),
  /** First and last day, in the school's calendar; null: open. */
  from: day.nullable(),
  until: day.nullable(),
};

export const CouponCreated = define(
  'CouponCreated',
  z.object({ ...code, ...terms }),
  'Se creó un cupón: cuánto descuenta, en qué, para cuántas compras y en qué fechas.',
  said('creó el cupón {code}', 'created the coupon {code}'),
);
export type CouponTerms = Omit<z.output<typeof CouponCreated.schema>, 'code'>;
export const CouponHeld = define(
  'CouponHeld',
  z.object({ ...hold, until: z.iso.datetime() }),
  'Se apartó un lugar de un cupón mientras alguien paga.',
  said('tiene apartado el cupón {code} mientras paga', 'has the coupon {code} held while paying'),
);
export const CouponReleased = define(
  'CouponReleased',
  z.object(hold),
  'Se liberó el lugar apartado de un cupón: esa compra no se pagó.',
  said('dejó libre el cupón {code}: esa compra no se pagó', 'freed the coupon {code}: that purchase was not paid'),
);
/** `hold`: by which a place was held until now; null where none was any more. */
export const CouponUsed = define(
  'CouponUsed',
  z.object({ ...code, userId: id, orderId: z.number().int().min(1), discount: money, hold: z.string().max(60).nullable() }),
  'Se pagó una compra con un cupón.',
  said('pagó con el cupón {code}', 'paid with the coupon {code}'),
);
export const CouponEnded = define(
  'CouponEnded',
  z.object(code),
  'Un cupón dejó de valer.',
  said('terminó el cupón {code}', 'ended the coupon {code}'),
);

export const couponEvents = [CouponCreated, CouponHeld, CouponReleased, CouponUsed, CouponEnded] as const;
