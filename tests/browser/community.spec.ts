/// <reference lib="dom" />
import { join, settled } from '../support/people.ts';
import { axeFindings, expect, isMarked, live, mark, NIGHT, test } from './fixtures.ts';

/** From the landing into the community, and what its administrators see of that. */

const CHAT = 'https://chat.aulaviva.example/**';

// rows: A09, E01
test('from the landing into the community: the filter, Back, a channel in another tab, and its count moves for the administrator', {
  tag: NIGHT,
}, async ({ as, visitor, school, trouble }) => {
  trouble.allow(/chat\.aulaviva\.example/);
  // Who has no account yet is led in first, and then here.
  const outside = await visitor();
  await outside.goto('/#comunidad');
  const way = outside.locator('#comunidad').getByRole('link', { name: 'Entrar a la comunidad' });
  await expect(way).toHaveAttribute('href', '/login?returnTo=%2Fcommunity');
  await expect(outside.locator('#comunidad').getByRole('listitem')).toHaveCount(6);
  await expect(outside.locator('#comunidad a[target="_blank"]')).toHaveCount(0);

  const person = await join(school, 'conversadora');
  await settled(school);
  const managing = await as('admin');
  await managing.goto('/admin/site?seccion=canales');
  await live(managing);
  const row = managing
    .getByRole('list', { name: /Elementos de Canales/ })
    .getByRole('listitem')
    .filter({ hasText: 'Bolsa de trabajo' });
  await expect(row).toContainText(/\d+ aperturas · \d+ personas/);
  const countOf = async () => (/(\d+) aperturas · (\d+) personas/.exec((await row.textContent()) ?? '') ?? []).slice(1).map(Number);
  const [opened = 0, people = 0] = await countOf();
  await mark(managing);

  const page = await as(person);
  await page.context().route(CHAT, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Bolsa de trabajo</h1>' }));
  await page.goto('/#comunidad');
  await page.locator('#comunidad').getByRole('link', { name: 'Entrar a la comunidad' }).click();
  await expect(page).toHaveURL(/\/community$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Comunidad' })).toBeFocused();
  await expect(page.getByRole('navigation', { name: 'Navegación principal' }).getByRole('link')).toHaveText(
    ['Inicio', 'Mis Cursos', 'Tienda', 'Guardado', 'Eventos', 'Comunidad', 'Mi Progreso', 'Perfil'],
    { useInnerText: true },
  );
  await expect(page.getByRole('link', { name: /^Entrar al servidor principal/ })).toHaveAttribute('rel', 'noopener noreferrer');
  const cards = page.locator('.community-channel');
  await expect(cards).toHaveCount(6);
  await page.getByRole('tab', { name: /^Proyectos/ }).click();
  await expect(page).toHaveURL(/categoria=proyectos$/);
  await expect(cards).toHaveCount(2);
  await page.getByRole('tab', { name: /^Trabajos/ }).click();
  await expect(cards.getByRole('heading')).toHaveText(['Bolsa de trabajo']);
  await page.goBack();
  await expect(cards.getByRole('heading')).toHaveText(['Proyectos en equipo', 'Vitrina']);
  await page.goBack();
  await expect(cards).toHaveCount(6);
  await expect.poll(() => axeFindings(page)).toEqual([]);
  await page.goto('/community?categoria=trabajos');
  await live(page);
  await mark(page);

  // It opens at once: the note of it is still on its way.
  let release = (): void => undefined;
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route('**/api/comunidad/canales/*/abrir', async (route) => {
    await held;
    await route.continue();
  });
  const [tab] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link', { name: /^Abrir Bolsa de trabajo/ }).click()]);
  await expect(tab.getByRole('heading', { name: 'Bolsa de trabajo' })).toBeVisible();
  expect(await tab.evaluate(() => [window.opener, document.referrer])).toEqual([null, '']);
  expect(await countOf()).toEqual([opened, people]);
  release();
  await expect.poll(countOf).toEqual([opened + 1, people + 1]);
  expect(await isMarked(managing)).toBe(true);
  await expect.poll(() => axeFindings(managing)).toEqual([]);

  // What the administrator hides goes from the open page, what is shown again comes back.
  await row.getByRole('button', { name: 'Más acciones de «Bolsa de trabajo»' }).click();
  await managing.getByRole('menuitem', { name: 'Ocultar' }).click();
  await expect(page.getByText('No hay canales en Trabajos')).toBeVisible();
  await page.getByRole('button', { name: 'Ver todos los canales' }).click();
  await expect(cards).toHaveCount(5);
  await row.getByRole('button', { name: 'Más acciones de «Bolsa de trabajo»' }).click();
  await managing.getByRole('menuitem', { name: 'Mostrar' }).click();
  await expect(cards).toHaveCount(6);
  expect(await isMarked(page)).toBe(true);
});

// rows: E02
test('an administrator keeps the main server and where a count is from; open pages follow', { tag: NIGHT }, async ({ as, school }) => {
  const page = await as('estudiante');
  await page.goto('/community');
  await live(page);
  await mark(page);
  const first = page.locator('.community-channel').first();
  await expect(first).toContainText('1,250 personas');
  await expect(page.getByText(/^Personas contadas el 1 de noviembre de 2026\./)).toContainText('Recuento de quienes moderan el servidor');
  const managing = await as('admin');
  await managing.goto('/admin/site?seccion=canales');
  await managing.getByRole('button', { name: 'Editar: Bienvenida' }).click();
  const dialog = managing.getByRole('dialog');
  await dialog.getByLabel(/^De dónde sale la cuenta/).fill('');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(first).not.toContainText('personas');

  await managing.getByRole('link', { name: 'Cambiarlo en los datos de la escuela' }).click();
  const server = managing.getByLabel(/^Servidor principal de la comunidad/);
  await expect(server).toHaveValue('https://chat.aulaviva.example/servidor');
  await server.fill('');
  await managing.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByRole('link', { name: /^Entrar al servidor principal/ })).toHaveCount(0);
  expect(await isMarked(page)).toBe(true);
  const student = await school.login('estudiante');
  expect(await school.ask('POST', '/api/comunidad/canales/principal/abrir', { token: student.token })).toMatchObject({ status: 404 });

  // rows: D07
  await test.step('the places of the student’s bar fit, five of one line each where it is narrow: nothing is cut, each is big enough to press', async () => {
    for (const width of [320, 360, 390, 479, 480, 767, 768, 959, 960, 1024, 1151, 1152]) {
      await page.setViewportSize({ width, height: 700 });
      // A window that is resized is laid out when it comes to it.
      await expect(async () => {
        const places = await page.evaluate(() =>
          [...document.querySelectorAll('.learner-nav a')]
            .filter((place) => place.checkVisibility())
            .map((place) => {
              const { left, right, width, height } = place.getBoundingClientRect();
              const word =
                [...place.querySelectorAll('span')].find((span) => span.checkVisibility())?.getBoundingClientRect() ?? new DOMRect();
              return {
                width,
                height,
                line: word.height,
                fits: word.left >= left && word.right <= right && left >= 0 && right <= innerWidth,
              };
            }),
        );
        expect(places, `${width}`).toHaveLength(width < 960 ? 5 : 8);
        if (width === 360 || width === 390) {
          await expect(page.locator('.learner-nav a:visible')).toHaveText([/Inicio/, /Cursos/, /Tienda/, /Comunidad/, /Progreso/]);
          expect(Math.max(...places.map(({ line }) => line)), `one line at ${width}`).toBeLessThan(24);
        }
        for (const place of places) {
          expect(place.fits, `${width}: ${JSON.stringify(places)}`).toBe(true);
          expect(Math.min(place.width, place.height), `${width}`).toBeGreaterThanOrEqual(44);
        }
        expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width}`).toBe(width);
      }).toPass({ timeout: 60_000 });
    }
  });
});
