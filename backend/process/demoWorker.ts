import { parentPort, workerData } from 'node:worker_threads';
import { connectSqliteStore, type SqliteConnection } from '../../events/store/sqlite.ts';
import { loadDemoSchool } from '../demo/school.ts';
import { createDomain } from '../domain.ts';
import type { Config } from './config.ts';
import { openRemoteLog, openVault } from './stores.ts';

/** Loads the demo school in a thread of its own: its memory is freed with the thread, and the API answers meanwhile. */
export interface DemoWorkerData {
  config: Config;
  log: SqliteConnection | null;
  /** ISO UTC: the school's last day. */
  end: string;
}

/** Thousands of commands, and a remote vault is milliseconds away: erasures are checked ten times a second, not before each command. */
const KEYS_STAND_MS = 100;

const { config, log, end } = workerData as DemoWorkerData;
const store = log ? connectSqliteStore(log) : await openRemoteLog(config);
const vault = await openVault(config);
const { steps } = await loadDemoSchool(createDomain(store, vault, config, { standMs: KEYS_STAND_MS }), new Date(end));
await vault.close();
await store.close();
parentPort?.postMessage({ steps });
