import type { Tongue } from './sentences.ts';

/** Texts of the site with values in braces, «Tienes {reembolso} para pedirlo.», so that an answer and the checkout always say the same. */
const VARIABLE = /\{([A-Za-z][\w-]{0,39})\}/g;

/** The names in braces in a text, each once. */
export const variablesIn = (text: string): string[] => [...new Set(Array.from(text.matchAll(VARIABLE), ([, name]) => name ?? ''))];

/** The text with its values filled in; a name without a value is left as it is. */
export const fillText = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(VARIABLE, (whole, name: string) => values[name] ?? whole);

const units = {
  es: { days: ['día', 'días'], hours: ['hora', 'horas'], 'business-hours': ['hora hábil', 'horas hábiles'] },
  en: { days: ['day', 'days'], hours: ['hour', 'hours'], 'business-hours': ['business hour', 'business hours'] },
} as const;
/** «30 días», «24 horas», «4 horas hábiles»; null where there is no amount. */
export function quantity(amount: number | null, unit: keyof typeof units.es | null, tongue: Tongue = 'es'): string | null {
  if (amount === null) return null;
  return unit === null ? String(amount) : `${amount} ${units[tongue][unit][amount === 1 ? 0 : 1]}`;
}
