import { expect, test } from 'vitest';
import { type CourseDaysDoc, courseDays } from '../../backend/projections/courseDays.ts';
import { completed, enrolled, erased, unenrolled } from '../support/learning.ts';
import { everyTypeIsCovered, given, givenEvents } from '../support/projectionSpec.ts';

const uncompleted = (userId: number, classId = 1) => given('ClassUncompleted', completed(userId, classId)[1]);
const finished = (userId: number) => given('CourseCompleted', { userId, courseId: 1, classes: 3 });

test('each course has its own days, in the calendar of the school, and the total is their sum', () => {
  const spec = givenEvents(courseDays, [
    { ...given(...enrolled(1)), at: '2026-03-02T07:59:59.000Z' },
    { ...given(...enrolled(2)), at: '2026-03-02T08:00:00.000Z' },
    { ...given(...completed(2)), at: '2026-03-02T09:00:00.000Z' },
    { ...given(...enrolled(2, 5)), at: '2026-03-02T10:00:00.000Z' },
    { ...given(...unenrolled(1)), at: '2026-03-03T08:00:00.000Z' },
    { ...finished(2), at: '2026-03-03T09:00:00.000Z' },
  ])
    .thenDocLike('1_2026-03-01', { day: '2026-03-01', enrolments: 1, classes: 0, completions: 0, marks: {} })
    .thenDocLike('1_2026-03-02', { enrolments: 1, classes: 1, completions: 0, marks: {} })
    .thenDocLike('1_2026-03-03', { enrolments: -1, classes: 0, completions: 1 })
    .thenDoc('1_total', { courseId: 1, day: 'total', enrolments: 1, classes: 1, completions: 1, marks: { 1: 1 } })
    .thenDocLike('5_total', { courseId: 5, enrolments: 1 });
  const docs = Object.values(spec.documents.docs() as unknown as Record<string, CourseDaysDoc>).filter(({ courseId }) => courseId === 1);
  for (const field of ['enrolments', 'classes', 'completions'] as const)
    expect(docs.filter(({ day }) => day !== 'total').reduce((sum, doc) => sum + doc[field], 0)).toBe(
      docs.find(({ day }) => day === 'total')?.[field],
    );
});

// rows: H34
test('how many have each class marked, those who left too; a mark that is taken away does not count', () => {
  givenEvents(courseDays, [
    given(...enrolled(1)),
    given(...enrolled(2)),
    given(...completed(1, 7)),
    given(...completed(2, 7)),
    given(...completed(2, 8)),
    uncompleted(2, 8),
    given(...unenrolled(1)),
  ]).thenDocLike('1_total', { marks: { 7: 2, 8: 0 } });
});

test('a mark that is taken away goes from the day that counted it', () => {
  const [, data] = completed(1);
  givenEvents(courseDays, [
    { ...given(...completed(1)), at: '2026-03-02T08:00:00.000Z' },
    { ...given('ClassUncompleted', { ...data, completedAt: '2026-03-02T08:00:00.000Z' }), at: '2026-03-09T08:00:00.000Z' },
  ])
    .thenDocLike('1_2026-03-02', { classes: 0 })
    .thenDoc('1_2026-03-09', null);
});

test('whoever teaches the course is told once for each event, and of nobody by name; who is erased was there', () => {
  const spec = givenEvents(courseDays, [given(...enrolled(1)), given(...completed(1)), given(...erased(1))])
    .thenChange('alumnado:1', { id: 'cifras', op: 'put', version: 2 })
    .thenDocLike('1_total', { enrolments: 1, classes: 1 });
  expect(spec.documents.changes.every(({ view }) => view === undefined)).toBe(true);
});

everyTypeIsCovered(courseDays);
