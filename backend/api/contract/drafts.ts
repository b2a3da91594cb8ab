import { z } from 'zod';
import { draftPart, draftWho } from './authoring.ts';
import { catalogue } from './catalogue.ts';
import { blankable, idNumber, idParam, messageAnswer, numeric, optionalText } from './common.ts';
import { courseParts } from './courseParts.ts';
import { type RouteContract, route } from './route.ts';

/**
 * Drafts of courses: the writing calls of authors (`catalogue.ts`, `courseParts.ts`) once more, under `/api/borrador/`, where they change what is not
 * public until it is published; the list of unpublished changes; and who else is editing.
 */

/** One part of a course that differs from what is published. */
export const courseChange = z.object({
  tipo: draftPart,
  id: z.number(),
  titulo: z.string(),
  /** Titles of the module and the class that contain it. */
  ruta: z.array(z.string()),
  cambio: z.enum(['agregado', 'cambiado', 'archivado', 'restaurado']),
  campos: z.array(
    z.object({
      /** By its name in the calls. */
      campo: z.string(),
      antes: z.string().nullable(),
      despues: z.string().nullable(),
      /** For a text, word by word what was kept, removed and added; null where it is not a text, or the comparison took too long. */
      marcas: z.array(z.object({ tipo: z.enum(['igual', 'quitado', 'agregado']), texto: z.string() })).nullable(),
    }),
  ),
  /** Its place among its siblings, from 1; null where it was not moved. */
  movido: z.object({ desde: z.number(), hasta: z.number() }).nullable(),
  /** A conflict with what was published meanwhile: nothing is published before somebody chooses. */
  conflicto: z
    .object({
      /** `cambiado`: the field was published with another value; `archivado`, `eliminado`: the part, or its parent, no longer exists. */
      por: z.enum(['cambiado', 'archivado', 'eliminado']),
      campos: z.array(
        z.object({ campo: z.string(), publicado: z.string().nullable(), antes: z.string().nullable(), tuyo: z.string().nullable() }),
      ),
    })
    .nullable(),
  quien: draftWho,
  cuando: z.string(),
});
export type CourseChange = z.output<typeof courseChange>;
export const courseChanges = z.object({
  id_curso: z.number(),
  titulo: z.string(),
  /** 1 published, 0 draft. */
  estado: z.number(),
  /** The version of the draft: publishing names the one that the author saw. */
  version: z.number(),
  cambios: z.array(courseChange),
  conflictos: z.number(),
  /** New videos with neither captions nor a transcript: with more than 0, publishing requires a reason (`motivo`). */
  videosSinTexto: z.number(),
});
export type CourseChanges = z.output<typeof courseChanges>;

const place = z.object({ tipo: z.enum(['curso', 'modulo', 'sesion']), id: idNumber });
export const courseEditor = z.object({
  id: z.number(),
  nombre: z.string(),
  lugar: z.object({ tipo: z.enum(['curso', 'modulo', 'sesion']), id: z.number(), titulo: z.string() }).nullable(),
  /** The caller's window. */
  yo: z.boolean(),
});
export type CourseEditor = z.output<typeof courseEditor>;

const draft = { tag: 'Borradores', policy: 'courses.edit' } as const;
/** The same call, but writing to the draft. `If-Match` is compared with the version of the draft. */
const twin = <C extends RouteContract>(contract: C): C => ({
  ...contract,
  id: `draft${contract.id.charAt(0).toUpperCase()}${contract.id.slice(1)}`,
  path: contract.path.replace('/api/', '/api/borrador/'),
  aliases: [],
  tag: 'Borradores',
  summary: `${contract.summary}; in the draft, which nobody sees until it is published`,
  errors: [...(contract.errors ?? []), 'DRAFT_FULL', 'COURSE_ARCHIVED'],
});

