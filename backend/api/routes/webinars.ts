import { momentOf } from '../../../events/calendar.ts';
import type { WebinarPlan, Webinars } from '../../commands/learning/webinars.ts';
import { pagesOf } from '../../projections/reading/reads.ts';
import { users } from '../../projections/users.ts';
import { type WebinarDoc, type WebinarSeatDoc, webinarSeats, webinars } from '../../projections/webinars.ts';
import { calendarFile, webinarDate } from '../answers/calendarFile.ts';
import { momentCell, momentHead } from '../answers/csvMoments.ts';
import { shownName } from '../answers/people.ts';
import { clashesOf, figuresOf, managedWebinarOf, namesOfHosts, ownWebinars, webinarRecordOf } from '../answers/webinars.ts';
import { type Call, type Implement, matching, signedIn } from '../calls/implement.ts';
import { NO_REASON, SAVED } from '../contract/common.ts';
import { BOM, csvRow } from '../contract/csv.ts';
import { webinars as contract, type ManagedWebinar } from '../contract/webinars.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';

const MINUTE = 60_000;

const docOf = async (webinarId: number, call: Call): Promise<WebinarDoc> => {
  const doc = await call.reads.get(webinars, String(webinarId));
  if (!doc) throw new ApiError('WEBINAR_NOT_FOUND');
  return doc;
};
const paged = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor });
/** Whether it has ended; those to come soonest first, past ones latest first. */
const inView = (past: boolean, now: string) =>
  past
    ? ({ where: { endsAt: { lte: now } }, sort: ['-endsAt'] } as const)
    : ({ where: { endsAt: { gt: now } }, sort: ['endsAt'] } as const);

export function webinarRoutes(implement: Implement, deps: Deps): void {
  learnerRoutes(implement, deps);
  hostRoutes(implement);
  planRoutes(implement, deps);
  seatRoutes(implement, deps.webinars);
}

/** For people who may come. */
function learnerRoutes(implement: Implement, { webinars: service, config }: Deps): void {
  const recordsOf = async (all: readonly { doc: WebinarDoc; part: WebinarSeatDoc | null }[], call: Call) => {
    const now = call.now.toISOString();
    const nameOf = await namesOfHosts(
      all.map(({ doc }) => doc),
      call.reads,
    );
    const { userId, role } = signedIn(call);
    const premium = role !== 'student' || (await call.reads.get(users, String(userId)))?.plan === 'premium';
    return Promise.all(all.map(({ doc, part }) => webinarRecordOf(doc, part, now, { nameOf, premium }, call.reads)));
  };
  implement(contract.listWebinars, {
    async handle({ query: { vista, limit, cursor } }, call) {
      const { userId } = signedIn(call);
      if (vista === 'mios') return { eventos: await recordsOf(await ownWebinars(userId, call.reads), call), siguiente: null };
      const page = await call.reads.find(webinars, { ...inView(vista === 'pasados', call.now.toISOString()), limit, ...paged(cursor) });
      const parts = await call.reads.getMany(
        webinarSeats,
        page.docs.map(({ key }) => `${key}_${userId}`),
      );
      if (page.next !== null) call.header('x-next-cursor', page.next);
      const all = page.docs.map(({ doc, key }) => ({ doc, part: parts.get(`${key}_${userId}`) ?? null }));
      return { eventos: await recordsOf(all, call), siguiente: page.next };
    },
  });
  implement(contract.getWebinar, {
    async handle({ params: { webinarId } }, call) {
      const doc = await docOf(webinarId, call);
      const part = await call.reads.get(webinarSeats, `${webinarId}_${signedIn(call).userId}`);
      const [record] = await recordsOf([{ doc, part }], call);
      if (!record) throw new ApiError('WEBINAR_NOT_FOUND');
      return record;
    },
  });
  implement(contract.registerForWebinar, {
    async handle({ params: { webinarId }, body: { espera } }, call) {
      const { userId } = signedIn(call);
      const { state, position } = await service.register(webinarId, userId, espera, call.context());
      call.wrote(position);
      return state.seats.has(userId)
        ? { message: '¡Listo! Tu lugar está apartado.', estado: 'inscrito' as const }
        : { message: 'Estás en la lista de espera. Te avisamos si se libera un lugar.', estado: 'espera' as const };
    },
  });
  implement(contract.leaveWebinar, {
    async handle({ params: { webinarId } }, call) {
      const { position } = await service.leave(webinarId, signedIn(call).userId, 'self', call.context());
      call.wrote(position);
      return { message: 'Dejaste libre tu lugar.' };
    },
  });
  implement(contract.joinWebinar, {
    async handle({ params: { webinarId } }, call) {
      const { link } = (await service.load(webinarId)).details;
      if (link === null) throw new ApiError('WEBINAR_NO_LINK');
      const { position } = await service.attend(webinarId, signedIn(call).userId, 'link', call.context());
      call.wrote(position);
      return { message: 'Tu asistencia quedó registrada.', enlace: link };
    },
  });
  implement(contract.webinarCalendar, {
    async handle({ params: { webinarId } }, call) {
      const doc = await docOf(webinarId, call);
      call.header('content-disposition', `attachment; filename="evento-${webinarId}.ics"`);
      return calendarFile(doc.title, [webinarDate(doc, config.publicUrl)]);
    },
  });
}

