/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { join, type Person } from '../support/people.ts';
import type { School } from '../support/school.ts';
import { axeFindings, expect, NIGHT, test } from './fixtures.ts';
import { type Draft, draftCourse, enrol, ok, outlineOf, setPublished, standingOf } from './school-calls.ts';

/** The player: one comes back to where one was, the keyboard is enough, and staff leave no trace. */

const code = 'for paso in range(3):\n    print(paso)';
let course: Draft | undefined;
let people = 0;

/** One course for the file, and for each test a person who is enrolled in it. */
async function pupil(school: School): Promise<{ person: Person; course: Draft }> {
  if (!course) {
    const author = await school.login('instructor');
    course = await draftCourse(school, author, 'Rutas y estaciones', [
      [{ title: 'Primera clase', text: `Mira:\n\n\`\`\`python\n${code}\n\`\`\`\n` }, { title: 'Segunda clase' }],
      [{ title: 'Tercera clase' }],
    ]);
    const guide = { id_sesion: klass(course, 1, 0).id, titulo: 'Guía de la tercera', link_recurso: 'https://ejemplo.mx/guia.pdf' };
    await ok(school, 'POST', '/api/recursos', { token: author.token, body: guide });
    await setPublished(school, author, course.id, true);
  }
  people += 1;
  const person = await join(school, `pupila_${people}`);
  await enrol(school, person, course.id);
  return { person, course };
}
const part = (draft: Draft, module: number) => {
  const found = draft.modules[module];
  if (!found) throw new Error(`no module ${module}`);
  return found;
};
const klass = (draft: Draft, module: number, index: number) => {
  const found = part(draft, module).classes[index];
  if (!found) throw new Error(`no class ${module}.${index}`);
  return found;
};
const address = (draft: Draft, module?: number, index?: number) =>
  `/courses?courseId=${draft.id}${module === undefined ? '' : `&modulo=${part(draft, module).id}`}${module === undefined || index === undefined ? '' : `&sesion=${klass(draft, module, index).id}`}`;
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

// rows: C03
test('the back button goes back through what was seen', async ({ as, school }) => {
  const { person, course } = await pupil(school);
  const page = await as(person);
  await page.goto(address(course));
  await expect(heading(page, 'Rutas y estaciones')).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('heading', { level: 3 })
    .getByRole('link', { name: part(course, 0).name })
    .click();
  await expect(heading(page, part(course, 0).name)).toBeVisible();
  await page.getByRole('link', { name: 'Ir a «Primera clase»' }).click();
  await expect(heading(page, 'Primera clase')).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Anterior y siguiente' })
    .getByRole('link', { name: /^Clase siguiente/ })
    .click();
  await expect(heading(page, 'Segunda clase')).toBeVisible();
  for (const name of ['Primera clase', part(course, 0).name, 'Rutas y estaciones']) {
    await page.goBack();
    await expect(heading(page, name)).toBeVisible();
  }
  await page.goForward();
  await expect(heading(page, part(course, 0).name)).toBeVisible();
});

// rows: C01
test('a link to a subtopic survives signing in', { tag: NIGHT }, async ({ visitor, school }) => {
  const student = await school.login('estudiante');
  const outline = await outlineOf(school, student, 1);
  const session = outline.modulos[0]?.sesiones.find(({ subtemas }) => subtemas.length > 1);
  const subtopic = session?.subtemas[1];
  const page = await visitor();
  await page.goto(`/courses?courseId=1&subtema=${subtopic?.id_subtema}`);
  await expect(page).toHaveURL(/\/login\?returnTo=/);
  await page.getByLabel('Correo electrónico').fill('estudiante@demo.mx');
  await page.getByLabel('Contraseña', { exact: true }).fill('Demo-2026!');
  await page.getByRole('main').getByRole('button', { name: 'Iniciar Sesión' }).click();
  await expect(page).toHaveURL(new RegExp(`subtema=${subtopic?.id_subtema}$`));
  await expect(heading(page, session?.titulo ?? '')).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: subtopic?.titulo ?? '' })).toBeVisible();
});

