import type { EventLog } from '../../../events/log.ts';
import type { Position, Recorded } from '../../../events/store/port.ts';
import { pause } from '../../../events/store/subscription.ts';
import type { Vault } from '../../integrations/vault/port.ts';
import { Advance, type Logger } from './advance.ts';
import { type BuildPlace, Generations, OPERATIONS } from './generations.ts';
import { type Lease, leaseSource } from './lease.ts';
import { afterOf } from './position.ts';
import type { AnyProjection } from './projection.ts';
import type { Doc, ReadStore } from './readStore.ts';
import { eventsBetween, type ProjectionStatus, StatusFeed } from './status.ts';

/** The one reader of the log on the read side: folds whatever has arrived into all serving projections, under one checkpoint. */
export interface Projector {
  start(): void;
  /** Resolves when every projection of this code serves and what stood in the log at the start is in them. */
  ready(): Promise<void>;
  stop(): Promise<void>;
}

export interface ProjectorOptions {
  log: EventLog;
  store: ReadStore;
  vault: Vault;
  projections: readonly AnyProjection[];
  place: BuildPlace;
  /** Who asks for the lease; see LeaseOptions. */
  holder: string;
  logger: Logger;
  /** Epoch milliseconds. */
  clock: () => number;
  /** What followers of `proyecciones` see of a row. */
  view(row: ProjectionStatus): Doc;
  onCommit(position: Position): void;
  onErased(person: string): void;
}

/** Events of one batch, and events read ahead while a batch is being committed. */
const BATCH = 1_000;
const AHEAD = 2 * BATCH;
const STATUS_MS = 250;
const KEEP_CHANGES = 50_000;
const TRIM_EVERY_MS = 60_000;
const MAX_BACKOFF_MS = 10_000;

export function createProjector(options: ProjectorOptions): Projector {
  const { log, store, vault, projections, logger, clock } = options;
  const stopping = new AbortController();
  const feed = new StatusFeed(vault, options.view);
  let running: Promise<void> = Promise.resolve();
  let becameReady = () => {};
  const ready = new Promise<void>((done) => {
    becameReady = done;
  });

  /** One term: from having the lease to losing it, or to an error that starts it again. */
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
      onErased: options.onErased,
      alsoDecode: OPERATIONS,
      onFollowerHalted: (track, poison) => generations.followerHalted(track, poison),
      skips: (projection) => generations.skips(projection),
    });
    const generations: Generations = new Generations({
      log,
      store,
      vault,
      projections,
      advance,
      place: options.place,
      logger,
      clock,
      signal,
      onChange: () => void status(),
    });

    const rows = async (): Promise<ProjectionStatus[]> => {
      const head = await log.store.head();
      const states = await store.generations();
      const now = clock();
      return Promise.all(
        projections.map(async (projection): Promise<ProjectionStatus> => {
          const track = advance.serving(projection.name);
          const position = track ? (track.mode === 'common' ? advance.checkpoint : track.at || null) : null;
          if (track && track.documents === null) track.documents = await store.count(track.generation);
          const behind = eventsBetween(position, head);
          const halt = track?.halt ?? null;
          return {
            name: projection.name,
            version: projection.version,
            generation: track?.generation.generation ?? null,
            state: !track ? 'building' : halt ? halt.kind : track.catchingUp ? 'catching-up' : 'running',
            position,
            head,
            lag: {
              events: behind,
              seconds:
                position === head ? 0 : track?.lastEventAt ? Math.max(0, Math.round((now - Date.parse(track.lastEventAt)) / 1000)) : null,
            },
            lastEventAt: track?.lastEventAt ?? null,
            eventsPerSecond: track?.rate.at(now) ?? 0,
            documents: track?.documents ?? null,
            lastError: track?.lastError ?? null,
            progress: track?.catchingUp ? track.catchingUp.meter.at(now, track.at, advance.checkpoint) : null,
            poison: halt?.kind === 'halted' ? halt.poison : null,
            replay: generations.replay(projection.name),
            previous:
              states.find(
                (state) => state.projection === projection.name && state.role === 'previous' && state.version === projection.version,
              )?.generation ?? null,
          };
        }),
      );
    };
    let saying = false;
    const status = async (): Promise<void> => {
      if (saying || signal.aborted || advance.checkpoint === null) return;
      saying = true;
      try {
        const now = await rows();
        await feed.keep(
          now,
          clock(),
          now.some((row) => row.state !== 'running' || row.replay !== null),
        );
        const news = feed.news(now, advance.checkpoint, clock());
        if (news.length > 0) await advance.exclusive(() => advance.publish(news));
      } catch (error) {
        if (!signal.aborted) logger.warn({ err: error }, 'the status of the projections could not be told');
      } finally {
        saying = false;
      }
    };

    const ticking = setInterval(() => void status(), STATUS_MS);
    const trimming = setInterval(() => {
      advance
        .exclusive(() => store.trimChanges(KEEP_CHANGES))
        .catch((error: unknown) => logger.warn({ err: error }, 'the log of changes could not be trimmed'));
    }, TRIM_EVERY_MS);
    try {
      await generations.open();
      await generations.catchUpRequests();
      await follow(advance, generations, signal, status);
    } finally {
      clearInterval(ticking);
      clearInterval(trimming);
      over.abort();
      await advance.settled();
    }
  }

  /** Reads ahead while a batch is committed; a batch is whatever has arrived. */
  async function follow(advance: Advance, generations: Generations, signal: AbortSignal, status: () => Promise<void>): Promise<void> {
    const arrived: Recorded[] = [];
    let caughtUp = false;
    let ended = false;
    let failure: unknown = null;
    let wakeReader = () => {};
    let wakeWriter = () => {};
    const reading = (async () => {
      try {
        for await (const delivery of log.store.subscribeAll(afterOf(advance.checkpoint), signal)) {
          if (delivery.kind === 'event') arrived.push(delivery.event);
          else caughtUp = true;
          wakeWriter();
          if (arrived.length >= AHEAD) await new Promise<void>((go) => (wakeReader = go));
        }
      } catch (error) {
        failure = error;
      } finally {
        ended = true;
        wakeWriter();
      }
    })();
    try {
      while (!signal.aborted) {
        if (arrived.length === 0) {
          if (caughtUp) {
            caughtUp = false;
            await status();
            becameReady();
          }
          if (ended) break;
          if (arrived.length === 0 && !caughtUp)
            await new Promise<void>((go) => {
              wakeWriter = go;
              if (arrived.length > 0 || caughtUp || ended) go();
            });
          continue;
        }
        const batch = arrived.splice(0, BATCH);
        wakeReader();
        for (const request of await advance.exclusive(() => advance.step(batch))) await generations.handle(request);
      }
    } finally {
      wakeReader();
    }
    if (failure && !signal.aborted) throw failure;
    void reading;
  }

  async function run(): Promise<void> {
    const leases = leaseSource({ vault, key: 'projector', holder: options.holder, clock });
    for (let failures = 0; !stopping.signal.aborted; ) {
      let lease: Lease | null = null;
      try {
        lease = await leases.acquire(stopping.signal);
        if (!lease) return;
        await term(lease);
        failures = 0;
      } catch (error) {
        if (stopping.signal.aborted) return;
        logger.error({ err: error }, 'the projector failed; it starts again');
        await pause(Math.min(MAX_BACKOFF_MS, 200 * 2 ** failures++), stopping.signal);
      } finally {
        await lease?.release().catch(() => undefined);
      }
    }
  }

  return {
    start() {
      running = run();
    },
    ready: () => ready,
    async stop() {
      stopping.abort();
      await running;
      await store.close();
    },
  };
}
