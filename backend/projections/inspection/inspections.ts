import { schoolDay } from '../../../events/calendar.ts';
import type { Envelope } from '../../../events/define.ts';
import { uuid5 } from '../../../events/ids.ts';
import type { EventLog } from '../../../events/log.ts';
import { DocumentsCheckRequested } from '../../../events/operations.ts';
import type { EventOf } from '../../../events/registry.ts';
import type { Position } from '../../../events/store/port.ts';
import type { Vault } from '../../integrations/vault/port.ts';
import type { Advance } from '../kernel/advance.ts';
import { holds } from '../kernel/erasure.ts';
import { handledTypes, keysOf } from '../kernel/fold.ts';
import { type Documents, type FlushPolicy, Folder, GenerationFold, type GenerationFoldOptions, pagesUpTo } from '../kernel/folding.ts';
import type { Logger } from '../kernel/logger.ts';
import { ORIGIN } from '../kernel/position.ts';
import type { AnyHandler, AnyProjection } from '../kernel/projection.ts';
import type { DiffSample, Doc, DocWrite, Generation, ReadStore } from '../kernel/readStore.ts';
import type { Track } from '../kernel/track.ts';
import { canonical } from '../stores/query.ts';

/**
 * Compares documents that are served with what the log says: they are folded anew, beside what advances, and what differs is told, and written where
 * that was asked for. A sample of every read model is compared each night.
 */

export interface InspectionOptions {
  log: EventLog;
  store: ReadStore;
  vault: Vault;
  projections: readonly AnyProjection[];
  advance: Advance;
  epoch: number;
  logger: Logger;
  /** Epoch milliseconds. */
  clock: () => number;
  signal: AbortSignal;
  skips(projection: string): ReadonlySet<Position>;
}

/** Documents of one projection. */
export interface Target {
  projection: string;
  keys: readonly string[];
}
export interface Differing extends DiffSample {
  projection: string;
}
/** Key in the vault's table `status` of the last inspection of all read models. */
export const INSPECTION_KEY = 'inspection';
export interface Inspected {
  /** ISO. */
  at: string;
  /** When one began last, ISO: also one that did not come to its end. */
  begun?: string;
  /** How many were compared: those that have documents, and whose events can be folded. */
  projections: number;
  documents: number;
  different: number;
  /** Examples; they hold people's data. */
  samples: readonly Differing[];
}

type Request = Envelope<EventOf<'DocumentsCheckRequested'>>;
export const isCheckRequest = (event: Envelope): event is Request => event.type === DocumentsCheckRequested.type;

const PAGE = 500;
const SAMPLES = 10;
/** How many documents of each projection are compared each night. */
const NIGHTLY = 20;
/** How many documents are read to choose those from. */
const LOOKED_AT = 20_000;
/** How many milliseconds after midnight of the school's calendar the nightly inspection begins. */
const HOURS = 3;
const MOST_NAMED = 20;

const lowest = <T extends { hash: string }>(all: readonly T[]): T[] => all.toSorted((a, b) => (a.hash < b.hash ? -1 : 1)).slice(0, NIGHTLY);

interface Refolded {
  code: AnyProjection;
  keys: readonly string[];
  fold: GenerationFold;
  /** Folded up to here. */
  at: Position;
}
type Written = ReadonlyMap<string, DocWrite>;
/** How many read models and documents were compared, and what differs. */
interface Compared {
  views: number;
  documents: number;
  differing: readonly Differing[];
}

/** A projection with the same code, restricted to these documents. */
function restricted(projection: AnyProjection, keys: ReadonlySet<string>): AnyProjection {
  const on = Object.fromEntries(
    Object.entries(projection.on).map(([type, handler]): [string, AnyHandler | undefined] => [
      type,
      handler && {
        ...handler,
        key: (event: never) => keysOf(projection, event).filter((key) => keys.has(key)),
      },
    ]),
  );
  return { ...projection, on };
}

/** These documents of a projection as they come from the log alone; they stay in memory. */
export function foldOf(
  projection: AnyProjection,
  keys: readonly string[],
  skips: GenerationFoldOptions['skips'],
): Pick<Refolded, 'code' | 'fold'> {
  const code = restricted(projection, new Set(keys));
  return { code, fold: new GenerationFold({ projection: code, documents: NONE, skips, push: false, fromNothing: true }, IN_MEMORY) };
}
const NONE: Documents = { getMany: () => new Map(), tombstones: () => new Map(), keysOfPerson: () => [] };
const { POSITIVE_INFINITY: ANY } = Number;
/** Documents are few, so their size is not measured. */
const IN_MEMORY: FlushPolicy = { events: ANY, changed: ANY, documents: ANY, size: 0 };

