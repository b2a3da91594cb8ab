import { writeSync } from 'node:fs';
import { line, MOST_BYTES, MOST_MS } from './talk.ts';

/** A thread that ends its process when a question takes too long or too much memory. */
const LOOK_MS = 50;
const until = performance.now() + MOST_MS;
setInterval(() => {
  const limit = process.memoryUsage.rss() > MOST_BYTES ? 'memory' : performance.now() > until ? 'time' : null;
  if (limit === null) return;
  writeSync(1, line({ kind: 'ended', limit }));
  process.kill(process.pid, 'SIGKILL');
}, LOOK_MS);
