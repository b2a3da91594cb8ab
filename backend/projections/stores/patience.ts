import type { Position } from '../../../events/store/port.ts';
import { distance } from '../kernel/position.ts';
import type { AnyHandler, AnyProjection } from '../kernel/projection.ts';

/** Tells the thread that waits for a build which event a projection's code is busy with: only from outside can one see that it never returns. */

/** The interval of looking, in milliseconds. */
const LOOK_MS = 500;

/** A number shared by threads: of the event that the code is handling; 0: none. */
export const busyWith = (): SharedArrayBuffer => new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT);

/** The projection, which notes there each event that its handlers are asked about. */
export function noting(projection: AnyProjection, busy: SharedArrayBuffer): AnyProjection {
  const noted = new BigInt64Array(busy);
  const during = <T>(event: never, work: () => T): T => {
    Atomics.store(noted, 0, BigInt(distance((event as { position: Position }).position) ?? 0));
    try {
      return work();
    } finally {
      Atomics.store(noted, 0, 0n);
    }
  };
  const withNote = (handler: AnyHandler): AnyHandler => ({
    ...handler,
    key: (event) => during(event, () => handler.key(event)),
    evolve: (doc, event, key) => during(event, () => handler.evolve(doc, event, key)),
  });
  const on = Object.fromEntries(Object.entries(projection.on).map(([type, handler]) => [type, handler && withNote(handler)]));
  return { ...projection, on };
}

/** Calls `stuck` once with the number of an event that the code has had in hand for that long. Returns what ends the watch. */
export function watch(busy: SharedArrayBuffer, patienceMs: number, stuck: (event: number) => void): () => void {
  const noted = new BigInt64Array(busy);
  let last = 0n;
  let since = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    const event = Atomics.load(noted, 0);
    if (event !== last) [last, since] = [event, now];
    else if (event !== 0n && now - since >= patienceMs) {
      clearInterval(timer);
      stuck(Number(event));
    }
  }, LOOK_MS);
  return () => clearInterval(timer);
}
