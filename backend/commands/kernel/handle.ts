import type { Actor, AppendMetadata } from '../../../events/define.ts';
import { uuid5 } from '../../../events/ids.ts';
import type { AppendedEvent, EventLog } from '../../../events/log.ts';
import { type Position, VersionConflict } from '../../../events/store/port.ts';
import type { Decided, Decider } from './decider.ts';
import { DomainError } from './errors.ts';
import { GrowingSet } from './growing.ts';

/** Who asks, why, and under which id. The same commandId on the same stream is the same command, whenever it comes. */
export interface CommandContext {
  commandId: string;
  correlationId: string;
  causationId: string;
  actor: Actor;
  /** The command's clock. */
  now: Date;
  reason?: string;
  /** The `correlationId` of what this takes back. */
  undoes?: string;
}

export interface Handled<S> {
  /** Version of the stream's last event; -1 when it is still empty. */
  version: number;
  /** Position of the last event the command stands for; null when the stream is empty. */
  position: Position | null;
  state: S;
  /** How many events were appended by this call. */
  appended: number;
}

interface Kept {
  state: unknown;
  version: number;
  position: Position | null;
  /** commandId → position of its last event. */
  commands: Map<string, Position>;
  /** Whose words went into the state; null: nobody's. */
  persons: GrowingSet<string> | null;
  /** What it is charged: the size of its state as last measured, and what came since. */
  bytes: number;
  /** Bytes of events since it was measured. */
  since: number;
  /** When the log was last asked, on the clock of performance.now(). */
  readAt: number;
}

export interface HandleOptions<S> {
  /** Called with the loaded state, and with how many events made it, before deciding; throws to refuse (If-Match, ownership). */
  check?: (state: S, events: number) => void;
}

/** Where commands meet the log. One per process; keeps folded states within a bound of bytes and reads only the tail of a stream. */
export interface Commands {
  handle<S, C, E extends { type: string; data: object }>(
    decider: Decider<S, C, E>,
    id: string | number,
    command: C,
    context: CommandContext,
    options?: HandleOptions<S>,
  ): Promise<Handled<S>>;
  /** The present state of a stream, for decisions that need another stream's facts; or one that was the present state `within` so many ms. */
  load<S, C, E extends { type: string; data: object }>(
    decider: Decider<S, C, E>,
    id: string | number,
    options?: { within: number },
  ): Promise<{ state: S; version: number; position: Position | null }>;
  /** Nothing of this person stays in what is kept: they are being erased. */
  forget(person: string): void;
  readonly log: EventLog;
}

/** How long a command waits in all for other processes at its stream, in ms, and between two tries at most. */
const PATIENCE_MS = 2_000;
const LONGEST_WAIT_MS = 50;
const ENTRY_OVERHEAD = 400;
/** Of a command that is remembered. */
const COMMAND_BYTES = 120;

/** About how many bytes a state takes. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return 16 + value.length;
  if (typeof value !== 'object' || value === null) return 8;
  let size = 32;
  if (Symbol.iterator in value) for (const part of value as Iterable<unknown>) size += 16 + sizeOf(part);
  else for (const key in value) size += 8 + sizeOf((value as Record<string, unknown>)[key]);
  return size;
}

/** A command that follows from another: same correlation, caused by it, with an id of its own that is always the same. */
export const derived = (context: CommandContext, ...parts: readonly (string | number)[]): CommandContext => ({
  ...context,
  commandId: uuid5(context.commandId, ...parts),
  causationId: context.commandId,
});

export const metadataOf = (context: CommandContext): AppendMetadata => ({
  commandId: context.commandId,
  correlationId: context.correlationId,
  causationId: context.causationId,
  actor: context.actor,
  occurredAt: context.now.toISOString(),
  ...(context.reason !== undefined && { reason: context.reason }),
  ...(context.undoes !== undefined && { undoes: context.undoes }),
});

