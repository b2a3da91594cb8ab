import { expect, it } from 'vitest';
import { chartOf, MOST_BARS } from './query-chart.ts';

it('draws the first column and the first one of numbers after it; what cannot be told apart is not drawn', () => {
  const columnas = ['curso', 'nombre', 'clases'];
  const drawn = chartOf({
    columnas,
    filas: [
      ['3', 'a', 5],
      [null, 'b', 0],
    ],
  });
  expect(drawn).toEqual({
    of: 'clases',
    data: [
      { x: '3', y: 5 },
      { x: '', y: 0 },
    ],
  });
  expect(chartOf({ columnas, filas: [] })).toBeNull();
  expect(chartOf({ columnas, filas: [['3', 'a', null]] })).toBeNull();
  expect(
    chartOf({
      columnas,
      filas: [
        ['3', 'a', 1],
        ['3', 'b', 2],
      ],
    }),
  ).toBeNull();
  expect(chartOf({ columnas, filas: Array.from({ length: MOST_BARS + 1 }, (_, at) => [String(at), 'a', at]) })).toBeNull();
});
