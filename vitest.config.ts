import { defineConfig } from 'vitest/config';
import { plugins } from './frontend/vite.config.ts';
import './tests/support/compiled.ts';
import './tests/support/scratch.ts';
import { LONG as long } from './tests/support/scale.ts';
import SlowFirst from './tests/support/slowFirst.ts';

/** `npm run test:long` runs these too. */
const RARE = 'tests/**/*.long.test.ts';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/browser/**', ...(long ? [] : [RARE])],
          environment: 'node',
          // Each worker keeps what it imported: a third of the work of these tests was importing the same modules for each file.
          isolate: false,
          // Node imports them as it does in the product. Translated by Vite first, tests of the API took a quarter more of the processor.
          experimental: { viteModuleRunner: false },
          globalSetup: ['tests/support/demoData.ts'],
          setupFiles: ['tests/support/generated.ts'],
          testTimeout: long ? 600_000 : 60_000,
          // The demo's load is one of a minute on remote servers, and of several on a busy machine.
          hookTimeout: process.env.TEST_SCHOOL_MONGODB_URL ? 600_000 : 120_000,
        },
      },
      {
        // Without the configuration's light translations: what the texts say is tested under the real ones.
        plugins,
        test: {
          name: 'dom',
          root: '.',
          include: ['frontend/src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          // What the document and the packages cost is paid once a worker; the project's own modules are each file's (tests/support/dom.ts).
          isolate: false,
          testTimeout: long ? 600_000 : 60_000,
          hookTimeout: 120_000,
          setupFiles: ['tests/support/dom.ts'],
        },
      },
    ],
    // One more than the two processors of a small machine: tests wait for timers and answers, too.
    maxWorkers: 3,
    tags: [
      {
        name: 'night',
        description: 'Left out of a whole `npm test`, which has a quicker test of the same rule; `npm run test:long` runs it.',
      },
    ],
    sequence: { sequencer: SlowFirst },
  },
});
