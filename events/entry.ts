import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Folder of the bundled server (backend/bundle.ts): whoever starts the process sets it. Threads and further processes inherit it. */
export const BUNDLE_ENV = 'SERVER_BUNDLE';
/** In that folder: the file of each source that something begins with, by the source's path from the root. */
export const ENTRIES = 'entries.json';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = process.env[BUNDLE_ENV];
const entries: Readonly<Record<string, string>> = folder
  ? (JSON.parse(readFileSync(path.join(folder, ENTRIES), 'utf8')) as Record<string, string>)
  : {};

/**
 * What a thread or process begins with, or what is imported by its address: the bundled form of this source where the server runs bundled, else
 * the source itself. Each call is found by the bundler, and makes an entry of the bundle.
 */
export function entryFile(source: URL): URL {
  const bundled = entries[path.relative(root, fileURLToPath(source)).split(path.sep).join('/')];
  return folder && bundled ? pathToFileURL(path.join(folder, bundled)) : source;
}

const BARE = ['PATH', 'NODE_COMPILE_CACHE', BUNDLE_ENV];
/** What a process of ours needs of this one's environment to begin, and nothing else of it: no secret, no address of a store. */
export const bareEnvironment = (): Record<string, string> =>
  Object.fromEntries(BARE.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));

/** Before each module of a bundled file stands its source. */
const SOURCE = /^\/\/ ((?:events|backend)\/\S+\.ts)$/;

/** The stack of an error with the sources of bundled code in place of the files of the bundle; their lines are not known. Null where it has none. */
export function stackOf({ stack }: Error): string | null {
  if (!stack || !folder) return stack ?? null;
  return stack.replace(/(file:\/\/\S+\.mjs):(\d+):\d+/g, (place, address: string, line: string) => {
    const file = fileURLToPath(address);
    if (!file.startsWith(folder) || !existsSync(file)) return place;
    const before = readFileSync(file, 'utf8').split('\n').slice(0, Number(line));
    return SOURCE.exec(before.findLast((text) => SOURCE.test(text)) ?? '')?.[1] ?? place;
  });
}
