import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { countUse, useOrder } from './uses.ts';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const items = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
const order = () => renderHook(() => useOrder(items).map(({ id }) => id)).result.current;

// rows: D04
test('the shortcuts used most come first, the others as they were', () => {
  expect(order()).toEqual(['a', 'b', 'c']);
  countUse('c');
  countUse('c');
  countUse('b');
  expect(order()).toEqual(['c', 'b', 'a']);
});

test('what is kept and is no count does not break the page', () => {
  localStorage.setItem('aulaviva.accesos', '{no json');
  expect(order()).toEqual(['a', 'b', 'c']);
});
