import loader from '@jitl/quickjs-wasmfile-release-sync/emscripten-module';
import { QuickJSFFI } from '@jitl/quickjs-wasmfile-release-sync/ffi';
import wasmLocation from '@jitl/quickjs-wasmfile-release-sync/wasm?url';
import { newVariant, type QuickJSSyncVariant } from 'quickjs-emscripten-core';
import { createRun } from '../../../../../backend/api/contract/exercise-run.ts';
import type { Check } from '../../../../../backend/api/contract/exercise-text.ts';

/** Runs what a learner wrote, apart from the page, as the school runs it. It comes with a policy of its own, the only one that lets WebAssembly run. */
const variant = newVariant(
  { type: 'sync', importFFI: async () => QuickJSFFI, importModuleLoader: async () => loader } as unknown as QuickJSSyncVariant,
  { wasmLocation },
);
const run = await createRun(variant);
self.addEventListener('message', ({ data: { code, checks } }: MessageEvent<{ code: string; checks: readonly Check[] }>) =>
  self.postMessage(run(code, checks)),
);
self.postMessage('ready');
