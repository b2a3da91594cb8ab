import { z } from 'zod';
import { defineEvent } from './define.ts';
import { growing } from './growing.ts';
import { type Sentence, said } from './sentences.ts';
import { day, id } from './types.ts';

/** Groups of a course: its dated runs, each with its seats; stream `groups-<courseId>`. */

/** `groupId`: the number of the group among those of its course, from 1. */
const group = { courseId: id, groupId: id };
const details = {
  name: z.string().min(1).max(120),
  /** When the course opens for its members (ISO UTC); `zone` is where the hour on the clock was meant. */
  startsAt: z.iso.datetime(),
  zone: z.string().max(60),
  /** Its last day, in the school's calendar. */
  endsOn: day,
  capacity: z.number().int().min(1),
};
const detailsSchema = z.object(details);
export type GroupDetails = z.output<typeof detailsSchema>;
/** A field is there or not: none is undefined. */
const someDetails = detailsSchema.partial() as unknown as z.ZodType<Partial<GroupDetails>>;
const seat = { ...group, userId: id };
const define = <const T extends string, S extends z.ZodObject>(type: T, schema: S, summary: string, sentence: Sentence) =>
  defineEvent(type, { category: 'groups', schema, summary, sentence });

export const GroupPlanned = define(
  'GroupPlanned',
  z.object({ ...group, ...details }),
  'Se planeó un grupo de un curso: sus fechas y su cupo.',
  said('planeó el grupo «{name}» de un curso', 'planned the group “{name}” of a course'),
);
/** Only what changed, as it was and as it is. */
export const GroupEdited = define(
  'GroupEdited',
  z.object({ ...group, before: someDetails, after: someDetails }),
  'Cambiaron datos de un grupo de un curso; dice cuáles, con lo que decían antes.',
  said('cambió datos de un grupo de un curso', 'changed data of a group of a course'),
);
export const GroupCancelled = defineEvent('GroupCancelled', {
  category: 'groups',
  schema: z.object({ ...group, by: id, reason: z.string().max(500).nullable() }),
  personal: { of: 'by', fields: ['reason'] },
  summary: 'Se canceló un grupo de un curso, con su motivo; quienes estaban en él tienen el curso abierto y pueden elegir otro grupo.',
  sentence: said('canceló un grupo de un curso', 'cancelled a group of a course'),
});
export const GroupReinstated = define(
  'GroupReinstated',
  z.object(group),
  'Un grupo cancelado de un curso volvió a estar en pie.',
  said('volvió a poner en pie un grupo de un curso', 'put a group of a course back on'),
);
/** `hold`: the id of the command that holds it, of a new order or of an enrolment. */
export const GroupSeatHeld = define(
  'GroupSeatHeld',
  z.object({ ...seat, hold: z.string().max(60), until: z.iso.datetime() }),
  'Se apartó un lugar de un grupo mientras alguien paga o se inscribe.',
  said('apartó un lugar en un grupo', 'held a seat in a group'),
);
/** `hold`: the command that held it until now; null: it was not held. */
export const GroupSeatTaken = define(
  'GroupSeatTaken',
  z.object({ ...seat, hold: z.string().max(60).nullable() }),
  'Alguien tiene lugar en un grupo de un curso.',
  said('registró un lugar en un grupo', 'recorded a seat in a group'),
);
/** `hold`: the command that held it; null: it was taken, not only held. */
export const GroupSeatFreed = define(
  'GroupSeatFreed',
  z.object({ ...seat, hold: z.string().max(60).nullable(), cause: growing(['unpaid', 'changed', 'unenrolled'], 'unpaid') }),
  'Se liberó un lugar de un grupo: no se pagó, o quien lo tenía eligió otro grupo o salió del curso.',
  said('dejó libre un lugar de un grupo: {cause}', 'freed a seat of a group: {cause}'),
);
/** Staff moved somebody who is in the group `from`. */
export const GroupSeatMoved = define(
  'GroupSeatMoved',
  z.object({ ...seat, from: id }),
  'Alguien del equipo pasó a una persona de un grupo de un curso a otro.',
  said(
    'pasó a una persona del grupo «{from}» al grupo «{groupId}» de un curso',
    'moved a person from the group “{from}” to the group “{groupId}” of a course',
  ),
);
export const GroupReminded = define(
  'GroupReminded',
  z.object({ ...group, startsAt: z.iso.datetime(), people: z.number().int().min(0) }),
  'La escuela recordó a quienes están en un grupo que empieza al día siguiente.',
  said('recordó a {people} personas que su grupo empieza mañana', 'reminded {people} people that their group begins tomorrow'),
);
export const GroupBegan = define(
  'GroupBegan',
  z.object({ ...group, startsAt: z.iso.datetime(), people: z.number().int().min(0) }),
  'Empezó un grupo de un curso: el curso se abrió para quienes están en él.',
  said('empezó un grupo con {people} personas', 'a group began with {people} people'),
);

export const groupEvents = [
  GroupPlanned,
  GroupEdited,
  GroupCancelled,
  GroupReinstated,
  GroupSeatHeld,
  GroupSeatTaken,
  GroupSeatFreed,
  GroupSeatMoved,
  GroupReminded,
  GroupBegan,
] as const;
