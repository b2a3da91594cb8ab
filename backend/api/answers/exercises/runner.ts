import { Worker } from 'node:worker_threads';
import { entryFile } from '../../../../events/entry.ts';
import type { Outcome } from '../../contract/exercise-run.ts';
import type { Check } from '../../contract/exercise-text.ts';
import { ApiError } from '../../error.ts';

/** How long the thread may take for one of them, and to start; then it is ended. The interpreter nearly always stops by itself before. */
const PATIENCE_MS = 3_000;
const START_MS = 20_000;
/** How long the thread waits for another one before it ends, and with it the memory that it takes. */
const IDLE_MS = 60_000;
const MOST_WAITING = 20;
const OVERRUN = 'TimeLimit';

export interface Runner {
  /** Errors: RUNNER_BUSY. */
  run(code: string, checks: readonly Check[]): Promise<Outcome>;
  close(): Promise<void>;
}

interface Thread {
  worker: Worker;
  /** Whether it started. */
  ready: Promise<boolean>;
}

/** Runs what learners hand in, in a thread that starts with the first of them: one at a time, so that they take no more than one core. */
export function createRunner(patienceMs = PATIENCE_MS): Runner {
  let thread: Thread | null = null;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  const end = async (): Promise<void> => {
    const ended = thread;
    thread = null;
    clearTimeout(idle);
    await ended?.worker.terminate();
  };
  /** What the thread says next; undefined where it says nothing in time, or ends, broken by what it ran. */
  const heard = <T>({ worker }: Pick<Thread, 'worker'>, milliseconds: number): Promise<T | undefined> =>
    new Promise((resolve) => {
      const settle = (said: T | undefined): void => {
        clearTimeout(timer);
        worker.off('message', settle).off('error', failed).off('exit', failed);
        resolve(said);
      };
      const failed = (): void => settle(undefined);
      const timer = setTimeout(failed, milliseconds);
      worker.once('message', settle).once('error', failed).once('exit', failed);
    });
  const started = (): Thread => {
    const worker = new Worker(entryFile(new URL('./thread.ts', import.meta.url)), {
      name: 'exercises',
      // Nothing of the school: no settings, no secrets.
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 },
    });
    // Whoever waits for it hears of it; without anybody waiting it is no failure of the school.
    worker.on('error', () => undefined);
    return { worker, ready: heard<'ready'>({ worker }, START_MS).then((said) => said !== undefined) };
  };
  const ask = async (code: string, checks: readonly Check[]): Promise<Outcome> => {
    clearTimeout(idle);
    thread ??= started();
    const used = thread;
    const asked = (await used.ready) && used.worker.postMessage({ code, checks }) === undefined;
    const outcome = asked ? await heard<Outcome>(used, patienceMs) : undefined;
    if (outcome !== undefined) {
      idle = setTimeout(() => void end(), IDLE_MS).unref();
      return outcome;
    }
    await end();
    if (!asked) throw new ApiError('RUNNER_BUSY');
    return { printed: '', error: OVERRUN, results: checks.map(() => ({ passed: false, got: null, error: OVERRUN })) };
  };
  return {
    async run(code, checks) {
      if (waiting >= MOST_WAITING) throw new ApiError('RUNNER_BUSY');
      waiting += 1;
      const mine = last.then(() => ask(code, checks));
      last = mine.catch(() => undefined);
      try {
        return await mine;
      } finally {
        waiting -= 1;
      }
    },
    close: end,
  };
}
