/** Under load, commits within this time are read together. */
const TOGETHER_MS = 4;

export type Pump = ReturnType<typeof createPump>;

/** Runs `drain` one at a time. `failed` gets what it threw; the next run is to make up for it. */
export function createPump(drain: () => Promise<void>, failed: (error: unknown) => void) {
  let draining: Promise<void> | null = null;
  let afterwards: Promise<void> | null = null;
  let soon: NodeJS.Timeout | null = null;
  let drainedAt = 0;
  let closed = false;

  /** Resolves after a run that began after this call: everything committed so far has been sent. */
  function run(): Promise<void> {
    if (closed) return Promise.resolve();
    if (draining) {
      afterwards ??= draining.then(() => {
        afterwards = null;
        return run();
      });
      return afterwards;
    }
    draining = drain()
      .catch((error: unknown) => {
        if (!closed) failed(error);
      })
      .finally(() => {
        draining = null;
        drainedAt = performance.now();
      });
    return draining;
  }

  return {
    run,
    /** Something was committed in this process: runs now, or a moment after the last run. */
    notify(): void {
      const wait = drainedAt + TOGETHER_MS - performance.now();
      if (wait <= 0) void run();
      else
        soon ??= setTimeout(() => {
          soon = null;
          void run();
        }, wait);
    },
    /** Resolves at the end of the present run; at once where there is none. */
    idle: (): Promise<void> | null => draining,
    close(): void {
      closed = true;
      clearTimeout(soon ?? undefined);
    },
  };
}
