import { z } from 'zod';
import { reactionNames, threadStates } from './choices.ts';
import { idNumber, idParam, messageAnswer, optionalText, pageQuery } from './common.ts';
import { route } from './route.ts';

const someone = z.object({
  id: z.number(),
  /** The name, as far as the person shows it to the caller; null: 'Estudiante', or an erased person. */
  nombre: z.string().nullable(),
  foto: z.string().nullable(),
  papel: z.enum(['estudiante', 'instructor', 'administracion']),
});

const oneComment = z.object({
  id: z.number(),
  id_curso: z.number(),
  id_subtema: z.number(),
  /** The comment that begins its thread; null: this one does. */
  id_raiz: z.number().nullable(),
  /** Of a topic of the forum, as long as there is something to read; null: it has none. */
  titulo: z.string().nullable(),
  /** Markdown, where `<@7>` is a person of `menciones`; null: there is nothing left to read, and `estado` says why. */
  comentario: z.string().nullable(),
  estado: z.enum(['visible', 'quitado', 'borrado', 'moderado']),
  /** Why it was taken down, for its author and who moderates it. */
  motivo: z.string().nullable(),
  /** Whether the caller reported it. */
  reportado: z.boolean(),
  fecha: z.string(),
  editado: z.string().nullable(),
  usuario: someone,
  propio: z.boolean(),
  /** Of the caller's own comment: until when it may be changed; null: not any more. */
  editable: z.string().nullable(),
  menciones: z.array(z.object({ id: z.number(), nombre: z.string().nullable() })),
  reacciones: z.array(z.object({ reaccion: z.enum(reactionNames), cantidad: z.number(), mia: z.boolean() })),
});
export const commentRecord = oneComment.extend({
  /** The answer that solves the thread. */
  mejor: z.number().nullable(),
  /** How many answers are still there. */
  totalRespuestas: z.number(),
  /** The first of them, oldest first; the others come by `/respuestas`. */
  respuestas: z.array(oneComment),
  /** The cursor for further answers. */
  siguientes: z.string().nullable(),
});
export type CommentRecord = z.output<typeof commentRecord>;
export type AnswerRecord = z.output<typeof oneComment>;

const obstacle = z.enum(['EMAIL_NOT_VERIFIED', 'NOT_ENROLLED', 'COMMENTING_SUSPENDED']).nullable();
export const discussion = z.object({
  id_curso: z.number(),
  id_subtema: z.number(),
  comentarios: z.array(commentRecord),
  siguiente: z.string().nullable(),
  /** Why the caller may not comment here, as a code of the error catalogue; null: they may. */
  impedimento: obstacle,
  /** Whether the caller teaches the course, or manages the school. */
  equipo: z.boolean(),
});
export type Discussion = z.output<typeof discussion>;

export const threadRecord = z.object({
  id: z.number(),
  titulo: z.string().nullable(),
  estado: oneComment.shape.estado,
  autor: someone,
  fecha: z.string(),
  respuestas: z.number(),
  /** Whether an answer solves it. */
  resuelto: z.boolean(),
  /** When something was last said in its thread. */
  ultimo: z.string(),
});
export type ThreadRecord = z.output<typeof threadRecord>;

/** A long one is refused by the command, which says how long it may be. */
const written = z.object({ comentario: z.string().max(200_000) });
const tag = 'Comentarios';
const read = { tag, policy: 'comments.read' } as const;
const write = { tag, policy: 'comments.write' } as const;
const reading = ['SUBTOPIC_NOT_FOUND', 'COURSE_NOT_FOUND', 'PREMIUM_CONTENT', 'NOT_ENROLLED', 'MODULE_LOCKED'] as const;
const writing = ['COMMENT_EMPTY', 'COMMENT_TOO_LONG', 'TOO_MANY_MENTIONS', 'MENTION_UNKNOWN', 'EMAIL_NOT_VERIFIED'] as const;
const posting = ['COMMENTING_SUSPENDED', 'COMMENT_TOO_SOON', 'TOO_MANY_COMMENTS', 'THREAD_TITLE_INVALID', ...writing, ...reading] as const;
const titled = z.object({ titulo: z.string().max(10_000) });
const atTheText = {
  COMMENT_EMPTY: 'comentario',
  COMMENT_TOO_LONG: 'comentario',
  TOO_MANY_MENTIONS: 'comentario',
  MENTION_UNKNOWN: 'comentario',
} as const;

