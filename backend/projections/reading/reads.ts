import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Position } from '../../../events/store/port.ts';
import { pause } from '../../../events/store/subscription.ts';
import { ORIGIN } from '../kernel/position.ts';
import type { Generation, GenerationState, Query, ReadStoreReader } from '../kernel/readStore.ts';

/**
 * How routes read projections: by code, never by generation. Answers come from the serving generation of this code version; while another
 * version serves (a rolling release), from this version's previous one, which no longer advances.
 */

/** No generation of this code version can be read yet: the process is not ready. */
export class NotBuilt extends Error {
  constructor(projection: string, version: number) {
    super(`projection ${projection} version ${version} has not been built`);
    this.name = 'NotBuilt';
  }
}

/** What reading needs of a projection; `D` is its document. */
export interface Readable<D extends object> {
  name: string;
  version: number;
  on: Readonly<Record<string, { evolve(doc: never, event: never, key: string): D | null } | undefined>>;
}

export interface Found<D> {
  key: string;
  version: number;
  position: Position;
  doc: D;
}
export interface FoundPage<D> {
  docs: Found<D>[];
  /** Cursor of the next page, or null at the end. */
  next: string | null;
}

/** Typed reads. All of them throw NotBuilt, and what the store throws. */
export interface ReadHelpers {
  get<D extends object>(projection: Readable<D>, key: string): Promise<D | null>;
  /** Keys without a document are absent from the map. */
  getMany<D extends object>(projection: Readable<D>, keys: readonly string[]): Promise<Map<string, D>>;
  find<D extends object>(projection: Readable<D>, query: Query): Promise<FoundPage<D>>;
  count<D extends object>(projection: Readable<D>, where?: Query['where']): Promise<number>;
}

/** All that `query` finds, a page of its `limit` at a time; between two of them the event loop turns. */
export async function* pagesOf<D extends object>(
  reads: Pick<ReadHelpers, 'find'>,
  projection: Readable<D>,
  query: Omit<Query, 'cursor'> & { limit: number },
): AsyncGenerator<Found<D>[]> {
  let cursor: string | null = null;
  do {
    const page: FoundPage<D> = await reads.find(projection, { ...query, ...(cursor !== null && { cursor }) });
    yield page.docs;
    cursor = page.next;
    await nextTurn();
  } while (cursor !== null);
}

/** The reads of one request, and what they reflect together. */
export interface ReadSession extends ReadHelpers {
  /** For `X-Position`: the lowest checkpoint of what was read, taken before the documents; where nothing was read, the common checkpoint. */
  position(): Promise<Position | null>;
  /** For `X-Stale`: something that was read is halted, paused or detached, or no projector is running. */
  stale(): boolean;
}

export interface Reads extends ReadHelpers {
  /** The common checkpoint. Take it before the documents. */
  position(): Promise<Position | null>;
  /** Resolves true once the common checkpoint has reached `position`, false after `timeoutMs`. It does not wait for halted projections. */
  waitFor(position: Position, timeoutMs?: number): Promise<boolean>;
  /** Something was committed: wakes `waitFor` at once. Otherwise it polls every 20 ms. */
  notify(): void;
  /** True while the projection is halted, paused or detached: its reads answer at once, with `X-Stale`. */
  stale(projection: Readable<object>): Promise<boolean>;
  /** True once reads of the projection reflect `position`, however long it is halted, paused or behind; false when the signal aborts first. */
  caughtUp(projection: Readable<object>, position: Position, signal: AbortSignal): Promise<boolean>;
  session(): ReadSession;
}

/** The interval at which `caughtUp` polls. */
const LOOK_MS = 500;
const WAIT_MS = 5_000;
const POLL_MS = 20;

