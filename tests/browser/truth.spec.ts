/// <reference lib="dom" />
import type { Page, Route } from '@playwright/test';
import { join } from '../support/people.ts';
import type { School } from '../support/school.ts';
import { until } from '../support/until.ts';
import { arrived, axeFindings, expect, isMarked, live, mark, NIGHT, test } from './fixtures.ts';
import { complete, draftCourse, enrol, ok, setPublished, standingOf } from './school-calls.ts';

/** What stands on the screen is where it belongs, and says so when it is old, halted or could not be read again. */

const help = (page: Page) => page.locator('.figure-help');
const shown = (page: Page) => page.locator('.figure-definition:popover-open');
/** How far the definition lies from its button, and outside the window, in pixels. */
const lies = (page: Page) =>
  page.evaluate(() => {
    const panel = document.querySelector('.figure-definition:popover-open');
    const button = panel?.previousElementSibling;
    if (!panel || !button) throw new Error('no definition is open');
    const [of, by] = [panel.getBoundingClientRect(), button.getBoundingClientRect()];
    const apart = (a: number, b: number, c: number, d: number) => Math.max(0, c - b, a - d);
    return {
      away: Math.hypot(apart(of.left, of.right, by.left, by.right), apart(of.top, of.bottom, by.top, by.bottom)),
      over: apart(of.top, of.bottom, by.top, by.bottom) === 0,
      outside: Math.max(0, -of.left, -of.top, of.right - innerWidth, of.bottom - innerHeight),
      width: of.width,
    };
  });

/** Where the browser cannot anchor, a definition stands in the middle and is read. */
async function unanchored(page: Page): Promise<void> {
  // As a browser that skips the block for those that can.
  await page.evaluate(() => {
    const drop = (rules: CSSRuleList, from: { deleteRule(index: number): void }) => {
      for (let index = rules.length - 1; index >= 0; index--) {
        const rule = rules[index];
        if (rule instanceof CSSSupportsRule && rule.conditionText.includes('position-area')) from.deleteRule(index);
        else if (rule instanceof CSSGroupingRule) drop(rule.cssRules, rule);
      }
    };
    for (const sheet of document.styleSheets) drop(sheet.cssRules, sheet);
  });
  await help(page).first().click();
  const box = await shown(page).boundingBox();
  if (!box) throw new Error('not drawn');
  expect(Math.abs(box.x + box.width / 2 - 180)).toBeLessThan(2);
  expect(Math.abs(box.y + box.height / 2 - 400)).toBeLessThan(2);
}

/** Each figure says what it counts and leads to what it counts; how fresh they are is said once, since they are of one answer. */
async function ofTheSchool(page: Page): Promise<void> {
  const cards = page.locator('.figure');
  await expect(cards).toHaveCount(8);
  await expect(page.getByText(/^Actualizado (ahora|hace|en este)/i)).toHaveCount(1);
  for (const card of await cards.all()) {
    await expect(card.locator('.figure-definition p')).toHaveText(/\S{3}/);
    await expect(card.getByRole('link')).toHaveAttribute('href', /^\/(admin\/|figures)/);
  }
}

// rows: D02, J01, J07
test('a figure’s definition opens beside its button and inside the window', { tag: NIGHT }, async ({ as }) => {
  for (const width of [360, 1280])
    for (const [who, path] of [
      ['estudiante', '/dashboard'],
      ['estudiante', '/progress'],
      ['admin', '/admin/overview'],
      ['admin', '/admin/courses'],
    ] as const)
      await test.step(`${path}, ${width} px`, async () => {
        const page = await as(who, { viewport: { width, height: 800 } });
        await page.goto(path);
        await arrived(page);
        for (const button of await help(page).all()) {
          await button.scrollIntoViewIfNeeded();
          await button.click();
          await expect(shown(page)).toHaveCount(1);
          const { away, over, outside, width: wide } = await lies(page);
          expect.soft(away, 'pixels from the button').toBeLessThanOrEqual(12);
          expect.soft(over, 'over the button').toBe(false);
          expect.soft(outside, 'pixels outside the window').toBe(0);
          expect.soft(wide).toBeGreaterThan(150);
          await page.keyboard.press('Escape');
        }
        if (path === '/admin/overview' && width === 1280) await ofTheSchool(page);
        if (path === '/dashboard' && width === 360) await unanchored(page);
        await page.context().close();
      });
});