/** Whose webinars a call is about: an instructor's own; for an administrator those asked for, null: all. */
const hostOf = ({ identity }: Call, asked: number | undefined): number | null =>
  identity?.role === 'instructor' ? identity.userId : (asked ?? null);

/** For people who plan webinars. */
function hostRoutes(implement: Implement): void {
  implement(contract.managedWebinars, {
    async handle({ query: { vista, limit, cursor, id_instructor } }, call) {
      const hostId = hostOf(call, id_instructor);
      const now = call.now.toISOString();
      const { where, sort } = inView(vista === 'pasados', now);
      const page = await call.reads.find(webinars, {
        where: { ...where, ...(hostId !== null && { hostId }) },
        ...{ sort, limit },
        ...paged(cursor),
      });
      const nameOf = await namesOfHosts(
        page.docs.map(({ doc }) => doc),
        call.reads,
      );
      if (page.next !== null) call.header('x-next-cursor', page.next);
      return {
        eventos: await Promise.all(page.docs.map(({ doc }) => managedWebinarOf(doc, now, nameOf, call.reads))),
        siguiente: page.next,
      };
    },
  });
  implement(contract.webinarFigures, {
    handle: ({ query: { id_instructor } }, call) => figuresOf(hostOf(call, id_instructor), call.now, call.reads),
  });
  implement(contract.webinarClashes, {
    async handle({ query: { id_instructor, fecha, hora, duracion, menos } }, call) {
      const hostId = hostOf(call, id_instructor);
      const startsAt = fecha === undefined || hora === undefined ? null : momentOf(fecha, hora);
      if (hostId === null || startsAt === null) return { choques: [] };
      const endsAt = new Date(Date.parse(startsAt) + duracion * MINUTE).toISOString();
      return { choques: await clashesOf({ hostId, startsAt, endsAt, webinarId: menos ?? null }, call.reads) };
    },
  });
}

/** The complete details from a form; every missing field is named. */
function planOf(
  body: {
    titulo?: string | undefined;
    descripcion?: string | undefined;
    tipo: ManagedWebinar['tipo'];
    fecha?: string | undefined;
    hora?: string | undefined;
    duracion: number;
    lugar?: string | null | undefined;
    enlace?: string | null | undefined;
    cupo: number;
    id_instructor?: number | undefined;
    solo_premium: boolean;
  },
  { identity }: Call,
): WebinarPlan {
  const { titulo, descripcion, tipo, fecha, hora, duracion, lugar, enlace, cupo } = body;
  // Who teaches hosts what they schedule themselves.
  const hostId = identity?.role === 'instructor' ? identity.userId : body.id_instructor;
  const missing = Object.entries({ titulo, descripcion, fecha, hora, id_instructor: hostId }).filter(([, value]) => !value);
  if (!titulo || !descripcion || !fecha || !hora || hostId === undefined)
    throw new ApiError('REQUIRED_FIELDS', {
      errors: missing.map(([path]) => ({ path, code: 'REQUIRED_FIELDS' as const, message: 'Falta este dato.' })),
    });
  return {
    ...{ title: titulo, description: descripcion, kind: tipo, day: fecha, time: hora, minutes: duracion },
    ...{ place: lugar ?? null, link: enlace ?? null, capacity: cupo, hostId, premium: body.solo_premium },
  };
}

const managed = { webinar: async ({ params }: { params: { webinarId: number } }) => params.webinarId };

