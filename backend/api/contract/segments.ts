import { z } from 'zod';
import { planInput, roleInput } from './auth.ts';
import { personStates } from './choices.ts';
import { messageAnswer } from './common.ts';
import { route } from './route.ts';
import { isCampaignTitle } from './scholarships.ts';

const tag = 'Personas';

export const segmentRecord = z.object({
  id: z.string(),
  nombre: z.string(),
  rol: z.number().nullable(),
  plan: z.number().nullable(),
  estado: z.enum(personStates).nullable(),
  /** How many people match now. */
  personas: z.number(),
});
export type SegmentRecord = z.output<typeof segmentRecord>;

export const segments = {
  listSegments: route({
    id: 'listSegments',
    method: 'GET',
    path: '/api/segmentos',
    tag,
    summary: 'The filters of people that the school keeps, by name, with how many people each has',
    policy: 'users.list',
    live: { follows: { segmentos: true, usuarios: true }, pace: 5_000 },
    answer: z.array(segmentRecord),
  }),
  saveSegment: route({
    id: 'saveSegment',
    method: 'POST',
    path: '/api/segmentos',
    tag,
    summary: 'Keep filters of people under a name; under one that there is they take the place of those before',
    policy: 'users.segments',
    body: z.object({
      nombre: z.string().trim().min(1, 'REQUIRED_FIELDS').max(60).refine(isCampaignTitle, 'SEGMENT_NAME'),
      rol: roleInput,
      plan: planInput,
      estado: z.enum(personStates).optional(),
    }),
    status: 201,
    answer: z.object({ message: z.string(), id: z.string() }),
    errors: ['REQUIRED_FIELDS', 'SEGMENT_NAME', 'TOO_MANY_ITEMS'],
    fieldErrors: { SEGMENT_NAME: 'nombre' },
  }),
  removeSegment: route({
    id: 'removeSegment',
    method: 'DELETE',
    path: '/api/segmentos/:segmento',
    tag,
    summary: 'Forget a segment; the people in it are not touched',
    policy: 'users.segments',
    params: z.object({ segmento: z.string().max(40) }),
    answer: messageAnswer,
    errors: ['SEGMENT_NOT_FOUND'],
  }),
} as const;
