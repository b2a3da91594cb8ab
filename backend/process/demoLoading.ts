import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { entryFile } from '../../events/entry.ts';
import type { SqliteConnection } from '../../events/store/sqlite.ts';
import { leaseSource } from '../integrations/vault/lease.ts';
import type { Vault } from '../integrations/vault/port.ts';
import type { Config } from './config.ts';
import { DEMO_MARK, type DemoMark } from './demoMark.ts';
import type { DemoWorkerData } from './demoWorker.ts';

/** Loads the demo school. One process loads it; another that starts meanwhile waits, and continues the load where the first one died. */
export async function loadDemo(
  config: Config,
  log: () => SqliteConnection | null,
  vault: Vault,
  logger: Logger,
  holder: string,
): Promise<void> {
  const lease = await leaseSource({ vault, key: 'demo', holder, clock: Date.now }).acquire(new AbortController().signal);
  try {
    const mark = (await vault.get<DemoMark>(...DEMO_MARK))?.value;
    if (!mark || mark.loaded) return;
    const began = performance.now();
    const data: DemoWorkerData = { config, log: log(), end: mark.end };
    const { steps } = await new Promise<{ steps: number }>((resolve, reject) => {
      const worker = new Worker(entryFile(new URL('./demoWorker.ts', import.meta.url)), {
        name: 'demo',
        workerData: data,
        transferList: data.log ? [data.log.port] : [],
      });
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('the demo school was not loaded to its end')));
    });
    await vault.put<DemoMark>(...DEMO_MARK, { ...mark, loaded: true });
    logger.info({ steps, milliseconds: Math.round(performance.now() - began) }, 'demo school loaded');
  } finally {
    await lease?.release();
  }
}
