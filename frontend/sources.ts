import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** What the built frontend was made of. Kept beside what it was built into, so that a start after an update knows that it is an old one. */
const here = path.resolve(import.meta.dirname, '..');
const SOURCES = ['frontend/src', 'frontend/public', 'backend/api/contract'];
const STAMP = 'frontend/.ssr/sources.txt';

/** Null where only what was built is installed. */
export function sourcesHash(root: string = here): string | null {
  if (!SOURCES.every((folder) => existsSync(path.join(root, folder)))) return null;
  const hash = createHash('sha256');
  const inside = SOURCES.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))),
  );
  // How it is built: index.html and the scripts beside it.
  const built = readdirSync(path.join(root, 'frontend'))
    .filter((name) => /\.(ts|html)$/.test(name))
    .map((name) => `frontend/${name}`);
  for (const file of [...inside.sort(), ...built.sort(), 'package-lock.json'])
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(root, file)))
      .update('\0');
  return hash.digest('hex');
}

/** Of what the present build was made; null where nobody knows. */
export function builtFrom(root: string = here): string | null {
  const stamp = path.join(root, STAMP);
  return existsSync(stamp) ? readFileSync(stamp, 'utf8') : null;
}

export const stampOf = (root: string = here): string => path.join(root, STAMP);

/** Whether what is built is of other sources or packages than are here now. */
export function isStale(root: string = here): boolean {
  const sources = sourcesHash(root);
  return sources !== null && sources !== builtFrom(root);
}
