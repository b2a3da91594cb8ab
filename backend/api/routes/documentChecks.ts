import { dayStart } from '../../../events/calendar.ts';
import type { Envelope } from '../../../events/define.ts';
import { readableOf, readableStream } from '../../../events/log.ts';
import { DocumentsChecked, DocumentsCheckRequested } from '../../../events/operations.ts';
import { momentsOf } from '../../../events/store/moments.ts';
import { streamOf, streamsOfCourse, streamsOfPerson } from '../../../events/streams.ts';
import { DOCUMENTS, documentOperations } from '../../commands/operations/documents.ts';
import { projections } from '../../projections/all.ts';
import { courses } from '../../projections/courses.ts';
import { enrolments } from '../../projections/enrolments.ts';
import { INSPECTION_KEY, type Inspected, type Target } from '../../projections/inspection/inspections.ts';
import { handledTypes, keysOf } from '../../projections/kernel/fold.ts';
import type { AnyProjection } from '../../projections/kernel/projection.ts';
import { pagesOf } from '../../projections/reading/reads.ts';
import { users } from '../../projections/users.ts';
import { shownName } from '../answers/people.ts';
import { partsOf } from '../answers/persons.ts';
import type { Call, Implement } from '../calls/implement.ts';
import { NO_REASON } from '../contract/common.ts';
import { projectionCalls as contract, type DocumentChecks } from '../contract/projections.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';

/** Comparisons of the served documents with the log: their outcomes, and requesting one. */

const SHOWN = 20;
/** The most keys of one read model in a request. */
const MOST_KEYS = 500;
/** The most events that are read to find the documents they are part of. */
const MOST_EVENTS = 50_000;
/** The most characters of all keys of one request together: they are stored in one event, of at most 512 kB (`MAX_APPEND_BYTES`). */
const MOST_CHARACTERS = 300_000;

interface Asked {
  targets: Target[];
  /** Whether this is all that was asked for. */
  whole: boolean;
}

interface Scope {
  id_usuario?: number | undefined;
  id_curso?: number | undefined;
  vista?: string | undefined;
  claves?: string[] | undefined;
  desde?: string | undefined;
}

/** Keys of documents by read model, as many as one request may name. */
class Gathered {
  readonly #of: readonly AnyProjection[];
  readonly #found: ReadonlyMap<string, Set<string>>;
  #characters = 0;
  whole = true;

  constructor(of: readonly AnyProjection[]) {
    this.#of = of;
    this.#found = new Map(of.map(({ name }) => [name, new Set<string>()]));
  }

  /** Every document that the event is part of. */
  add(event: Envelope): void {
    for (const projection of this.#of)
      if (projection.on[event.type]) for (const key of keysOf(projection, event)) this.#key(projection.name, key);
  }

  #key(projection: string, key: string): void {
    const keys = this.#found.get(projection);
    if (!keys || keys.has(key)) return;
    if (keys.size >= MOST_KEYS || this.#characters + key.length > MOST_CHARACTERS) {
      this.whole = false;
      return;
    }
    keys.add(key);
    // The key with its quotation marks and comma.
    this.#characters += key.length + 3;
  }

  asked(): Asked {
    const targets = [...this.#found].flatMap(([projection, keys]) => (keys.size > 0 ? [{ projection, keys: [...keys] }] : []));
    return { targets, whole: this.whole };
  }
}

export function documentCheckRoutes(implement: Implement, deps: Pick<Deps, 'commands' | 'vault'>): void {
  askingRoutes(implement, deps);
  resultRoutes(implement, deps);
}

/** What a part of the documents is named by, one at a time. */
const parts = ['id_usuario', 'id_curso', 'claves', 'desde'] as const;

/** Finds the documents of a scope. */
function createTargets({ log }: Pick<Deps['commands'], 'log'>) {
  /** Every document of these read models that an event of this person's own streams is part of. */
  const ofPerson = async (userId: number, of: readonly AnyProjection[], { reads }: Call): Promise<Asked> => {
    const person = await reads.get(users, String(userId));
    if (!person || person.erased) throw new ApiError('USER_NOT_FOUND');
    const found = new Gathered(of);
    for (const stream of streamsOfPerson(await partsOf(userId, reads)))
      for await (const event of readableStream(log, stream)) found.add(event);
    return found.asked();
  };
  /** The documents of these read models that an event of the course, or of a learner's doings in it, is part of. */
  const ofCourse = async (courseId: number, of: readonly AnyProjection[], { reads }: Call): Promise<Asked> => {
    if (!(await reads.get(courses, String(courseId)))) throw new ApiError('COURSE_NOT_FOUND');
    const found = new Gathered(of);
    let events = 0;
    const streams = async (learners: readonly number[]) => {
      for (const stream of streamsOfCourse(courseId, learners))
        for await (const event of readableStream(log, stream)) {
          found.add(event);
          if (++events < MOST_EVENTS) continue;
          found.whole = false;
          return;
        }
    };
    await streams([]);
    for await (const page of pagesOf(reads, enrolments, { where: { courseId }, limit: MOST_KEYS })) {
      if (!found.whole) break;
      await streams(page.map(({ doc }) => doc.userId));
    }
    return found.asked();
  };
  const moments = momentsOf(log.store);
  /** The documents of these read models that an event since that day is part of, the ones that changed last first. */
  const since = async (day: string, of: readonly AnyProjection[]): Promise<Asked> => {
    const from = dayStart(day);
    const found = new Gathered(of);
    const types = [...new Set(of.flatMap(handledTypes))];
    // What occurred before that day may stand among what came since: what a device did offline comes later.
    const part = await moments.between(Date.parse(from) - 1, Number.POSITIVE_INFINITY);
    let events = 0;
    if (part !== null)
      for await (const event of readableOf(log, log.store.readAll(null, { types, backwards: true }))) {
        if (part.after !== null && event.position <= part.after) break;
        if (++events > MOST_EVENTS) return { ...found.asked(), whole: false };
        if (event.meta.occurredAt >= from) found.add(event);
      }
    return found.asked();
  };
  /** Null: a sample of all. */
  return async (scope: Scope, call: Call): Promise<Asked | null> => {
    const { id_usuario, id_curso, vista, claves, desde } = scope;
    const [first, second] = parts.filter((name) => scope[name] !== undefined);
    if (second) throw new ApiError('MALFORMED', { errors: [{ path: second, message: `No va junto con «${first}».` }] });
    if (claves && vista === undefined) throw new ApiError('REQUIRED_FIELDS', { errors: [{ path: 'vista', message: 'Falta este dato.' }] });
    if (first === undefined && vista === undefined) return null;
    const of = vista === undefined ? projections : projections.filter(({ name }) => name === vista);
    if (of.length === 0) throw new ApiError('PROJECTION_NOT_FOUND');
    if (id_usuario !== undefined) return ofPerson(id_usuario, of, call);
    if (id_curso !== undefined) return ofCourse(id_curso, of, call);
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
      for await (const event of readableStream(commands.log, streamOf('operations', DOCUMENTS))) {
        if (event.type === DocumentsCheckRequested.type) {
          const { mend, targets } = event.data as { mend: boolean; targets: readonly Target[] };
          const { correlationId, occurredAt } = event.meta;
          asked.push({
            request: event,
            pedida: {
              id: correlationId,
              fecha: occurredAt,
              quien: null,
              motivo: await commands.log.reasonOf(event.meta),
              corregir: mend,
              de: targets.map(({ projection }) => projection),
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
