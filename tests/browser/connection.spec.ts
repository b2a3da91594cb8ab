import type { Page } from '@playwright/test';
import { expect, fileOf, isMarked, live, mark, NIGHT, test } from './fixtures.ts';
import { complete, draftCourse, setPublished, standingOf } from './school-calls.ts';

/** The badge tells the truth about the connection, and what happened meanwhile arrives without a reload. */

const badge = (page: Page) => page.locator('.connection');
const stale = (page: Page) => page.getByRole('status').filter({ hasText: /^Sin conexión: mostrando datos de \d{1,2}:\d{2}/ });
const completedClasses = (page: Page) => page.getByRole('region', { name: 'Clases completadas', exact: true }).locator('.figure-value');
/** The browser's own console messages while the server does not answer. */
const unreachable = /^console: (WebSocket connection to|Failed to load resource: net::ERR_)/;

// rows: D06, F11
test('the server goes away and comes back on the same data', async ({ as, school, server, trouble }) => {
  trouble.allow(unreachable);
  const student = await school.login('estudiante');
  const { siguiente, sesionesCompletadas: done } = await standingOf(school, student, 1);
  const page = await as('estudiante');
  await page.goto('/dashboard');
  await expect(badge(page)).toHaveText('En vivo');
  await expect(completedClasses(page)).toHaveText(String(done));
  await expect(stale(page)).toHaveCount(0);
  await mark(page);

  await server.stop();
  await expect(badge(page)).not.toHaveText('En vivo');
  await expect(badge(page)).toHaveText('Sin conexión', { timeout: 60_000 });
  await expect(stale(page)).toBeVisible();
  // The earlier content is still shown.
  await expect(completedClasses(page)).toHaveText(String(done));

  const again = await server.start();
  await complete(again, student, siguiente?.sessionId ?? 0);
  await expect(badge(page)).toHaveText('En vivo', { timeout: 60_000 });
  await expect(stale(page)).toHaveCount(0);
  await expect(completedClasses(page)).toHaveText(String(done + 1));

  // And the feed goes on from there.
  await complete(again, student, siguiente?.sessionId ?? 0, false);
  await expect(completedClasses(page)).toHaveText(String(done));
  expect(await isMarked(page)).toBe(true);
});

test('the browser goes offline and online again', async ({ as, school, trouble }) => {
  trouble.allow(unreachable);
  const student = await school.login('estudiante');
  const { siguiente, sesionesCompletadas: done } = await standingOf(school, student, 1);
  const page = await as('estudiante');
  await page.goto('/dashboard');
  await expect(badge(page)).toHaveText('En vivo');
  await expect(completedClasses(page)).toHaveText(String(done));
  await mark(page);

  await page.context().setOffline(true);
  await expect(badge(page)).toHaveText('Sin conexión');
  await expect(stale(page)).toBeVisible();
  await complete(school, student, siguiente?.sessionId ?? 0);
  await page.context().setOffline(false);
  await expect(badge(page)).toHaveText('En vivo', { timeout: 60_000 });
  await expect(stale(page)).toHaveCount(0);
  await expect(completedClasses(page)).toHaveText(String(done + 1));
  expect(await isMarked(page)).toBe(true);
  await complete(school, student, siguiente?.sessionId ?? 0, false);
  await expect(completedClasses(page)).toHaveText(String(done));
});

// rows: C11, F11, O02
test('a mark made offline stays, is counted on the icon of the application, and is sent when the connection is back', async ({
  as,
  school,
  trouble,
}) => {
  trouble.allow(unreachable);
  const student = await school.login('estudiante');
  const { siguiente } = await standingOf(school, student, 1);
  const page = await as('estudiante');
  // What an installed application tells its icon; browsers of tests have none.
  await page.addInitScript(() => {
    const show = async (count: number) => void document.documentElement.setAttribute('data-icon', String(count));
    Object.assign(navigator, { setAppBadge: show, clearAppBadge: () => show(0) });
  });
  const icon = page.locator('html');
  await page.goto(`/courses?courseId=1&modulo=${siguiente?.moduleId}`);
  const box = page.getByRole('checkbox', { name: `Completada: ${siguiente?.titulo}` });
  await expect(box).not.toBeChecked();
  await live(page);
  await expect(page.getByRole('region', { name: /^Avisos/ })).toBeAttached();
  // Unread notifications are counted there too.
  await expect(icon).toHaveAttribute('data-icon', /^[1-9]/);
  const unread = Number(await icon.getAttribute('data-icon'));
  await page.context().setOffline(true);
  await box.click();
  await expect(page.getByText(/^Sin conexión\. Guardamos tu marca en este dispositivo/)).toBeVisible({ timeout: 60_000 });
  await expect(box).toBeChecked();
  await expect(page.getByText(/1 cambio por enviar/)).toBeVisible();
  await expect(icon).toHaveAttribute('data-icon', String(unread + 1));
  await page.context().setOffline(false);
  await live(page);
  await expect(page.getByText(/por enviar/)).toHaveCount(0);
  await expect(icon).toHaveAttribute('data-icon', String(unread));
  await expect(box).toBeChecked();
  expect((await standingOf(school, student, 1)).completadas.map(({ id_sesion }) => id_sesion)).toContain(siguiente?.sessionId);
});

// rows: A44
test('a part that cannot be downloaded does not take the page with it', { tag: NIGHT }, async ({ as, trouble }) => {
  trouble.allow(unreachable);
  const page = await as('estudiante');
  const asked = page.waitForRequest(`**${fileOf('ui/toaster.tsx')}`);
  await page.route(`**${fileOf('ui/toaster.tsx')}`, (route) => route.abort());
  await page.goto('/progress');
  await asked;
  await live(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Mi Progreso' })).toBeVisible();
  await page.getByRole('link', { name: 'Mis Cursos' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Mis Cursos' })).toBeVisible();
});

test('what changes before an open page has its feed is not lost', async ({ visitor, school, trouble }) => {
  trouble.allow(unreachable);
  const author = await school.login('instructor');
  const admin = await school.login('admin');
  const draft = await draftCourse(school, author, 'Datos con criterio', [[{ title: 'Preguntar antes de medir' }]]);
  const page = await visitor();
  // The feed comes by itself when the page rests; here it is held back until the change has been made.
  let release = () => {};
  const held = new Promise<void>((go) => {
    release = go;
  });
  await page.route('**/socket.io/**', async (route) => {
    await held;
    await route.continue();
  });
  await page.routeWebSocket('**/socket.io/**', async (socket) => {
    await held;
    socket.connectToServer();
  });
  await page.goto('/list-courses');
  await expect(page.getByRole('heading', { name: 'IA No-Code' })).toBeVisible();
  await mark(page);
  await setPublished(school, admin, draft.id, true);
  release();
  await expect(page.getByRole('heading', { name: 'Datos con criterio' })).toBeVisible();
  expect(await isMarked(page)).toBe(true);
});
