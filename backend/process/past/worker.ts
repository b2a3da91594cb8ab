import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { createCodec } from '../../../events/codec.ts';
import { createEventLog } from '../../../events/log.ts';
import { registry } from '../../../events/registry.ts';
import { StoreDamaged, StoreFault, sqliteFault } from '../../../events/store/faults.ts';
import { createPersonalKeys } from '../../integrations/vault/personalKeys.ts';
import { projections } from '../../projections/all.ts';
import { factPages } from '../../projections/factPages.ts';
import type { ReplayWorkerData } from '../../projections/kernel/build.ts';
import { openLog, openVault } from '../../projections/stores/places.ts';
import { createPastFolds, type Wish } from './folds.ts';

/** Folds the moments of the past that are asked for, one after the other, in a thread of its own. `pasts.ts` starts it. */

export interface PastWorkerData extends Pick<ReplayWorkerData, 'log' | 'vault' | 'personalDataKey'> {
  /** The file of the versions from which each moment begins. */
  file: string;
}
export type FromPast =
  | { kind: 'progress'; events: number; of: number }
  | { kind: 'done' }
  | { kind: 'failed'; message: string; damaged: boolean };

const PROGRESS_MS = 100;
/** The history is searched in the index of today, bounded to the moment: its pages are not folded again. */
const FOLDED = projections.map((one) => (one.name === factPages.name ? { ...one, on: {} } : one));

/** Damage of the files folded here; log and keys report their own. */
const isDamage = (error: unknown): boolean =>
  !(error instanceof StoreFault) && sqliteFault(error, 'read models', 'the past') instanceof StoreDamaged;

/** On Linux this is of the calling thread. Where the system does not let it rise again, moments wait a little longer on a busy machine. */
function onLong(long: boolean): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, long ? constants.priority.PRIORITY_BELOW_NORMAL : constants.priority.PRIORITY_NORMAL);
  } catch {
    // The priority may only be lowered.
  }
}

const port = parentPort;
if (port) {
  const say = (message: FromPast) => port.postMessage(message);
  const { log, vault, personalDataKey, file } = workerData as PastWorkerData;
  const opened = (async () => {
    const keys = createPersonalKeys(await openVault(vault), personalDataKey);
    return createPastFolds({ log: createEventLog(await openLog(log), createCodec(registry, keys)), projections: FOLDED, file, onLong });
  })();
  opened.catch(() => undefined);
  let reportedAt = 0;
  port.on('message', (wish: Wish) => {
    opened
      .then((folds) =>
        folds.prepare(wish, (events, of) => {
          if (performance.now() - reportedAt < PROGRESS_MS) return;
          reportedAt = performance.now();
          say({ kind: 'progress', events, of });
        }),
      )
      .then(
        () => say({ kind: 'done' }),
        (error: unknown) =>
          say({ kind: 'failed', message: error instanceof Error ? error.message : String(error), damaged: isDamage(error) }),
      );
  });
}
