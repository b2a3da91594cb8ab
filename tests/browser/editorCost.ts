/// <reference lib="dom" />
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { freePort } from '../support/freePort.ts';
import { openSchool } from '../support/school.ts';
import { browserArgs, findBrowser } from './browser.ts';
import { draftCourse } from './school-calls.ts';
import { sessionState } from './signedIn.ts';

/**
 * `node tests/browser/editorCost.ts [dist]`: what the editor of a course of 50 modules of 12 classes costs the browser, built into `dist`
 * (frontend/dist by default). Figures are of the main thread's processor time, which other work of the machine lengthens less than the clock.
 */
const MODULES = 50;
const CLASSES = 12;
const ROUNDS = 7;
const dist = process.argv[2];

const median = (of: number[]) => of.toSorted((a, b) => a - b)[of.length >> 1] ?? 0;
const ms = (of: number[]) => `${median(of).toFixed(0)} (${Math.min(...of).toFixed(0)}–${Math.max(...of).toFixed(0)})`;

const school = await openSchool({
  env: { DEMO: 'true', PORT: String(await freePort()) },
  checkAnswers: false,
  ...(dist !== undefined && { dist: path.resolve(dist) }),
});
const executablePath = findBrowser();
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: browserArgs });
const author = await school.login('instructor');
const classes = Array.from({ length: CLASSES }, (_, index) => ({ title: `Clase ${index + 1}` }));
const course = await draftCourse(
  school,
  author,
  'Curso grande',
  Array.from({ length: MODULES }, () => classes),
);

const editor = `${school.url}/instructor/courses/${course.id}/edit`;

const opening = { script: [] as number[], tasks: [] as number[], clock: [] as number[] };
/** What its user waits for, by the clock: the longest interaction of each round, to the frame that follows (Event Timing, in steps of 8 ms). */
const waits: number[] = [];
const presses = { typing: [] as number[], arrow: [] as number[], module: [] as number[] };

/** The processor time of the main thread so far, in milliseconds. */
const meter = async (page: Page) => {
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await client.send('Performance.getMetrics');
    const of = (name: string) => 1_000 * (metrics.find((one) => one.name === name)?.value ?? 0);
    return { script: of('ScriptDuration'), tasks: of('TaskDuration') };
  };
};
/** Longest of several presses, each until its frame is drawn. */
async function longest(page: Page, cost: Awaited<ReturnType<typeof meter>>, keys: readonly string[]): Promise<number> {
  let most = 0;
  for (const key of keys) {
    const before = await cost();
    await page.keyboard.press(key);
    await page.evaluate(() => new Promise<void>((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn()))));
    most = Math.max(most, (await cost()).tasks - before.tasks);
  }
  return most;
}

for (let round = 0; round <= ROUNDS; round++) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    locale: 'es-MX',
    storageState: sessionState(school.url, author.token),
  });
  await context.addInitScript(() => {
    const durations: number[] = [];
    Object.assign(globalThis, { durations });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
        if (entry.interactionId) durations.push(entry.duration);
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  });
  // The frame in which the outline is seen, by the page's own clock: to be asked for it from outside takes up to two frames more.
  await context.addInitScript((least) => {
    const seen = new MutationObserver(() => {
      if (document.querySelectorAll('#temario [data-row]').length < least) return;
      seen.disconnect();
      requestAnimationFrame(() => setTimeout(() => Object.assign(globalThis, { outlineSeen: performance.now() })));
    });
    seen.observe(document, { childList: true, subtree: true });
  }, MODULES + 1);
  const page = await context.newPage();
  const outline = page.locator('#temario');
  const rows = outline.locator('[data-row]');
  // The files are in the browser, as they are for who works here.
  await page.goto(editor);
  await rows.nth(MODULES).waitFor();
  await page.waitForLoadState('networkidle');
  const cost = await meter(page);
  await page.goto(editor, { waitUntil: 'commit' });
  const started = await cost();
  await rows.nth(MODULES).waitFor();
  const shown = await cost();
  await page.waitForLoadState('networkidle');
  const clock = await page.evaluate(() => (globalThis as unknown as { outlineSeen: number }).outlineSeen);
  const module = course.modules[4];
  if (!module) throw new Error('no such module');
  await outline.locator(`[data-row=m${module.id}]`).click();
  await outline
    .locator('[data-row^=c]')
    .nth(CLASSES - 1)
    .waitFor();
  await outline.locator(`[data-row=m${module.id}]`).focus();
  const arrow = await longest(page, cost, Array(12).fill('ArrowDown'));
  const enter = await longest(page, cost, ['Enter']);
  await outline.locator('[data-row=curso]').click();
  await page.locator('.datum button').first().click();
  await page.locator('.datum[data-open] input, .datum[data-open] textarea').first().focus();
  const typing = await longest(page, cost, [...'palabras']);
  // The first warms the server up.
  if (round > 0) {
    opening.script.push(shown.script - started.script);
    opening.tasks.push(shown.tasks - started.tasks);
    opening.clock.push(clock);
    presses.typing.push(typing);
    presses.arrow.push(arrow);
    presses.module.push(enter);
    waits.push(await page.evaluate(() => Math.max(16, ...(globalThis as unknown as { durations: number[] }).durations)));
  }
  await context.close();
}
process.stdout.write(`| ${MODULES} × ${CLASSES} classes, ms | median (least–most) of ${ROUNDS} |\n|---|---|\n`);
for (const [what, of] of Object.entries({
  'opening, by the clock': opening.clock,
  'opening, main thread': opening.tasks,
  'opening, of it script': opening.script,
  'longest key in a field': presses.typing,
  'longest arrow in the outline': presses.arrow,
  'opening a class by Enter': presses.module,
  'longest interaction, by the clock (INP)': waits,
}))
  process.stdout.write(`| ${what} | ${ms(of)} |\n`);
await browser.close();
await school.stop();
