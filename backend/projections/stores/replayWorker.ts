import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { createCodec } from '../../../events/codec.ts';
import { createEventLog } from '../../../events/log.ts';
import { registry } from '../../../events/registry.ts';
import { createPersonalKeys } from '../../integrations/vault/personalKeys.ts';
import type { FromReplay, ReplayWorkerData, ToReplay } from '../kernel/build.ts';
import type { AnyProjection } from '../kernel/projection.ts';
import { haltedMessage, type ReplayTarget, replay, storeTarget } from '../kernel/replay.ts';
import { noting } from './patience.ts';
import { openLog, openVault } from './places.ts';
import { openSqliteBuild } from './sqliteBuild.ts';

/** A replay in a thread of its own, so that neither the API nor the projector feels it. `build.ts` starts it. */

const PROGRESS_MS = 100;

type Target = ReplayTarget & { close(): void | Promise<void> };
async function openTarget({ documents, generation }: ReplayWorkerData, projection: AnyProjection): Promise<Target> {
  if ('file' in documents) return openSqliteBuild(documents.file, { ...generation, indexes: projection.indexes ?? [] });
  const { openMongoReadStore } = await import('./mongodb.ts');
  const store = openMongoReadStore(documents.url, documents.database);
  return { ...storeTarget(store, generation, documents.epoch), close: () => store.close() };
}

async function work(data: ReplayWorkerData, signal: AbortSignal, say: (message: FromReplay) => void): Promise<FromReplay> {
  const module = (await import(data.projections)) as { projections: readonly AnyProjection[] };
  const found = module.projections.find((one) => one.name === data.generation.projection);
  const projection = found && data.busy ? noting(found, data.busy) : found;
  if (!projection) throw new Error(`no projection ${data.generation.projection}`);
  const store = await openLog(data.log);
  const vault = await openVault(data.vault);
  const target = await openTarget(data, projection);
  let reportedAt = 0;
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
        if (now - reportedAt < PROGRESS_MS) return;
        reportedAt = now;
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
  // Where processors are few, the API goes first. On Linux this lowers the calling thread; elsewhere it would lower the whole process.
  if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
  const stopping = new AbortController();
  port.on('message', (_: ToReplay) => stopping.abort());
  const say = (message: FromReplay) => port.postMessage(message);
  // Sent once every file is closed: the receiver may copy and remove them.
  await work(workerData as ReplayWorkerData, stopping.signal, say).then(say, (error: unknown) =>
    say({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
  );
  port.unref();
}
