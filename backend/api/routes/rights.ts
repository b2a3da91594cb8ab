import { daysBetween, schoolDay } from '../../../events/calendar.ts';
import type { RightKind } from '../../../events/rights.ts';
import { rights as decider, dueOn } from '../../commands/identity/rights.ts';
import { rights as projection, type RightDoc } from '../../projections/rights.ts';
import { users } from '../../projections/users.ts';
import type { Implement } from '../calls/implement.ts';
import type { rightKinds } from '../contract/choices.ts';
import { rights as contract, type OwnDataRequest } from '../contract/rights.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';

const DAY = 24 * 3_600_000;
/** Requests by one person. */
const REQUESTS_PER_DAY = 10;
const MOST_OWN = 100;

const kinds = { acceso: 'access', rectificacion: 'rectify', cancelacion: 'erase', oposicion: 'oppose' } as const satisfies Record<
  (typeof rightKinds)[number],
  RightKind
>;
const nameOf = Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [kind, name])) as Record<RightKind, keyof typeof kinds>;
const missing = () => new ApiError('REQUIRED_FIELDS', { errors: [{ path: 'texto', message: 'Escribe el mensaje.' }] });

const recordOf = (doc: RightDoc, now: Date): OwnDataRequest => ({
  id: doc.requestId,
  tipo: nameOf[doc.kind],
  texto: doc.text,
  fecha: doc.exercisedAt,
  vence: doc.dueOn,
  dias: doc.open ? daysBetween(schoolDay(now.toISOString()), doc.dueOn) : null,
  resultado: doc.outcome && (doc.outcome === 'granted' ? 'atendida' : 'rechazada'),
  respuesta: doc.answer,
  respondida: doc.answeredAt,
});

/** People's requests about their personal data, and the school's answers. */
export function rightsRoutes(implement: Implement, { commands, limits }: Deps): void {
  implement(contract.ownDataRequests, {
    async handle(_, call) {
      const { docs } = await call.reads.find(projection, {
        where: { userId: call.identity?.userId ?? 0 },
        sort: ['-exercisedAt'],
        limit: MOST_OWN,
      });
      return docs.map(({ doc }) => recordOf(doc, call.now));
    },
  });
  implement(contract.exerciseRight, {
    async handle({ body: { tipo, texto } }, call) {
      if (!call.identity) throw new ApiError('AUTH_REQUIRED');
      if (texto === undefined && tipo !== 'acceso') throw missing();
      const { userId } = call.identity;
      await limits.count('data-request', String(userId), REQUESTS_PER_DAY, DAY);
      const context = call.context();
      const today = schoolDay(call.now.toISOString());
      const requestId = context.commandId;
      const command = { type: 'exercise', userId, requestId, kind: kinds[tipo], text: texto ?? '', today } as const;
      call.wrote((await commands.handle(decider, userId, command, context)).position);
      return { message: 'Solicitud recibida', id: requestId, vence: dueOn(today) };
    },
  });
  implement(contract.listDataRequests, {
    async handle({ query: { estado, limit, cursor } }, call) {
      const open = estado !== 'respondidas';
      const page = await call.reads.find(projection, {
        where: { open },
        sort: [open ? 'dueOn' : '-exercisedAt'],
        limit,
        ...(cursor !== undefined && { cursor }),
      });
      const people = await call.reads.getMany(users, [...new Set(page.docs.map(({ doc }) => String(doc.userId)))]);
      return {
        solicitudes: page.docs.map(({ doc }) => {
          const person = people.get(String(doc.userId));
          const name = person && !person.erased ? [person.firstName, person.lastName].filter(Boolean).join(' ') || person.username : null;
          return { ...recordOf(doc, call.now), id_usuario: doc.userId, nombre: name };
        }),
        total: await call.reads.count(projection, { open }),
        siguiente: page.next,
      };
    },
  });
  implement(contract.answerDataRequest, {
    async handle({ params, body: { resultado, texto } }, call) {
      const found = await call.reads.get(projection, params.solicitud);
      if (!found) throw new ApiError('REQUEST_NOT_FOUND');
      if (texto === undefined) throw missing();
      const { userId, requestId } = found;
      const outcome = resultado === 'atendida' ? 'granted' : 'refused';
      const command = { type: 'answer', userId, requestId, outcome, text: texto } as const;
      call.wrote((await commands.handle(decider, userId, command, call.context())).position);
      return { message: 'Respuesta enviada' };
    },
  });
}
