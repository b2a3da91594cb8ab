import { z } from 'zod';
import { planInput, roleInput } from './auth.ts';
import { audienceKinds, learnersWho, notificationTypes } from './choices.ts';
import { blankable, idNumber, isLine, messageAnswer, optionalText, pageQuery, requiredReason } from './common.ts';
import { route } from './route.ts';

const tag = 'Notificaciones';
const person = z.object({ userId: idNumber });
const own = { tag, policy: 'account.own' as const };
const sends = { tag, policy: 'notifications.send' as const };

export const TITLE_MOST = 120;
export const MESSAGE_MOST = 2_000;

const words = z.object({ titulo: z.string(), mensaje: z.string() });
export const notificationRecord = z.object({
  id_notificacion: z.number(),
  titulo: z.string(),
  mensaje: z.string(),
  tipo: z.enum(notificationTypes),
  /** When it was sent, or, of a prepared one, when it will be. */
  fecha_envio: z.string(),
  id_curso: z.number().nullable(),
  curso: z.string().nullable(),
  /** A path of the school. */
  enlace: z.string().nullable(),
  /** The same in English, where the school wrote it by itself; null: its words are of a person, and stand above. */
  en: words.nullable(),
});
export const inboxRecord = z.object({ id_notificacion: z.number(), leida: z.boolean(), notificacion: notificationRecord });
export type InboxRecord = z.output<typeof inboxRecord>;

const quienes = z.enum(learnersWho);
const audienceFields = {
  clase: z.enum(audienceKinds),
  rol: roleInput,
  plan: planInput,
  id_curso: blankable(idNumber),
  /** Of the learners of a course; absent: all. */
  quienes: blankable(quienes),
  id_segmento: optionalText(40),
};
export const audienceInput = z.object(audienceFields);
export type AudienceInput = z.output<typeof audienceInput>;
const audienceRecord = z.object({
  clase: z.enum([...audienceKinds, 'propia']),
  rol: z.number().nullable(),
  plan: z.number().nullable(),
  id_curso: z.number().nullable(),
  curso: z.string().nullable(),
  quienes,
  id_segmento: z.string().nullable(),
  /** null: it was taken away since. */
  segmento: z.string().nullable(),
});

export const sentRecord = notificationRecord.omit({ en: true }).extend({
  estado: z.enum(['programada', 'enviada', 'retirada']),
  audiencia: audienceRecord,
  /** Who sent it, as far as they show it; null: the account was erased, or shows no name. */
  autor: z.string().nullable(),
  /** In how many inboxes it arrived when it was sent. */
  destinatarios: z.number(),
  /** How many recipients opened a list that it was on; and how many opened it while it was new to them. */
  vistas: z.number(),
  abiertas: z.number(),
});
export type SentRecord = z.output<typeof sentRecord>;

