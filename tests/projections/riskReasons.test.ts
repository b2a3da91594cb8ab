import { expect, test } from 'vitest';
import { reasonsOf } from '../../backend/api/answers/riskReasons.ts';
import type { CourseLearnerDoc } from '../../backend/projections/courseLearners.ts';

const doc = (more: Partial<CourseLearnerDoc> = {}): CourseLearnerDoc => ({
  ...{ userId: 1, courseId: 1, state: 'learning', finished: false, day: '2026-03-10', remindedAt: null },
  ...{ firstDay: '2026-03-01', days: 4, failed: {}, failingSince: null, riskFrom: '' },
  ...more,
});
const situation = { progress: 40, average: 50, done: 4, titleOf: (id: number) => (id === 7 ? 'Repaso' : null) };

// rows: J09
test('each reason is a rule that can be said, with what was counted and what is usual', () => {
  // Every three days: nine are too many, eight are not.
  expect(reasonsOf(doc(), '2026-03-19', situation)).toEqual([{ clase: 'ritmo', valor: 9, normal: 3, que: null }]);
  expect(reasonsOf(doc(), '2026-03-16', situation)).toEqual([]);
  expect(reasonsOf(doc({ days: 2 }), '2026-03-24', situation)).toEqual([{ clase: 'inactividad', valor: 14, normal: null, que: null }]);
  expect(reasonsOf(doc({ day: '2026-03-01', days: 1 }), '2026-03-08', { ...situation, done: 0, progress: 0 })).toEqual([
    { clase: 'inactividad', valor: 7, normal: null, que: null },
    { clase: 'sinEmpezar', valor: 7, normal: null, que: null },
  ]);
  expect(reasonsOf(doc({ failed: { 7: 2, 8: 1 } }), '2026-03-11', situation)).toEqual([
    { clase: 'evaluacion', valor: 2, normal: null, que: 'Repaso' },
  ]);
  expect(reasonsOf(doc(), '2026-03-15', { ...situation, progress: 25 })).toEqual([{ clase: 'avance', valor: 25, normal: 50, que: null }]);
  expect(reasonsOf(doc(), '2026-03-15', { ...situation, progress: 26 })).toEqual([]);
});