export const comments = {
  listComments: route({
    ...read,
    id: 'listComments',
    method: 'GET',
    path: '/api/comentarios/subtema/:subtopicId',
    summary: 'What is said below a subtopic, newest first, each with its first answers',
    params: z.object({ subtopicId: idNumber }),
    query: pageQuery,
    live: {
      follows: { 'subtema:{subtopicId}': 'arg.subtopicId', 'participacion:{userId}': { id: 'self', only: ['sancion-{sanctionId}'] } },
    },
    answer: discussion,
    errors: reading,
  }),
  listAnswers: route({
    ...read,
    id: 'listAnswers',
    method: 'GET',
    path: '/api/comentarios/:id/respuestas',
    summary: 'The answers to a comment, oldest first',
    params: idParam,
    query: pageQuery,
    live: { follows: { 'subtema:{subtopicId}': 'answer.id_subtema' } },
    answer: z.object({ id_subtema: z.number(), respuestas: z.array(oneComment), siguiente: z.string().nullable() }),
    errors: ['COMMENT_NOT_FOUND', ...reading],
  }),
  getComment: route({
    ...read,
    id: 'getComment',
    method: 'GET',
    path: '/api/comentarios/:id',
    summary: 'A comment in its thread, and where in its course that stands: for a link that leads to it',
    params: idParam,
    live: { follows: { 'subtema:{subtopicId}': 'answer.lugar.id_subtema' } },
    answer: z.object({
      /** In no module and class: it is in the course's forum. */
      lugar: z.object({
        ...{ id_curso: z.number(), id_modulo: z.number().nullable(), id_sesion: z.number().nullable(), id_subtema: z.number() },
        curso: z.string(),
      }),
      /** The comment that begins the thread, with this one among its answers. */
      hilo: commentRecord,
    }),
    errors: ['COMMENT_NOT_FOUND', ...reading],
  }),
  mentionable: route({
    ...read,
    id: 'mentionable',
    method: 'GET',
    path: '/api/comentarios/subtema/:subtopicId/personas',
    summary: 'People of the course whose names begin so, whom one may mention: at most 8, those of the thread first',
    params: z.object({ subtopicId: idNumber }),
    query: z.object({ buscar: optionalText(60) }),
    live: { still: 'asked for while a name is being typed' },
    answer: z.object({ personas: z.array(someone) }),
    errors: reading,
  }),
  postComment: route({
    ...write,
    id: 'postComment',
    method: 'POST',
    path: '/api/comentarios',
    summary: 'Comment a subtopic, or answer a comment. 20 a minute',
    body: written.extend({ id_subtema: idNumber, id_respuesta_a: idNumber.nullish() }),
    answer: messageAnswer.extend({ id: z.number() }),
    status: 201,
    errors: [...posting, 'COMMENT_NOT_FOUND', 'THREAD_CLOSED'],
    fieldErrors: atTheText,
  }),
  listThreads: route({
    ...read,
    id: 'listThreads',
    method: 'GET',
    path: '/api/foro/:courseId',
    summary:
      'Topics of the forum of a course, those first where something was said last; with words, those where they stand in title, text or an answer',
    params: z.object({ courseId: idNumber }),
    query: pageQuery.extend({ buscar: optionalText(100), estado: z.enum(threadStates).optional() }),
    live: {
      follows: { 'subtema:{subtopicId}': 'answer.id_foro', 'participacion:{userId}': { id: 'self', only: ['sancion-{sanctionId}'] } },
    },
    answer: z.object({
      id_curso: z.number(),
      curso: z.string(),
      /** Where it stands, as the place of a subtopic. */
      id_foro: z.number(),
      temas: z.array(threadRecord),
      siguiente: z.string().nullable(),
      impedimento: obstacle,
      equipo: z.boolean(),
    }),
    errors: reading,
  }),
  openThread: route({
    ...write,
    id: 'openThread',
    method: 'POST',
    path: '/api/foro/:courseId',
    summary: 'Open a topic in the forum of a course. Counts as a comment',
    params: z.object({ courseId: idNumber }),
    body: written.extend(titled.shape),
    answer: messageAnswer.extend({ id: z.number() }),
    status: 201,
    errors: posting,
    fieldErrors: { ...atTheText, THREAD_TITLE_INVALID: 'titulo' },
  }),
  acceptAnswer: route({
    ...write,
    id: 'acceptAnswer',
    method: 'PUT',
    path: '/api/foro/temas/:id/respuesta',
    summary: 'Say which answer solves a topic of the forum, or (null) that none does; by who opened it, or teaches the course',
    params: idParam,
    body: z.object({ respuesta: idNumber.nullable() }),
    answer: messageAnswer,
    errors: ['COMMENT_NOT_FOUND', 'COMMENTING_SUSPENDED', 'EMAIL_NOT_VERIFIED', ...reading],
  }),
  editComment: route({
    ...write,
    id: 'editComment',
    method: 'PUT',
    path: '/api/comentarios/:id',
    summary: 'Change one’s own comment, for some minutes after it was posted',
    params: idParam,
    body: written.extend(titled.partial().shape),
    answer: messageAnswer,
    errors: ['COMMENT_NOT_FOUND', 'COMMENTING_SUSPENDED', 'COMMENT_NOT_EDITABLE', 'THREAD_TITLE_INVALID', ...writing, ...reading],
    fieldErrors: { ...atTheText, THREAD_TITLE_INVALID: 'titulo' },
  }),
  withdrawComment: route({
    ...write,
    id: 'withdrawComment',
    method: 'DELETE',
    path: '/api/comentarios/:id',
    summary: 'Withdraw one’s own comment; of who moderates its course, take it down with its reports',
    params: idParam,
    query: z.object({ motivo: optionalText(500) }),
    answer: messageAnswer,
    errors: ['COMMENT_NOT_FOUND', 'REPORTS_RESOLVED'],
  }),
  chooseBestAnswer: route({
    tag,
    policy: 'courses.edit',
    id: 'chooseBestAnswer',
    method: 'PUT',
    path: '/api/comentarios/:id/mejor',
    summary: 'Say which answer solves a thread, or (null) that none does; by who teaches the course',
    params: idParam,
    body: z.object({ respuesta: idNumber.nullable() }),
    answer: messageAnswer,
    errors: ['COMMENT_NOT_FOUND', 'COURSE_NOT_FOUND'],
  }),
  reactToComment: route({
    ...write,
    id: 'reactToComment',
    method: 'PUT',
    path: '/api/comentarios/:id/reaccion',
    summary: 'React to a comment, or take a reaction back',
    params: idParam,
    body: z.object({ reaccion: z.enum(reactionNames), puesta: z.boolean() }),
    answer: messageAnswer,
    errors: ['COMMENT_NOT_FOUND', 'COMMENTING_SUSPENDED', 'EMAIL_NOT_VERIFIED', 'TOO_MANY_REACTIONS', ...reading],
  }),
} as const;