const halted = (page: Page) => page.getByRole('status').filter({ hasText: /^Datos detenidos/ });
const pause = async (school: School, projection: string) => {
  const { token } = await school.login('admin');
  await ok(school, 'POST', `/api/proyecciones/${projection}/pausar`, { token, body: { motivo: 'Prueba' } });
  await until(async () => {
    const rows = (await ok(school, 'GET', '/api/proyecciones', { token })) as unknown as { nombre: string; estado: string }[];
    return rows.find(({ nombre }) => nombre === projection)?.estado === 'paused';
  });
};
const resume = async (school: School, projection: string) => {
  const { token } = await school.login('admin');
  await ok(school, 'POST', `/api/proyecciones/${projection}/reanudar`, { token, body: { motivo: 'Prueba' } });
};

// rows: F11
test('a halted projection is told on the pages that show it, to learners too, until it is resumed', async ({ as, school }) => {
  const student = await school.login('estudiante');
  const { siguiente } = await standingOf(school, student, 1);
  const page = await as('estudiante');
  await page.goto('/dashboard');
  await live(page);
  await mark(page);
  await expect(halted(page)).toHaveCount(0);
  await pause(school, 'enrolments');
  await complete(school, student, siguiente?.sessionId ?? 0);

  for (const [link, title] of [
    ['Mis Cursos', 'Mis Cursos'],
    ['Mi Progreso', 'Mi Progreso'],
  ] as const)
    await test.step(link, async () => {
      const other = await as('estudiante', { viewport: { width: 360, height: 780 } });
      await other.goto(link === 'Mis Cursos' ? '/my-courses' : '/progress');
      await expect(other.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(halted(other)).toBeVisible();
      await expect(halted(other)).toHaveAttribute('data-position', /\d+/);
      await expect.poll(() => axeFindings(other)).toEqual([]);
      await other.context().close();
    });
  const lesson = await as('estudiante');
  await lesson.goto(`/courses?courseId=1&sesion=${siguiente?.sessionId}`);
  await expect(halted(lesson)).toBeVisible();
  await mark(lesson);

  await resume(school, 'enrolments');
  await expect(halted(lesson)).toHaveCount(0, { timeout: 60_000 });
  expect(await isMarked(lesson)).toBe(true);
  await expect(halted(page)).toHaveCount(0);
  expect(await isMarked(page)).toBe(true);
  await complete(school, student, siguiente?.sessionId ?? 0, false);
});

// rows: J01
test('the figures over the courses are those of the list, lead to it, and reach no further than the answer they are counted from', {
  tag: NIGHT,
}, async ({ as, school }) => {
  const page = await as('admin');
  await page.goto('/admin/courses');
  const value = async (name: string) =>
    Number(await page.getByRole('region', { name, exact: true }).locator('.figure-value').textContent());
  const rows = page.locator('table tbody tr');
  await expect(rows.first()).toBeVisible();
  // Whose course it is leads to what they see of it (instructor-page.test.tsx).
  await expect(rows.filter({ hasText: 'MCP Servers' }).getByRole('link', { name: 'Héctor Zamora' })).toHaveAttribute(
    'href',
    /^\/admin\/instructors\?instructor=\d+$/,
  );
  expect(await value('Cursos')).toBe(await rows.count());
  await page.getByRole('link', { name: 'Ver los cursos: Publicados' }).click();
  await expect(page).toHaveURL(/estado=publicado/);
  expect(await value('Publicados')).toBe(await rows.count());
  await page.getByRole('link', { name: 'Ver los cursos: Borradores' }).click();
  await expect(page).toHaveURL(/estado=borrador/);
  expect(await value('Borradores')).toBe(await page.locator('table tbody tr').filter({ hasText: 'Borrador' }).count());

  await test.step('they say up to which position they count, and a change moves it on', async () => {
    const figures = page.getByRole('region', { name: 'Cifras de los cursos' });
    const cards = figures.locator('.figure');
    await expect(cards).toHaveCount(4);
    for (const card of await cards.all()) await expect(card.locator('.figure-definition p')).toHaveText(/\S{3}/);
    await expect(figures).toContainText(/Actualizado (ahora|hace|en este)/i);
    const until = async () => Number(await figures.locator('[data-position]').getAttribute('data-position'));
    const before = await until();
    const author = await school.login('instructor');
    await draftCourse(school, author, 'Curso que mueve las cifras', []);
    await expect.poll(until).toBeGreaterThan(before);
    await page.goto('/admin/courses');
    await expect(figures).toContainText(/Actualizado /);
  });

  await test.step('they say how far they reach while their projection is stopped', async () => {
    const admin = await school.login('admin');
    await pause(school, 'courses');
    const { headers } = await school.ask('GET', '/api/cursos/cursos?todos=1', { token: admin.token });
    const stands = Number(headers.get('x-position'));
    expect(headers.get('x-stale')).toBe('true');
    await setPublished(school, admin, 1, false);
    await page.goto('/admin/courses');
    await live(page);
    const figures = page.getByRole('region', { name: 'Cifras de los cursos' });
    await expect(figures).toContainText('Actualización detenida');
    expect(Number(await figures.locator('[data-position]').getAttribute('data-position'))).toBe(stands);
    await expect(figures).not.toContainText('ahora');
    await expect(halted(page)).toContainText('Datos detenidos desde');
    await resume(school, 'courses');
    await expect(halted(page)).toHaveCount(0, { timeout: 60_000 });
    await expect(figures).not.toContainText('Actualización detenida');
    await setPublished(school, admin, 1, true);
  });
});

// rows: D06
test('what a refresh could not read again stays on the dashboard, with the error and a retry beside it', { tag: NIGHT }, async ({
  as,
  school,
  trouble,
}) => {
  trouble.allow(/^console: Failed to load resource/);
  const student = await school.login('estudiante');
  const { siguiente } = await standingOf(school, student, 1);
  const page = await as('estudiante');
  const classes = page.getByRole('region', { name: 'Clases completadas', exact: true }).locator('.figure-value');

  await test.step('what cannot be read at first says so in its own card, and the courses go on', async () => {
    const broken = (route: Route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body: '{"code":"INTERNAL","message":"x"}' });
    const [panel, list] = [`**/api/progreso/${student.id}`, `**/api/usuariocurso/cursos/${student.id}`];
    await page.route(panel, broken);
    await page.route(list, broken);
    await page.goto('/dashboard');
    const said = (text: string) => page.getByRole('alert').filter({ hasText: text });
    await expect(said('Error al cargar los datos del dashboard')).toBeVisible();
    await expect(said('No se pudo cargar tu tiempo de estudio')).toBeVisible();
    await expect(said('No se pudieron cargar tus cursos')).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Accesos rápidos' })).toBeVisible();
    await expect.poll(() => axeFindings(page)).toEqual([]);
    await page.unroute(list);
    await said('No se pudieron cargar tus cursos').getByRole('button', { name: 'Reintentar' }).click();
    await expect(
      page
        .getByRole('main')
        .getByRole('link', { name: /^Continuar / })
        .first(),
    ).toBeVisible();
    await expect(said('Error al cargar los datos del dashboard')).toBeVisible();
    await page.unroute(panel);
    await said('No se pudo cargar tu tiempo de estudio').getByRole('button', { name: 'Reintentar' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  await live(page);
  await expect(classes).toHaveText(/\d/);
  const before = Number(await classes.textContent());
  const panel = `**/api/progreso/${student.id}`;
  await page.route(panel, (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body: '{"code":"INTERNAL","message":"x"}' }),
  );
  await complete(school, student, siguiente?.sessionId ?? 0);
  const error = page.getByRole('alert').filter({ hasText: 'Error al cargar los datos del dashboard' });
  await expect(error).toBeVisible();
  await expect(classes).toHaveText(String(before));
  await expect(page.getByRole('heading', { name: 'Continuar Aprendiendo' })).toBeVisible();
  await expect.poll(() => axeFindings(page)).toEqual([]);
  await page.unroute(panel);
  await error.getByRole('button', { name: 'Reintentar' }).click();
  await expect(error).toHaveCount(0);
  await expect(classes).toHaveText(String(before + 1));
  await complete(school, student, siguiente?.sessionId ?? 0, false);
});

test('a course whose classes say no length leaves no «0m»', { tag: NIGHT }, async ({ as, school }) => {
  const author = await school.login('instructor');
  const course = await draftCourse(school, author, 'Curso sin duración', [[{ title: 'Sin reloj', minutes: 0 }]]);
  await setPublished(school, author, course.id, true);
  const person = await join(school, 'sin_reloj');
  await enrol(school, person, course.id);
  const page = await as(person);
  for (const path of ['/dashboard', '/progress', '/my-courses', `/courses?courseId=${course.id}`])
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByText('Curso sin duración').first()).toBeVisible();
      await arrived(page);
      expect.soft(await page.getByText(/(quedan|Falta)\s*0m/).count(), path).toBe(0);
    });
});

