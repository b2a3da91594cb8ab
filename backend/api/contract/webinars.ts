import { z } from 'zod';
import { webinarKinds } from './choices.ts';
import { blankable, clearableAddress, clearableLine, idNumber, line, messageAnswer, numeric, pageQuery, requiredReason } from './common.ts';
import { route } from './route.ts';

/** Live events of the school (G01–G09): webinars, workshops, conferences, meetups. In code a webinar, for an event is what the log is made of. */

export const webinarStates = ['upcoming', 'ongoing', 'completed', 'cancelled'] as const;
export const DEFAULT_SEATS = 50;
export const MOST_WEBINAR_SEATS = 5_000;
export const WEBINAR_MINUTES = { least: 10, usual: 60, most: 720 } as const;
/** How many days of past webinars count for the share of those who came. */
export const ATTENDANCE_DAYS = 90;

const common = {
  id: z.number(),
  titulo: z.string(),
  descripcion: z.string(),
  tipo: z.enum(webinarKinds),
  /** By the clock of the answer. */
  estado: z.enum(webinarStates),
  inicio: z.string(),
  fin: z.string(),
  /** The date and time of its start in the school's zone, and how many minutes it takes. */
  fecha: z.string(),
  hora: z.string(),
  duracion: z.number(),
  zona: z.string(),
  lugar: z.string().nullable(),
  /** Whether one joins by a link. */
  en_linea: z.boolean(),
  id_instructor: z.number(),
  instructor: z.string(),
  cupo: z.number(),
  inscritos: z.number(),
  en_espera: z.number(),
  asistentes: z.number(),
  /** Seats are for who has Premium, and for the team. */
  solo_premium: z.boolean(),
  /** The class, and its course, as which attendance counts; null: as none. */
  cuenta: z.object({ id_curso: z.number(), curso: z.string(), id_clase: z.number(), clase: z.string() }).nullable(),
};
export const webinarRecord = z.object({
  ...common,
  /** When the link opens. */
  abre: z.string(),
  /** The caller's part in it; null: none. */
  mio: z
    .object({
      estado: z.enum(['inscrito', 'espera']),
      /** The place in the waiting list, from 1. */
      turno: z.number().nullable(),
      asistio: z.boolean(),
    })
    .nullable(),
  /** It is for Premium alone, the caller has no such plan, and no part in it from before. */
  falta_premium: z.boolean(),
  /** Why it was cancelled: only for people who had a part in it. */
  motivo: z.string().nullable(),
  /** For who had a seat. */
  grabacion: z.string().nullable(),
});
export type WebinarRecord = z.output<typeof webinarRecord>;

const clash = z.object({ id: z.number(), titulo: z.string(), inicio: z.string(), fin: z.string() });
export const managedWebinar = z.object({
  ...common,
  enlace: z.string().nullable(),
  motivo: z.string().nullable(),
  grabacion: z.string().nullable(),
  /** What else its host has at the same time. */
  choques: z.array(clash),
  version: z.number(),
});
export type ManagedWebinar = z.output<typeof managedWebinar>;

export const webinarSeat = z.object({
  id_usuario: z.number(),
  /** null: the person's data were erased. */
  nombre: z.string().nullable(),
  estado: z.enum(['inscrito', 'espera']),
  desde: z.string(),
  asistio: z.boolean(),
});
export type WebinarSeat = z.output<typeof webinarSeat>;

export const webinarFigures = z.object({
  /** How many are neither cancelled nor over. */
  proximos: z.number(),
  /** How many seats of those are taken, and how many they have. */
  inscritos: z.number(),
  cupo: z.number(),
  enEspera: z.number(),
  /** Of the webinars that ended in the last days: how many seats were taken, and how many people came. */
  dias: z.number(),
  lugares: z.number(),
  asistentes: z.number(),
  realizados: z.number(),
});
export type WebinarFigures = z.output<typeof webinarFigures>;

export const calendarEntry = z.object({
  /** `plan`: when a subscription renews or ends; `pago`: the last day to make a transfer; `grupo`: when one’s group of a course begins. */
  tipo: z.enum(['evento', 'imparto', 'solicitud', 'plan', 'pago', 'grupo']),
  /** Of an event its id; of a request and of an order its own; of a group that of its course. */
  id: z.string(),
  titulo: z.string(),
  inicio: z.string(),
  /** null: the date is a day, without a time. */
  fin: z.string().nullable(),
  estado: z.enum([...webinarStates, 'espera', 'abierta', 'renueva', 'termina']),
  lugar: z.string().nullable(),
});
export type CalendarEntry = z.output<typeof calendarEntry>;

