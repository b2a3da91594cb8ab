import { expect, test } from 'vitest';
import { changedFields, writtenValue } from './diff.ts';

test('only what differs, by its path', () => {
  expect(changedFields({ a: 1, b: { c: 2, d: [1] } }, { a: 1, b: { c: 3, d: [1, 2] }, e: 'x' })).toEqual([
    { field: 'b.c', before: 2, after: 3 },
    { field: 'b.d', before: [1], after: [1, 2] },
    { field: 'e', before: undefined, after: 'x' },
  ]);
  expect(changedFields({ a: 1 }, { a: 1 })).toEqual([]);
});
test('a document that is new or gone shows all its fields', () => {
  expect(changedFields({}, { a: 1 })).toEqual([{ field: 'a', before: undefined, after: 1 }]);
});
test('values of a difference are written as JSON, texts as they are', () => {
  expect(writtenValue('texto')).toBe('texto');
  expect(writtenValue(undefined)).toBe('');
  expect(writtenValue(null)).toBe('null');
  expect(writtenValue([1, 2])).toBe('[1,2]');
  expect(writtenValue({ text: 'x'.repeat(80) })).toContain('\n');
});
