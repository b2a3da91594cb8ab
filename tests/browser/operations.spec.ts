/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import type { School } from '../support/school.ts';
import { expect, isMarked, live, mark, NIGHT, test } from './fixtures.ts';
import { complete, standingOf } from './school-calls.ts';

/** Watching and turning the projections, and the dictionary of events that counts by itself. */

const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('button', { name: `Ver ${name}`, exact: true }) });
const detail = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
/** The reason of the last event of a type on a projection's record. */
async function lastReason(school: School, projection: string, type: string): Promise<string | null> {
  let reason: string | null = null;
  const { log } = school.running.deps.commands;
  for await (const event of log.readStream(`operations-${projection}`)) if (event.type === type) reason = await log.reasonOf(event.meta);
  return reason;
}

// rows: L03
test('an administrator builds a projection anew, compares, switches and returns', async ({ as, school }) => {
  const name = 'enrolments';
  const page = await as('admin');
  await page.goto('/admin/projections');
  await live(page);
  await mark(page);
  await expect(page.getByText('Todas al día').first()).toBeVisible();
  await page.getByRole('button', { name: `Ver ${name}`, exact: true }).click();
  const about = detail(page, name);
  await expect(about.getByRole('heading', { name, exact: true })).toBeFocused();
  const generation = async () => Number(/Generación (\d+)/.exec((await about.textContent()) ?? '')?.[1]);
  await expect(about).toContainText(/Generación \d+/);
  const first = await generation();

  await test.step('the copy is built beside the one that serves, with its progress shown', async () => {
    // The demo is small: the bar may stand for a moment only, so the page itself takes note of it.
    await page.evaluate(() => {
      const seen = window as unknown as { progress: string[] };
      seen.progress = [];
      new MutationObserver(() => {
        const bar = document.querySelector('[role=progressbar]');
        if (bar) seen.progress.push(`${bar.getAttribute('aria-label')} ${bar.getAttribute('aria-valuenow')}`);
      }).observe(document.body, { subtree: true, childList: true, attributes: true });
    });
    await about.getByRole('button', { name: 'Reconstruir' }).click();
    const dialog = page.getByRole('dialog', { name: `Reconstruir ${name}` });
    await expect(dialog).toContainText('No se repite ningún correo, aviso ni cobro.');
    await dialog.getByLabel('Motivo').fill('Comprobar la vista');
    await dialog.getByRole('button', { name: 'Reconstruir' }).click();
    await expect(about.getByRole('heading', { name: `Reconstrucción: generación ${first + 1}` })).toBeVisible();
    await expect(about.getByText('Lista para cambiar')).toBeVisible({ timeout: 60_000 });
    const progress = await page.evaluate(() => (window as unknown as { progress: string[] }).progress);
    expect(progress.join('\n')).toContain(`Avance de la reconstrucción de ${name}`);
    expect(await lastReason(school, name, 'ReplayStarted')).toBe('Comprobar la vista');
  });

  await test.step('what a switch would change', async () => {
    await expect(about.getByRole('heading', { name: 'Qué cambiaría' })).toBeVisible({ timeout: 60_000 });
    await expect(about).toContainText('Ningún documento cambiaría: las dos generaciones son iguales.');
    // The previous generation serves meanwhile.
    expect(await generation()).toBe(first);
  });

  await test.step('the switch, and the way back', async () => {
    await about.getByRole('button', { name: 'Cambiar a esta' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cambiar a esta' }).click();
    await expect(about).toContainText(`Generación ${first + 1}`);
    await about.getByRole('button', { name: `Volver a la generación ${first}`, exact: true }).click();
    await expect(page.getByRole('dialog')).toContainText(`Las consultas volverán a la generación ${first}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Volver a la anterior' }).click();
    await expect(about).toContainText(`Generación ${first}.`);
    await expect(row(page, name)).toContainText('Al día');
    await expect(about.getByRole('listitem').filter({ hasText: `Reconstrucción (generación ${first + 1})` })).toContainText(
      'Puesta en servicio',
    );
    await expect(about.getByRole('listitem').filter({ hasText: `Regreso a la generación ${first}` })).toBeVisible();
    expect(await isMarked(page)).toBe(true);
  });

  // rows: L01, L03
  await test.step('the chosen row stays in sight beside its detail, and the page where it is', async () => {
    await page.goto('/admin/projections');
    const last = page.getByRole('table', { name: 'Proyecciones' }).getByRole('row').last();
    await last.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => scrollY);
    await last.getByRole('button').click();
    const chosen = page.getByRole('region', { name: (await last.getByRole('button').textContent()) ?? '', exact: true });
    await expect(chosen.getByRole('button', { name: 'Reconstruir' })).toBeVisible();
    await expect(last).toBeInViewport();
    await expect(chosen.getByRole('heading', { level: 2 })).toBeInViewport();
    expect(Math.abs((await page.evaluate(() => scrollY)) - before)).toBeLessThan(40);
    const [table, beside] = [await page.locator('.table-scroll').first().boundingBox(), await chosen.boundingBox()];
    expect((table?.x ?? 0) + (table?.width ?? 0)).toBeLessThanOrEqual(beside?.x ?? 0);
    await page.setViewportSize({ width: 390, height: 800 });
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Reconstruir' })).toBeVisible();
  });
});

// rows: L01
test('a projection is paused with a reason, serves what it had, and catches up when it is resumed', { tag: NIGHT }, async ({
  as,
  school,
}) => {
  const name = 'school';
  const admin = await as('admin');
  await admin.goto(`/admin/projections?proyeccion=${name}`);
  await live(admin);
  const about = detail(admin, name);
  await about.getByRole('button', { name: 'Pausar' }).click();
  const dialog = admin.getByRole('dialog', { name: `Pausar ${name}` });
  await dialog.getByLabel('Motivo').fill('Mantenimiento de la prueba');
  await expect(dialog.getByLabel('Por cuánto tiempo')).toHaveValue('60');
  await dialog.getByRole('button', { name: 'Pausar' }).click();
  await expect(dialog).toBeHidden();
  await expect(about).toContainText('En pausa hasta');
  await expect(row(admin, name)).toContainText('En pausa');
  await expect(admin.getByText('1 necesita atención').first()).toBeVisible();
  expect(await lastReason(school, name, 'ProjectionPaused')).toBe('Mantenimiento de la prueba');

  const overview = await admin.context().newPage();
  await overview.goto('/admin/overview');
  const figure = overview.getByRole('region', { name: 'Clases completadas', exact: true }).locator('.figure-value');
  const before = Number((await figure.textContent())?.replace(/\D/g, ''));
  await mark(overview);
  const student = await school.login('estudiante');
  const { siguiente } = await standingOf(school, student, 1);
  await complete(school, student, siguiente?.sessionId ?? 0);
  await expect(row(admin, name)).not.toContainText('ninguno');
  await expect(figure).toHaveText(new Intl.NumberFormat('es-MX').format(before));

  await about.getByRole('button', { name: 'Reanudar' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Reanudar' }).click();
  await expect(row(admin, name)).toContainText('Al día');
  await expect(admin.getByText('Todas al día').first()).toBeVisible();
  await expect(figure).toHaveText(new Intl.NumberFormat('es-MX').format(before + 1));
  expect(await isMarked(overview)).toBe(true);
  await complete(school, student, siguiente?.sessionId ?? 0, false);
});

// rows: M11
test('the dictionary counts by itself, and an analyst is offered nothing that is not allowed', { tag: NIGHT }, async ({ as, school }) => {
  const page = await as('analista');
  await page.goto('/analytics');
  await live(page);
  await mark(page);
  await page.getByLabel('Buscar eventos').fill('uncompleted');
  const entry = page.getByRole('navigation', { name: 'Tipos de evento' }).getByRole('button', { name: /ClassUncompleted/ });
  const count = async () => Number((await entry.locator('.dictionary-count strong').textContent())?.replace(/\D/g, ''));
  const before = await count();
  await expect(page.getByText(/^[\d,]+ eventos$/)).toBeVisible();
  const student = await school.login('premium');
  const panel = await school.ask('GET', `/api/progreso/${student.id}`, { token: student.token });
  const courseId = (panel.body.cursos as { id_curso: number }[])[0]?.id_curso ?? 0;
  const { completadas } = await standingOf(school, student, courseId);
  await complete(school, student, completadas[0]?.id_sesion ?? 0, false);
  await expect.poll(count, { timeout: 60_000 }).toBe(before + 1);
  expect(await isMarked(page)).toBe(true);

  await entry.click();
  const about = page.getByRole('region', { name: 'ClassUncompleted' });
  await expect(about.getByRole('heading', { name: 'Quién lo lee' })).toBeVisible();
  // Names of projections, but no way into them.
  await expect(about.getByText('enrolments', { exact: true })).toBeVisible();
  await expect(about.getByRole('link')).toHaveAccessibleName(/^[\d,]+ eventos?: ver/);
  await expect(page.getByRole('navigation', { name: 'Navegación principal' }).getByRole('link')).toHaveText([
    'Cifras',
    'Analítica',
    'Registro de eventos',
    'Consultas SQL',
  ]);
  const { token } = await school.login('analista');
  expect((await school.ask('POST', '/api/proyecciones/school/pausar', { token, body: {} })).status).toBe(403);

  await page.goto('/analytics?categoria=course');
  await expect(page.getByRole('navigation', { name: 'Tipos de evento' }).getByRole('heading')).toHaveText(['Cursos']);
  await page.getByRole('searchbox', { name: 'Buscar eventos' }).fill('zzzz');
  await expect(page.getByText('Ningún tipo de evento coincide con tu búsqueda.')).toBeVisible();
  await page.getByRole('button', { name: 'Quitar filtros' }).click();
  await expect(page.getByRole('navigation', { name: 'Tipos de evento' }).getByRole('heading').nth(1)).toBeVisible();
});

// rows: M01, M02, M03, M04
test('the log is searched, followed and opened; all of it is in the address', { tag: NIGHT }, async ({ as, school }) => {
  const page = await as('analista');
  const rows = page.getByRole('list', { name: 'Eventos' }).getByRole('listitem');
  await page.goto('/analytics/events?flujo=course-*');
  await expect(page.getByText(/^50 eventos encontrados · 50 revisados · hasta el /)).toBeVisible();
  await page.getByRole('button', { name: 'Ver anteriores' }).click();
  await expect(rows).toHaveCount(100);
  await page.getByRole('combobox', { name: 'Tipo' }).selectOption('CourseCreated');
  await expect(page.getByText(/ eventos encontrados · .* · se revisó todo$/)).toBeVisible();
  await page.getByText('Más filtros').click();
  await page.getByRole('textbox', { name: 'Campo' }).fill('courseId');
  await page.getByRole('textbox', { name: 'Valor' }).fill('1');
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(/\/analytics\/events\?flujo=course-\*&tipo=CourseCreated&campo=courseId&valor=1$/);

  await test.step('one event, with its neighbours', async () => {
    await rows.getByRole('button').click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('heading', { name: 'CourseCreated' })).toBeVisible();
    await expect(dialog.getByText('courseId: 1', { exact: true })).toBeVisible();
    await expect(page).toHaveURL(/evento=course-1(%40|@)0/);
    await page.reload();
    await expect(dialog.getByRole('heading', { name: 'CourseCreated' })).toBeVisible();
    await dialog.getByRole('link', { name: 'Todo su flujo' }).click();
    await expect(page).toHaveURL(/\/analytics\/events\?flujo=course-1$/);
    await expect(dialog).toBeHidden();
    await page.goBack();
    await expect(dialog.getByRole('heading', { name: 'CourseCreated' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(rows).toHaveCount(1);
  });

  await test.step('what was found is taken along, and stands on record', async () => {
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Descargar', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Todo lo encontrado, como CSV' }).click();
    expect((await file).suggestedFilename()).toMatch(/^eventos-.*\.csv$/);
    await page.getByRole('button', { name: 'Descargar', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Descargas anteriores' }).click();
    const dialog = page.getByRole('dialog', { name: 'Descargas anteriores' });
    await expect(dialog.getByRole('listitem')).toContainText(['1 evento, CSV']);
    await expect(dialog.getByRole('listitem')).toContainText(['flujo=course-* tipo=CourseCreated campo=courseId valor=(no se guarda)']);
    await page.keyboard.press('Escape');
  });

  await test.step('what happens from now on', async () => {
    await page.goto('/analytics/events?tipo=ClassUncompleted&vivo=1');
    const student = await school.login('premium');
    const panel = await school.ask('GET', `/api/progreso/${student.id}`, { token: student.token });
    const courseId = (panel.body.cursos as { id_curso: number }[])[0]?.id_curso ?? 0;
    const [first] = (await standingOf(school, student, courseId)).completadas;
    const turn = async () => {
      await complete(school, student, first?.id_sesion ?? 0);
      await complete(school, student, first?.id_sesion ?? 0, false);
    };
    // It follows from the moment on in which it has found the end.
    await expect(async () => {
      await turn();
      await expect(rows).not.toHaveCount(0, { timeout: 1_500 });
    }).toPass();
    await page.getByRole('button', { name: 'Pausar' }).click();
    const shown = await rows.count();
    await turn();
    await page.getByRole('button', { name: /^Continuar \([1-9]/ }).click();
    await expect.poll(() => rows.count()).toBeGreaterThan(shown);
    await expect(rows.first()).toContainText(`Estudiante ${student.id}`);
  });
});
