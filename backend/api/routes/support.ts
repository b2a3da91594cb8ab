import type { SupportTopic } from '../../../events/support.ts';
import { course } from '../../commands/catalogue/course.ts';
import { user } from '../../commands/identity/user.ts';
import { enrolment } from '../../commands/learning/enrolment.ts';
import { support as decider, type SupportCommand } from '../../commands/support/support.ts';
import { courses } from '../../projections/courses.ts';
import type { PeopleDirectory } from '../../projections/peopleDirectory.ts';
import { type SupportDoc, supportMessages, supportRequests } from '../../projections/support.ts';
import { users } from '../../projections/users.ts';
import { shownName, type Viewer } from '../answers/people.ts';
import { supportAtStake, supportClock, supportPromise } from '../answers/support.ts';
import { type Call, type Implement, signedIn } from '../calls/implement.ts';
import { supportStates, type supportTopics } from '../contract/choices.ts';
import { SAVED } from '../contract/common.ts';
import { support as contract, type OwnSupport, type SupportMessage, type SupportRow } from '../contract/support.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';

const DAY = 24 * 3_600_000;
/** The most requests of one person in a day. */
const REQUESTS_PER_DAY = 10;
const MESSAGES_PER_DAY = 60;
/** How many of one's own requests are shown; older ones are in the export of one's data. */
const MOST_OWN = 100;
const MOST_SHOWN = 500;
const MOST_TEAM = 100;
/** The most pages of the store that one call searches for its filter. */
const MOST_PAGES = 40;

const topics = { curso: 'course', tecnico: 'technical', cuenta: 'account', pago: 'payment', otro: 'other' } as const satisfies Record<
  (typeof supportTopics)[number],
  SupportTopic
>;
const nameOfTopic = Object.fromEntries(Object.entries(topics).map(([name, topic]) => [topic, name])) as Record<
  SupportTopic,
  keyof typeof topics
>;
const statuses = { 'por-responder': 'waiting', respondida: 'answered', cerrada: 'closed' } as const satisfies Record<
  (typeof supportStates)[number],
  SupportDoc['status']
>;
const nameOfStatus = { waiting: 'por-responder', answered: 'respondida', closed: 'cerrada' } as const;

/** Requests for help and their answers. */
export function supportRoutes(implement: Implement, deps: Deps, directory: PeopleDirectory): void {
  const { commands } = deps;
  const send = async (command: SupportCommand, call: Call): Promise<void> => {
    call.wrote((await commands.handle(decider, command.userId, command, call.context())).position);
  };
  askingRoutes(implement, deps, send);
  queueRoutes(implement, directory);
  answeringRoutes(implement, deps, send);
}
type Send = (command: SupportCommand, call: Call) => Promise<void>;

const ownRecords = async (docs: readonly SupportDoc[], call: Call): Promise<OwnSupport[]> => {
  const ids = [...new Set(docs.flatMap(({ courseId }) => (courseId === null ? [] : [String(courseId)])))];
  const found = await call.reads.getMany(courses, ids);
  return docs.map((doc) => ({
    ...{ id: doc.requestId, tema: nameOfTopic[doc.topic], asunto: doc.subject, id_curso: doc.courseId },
    curso: found.get(String(doc.courseId))?.title ?? null,
    ...{ estado: nameOfStatus[doc.status], fecha: doc.askedAt, cambiada: doc.changedAt, mensajes: doc.messages },
    promesa: supportPromise(doc, call.now),
  }));
};

/** All that was said about a request; who of the school said it, as the reader may know them. */
async function conversationOf(requestId: string, viewer: Viewer, call: Call): Promise<SupportMessage[]> {
  const { docs } = await call.reads.find(supportMessages, { where: { requestId }, sort: ['message'], limit: MOST_SHOWN });
  const people = await call.reads.getMany(users, [...new Set(docs.flatMap(({ doc }) => (doc.by === null ? [] : [String(doc.by)])))]);
  return docs.map(({ doc }) => {
    const person = people.get(String(doc.by));
    const nombre = person ? shownName(person, viewer) : null;
    return { numero: doc.message, fecha: doc.saidAt, de: doc.side === 'person' ? 'persona' : 'escuela', nombre, texto: doc.text };
  });
}

