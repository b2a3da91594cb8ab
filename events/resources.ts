import { z } from 'zod';
import { defineEvent, type EventOf } from './define.ts';
import { id } from './types.ts';

export const ResourceOpened = defineEvent('ResourceOpened', {
  category: 'materials',
  schema: z.object({
    userId: id,
    courseId: id,
    moduleId: id,
    classId: id,
    resourceId: id,
    /** Of this learner: whoever counts people counts these. */
    first: z.boolean(),
  }),
  summary: 'Un estudiante abrió o descargó un recurso de una clase; varias veces en un minuto cuentan una.',
});

export const resourceEvents = [ResourceOpened] as const;
export type ResourceEvent = EventOf<(typeof resourceEvents)[number]>;
