import { schoolDay, weekdayIn } from '../../../events/calendar.ts';
import type { Tongue } from '../../../events/sentences.ts';
import type { PaymentMethod, SchoolSettings } from '../../../events/site.ts';
import { englishOf, type PriceBook, priceOn, type SectionContent } from '../../../events/siteContent.ts';
import { quantity } from '../../../events/siteTexts.ts';
import { money } from '../contract/money.ts';
import { daysInWords } from '../contract/openingDays.ts';

/** «$50.00 USD», of an amount in minor units. */
export const moneyText = ({ amount, currency }: { amount: number; currency: string }): string => money(amount / 100, currency);

interface Words {
  locale: string;
  either: Intl.ListFormat;
  methods: Readonly<Record<PaymentMethod, string>>;
  monthly(price: string): string;
  noPrice: string;
  noMethods: string;
  hours(days: string, opens: string, closes: string): string;
}
const words: Readonly<Record<Tongue, Words>> = {
  es: {
    locale: 'es-MX',
    either: new Intl.ListFormat('es-MX', { type: 'disjunction' }),
    methods: { card: 'tarjeta de crédito o débito', transfer: 'transferencia bancaria', paypal: 'PayPal' },
    monthly: (price) => `${price} al mes`,
    noPrice: 'un precio por anunciar',
    noMethods: 'los métodos que se muestran al pagar',
    hours: (days, opens, closes) => `${days}, de ${opens} a ${closes}`,
  },
  en: {
    locale: 'en',
    either: new Intl.ListFormat('en', { type: 'disjunction' }),
    methods: { card: 'credit or debit card', transfer: 'bank transfer', paypal: 'PayPal' },
    monthly: (price) => `${price} a month`,
    noPrice: 'a price to be announced',
    noMethods: 'the methods shown when you pay',
    hours: (days, opens, closes) => `${days}, ${opens} to ${closes}`,
  },
};

/** «lunes a viernes, de 10:00 a 18:00». */
export function hoursText({ days, opens, closes }: SchoolSettings['hours'], tongue: Tongue = 'es'): string {
  const { locale, hours } = words[tongue];
  return hours(daysInWords(days, weekdayIn(locale), locale), opens, closes);
}

/** The values that texts may refer to in braces, as of today. Names without a value are absent. */
export function valuesOf(
  { policies, prices, school }: { policies: SectionContent; prices: PriceBook; school: SchoolSettings },
  now: string,
  tongue: Tongue = 'es',
): Record<string, string> {
  const premium = priceOn(prices, 'premium', schoolDay(now));
  const { either, methods, monthly, noPrice, noMethods } = words[tongue];
  const values: Record<string, string> = {
    precioPremium: premium ? monthly(moneyText(premium.price)) : noPrice,
    metodosDePago: prices.methods.length > 0 ? either.format(prices.methods.map((method) => methods[method])) : noMethods,
    horario: hoursText(school.hours, tongue),
  };
  for (const one of policies.items) {
    const { item, removed, visible } = one;
    if (removed || !visible || !('code' in item)) continue;
    const title = tongue === 'en' ? (englishOf(one)?.title ?? item.title) : item.title;
    values[item.code] = quantity(item.amount, item.unit, tongue) ?? title;
  }
  return values;
}
