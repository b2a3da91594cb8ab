import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Marks a backup as complete, written last. Backups of earlier releases have none. */
export const MANIFEST = 'backup.json';

/** Stands in a backup from its beginning to its end. */
export const BEGUN = `${MANIFEST}.begun`;

export interface Manifest {
  /** The moment of the copies of log and vault. ISO UTC. */
  taken: string;
  /** Number of the log's last event; null for an empty log. */
  head: number | null;
}

/** Whether a folder holds a backup that was cut off before its end. */
export const isCutOff = (folder: string): boolean => existsSync(path.join(folder, BEGUN)) && !existsSync(path.join(folder, MANIFEST));

export function readManifest(folder: string): Manifest | null {
  const file = path.join(folder, MANIFEST);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Manifest) : null;
}
