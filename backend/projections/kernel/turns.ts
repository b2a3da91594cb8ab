/** Runs what is given to it, so many at a time; the others wait in the order in which they came. One whose signal aborts meanwhile throws its reason. */
export function createTurns(most: number) {
  let free = most;
  const waiting = new Set<PromiseWithResolvers<void>>();
  const turn = async (signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    if (free > 0) {
      free--;
      return;
    }
    const own = Promise.withResolvers<void>();
    const leave = () => {
      if (waiting.delete(own)) own.reject(signal.reason);
    };
    waiting.add(own);
    signal.addEventListener('abort', leave, { once: true });
    await own.promise.finally(() => signal.removeEventListener('abort', leave));
  };
  const pass = (): void => {
    const [next] = waiting;
    if (!next) {
      free++;
      return;
    }
    waiting.delete(next);
    next.resolve();
  };
  return async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    await turn(signal);
    try {
      return await work();
    } finally {
      pass();
    }
  };
}
