/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { axeFindings, expect, isMarked, live, mark, NIGHT, test } from './fixtures.ts';
import { draftCourse, enrol, ok, setPublished } from './school-calls.ts';

/** Tab until what has this name has the focus, as somebody without a mouse goes there. */
const tabTo = async (page: Page, name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
  await expect(page.getByRole('button', { name }).first()).toBeVisible();
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press(key);
    const focused = await page.evaluate(() => {
      const at = document.activeElement;
      return at?.getAttribute('aria-label') ?? (at instanceof HTMLInputElement ? at.labels?.[0]?.textContent : at?.textContent) ?? '';
    });
    if (name.test(focused.trim())) return;
  }
  throw new Error(`${name} was not reached`);
};

// rows: H11, H18, H22, H24, H26, H27, H28, H36, H37
test('an author writes a module, a class, its reading and its resource by keyboard alone; a learner’s window follows once they are published', async ({
  as,
  school,
}) => {
  const author = await school.login('instructor');
  const draft = await draftCourse(school, author, 'Curso por escribir', [[{ title: 'Bienvenida' }]]);
  await ok(school, 'PUT', `/api/cursos/update/${draft.id}`, { token: author.token, body: { desbloqueo: 'libre' } });
  await setPublished(school, author, draft.id, true);
  await enrol(school, await school.login('estudiante'), draft.id);

  const learner = await as('estudiante');
  await learner.goto(`/courses?courseId=${draft.id}`);
  await live(learner);
  await mark(learner);
  const page = await as('instructor');
  await page.goto(`/instructor/courses/${draft.id}/edit`);
  await live(page);

  const { keyboard } = page;
  await tabTo(page, /^Añadir módulo$/);
  await keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Título' })).toBeFocused();
  await keyboard.type('Agentes');
  await keyboard.press('Enter');
  await expect(page.getByText('¡Título actualizado!')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Agentes' })).toBeVisible();

  await tabTo(page, /^Agregar clase$/);
  await keyboard.press('Enter');
  await keyboard.type('Qué es un agente');
  await keyboard.press('Enter');
  const klass = page.getByRole('button', { name: /Qué es un agente.*0 subtemas/ });
  await expect(klass).toBeFocused();

  await tabTo(page, /^Agregar subtema$/);
  await keyboard.press('Enter');
  await keyboard.type('Definición');
  await keyboard.press('Shift+Tab');
  await keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Lectura' })).toBeChecked();
  await keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Definición Lectura/ })).toBeFocused();
  // The text of a lesson comes after the outline: until then there are those of the module and of the class alone.
  await expect(page.getByRole('button', { name: 'Editar: Contenido' })).toHaveCount(3);
  await tabTo(page, /^Editar: Contenido$/);
  await keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Contenido' })).toBeFocused();
  await keyboard.type('Un **agente** decide.');
  // Given up and taken back is whole, however soon.
  await keyboard.press('Escape');
  await page.getByRole('button', { name: 'Deshacer' }).focus();
  await keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Contenido' })).toHaveText('Un agente decide.');
  // What is typed makes the button one that can be pressed; its colours change over a moment.
  await expect(page.getByRole('button', { name: 'Guardar', exact: true })).toHaveAttribute('aria-disabled', 'false');
  await page.waitForFunction(() => !document.getAnimations().some((animation) => animation instanceof CSSTransition));
  // As high as the page: what the head covers while one scrolls is no finding.
  await page.setViewportSize({ width: 1280, height: 3_000 });
  await expect.poll(() => axeFindings(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 720 });
  await keyboard.press('Control+Enter');
  await expect(page.getByText('¡Contenido actualizado!')).toBeVisible();

  await tabTo(page, /^Agregar recurso$/);
  await keyboard.press('Enter');
  await keyboard.type('Guía de agentes');
  await keyboard.press('Tab');
  await keyboard.type('https://ejemplo.mx/guia.pdf');
  await keyboard.press('Enter');
  await expect(page.getByRole('link', { name: /ejemplo\.mx\/guia\.pdf/ })).toBeVisible();

  // The new module goes first: by Alt and an arrow, on its row of the outline.
  await page
    .getByRole('navigation', { name: 'Contenido del curso' })
    .getByRole('button', { name: /^Agentes/ })
    .focus();
  await keyboard.press('Alt+ArrowUp');
  await expect(page.getByText('Agentes: lugar 1 de 2')).toBeAttached();

  // Nobody sees it yet: the draft says what will change, and who studies sees all of it at once.
  const tree = learner.getByRole('tree');
  await expect(tree.getByRole('treeitem', { name: /Agentes/ })).toHaveCount(0);
  await expect(page.getByText('4 cambios sin publicar')).toBeVisible();
  await page.getByRole('button', { name: 'Publicar cambios' }).focus();
  await keyboard.press('Enter');
  const review = page.getByRole('dialog', { name: 'Cambios sin publicar' });
  await expect(review.getByRole('listitem').first()).toContainText('Agentes');
  await expect.poll(() => axeFindings(page)).toEqual([]);
  await review.getByRole('button', { name: /^Publicar \d cambios$/ }).focus();
  await keyboard.press('Enter');
  await expect(page.getByText('Todo está publicado')).toBeVisible();

  await expect(tree.getByRole('treeitem').first()).toContainText('Agentes');
  await tree.getByRole('treeitem', { name: /Agentes/ }).click();
  await tree.getByRole('treeitem', { name: /Qué es un agente/ }).click();
  await expect(learner.getByText('Un agente decide.')).toBeVisible();
  await expect(learner.getByText('Guía de agentes')).toBeVisible();

  // What was done is taken back: what that changes is shown first, and both stand in the history.
  await page.getByRole('button', { name: 'Historial de Curso por escribir' }).click();
  const history = page.getByRole('dialog', { name: 'Historial de Curso por escribir' });
  const undo = history.getByRole('button', { name: /^Deshacer: .* publicó cambios del curso$/ });
  const back = page.getByRole('dialog', { name: 'Deshacer un cambio' });
  await undo.click();
  await expect(back).toBeVisible();
  // Esc takes that dialog from the page, and the focus goes back to the button that opened it.
  await keyboard.press('Escape');
  await expect(undo).toBeFocused();
  await keyboard.press('Enter');
  await expect(back.getByRole('listitem').filter({ hasText: 'Se archiva' })).toContainText('Agentes');
  await expect.poll(() => axeFindings(page)).toEqual([]);
  await back.getByLabel('Motivo').fill('Se publicó antes de tiempo');
  await back.getByRole('button', { name: 'Deshacer' }).click();
  await expect(history.getByText('Motivo: Se publicó antes de tiempo')).toBeVisible();
  await expect(history.getByText(/lo deshizo/)).toBeVisible();
  await expect(tree.getByRole('treeitem', { name: /Agentes/ })).toHaveCount(0);
  expect(await isMarked(learner)).toBe(true);
});

