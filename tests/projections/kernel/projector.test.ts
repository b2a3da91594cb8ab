import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RESET_TOPIC, STATUS_TOPIC } from '../../../backend/projections/kernel/status.ts';
import { openSqliteReadStore } from '../../../backend/projections/stores/sqlite.ts';
import { expectFresh, openProjecting } from '../../support/projecting.ts';
import { fragile, fragility, POISON, people, tally, totals } from '../../support/tinyProjections.ts';
import { until } from '../../support/until.ts';

const enrolled = (userId: number, courseId = 1) => ['LearnerEnrolled', { userId, courseId, source: 'self' }] as [string, object];
const completed = (userId: number, classId = 1, courseId = 1) =>
  ['ClassCompleted', { userId, courseId, moduleId: 1, classId }] as [string, object];
const unenrolled = (userId: number, courseId = 1) => ['LearnerUnenrolled', { userId, courseId }] as [string, object];

test('first start: everything in the log is folded, then what arrives', async () => {
  const school = await openProjecting();
  await school.tell('enrolment-1_1', enrolled(1), completed(1), completed(1, 2));
  const { projector } = await school.start({ projections: [tally(), totals] });
  await projector.ready();
  expect((await school.docs(await school.serving('tally'))).map(({ doc }) => doc)).toEqual([{ userId: 1, completed: 2, courses: [1] }]);
  await school.tell('enrolment-1_1', completed(1, 3));
  await school.caughtUp();
  await expectFresh(school, [tally(), totals]);
});
