import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { createCodec } from '../../../events/codec.ts';
import { createEventLog } from '../../../events/log.ts';
import { registry } from '../../../events/registry.ts';
import { boundedLog } from '../../../events/store/bounded.ts';
import type { Bound } from '../../../events/store/moments.ts';
import type { EventStore } from '../../../events/store/port.ts';
import { createPersonalKeys } from '../../integrations/vault/personalKeys.ts';
import { IN_MEMORY, openSqliteVault } from '../../integrations/vault/sqlite.ts';
import { projections } from '../../projections/all.ts';
import type { ReplayWorkerData } from '../../projections/kernel/build.ts';
import { createProjector } from '../../projections/kernel/projector.ts';
import { openLog, openVault } from '../../projections/stores/places.ts';
import { openSqliteReadStore } from '../../projections/stores/sqlite.ts';

/** Folds all read models of a school as it was at a moment into a file, in a thread of its own. `pasts.ts` starts it. */

export interface PastWorkerData extends Pick<ReplayWorkerData, 'log' | 'vault' | 'personalDataKey'> {
  bound: Bound;
  file: string;
}
export type FromPast = { kind: 'progress'; events: number } | { kind: 'done' } | { kind: 'failed'; message: string };

const PROGRESS_MS = 100;
const quiet = { info() {}, warn() {}, error() {} };

/** Tells how many events have been taken. */
function counted(store: EventStore, took: (events: number) => void): EventStore {
  let events = 0;
  return {
    ...store,
    async *subscribeAll(after, signal) {
      for await (const delivery of store.subscribeAll(after, signal)) {
        if (delivery.kind === 'event') took(++events);
        yield delivery;
      }
    },
  };
}

async function work({ log, vault, personalDataKey, bound, file }: PastWorkerData, say: (message: FromPast) => void): Promise<void> {
  const store = await openLog(log);
  const keys = await openVault(vault);
  // Its lease and its reports are of interest to nobody else.
  const own = openSqliteVault(IN_MEMORY);
  let reportedAt = 0;
  const past = counted(boundedLog(store, bound), (events) => {
    if (performance.now() - reportedAt < PROGRESS_MS) return;
    reportedAt = performance.now();
    say({ kind: 'progress', events });
  });
  const projector = createProjector({
    log: createEventLog(past, createCodec(registry, createPersonalKeys(keys, personalDataKey))),
    store: openSqliteReadStore(file),
    vault: own,
    projections,
    place: {
      folder: `${file}-builds`,
      connect: () => {
        throw new Error('nothing is rebuilt in the past');
      },
      vaultPath: IN_MEMORY,
      personalDataKey,
    },
    holder: 'past',
    logger: quiet,
    clock: Date.now,
    view: ({ name }) => ({ name }),
    onCommit() {},
    onErased() {},
  });
  try {
    projector.start();
    await projector.ready();
  } finally {
    await projector.stop();
    await own.close();
    await keys.close();
    await store.close();
  }
}

const port = parentPort;
if (port) {
  if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
  const say = (message: FromPast) => port.postMessage(message);
  await work(workerData as PastWorkerData, say).then(
    () => say({ kind: 'done' }),
    (error: unknown) => say({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
  );
}
