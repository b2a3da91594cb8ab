import { test } from 'vitest';
import { courseEdits } from '../../backend/projections/courseEdits.ts';
import { createdFields } from '../support/courseFields.ts';
import { given, givenEvents, timeOf } from '../support/projectionSpec.ts';

const event = (type: string, data: object = {}) => given(type, { courseId: 1, ...data });

// rows: H19
test('who last changed a course, each of its modules and each of its classes', () => {
  givenEvents(courseEdits, [
    event('CourseCreated', createdFields()),
    event('ModuleAdded', { moduleId: 10, title: 'M', description: 'd', content: 'c', videoUrl: null }),
    event('ClassAdded', { moduleId: 10, classId: 100, title: 'C', description: '', videoUrl: null, subtopics: [], resources: [] }),
    event('ModuleRenamed', { moduleId: 10, title: 'Otro' }),
    event('LessonTextSet', { moduleId: 10, classId: 100, subtopicId: 1000, text: 'x' }),
  ]).thenDocLike('1', {
    course: { at: timeOf(0) },
    modules: { '10': { at: timeOf(4) } },
    classes: { '100': { at: timeOf(4) } },
  });
});