export const drafts = {
  draftUpdateCourse: twin(catalogue.updateCourse),
  draftCreateModule: twin(courseParts.createModule),
  draftUpdateModule: twin(courseParts.updateModule),
  draftRemoveModule: twin(courseParts.removeModule),
  draftRestoreModule: twin(courseParts.restoreModule),
  draftReorderModules: twin(courseParts.reorderModules),
  draftSetObjectives: twin(courseParts.setObjectives),
  draftCreateClass: twin(courseParts.createClass),
  draftUpdateClass: twin(courseParts.updateClass),
  draftRemoveClass: twin(courseParts.removeClass),
  draftRestoreClass: twin(courseParts.restoreClass),
  draftReorderClasses: twin(courseParts.reorderClasses),
  draftMoveClass: twin(courseParts.moveClass),
  draftCreateSubtopic: twin(courseParts.createSubtopic),
  draftUpdateSubtopic: twin(courseParts.updateSubtopic),
  draftRemoveSubtopic: twin(courseParts.removeSubtopic),
  draftReorderSubtopics: twin(courseParts.reorderSubtopics),
  draftCreateResource: twin(courseParts.createResource),
  draftUpdateResource: twin(courseParts.updateResource),
  draftRemoveResource: twin(courseParts.removeResource),

  draftListSubtopics: route({
    ...draft,
    id: 'draftListSubtopics',
    method: 'GET',
    path: '/api/borrador/subtema/bySesion/:sessionId',
    summary: 'Subtopics of a class with their texts, as its authors want them; of an archived one as it was',
    params: z.object({ sessionId: idNumber }),
    live: { follows: { 'curso:{courseId}': { id: 'answer.id_curso', but: ['estadisticas'] }, 'borrador:{courseId}': 'answer.id_curso' } },
    answer: courseParts.listSubtopics.answer,
    errors: ['CLASS_NOT_FOUND'],
  }),
  courseChanges: route({
    ...draft,
    id: 'courseChanges',
    method: 'GET',
    path: '/api/borrador/cursos/:id/cambios',
    summary: 'What publishing would change: texts word by word, the outline as what came, went and moved, and what goes against it',
    params: idParam,
    live: {
      follows: {
        'curso:{courseId}': { id: 'arg.id', but: ['estadisticas'] },
        'borrador:{courseId}': { id: 'arg.id', only: ['cambios'] },
        'evaluaciones:{courseId}': { id: 'arg.id', only: ['{subtopicId}'] },
      },
    },
    answer: courseChanges,
    errors: ['COURSE_NOT_FOUND'],
  }),
  publishChanges: route({
    ...draft,
    id: 'publishChanges',
    method: 'POST',
    path: '/api/borrador/cursos/:id/publicar',
    summary: 'Publish the draft as it was seen: all of it at once, or nothing',
    params: idParam,
    body: z.object({ version: numeric(z.number().int().min(0)), motivo: optionalText(500) }),
    answer: messageAnswer.extend({ cambios: z.number() }),
    errors: [
      ...(['COURSE_NOT_FOUND', 'COURSE_ARCHIVED', 'DRAFT_CHANGED', 'DRAFT_CONFLICT', 'DRAFT_EMPTY', 'TOO_MANY_MODULES'] as const),
      ...(['CONFLICT', 'TOO_LARGE', 'CAPTIONS_REQUIRED'] as const),
    ],
    fieldErrors: { CAPTIONS_REQUIRED: 'motivo' },
  }),
  discardChanges: route({
    ...draft,
    id: 'discardChanges',
    method: 'DELETE',
    path: '/api/borrador/cursos/:id/cambios',
    summary: 'Forget what was not published: all of it, that of one part, or one field',
    params: idParam,
    query: z.object({ tipo: draftPart.optional(), parte: blankable(idNumber), campo: optionalText(40) }),
    answer: messageAnswer,
    errors: ['COURSE_NOT_FOUND'],
  }),
  preferDraft: route({
    ...draft,
    id: 'preferDraft',
    method: 'POST',
    path: '/api/borrador/cursos/:id/preferir',
    summary: 'Keep what the draft says of a field over what was published meanwhile',
    params: idParam,
    body: z.object({ tipo: draftPart, parte: idNumber, campo: z.string().max(40) }),
    answer: messageAnswer,
    errors: ['COURSE_NOT_FOUND'],
  }),
  typedTexts: route({
    ...draft,
    id: 'typedTexts',
    method: 'GET',
    path: '/api/borrador/cursos/:id/escrito',
    summary: 'What the caller typed into forms of this course and has not saved, on any device',
    params: idParam,
    live: { still: 'read once, when the editor opens: what is typed here is newer' },
    answer: z.object({ formas: z.record(z.string(), z.string()) }),
    errors: ['COURSE_NOT_FOUND'],
  }),
  keepTyped: route({
    ...draft,
    id: 'keepTyped',
    method: 'PUT',
    path: '/api/borrador/cursos/:id/escrito',
    summary:
      'Keep what the caller is typing, by form; null forgets it. Neither an event nor a draft: nobody else sees it, and it is kept for 30 days',
    use: true,
    params: idParam,
    body: z.object({
      formas: z
        .record(z.string().regex(/^[\w.-]{1,80}$/), z.string().max(300_000).nullable())
        .refine((forms) => Object.keys(forms).length <= 100, 'TOO_MANY_ITEMS'),
    }),
    answer: messageAnswer,
    errors: ['COURSE_NOT_FOUND', 'DRAFT_FULL', 'CONFLICT'],
  }),
  courseEditors: route({
    ...draft,
    id: 'courseEditors',
    method: 'GET',
    path: '/api/borrador/cursos/:id/presencia',
    summary: 'Who has the course open in its editor, and where',
    params: z.object({ id: idNumber }),
    live: { follows: { 'borrador:{courseId}': { id: 'arg.id', only: ['presencia'] } } },
    answer: z.array(courseEditor),
    errors: ['COURSE_NOT_FOUND'],
  }),
  editingHere: route({
    ...draft,
    id: 'editingHere',
    method: 'POST',
    path: '/api/borrador/cursos/:id/presencia',
    summary: 'Say where in the course this window is; it counts for 45 seconds, or until it says that it leaves',
    use: true,
    aside: true,
    params: idParam,
    body: z.object({ ventana: z.string().regex(/^[\w-]{1,40}$/), lugar: place.nullish(), sale: z.boolean().optional() }),
    answer: messageAnswer,
    errors: ['COURSE_NOT_FOUND'],
  }),
} as const;