/** For whoever needs help. */
function askingRoutes(implement: Implement, { commands, limits }: Deps, send: Send): void {
  const clockOf = async (userId: number, call: Call) => {
    const { plan } = (await commands.load(user, userId)).state;
    return supportClock(plan, call.now, call.reads);
  };

  /** A draft course is named only to people who are in it. */
  const mayKnow = async (userId: number, courseId: number): Promise<boolean> =>
    (await commands.load(course, courseId)).state.status === 'published' ||
    (await commands.load(enrolment, `${userId}_${courseId}`)).state.enrolled;

  implement(contract.ownSupport, {
    async handle(_, call) {
      const { userId } = signedIn(call);
      const { docs } = await call.reads.find(supportRequests, { where: { userId }, sort: ['-changedAt'], limit: MOST_OWN });
      const solicitudes = await ownRecords(
        docs.map(({ doc }) => doc),
        call,
      );
      return { solicitudes, responde: (await clockOf(userId, call)).dueAt };
    },
  });
  implement(contract.ownSupportRequest, {
    async handle({ params: { solicitud } }, call) {
      const doc = await call.reads.get(supportRequests, solicitud);
      if (doc?.userId !== signedIn(call).userId) throw new ApiError('SUPPORT_NOT_FOUND');
      const [record] = await ownRecords([doc], call);
      if (!record) throw new ApiError('SUPPORT_NOT_FOUND');
      return { ...record, conversacion: await conversationOf(solicitud, 'everyone', call) };
    },
  });
  implement(contract.askSupport, {
    async handle({ body: { tema, asunto, texto, id_curso: courseId = null } }, call) {
      const { userId } = signedIn(call);
      if (courseId !== null && !(await mayKnow(userId, courseId))) throw new ApiError('COURSE_NOT_FOUND');
      await limits.count('support', String(userId), REQUESTS_PER_DAY, DAY);
      const requestId = call.context().commandId;
      const clock = await clockOf(userId, call);
      await send({ type: 'ask', userId, requestId, topic: topics[tema], courseId, subject: asunto, text: texto, clock }, call);
      return { message: 'Recibimos tu solicitud. Te avisamos cuando la respondamos.', id: requestId, responde: clock.dueAt };
    },
  });
  implement(contract.writeSupport, {
    async handle({ params: { solicitud: requestId }, body: { texto } }, call) {
      const { userId } = signedIn(call);
      await limits.count('support-message', String(userId), MESSAGES_PER_DAY, DAY);
      await send({ type: 'follow', userId, requestId, text: texto, clock: await clockOf(userId, call) }, call);
      return { message: 'Mensaje enviado' };
    },
  });
  implement(contract.closeOwnSupport, {
    async handle({ params: { solicitud: requestId } }, call) {
      await send({ type: 'close', userId: signedIn(call).userId, requestId, by: 'person' }, call);
      return { message: 'Solicitud cerrada' };
    },
  });
}

const rowsOf = async (docs: readonly SupportDoc[], call: Call): Promise<SupportRow[]> => {
  const ids = docs.flatMap(({ userId, assigneeId }) => [userId, ...(assigneeId === null ? [] : [assigneeId])]);
  const people = await call.reads.getMany(users, [...new Set(ids.map(String))]);
  const nameOf = (id: number): string | null => {
    const person = people.get(String(id));
    return person ? shownName(person, 'staff') : null;
  };
  return (await ownRecords(docs, call)).map((record, index) => {
    const { userId, plan, assigneeId } = docs[index] as SupportDoc;
    const asignada = assigneeId === null ? null : { id: assigneeId, nombre: nameOf(assigneeId) ?? `#${assigneeId}` };
    return { ...record, id_usuario: userId, nombre: nameOf(userId), plan: plan === 'premium' ? 'premium' : 'basico', asignada };
  });
};

