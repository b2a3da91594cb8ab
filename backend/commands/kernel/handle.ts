import type { Actor, EventMetadata } from '../../../events/define.ts';
import { uuid5 } from '../../../events/ids.ts';
import type { EventLog } from '../../../events/log.ts';
import { type Position, VersionConflict } from '../../../events/store/port.ts';
import type { Decided, Decider } from './decider.ts';
import { DomainError } from './errors.ts';

/** Who asks, why, and under which id. The same commandId on the same stream is the same command, whenever it comes. */
export interface CommandContext {
  commandId: string;
  correlationId: string;
  causationId: string;
  actor: Actor;
  /** The command's clock. */
  now: Date;
  reason?: string;
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
  bytes: number;
}

export interface HandleOptions<S> {
  /** Called with the loaded state before deciding; throws to refuse (If-Match, ownership). */
  check?: (state: S) => void;
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
  /** The present state of a stream, for decisions that need another stream's facts. */
  load<S, C, E extends { type: string; data: object }>(
    decider: Decider<S, C, E>,
    id: string | number,
  ): Promise<{ state: S; version: number; position: Position | null }>;
  readonly log: EventLog;
}

const RETRIES = 5;
const ENTRY_OVERHEAD = 400;

/** A command that follows from another: same correlation, caused by it, with an id of its own that is always the same. */
export const derived = (context: CommandContext, ...parts: readonly (string | number)[]): CommandContext => ({
  ...context,
  commandId: uuid5(context.commandId, ...parts),
  causationId: context.commandId,
});

export const metadataOf = (context: CommandContext): Omit<EventMetadata, 'schemaVersion'> => ({
  commandId: context.commandId,
  correlationId: context.correlationId,
  causationId: context.causationId,
  actor: context.actor,
  occurredAt: context.now.toISOString(),
  ...(context.reason !== undefined && { reason: context.reason }),
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
    total -= entry.bytes;
  };
  const keep = (stream: string, entry: Kept) => {
    if ((kept.get(stream)?.version ?? -1) > entry.version) return;
    forget(stream);
    kept.set(stream, entry);
    total += entry.bytes;
    for (const oldest of kept.keys()) {
      if (total <= keptBytes || kept.size === 1) break;
      forget(oldest);
    }
  };

  async function load<S, C, E extends { type: string; data: object }>(
    decider: Decider<S, C, E>,
    stream: string,
  ): Promise<Kept & { state: S }> {
    // Folding never changes the state it starts from, so any number of callers may bring the same one up to date.
    const before = kept.get(stream);
    let state = (before?.state ?? decider.initial()) as S;
    let { version, position, bytes } = before ?? { version: -1, position: null as Position | null, bytes: ENTRY_OVERHEAD + stream.length };
    const commands = before?.commands ?? new Map<string, Position>();
    for await (const event of log.readStream(stream, version + 1)) {
      state = decider.evolve(state, event as unknown as Decided<E>);
      version = event.version;
      position = event.position;
      bytes += 120 + JSON.stringify(event.data).length;
      commands.set(event.meta.commandId, event.position);
    }
    return { state, version, position, commands, bytes };
  }

  return {
    log,
    async load(decider, id) {
      const stream = `${decider.category}-${id}`;
      const entry = await load(decider, stream);
      keep(stream, entry);
      return { state: entry.state, version: entry.version, position: entry.position };
    },

    handle(decider, id, command, context, { check } = {}) {
      const stream = `${decider.category}-${id}`;
      return inTurn(stream, async () => {
        for (let attempt = 0; ; attempt++) {
          const entry = await load(decider, stream);
          const done = entry.commands.get(context.commandId);
          if (done !== undefined) {
            keep(stream, entry);
            return { version: entry.version, position: done, state: entry.state, appended: 0 };
          }
          let events: ReturnType<typeof decider.decide>;
          try {
            check?.(entry.state);
            events = decider.decide(command, entry.state);
          } finally {
            keep(stream, entry);
          }
          if (events.length === 0) return { version: entry.version, position: entry.position, state: entry.state, appended: 0 };
          try {
            const appended = await log.append(stream, entry.version < 0 ? 'none' : entry.version, events, metadataOf(context));
            const now = await load(decider, stream);
            keep(stream, now);
            return { version: appended.version, position: appended.position, state: now.state, appended: events.length };
          } catch (error) {
            if (!(error instanceof VersionConflict)) throw error;
            if (attempt >= RETRIES) throw new DomainError('CONFLICT');
            await wait(2 ** attempt * 3 * (0.5 + random()));
          }
        }
      });
    },
  };
}
