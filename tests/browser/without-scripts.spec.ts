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
