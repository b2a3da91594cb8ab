/** Runs at most this many tasks at a time; the others wait in order of arrival. One whose signal aborts while it waits throws its reason. */
export function createTurns(atOnce: number) {
  let running = 0;
  const waiting = new Set<PromiseWithResolvers<void>>();
  const arrive = async (signal?: AbortSignal): Promise<void> => {
    signal?.throwIfAborted();
    if (running < atOnce) {
      running++;
      return;
    }
    const turn = Promise.withResolvers<void>();
    const leave = () => {
      if (waiting.delete(turn)) turn.reject(signal?.reason);
    };
    waiting.add(turn);
    signal?.addEventListener('abort', leave, { once: true });
    await turn.promise.finally(() => signal?.removeEventListener('abort', leave));
  };
  const leave = (): void => {
    const [next] = waiting;
    if (!next) {
      running--;
      return;
    }
    waiting.delete(next);
    next.resolve();
  };
  return async <T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    await arrive(signal);
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
