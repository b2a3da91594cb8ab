import type { SqlTable } from '../../contract/choices.ts';
import type { CopiedRow, LastRow } from './eventsTable.ts';
import type { Rows } from './question.ts';

/** The messages between the school's process and the process of a question, one line of JSON each. */

/** The limits of one question: bytes of memory of its process, Node and all, and milliseconds. */
export const MOST_BYTES = 400 << 20;
export const MOST_MS = 10_000;
/** Milliseconds that one answer may spend on updating the copy, and again on the tables that the question names; then it reports how far it came. */
export const COPY_MS = 5_000;

export type FromProcess =
  /** `last`: the last event in its copy. */
  | { kind: 'ready'; last: LastRow | null }
  /** `rows`: how many events the copy has now. */
  | { kind: 'copied'; rows: number }
  /** `behind`: how many events a table that the question names still lacks. */
  | { kind: 'behind'; name: SqlTable; behind: number }
  | { kind: 'answer'; rows: Rows; milliseconds: number }
  /** `message`: what DuckDB says of the question. `allowed`: it could not be understood; else it asks for more than reading. */
  | { kind: 'refused'; message: string; allowed: boolean }
  | { kind: 'ended'; limit: 'time' | 'memory' }
  /** The copy could not be read or written, and is deleted. `full`: for the disk is full. */
  | { kind: 'failed'; full: boolean; message: string };
export type ToProcess =
  | { kind: 'anew' }
  | { kind: 'rows'; rows: CopiedRow[] }
  /** The process is to read the embedded log itself. `personal`: by event type, the fields that are masked; types without any have no entry. */
  | { kind: 'copy'; log: string; personal: Readonly<Record<string, readonly string[]>>; zone: string }
  /** Not answered where copying did not reach the end of the log. */
  | { kind: 'ask'; sql: string; zone: string };

export const line = (message: FromProcess | ToProcess): string => `${JSON.stringify(message)}\n`;
