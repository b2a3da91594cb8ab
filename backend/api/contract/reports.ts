import { z } from 'zod';
import { caseDecisions, caseFilterStates, reportReasonNames, sanctionKinds } from './choices.ts';
import { blankable, idNumber, idParam, messageAnswer, numeric, optionalText, pageQuery, requiredReason } from './common.ts';
import { route } from './route.ts';

const caseStates = ['PENDIENTE', 'URGENTE', 'RESUELTO'] as const;

const named = z.object({ id: z.number(), nombre: z.string().nullable() });

/** A report as S1 has it; what we add stands behind. */
export const reportRecord = z.object({
  id: z.number(),
  /** In words, with what the person added. */
  motivo: z.string(),
  fecha_reporte: z.string(),
  usuario: z.object({ first_name: z.string().nullable(), last_name: z.string().nullable() }),
  comentario: z.object({ id: z.number(), comentario: z.string().nullable(), id_subtema: z.number(), fecha: z.string() }),
  categoria: z.enum(reportReasonNames),
  atendido: z.boolean(),
});
export type ReportRecord = z.output<typeof reportRecord>;

export const caseRecord = z.object({
  id_comentario: z.number(),
  id_curso: z.number(),
  curso: z.string(),
  id_subtema: z.number(),
  /** It was said in the course's forum, and not below a subtopic. */
  foro: z.boolean(),
  /** Title of the subtopic, or of what somebody opened in the forum; null: it was taken out of its course. */
  subtema: z.string().nullable(),
  comentario: z.string().nullable(),
  menciones: z.array(named),
  fecha: z.string(),
  autor: named,
  estado: z.enum(caseStates),
  abiertos: z.number(),
  total: z.number(),
  motivos: z.array(z.object({ motivo: z.enum(reportReasonNames), cantidad: z.number() })),
  ultimo: z.string(),
  retirado: z.boolean(),
  /** Its author withdrew it. */
  quitado: z.boolean(),
  apelado: z.boolean(),
  version: z.number(),
});
export type CaseRecord = z.output<typeof caseRecord>;

const sanctionRecord = z.object({
  id: z.number(),
  tipo: z.enum(sanctionKinds),
  id_curso: z.number().nullable(),
  motivo: z.string().nullable(),
  quien: z.string().nullable(),
  fecha: z.string(),
  hasta: z.string().nullable(),
  vigente: z.boolean(),
  levantada: z.object({ fecha: z.string(), motivo: z.string().nullable() }).nullable(),
  apelacion: z
    .object({
      texto: z.string().nullable(),
      fecha: z.string(),
      respuesta: z.object({ fecha: z.string(), motivo: z.string().nullable() }).nullable(),
    })
    .nullable(),
});
export type SanctionRecord = z.output<typeof sanctionRecord>;

export const caseDetail = caseRecord.extend({
  /** Newest first. */
  reportes: z.array(
    z.object({
      id: z.number(),
      motivo: z.enum(reportReasonNames),
      texto: z.string().nullable(),
      fecha: z.string(),
      usuario: named,
      abierto: z.boolean(),
    }),
  ),
  decisiones: z.array(
    z.object({
      decision: z.enum(caseDecisions),
      quien: z.string().nullable(),
      fecha: z.string(),
      motivo: z.string().nullable(),
      reportes: z.number(),
    }),
  ),
  apelacion: z.object({ texto: z.string(), fecha: z.string() }).nullable(),
  sanciones: z.array(sanctionRecord),
  /** Other moderators who look at it now. */
  presentes: z.array(z.string()),
});
export type CaseDetail = z.output<typeof caseDetail>;

export const participation = z.object({
  reportes: z.array(
    z.object({
      id: z.number(),
      id_comentario: z.number(),
      id_subtema: z.number(),
      motivo: z.enum(reportReasonNames),
      fecha: z.string(),
      /** What came of it; null: nobody decided yet. */
      resultado: z.enum(['atendido', 'desestimado', 'retirado']).nullable(),
      resuelto: z.string().nullable(),
    }),
  ),
  retirados: z.array(
    z.object({
      id_comentario: z.number(),
      id_curso: z.number(),
      comentario: z.string().nullable(),
      motivo: z.string().nullable(),
      fecha: z.string(),
      apelacion: z.enum(['ninguna', 'pendiente', 'mantenida']),
    }),
  ),
  sanciones: z.array(sanctionRecord),
});
export type Participation = z.output<typeof participation>;

