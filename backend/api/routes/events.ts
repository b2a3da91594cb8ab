import type { Envelope } from '../../../events/define.ts';
import type { Recorded } from '../../../events/store/port.ts';
import { namesOf, whoOf } from '../answers/history/names.ts';
import { type NameIn, nobody, sentenceOf } from '../answers/history/sentences.ts';
import { thingNames } from '../answers/history/things.ts';
import { actorOf, findEvents } from '../answers/streams/search.ts';
import { eventCalls as contract, type FoundEvent } from '../contract/events.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import type { Call, Implement } from '../implement.ts';

/** The smallest part of a course that an event is about. */
const whatOf = ({ data }: Envelope, nameIn: NameIn): string => {
  for (const field of ['subtopicId', 'classId', 'moduleId', 'courseId']) {
    const id = (data as Record<string, unknown>)[field];
    if (typeof id === 'number') return nameIn(field, id) ?? `#${id}`;
  }
  return '';
};

/** The log itself: what operators and analysts look for in it. */
export function eventRoutes(implement: Implement, { commands: { log } }: Deps): void {
  const { store } = log;
  /** Analysts get numbers of accounts and no sentences: both name people. */
  const shown = async (events: readonly Recorded[], tongue: 'es' | 'en', call: Call): Promise<FoundEvent[]> => {
    const named = call.identity?.role === 'administrator' || call.identity?.role === 'auditor';
    const nameOf = named
      ? await namesOf(
          events.map((event) => actorOf(event).userId),
          call.reads,
        )
      : null;
    const told = named ? await log.decode(events) : [];
    const read = new Map<string, Envelope>(told.map((event) => [event.id, event]));
    const nameIn = await thingNames(told, call.reads);
    const reasons = new Map<string, string | null>();
    for (const event of told) reasons.set(event.id, await log.reasonOf(event.meta));
    return events.map((event) => {
      const { userId, role } = actorOf(event);
      const envelope = read.get(event.id);
      const who = nameOf && whoOf(userId, nameOf);
      return {
        ...{ id: event.id, tipo: event.type, flujo: event.stream, numero: event.version, posicion: event.position },
        ...{ fecha: String(event.metadata['occurredAt']), rol: role },
        quien: userId === null ? null : { id: userId, nombre: who?.nombre ?? null },
        motivo: reasons.get(event.id) ?? null,
        frase: envelope
          ? sentenceOf({ event: envelope, who: who?.nombre ?? nobody(role, tongue), what: whatOf(envelope, nameIn), nameIn }, tongue)
          : null,
      };
    });
  };
  implement(contract.findEvents, {
    async handle({ query: { limit, cursor, orden, idioma, ...filters } }, call) {
      const after = cursor === undefined ? null : store.parsePosition(cursor);
      if (cursor !== undefined && after === null) throw new ApiError('POSITION_INVALID');
      const { events, seen, last, end } = await findEvents(store, filters, { after, backwards: orden === 'recientes', limit });
      return {
        ...{ eventos: await shown(events, idioma, call), revisados: seen, fin: end },
        cursor: last?.position ?? after,
        fecha: last ? String(last.metadata['occurredAt']) : null,
      };
    },
  });
  implement(contract.headOfLog, { handle: async () => ({ cursor: await store.head() }) });
}
