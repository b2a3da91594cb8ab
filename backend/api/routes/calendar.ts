import { addDays, momentOf, schoolDay } from '../../../events/calendar.ts';
import { user } from '../../commands/identity/user.ts';
import { courses } from '../../projections/courses.ts';
import { type GroupDoc, groupSeats, groups } from '../../projections/groups.ts';
import { type OrderDoc, orders } from '../../projections/orders.ts';
import type { ReadSession } from '../../projections/reading/reads.ts';
import { rights } from '../../projections/rights.ts';
import { webinars } from '../../projections/webinars.ts';
import { type CalendarDate, calendarFile, webinarDate } from '../answers/calendarFile.ts';
import { ownWebinars, stateOf } from '../answers/webinars.ts';
import type { Implement } from '../calls/implement.ts';
import { type CalendarEntry, webinars as contract } from '../contract/webinars.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';

const HOUR = 3_600_000;
/** Requests of one address in an hour: calendars ask a few times. */
const FEED_LIMIT = 300;
/** Days that a calendar keeps of what is past. */
const PAST_DAYS = 90;
const DEFAULT_DAYS = 62;
const MOST_DAYS = 400;
const MOST_HOSTED = 200;
const MOST_REQUESTS = 50;
const MOST_ORDERS = 50;
const MOST_GROUPS = 200;

interface Due {
  tipo: 'plan' | 'pago';
  orderId: number;
  title: string;
  /** YYYY-MM-DD, by the calendar of the school. */
  day: string;
  estado: 'renueva' | 'termina' | 'abierta';
  /** How often the date was another one before, and since when it is this one. */
  moved: number;
  since: string;
}
/** What is dated of an order: when its subscription renews or ends, or the last day to make its transfer. */
function dueOf({ orderId, title, state, transfer, validUntil, subscription, startedAt, paidAt }: OrderDoc): Due[] {
  if (subscription?.state === 'active') {
    const { until, renewals } = subscription;
    const cancelling = subscription.cancelling || transfer !== null;
    const since = renewals.at(-1)?.at ?? paidAt ?? startedAt;
    return [
      { tipo: 'plan', orderId, title, day: schoolDay(until), estado: cancelling ? 'termina' : 'renueva', moved: renewals.length, since },
    ];
  }
  if (state !== 'open' || transfer === null || transfer.declaredAt !== null) return [];
  return [{ tipo: 'pago', orderId, title, day: schoolDay(validUntil), estado: 'abierta', moved: 0, since: startedAt }];
}
const dueWords = { renueva: 'Se renueva', termina: 'Termina', abierta: 'Último día para transferir' } as const;

interface Beginning {
  doc: GroupDoc;
  /** YYYY-MM-DD, by the calendar of the school. */
  day: string;
  title: string;
}
/** When the groups begin in which the person has a seat. */
async function beginningsOf(userId: number, from: string, to: string, reads: ReadSession): Promise<Beginning[]> {
  const { docs: seats } = await reads.find(groupSeats, { where: { userId, state: 'taken' }, limit: MOST_GROUPS });
  const docs = await reads.getMany(
    groups,
    seats.map(({ doc: { courseId, groupId } }) => `${courseId}_${groupId}`),
  );
  const titles = await reads.getMany(
    courses,
    seats.map(({ doc }) => String(doc.courseId)),
  );
  return [...docs.values()]
    .filter(({ cancelled, startsAt }) => !cancelled && startsAt >= from && startsAt <= to)
    .map((doc) => ({
      doc,
      day: schoolDay(doc.startsAt),
      title: `${titles.get(String(doc.courseId))?.title ?? ''} · ${doc.name}`,
    }));
}

/** All that is dated of one person: what they registered for, what they host, by when they are to be answered, what they pay, when their groups begin. */
async function datesOf(userId: number, from: string, to: string, reads: ReadSession) {
  const within = { endsAt: { gt: from, lte: to } };
  const [own, hosted, requests, bought, beginnings] = await Promise.all([
    ownWebinars(userId, reads),
    reads.find(webinars, { where: { hostId: userId, ...within }, limit: MOST_HOSTED }),
    reads.find(rights, { where: { userId }, sort: ['-exercisedAt'], limit: MOST_REQUESTS }),
    reads.find(orders, { where: { userId }, sort: ['-startedAt'], limit: MOST_ORDERS }),
    beginningsOf(userId, from, to, reads),
  ]);
  return {
    own: own.filter(({ doc }) => doc.endsAt > from && doc.startsAt <= to),
    hosted: hosted.docs.map(({ doc }) => doc),
    requests: requests.docs.map(({ doc }) => doc).filter(({ open, dueOn }) => open && dueOn >= from.slice(0, 10)),
    beginnings,
    due: bought.docs.flatMap(({ doc }) => dueOf(doc)).filter(({ day }) => day >= from.slice(0, 10)),
  };
}

/** One's own dates: as a page, and as a file that calendars read again by themselves. */
export function calendarRoutes(implement: Implement, deps: Deps): void {
  pageRoutes(implement);
  addressRoutes(implement, deps);
  feedRoutes(implement, deps);
}

