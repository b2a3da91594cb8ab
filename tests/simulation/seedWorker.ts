import { parentPort } from 'node:worker_threads';
import { simulate } from './run.ts';
import type { Judged, SeedAsked } from './seeds.ts';

/** One run after another, in a thread that nothing else uses: see `seeds.ts`. */
parentPort?.on('message', async (asked: SeedAsked) => {
  const { seed, broken } = await simulate(asked);
  parentPort?.postMessage({ seed, broken } satisfies Judged);
});
