import { test } from 'vitest';
import { courseStats } from '../../backend/projections/courseStats.ts';
import { completed, enrolled, unenrolled } from '../support/learning.ts';
import { everyTypeWasTold, givenEvents, told } from '../support/projectionSpec.ts';

const finished = (userId: number, courseId = 1) => told('CourseCompleted', { userId, courseId, classes: 3 });

// rows: B12
test('who enrols is counted, who leaves no longer, who returns again', () => {
  const events = [told(...enrolled(1)), told(...enrolled(2)), told(...enrolled(1, 7)), told(...unenrolled(1))];
  givenEvents(courseStats, events).thenDocs({
    '1': { courseId: 1, students: 1, completions: 0 },
    '7': { courseId: 7, students: 1, completions: 0 },
  });
  givenEvents(courseStats, [...events, told(...enrolled(1))]).thenDocLike('1', { students: 2 });
});

test('a completion stays when the learner leaves', () => {
  givenEvents(courseStats, [told(...enrolled(1)), told(...enrolled(2)), finished(1), told(...unenrolled(1))])
    .thenDoc('1', { courseId: 1, students: 1, completions: 1 })
    .thenTold('cursos', { id: '1', op: 'put', version: 4 })
    .thenTold('curso:1', { id: 'estadisticas', op: 'put', version: 4 });
});

test('classes are not counted here', () => {
  givenEvents(courseStats, [told(...completed(1))])
    .thenDocs({})
    .thenNotTold('cursos');
});

everyTypeWasTold(courseStats);
