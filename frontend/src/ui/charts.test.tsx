import { render } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Bars, type Datum } from './charts.tsx';

const shown = vi.hoisted(() => ({ width: 0 }));
vi.mock('../lib/use-width.ts', () => ({ useWidth: () => [() => {}, shown.width] }));

const drawn = (data: readonly Datum[], width: number) => {
  shown.width = width;
  const { container } = render(<Bars title="Por tipo" data={data} />);
  const svg = container.querySelector('svg');
  const texts = [...(svg?.querySelectorAll('text') ?? [])].map((one) => one.textContent);
  return { names: data.filter(({ x }) => texts.includes(x)).length, height: Number(svg?.getAttribute('height')) };
};
const kinds = ['ClassCompleted', 'CommentPosted', 'LearnerEnrolled', 'ReviewPosted', 'UserRegistered', 'VideoPositionSaved'].map(
  (x, y) => ({
    x,
    y,
  }),
);
const days = Array.from({ length: 30 }, (_, day) => ({ x: `${day + 1} nov`, y: day }));

it('says the name of every kind, in rows where the axis has no room for them; days are thinned', () => {
  expect(drawn(kinds, 300)).toEqual({ names: kinds.length, height: 240 });
  expect(drawn(kinds, 1_400)).toEqual({ names: kinds.length, height: 200 });
  // Also where their ticks are letters: «lu», «ma».
  expect(drawn(days.map((day) => ({ ...day, tick: 'lu' })).slice(0, 14), 250).height).toBe(200);
  const { names, height } = drawn(days, 400);
  expect(height).toBe(200);
  expect(names).toBeGreaterThan(2);
  expect(names).toBeLessThan(days.length);
});

it('says the value of every kind, and only the last of days', () => {
  shown.width = 1_400;
  const valuesOf = (data: readonly Datum[]) => {
    const { container } = render(<Bars title="Por tipo" data={data} format={(value) => `${value}!`} />);
    return [...container.querySelectorAll('svg g > text')].map((one) => one.textContent);
  };
  expect(valuesOf(kinds)).toEqual(['1!', '2!', '3!', '4!', '5!']);
  expect(valuesOf(days)).toEqual(['29!']);
});

it('leaves a value the room that it needs beside the longest row', () => {
  shown.width = 300;
  const { container } = render(<Bars title="Por tipo" data={kinds} format={(value) => `${value * 10_000_000} personas`} />);
  const longest = Math.max(...[...container.querySelectorAll('rect')].map((bar) => Number(bar.getAttribute('width'))));
  expect(longest).toBeLessThan(300 - 7 * '50000000 personas'.length);
});
