import { z } from 'zod';
import { defineEvent } from './define.ts';
import { said } from './sentences.ts';
import { id } from './types.ts';

/** What a learner writes beside a course, for themselves: words, and the passage or second that they are about. Nobody else reads it. */

const note = { userId: id, courseId: id, noteId: z.string().max(60) };
const words = (most: number) => z.string().max(most).nullable();

export const NoteAdded = defineEvent('NoteAdded', {
  category: 'notes',
  schema: z.object({
    ...note,
    moduleId: id,
    classId: id,
    subtopicId: id.nullable(),
    /** '' where the passage was only highlighted. */
    text: words(4_000),
    /** The passage as it read, with what stood around it, and where it began: by these it is found again in a text that changed (W3C, Web Annotation). */
    quote: words(1_000),
    prefix: words(64),
    suffix: words(64),
    start: z.number().int().min(0).nullable(),
    /** As `VideoPositionSaved` names it. */
    video: z.string().max(2_000).nullable(),
    second: z.number().int().min(0).max(86_400).nullable(),
  }),
  personal: { of: 'userId', fields: ['text', 'quote', 'prefix', 'suffix'] },
  summary: 'Alguien anotó algo en una clase, o resaltó un pasaje de ella; solo lo ve quien lo hizo.',
  sentence: said('anotó algo en la clase «{classId}» de «{courseId}»', 'noted something in the class “{classId}” of “{courseId}”'),
});
export const NoteEdited = defineEvent('NoteEdited', {
  category: 'notes',
  schema: z.object({ ...note, text: words(4_000) }),
  personal: { of: 'userId', fields: ['text'] },
  summary: 'Alguien cambió una nota suya.',
  sentence: said('cambió una nota de «{courseId}»', 'changed a note of “{courseId}”'),
});
export const NoteRemoved = defineEvent('NoteRemoved', {
  category: 'notes',
  schema: z.object(note),
  summary: 'Alguien quitó una nota o un resaltado suyo.',
  sentence: said('quitó una nota de «{courseId}»', 'removed a note of “{courseId}”'),
});

export const noteEvents = [NoteAdded, NoteEdited, NoteRemoved] as const;
