import { z } from 'zod';
import { defineEvent } from './define.ts';
import { growing } from './growing.ts';
import { noticeKindNames, notificationTypes } from './notices.ts';
import { type Sentence, said } from './sentences.ts';
import { id, plan, role } from './types.ts';

/** What the school sends to many at once (`notification-<id>`), and what one person is told, has read and wants to hear (`inbox-<userId>`). */

const type = growing(notificationTypes, 'general');
/** A path of the school itself; null: nowhere. */
const link = z.string().max(500).nullable();

export const audienceKinds = ['everyone', 'role', 'plan', 'course', 'segment', 'self'] as const;
/** Of the learners of a course: all, who has not finished, who has, who did nothing in it for a week. */
export const learnersWho = ['all', 'learning', 'completed', 'quiet'] as const;
/** Whom it was meant for when it was sent. Of a kind that this release does not know: whom the event itself names (`recipients`). */
export const audience = z.object({
  kind: growing(audienceKinds, 'self'),
  role: role.nullable(),
  plan: plan.nullable(),
  courseId: id.nullable(),
  who: growing(learnersWho, 'all'),
  segmentId: z.string().max(40).nullable(),
});
export type Audience = z.output<typeof audience>;

const content = {
  notificationId: id,
  type,
  /** In the words of who sends it; null: in the words of its kind. */
  title: z.string().min(1).max(120).nullable(),
  message: z.string().min(1).max(2_000).nullable(),
  kind: growing(noticeKindNames, 'note').nullable(),
  courseId: id.nullable(),
  link,
  audience,
};
export type NotificationContent = Omit<z.output<typeof NotificationSent.schema>, 'recipients' | 'notificationId'>;

const define = <const T extends string, S extends z.ZodObject>(name: T, schema: S, summary: string, sentence: Sentence) =>
  defineEvent(name, { category: 'notification', schema, summary, sentence });

export const NotificationScheduled = define(
  'NotificationScheduled',
  z.object({ ...content, sendAt: z.iso.datetime() }),
  'Alguien de la escuela preparó una notificación para enviarla después; a quiénes, se decide al enviarla.',
  said('programó una notificación', 'scheduled a notification'),
);
export const NotificationSent = define(
  'NotificationSent',
  z.object({
    ...content,
    /** How many, and who: a bit for each number of an account (`recipients.ts`). */
    recipients: z.object({ count: z.number().int().min(0), people: z.string().max(400_000) }),
  }),
  'Se envió una notificación a quienes el servidor encontró en ese momento; queda en la bandeja de cada persona sin copiarse.',
  said('envió una notificación', 'sent a notification'),
);
export const NotificationWithdrawn = define(
  'NotificationWithdrawn',
  z.object({ notificationId: id }),
  'Se retiró una notificación de todas las bandejas, o no se envió la que estaba programada; en el historial queda.',
  said('retiró una notificación', 'withdrew a notification'),
);
export const NotificationRestored = define(
  'NotificationRestored',
  z.object({ notificationId: id }),
  'Una notificación retirada volvió a las bandejas, o a esperar su hora.',
  said('devolvió una notificación a las bandejas', 'gave a notification back to the inboxes'),
);

/** Numbers of what one person is told begin here: below stand those of notifications. The number is this plus the version of its event. */
export const OWN_NUMBERS = 1_000_000_000;
export const channels = ['mail', 'push'] as const;
export type Channel = (typeof channels)[number];
const at = z.iso.datetime();
/** The number of a notification or of a notice of one's own, and when it was sent. */
const read = { notificationId: id, sentAt: at };

const own = <const T extends string, S extends z.ZodObject>(name: T, schema: S, summary: string, sentence: Sentence) =>
  defineEvent(name, { category: 'inbox', schema, summary, sentence });

