import type { EventLog } from '../../../events/log.ts';
import { DocumentsCheckRequested } from '../../../events/operations.ts';
import { spanClock, spans } from '../../../events/spans.ts';
import type { Position, Recorded } from '../../../events/store/port.ts';
import { pause } from '../../../events/store/subscription.ts';
import type { Lease } from '../../integrations/vault/lease.ts';
import type { Vault } from '../../integrations/vault/port.ts';
import { Inspections, isCheckRequest } from '../inspection/inspections.ts';
import { Advance } from '../kernel/advance.ts';
import { type BuildPlace, Generations } from '../kernel/generations.ts';
import type { Logger } from '../kernel/logger.ts';
import { afterOf, ORIGIN } from '../kernel/position.ts';
import type { AnyProjection } from '../kernel/projection.ts';
import type { ReadStore } from '../kernel/readStore.ts';
import type { ProjectionStatus, SeenAtHead, StatusFeed } from '../kernel/status.ts';
import { OPERATIONS } from '../kernel/wanted.ts';
import { Report } from '../reporting/report.ts';
import type { Trouble } from './trouble.ts';

export interface TermOptions {
  log: EventLog;
  store: ReadStore;
  vault: Vault;
  projections: readonly AnyProjection[];
  place: BuildPlace;
  logger: Logger;
  /** Epoch milliseconds. */
  clock: () => number;
  onCommit(position: Position): void;
  onErased(person: string): void;
  /** How long a replaced generation is kept, in ms; default a week. */
  keepFor?: () => Promise<number>;
  /** How often it looks whether it is time to compare documents with the log, in ms. */
  inspectEveryMs?: number;
  /** For how long a log that reaches less far than the read models is asked again, in ms: one of several servers may answer late. */
  behindMs?: number;
  /** While the log is being filled, with a school that nobody needs before it is whole, documents are written as in a bulk catch-up; resolves at its end. */
  filled?: (signal: AbortSignal) => Promise<void>;
}

/** What lasts from one term to the next. */
export interface Lasting {
  stopping: AbortSignal;
  feed: StatusFeed;
  atHead: SeenAtHead;
  trouble: Trouble;
  /** The rows of the projections at the beginning of the term. */
  onRows(rows: readonly ProjectionStatus[]): void;
  /** Every projection serves, and contains what was in the log at the beginning of the term. May be called again. */
  onComplete(): void;
}

/** The most events of one batch, and their most characters of JSON (the last event may exceed it). */
const BATCH = 1_000;
const BATCH_SIZE = 4 * 1024 * 1024;
const STATUS_MS = 250;
const KEEP_CHANGES = 50_000;
const TRIM_EVERY_MS = 60_000;
const TEND_EVERY_MS = 1_000;
const INSPECT_EVERY_MS = 60_000;
const WEEK_MS = 7 * 24 * 3_600_000;
const BEHIND_MS = 10_000;
const BEHIND_PAUSE_MS = 250;

/** In steps, between which new events are folded. */
async function trim(store: ReadStore, advance: Advance): Promise<void> {
  for (let more = true; more; ) more = await advance.aside(() => store.trimChanges(KEEP_CHANGES));
}

/**
 * Read models that have read further than the log reaches are of a log that was there before this one was put back. They would answer what it does not
 * hold, and pass over what it says next: they are built anew.
 */
async function leaveOtherLog({ log, store, logger, behindMs = BEHIND_MS }: TermOptions, signal: AbortSignal): Promise<void> {
  const states = await store.generations();
  const checkpoints = [await store.checkpoint(), ...states.map(({ checkpoint }) => checkpoint)];
  const reached = checkpoints.flatMap((checkpoint) => checkpoint ?? []).reduce((last, one) => (one > last ? one : last), ORIGIN);
  if (reached === ORIGIN) return;
  for (let waited = 0; ; waited += BEHIND_PAUSE_MS) {
    const head = await log.store.head();
    if (head !== null && head >= reached) return;
    if (waited >= behindMs) {
      logger.error({ head, readModels: reached }, 'the read models have read further than the log reaches: they are built anew from it');
      return store.reset();
    }
    await pause(BEHIND_PAUSE_MS, signal);
    if (signal.aborted) return;
  }
}