export class Inspections {
  readonly #options: InspectionOptions;
  #last: Promise<void> = Promise.resolve();

  constructor(options: InspectionOptions) {
    this.#options = options;
  }

  /** Resolves when nothing runs any more. */
  settled(): Promise<void> {
    return this.#last.catch(() => undefined);
  }

  #run(work: () => Promise<void>): void {
    const { logger, signal } = this.#options;
    this.#last = this.#last.then(work).catch((error: unknown) => {
      if (!signal.aborted) logger.warn({ err: error }, 'documents could not be compared with the log');
    });
  }

  /** Somebody requested it, so its outcome is recorded as an event. */
  handle(request: Request): void {
    this.#run(async () => {
      const { mend, targets } = request.data;
      const found = await this.#inspect(targets.length > 0 ? targets : await this.#sample(), mend);
      const differing = mend ? [] : found.differing;
      if (targets.length === 0) await this.#keep({ ...found, differing });
      else await this.#settle(targets, differing);
      await this.#record(request, found, mend);
    });
  }

  /** Called now and then: runs once a day, when it is time. */
  async tend(): Promise<void> {
    const { clock, vault } = this.#options;
    const now = clock();
    const nightOf = (at: number) => schoolDay(new Date(at - HOURS * 3_600_000).toISOString());
    const kept = await vault.get<Inspected>('status', INSPECTION_KEY);
    // Not at the first start, which is busy enough.
    if (!kept) return this.#keep({ views: 0, documents: 0, differing: [] });
    const { at, begun = at } = kept.value;
    if (nightOf(Date.parse(begun)) === nightOf(now)) return;
    await vault.put<Inspected>('status', INSPECTION_KEY, { ...kept.value, begun: new Date(now).toISOString() });
    this.#run(async () => {
      const found = await this.#inspect(await this.#sample(), false);
      const { differing } = found;
      await this.#keep(found);
      if (differing.length > 0)
        this.#options.logger.error(
          { keys: differing.map(({ projection, key }) => `${projection} ${key}`) },
          'documents differ from the log',
        );
    });
  }

  async #keep({ views, documents, differing }: Compared): Promise<void> {
    const { clock, vault } = this.#options;
    const at = new Date(clock()).toISOString();
    const found = { projections: views, documents, different: differing.length, samples: differing.slice(0, SAMPLES) };
    await vault.put<Inspected>('status', INSPECTION_KEY, { ...found, at, begun: at });
  }

  /** Earlier findings about these documents are dropped where they agree by now. */
  async #settle(targets: readonly Target[], differing: readonly Differing[]): Promise<void> {
    const { vault } = this.#options;
    const kept = (await vault.get<Inspected>('status', INSPECTION_KEY))?.value;
    if (!kept || kept.different === 0) return;
    const isOf = (list: readonly Target[], one: Differing) =>
      list.some(({ projection, keys }) => projection === one.projection && keys.includes(one.key));
    const still = (one: Differing) => differing.some(({ projection, key }) => projection === one.projection && key === one.key);
    const samples = kept.samples.filter((one) => !isOf(targets, one) || still(one));
    const different = kept.different - (kept.samples.length - samples.length);
    await vault.put<Inspected>('status', INSPECTION_KEY, { ...kept, different, samples });
  }

  /** A person is being erased: examples that show them go. Durable when it resolves. */
  async erasing(person: string): Promise<void> {
    const { projections, vault } = this.#options;
    const kept = await vault.get<Inspected>('status', INSPECTION_KEY);
    if (!kept) return;
    const shows = (one: Differing) => {
      const code = projections.find(({ name }) => name === one.projection);
      return code === undefined || holds(code, one, person);
    };
    const samples = kept.value.samples.filter((one) => !shows(one));
    if (samples.length < kept.value.samples.length) await vault.put<Inspected>('status', INSPECTION_KEY, { ...kept.value, samples });
  }

  /** Some documents of each projection, chosen by chance. */
  async #sample(): Promise<Target[]> {
    const { advance, clock, projections, signal, store } = this.#options;
    const at = clock();
    const targets: Target[] = [];
    for (const { name } of projections) {
      const serving = advance.serving(name);
      if (!serving) continue;
      // By a hash of each key with the time: other documents each time.
      let chosen: { key: string; hash: string }[] = [];
      let seen = 0;
      for await (const { key } of store.scan(serving.generation)) {
        signal.throwIfAborted();
        chosen.push({ key, hash: uuid5('sample', at, key) });
        if (chosen.length >= NIGHTLY * 2) chosen = lowest(chosen);
        if (++seen >= LOOKED_AT) break;
      }
      targets.push({ projection: name, keys: lowest(chosen).map(({ key }) => key) });
    }
    return targets;
  }

  /** A read model with an event that can no longer be read or folded is left out. */
  async #inspect(targets: readonly Target[], mend: boolean): Promise<Compared> {
    const { advance, logger, projections, skips } = this.#options;
    const all = targets.flatMap(({ projection, keys }): Refolded[] => {
      const code = projections.find(({ name }) => name === projection);
      return code && keys.length > 0 && advance.serving(projection)
        ? [{ ...foldOf(code, keys, { has: (position) => skips(projection).has(position) }), keys, at: ORIGIN }]
        : [];
    });
    await this.#fold(all);
    const differing: Differing[] = [];
    let [views, documents] = [0, 0];
    for (const one of all)
      differing.push(
        ...(await advance.exclusive(async () => {
          const serving = advance.serving(one.code.name);
          if (!serving) return [];
          // Events that came meanwhile: the served documents contain them too.
          await this.#fold([one]);
          const { poison } = one.fold;
          if (poison) {
            logger.warn({ err: poison.error, projection: one.code.name }, 'a read model could not be compared with the log');
            return [];
          }
          views++;
          documents += one.keys.length;
          const written: Written = new Map(one.fold.drain().writes.map((write) => [write.key, write]));
          const found = await this.#compare(one, written, serving.generation);
          if (mend && found.length > 0) await this.#mend(one.code, written, serving, found);
          return found;
        })),
      );
    return { views, documents, differing };
  }

  /** Up to where what is served stands, in pages, between which the others advance. */
  async #fold(all: readonly Refolded[]): Promise<void> {
    const { advance, log, signal } = this.#options;
    const endOf = ({ code: { name } }: Refolded): Position => {
      const serving = advance.serving(name);
      return serving && serving.mode !== 'common' ? serving.at : (advance.checkpoint ?? ORIGIN);
    };
    for (const [to, some] of Map.groupBy(all, endOf)) {
      const from = some.map(({ at }) => at).sort()[0] ?? to;
      const types = [...new Set(some.flatMap(({ code }) => handledTypes(code)))];
      const folder = new Folder({ log, policy: IN_MEMORY, at: from, signal });
      const folds = some.map(({ fold }) => fold);
      for await (const page of pagesUpTo(log, from, to, { types, pageSize: PAGE })) {
        signal.throwIfAborted();
        await folder.take(page, folds);
      }
      for (const one of some) one.at = to;
    }
  }

  async #compare({ code, keys }: Refolded, written: Written, generation: Generation): Promise<Differing[]> {
    const served = await this.#options.store.getMany(generation, keys);
    return keys.flatMap((key) => {
      const before: Doc | null = served.get(key)?.doc ?? null;
      const after: Doc | null = written.get(key)?.doc ?? null;
      const same = before === null || after === null ? before === after : canonical(before) === canonical(after);
      return same ? [] : [{ projection: code.name, key, before, after }];
    });
  }

  async #mend(code: AnyProjection, written: Written, track: Track, found: readonly Differing[]): Promise<void> {
    const { advance, epoch, store } = this.#options;
    const { generation } = track;
    const keys = found.map(({ key }) => key);
    const stored = await store.getMany(generation, keys);
    const gone = await store.tombstones(generation, keys);
    const writes = found.map(({ key, after }) => {
      const before = stored.get(key) ?? gone.get(key);
      const refolded = written.get(key);
      return {
        key,
        version: Math.max(before?.version ?? 0, refolded?.version ?? 0) + 1,
        position:
          [refolded?.position, before?.position].reduce((one, other) => ((one ?? ORIGIN) > (other ?? ORIGIN) ? one : other)) ?? ORIGIN,
        doc: after,
        persons: after === null ? [] : (code.persons?.(after as never, key) ?? []),
      };
    });
    await store.commit({ epoch, writes: [{ generation, docs: writes }], changes: [] });
    advance.readAgain(track);
    await advance.publishReset(code.name);
  }

  async #record(request: Request, { documents, differing }: Compared, mended: boolean): Promise<void> {
    const { clock, log } = this.#options;
    const names = [...new Set(differing.map(({ projection }) => projection))];
    const different = names.map((projection) => ({
      projection,
      keys: differing.flatMap((one) => (one.projection === projection ? [one.key] : [])).slice(0, MOST_NAMED),
    }));
    const data = { request: request.id, documents, count: differing.length, different, mended: mended && differing.length > 0 };
    const commandId = uuid5('DocumentsChecked', request.id);
    await log.append(request.stream, 'any', [{ type: 'DocumentsChecked', data }], {
      commandId,
      correlationId: request.meta.correlationId,
      causationId: request.id,
      actor: { userId: null, role: 'system' },
      occurredAt: new Date(clock()).toISOString(),
    });
  }
}
