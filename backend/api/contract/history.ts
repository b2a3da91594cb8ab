import { z } from 'zod';
import { blankable, idNumber, idParam, messageAnswer, numeric, optionalText, pageQuery } from './common.ts';
import { courseChange } from './drafts.ts';
import { route } from './route.ts';

/** The history of things: what was done to each, by whom and why, as people say it; what stood before; and the way back. */

const who = z.object({ id: z.number(), nombre: z.string() }).nullable();
const difference = courseChange.omit({ conflicto: true, quien: true, cuando: true });

/** What somebody did at once. */
export const historyEntry = z.object({
  id: z.string(),
  fecha: z.string(),
  /** null: the school itself. */
  quien: who,
  frase: z.string(),
  motivo: z.string().nullable(),
  /** How many events the thing had then; whoever restores names it. */
  version: z.number(),
  partes: z.array(difference),
  /** What this brought back: a version, or what an act had changed. */
  restaura: z.object({ version: z.number(), cambio: z.string().nullable() }).nullable(),
  /** Who took it back later. */
  deshecho: z.object({ id: z.string(), fecha: z.string(), quien: who }).nullable(),
});
export type HistoryEntry = z.output<typeof historyEntry>;
export const courseHistoryPage = z.object({
  cambios: z.array(historyEntry),
  /** Of the course now. */
  version: z.number(),
  siguiente: z.string().nullable(),
});

const scope = { tipo: z.enum(['curso', 'modulo', 'sesion']).optional(), parte: blankable(idNumber) };
const version = numeric(z.number().int().min(1).max(1_000_000));
const history = { tag: 'Historial', policy: 'courses.edit' } as const;
const errors = ['COURSE_NOT_FOUND', 'VERSION_NOT_FOUND'] as const;
const following = { follows: { 'curso:{courseId}': { id: 'arg.id', but: ['estadisticas'] } } } as const;

export const histories = {
  courseHistory: route({
    ...history,
    id: 'courseHistory',
    method: 'GET',
    path: '/api/historial/cursos/:id',
    summary: 'What was done to a course, or to one module or class of it, newest first',
    params: idParam,
    query: pageQuery.extend({ ...scope, idioma: z.enum(['es', 'en']).default('es') }),
    live: following,
    answer: courseHistoryPage,
    errors,
  }),
  compareCourse: route({
    ...history,
    id: 'compareCourse',
    method: 'GET',
    path: '/api/historial/cursos/:id/comparar',
    summary: 'What two versions of a course, a module or a class differ in; without the second, the present one',
    params: idParam,
    query: z.object({ ...scope, desde: version, hasta: blankable(version) }),
    live: following,
    answer: z.array(difference),
    errors,
  }),
  previewRestore: route({
    ...history,
    id: 'previewRestore',
    method: 'GET',
    path: '/api/historial/cursos/:id/restaurar',
    summary: 'What going back to a version, or undoing one act, would change; nothing is written',
    params: idParam,
    query: z.object({ ...scope, version: blankable(version), deshacer: optionalText(60) }),
    live: following,
    answer: z.object({ version: z.number(), cambios: z.array(difference), conflictos: z.number() }),
    errors,
  }),
  restoreCourseVersion: route({
    ...history,
    id: 'restoreCourseVersion',
    method: 'POST',
    path: '/api/historial/cursos/:id/restaurar',
    versionOf: 'course',
    summary: 'Go back to a version of a course, a module or a class, or undo one act, for a reason: by events that say so, all at once',
    params: idParam,
    body: z.object({
      tipo: scope.tipo,
      parte: scope.parte,
      version: blankable(version),
      deshacer: optionalText(60),
      motivo: z.string().trim().min(1).max(500),
    }),
    answer: messageAnswer.extend({ version: z.number() }),
    errors: [...errors, 'COURSE_ARCHIVED', 'DRAFT_CONFLICT', 'NOTHING_TO_RESTORE', 'VERSION_CONFLICT', 'TOO_MANY_MODULES', 'CONFLICT'],
  }),
} as const;
