import { test } from 'vitest';
import { lessons } from '../../backend/projections/lessons.ts';
import { everyTypeIsCovered, given, givenEvents, timeOf } from '../support/projectionSpec.ts';

const text = (subtopicId: number, text: string, courseId = 1) =>
  given('LessonTextSet', { courseId, moduleId: 10, classId: 100, subtopicId, text });

test('the last text of each subtopic stands, with where it belongs', () => {
  givenEvents(lessons, [text(1, '# Hola'), text(2, 'Otra', 7), text(1, '# Hola otra vez')])
    .thenDocs({
      '1': { subtopicId: 1, courseId: 1, classId: 100, text: '# Hola otra vez', changedAt: timeOf(2) },
      '2': { subtopicId: 2, courseId: 7, classId: 100, text: 'Otra', changedAt: timeOf(1) },
    })
    .thenChange('curso:1', { id: 'texto-1', op: 'put', version: 2 })
    .thenChange('curso:7', { id: 'texto-2', op: 'put', version: 1 });
});

test('followers of a course are told that a text changed, not the text: reading it takes access', () => {
  const { documents } = givenEvents(lessons, [text(1, 'de pago')]);
  if (documents.changes.some((change) => change.view)) throw new Error('a view was told');
});

test('a text can be emptied', () => {
  givenEvents(lessons, [text(1, 'algo'), text(1, '')]).thenDocLike('1', { text: '' });
});

everyTypeIsCovered(lessons);