// rows: C02
test('the outline is as wide as one drew it, by pointer and keyboard, on this device', { tag: NIGHT }, async ({ as, school }) => {
  const student = await school.login('estudiante');
  const { siguiente } = await standingOf(school, student, 1);
  const page = await as('estudiante', { viewport: { width: 1280, height: 800 } });
  const address = `/courses?courseId=1&modulo=${siguiente?.moduleId}`;
  await page.goto(address);
  const edge = page.getByRole('separator', { name: 'Ancho del temario' });
  const aside = page.getByRole('complementary', { name: 'Temario' });
  const width = async () => Math.round((await aside.boundingBox())?.width ?? 0);
  const now = async () => Number(await edge.getAttribute('aria-valuenow'));
  await expect(edge).toBeVisible();
  const first = await width();
  await expect.poll(now).toBe(first);

  await test.step('dragged', async () => {
    const box = await edge.boundingBox();
    if (!box) throw new Error('no edge');
    const [x, y] = [box.x + box.width / 2, box.y + 200];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 60, y, { steps: 4 });
    await page.mouse.up();
    await expect.poll(width).toBe(first + 60);
    await expect.poll(now).toBe(first + 60);
  });
  await test.step('by keyboard, within its limits', async () => {
    await edge.focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(width).toBe(first + 44);
    await page.keyboard.press('End');
    await expect.poll(now).toBe(Number(await edge.getAttribute('aria-valuemax')));
    await expect.poll(width).toBe(await now());
    await page.keyboard.press('Home');
    await expect.poll(now).toBe(Number(await edge.getAttribute('aria-valuemin')));
    await expect.poll(width).toBe(await now());
  });
  const chosen = (await now()) + 16;
  await page.keyboard.press('ArrowRight');
  await expect.poll(width).toBe(chosen);
  await test.step('remembered, and folded and unfolded', async () => {
    await page.reload();
    await expect(edge).toBeVisible();
    await expect.poll(width).toBe(chosen);
    await page.getByRole('button', { name: 'Ocultar el temario' }).click();
    await expect(edge).toHaveCount(0);
    await page.getByRole('button', { name: 'Temario' }).click();
    await expect.poll(width).toBe(chosen);
    await expect.poll(() => axeFindings(page)).toEqual([]);
  });
  await test.step('not on a smaller window', async () => {
    await page.setViewportSize({ width: 1000, height: 800 });
    await expect(edge).toBeHidden();
    await expect.poll(width).not.toBe(chosen);
    await page.setViewportSize({ width: 1280, height: 800 });
  });
  await test.step('back to what it was', async () => {
    await edge.dblclick();
    await expect.poll(width).toBe(first);
    await page.reload();
    await expect.poll(width).toBe(first);
  });
});
