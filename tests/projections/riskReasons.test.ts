import { expect, test } from 'vitest';
import { reasonsOf } from '../../backend/api/answers/riskReasons.ts';
import type { CourseLearnerDoc } from '../../backend/projections/courseLearners.ts';

const doc = (more: Partial<CourseLearnerDoc> = {}): CourseLearnerDoc => ({
  ...{ userId: 1, courseId: 1, state: 'learning', finished: false, day: '2026-03-10', remindedAt: null },
  ...{ firstDay: '2026-03-01', days: 4, failed: {}, failingSince: null, riskFrom: '' },
  ...more,
});
const standing = { progress: 40, average: 50, done: 4, titleOf: (id: number) => (id === 7 ? 'Repaso' : null) };

// rows: J09
test('each reason is a rule that can be said, with what was counted and what is usual', () => {
  // Every three days: nine are too many, eight are not.
  expect(reasonsOf(doc(), '2026-03-19', standing)).toEqual([{ clase: 'ritmo', valor: 9, normal: 3, que: null }]);
  expect(reasonsOf(doc(), '2026-03-16', standing)).toEqual([]);
  expect(reasonsOf(doc({ days: 2 }), '2026-03-24', standing)).toEqual([{ clase: 'inactividad', valor: 14, normal: null, que: null }]);
  expect(reasonsOf(doc({ day: '2026-03-01', days: 1 }), '2026-03-08', { ...standing, done: 0, progress: 0 })).toEqual([
    { clase: 'inactividad', valor: 7, normal: null, que: null },
    { clase: 'sinEmpezar', valor: 7, normal: null, que: null },
  ]);
  expect(reasonsOf(doc({ failed: { 7: 2, 8: 1 } }), '2026-03-11', standing)).toEqual([
    { clase: 'evaluacion', valor: 2, normal: null, que: 'Repaso' },
  ]);
  expect(reasonsOf(doc(), '2026-03-15', { ...standing, progress: 25 })).toEqual([{ clase: 'avance', valor: 25, normal: 50, que: null }]);
  expect(reasonsOf(doc(), '2026-03-15', { ...standing, progress: 26 })).toEqual([]);
});
