/// <reference lib="dom" />

import { readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Locator,
  type Page,
  type TestInfo,
} from '@playwright/test';
import type { AxeResults } from 'axe-core';
import type { Manifest } from '../../frontend/budgets.ts';
import { freePort } from '../support/freePort.ts';
import { remoteStores } from '../support/remoteStores.ts';
import { openSchool, type School } from '../support/school.ts';
import { copyOfData, dist } from './demo.ts';
import { WHAT_IT_SAID } from './said.ts';
import { sessionCookies, sessionState } from './signedIn.ts';

export { expect };

/**
 * A journey of `npm run test:long` alone: its rules are tested on components and calls too, and a browser shows that they meet. `npm test` takes the
 * journeys that only a browser can show, or without which the school would be none.
 */
export const NIGHT = '@night';

/** A demo account by its name before the @, or whose session to use. */
export type Who = string | { token: string };

/** The school of a test file: real stores on a copy of the demo's data, on a port of its own. */
export interface Server {
  readonly school: School;
  /** Stops it and keeps its data. */
  stop(): Promise<void>;
  /** Starts it again on the same port and data. */
  start(): Promise<School>;
  /** So many milliseconds pass on the clock of its API. */
  pass(ms: number): void;
}

interface Fixtures {
  /** `test.use({ readsOnly: true })`: the tests of this file change nothing of the school, which they share with other such files. */
  readsOnly: boolean;
  server: Server;
  school: School;
  /** Everything that must not happen in a browser: errors, requests to other hosts. Checked when the test ends. */
  trouble: { seen: string[]; allow(pattern: RegExp): void };
  /** A new browser of nobody, or of the person whose session it gets. */
  browse(who: Who | null, options?: BrowserContextOptions): Promise<BrowserContext>;
  /** A page of a new browser in which this person is signed in. */
  as(who: Who, options?: BrowserContextOptions): Promise<Page>;
  /** A page of a new browser of nobody. */
  visitor(options?: BrowserContextOptions): Promise<Page>;
}
interface WorkerFixtures {
  servers: { of(file: string): Promise<Server>; shared(): Promise<Server> };
}

