import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { readableStream } from '../../../events/log.ts';
import type { RecordedOperation } from '../../../events/operations.ts';
import type { EventStore, Position } from '../../../events/store/port.ts';
import { recordedOperations } from '../../commands/operations/recorded.ts';
import { namesOf, whoOf } from '../answers/history/names.ts';
import { masked, masks } from '../answers/history/stored.ts';
import { type ExportFormat, exported, exportFormats, type Sent } from '../answers/streams/export.ts';
import { type Call, type Implement, signedIn } from '../calls/implement.ts';
import { partOf, rangeOf } from '../calls/ranges.ts';
import { eventCalls as contract, type EventFilters, type ExportRecord } from '../contract/events.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';

const EXPORTS_PER_DAY = 50;
const DAY = 24 * 60 * 60_000;
/** The most downloads that are listed. */
const LISTED = 100;

type SeesNames = (call: Call) => boolean;

/** Downloads: everything that the filters find, as a file; and the list of who took what. */
export function eventExportRoutes(implement: Implement, deps: Deps, seesNames: SeesNames): void {
  fileRoutes(implement, deps);
  listRoutes(implement, deps, seesNames);
}

/** Between which places of the log a file lies; `tag` names its bytes, with the filters of the address. */
interface Extent {
  after: Position | null;
  until: Position | null;
  tag: string;
  /** The bytes that are asked for, of a file that the caller has begun to take; null: all. */
  range: string | null;
}

/**
 * A file that was broken off goes on to where it would have: as `If-Range` says, or the address. Without either, only a text begins with the same bytes
 * although the log has grown.
 */
function createExtents(store: EventStore) {
  const placeOf = (text: string | undefined): Position | null => {
    const place = text === undefined ? null : store.parsePosition(text);
    if (text !== undefined && place === null) throw new ApiError('POSITION_INVALID');
    return place;
  };
  return async (format: ExportFormat, despues: string | undefined, hasta: string | undefined, call: Call): Promise<Extent> => {
    const after = placeOf(despues);
    const named = placeOf(hasta);
    const head = await store.head();
    const [, begun] = new RegExp(`^"([^"]{1,60})-${masks}"$`).exec(call.sent('if-range') ?? '') ?? [];
    const upTo = (begun === undefined ? null : store.parsePosition(begun)) ?? named;
    const until = upTo !== null && head !== null && upTo < head ? upTo : head;
    const same = call.sent('if-range') === null ? named !== null || format !== 'parquet' : begun !== undefined;
    return { after, until, tag: `"${until ?? ''}-${masks}"`, range: same ? call.sent('range') : null };
  };
}

function fileRoutes(implement: Implement, { commands, limits }: Deps): void {
  const { store } = commands.log;
  const extentOf = createExtents(store);
  const record = async (event: RecordedOperation, call: Call, more: object = {}) =>
    (await commands.handle(recordedOperations, 'exports', { type: 'record', event }, { ...call.context(), ...more })).position;
  const parts = (filters: EventFilters, { after, until }: Extent, name: ExportFormat, ended: (sent: Sent) => Promise<void>) =>
    exported(store, filters, { after, until, format: exportFormats[name]() }, ended);
  /** How many bytes a file has: it is made once for that, and once more while it is sent. */
  const bytesOf = async (filters: EventFilters, extent: Extent, name: ExportFormat, gone: AbortSignal): Promise<number> => {
    let bytes = 0;
    const counted = parts(filters, extent, name, async (sent) => {
      ({ bytes } = sent);
    });
    for await (const _ of counted) gone.throwIfAborted();
    return bytes;
  };
  const takes = (
    which: typeof contract.exportEvents | typeof contract.exportEventsCsv | typeof contract.exportEventsParquet,
    name: ExportFormat,
  ) =>
    implement(which, {
      async handle({ query: { despues, hastaPosicion, ...filters } }, call) {
        const extent = await extentOf(name, despues, hastaPosicion, call);
        const exportId = randomUUID();
        call.header('content-disposition', `attachment; filename="eventos-${call.now.toISOString().slice(0, 10)}.${name}"`);
        call.header('cache-control', 'no-store');
        call.header('accept-ranges', 'bytes');
        call.header('etag', extent.tag);
        if (call.headOnly) return Readable.from([]);
        await limits.count('export-events', String(call.identity?.userId), EXPORTS_PER_DAY, DAY);
        const asked = extent.range !== null && rangeOf(extent.range, Number.MAX_SAFE_INTEGER) !== null;
        const bytes = asked ? await bytesOf(filters, extent, name, call.gone) : 0;
        const range = asked ? rangeOf(extent.range ?? undefined, bytes) : null;
        if (range === 'none') {
          call.header('content-range', `bytes */${bytes}`);
          call.status(416);
          return Readable.from([]);
        }
        // Recorded before the first event is sent.
        call.wrote(
          await record(
            { type: 'EventsExported', data: { exportId, by: signedIn(call).userId, format: name, ...recorded(filters, extent) } },
            call,
          ),
        );
        call.header('link', `<${contract.exportManifest.path.replace(':descarga', exportId)}>; rel="describedby"`);
        const file = parts(filters, extent, name, async (sent) => {
          const more = { commandId: randomUUID(), causationId: exportId };
          await record({ type: 'EventsExportEnded', data: { exportId, ...sent } }, call, more);
        });
        if (!range) return Readable.from(file, { objectMode: false });
        call.header('content-range', `bytes ${range.from}-${range.to}/${bytes}`);
        call.header('content-length', String(range.to - range.from + 1));
        call.status(206);
        return Readable.from(partOf(file, range), { objectMode: false });
      },
    });
  takes(contract.exportEvents, 'ndjson');
  takes(contract.exportEventsCsv, 'csv');
  takes(contract.exportEventsParquet, 'parquet');
}

