import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A hash of the sources of the built frontend. Stored beside the build, so that a start after an update detects an old one. */
const here = path.resolve(import.meta.dirname, '..');
const SOURCES = ['frontend/src', 'frontend/public', 'backend/api/contract'];
const STAMP = 'frontend/.ssr/sources.txt';

/** One hash of these files, by their paths from the root and their content. */
export function hashOf(root: string, files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(root, file)))
      .update('\0');
  return hash.digest('hex');
}

/** Null where only the build is installed, without sources. */
export function sourcesHash(root: string = here): string | null {
  if (!SOURCES.every((folder) => existsSync(path.join(root, folder)))) return null;
  const inside = SOURCES.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))),
  );
  // The build itself: index.html and the scripts beside it.
  const built = readdirSync(path.join(root, 'frontend'))
    .filter((name) => /\.(ts|html)$/.test(name))
    .map((name) => `frontend/${name}`);
  return hashOf(root, [...inside.sort(), ...built.sort(), 'package-lock.json']);
}

/** The hash stored with the present build; null where there is none. */
export function builtFrom(root: string = here): string | null {
  const stamp = path.join(root, STAMP);
  return existsSync(stamp) ? readFileSync(stamp, 'utf8') : null;
}

export const stampOf = (root: string = here): string => path.join(root, STAMP);

/** Whether the build is of other sources or packages than those present. */
export function isStale(root: string = here): boolean {
  const sources = sourcesHash(root);
  return sources !== null && sources !== builtFrom(root);
}
