import { test } from 'vitest';
import { lesson } from '../../backend/commands/catalogue/lesson.ts';
import { given } from '../support/deciderSpec.ts';

const ids = { courseId: 1, moduleId: 2, classId: 3, subtopicId: 4 };
const set = (text: string) => ({ type: 'LessonTextSet', data: { ...ids, text } }) as const;

test('a text is set with the ids of its ancestors', () => {
  given(lesson, [])
    .when({ type: 'setText', ...ids, text: '# Hola' })
    .then([set('# Hola')]);
});

test('the same text again makes no event (C-36); an empty one is a change where there was one', () => {
  given(lesson, [set('# Hola')])
    .when({ type: 'setText', ...ids, text: '# Hola' })
    .thenNothing();
  given(lesson, [])
    .when({ type: 'setText', ...ids, text: '' })
    .thenNothing();
  given(lesson, [set('# Hola')])
    .when({ type: 'setText', ...ids, text: '' })
    .then([set('')]);
});
