/// <reference lib="dom" />
import { arrived, axeFindings, become, expect, test } from './fixtures.ts';
import { visits } from './visits.ts';

/** Every page in both themes and at both widths, two of the four here in Spanish, the other two in English (english.spec): nothing that axe finds against WCAG 2.2 AA, nothing wider than the window, one heading, a title, nothing that moves. */

for (const [colorScheme, width] of [
  ['light', 360],
  ['dark', 1280],
] as const)
  test(`every page, ${colorScheme}, ${width} px`, async ({ browse, school }) => {
    test.setTimeout(300_000);
    const context = await browse(null, { viewport: { width, height: 800 }, colorScheme, reducedMotion: 'reduce' });
    const page = await context.newPage();
    let who: string | null = null;
    for (const visit of visits)
      await test.step(visit.name, async () => {
        if (visit.as !== who) {
          who = visit.as;
          await become(context, school.url, who === null ? null : (await school.login(who)).token);
        }
        await page.goto(visit.path);
        await expect(page.locator('#contenido')).toBeVisible();
        await expect(page.getByRole('heading', { level: 1 }), `${visit.name}: headings of level 1`).toHaveCount(1);
        // Everything that was on its way is there.
        await arrived(page);
        await expect(page, `${visit.name}: title`).toHaveTitle(/^.+ · Aulaviva$/);
        const found = await page.evaluate(() => ({
          wider: document.documentElement.scrollWidth - document.documentElement.clientWidth,
          moving: document
            .getAnimations()
            .filter((animation) => animation.playState === 'running' && Number(animation.effect?.getComputedTiming().duration) > 20)
            .map((animation) => (animation as CSSAnimation).animationName ?? animation.id),
          language: document.documentElement.lang,
        }));
        expect.soft(found, visit.name).toEqual({ wider: 0, moving: [], language: 'es-MX' });
        expect.soft(await axeFindings(page), `${visit.name}: axe`).toEqual([]);
      });
  });

test('what these checks look for, they find', async ({ visitor }) => {
  const page = await visitor();
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() => {
    document.querySelector('main')?.insertAdjacentHTML('beforeend', '<p style="color:#999;background:#fff">gris</p><button></button>');
  });
  const found = (await axeFindings(page)).join('\n');
  expect(found).toContain('color-contrast');
  expect(found).toContain('button-name');
});
