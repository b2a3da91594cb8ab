import { z } from 'zod';
import { defineEvent } from './define.ts';
import { growing } from './growing.ts';
import { said } from './sentences.ts';
import { id } from './types.ts';

/** One change made to many people or courses, so that it can be undone as a whole. What happened to each of them, and why, is in their own streams. */

const batchId = z.string().max(40);
/** The most that one event lists. */
export const BATCH_ITEMS = 500;
export const batchItem = z.object({ userId: id, courseId: id, act: z.enum(['give', 'take']) });
export type BatchItem = z.output<typeof batchItem>;

export const BatchOpened = defineEvent('BatchOpened', {
  category: 'batch',
  version: 2,
  schema: z.object({
    batchId,
    kind: growing(['courses', 'import', 'statuses'], 'courses'),
    /** How much an import is to bring in; null where it was not said, and for batches of other kinds. */
    planned: z.object({ rows: z.number().int().min(0), parts: z.number().int().min(0) }).nullable(),
  }),
  summary: 'Alguien empezó un lote: dar o quitar varios cursos, traer personas de un archivo, o publicar o archivar varios cursos.',
  sentence: said('empezó un lote', 'began a batch'),
});
export const BatchPartRecorded = defineEvent('BatchPartRecorded', {
  category: 'batch',
  schema: z.object({
    batchId,
    /** The number of this part, from 0. */
    part: z.number().int().min(0),
    items: z.array(batchItem).max(BATCH_ITEMS),
    /** For accounts that an import created. */
    registered: z.array(id).max(BATCH_ITEMS),
  }),
  summary: 'Una parte de un lote: a quiénes creó y qué cursos dio o quitó; el resto está en el flujo de cada quien.',
  sentence: said('hizo una parte de un lote', 'did a part of a batch'),
});
export const courseAct = z.enum(['publish', 'unpublish', 'archive']);
export type CourseAct = z.output<typeof courseAct>;
export const BatchCoursesRecorded = defineEvent('BatchCoursesRecorded', {
  category: 'batch',
  schema: z.object({ batchId, part: z.number().int().min(0), act: courseAct, courses: z.array(id).max(BATCH_ITEMS) }),
  summary: 'Una parte de un lote: qué cursos publicó, despublicó o archivó; el resto está en el flujo de cada curso.',
  sentence: said('cambió varios cursos a la vez', 'changed several courses at once'),
});
export const BatchClosed = defineEvent('BatchClosed', {
  category: 'batch',
  schema: z.object({ batchId, done: z.number().int().min(0), refused: z.number().int().min(0) }),
  summary: 'Terminó un lote: cuánto se hizo y cuánto no.',
  sentence: said('terminó un lote: {done} hechos, {refused} no', 'finished a batch: {done} done, {refused} not'),
});
export const BatchPartsUndone = defineEvent('BatchPartsUndone', {
  category: 'batch',
  /** All parts before `upto` are undone; `done` and `refused` count the changes since the parts before. */
  schema: z.object({ batchId, upto: z.number().int().min(1), done: z.number().int().min(0), refused: z.number().int().min(0) }),
  summary: 'Se deshizo otro tramo de una importación: hasta qué parte, cuántos cambios y cuántos no se pudieron.',
  sentence: said(
    'deshizo una importación hasta su parte {upto}: {done} cambios, {refused} no se pudieron',
    'undid an import up to its part {upto}: {done} changes, {refused} could not be',
  ),
});
export const BatchUndone = defineEvent('BatchUndone', {
  category: 'batch',
  schema: z.object({ batchId }),
  summary: 'Alguien deshizo un lote; cada derecho y cada curso quedó como antes de él.',
  sentence: said('deshizo un lote', 'undid a batch'),
});

export const batchEvents = [BatchOpened, BatchPartRecorded, BatchCoursesRecorded, BatchClosed, BatchPartsUndone, BatchUndone] as const;
