import type { DatabaseSync, StatementSync } from 'node:sqlite';

/**
 * Reads over one connection within one turn of the event loop see one moment: opening a snapshot costs more than a small read. A write over the
 * connection, or the news that another connection wrote, ends the snapshot first. No statement stays open across an await.
 */
export class Snapshot {
  readonly #db: DatabaseSync;
  readonly #begin: StatementSync;
  readonly #end: StatementSync;
  #open = false;
  /** Identifies the snapshot: the same number means the same moment. */
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
    // Not setImmediate: before it runs, the loop may already deliver a message about what another connection has committed.
    process.nextTick(() => this.end());
  }

  end(): void {
    if (!this.#open) return;
    this.#open = false;
    if (!this.#db.isOpen || !this.#db.isTransaction) return;
    try {
      this.#end.run();
    } catch {
      // After a page that cannot be read, it cannot be committed either. The reader has been told; nothing was written here.
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
    }
  }
}
