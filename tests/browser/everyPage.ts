/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { LONG } from '../support/scale.ts';
import { arrived, axeFindings, become, expect, test } from './fixtures.ts';
import type { Visit } from './visits.ts';

const NARROW = { width: 360, height: 800 };
/** What a window of 1280 px is at four times the size (WCAG 1.4.10): pages of visitors and learners fit it. */
const NARROWEST = { width: 320, height: 640 };
const fitsNarrowest = ({ as }: Visit): boolean => as === null || as === 'estudiante' || as === 'premium';
const WIDE = { width: 1280, height: 800 };
const CONTRAST = ['color-contrast'];
/** The axe rules that another width, theme or language can break on a page that is otherwise sound. */
const ELSEWHERE = [...CONTRAST, 'target-size', 'label-content-name-mismatch', 'link-name', 'button-name', 'label'];

const wider = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
const moving = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter((animation) => animation.playState === 'running' && Number(animation.effect?.getComputedTiming().duration) > 20)
      .map((animation) => (animation as CSSAnimation).animationName ?? animation.id),
  );
const language = (page: Page): Promise<string> => page.evaluate(() => document.documentElement.lang);

/** Words that only Spanish has. What is written in Spanish on purpose says so with `lang`. */
const spanishWords =
  /[¿¡]|\b(?:el|los|las|una|del|por|para|tus|tiene[sn]?|esta|está|este|más|también|quien|desde|hasta|sesión|página|inicio)\b/iu;
const spanishLeft = (page: Page): Promise<string[]> =>
  page.evaluate(
    ([source, flags]) => {
      const spanish = new RegExp(source, flags);
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found: string[] = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        // A title inside a sentence keeps its language.
        const text = (node.textContent?.trim() ?? '').replace(/“[^”]*”|, in module .*|^Next: .*/g, '');
        const parent = node.parentElement;
        if (!parent || parent.closest('script, style, noscript') || parent.closest('[lang]')?.getAttribute('lang') !== 'en') continue;
        if (spanish.test(text)) found.push(text);
      }
      return found;
    },
    [spanishWords.source, spanishWords.flags] as const,
  );

/** What nobody says: days and moments as machines write them, names of time zones, answers of machines (N01, N02). Examples of data are shown as they are. */
export const unspoken = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const machine =
      /\b\d{4}-\d{2}-\d{2}(?:T\d|\b)|\b(?:America|Europe|Etc)\/\w+|\bGMT(?:[+-]\d|\b)|\bUTC\b|\b[CEMP][SD]T\b|\banswered \d{3}\b/;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (machine.test(node.textContent ?? '') && !node.parentElement?.closest('script, style, noscript, pre, code'))
        found.push(node.textContent?.trim() ?? '');
    return found;
  });

/** What comes as soon as the page has rendered. */
const SOON = { intervals: [10, 20, 40, 80] };
const ON_THE_WAY = '…';
const shown = (page: Page): Promise<string> => page.evaluate(() => document.getElementById('contenido')?.textContent ?? '');
/**
 * Follows a link of the application to this address: no document is loaded anew, as a person moves. Another page has come when it has its title;
 * another part of the same page, which may keep it, when something else is shown. What does not come, and the first page, is loaded.
 */
const goTo = async (page: Page, path: string): Promise<void> => {
  if (page.url() !== 'about:blank') {
    const samePage = new URL(path, page.url()).pathname === new URL(page.url()).pathname;
    const before = await shown(page);
    await page.evaluate(
      ([to, none]) => {
        document.title = none ?? document.title;
        history.pushState({ idx: (history.state?.idx ?? 0) + 1, key: String(performance.now()), usr: null }, '', to);
        dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
      },
      [path, samePage ? null : ON_THE_WAY] as const,
    );
    try {
      if (samePage) await expect.poll(() => shown(page), { ...SOON, timeout: 2_000 }).not.toBe(before);
      else await expect.poll(() => page.title(), { ...SOON, timeout: 5_000 }).not.toBe(ON_THE_WAY);
      return;
    } catch {
      // The page did not come by its link: it is loaded below.
    }
  }
  await page.goto(path);
};

/** The page in this theme, once its colours have changed. */
const inTheme = async (page: Page, colorScheme: 'light' | 'dark'): Promise<void> => {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.evaluate(async () => {
    const changing = () => document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    // A colour that is inherited may begin to change once its parent's has. What never ends changing is for the checks to find.
    for (let rounds = 0; rounds < 40; rounds += 1) {
      await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
      if (changing().length === 0) return;
      for (const animation of changing()) animation.finish();
    }
  });
};

