import { constants, DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { type SqlTable, sqlTables } from '../../contract/choices.ts';
import { TABLE } from './copy.ts';

/** The most rows and characters of one answer, and the most characters of a cell; a longer cell is cut. */
export const MOST_ROWS = 1_000;
const MOST_CHARACTERS = 1_000_000;
const CELL_CHARACTERS = 2_000;

export type Cell = string | number | null;
export interface Rows {
  columnas: string[];
  filas: Cell[][];
  /** There are more rows than these. */
  cortado: boolean;
}

const { SQLITE_OK, SQLITE_DENY, SQLITE_SELECT, SQLITE_READ, SQLITE_FUNCTION, SQLITE_RECURSIVE } = constants;
const MODELS = Object.keys(sqlTables) as SqlTable[];
/** Besides the tables, the functions that read lists of JSON. */
const readable = new Set<string>([TABLE, ...MODELS, 'json_each', 'json_tree', '']);

/** The tables of read models that a question names; a word of its own with the same spelling counts too. */
export const tablesNamed = (sql: string): SqlTable[] => {
  const words = new Set(sql.toLowerCase().split(/[^a-z_]+/));
  return MODELS.filter((name) => words.has(name));
};

/** What may follow a statement: comments, spaces and semicolons. */
const NOTHING = /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|[\s;]+/g;

const cellOf = (value: SQLOutputValue): Cell => {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Uint8Array) return `(${value.byteLength} bytes)`;
  return typeof value === 'string' && value.length > CELL_CHARACTERS ? `${value.slice(0, CELL_CHARACTERS)}…` : value;
};

/** Answers one question from the copy, which can read the tables and compute, and nothing else. Throws the message of SQLite where the question is refused. */
export function ask(file: string, sql: string): Rows {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5_000, enableDoubleQuotedStringLiterals: false });
  try {
    // Sorting stays in memory, which the process limits; a temporary file would have no limit.
    db.exec('PRAGMA temp_store = MEMORY; PRAGMA query_only = ON');
    const given = db.prepare('SELECT lower(name) AS name FROM sqlite_schema UNION SELECT lower(name) FROM pragma_module_list').all();
    const names = new Set(given.map(({ name }) => name));
    /** A name that the question defines by WITH: for counting its rows, SQLite asks the authorizer for the name and an empty column. */
    const isOwn = (name: string, column: string | null) =>
      column === '' && !names.has(name.toLowerCase()) && !/^(sqlite|pragma)_/i.test(name);
    db.setAuthorizer((action, about, more) => {
      if (action === SQLITE_SELECT || action === SQLITE_FUNCTION || action === SQLITE_RECURSIVE) return SQLITE_OK;
      return action === SQLITE_READ && (readable.has(about ?? '') || isOwn(about ?? '', more)) ? SQLITE_OK : SQLITE_DENY;
    });
    const question = db.prepare(sql, { readBigInts: true, returnArrays: true });
    // SQLite runs the first statement and ignores the rest without a word.
    if (sql.slice(question.sourceSQL.length).replace(NOTHING, '') !== '') throw new Error('one statement at a time');
    const columnas = question.columns().map(({ name }) => name);
    const filas: Cell[][] = [];
    let characters = 0;
    for (const row of question.iterate() as Iterable<SQLOutputValue[]>) {
      if (filas.length === MOST_ROWS || characters > MOST_CHARACTERS) return { columnas, filas, cortado: true };
      const cells = row.map(cellOf);
      for (const cell of cells) characters += typeof cell === 'string' ? cell.length : 8;
      filas.push(cells);
    }
    return { columnas, filas, cortado: false };
  } finally {
    db.close();
  }
}
