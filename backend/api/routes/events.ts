import type { Envelope } from '../../../events/define.ts';
import { readable } from '../../../events/log.ts';
import type { Recorded } from '../../../events/store/port.ts';
import { actorOf, shownStream } from '../answers/history/masked.ts';
import { namesOf, whoOf } from '../answers/history/names.ts';
import { nobody, sentenceOf } from '../answers/history/sentences.ts';
import { thingNames } from '../answers/history/things.ts';
import { findEvents } from '../answers/streams/search.ts';
import type { Call, Implement } from '../calls/implement.ts';
import { eventCalls as contract, type FoundEvent } from '../contract/events.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import { namesPeople } from '../plugins/apiKey.ts';
import { eventExportRoutes } from './eventExports.ts';
import { exportPlanRoutes } from './exportPlans.ts';
import { demandFollowing, followedBy } from './following.ts';

const seesNames = ({ identity }: Call): boolean => identity !== null && namesPeople(identity);

/** The log itself: what operators and analysts look for in it. */
export function eventRoutes(implement: Implement, deps: Deps): void {
  const { commands } = deps;
  const { store } = commands.log;
  implement(contract.headOfLog, { handle: async () => ({ cursor: await store.head() }) });
  findRoutes(implement, deps);
  eventExportRoutes(implement, deps, seesNames);
  exportPlanRoutes(implement, commands, seesNames);
}

function findRoutes(implement: Implement, { commands }: Deps): void {
  const { log } = commands;
  const { store } = log;
  /** Analysts get numbers of accounts and no sentences: both name people. */
  const shown = async (events: readonly Recorded[], tongue: 'es' | 'en', call: Call): Promise<FoundEvent[]> => {
    const named = seesNames(call);
    const nameOf = named
      ? await namesOf(
          events.map((event) => actorOf(event).userId),
          call.reads,
        )
      : null;
    const decoded = named ? await readable(log, events) : [];
    const read = new Map<string, Envelope>(decoded.map((event) => [event.id, event]));
    const nameIn = await thingNames(decoded, call.reads);
    const reasons = new Map<string, string | null>();
    for (const event of decoded) reasons.set(event.id, await log.reasonOf(event.meta));
    return events.map((event) => {
      const { userId, role } = actorOf(event);
      const envelope = read.get(event.id);
      const who = nameOf && whoOf(userId, nameOf);
      return {
        ...{ id: event.id, tipo: event.type, flujo: shownStream(event.stream), numero: event.version, posicion: event.position },
        ...{ fecha: String(event.metadata['occurredAt']), rol: role },
        quien: userId === null ? null : { id: userId, nombre: who?.nombre ?? null },
        motivo: reasons.get(event.id) ?? null,
        frase: envelope ? sentenceOf({ event: envelope, who: who?.nombre ?? nobody(role, tongue), nameIn }, tongue) : null,
      };
    });
  };
  implement(contract.findEvents, {
    async handle({ query: { limit, cursor, orden, idioma, enVivo, inicio, ...filters } }, call) {
      if (enVivo) for (const userId of followedBy(filters)) await demandFollowing({ commands }, userId, call);
      const after = cursor === undefined ? null : store.parsePosition(cursor);
      if (cursor !== undefined && after === null) throw new ApiError('POSITION_INVALID');
      const looking = { after, backwards: orden === 'recientes', limit, begins: inicio !== undefined };
      const { events, seen, last, end } = await findEvents(store, filters, looking);
      if (!end && last) call.header('x-next-cursor', last.position);
      return {
        ...{ eventos: await shown(events, idioma, call), revisados: seen, fin: end },
        cursor: last?.position ?? after,
        fecha: last ? String(last.metadata['occurredAt']) : null,
      };
    },
  });
}