// rows: H17
test('the picture of a course is cropped and described before it is uploaded', { tag: NIGHT }, async ({ as, school }) => {
  const author = await school.login('instructor');
  const draft = await draftCourse(school, author, 'Con portada', [[{ title: 'Bienvenida' }]]);
  await setPublished(school, author, draft.id, true);
  const page = await as('instructor');
  await page.goto(`/instructor/courses/${draft.id}/edit`);
  await live(page);
  const png = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 900, height: 900 });
    canvas.getContext('2d')?.fillRect(0, 0, 900, 450);
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });
  await page.getByLabel('Imagen de portada').setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer: Buffer.from(png, 'base64') });
  const dialog = page.getByRole('dialog', { name: 'Recorta y describe la imagen' });
  await expect(dialog.getByRole('img', { name: 'La imagen que elegiste' })).toBeVisible();
  const frame = dialog.getByLabel(/^Parte de la imagen que se ve/);
  await frame.focus();
  const top = async () => (await frame.boundingBox())?.y ?? 0;
  const before = await top();
  for (let presses = 0; presses < 10; presses++) await page.keyboard.press('ArrowUp');
  await expect.poll(top).toBeLessThan(before);
  await dialog.getByRole('button', { name: 'Usar imagen' }).click();
  await expect(dialog.getByText('Escribe qué se ve en la imagen.')).toBeVisible();
  await dialog.getByLabel('Descripción de la imagen').fill('Un rectángulo oscuro');
  await expect.poll(() => axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Usar imagen' }).click();
  await expect(page.getByText('Imagen subida correctamente')).toBeVisible();
  const shown = page.getByRole('img', { name: 'Un rectángulo oscuro' });
  await expect(shown).toBeVisible();
  // It has the shape of the place it stands in.
  expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth / image.naturalHeight)).toBeCloseTo(16 / 9, 1);
});

// rows: H11, H18, H22, H26
test('a course of six modules is written by keyboard alone', { tag: NIGHT }, async ({ as, school }) => {
  test.setTimeout(240_000);
  const author = await school.login('instructor');
  const draft = await draftCourse(school, author, 'Curso de seis', [[{ title: 'Bienvenida' }]]);
  const page = await as('instructor');
  await page.goto(`/instructor/courses/${draft.id}/edit`);
  await live(page);
  const { keyboard } = page;
  for (let number = 1; number <= 6; number++) {
    // The outline stands before what is written.
    await tabTo(page, /^Añadir módulo$/, number === 1 ? 'Tab' : 'Shift+Tab');
    await keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Título' })).toBeFocused();
    await keyboard.type(`Parte ${number}`);
    await keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: `Parte ${number}` })).toBeVisible();
    await tabTo(page, /^Agregar clase$/);
    await keyboard.press('Enter');
    await keyboard.type(`Clase de la parte ${number}`);
    await keyboard.press('Enter');
    await expect(page.getByRole('button', { name: new RegExp(`Clase de la parte ${number}.*0 subtemas`) })).toBeFocused();
    await tabTo(page, /^Agregar subtema$/);
    await keyboard.press('Enter');
    await keyboard.type(`Lectura ${number}`);
    await keyboard.press('Shift+Tab');
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await expect(page.getByRole('button', { name: new RegExp(`^Lectura ${number} Lectura`) })).toBeFocused();
    await expect(page.getByRole('button', { name: 'Editar: Contenido' })).toHaveCount(3);
    await tabTo(page, /^Editar: Contenido$/);
    await keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Contenido' })).toBeFocused();
    await keyboard.type(`Lo que dice la **parte ${number}**.`);
    await keyboard.press('Control+Enter');
    await expect(page.getByText(`Lo que dice la parte ${number}.`)).toBeVisible();
  }
  const outline = (await ok(school, 'GET', `/api/cursos/esquema/${draft.id}`, { token: author.token })) as unknown as {
    modulos: { nombre: string; sesiones: { subtemas: unknown[] }[] }[];
  };
  expect(outline.modulos.slice(1).map(({ nombre, sesiones }) => [nombre, sesiones.length, sesiones[0]?.subtemas.length])).toEqual(
    [1, 2, 3, 4, 5, 6].map((number) => [`Parte ${number}`, 1, 1]),
  );
});