// rows: C15
test('a course opens where it was left, on another device too', async ({ as, school }) => {
  const { person, course } = await pupil(school);
  const one = await as(person);
  const saved = one.waitForResponse(
    (response) => response.url().includes('/api/progreso/ultima-vista/') && response.request().method() !== 'GET',
  );
  await one.goto(address(course, 0, 1));
  await expect(heading(one, 'Segunda clase')).toBeVisible();
  expect((await saved).status()).toBeLessThan(300);
  const two = await as(person);
  await two.goto(address(course));
  await expect(heading(two, 'Segunda clase')).toBeVisible();
  await expect(two).toHaveURL(new RegExp(`sesion=${klass(course, 0, 1).id}`));
  // The overview stays reachable.
  await two.getByRole('navigation', { name: 'Dónde estás' }).getByRole('link', { name: 'Rutas y estaciones', exact: true }).click();
  await expect(heading(two, 'Rutas y estaciones')).toBeVisible();
});

// rows: C02
test('the keyboard is enough', async ({ as, school }) => {
  const { person, course } = await pupil(school);
  const page = await as(person);
  await page.goto(address(course));
  await expect(heading(page, 'Rutas y estaciones')).toBeVisible();
  const focused = page.locator(':focus');
  const tabTo = async (matches: string) => {
    for (let presses = 0; presses < 60; presses += 1) {
      await page.keyboard.press('Tab');
      if (await focused.evaluate((element, selector) => element.matches(selector), matches)) return;
    }
    throw new Error(`Tab does not reach ${matches}`);
  };
  await page.keyboard.press('Tab');
  await expect(focused).toHaveText('Saltar al contenido');

  await tabTo('[role=treeitem]');
  await expect(focused).toHaveAccessibleName(new RegExp(`^${part(course, 0).name}`));
  await page.keyboard.press('ArrowLeft');
  await expect(focused).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('ArrowRight');
  await expect(focused).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowRight');
  await expect(focused).toHaveAccessibleName(/^Primera clase/);
  await page.keyboard.press('Space');
  await expect(page.getByRole('treeitem', { name: 'Primera clase' })).toBeChecked();
  await page.keyboard.press('ArrowDown');
  if ((await focused.getAttribute('aria-level')) === '3') await page.keyboard.press('ArrowDown');
  await expect(focused).toHaveAccessibleName(/^Segunda clase/);
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Segunda clase')).toBeFocused();
  await tabTo('input[type=checkbox]');
  await page.keyboard.press('Space');
  await expect(focused).toBeChecked();
  await expect(page.getByText('Clase completada', { exact: true })).toBeVisible();
  await expect.poll(async () => (await standingOf(school, person, course.id)).sesionesCompletadas).toBe(2);
  await expect(page.getByRole('treeitem', { name: part(course, 1).name })).not.toHaveAttribute('aria-disabled', 'true');
});

// rows: C06
test('formulas of a lesson are drawn on a phone, prices stay prose, and what is too wide scrolls inside its box', { tag: NIGHT }, async ({
  as,
  school,
}) => {
  const author = await school.login('instructor');
  const wide = Array.from({ length: 40 }, (_, index) => `x_{${index}}`).join(' + ');
  const own = await draftCourse(school, author, 'Curso con cuentas', [
    [{ title: 'Sumas largas', text: `Cuesta $20 y $30.\n\n$$\n${wide}\n$$\n\nEn su línea, $${wide}$, y rota: $\\frac{a}{$.\n` }],
  ]);
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await as('instructor', { viewport: { width: 360, height: 780 }, colorScheme });
    const width = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await page.goto(address(own, 0, 0));
    const text = page.locator('.text');
    await expect(text.locator('math')).toHaveCount(2);
    await expect(text.getByText('Cuesta $20 y $30.', { exact: true })).toBeVisible();
    await expect(text.locator('.formula-bad')).toContainText('\\frac{a}{');
    await expect(text.locator('annotation').first()).toBeHidden();
    const box = text.locator('.formula-block');
    expect(await box.evaluate((element) => element.scrollWidth > element.clientWidth + 100)).toBe(true);
    await box.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => box.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
    expect(await width()).toBeLessThanOrEqual(0);
    await expect.poll(() => axeFindings(page)).toEqual([]);
  }
  await test.step('a lesson of the demo', async () => {
    const page = await as('admin', { viewport: { width: 360, height: 780 } });
    const courses = (await ok(school, 'GET', '/api/cursos/cursos')) as unknown as { id: number }[];
    const outlines = await Promise.all(courses.map(({ id }) => outlineOf(school, author, id)));
    const session = outlines
      .flatMap(({ modulos }) => modulos.flatMap(({ sesiones }) => sesiones))
      .find(({ titulo }) => titulo === 'LoRA y QLoRA');
    const course = outlines.find(({ modulos }) => modulos.some(({ sesiones }) => session && sesiones.includes(session)));
    await page.goto(`/courses?courseId=${course?.curso.id}&sesion=${session?.id_sesion}`);
    await expect(page.locator('.text .formula-block math')).toHaveCount(2);
    await expect(page.locator('.text .formula-bad')).toHaveCount(0);
    await expect.poll(() => axeFindings(page)).toEqual([]);
  });
});