/** One term: from acquiring the lease to losing it, or to an error after which a new term begins. */
export async function runTerm(options: TermOptions, lease: Lease, lasting: Lasting): Promise<void> {
  const { log, store, vault, projections, logger, clock } = options;
  const { feed, atHead, trouble } = lasting;
  const over = new AbortController();
  const signal = AbortSignal.any([lasting.stopping, lease.lost, over.signal]);
  await leaveOtherLog(options, signal);
  const advance: Advance = new Advance({
    log,
    store,
    vault,
    projections,
    epoch: lease.epoch,
    logger,
    clock,
    signal,
    onCommit: options.onCommit,
    async onErasing(person) {
      await generations.erasing(person);
      await inspections.erasing(person);
    },
    onErased: options.onErased,
    alsoDecode: new Set([...OPERATIONS, DocumentsCheckRequested.type]),
    onFollowerHalted: (track, poison) => generations.followerHalted(track, poison),
    onFault: (error) => over.abort(error),
    skips: (projection) => generations.skips(projection),
  });
  let caughtUp = false;
  const readyWhenComplete = () => {
    if (caughtUp && generations.complete()) lasting.onComplete();
  };
  const generations: Generations = new Generations({
    log,
    store,
    vault,
    projections,
    advance,
    epoch: lease.epoch,
    place: options.place,
    logger,
    clock,
    signal,
    onChange() {
      void report?.publish();
      readyWhenComplete();
    },
    publish: () => report?.publish(true) ?? Promise.resolve(),
    onFault: (error) => over.abort(error),
    keepFor: options.keepFor ?? (async () => WEEK_MS),
  });
  const inspections = new Inspections({
    ...{ log, store, vault, projections, advance, logger, clock, signal },
    epoch: lease.epoch,
    skips: (projection) => generations.skips(projection),
  });
  let report: Report | null = null;
  const timers = [setInterval(() => void report?.publish(), STATUS_MS)];
  const regularly = (everyMs: number, work: () => Promise<void>, failed: string) =>
    timers.push(
      setInterval(() => {
        work().catch((error: unknown) => {
          if (!signal.aborted) logger.warn({ err: error }, failed);
        });
      }, everyMs),
    );
  regularly(TRIM_EVERY_MS, () => trim(store, advance), 'the log of changes could not be trimmed');
  regularly(TEND_EVERY_MS, () => generations.tend(), 'what is due on the generations could not be done');
  regularly(
    options.inspectEveryMs ?? INSPECT_EVERY_MS,
    () => (caughtUp ? inspections.tend() : Promise.resolve()),
    'the documents could not be compared with the log',
  );
  try {
    await generations.open();
    report = new Report({
      log,
      store,
      vault,
      projections,
      advance,
      generations,
      feed,
      logger,
      clock,
      signal,
      trouble: trouble.current,
      atHead,
    });
    lasting.onRows(await report.rows());
    feed.anew();
    const filled = options.filled?.(signal);
    await advance.beginCatchUp(await log.store.head(), filled !== undefined);
    const endCatchUp = async () => {
      await advance.exclusive(() => advance.endCatchUp());
      report?.caughtUp();
      await report?.publish();
    };
    await follow(log, { advance, generations, inspections, report, trouble }, signal, async () => {
      if (caughtUp) return;
      caughtUp = true;
      trouble.reachedHead();
      // A failure ends the term (onFault).
      if (filled) void filled.then(endCatchUp).catch(() => undefined);
      else await endCatchUp();
      readyWhenComplete();
    });
    if (over.signal.aborted) throw over.signal.reason;
  } finally {
    for (const timer of timers) clearInterval(timer);
    over.abort();
    await generations.settled();
    await inspections.settled();
    await advance.settled();
  }
}

/** A batch is whatever is new: the store reports `caughtUp` as soon as nothing more is waiting. */
async function follow(
  log: EventLog,
  {
    advance,
    generations,
    inspections,
    report,
    trouble,
  }: { advance: Advance; generations: Generations; inspections: Inspections; report: Report; trouble: Trouble },
  signal: AbortSignal,
  caughtUp: () => Promise<void>,
): Promise<void> {
  let batch: Recorded[] = [];
  let size = 0;
  for await (const delivery of log.store.subscribeAll(afterOf(advance.checkpoint), signal)) {
    if (delivery.kind === 'event') {
      batch.push(delivery.event);
      size += delivery.event.size;
      if (batch.length < BATCH && size < BATCH_SIZE) continue;
    }
    const events = batch;
    batch = [];
    size = 0;
    const began = spanClock();
    const requests = events.length > 0 ? await advance.take(events) : [];
    if (events.length > 0 && spans.fold.hasSubscribers)
      spans.fold.publish({ began, ended: spanClock(), events, catchingUp: !trouble.isAtHead() });
    for (const request of requests) {
      if (isCheckRequest(request)) inspections.handle(request);
      else await generations.handle(request);
    }
    report.handled(events.length);
    if (delivery.kind === 'caughtUp') await caughtUp();
  }
  if (!signal.aborted) throw new Error('the subscription to the log has ended');
}
