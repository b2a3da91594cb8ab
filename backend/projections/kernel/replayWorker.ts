import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { createCodec } from '../../../events/codec.ts';
import { createEventLog } from '../../../events/log.ts';
import { registry } from '../../../events/registry.ts';
import type { EventStore, Position } from '../../../events/store/port.ts';
import { connectSqliteStore, type SqliteConnection } from '../../../events/store/sqlite.ts';
import { createPersonalKeys } from '../../integrations/vault/personalKeys.ts';
import type { Vault } from '../../integrations/vault/port.ts';
import { openSqliteVault } from '../../integrations/vault/sqlite.ts';
import { openSqliteBuild } from '../stores/sqlite.ts';
import type { AnyProjection } from './projection.ts';
import type { Generation } from './readStore.ts';
import { haltedMessage, type ReplayTarget, replay, storeTarget } from './replay.ts';

/** A replay in a thread of its own, so that neither the API nor the projector feels it. */
export interface ReplayWorkerData {
  /** A connection to the embedded log, or the address of a remote one. */
  log: SqliteConnection | string;
  vault: { path: string } | { url: string; database: string };
  /** A file of its own, or the generation in a store that others share, under the lease of this epoch. */
  documents: { file: string } | { url: string; database: string; epoch: number };
  personalDataKey: Uint8Array;
  /** Module that exports `projections`. */
  projections: string;
  generation: Generation;
  /** The replay ends here. */
  to: Position;
  skips: readonly Position[];
}
/** `halted`: what was built stands before an event that could not be folded. */
export type FromReplay =
  | { kind: 'progress'; events: number; position: Position }
  | { kind: 'done'; events: number; position: Position; halted: string | null }
  | { kind: 'failed'; message: string };
/** It ends between two writes. */
export type ToReplay = 'stop';

const PROGRESS_MS = 100;

// Drivers of remote stores are loaded only where they are used.
async function openLog(log: ReplayWorkerData['log']): Promise<EventStore> {
  if (typeof log !== 'string') return connectSqliteStore(log);
  const { openEventStoreDb } = await import('../../../events/store/eventstoredb.ts');
  return openEventStoreDb({ url: log });
}
async function openVault(place: ReplayWorkerData['vault']): Promise<Vault> {
  if ('path' in place) return openSqliteVault(place.path);
  const { openMongoVault } = await import('../../integrations/vault/mongodb.ts');
  return openMongoVault(place.url, place.database);
}
type Target = ReplayTarget & { close(): void | Promise<void> };
async function openTarget({ documents, generation }: ReplayWorkerData, projection: AnyProjection): Promise<Target> {
  if ('file' in documents) return openSqliteBuild(documents.file, { ...generation, indexes: projection.indexes ?? [] });
  const { openMongoReadStore } = await import('../stores/mongodb.ts');
  const store = openMongoReadStore(documents.url, documents.database);
  return { ...storeTarget(store, generation, documents.epoch), close: () => store.close() };
}

async function work(data: ReplayWorkerData, signal: AbortSignal, say: (message: FromReplay) => void): Promise<FromReplay> {
  const module = (await import(data.projections)) as { projections: readonly AnyProjection[] };
  const projection = module.projections.find((one) => one.name === data.generation.projection);
  if (!projection) throw new Error(`no projection ${data.generation.projection}`);
  const store = await openLog(data.log);
  const vault = await openVault(data.vault);
  const target = await openTarget(data, projection);
  let told = 0;
  try {
    const { events, position, halted } = await replay({
      log: createEventLog(store, createCodec(registry, createPersonalKeys(vault, data.personalDataKey))),
      projection,
      target,
      to: data.to,
      skips: new Set(data.skips),
      signal,
      onProgress(events, position) {
        const now = performance.now();
        if (now - told < PROGRESS_MS) return;
        told = now;
        say({ kind: 'progress', events, position });
      },
    });
    return { kind: 'done', events, position, halted: halted && haltedMessage(halted) };
  } finally {
    await target.close();
    await vault.close();
    await store.close();
  }
}

const port = parentPort;
if (port) {
  // Where processors are short, the API goes first. Linux means the thread that asks; elsewhere it would be the whole process.
  if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
  const stopping = new AbortController();
  port.on('message', (_: ToReplay) => stopping.abort());
  const say = (message: FromReplay) => port.postMessage(message);
  // Said when every file is closed: whoever hears it may copy and remove them.
  await work(workerData as ReplayWorkerData, stopping.signal, say).then(say, (error: unknown) =>
    say({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
  );
  port.unref();
}