/** What is on record of what somebody took; a value that was looked for may be somebody's name. */
const recorded = ({ flujo, categoria, tipo, quien, acto, desde, hasta, campo, valor }: EventFilters, { after, until }: Extent) => ({
  ...{ stream: flujo ?? null, category: categoria ?? null, eventType: tipo ?? null },
  ...{ author: quien ?? null, act: acto ?? null, from: desde ?? null, to: hasta ?? null },
  ...{ field: campo ?? null, valued: valor !== undefined, after, until },
});

/** What was downloaded: of everybody to who sees names, else one's own. */
function listRoutes(implement: Implement, { commands }: Deps, seesNames: SeesNames): void {
  const taken = async (call: Call): Promise<ExportRecord[]> => {
    const named = seesNames(call);
    const begun = new Map<string, ExportRecord>();
    const gone = new Map<number | null, boolean>();
    for await (const envelope of readableStream(commands.log, 'operations-exports', { wordless: 'where lost' })) {
      const { meta } = envelope;
      const { type, data } = envelope as RecordedOperation;
      if (type === 'EventsExported') {
        const { userId } = meta.actor;
        if (!named && userId !== call.identity?.userId) continue;
        const { by, stream, category, eventType, author, act, from, to, field, valued, after, until } = data;
        if (by !== null && !gone.has(by)) gone.set(by, await commands.log.anyErased([String(by)]));
        begun.set(data.exportId, {
          ...{ id: data.exportId, fecha: meta.occurredAt, formato: data.format, despues: after, hasta: until, resultado: null },
          quien: userId === null ? null : { id: userId, nombre: null },
          filtros: gone.get(by)
            ? null
            : {
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
    return [...begun.values()];
  };
  implement(contract.listExports, {
    async handle(_, call) {
      const last = (await taken(call)).slice(-LISTED).reverse();
      if (!seesNames(call)) return last;
      const nameOf = await namesOf(
        last.map(({ quien }) => quien?.id ?? null),
        call.reads,
      );
      return last.map((one) => ({ ...one, quien: one.quien && { ...one.quien, nombre: whoOf(one.quien.id, nameOf)?.nombre ?? null } }));
    },
  });
  implement(contract.exportManifest, {
    async handle({ params: { descarga } }, call) {
      const one = (await taken(call)).find(({ id }) => id === descarga);
      if (!one) throw new ApiError('NOT_FOUND');
      call.header('content-disposition', `attachment; filename="eventos-${one.fecha.slice(0, 10)}.manifiesto.json"`);
      call.header('cache-control', 'no-store');
      const { quien, ...about } = one;
      return { ...about, quien: quien?.id ?? null, campos: fields, enmascarado: { ...maskRule, tipos: masked(one.filtros?.tipo ?? null) } };
    },
  });
}

/** What each field of a row says, in every format. */
const fields = {
  id: 'Identificador del evento (UUID) · id of the event',
  tipo: 'Tipo de evento, como en el diccionario · type of the event, as in the dictionary',
  flujo: 'Flujo al que pertenece · its stream',
  numero: 'Su lugar en el flujo, desde 0 · its place in the stream, from 0',
  posicion: 'Su lugar en el registro; ordena como texto · its place in the log; sorts as text',
  fecha: 'Cuándo ocurrió, en UTC · when it occurred, in UTC',
  quien: 'Número de la cuenta de quien lo hizo; en NDJSON, metadatos.actor.userId · account that did it',
  rol: 'Con qué papel; en NDJSON, metadatos.actor.role · in which role',
  datos: 'Lo que dice el evento (JSON), con lo personal enmascarado · what the event says, masked',
  metadatos: 'Acto, causa, versión y autor (JSON), con el motivo enmascarado · act, cause, version and author, the reason masked',
};
const maskRule = {
  valor: 'cifrado',
  regla:
    'Lo personal lleva «cifrado» para todos: los campos de cada tipo que están en «tipos», cualquier otro que el registro guarde cifrado, y el motivo en los metadatos. · What is personal is masked for everybody: the fields of each type in «tipos», whatever else is stored sealed, and the reason in the metadata.',
};