const tag = 'Eventos';
const join = { tag, policy: 'webinars.join' } as const;
const manage = { tag, policy: 'webinars.manage', versionOf: 'webinar' } as const;
const host = { tag, policy: 'webinars.host' } as const;
const params = z.object({ webinarId: idNumber });
const ofSeat = z.object({ webinarId: idNumber, userId: idNumber });
/** The details as typed: fields may be missing one by one, so that a form learns of all of them at once. */
const plan = {
  titulo: line(200).optional(),
  descripcion: z.string().trim().max(5_000).optional(),
  tipo: z.enum(webinarKinds).default('webinar'),
  fecha: blankable(z.iso.date()),
  hora: blankable(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
  duracion: numeric(z.number().int().min(WEBINAR_MINUTES.least).max(WEBINAR_MINUTES.most)).default(WEBINAR_MINUTES.usual),
  lugar: clearableLine(300),
  enlace: clearableAddress,
  cupo: numeric(z.number().int().min(1).max(MOST_WEBINAR_SEATS)).default(DEFAULT_SEATS),
  id_instructor: blankable(idNumber),
  solo_premium: z.boolean().default(false),
};
const planErrors = ['REQUIRED_FIELDS', 'WEBINAR_HOST', 'WEBINAR_HOUR', 'WEBINAR_IN_PAST', 'INVALID_TEXT', 'INVALID_ADDRESS'] as const;
const planFields = { WEBINAR_HOST: 'id_instructor', WEBINAR_HOUR: 'hora', WEBINAR_IN_PAST: 'fecha' } as const;
const changed = messageAnswer.extend({ version: z.number() });
const change = ['WEBINAR_NOT_FOUND', 'VERSION_CONFLICT', 'CONFLICT'] as const;

export const webinars = {
  listWebinars: route({
    id: 'listWebinars',
    method: 'GET',
    path: '/api/agenda',
    ...join,
    summary: 'Live events: to come (the soonest first), past (the last first), or those in which the caller has a part',
    query: pageQuery.extend({ vista: z.enum(['proximos', 'pasados', 'mios']).default('proximos') }),
    live: { follows: { agenda: { only: ['{webinarId}'] }, 'agenda:{userId}': 'self', 'usuario:{userId}': 'self' }, pace: 300 },
    answer: z.object({ eventos: z.array(webinarRecord), siguiente: z.string().nullable() }),
  }),
  getWebinar: route({
    id: 'getWebinar',
    method: 'GET',
    path: '/api/agenda/:webinarId',
    ...join,
    summary: 'One live event, and how the caller stands with it',
    params,
    live: { follows: { agenda: { only: ['{webinarId}'] }, 'agenda:{userId}': 'self', 'usuario:{userId}': 'self' }, pace: 300 },
    answer: webinarRecord,
    errors: ['WEBINAR_NOT_FOUND'],
  }),
  registerForWebinar: route({
    id: 'registerForWebinar',
    method: 'POST',
    path: '/api/agenda/:webinarId/inscripcion',
    ...join,
    summary: 'Take a seat; with `espera`, a place in the waiting list where none is left',
    params,
    body: z.object({ espera: z.boolean().default(false) }),
    answer: messageAnswer.extend({ estado: z.enum(['inscrito', 'espera']) }),
    errors: ['WEBINAR_NOT_FOUND', 'WEBINAR_CANCELLED', 'WEBINAR_STARTED', 'WEBINAR_PREMIUM', 'WEBINAR_FULL', 'WAITLIST_FULL', 'CONFLICT'],
  }),
  leaveWebinar: route({
    id: 'leaveWebinar',
    method: 'DELETE',
    path: '/api/agenda/:webinarId/inscripcion',
    ...join,
    summary: 'Leave one’s seat, which goes to who waits first, or the waiting list',
    params,
    answer: messageAnswer,
    errors: ['WEBINAR_NOT_FOUND', 'WEBINAR_STARTED', 'CONFLICT'],
  }),
  joinWebinar: route({
    id: 'joinWebinar',
    method: 'POST',
    path: '/api/agenda/:webinarId/entrar',
    ...join,
    summary: 'The link, from 15 minutes before the start to the end, for who has a seat; whoever asks for it was there',
    params,
    body: z.object({}),
    answer: messageAnswer.extend({ enlace: z.string() }),
    errors: [
      ...(['WEBINAR_NOT_FOUND', 'WEBINAR_NOT_REGISTERED', 'WEBINAR_NOT_OPEN', 'WEBINAR_OVER'] as const),
      ...(['WEBINAR_CANCELLED', 'WEBINAR_NO_LINK', 'CONFLICT'] as const),
    ],
  }),
  webinarCalendar: route({
    id: 'webinarCalendar',
    method: 'GET',
    path: '/api/agenda/:webinarId/calendario',
    ...join,
    summary: 'The event for a calendar (iCalendar, RFC 5545); the same UID through every change',
    params,
    live: { still: 'a file, as it was asked for' },
    answer: z.string(),
    type: 'text/calendar',
    errors: ['WEBINAR_NOT_FOUND'],
  }),

  ownCalendar: route({
    id: 'ownCalendar',
    method: 'GET',
    path: '/api/agenda/fechas/:userId',
    tag,
    policy: 'account.own',
    summary:
      'Everything of one’s own that has a date in some days of the school’s calendar, the soonest first; without days, from today on',
    params: z.object({ userId: idNumber }),
    query: z.object({ desde: blankable(z.iso.date()), hasta: blankable(z.iso.date()) }),
    live: {
      follows: {
        agenda: { only: ['{webinarId}'] },
        'agenda:{userId}': 'self',
        'derechos:{userId}': 'self',
        'compras:{userId}': 'self',
        'usuariocurso:{userId}': 'self',
      },
      pace: 500,
    },
    answer: z.object({ fechas: z.array(calendarEntry) }),
  }),
  calendarAddress: route({
    id: 'calendarAddress',
    method: 'GET',
    path: '/api/agenda/suscripcion/:userId',
    tag,
    policy: 'account.own',
    summary: 'Whether there is an address by which calendars follow one’s dates, and since when',
    params: z.object({ userId: idNumber }),
    live: { still: 'it changes only by the page that shows it, which knows' },
    answer: z.object({ desde: z.string().nullable() }),
  }),
  makeCalendarAddress: route({
    id: 'makeCalendarAddress',
    method: 'POST',
    path: '/api/agenda/suscripcion/:userId',
    tag,
    policy: 'account.own',
    account: true,
    summary: 'A secret address by which calendars follow one’s dates; one made before is no longer good. Answered this once',
    params: z.object({ userId: idNumber }),
    body: z.object({}),
    answer: messageAnswer.extend({ direccion: z.string(), desde: z.string() }),
  }),
  endCalendarAddress: route({
    id: 'endCalendarAddress',
    method: 'DELETE',
    path: '/api/agenda/suscripcion/:userId',
    tag,
    policy: 'account.own',
    account: true,
    summary: 'End the address by which calendars follow one’s dates',
    params: z.object({ userId: idNumber }),
    answer: messageAnswer,
  }),
  calendarFeed: route({
    id: 'calendarFeed',
    method: 'GET',
    path: '/api/calendario/:secreto',
    tag,
    policy: 'open',
    summary: 'The dates of whoever has this address, for calendars (iCalendar, RFC 5545)',
    params: z.object({ secreto: z.string().min(1).max(100) }),
    live: { still: 'for calendars, which ask again by themselves' },
    answer: z.string(),
    type: 'text/calendar',
    errors: ['NOT_FOUND'],
  }),

  managedWebinars: route({
    id: 'managedWebinars',
    method: 'GET',
    path: '/api/agenda/gestion',
    ...host,
    summary: 'Live events that one may manage: an administrator all, an instructor those that they host',
    query: pageQuery.extend({ vista: z.enum(['proximos', 'pasados']).default('proximos'), id_instructor: blankable(idNumber) }),
    live: { follows: { agenda: { only: ['{webinarId}'] } }, pace: 500 },
    answer: z.object({ eventos: z.array(managedWebinar), siguiente: z.string().nullable() }),
  }),
  webinarFigures: route({
    id: 'webinarFigures',
    method: 'GET',
    path: '/api/agenda/cifras',
    ...host,
    summary: 'The figures of the live events that one may manage',
    query: z.object({ id_instructor: blankable(idNumber) }),
    live: { follows: { agenda: { only: ['{webinarId}'] } }, pace: 500 },
    answer: webinarFigures,
  }),
  webinarClashes: route({
    id: 'webinarClashes',
    method: 'GET',
    path: '/api/agenda/choques',
    ...host,
    summary: 'What else a host has at a time; `menos`: not this event itself',
    query: z.object({
      id_instructor: blankable(idNumber),
      fecha: plan.fecha,
      hora: plan.hora,
      duracion: plan.duracion,
      menos: blankable(idNumber),
    }),
    live: { follows: { agenda: { only: ['{webinarId}'] } }, pace: 500 },
    answer: z.object({ choques: z.array(clash) }),
  }),
  scheduleWebinar: route({
    id: 'scheduleWebinar',
    method: 'POST',
    path: '/api/agenda',
    ...host,
    summary: 'Schedule a live event, by the clock of the school; an instructor hosts it themselves',
    body: z.object(plan),
    answer: messageAnswer.extend({ id: z.number(), choques: z.array(clash) }),
    status: 201,
    errors: planErrors,
    fieldErrors: planFields,
  }),
  editWebinar: route({
    id: 'editWebinar',
    method: 'PUT',
    path: '/api/agenda/:webinarId',
    ...manage,
    summary: 'Change a live event; `avisar`: those registered are told. With more seats who waits is let in',
    params,
    body: z.object({ ...plan, avisar: z.boolean().default(false) }),
    answer: changed.extend({ choques: z.array(clash) }),
    errors: [...planErrors, ...change, 'WEBINAR_OVER', 'WEBINAR_CANCELLED', 'WEBINAR_CAPACITY'],
    fieldErrors: { ...planFields, WEBINAR_CAPACITY: 'cupo' },
  }),
  cancelWebinar: route({
    id: 'cancelWebinar',
    method: 'POST',
    path: '/api/agenda/:webinarId/cancelar',
    ...manage,
    summary: 'Cancel a live event, for a reason that those registered are told',
    params,
    body: z.object({ motivo: requiredReason }),
    answer: changed,
    errors: [...change, 'REASON_REQUIRED', 'WEBINAR_OVER'],
  }),
  reinstateWebinar: route({
    id: 'reinstateWebinar',
    method: 'POST',
    path: '/api/agenda/:webinarId/reanudar',
    ...manage,
    summary: 'Put a cancelled live event back on, with everybody who had a part in it',
    params,
    body: z.object({ motivo: requiredReason }),
    answer: changed,
    errors: [...change, 'WEBINAR_STARTED', 'REASON_REQUIRED'],
  }),
  publishRecording: route({
    id: 'publishRecording',
    method: 'PUT',
    path: '/api/agenda/:webinarId/grabacion',
    ...manage,
    summary: 'Where the recording is; null takes it away',
    params,
    body: z.object({ enlace: clearableAddress }),
    answer: changed,
    errors: [...change, 'WEBINAR_NOT_OPEN', 'WEBINAR_CANCELLED', 'INVALID_ADDRESS'],
  }),
  countAttendance: route({
    id: 'countAttendance',
    method: 'PUT',
    path: '/api/agenda/:webinarId/clase',
    ...manage,
    summary:
      'As which class of a course that one teaches it counts to be there, for who came before, too; null, both of them: as none. Marks stay that were made',
    params,
    body: z.object({ id_curso: idNumber.nullable().default(null), id_clase: idNumber.nullable().default(null) }),
    answer: changed,
    errors: [...change, 'COURSE_NOT_FOUND', 'CLASS_NOT_FOUND'],
    fieldErrors: { COURSE_NOT_FOUND: 'id_curso', CLASS_NOT_FOUND: 'id_clase' },
  }),
  webinarSeats: route({
    id: 'webinarSeats',
    method: 'GET',
    path: '/api/agenda/:webinarId/inscritos',
    tag,
    policy: 'webinars.manage',
    summary: 'Who has a seat, in the order in which they came, or waits for one',
    params,
    query: pageQuery.extend({ estado: z.enum(['inscrito', 'espera']).default('inscrito') }),
    live: { follows: { agenda: true }, pace: 500 },
    answer: z.object({ personas: z.array(webinarSeat), siguiente: z.string().nullable() }),
    errors: ['WEBINAR_NOT_FOUND'],
  }),
  exportWebinarSeats: route({
    id: 'exportWebinarSeats',
    method: 'GET',
    path: '/api/agenda/:webinarId/inscritos/exportar',
    tag,
    policy: 'webinars.manage',
    summary: 'Who has a seat or waits, as CSV (text/csv, UTF-8)',
    params,
    live: { still: 'a file, as it was asked for' },
    answer: z.string(),
    type: 'text/csv',
    errors: ['WEBINAR_NOT_FOUND'],
  }),
  markAttendance: route({
    id: 'markAttendance',
    method: 'PUT',
    path: '/api/agenda/:webinarId/asistencia/:userId',
    tag,
    policy: 'webinars.manage',
    summary: 'Say that somebody with a seat came, or did not',
    params: ofSeat,
    body: z.object({ asistio: z.boolean() }),
    answer: messageAnswer,
    errors: ['WEBINAR_NOT_FOUND', 'WEBINAR_NOT_REGISTERED', 'WEBINAR_NOT_OPEN', 'WEBINAR_CANCELLED', 'CONFLICT'],
  }),
} as const;
