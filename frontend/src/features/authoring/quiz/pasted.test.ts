import { expect, test } from 'vitest';
import { pastedOptions, pastedQuestions } from './pasted.ts';

// rows: H29
test('each line of a pasted list is an option, without its mark; * and [x] say that it is right', () => {
  expect(pastedOptions('- uno\n* dos\r\n\n• tres\nb) cuatro\n[x] cinco\n[ ] seis\nsiete')).toEqual([
    { text: 'uno', right: false },
    { text: 'dos', right: true },
    { text: 'tres', right: false },
    { text: 'cuatro', right: false },
    { text: 'cinco', right: true },
    { text: 'seis', right: false },
    { text: 'siete', right: false },
  ]);
});

test('questions are told apart by blank lines; what stands before the first option is the question', () => {
  const text = '1. ¿Cuánto es 2 + 2?\n* 4\n- 5\n\n\n¿Qué imprime?\n`print(1)`\n- 0\n* 1\n\nSola';
  expect(pastedQuestions(text)).toEqual([
    {
      question: '¿Cuánto es 2 + 2?',
      options: [
        { text: '4', right: true },
        { text: '5', right: false },
      ],
    },
    {
      question: '¿Qué imprime?\n`print(1)`',
      options: [
        { text: '0', right: false },
        { text: '1', right: true },
      ],
    },
    { question: 'Sola', options: [] },
  ]);
});
