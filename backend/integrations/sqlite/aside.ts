import { existsSync, renameSync, rmSync } from 'node:fs';

/** Sets aside damaged databases whose content can be rebuilt or done without. */

const WITH = ['', '-wal', '-shm'] as const;
const ASIDE = '.damaged';

/** Nobody may have the database open. One damaged copy is kept, for an investigation. */
export function setAside(file: string): void {
  for (const part of WITH) {
    rmSync(`${file}${ASIDE}${part}`, { force: true });
    if (existsSync(`${file}${part}`)) renameSync(`${file}${part}`, `${file}${ASIDE}${part}`);
  }
}

/** A database that was set aside may contain people who were erased since. */
export function forgetAside(file: string): void {
  for (const part of WITH) rmSync(`${file}${ASIDE}${part}`, { force: true });
}
