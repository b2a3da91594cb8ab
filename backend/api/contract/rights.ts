import { z } from 'zod';
import { rightKinds, rightOutcomes } from './choices.ts';
import { messageAnswer, optionalText, pageQuery } from './common.ts';
import { route } from './route.ts';

const tag = 'Personas';

const ownRequest = z.object({
  id: z.string(),
  tipo: z.enum(rightKinds),
  texto: z.string().nullable(),
  fecha: z.string(),
  /** The last day for an answer, in the school's calendar, and the days left (below 0: late); null once it is answered. */
  vence: z.string(),
  dias: z.number().nullable(),
  resultado: z.enum(rightOutcomes).nullable(),
  respuesta: z.string().nullable(),
  respondida: z.string().nullable(),
});
export const dataRequest = ownRequest.extend({
  id_usuario: z.number(),
  /** null: the person was erased. */
  nombre: z.string().nullable(),
});
export type OwnDataRequest = z.output<typeof ownRequest>;
export type DataRequest = z.output<typeof dataRequest>;

/** People's requests about their personal data. */
export const rights = {
  ownDataRequests: route({
    id: 'ownDataRequests',
    method: 'GET',
    path: '/api/cuenta/derechos',
    tag,
    summary: 'What one asked about one’s own data, newest first, with the last day for the answer',
    policy: 'signedIn',
    live: { follows: { 'derechos:{userId}': 'self' } },
    answer: z.array(ownRequest),
  }),
  exerciseRight: route({
    id: 'exerciseRight',
    method: 'POST',
    path: '/api/cuenta/derechos',
    tag,
    summary: 'Ask the school about one’s own data: it answers within twenty working days',
    policy: 'signedIn',
    body: z.object({ tipo: z.enum(rightKinds), texto: optionalText(2_000) }),
    status: 201,
    answer: z.object({ message: z.string(), id: z.string(), vence: z.string() }),
    errors: ['REQUIRED_FIELDS', 'REQUEST_OPEN'],
    fieldErrors: { REQUEST_OPEN: 'tipo' },
  }),
  listDataRequests: route({
    id: 'listDataRequests',
    method: 'GET',
    path: '/api/derechos',
    tag,
    summary: 'What people asked about their data: those that wait, the first due first; or those that are answered, newest first',
    policy: 'users.rights',
    query: pageQuery.extend({ estado: z.enum(['abiertas', 'respondidas']).optional() }),
    live: { follows: { derechos: true }, pace: 1_000 },
    answer: z.object({ solicitudes: z.array(dataRequest), total: z.number(), siguiente: z.string().nullable() }),
  }),
  answerDataRequest: route({
    id: 'answerDataRequest',
    method: 'POST',
    path: '/api/derechos/:solicitud/responder',
    tag,
    summary: 'Answer what somebody asked about their data; they get it by mail',
    policy: 'users.rights',
    params: z.object({ solicitud: z.string().max(40) }),
    body: z.object({ resultado: z.enum(rightOutcomes), texto: optionalText(2_000) }),
    answer: messageAnswer,
    errors: ['REQUIRED_FIELDS', 'REQUEST_NOT_FOUND', 'REQUEST_ANSWERED'],
  }),
} as const;
