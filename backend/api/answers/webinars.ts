import { schoolClock } from '../../../events/calendar.ts';
import { presentClasses, presentModules } from '../../../events/outline.ts';
import { DOORS_MS } from '../../commands/learning/webinar.ts';
import { courses } from '../../projections/courses.ts';
import type { ReadSession } from '../../projections/reading/reads.ts';
import { users } from '../../projections/users.ts';
import { type WebinarDoc, type WebinarSeatDoc, webinarSeats, webinars } from '../../projections/webinars.ts';
import type { ManagedWebinar, WebinarFigures, WebinarRecord } from '../contract/webinars.ts';
import { ATTENDANCE_DAYS, WEBINAR_MINUTES } from '../contract/webinars.ts';
import { publicName } from './people.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** The most events of a person that are shown at once, the newest. */
const MOST_OWN = 500;
/** The most events that a figure counts. */
const MOST_COUNTED = 2_000;

/** Whether it is going on: decided by the clock, never stored (G03). */
export const stateOf = (doc: Pick<WebinarDoc, 'cancelled' | 'startsAt' | 'endsAt'>, now: string): WebinarRecord['estado'] => {
  if (doc.cancelled) return 'cancelled';
  return doc.endsAt <= now ? 'completed' : doc.startsAt <= now ? 'ongoing' : 'upcoming';
};

export const namesOfHosts = async (docs: readonly WebinarDoc[], reads: ReadSession): Promise<(hostId: number) => string> => {
  const people = await reads.getMany(
    users,
    docs.map(({ hostId }) => String(hostId)),
  );
  return (hostId) => publicName(people.get(String(hostId)) ?? null, hostId);
};

/** As which class it counts, by present names; null also where that class is gone. */
async function countedAs({ countsCourse, countsClass }: WebinarDoc, reads: ReadSession): Promise<WebinarRecord['cuenta']> {
  const outline = countsCourse === null ? null : await reads.get(courses, String(countsCourse));
  const klass =
    outline &&
    presentModules(outline)
      .flatMap(presentClasses)
      .find(({ classId }) => classId === countsClass);
  return klass ? { id_curso: outline.courseId, curso: outline.title, id_clase: klass.classId, clase: klass.title } : null;
}

async function commonOf(doc: WebinarDoc, now: string, nameOf: (hostId: number) => string, reads: ReadSession) {
  const { day, time } = schoolClock(doc.startsAt);
  return {
    ...{ id: doc.webinarId, titulo: doc.title, descripcion: doc.description, tipo: doc.kind, estado: stateOf(doc, now) },
    ...{ inicio: doc.startsAt, fin: doc.endsAt, fecha: day, hora: time, zona: doc.zone },
    duracion: Math.round((Date.parse(doc.endsAt) - Date.parse(doc.startsAt)) / MINUTE),
    ...{ lugar: doc.place, en_linea: doc.link !== null, id_instructor: doc.hostId, instructor: nameOf(doc.hostId) },
    ...{ cupo: doc.capacity, inscritos: doc.seats, en_espera: doc.waiting, asistentes: doc.attended },
    ...{ solo_premium: doc.premium, cuenta: await countedAs(doc, reads) },
  };
}

/** A webinar as somebody sees it who may register. `part`: their own part in it; `premium`: whether they may take Premium seats. */
export async function webinarRecordOf(
  doc: WebinarDoc,
  part: WebinarSeatDoc | null,
  now: string,
  { nameOf, premium }: { nameOf: (hostId: number) => string; premium: boolean },
  reads: ReadSession,
): Promise<WebinarRecord> {
  const held = part === null || part.state === 'left' ? null : part;
  const turno =
    held?.state === 'waiting'
      ? (await reads.count(webinarSeats, { webinarId: doc.webinarId, state: 'waiting', turn: { lte: held.turn } })) || 1
      : null;
  return {
    ...(await commonOf(doc, now, nameOf, reads)),
    abre: new Date(Date.parse(doc.startsAt) - DOORS_MS).toISOString(),
    mio: held && { estado: held.state === 'seat' ? 'inscrito' : 'espera', turno, asistio: held.attended },
    falta_premium: doc.premium && !premium && held === null,
    motivo: held ? doc.reason : null,
    grabacion: held?.state === 'seat' ? doc.recording : null,
  };
}

