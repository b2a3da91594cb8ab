import type { Page } from '@playwright/test';
import { expect, live, test } from './fixtures.ts';
import { complete, standingOf } from './school-calls.ts';

/** A course that a learner keeps on a device is read there without a connection, and is gone with their session. */

/** The browser's own console messages while the server does not answer. */
const unreachable = /^console: (WebSocket connection to|Failed to load resource: net::ERR_)/;
const keeps = (page: Page) =>
  page.evaluate(async () => ({ cached: await caches.has('aulaviva-cursos'), known: localStorage.getItem('aulaviva.cursos') !== null }));

// rows: O03
test('a kept course is read without the school, what is marked meanwhile is sent and merged, and logging out leaves nothing of it', async ({
  browse,
  school,
  server,
  trouble,
}) => {
  trouble.allow(unreachable);
  const student = await school.login('estudiante');
  const { siguiente } = await standingOf(school, student, 1);
  const context = await browse('estudiante', { serviceWorkers: 'allow' });
  const page = await context.newPage();
  const heading = page.getByRole('heading', { level: 1 });
  await page.goto('/courses?courseId=1');
  await live(page);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const course = (await heading.textContent()) ?? '';
  await page.getByRole('button', { name: 'Guardar para leer sin conexión' }).click();
  await expect(page.getByText(/^Guardado en este dispositivo el /)).toBeVisible({ timeout: 60_000 });
  const ofModule = `/courses?courseId=1&modulo=${siguiente?.moduleId}`;
  const ofClass = `${ofModule}&sesion=${siguiente?.sessionId}`;
  const box = page.getByRole('checkbox', { name: `Completada: ${siguiente?.titulo}` });

  await server.stop();
  await test.step('a page opened anew, in a class that was not looked at before', async () => {
    await page.goto(ofClass);
    await expect(heading).toHaveText(siguiente?.titulo ?? '');
    await expect(page.locator('.subtopic .text')).not.toBeEmpty();
    await expect(page.getByText(/^Sin conexión: mostrando datos de /)).toBeVisible({ timeout: 60_000 });
  });
  await test.step('a class is marked; the mark waits', async () => {
    await page.goto(ofModule);
    await box.click();
    await expect(box).toBeChecked();
    await expect(page.getByText(/1 cambio por enviar/)).toBeVisible({ timeout: 60_000 });
  });
  await test.step('another page names the kept course, and leads to it', async () => {
    await page.goto('/my-courses');
    await expect(heading).toHaveText('Estás sin conexión');
    await page.getByRole('link', { name: course }).click();
    await expect(heading).toHaveText(course);
  });

  const again = await server.start();
  await live(page);
  await expect(page.getByText('Se envió el cambio que estaba pendiente.')).toBeVisible({ timeout: 60_000 });
  const done = async () => (await standingOf(again, student, 1)).completadas.map(({ id_sesion }) => id_sesion);
  expect(await done()).toContain(siguiente?.sessionId);

  await test.step('what was marked later on another device stands, and one is told', async () => {
    await page.goto(ofModule);
    await live(page);
    await page.context().setOffline(true);
    await box.click();
    await expect(page.getByText(/1 cambio por enviar/)).toBeVisible({ timeout: 60_000 });
    await complete(again, student, siguiente?.sessionId ?? 0, false);
    await complete(again, student, siguiente?.sessionId ?? 0, true);
    await page.context().setOffline(false);
    await expect(page.getByText('1 clase quedó como la marcaste después en otro dispositivo.')).toBeVisible({ timeout: 60_000 });
    await expect(box).toBeChecked();
    expect(await done()).toContain(siguiente?.sessionId);
  });

  expect(await keeps(page)).toEqual({ cached: true, known: true });
  await page.getByRole('button', { name: 'Tu cuenta' }).click();
  await page.getByRole('button', { name: 'Salir' }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(await keeps(page)).toEqual({ cached: false, known: false });
});
