import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Marks a backup as complete, written last. Backups of earlier releases have none. */
export const MANIFEST = 'backup.json';

export interface Manifest {
  /** The moment of the copies of log and vault. ISO UTC. */
  taken: string;
  /** Number of the log's last event; null for an empty log. */
  head: number | null;
}

export function readManifest(folder: string): Manifest | null {
  const file = path.join(folder, MANIFEST);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Manifest) : null;
}
