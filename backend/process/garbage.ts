import type { IncomingMessage, Server } from 'node:http';
import { getHeapStatistics } from 'node:v8';

/** Garbage is collected once nobody has asked for anything for so long. */
export const QUIET_MS = 20_000;
const LOOK_MS = 5_000;
/** Asked by programs that watch the school, again and again. */
const PROBES = /^\/(api\/(health|ready)|metrics)\b/;

/** Worth standing still for: the heap is so many times what was left of it the last time. */
const GROWN = 1.5;

/**
 * What a start, and then what a busy hour leaves behind in this thread is given back (`--expose-gc` in `npm start`) while nobody waits: the thread
 * stands still meanwhile, for some tenth of a second (0210, 0229). `heap`: its size, for garbage too.
 */
export function collectOnceQuiet(server: Pick<Server, 'on' | 'once'>, heap = (): number => getHeapStatistics().total_heap_size): void {
  let askedAt = performance.now();
  let left = 0;
  const looking = setInterval(() => {
    if (performance.now() - askedAt < QUIET_MS || heap() < GROWN * left) return;
    globalThis.gc?.({ type: 'major', flavor: 'last-resort' });
    left = heap();
  }, LOOK_MS).unref();
  server.on('request', ({ url = '' }: IncomingMessage) => {
    if (!PROBES.test(url)) askedAt = performance.now();
  });
  server.once('close', () => clearInterval(looking));
}
