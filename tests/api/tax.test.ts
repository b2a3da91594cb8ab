import fc from 'fast-check';
import { expect, test } from 'vitest';
import { taxIn, taxInPart, taxParts } from '../../backend/api/contract/tax.ts';

// rows: B16, B28
test('the tax of an amount is to the cent, and is that of the whole in whatever parts it is given back', () => {
  expect([taxIn(199_900, 1_600), taxIn(49_900, 800), taxIn(100, 0), taxIn(0, 1_600), taxIn(1, 10_000)]).toEqual([27_572, 3_696, 0, 0, 0]);
  expect(taxParts(49_900, 39_920, 1_600)).toEqual({ subtotal: 43_017, discount: 8_603, base: 34_414, tax: 5_506 });
  const amount = fc.integer({ min: 0, max: 10_000_000_000 });
  const rate = fc.integer({ min: 0, max: 10_000 });
  fc.assert(
    fc.property(rate, fc.array(amount, { minLength: 1, maxLength: 6 }), (of, parts) => {
      let before = 0;
      let taxes = 0;
      for (const part of parts) {
        const tax = taxInPart(before, part, of);
        expect(Number.isInteger(tax) && tax >= 0 && tax <= part).toBe(true);
        before += part;
        taxes += tax;
      }
      expect(taxes).toBe(taxIn(before, of));
    }),
  );
  fc.assert(
    fc.property(amount, amount, rate, (one, other, of) => {
      const [price, total] = [Math.max(one, other), Math.min(one, other)];
      const { subtotal, discount, base, tax } = taxParts(price, total, of);
      expect([subtotal - discount, base + tax, discount >= 0]).toEqual([base, total, true]);
    }),
  );
});
