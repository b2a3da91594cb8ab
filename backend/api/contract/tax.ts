/**
 * The tax that an amount includes: prices are shown and charged with it. Amounts are whole cents, rates hundredths of a percent (1600 is 16 %). What is
 * left without the tax is rounded to the cent, a half of it up, and the tax is the rest, so that both are the amount.
 */
export const taxIn = (amount: number, rate: number): number =>
  amount - Math.floor((amount * 20_000 + 10_000 + rate) / (2 * (10_000 + rate)));

/** The tax in what is given back by hand or in parts: `before` was given back already. Whatever the parts, together they have the tax of the whole. */
export const taxInPart = (before: number, part: number, rate: number): number => taxIn(before + part, rate) - taxIn(before, rate);

/** What an invoice (CFDI) takes of a payment: the price without tax, what of it a discount took off, what is left, and the tax of that. */
export function taxParts(price: number, total: number, rate: number): { subtotal: number; discount: number; base: number; tax: number } {
  const tax = taxIn(total, rate);
  const base = total - tax;
  const subtotal = price - taxIn(price, rate);
  return { subtotal, discount: subtotal - base, base, tax };
}
