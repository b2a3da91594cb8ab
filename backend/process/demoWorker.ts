import { parentPort, workerData } from 'node:worker_threads';
import { connectSqliteStore, type SqliteConnection } from '../../events/store/sqlite.ts';
import { createPayments } from '../commands/payments/payments.ts';
import type { DemoShop } from '../demo/payments.ts';
import { loadDemoSchool } from '../demo/school.ts';
import { createDomain } from '../domain.ts';
import { openPayments } from '../integrations/payments/open.ts';
import type { Config } from './config.ts';
import { openRemoteLog, openVault } from './stores.ts';

/** Loads the demo school in a thread of its own: its memory is freed with the thread, and the API answers meanwhile. */
export interface DemoWorkerData {
  config: Config;
  log: SqliteConnection | null;
  /** ISO UTC: the school's last day. */
  end: string;
}

/**
 * Thousands of commands, and remote stores are milliseconds away: erasures are checked ten times a second, not before each command, and what this
 * thread has read of a stream stands for a while, and a stream that it has not read is new. What it writes itself is in it, nearly nobody else writes
 * yet, and an append to an old version is refused by the log as always.
 */
const KEYS_STAND_MS = 100;
const STATES_STAND_MS = 60_000;

const { config, log, end } = workerData as DemoWorkerData;
// A load that a power cut interrupts is loaded again from where the log ends.
const store = log ? connectSqliteStore(log, undefined, 'closed') : await openRemoteLog(config);
const vault = await openVault(config);
const domain = createDomain(store, vault, config, { keys: { standMs: KEYS_STAND_MS }, standMs: STATES_STAND_MS, presumesNew: true });
/** What the payment provider's clock shows: the time of the step. */
let providerClock = new Date(end);
const { provider, standIn } = await openPayments(config.stripe, true, { vault, publicUrl: config.publicUrl, now: () => providerClock });
// With keys of a real provider nobody's purchases are made up.
const shop: DemoShop | null = standIn && {
  payments: createPayments(domain.commands, provider, config.publicUrl, config.reservationKey),
  bank: { pay: standIn.pay, decline: (session) => standIn.decline(session), turn: (subscription) => standIn.turn(subscription) },
  at: (now) => {
    providerClock = now;
  },
};
const { steps } = await loadDemoSchool(domain, new Date(end), shop);
await vault.close();
await store.close();
parentPort?.postMessage({ steps });
