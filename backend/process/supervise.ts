import type { Logger } from 'pino';
import { StoreDamaged, StoreFault } from '../../events/store/faults.ts';
import type { Running } from './composition.ts';

/** This many faults within this many milliseconds are not an accident any more. */
const FAULTS = 3;
const WITHIN_MS = 60_000;

export interface Supervised {
  /** Stops what runs; `over` then resolves. */
  stop(): Promise<void>;
  /** Resolves when it was stopped; rejects with the error that ended it. */
  over: Promise<void>;
}

/**
 * Keeps a healthy school running: where a part of it dies, all of it is stopped and started again at once, so that no remaining part goes on answering.
 * Damaged read models are set aside on the way and rebuilt. A damaged log or vault, a failed start, or repeated faults end it for good.
 */
export function supervise(begin: () => Promise<Running>, logger: Logger, started: (running: Running) => void): Supervised {
  let running: Running | null = null;
  let stopping = false;
  const asked = Promise.withResolvers<null>();
  const faults: number[] = [];

  async function run(): Promise<void> {
    while (!stopping) {
      running = await begin();
      const now = running;
      const ready = now.ready.then(
        () => {
          if (!stopping) started(now);
          return asked.promise;
        },
        // What was still being loaded when it was stopped continues at the next start.
        (error: unknown) => (stopping ? null : Promise.reject(error)),
      );
      const fault = await Promise.race([now.broken, asked.promise, ready]);
      if (fault === null) return;
      faults.push(performance.now());
      const often = faults.length >= FAULTS && performance.now() - (faults.at(-FAULTS) ?? 0) < WITHIN_MS;
      const lasting = fault instanceof StoreDamaged && fault.part !== 'read models';
      const details = fault instanceof StoreFault ? { trouble: fault.message } : { err: fault };
      if (!lasting && !often) logger.error(details, 'a part of the school has failed: all of it begins again');
      // What is damaged for good is said by whoever began this, in one line that names what to do.
      else if (!lasting) logger.error(details, 'the school cannot go on');
      ready.catch(() => undefined);
      await now.stop();
      if (lasting || often) throw fault;
    }
  }

  const over = run();
  return {
    over,
    async stop() {
      stopping = true;
      asked.resolve(null);
      await over.catch(() => undefined);
      await running?.stop();
    },
  };
}
