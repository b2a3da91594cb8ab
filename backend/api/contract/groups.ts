import { z } from 'zod';
import { DEFAULT_GROUP_SEATS, MOST_GROUP_SEATS } from './choices.ts';
import { blankable, idNumber, line, messageAnswer, numeric, pageQuery, requiredReason } from './common.ts';
import { groupRecord } from './records/groups.ts';
import { route } from './route.ts';

/** Groups of a course: its dated runs, by which one comes into it, each with its seats. */

export const managedGroup = groupRecord.extend({
  inscritos: z.number(),
  /** Seats held for people who are paying. */
  apartados: z.number(),
  /** Why it was cancelled. */
  motivo: z.string().nullable(),
  version: z.number(),
});
export type ManagedGroup = z.output<typeof managedGroup>;
export const groupMember = z.object({
  id_usuario: z.number(),
  /** null: the person's data were erased. */
  nombre: z.string().nullable(),
  /** `apartado`: a seat held while they pay. */
  estado: z.enum(['inscrito', 'apartado']),
  desde: z.string(),
});
export type GroupMember = z.output<typeof groupMember>;

/** The groups by which one enters the courses that are bought or accepted; absent: the soonest with a seat. */
export const chosenGroups = z
  .array(z.object({ id_curso: idNumber, grupo: idNumber }))
  .max(20)
  .optional();
/** The refusals of choosing a group. */
export const groupErrors = ['GROUP_REQUIRED', 'GROUP_NOT_FOUND', 'GROUP_FULL', 'GROUP_STARTED', 'GROUP_CANCELLED'] as const;

