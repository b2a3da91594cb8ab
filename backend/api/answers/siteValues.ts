import { schoolDay, weekdayInWords } from '../../../events/calendar.ts';
import type { PaymentMethod, SchoolSettings } from '../../../events/site.ts';
import { type PriceBook, priceOn, type SectionContent } from '../../../events/siteContent.ts';
import { quantity } from '../../../events/siteTexts.ts';
import { money } from '../contract/money.ts';
import { daysInWords } from '../contract/openingDays.ts';

/** «$50.00 USD», of an amount in minor units. */
export const moneyText = ({ amount, currency }: { amount: number; currency: string }): string => money(amount / 100, currency);

const methodTexts: Readonly<Record<PaymentMethod, string>> = {
  card: 'tarjeta de crédito o débito',
  transfer: 'transferencia bancaria',
  paypal: 'PayPal',
};
const list = new Intl.ListFormat('es-MX', { type: 'disjunction' });

/** «lunes a viernes, de 10:00 a 18:00». */
export const hoursText = ({ days, opens, closes }: SchoolSettings['hours']): string =>
  `${daysInWords(days, weekdayInWords, 'es-MX')}, de ${opens} a ${closes}`;

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