function pageRoutes(implement: Implement): void {
  implement(contract.ownCalendar, {
    async handle({ params: { userId }, query }, call) {
      const desde = query.desde ?? schoolDay(call.now.toISOString());
      const asked = query.hasta ?? addDays(desde, DEFAULT_DAYS);
      const hasta = [asked, addDays(desde, MOST_DAYS)].sort()[0] as string;
      const from = momentOf(desde, '00:00') ?? `${desde}T00:00:00.000Z`;
      const to = momentOf(addDays(hasta, 1), '00:00') ?? `${hasta}T23:59:59.999Z`;
      const now = call.now.toISOString();
      const { own, hosted, requests, due, beginnings } = await datesOf(userId, from, to, call.reads);
      const fechas: CalendarEntry[] = [
        ...own.map(({ doc, part }) => ({
          ...{ tipo: 'evento' as const, id: String(doc.webinarId), titulo: doc.title, inicio: doc.startsAt, fin: doc.endsAt },
          ...{ estado: doc.cancelled || part.state === 'seat' ? stateOf(doc, now) : ('espera' as const), lugar: doc.place },
        })),
        ...hosted
          .filter(({ startsAt }) => startsAt < to)
          .map((doc) => ({
            ...{ tipo: 'imparto' as const, id: String(doc.webinarId), titulo: doc.title, inicio: doc.startsAt, fin: doc.endsAt },
            ...{ estado: stateOf(doc, now), lugar: doc.place },
          })),
        ...requests
          .filter(({ dueOn }) => dueOn >= desde && dueOn <= hasta)
          .map(({ requestId, dueOn }) => ({
            ...{ tipo: 'solicitud' as const, id: requestId, titulo: 'Respuesta a tu solicitud sobre tus datos' },
            ...{ inicio: dueOn, fin: null, estado: 'abierta' as const, lugar: null },
          })),
        ...due
          .filter(({ day }) => day >= desde && day <= hasta)
          .map(({ tipo, orderId, title, day, estado }) => ({
            ...{ tipo, id: String(orderId), titulo: title, inicio: day, fin: null, estado, lugar: null },
          })),
        ...beginnings.map(({ doc: { courseId }, day, title }) => ({
          ...{
            tipo: 'grupo' as const,
            id: String(courseId),
            titulo: title,
            inicio: day,
            fin: null,
            estado: 'abierta' as const,
            lugar: null,
          },
        })),
      ];
      return { fechas: fechas.sort((one, other) => (one.inicio < other.inicio ? -1 : 1)) };
    },
  });
}

/** The address of the file: made, and ended, by its owner. */
function addressRoutes(implement: Implement, { calendarAddresses, config }: Deps): void {
  implement(contract.calendarAddress, {
    handle: async ({ params: { userId } }) => ({ desde: await calendarAddresses.since(userId) }),
  });
  implement(contract.makeCalendarAddress, {
    async handle({ params: { userId } }, call) {
      const { secret, since } = await calendarAddresses.make(userId, call.now);
      return { message: 'Dirección lista', direccion: `${config.publicUrl}/api/calendario/${secret}`, desde: since };
    },
  });
  implement(contract.endCalendarAddress, {
    async handle({ params: { userId } }) {
      await calendarAddresses.end(userId);
      return { message: 'La dirección dejó de servir' };
    },
  });
}

function feedRoutes(implement: Implement, deps: Deps): void {
  const { calendarAddresses, commands, config, limits } = deps;
  implement(contract.calendarFeed, {
    async handle({ params: { secreto } }, call) {
      await limits.count('calendar', call.ip, FEED_LIMIT, HOUR);
      const userId = await calendarAddresses.whose(secreto);
      if (userId === null || (await commands.load(user, userId)).state.status !== 'active') throw new ApiError('NOT_FOUND');
      const from = new Date(call.now.getTime() - PAST_DAYS * 24 * HOUR).toISOString();
      const { own, hosted, requests, due, beginnings } = await datesOf(userId, from, '9999-12-31', call.reads);
      const host = new URL(config.publicUrl).hostname;
      const dates: CalendarDate[] = [
        ...own.map(({ doc, part }) => webinarDate(doc, config.publicUrl, part.state === 'waiting')),
        // Who hosts it and has a seat too has it once.
        ...hosted
          .filter(({ webinarId }) => !own.some(({ doc }) => doc.webinarId === webinarId))
          .map((doc) => webinarDate(doc, config.publicUrl)),
        ...requests.map(({ requestId, dueOn, exercisedAt }) => ({
          ...{ uid: `solicitud-${requestId}@${host}`, sequence: 0, changedAt: exercisedAt },
          ...{ title: 'Respuesta a tu solicitud sobre tus datos', description: '', startsAt: `${dueOn}T00:00:00.000Z`, endsAt: null },
          ...{ place: null, url: `${config.publicUrl}/profile/security`, status: 'confirmed' as const },
        })),
        ...beginnings.map(({ doc: { courseId, groupId, moved, changedAt }, day, title }) => ({
          ...{ uid: `grupo-${courseId}-${groupId}@${host}`, sequence: moved, changedAt, description: '' },
          ...{ title: `Empieza tu grupo: ${title}`, startsAt: `${day}T00:00:00.000Z`, endsAt: null },
          ...{ place: null, url: `${config.publicUrl}/courses?courseId=${courseId}`, status: 'confirmed' as const },
        })),
        ...due.map(({ tipo, orderId, title, day, estado, moved, since }) => ({
          ...{ uid: `${tipo}-${orderId}@${host}`, sequence: moved, changedAt: since, description: '' },
          ...{ title: `${dueWords[estado]}: ${title}`, startsAt: `${day}T00:00:00.000Z`, endsAt: null },
          ...{ place: null, url: `${config.publicUrl}/purchases`, status: 'confirmed' as const },
        })),
      ];
      call.header('cache-control', 'private, no-store');
      call.header('referrer-policy', 'no-referrer');
      return calendarFile('Mis fechas', dates);
    },
  });
}