export function createCommands(
  log: EventLog,
  options: { keptBytes?: number; wait?: (ms: number) => Promise<void>; random?: () => number } = {},
): Commands {
  const keptBytes = options.keptBytes ?? 32 * 1024 * 1024;
  const wait = options.wait ?? ((ms) => new Promise((done) => setTimeout(done, ms)));
  const random = options.random ?? Math.random;
  const kept = new Map<string, Kept>();
  let total = 0;
  /** The last command in line at each stream. */
  const lines = new Map<string, Promise<unknown>>();

  /** Commands of one process take turns at a stream: they never conflict with each other, only with other processes. */
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
    // Measured again only once as much has come as there was: a state is charged by what it is, not by what it went through.
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

  /** What is kept of a stream, unless it holds words of somebody who is erased by now. */
  const present = async (stream: string): Promise<Kept | undefined> => {
    const entry = kept.get(stream);
    if (entry?.persons && (await log.anyErased(entry.persons))) forget(stream);
    return kept.get(stream);
  };

  const keptEntry = <S>(decider: { initial: () => S }, stream: string): Entry<S> =>
    (kept.get(stream) as Entry<S> | undefined) ?? {
      state: decider.initial(),
      version: -1,
      position: null,
      commands: new Map(),
      persons: null,
      bytes: ENTRY_OVERHEAD + stream.length,
      since: 0,
      readAt: Number.NEGATIVE_INFINITY,
    };

  /** The entry after one more event; neither the entry nor its state is changed, for others may be going on from them. */
  const after = <S, E extends { type: string; data: object }>(
    decider: { evolve(state: S, event: Decided<E>): S },
    entry: Entry<S>,
    event: AppendedEvent,
    version: number,
    position: Position,
  ): Entry<S> => ({
    state: decider.evolve(entry.state, event as unknown as Decided<E>),
    version,
    position,
    // Shared and only ever added to: what a command of the stream became stays true.
    commands: entry.commands.set(event.meta.commandId, position),
    persons: event.person === undefined ? entry.persons : (entry.persons ?? new GrowingSet<string>()).with(event.person),
    bytes: entry.bytes,
    since: entry.since + COMMAND_BYTES + JSON.stringify(event.data).length,
    readAt: entry.readAt,
  });

  async function load<S, C, E extends { type: string; data: object }>(decider: Decider<S, C, E>, stream: string): Promise<Entry<S>> {
    const readAt = performance.now();
    await present(stream);
    let entry = keptEntry(decider, stream);
    for await (const event of log.readStream(stream, entry.version + 1))
      entry = after(decider, entry, event, event.version, event.position);
    entry = { ...entry, readAt };
    keep(stream, entry);
    return entry;
  }

  return {
    log,
    forget(person) {
      for (const [stream, { persons }] of kept) if (persons?.has(person)) forget(stream);
    },
    async load(decider, id, { within } = { within: 0 }) {
      const stream = `${decider.category}-${id}`;
      const recent = performance.now() - ((await present(stream))?.readAt ?? Number.NEGATIVE_INFINITY) < within;
      const { state, version, position } = recent ? keptEntry(decider, stream) : await load(decider, stream);
      return { state, version, position };
    },

    handle(decider, id, command, context, { check } = {}) {
      const stream = `${decider.category}-${id}`;
      return inTurn(stream, async () => {
        // What is kept may be behind other processes: the log refuses an append to it, and a refusal is only given from what stands now.
        let fresh = (await present(stream)) === undefined;
        let entry = fresh ? await load(decider, stream) : keptEntry(decider, stream);
        let waited = 0;
        for (let conflicts = 0; ; ) {
          const done = entry.commands.get(context.commandId);
          if (done !== undefined) return { version: entry.version, position: done, state: entry.state, appended: 0 };
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
            return { version: entry.version, position: entry.position, state: entry.state, appended: 0 };
          }
          try {
            const appended = await log.append(stream, entry.version < 0 ? 'none' : entry.version, events, metadataOf(context));
            for (const event of appended.events) entry = after(decider, entry, event, entry.version + 1, appended.position);
            keep(stream, entry);
            return { version: appended.version, position: appended.position, state: entry.state, appended: events.length };
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
