/// <reference lib="dom" />
import { everyPage } from './everyPage.ts';
import { axeFindings, expect, test } from './fixtures.ts';
import { visits } from './visits.ts';

test.use({ readsOnly: true });

everyPage(visits.filter((visit) => visit.as === null));

// rows: N05
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
