/** Texts of the site with values in braces, «Tienes {reembolso} para pedirlo.», so that an answer and the checkout always say the same. */
const VARIABLE = /\{([A-Za-z][\w-]{0,39})\}/g;

/** The names in braces in a text, each once. */
export const variablesIn = (text: string): string[] => [...new Set(Array.from(text.matchAll(VARIABLE), ([, name]) => name ?? ''))];

/** The text with its values filled in; a name without a value is left as it is. */
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
