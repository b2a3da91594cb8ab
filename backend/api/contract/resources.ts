import { z } from 'zod';
import { resourceRecord } from './catalogue.ts';
import { idNumber, idParam, messageAnswer } from './common.ts';
import { route } from './route.ts';

/** A resource as its author sees it: where it is, and how it is used. */
export const managedResource = resourceRecord.extend({
  id_modulo: z.number(),
  modulo: z.string(),
  clase: z.string(),
  /** Several by one person within a minute count once. */
  aperturas: z.number(),
  personas: z.number(),
  ultimaApertura: z.string().nullable(),
});
export type ManagedResource = z.output<typeof managedResource>;

export const courseResources = z.object({ id_curso: z.number(), recursos: z.array(managedResource) });
export type CourseResources = z.output<typeof courseResources>;

export const resources = {
  openResource: route({
    id: 'openResource',
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
    summary: 'The resources of a course with how they are used. Topic: recursos:<courseId>',
    params: z.object({ courseId: idNumber }),
    answer: courseResources,
    errors: ['COURSE_NOT_FOUND'],
  }),
} as const;
