import path from 'node:path';
import type { Logger } from 'pino';
import { type OnDamage, StoreDamaged, type StorePart } from '../../events/store/faults.ts';
import { rounds } from '../commands/kernel/rounds.ts';
import { lookThrough } from '../integrations/sqlite/look.ts';
import { foundLine, STORE_FILES } from './failure.ts';

const EVERY_MS = 24 * 3_600_000;

/** A damaged database of this process, that goes on with it as long as nobody reads what is damaged: its pages, or what is missing. */
export interface DamagedDatabase {
  part: StorePart;
  file: string;
  /** When it was found; ISO. */
  since: string;
  /** What SQLite says of it. */
  error: string;
  /** How many of its last writes are missing. */
  missing?: number;
  /** Of how many accounts it has no key. */
  keys?: number;
}

/**
 * Looks through every page of the embedded databases, at once and then once a day, so that damage is known before somebody needs what is damaged.
 * Of the log and the vault it is told, once, in one line, and the school goes on; read models are begun anew (`onDamage`).
 */
export function watchDatabases({
  dataDir,
  parts,
  clock,
  onDamage,
  logger,
}: {
  dataDir: string;
  parts: readonly StorePart[];
  clock: () => Date;
  onDamage: OnDamage;
  logger: Logger;
}): { damaged(): readonly DamagedDatabase[] /** Resolves after the first look. */; looked: Promise<void>; stop(): Promise<void> } {
  const damaged: DamagedDatabase[] = [];
  const stopping = new AbortController();
  const { signal } = stopping;

  async function look(part: StorePart): Promise<void> {
    if (damaged.some((known) => known.part === part)) return;
    const file = STORE_FILES[part];
    try {
      const error = await lookThrough(path.join(dataDir, file), signal);
      if (error === null) return;
      const fault = new StoreDamaged(part, error);
      if (part === 'read models') return onDamage(fault);
      damaged.push({ part, file, since: clock().toISOString(), error });
      logger.error(foundLine(fault));
    } catch (error) {
      if (!signal.aborted) logger.warn({ file, trouble: (error as Error).message }, 'a database could not be looked through');
    }
  }
  const everyPart = async () => {
    for (const part of parts) if (!signal.aborted) await look(part);
  };
  const looked = everyPart();
  const over = (async () => {
    await looked;
    await rounds(EVERY_MS, signal, everyPart, () => undefined);
  })();
  return {
    damaged: () => damaged,
    looked,
    async stop() {
      stopping.abort();
      await over;
    },
  };
}
