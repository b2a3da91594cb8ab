import type { SqlTable } from '../../contract/choices.ts';
import type { CopiedRow, LastRow } from './copy.ts';
import type { Rows } from './question.ts';

/** What the school and the process of a question say to each other, a line of JSON each. */

/** Memory of the process, and seconds for one question. SQLite counts neither (Node is built so), and cannot be asked to stop. */
export const MOST_BYTES = 400 << 20;
export const MOST_MS = 10_000;
/** One answer brings the copy up to date for so long, and as long the tables that the question names; then it says how far it came. */
export const COPY_MS = 5_000;

export type FromProcess =
  /** The last event that its copy has. */
  | { kind: 'ready'; last: LastRow | null }
  /** How many events the copy has now. */
  | { kind: 'copied'; rows: number }
  /** A table that the question names is so many events behind still. */
  | { kind: 'behind'; name: SqlTable; behind: number }
  | { kind: 'answer'; rows: Rows; milliseconds: number }
  /** What SQLite says of the question. */
  | { kind: 'refused'; message: string }
  | { kind: 'ended'; limit: 'time' | 'memory' };
export type ToProcess =
  | { kind: 'anew' }
  | { kind: 'rows'; rows: CopiedRow[] }
  /** It reads the embedded log by itself. `personal`: by type, the fields that are masked; of types without any there is no entry. */
  | { kind: 'copy'; log: string; personal: Readonly<Record<string, readonly string[]>>; zone: string }
  /** Not answered where the copying did not come to its end. */
  | { kind: 'ask'; sql: string; zone: string };

export const line = (message: FromProcess | ToProcess): string => `${JSON.stringify(message)}\n`;
