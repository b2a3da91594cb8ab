import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/** In DATA_DIR of a test copy: what it is a copy of. A folder with it is never started as anything else. */
export const COPY_MARK = 'copy.json';

const mark = z.object({
  /** When the copy was made; ISO UTC. */
  made: z.iso.datetime(),
  /** When the last of its events occurred: the school is as it was then; ISO UTC. */
  asOf: z.iso.datetime(),
  /** Of that event in the log it was copied from. */
  position: z.string(),
  events: z.number().int(),
  readOnly: z.boolean(),
  /** Opens the accounts. In clear: the copy holds nobody's data. */
  password: z.string(),
  /** One account of each role that was there. */
  accounts: z.array(z.object({ role: z.string(), email: z.string() })),
});
export type CopyMark = z.output<typeof mark>;

/** null: this is no copy. Throws where the mark cannot be read: it must not be taken for the school itself. */
export function readCopyMark(dataDir: string): CopyMark | null {
  const file = path.join(dataDir, COPY_MARK);
  return existsSync(file) ? mark.parse(JSON.parse(readFileSync(file, 'utf8'))) : null;
}

/** Whether a folder holds a copy that was cut off before its end. */
export function isCutOff(dataDir: string): boolean {
  try {
    return readCopyMark(dataDir)?.events === 0;
  } catch {
    // Written to no end.
    return true;
  }
}
