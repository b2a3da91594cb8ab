import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Envelope } from '../../../events/define.ts';
import type { ExportEvent } from '../../../events/operations.ts';
import type { Recorded } from '../../../events/store/port.ts';
import { exportOperations } from '../../commands/operations/exports.ts';
import { whatOf } from '../answers/history/factsInWords.ts';
import { actorOf, shownStream } from '../answers/history/masked.ts';
import { namesOf, whoOf } from '../answers/history/names.ts';
import { nobody, sentenceOf } from '../answers/history/sentences.ts';
import { thingNames } from '../answers/history/things.ts';
import { type ExportFormat, exported, exportFormats, type Sent } from '../answers/streams/export.ts';
import { findEvents } from '../answers/streams/search.ts';
import { type Call, type Implement, signedIn } from '../calls/implement.ts';
import { eventCalls as contract, type ExportRecord, type FoundEvent } from '../contract/events.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import { namesPeople } from '../plugins/apiKey.ts';
import { createLimits } from '../plugins/limits.ts';
import { exportPlanRoutes } from './exportPlans.ts';
import { demandFollowing, followedBy } from './following.ts';

const EXPORTS_PER_DAY = 50;
const DAY = 24 * 60 * 60_000;
/** So many downloads are listed. */
const LISTED = 100;

const seesNames = ({ identity }: Call): boolean => identity !== null && namesPeople(identity);

/** The log itself: what operators and analysts look for in it. */
export function eventRoutes(implement: Implement, deps: Deps): void {
  const { commands } = deps;
  const { store } = commands.log;
  implement(contract.headOfLog, { handle: async () => ({ cursor: await store.head() }) });
  findRoutes(implement, deps);
  exportRoutes(implement, deps);
  exportListRoutes(implement, deps);
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
    const decoded = named ? await log.decode(events) : [];
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
        frase: envelope
          ? sentenceOf({ event: envelope, who: who?.nombre ?? nobody(role, tongue), what: whatOf(envelope, nameIn), nameIn }, tongue)
          : null,
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
      return {
        ...{ eventos: await shown(events, idioma, call), revisados: seen, fin: end },
        cursor: last?.position ?? after,
        fecha: last ? String(last.metadata['occurredAt']) : null,
      };
    },
  });
}

function exportRoutes(implement: Implement, { commands, vault, config, clock }: Deps): void {
  const { store } = commands.log;
  const limits = createLimits(vault, config.sessionSecret, () => clock().getTime());
  const takes = (
    which: typeof contract.exportEvents | typeof contract.exportEventsCsv | typeof contract.exportEventsParquet,
    name: ExportFormat,
  ) =>
    implement(which, {
      async handle({ query: { despues, hastaPosicion, ...filters } }, call) {
        const after = despues === undefined ? null : store.parsePosition(despues);
        const upTo = hastaPosicion === undefined ? null : store.parsePosition(hastaPosicion);
        if ((despues !== undefined && after === null) || (hastaPosicion !== undefined && upTo === null))
          throw new ApiError('POSITION_INVALID');
        await limits.count('export-events', String(call.identity?.userId), EXPORTS_PER_DAY, DAY);
        const head = await store.head();
        const until = upTo !== null && head !== null && upTo < head ? upTo : head;
        const context = call.context();
        const exportId = randomUUID();
        const { flujo, categoria, tipo, quien, acto, desde, hasta, campo, valor } = filters;
        // Recorded before the first event is sent.
        const data = {
          ...{
            exportId,
            by: signedIn(call).userId,
            format: name,
            stream: flujo ?? null,
            category: categoria ?? null,
            eventType: tipo ?? null,
          },
          ...{ author: quien ?? null, act: acto ?? null, from: desde ?? null, to: hasta ?? null },
          ...{ field: campo ?? null, valued: valor !== undefined, after, until },
        };
        call.wrote(
          (await commands.handle(exportOperations, 'exports', { type: 'record', event: { type: 'EventsExported', data } }, context))
            .position,
        );
        call.header('content-disposition', `attachment; filename="eventos-${call.now.toISOString().slice(0, 10)}.${name}"`);
        call.header('cache-control', 'no-store');
        const ended = async (sent: Sent) => {
          const commandId = randomUUID();
          const event = { type: 'EventsExportEnded', data: { exportId, ...sent } } as const;
          await commands.handle(exportOperations, 'exports', { type: 'record', event }, { ...context, commandId, causationId: exportId });
        };
        return Readable.from(exported(store, filters, { after, until, format: exportFormats[name]() }, ended), { objectMode: false });
      },
    });
  takes(contract.exportEvents, 'ndjson');
  takes(contract.exportEventsCsv, 'csv');
  takes(contract.exportEventsParquet, 'parquet');
}

/** What was downloaded: of everybody to who sees names, else one's own. */
function exportListRoutes(implement: Implement, { commands }: Deps): void {
  implement(contract.listExports, {
    async handle(_, call) {
      const named = seesNames(call);
      const begun = new Map<string, ExportRecord>();
      for await (const envelope of commands.log.readStream('operations-exports')) {
        const { meta } = envelope;
        const { type, data } = envelope as ExportEvent;
        if (type === 'EventsExported') {
          const { userId } = meta.actor;
          if (!named && userId !== call.identity?.userId) continue;
          const { stream, category, eventType, author, act, from, to, field, valued, after, until } = data;
          begun.set(data.exportId, {
            ...{ id: data.exportId, fecha: meta.occurredAt, formato: data.format, despues: after, hasta: until, resultado: null },
            quien: userId === null ? null : { id: userId, nombre: null },
            filtros: {
              ...{ flujo: stream, categoria: category, tipo: eventType, quien: author, acto: act },
              ...{ desde: from, hasta: to, campo: field, valor: valued },
            },
          });
        } else if (type === 'EventsExportEnded') {
          const one = begun.get(data.exportId);
          const { rows, bytes, sha256, complete } = data;
          if (one) one.resultado = { eventos: rows, bytes, sha256, completo: complete };
        }
      }
      const last = [...begun.values()].slice(-LISTED).reverse();
      if (!named) return last;
      const nameOf = await namesOf(
        last.map(({ quien }) => quien?.id ?? null),
        call.reads,
      );
      return last.map((one) => ({ ...one, quien: one.quien && { ...one.quien, nombre: whoOf(one.quien.id, nameOf)?.nombre ?? null } }));
    },
  });
}