export const NoticeGiven = defineEvent('NoticeGiven', {
  category: 'inbox',
  schema: z.object({
    userId: id,
    kind: growing(noticeKindNames, 'note'),
    courseId: id.nullable(),
    /** What it is about, as it was called then. */
    name: z.string().max(200).nullable(),
    link,
  }),
  personal: { of: 'userId', fields: ['name'] },
  summary: 'La escuela le dijo algo a una persona; el texto se arma al leerlo, según su clase.',
  sentence: said('dio un aviso a esta persona', 'gave this person a notice'),
});
export const InboxSeen = own(
  'InboxSeen',
  z.object({
    userId: id,
    /** Everything sent until then was on the list when it was opened. */
    seenUpTo: at,
    /** The numbers of the notifications that the person saw for the first time. */
    notifications: z.array(id).max(200),
  }),
  'Una persona abrió su lista de notificaciones; como mucho una vez por cada novedad.',
  said('abrió sus notificaciones', 'opened the notifications'),
);
export const NotificationRead = own(
  'NotificationRead',
  z.object({
    userId: id,
    ...read,
    /** The notification was opened without having been on an opened list. */
    unseen: z.boolean(),
  }),
  'Una persona abrió una notificación nueva.',
  said('leyó una notificación', 'read a notification'),
);
export const AllNotificationsRead = own(
  'AllNotificationsRead',
  z.object({ userId: id, readUpTo: at }),
  'Una persona dio por leído todo lo que había recibido hasta un momento.',
  said('dio por leídas sus notificaciones', 'marked the notifications as read'),
);
export const NotificationPreferenceSet = own(
  'NotificationPreferenceSet',
  z.object({ userId: id, type, channel: growing(channels, 'mail'), on: z.boolean() }),
  'Una persona decidió si un tipo de notificación le llega también por correo o a sus dispositivos.',
  said('decidió por dónde recibir notificaciones', 'chose where to receive notifications'),
);
/** A browser that takes what is pushed to it; its address and keys are its person's. */
export const PushPlaceAdded = defineEvent('PushPlaceAdded', {
  category: 'inbox',
  schema: z.object({
    userId: id,
    placeId: z.string().max(40),
    endpoint: z.string().max(1_000).nullable(),
    p256dh: z.string().max(200).nullable(),
    auth: z.string().max(100).nullable(),
    /** The browser as the list of sessions names it. */
    device: z.string().max(120).nullable(),
    /** The session in which it was asked for; when that is ended, the browser is removed. */
    sessionId: z.string().max(60).nullable(),
  }),
  personal: { of: 'userId', fields: ['endpoint', 'p256dh', 'auth', 'device'] },
  summary: 'Una persona pidió recibir notificaciones en uno de sus dispositivos.',
  sentence: said('activó las notificaciones en un dispositivo', 'turned notifications on for a device'),
});
export const PushPlaceRemoved = own(
  'PushPlaceRemoved',
  z.object({ userId: id, placeId: z.string().max(40), cause: growing(['person', 'gone', 'full', 'ended'], 'person') }),
  'Un dispositivo dejó de recibir notificaciones: así lo quiso la persona, se cerró su sesión ahí, el navegador ya no las acepta o hay otros más nuevos.',
  said('un dispositivo dejó de recibir notificaciones', 'a device receives notifications no more'),
);
export const InboxRestored = own(
  'InboxRestored',
  z.object({ userId: id, readUpTo: at.nullable(), seenUpTo: at.nullable(), read: z.array(z.object(read)).max(2_000) }),
  'La demostración volvió a empezar: lo leído quedó como al principio.',
  said('volvió a empezar la demostración: lo leído', 'began the demo again: what was read'),
);

export const notificationEvents = [
  NotificationScheduled,
  NotificationSent,
  NotificationWithdrawn,
  NotificationRestored,
  NoticeGiven,
  InboxSeen,
  NotificationRead,
  AllNotificationsRead,
  NotificationPreferenceSet,
  PushPlaceAdded,
  PushPlaceRemoved,
  InboxRestored,
] as const;