const titled = z.string().trim().min(1, 'REQUIRED_FIELDS').max(TITLE_MOST).refine(isLine, 'INVALID_TEXT');
const content = {
  titulo: titled,
  mensaje: z.string().trim().min(1, 'REQUIRED_FIELDS').max(MESSAGE_MOST),
  tipo: blankable(z.enum(notificationTypes)),
  /** Of the type `course` without another audience: the course whose learners it is for. */
  id_curso: blankable(idNumber),
  /** A path of the school, as `/courses?courseId=3`. */
  enlace: optionalText(500).refine((value) => value === undefined || /^\/(?![/\\])[^\s<>"]*$/.test(value), 'INVALID_ADDRESS'),
};
const sendErrors = ['REQUIRED_FIELDS', 'INVALID_TEXT', 'INVALID_ADDRESS', 'COURSE_NOT_FOUND'] as const;

export const notifications = {
  inbox: route({
    id: 'inbox',
    method: 'GET',
    path: '/api/usuariosnotificaciones/usuario/:userId',
    ...own,
    now: true,
    summary: 'The notifications of a person, newest first: what was sent to many and was for them, and what they alone were told',
    params: person,
    query: pageQuery.extend({ curso: blankable(idNumber) }),
    live: { follows: { 'usuariosnotificaciones:{userId}': 'arg.userId' } },
    answer: z.array(inboxRecord),
  }),
  inboxSummary: route({
    id: 'inboxSummary',
    method: 'GET',
    path: '/api/usuariosnotificaciones/resumen/:userId',
    ...own,
    now: true,
    summary: 'How many notifications of a person are new, and the urgent one that is to be shown above the page',
    params: person,
    live: { follows: { 'usuariosnotificaciones:{userId}': 'arg.userId' } },
    answer: z.object({ nuevas: z.number(), sinVer: z.number(), urgente: inboxRecord.nullable() }),
  }),
  readNotification: route({
    id: 'readNotification',
    method: 'PUT',
    path: '/api/usuariosnotificaciones/leida/:userId/:notificationId',
    ...own,
    summary: 'Mark a notification as read, in every window of the person',
    params: z.object({ userId: idNumber, notificationId: idNumber }),
    answer: z.object({ message: z.string(), id_notificacion: z.number(), leida: z.literal(true) }),
    errors: ['NOTIFICATION_NOT_FOUND'],
  }),
  readAllNotifications: route({
    id: 'readAllNotifications',
    method: 'PUT',
    path: '/api/usuariosnotificaciones/leidas/:userId',
    ...own,
    summary: 'Mark everything as read that was sent until a moment: what arrives meanwhile stays new',
    params: person,
    body: z.object({ hasta: z.iso.datetime().optional() }),
    answer: messageAnswer,
  }),
  seeNotifications: route({
    id: 'seeNotifications',
    method: 'PUT',
    path: '/api/usuariosnotificaciones/vistas/:userId',
    ...own,
    summary: 'Note that the list was opened: what stands on its first page was seen',
    params: person,
    aside: true,
    answer: messageAnswer,
  }),

  notificationPreferences: route({
    id: 'notificationPreferences',
    method: 'GET',
    path: '/api/usuariosnotificaciones/preferencias/:userId',
    ...own,
    now: true,
    summary: 'What a person wants to hear of by mail and on their devices, and which devices those are; in the page all of it stands',
    params: person,
    live: { follows: { 'usuariosnotificaciones:{userId}': { id: 'arg.userId', only: ['estado'] } } },
    answer: z.object({
      tipos: z.array(z.object({ tipo: z.enum(notificationTypes), correo: z.boolean(), dispositivos: z.boolean() })),
      dispositivos: z.array(z.object({ id: z.string(), nombre: z.string().nullable(), desde: z.string() })),
      /** The school's public key (VAPID), which a browser asks for. */
      clave: z.string(),
    }),
  }),
  setNotificationPreference: route({
    id: 'setNotificationPreference',
    method: 'PUT',
    path: '/api/usuariosnotificaciones/preferencias/:userId',
    ...own,
    summary: 'Choose whether a type of notification also comes by mail, or to one’s devices',
    params: person,
    body: z.object({ tipo: z.enum(notificationTypes), canal: z.enum(['correo', 'dispositivos']), activo: z.boolean() }),
    answer: messageAnswer,
  }),
  addPushDevice: route({
    id: 'addPushDevice',
    method: 'POST',
    path: '/api/usuariosnotificaciones/dispositivos/:userId',
    ...own,
    account: true,
    summary: 'Have notifications pushed to a browser: its subscription (RFC 8030), at most ten',
    params: person,
    body: z.object({
      endpoint: z.string().max(1_000),
      p256dh: z.string().regex(/^[\w-]{80,120}$/),
      auth: z.string().regex(/^[\w-]{16,40}$/),
    }),
    status: 201,
    answer: z.object({ message: z.string(), id: z.string() }),
    errors: ['PUSH_ENDPOINT_INVALID'],
  }),
  removePushDevice: route({
    id: 'removePushDevice',
    method: 'DELETE',
    path: '/api/usuariosnotificaciones/dispositivos/:userId/:placeId',
    ...own,
    summary: 'No more notifications to a device',
    params: z.object({ userId: idNumber, placeId: z.string().max(40) }),
    answer: messageAnswer,
  }),
  endDigest: route({
    id: 'endDigest',
    method: 'POST',
    path: '/api/usuariosnotificaciones/baja',
    tag,
    policy: 'open',
    summary: 'End the daily summary by mail, with the token of its link; nobody need sign in',
    body: z.object({ token: z.string().max(200) }),
    answer: messageAnswer,
    errors: ['TOKEN_INVALID'],
  }),

  sentNotifications: route({
    id: 'sentNotifications',
    method: 'GET',
    path: '/api/notificaciones/all',
    ...sends,
    summary: 'What was sent, prepared or taken back, newest first; of an instructor what they sent themselves',
    query: pageQuery,
    live: { follows: { notificaciones: true }, pace: 300 },
    answer: z.array(sentRecord),
  }),
  notificationHistory: route({
    id: 'notificationHistory',
    method: 'GET',
    path: '/api/notificaciones/historial',
    ...sends,
    summary: 'The same by page, with where the next one begins',
    query: pageQuery,
    live: { follows: { notificaciones: true }, pace: 300 },
    answer: z.object({ notificaciones: z.array(sentRecord), siguiente: z.string().nullable() }),
  }),
  notificationFigures: route({
    id: 'notificationFigures',
    method: 'GET',
    path: '/api/notificaciones/cifras',
    ...sends,
    summary: 'What was sent in the last 30 days and still stands, in figures; of an instructor what they sent themselves',
    live: { follows: { notificaciones: true }, pace: 1_000 },
    answer: z.object({
      /** ISO UTC. */
      desde: z.string(),
      enviadas: z.number(),
      /** Sums over them: how many inboxes they reached, how many recipients saw them, and how many opened them while they were new. */
      entregadas: z.number(),
      vistas: z.number(),
      abiertas: z.number(),
    }),
  }),
  countAudience: route({
    id: 'countAudience',
    method: 'GET',
    path: '/api/notificaciones/audiencia',
    ...sends,
    summary: 'How many people an audience has right now',
    query: audienceInput,
    live: { still: 'it is counted again when the notification is sent' },
    answer: z.object({ personas: z.number() }),
    errors: ['AUDIENCE_INCOMPLETE', 'AUDIENCE_NOT_OWN', 'COURSE_NOT_FOUND', 'SEGMENT_NOT_FOUND'],
  }),
  createNotification: route({
    id: 'createNotification',
    method: 'POST',
    path: '/api/notificaciones/create',
    ...sends,
    summary: 'Send a notification to an audience, now or later; without one, to all active people, or to the learners of its course',
    body: z.object({ ...content, fecha_envio: optionalText(40), audiencia: audienceInput.nullish() }),
    status: 201,
    answer: sentRecord.extend({ message: z.string() }),
    errors: [
      ...sendErrors,
      ...(['AUDIENCE_INCOMPLETE', 'AUDIENCE_EMPTY', 'AUDIENCE_NOT_OWN', 'SEGMENT_NOT_FOUND', 'SEND_DATE_INVALID'] as const),
    ],
    fieldErrors: {
      AUDIENCE_INCOMPLETE: 'audiencia',
      AUDIENCE_EMPTY: 'audiencia',
      AUDIENCE_NOT_OWN: 'audiencia',
      SEND_DATE_INVALID: 'fecha_envio',
      COURSE_NOT_FOUND: 'id_curso',
    },
  }),
  tryNotification: route({
    id: 'tryNotification',
    method: 'POST',
    path: '/api/notificaciones/probar',
    ...sends,
    summary: 'Send a notification to oneself alone, to see how it arrives; the history does not list it',
    body: z.object(content),
    answer: messageAnswer,
    errors: [...sendErrors],
  }),
  withdrawNotification: route({
    id: 'withdrawNotification',
    method: 'DELETE',
    path: '/api/notificaciones/delete/:id',
    ...sends,
    summary: 'Take a notification out of every inbox, or keep a prepared one from being sent; the history keeps it',
    params: z.object({ id: idNumber }),
    query: z.object({ motivo: optionalText(500) }),
    answer: messageAnswer,
    errors: ['NOTIFICATION_NOT_FOUND'],
  }),
  restoreNotification: route({
    id: 'restoreNotification',
    method: 'POST',
    path: '/api/notificaciones/restaurar/:id',
    ...sends,
    summary: 'Give back a notification that was taken out of the inboxes',
    params: z.object({ id: idNumber }),
    body: z.object({ motivo: requiredReason }),
    answer: messageAnswer,
    errors: ['NOTIFICATION_NOT_FOUND', 'REASON_REQUIRED'],
  }),
} as const;