/** Webinars in which a person has a part, the soonest first. */
export async function ownWebinars(userId: number, reads: ReadSession): Promise<{ doc: WebinarDoc; part: WebinarSeatDoc }[]> {
  const parts = (await reads.find(webinarSeats, { where: { userId, state: { in: ['seat', 'waiting'] } }, limit: MOST_OWN })).docs.map(
    ({ doc }) => doc,
  );
  const docs = await reads.getMany(
    webinars,
    parts.map(({ webinarId }) => String(webinarId)),
  );
  return parts
    .flatMap((part) => {
      const doc = docs.get(String(part.webinarId));
      return doc ? [{ doc, part }] : [];
    })
    .sort((one, other) => (one.doc.startsAt < other.doc.startsAt ? -1 : 1));
}

/** The host's other webinars between two moments that are not cancelled. */
export async function clashesOf(
  { hostId, startsAt, endsAt, webinarId }: Pick<WebinarDoc, 'hostId' | 'startsAt' | 'endsAt'> & { webinarId: number | null },
  reads: ReadSession,
) {
  // Whatever overlaps ends after this begins, and at most the longest duration after this ends.
  const latest = new Date(Date.parse(endsAt) + WEBINAR_MINUTES.most * MINUTE).toISOString();
  const { docs } = await reads.find(webinars, { where: { hostId, cancelled: false, endsAt: { gt: startsAt, lte: latest } }, limit: 50 });
  return docs
    .filter(({ doc }) => doc.startsAt < endsAt && doc.webinarId !== webinarId)
    .map(({ doc }) => ({ id: doc.webinarId, titulo: doc.title, inicio: doc.startsAt, fin: doc.endsAt }));
}

export async function managedWebinarOf(
  doc: WebinarDoc,
  now: string,
  nameOf: (hostId: number) => string,
  reads: ReadSession,
): Promise<ManagedWebinar> {
  return {
    ...(await commonOf(doc, now, nameOf, reads)),
    ...{ enlace: doc.link, motivo: doc.reason, grabacion: doc.recording, version: doc.version },
    choques: doc.cancelled || doc.endsAt <= now ? [] : await clashesOf(doc, reads),
  };
}

/** The four figures of one host, or (null) of the school. */
export async function figuresOf(hostId: number | null, now: Date, reads: ReadSession): Promise<WebinarFigures> {
  const of = { cancelled: false, ...(hostId !== null && { hostId }) };
  const at = now.toISOString();
  const since = new Date(now.getTime() - ATTENDANCE_DAYS * DAY).toISOString();
  const [coming, past] = await Promise.all([
    reads.find(webinars, { where: { ...of, endsAt: { gt: at } }, limit: MOST_COUNTED }),
    reads.find(webinars, { where: { ...of, endsAt: { gt: since, lte: at } }, limit: MOST_COUNTED }),
  ]);
  const sum = (docs: typeof coming.docs, field: 'seats' | 'capacity' | 'waiting' | 'attended') =>
    docs.reduce((total, { doc }) => total + doc[field], 0);
  return {
    proximos: coming.docs.length,
    ...{ inscritos: sum(coming.docs, 'seats'), cupo: sum(coming.docs, 'capacity'), enEspera: sum(coming.docs, 'waiting') },
    dias: ATTENDANCE_DAYS,
    ...{ lugares: sum(past.docs, 'seats'), asistentes: sum(past.docs, 'attended'), realizados: past.docs.length },
  };
}
