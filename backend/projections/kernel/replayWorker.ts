import { parentPort, workerData } from 'node:worker_threads';
import { createCodec } from '../../../events/codec.ts';
import { createEventLog } from '../../../events/log.ts';
import { registry } from '../../../events/registry.ts';
import type { Position } from '../../../events/store/port.ts';
import { connectSqliteStore, type SqliteConnection } from '../../../events/store/sqlite.ts';
import { createPersonalKeys } from '../../integrations/vault/personalKeys.ts';
import { openSqliteVault } from '../../integrations/vault/sqlite.ts';
import { projections } from '../all.ts';
import { openSqliteBuild } from '../stores/sqlite.ts';
import type { Generation } from './readStore.ts';
import { replayInto } from './replay.ts';

/** A replay in a thread of its own, into a file of its own. */
export interface ReplayWorkerData {
  log: SqliteConnection;
  vaultPath: string;
  personalDataKey: Uint8Array;
  generation: Generation;
  file: string;
  /** The replay ends here. */
  to: Position;
}
export type FromReplay =
  | { kind: 'progress'; events: number; position: Position }
  | { kind: 'done'; events: number }
  | { kind: 'failed'; message: string };

const PROGRESS_MS = 100;

const data = workerData as ReplayWorkerData;
const say = (message: FromReplay) => parentPort?.postMessage(message);
const projection = projections.find((one) => one.name === data.generation.projection);
if (!projection) throw new Error(`no projection ${data.generation.projection}`);

const store = connectSqliteStore(data.log);
const vault = openSqliteVault(data.vaultPath);
const log = createEventLog(store, createCodec(registry, createPersonalKeys(vault, data.personalDataKey)));
const build = openSqliteBuild(data.file, { ...data.generation, indexes: projection.indexes ?? [] });
let told = 0;
try {
  const events = await replayInto(log, projection, build, data.to, (done, position) => {
    const now = performance.now();
    if (now - told < PROGRESS_MS) return;
    told = now;
    say({ kind: 'progress', events: done, position });
  });
  build.close();
  say({ kind: 'done', events });
} catch (error) {
  build.close();
  say({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
} finally {
  await vault.close();
  await store.close();
}
