import { expect, it } from 'vitest';
import { priceRanges } from './prices.ts';

const mxn = (precio: number | null) => ({ precio, moneda: 'MXN' as const });

// rows: B07
it('spans the cheapest and the dearest course that is sold, and says the currency', () => {
  expect(priceRanges([mxn(1999), mxn(0), mxn(null), mxn(499), mxn(1299)])).toEqual([
    { low: '$499.00 MXN', high: '$1,999.00 MXN', one: false },
  ]);
});
it('the line of prices is one price where all cost the same, and none where none is sold', () => {
  expect(priceRanges([mxn(499), mxn(499)])).toEqual([{ low: '$499.00 MXN', high: '$499.00 MXN', one: true }]);
  expect(priceRanges([mxn(0), mxn(null)])).toEqual([]);
});
