/** Texts of the site that name values in braces, so that an answer and the checkout can never disagree: «Tienes {reembolso} para pedirlo.» */
const VARIABLE = /\{([A-Za-z][\w-]{0,39})\}/g;

/** The names that a text holds, each once. */
export const variablesIn = (text: string): string[] => [...new Set(Array.from(text.matchAll(VARIABLE), ([, name]) => name ?? ''))];

/** The text with its values; a name without a value stays as it is written. */
export const fillText = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(VARIABLE, (whole, name: string) => values[name] ?? whole);

/** «30 días», «24 horas», «4 horas hábiles»; null where there is no amount. */
export function quantity(amount: number | null, unit: 'days' | 'hours' | 'business-hours' | null): string | null {
  if (amount === null) return null;
  const one = amount === 1;
  switch (unit) {
    case 'days':
      return `${amount} ${one ? 'día' : 'días'}`;
    case 'hours':
      return `${amount} ${one ? 'hora' : 'horas'}`;
    case 'business-hours':
      return `${amount} ${one ? 'hora hábil' : 'horas hábiles'}`;
    default:
      return String(amount);
  }
}
