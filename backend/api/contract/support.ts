import { z } from 'zod';
import { promiseFilters, SUPPORT_SUBJECT, SUPPORT_TEXT, supportStates, supportTopics } from './choices.ts';
import { blankable, idNumber, line, messageAnswer, pageQuery } from './common.ts';
import { leadRecord } from './leads.ts';
import { route } from './route.ts';

/** Requests for help, with the clock of the person's plan (B32). */

const tag = 'Soporte';
const promesa = leadRecord.shape.promesa;

const own = {
  id: z.string(),
  tema: z.enum(supportTopics),
  asunto: z.string(),
  id_curso: z.number().nullable(),
  curso: z.string().nullable(),
  estado: z.enum(supportStates),
  fecha: z.string(),
  cambiada: z.string(),
  mensajes: z.number(),
  /** By when the school promised an answer, while it owes one; null: nothing was promised, or nothing is owed. */
  promesa,
};
export const ownSupport = z.object(own);
export type OwnSupport = z.output<typeof ownSupport>;
const message = z.object({
  numero: z.number(),
  fecha: z.string(),
  de: z.enum(['persona', 'escuela']),
  /** Who answered for the school, by the name that this reader may see; null: no name. */
  nombre: z.string().nullable(),
  texto: z.string(),
});
export type SupportMessage = z.output<typeof message>;
const conversation = { conversacion: z.array(message) };

const team = z.object({ id: z.number(), nombre: z.string() });
export const supportRow = z.object({
  ...own,
  id_usuario: z.number(),
  /** null: the name is not shown to staff. */
  nombre: z.string().nullable(),
  plan: z.enum(['basico', 'premium']),
  asignada: team.nullable(),
});
export type SupportRow = z.output<typeof supportRow>;
export const supportDetail = supportRow.extend(conversation);
export type SupportDetail = z.output<typeof supportDetail>;

const params = z.object({ solicitud: z.string().max(40) });
const words = z.string().trim().min(1, 'REQUIRED_FIELDS').max(SUPPORT_TEXT);
const act = { tag, policy: 'support.answer' as const, params, answer: messageAnswer };
const follows = { follows: { soporte: true }, pace: 500 } as const;

