import { z } from 'zod';
import { eventDictionaryEntry, overview } from './records/operations.ts';
import { route } from './route.ts';

export const administration = {
  overview: route({
    id: 'overview',
    method: 'GET',
    path: '/api/resumen',
    tag: 'Administración',
    policy: 'overview.read',
    summary: 'The school’s figures',
    live: { follows: { resumen: true }, pace: 1_000 },
    answer: overview,
  }),
  eventDictionary: route({
    id: 'eventDictionary',
    method: 'GET',
    path: '/api/eventos/diccionario',
    tag: 'Analítica',
    policy: 'analytics.read',
    now: true,
    summary: 'Every event type: schema, versions, meaning, who writes and who reads it, volume',
    live: { follows: { eventos: true }, pace: 2_000 },
    answer: z.array(eventDictionaryEntry),
  }),
} as const;
