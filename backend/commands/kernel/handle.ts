import type { Actor, AppendMetadata, Origin } from '../../../events/define.ts';
import { uuid5 } from '../../../events/ids.ts';
import { type AppendedEvent, type EventLog, readableStream } from '../../../events/log.ts';
import { Own } from '../../../events/own.ts';
import { type Position, type Recorded, VersionConflict } from '../../../events/store/port.ts';
import type { Decided, Decider } from './decider.ts';
import { DomainError } from './errors.ts';
import { GrowingSet } from './growing.ts';

/** Who sends the command, why, and its id. The same commandId on the same stream is the same command, whenever it is repeated. */
export interface CommandContext {
  commandId: string;
  correlationId: string;
  causationId: string;
  actor: Actor;
  /** The command's clock. */
  now: Date;
  reason?: string;
  /** The `correlationId` of what this undoes. */
  undoes?: string;
  origin?: Origin;
  /** The event that all commands of a reaction follow from, also those derived from its first one, which may write nothing itself. */
  because?: string;
}

export interface Handled<S> {
  /** Version of the stream's last event; -1 when it is still empty. */
  version: number;
  /** Position of the last event that the result reflects; null where the stream is empty. */
  position: Position | null;
  state: S;
  /** How many events were appended by this call. */
  appended: number;
  /** The command had been done before: this is a repeat, of which nothing more may be demanded. */
  repeated: boolean;
}

interface Kept {
  state: unknown;
  version: number;
  position: Position | null;
  /** By commandId, the position of its last event. */
  commands: Map<string, Position>;
  /** The people whose personal data are in the state; null: nobody's. */
  persons: GrowingSet<string> | null;
  /** The size it counts for: the measured size of its state, and of the events since. */
  bytes: number;
  /** Bytes of events since it was measured. */
  since: number;
  /** When the log was last read, on the clock of performance.now(). */
  readAt: number;
}

export interface HandleOptions<S> {
  /** Called before deciding, with the loaded state and the count of its events; throws to refuse (If-Match, ownership). */
  check?: (state: S, events: number) => void;
}

/** The folded states that a process keeps. */
export interface KeptStates {
  entries: number;
  /** The bytes that they count for, and at most count for. */
  bytes: number;
  bound: number;
  /** Since the process began: how often the state that a command or another one's decision needed was kept, and how often its stream was read whole. */
  hits: number;
  misses: number;
}

/** Runs commands against the log. One per process; caches folded states within a bound of bytes and reads only the new events of a stream. */
export interface Commands {
  handle<S, C, E extends { type: string; data: object }>(
    decider: Decider<S, C, E>,
    id: string | number,
    command: C,
    context: CommandContext,
    options?: HandleOptions<S>,
  ): Promise<Handled<S>>;
  /** The state of a stream, for decisions that need another stream's facts. With `within`: a state read at most so many ms ago is enough. */
  load<S, C, E extends { type: string; data: object }>(
    decider: Decider<S, C, E>,
    id: string | number,
    options?: { within?: number },
  ): Promise<{ state: S; version: number; position: Position | null }>;
  /**
   * Whether this command wrote to the stream before. Checks against the present state ask this first, so that a repeat gets its first answer instead of a
   * refusal.
   */
  isDone<S, C, E extends { type: string; data: object }>(
    decider: Decider<S, C, E>,
    id: string | number,
    context: Pick<CommandContext, 'commandId'>,
  ): Promise<boolean>;
  /** Drops this person's data from the cache: they are being erased. */
  forget(person: string): void;
  kept(): KeptStates;
  /** Drops all states: the next command on each stream reads it whole. */
  drop(): void;
  readonly log: EventLog;
}

/** How long a command keeps trying while other processes write to its stream, in ms, and the longest pause between two tries. */
const PATIENCE_MS = 2_000;
const LONGEST_WAIT_MS = 50;
const ENTRY_OVERHEAD = 400;
/** The estimated bytes of a remembered command. */
const COMMAND_BYTES = 120;

/** The estimated bytes of a state. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return 16 + value.length;
  if (typeof value !== 'object' || value === null) return 8;
  let size = 32;
  if (Symbol.iterator in value) for (const part of value as Iterable<unknown>) size += 16 + sizeOf(part);
  else for (const key in value) size += 8 + sizeOf((value as Record<string, unknown>)[key]);
  return size;
}

/** The context of a command that follows from another: same correlation, caused by it (in a reaction, by its event), with a deterministic id of its own. */
export const derived = (context: CommandContext, ...parts: readonly (string | number)[]): CommandContext => ({
  ...context,
  commandId: uuid5(context.commandId, ...parts),
  causationId: context.because ?? context.commandId,
});

