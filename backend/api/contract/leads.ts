import { z } from 'zod';
import { email } from './auth.ts';
import { leadKinds, leadStatuses, promiseFilters } from './choices.ts';
import { blankable, idNumber, isName, messageAnswer, optionalText, pageQuery, schoolDay } from './common.ts';
import { route } from './route.ts';

/** People and organisations who ask for information (A14-A16, A22). */

export const deliveryStates = ['ninguna', 'entregada', 'reintentando', 'fallida'] as const;
export type LeadKindName = (typeof leadKinds)[number];
export type LeadStatusName = (typeof leadStatuses)[number];

const required = (max: number) => z.string().trim().min(1, 'REQUIRED_FIELDS').max(max);
/** The documented fields are required (curso, nombre, correo, telefono, fecha); those that the screens add are optional. */
export const leadBody = z.object({
  curso: required(200),
  nombre: required(200).refine(isName, 'INVALID_TEXT').normalize('NFC'),
  correo: email,
  telefono: required(40),
  fecha: optionalText(40),
  tipo: blankable(z.enum(leadKinds)),
  id_curso: blankable(idNumber),
  empresa: optionalText(200),
  mensaje: optionalText(2_000),
  /** Version of the privacy notice that was accepted. */
  consentimiento: optionalText(40),
  campana: optionalText(80),
  /** A hidden field (honeypot): only programs fill it in. */
  sitio_web: optionalText(2_000),
});
export type LeadForm = z.input<typeof leadBody>;

const delivery = z.object({
  estado: z.enum(deliveryStates),
  id: z.string().nullable(),
  intentos: z.number(),
  error: z.string().nullable(),
  fecha: z.string().nullable(),
});
export const leadRecord = z.object({
  id: z.string(),
  tipo: z.enum(leadKinds),
  /** null once erased. */
  asunto: z.string().nullable(),
  id_curso: z.number().nullable(),
  nombre: z.string().nullable(),
  correo: z.string().nullable(),
  telefono: z.string().nullable(),
  empresa: z.string().nullable(),
  mensaje: z.string().nullable(),
  consentimiento: z.string().nullable(),
  campana: z.string().nullable(),
  estado: z.enum(leadStatuses),
  fecha: z.string(),
  cambiado: z.string(),
  borrado: z.boolean(),
  notas: z.array(z.object({ fecha: z.string(), quien: z.string().nullable(), texto: z.string().nullable() })),
  entrega: delivery,
  /** By when the school promised an answer, from when on it is at risk, and its state; null where nothing was promised. */
  promesa: z.object({ vence: z.string(), riesgo: z.string(), estado: z.enum(['cumplida', 'a-tiempo', 'en-riesgo', 'vencida']) }).nullable(),
});
export type LeadRecord = z.output<typeof leadRecord>;

const filters = z.object({
  estado: z.enum(leadStatuses).optional(),
  tipo: z.enum(leadKinds).optional(),
  /** Words in the name, e-mail, phone, company or subject, ignoring accents and capitals. */
  buscar: optionalText(100),
  /** First and last day of the school's calendar on which they wrote. */
  desde: blankable(schoolDay),
  hasta: blankable(schoolDay),
  /** The state of its delivery to the external sheet. */
  entrega: z.enum(deliveryStates).optional(),
  /** Only unanswered ones whose promised answer is in this state. */
  promesa: z.enum(promiseFilters).optional(),
});
const tag = 'Contactos';
const act = { tag, policy: 'leads.manage' as const, params: z.object({ leadId: z.string().max(40) }), answer: messageAnswer };

