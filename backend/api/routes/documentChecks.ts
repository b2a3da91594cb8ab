import type { Envelope } from '../../../events/define.ts';
import { DocumentsChecked, DocumentsCheckRequested } from '../../../events/operations.ts';
import { streamOf, streamsOfPerson } from '../../../events/streams.ts';
import { DOCUMENTS, documentOperations } from '../../commands/operations/documents.ts';
import { projections } from '../../projections/all.ts';
import { keysOf } from '../../projections/kernel/fold.ts';
import { INSPECTION_KEY, type Inspected, type Target } from '../../projections/kernel/inspection.ts';
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

export function documentCheckRoutes(implement: Implement, deps: Pick<Deps, 'commands' | 'vault'>): void {
  askingRoutes(implement, deps);
  resultRoutes(implement, deps);
}

function askingRoutes(implement: Implement, { commands }: Pick<Deps, 'commands'>): void {
  /** Every document that an event of this person's own streams is part of. */
  const ofPerson = async (userId: number, { reads }: Call): Promise<Target[]> => {
    const person = await reads.get(users, String(userId));
    if (!person || person.erased) throw new ApiError('USER_NOT_FOUND');
    const found = new Map(projections.map(({ name }) => [name, new Set<string>()]));
    for (const stream of streamsOfPerson(await partsOf(userId, reads)))
      for await (const event of commands.log.readStream(stream))
        for (const projection of projections)
          if (projection.on[event.type]) for (const key of keysOf(projection, event)) found.get(projection.name)?.add(key);
    return [...found].flatMap(([projection, keys]) => (keys.size > 0 ? [{ projection, keys: [...keys].slice(-MOST_KEYS) }] : []));
  };
  const targetsOf = async (
    { id_usuario, vista, claves }: { id_usuario?: number | undefined; vista?: string | undefined; claves?: string[] | undefined },
    call: Call,
  ) => {
    if (id_usuario !== undefined) return ofPerson(id_usuario, call);
    if (vista === undefined) return null;
    if (!projections.some(({ name }) => name === vista)) throw new ApiError('PROJECTION_NOT_FOUND');
    return [{ projection: vista, keys: claves ?? [] }];
  };
  implement(contract.checkDocuments, {
    async handle({ body }, call) {
      const targets = await targetsOf(body, call);
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
      return { message: corregir ? 'Se está rehaciendo' : 'Se está comprobando', id: context.commandId, documentos };
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
