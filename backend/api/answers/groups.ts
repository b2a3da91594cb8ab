import { schoolClock, schoolDay } from '../../../events/calendar.ts';
import { isOpen, isOver } from '../../commands/learning/group.ts';
import { courses } from '../../projections/courses.ts';
import { type GroupDoc, type GroupSeatDoc, groupSeats, groups } from '../../projections/groups.ts';
import type { OrderDoc } from '../../projections/orders.ts';
import type { ReadSession } from '../../projections/reading/reads.ts';
import type { ManagedGroup } from '../contract/groups.ts';
import type { GroupRecord } from '../contract/records/groups.ts';
import type { LearnerCourse } from '../contract/records/learning.ts';
import type { OwnOrderRecord } from '../contract/records/orders.ts';
import { stateOf as stateOfOrder } from './orders.ts';

const MOST_SHOWN = 200;

const stateOf = (doc: GroupDoc, now: string): GroupRecord['estado'] => {
  if (doc.cancelled) return 'cancelado';
  if (isOver(doc, { today: schoolDay(now) })) return 'terminado';
  return doc.startsAt <= now ? 'en-curso' : 'por-empezar';
};
export function groupRecordOf(doc: GroupDoc, now: string): GroupRecord {
  const { day, time } = schoolClock(doc.startsAt);
  const libres = Math.max(0, doc.capacity - doc.taken - doc.held);
  return {
    ...{ id: doc.groupId, nombre: doc.name, estado: stateOf(doc, now) },
    ...{ inicio: doc.startsAt, fecha: day, hora: time, zona: doc.zone, fin: doc.endsOn },
    ...{ cupo: doc.capacity, libres, abierto: isOpen(doc, { now }) && libres > 0 },
  };
}
export const managedGroupOf = (doc: GroupDoc, now: string): ManagedGroup => ({
  ...groupRecordOf(doc, now),
  ...{ inscritos: doc.taken, apartados: doc.held, motivo: doc.reason, version: doc.version },
});

/** All groups of a course, the one that begins soonest first. */
export const groupsOf = async (courseId: number, reads: Pick<ReadSession, 'find'>): Promise<GroupDoc[]> =>
  (await reads.find(groups, { where: { courseId }, sort: ['startsAt'], limit: MOST_SHOWN })).docs.map(({ doc }) => doc);

/** Whether it is still to come or going on. */
export const isPresent = ({ estado }: GroupRecord): boolean => estado === 'por-empezar' || estado === 'en-curso';
/** Groups as visitors see them. */
export const presentGroups = async (courseId: number, now: string, reads: Pick<ReadSession, 'find'>): Promise<GroupRecord[]> =>
  (await groupsOf(courseId, reads)).map((doc) => groupRecordOf(doc, now)).filter(isPresent);

/** The group of a person in a course, by the course; nothing where they have no seat of their own. */
export async function ownGroups(
  userId: number,
  courseIds: readonly number[],
  reads: Pick<ReadSession, 'getMany'>,
): Promise<ReadonlyMap<number, GroupDoc>> {
  const seats = [
    ...(
      await reads.getMany(
        groupSeats,
        courseIds.map((courseId) => `${userId}_${courseId}`),
      )
    ).values(),
  ].filter(({ state }: GroupSeatDoc) => state === 'taken');
  const docs = await reads.getMany(
    groups,
    seats.map(({ courseId, groupId }) => `${courseId}_${groupId}`),
  );
  return new Map([...docs.values()].map((doc) => [doc.courseId, doc]));
}
/** By the number of each order of a person that is paid, or can be: their groups in its courses, taken or held while they pay. */
export async function groupsOfOrders(
  found: readonly OrderDoc[],
  now: string,
  reads: Pick<ReadSession, 'getMany'>,
): Promise<ReadonlyMap<number, OwnOrderRecord['grupos']>> {
  const state = { abierto: 'held', pagado: 'taken', cerrado: null, devuelto: null } as const;
  const places = found.flatMap((doc) =>
    doc.gift ? [] : doc.opens.map((courseId) => ({ courseId, doc, seat: `${doc.userId}_${courseId}` })),
  );
  const seats = await reads.getMany(
    groupSeats,
    places.map(({ seat }) => seat),
  );
  const docs = await reads.getMany(
    groups,
    [...seats.values()].map(({ courseId, groupId }) => `${courseId}_${groupId}`),
  );
  const titles = await reads.getMany(
    courses,
    [...docs.values()].map(({ courseId }) => String(courseId)),
  );
  const of = new Map<number, OwnOrderRecord['grupos']>();
  for (const { courseId, doc, seat } of places) {
    const had = seats.get(seat);
    const group = had?.state === state[stateOfOrder(doc)] ? docs.get(`${courseId}_${had.groupId}`) : undefined;
    if (!group) continue;
    const { nombre, estado, fecha, fin } = groupRecordOf(group, now);
    of.set(doc.orderId, [...(of.get(doc.orderId) ?? []), { nombre, estado, fecha, fin, curso: titles.get(String(courseId))?.title ?? '' }]);
  }
  return of;
}
/** When the course opens for the group's members; null: it is open. */
export const opensBy = (doc: GroupDoc | undefined): string | null => (doc && !doc.cancelled && doc.beganAt === null ? doc.startsAt : null);

/** A group as its member sees it. */
export const ownGroupOf = (doc: GroupDoc | undefined, now: string): LearnerCourse['grupo'] =>
  doc
    ? {
        ...{ id: doc.groupId, nombre: doc.name, estado: stateOf(doc, now), motivo: doc.reason },
        ...{ fecha: schoolClock(doc.startsAt).day, fin: doc.endsOn },
        se_cambia: doc.cancelled || doc.startsAt > now,
      }
    : null;
