import { z } from 'zod';
import { blankable, idNumber, messageAnswer, pageQuery } from './common.ts';
import { route } from './route.ts';
import { MOST_OF_VIDEO_KEY } from './video-source.ts';

/** Notes and highlights of a learner beside a course: their own, and nobody else's to read. */

export const noteRecord = z.object({
  id: z.string(),
  id_curso: z.number(),
  id_sesion: z.number(),
  id_subtema: z.number().nullable(),
  /** '': a passage that was only highlighted. */
  texto: z.string(),
  /** The passage as it read, what stood around it, and where it began in the text as it is shown. */
  cita: z.object({ texto: z.string(), antes: z.string(), despues: z.string(), inicio: z.number() }).nullable(),
  /** Second of the video of the class or subtopic. */
  segundo: z.number().nullable(),
  creada: z.string(),
  cambiada: z.string(),
});
export type NoteRecord = z.output<typeof noteRecord>;
export const placedNote = noteRecord.extend({
  /** null: the class was taken out, or its course is not this person's to read any more. */
  lugar: z.object({ id_modulo: z.number(), clase: z.string(), curso: z.string() }).nullable(),
});
export type PlacedNote = z.output<typeof placedNote>;

const own = { tag: 'Notas', policy: 'account.own' } as const;
const user = z.object({ userId: idNumber });
const ofCourse = z.object({ userId: idNumber, courseId: idNumber });
const ofNote = ofCourse.extend({ noteId: z.uuid() });
const words = z.string().trim().max(4_000);
const around = z.string().max(64);

export const notes = {
  courseNotes: route({
    ...own,
    id: 'courseNotes',
    method: 'GET',
    path: '/api/notas/:userId/:courseId',
    summary: 'What one noted in a course, oldest first; 500 at most',
    params: ofCourse,
    live: { follows: { 'notas:{userId}': 'arg.userId' } },
    answer: z.object({ notas: z.array(noteRecord) }),
  }),
  allNotes: route({
    ...own,
    id: 'allNotes',
    method: 'GET',
    path: '/api/notas/:userId',
    summary: 'What one noted anywhere, newest first',
    params: user,
    query: pageQuery.extend({ id_curso: blankable(idNumber) }),
    live: { follows: { 'notas:{userId}': 'arg.userId' } },
    answer: z.object({
      notas: z.array(placedNote),
      /** Courses that one is in, for the filter. */
      cursos: z.array(z.object({ id: z.number(), nombre: z.string() })),
      siguiente: z.string().nullable(),
    }),
  }),
  notesMarkdown: route({
    ...own,
    id: 'notesMarkdown',
    method: 'GET',
    path: '/api/notas/:userId/markdown',
    summary: 'The same as Markdown, by course and class',
    params: user,
    query: z.object({ id_curso: blankable(idNumber) }),
    live: { still: 'a file, as it was asked for' },
    answer: z.string(),
    type: 'text/plain',
  }),
  addNote: route({
    ...own,
    policy: 'learning.write',
    id: 'addNote',
    method: 'POST',
    path: '/api/notas/:userId/:courseId',
    summary: 'Note something in a class, or highlight a passage of it',
    params: ofCourse,
    body: z.object({
      id_sesion: idNumber,
      id_subtema: idNumber.nullish(),
      texto: words.default(''),
      cita: z
        .object({
          texto: z.string().min(1).max(1_000),
          antes: around.default(''),
          despues: around.default(''),
          inicio: z.number().int().min(0).max(10_000_000),
        })
        .nullish(),
      segundo: z.number().int().min(0).max(86_400).nullish(),
      video: z.string().min(1).max(MOST_OF_VIDEO_KEY).nullish(),
    }),
    answer: messageAnswer.extend({ id: z.string() }),
    status: 201,
    errors: [
      'CLASS_NOT_FOUND',
      'COURSE_NOT_FOUND',
      'NOT_ENROLLED',
      'MODULE_LOCKED',
      'VIDEO_NOT_FOUND',
      'NOTE_EMPTY',
      'TOO_MANY_NOTES',
      'PREVIEW_ONLY',
    ],
    fieldErrors: { NOTE_EMPTY: 'texto' },
  }),
  editNote: route({
    ...own,
    policy: 'learning.write',
    id: 'editNote',
    method: 'PUT',
    path: '/api/notas/:userId/:courseId/:noteId',
    summary: 'Change the words of a note',
    params: ofNote,
    body: z.object({ texto: words }),
    answer: messageAnswer,
    errors: ['NOTE_NOT_FOUND', 'NOTE_EMPTY'],
    fieldErrors: { NOTE_EMPTY: 'texto' },
  }),
  removeNote: route({
    ...own,
    policy: 'learning.write',
    id: 'removeNote',
    method: 'DELETE',
    path: '/api/notas/:userId/:courseId/:noteId',
    summary: 'Take a note or a highlight away',
    params: ofNote,
    answer: messageAnswer,
  }),
} as const;
