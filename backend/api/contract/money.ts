/**
 * Numbers as Mexican Spanish and English both write them: 12,345.6. Without Intl, whose first `NumberFormat` costs a phone a quarter of a
 * second while the public pages show numbers in their first view. A test compares with Intl.
 */
export const grouped = (value: number, decimals = 0): string => {
  const [whole = '', fraction] = Math.abs(value).toFixed(decimals).split('.');
  const sign = Number(value.toFixed(decimals)) < 0 ? '-' : '';
  return `${sign}${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}${fraction === undefined ? '' : `.${fraction}`}`;
};

/** Of the currencies that the school sells in (`currencies`). */
const signs: Readonly<Record<string, string>> = { MXN: '$', USD: '$' };

/** An amount, in units of its currency, with the currency named: '$1,499.00 MXN'. A bare '$' never stands for pesos (C-02). */
export const money = (amount: number, currency: string): string => {
  const text = grouped(amount, 2);
  const [minus, digits] = text.startsWith('-') ? ['-', text.slice(1)] : ['', text];
  return `${minus}${signs[currency] ?? ''}${digits} ${currency}`;
};
