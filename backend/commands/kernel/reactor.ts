import type { Envelope } from '../../../events/define.ts';
import { stackOf } from '../../../events/entry.ts';
import { uuid5 } from '../../../events/ids.ts';
import type { EventLog } from '../../../events/log.ts';
import { spanClock, spans } from '../../../events/spans.ts';
import { type EventStore, type Position, type Recorded, StoreFault, StoreUnwritable } from '../../../events/store/port.ts';
import { pause } from '../../../events/store/subscription.ts';
import type { Vault } from '../../integrations/vault/port.ts';
import { DomainError } from './errors.ts';
import type { CommandContext } from './handle.ts';

/**
 * A reactor turns events into commands or external calls. It starts at the head the first time it runs, keeps its checkpoint in the vault,
 * and is never replayed. Delivery is at least once: commands have a deterministic id, external effects a deterministic key, so a repeat is recognised.
 */
export interface Reactor {
  name: string;
  on: Readonly<Record<string, Reaction | undefined>>;
  /** What is done for a person who retries a dead letter of this type; needed where `on` itself records that it gave up. */
  again?: Readonly<Record<string, Reaction | undefined>>;
}
export type Reaction = (event: Envelope, context: CommandContext) => Promise<void>;

interface Checkpoint {
  position: Position | null;
  /** Where the reactor first began; older releases did not store it. */
  began?: Position | null;
  /** How far the log reached when this was stored: what followed from the events before `position` is not beyond that. Older releases did not store it. */
  reached?: Position | null;
}

export interface DeadLetter {
  reactor: string;
  position: Position;
  eventId: string;
  eventType: string;
  /** The position of the event; older releases did not store it. */
  stream?: string;
  version?: number;
  error: string;
  /** Where it failed; older releases did not store it. */
  stack?: string;
  attempts: number;
  at: string;
}

/** Key in the vault's table `status` of the event types that each reactor handles, for API nodes. */
export const HANDLED_KEY = 'reactors';
export type HandledTypes = readonly { reactor: string; types: readonly string[] }[];

export interface ReactorOptions {
  log: EventLog;
  vault: Vault;
  reactors: readonly Reactor[];
  signal: AbortSignal;
  now: () => Date;
  logger: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
  /** Pauses between attempts, in milliseconds; after the last one the event becomes a dead letter. */
  backoff?: readonly number[];
  /** Milliseconds before a failed loop starts again, by the count of failures in a row (from 0). */
  restart?: (failures: number) => number;
  /** The checkpoint is stored at this interval at most, in milliseconds: each time is a sync of the vault. */
  keepEvery?: number;
  /** Errors that somebody else tells. */
  isReported?: (error: unknown) => boolean;
}

const BACKOFF = [100, 500, 2_000, 10_000] as const;
/** A person retries a dead letter, or lets it be. */
const RETRY = 'ReactionRetryRequested';
const SKIP = 'ReactionSkipped';
const restartAfter = (failures: number): number => Math.min(10_000, 200 * 2 ** failures);
/** The checkpoint is also stored after this many events that no reaction handles. */
const QUIET = 5_000;
const MOST_OF_STACK = 4_000;
/** Milliseconds. */
const KEEP_EVERY = 500;

/** How many of the last events every reactor handles again after the log has lost its end, because some of their consequences were in the lost part. */
const TAKEN_AGAIN = 1_000;

/** The position before the last `count` events; null: the beginning. */
async function startOfLast(store: Pick<EventStore, 'readAll'>, count: number): Promise<Position | null> {
  let seen = 0;
  for await (const { position } of store.readAll(null, { backwards: true, limit: count + 1 })) if (++seen > count) return position;
  return null;
}

const isBeyond = (one: Position | null, other: Position | null): boolean => (one ?? '') > (other ?? '');

/**
 * Sets the checkpoints of reactors before anything of this start is written. A reactor that never ran begins at the present head: it misses nothing
 * from here on, however late its thread starts. A checkpoint beyond the head, or one stored when the log reached beyond it, means that the log has lost
 * its end (a vault newer than its log: a copy put back by hand, a disk that lost confirmed writes). That reactor would skip later events silently, and what others had made follow
 * from events that are still there may be lost: all of them take the last events again, from where they first began at most. They recognise
 * what they have done. Returns the reactors that were set back.
 */
export async function settleCheckpoints(
  store: Pick<EventStore, 'head' | 'readAll'>,
  vault: Vault,
  reactors: readonly string[],
): Promise<{ reactor: string; position: Position | null; head: Position | null }[]> {
  let head = await store.head();
  const known: ({ reactor: string; revision: number } & Checkpoint)[] = [];
  for (const reactor of reactors) {
    if (await vault.insert<Checkpoint>('checkpoints', reactor, { position: head, began: head })) continue;
    const kept = await vault.get<Checkpoint>('checkpoints', reactor);
    if (kept) known.push({ reactor, revision: kept.revision, ...kept.value });
  }
  const isLost = () => known.some(({ position, reached = null }) => isBeyond(position, head) || isBeyond(reached, head));
  if (!isLost()) return [];
  // Another process may have continued since the head was read.
  head = await store.head();
  if (!isLost()) return [];
  const start = await startOfLast(store, TAKEN_AGAIN);
  const setBack = [];
  for (const { reactor, revision, position, began = null } of known) {
    const from = isBeyond(began, head) ? head : isBeyond(began, start) ? began : start;
    if (!isBeyond(position, from)) continue;
    if (await vault.replace<Checkpoint>('checkpoints', reactor, revision, { position: from, began: isBeyond(began, from) ? from : began }))
      setBack.push({ reactor, position, head });
  }
  return setBack;
}

