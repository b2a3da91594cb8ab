import { dayStart } from '../../../events/calendar.ts';
import type { Envelope } from '../../../events/define.ts';
import { DocumentsChecked, DocumentsCheckRequested } from '../../../events/operations.ts';
import { createMoments } from '../../../events/store/moments.ts';
import { streamOf, streamsOfPerson } from '../../../events/streams.ts';
import { DOCUMENTS, documentOperations } from '../../commands/operations/documents.ts';
import { projections } from '../../projections/all.ts';
import { handledTypes, keysOf } from '../../projections/kernel/fold.ts';
import { INSPECTION_KEY, type Inspected, type Target } from '../../projections/kernel/inspection.ts';
import type { AnyProjection } from '../../projections/kernel/projection.ts';
import { users } from '../../projections/users.ts';
import { shownName } from '../answers/people.ts';
import { partsOf } from '../answers/persons.ts';
import type { Call, Implement } from '../calls/implement.ts';
import { NO_REASON } from '../contract/common.ts';
import { projectionCalls as contract, type DocumentChecks } from '../contract/projections.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';

/** What is served, compared with the log: what came of it, and asking for it. */

const SHOWN = 20;
/** Of one read model. */
const MOST_KEYS = 500;
/** How many events are read, from the last one back, to find what they are part of. */
const MOST_EVENTS = 50_000;
/** Of the keys of one request together, in characters: they stand in one event, which may have 512 kB (`MAX_APPEND_BYTES`). */
const MOST_CHARACTERS = 300_000;

interface Asked {
  targets: Target[];
  /** It is all that was asked for. */
  whole: boolean;
}

interface Scope {
  id_usuario?: number | undefined;
  vista?: string | undefined;
  claves?: string[] | undefined;
  desde?: string | undefined;
}

const listed = (found: ReadonlyMap<string, ReadonlySet<string>>): Target[] =>
  [...found].flatMap(([projection, keys]) => (keys.size > 0 ? [{ projection, keys: [...keys].slice(-MOST_KEYS) }] : []));

export function documentCheckRoutes(implement: Implement, deps: Pick<Deps, 'commands' | 'vault'>): void {
  askingRoutes(implement, deps);
  resultRoutes(implement, deps);
}

/** Finds which documents a scope is. */
function createTargets({ log }: Pick<Deps['commands'], 'log'>) {
  /** Every document that an event of this person's own streams is part of. */
  const ofPerson = async (userId: number, { reads }: Call): Promise<Target[]> => {
    const person = await reads.get(users, String(userId));
    if (!person || person.erased) throw new ApiError('USER_NOT_FOUND');
    const found = new Map(projections.map(({ name }) => [name, new Set<string>()]));
    for (const stream of streamsOfPerson(await partsOf(userId, reads)))
      for await (const event of log.readStream(stream))
        for (const projection of projections)
          if (projection.on[event.type]) for (const key of keysOf(projection, event)) found.get(projection.name)?.add(key);
    return listed(found);
  };
  const moments = createMoments(log.store);
  /** The documents of these read models that an event since that day is part of, the ones that changed last first. */
  const since = async (day: string, of: readonly AnyProjection[]): Promise<Asked> => {
    const from = dayStart(day);
    const found = new Map(of.map(({ name }) => [name, new Set<string>()]));
    const types = [...new Set(of.flatMap(handledTypes))];
    // What occurred before that day may stand among what came since: what a device did offline comes later.
    const part = await moments.between(Date.parse(from) - 1, Number.POSITIVE_INFINITY);
    if (part === null) return { targets: [], whole: true };
    let [events, characters, whole] = [0, 0, true];
    for await (const event of log.readAll(null, { types, backwards: true })) {
      if (part.after !== null && event.position <= part.after) break;
      if (++events > MOST_EVENTS) return { targets: listed(found), whole: false };
      if (event.meta.occurredAt < from) continue;
      for (const projection of of)
        if (projection.on[event.type])
          for (const key of keysOf(projection, event)) {
            const keys = found.get(projection.name);
            if (!keys || keys.has(key)) continue;
            if (keys.size >= MOST_KEYS || characters + key.length > MOST_CHARACTERS) {
              whole = false;
              continue;
            }
            keys.add(key);
            // With its quotation marks and comma.
            characters += key.length + 3;
          }
    }
    return { targets: listed(found), whole };
  };
  /** Null: a sample of all. */
  return async ({ id_usuario, vista, claves, desde }: Scope, call: Call): Promise<Asked | null> => {
    if (id_usuario !== undefined) return { targets: await ofPerson(id_usuario, call), whole: true };
    if (vista === undefined && desde === undefined) return null;
    const of = vista === undefined ? projections : projections.filter(({ name }) => name === vista);
    if (of.length === 0) throw new ApiError('PROJECTION_NOT_FOUND');
    return desde === undefined
      ? { targets: of.map(({ name }) => ({ projection: name, keys: claves ?? [] })), whole: true }
      : since(desde, of);
  };
}

