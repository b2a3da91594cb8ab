import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { BadConfig } from './config.ts';
import { LOCK_FILE, lockDataDir } from './lock.ts';

/**
 * Makes what stands in a folder of its own, a backup or a copy. The folder is empty, or holds one that was cut off, which is made anew; it is held
 * meanwhile, and where the making fails nothing stays in it. `said`: how the command's words name the folder. Throws BadConfig.
 */
export async function makeInFolder<T>(folder: string, said: string, isCutOff: () => boolean, make: () => Promise<T>): Promise<T> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const all = () => readdirSync(folder);
  const own = () => all().filter((name) => !name.startsWith(LOCK_FILE));
  const empty = () => {
    for (const name of own()) rmSync(path.join(folder, name), { recursive: true, force: true });
  };
  if (own().length > 0 && !isCutOff()) throw new BadConfig(`${said} is not empty`);
  const release = lockDataDir(folder);
  try {
    empty();
    return await make();
  } catch (error) {
    empty();
    throw error;
  } finally {
    for (const name of all()) if (name.startsWith(LOCK_FILE)) rmSync(path.join(folder, name));
    release();
  }
}
