import { expect, it } from 'vitest';
import { artHeight, artWidth, drawRoute } from './transit.ts';

it('draws the same route for the same course, and different ones for different courses', () => {
  expect(drawRoute(3, 6)).toEqual(drawRoute(3, 6));
  expect(new Set(Array.from({ length: 40 }, (_, id) => JSON.stringify(drawRoute(id + 1, 5).main))).size).toBeGreaterThan(20);
});
it('keeps every station on the picture, and makes no more of them than modules', () => {
  for (let id = 1; id <= 200; id += 1)
    for (const modules of [0, 1, 5, 10, 40]) {
      const { stations, interchanges } = drawRoute(id, modules);
      expect(stations.length + interchanges.length).toBeLessThanOrEqual(Math.max(2, Math.min(10, modules)));
      expect(stations.length).toBeGreaterThan(0);
      for (const { x, y } of [...stations, ...interchanges]) expect(x > 0 && x < artWidth && y > 0 && y < artHeight).toBe(true);
    }
});
