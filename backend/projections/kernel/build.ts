import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { entryFile } from '../../../events/entry.ts';
import type { EventLog } from '../../../events/log.ts';
import type { Position } from '../../../events/store/port.ts';
import type { SqliteConnection } from '../../../events/store/sqlite.ts';
import { createTurns } from '../../../events/turns.ts';
import type { AnyProjection } from './projection.ts';
import { buildsApart, type Generation, type ReadStore } from './readStore.ts';
import { haltedMessage, replay, storeTarget } from './replay.ts';

/** Builds one generation from the beginning of the log, in a worker: into a file that is then copied in, or straight into a shared store. */

export interface BuildPlace {
  /** Folder for files of unfinished builds. */
  folder: string;
  /** How a worker reaches the log: a connection to the embedded one, or the address of a remote one. */
  connect: () => SqliteConnection | string;
  vaultPath: string;
  personalDataKey: Uint8Array;
  /** The stores of documents and vault, where they are not files here. */
  remote?: RemotePlace;
  /** Address of the module that exports `projections`; default `backend/projections/all.ts`. */
  projections?: string;
  /** Where the worker notes which event its projection is handling (`patience.ts`). */
  busy?: SharedArrayBuffer;
  /** The log, where a build runs in this thread and straight into the store: a simulation has no other threads. */
  inThread?: EventLog;
}

/** Address of a MongoDB, and its databases. */
export interface RemotePlace {
  url: string;
  documents: string;
  vault: string;
}

/** What the worker of a replay is given (`stores/replayWorker.ts`). */
export interface ReplayWorkerData {
  /** A connection to the embedded log, or the address of a remote one. */
  log: SqliteConnection | string;
  vault: { path: string } | { url: string; database: string };
  /** A file of its own; or a generation in a shared store, under the lease of this epoch. */
  documents: { file: string } | { url: string; database: string; epoch: number };
  personalDataKey: Uint8Array;
  /** Module that exports `projections`. */
  projections: string;
  generation: Generation;
  /** The position at which the replay ends. */
  to: Position;
  skips: readonly Position[];
  busy?: SharedArrayBuffer;
}
/** `halted`: the build stopped before an event that could not be folded. */
export type FromReplay =
  | { kind: 'progress'; events: number; position: Position }
  | { kind: 'done'; events: number; position: Position; halted: string | null }
  | { kind: 'failed'; message: string };
/** Stops the build between two writes. */
export type ToReplay = 'stop';

export interface BuildOptions {
  store: ReadStore;
  place: BuildPlace;
  projection: AnyProjection;
  generation: Generation;
  epoch: number;
  to: Position;
  skips: ReadonlySet<Position>;
  signal: AbortSignal;
  /** Messages are handled one at a time: the worker's next message waits until this resolves. */
  onProgress(events: number, position: Position): void | Promise<void>;
}

export interface Built {
  /** The position of the generation, detached. */
  position: Position;
  /** Why it stopped before `to`. */
  halted: string | null;
}

/** Each build is a thread with the whole application in it: asked for all at once, those of every projection would leave the school no memory and no processor. */
const inTurn = createTurns(2);

/** A worker that writes into a shared store stops between two of its writes, or after this long. */
const STOP_MS = 5_000;

const ALL = entryFile(new URL('../all.ts', import.meta.url)).href;

export const buildFile = (place: BuildPlace, { projection, generation }: Pick<Generation, 'projection' | 'generation'>): string =>
  path.join(place.folder, `${projection}-${generation}.db`);

export function removeBuild(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true });
}

/** Leaves the generation in the store, with the role 'building', detached at the returned position. Throws when it is aborted or cannot be built. */
export async function buildGeneration(options: BuildOptions): Promise<Built> {
  const { store, place, projection, generation, epoch, to, skips, signal, onProgress } = options;
  const { remote, vaultPath, personalDataKey } = place;
  await store.createGeneration({ ...generation, indexes: projection.indexes ?? [] }, epoch);
  if (place.inThread) return inThread(place.inThread, options);
  const shared = {
    ...{ personalDataKey, generation, to, skips: [...skips] },
    projections: place.projections ?? ALL,
    ...(place.busy && { busy: place.busy }),
    vault: remote ? { url: remote.url, database: remote.vault } : { path: vaultPath },
  };
  const apart = buildsApart(store);
  if (!apart) {
    if (!remote) throw new Error('a store that takes a build from another connection has an address');
    const documents = { url: remote.url, database: remote.documents, epoch };
    return inTurn(() => inWorker({ ...shared, log: place.connect(), documents }, signal, onProgress), signal);
  }
  const file = buildFile(place, generation);
  return inTurn(async () => {
    mkdirSync(place.folder, { recursive: true });
    removeBuild(file);
    try {
      const built = await inWorker({ ...shared, log: place.connect(), documents: { file } }, signal, onProgress);
      await apart.adoptBuild(file, generation, built.position);
      return built;
    } finally {
      removeBuild(file);
    }
  }, signal);
}

async function inThread(
  log: EventLog,
  { store, projection, generation, epoch, to, skips, signal, onProgress }: BuildOptions,
): Promise<Built> {
  const target = storeTarget(store, generation, epoch);
  const { events, position, halted } = await replay({ log, projection, target, to, skips, signal, onProgress() {} });
  await onProgress(events, position);
  return { position, halted: halted && haltedMessage(halted) };
}

async function inWorker(data: ReplayWorkerData, signal: AbortSignal, onProgress: BuildOptions['onProgress']): Promise<Built> {
  signal.throwIfAborted();
  const worker = new Worker(entryFile(new URL('../stores/replayWorker.ts', import.meta.url)), {
    name: `replay-${data.generation.projection}`,
    workerData: data,
    transferList: typeof data.log === 'string' ? [] : [data.log.port],
    // Far above the memory that is needed at once. Without a limit V8 lets garbage grow to four times the live data before it collects, with this one to 1.6
    // times.
    resourceLimits: { maxOldGenerationSizeMb: 1_024 },
  });
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  let stop = () => {};
  let reported: Promise<void> = Promise.resolve();
  try {
    return await new Promise<Built>((resolve, reject) => {
      stop = () => reject(signal.reason);
      signal.addEventListener('abort', stop, { once: true });
      worker.once('error', reject);
      worker.once('exit', () => void reported.then(() => reject(new Error('the replay was stopped'))));
      worker.on('message', (message: FromReplay) => {
        reported = reported
          .then(async () => {
            if (message.kind === 'failed') return reject(new Error(message.message));
            await onProgress(message.events, message.position);
            if (message.kind === 'done') resolve({ position: message.position, halted: message.halted });
          })
          .catch(reject);
      });
    });
  } finally {
    signal.removeEventListener('abort', stop);
    // The files are closed once the worker has ended: by itself after it is done, else at once.
    if ('url' in data.documents) await ended(worker, exited);
    await worker.terminate();
    await exited;
  }
}

/** Writes that are on their way are done when it ends: none arrives after the generation has been dropped. */
async function ended(worker: Worker, exited: Promise<void>): Promise<void> {
  worker.postMessage('stop');
  const patience = new AbortController();
  const late = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, STOP_MS);
    patience.signal.addEventListener('abort', () => clearTimeout(timer));
  });
  await Promise.race([exited, late]);
  patience.abort();
}
