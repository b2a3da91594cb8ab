/**
 * Numbers as Mexican Spanish and English both write them: 12,345.6. Without Intl, whose first `NumberFormat` costs a phone a quarter of a
 * second while the public pages show numbers in their first view. `figures.test.ts` compares with Intl.
 */
export const grouped = (value: number, decimals = 0): string => {
  const [whole = '', fraction] = Math.abs(value).toFixed(decimals).split('.');
  const sign = Number(value.toFixed(decimals)) < 0 ? '-' : '';
  return `${sign}${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}${fraction === undefined ? '' : `.${fraction}`}`;
};

/** Currencies of two decimals whose sign is known here. */
const signs: Readonly<Record<string, string>> = { MXN: '$', USD: '$', EUR: '€' };

/** An amount with its currency named, '$1,499.00 MXN': a bare '$' never stands for pesos (C-02). */
export const money = (amount: number, currency: string): string => {
  const sign = signs[currency];
  if (sign === undefined)
    return `${new Intl.NumberFormat('es-MX', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(amount)} ${currency}`;
  const text = grouped(amount, 2);
  return text.startsWith('-') ? `-${sign}${text.slice(1)} ${currency}` : `${sign}${text} ${currency}`;
};
