import { z } from 'zod';
import { defineEvent } from './define.ts';
import { growing } from './growing.ts';
import { type Sentence, said } from './sentences.ts';
import { id } from './types.ts';

/** Live meetings of the school, in a room or by a link: what was announced, who has a seat, who waits for one, who came. */

export const webinarKind = growing(['webinar', 'workshop', 'conference', 'meetup'], 'webinar');
export type WebinarKind = z.output<typeof webinarKind>;

const details = {
  title: z.string().min(1).max(200),
  description: z.string().max(5_000),
  kind: webinarKind,
  /** Both are moments (ISO UTC); `zone` is where the hour on the clock was meant. */
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  zone: z.string().max(60),
  hostId: id,
  /** A room or an address; null: none. */
  place: z.string().max(300).nullable(),
  /** The link for joining remotely; only for people who have a seat. */
  link: z.string().max(2_000).nullable(),
  capacity: z.number().int().min(1),
  /** Seats are taken by who has Premium, and by the team. */
  premium: z.boolean(),
};
const detailsSchema = z.object(details);
export type WebinarDetails = z.output<typeof detailsSchema>;
/** A field is there or not: none is undefined. */
const someDetails = detailsSchema.partial() as unknown as z.ZodType<Partial<WebinarDetails>>;

const webinar = { webinarId: id };
const seat = { ...webinar, userId: id };
const define = <const T extends string, S extends z.ZodObject>(type: T, schema: S, summary: string, sentence: Sentence, version = 1) =>
  defineEvent(type, { category: 'webinar', schema, summary, sentence, version });

export const WebinarScheduled = define(
  'WebinarScheduled',
  z.object({ ...webinar, ...details }),
  'Se programó un evento de la escuela.',
  said('programó el evento «{title}»', 'scheduled the event “{title}”'),
  2,
);
/** Only what changed, as it was and as it is. */
export const WebinarEdited = define(
  'WebinarEdited',
  z.object({
    ...webinar,
    before: someDetails,
    after: someDetails,
    /** Whether those who are registered are notified. */
    notify: z.boolean(),
  }),
  'Cambiaron datos de un evento; dice qué campos, con lo que decían antes.',
  said('cambió datos del evento', 'changed data of the event'),
  2,
);
export const WebinarCancelled = defineEvent('WebinarCancelled', {
  category: 'webinar',
  schema: z.object({ ...webinar, by: id, reason: z.string().max(500).nullable() }),
  personal: { of: 'by', fields: ['reason'] },
  summary: 'Se canceló un evento antes de que terminara, con su motivo.',
  sentence: said('canceló el evento', 'cancelled the event'),
});
export const WebinarReinstated = define(
  'WebinarReinstated',
  z.object(webinar),
  'Un evento cancelado volvió a estar en pie.',
  said('volvió a poner en pie el evento', 'put the event back on'),
);
export const RegisteredForWebinar = define(
  'RegisteredForWebinar',
  z.object(seat),
  'Alguien tomó un lugar en un evento.',
  said('se inscribió al evento', 'registered for the event'),
);
export const WaitlistJoined = define(
  'WaitlistJoined',
  z.object(seat),
  'Alguien se formó en la lista de espera de un evento lleno.',
  said('se formó en la lista de espera', 'joined the waiting list'),
);
export const PromotedFromWaitlist = define(
  'PromotedFromWaitlist',
  z.object(seat),
  'Quien esperaba tiene lugar en el evento: alguien lo dejó o hubo más cupo.',
  said('dio lugar a alguien de la lista de espera', 'gave a seat to somebody on the waiting list'),
);
export const RegistrationCancelled = define(
  'RegistrationCancelled',
  z.object({
    ...seat,
    /** Whether it was a seat; otherwise it was a place in the waiting list. */
    seat: z.boolean(),
    /** `plan`: it was for Premium, and their plan ended. */
    cause: growing(['self', 'staff', 'erased', 'plan'], 'staff'),
  }),
  'Alguien dejó su lugar en un evento, o en su lista de espera.',
  said('dejó libre un lugar: {cause}', 'freed a place: {cause}'),
);
export const AttendanceMarked = define(
  'AttendanceMarked',
  z.object({
    ...seat,
    /** Whether the person came in by the link, or the host saw them there. */
    by: growing(['link', 'host'], 'host'),
  }),
  'Alguien asistió a un evento: entró por el enlace o lo marcó quien lo imparte.',
  said('marcó una asistencia', 'marked somebody as present'),
);
export const AttendanceUnmarked = define(
  'AttendanceUnmarked',
  z.object(seat),
  'Se quitó la asistencia de alguien a un evento.',
  said('quitó una asistencia', 'took back that somebody was present'),
);
export const AttendanceRuleSet = define(
  'AttendanceRuleSet',
  /** null, both of them: as none. */
  z.object({ ...webinar, courseId: id.nullable(), classId: id.nullable() }),
  'Se decidió como qué clase de un curso cuenta haber asistido a un evento, o que como ninguna.',
  said('decidió si asistir al evento cuenta como una clase', 'decided whether being at the event counts as a class'),
);
export const RecordingPublished = define(
  'RecordingPublished',
  z.object({ ...webinar, url: z.string().max(2_000).nullable(), previous: z.string().max(2_000).nullable() }),
  'Se publicó, cambió o quitó la grabación de un evento.',
  said('cambió la grabación del evento', 'changed the recording of the event'),
);
export const WebinarReminded = define(
  'WebinarReminded',
  z.object({ ...webinar, hours: z.number().int().min(1), startsAt: z.iso.datetime(), people: z.number().int().min(0) }),
  'La escuela recordó un evento a quienes tienen lugar, tantas horas antes.',
  said('recordó el evento a {people} personas', 'reminded {people} people of the event'),
);

export const webinarEvents = [
  WebinarScheduled,
  WebinarEdited,
  WebinarCancelled,
  WebinarReinstated,
  RegisteredForWebinar,
  WaitlistJoined,
  PromotedFromWaitlist,
  RegistrationCancelled,
  AttendanceMarked,
  AttendanceUnmarked,
  AttendanceRuleSet,
  RecordingPublished,
  WebinarReminded,
] as const;
