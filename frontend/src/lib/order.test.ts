import { expect, test } from 'vitest';
import { moved, placed } from './order.ts';

test('moving by one and to a place; where there is none it stays the same list', () => {
  const order = [1, 2, 3, 4];
  expect(moved(order, 3, -1)).toEqual([1, 3, 2, 4]);
  expect(moved(order, 3, 1)).toEqual([1, 2, 4, 3]);
  expect(moved(order, 1, -1)).toBe(order);
  expect(moved(order, 4, 1)).toBe(order);
  expect(moved(order, 9, 1)).toBe(order);
  expect(placed(order, 4, 0)).toEqual([4, 1, 2, 3]);
  expect(placed(order, 1, 2)).toEqual([2, 3, 1, 4]);
});