const found = async (requestId: string, call: Call): Promise<SupportDoc> => {
  const doc = await call.reads.get(supportRequests, requestId);
  if (!doc) throw new ApiError('SUPPORT_NOT_FOUND');
  return doc;
};

/** What staff see. */
function queueRoutes(implement: Implement, directory: PeopleDirectory): void {
  implement(contract.listSupport, {
    async handle({ query: { estado, asignada, promesa, limit, cursor } }, call) {
      const status = statuses[estado];
      const assignee = asignada === undefined ? {} : { assigneeId: asignada === 'mias' ? signedIn(call).userId : null };
      const docs: SupportDoc[] = [];
      let from = cursor ?? null;
      // Whole pages of the store, until there is something to show: the next call continues where this one ended.
      for (let pages = 0; pages < MOST_PAGES; pages++) {
        const page = await call.reads.find(supportRequests, {
          where: { status, ...assignee },
          ...{ sort: [status === 'waiting' ? 'order' : '-changedAt'], limit },
          ...(from !== null && { cursor: from }),
        });
        docs.push(
          ...page.docs.map(({ doc }) => doc).filter((doc) => promesa === undefined || supportPromise(doc, call.now)?.estado === promesa),
        );
        from = page.next;
        if (from === null || docs.length > 0) break;
      }
      if (from !== null) call.header('x-next-cursor', from);
      return { solicitudes: await rowsOf(docs, call), siguiente: from };
    },
  });
  implement(contract.supportCounts, {
    async handle(_, call) {
      const { ids } = await directory.search({ role: 'administrator', status: 'active', limit: MOST_TEAM });
      const people = await call.reads.getMany(users, ids.map(String));
      return {
        estados: await Promise.all(
          supportStates.map(async (estado) => ({
            estado,
            cantidad: await call.reads.count(supportRequests, { status: statuses[estado] }),
          })),
        ),
        promesas: await supportAtStake(call.reads, call.now),
        equipo: ids.map((id) => {
          const person = people.get(String(id));
          return { id, nombre: (person && shownName(person, 'staff')) ?? `#${id}` };
        }),
      };
    },
  });
  implement(contract.getSupport, {
    async handle({ params: { solicitud } }, call) {
      const [row] = await rowsOf([await found(solicitud, call)], call);
      if (!row) throw new ApiError('SUPPORT_NOT_FOUND');
      return { ...row, conversacion: await conversationOf(solicitud, 'staff', call) };
    },
  });
}

/** What staff do. */
function answeringRoutes(implement: Implement, { commands }: Deps, send: Send): void {
  implement(contract.answerSupport, {
    async handle({ params: { solicitud: requestId }, body: { texto, cerrar } }, call) {
      const { userId } = await found(requestId, call);
      await send({ type: 'answer', userId, requestId, text: texto, closes: cerrar }, call);
      return { message: 'Respuesta enviada' };
    },
  });
  implement(contract.assignSupport, {
    async handle({ params: { solicitud: requestId }, body: { id_usuario: assigneeId } }, call) {
      const { userId } = await found(requestId, call);
      if (assigneeId !== null) {
        const { state } = await commands.load(user, assigneeId);
        if (state.status !== 'active' || state.role !== 'administrator') throw new ApiError('SUPPORT_ASSIGNEE');
      }
      await send({ type: 'assign', userId, requestId, assigneeId }, call);
      return SAVED;
    },
  });
  implement(contract.closeSupport, {
    async handle({ params: { solicitud: requestId } }, call) {
      const { userId } = await found(requestId, call);
      await send({ type: 'close', userId, requestId, by: 'school' }, call);
      return { message: 'Solicitud cerrada' };
    },
  });
  implement(contract.reopenSupport, {
    async handle({ params: { solicitud: requestId } }, call) {
      const { userId } = await found(requestId, call);
      // The plan of now, as where they write again themselves.
      const { plan } = (await commands.load(user, userId)).state;
      await send({ type: 'reopen', userId, requestId, clock: await supportClock(plan, call.now, call.reads) }, call);
      return { message: 'La solicitud está abierta otra vez' };
    },
  });
}