export const leads = {
  captureLead: route({
    id: 'captureLead',
    method: 'POST',
    path: '/api/google-sheet',
    tag,
    policy: 'open',
    summary: 'Leave one’s data to be written to. 30 an hour per address',
    body: leadBody,
    answer: messageAnswer,
    errors: ['REQUIRED_FIELDS', 'INVALID_EMAIL'],
    fieldErrors: { INVALID_EMAIL: 'correo' },
  }),
  listLeads: route({
    id: 'listLeads',
    method: 'GET',
    path: '/api/contactos',
    tag,
    policy: 'leads.manage',
    query: pageQuery.extend(filters.shape),
    summary: 'Leads, newest first',
    live: { follows: { contactos: true } },
    answer: z.object({ contactos: z.array(leadRecord), siguiente: z.string().nullable() }),
  }),
  leadCounts: route({
    id: 'leadCounts',
    method: 'GET',
    path: '/api/contactos/cuenta',
    tag,
    policy: 'leads.manage',
    summary: 'How many leads stand in each state',
    live: { follows: { contactos: true }, pace: 500 },
    answer: z.object({
      estados: z.array(z.object({ estado: z.enum(leadStatuses), cantidad: z.number() })),
      /** Unanswered ones whose promised answer is at risk or late. */
      promesas: z.object({ enRiesgo: z.number(), vencidas: z.number() }),
      /** Deliveries that were given up, which a person must retry. */
      fallidas: z.number(),
      /** Whether leads are also sent to an external sheet. */
      entrega: z.boolean(),
    }),
  }),
  exportLeads: route({
    id: 'exportLeads',
    method: 'GET',
    path: '/api/contactos/exportar',
    tag,
    policy: 'leads.manage',
    query: filters,
    summary: 'The same as CSV (text/csv, UTF-8)',
    live: { still: 'a file, as it was asked for' },
    answer: z.string(),
    type: 'text/csv',
  }),
  getLead: route({
    id: 'getLead',
    method: 'GET',
    path: '/api/contactos/:leadId',
    tag,
    policy: 'leads.manage',
    params: z.object({ leadId: z.string().max(40) }),
    summary: 'One lead',
    live: { follows: { contactos: true } },
    answer: leadRecord,
    errors: ['LEAD_NOT_FOUND'],
  }),
  changeLeadStatus: route({
    id: 'changeLeadStatus',
    method: 'PATCH',
    path: '/api/contactos/:leadId/estado',
    ...act,
    summary: 'Say how far one has come with somebody',
    body: z.object({ estado: z.enum(leadStatuses).optional(), motivo: optionalText(500) }),
    errors: ['LEAD_NOT_FOUND', 'LEAD_ERASED', 'REQUIRED_FIELDS'],
  }),
  noteLead: route({
    id: 'noteLead',
    method: 'POST',
    path: '/api/contactos/:leadId/notas',
    ...act,
    summary: 'Note something about a lead',
    body: z.object({ texto: optionalText(2_000) }),
    errors: ['LEAD_NOT_FOUND', 'LEAD_ERASED', 'REQUIRED_FIELDS'],
  }),
  redeliverLead: route({
    id: 'redeliverLead',
    method: 'POST',
    path: '/api/contactos/:leadId/entregar',
    ...act,
    summary: 'Deliver again what could not be delivered, under the same delivery id',
    errors: ['LEAD_NOT_FOUND', 'LEAD_ERASED', 'DELIVERY_OFF'],
  }),
  redeliverAllLeads: route({
    id: 'redeliverAllLeads',
    method: 'POST',
    path: '/api/contactos/entregar',
    tag,
    policy: 'leads.manage',
    summary: 'Deliver again everything whose delivery was given up, each under its same delivery id; at most 200 at a time',
    body: z.object({ motivo: optionalText(500) }),
    answer: messageAnswer.extend({ reintentados: z.number(), quedan: z.number() }),
    errors: ['DELIVERY_OFF'],
  }),
  eraseLead: route({
    id: 'eraseLead',
    method: 'DELETE',
    path: '/api/contactos/:leadId',
    ...act,
    summary: 'Destroy the personal data of a lead',
    errors: ['LEAD_NOT_FOUND'],
  }),
} as const;