export const support = {
  ownSupport: route({
    id: 'ownSupport',
    method: 'GET',
    path: '/api/soporte',
    tag,
    policy: 'signedIn',
    summary: 'What one asked for help with, what changed last first, and what the school promises now',
    live: { follows: { 'soporte:{userId}': 'self' } },
    answer: z.object({
      solicitudes: z.array(ownSupport),
      /** By when a request made now would be answered; null: nothing is promised for the caller's plan. */
      responde: z.string().nullable(),
    }),
  }),
  askSupport: route({
    id: 'askSupport',
    method: 'POST',
    path: '/api/soporte',
    tag,
    policy: 'signedIn',
    summary: 'Ask the school for help. 10 a day, 5 open at a time',
    body: z.object({
      tema: z.enum(supportTopics),
      asunto: line(SUPPORT_SUBJECT).min(1, 'REQUIRED_FIELDS'),
      texto: words,
      id_curso: blankable(idNumber),
    }),
    status: 201,
    answer: messageAnswer.extend({ id: z.string(), responde: z.string().nullable() }),
    errors: ['REQUIRED_FIELDS', 'INVALID_TEXT', 'SUPPORT_TOO_MANY', 'COURSE_NOT_FOUND'],
  }),
  ownSupportRequest: route({
    id: 'ownSupportRequest',
    method: 'GET',
    path: '/api/soporte/:solicitud',
    tag,
    policy: 'signedIn',
    summary: 'One of one’s own requests, with all that was said',
    params,
    live: { follows: { 'soporte:{userId}': 'self' } },
    answer: ownSupport.extend(conversation),
    errors: ['SUPPORT_NOT_FOUND'],
  }),
  writeSupport: route({
    id: 'writeSupport',
    method: 'POST',
    path: '/api/soporte/:solicitud/mensajes',
    tag,
    policy: 'signedIn',
    summary: 'Write more in a request of one’s own; a closed one is opened again. 60 a day',
    params,
    body: z.object({ texto: words }),
    answer: messageAnswer,
    errors: ['REQUIRED_FIELDS', 'SUPPORT_NOT_FOUND', 'SUPPORT_FULL', 'SUPPORT_TOO_MANY'],
  }),
  closeOwnSupport: route({
    id: 'closeOwnSupport',
    method: 'POST',
    path: '/api/soporte/:solicitud/cerrar',
    tag,
    policy: 'signedIn',
    summary: 'Close a request of one’s own',
    params,
    body: z.object({}),
    answer: messageAnswer,
    errors: ['SUPPORT_NOT_FOUND'],
  }),

  listSupport: route({
    id: 'listSupport',
    method: 'GET',
    path: '/api/soporte/gestion',
    tag,
    policy: 'support.answer',
    summary: 'Requests for help: those that wait, the first due first; the others, what changed last first',
    query: pageQuery.extend({
      estado: z.enum(supportStates).default('por-responder'),
      /** Only requests that are assigned to the caller, or to nobody. */
      asignada: z.enum(['mias', 'nadie']).optional(),
      promesa: z.enum(promiseFilters).optional(),
    }),
    live: follows,
    answer: z.object({ solicitudes: z.array(supportRow), siguiente: z.string().nullable() }),
  }),
  supportCounts: route({
    id: 'supportCounts',
    method: 'GET',
    path: '/api/soporte/cuenta',
    tag,
    policy: 'support.answer',
    summary: 'How many requests stand in each state, how many promises are at stake, and who can be in charge of one',
    live: { follows: { soporte: true, usuarios: true }, pace: 500 },
    answer: z.object({
      estados: z.array(z.object({ estado: z.enum(supportStates), cantidad: z.number() })),
      promesas: z.object({ enRiesgo: z.number(), vencidas: z.number() }),
      equipo: z.array(team),
    }),
  }),
  getSupport: route({
    id: 'getSupport',
    method: 'GET',
    path: '/api/soporte/gestion/:solicitud',
    tag,
    policy: 'support.answer',
    summary: 'One request, with all that was said',
    params,
    live: follows,
    answer: supportDetail,
    errors: ['SUPPORT_NOT_FOUND'],
  }),
  answerSupport: route({
    id: 'answerSupport',
    method: 'POST',
    path: '/api/soporte/gestion/:solicitud/responder',
    ...act,
    summary: 'Answer a request, and close it with `cerrar`; who asked is told by mail and in their inbox',
    body: z.object({ texto: words, cerrar: z.boolean().default(false) }),
    errors: ['REQUIRED_FIELDS', 'SUPPORT_NOT_FOUND', 'SUPPORT_CLOSED', 'SUPPORT_FULL'],
  }),
  assignSupport: route({
    id: 'assignSupport',
    method: 'PUT',
    path: '/api/soporte/gestion/:solicitud/asignar',
    ...act,
    summary: 'Say which administrator is in charge of a request; null: nobody',
    body: z.object({ id_usuario: idNumber.nullable() }),
    errors: ['SUPPORT_NOT_FOUND', 'SUPPORT_ASSIGNEE'],
    fieldErrors: { SUPPORT_ASSIGNEE: 'id_usuario' },
  }),
  closeSupport: route({
    id: 'closeSupport',
    method: 'POST',
    path: '/api/soporte/gestion/:solicitud/cerrar',
    ...act,
    summary: 'Close a request without an answer',
    body: z.object({}),
    errors: ['SUPPORT_NOT_FOUND'],
  }),
  reopenSupport: route({
    id: 'reopenSupport',
    method: 'POST',
    path: '/api/soporte/gestion/:solicitud/reabrir',
    ...act,
    summary: 'Open a closed request again: from then on an answer is owed',
    body: z.object({}),
    errors: ['SUPPORT_NOT_FOUND'],
  }),
} as const;
