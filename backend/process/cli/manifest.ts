import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** What says that a backup came to its end, written last. Backups of earlier releases have none. */
export const MANIFEST = 'backup.json';

export interface Manifest {
  /** When log and vault were as they are in it. ISO UTC. */
  taken: string;
  /** Number of the log's last event; null for an empty log. */
  head: number | null;
}

export function readManifest(folder: string): Manifest | null {
  const file = path.join(folder, MANIFEST);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Manifest) : null;
}
