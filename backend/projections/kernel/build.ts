import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { EventLog } from '../../../events/log.ts';
import type { Position } from '../../../events/store/port.ts';
import type { SqliteConnection } from '../../../events/store/sqlite.ts';
import type { AnyProjection } from './projection.ts';
import { buildsApart, type Generation, type ReadStore } from './readStore.ts';
import { haltedMessage, replay, storeTarget } from './replay.ts';
import type { FromReplay, ReplayWorkerData } from './replayWorker.ts';

/** Builds one generation from the beginning of the log: embedded in a worker and a file of its own, else here, page by page. */

export interface BuildPlace {
  /** Folder for files of builds in the making. */
  folder: string;
  /** Hands a connection to the log to a worker. null: the log is remote, builds are made here. */
  connect: (() => SqliteConnection) | null;
  vaultPath: string;
  personalDataKey: Uint8Array;
  /** Address of the module that exports `projections`; default `backend/projections/all.ts`. */
  projections?: string;
}

export interface BuildOptions {
  log: EventLog;
  store: ReadStore;
  place: BuildPlace;
  projection: AnyProjection;
  generation: Generation;
  epoch: number;
  to: Position;
  skips: ReadonlySet<Position>;
  signal: AbortSignal;
  onProgress(events: number, position: Position): void;
}

export interface Built {
  /** Where the generation stands, detached. */
  position: Position;
  /** Why it stands before `to`. */
  halted: string | null;
}

/** Of a page that is folded in the projector's own thread, between which it does other things. */
const PAGE_HERE = 250;

const ALL = new URL('../all.ts', import.meta.url).href;

export const buildFile = (place: BuildPlace, { projection, generation }: Pick<Generation, 'projection' | 'generation'>): string =>
  path.join(place.folder, `${projection}-${generation}.db`);

export function removeBuild(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true });
}

/** Leaves the generation in the store, role 'building', detached at the answered position. Throws when it is aborted or cannot be built. */
export async function buildGeneration(options: BuildOptions): Promise<Built> {
  const { log, store, place, projection, generation, epoch, to, skips, signal, onProgress } = options;
  await store.createGeneration({ ...generation, indexes: projection.indexes ?? [] });
  const apart = buildsApart(store);
  if (!apart || !place.connect) {
    const target = storeTarget(store, generation, epoch);
    const { position, halted, events } = await replay({ log, projection, target, to, skips, onProgress, pageSize: PAGE_HERE, signal });
    onProgress(events, position);
    return { position, halted: halted && haltedMessage(halted.event, halted.error) };
  }
  const file = buildFile(place, generation);
  mkdirSync(place.folder, { recursive: true });
  removeBuild(file);
  try {
    const { vaultPath, personalDataKey } = place;
    const projections = place.projections ?? ALL;
    const connection = place.connect();
    const built = await inWorker(
      { log: connection, vaultPath, personalDataKey, projections, generation, file, to, skips: [...skips] },
      signal,
      onProgress,
    );
    await apart.adoptBuild(file, generation, built.position);
    return built;
  } finally {
    removeBuild(file);
  }
}

async function inWorker(data: ReplayWorkerData, signal: AbortSignal, onProgress: BuildOptions['onProgress']): Promise<Built> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./replayWorker.ts', import.meta.url), {
    name: `replay-${data.generation.projection}`,
    workerData: data,
    transferList: [data.log.port],
    // Far above what is held at once. Without a limit V8 lets garbage grow to four times what lives before it collects, with this one to 1.6 times.
    resourceLimits: { maxOldGenerationSizeMb: 1_024 },
  });
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  let stop = () => {};
  try {
    return await new Promise<Built>((resolve, reject) => {
      stop = () => reject(signal.reason);
      signal.addEventListener('abort', stop, { once: true });
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('the replay was stopped')));
      worker.on('message', (message: FromReplay) => {
        if (message.kind === 'failed') return reject(new Error(message.message));
        onProgress(message.events, message.position);
        if (message.kind === 'done') resolve({ position: message.position, halted: message.halted });
      });
    });
  } finally {
    signal.removeEventListener('abort', stop);
    // Its files are closed when it has ended: by itself after it is done, at once otherwise.
    await worker.terminate();
    await exited;
  }
}
