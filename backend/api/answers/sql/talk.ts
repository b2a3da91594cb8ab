import type { CopiedRow, LastRow } from './copy.ts';
import type { Rows } from './question.ts';

/** What the school and the process of a question say to each other, a line of JSON each. */

/** Memory of the process, and seconds for one question. SQLite counts neither (Node is built so), and cannot be asked to stop. */
export const MOST_BYTES = 400 << 20;
export const MOST_MS = 10_000;

export type FromProcess =
  /** The last event that its copy has. */
  | { kind: 'ready'; last: LastRow | null }
  /** How many events the copy has now. */
  | { kind: 'copied'; rows: number }
  | { kind: 'answer'; rows: Rows; milliseconds: number }
  /** What SQLite says of the question. */
  | { kind: 'refused'; message: string }
  | { kind: 'ended'; limit: 'time' | 'memory' };
export type ToProcess = { kind: 'anew' } | { kind: 'rows'; rows: CopiedRow[] } | { kind: 'ask'; sql: string };

export const line = (message: FromProcess | ToProcess): string => `${JSON.stringify(message)}\n`;