/** `folded`: whether a projector is running, as far as this process knows. */
export function createReads(reader: ReadStoreReader, folded: () => boolean = () => true): Reads {
  let known: readonly GenerationState[] = [];
  let served = new Map<string, GenerationState>();

  async function resolve({ name, version }: Readable<object>): Promise<GenerationState> {
    const states = await reader.generations();
    if (states !== known) {
      known = states;
      served = new Map();
    }
    let found = served.get(`${name}@${version}`);
    if (!found) {
      const own = states.filter((state) => state.projection === name && state.version === version);
      found = own.find((state) => state.role === 'serving') ?? own.findLast((state) => state.role === 'previous');
      if (!found) throw new NotBuilt(name, version);
      served.set(`${name}@${version}`, found);
    }
    return found;
  }

  const left = (state: GenerationState): boolean => state.role !== 'serving' || state.checkpoint !== null;

  /** `at` returns the generation to read; a session records it on the way. */
  const helpers = (at: (projection: Readable<object>) => Promise<Generation>): ReadHelpers => ({
    async get<D extends object>(projection: Readable<D>, key: string) {
      return ((await reader.get(await at(projection), key))?.doc as D | undefined) ?? null;
    },
    async getMany<D extends object>(projection: Readable<D>, keys: readonly string[]) {
      const docs = await reader.getMany(await at(projection), keys);
      return new Map(Array.from(docs, ([key, stored]) => [key, stored.doc as D]));
    },
    async find<D extends object>(projection: Readable<D>, query: Query) {
      return (await reader.find(await at(projection), query)) as unknown as FoundPage<D>;
    },
    async count(projection, where) {
      return reader.count(await at(projection), where);
    },
  });

  const waiting = new Set<{ position: Position; reached(): void }>();
  let looking = false;
  let wake: (() => void) | null = null;
  const commitOrPoll = () =>
    new Promise<void>((done) => {
      const timer = setTimeout(done, POLL_MS);
      wake = () => {
        clearTimeout(timer);
        done();
      };
    });

  async function look(): Promise<void> {
    if (looking) return;
    looking = true;
    while (waiting.size > 0) {
      // An unreachable store counts as "not there yet": the callers' own time limits end the wait.
      const checkpoint = await reader.checkpoint().catch(() => null);
      for (const waiter of [...waiting]) if (checkpoint !== null && waiter.position <= checkpoint) waiter.reached();
      if (waiting.size > 0) await commitOrPoll();
    }
    looking = false;
  }

  return {
    ...helpers(resolve),
    position: () => reader.checkpoint(),
    async waitFor(position, timeoutMs = WAIT_MS) {
      const checkpoint = await reader.checkpoint();
      if (checkpoint !== null && position <= checkpoint) return true;
      return new Promise((done) => {
        const end = (reached: boolean) => {
          clearTimeout(timer);
          waiting.delete(waiter);
          done(reached);
        };
        const waiter = { position, reached: () => end(true) };
        const timer = setTimeout(() => end(false), timeoutMs);
        waiting.add(waiter);
        void look();
      });
    },
    notify() {
      wake?.();
    },
    async stale(projection) {
      return left(await resolve(projection));
    },
    async caughtUp(projection, position, signal) {
      while (!signal.aborted) {
        if (!(await this.waitFor(position, LOOK_MS))) continue;
        if (!(await this.stale(projection))) return true;
        await pause(LOOK_MS, signal);
      }
      return false;
    },
    session() {
      const seen = new Map<string, { at: Position | null; left: boolean }>();
      // Read once, before the first document: everything read later reflects at least this position.
      let common: Promise<Position | null> | undefined;
      const noted = async (projection: Readable<object>): Promise<Generation> => {
        common ??= reader.checkpoint();
        const before = await common;
        const state = await resolve(projection);
        if (!seen.has(projection.name)) seen.set(projection.name, { at: state.checkpoint ?? before, left: left(state) });
        return state;
      };
      return {
        ...helpers(noted),
        async position() {
          if (seen.size === 0) return reader.checkpoint();
          const positions = [...seen.values()].map(({ at }) => at ?? ORIGIN).sort();
          const lowest = positions[0] ?? ORIGIN;
          return lowest === ORIGIN ? null : lowest;
        },
        stale: () => (seen.size > 0 && !folded()) || [...seen.values()].some((one) => one.left),
      };
    },
  };
}
