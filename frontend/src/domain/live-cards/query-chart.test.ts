import { expect, it } from 'vitest';
import { chartsOf, MOST_BARS } from './query-chart.ts';

it('draws the first column and each of numbers after it, on one scale; what cannot be told apart is not drawn', () => {
  const columnas = ['curso', 'nombre', 'clases', 'distintas'];
  const drawn = chartsOf({
    columnas,
    filas: [
      ['3', 'a', 5, 4],
      [null, 'b', 0, 8],
    ],
  });
  const least = 8;
  expect(drawn).toEqual([
    {
      at: 2,
      of: 'clases',
      least,
      data: [
        { x: '3', y: 5 },
        { x: '', y: 0 },
      ],
    },
    {
      at: 3,
      of: 'distintas',
      least,
      data: [
        { x: '3', y: 4 },
        { x: '', y: 8 },
      ],
    },
  ]);
  expect(chartsOf({ columnas, filas: [] })).toEqual([]);
  expect(chartsOf({ columnas, filas: [['3', 'a', null, null]] })).toEqual([]);
  expect(
    chartsOf({
      columnas,
      filas: [
        ['3', 'a', 1, 1],
        ['3', 'b', 2, 2],
      ],
    }),
  ).toEqual([]);
  expect(chartsOf({ columnas, filas: Array.from({ length: MOST_BARS + 1 }, (_, at) => [String(at), 'a', at, at]) })).toEqual([]);
});