/** In a reaction: the context of a command that began earlier and is completed as itself, so that what it did already is recognised. */
export const resumed = ({ because: _, ...context }: CommandContext, began: Partial<CommandContext>): CommandContext => ({
  ...context,
  ...began,
});

export const metadataOf = (context: CommandContext): AppendMetadata => ({
  commandId: context.commandId,
  correlationId: context.correlationId,
  causationId: context.causationId,
  actor: context.actor,
  occurredAt: context.now.toISOString(),
  ...(context.reason !== undefined && { reason: context.reason }),
  ...(context.undoes !== undefined && { undoes: context.undoes }),
  ...(context.origin !== undefined && { origin: context.origin }),
});

/**
 * For a process that writes alone. `standMs`: `within` of a `load` that names none. `presumesNew`: a stream that it does not know is taken for an empty
 * one, and read only where the log refuses the append, or where there is nothing to append.
 */
export function createCommands(
  log: EventLog,
  options: {
    keptBytes?: number;
    standMs?: number;
    presumesNew?: boolean;
    wait?: (ms: number) => Promise<void>;
    random?: () => number;
  } = {},
): Commands {
  const keptBytes = options.keptBytes ?? 32 * 1024 * 1024;
  const wait = options.wait ?? ((ms) => new Promise((done) => setTimeout(done, ms)));
  const random = options.random ?? Math.random;
  const kept = new Map<string, Kept>();
  let total = 0;
  const asked = { hits: 0, misses: 0 };
  const ask = (stream: string) => {
    asked[kept.has(stream) ? 'hits' : 'misses'] += 1;
  };
  /** The last queued command of each stream. */
  const lines = new Map<string, Promise<unknown>>();

  /** Commands of one process are queued by stream: they conflict only with those of other processes. */
  const inTurn = async <T>(stream: string, work: () => Promise<T>): Promise<T> => {
    const turn = lines.get(stream)?.then(work, work) ?? work();
    lines.set(stream, turn);
    try {
      return await turn;
    } finally {
      if (lines.get(stream) === turn) lines.delete(stream);
    }
  };

  const forget = (stream: string) => {
    const entry = kept.get(stream);
    if (!entry) return;
    kept.delete(stream);
    total -= entry.bytes + entry.since;
  };
  const keep = (stream: string, entry: Kept) => {
    if ((kept.get(stream)?.version ?? -1) > entry.version) return;
    forget(stream);
    // Measured again only once its events have doubled the size: a state counts for its present size, not for its history.
    const size = () => ENTRY_OVERHEAD + stream.length + COMMAND_BYTES * entry.commands.size + sizeOf(entry.state);
    const charged = entry.since > entry.bytes ? { ...entry, bytes: size(), since: 0 } : entry;
    kept.set(stream, charged);
    total += charged.bytes + charged.since;
    for (const oldest of kept.keys()) {
      if (total <= keptBytes || kept.size === 1) break;
      forget(oldest);
    }
  };

  type Entry<S> = Kept & { state: S };

  const unerased = async (stream: string, persons: GrowingSet<string>): Promise<Kept | undefined> => {
    if (await log.anyErased(persons)) forget(stream);
    return kept.get(stream);
  };
  /** The cached entry of a stream, unless it holds data of a person who is erased by now. There is nothing to wait for where it holds nobody's. */
  const present = (stream: string): Promise<Kept | undefined> | Kept | undefined => {
    const entry = kept.get(stream);
    return entry?.persons ? unerased(stream, entry.persons) : entry;
  };

  const emptyEntry = <S>(decider: { initial: () => S }, stream: string): Entry<S> => ({
    state: decider.initial(),
    version: -1,
    position: null,
    commands: new Map(),
    persons: null,
    bytes: ENTRY_OVERHEAD + stream.length,
    since: 0,
    readAt: Number.NEGATIVE_INFINITY,
  });
  const keptEntry = <S>(decider: { initial: () => S }, stream: string): Entry<S> =>
    (kept.get(stream) as Entry<S> | undefined) ?? emptyEntry(decider, stream);

  /** The entry after one more event; entry and state are not changed, because others may be using them. */
  const after = <S, E extends { type: string; data: object }>(
    decider: { evolve(state: S, event: Decided<E>, own?: Own): S; wordless?: true | 'where lost' },
    entry: Entry<S>,
    event: AppendedEvent,
    version: number,
    position: Position,
    own: Own,
  ): Entry<S> => ({
    state: decider.evolve(entry.state, event as unknown as Decided<E>, own),
    version,
    position,
    // Shared and only added to: the result of a past command does not change.
    commands: entry.commands.set(event.meta.commandId, position),
    persons:
      event.person === undefined || decider.wordless === true
        ? entry.persons
        : (entry.persons ?? new GrowingSet<string>()).with(event.person),
    bytes: entry.bytes,
    since: entry.since + COMMAND_BYTES + JSON.stringify(event.data).length,
    readAt: entry.readAt,
  });

  /** The entry with what came after it. */
  async function folded<S, C, E extends { type: string; data: object }>(
    decider: Decider<S, C, E>,
    stream: string,
    begun: Entry<S>,
  ): Promise<Entry<S>> {
    let entry = begun;
    const own = new Own();
    const [from, { wordless }] = [entry.version + 1, decider];
    const passed = ({ version, position }: Recorded) => {
      entry = { ...entry, version, position };
    };
    const events = decider.passesOver
      ? readableStream(log, stream, { from, wordless, passed })
      : log.readStream(stream, from, undefined, wordless);
    for await (const event of events) entry = after(decider, entry, event, event.version, event.position, own);
    return entry;
  }

  async function load<S, C, E extends { type: string; data: object }>(decider: Decider<S, C, E>, stream: string): Promise<Entry<S>> {
    const readAt = performance.now();
    await present(stream);
    const entry = { ...(await folded(decider, stream, keptEntry(decider, stream))), readAt };
    keep(stream, entry);
    return entry;
  }

  return {
    log,
    async isDone(decider, id, { commandId }) {
      const stream = `${decider.category}-${id}`;
      ask(stream);
      return (await load(decider, stream)).commands.has(commandId);
    },
    kept: () => ({ entries: kept.size, bytes: total, bound: keptBytes, ...asked }),
    drop() {
      kept.clear();
      total = 0;
    },
    forget(person) {
      for (const [stream, { persons }] of kept) if (persons?.has(person)) forget(stream);
    },
    async load(decider, id, { within = options.standMs ?? 0 } = {}) {
      const stream = `${decider.category}-${id}`;
      ask(stream);
      const recent = performance.now() - ((await present(stream))?.readAt ?? Number.NEGATIVE_INFINITY) < within;
      const { state, version, position } = recent ? keptEntry(decider, stream) : await load(decider, stream);
      return { state, version, position };
    },

    handle(decider, id, command, context, { check } = {}) {
      const stream = `${decider.category}-${id}`;
      return inTurn(stream, async () => {
        ask(stream);
        // The cache may be behind other processes: an append to an old version is refused by the log, and a refusal is decided only on the present state.
        let fresh = (await present(stream)) === undefined && !options.presumesNew;
        let entry = fresh ? await load(decider, stream) : keptEntry(decider, stream);
        let waited = 0;
        for (let conflicts = 0; ; ) {
          const done = entry.commands.get(context.commandId);
          if (done !== undefined) return { version: entry.version, position: done, state: entry.state, appended: 0, repeated: true };
          let events: ReturnType<typeof decider.decide> = [];
          let refusal: unknown = null;
          try {
            check?.(entry.state, entry.version + 1);
            events = decider.decide(command, entry.state);
          } catch (error) {
            refusal = error;
          }
          if (events.length === 0) {
            if (!fresh) {
              fresh = true;
              entry = await load(decider, stream);
              continue;
            }
            if (refusal !== null) throw refusal;
            return { version: entry.version, position: entry.position, state: entry.state, appended: 0, repeated: false };
          }
          try {
            const readAt = performance.now();
            const appended = await log.append(stream, entry.version < 0 ? 'none' : entry.version, events, metadataOf(context));
            const own = new Own();
            for (const event of appended.events) entry = after(decider, entry, event, entry.version + 1, appended.position, own);
            // The log accepted it after this version: nothing else had come by then.
            keep(stream, { ...entry, readAt });
            return { version: appended.version, position: appended.position, state: entry.state, appended: events.length, repeated: false };
          } catch (error) {
            if (!(error instanceof VersionConflict)) throw error;
            if (waited >= PATIENCE_MS) throw new DomainError('CONFLICT');
            if (fresh) {
              const ms = Math.min(LONGEST_WAIT_MS, 3 * 2 ** conflicts++) * (0.5 + random());
              waited += ms;
              await wait(ms);
            }
            fresh = true;
            entry = await load(decider, stream);
          }
        }
      });
    },
  };
}
