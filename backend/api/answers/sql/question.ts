import { type DuckDBConnection, DuckDBDecimalValue, type DuckDBValue } from '@duckdb/node-api';
import { type SqlTable, sqlTables } from '../../contract/choices.ts';
import { rows } from './copy.ts';
import { TABLE } from './eventsTable.ts';
import { TEXT_CHARACTERS } from './rows.ts';

/** The most rows and characters of one answer. */
export const MOST_ROWS = 1_000;
const MOST_CHARACTERS = 1_000_000;

export type Cell = string | number | null;
export interface Rows {
  columnas: string[];
  filas: Cell[][];
  /** There are more rows than these. */
  cortado: boolean;
}

/** What a question may not do; `what` names it. */
export class NotAllowed extends Error {
  constructor(what: string) {
    super(`not allowed: ${what}`);
  }
}

const MODELS = Object.keys(sqlTables) as SqlTable[];
const readable = new Set<string>([TABLE, ...MODELS]);
/** Besides the tables: functions that make rows of what the question gives them, and of nothing else. */
const rowFunctions = new Set(['unnest', 'range', 'generate_series', 'json_each', 'json_tree', 'repeat', 'repeat_row']);
/** Functions that tell of the engine instead of what they are given, or change its state. */
const TELLING =
  /^(current_(setting|query|query_id|connection_id|transaction_id)|getenv|getvariable|version|get_block_size|stats|nextval|currval|setseed|sleep_ms|write_log|error|txid_current|in_search_path|can_cast_implicitly|parse_duckdb_log_message|json_(de)?serialize_\w+|(pg|has|inet|icu)_\w+|\w+_description|__internal_\w+)$/;
/** Where rows come from, as DuckDB's parser writes it. */
const SOURCES = new Set(['EMPTY', 'BASE_TABLE', 'SUBQUERY', 'JOIN', 'EXPRESSION_LIST', 'PIVOT', 'TABLE_FUNCTION', 'SHOW_REF']);

/** The name that may have been meant. */
const NEAREST = `SELECT name FROM unnest(from_json($1::VARCHAR, '["VARCHAR"]')) AS t (name)
  WHERE jaro_winkler_similarity(name, $2) > 0.8 ORDER BY jaro_winkler_similarity(name, $2) DESC LIMIT 1`;

/** The tables of read models that a question names; a word of its own with the same spelling counts too. */
export const tablesNamed = (sql: string): SqlTable[] => {
  const words = new Set(sql.toLowerCase().split(/[^a-z_]+/));
  return MODELS.filter((name) => words.has(name));
};

type Node = Readonly<Record<string, unknown>>;
const text = (value: unknown): string => (typeof value === 'string' ? value.toLowerCase() : '');
/** Every object in what the parser made of a question, the outer ones first. */
function* nodesIn(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const one of value) yield* nodesIn(one);
  else if (typeof value === 'object' && value !== null) {
    yield value as Node;
    for (const one of Object.values(value)) yield* nodesIn(one);
  }
}

/** Throws where the question reads anything but the tables, or asks about the engine. All that reads rows is found by the parser, so that no words are searched for. */
async function permit(db: DuckDBConnection, statement: unknown): Promise<void> {
  const nodes = [...nodesIn(statement)];
  const own = new Set(
    nodes.flatMap(({ cte_map: with_ }) => ((with_ as { map?: { key: string }[] } | undefined)?.map ?? []).map(({ key }) => text(key))),
  );
  // A name that the question defines by WITH holds within its own query only; elsewhere it would be that of the database.
  if (own.size > 0) {
    const given = await rows<{ name: string }>(
      db,
      'SELECT lower(table_name) AS name FROM duckdb_tables() UNION SELECT lower(view_name) FROM duckdb_views()',
    );
    for (const { name } of given) own.delete(name);
  }
  const source = (node: unknown) => {
    const type = (node as Node | undefined)?.['type'];
    if (node !== undefined && !SOURCES.has(String(type))) throw new NotAllowed(String(type));
  };
  for (const node of nodes) {
    source(node['from_table']);
    if (node['type'] === 'JOIN') for (const side of [node['left'], node['right']]) source(side);
    if (node['type'] === 'PIVOT') source(node['source']);
    const name = text(node['table_name']);
    if (node['type'] === 'BASE_TABLE') {
      const [schema, catalog] = [text(node['schema_name']), text(node['catalog_name'])];
      if (schema || catalog || !(readable.has(name) || own.has(name))) {
        const [near] = await rows<{ name: string }>(db, NEAREST, [JSON.stringify([...readable, ...own]), name]);
        throw new NotAllowed(`table "${name}"${near ? `; did you mean "${near.name}"?` : ''}`);
      }
    }
    // DESCRIBE and SUMMARIZE have what they describe as a query in them.
    if (node['type'] === 'SHOW_REF' && (name || !node['query'])) throw new NotAllowed('SHOW');
    if (node['type'] === 'TABLE_FUNCTION') {
      const called = text((node['function'] as Node | undefined)?.['function_name']);
      if (!rowFunctions.has(called)) throw new NotAllowed(called);
    }
    const called = text(node['function_name']);
    if (TELLING.test(called)) throw new NotAllowed(called);
  }
}

