/// <reference lib="dom" />
import { axeFindings, expect, isMarked, live, mark, NIGHT, test } from './fixtures.ts';
import { draftCourse, ok, outlineOf, setPublished } from './school-calls.ts';

/** The landing's doors, the catalogue, a course's page and the shop, as people use them. */

const COURSES = ['IA No-Code', 'Curso de Python', 'Agentes de IA', 'MCP Servers', 'Vibe Coding', 'Fine Tuning LLMs'];

// rows: A04, A05
test('what an administrator features stands first on an open landing, and its figures count what is published', { tag: NIGHT }, async ({
  as,
  visitor,
  school,
}) => {
  const page = await visitor();
  await page.goto('/');
  // rows: A03, A12
  await test.step('the first view leads on: to the courses of the page, and to signing in', async () => {
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: 'Comienza tu aprendizaje' })).toHaveAttribute('href', '/login');
    await main.getByRole('link', { name: 'Explorar cursos', exact: true }).click();
    await expect(page).toHaveURL(/#cursos-destacados$/);
    await expect(page.locator('#cursos-destacados')).toBeFocused();
    await expect(page.locator('#cursos-destacados').getByRole('article')).toHaveCount(6);
    for (const name of COURSES) await expect(page.locator('#cursos-destacados').getByRole('heading', { name })).toBeVisible();
    await expect(main.getByRole('link', { name: 'Crear Cuenta Gratis' })).toHaveAttribute('href', '/register?campaign=cierre');
    await expect(main.getByRole('link', { name: 'Realiza tu registro' }).first()).toHaveAttribute('href', /^\/register\?campaign=/);
  });
  const featured = page.locator('#cursos-destacados');
  await expect(featured.getByRole('article')).toHaveCount(6);
  const figure = page.locator('[data-figure="courses"] dd');
  await expect(figure).toHaveText('6');
  await expect(page.getByText(/^Actualizado/).first()).toBeVisible();
  await mark(page);
  const instructor = await school.login('instructor');
  const draft = await draftCourse(school, instructor, 'Ética de la IA', [[{ title: 'Quién decide' }]]);
  await setPublished(school, await school.login('admin'), draft.id, true);
  await expect(figure).toHaveText('7');
  // Nobody takes this course yet, and six others are featured: it is not among the first.
  await expect(featured.getByRole('heading', { name: 'Ética de la IA' })).toHaveCount(0);

  // Instructors do not decide which courses the landing page shows first.
  await ok(school, 'PUT', `/api/cursos/cursos/${draft.id}`, { token: instructor.token, body: { destacado: true } });
  expect((await outlineOf(school, instructor, draft.id)).curso.destacado).toBe(false);

  const admin = await as('admin');
  await admin.goto('/admin/courses');
  await live(admin);
  const row = (name: string) => admin.getByRole('row').filter({ hasText: name });
  const act = async (name: string, what: string) => {
    await row(name)
      .getByRole('button', { name: `Acciones de ${name}` })
      .click();
    await admin.getByRole('menuitem', { name: what, exact: true }).click();
  };
  await act('Ética de la IA', 'Destacar en la portada');
  await expect(row('Ética de la IA')).toContainText('Destacado');
  await act('Fine Tuning LLMs', 'Dejar de destacar');
  await expect(row('Fine Tuning LLMs')).not.toContainText('Destacado');
  await expect(featured.getByRole('heading', { name: 'Ética de la IA' })).toBeVisible();
  await expect(featured.getByRole('heading', { name: 'Fine Tuning LLMs' })).toHaveCount(0);
  expect(await isMarked(page)).toBe(true);
  await act('Fine Tuning LLMs', 'Destacar en la portada');

  // Of more than six, the order says which: it is chosen by keyboard, and the button keeps the focus.
  await expect(featured.getByRole('heading', { name: 'Ética de la IA' })).toHaveCount(0);
  await admin.getByRole('button', { name: 'Orden de la portada' }).click();
  const places = admin.getByRole('dialog').getByRole('listitem');
  await expect(places).toHaveCount(7);
  await expect(places.last()).toContainText('Ética de la IA');
  const up = admin.getByRole('button', { name: 'Subir: Ética de la IA' });
  await up.focus();
  for (const place of [6, 5]) {
    await admin.keyboard.press('Enter');
    await expect(places.nth(place - 1)).toContainText('Ética de la IA');
    await expect(up).toBeFocused();
  }
  await admin.getByRole('button', { name: 'Guardar orden' }).click();
  await expect(featured.getByRole('article').nth(4)).toContainText('Ética de la IA');
  await expect(featured.getByRole('article')).toHaveCount(6);
  expect(await isMarked(page)).toBe(true);
  await setPublished(school, await school.login('admin'), draft.id, false);
  await expect(figure).toHaveText('6');
});