/** What is being loaded or changes its colours while the machine is busy is looked at again, for some seconds: what is wrong stays wrong. */
const settled = (what: () => Promise<string[]>, message: string): Promise<void> =>
  expect.configure({ soft: true }).poll(what, { message, timeout: 10_000 }).toEqual([]);

/** The page changes its language as it does when another tab chose it: without a reload, for this page only. */
const speak = async (page: Page, to: 'es-MX' | 'en'): Promise<void> => {
  await page.evaluate((newValue) => {
    dispatchEvent(new StorageEvent('storage', { key: 'aulaviva.idioma', newValue }));
  }, to);
  await expect.poll(() => language(page), SOON).toBe(to);
};

/**
 * Opens each page once and looks at it in both themes, at both widths (visitors’ and learners’ pages at 320 px too) and in both languages, which
 * change in place: nothing that axe finds against WCAG 2.2 AA (whole where it is wide, dark and English; where it is narrow, light and Spanish, what that may break, once for all views of a page; at night whole in each), nothing wider than the window,
 * no date or time zone as machines write them, one heading of the first level, a title, nothing that moves, and no Spanish of ours in English.
 */
export function everyPage(pages: readonly Visit[]): void {
  // rows: B05, D07, N04, N05, N07, O01
  test('every page, in both themes, at 360 and 1280 px, in both languages', async ({ browse, school }) => {
    test.setTimeout(800_000);
    const context = await browse(null, { viewport: NARROW, colorScheme: 'light', reducedMotion: 'reduce' });
    const page = await context.newPage();
    let who: string | null = null;
    /** The pages, without what their address asks of them, whose light and narrow form axe has seen. */
    const seen = new Set<string>();
    for (const visit of pages)
      await test.step(visit.name, async () => {
        if (visit.as !== who) {
          who = visit.as;
          // The page of who was there before would begin anew by itself.
          await page.goto('about:blank');
          await become(context, school.url, who === null ? null : (await school.login(who)).token);
        }
        await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
        await page.setViewportSize(NARROW);
        if (page.url() !== 'about:blank') await speak(page, 'es-MX');
        await goTo(page, visit.path);
        await expect(page.locator('#contenido')).toBeVisible();
        await expect(page.getByRole('heading', { level: 1 }), `${visit.name}: headings of level 1`).toHaveCount(1);
        // Everything that was on its way is there.
        await arrived(page);
        await expect(page, `${visit.name}: title`).toHaveTitle(/^.+ · Aulaviva$/);
        expect
          .soft({ wider: await wider(page), moving: await moving(page), language: await language(page) }, visit.name)
          .toEqual({ wider: 0, moving: [], language: 'es-MX' });
        const { pathname } = new URL(visit.path, school.url);
        if (LONG || !seen.has(pathname)) await settled(() => axeFindings(page, LONG ? undefined : ELSEWHERE), `${visit.name}: axe`);
        seen.add(pathname);
        expect.soft(await unspoken(page), `${visit.name}: as machines write it`).toEqual([]);
        if (fitsNarrowest(visit)) {
          await page.setViewportSize(NARROWEST);
          await arrived(page);
          expect.soft(await wider(page), `${visit.name}: wider than a window of 320 px`).toBe(0);
        }
        await inTheme(page, 'dark');
        if (LONG) await settled(() => axeFindings(page, CONTRAST), `${visit.name}, dark: contrast`);

        await page.setViewportSize(WIDE);
        if (LONG) {
          await arrived(page);
          expect.soft({ wider: await wider(page), moving: await moving(page) }, `${visit.name}, wide`).toEqual({ wider: 0, moving: [] });
        }
        await speak(page, 'en');
        await arrived(page);
        expect
          .soft({ wider: await wider(page), moving: await moving(page) }, `${visit.name}, wide, English`)
          .toEqual({ wider: 0, moving: [] });
        await settled(() => spanishLeft(page), `${visit.name}: Spanish left in English`);
        await settled(() => axeFindings(page), `${visit.name}, wide, dark, English: axe`);
        if (LONG) {
          await inTheme(page, 'light');
          await settled(() => axeFindings(page, CONTRAST), `${visit.name}, wide, light, English: contrast`);
        }
        await page.setViewportSize(NARROW);
        await arrived(page);
        expect.soft(await wider(page), `${visit.name}, narrow, English: wider than the window`).toBe(0);
      });
  });
}
