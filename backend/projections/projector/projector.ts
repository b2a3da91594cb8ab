import { pause } from '../../../events/store/subscription.ts';
import { type Lease, leaseSource } from '../../integrations/vault/lease.ts';
import { type Doc, LeaseLost } from '../kernel/readStore.ts';
import {
  PROJECTOR_LEASE,
  type ProjectionStatus,
  SeenAtHead,
  STATUS_KEY,
  StatusFeed,
  type StatusRecord,
  unknownRow,
} from '../kernel/status.ts';
import { runTerm, type TermOptions } from './term.ts';
import { createTrouble } from './trouble.ts';

export type Projector = ReturnType<typeof createProjector>;

export interface ProjectorOptions extends TermOptions {
  /** The name under which the lease is requested; see LeaseOptions. */
  holder: string;
  /** How long the lease lasts without renewal; see LeaseOptions. */
  leaseMs?: number;
  /** What followers of `proyecciones` see of a row. */
  view(row: ProjectionStatus): Doc;
  /** Errors that somebody else reports. */
  isReported?: (error: unknown) => boolean;
}

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 10_000;

/** The one reader of the log on the read side: folds new events into all serving projections, under one checkpoint. */
export function createProjector(options: ProjectorOptions) {
  const { store, vault, projections, logger, clock } = options;
  const stopping = new AbortController();
  const feed = new StatusFeed(vault, options.view);
  const atHead = new SeenAtHead();
  let running: Promise<void> = Promise.resolve();
  let becameReady = () => {};
  const ready = new Promise<void>((done) => {
    becameReady = done;
  });
  let rows: readonly ProjectionStatus[] = [];
  const trouble = createTrouble();

  /** Reports the failure in every place where people look. The stores may be what failed. */
  async function reportFailure(error: unknown): Promise<void> {
    const { error: lastError, since } = trouble.note(error, clock());
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
        await runTerm(options, lease, {
          ...{ stopping: stopping.signal, feed, atHead, trouble },
          onRows(now) {
            rows = now;
          },
          onComplete: () => becameReady(),
        });
      } catch (error) {
        if (stopping.signal.aborted) return;
        const failures = trouble.termEnded();
        if (error instanceof LeaseLost || lease?.lost.aborted) logger.warn({ err: error }, 'another projector is active');
        else {
          if (!options.isReported?.(error)) logger.error({ err: error, failures }, 'the projector failed; it begins again');
          // Only the holder of the lease reports: another one may have it by now.
          if (lease) await reportFailure(error);
        }
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
