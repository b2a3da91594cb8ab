import { expect, test } from '@playwright/test';
import { openSchool } from '../support/school.ts';
test('opens', async ({ page }) => {
  const t0 = performance.now();
  const school = await openSchool({ env: { DEMO: 'true' } });
  console.log('opened', performance.now() - t0);
  await page.goto(school.url);
  console.log('landing', performance.now() - t0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await school.stop();
  console.log('stopped', performance.now() - t0);
});
