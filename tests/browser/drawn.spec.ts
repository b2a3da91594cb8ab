/// <reference lib="dom" />

import type { Page } from '@playwright/test';
import { axeFindings, expect, fileOf, isMarked, mark, NIGHT, test } from './fixtures.ts';
import { draftCourse, ok, outlineOf, setPublished } from './school-calls.ts';

/** Public pages come drawn by the server, and the application takes them over where they stand. */

test('the catalogue is there before any script, asks for nothing again, and follows the school', async ({ browse, visitor, school }) => {
  const still = await (await browse(null, { javaScriptEnabled: false })).newPage();
  await still.goto('/list-courses');
  await expect(still.getByRole('heading', { level: 1, name: 'Cursos' })).toBeVisible();
  await expect(still.getByRole('article')).toHaveCount(6);

  const page = await visitor();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/cursos/')) asked.push(request.url());
  });
  const following = page.waitForEvent('websocket');
  await page.goto('/list-courses');
  await mark(page);
  await following;
  expect(asked).toEqual([]);
  const { id } = await draftCourse(school, await school.login('instructor'), 'Dibujo de mapas', [[{ title: 'Dónde está el norte' }]]);
  const admin = await school.login('admin');
  await setPublished(school, admin, id, true);
  await expect(page.getByRole('heading', { name: 'Dibujo de mapas' })).toBeVisible();
  expect(await isMarked(page)).toBe(true);

  await still.goto('/list-courses');
  await expect(still.getByRole('heading', { name: 'Dibujo de mapas' })).toBeVisible();
  await setPublished(school, admin, id, false);
  // Who runs no scripts sees it with the first page that is drawn after the school has it.
  await expect(async () => {
    await still.reload();
    await expect(still.getByRole('article')).toHaveCount(6, { timeout: 1_000 });
  }).toPass();
});

/** Holds the application back until it is let go. */
const heldBack = async (page: Page): Promise<() => void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/assets\/index-[^/]*\.js$/, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
};

test('what one types, chooses and presses before the application runs is answered once it does, and once', async ({ visitor }) => {
  const page = await visitor({ viewport: { width: 1280, height: 740 } });
  const letGo = await heldBack(page);
  await page.goto('/list-courses', { waitUntil: 'domcontentloaded' });
  await page.getByRole('searchbox', { name: 'Buscar cursos' }).fill('curso');
  await page.getByLabel('Ordenar por').selectOption('reciente');
  await page.getByRole('checkbox', { name: /^Avanzado/ }).check({ force: true });
  await page.setViewportSize({ width: 360, height: 740 });
  const filters = page.getByRole('button', { name: /^Filtros/ });
  await filters.click();
  await expect(filters).toHaveAttribute('aria-expanded', 'false');
  letGo();
  await test.step('what was typed and chosen is searched', async () => {
    await expect(page).toHaveURL(/buscar=curso/);
    await expect(page).toHaveURL(/orden=reciente/);
    await expect(page).toHaveURL(/dificultad=avanzado/);
  });
  await test.step('what was pressed is answered; from here on it is the application that hears', async () => {
    await expect(filters).toHaveAttribute('aria-expanded', 'true');
    await filters.click();
    await expect(filters).toHaveAttribute('aria-expanded', 'false');
  });
});

test('an appearance chosen before the application runs is taken once it does', { tag: NIGHT }, async ({ visitor }) => {
  const page = await visitor({ colorScheme: 'light' });
  const letGo = await heldBack(page);
  await page.goto('/list-courses', { waitUntil: 'domcontentloaded' });
  const dark = page.getByRole('banner').getByRole('radio', { name: 'Oscuro' });
  await dark.check({ force: true });
  letGo();
  await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark');
  await expect(dark).toBeChecked();
});

test('the landing is there with its courses and figures before any script, for everybody, and follows the school', { tag: NIGHT }, async ({
  as,
  browse,
  school,
}) => {
  const still = await (await browse(null, { javaScriptEnabled: false })).newPage();
  await still.goto('/');
  const figure = (name: string) => still.locator(`[data-figure="${name}"] dd`);
  await expect(figure('courses')).toHaveText('6');
  await expect(still.locator('#cursos-destacados').getByRole('article')).toHaveCount(6);
  // The links of the page lead to its sections without scripts too.
  await expect(still.locator('section#preguntas')).toBeAttached();
  // Text locators look past what stands in a noscript element.
  expect(await still.locator('body').textContent()).toContain('activa JavaScript en tu navegador');

  const page = await as('estudiante');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/^\/api\/(cursos|sitio)/.test(new URL(request.url()).pathname)) asked.push(request.url());
  });
  const following = page.waitForEvent('websocket');
  await page.goto('/?utm_source=boletin');
  await mark(page);
  await expect(page.getByRole('link', { name: 'Ir a mi panel' }).first()).toBeVisible();
  await following;
  expect(asked.filter((url) => url.includes('/api/cursos'))).toEqual([]);
  const { id } = await draftCourse(school, await school.login('instructor'), 'Mapas del norte', [[{ title: 'La brújula' }]]);
  const admin = await school.login('admin');
  await setPublished(school, admin, id, true);
  await expect(page.locator('[data-figure="courses"] dd')).toHaveText('7');
  expect(await isMarked(page)).toBe(true);
  await still.reload();
  await expect(figure('courses')).toHaveText('7');
  await setPublished(school, admin, id, false);
  await expect(page.locator('[data-figure="courses"] dd')).toHaveText('6');
});