export const commentRules = z.object({
  urgente_desde: z.number(),
  espera_segundos: z.number(),
  editar_minutos: z.number(),
});
/** What the address of the page of reports may hold of its filters. */
export const caseFilters = z.object({
  estado: z.enum(caseFilterStates).optional(),
  motivo: z.enum(reportReasonNames).optional(),
  curso: blankable(idNumber),
  buscar: optionalText(100),
});
const tag = 'Reportes de comentarios';
const moderate = { tag, policy: 'comments.moderate' } as const;
const live = { follows: { 'reportes-comentarios': true } } as const;
const moderating = ['COMMENT_NOT_FOUND', 'REPORTS_RESOLVED', 'REASON_REQUIRED', 'VERSION_CONFLICT', 'CONFLICT'] as const;

export const reports = {
  listReports: route({
    ...moderate,
    id: 'listReports',
    method: 'GET',
    path: '/api/reportes-comentarios/todos',
    summary: 'Reports that were not dismissed and whose comment stands, newest first; an instructor’s are of their own courses',
    query: pageQuery,
    live,
    answer: z.array(reportRecord),
  }),
  removeReport: route({
    ...moderate,
    id: 'removeReport',
    method: 'DELETE',
    path: '/api/reportes-comentarios/eliminar/:id',
    summary: 'Dismiss one report; its comment stays',
    params: idParam,
    query: z.object({ motivo: optionalText(500) }),
    answer: messageAnswer,
    errors: ['REPORT_NOT_FOUND', 'REPORTS_RESOLVED', 'MODERATE_OWN_COMMENT'],
  }),
  reportComment: route({
    tag,
    policy: 'comments.write',
    id: 'reportComment',
    method: 'POST',
    path: '/api/reportes-comentarios',
    summary: 'Report a comment that one may read, once',
    body: z.object({ id_comentario: idNumber, motivo: z.enum(reportReasonNames), texto: optionalText(1_000) }),
    answer: messageAnswer.extend({ id: z.number() }),
    status: 201,
    errors: [
      ...(['COMMENT_NOT_FOUND', 'ALREADY_REPORTED', 'REPORT_OWN_COMMENT', 'REPORTS_ENOUGH', 'EMAIL_NOT_VERIFIED'] as const),
      ...(['SUBTOPIC_NOT_FOUND', 'COURSE_NOT_FOUND', 'PREMIUM_CONTENT', 'NOT_ENROLLED', 'MODULE_LOCKED'] as const),
    ],
  }),
  listCases: route({
    ...moderate,
    id: 'listCases',
    method: 'GET',
    path: '/api/reportes-comentarios/grupos',
    summary: 'Reported comments with their reports as one, the last reported first',
    query: pageQuery.extend({
      estado: z.enum(caseFilterStates).optional(),
      motivo: z.enum(reportReasonNames).optional(),
      id_curso: blankable(idNumber),
      buscar: optionalText(100),
    }),
    live,
    answer: z.object({
      grupos: z.array(caseRecord),
      siguiente: z.string().nullable(),
      /** What the caller may moderate. */
      cursos: z.array(z.object({ id: z.number(), nombre: z.string() })),
    }),
  }),
  getCase: route({
    ...moderate,
    id: 'getCase',
    method: 'GET',
    path: '/api/reportes-comentarios/comentario/:id',
    summary: 'One comment with its reports, what was decided, and how its author stands',
    params: idParam,
    live,
    answer: caseDetail,
    errors: ['COMMENT_NOT_FOUND'],
  }),
  decideCase: route({
    ...moderate,
    id: 'decideCase',
    method: 'POST',
    path: '/api/reportes-comentarios/comentario/:id/decision',
    versionOf: 'case',
    summary:
      'Attend or dismiss the reports of a comment, remove or restore it, open again what was decided last, or uphold what was appealed',
    params: idParam,
    body: z.object({
      decision: z.enum(caseDecisions),
      motivo: requiredReason,
    }),
    answer: messageAnswer.extend({ version: z.number() }),
    errors: [...moderating, 'COMMENT_NOT_REMOVED', 'NOTHING_TO_REOPEN', 'MODERATE_OWN_COMMENT'],
  }),
  sanctionPerson: route({
    ...moderate,
    id: 'sanctionPerson',
    method: 'POST',
    path: '/api/reportes-comentarios/comentario/:id/sancion',
    summary: 'Warn, silence for some hours, or suspend from commenting who wrote a comment; an instructor in the course alone',
    params: idParam,
    body: z.object({
      tipo: z.enum(sanctionKinds),
      horas: numeric(z.number().int().min(1).max(2_160)).optional(),
      motivo: requiredReason,
      /** Only in the course of the comment; of an instructor always. */
      solo_curso: z.boolean().default(true),
    }),
    answer: messageAnswer.extend({ id: z.number() }),
    status: 201,
    errors: ['COMMENT_NOT_FOUND', 'REASON_REQUIRED', 'HOURS_REQUIRED', 'SANCTION_STAFF', 'TOO_MANY_ITEMS'],
  }),
  answerSanction: route({
    ...moderate,
    id: 'answerSanction',
    method: 'POST',
    path: '/api/reportes-comentarios/comentario/:id/sancion/:sanctionId',
    summary: 'Lift a sanction of who wrote a comment, or uphold it after an appeal',
    params: idParam.extend({ sanctionId: idNumber }),
    body: z.object({ decision: z.enum(['levantar', 'mantener']), motivo: requiredReason }),
    answer: messageAnswer,
    errors: ['COMMENT_NOT_FOUND', 'SANCTION_NOT_FOUND', 'SANCTION_OVER', 'REASON_REQUIRED'],
  }),
  participation: route({
    tag,
    policy: 'account.own',
    id: 'participation',
    method: 'GET',
    path: '/api/comentarios/participacion/:userId',
    summary: 'What came of what one reported, of one’s comments that were removed, and one’s sanctions',
    params: z.object({ userId: idNumber }),
    live: { follows: { 'participacion:{userId}': 'arg.userId' } },
    answer: participation,
  }),
  appealRemoval: route({
    tag,
    policy: 'comments.write',
    id: 'appealRemoval',
    method: 'POST',
    path: '/api/comentarios/:id/apelacion',
    summary: 'Ask to look again at the removal of one’s own comment, once',
    params: idParam,
    body: z.object({ texto: requiredReason }),
    answer: messageAnswer,
    errors: ['COMMENT_NOT_FOUND', 'COMMENT_NOT_REMOVED', 'ALREADY_APPEALED', 'REASON_REQUIRED'],
  }),
  appealSanction: route({
    tag,
    policy: 'account.own',
    id: 'appealSanction',
    method: 'POST',
    path: '/api/comentarios/participacion/:userId/sancion/:sanctionId',
    summary: 'Ask to look again at one’s own sanction, once',
    params: z.object({ userId: idNumber, sanctionId: idNumber }),
    body: z.object({ texto: requiredReason }),
    answer: messageAnswer,
    errors: ['SANCTION_NOT_FOUND', 'SANCTION_OVER', 'ALREADY_APPEALED', 'REASON_REQUIRED'],
  }),
  commentRules: route({
    ...moderate,
    id: 'commentRules',
    method: 'GET',
    path: '/api/reportes-comentarios/reglas',
    summary: 'When reports are urgent, how slowly one comments, and for how long a comment may be changed',
    live: { follows: { 'reportes-comentarios': true } },
    answer: commentRules,
  }),
  setCommentRules: route({
    tag,
    policy: 'comments.rules',
    id: 'setCommentRules',
    method: 'PUT',
    path: '/api/reportes-comentarios/reglas',
    summary: 'Change the rules of comments; what is not named stays',
    body: z.object({
      urgente_desde: numeric(z.number().int().min(0).max(100)).optional(),
      espera_segundos: numeric(z.number().int().min(0).max(3_600)).optional(),
      editar_minutos: numeric(z.number().int().min(0).max(1_440)).optional(),
      motivo: optionalText(500),
    }),
    answer: messageAnswer,
  }),
} as const;
