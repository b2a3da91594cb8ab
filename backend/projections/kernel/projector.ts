import type { EventLog } from '../../../events/log.ts';
import { DocumentsCheckRequested } from '../../../events/operations.ts';
import { spanClock, spans } from '../../../events/spans.ts';
import type { Position, Recorded } from '../../../events/store/port.ts';
import { pause } from '../../../events/store/subscription.ts';
import { type Lease, leaseSource } from '../../integrations/vault/lease.ts';
import type { Vault } from '../../integrations/vault/port.ts';
import { Inspections, isCheckRequest } from '../inspection/inspections.ts';
import { Report } from '../reporting/report.ts';
import { Advance } from './advance.ts';
import { type BuildPlace, Generations } from './generations.ts';
import type { Logger } from './logger.ts';
import { afterOf } from './position.ts';
import type { AnyProjection } from './projection.ts';
import { type Doc, LeaseLost, type ReadStore } from './readStore.ts';
import { PROJECTOR_LEASE, type ProjectionStatus, SeenAtHead, STATUS_KEY, StatusFeed, type StatusRecord, unknownRow } from './status.ts';
import { OPERATIONS } from './wanted.ts';

export type Projector = ReturnType<typeof createProjector>;

export interface ProjectorOptions {
  log: EventLog;
  store: ReadStore;
  vault: Vault;
  projections: readonly AnyProjection[];
  place: BuildPlace;
  /** The name under which the lease is requested; see LeaseOptions. */
  holder: string;
  /** How long the lease lasts without renewal; see LeaseOptions. */
  leaseMs?: number;
  logger: Logger;
  /** Epoch milliseconds. */
  clock: () => number;
  /** What followers of `proyecciones` see of a row. */
  view(row: ProjectionStatus): Doc;
  onCommit(position: Position): void;
  onErased(person: string): void;
  /** Errors that somebody else reports. */
  isReported?: (error: unknown) => boolean;
  /** How long a replaced generation is kept, in ms; default a week. */
  keepFor?: () => Promise<number>;
  /** How often it looks whether it is time to compare documents with the log, in ms. */
  inspectEveryMs?: number;
  /** While the log is being filled, with a school that nobody needs before it is whole, documents are written as in a bulk catch-up; resolves at its end. */
  filled?: (signal: AbortSignal) => Promise<void>;
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
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 10_000;
/** After a failure, a term counts as sound once it has stayed at the head for this long. */
const SOUND_MS = 2_000;

/** The one reader of the log on the read side: folds new events into all serving projections, under one checkpoint. */
export function createProjector(options: ProjectorOptions) {
  const { log, store, vault, projections, logger, clock } = options;
  const stopping = new AbortController();
  const feed = new StatusFeed(vault, options.view);
  const atHead = new SeenAtHead();
  let running: Promise<void> = Promise.resolve();
  let becameReady = () => {};
  const ready = new Promise<void>((done) => {
    becameReady = done;
  });
  let rows: readonly ProjectionStatus[] = [];
  /** Why terms fail, and since when (epoch milliseconds); null while they are sound. The start of a new term does not clear it: that term has to last first. */
  let trouble: { error: string; since: number } | null = null;
  let failures = 0;
  /** Since when the term has been at the head, by a monotonic clock. */
  let heldSince: number | null = null;
  const currentTrouble = (): string | null => {
    if (heldSince !== null && performance.now() - heldSince >= SOUND_MS) trouble = null;
    return trouble?.error ?? null;
  };

  /** In steps, between which new events are folded. */
  async function trim(advance: Advance): Promise<void> {
    for (let more = true; more; ) more = await advance.aside(() => store.trimChanges(KEEP_CHANGES));
  }

  /** One term: from acquiring the lease to losing it, or to an error after which a new term begins. */
  async function term(lease: Lease): Promise<void> {
    const over = new AbortController();
    const signal = AbortSignal.any([stopping.signal, lease.lost, over.signal]);
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
      if (caughtUp && generations.complete()) becameReady();
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
        void report?.tell();
        readyWhenComplete();
      },
      tell: () => report?.tell(true) ?? Promise.resolve(),
      onFault: (error) => over.abort(error),
      keepFor: options.keepFor ?? (async () => WEEK_MS),
    });
    const inspections = new Inspections({
      ...{ log, store, vault, projections, advance, logger, clock, signal },
      epoch: lease.epoch,
      skips: (projection) => generations.skips(projection),
    });
    let report: Report | null = null;
    const ticking = setInterval(() => void report?.tell(), STATUS_MS);
    const regularly = (everyMs: number, work: () => Promise<void>, failed: string) =>
      setInterval(() => {
        work().catch((error: unknown) => {
          if (!signal.aborted) logger.warn({ err: error }, failed);
        });
      }, everyMs);
    const trimming = regularly(TRIM_EVERY_MS, () => trim(advance), 'the log of changes could not be trimmed');
    const tending = regularly(TEND_EVERY_MS, () => generations.tend(), 'what is due on the generations could not be done');
    const inspecting = regularly(
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
        trouble: currentTrouble,
        atHead,
      });
      rows = await report.rows();
      feed.anew();
      const filled = options.filled?.(signal);
      await advance.beginCatchUp(await log.store.head(), filled !== undefined);
      const endCatchUp = async () => {
        await advance.exclusive(() => advance.endCatchUp());
        report?.caughtUp();
        await report?.tell();
      };
      await follow(advance, { generations, inspections }, signal, report, async () => {
        if (caughtUp) return;
        caughtUp = true;
        heldSince = performance.now();
        failures = 0;
        // A failure ends the term (onFault).
        if (filled) void filled.then(endCatchUp).catch(() => undefined);
        else await endCatchUp();
        readyWhenComplete();
      });
      if (over.signal.aborted) throw over.signal.reason;
    } finally {
      clearInterval(ticking);
      clearInterval(trimming);
      clearInterval(tending);
      clearInterval(inspecting);
      over.abort();
      await generations.settled();
      await inspections.settled();
      await advance.settled();
    }
  }

  /** A batch is whatever is new: the store reports `caughtUp` as soon as nothing more is waiting. */
  async function follow(
    advance: Advance,
    { generations, inspections }: { generations: Generations; inspections: Inspections },
    signal: AbortSignal,
    report: Report,
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
        spans.fold.tell({ began, ended: spanClock(), events, catchingUp: heldSince === null });
      for (const request of requests) {
        if (isCheckRequest(request)) inspections.handle(request);
        else await generations.handle(request);
      }
      report.handled(events.length);
      if (delivery.kind === 'caughtUp') await caughtUp();
    }
    if (!signal.aborted) throw new Error('the subscription to the log has ended');
  }

  /** Reports the failure in every place where people look. The stores may be what failed. */
  async function tellFailure(error: unknown): Promise<void> {
    trouble = { error: error instanceof Error ? error.message : String(error), since: trouble?.since ?? clock() };
    const { error: lastError, since } = trouble;
    // Before the first term got anywhere, the rows are those of an earlier run, or missing.
    const kept = rows.length > 0 ? rows : ((await vault.get<StatusRecord>('status', STATUS_KEY).catch(() => null))?.value.rows ?? []);
    const failing = projections.map((projection): ProjectionStatus => {
      const row = kept.find(({ name, version }) => name === projection.name && version === projection.version) ?? unknownRow(projection);
      // How far it is behind is unknown now: it counts as late since nothing is folded.
      return { ...row, state: 'failing', lastError, lag: { events: null, since: row.lag.since ?? new Date(since).toISOString() } };
    });
    await feed.keep(failing, clock()).catch(() => undefined);
  }

  async function run(): Promise<void> {
    const ttl = options.leaseMs === undefined ? {} : { ttlMs: options.leaseMs };
    const leases = leaseSource({ vault, key: PROJECTOR_LEASE, holder: options.holder, clock, ...ttl });
    while (!stopping.signal.aborted) {
      let lease: Lease | null = null;
      try {
        lease = await leases.acquire(stopping.signal, () => becameReady());
        if (!lease) return;
        await term(lease);
      } catch (error) {
        if (stopping.signal.aborted) return;
        failures++;
        if (error instanceof LeaseLost || lease?.lost.aborted) logger.warn({ err: error }, 'another projector is active');
        else {
          if (!options.isReported?.(error)) logger.error({ err: error, failures }, 'the projector failed; it begins again');
          // Only the holder of the lease reports: another one may have it by now.
          if (lease) await tellFailure(error);
        }
        heldSince = null;
        await pause(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1)), stopping.signal);
      } finally {
        await lease?.release().catch(() => undefined);
      }
    }
  }

  return {
    start(): void {
      running = run();
    },
    /**
     * Resolves when every projection of this code serves and contains all events that were in the log at the start, or when another process advances
     * them, whose place this one takes when that ends.
     */
    ready: (): Promise<void> => ready,
    /** Stops what runs and closes the read store. */
    async stop(): Promise<void> {
      stopping.abort();
      await running;
      await store.close();
    },
  };
}