// rows: A20, B01
test('search, order and facets stand in the address: they can be shared, reloaded and gone back from', { tag: NIGHT }, async ({
  visitor,
  trouble,
}) => {
  trouble.allow(/Failed to load resource/);
  const page = await visitor();
  await page.goto('/list-courses');
  const titles = page.getByRole('article').getByRole('heading');
  await expect(titles).toHaveCount(6);
  await page.getByRole('searchbox', { name: 'Buscar cursos' }).fill('pyton');
  await expect(page).toHaveURL(/buscar=pyton/);
  await expect(titles.first()).toHaveText('Curso de Python');
  await expect(page.getByText(/Mostramos resultados de «python»/i)).toBeVisible();
  await page.getByRole('button', { name: 'Borrar la búsqueda' }).click();
  await expect(titles).toHaveCount(6);
  await page.getByRole('combobox', { name: 'Ordenar por' }).selectOption({ label: 'Más valorados' });
  await expect(page).toHaveURL(/orden=valorados/);
  const average = async () =>
    (await page.getByRole('article').locator('.review .sr').allTextContents()).map((text) => Number(/\d[.,]\d/.exec(text)?.[0]));
  const inOrder = async () => {
    const rated = await average();
    return rated.length > 1 && rated.every((value, at) => at === 0 || value <= (rated[at - 1] ?? 0));
  };
  await expect.poll(inOrder).toBe(true);
  await page.getByRole('checkbox', { name: /^Principiante/ }).click();
  await expect(page).toHaveURL(/dificultad=principiante/);
  await expect(titles).toHaveCount(2);
  await page.getByRole('checkbox', { name: /^De pago/ }).click();
  await expect(titles).toHaveText(['Curso de Python']);
  const shared = page.url();
  await page.reload();
  await expect(titles).toHaveText(['Curso de Python']);
  await expect(page.getByRole('checkbox', { name: /^Principiante/ })).toBeChecked();
  await expect(page.getByRole('combobox', { name: 'Ordenar por' })).toHaveValue('valorados');
  await page.getByRole('link', { name: /^Más información/ }).click();
  await expect(page.getByRole('dialog', { name: 'Curso de Python' })).toBeVisible();
  await expect(page).toHaveURL(/\/cursos\/curso-de-python-2$/);
  await page.goBack();
  await expect(page).toHaveURL(shared);
  await expect(titles).toHaveText(['Curso de Python']);

  await test.step('Back undoes one choice at a time, and leaves the catalogue only where it was entered', async () => {
    await page.goto('/pricing');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Cursos', exact: true }).click();
    await expect(page).toHaveURL(/\/list-courses$/);
    await page.getByRole('checkbox', { name: /^Principiante/ }).click();
    await page.getByRole('checkbox', { name: /^De pago/ }).click();
    await page.getByRole('combobox', { name: 'Ordenar por' }).selectOption({ label: 'Más reciente' });
    await page.getByRole('searchbox', { name: 'Buscar cursos' }).pressSequentially('python', { delay: 60 });
    await expect(page).toHaveURL(/buscar=python/);
    // Letters are no steps: what was typed goes with the choice before it.
    await page.goBack();
    await expect(page).toHaveURL(/\/list-courses\?dificultad=principiante&precio=pagado$/);
    await expect(page.getByRole('searchbox', { name: 'Buscar cursos' })).toHaveValue('');
    await expect(page.getByRole('combobox', { name: 'Ordenar por' })).toHaveValue('mejor');
    await expect(titles).toHaveText(['Curso de Python']);
    await page.goBack();
    await expect(page.getByRole('checkbox', { name: /^De pago/ })).not.toBeChecked();
    await expect(page.getByRole('checkbox', { name: /^Principiante/ })).toBeChecked();
    await page.goBack();
    await expect(page).toHaveURL(/\/list-courses$/);
    await expect(titles).toHaveCount(6);
    await page.goBack();
    await expect(page).toHaveURL(/\/pricing$/);
  });

  // rows: B31
  await test.step('three states, each with its own way on: it failed, nothing matches, there is nothing', async () => {
    let answer: 'fail' | 'empty' | 'go' = 'fail';
    await page.route('**/api/cursos/buscar*', async (route) => {
      if (answer === 'fail')
        return route.fulfill({ status: 503, contentType: 'application/json', body: '{"code":"NOT_READY","message":""}' });
      if (answer === 'go') return route.continue();
      const real = await route.fetch();
      const body = (await real.json()) as object;
      return route.fulfill({
        response: real,
        json: { ...body, cursos: [], total: 0, publicado: { cursos: 0, sesiones: 0, recursos: 0 }, siguiente: null },
      });
    });
    await page.goto('/list-courses?dificultad=avanzado');
    const failed = page.getByRole('alert').filter({ hasText: 'No se pudieron cargar los cursos' });
    await expect(failed).toBeVisible();
    answer = 'go';
    // The page tries again by itself once the network is back: the button may be gone before it is pressed.
    await Promise.race([
      failed
        .getByRole('button', { name: 'Reintentar' })
        .click()
        .catch(() => undefined),
      expect(failed).toHaveCount(0),
    ]);
    await expect(page.getByRole('article')).toHaveCount(1);
    await page.getByRole('searchbox', { name: 'Buscar cursos' }).fill('zzzzzz');
    await expect(page.getByText('No se encontraron cursos')).toBeVisible();
    await page.getByRole('button', { name: 'Quitar filtros' }).click();
    await expect(page.getByRole('article')).toHaveCount(6);
    await expect(page).toHaveURL(/\/list-courses$/);
    answer = 'empty';
    await page.goto('/list-courses?orden=reciente');
    await expect(page.getByText('No hay cursos disponibles')).toBeVisible();
  });
});