/** The context of a command that follows from an event: the same reactor, event and subject give the same id. */
export const contextOf = (reactor: string, event: Envelope, now: Date): CommandContext => ({
  commandId: uuid5(reactor, event.id),
  correlationId: event.meta.correlationId,
  causationId: event.id,
  because: event.id,
  actor: { userId: null, role: 'system' },
  now,
});

/** Whether the log or the vault cannot be reached, which also who reads them notices: then no event is at fault. */
const storesAreAway = ({ log, vault }: ReactorOptions, reactor: string): Promise<boolean> =>
  Promise.all([log.store.head(), vault.get('checkpoints', reactor)]).then(
    () => false,
    (error: unknown) => error instanceof StoreFault,
  );

/** Begins the keys of a reactor's dead letters, which follow in the order of the log. */
export const lettersOf = (reactor: string): string => `${reactor}:`;
const letterKey = (reactor: string, position: string): string => lettersOf(reactor) + position;

/** How many dead letters there are of a reactor, or of all. */
export const countDeadLetters = (vault: Pick<Vault, 'count'>, reactor?: string): Promise<number> =>
  vault.count('dead-letters', reactor === undefined ? '' : lettersOf(reactor));

/** By the reactor, where there are any. One of each is read. */
export async function deadLettersByReactor(vault: Pick<Vault, 'count' | 'list'>): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (let after = ''; ; ) {
    const [next] = await vault.list<DeadLetter>('dead-letters', '', { limit: 1, after });
    if (!next) return counts;
    const reactor = next.key.slice(0, next.key.indexOf(':'));
    counts.set(reactor, await countDeadLetters(vault, reactor));
    // In key order, the semicolon comes right after the colon, so this skips all keys of the reactor.
    after = `${reactor};`;
  }
}

/** The event of a dead letter; null: there is no such dead letter. */
async function eventOf({ store }: EventLog, letter: DeadLetter): Promise<Recorded | null> {
  const { stream, version, eventId, eventType } = letter;
  const source = stream === undefined ? store.readAll(null, { types: [eventType] }) : store.readStream(stream, version);
  for await (const record of source) {
    if (record.id === eventId) return record;
    if (stream !== undefined) break;
  }
  return null;
}

/** Handles a person's request about a dead letter. A retry deletes it after a success and writes it again otherwise; skipping it deletes it. */
async function reactAgain(reactor: Reactor, request: Recorded, options: ReactorOptions): Promise<void> {
  const { vault, log, now } = options;
  const key = letterKey(reactor.name, String(request.data.position));
  const letter = (await vault.get<DeadLetter>('dead-letters', key))?.value;
  // It was handled already, or belongs to another reactor.
  if (!letter || letter.eventId !== request.data.eventId) return;
  if (request.type === SKIP) return vault.remove('dead-letters', key);
  const record = await eventOf(log, letter);
  const again = reactor.again?.[letter.eventType];
  const done =
    record === null ||
    (await react(
      reactor,
      record,
      // A single attempt: the person can retry, and events that came meanwhile get their turn.
      { ...options, backoff: [] },
      again &&
        (async (event) => {
          const [asked] = await log.decode([request]);
          if (asked) await again(event, { ...contextOf(reactor.name, asked, now()), actor: asked.meta.actor });
        }),
    ));
  if (done) await vault.remove('dead-letters', key);
}

/** Returns whether it succeeded; otherwise a dead letter was written. */
async function react(
  reactor: Reactor,
  record: Recorded,
  options: ReactorOptions,
  reaction: Reaction | undefined = reactor.on[record.type],
): Promise<boolean> {
  const { log, vault, signal, now, logger, backoff = BACKOFF } = options;
  for (let attempt = 1; ; attempt++) {
    const began = spanClock();
    const publish = (failed: Error | null) => {
      if (spans.reaction.hasSubscribers)
        spans.reaction.publish({ began, ended: spanClock(), reactor: reactor.name, event: record, failed });
    };
    try {
      const [event] = await log.decode([record]);
      if (event) await reaction?.(event, contextOf(reactor.name, event, now()));
      publish(null);
      return true;
    } catch (error) {
      publish(error as Error);
      // A refusal would be repeated: it is recorded, not retried.
      const refused = error instanceof DomainError && error.code !== 'CONFLICT';
      const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      if (refused || attempt > backoff.length) {
        // The loop starts again at this event until they can be reached, or written. The latter shows nowhere else, so it is told as a dead letter meanwhile.
        if (error instanceof StoreFault && (await storesAreAway(options, reactor.name))) throw error;
        const stack = error instanceof Error ? stackOf(error) : null;
        const letter: DeadLetter = {
          reactor: reactor.name,
          position: record.position,
          eventId: record.id,
          eventType: record.type,
          stream: record.stream,
          version: record.version,
          error: message,
          ...(stack && { stack: stack.slice(0, MOST_OF_STACK) }),
          attempts: attempt,
          at: now().toISOString(),
        };
        await vault.put<DeadLetter>('dead-letters', letterKey(reactor.name, record.position), letter);
        if (error instanceof StoreUnwritable) throw error;
        logger.warn({ reactor: reactor.name, eventType: record.type, position: record.position, error: message }, 'dead letter');
        return false;
      }
      await pause(backoff[attempt - 1] ?? 0, signal);
      if (signal.aborted) throw error;
    }
  }
}