// rows: H11, H26
test('a mouse drags a module by its grip', { tag: NIGHT }, async ({ as }) => {
  const page = await as('instructor');
  await page.goto('/instructor/courses/1/edit');
  const modules = page.locator('ol > li.sorted').filter({ has: page.locator('.grip') });
  // Loaded once the page is shown.
  await expect(modules.first()).toHaveAttribute('draggable', 'true');
  const names = () => page.locator('li.sorted .grip button').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
  const [first, second] = await names();
  await modules
    .first()
    .locator('.grip')
    .first()
    .dragTo(modules.nth(1), { targetPosition: { x: 40, y: 30 } });
  await expect.poll(async () => (await names()).slice(0, 2)).toEqual([second, first]);
});

// rows: H11, H26
test('on a phone a finger drags modules, classes and subtopics by their grip; a tap opens the menu', async ({ as, school }) => {
  const author = await school.login('instructor');
  const draft = await draftCourse(school, author, 'Curso por ordenar', [[{ title: 'Uno' }, { title: 'Dos' }], [{ title: 'Tres' }]]);
  const [first, second] = draft.modules;
  const [one, two] = first?.classes ?? [];
  if (!first || !second || !one || !two) throw new Error('The course lacks a part');
  for (const titulo of ['Ejercicio', 'Repaso'])
    await ok(school, 'POST', '/api/subtema/crearSubtema', {
      token: author.token,
      body: { id_sesion: two.id, titulo, tipo_subtema: 'lectura' },
    });
  const page = await as('instructor', { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true });
  await page.goto(`/instructor/courses/${draft.id}/edit?modulo=${first.id}&clase=${two.id}`);
  await live(page);
  const touch = await page.context().newCDPSession(page);
  let list = page.getByRole('list', { name: /^Subtemas/ });
  const grip = (name: string) => list.getByRole('button', { name: `Mover o más acciones: ${name}` });
  /** To so far down the grip of another row. */
  const drag = async (name: string, to: string, part = 0.9): Promise<void> => {
    await grip(name).scrollIntoViewIfNeeded();
    const [from, over] = [await grip(name).boundingBox(), await grip(to).boundingBox()];
    if (!from || !over) throw new Error(`${name} is not shown`);
    const x = from.x + from.width / 2;
    const start = from.y + from.height / 2;
    const end = over.y + over.height * part;
    const press = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x, y }] });
    await press('touchStart', start);
    for (let step = 1; step <= 8; step++) await press('touchMove', start + ((end - start) * step) / 8);
    await press('touchEnd');
  };
  const order = async () => {
    const { modulos } = (await ok(school, 'GET', `/api/cursos/esquema/${draft.id}`, { token: author.token })) as unknown as {
      modulos: { nombre: string; sesiones: { titulo: string; subtemas: { titulo: string }[] }[] }[];
    };
    return modulos.map(({ nombre, sesiones }) => [
      nombre,
      ...sesiones.map(({ titulo, subtemas }) => `${titulo}: ${subtemas.map((subtopic) => subtopic.titulo).join(', ')}`),
    ]);
  };

  await grip('Repaso').tap();
  await expect(page.getByRole('menuitem', { name: 'Subir' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menuitem')).toHaveCount(0);
  await drag('Lectura de Dos', 'Ejercicio');
  await expect.poll(order).toEqual([
    [first.name, 'Uno: Lectura de Uno', 'Dos: Ejercicio, Lectura de Dos, Repaso'],
    [second.name, 'Tres: Lectura de Tres'],
  ]);
  await page.getByRole('button', { name: 'Contenido del curso' }).click();
  list = page.getByRole('list', { name: 'Módulos, en su orden' });
  await drag('Uno', 'Dos');
  await expect.poll(async () => (await order())[0]?.[2]).toBe('Uno: Lectura de Uno');
  await drag('Dos', second.name, 0.5);
  await expect.poll(async () => (await order())[1]?.length).toBe(3);
  await drag(second.name, first.name, 0.1);
  await expect.poll(async () => (await order()).map(([name]) => name)).toEqual([second.name, first.name]);
});
