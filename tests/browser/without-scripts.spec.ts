import { expect, test } from './fixtures.ts';

/** Who runs no scripts reads the public pages all the same. */

test('the landing and the catalogue are read with scripts off', async ({ browse }) => {
  const context = await browse(null, { javaScriptEnabled: false });
  const page = await context.newPage();
  for (const address of ['/', '/list-courses']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'Curso de Python' }).first(), address).toBeVisible();
    // Text locators look past what stands in a noscript element.
    expect(await page.locator('body').textContent(), address).toContain('activa JavaScript en tu navegador');
  }
  expect(await page.locator('body').textContent()).toContain('$499.00 MXN');
});