/** `advanced` is called after each progress. */
async function run(reactor: Reactor, options: ReactorOptions, advanced: () => void): Promise<void> {
  const { log, vault, signal, keepEvery = KEEP_EVERY } = options;
  const keep = async (position: Position | null): Promise<void> => {
    const found = await vault.get<Checkpoint>('checkpoints', reactor.name);
    const reached = log.reached();
    if (!found) await vault.insert<Checkpoint>('checkpoints', reactor.name, { position, began: position, reached });
    // A process that has lost the lease, and does not know it yet, must not undo what the next holder stored.
    else if ((found.value.position ?? '') < (position ?? ''))
      await vault.replace<Checkpoint>('checkpoints', reactor.name, found.revision, { ...found.value, position, reached });
  };
  const kept = await vault.get<Checkpoint>('checkpoints', reactor.name);
  let after: Position | null = kept ? kept.value.position : await log.store.head();
  if (!kept) await keep(after);
  /** Keys of dead letters whose events are delivered again. */
  const redelivered = new Set(
    (await vault.list<DeadLetter>('dead-letters', lettersOf(reactor.name), { after: letterKey(reactor.name, after ?? '') })).map(
      ({ key }) => key,
    ),
  );
  let quiet = 0;
  /** Since everything was last stored. */
  let dealtWith = false;
  let storedAt = Number.NEGATIVE_INFINITY;
  let storing: Promise<void> = Promise.resolve();
  const store = (position: Position | null): Promise<void> => {
    quiet = 0;
    storedAt = performance.now();
    storing = storing.then(() => keep(position)).then(advanced);
    return storing;
  };
  const isDue = () => performance.now() - storedAt >= keepEvery;
  // With nothing more to read before the interval is over, it is stored then.
  const ended = new AbortController();
  let failure: { error: unknown } | null = null;
  let timer: NodeJS.Timeout | undefined;
  const storeAll = (): Promise<void> => {
    dealtWith = false;
    return store(after);
  };
  const storeAllLater = (): void => {
    const failed = (error: unknown) => {
      failure = { error };
      ended.abort();
    };
    timer = setTimeout(() => storeAll().catch(failed), Math.max(0, storedAt + keepEvery - performance.now()));
  };
  const types = new Set([RETRY, SKIP, ...Object.keys(reactor.on).filter((type) => reactor.on[type])]);
  try {
    for await (const delivery of log.store.subscribeAll(after, AbortSignal.any([signal, ended.signal]), types)) {
      clearTimeout(timer);
      if (delivery.kind === 'caughtUp') {
        if (!dealtWith) advanced();
        else if (isDue()) await storeAll();
        else storeAllLater();
        continue;
      }
      if (delivery.kind === 'passed') {
        quiet += delivery.events;
        after = delivery.position;
      } else {
        const { event } = delivery;
        const asked = (event.type === RETRY || event.type === SKIP) && event.data.reactor === reactor.name;
        if (asked || reactor.on[event.type]) {
          const key = letterKey(reactor.name, event.position);
          if (asked) await reactAgain(reactor, event, options);
          else if ((await react(reactor, event, options)) && redelivered.delete(key)) await vault.remove('dead-letters', key);
          dealtWith = true;
        } else quiet++;
        after = event.position;
      }
      if ((dealtWith && isDue()) || quiet >= QUIET) await store(after);
    }
    if (failure) throw (failure as { error: unknown }).error;
    if (dealtWith) await storeAll();
  } finally {
    clearTimeout(timer);
  }
}

/** Runs every reactor until the signal aborts; a failed loop is logged and started again with back-off. */
export async function runReactors(options: ReactorOptions): Promise<void> {
  const { signal, logger, restart = restartAfter, isReported = () => false } = options;
  await Promise.all(
    options.reactors.map(async (reactor) => {
      let failures = 0;
      while (!signal.aborted) {
        try {
          await run(reactor, options, () => {
            failures = 0;
          });
        } catch (error) {
          if (signal.aborted) return;
          if (!isReported(error))
            logger.warn(
              { reactor: reactor.name, error: error instanceof Error ? error.message : String(error) },
              'reactor failed; it starts again',
            );
          await pause(restart(failures++), signal);
        }
      }
    }),
  );
}
