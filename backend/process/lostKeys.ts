import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type EventLog, readableOf } from '../../events/log.ts';
import type { DataOf } from '../../events/registry.ts';
import { rounds } from '../commands/kernel/rounds.ts';
import type { DamagedDatabase, watchDatabases } from './databases.ts';
import { VAULT_FILE } from './stores.ts';

const EVERY_MS = 3_600_000;
/** So many accounts are looked at, then whoever waits goes first. */
const AT_ONCE = 200;
const PAUSE_MS = 10;
/** So many are named. */
const NAMED = 20;

/**
 * Tells of accounts whose key is not in the vault, though nobody erased them: what was said of them until then can be read by nobody. Looks at once and
 * then once an hour; until their key is back, or they are erased.
 */
export function watchLostKeys({
  log,
  databases,
  isErased,
  clock,
  logger,
}: {
  log: EventLog;
  /** What is damaged is not read for this: whoever meets damage ends the school. */
  databases: Pick<ReturnType<typeof watchDatabases>, 'damaged' | 'looked'>;
  isErased(person: string): Promise<boolean>;
  clock: () => Date;
  logger: Logger;
}): { readonly lost: DamagedDatabase | null; stop(): Promise<void> } {
  let lost: DamagedDatabase | null = null;
  const stopping = new AbortController();
  const { signal } = stopping;

  async function look(): Promise<void> {
    await databases.looked;
    if (signal.aborted || databases.damaged().length > 0) return;
    const found: number[] = [];
    let looked = 0;
    for await (const { data } of readableOf(log, log.store.readAll(null, { types: ['UserRegistered'] }), { wordless: 'where lost' })) {
      if (signal.aborted) return;
      const { userId, email } = data as { userId: DataOf<'UserRegistered'>['userId']; email: string | null };
      if (email === null && !(await isErased(String(userId)))) found.push(userId);
      if (++looked % AT_ONCE === 0) await pause(PAUSE_MS, undefined, { ref: false });
    }
    const named = `${found.slice(0, NAMED).join(', ')}${found.length > NAMED ? ', …' : ''}`;
    const error = `the keys of accounts ${named} are missing, and what was said of them until then cannot be read`;
    if (found.length > 0 && lost?.error !== error)
      logger.error(
        { accounts: found.length },
        `${VAULT_FILE}: ${error}. Put back log and vault of one backup (npm run restore -- <folder>; docs/operations.md); where there is none, give each its name and address again, or erase it`,
      );
    lost =
      found.length === 0
        ? null
        : { part: 'vault', file: VAULT_FILE, since: lost?.since ?? clock().toISOString(), error, keys: found.length };
  }
  const failed = (error: unknown) => {
    if (!signal.aborted) logger.warn({ trouble: (error as Error).message }, 'whether keys are missing could not be looked at');
  };
  const over = look()
    .catch(failed)
    .then(() => rounds(EVERY_MS, signal, look, failed));
  return {
    get lost() {
      return lost;
    },
    async stop() {
      stopping.abort();
      await over;
    },
  };
}