const tag = 'Cursos';
const edit = { tag, policy: 'courses.edit' } as const;
const manage = { ...edit, versionOf: 'group' } as const;
const ofCourse = z.object({ courseId: idNumber });
const ofGroup = ofCourse.extend({ groupId: idNumber });
/** The details of a group as typed: fields may be missing one by one, so that a form learns of all of them at once. */
const plan = z.object({
  nombre: line(120).optional(),
  fecha: blankable(z.iso.date()),
  hora: blankable(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
  fin: blankable(z.iso.date()),
  cupo: numeric(z.number().int().min(1).max(MOST_GROUP_SEATS)).default(DEFAULT_GROUP_SEATS),
});
const planErrors = ['COURSE_NOT_FOUND', 'REQUIRED_FIELDS', 'GROUP_HOUR', 'GROUP_IN_PAST', 'GROUP_END'] as const;
const planFields = { GROUP_HOUR: 'hora', GROUP_IN_PAST: 'fecha', GROUP_END: 'fin' } as const;
const changed = messageAnswer.extend({ version: z.number() });
const change = ['GROUP_NOT_FOUND', 'VERSION_CONFLICT', 'CONFLICT'] as const;
const follows = { 'grupos:{courseId}': 'arg.courseId' } as const;

export const groups = {
  courseGroups: route({
    id: 'courseGroups',
    method: 'GET',
    path: '/api/cursos/:courseId/grupos',
    tag,
    policy: 'open',
    summary:
      'The groups of a course that are to come or going on, the soonest first. As long as there is one, one comes in by a group alone',
    params: ofCourse,
    live: { follows, pace: 500 },
    /** `mio`: the group in which the caller has a seat, or holds one while paying; null: none. */
    answer: z.object({ grupos: z.array(groupRecord), mio: z.number().nullable() }),
    errors: ['COURSE_NOT_FOUND'],
  }),
  managedGroups: route({
    id: 'managedGroups',
    method: 'GET',
    path: '/api/cursos/:courseId/grupos/gestion',
    ...edit,
    summary:
      'All groups of a course: those going on and to come, the soonest first; then those that are over or cancelled, the last one first',
    params: ofCourse,
    live: { follows, pace: 500 },
    answer: z.object({ grupos: z.array(managedGroup) }),
    errors: ['COURSE_NOT_FOUND'],
  }),
  planGroup: route({
    id: 'planGroup',
    method: 'POST',
    path: '/api/cursos/:courseId/grupos',
    ...edit,
    summary: 'Plan a group of a course, by the clock of the school',
    params: ofCourse,
    body: plan,
    answer: messageAnswer.extend({ id: z.number() }),
    status: 201,
    errors: [...planErrors, 'TOO_MANY_ITEMS'],
    fieldErrors: planFields,
  }),
  editGroup: route({
    id: 'editGroup',
    method: 'PUT',
    path: '/api/cursos/:courseId/grupos/:groupId',
    ...manage,
    summary: 'Change a group; its members are told of another date. What has begun keeps its start',
    params: ofGroup,
    body: plan,
    answer: changed,
    errors: [...planErrors, ...change, 'GROUP_STARTED', 'GROUP_OVER', 'GROUP_CANCELLED', 'GROUP_CAPACITY'],
    fieldErrors: { ...planFields, GROUP_STARTED: 'fecha', GROUP_CAPACITY: 'cupo' },
  }),
  cancelGroup: route({
    id: 'cancelGroup',
    method: 'POST',
    path: '/api/cursos/:courseId/grupos/:groupId/cancelar',
    ...manage,
    summary: 'Cancel a group, for a reason that its members are told: the course opens for them, and they may choose another group',
    params: ofGroup,
    body: z.object({ motivo: requiredReason }),
    answer: changed,
    errors: [...change, 'REASON_REQUIRED', 'GROUP_OVER'],
  }),
  reinstateGroup: route({
    id: 'reinstateGroup',
    method: 'POST',
    path: '/api/cursos/:courseId/grupos/:groupId/reanudar',
    ...manage,
    summary: 'Put a cancelled group back on, with everybody who has not chosen another one',
    params: ofGroup,
    body: z.object({ motivo: requiredReason }),
    answer: changed,
    errors: [...change, 'GROUP_STARTED', 'REASON_REQUIRED'],
  }),
  groupMembers: route({
    id: 'groupMembers',
    method: 'GET',
    path: '/api/cursos/:courseId/grupos/:groupId/personas',
    ...edit,
    summary: 'Who is in a group, in the order in which they came, or is paying for a seat in it',
    params: ofGroup,
    query: pageQuery.extend({ estado: z.enum(['inscrito', 'apartado']).default('inscrito') }),
    live: { follows, pace: 500 },
    answer: z.object({ personas: z.array(groupMember), siguiente: z.string().nullable() }),
    errors: ['GROUP_NOT_FOUND'],
  }),
  moveGroupMember: route({
    id: 'moveGroupMember',
    method: 'POST',
    path: '/api/cursos/:courseId/grupos/:groupId/personas/:userId/mover',
    ...edit,
    summary: 'Move a person who is in a group to another one of the course, also one that has begun, for a reason; they are told',
    params: ofGroup.extend({ userId: idNumber }),
    body: z.object({ grupo: idNumber, motivo: requiredReason }),
    answer: messageAnswer,
    errors: ['REASON_REQUIRED', 'NOT_ENROLLED', 'GROUP_NOT_FOUND', 'GROUP_FULL', 'GROUP_CANCELLED', 'GROUP_OVER'],
    fieldErrors: { GROUP_FULL: 'grupo', GROUP_NOT_FOUND: 'grupo', GROUP_CANCELLED: 'grupo', GROUP_OVER: 'grupo' },
  }),
  chooseGroup: route({
    id: 'chooseGroup',
    method: 'POST',
    path: '/api/inscripciones/grupo',
    tag: 'Aprendizaje',
    policy: 'learning.enrol',
    summary: 'Go to another group of a course that one is enrolled in, until one’s own begins or once it is cancelled',
    body: z.object({ id_usuario: idNumber, id_curso: idNumber, grupo: idNumber }),
    answer: messageAnswer,
    errors: ['NOT_ENROLLED', 'GROUP_NOT_FOUND', 'GROUP_FULL', 'GROUP_STARTED', 'GROUP_CANCELLED'],
    fieldErrors: { GROUP_FULL: 'grupo', GROUP_NOT_FOUND: 'grupo', GROUP_CANCELLED: 'grupo' },
  }),
} as const;
