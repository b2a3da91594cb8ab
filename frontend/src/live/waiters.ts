import type { Position } from './tails.ts';

/** Who waits until this window has come to a position. */
export function createWaiters(seen: () => Position | null) {
  const waiters = new Set<{ position: Position; go: (caughtUp: boolean) => void }>();
  const reached = (position: Position): boolean => {
    const now = seen();
    return now !== null && position <= now;
  };
  return {
    /** After the position has moved. */
    moved: () => {
      for (const waiter of waiters)
        if (reached(waiter.position)) {
          waiters.delete(waiter);
          waiter.go(true);
        }
    },
    /** True once the position is reached, false after `ms`. */
    waitFor: (position: Position, ms: number): Promise<boolean> =>
      reached(position)
        ? Promise.resolve(true)
        : new Promise((go) => {
            const waiter = { position, go };
            waiters.add(waiter);
            setTimeout(() => {
              if (waiters.delete(waiter)) go(false);
            }, ms);
          }),
  };
}