// rows: B08, B09
test('Premium shows what it opens, its price and the guarantee; the button flips in the open page when the plan changes', {
  tag: NIGHT,
}, async ({ as, school, trouble }) => {
  trouble.allow(/Failed to load resource/);
  const page = await as('estudiante');
  // rows: A21
  await test.step('a priced Premium course is bought where it is open; its card keeps the lock', async () => {
    const card = page.getByRole('article', { name: 'Agentes de IA' });
    const dialog = page.getByRole('dialog', { name: 'Agentes de IA' });
    const buy = dialog.getByRole('link', { name: 'Comprar Curso: Agentes de IA' });
    // Followed before the application runs, the link leads to the course's own page.
    await expect(async () => {
      await page.goto('/list-courses');
      await expect(card.getByRole('button', { name: 'Ver con Premium: Agentes de IA' })).toBeVisible();
      await card.getByRole('link', { name: /^Más información/ }).click();
      await expect(buy).toBeVisible({ timeout: 3_000 });
    }).toPass();
    await expect(buy).toHaveAttribute('href', '/checkout?courseId=3');
    await page.goBack();
    await expect(dialog).toHaveCount(0);
  });
  const course = page.getByRole('article', { name: 'Vibe Coding' });
  await course.getByRole('button', { name: 'Ver con Premium: Vibe Coding' }).click();
  const dialog = page.getByRole('dialog', { name: 'Contenido Premium' });
  await expect(dialog.getByText('Cambia tu plan para acceder a este contenido.')).toBeVisible();
  await expect(dialog.getByText('$50.00 USD al mes.')).toBeVisible();
  await expect(dialog.getByText(/30 días/)).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'Hazte Premium' })).toHaveAttribute('href', '/checkout?plan=premium');
  await expect.poll(() => axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await mark(page);
  const admin = await school.login('admin');
  const student = await school.login('estudiante');
  const plan = (tipo_usuario: 1 | 2) =>
    ok(school, 'PUT', `/api/auth/users/${student.id}`, { token: admin.token, body: { tipo_usuario, motivo: 'Prueba del catálogo' } });
  await plan(2);
  await expect(course.getByRole('button', { name: 'Comenzar: Vibe Coding' })).toBeVisible();
  await plan(1);
  await expect(course.getByRole('button', { name: 'Ver con Premium: Vibe Coding' })).toBeVisible();
  expect(await isMarked(page)).toBe(true);

  // rows: B11, B12
  await test.step('the shop is the Premium part of the catalogue: prices and the way to the plan, or what one already has', async () => {
    await page.goto('/shop');
    await expect(page.getByRole('article')).toHaveCount(4);
    await expect(page.getByRole('article').first()).toContainText('MXN');
    await expect(page.getByRole('main').getByRole('link', { name: 'Mejorar Plan' })).toHaveAttribute('href', '/checkout?plan=premium');
    await expect(page.getByRole('link', { name: /^Más información/ })).toHaveCount(4);
    // Real figures, or none: never a rating that nobody gave.
    for (const card of await page.getByRole('article').all()) await expect(card).toContainText(/Sin reseñas|\(\d+\)/);

    const premium = await as('premium');
    await premium.goto('/shop');
    await expect(premium.getByRole('region', { name: 'Usuario Premium' }).getByRole('button', { name: 'Ya eres premium!' })).toBeDisabled();
    await expect(
      premium.getByRole('button', { name: /^Iniciar curso: / }).or(premium.getByRole('link', { name: /^Continuar: / })),
    ).toHaveCount(4);

    await page.route('**/api/cursos/buscar*', (route) =>
      route.fulfill({ status: 503, contentType: 'application/json', body: '{"code":"NOT_READY","message":""}' }),
    );
    await page.goto('/shop?orden=reciente');
    await expect(page.getByRole('alert').filter({ hasText: 'No se pudieron cargar los cursos premium. Intente más tarde.' })).toBeVisible();
  });
});

