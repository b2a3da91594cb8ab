import { test } from 'vitest';
import { notes } from '../../backend/projections/notes.ts';
import { everyTypeIsCovered, given, givenEvents, timeOf } from '../support/projectionSpec.ts';

const noteId = '00000000-0000-4000-8000-000000000001';
const ids = { userId: 1, courseId: 2, noteId };
const said = {
  ...{ moduleId: 3, classId: 4, subtopicId: null, text: 'Repasar', quote: 'un agente', prefix: '', suffix: ' observa', start: 7 },
  ...{ video: null, second: null },
};

test('a note stands as it was changed last, and is gone once it is removed or its person erased', () => {
  const added = given('NoteAdded', { ...ids, ...said });
  const edited = given('NoteEdited', { ...ids, text: 'Otra cosa' });
  const doc = { ...ids, ...said, at: timeOf(0), changedAt: timeOf(0) };
  givenEvents(notes, [added]).thenDoc(`1_2_${noteId}`, doc);
  givenEvents(notes, [added, edited])
    .thenDoc(`1_2_${noteId}`, { ...doc, text: 'Otra cosa', changedAt: timeOf(1) })
    .thenForgets(1, 'Otra cosa', 'un agente');
  givenEvents(notes, [added, edited, given('NoteRemoved', ids)]).thenDocs({});
});

everyTypeIsCovered(notes);
