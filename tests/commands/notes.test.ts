import { expect, test } from 'vitest';
import { MOST_NOTES, type Note, notes } from '../../backend/commands/learning/notes.ts';
import { given } from '../support/deciderSpec.ts';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const ids = (n: number) => ({ userId: 1, courseId: 2, noteId: id(n) });
const note = (n: number, more: Partial<Note> = {}): Note => ({
  ...ids(n),
  ...{
    moduleId: 3,
    classId: 4,
    subtopicId: 5,
    text: 'Repasar',
    quote: null,
    prefix: null,
    suffix: null,
    start: null,
    video: null,
    second: null,
  },
  ...more,
});
const added = (n: number, more: Partial<Note> = {}) => ({ type: 'NoteAdded' as const, data: note(n, more) });

// rows: C23
test('a note is added once, changed and removed; a highlight has no words, and words are not taken from a note that has nothing else', () => {
  given(notes, [])
    .when({ type: 'add', ...note(1) })
    .then([added(1)]);
  given(notes, [added(1)])
    .when({ type: 'add', ...note(1) })
    .thenNothing();
  given(notes, [])
    .when({ type: 'add', ...note(1, { text: '' }) })
    .thenRefused('NOTE_EMPTY');
  given(notes, [])
    .when({ type: 'add', ...note(1, { text: '', quote: 'un agente' }) })
    .then([added(1, { text: '', quote: 'un agente' })]);
  given(notes, [added(1)])
    .when({ type: 'edit', ...ids(1), text: 'Otra cosa' })
    .then([{ type: 'NoteEdited', data: { ...ids(1), text: 'Otra cosa' } }]);
  given(notes, [added(1)])
    .when({ type: 'edit', ...ids(1), text: '' })
    .thenRefused('NOTE_EMPTY');
  given(notes, [added(1)])
    .when({ type: 'remove', ...ids(1) })
    .then([{ type: 'NoteRemoved', data: ids(1) }]);
  given(notes, [added(1), { type: 'NoteRemoved', data: ids(1) }])
    .when({ type: 'edit', ...ids(1), text: 'x' })
    .thenRefused('NOTE_NOT_FOUND');
});

test('a course holds five hundred notes of one learner', () => {
  const full = Array.from({ length: MOST_NOTES }, (_, n) => added(n));
  given(notes, full)
    .when({ type: 'add', ...note(MOST_NOTES) })
    .thenRefused('TOO_MANY_NOTES');
  expect(given(notes, full).state.size).toBe(MOST_NOTES);
});
