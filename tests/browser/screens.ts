/// <reference lib="dom" />
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { openSchool } from '../support/school.ts';
import { browserArgs, findBrowser } from './browser.ts';
import { buildFrontend } from './built.ts';
import { sessionState } from './signedIn.ts';
import { readEnglish, visits } from './visits.ts';

/**
 * `npm run screens [--en] [words…]`: a PNG of every page in screens/, at two widths and in two themes; with words, only of the pages whose name has one;
 * with --en, as who reads English sees them, in screens/en/.
 */
const english = process.argv.includes('--en');
const folder = path.resolve(import.meta.dirname, '../../screens', english ? 'en' : '');
const words = process.argv.slice(2).filter((word) => word !== '--en');

buildFrontend();
mkdirSync(folder, { recursive: true });
const school = await openSchool({ env: { DEMO: 'true' }, checkAnswers: false });
const executablePath = findBrowser();
if (!executablePath) throw new Error('no Chromium was found');
const browser = await chromium.launch({ executablePath, args: browserArgs });
try {
  for (const scheme of ['light', 'dark'] as const)
    for (const width of [360, 1280]) {
      const tokens = new Map<string, string>();
      for (const { name, path: address, as } of visits) {
        if (words.length > 0 && !words.some((word) => name.includes(word))) continue;
        if (as && !tokens.has(as)) tokens.set(as, (await school.login(as)).token);
        const context = await browser.newContext({
          viewport: { width, height: 800 },
          colorScheme: scheme,
          locale: 'es-MX',
          timezoneId: 'America/Mexico_City',
          reducedMotion: 'reduce',
          ...(as && { storageState: sessionState(school.url, tokens.get(as) ?? '') }),
        });
        if (english) await context.addInitScript(readEnglish);
        const page = await context.newPage();
        const problems: string[] = [];
        page.on('pageerror', (error) => problems.push(`error ${error.message}`));
        page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
        page.on('requestfailed', (request) => problems.push(`request ${request.url()}`));
        await page.goto(`${school.url}${address}`, { waitUntil: 'networkidle' });
        // What comes only before one scrolls to it is in the picture too.
        for (let screens = 0; screens < 40; screens++) await page.mouse.wheel(0, 800);
        await page.waitForLoadState('networkidle');
        await page.evaluate(() => scrollTo(0, 0));
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        if (overflow > 0) problems.push(`${overflow} px wider than the window`);
        await page.screenshot({ path: path.join(folder, `${name}-${width}-${scheme}.png`), fullPage: true });
        process.stdout.write(`${name} ${width} ${scheme}${problems.length > 0 ? `: ${[...new Set(problems)].join(' · ')}` : ''}\n`);
        await context.close();
      }
    }
} finally {
  await browser.close();
  await school.stop();
}
