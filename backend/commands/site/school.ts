import { isDeepStrictEqual } from 'node:util';
import type { PaidPlan, PaymentMethod, PlanPrice, PriceEvent, SchoolEvent, SchoolSettings } from '../../../events/site.ts';
import { defaultSchool, emptyPriceBook, foldPriceBook, type PriceBook, priceOn } from '../../../events/siteContent.ts';
import type { ExchangeRate } from '../../../events/types.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse } from '../kernel/errors.ts';
import { LEAST } from '../payments/coupon.ts';

/** The school's own data, one object; stream `site-school`. Fields that a command leaves out stay as they are. */
export const school: Decider<SchoolSettings, { type: 'change'; settings: Partial<SchoolSettings> }, SchoolEvent> = {
  category: 'site',
  initial: () => defaultSchool,
  decide({ settings }, state) {
    const data = { ...state, ...settings };
    return isDeepStrictEqual(data, state) ? [] : [{ type: 'SchoolSettingsChanged', data }];
  },
  evolve: (_, event) => event.data,
};

export type PriceCommand =
  | { type: 'setPrice'; price: PlanPrice; today: string }
  | { type: 'cancelPrice'; plan: PaidPlan; validFrom: string; today: string }
  | { type: 'setMethods'; methods: readonly PaymentMethod[] }
  | { type: 'setTransfer'; text: string }
  /** In hundredths of a percent. */
  | { type: 'setTaxRate'; rate: number }
  | { type: 'setExchangeRate'; rate: ExchangeRate | null; today: string };

/** The prices of plans, the payment methods, the tax that prices include, and the exchange rate; stream `site-prices`. Errors: PRICE_IN_PAST, PRICE_NOT_POSITIVE, PRICE_TOO_LOW, PRICE_NOT_FOUND, PRICE_STARTED, RATE_IN_FUTURE. */
export const priceBook: Decider<PriceBook, PriceCommand, PriceEvent> = {
  category: 'site',
  initial: emptyPriceBook,
  decide(command, state) {
    if (command.type === 'setMethods') {
      const methods = [...new Set(command.methods)];
      return isDeepStrictEqual(methods, state.methods) ? [] : [{ type: 'PaymentMethodsSet', data: { methods } }];
    }
    if (command.type === 'setTransfer')
      return command.text === state.transfer ? [] : [{ type: 'TransferInstructionsSet', data: { text: command.text } }];
    if (command.type === 'setTaxRate') return command.rate === state.taxRate ? [] : [{ type: 'TaxRateSet', data: { rate: command.rate } }];
    if (command.type === 'setExchangeRate') {
      const { rate, today } = command;
      if (rate && rate.day > today) return refuse('RATE_IN_FUTURE');
      return isDeepStrictEqual(rate, state.exchange) ? [] : [{ type: 'ExchangeRateSet', data: { rate } }];
    }
    if (command.type === 'cancelPrice') {
      const { plan, validFrom, today } = command;
      const planned = state.prices.findLast((one) => one.plan === plan && one.validFrom === validFrom);
      if (!planned) return refuse('PRICE_NOT_FOUND');
      // From its first day on, something may have been sold at it.
      if (validFrom <= today) return refuse('PRICE_STARTED');
      const { setAt: _setAt, ...data } = planned;
      return [{ type: 'PlanPriceCancelled', data }];
    }
    const { price, today } = command;
    // Past sales keep their price: no past day gets another one.
    if (price.validFrom < today) return refuse('PRICE_IN_PAST');
    if (price.price.amount <= 0) return refuse('PRICE_NOT_POSITIVE');
    if (price.price.amount < LEAST[price.price.currency]) return refuse('PRICE_TOO_LOW');
    const current = priceOn(state, price.plan, price.validFrom);
    const same = current !== null && current.validFrom === price.validFrom && isDeepStrictEqual(current.price, price.price);
    return same ? [] : [{ type: 'PlanPriceSet', data: price }];
  },
  evolve: (state, event) => foldPriceBook(state, event, event.meta),
};
