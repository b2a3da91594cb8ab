import { test } from 'vitest';
import { courseStats } from '../../backend/projections/courseStats.ts';
import { completed, enrolled, unenrolled } from '../support/learning.ts';
import { everyTypeIsCovered, given, givenEvents } from '../support/projectionSpec.ts';

const finished = (userId: number, courseId = 1) => given('CourseCompleted', { userId, courseId, classes: 3 });

// rows: B12
test('who enrols is counted, who leaves no longer, who returns again', () => {
  const events = [given(...enrolled(1)), given(...enrolled(2)), given(...enrolled(1, 7)), given(...unenrolled(1))];
  givenEvents(courseStats, events).thenDocs({
    '1': { courseId: 1, students: 1, completions: 0 },
    '7': { courseId: 7, students: 1, completions: 0 },
  });
  givenEvents(courseStats, [...events, given(...enrolled(1))]).thenDocLike('1', { students: 2 });
});

test('a completion stays when the learner leaves', () => {
  givenEvents(courseStats, [given(...enrolled(1)), given(...enrolled(2)), finished(1), given(...unenrolled(1))])
    .thenDoc('1', { courseId: 1, students: 1, completions: 1 })
    .thenChange('cursos', { id: '1', op: 'put', version: 4 })
    .thenChange('curso:1', { id: 'estadisticas', op: 'put', version: 4 });
});

test('a completed class changes no figure of its course here', () => {
  givenEvents(courseStats, [given(...completed(1))])
    .thenDocs({})
    .thenNoChange('cursos');
});

everyTypeIsCovered(courseStats);