test('a course’s page too, whatever stands in its texts', { tag: NIGHT }, async ({ browse, visitor, school }) => {
  const title = 'Signos </script><script>document.title="roto"</script> & "comillas"';
  const { id } = await draftCourse(school, await school.login('instructor'), title, [[{ title: 'Una clase </div> <b>' }]]);
  const admin = await school.login('admin');
  await setPublished(school, admin, id, true);
  const { slug } = (await outlineOf(school, admin, id)).curso;
  const still = await (await browse(null, { javaScriptEnabled: false })).newPage();
  await still.goto(`/cursos/${slug}`);
  await expect(still.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(still.getByText('Una clase </div> <b>')).toBeVisible();
  const page = await visitor();
  await page.goto(`/cursos/${slug}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page).toHaveTitle(`${title} · Aulaviva`);
  // Reviews come before one gets there.
  await page.keyboard.press('End');
  await expect(page.getByRole('heading', { name: 'Reseñas' })).toBeVisible();
  await setPublished(school, admin, id, false);
});

test('of a page that is another for who is signed in, or asks something of it, theirs is drawn in the browser', { tag: NIGHT }, async ({
  as,
  visitor,
}) => {
  const student = await as('estudiante');
  const drawn = (html: string | undefined) => html?.includes('id="root" data-path=');
  expect(drawn(await (await student.goto('/list-courses'))?.text())).toBe(false);
  await expect(student.getByRole('article')).toHaveCount(6);
  const page = await visitor();
  expect(drawn(await (await page.goto('/list-courses'))?.text())).toBe(true);
  expect(drawn(await (await page.goto('/list-courses?buscar=python'))?.text())).toBe(false);
  await expect(page.getByRole('article')).toHaveCount(1);
});

// rows: A44
test('where a part of the application cannot be had, what was drawn stays to be read, and the page asks to be loaded again (A44)', {
  tag: NIGHT,
}, async ({ visitor, school, trouble }) => {
  trouble.allow(/Failed to load resource: net::ERR_FAILED|MissingPartError/);
  const notice = (page: Page) => page.getByRole('alert').filter({ hasText: 'No pudimos descargar una parte de la aplicación.' });
  // Side by side: each waits some seconds for its tries.
  const pages = [
    ['/', fileOf('features/landing/landing-page.tsx'), 'Aprende a construir con inteligencia artificial, en español.'],
    // What it shares with other public pages.
    ['/list-courses', '/assets/public-[^/]*\\.js', 'Cursos'],
    ['/cursos/agentes-de-ia-3', fileOf('features/course-detail/course-page.tsx'), 'Agentes de IA'],
    // What everything stands on.
    ['/list-courses', '/assets/index-[^/]*\\.js', 'Cursos'],
  ] as const;
  const looked = pages.map(async ([address, part, heading]) => {
    const page = await visitor();
    await page.route(new RegExp(`${part}$`), (route) => route.abort());
    await page.goto(address);
    await expect(notice(page), part).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 }), part).toHaveText(heading);
    expect(await axeFindings(page), part).toEqual([]);
    await page.unrouteAll();
    const following = page.waitForEvent('websocket');
    await notice(page).getByRole('link', { name: 'Actualiza la página' }).click();
    await following;
    await expect(notice(page), part).toBeHidden();
    await expect(page).toHaveURL(new RegExp(`${address}$`));
  });
  await Promise.all(looked);
  // A page that the browser draws has nothing to show then but this, in the language that was chosen.
  const page = await visitor({
    storageState: { cookies: [], origins: [{ origin: school.url, localStorage: [{ name: 'aulaviva.idioma', value: 'en' }] }] },
  });
  await page.route(/\/assets\/index-[^/]*\.js$/, (route) => route.abort());
  await page.goto('/login');
  await expect(page.getByRole('alert')).toHaveText(/part of the application/);
});

// rows: N02
test('a day stands as at the school when the page comes, and as at the reader’s own once it runs (N02)', async ({ browse, school }) => {
  const admin = await school.login('admin');
  const { actualizado } = (await outlineOf(school, admin, 3)).curso;
  const dayIn = (timeZone: string) => new Intl.DateTimeFormat('es-MX', { dateStyle: 'long', timeZone }).format(new Date(actualizado));
  const { zona } = ((await ok(school, 'GET', '/api/sitio')) as { escuela: { zona: string } }).escuela;
  // One of the two is always at another day than the school.
  const reader = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'].find((one) => dayIn(one) !== dayIn(zona)) ?? '';
  const address = '/cursos/agentes-de-ia-3';
  const updated = (page: Page) => page.locator('.detail-facts time');
  const still = await (await browse(null, { javaScriptEnabled: false, timezoneId: reader })).newPage();
  await still.goto(address);
  await expect(updated(still)).toHaveText(dayIn(zona));
  const page = await (await browse(null, { timezoneId: reader })).newPage();
  await page.goto(address);
  await expect(updated(page)).toHaveText(dayIn(reader));
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
