import { schoolDay } from '../../../events/calendar.ts';
import type { PaymentMethod, SchoolSettings } from '../../../events/site.ts';
import { type PriceBook, priceOn, type SectionContent } from '../../../events/siteContent.ts';
import { quantity } from '../../../events/siteTexts.ts';

const locale = 'es-MX';

// Formatters are cached: creating one takes a hundred times as long as using it, and every public page needs these.
const inCurrency = new Map<string, Intl.NumberFormat>();
/** «$50.00 USD»: never a bare '$' (C-02). */
export function moneyText({ amount, currency }: { amount: number; currency: string }): string {
  const format =
    inCurrency.get(currency) ?? new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
  inCurrency.set(currency, format);
  return `${format.format(amount / 100)} ${currency}`;
}

const methodTexts: Readonly<Record<PaymentMethod, string>> = {
  card: 'tarjeta de crédito o débito',
  transfer: 'transferencia bancaria',
  paypal: 'PayPal',
};
const list = new Intl.ListFormat(locale, { type: 'disjunction' });

const weekdays = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
const weekday = (day: number): string => weekdays.format(new Date(Date.UTC(2024, 0, day)));
const conjunction = new Intl.ListFormat(locale);
/** «lunes a viernes, de 10:00 a 18:00». */
export function hoursText({ days, opens, closes }: SchoolSettings['hours']): string {
  const sorted = [...new Set(days)].sort((a, b) => a - b);
  const [first = 1] = sorted;
  const last = sorted.at(-1) ?? first;
  const row = sorted.length > 2 && last - first === sorted.length - 1;
  const named = row ? `${weekday(first)} a ${weekday(last)}` : conjunction.format(sorted.map(weekday));
  return `${named}, de ${opens} a ${closes}`;
}

/** The values that texts may refer to in braces, as of today. Names without a value are absent. */
export function valuesOf(
  { policies, prices, school }: { policies: SectionContent; prices: PriceBook; school: SchoolSettings },
  now: string,
): Record<string, string> {
  const premium = priceOn(prices, 'premium', schoolDay(now));
  const values: Record<string, string> = {
    precioPremium: premium ? `${moneyText(premium.price)} al mes` : 'un precio por anunciar',
    metodosDePago:
      prices.methods.length > 0 ? list.format(prices.methods.map((method) => methodTexts[method])) : 'los métodos que se muestran al pagar',
    horario: hoursText(school.hours),
  };
  for (const { item, removed, visible } of policies.items)
    if (!removed && visible && 'code' in item) values[item.code] = quantity(item.amount, item.unit) ?? item.title;
  return values;
}
