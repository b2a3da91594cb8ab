import { expect, test } from 'vitest';
import { courseLearners } from '../../backend/projections/courseLearners.ts';
import { completed, enrolled, erased, origin, unenrolled } from '../support/learning.ts';
import { everyTypeIsCovered, type GivenEvent, given, givenEvents } from '../support/projectionSpec.ts';

const ids = { userId: 1, courseId: 1 };
const finished = given('CourseCompleted', { ...ids, classes: 3 });
const on = (at: string, event: GivenEvent): GivenEvent => ({ ...event, at });
const joined = on('2026-03-02T18:00:00.000Z', given(...enrolled(1)));
const seconds = (count: number) => given('StudyTimeRecorded', { ...ids, date: '2026-03-09', tab: 'a', reported: count, seconds: count });

test('the day of joining is the first; a day is that of the school', () => {
  givenEvents(courseLearners, [on('2026-03-02T07:59:59.000Z', given(...enrolled(1)))]).thenDocs({
    '1_1': {
      ...{ ...ids, state: 'learning', finished: false, day: '2026-03-01', remindedAt: null },
      ...{ firstDay: '2026-03-01', days: 1, failed: {}, failingSince: null, riskFrom: '2026-03-15' },
    },
  });
});

test.each<[string, GivenEvent]>([
  ['a class marked', given(...completed(1))],
  ['a mark taken away', given('ClassUncompleted', completed(1)[1])],
  ['a part of the course opened', given('LessonViewed', { ...ids, moduleId: 1, classId: null, subtopicId: null, viewMode: 'module' })],
  ['study time', seconds(60)],
  ['a video left', given('VideoPositionSaved', { ...ids, video: 'v', second: 5 })],
  ['a video watched', given('VideoWatched', { ...ids, video: 'v', by: 'watched' })],
  ['a resource opened', given('ResourceOpened', { ...ids, moduleId: 1, classId: 1, resourceId: 1, first: true })],
])('%s is activity, of that day', (_, event) => {
  givenEvents(courseLearners, [joined, on('2026-03-09T18:00:00.000Z', event)]).thenDocLike('1_1', { state: 'learning', day: '2026-03-09' });
});

test('what others do is none: a module that opens, another right to the course, a course that shrank to what is done', () => {
  givenEvents(courseLearners, [
    joined,
    on('2026-03-09T18:00:00.000Z', given('ModuleUnlocked', { ...ids, moduleId: 2 })),
    on('2026-03-10T18:00:00.000Z', given('EntitlementGranted', { ...ids, source: 'grant', ...origin })),
    on('2026-03-11T18:00:00.000Z', finished),
  ]).thenDocLike('1_1', { state: 'completed', finished: true, day: '2026-03-02' });
});

// rows: H34
test('more of the same day writes nothing and tells nobody', () => {
  const spec = givenEvents(courseLearners, [
    joined,
    on('2026-03-02T19:00:00.000Z', given(...completed(1))),
    on('2026-03-02T20:00:00.000Z', seconds(60)),
  ]);
  expect(spec.documents.changes).toMatchObject([{ topic: 'alumnado:1', id: 'actividad', version: 1 }]);
  expect(spec.documents.changes[0]?.view).toBeUndefined();
});

test('who leaves is not waited for; who comes back has still completed what they completed', () => {
  const left = [joined, finished, given(...unenrolled(1))];
  givenEvents(courseLearners, left).thenDocLike('1_1', { state: 'left', finished: true });
  givenEvents(courseLearners, [...left, finished]).thenDocLike('1_1', { state: 'left' });
  givenEvents(courseLearners, [...left, given(...enrolled(1))]).thenDocLike('1_1', { state: 'completed' });
  givenEvents(courseLearners, [joined, given(...unenrolled(1)), on('2026-04-02T18:00:00.000Z', given(...enrolled(1)))]).thenDocLike('1_1', {
    state: 'learning',
    day: '2026-04-02',
  });
});

test('when somebody wrote to them stands there, also when they come back; it is nothing that they did', () => {
  const at = '2026-03-09T18:00:00.000Z';
  const reminded = [joined, on(at, given('LearnerReminded', { ...ids, by: 2, text: '¿Todo bien?' }))];
  givenEvents(courseLearners, reminded).thenDocLike('1_1', { day: '2026-03-02', remindedAt: at });
  givenEvents(courseLearners, [...reminded, given(...unenrolled(1)), given(...enrolled(1))]).thenDocLike('1_1', { remindedAt: at });
});

const visits = (...days: string[]) => [joined, ...days.map((day) => on(`2026-03-${day}T18:00:00.000Z`, seconds(60)))];
test('who came every other day is off their rhythm after six; who came once a week, and whose rhythm nobody knows yet, after fourteen', () => {
  givenEvents(courseLearners, visits('04', '06', '08')).thenDocLike('1_1', { days: 4, riskFrom: '2026-03-14' });
  givenEvents(courseLearners, visits('03', '04', '05')).thenDocLike('1_1', { riskFrom: '2026-03-09' });
  givenEvents(courseLearners, visits('09', '16', '23')).thenDocLike('1_1', { riskFrom: '2026-04-06' });
  givenEvents(courseLearners, visits('03', '04')).thenDocLike('1_1', { riskFrom: '2026-03-18' });
});

const attempt = (passed: boolean, number: number): GivenEvent =>
  on(
    `2026-03-0${number}T18:00:00.000Z`,
    given('AttemptGraded', {
      ...{ ...ids, moduleId: 1, classId: 1, subtopicId: 7, attempt: number, revision: 1, points: 0, of: 2, score: 0, passed },
      ...{ first: false, answers: [] },
    }),
  );
test('a quiz that was tried twice without passing is a sign from that day on, until it is passed or an attempt is annulled', () => {
  const twice = [joined, attempt(false, 3), attempt(false, 5)];
  givenEvents(courseLearners, twice.slice(0, 2)).thenDocLike('1_1', { failed: { 7: 1 }, failingSince: null, riskFrom: '2026-03-16' });
  givenEvents(courseLearners, twice).thenDocLike('1_1', { failed: { 7: 2 }, failingSince: '2026-03-05', riskFrom: '2026-03-05' });
  givenEvents(courseLearners, [...twice, attempt(false, 6)]).thenDocLike('1_1', { failed: { 7: 3 }, riskFrom: '2026-03-05' });
  givenEvents(courseLearners, [...twice, attempt(true, 6)]).thenDocLike('1_1', { failed: {}, failingSince: null, riskFrom: '2026-03-16' });
  const graded = { revision: 1, points: 0, of: 2, score: 0, passed: false, first: false, answers: [] };
  const annulled = given('AttemptVoided', { ...ids, moduleId: 1, classId: 1, subtopicId: 7, attempt: 5, graded });
  givenEvents(courseLearners, [...twice, annulled]).thenDocLike('1_1', { failed: { 7: 1 }, failingSince: null });
});

test('who is erased is nobody’s learner any more', () => {
  givenEvents(courseLearners, [joined, given(...enrolled(2))]).thenForgets(1, '"userId":1}');
  givenEvents(courseLearners, [joined, given(...enrolled(2)), given(...erased(1))])
    .thenDoc('1_1', null)
    .thenDocLike('2_1', { state: 'learning' });
});

everyTypeIsCovered(courseLearners);
