import { expect, test } from 'vitest';
import { checkoutOf } from './pending-checkout.ts';

// rows: B15, B16
test('an address that is cut off is no other purchase: of a course or a bundle it names none', () => {
  const bought = (query: string) => checkoutOf(new URLSearchParams(query));
  expect(['', 'plan=premium', 'courseId=2', 'paquete=3'].map(bought)).toEqual(['premium', 'premium', 2, 'paquete-3']);
  expect(['courseId=', 'courseId=abc', 'courseId=-1', 'courseId=1e3'].map(bought)).toEqual([0, 0, 0, 0]);
  expect(['paquete=', 'paquete=x'].map(bought)).toEqual(['paquete-0', 'paquete-0']);
});
