import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { freePort } from '../support/freePort.ts';
import { openSchool } from '../support/school.ts';
import { browserArgs, findBrowser } from './browser.ts';
import { buildFrontend } from './built.ts';

/**
 * `npm run lighthouse [path…]`: Lighthouse's mobile profile on the public pages of the built school with its demo.
 * Exits 1 when a score is below its target, and when Lighthouse could not look at a page.
 */

type Result = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];

const TARGETS = { performance: 95, accessibility: 100, 'best-practices': 95, seo: 100 } as const;
const ROUNDS = 3;
const asked = process.argv.slice(2);

buildFrontend();
const executablePath = findBrowser();
if (!executablePath) throw new Error('no Chromium was found');
const port = await freePort();
const folder = mkdtempSync(path.join(tmpdir(), 'aulaviva-lighthouse-'));
const school = await openSchool({ env: { DEMO: 'true', PORT: String(await freePort()) }, checkAnswers: false });
const browser = await chromium.launchPersistentContext(folder, {
  executablePath,
  // As who reads Spanish: a browser that prefers English is offered it first.
  args: [...browserArgs, `--remote-debugging-port=${port}`, '--lang=es-MX', '--accept-lang=es-MX'],
});

/** One run, with every score. A run that failed has scores too, of nothing. */
async function measured(page: string): Promise<Result> {
  const result = await lighthouse(`${school.url}${page}`, { port, logLevel: 'error', onlyCategories: Object.keys(TARGETS) });
  if (!result) throw new Error(`${page}: Lighthouse made no report`);
  const { runtimeError, categories, audits } = result.lhr;
  if (runtimeError) throw new Error(`${page}: ${runtimeError.code}: ${runtimeError.message}`);
  const without = Object.keys(TARGETS).filter((name) => typeof categories[name]?.score !== 'number');
  const failed = Object.values(audits).filter(({ scoreDisplayMode }) => scoreDisplayMode === 'error');
  if (without.length > 0)
    throw new Error(
      `${page}: no score of ${without.join(', ')}: ${failed.map(({ id, errorMessage }) => `${id}: ${errorMessage}`).join(' · ') || 'no audit says why'}`,
    );
  return result.lhr;
}

async function look(page: string): Promise<boolean> {
  const runs: Result[] = [];
  for (let round = 0; round < ROUNDS; round++) runs.push(await measured(page));
  // The median run by performance: a machine that does other things has bad moments.
  runs.sort((a, b) => (a.categories.performance?.score ?? 0) - (b.categories.performance?.score ?? 0));
  const report = runs[runs.length >> 1] as Result;
  const scores = Object.entries(TARGETS).map(([name, target]) => ({
    ...{ name, target },
    score: Math.round((report.categories[name]?.score ?? 0) * 100),
  }));
  const metric = (id: string) => report.audits[id]?.displayValue ?? '-';
  process.stdout.write(
    `| ${page} | ${scores.map(({ score, target }) => (score < target ? `${score} (of ${target})` : score)).join(' | ')} | ${metric('largest-contentful-paint')} | ${metric('cumulative-layout-shift')} | ${metric('total-blocking-time')} |\n`,
  );
  const below = scores.filter(({ score, target }) => score < target);
  for (const { name } of below)
    for (const { id, weight } of report.categories[name]?.auditRefs ?? []) {
      const audit = report.audits[id];
      if (weight > 0 && audit?.score !== null && audit?.score !== undefined && audit.score < 0.9)
        process.stdout.write(`  ${name}: ${audit.title} ${audit.displayValue ?? ''}\n`);
    }
  return below.length === 0;
}

let whole = true;
try {
  const [aCourse = '/'] = /\/cursos\/[^<]+/.exec(await (await fetch(`${school.url}/sitemap.xml`)).text()) ?? [];
  process.stdout.write(`| page | ${Object.keys(TARGETS).join(' | ')} | LCP | CLS | TBT |\n|---|---|---|---|---|---|---|---|\n`);
  for (const page of asked.length > 0 ? asked : ['/', '/list-courses', aCourse])
    try {
      whole = (await look(page)) && whole;
    } catch (error) {
      whole = false;
      process.stdout.write(`${(error as Error).message}\n`);
    }
} finally {
  await browser.close();
  await school.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(whole ? 0 : 1);