interface Parsed {
  error: boolean;
  error_type?: string;
  error_message?: string;
  statements?: unknown[];
}
/** What DuckDB's parser makes of the question: nothing of it is run or looked up. */
async function parsed(db: DuckDBConnection, sql: string): Promise<unknown> {
  const asked = 'SELECT json_serialize_sql($1::VARCHAR, skip_null := true, skip_empty := true, skip_default := true) AS said';
  const [row] = await rows<{ said: string }>(db, asked, [sql]);
  const said = String(row?.said);
  // A number beyond those of JSON.
  if (/"value":-?(?:Infinity|NaN)/.test(said)) throw new Error('a number is too large');
  const { error, error_type: type, error_message: message, statements = [] } = JSON.parse(said) as Parsed;
  if (error && type === 'not implemented') throw new NotAllowed('only SELECT');
  if (error) throw new Error(message);
  if (statements.length !== 1) throw new Error('one statement at a time');
  return statements[0];
}

const EXACT_DIGITS = 15;
const cellOf = (value: DuckDBValue): Cell => {
  if (value === null) return null;
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (value instanceof DuckDBDecimalValue) {
    const written = value.toString();
    return written.replace(/\D/g, '').length <= EXACT_DIGITS ? Number(written) : written;
  }
  if (typeof value === 'object' && 'bytes' in value) return `(${(value as { bytes: Uint8Array }).bytes.byteLength} bytes)`;
  const written = String(value);
  return written.length > TEXT_CHARACTERS ? `${written.slice(0, TEXT_CHARACTERS)}…` : written;
};

/** How DuckDB reports that a question needs more memory than it has. */
const OUT_OF_MEMORY = /^Out of Memory Error/i;
const NOT_PERMITTED = /^Permission Error/i;

/** What is told of a question that was not answered. */
export function refusal(error: unknown): { kind: 'ended'; limit: 'memory' } | { kind: 'refused'; message: string; allowed: boolean } {
  // Without the line of the question in which it is.
  const [message = ''] = (error instanceof Error ? error.message : String(error)).split('\n\nLINE ');
  if (OUT_OF_MEMORY.test(message)) return { kind: 'ended', limit: 'memory' };
  return { kind: 'refused', message, allowed: !(error instanceof NotAllowed || NOT_PERMITTED.test(message)) };
}

/** Answers one question from the copy, which can read the tables and compute, and nothing else. Throws `NotAllowed`, or what DuckDB says. */
export async function ask(db: DuckDBConnection, sql: string): Promise<Rows> {
  await permit(db, await parsed(db, sql));
  const result = await db.stream(sql);
  const columnas = result.columnNames();
  const filas: Cell[][] = [];
  let characters = 0;
  for await (const chunk of result)
    for (let at = 0; at < chunk.rowCount; at++) {
      if (filas.length === MOST_ROWS || characters > MOST_CHARACTERS) return { columnas, filas, cortado: true };
      const cells = columnas.map((_, column) => cellOf(chunk.getColumnVector(column).getItem(at)));
      for (const cell of cells) characters += typeof cell === 'string' ? cell.length : 8;
      filas.push(cells);
    }
  return { columnas, filas, cortado: false };
}
