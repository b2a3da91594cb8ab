import { expect, test } from 'vitest';
import { csvOf } from './csv.ts';

test('a file for spreadsheets: quoted where it must be, and nothing in it is a formula', () => {
  expect(
    csvOf([
      ['día', 'a,b', 'di "hola"'],
      [-3, '=1+1', ' @x'],
      ['＝1', null, true],
    ]),
  ).toBe('día,"a,b","di ""hola"""\r\n-3,\'=1+1,\' @x\r\n\'＝1,,true\r\n');
});
