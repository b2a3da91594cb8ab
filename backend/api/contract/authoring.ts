import { z } from 'zod';
import { idParam } from './common.ts';
import { classWithParts, courseRecord, moduleRecord, objectiveRecord } from './records/courses.ts';
import { route } from './route.ts';

/** The last change of a part: when, and by whom. */
const lastEdit = z.object({
  en: z.string(),
  id_usuario: z.number().nullable(),
  /** null: the school itself. */
  por: z.string().nullable(),
});
export type LastEdit = z.output<typeof lastEdit>;

/** The kinds of parts that a draft changes. */
export const draftPart = z.enum(['curso', 'modulo', 'sesion', 'subtema', 'recurso']);
export const draftWho = z.object({ id: z.number(), nombre: z.string() }).nullable();

/**
 * A course for its authors: its outline with everything that can be changed, the last change of each part, and what can be restored. A published course
 * comes with its unpublished changes, and its version is that of the draft, for `If-Match` of the draft's writes.
 */
export const authoringOutline = z.object({
  curso: courseRecord.extend({
    modificado: lastEdit.nullable(),
    /** The course that it was copied from; null: none, or one of another school. */
    copia: z.object({ id: z.number(), titulo: z.string() }).nullable(),
  }),
  modulos: z.array(
    moduleRecord.extend({
      objetivos: z.array(objectiveRecord),
      modificado: lastEdit.nullable(),
      sesiones: z.array(classWithParts.extend({ modificado: lastEdit.nullable() })),
      /** Archived classes. */
      archivadas: z.array(z.object({ id_sesion: z.number(), titulo: z.string(), modificado: lastEdit.nullable() })),
    }),
  ),
  /** Archived modules. */
  archivados: z.array(z.object({ id_modulo: z.number(), nombre: z.string(), totalSesiones: z.number(), modificado: lastEdit.nullable() })),
  /** null: the course is not published, and is written directly. */
  borrador: z
    .object({
      id_curso: z.number(),
      version: z.number(),
      /** The count of parts that a publication would change. */
      cambios: z.number(),
      conflictos: z.number(),
      partes: z.array(
        z.object({
          tipo: draftPart,
          id: z.number(),
          cambio: z.enum(['agregado', 'cambiado', 'archivado', 'restaurado']),
          /** The names of modules and classes to be archived, for restoring them. */
          titulo: z.string(),
          quien: draftWho,
          cuando: z.string(),
        }),
      ),
    })
    .nullable(),
});
export type AuthoringOutline = z.output<typeof authoringOutline>;

export const authoring = {
  authoringOutline: route({
    id: 'authoringOutline',
    method: 'GET',
    path: '/api/cursos/:id/edicion',
    tag: 'Catálogo',
    policy: 'courses.edit',
    summary: 'A course as its authors want it: its whole outline, who changed each part last, what was archived, and what is not published',
    params: idParam,
    live: {
      follows: {
        'curso:{courseId}': { id: 'arg.id', but: ['estadisticas', 'resenas', 'valoracion'] },
        'borrador:{courseId}': { id: 'answer.borrador.id_curso', only: ['cambios'] },
        'evaluaciones:{courseId}': { id: 'answer.borrador.id_curso', only: ['{subtopicId}'] },
      },
    },
    answer: authoringOutline,
    errors: ['COURSE_NOT_FOUND'],
  }),
} as const;
