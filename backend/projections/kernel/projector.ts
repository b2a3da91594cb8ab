import type { EventLog } from '../../../events/log.ts';
import type { Recorded } from '../../../events/store/port.ts';
import type { SqliteConnection } from '../../../events/store/sqlite.ts';
import type { Vault } from '../../integrations/vault/port.ts';
import { Advance, type Logger } from './advance.ts';
import { leaseSource } from './lease.ts';
import { afterOf } from './position.ts';
import type { AnyProjection } from './projection.ts';
import type { ReadStore } from './readStore.ts';

export function createProjector(options: {
  log: EventLog;
  logConnection: SqliteConnection | null;
  store: ReadStore;
  vault: Vault;
  projections: readonly AnyProjection[];
  buildFolder: string;
  personalDataKey: Uint8Array;
  holder: string;
  logger: Logger;
  clock: () => number;
  onCommit(): void;
  onErased(person: string): void;
}) {
  const { log, store, projections, logger, vault, clock } = options;
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let readyNow = () => {};
  const ready = new Promise<void>((done) => {
    readyNow = done;
  });
  async function run() {
    const lease = await leaseSource({ vault, key: 'projector', holder: options.holder, clock }).acquire(stopping.signal);
    if (!lease) return;
    const advance = new Advance({
      log,
      store,
      vault,
      projections,
      epoch: lease.epoch,
      logger,
      clock,
      signal: stopping.signal,
      onCommit: () => options.onCommit(),
      onErased: options.onErased,
      alsoDecode: new Set(),
      onFollowerHalted: () => {},
      skips: () => new Set(),
    });
    const states = await store.generations();
    advance.checkpoint = await store.checkpoint();
    for (const projection of projections) {
      const found = states.find(
        (state) => state.projection === projection.name && state.version === projection.version && state.role === 'serving',
      );
      const generation = found ?? { projection: projection.name, version: projection.version, generation: 1 };
      if (!found) {
        await store.createGeneration({ ...generation, indexes: projection.indexes ?? [] });
        await store.switchTo(generation, advance.checkpoint);
      }
      advance.serve(advance.track(projection, generation, 'common', advance.checkpoint));
    }
    let batch: Recorded[] = [];
    for await (const delivery of log.store.subscribeAll(afterOf(advance.checkpoint), stopping.signal)) {
      if (delivery.kind === 'event') batch.push(delivery.event);
      if (batch.length >= 1000 || delivery.kind === 'caughtUp' || batch.length > 0) {
        const now = batch;
        batch = [];
        await advance.exclusive(() => advance.step(now));
      }
      if (delivery.kind === 'caughtUp') readyNow();
    }
  }
  return {
    start() {
      running = run().catch((error: unknown) => {
        if (!stopping.signal.aborted) logger.error({ err: error }, 'projector');
      });
    },
    ready: () => ready,
    async stop() {
      stopping.abort();
      await running;
      await store.close();
    },
  };
}
