import { schoolDay } from '../../../events/calendar.ts';
import type { CouponTerms } from '../../../events/coupons.ts';
import type { Quote } from '../../../events/payments.ts';
import { refuse } from '../kernel/errors.ts';
import { type CommandContext, type Commands, derived, type Handled } from '../kernel/handle.ts';
import { type CouponState, coupon, discountOf } from './coupon.ts';
import { type AppliedCoupon, isWaiting } from './order.ts';
import { purchases } from './purchases.ts';

export type Coupons = ReturnType<typeof createCoupons>;

/** Codes ignore case, and spaces around or within. `otherwise`: the error for a text that can be no code. */
const codeOf = (typed: string, otherwise: 'COUPON_NOT_FOUND' | 'COUPON_CODE' = 'COUPON_NOT_FOUND'): string => {
  const code = typed.toUpperCase().replace(/\s+/g, '');
  return /^[A-Z0-9][A-Z0-9-]{2,23}$/.test(code) ? code : refuse(otherwise);
};

/** Coupons: made and ended by administrators, held while somebody pays, used by the payment. */
export function createCoupons(commands: Commands) {
  const today = (now: Date): string => schoolDay(now.toISOString());
  return {
    /** The code as it is kept. Errors: COUPON_NOT_FOUND. */
    codeOf: (typed: string): string => codeOf(typed),
    load: async (code: string): Promise<CouponState> => (await commands.load(coupon, code)).state,
    /** Answers the code as it is kept. Errors: COUPON_CODE, COUPON_TAKEN. */
    async create(typed: string, terms: CouponTerms, context: CommandContext): Promise<Handled<CouponState> & { code: string }> {
      const code = codeOf(typed, 'COUPON_CODE');
      return { code, ...(await commands.handle(coupon, code, { type: 'create', code, terms }, context)) };
    },
    /** Errors: COUPON_NOT_FOUND. */
    end: (typed: string, context: CommandContext): Promise<Handled<CouponState>> => {
      const code = codeOf(typed);
      return commands.handle(coupon, code, { type: 'end', code }, context);
    },
    /** The discount for this person and purchase; holds nothing. Errors: those of `discountOf`. */
    async look(typed: string, userId: number, quote: Quote, now: Date): Promise<Omit<AppliedCoupon, 'hold'>> {
      const code = codeOf(typed);
      return { code, discount: discountOf((await commands.load(coupon, code)).state, { userId, quote, today: today(now) }) };
    },
    /** Holds a use for a person who is about to pay. Errors: those of `discountOf`. */
    async hold(code: string, userId: number, quote: Quote, until: string, context: CommandContext): Promise<AppliedCoupon> {
      const own = derived(context, 'coupon', code);
      const ask = { userId, quote, today: today(context.now) };
      const { state } = await commands.handle(coupon, code, { type: 'hold', code, hold: own.commandId, until, ...ask }, own);
      // A repeat of this command finds the use that it holds itself.
      return { code, hold: own.commandId, discount: discountOf(state, ask) };
    },
    /** Settles a held use: used by a payment, kept while its order can still be paid, or freed. Returns whether it is still open. */
    async settle({ code, hold }: Pick<AppliedCoupon, 'code' | 'hold'>, userId: number, context: CommandContext): Promise<boolean> {
      const own = derived(context, 'coupon', code, hold);
      const { state: orders } = await commands.load(purchases, userId);
      const carrying = [...orders].map(([, order]) => order).filter((order) => order.coupon?.code === code);
      const paid = carrying.find((order) => order.state === 'paid');
      if (paid?.coupon)
        await commands.handle(
          coupon,
          code,
          { type: 'use', code, userId, orderId: paid.orderId, discount: paid.coupon.discount },
          derived(own, 'use'),
        );
      else if (carrying.some(isWaiting)) return true;
      else await commands.handle(coupon, code, { type: 'release', code, userId, hold }, derived(own, 'release'));
      return false;
    },
  };
}