async function openServer(): Promise<Server & { close(): Promise<void> }> {
  const dataDir = copyOfData();
  const port = await freePort();
  let passed = 0;
  const clock = () => new Date(Date.now() + passed);
  const open = () => openSchool({ env: { DEMO: 'true', PORT: String(port), ...remoteStores() }, dataDir, keep: true, dist: dist(), clock });
  let school = await open();
  let up = true;
  const stop = async () => {
    if (up) await school.stop();
    up = false;
  };
  return {
    get school() {
      return school;
    },
    stop,
    pass(ms) {
      passed += ms;
    },
    async start() {
      if (!up) school = await open();
      up = true;
      return school;
    },
    async close() {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The browser's own line for an answer that tests ask for on purpose (a wrong password, a page that is not there). */
const expected4xx = /^Failed to load resource: the server responded with a status of 4\d\d/;

function watch(context: BrowserContext, url: string, seen: string[]): void {
  const { host } = new URL(url);
  const outside = (address: string) => /^(https?|wss?):/.test(address) && new URL(address).host !== host;
  context.on('request', (request) => {
    if (outside(request.url())) seen.push(`request to another host: ${request.url()}`);
  });
  context.on('page', (page) => {
    page.on('websocket', (socket) => {
      if (outside(socket.url())) seen.push(`socket to another host: ${socket.url()}`);
    });
  });
  context.on('console', (message) => {
    if (message.type() === 'error' && !expected4xx.test(message.text())) seen.push(`console: ${message.text()}`);
  });
  context.on('weberror', (failure) => {
    seen.push(`page error: ${failure.error().stack ?? failure.error().message}`);
  });
}

/** When a test has failed: attaches the text of its open pages for the log of the run (tests/browser/said.ts). A page that hangs is left out. */
export async function attachPages(contexts: readonly BrowserContext[], testInfo: TestInfo): Promise<void> {
  if (testInfo.status === testInfo.expectedStatus) return;
  for (const page of contexts.flatMap((context) => context.pages())) {
    const silent = new Promise<string[]>((done) => setTimeout(done, 5_000, ['it does not answer']));
    const [text = ''] = await Promise.race([page.locator('body').allInnerTexts(), silent]).catch((error: Error) => [error.message]);
    const body = `${page.url()}\n${text.replace(/\n\s*\n/g, '\n')}`;
    await testInfo.attach(WHAT_IT_SAID, { body: body.length > 3_000 ? `${body.slice(0, 3_000)}…` : body, contentType: 'text/plain' });
  }
}

/**
 * A test that is tried again meets a school of its own: after a failure Playwright begins a new worker, and a worker opens a new copy of the
 * demo's data. On remote stores (tests/remote.ts) there is one school for the whole run.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  servers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its first parameter
    async ({}, use) => {
      type Closable = Awaited<ReturnType<typeof openServer>>;
      let open: { file: string; server: Closable } | null = null;
      let unchanged: Closable | null = null;
      await use({
        async shared() {
          unchanged ??= await openServer();
          return unchanged;
        },
        async of(file) {
          if (open?.file === file || (open && remoteStores())) return open.server;
          await open?.server.close();
          open = { file, server: await openServer() };
          return open.server;
        },
      });
      await (open as { server: Closable } | null)?.server.close();
      await (unchanged as Closable | null)?.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  readsOnly: [false, { option: true }],
  server: [
    async ({ servers, readsOnly }, use, testInfo) => {
      await use(readsOnly && !remoteStores() ? await servers.shared() : await servers.of(testInfo.file));
    },
    { timeout: 120_000 },
  ],
  school: async ({ server }, use) => {
    await use(await server.start());
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  trouble: async ({}, use) => {
    const seen: string[] = [];
    const allowed: RegExp[] = [];
    await use({ seen, allow: (pattern) => void allowed.push(pattern) });
    expect(
      seen.filter((line) => !allowed.some((pattern) => pattern.test(line))),
      // rows: P09
      'errors of the page, and requests to other hosts',
    ).toEqual([]);
  },
  browse: async ({ browser, school, trouble }, use, testInfo) => {
    const contexts: BrowserContext[] = [];
    await use(async (who, options = {}) => {
      const token = who === null ? null : typeof who === 'string' ? (await school.login(who)).token : who.token;
      const context = await browser.newContext({
        baseURL: school.url,
        reducedMotion: 'reduce',
        // A worker of an earlier page would answer in the place of a server that is stopped on purpose.
        serviceWorkers: 'block',
        ...(token !== null && { storageState: sessionState(school.url, token) }),
        ...options,
      });
      contexts.push(context);
      // Pages load their live parts at once, instead of waiting until the page is idle.
      await context.addInitScript(() => {
        Object.assign(globalThis, { restMs: 0 });
      });
      watch(context, school.url, trouble.seen);
      return context;
    });
    await attachPages(contexts, testInfo);
    for (const context of contexts) await context.close();
  },
  as: async ({ browse }, use) => {
    await use(async (who, options) => (await browse(who, options)).newPage());
  },
  visitor: async ({ browse }, use) => {
    await use(async (options) => (await browse(null, options)).newPage());
  },
});

/** The same browser, another person (null: nobody). */
export async function become(context: BrowserContext, url: string, token: string | null): Promise<void> {
  await context.clearCookies();
  if (token !== null) await context.addCookies(sessionCookies(url, token));
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe holds besides: targets of 24 px, what is seen of a label is in its name, landmarks are told apart (N05). */
const BESIDES = ['target-size', 'label-content-name-mismatch', 'landmark-unique'];

/** What axe finds against WCAG 2.2 AA, or of these rules alone: one line for each thing and place. */
export async function axeFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Run by the debugger and not by a script element, which the page's own policy would refuse; once in a document, because reading it takes as long as a rule.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const { violations } = await page.evaluate(
    async ({ only, besides }) => {
      const { axe: runner } = window as unknown as { axe: { run(root: Document, options: object): Promise<AxeResults> } };
      const { violations } = await runner.run(document, {
        runOnly: only ? { type: 'rule', values: only } : { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] },
        ...(!only && { rules: Object.fromEntries(besides.map((rule) => [rule, { enabled: true }])) }),
        resultTypes: ['violations'],
      });
      return { violations };
    },
    { only: rules, besides: BESIDES },
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id} (${help}): ${node.target.join(' ')}\n    ${node.failureSummary?.replace(/\s+/g, ' ') ?? ''}`),
  );
}

/** Leaves a mark on the document that a reload would wipe away. */
export const mark = (page: Page): Promise<void> =>
  page.evaluate(() => {
    (window as unknown as { marked?: boolean }).marked = true;
  });
export const isMarked = (page: Page): Promise<boolean> => page.evaluate(() => (window as unknown as { marked?: boolean }).marked === true);

const manifest = new URL('../../frontend/dist/.vite/manifest.json', import.meta.url);
/** The address of the file that a module of `frontend/src` begins: a page, or a part that is loaded later. */
export const fileOf = (module: string): string => {
  const chunk = (JSON.parse(readFileSync(manifest, 'utf8')) as Manifest)[`src/${module}`];
  if (!chunk) throw new Error(`no file of the build begins with ${module}`);
  return `/${chunk.file}`;
};

/** Waits until the page hears of changes by itself. */
export const live = (page: Page): Promise<void> => expect(page.getByRole('status').filter({ hasText: 'En vivo' })).toBeVisible();

/** A control that the server drew does nothing until the application has taken the page over, which on a busy machine is long after all is loaded. */
export const answering = (control: Locator): Promise<void> =>
  expect.poll(() => control.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__reactProps$')))).toBe(true);

/** Everything of the page is there, also what comes only before one scrolls to it. Leaves the page at its top. */
export async function arrived(page: Page): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect(page.locator('.skeleton, [aria-busy="true"]')).toHaveCount(0, { timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
  await page.evaluate(() => scrollTo(0, 0));
}
