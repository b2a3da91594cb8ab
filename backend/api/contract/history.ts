import { z } from 'zod';
import { ownHistoryKinds } from './choices.ts';
import { blankable, idNumber, idParam, messageAnswer, numeric, optionalText, pageQuery, tongue } from './common.ts';
import { courseChange } from './drafts.ts';
import { route } from './route.ts';
import { historyTopics } from './topics.ts';

/** Histories: what was done to a thing, by whom and why, in sentences; the previous values; and undo. */

const who = z.object({ id: z.number(), nombre: z.string() }).nullable();
const difference = courseChange.omit({ conflicto: true, quien: true, cuando: true });

/** An act: what one request did. */
export const historyEntry = z.object({
  id: z.string(),
  fecha: z.string(),
  /** null: the school itself, or somebody without an account. */
  quien: who,
  frase: z.string(),
  /** What else happened in it, as sentences. */
  ademas: z.array(z.string()),
  motivo: z.string().nullable(),
  /** For a course: its version after the act, which a restore refers to. For other things null. */
  version: z.number().nullable(),
  /** For a course: its changed parts. */
  partes: z.array(difference),
  /** For other things: the changed fields. */
  campos: courseChange.shape.campos,
  /** What this act undid: everything since a version, or one other act. */
  restaura: z.object({ version: z.number().nullable(), cambio: z.string().nullable() }).nullable(),
  /** The act that undid this one. */
  deshecho: z.object({ id: z.string(), fecha: z.string(), quien: who }).nullable(),
  /** Whether the caller may undo it. */
  reversible: z.boolean(),
  /** The places of its events in the log, for callers who may read them there; otherwise empty. */
  eventos: z.array(z.object({ tipo: z.string(), flujo: z.string(), numero: z.number() })),
});
export type HistoryEntry = z.output<typeof historyEntry>;
export const historyPage = z.object({
  cambios: z.array(historyEntry),
  /** For a course: its present version. */
  version: z.number().nullable(),
  /** Everybody who acted, for the filter. */
  personas: z.array(z.object({ id: z.number(), nombre: z.string() })),
  siguiente: z.string().nullable(),
});
export type HistoryPage = z.output<typeof historyPage>;

/**
 * What else an undoing does, and what it leaves: sessions that end, an invitation that lets nobody in any more, a person who can no longer come in,
 * what is kept of a closed account.
 */
const undoNote = z.object({ codigo: z.enum(['sesiones', 'invitacion', 'en-uso', 'queda']), cuenta: z.number() });
export type UndoNote = z.output<typeof undoNote>;
/** An act on a thing, whose id is a person's, `<person>_<course>` for an enrolment or review, a contact's, or a live event's. */
const undone = {
  de: z.enum(['usuario', 'inscripcion', 'resena', 'contacto', 'evento']),
  id: z.string().min(1).max(60),
  cambio: z.string().min(1).max(60),
};

/** Parameters of every history. */
const asked = pageQuery.extend({
  idioma: tongue,
  quien: blankable(idNumber),
  /** Days of the school's calendar, both included. */
  desde: blankable(z.iso.date()),
  hasta: blankable(z.iso.date()),
  /** Words in its sentences and reasons, ignoring accents. */
  buscar: optionalText(100),
});
export type HistoryAsked = Partial<z.output<typeof asked>> & { limit: number };

export type OwnHistoryKind = (typeof ownHistoryKinds)[number];
const ownHistory = {
  policy: 'account.own',
  params: z.object({ userId: idNumber }),
  errors: ['USER_NOT_FOUND'],
} as const;
const ofKind = { tipo: z.enum(ownHistoryKinds).optional() };

const scope = { tipo: z.enum(['curso', 'modulo', 'sesion']).optional(), parte: blankable(idNumber) };
const version = numeric(z.number().int().min(1).max(1_000_000));
const tag = 'Historial';
const history = { tag, policy: 'courses.edit' } as const;
const errors = ['COURSE_NOT_FOUND', 'VERSION_NOT_FOUND'] as const;
const following = {
  follows: {
    'curso:{courseId}': { id: 'arg.id', but: ['estadisticas'] },
    'evaluaciones:{courseId}': { id: 'arg.id', only: ['{subtopicId}'] },
  },
} as const;