function askingRoutes(implement: Implement, { commands }: Pick<Deps, 'commands'>): void {
  const targetsOf = createTargets(commands);
  implement(contract.checkDocuments, {
    async handle({ body }, call) {
      const asked = await targetsOf(body, call);
      const targets = asked?.targets;
      const documentos = targets?.reduce((sum, { keys }) => sum + keys.length, 0) ?? 0;
      if (targets && documentos === 0) throw new ApiError('NOTHING_TO_CHECK');
      const { corregir, motivo } = body;
      const context = call.context(motivo ?? NO_REASON);
      const done = await commands.handle(
        documentOperations,
        DOCUMENTS,
        { type: 'check', targets: (targets ?? []).map(({ projection, keys }) => ({ projection, keys: [...keys] })), mend: corregir },
        context,
      );
      call.wrote(done.position);
      return {
        message: corregir ? 'Se está rehaciendo' : 'Se está comprobando',
        id: context.commandId,
        documentos,
        completo: asked?.whole ?? true,
      };
    },
  });
}

function resultRoutes(implement: Implement, { commands, vault }: Pick<Deps, 'commands' | 'vault'>): void {
  implement(contract.documentChecks, {
    async handle(_, call): Promise<DocumentChecks> {
      const kept = (await vault.get<Inspected>('status', INSPECTION_KEY))?.value;
      const asked: { request: Envelope; pedida: DocumentChecks['pedidas'][number] }[] = [];
      for await (const event of commands.log.readStream(streamOf('operations', DOCUMENTS))) {
        if (event.type === DocumentsCheckRequested.type) {
          const { mend } = event.data as { mend: boolean };
          const { correlationId, occurredAt } = event.meta;
          asked.push({
            request: event,
            pedida: {
              id: correlationId,
              fecha: occurredAt,
              quien: null,
              motivo: await commands.log.reasonOf(event.meta),
              corregir: mend,
              resultado: null,
            },
          });
        }
        if (event.type !== DocumentsChecked.type) continue;
        const { count, different, documents, mended, request } = event.data as {
          request: string;
          documents: number;
          count: number;
          mended: boolean;
          different: Target[];
        };
        const one = asked.find((other) => other.request.id === request);
        if (one)
          one.pedida.resultado = {
            documentos: documents,
            distintos: count,
            corregidos: mended,
            vistas: different.map(({ projection }) => projection),
          };
      }
      const last = asked.slice(-SHOWN).reverse();
      const ids = last.flatMap(({ request }) => (request.meta.actor.userId === null ? [] : [String(request.meta.actor.userId)]));
      const people = await call.reads.getMany(users, [...new Set(ids)]);
      return {
        noche:
          kept && kept.documents > 0
            ? { fecha: kept.at, vistas: kept.projections, documentos: kept.documents, distintos: kept.different }
            : null,
        muestras: (kept?.samples ?? []).map(({ projection, key, before, after }) => ({
          vista: projection,
          clave: key,
          antes: before,
          despues: after,
        })),
        pedidas: last.map(({ request, pedida }) => {
          const person = people.get(String(request.meta.actor.userId));
          return { ...pedida, quien: person ? shownName(person, 'staff') : null };
        }),
      };
    },
  });
}
