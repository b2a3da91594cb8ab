import { expect, test } from 'vitest';
import { type Figure, figures, noFigures, type SchoolDoc, school, shownFigures } from '../../backend/projections/school.ts';
import { createdFields } from '../support/courseFields.ts';
import { completed, enrolled, unenrolled } from '../support/learning.ts';
import { everyTypeIsCovered, type GivenEvent, given, givenEvents, type Spec, timeOf } from '../support/projectionSpec.ts';

const created = (courseId = 1) => given('CourseCreated', { courseId, ...createdFields() });
const published = (courseId = 1) => given('CoursePublished', { courseId, classes: 3 });
const unpublished = (courseId = 1) => given('CourseUnpublished', { courseId });
const archived = (from: 'draft' | 'published') => given('CourseArchived', { courseId: 1, from });
const restored = given('CourseRestored', { courseId: 1 });
const uncompleted = given('ClassUncompleted', completed(1)[1]);
const finished = given('CourseCompleted', { userId: 1, courseId: 1, classes: 3 });
const studied = (seconds: number) =>
  given('StudyTimeRecorded', { userId: 1, courseId: 1, date: '2026-03-02', tab: 'a', reported: seconds, seconds });

const with0 = (some: Partial<Record<Figure, number>>) => Object.fromEntries(figures.map((figure) => [figure, some[figure] ?? 0]));
/** The total, and the one day on which all of it happened. */
const thenFigures = (spec: Spec, some: Partial<Record<Figure, number>>): Spec =>
  spec.thenDocLike('total', { day: 'total', figures: with0(some) }).thenDocLike('2026-03-02', { day: '2026-03-02', figures: with0(some) });

test.each<[string, GivenEvent[], Partial<Record<Figure, number>>]>([
  ['a draft', [created()], { drafts: 1 }],
  ['a published course', [created(), published()], { published: 1 }],
  ['two courses', [created(), published(), created(2)], { published: 1, drafts: 1 }],
  ['a course that is a draft again', [created(), published(), unpublished()], { drafts: 1 }],
  ['an archived draft', [created(), archived('draft')], {}],
  ['an archived course', [created(), published(), archived('published')], {}],
  ['a course out of the archive', [created(), published(), archived('published'), restored], { drafts: 1 }],
  ['enrolments', [given(...enrolled(1)), given(...enrolled(2)), given(...unenrolled(1))], { enrolments: 1 }],
  ['classes', [given(...completed(1)), given(...completed(1, 2)), uncompleted], { classesCompleted: 1 }],
  ['a course completed', [finished], { coursesCompleted: 1 }],
  ['study', [studied(60), studied(45)], { studySeconds: 105 }],
])('%s', (_, events, expected) => {
  thenFigures(givenEvents(school, events), expected);
});

// rows: I05
test('a day has what it added or took away, in the calendar of the school, and the total is their sum', () => {
  const spec = givenEvents(school, [
    { ...given(...enrolled(1)), at: '2026-03-02T07:59:59.000Z' },
    { ...given(...enrolled(2)), at: '2026-03-02T08:00:00.000Z' },
    { ...given(...unenrolled(1)), at: '2026-03-03T07:59:59.000Z' },
    { ...given(...unenrolled(2)), at: '2026-03-03T08:00:00.000Z' },
  ])
    .thenDoc('2026-03-01', { day: '2026-03-01', figures: with0({ enrolments: 1 }), at: '2026-03-02T07:59:59.000Z' })
    .thenDoc('2026-03-02', { day: '2026-03-02', figures: with0({}), at: '2026-03-03T07:59:59.000Z' })
    .thenDoc('2026-03-03', { day: '2026-03-03', figures: with0({ enrolments: -1 }), at: '2026-03-03T08:00:00.000Z' })
    .thenDoc('total', { day: 'total', figures: with0({}), at: '2026-03-03T08:00:00.000Z' });
  const { total, ...days } = spec.documents.docs() as unknown as Record<string, SchoolDoc>;
  for (const figure of figures) expect(Object.values(days).reduce((sum, day) => sum + day.figures[figure], 0)).toBe(total?.figures[figure]);
});

test('who looks at the figures is told of the total and of the day', () => {
  givenEvents(school, [given(...enrolled(1)), given(...enrolled(2))])
    .thenChange('resumen', {
      id: 'total',
      op: 'put',
      version: 2,
      view: { cifras: shownFigures({ ...noFigures(), enrolments: 2 }), at: timeOf(1) },
    })
    .thenChange('resumen', { id: '2026-03-02', op: 'put', version: 2 });
});

test('what a day took away of earlier ones is never shown as less than nothing, neither read nor told', () => {
  const spec = givenEvents(school, [
    { ...given(...completed(1)), at: '2026-03-02T08:00:00.000Z' },
    { ...uncompleted, at: '2026-03-03T08:00:00.000Z' },
  ]).thenChange('resumen', {
    id: '2026-03-03',
    op: 'put',
    version: 1,
    view: { cifras: shownFigures(noFigures()), at: '2026-03-03T08:00:00.000Z' },
  });
  const days = spec.documents.docs() as unknown as Record<string, SchoolDoc>;
  for (const { figures } of Object.values(days)) expect(Math.min(...Object.values(shownFigures(figures)))).toBeGreaterThanOrEqual(0);
});

test('a mark that is taken away goes from the day that counted it, and from no other', () => {
  const [type, data] = completed(1);
  const undone = given('ClassUncompleted', { ...data, completedAt: '2026-03-02T08:00:00.000Z' });
  const spec = givenEvents(school, [
    { ...given(type, data), at: '2026-03-02T08:00:00.000Z' },
    { ...given(...completed(1, 2)), at: '2026-03-03T08:00:00.000Z' },
    { ...undone, at: '2026-03-03T09:00:00.000Z' },
  ]).thenChange('resumen', { id: '2026-03-02', op: 'put', version: 2 });
  const days = spec.documents.docs() as unknown as Record<string, SchoolDoc>;
  expect([days['2026-03-02'], days['2026-03-03'], days.total].map((doc) => doc?.figures.classesCompleted)).toEqual([0, 1, 1]);
});

everyTypeIsCovered(school);
