import { statfsSync } from 'node:fs';
import { freemem } from 'node:os';

/**
 * The schools of tests stand in memory where there is room: each of their commits is synced, as in a school, and waiting for a disk was half of
 * what the tests took. A process that is killed leaves there what it would leave on a disk, and a full disk is made by a limit or a mount of its own.
 * Runners import this before they start their workers. `TMPDIR`: somewhere else, for example on a disk.
 */
const MEMORY = '/dev/shm';
const ROOM = 2 * 2 ** 30;
const FREE = 4 * 2 ** 30;

const roomy = (): boolean => {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ROOM && freemem() >= FREE;
  } catch {
    return false;
  }
};
if (process.env.TMPDIR === undefined && process.platform === 'linux' && roomy()) process.env.TMPDIR = MEMORY;
