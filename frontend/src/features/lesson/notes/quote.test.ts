import { expect, test } from 'vitest';
import { findQuote, findWords, rangeIn, selectedIn } from './quote.ts';

const text = 'Un agente observa, decide y actúa. Un modelo responde. Un agente repite hasta terminar.';
const quote = (texto: string, inicio: number) => ({
  texto,
  inicio,
  antes: text.slice(Math.max(0, inicio - 32), inicio),
  despues: text.slice(inicio + texto.length, inicio + texto.length + 32),
});
const read = (found: { from: number; to: number } | null, of: string) => found && of.slice(found.from, found.to);

// rows: C23
test('a passage is found where it stood, and again after the text around it changed', () => {
  const second = quote('Un agente', text.lastIndexOf('Un agente'));
  expect(findQuote(text, second)?.from).toBe(second.inicio);
  const longer = `Antes de empezar, una idea nueva. ${text}`;
  expect(findQuote(longer, second)?.from).toBe(longer.lastIndexOf('Un agente'));
  const shorter = text.replace('Un agente observa, decide y actúa. ', '');
  expect(findQuote(shorter, second)?.from).toBe(shorter.indexOf('Un agente'));
  expect(findQuote(text.replaceAll('Un agente', 'Un asistente'), second)).toBeNull();
});

test('what is selected becomes a passage, across elements, and back', () => {
  document.body.innerHTML = '<p>fuera</p><div id="lectura"><p>Un <strong>agente</strong> observa.</p><p>Decide.</p></div>';
  const root = document.getElementById('lectura') as HTMLElement;
  const range = rangeIn(root, 3, 17);
  expect(range?.toString()).toBe('agente observa');
  document.getSelection()?.removeAllRanges();
  if (range) document.getSelection()?.addRange(range);
  const taken = selectedIn(root);
  expect(taken).toEqual({ texto: 'agente observa', inicio: 3, antes: 'Un ', despues: '.Decide.' });
  if (taken) expect(read(findQuote(root.textContent ?? '', taken), root.textContent ?? '')).toBe('agente observa');
  document.getSelection()?.selectAllChildren(document.body);
  expect(selectedIn(root)).toBeNull();
});

test('words are found without regard to accents and case', () => {
  expect(read(findWords(text, 'DECIDE Y ACTUA'), text)).toBe('decide y actúa');
  expect(findWords(text, 'nada de esto')).toBeNull();
});
