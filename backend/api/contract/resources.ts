import { z } from 'zod';
import { idNumber, idParam, messageAnswer } from './common.ts';
import { resourceRecord } from './records/courses.ts';
import { route } from './route.ts';

const brokenReason = z.enum(['not-found', 'gone', 'no-host']);
/** A resource for its author: its place, and how it is used. */
export const managedResource = resourceRecord.extend({
  id_modulo: z.number(),
  modulo: z.string(),
  clase: z.string(),
  /** Several openings by one person within a minute count once. */
  aperturas: z.number(),
  personas: z.number(),
  ultimaApertura: z.string().nullable(),
  /** The link is dead: since when that is known, and what the server answered. */
  roto: z.object({ desde: z.string(), motivo: brokenReason }).nullable(),
  /** Whether it leads to another site, and can be checked. */
  externo: z.boolean(),
});
export type ManagedResource = z.output<typeof managedResource>;

/** A dead video, with each place where the course uses it. */
export const goneVideo = z.object({
  link_video: z.string(),
  id_modulo: z.number(),
  modulo: z.string(),
  id_sesion: z.number().nullable(),
  clase: z.string().nullable(),
  id_subtema: z.number().nullable(),
  subtema: z.string().nullable(),
  roto: z.object({ desde: z.string(), motivo: brokenReason }),
});
export type GoneVideo = z.output<typeof goneVideo>;

export const courseResources = z.object({
  id_curso: z.number(),
  /** Whether this school checks links. */
  comprueba: z.boolean(),
  recursos: z.array(managedResource),
  videos: z.array(goneVideo),
});
export type CourseResources = z.output<typeof courseResources>;

export const linkChecked = z.object({
  /** por-confirmar: it was not found once; only a second failure, minutes later, makes it a dead link. */
  estado: z.enum(['funciona', 'roto', 'por-confirmar', 'sin-saber']),
  motivo: z.enum([...brokenReason.options, 'refused', 'timeout', 'no-name', 'unreachable', 'redirects', 'status']).nullable(),
});
export type LinkChecked = z.output<typeof linkChecked>;

export const resources = {
  openResource: route({
    id: 'openResource',
    aside: true,
    use: true,
    method: 'POST',
    path: '/api/recursos/:id/abrir',
    tag: 'Recursos',
    policy: 'resources.open',
    summary: 'Note that the caller opened or downloaded a resource; several times within a minute count once',
    params: idParam,
    answer: messageAnswer,
    errors: ['RESOURCE_NOT_FOUND', 'COURSE_NOT_FOUND', 'NOT_ENROLLED', 'PREMIUM_CONTENT'],
  }),
  courseResources: route({
    id: 'courseResources',
    method: 'GET',
    path: '/api/recursos/curso/:courseId',
    tag: 'Recursos',
    policy: 'courses.edit',
    summary: 'The resources of a course with how they are used, and its videos that are gone',
    params: z.object({ courseId: idNumber }),
    live: {
      follows: {
        'recursos:{courseId}': 'arg.courseId',
        'curso:{courseId}': { id: 'arg.courseId', but: ['estadisticas', 'texto-{subtopicId}'] },
      },
      pace: 500,
    },
    answer: courseResources,
    errors: ['COURSE_NOT_FOUND'],
  }),
  brokenLinks: route({
    id: 'brokenLinks',
    method: 'GET',
    path: '/api/recursos/rotos',
    tag: 'Recursos',
    policy: 'resources.broken',
    summary:
      'How many links of resources and videos lead nowhere, by course, of those that the caller edits; courses without any are absent',
    live: { follows: { recursos: true, cursos: true }, pace: 1_000 },
    answer: z.array(z.object({ id_curso: z.number(), rotos: z.number() })),
  }),
  checkLink: route({
    id: 'checkLink',
    method: 'POST',
    path: '/api/recursos/:id/comprobar',
    tag: 'Recursos',
    policy: 'courses.edit',
    summary: 'Look at once whether the link of a resource leads anywhere, and say what it answered',
    params: idParam,
    answer: linkChecked,
    errors: ['RESOURCE_NOT_FOUND', 'COURSE_NOT_FOUND', 'LINK_CHECKS_OFF', 'LINK_NOT_EXTERNAL', 'CONFLICT'],
  }),
  checkVideo: route({
    id: 'checkVideo',
    method: 'POST',
    path: '/api/recursos/curso/:courseId/comprobar-video',
    tag: 'Recursos',
    policy: 'courses.edit',
    summary: 'Look at once whether a video of a course is still there, wherever in the course it stands, and say what it answered',
    params: z.object({ courseId: idNumber }),
    body: z.object({ enlace: z.string().min(1).max(2_000) }),
    answer: linkChecked,
    errors: ['VIDEO_NOT_FOUND', 'COURSE_NOT_FOUND', 'LINK_CHECKS_OFF', 'LINK_NOT_EXTERNAL', 'CONFLICT'],
  }),
} as const;
