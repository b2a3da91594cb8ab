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
  expect(drawn).toEqual({
    apart: false,
    charts: [
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
    ],
  });
  const none = { charts: [], apart: false };
  expect(chartsOf({ columnas, filas: [] })).toEqual(none);
  expect(chartsOf({ columnas, filas: [['3', 'a', null, null]] })).toEqual(none);
  expect(
    chartsOf({
      columnas,
      filas: [
        ['3', 'a', 1, 1],
        ['3', 'b', 2, 2],
      ],
    }),
  ).toEqual(none);
  expect(chartsOf({ columnas, filas: Array.from({ length: MOST_BARS + 1 }, (_, at) => [String(at), 'a', at, at]) })).toEqual(none);
});

it('gives each column a scale of its own where one is twenty times another, so that none is a flat line', () => {
  const scales = (...filas: (string | number)[][]) => {
    const { charts, apart } = chartsOf({ columnas: ['mes', 'ventas', 'avance'], filas });
    return { apart, scales: charts.map(({ least }) => least) };
  };
  expect(scales(['enero', 190, 10], ['febrero', 150, 9])).toEqual({ apart: false, scales: [190, 190] });
  expect(scales(['enero', 200, 10], ['febrero', 150, 9])).toEqual({ apart: true, scales: [200, 10] });
  expect(scales(['enero', 9_000, 0.7], ['febrero', 150, 0.4])).toEqual({ apart: true, scales: [9_000, 0.7] });
  // Nothing but zeros says nothing about sizes.
  expect(scales(['enero', 200, 0], ['febrero', 150, 0])).toEqual({ apart: false, scales: [200, 200] });
  expect(scales(['enero', 0, 0], ['febrero', 0, 0])).toEqual({ apart: false, scales: [1, 1] });
});
