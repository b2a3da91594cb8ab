import { expect, it } from 'vitest';
import { cutExcerpt } from './excerpt.ts';

const words = (count: number) => Array.from({ length: count }, () => 'cinco').join(' ');

it('leaves up to 200 characters whole', () => {
  expect(cutExcerpt('a'.repeat(200))).toBeNull();
  expect(cutExcerpt(`  ${words(33)}  `)).toBeNull();
  expect(cutExcerpt('a'.repeat(201))).not.toBeNull();
});
// rows: A07
it('cuts a longer one at the end of a word, at or before 150', () => {
  const cut = cutExcerpt(words(60)) ?? '';
  expect(cut.endsWith('cinco…')).toBe(true);
  expect(cut.length).toBeLessThanOrEqual(151);
  expect(cut).toBe(`${words(25)}…`);
});
it('keeps a word that ends exactly at 150', () => {
  const text = `${'a'.repeat(75)} ${'b'.repeat(74)} ${'c'.repeat(80)}`;
  expect(cutExcerpt(text)).toBe(`${'a'.repeat(75)} ${'b'.repeat(74)}…`);
});
it('leaves no mark of punctuation before the ellipsis', () => {
  const text = `${'a'.repeat(140)}, ${'b'.repeat(100)}`;
  expect(cutExcerpt(text)).toBe(`${'a'.repeat(140)}…`);
});
it('cuts through a word only when there is no other way', () => {
  expect(cutExcerpt('a'.repeat(300))).toBe(`${'a'.repeat(150)}…`);
});
