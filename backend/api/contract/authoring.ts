import { z } from 'zod';
import { idParam } from './common.ts';
import { classRecord, courseRecord, moduleRecord, objectiveRecord, resourceRecord, subtopicRecord } from './records/courses.ts';
import { route } from './route.ts';

/** The last change of a part: when, and by whom. */
const lastEdit = z.object({
  en: z.string(),
  id_usuario: z.number().nullable(),
  /** null: the school itself. */
  por: z.string().nullable(),
});
export type LastEdit = z.output<typeof lastEdit>;

/** A course for its authors: its outline with everything that can be changed, the last change of each part, and what can be restored. */
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
      sesiones: z.array(
        classRecord.extend({ subtemas: z.array(subtopicRecord), recursos: z.array(resourceRecord), modificado: lastEdit.nullable() }),
      ),
      /** Archived classes. */
      archivadas: z.array(z.object({ id_sesion: z.number(), titulo: z.string(), modificado: lastEdit.nullable() })),
    }),
  ),
  /** Archived modules. */
  archivados: z.array(z.object({ id_modulo: z.number(), nombre: z.string(), totalSesiones: z.number(), modificado: lastEdit.nullable() })),
});
export type AuthoringOutline = z.output<typeof authoringOutline>;

export const authoring = {
  authoringOutline: route({
    id: 'authoringOutline',
    method: 'GET',
    path: '/api/cursos/:id/edicion',
    tag: 'Catálogo',
    policy: 'courses.edit',
    summary: 'A course for who writes it: its whole outline, who changed each part last, and what was archived',
    params: idParam,
    live: { follows: { 'curso:{courseId}': { id: 'arg.id', but: ['estadisticas', 'resenas', 'valoracion'] } } },
    answer: authoringOutline,
    errors: ['COURSE_NOT_FOUND'],
  }),
} as const;
