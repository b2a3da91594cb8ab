import { existsSync, renameSync, rmSync } from 'node:fs';

/** Databases that cannot be read, where what they held can be made again or done without. */

const WITH = ['', '-wal', '-shm'] as const;
const ASIDE = '.damaged';

/** Nobody has it open. One is kept, for whoever wants to know what happened. */
export function setAside(file: string): void {
  for (const part of WITH) {
    rmSync(`${file}${ASIDE}${part}`, { force: true });
    if (existsSync(`${file}${part}`)) renameSync(`${file}${part}`, `${file}${ASIDE}${part}`);
  }
}

/** What was set aside may hold people who were erased since. */
export function forgetAside(file: string): void {
  for (const part of WITH) rmSync(`${file}${ASIDE}${part}`, { force: true });
}
