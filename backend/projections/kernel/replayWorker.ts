import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { createCodec } from '../../../events/codec.ts';
import { createEventLog } from '../../../events/log.ts';
import { registry } from '../../../events/registry.ts';
import type { Position } from '../../../events/store/port.ts';
import { connectSqliteStore, type SqliteConnection } from '../../../events/store/sqlite.ts';
import { createPersonalKeys } from '../../integrations/vault/personalKeys.ts';
import { openSqliteVault } from '../../integrations/vault/sqlite.ts';
import { openSqliteBuild } from '../stores/sqlite.ts';
import type { AnyProjection } from './projection.ts';
import type { Generation } from './readStore.ts';
import { haltedMessage, replay } from './replay.ts';

/** A replay in a thread of its own, into a file of its own, so that neither the API nor the projector feels it. */
export interface ReplayWorkerData {
  log: SqliteConnection;
  vaultPath: string;
  personalDataKey: Uint8Array;
  /** Module that exports `projections`. */
  projections: string;
  generation: Generation;
  file: string;
  /** The replay ends here. */
  to: Position;
  skips: readonly Position[];
}
/** `halted`: the file stands before an event that could not be folded. */
export type FromReplay =
  | { kind: 'progress'; events: number; position: Position }
  | { kind: 'done'; events: number; position: Position; halted: string | null }
  | { kind: 'failed'; message: string };

const PROGRESS_MS = 100;

async function work(data: ReplayWorkerData, say: (message: FromReplay) => void): Promise<FromReplay> {
  const module = (await import(data.projections)) as { projections: readonly AnyProjection[] };
  const projection = module.projections.find((one) => one.name === data.generation.projection);
  if (!projection) throw new Error(`no projection ${data.generation.projection}`);
  const store = connectSqliteStore(data.log);
  const vault = openSqliteVault(data.vaultPath);
  const build = openSqliteBuild(data.file, { ...data.generation, indexes: projection.indexes ?? [] });
  let told = 0;
  try {
    const { events, position, halted } = await replay({
      log: createEventLog(store, createCodec(registry, createPersonalKeys(vault, data.personalDataKey))),
      projection,
      target: build,
      to: data.to,
      skips: new Set(data.skips),
      onProgress(events, position) {
        const now = performance.now();
        if (now - told < PROGRESS_MS) return;
        told = now;
        say({ kind: 'progress', events, position });
      },
    });
    build.close();
    return { kind: 'done', events, position, halted: halted && haltedMessage(halted.event, halted.error) };
  } finally {
    await vault.close();
    await store.close();
  }
}

const port = parentPort;
if (port) {
  // Where processors are short, the API goes first. Linux means the thread that asks; elsewhere it would be the whole process.
  if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
  const say = (message: FromReplay) => port.postMessage(message);
  // Said when every file is closed: whoever hears it may copy and remove them.
  await work(workerData as ReplayWorkerData, say).then(say, (error: unknown) =>
    say({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
  );
}
