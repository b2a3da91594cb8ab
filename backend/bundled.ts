import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { hashOf } from '../frontend/sources.ts';

/** Whether there is a bundle of the server (backend/bundle.ts), and of these sources. */
const here = path.resolve(import.meta.dirname, '..');
export const BUNDLE = path.join(import.meta.dirname, '.bundle');
export const STAMP = 'sources.txt';
const FOLDERS = ['events', 'backend'];
/** Files outside these folders that the server depends on. */
const FURTHER = ['frontend/sources.ts', 'package-lock.json'];

/** The files that a bundle is made of, by their path from the root. */
export const serverSources = (root: string = here): string[] =>
  FOLDERS.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.[jt]s$/.test(entry.name) && !entry.parentPath.startsWith(BUNDLE))
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/')),
  ).sort();

export const serverHash = (root: string = here): string => hashOf(root, [...serverSources(root), ...FURTHER]);

/** The folder of the bundle, if it was made from these sources. */
export function freshBundle(root: string = here): string | null {
  const stamp = path.join(BUNDLE, STAMP);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === serverHash(root) ? BUNDLE : null;
}
