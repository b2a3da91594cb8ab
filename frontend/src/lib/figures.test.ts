import { expect, it } from 'vitest';
import { grouped, money } from './figures.ts';

const figures = [0, 1, 12, 999, 1_000, 12_345, 999_999, 1_000_000, 1_234_567_890, -1, -1_234.5, 4.25, 4.96, 0.05, 1_499.99];

it('writes figures as Intl does, in both languages', () => {
  for (const locale of ['es-MX', 'en'])
    for (const decimals of [0, 1, 2])
      for (const value of figures) {
        // Rounded first: between two steps, one side rounds away from zero and the other to the nearest double.
        const rounded = Number(value.toFixed(decimals));
        const said = new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(rounded);
        expect(grouped(rounded, decimals), `${value} ${locale}`).toBe(said.replace(/^-0(\.0+)?$/, '0$1'));
      }
});

it('writes amounts as Intl does, with the currency named', () => {
  for (const locale of ['es-MX', 'en'])
    for (const currency of ['MXN', 'USD'])
      for (const amount of [0, 50, 499, 1_499.5, 1_000_000, -20])
        expect(money(amount, currency)).toBe(
          `${new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(amount)} ${currency}`,
        );
});
