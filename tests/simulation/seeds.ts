import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { RunOptions, RunResult } from './run.ts';

/** Many seeds, on every processor. */

export type SeedAsked = Pick<RunOptions, 'seed' | 'steps' | 'only'>;
export type Judged = Pick<RunResult, 'seed' | 'broken'>;

export interface SeedsOptions extends Omit<SeedAsked, 'seed'> {
  first: number;
  count: number;
  /** Seed after seed, in their order; false ends it. */
  each(judged: Judged): boolean;
}

export async function runSeeds({ first, count, each, ...asked }: SeedsOptions): Promise<void> {
  const end = first + count;
  const early = new Map<number, Judged>();
  let next = first;
  let due = first;
  const take = async () => {
    const worker = new Worker(new URL('./seedWorker.ts', import.meta.url));
    try {
      while (next < end) {
        worker.postMessage({ ...asked, seed: next++ } satisfies SeedAsked);
        const [judged] = (await once(worker, 'message')) as [Judged];
        early.set(judged.seed, judged);
        for (let found = early.get(due); found; found = early.get(due)) {
          early.delete(due);
          due++;
          if (!each(found)) next = due = end;
        }
      }
    } finally {
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), count) }, take));
}
