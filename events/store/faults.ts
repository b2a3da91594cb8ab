/**
 * Three kinds of fault, told apart in every adapter of log, vault, read models and files:
 *   an outage     StoreUnavailable: away, full, locked, refused for now. Nobody's fault, tried again, answered with 503.
 *   of data       StoreDamaged: what is stored cannot be read back. Trying again is of no use; a person has to know.
 *   of code       anything else: a bug or a wrong call. Never taken for one of the two above.
 * Neither of the first two is the fault of an event or of a request: no projection halts and nothing becomes a dead letter for them.
 */
export abstract class StoreFault extends Error {}

export class StoreUnavailable extends StoreFault {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StoreUnavailable';
  }
}

/** What may be damaged: read models are made again from the log, kept answers are begun anew, the others come back from a backup only. */
export type StorePart = 'log' | 'vault' | 'read models' | 'kept answers';

export class StoreDamaged extends StoreFault {
  readonly part: StorePart;
  constructor(part: StorePart, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StoreDamaged';
    this.part = part;
  }
}

/** Called with whatever is found damaged, before the one that met it is told. */
export type OnDamage = (fault: StoreDamaged) => void;

/** SQLite's primary result codes (https://sqlite.org/rescode.html). */
const DAMAGE = new Set([11 /* CORRUPT */, 24 /* FORMAT */, 26 /* NOTADB */]);
const OUTAGE = new Set([
  3 /* PERM */, 5 /* BUSY */, 6 /* LOCKED */, 7 /* NOMEM */, 8 /* READONLY */, 10 /* IOERR */, 13 /* FULL */, 14 /* CANTOPEN */,
  15 /* PROTOCOL */, 22 /* NOLFS */,
]);
/** IOERR_DATA and IOERR_CORRUPTFS: what the disk gives back is not what was written. */
const DAMAGED_IO = new Set([8_202, 8_458]);

/** What `node:sqlite` threw, as the kind of fault it is; anything that is of neither kind comes back as it is. */
export function sqliteFault(error: unknown, part: StorePart, what: string): unknown {
  const { code, errcode, message } = (error ?? {}) as { code?: string; errcode?: number; message?: string };
  if (code !== 'ERR_SQLITE_ERROR' || errcode === undefined) return error;
  if (DAMAGE.has(errcode & 0xff) || DAMAGED_IO.has(errcode)) return new StoreDamaged(part, `${what}: ${message}`, error);
  return OUTAGE.has(errcode & 0xff) ? new StoreUnavailable(`${what}: ${message}`, error) : error;
}
