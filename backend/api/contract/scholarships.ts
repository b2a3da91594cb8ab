import { z } from 'zod';
import { blankable, idNumber, messageAnswer, numeric, optionalText, pageQuery } from './common.ts';
import { route } from './route.ts';

/** Scholarship campaigns, their codes and how people use them (A14). */

export const MOST_GRANTS = 1_000_000;
/** The most grants of one code, which is one stream. */
export const MOST_OF_CODE = 50_000;

/**
 * The name of a campaign. It is public, and in clear in the log: words and digits on one line, with no room for an address or
 * a telephone number.
 */
export const isCampaignTitle = (text: string): boolean =>
  /^[\p{L}\p{M}\p{N} .,:;&()'’«»/+–-]+$/u.test(text) && (text.match(/\p{N}/gu)?.length ?? 0) <= 8;
export const MOST_OF_TITLE = 80;
const campaignTitle = z.string().trim().min(1).max(MOST_OF_TITLE).refine(isCampaignTitle, 'CAMPAIGN_NAME');

export const managedCampaign = z.object({
  id: z.string(),
  nombre: z.string(),
  tope: z.number(),
  repartidas: z.number(),
  otorgadas: z.number(),
  abierta: z.boolean(),
  creada: z.string(),
});
export type ManagedCampaign = z.output<typeof managedCampaign>;
export const scholarshipCodeRecord = z.object({
  id: z.string(),
  codigo: z.string(),
  campana: z.string(),
  /** null: erased, with the contact who asked for it. */
  organizacion: z.string().nullable(),
  becas: z.number(),
  otorgadas: z.number(),
  id_curso: z.number().nullable(),
  vence: z.string().nullable(),
  abierto: z.boolean(),
  creado: z.string(),
});
export const scholarshipGrantRecord = z.object({
  /** Of the code. */
  id_codigo: z.string(),
  organizacion: z.string().nullable(),
  id_usuario: z.number(),
  /** null: the person was erased. */
  persona: z.string().nullable(),
  id_curso: z.number(),
  curso: z.string().nullable(),
  fecha: z.string(),
});
export type ScholarshipGrantRecord = z.output<typeof scholarshipGrantRecord>;
export type ScholarshipCodeRecord = z.output<typeof scholarshipCodeRecord>;

const tag = 'Becas';
const manage = { tag, policy: 'scholarships.manage' as const };
const grants = (most: number) => numeric(z.number().int().min(1).max(most));

/** A code as somebody typed it, and the course where they chose one. */
const byCode = {
  tag,
  body: z.object({ codigo: optionalText(100), id_curso: blankable(idNumber) }),
  errors: [
    'REQUIRED_FIELDS',
    'SCHOLARSHIP_CODE_NOT_FOUND',
    'SCHOLARSHIP_CODE_USED',
    'SCHOLARSHIP_CODE_CLOSED',
    'SCHOLARSHIP_CODE_USED_UP',
    'SCHOLARSHIP_COURSE',
    'COURSE_NOT_FOUND',
    'COURSE_NOT_PUBLISHED',
  ],
  fieldErrors: {
    SCHOLARSHIP_CODE_NOT_FOUND: 'codigo',
    SCHOLARSHIP_CODE_USED: 'codigo',
    SCHOLARSHIP_CODE_CLOSED: 'codigo',
    SCHOLARSHIP_CODE_USED_UP: 'codigo',
    SCHOLARSHIP_COURSE: 'codigo',
  },
} as const;

export const scholarships = {
  listCampaigns: route({
    id: 'listCampaigns',
    method: 'GET',
    path: '/api/becas/campanas',
    ...manage,
    summary: 'Campaigns with their counters',
    live: { follows: { becas: true }, pace: 500 },
    answer: z.array(managedCampaign),
  }),
  openCampaign: route({
    id: 'openCampaign',
    method: 'POST',
    path: '/api/becas/campanas',
    ...manage,
    summary: 'Open a campaign',
    body: z.object({
      nombre: campaignTitle,
      tope: grants(MOST_GRANTS).default(MOST_GRANTS),
      motivo: optionalText(500),
    }),
    answer: messageAnswer.extend({ id: z.string() }),
    status: 201,
    errors: ['CONFLICT', 'CAMPAIGN_NAME'],
    fieldErrors: { CAMPAIGN_NAME: 'nombre' },
  }),
  closeCampaign: route({
    id: 'closeCampaign',
    method: 'POST',
    path: '/api/becas/campanas/:campanaId/cerrar',
    ...manage,
    params: z.object({ campanaId: z.string().max(60) }),
    summary: 'Close a campaign: no more codes',
    body: z.object({ motivo: optionalText(500) }),
    answer: messageAnswer,
    errors: ['CAMPAIGN_NOT_FOUND'],
  }),
  listScholarshipCodes: route({
    id: 'listScholarshipCodes',
    method: 'GET',
    path: '/api/becas/codigos',
    ...manage,
    query: pageQuery.extend({ estado: z.enum(['por-vencer']).optional() }),
    summary: 'Codes, newest first; `por-vencer`: open ones with grants left that expire within 14 days, all of them, the soonest first',
    live: { follows: { becas: true }, pace: 500 },
    answer: z.object({ codigos: z.array(scholarshipCodeRecord), siguiente: z.string().nullable() }),
  }),
  listScholarshipGrants: route({
    id: 'listScholarshipGrants',
    method: 'GET',
    path: '/api/becas/otorgadas',
    ...manage,
    query: pageQuery.extend({ codigo: optionalText(80) }),
    summary: 'Who took a grant, with which code and for which course; newest first',
    live: { follows: { becas: true }, pace: 500 },
    answer: z.object({ otorgadas: z.array(scholarshipGrantRecord), siguiente: z.string().nullable() }),
  }),
  allotScholarships: route({
    id: 'allotScholarships',
    method: 'POST',
    path: '/api/becas/campanas/:campanaId/codigos',
    ...manage,
    params: z.object({ campanaId: z.string().max(60) }),
    summary: 'Give an organisation a code with so many grants',
    body: z.object({
      organizacion: optionalText(200),
      becas: grants(MOST_OF_CODE).optional(),
      id_curso: blankable(idNumber),
      vence: z
        .union([z.iso.date(), z.literal(''), z.null()])
        .optional()
        .transform((value) => (value ? value : null)),
      contacto: optionalText(40),
      motivo: optionalText(500),
    }),
    answer: messageAnswer.extend({ id: z.string(), codigo: z.string() }),
    status: 201,
    errors: [
      'CAMPAIGN_NOT_FOUND',
      'CAMPAIGN_CLOSED',
      'CAMPAIGN_CAP',
      'COURSE_NOT_FOUND',
      'LEAD_NOT_FOUND',
      'LEAD_ERASED',
      'REQUIRED_FIELDS',
    ],
    fieldErrors: { CAMPAIGN_CAP: 'becas', COURSE_NOT_FOUND: 'id_curso' },
  }),
  closeScholarshipCode: route({
    id: 'closeScholarshipCode',
    method: 'POST',
    path: '/api/becas/codigos/:codigoId/cerrar',
    ...manage,
    params: z.object({ codigoId: z.string().max(80) }),
    summary: 'Close a code; what was not used goes back to the campaign',
    body: z.object({ motivo: optionalText(500) }),
    answer: messageAnswer,
    errors: ['SCHOLARSHIP_CODE_NOT_FOUND'],
  }),
  lookAtScholarship: route({
    id: 'lookAtScholarship',
    method: 'POST',
    path: '/api/becas/consultar',
    ...byCode,
    policy: 'open',
    summary: 'What a code gives: from whom, which course and until when. Who is signed in also hears that they used it before',
    answer: z.object({
      organizacion: z.string().nullable(),
      /** null: any published course. */
      id_curso: z.number().nullable(),
      curso: z.string().nullable(),
      vence: z.string().nullable(),
    }),
  }),
  redeemScholarship: route({
    id: 'redeemScholarship',
    method: 'POST',
    path: '/api/becas/canjear',
    ...byCode,
    policy: 'signedIn',
    summary: 'Take a grant with a code: the right to a course',
    answer: messageAnswer.extend({ id_curso: z.number() }),
  }),
} as const;
