import { parentPort } from 'node:worker_threads';
import engine from '@jitl/quickjs-wasmfile-release-sync';
import type { QuickJSSyncVariant } from 'quickjs-emscripten-core';
import { createRun } from '../../contract/exercise-run.ts';
import type { Check } from '../../contract/exercise-text.ts';

/** A thread that runs what learners hand in, one after another (`runner.ts`). */
// Its types are those of its other format, where the whole module is what is imported.
const run = await createRun(engine as unknown as QuickJSSyncVariant);
parentPort?.on('message', ({ code, checks }: { code: string; checks: readonly Check[] }) => parentPort?.postMessage(run(code, checks)));
parentPort?.postMessage('ready');
