import { expect, test } from 'vitest';
import { anonymised, type Known } from '../../backend/api/answers/research.ts';

const K = 5;
/** A school of these many, the same each time; some study as nobody else does. */
function school(people: number): Known[] {
  let seed = 7;
  const upTo = (most: number): number => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed % most;
  };
  const pad = (month: number) => String(month).padStart(2, '0');
  return Array.from({ length: people }, (_, person) =>
    Array.from({ length: 1 + upTo(3) }, (_, index) => ({
      ...{ person, course: 1 + ((upTo(2) + index * 2) % 6), month: `202${5 + upTo(2)}-${pad(1 + upTo(12))}` },
      plan: upTo(10) === 0 ? 'premium' : 'basic',
    })),
  ).flat();
}
/** By id, what stands under it, as who looks for a person would compare it. */
const combinations = (rows: readonly { id: string; course: number; period: string; plan: string; person: number }[]) =>
  Map.groupBy([...Map.groupBy(rows, ({ id }) => id).values()], (own) =>
    own
      .map(({ course, period, plan }) => `${course} ${period} ${plan}`)
      .sort()
      .join('|'),
  );

// rows: M12
test('whatever courses, times and plan stand under one id, five people or more have the same; what is rare is left out', () => {
  for (const size of [3, 40, 400]) {
    const facts = school(size);
    const { rows, leftOut } = anonymised(facts, K);
    expect(rows.length + leftOut).toBe(facts.length);
    for (const [combination, group] of combinations(rows))
      expect(new Set(group.flatMap((own) => own.map(({ person }) => person))).size, combination).toBeGreaterThanOrEqual(K);
    // An id is one person’s, and nobody’s number.
    for (const own of Map.groupBy(rows, ({ id }) => id).values()) expect(new Set(own.map(({ person }) => person)).size).toBe(1);
  }
  expect(anonymised(school(3), K).rows).toEqual([]);
  expect(anonymised(school(400), K).rows.length).toBeGreaterThan(300);
});

test('a file has ids of its own: two of the same day cannot be joined', () => {
  const facts = school(400);
  const ids = new Set(anonymised(facts, K).rows.map(({ id }) => id));
  expect(anonymised(facts, K).rows.filter(({ id }) => ids.has(id))).toEqual([]);
});

test('times are as fine as they may be: months where enough began in one, else quarters, else years', () => {
  const began = (month: string, people: number, from: number): Known[] =>
    Array.from({ length: people }, (_, index) => ({ person: from + index, course: 1, month, plan: 'basic' }));
  const periods = (facts: Known[]) => [...new Set(anonymised(facts, K).rows.map(({ period }) => period))].sort();
  expect(periods(began('2026-03', 5, 0))).toEqual(['2026-03']);
  expect(periods([...began('2026-01', 3, 0), ...began('2026-03', 2, 10)])).toEqual(['2026-T1']);
  expect(periods([...began('2026-01', 3, 0), ...began('2026-09', 2, 10)])).toEqual(['2026']);
  expect(periods([...began('2025-01', 3, 0), ...began('2026-09', 2, 10)])).toEqual([]);
});
