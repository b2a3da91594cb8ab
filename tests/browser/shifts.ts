/// <reference lib="dom" />
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { openSchool } from '../support/school.ts';
import { browserArgs, findBrowser } from './browser.ts';
import { buildFrontend } from './built.ts';
import { sessionState } from './signedIn.ts';
import { everybodysVisits, readEnglish, visits } from './visits.ts';

/**
 * `npm run shifts [--en] [--once] [words…]`: the layout shift (CLS) of every page as each account of the demo that may enter sees it come over a slow
 * network, at three widths; with words, only of the pages whose name has one; with --once, as the account alone that the page is for; with --en, in
 * English. Says what moved on pages above the target, and exits 1.
 */
const TARGET = 0.02;
const WIDTHS = [360, 768, 1280];
/** A good telephone network, on which the parts of a page come one after another. */
const SLOW = { offline: false, latency: 100, downloadThroughput: 400_000, uploadThroughput: 200_000 };
/** On a busy machine a page may take long; what it moves is the same. */
const PATIENCE_MS = 120_000;
const english = process.argv.includes('--en');
const once = process.argv.includes('--once');
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));

interface Shift {
  at: number;
  value: number;
  moved: string[];
}

/** Run in a page before its own scripts. */
const watchShifts = (): void => {
  const seen: Shift[] = [];
  Object.assign(globalThis, { shifts: seen });
  const named = (node: Node | null): string => {
    const element = node instanceof Element ? node : node?.parentElement;
    if (!element) return 'something gone';
    const of = (each: Element) => `${each.localName}${[...each.classList].map((name) => `.${name}`).join('')}`;
    const up = element.parentElement && element.parentElement !== document.body ? `${of(element.parentElement)} > ` : '';
    return `${up}${of(element)} «${(element.textContent ?? '').trim().slice(0, 30)}»`;
  };
  type Entry = PerformanceEntry & {
    value: number;
    hadRecentInput: boolean;
    sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
  };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Entry[])
      if (!entry.hadRecentInput)
        seen.push({
          at: entry.startTime,
          value: entry.value,
          moved: entry.sources.map(
            ({ node, previousRect: from, currentRect: to }) =>
              `${named(node)} ${Math.round(from.x)},${Math.round(from.y)} ${Math.round(from.width)}×${Math.round(from.height)} → ${Math.round(to.x)},${Math.round(to.y)} ${Math.round(to.width)}×${Math.round(to.height)}`,
          ),
        });
  }).observe({ type: 'layout-shift', buffered: true });
};

/** The largest window of shifts, as CLS has it: at most a second between two, and five in all. */
function worst(shifts: readonly Shift[]): { value: number; of: Shift[] } {
  let [begun, last, most] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, { value: 0, of: [] as Shift[] }];
  let window: Shift[] = [];
  for (const shift of shifts) {
    if (shift.at - last > 1_000 || shift.at - begun > 5_000) [window, begun] = [[], shift.at];
    last = shift.at;
    window.push(shift);
    const value = window.reduce((sum, each) => sum + each.value, 0);
    if (value > most.value) most = { value, of: [...window] };
  }
  return most;
}

async function shiftsOf(page: Page, address: string): Promise<Shift[]> {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', SLOW);
  await page.goto(address, { waitUntil: 'networkidle', timeout: PATIENCE_MS });
  // What comes only where one scrolls moves things as well; it is on its way since the first screen of that.
  for (const screens of [1, 9]) {
    for (let screen = 0; screen < screens; screen++) await page.mouse.wheel(0, 700);
    await page.waitForLoadState('networkidle');
  }
  return page.evaluate(
    () =>
      new Promise<Shift[]>((done) =>
        requestAnimationFrame(() => requestAnimationFrame(() => done((globalThis as unknown as { shifts: Shift[] }).shifts))),
      ),
  );
}

buildFrontend();
const executablePath = findBrowser();
if (!executablePath) throw new Error('no Chromium was found');
const school = await openSchool({ env: { DEMO: 'true' }, checkAnswers: false });
const browser = await chromium.launch({ executablePath, args: browserArgs });
let above = 0;
let looked = 0;
let missed = 0;
try {
  const tokens = new Map<string, string>();
  for (const { name, path, as } of once ? visits : everybodysVisits) {
    if (words.length > 0 && !words.some((word) => name.includes(word))) continue;
    if (as && !tokens.has(as)) tokens.set(as, (await school.login(as)).token);
    for (const width of WIDTHS) {
      const context: BrowserContext = await browser.newContext({
        viewport: { width, height: 800 },
        locale: 'es-MX',
        timezoneId: 'America/Mexico_City',
        serviceWorkers: 'block',
        ...(as && { storageState: sessionState(school.url, tokens.get(as) ?? '') }),
      });
      await context.addInitScript(watchShifts);
      if (english) await context.addInitScript(readEnglish);
      const shifts = await shiftsOf(await context.newPage(), `${school.url}${path}`).catch((error: Error) => error);
      await context.close();
      if (shifts instanceof Error) {
        missed++;
        process.stdout.write(`${name} (${as ?? 'nobody'}) at ${width}: ${shifts.message.split('\n')[0]}\n`);
        continue;
      }
      const { value, of } = worst(shifts);
      looked++;
      if (value <= TARGET) continue;
      above++;
      process.stdout.write(`${name} (${as ?? 'nobody'}) at ${width}: ${value.toFixed(3)} · ${path}\n`);
      for (const shift of of) process.stdout.write(`  ${shift.value.toFixed(3)} ${shift.moved.join('\n        ')}\n`);
    }
  }
} finally {
  await browser.close();
  await school.stop();
}
process.stdout.write(`${looked} looked at, ${above} above ${TARGET}, ${missed} that did not come\n`);
process.exit(above + missed === 0 ? 0 : 1);
