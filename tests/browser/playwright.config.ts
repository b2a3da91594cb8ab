import { defineConfig } from '@playwright/test';
import '../support/compiled.ts';
import { LONG } from '../support/scale.ts';
import '../support/scratch.ts';
import { browserArgs, findBrowser } from './browser.ts';

const executablePath = findBrowser();
/** Every page of the table, of one kind of person in each file. */
const PAGES = '**/pages-*.spec.ts';

export default defineConfig({
  globalSetup: './demo.ts',
  testDir: '.',
  // Journeys of the night (fixtures.ts), unless their file was asked for by name.
  ...(!LONG && !process.env['BROWSER_NAMED'] && { grepInvert: /@night/ }),
  // The walks over the pages are the longest tests: they begin first, so that none of them is left alone at the end.
  projects: [
    { name: 'pages', testMatch: PAGES },
    { name: 'journeys', testMatch: '**/*.spec.ts', testIgnore: PAGES },
  ],
  // What Node runs by itself is not translated first: that took each worker seconds.
  build: { external: ['backend', 'events', 'frontend', 'tests/support'].map((room) => `**/${room}/**`).concat('**/.ssr/**') },
  outputDir: '../../test-results/browser',
  workers: 3,
  fullyParallel: false,
  // A browser on a busy machine may miss a moment; what passes only at the second try is said at the end.
  retries: 1,
  timeout: 240_000,
  expect: { timeout: 60_000 },
  // The whole run reads its results from a file; whoever runs one file of tests has no use for them on the screen.
  reporter: [['list'], ['./said.ts'], ...(process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ? [['json'] as const] : [])],
  use: {
    locale: 'es-MX',
    timezoneId: 'America/Mexico_City',
    trace: 'on-first-retry',
    launchOptions: { ...(executablePath && { executablePath }), args: browserArgs },
  },
});