/** The announced details. */
function planRoutes(implement: Implement, { webinars: service, learning }: Pick<Deps, 'webinars' | 'learning'>): void {
  implement(contract.scheduleWebinar, {
    async handle({ body }, call) {
      const { webinarId, state, position } = await service.schedule(planOf(body, call), call.context());
      call.wrote(position);
      const { details } = state;
      const choques = details === null ? [] : await clashesOf({ ...details, webinarId }, call.reads);
      return { message: 'Evento programado', id: webinarId, choques };
    },
  });
  implement(contract.editWebinar, {
    ...managed,
    async handle({ params: { webinarId }, body: { avisar, ...body } }, call) {
      const { state, version, position } = await service.edit(webinarId, planOf(body, call), avisar, call.context(), matching(call));
      call.wrote(position);
      const choques = state.details === null ? [] : await clashesOf({ ...state.details, webinarId }, call.reads);
      return { ...SAVED, version: version + 1, choques };
    },
  });
  implement(contract.cancelWebinar, {
    ...managed,
    async handle({ params: { webinarId }, body: { motivo } }, call) {
      const { version, position } = await service.cancel(webinarId, motivo, call.context(motivo), matching(call));
      call.wrote(position);
      return { message: 'Evento cancelado', version: version + 1 };
    },
  });
  implement(contract.reinstateWebinar, {
    ...managed,
    async handle({ params: { webinarId }, body: { motivo } }, call) {
      const { version, position } = await service.reinstate(webinarId, call.context(motivo ?? NO_REASON), matching(call));
      call.wrote(position);
      return { message: 'El evento sigue en pie', version: version + 1 };
    },
  });
  implement(contract.countAttendance, {
    ...managed,
    async handle({ params: { webinarId }, body: { id_curso: courseId, id_clase: classId } }, call) {
      // Only teachers of a course decide what counts in it.
      if (courseId !== null && (await learning.access(signedIn(call).userId, courseId)).access !== 'staff')
        throw new ApiError('COURSE_NOT_FOUND');
      const as = courseId === null || classId === null ? null : { courseId, classId };
      const { version, position } = await service.count(webinarId, as, call.context(), matching(call));
      call.wrote(position);
      return { ...SAVED, version: version + 1 };
    },
  });
  implement(contract.publishRecording, {
    ...managed,
    async handle({ params: { webinarId }, body: { enlace } }, call) {
      const { version, position } = await service.record(webinarId, enlace ?? null, call.context(), matching(call));
      call.wrote(position);
      return { ...SAVED, version: version + 1 };
    },
  });
}

/** Who comes. */
function seatRoutes(implement: Implement, service: Webinars): void {
  const peopleOf = async (seats: readonly WebinarSeatDoc[], call: Call) => {
    const people = await call.reads.getMany(
      users,
      seats.map(({ userId }) => String(userId)),
    );
    return seats.map((seat) => {
      const person = people.get(String(seat.userId));
      return { seat, name: person ? shownName(person, 'staff') : null };
    });
  };
  implement(contract.webinarSeats, {
    ...managed,
    async handle({ params: { webinarId }, query: { estado, limit, cursor } }, call) {
      await docOf(webinarId, call);
      const page = await call.reads.find(webinarSeats, {
        where: { webinarId, state: estado === 'inscrito' ? 'seat' : 'waiting' },
        ...{ sort: ['turn'], limit },
        ...paged(cursor),
      });
      if (page.next !== null) call.header('x-next-cursor', page.next);
      const people = await peopleOf(
        page.docs.map(({ doc }) => doc),
        call,
      );
      return {
        personas: people.map(({ seat, name }) => ({
          ...{ id_usuario: seat.userId, nombre: name, estado, desde: seat.at, asistio: seat.attended },
        })),
        siguiente: page.next,
      };
    },
  });
  implement(contract.exportWebinarSeats, {
    ...managed,
    async handle({ params: { webinarId } }, call) {
      await docOf(webinarId, call);
      let csv = BOM + csvRow(['lugar', 'nombre', 'estado', momentHead('desde'), 'asistio']);
      let row = 0;
      for (const state of ['seat', 'waiting'] as const) {
        for await (const page of pagesOf(call.reads, webinarSeats, {
          where: { webinarId, state },
          ...{ sort: ['turn'], limit: 500 },
        })) {
          const people = await peopleOf(
            page.map(({ doc }) => doc),
            call,
          );
          for (const { seat, name } of people)
            csv += csvRow([++row, name, state === 'seat' ? 'inscrito' : 'espera', momentCell(seat.at), seat.attended ? 'sí' : 'no']);
        }
      }
      call.header('content-disposition', `attachment; filename="evento-${webinarId}-inscritos.csv"`);
      return csv;
    },
  });
  implement(contract.markAttendance, {
    ...managed,
    async handle({ params: { webinarId, userId }, body: { asistio } }, call) {
      const { position } = asistio
        ? await service.attend(webinarId, userId, 'host', call.context())
        : await service.unattend(webinarId, userId, call.context());
      call.wrote(position);
      return SAVED;
    },
  });
}
