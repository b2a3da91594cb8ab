import { expect, test } from 'vitest';
import { type Lane, marksOf, tiesOf, windowAddress } from './lanes.ts';

const at = (second: number) => new Date(second * 1_000).toISOString();
const lane = (hechos: string[] | null, tramos: Lane['tramos'] = []): Lane => ({
  ...{ cosa: { tipo: 'persona', id: '1', nombre: 'Ana' }, total: 9, cantidad: 9, hechos, tramos },
});
const window = { from: 0, to: 100_000 };
const times: Readonly<Record<string, number>> = { a: 0, b: 1_000, c: 50_000, d: 100_000 };
const timeOf = (id: string) => times[id] ?? 0;

// rows: K06
test('facts that would overlap are one mark with their number; all stand inside the drawing', () => {
  const marks = marksOf(lane(['d', 'a', 'c', 'b']), timeOf, window, 328);
  expect(marks.map(({ x, count, ids }) => [x, count, ids.join('')])).toEqual([
    [14, 2, 'ab'],
    [164, 1, 'c'],
    [314, 1, 'd'],
  ]);
  expect(marks[0]).toMatchObject({ from: 0, to: 1_000 });
  const counted = marksOf(lane(null, [{ desde: at(0), hasta: at(9), cantidad: 70 }]), timeOf, window, 328);
  expect(counted).toMatchObject([{ count: 70, ids: [], from: 0, to: 9_000 }]);
});

// rows: K06
test('lanes are joined from the nearest cause; one fact in two lanes is joined with itself; nothing is joined within a lane', () => {
  const lanes = [['a', 'c'], ['c', 'd'], ['d']].map((ids) => marksOf(lane(ids), timeOf, window, 328));
  const ties = tiesOf(lanes, [
    { de: 'a', a: 'd', causa: true },
    { de: 'a', a: 'c', causa: false },
  ]);
  expect(ties.map(({ from, to, kind }) => `${kind} ${from.lane}:${from.x} ${to.lane}:${to.x}`).sort()).toEqual([
    'act 0:14 1:164',
    'cause 0:14 1:314',
    'cause 0:14 2:314',
    'same 0:164 1:164',
    'same 1:314 2:314',
  ]);
});

test('a window stands in the address to the second, outwards, in place of days', () => {
  expect(windowAddress({ from: 1_500, to: 2_001 })).toEqual({ de: at(1), a: at(3), desde: null, hasta: null });
});
