import { createHash } from 'node:crypto';

/** What happened, line by line: the hash of all of it says whether two runs were the same, the tail of it what led to a fault. */
export interface Trace {
  add(line: string): void;
  hash(): string;
  /** The last lines; all of them where the trace was asked to keep them. */
  lines(): readonly string[];
}

const TAIL = 400;

export function createTrace(all = false): Trace {
  const hash = createHash('sha256');
  let lines: string[] = [];
  return {
    add(line) {
      hash.update(line).update('\n');
      lines.push(line);
      if (!all && lines.length > 2 * TAIL) lines = lines.slice(-TAIL);
    },
    hash: () => hash.copy().digest('hex').slice(0, 16),
    lines: () => (all ? lines : lines.slice(-TAIL)),
  };
}