// rows: A20, B13
test('a course has an address of its own, with what one learns in it and what it includes; its author sees what a draft lacks', {
  tag: NIGHT,
}, async ({ visitor, as, school }) => {
  const page = await visitor();
  await page.goto('/cursos/agentes-de-ia-3');
  await expect(page).toHaveTitle(/Agentes de IA/);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1, name: 'Agentes de IA' })).toBeVisible();
  await expect(main.getByText(/MXN/).first()).toBeVisible();
  await expect(main.getByRole('link', { name: 'Comprar Curso: Agentes de IA' })).toHaveAttribute('href', '/checkout?courseId=3');
  await expect(main.getByText('Intermedio').first()).toBeVisible();
  for (const heading of ['Lo que aprenderás', 'Qué incluye', 'La ruta del curso'])
    await expect(main.getByRole('heading', { name: heading })).toBeVisible();
  const { token } = await school.login('admin');
  const site = (await ok(school, 'GET', '/api/sitio')) as { politicas: { clave: string; titulo: string }[] };
  const access = site.politicas.find(({ clave }) => clave === 'acceso');
  await expect(main.locator('.detail-benefits')).toContainText(access?.titulo ?? '—');
  expect(token).toBeTruthy();

  const instructor = await school.login('instructor');
  const draft = await draftCourse(school, instructor, 'Robótica suave', [[{ title: 'Sin metal' }]]);
  const author = await as('instructor');
  await author.goto('/instructor/courses');
  await expect(author.getByRole('row').filter({ hasText: 'Robótica suave' })).toContainText('Duración por definir; por ejemplo, 20 horas');
  expect(draft.modules).toHaveLength(1);
});
