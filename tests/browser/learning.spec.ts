/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { join } from '../support/people.ts';
import { expect, live, NIGHT, test } from './fixtures.ts';
import { complete, standingOf } from './school-calls.ts';

/** A learner's own figures, and the school on a small screen. */

const day = (shift: number) => new Date(Date.now() + shift * 86_400_000).toISOString().slice(0, 10);
const wider = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

// rows: D02
test('each figure opens its facts, and a new one comes in by itself', { tag: NIGHT }, async ({ as, school }) => {
  const student = await school.login('estudiante');
  const { siguiente } = await standingOf(school, student, 1);
  const page = await as('estudiante');
  await page.goto('/dashboard');
  await live(page);
  await page.getByRole('button', { name: 'Ver detalle: Clases completadas' }).click();
  const dialog = page.getByRole('dialog', { name: 'Clases completadas: detalle' });
  const facts = dialog.locator('ol').getByRole('listitem');
  await expect(facts.first()).toContainText('Clase completada');
  const before = await facts.count();
  await complete(school, student, siguiente?.sessionId ?? 0);
  await expect(facts).toHaveCount(before + 1);
  await expect(facts.first()).toContainText(siguiente?.titulo ?? '');
  await dialog.getByRole('button', { name: 'Cerrar' }).click();
  await expect(page.getByRole('button', { name: 'Ver detalle: Clases completadas' })).toBeFocused();

  // rows: O01
  await test.step('the longest word of the connection makes no page wider than 320 pixels', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.locator('.connection .status > span').evaluate((element) => {
      element.textContent = 'Reconectando… · 12 cambios por enviar';
    });
    expect(await wider(page)).toBe(0);
  });
  await complete(school, student, siguiente?.sessionId ?? 0, false);
});

// rows: D10
test('progress as another day left it, by its address too, and back to today', { tag: NIGHT }, async ({ as }) => {
  const page = await as('estudiante');
  await page.goto('/progress');
  const classes = page.getByRole('region', { name: 'Clases completadas', exact: true }).locator('.figure-value');
  await expect(classes).toHaveText(/\d/);
  const today = Number(await classes.textContent());
  expect(today).toBeGreaterThan(0);
  await page.getByRole('group', { name: 'Ver cómo iba al' }).getByRole('spinbutton').first().click();
  await page.keyboard.type(day(-80).split('-').reverse().join(''));
  await expect(page.getByText(/^Así ibas al terminar el /)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`hasta=${day(-80)}`));
  await expect(classes).not.toHaveText(String(today));
  await expect(classes).toHaveText(/\d/);
  const then = Number(await classes.textContent());
  expect(then).toBeLessThan(today);
  await page.reload();
  await expect(classes).toHaveText(String(then));
  await page.getByRole('button', { name: 'Volver a hoy' }).click();
  await expect(classes).toHaveText(String(today));
  await expect(page.getByText(/^Así ibas/)).toHaveCount(0);
});

// rows: A45
test('notices take the focus by Alt+T, and an error stays until it is dismissed', { tag: NIGHT }, async ({ as, school, trouble }) => {
  trouble.allow(/^console: Failed to load resource/);
  const page = await as(await join(school, 'avisada'));
  await page.goto('/my-courses');
  await live(page);
  await page.route('**/api/inscripciones/inscribir', (route) =>
    route.fulfill({ status: 422, contentType: 'application/json', body: '{"code":"COURSE_NOT_FREE","message":"x"}' }),
  );
  await page
    .getByRole('button', { name: /^Comenzar Gratis: / })
    .first()
    .click();
  const notice = page.getByText(/^No se pudo inscribir el curso\. Este curso se debe comprar/);
  await expect(notice).toBeVisible();
  await page.keyboard.press('Alt+t');
  await expect(page.getByRole('region', { name: /^Avisos/ }).locator(':focus, :scope:focus-within')).not.toHaveCount(0);
  await page.locator('[data-sonner-toast]').filter({ has: notice }).getByRole('button', { name: 'Cerrar' }).click();
  await expect(notice).toHaveCount(0);
});