export const histories = {
  courseHistory: route({
    ...history,
    id: 'courseHistory',
    method: 'GET',
    path: '/api/historial/cursos/:id',
    summary: 'What was done to a course, or to one module or class of it, newest first',
    params: idParam,
    query: asked.extend(scope),
    live: following,
    answer: historyPage,
    errors: ['COURSE_NOT_FOUND', 'MODULE_NOT_FOUND', 'CLASS_NOT_FOUND'],
  }),
  compareCourse: route({
    ...history,
    id: 'compareCourse',
    method: 'GET',
    path: '/api/historial/cursos/:id/comparar',
    summary: 'What two versions of a course, a module or a class differ in; without the second, the present one',
    params: idParam,
    query: z.object({ ...scope, desde: version, hasta: blankable(version) }),
    live: following,
    answer: z.array(difference),
    errors,
  }),
  previewRestore: route({
    ...history,
    id: 'previewRestore',
    method: 'GET',
    path: '/api/historial/cursos/:id/restaurar',
    summary: 'What going back to a version, or undoing one act, would change; nothing is written',
    params: idParam,
    query: z.object({ ...scope, version: blankable(version), deshacer: optionalText(60) }),
    live: following,
    answer: z.object({ version: z.number(), cambios: z.array(difference), conflictos: z.number() }),
    errors,
  }),
  restoreCourseVersion: route({
    ...history,
    id: 'restoreCourseVersion',
    method: 'POST',
    path: '/api/historial/cursos/:id/restaurar',
    versionOf: 'course',
    summary: 'Go back to a version of a course, a module or a class, or undo one act, for a reason: by events that say so, all at once',
    params: idParam,
    body: z.object({
      tipo: scope.tipo,
      parte: scope.parte,
      version: blankable(version),
      deshacer: optionalText(60),
      motivo: z.string().trim().min(1).max(500),
    }),
    answer: messageAnswer.extend({ version: z.number() }),
    errors: [
      ...errors,
      'COURSE_ARCHIVED',
      'COURSE_WITHOUT_CLASSES',
      'DRAFT_CONFLICT',
      'NOTHING_TO_RESTORE',
      'VERSION_CONFLICT',
      'TOO_MANY_MODULES',
      'CONFLICT',
    ],
  }),

  personHistory: route({
    tag,
    policy: 'history.people',
    id: 'personHistory',
    method: 'GET',
    path: '/api/historial/usuarios/:userId',
    summary: 'What was done to an account, its sessions, courses and reviews, newest first',
    params: z.object({ userId: idNumber }),
    query: asked,
    live: {
      // One for each stream that it tells (events/streams.ts); tests/api/topics.test.ts fails where one is missing.
      follows: {
        ...historyTopics,
        'progreso:{userId}': { id: 'arg.userId', only: ['{courseId}'] },
        'participacion:{userId}': 'arg.userId',
        resenas: true,
        derechos: true,
        soporte: true,
      },
    },
    answer: historyPage,
    errors: ['USER_NOT_FOUND'],
  }),
  ownHistory: route({
    ...ownHistory,
    tag,
    id: 'ownHistory',
    method: 'GET',
    path: '/api/historial/mio/:userId',
    summary: 'What the school holds about oneself, in sentences, newest first; without a kind, all but what is measured',
    query: asked.extend(ofKind),
    live: {
      follows: {
        ...historyTopics,
        'derechos:{userId}': 'arg.userId',
        'soporte:{userId}': 'arg.userId',
        'notas:{userId}': 'arg.userId',
      },
      pace: 3_000,
    },
    answer: historyPage,
  }),
  ownHistoryFile: route({
    ...ownHistory,
    tag,
    id: 'ownHistoryFile',
    method: 'GET',
    path: '/api/historial/mio/:userId/csv',
    summary: 'The same, whole, as CSV (text/csv, UTF-8)',
    query: asked.omit({ limit: true, cursor: true }).extend(ofKind),
    live: { still: 'a file, as it was asked for' },
    answer: z.any().meta({ documentedAs: z.string() }),
    type: 'text/csv',
  }),
  enrolmentHistory: route({
    tag,
    policy: 'history.people',
    id: 'enrolmentHistory',
    method: 'GET',
    path: '/api/historial/inscripciones/:userId/:courseId',
    summary: 'What happened to one learner in one course, newest first',
    params: z.object({ userId: idNumber, courseId: idNumber }),
    query: asked,
    live: { follows: { 'usuariocurso:{userId}': 'arg.userId', 'progreso:{userId}': { id: 'arg.userId', only: ['{courseId}'] } } },
    answer: historyPage,
    errors: ['ENROLMENT_NOT_FOUND'],
  }),
  reviewHistory: route({
    tag,
    policy: 'reviews.moderate',
    id: 'reviewHistory',
    method: 'GET',
    path: '/api/historial/resenas/:userId/:courseId',
    summary: 'What was done to a review, newest first',
    params: z.object({ userId: idNumber, courseId: idNumber }),
    query: asked,
    live: { follows: { resenas: true } },
    answer: historyPage,
    errors: ['REVIEW_NOT_FOUND'],
  }),
  leadHistory: route({
    tag,
    policy: 'leads.manage',
    id: 'leadHistory',
    method: 'GET',
    path: '/api/historial/contactos/:leadId',
    summary: 'What was done about a request for information, newest first',
    params: z.object({ leadId: z.string().max(40) }),
    query: asked,
    live: { follows: { contactos: true } },
    answer: historyPage,
    errors: ['LEAD_NOT_FOUND'],
  }),
  campaignHistory: route({
    tag,
    policy: 'scholarships.manage',
    id: 'campaignHistory',
    method: 'GET',
    path: '/api/historial/becas/:campaignId',
    summary: 'What was done to a campaign of scholarships, newest first',
    params: z.object({ campaignId: z.string().max(60) }),
    query: asked,
    live: { follows: { becas: true } },
    answer: historyPage,
    errors: ['CAMPAIGN_NOT_FOUND'],
  }),
  codeHistory: route({
    tag,
    policy: 'scholarships.manage',
    id: 'codeHistory',
    method: 'GET',
    path: '/api/historial/codigos/:codeId',
    summary: 'What was done to a scholarship code and who used it, newest first',
    params: z.object({ codeId: z.string().max(80) }),
    query: asked,
    live: { follows: { becas: true } },
    answer: historyPage,
    errors: ['SCHOLARSHIP_CODE_NOT_FOUND'],
  }),

  webinarHistory: route({
    tag,
    policy: 'webinars.manage',
    id: 'webinarHistory',
    method: 'GET',
    path: '/api/historial/agenda/:webinarId',
    summary: 'What was done to a live event, and who came and went, newest first',
    params: z.object({ webinarId: idNumber }),
    query: asked,
    live: { follows: { agenda: { only: ['{webinarId}'] } } },
    answer: historyPage,
    errors: ['WEBINAR_NOT_FOUND'],
  }),

  orderHistory: route({
    tag,
    policy: 'history.people',
    id: 'orderHistory',
    method: 'GET',
    path: '/api/historial/pedidos/:userId/:orderId',
    summary: 'What happened to one order of a person, from its beginning to what was given back, newest first',
    params: z.object({ userId: idNumber, orderId: idNumber }),
    query: asked,
    live: { follows: { 'compras:{userId}': 'arg.userId' } },
    answer: historyPage,
    errors: ['ORDER_NOT_FOUND'],
  }),
  commentHistory: route({
    tag,
    policy: 'history.things',
    id: 'commentHistory',
    method: 'GET',
    path: '/api/historial/comentarios/:commentId',
    summary: 'What was said in a comment, who reported it, what was decided, and what its author heard of it, newest first',
    params: z.object({ commentId: idNumber }),
    query: asked,
    live: { follows: { 'reportes-comentarios': { only: ['{commentId}'] } } },
    answer: historyPage,
    errors: ['COMMENT_NOT_FOUND'],
  }),
  commentRulesHistory: route({
    tag,
    policy: 'history.things',
    id: 'commentRulesHistory',
    method: 'GET',
    path: '/api/historial/reglas-comentarios',
    summary: 'Who set the rules of comments and reports to what, newest first',
    query: asked,
    live: { follows: { 'reportes-comentarios': true } },
    answer: historyPage,
  }),
  sentHistory: route({
    tag,
    policy: 'history.things',
    id: 'sentHistory',
    method: 'GET',
    path: '/api/historial/avisos/:notificationId',
    summary: 'Who prepared, sent, took back or gave back what went to many, newest first',
    params: z.object({ notificationId: idNumber }),
    query: asked,
    live: { follows: { notificaciones: { only: ['{notificationId}'] } } },
    answer: historyPage,
    errors: ['NOTIFICATION_NOT_FOUND'],
  }),

  previewUndo: route({
    tag,
    policy: 'history.undo',
    id: 'previewUndo',
    method: 'GET',
    path: '/api/historial/deshacer',
    summary: 'What undoing an act of a person, an enrolment, a review or a contact would change; nothing is written',
    query: z.object({ ...undone, idioma: tongue }),
    live: { still: 'asked for when somebody is about to undo it, and looked at again then' },
    answer: z.object({
      /** `de`: the course of an enrolment. */
      campos: z.array(courseChange.shape.campos.element.extend({ de: z.string().nullable() })),
      ademas: z.array(undoNote),
      conflictos: z.number(),
      /** The code of the error by which it would be refused as things are, though nothing of it changed since: fewer seats than are taken by now. */
      impide: z.string().nullable(),
    }),
    errors: ['VERSION_NOT_FOUND'],
  }),
  undoAct: route({
    tag,
    policy: 'history.undo',
    id: 'undoAct',
    method: 'POST',
    path: '/api/historial/deshacer',
    summary: 'Undo an act for a reason, by events that name it; refused where what it did was changed since',
    body: z.object({ ...undone, motivo: z.string().trim().min(1).max(500) }),
    answer: messageAnswer,
    errors: [
      ...(['VERSION_NOT_FOUND', 'NOTHING_TO_RESTORE', 'FIELD_CONFLICT', 'SELF_CHANGE', 'LAST_ADMINISTRATOR', 'USER_NOT_FOUND'] as const),
      ...(['COURSE_NOT_FOUND', 'LEAD_NOT_FOUND', 'REVIEW_NOT_FOUND', 'CONFLICT'] as const),
      ...(['WEBINAR_NOT_FOUND', 'WEBINAR_STARTED', 'WEBINAR_OVER', 'WEBINAR_CANCELLED', 'WEBINAR_IN_PAST', 'WEBINAR_CAPACITY'] as const),
      ...(['NOT_ENROLLED', 'GROUP_NOT_FOUND', 'GROUP_CANCELLED', 'GROUP_OVER', 'GROUP_FULL'] as const),
    ],
  }),

  revealValue: route({
    tag,
    policy: 'history.reveal',
    id: 'revealValue',
    method: 'POST',
    path: '/api/historial/evento/revelar',
    summary: 'The clear value of one sealed field of an event, for a reason; who revealed it and why is on record before it is answered',
    body: z.object({
      flujo: z.string().min(1).max(240),
      numero: numeric(z.number().int().min(0).max(10_000_000)),
      campo: z.string().trim().min(1).max(60),
      motivo: z.string().trim().min(1).max(500),
    }),
    answer: z.object({ valor: z.unknown() }),
    errors: ['EVENT_NOT_FOUND', 'NOTHING_TO_REVEAL'],
  }),
  storedEvent: route({
    tag,
    policy: 'analytics.read',
    id: 'storedEvent',
    method: 'GET',
    path: '/api/historial/evento',
    summary: 'One event as it stands in the log; what is personal in it is masked for everybody',
    query: z.object({ flujo: z.string().min(1).max(240), numero: numeric(z.number().int().min(0).max(10_000_000)) }),
    live: { still: 'an event never changes' },
    answer: z.object({
      id: z.string(),
      tipo: z.string(),
      flujo: z.string(),
      numero: z.number(),
      posicion: z.string(),
      fecha: z.string(),
      datos: z.record(z.string(), z.unknown()),
      /** Of `datos`, the numbers that JavaScript cannot hold, as they are written, by JSON pointer. */
      numeros: z.record(z.string(), z.string()),
      /** The data as they are read today, where an older version stored them otherwise. */
      leido: z.object({ version: z.number(), datos: z.record(z.string(), z.unknown()) }).nullable(),
      /** The fields whose values are sealed. */
      cifrados: z.array(z.string()),
      metadatos: z.record(z.string(), z.unknown()),
      /** Which documents of which read models it touched, by this release's code; only for administrators, for keys may name people. */
      vistas: z.array(z.object({ nombre: z.string(), documentos: z.array(z.string()) })),
    }),
    errors: ['EVENT_NOT_FOUND'],
  }),
} as const;
