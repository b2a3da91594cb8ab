/// <reference lib="dom" />
import type { BrowserContext, Page } from '@playwright/test';
import { join, mailTo, PASSWORD, settled, tokenIn } from '../support/people.ts';
import { expect, fileOf, NIGHT, test } from './fixtures.ts';
import { complete, enrol, ok, outlineOf } from './school-calls.ts';

/** Fifteen minutes without a sign of life, on the browser's own clock, moved by hand. */

const question = { name: '¿Sigues ahí?' };
const restored = 'Recuperamos lo que habías escrito.';

/** Opens a page and waits until it watches: the guard comes after the first paint. */
async function watched(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  // Written by each guard when it begins.
  await page.addInitScript(() => localStorage.removeItem('aulaviva.actividad'));
  const guard = page.waitForResponse(`**${fileOf('app/idle-guard.tsx')}`);
  await page.goto(path);
  await guard;
  await page.waitForFunction(() => localStorage.getItem('aulaviva.actividad') !== null);
  return page;
}
async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click();
}

// rows: A40
test('two tabs share one clock: a warning in both, a sign of life in one stays both, and the end leads both to sign in and back', async ({
  browse,
  school,
}) => {
  const context = await browse('estudiante');
  await context.clock.install();
  const first = await watched(context, '/dashboard');
  const second = await watched(context, '/profile');
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible();

  const pass = (time: string) => context.clock.fastForward(time);
  await pass('14:05');
  await expect(first.getByRole('dialog', question)).toBeVisible();
  await expect(second.getByRole('dialog', question)).toBeVisible();

  // By the keyboard: a pointer on its way to the button is a sign of life already, and the dialog goes before it is pressed.
  await first.getByRole('button', { name: 'Seguir aquí' }).press('Enter');
  await expect(first.getByRole('dialog', question)).toBeHidden();
  await pass('00:02');
  await expect(second.getByRole('dialog', question)).toBeHidden();

  await pass('15:10');
  await expect(first).toHaveURL(/\/login\?/);
  await expect(second).toHaveURL(/\/login\?.*notice=idle/);
  await expect(second.getByText('Cerramos tu sesión tras 15 minutos sin actividad')).toBeVisible();
  const cookies = await context.cookies();
  expect(cookies.find(({ name }) => name === 'aulaviva')?.value ?? '').toBe('');
  await expect.poll(async () => (await context.request.get(`${school.url}/api/auth/sesion`)).status()).toBe(401);

  await signIn(second, 'estudiante@demo.mx', 'Demo-2026!');
  await expect(second).toHaveURL(/\/profile$/);
});

// rows: A40
test('who reads the catalogue or a course in one tab is not logged out of the other, and the warning stands there too', {
  tag: NIGHT,
}, async ({ browse, school }) => {
  for (const path of ['/list-courses', '/']) {
    const context = await browse('estudiante');
    await context.clock.install();
    const panel = await watched(context, '/dashboard');
    const reading = await watched(context, path);
    await context.clock.fastForward('10:00');
    await reading.mouse.move(100, 100);
    await reading.mouse.move(120, 130);
    await context.clock.fastForward('10:00');
    await expect(reading.getByRole('dialog', question)).toHaveCount(0);
    await expect(panel.getByRole('dialog', question)).toBeHidden();
    await expect(panel, path).toHaveURL(/\/dashboard$/);
    expect((await context.request.get(`${school.url}/api/auth/sesion`)).status()).toBe(200);
    await context.clock.fastForward('04:05');
    await expect(reading.getByRole('dialog', question), path).toBeVisible();
    await context.close();
  }
});

// rows: A40
test('alone on a course’s page one is warned and logged out; the review that was being written is there after signing in', {
  tag: NIGHT,
}, async ({ browse, school }) => {
  const person = await join(school, 'distraida');
  const token = tokenIn(await mailTo(school, person.email, /Confirma/));
  await ok(school, 'GET', `/api/auth/verify-email?token=${encodeURIComponent(token)}`, { token: person.token });
  await enrol(school, person, 1);
  const classes = (await outlineOf(school, person, 1)).modulos.flatMap((module) => module.sesiones);
  for (const { id_sesion } of classes.slice(0, Math.ceil(classes.length / 2))) await complete(school, person, id_sesion);
  await settled(school);
  const context = await browse(person);
  await context.clock.install();
  const page = await watched(context, '/cursos/ia-no-code-1');
  const text = page.getByLabel('Cuéntale a quien lo está pensando');
  await text.fill('Aprendí más de lo que');
  // The page has scrolled to the field: that is told with the next frame, and is a sign of life.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await context.clock.fastForward('14:05');
  await expect(page.getByRole('dialog', question)).toBeVisible();
  await context.clock.fastForward('01:00');
  await expect(page).toHaveURL(/\/login\?.*notice=idle/);
  await signIn(page, person.email, PASSWORD);
  await expect(page).toHaveURL(/\/cursos\/ia-no-code-1$/);
  await expect(text).toHaveValue('Aprendí más de lo que');
  await expect(page.getByText(restored)).toBeVisible();
});

// rows: A40
test('what was written into one item of the site comes back into that one, and into no other', { tag: NIGHT }, async ({ browse }) => {
  const context = await browse('admin');
  await context.clock.install();
  const page = await watched(context, '/admin/site?seccion=preguntas');
  const edit = (number: number) => page.getByRole('button', { name: /^Editar: / }).nth(number);
  const answer = page.getByRole('dialog').getByRole('textbox', { name: 'Respuesta' });
  await edit(1).click();
  const second = await answer.inputValue();
  await page.keyboard.press('Escape');
  await edit(0).click();
  await answer.fill('Una respuesta a medias');
  await context.clock.fastForward('15:10');
  await expect(page).toHaveURL(/\/login\?.*notice=idle/);
  await signIn(page, 'admin@demo.mx', 'Demo-2026!');
  await expect(page).toHaveURL(/\/admin\/site\?seccion=preguntas$/);
  await edit(1).click();
  await expect(answer).toHaveValue(second);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Agregar pregunta' }).click();
  await expect(answer).toHaveValue('');
  await page.keyboard.press('Escape');
  await edit(0).click();
  await expect(answer).toHaveValue('Una respuesta a medias');
  await expect(page.getByRole('dialog').getByText(restored)).toBeVisible();
});

// rows: A40
test('who has no session downloads nothing of it', { tag: NIGHT }, async ({ visitor }) => {
  const page = await visitor();
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(request.url()));
  for (const path of ['/', '/list-courses', '/cursos/ia-no-code-1', '/pricing']) {
    // The toaster comes at the same time as the guard would; the landing has neither.
    const toaster = path === '/' ? page.waitForLoadState('networkidle') : page.waitForResponse(`**${fileOf('ui/toaster.tsx')}`);
    await page.goto(path);
    await toaster;
  }
  expect(asked.filter((address) => address.endsWith(fileOf('app/idle-guard.tsx')) || address.includes('/api/auth/sesion'))).toEqual([]);
});
