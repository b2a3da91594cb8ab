import type { Position } from '../../../events/store/port.ts';
import type { Change, ChangeOp, Doc, GenerationState } from '../kernel/readStore.ts';

/** The tables of the embedded read models, beside those of documents (sqliteDocuments.ts), and their rows. */

export const EPOCH_COLUMN = 'epoch INTEGER NOT NULL DEFAULT 0';
export const CHANGE_COLUMNS = `n INTEGER PRIMARY KEY, topic TEXT NOT NULL, id TEXT NOT NULL, version INTEGER NOT NULL, op TEXT NOT NULL,
    position TEXT NOT NULL, view TEXT, persons TEXT, ${EPOCH_COLUMN}`;
export const SCHEMA = `
  CREATE TABLE IF NOT EXISTS state (one INTEGER PRIMARY KEY CHECK (one = 1), epoch INTEGER NOT NULL, checkpoint TEXT, last_n INTEGER NOT NULL, since TEXT, rev INTEGER NOT NULL);
  INSERT OR IGNORE INTO state VALUES (1, 0, NULL, 0, NULL, 0);
  CREATE TABLE IF NOT EXISTS generations (
    id INTEGER PRIMARY KEY AUTOINCREMENT, projection TEXT NOT NULL, version INTEGER NOT NULL, generation INTEGER NOT NULL, role TEXT NOT NULL,
    checkpoint TEXT, epoch INTEGER NOT NULL, created_at TEXT NOT NULL, indexes TEXT NOT NULL, UNIQUE (projection, generation));
  CREATE TABLE IF NOT EXISTS changes (${CHANGE_COLUMNS});
  CREATE INDEX IF NOT EXISTS changes_by_topic ON changes (topic, position);
  ${['INSERT', 'UPDATE', 'DELETE']
    .map((what) => `CREATE TRIGGER IF NOT EXISTS rev_${what} AFTER ${what} ON generations BEGIN UPDATE state SET rev = rev + 1; END;`)
    .join('\n')}
`;

/** Columns that a store of an older release lacks; it also has a table that is no longer read, `requests`. */
export const HAS_EPOCHS = `FROM pragma_table_info('changes') WHERE name = 'epoch'`;

/** `since`: the log of changes holds everything after this position; null: everything. `rev` counts the changes of the table of generations. */
export interface StateRow {
  epoch: number;
  checkpoint: Position | null;
  last_n: number;
  since: Position | null;
  rev: number;
}

export interface GenerationRow {
  id: number;
  projection: string;
  version: number;
  generation: number;
  role: GenerationState['role'];
  checkpoint: Position | null;
  epoch: number;
  created_at: string;
  indexes: string;
}

export interface ChangeRow {
  n: number;
  topic: string;
  id: string;
  version: number;
  op: ChangeOp;
  position: Position;
  view: string | null;
}

export const toChange = ({ view, ...row }: ChangeRow): Change => ({ ...row, ...(view !== null && { view: JSON.parse(view) as Doc }) });
