import type { Page } from '@playwright/test';
import { settled } from '../support/people.ts';
import { expect, isMarked, live, mark, test } from './fixtures.ts';
import { complete, draftCourse, outlineOf, standingOf } from './school-calls.ts';

/** The main job: a visitor becomes a student who learns, and everybody sees what changes without asking for it. */

const FREE_COURSE = 'IA No-Code';
const figure = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).locator('.figure-value');

/** Goes on from subtopic to subtopic until the class can be ticked. */
async function toTheEndOfTheClass(page: Page): Promise<void> {
  const tick = page.getByRole('checkbox', { name: /Marcar como completada|Clase completada/ });
  const next = page.getByRole('navigation', { name: 'Anterior y siguiente' }).getByRole('link', { name: /^Siguiente/ });
  await expect(async () => {
    await expect(tick.or(next).first()).toBeVisible();
    if (!(await tick.isVisible())) await next.click();
    await expect(tick).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
}

// rows: A32, A35, B24, D01, D05, D07
test('a visitor registers, confirms the e-mail, enrols in a free course and completes a first class', async ({ visitor }) => {
  const page = await visitor();
  await test.step('from the landing page to the form', async () => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1, name: /^Aprende a construir con inteligencia artificial/ })).toBeVisible();
    await page.getByRole('link', { name: 'Crear Cuenta Gratis' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Crear Cuenta' })).toBeVisible();
  });

  await test.step('the list of what a password needs ticks itself while it is typed', async () => {
    const rule = (text: string) => page.getByRole('listitem').filter({ hasText: text });
    const password = page.getByLabel('Contraseña', { exact: true });
    await password.fill('corta');
    await expect(rule('Mínimo 8 caracteres')).toHaveText(/pendiente$/);
    await password.fill('Suficiente');
    await expect(rule('Mínimo 8 caracteres')).toHaveText(/cumplido$/);
    await expect(rule('Al menos una letra mayúscula')).toHaveText(/cumplido$/);
    await expect(rule('Al menos un símbolo especial')).toHaveText(/pendiente$/);
    await password.fill('Suficiente-1!');
    await expect(page.getByText('Cumple 3 de 3')).toBeAttached();
  });

  await test.step('a taken name is told before the form is sent', async () => {
    await page.getByLabel('Nombre de usuario').fill('estudiante');
    await page.getByLabel('Correo electrónico').fill('nueva@prueba.mx');
    await expect(page.getByText('Ese nombre de usuario ya está en uso.')).toBeVisible();
    await page.getByLabel('Nombre de usuario').fill('nueva');
    await page.getByLabel('Nombre', { exact: true }).fill('Noemí');
    await expect(page.getByText('Disponible').first()).toBeVisible();
  });

  await test.step('the account is created with the terms read', async () => {
    await page.getByLabel('Confirma tu contraseña').fill('Suficiente-1!');
    await page.getByRole('button', { name: 'términos de uso' }).click();
    const terms = page.getByRole('dialog', { name: 'Términos de uso' });
    await expect(terms).toBeVisible();
    await terms.getByRole('button', { name: 'Acepto los términos' }).click();
    await expect(terms).toBeHidden();
    await expect(page.getByRole('checkbox')).toBeChecked();
    await page.getByRole('button', { name: 'Crear Cuenta' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Confirma tu correo' })).toBeVisible();
    await expect(page).toHaveURL(/\/verify-email-notice\?email=nueva%40prueba\.mx/);
  });

  await test.step('the mail is in the demo mailbox, and its link confirms', async () => {
    await page.getByRole('link', { name: 'buzón de la demostración' }).click();
    const mail = page.getByRole('listitem').filter({ hasText: 'nueva@prueba.mx' });
    await expect(async () => {
      await page.getByRole('button', { name: 'Actualizar' }).click();
      await expect(mail.first()).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 60_000 });
    await mail.getByRole('link', { name: 'Abrir el enlace' }).first().click();
    await expect(page.getByText('Email verificado correctamente')).toBeVisible();
  });

  await test.step('is signed in by it, and lands on the empty dashboard', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Hola, Noemí' })).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByText('Todavía no llevas ningún curso')).toBeVisible();
    await expect(page.getByText('Confirma tu correo para poder comprar')).toHaveCount(0);
  });

  await test.step('enrols from the catalogue', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Explorar cursos' }).first().click();
    // The notice stays for two seconds: it is looked for from the click on, not once the course has opened.
    await Promise.all([
      expect(page.getByText('¡Curso y sesiones añadidos a tu lista!')).toBeVisible(),
      page.getByRole('button', { name: `Comenzar: ${FREE_COURSE}` }).click(),
    ]);
    await expect(page.getByRole('heading', { level: 1, name: FREE_COURSE })).toBeVisible();
  });

  await test.step('completes the first class and sees progress move', async () => {
    const progress = page.getByRole('complementary', { name: 'Temario' }).getByRole('button', { name: /clases$/ });
    await expect(progress).toHaveText(/^0 % · 0 de \d+ clases$/);
    await page.getByRole('region', { name: 'Tu avance' }).getByRole('link', { name: 'Comenzar' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Qué hay detrás de un asistente' })).toBeVisible();
    await toTheEndOfTheClass(page);
    await page.getByRole('checkbox', { name: 'Marcar como completada' }).check();
    await expect(page.getByText('Clase completada', { exact: true })).toBeVisible();
    await expect(progress).toHaveText(/^[1-9]\d* % · 1 de \d+ clases$/);
    await expect(page.getByRole('treeitem', { name: 'Qué hay detrás de un asistente' })).toBeChecked();
    // The server has it, not this page alone.
    await page.reload();
    await expect(progress).toHaveText(/1 de \d+ clases$/);
  });
});

// rows: D02, D09, F10
test('what is completed in one window moves the other windows of the same person without a reload, each by one read of its panel', async ({
  as,
  browse,
  school,
}) => {
  const student = await school.login('estudiante');
  const before = await standingOf(school, student, 1);
  const next = before.siguiente;
  if (!next) throw new Error('the demo student has completed everything');
  const total = before.totalSesiones;
  const done = before.sesionesCompletadas;
  const percent = (count: number) => Math.floor((count * 100) / total);

  const second = await browse('estudiante');
  const [dashboard, mine, progress] = [await second.newPage(), await second.newPage(), await second.newPage()];
  await dashboard.goto('/dashboard');
  await mine.goto('/my-courses');
  await progress.goto('/progress');
  const row = dashboard.getByRole('listitem').filter({ has: dashboard.getByRole('link', { name: FREE_COURSE, exact: true }) });
  const hero = mine.getByRole('region', { name: FREE_COURSE });
  const article = progress.getByRole('article').filter({ has: progress.getByRole('heading', { name: FREE_COURSE }) });
  const shows = async (count: number) => {
    await expect(figure(dashboard, 'Clases completadas')).toHaveText(String(count));
    await expect(row).toContainText(`${percent(count)} %`);
    await expect(hero).toContainText(`${percent(count)} % · ${count} de ${total} clases`);
    await expect(figure(progress, 'Clases completadas')).toHaveText(String(count));
    await expect(article).toContainText(`${percent(count)} %`);
  };
  await shows(done);
  for (const page of [dashboard, mine, progress]) {
    await live(page);
    await mark(page);
  }

  const first = await as('estudiante');
  await first.goto(`/courses?courseId=1&modulo=${next.moduleId}&sesion=${next.sessionId}`);
  await expect(first.getByRole('heading', { level: 1, name: next.titulo })).toBeVisible();
  await toTheEndOfTheClass(first);
  await first.getByRole('checkbox', { name: 'Marcar como completada' }).check();
  await shows(done + 1);
  // And back, from the other side: what each window asks for is its panel, once (docs/decisions/0018-composed-answers.md).
  const asked = [dashboard, mine, progress].map((page) => {
    const paths: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/')) paths.push(`${request.method()} ${pathname}`);
    });
    return paths;
  });
  await complete(school, student, next.sessionId, false);
  await shows(done);
  for (const paths of asked) expect(paths).toEqual([`GET /api/progreso/${student.id}`]);
  await expect(first.getByRole('checkbox', { name: 'Marcar como completada' })).not.toBeChecked();
  for (const page of [dashboard, mine, progress]) expect(await isMarked(page)).toBe(true);
});

