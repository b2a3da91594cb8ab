/// <reference lib="dom" />
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

test('with scripts off a page that needs them says so, and each leads on to the others, away from the edge of the window', async ({
  browse,
}) => {
  const context = await browse(null, { javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  for (const address of ['/login', '/pricing', '/politicas', '/dashboard']) {
    await page.goto(address);
    // Role locators look past what stands in a noscript element.
    const link = page.locator('noscript nav a[href="/list-courses"]');
    await expect(link, address).toBeVisible();
    const { scrolls, left, right } = await page.evaluate(() => {
      const box = document.querySelector('noscript main')?.getBoundingClientRect();
      return { scrolls: document.documentElement.scrollWidth > innerWidth, left: box?.left ?? 0, right: innerWidth - (box?.right ?? 0) };
    });
    expect(scrolls, address).toBe(false);
    expect(Math.min(left, right), address).toBeGreaterThanOrEqual(16);
  }
  await page.locator('noscript nav a[href="/list-courses"]').click();
  await expect(page).toHaveURL(/\/list-courses$/);
});

// rows: A19
test('what the school says of itself, its prices and its policies are read with scripts off', async ({ browse }) => {
  const context = await browse(null, { javaScriptEnabled: false });
  const page = await context.newPage();
  const said = async (address: string) => {
    await page.goto(address);
    return (await page.locator('body').textContent()) ?? '';
  };
  const landing = await said('/');
  expect(landing).toContain('Presencia en Medios');
  expect(landing).toContain('¿Hay garantía de reembolso?');
  expect(landing).toContain('Tienes 30 días para pedir tu dinero de vuelta');
  // The links of the page lead to its sections without scripts too.
  await page.goto('/#preguntas');
  expect(await page.evaluate(() => document.getElementById('preguntas') !== null)).toBe(true);
  expect(await said('/pricing')).toContain('$50.00 USD al mes');
  expect(await said('/costos-servicios')).toContain('$499.00 MXN a $1,999.00 MXN');
  expect(await said('/politicas')).toContain('Usamos tus datos solo para responderte');
});
