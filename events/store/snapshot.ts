import type { DatabaseSync, StatementSync } from 'node:sqlite';

/**
 * What is read over one connection before the loop calls anything else is of one moment: opening a snapshot costs more than a small read. Whoever writes
 * over the connection, or hears that somebody else did, ends it first. No statement stays open across an await.
 */
export class Snapshot {
  readonly #db: DatabaseSync;
  readonly #begin: StatementSync;
  readonly #end: StatementSync;
  #open = false;
  /** Which one it is: the same number, the same moment. */
  number = 0;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#begin = db.prepare('BEGIN');
    this.#end = db.prepare('COMMIT');
  }

  begin(): void {
    if (this.#open) return;
    this.#begin.run();
    this.#open = true;
    this.number++;
    // Not setImmediate: before that one the loop may already bring what somebody else has committed and told.
    process.nextTick(() => this.end());
  }

  end(): void {
    if (!this.#open) return;
    this.#open = false;
    if (!this.#db.isOpen || !this.#db.isTransaction) return;
    try {
      this.#end.run();
    } catch {
      // After a page that cannot be read it cannot be committed either. Who read it has been told; nothing was written here.
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
    }
  }
}