// rows: B03, I05
test('a course that an administrator publishes appears in the open catalogue, and the figures of the school move', async ({
  as,
  visitor,
  school,
}) => {
  const instructor = await school.login('instructor');
  const draft = await draftCourse(school, instructor, 'Visión por computadora', [[{ title: 'Qué ve una máquina' }]]);

  const catalogue = await visitor();
  await catalogue.goto('/list-courses');
  await expect(catalogue.getByRole('heading', { name: FREE_COURSE })).toBeVisible();
  await expect(catalogue.getByRole('heading', { name: 'Visión por computadora' })).toHaveCount(0);
  await mark(catalogue);

  const admin = await as('admin');
  await admin.goto('/admin/courses');
  const course = admin.getByRole('row').filter({ hasText: 'Visión por computadora' });
  await expect(course).toContainText('Borrador');
  const overview = await admin.context().newPage();
  await overview.goto('/admin/overview');
  await live(overview);
  await mark(overview);
  const published = Number(await figure(overview, 'Cursos publicados').textContent());

  await course.getByRole('button', { name: 'Acciones de Visión por computadora' }).click();
  await admin.getByRole('menuitem', { name: 'Publicar', exact: true }).click();
  const dialog = admin.getByRole('dialog', { name: '¿Publicar «Visión por computadora»?' });
  await dialog.getByLabel('Motivo').fill('Revisado en la prueba');
  await dialog.getByRole('button', { name: 'Publicar' }).click();
  await expect(admin.getByText('Curso publicado.')).toBeVisible();
  await expect(course).toContainText('Publicado');

  await expect(catalogue.getByRole('heading', { name: 'Visión por computadora' })).toBeVisible();
  expect(await isMarked(catalogue)).toBe(true);
  await expect(figure(overview, 'Cursos publicados')).toHaveText(String(published + 1));

  await test.step('a student completes a class: the figure of the school moves', async () => {
    const student = await school.login('estudiante');
    const { siguiente } = await standingOf(school, student, 1);
    await settled(school);
    const completed = Number((await figure(overview, 'Clases completadas').textContent())?.replace(/\D/g, ''));
    await complete(school, student, siguiente?.sessionId ?? 0);
    await expect(figure(overview, 'Clases completadas')).toHaveText(new Intl.NumberFormat('es-MX').format(completed + 1));
    expect(await isMarked(overview)).toBe(true);
  });

  await test.step('taken back, it leaves the catalogue the same way', async () => {
    await course.getByRole('button', { name: 'Acciones de Visión por computadora' }).click();
    await admin.getByRole('menuitem', { name: 'Despublicar', exact: true }).click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Despublicar' }).click();
    await expect(catalogue.getByRole('heading', { name: 'Visión por computadora' })).toHaveCount(0);
    expect(await isMarked(catalogue)).toBe(true);
    expect((await outlineOf(school, instructor, draft.id)).modulos).toHaveLength(1);
  });

  await test.step('each figure leads to what it counts', async () => {
    await expect(overview.getByRole('link', { name: /^Ver el detalle: / })).toHaveCount(8);
    await overview.getByRole('link', { name: 'Ver el detalle: Cursos publicados' }).click();
    await expect(overview).toHaveURL(/\/admin\/courses\?estado=publicado/);
  });
});
