/**
 * Three kinds of fault, which every adapter of log, vault, read models and files tells apart:
 *   outage        StoreUnavailable: away, full, locked, refused for now. Retried, and answered with 503.
 *   damaged data  StoreDamaged: stored data cannot be read. Retrying is useless; an operator must know.
 *   bug           anything else: a fault of the code or a wrong call. Never reported as one of the two above.
 * The first two are not the fault of an event or a request: they halt no projection and make no dead letter.
 */
export abstract class StoreFault extends Error {}

export class StoreUnavailable extends StoreFault {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StoreUnavailable';
  }
}

/** The disk takes nothing more: no room, a quota, read-only. What is there can still be read. */
export class StoreUnwritable extends StoreUnavailable {
  constructor(message: string, cause?: unknown) {
    super(message, cause);
    this.name = 'StoreUnwritable';
  }
}

/** What can be damaged: read models are rebuilt from the log, kept answers start empty, the others come back only from a backup. */
export type StorePart = 'log' | 'vault' | 'read models' | 'kept answers';

export class StoreDamaged extends StoreFault {
  readonly part: StorePart;
  constructor(part: StorePart, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StoreDamaged';
    this.part = part;
  }
}

/** Called for every damage found, before the error reaches the caller that met it. */
export type OnDamage = (fault: StoreDamaged) => void;

/** SQLite's primary result codes (https://sqlite.org/rescode.html). */
const DAMAGE = new Set([11 /* CORRUPT */, 24 /* FORMAT */, 26 /* NOTADB */]);
const OUTAGE = new Set([
  3 /* PERM */, 5 /* BUSY */, 6 /* LOCKED */, 7 /* NOMEM */, 8 /* READONLY */, 10 /* IOERR */, 13 /* FULL */, 14 /* CANTOPEN */,
  15 /* PROTOCOL */, 22 /* NOLFS */,
]);
/** READONLY, FULL; IOERR_WRITE, IOERR_FSYNC. */
const UNWRITABLE = new Set([8, 13, 778, 1_034]);
/** IOERR_SHORT_READ, IOERR_DATA and IOERR_CORRUPTFS: the disk returns fewer or other bytes than were written. */
const DAMAGED_IO = new Set([522, 8_202, 8_458]);

/** The error of `node:sqlite` as an outage or damage; any other error is returned as it is. */
export function sqliteFault(error: unknown, part: StorePart, what: string): unknown {
  const { code, errcode, message } = (error ?? {}) as { code?: string; errcode?: number; message?: string };
  if (code !== 'ERR_SQLITE_ERROR' || errcode === undefined) return error;
  if (DAMAGE.has(errcode & 0xff) || DAMAGED_IO.has(errcode)) return new StoreDamaged(part, `${what}: ${message}`, error);
  if (UNWRITABLE.has(errcode)) return new StoreUnwritable(`${what}: ${message}`, error);
  return OUTAGE.has(errcode & 0xff) ? new StoreUnavailable(`${what}: ${message}`, error) : error;
}
