import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Logger } from 'pino';
import { rounds } from '../commands/kernel/rounds.ts';
import type { DamagedDatabase } from './databases.ts';
import { VAULT_FILE } from './stores.ts';

/** Beside the vault: how many writes it has had, at least. In no backup. */
export const VAULT_AGE_FILE = 'vault.json';
const EVERY_MS = 1_000;

interface Age {
  writes: number;
  /** An older vault was found in its place: when (ISO), and how many writes it lacks. Stays until an operator removes the file. */
  older?: { since: string; missing: number };
}

/** null: nothing is known, as after a power cut while it was written. */
function readAge(file: string): Age | null {
  try {
    const age = JSON.parse(readFileSync(file, 'utf8')) as Age;
    return Number.isSafeInteger(age.writes) ? age : null;
  } catch {
    return null;
  }
}

/**
 * Tells when the vault is older than the one that was here: what it lacks leaves no other trace, as a password that is the one before again. Notes
 * once a second how many writes it has had. Begun before this process writes anything there.
 */
export function watchVaultAge({ dataDir, clock, logger }: { dataDir: string; clock: () => Date; logger: Logger }): {
  readonly older: DamagedDatabase | null;
  /** Before the vault is closed. */
  stop(): Promise<void>;
} {
  const file = path.join(dataDir, VAULT_AGE_FILE);
  const db = new DatabaseSync(path.join(dataDir, VAULT_FILE), { readOnly: true, timeout: 10_000 });
  const asked = db.prepare('SELECT last FROM revisions');
  const writes = () => Number(asked.get()?.last);
  const known = readAge(file);
  const missing = (known?.writes ?? 0) - writes();
  let older = missing > 0 ? { since: clock().toISOString(), missing } : known?.older;
  let noted = Number.NaN;
  const note = async () => {
    const isThere = statSync(file, { throwIfNoEntry: false }) !== undefined;
    // Somebody has removed it: the vault is left as it is.
    if (!isThere) older = undefined;
    const now = writes();
    if (isThere && now === noted) return;
    const age: Age = { writes: now, ...(older && { older }) };
    writeFileSync(`${file}.new`, JSON.stringify(age), { mode: 0o600 });
    renameSync(`${file}.new`, file);
    noted = now;
  };
  if (older)
    logger.error(
      older,
      `DATA_DIR: ${VAULT_FILE} is older than the one that was here: passwords, sessions and keys are as they were then. Put back log and vault of one backup (npm run restore -- <folder>; docs/operations.md); to leave it so, remove ${VAULT_AGE_FILE}`,
    );
  const stopping = new AbortController();
  // What cannot be noted now, as on a full disk, is noted in the next round.
  const tried = () => note().catch(() => undefined);
  const over = tried().then(() => rounds(EVERY_MS, stopping.signal, note, () => undefined));
  return {
    get older(): DamagedDatabase | null {
      if (!older) return null;
      const { since, missing } = older;
      const error = `it is older than the one that was here, and lacks its last ${missing} writes`;
      return { part: 'vault', file: VAULT_FILE, since, error, missing };
    },
    async stop() {
      stopping.abort();
      await over;
      await tried();
      db.close();
    },
  };
}
