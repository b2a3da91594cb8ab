import { z } from 'zod';
import { defineEvent } from './define.ts';
import { growing } from './growing.ts';
import { said } from './sentences.ts';
import { plan, role } from './types.ts';

/** Named filters of the list of people. They leave out the searched text, which may be somebody's name. */

const segmentId = z.string().max(40);
export const SegmentSaved = defineEvent('SegmentSaved', {
  category: 'segments',
  schema: z.object({
    segmentId,
    name: z.string().min(1).max(80),
    role: role.nullable(),
    plan: plan.nullable(),
    state: growing(['active', 'inactive', 'invited'], 'active').nullable(),
  }),
  summary: 'Un administrador guardó filtros de usuarios con un nombre, o cambió los que había con él.',
  sentence: said('guardó el segmento «{name}»', 'saved the segment “{name}”'),
});
export const SegmentRemoved = defineEvent('SegmentRemoved', {
  category: 'segments',
  schema: z.object({ segmentId }),
  summary: 'Un administrador quitó un segmento de usuarios.',
  sentence: said('quitó un segmento', 'removed a segment'),
});

export const segmentEvents = [SegmentSaved, SegmentRemoved] as const;