// rows: C07, N08
test('a video of another house loads nothing before it is played; ours plays with captions, by keys, and goes on where one stopped', async ({
  as,
  school,
  trouble,
}) => {
  const author = await school.login('instructor');
  const draft = await draftCourse(school, author, 'Curso con una charla', [[{ title: 'Clase con charla' }]]);
  const talk = { id_sesion: klass(draft, 0, 0).id, titulo: 'Una charla', link_video: 'https://www.youtube.com/watch?v=LPZh9BOjkQs' };
  await ok(school, 'POST', '/api/subtema', { token: author.token, body: { ...talk, tipo_subtema: 'video' } });
  const page = await as('admin');
  await page.goto(address(draft, 0, 0));
  await page.getByRole('link', { name: /^Una charla/ }).click();
  const play = page.getByRole('button', { name: /^Ver el video:/ });
  await expect(play).toBeVisible();
  expect(trouble.seen).toEqual([]);
  // From here on the other house is asked, and does not answer.
  await page.route(/youtube(-nocookie)?\.com|ytimg\.com|google/, (route) => route.abort());
  trouble.allow(/youtube|ytimg|google|net::ERR_/);
  await play.click();
  await expect(page.getByRole('alert').filter({ hasText: '¿No carga?' })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('link', { name: /Ábrelo en YouTube/ })).toBeVisible();

  await test.step('a film of the school', async () => {
    const page = await as('premium');
    const asked: string[] = [];
    page.on('request', (request) => request.url().includes('/videos/') && asked.push(new URL(request.url()).pathname));
    await page.goto('/courses?courseId=1&modulo=1&sesion=1');
    await page.getByRole('navigation', { name: 'Subtemas de la clase' }).getByRole('link', { name: /Video/ }).click();
    const film = page.getByRole('button', { name: /^Ver el video:/ });
    await expect(film).toBeVisible();
    expect(asked.filter((path) => path.endsWith('.webm'))).toEqual([]);
    await expect(page.getByText('Sin audio: todo se lee en la imagen')).toBeVisible();
    await film.click();
    const video = page.locator('video');
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0.6);
    await expect(page.getByText('¿Cómo lee un modelo de lenguaje?')).toBeVisible();
    await page.getByRole('button', { name: 'Pausar' }).press('k');
    await expect(page.getByRole('button', { name: 'Reproducir' })).toBeVisible();
    await page.getByRole('combobox', { name: 'Velocidad' }).selectOption('1.5×');
    expect(await video.evaluate((element: HTMLVideoElement) => element.playbackRate)).toBe(1.5);
    await page.getByRole('slider', { name: 'Avance del video' }).fill('36');
    await expect(page.getByText('se acercan las palabras')).toBeVisible();
    await page.getByRole('combobox', { name: 'Subtítulos' }).selectOption('Inglés');
    await expect(page.getByText('words that keep similar company')).toBeVisible();
    await expect.poll(() => axeFindings(page)).toEqual([]);
    await page.reload();
    await film.click();
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(30);
  });
});

test('staff look at a course as students see it, and nothing is written', { tag: NIGHT }, async ({ as, school }) => {
  const { course } = await pupil(school);
  const instructor = await school.login('instructor');
  const page = await as(instructor);
  await page.clock.install();
  const head = () => school.running.deps.commands.log.store.head();
  const before = await head();
  const writes: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') writes.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  await page.goto(address(course));
  await expect(page.getByText('Vista previa')).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('heading', { level: 3 })
    .getByRole('link', { name: part(course, 1).name })
    .click();
  await page.getByRole('link', { name: 'Ir a «Tercera clase»' }).click();
  await expect(heading(page, 'Tercera clase')).toBeVisible();
  await expect(page.getByRole('main').getByRole('checkbox')).toHaveCount(0);
  // Past the study clock's beat and the saving of the last view.
  await page.mouse.move(200, 200);
  await page.clock.runFor(40_000);
  await page.goto('/instructor/courses');
  await expect(page.getByRole('heading', { level: 1, name: 'Gestión de Cursos' })).toBeVisible();
  expect(writes).toEqual([]);
  expect(await head()).toBe(before);
  expect((await ok(school, 'GET', `/api/progreso/${instructor.id}`, { token: instructor.token })).cursos).toEqual([]);
});
