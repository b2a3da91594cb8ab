import type { IncomingMessage, Server } from 'node:http';
import { getHeapStatistics } from 'node:v8';

/** Garbage is collected once no request has come for this many milliseconds. */
export const QUIET_MS = 20_000;
const LOOK_MS = 5_000;
/** Requested by programs that watch the school, again and again: these count as no request. */
const PROBES = /^\/(api\/(health|ready)|metrics)\b/;

/** Collecting is worth its pause when the heap is this many times the size that the last collection left. */
const GROWN = 1.5;

/** Gives back this thread's garbage (`--expose-gc` in `npm start`). The thread stands still meanwhile. */
export function giveBack(): void {
  globalThis.gc?.({ type: 'major', flavor: 'last-resort' });
}

/**
 * What a start, and then what a busy hour leaves behind in this thread is given back while nobody waits: it takes some tenth of a second (0210, 0229). `heap`: its size, for garbage too.
 */
export function collectOnceQuiet(server: Pick<Server, 'on' | 'once'>, heap = (): number => getHeapStatistics().total_heap_size): void {
  let askedAt = performance.now();
  let left = 0;
  const looking = setInterval(() => {
    if (performance.now() - askedAt < QUIET_MS || heap() < GROWN * left) return;
    giveBack();
    left = heap();
  }, LOOK_MS).unref();
  server.on('request', ({ url = '' }: IncomingMessage) => {
    if (!PROBES.test(url)) askedAt = performance.now();
  });
  server.once('close', () => clearInterval(looking));
}
