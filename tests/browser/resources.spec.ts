/// <reference lib="dom" />
import { join, settled } from '../support/people.ts';
import { axeFindings, expect, isMarked, live, mark, NIGHT, test } from './fixtures.ts';
import { draftCourse, enrol, ok, setPublished } from './school-calls.ts';

/** What authors see of the resources of their classes. */

// rows: C10
test('what a learner opens in one window is counted in the author’s, without a reload', { tag: NIGHT }, async ({ as, school }) => {
  const author = await school.login('instructor');
  const draft = await draftCourse(school, author, 'Curso con material', [[{ title: 'Clase con material' }]]);
  const [module] = draft.modules;
  const id_sesion = module?.classes[0]?.id;
  await ok(school, 'POST', '/api/recursos', {
    token: author.token,
    body: { id_sesion, titulo: 'Guía de la clase', link_recurso: '/politicas' },
  });
  await setPublished(school, author, draft.id, true);
  await settled(school);
  const student = await join(school, 'lectora');
  await enrol(school, student, draft.id);

  const managing = await as('instructor');
  await managing.goto('/instructor/courses');
  await live(managing);
  await managing.getByRole('button', { name: 'Acciones de Curso con material' }).click();
  await managing.getByRole('menuitem', { name: 'Recursos' }).click();
  const panel = managing.getByRole('dialog', { name: 'Recursos de «Curso con material»' });
  const row = panel.getByRole('listitem').filter({ hasText: 'Guía de la clase' });
  await expect(row).toContainText('Nadie lo ha abierto todavía');
  await expect.poll(() => axeFindings(managing)).toEqual([]);
  await mark(managing);

  const learning = await as(student);
  await learning.goto(`/courses?courseId=${draft.id}&modulo=${module?.id}&sesion=${id_sesion}`);
  const link = learning.getByRole('link', { name: /^Guía de la clase/ });
  const [opened] = await Promise.all([learning.waitForEvent('popup'), link.click()]);
  await expect(opened).toHaveURL(/\/politicas$/);
  await expect(row).toContainText('1 apertura · 1 persona');
  // At once again: the same opening.
  const [again] = await Promise.all([learning.waitForEvent('popup'), link.click()]);
  await expect(again).toHaveURL(/\/politicas$/);

  // The author who looks at the course as learners see it leaves no trace.
  const looking = await as('instructor');
  await looking.goto(`/courses?courseId=${draft.id}&modulo=${module?.id}&sesion=${id_sesion}`);
  const calls: string[] = [];
  looking.on('request', (request) => void calls.push(`${request.method()} ${new URL(request.url()).pathname}`));
  const seen = looking.getByRole('link', { name: /^Guía de la clase/ });
  const [page] = await Promise.all([looking.waitForEvent('popup'), seen.click()]);
  await expect(page).toHaveURL(/\/politicas$/);
  expect(calls.filter((call) => call.includes('/api/recursos/'))).toEqual([]);

  await settled(school);
  await expect(row).toContainText('1 apertura · 1 persona');
  expect(await isMarked(managing)).toBe(true);
  // Its address leads there again.
  await managing.reload();
  await expect(row).toContainText('1 apertura · 1 persona');
});

// rows: C10
test('a dead link is marked in the author’s open screen and counted in the list, until they change it', { tag: NIGHT }, async ({
  as,
  school,
}) => {
  const author = await school.login('instructor');
  const draft = await draftCourse(school, author, 'Curso con enlaces', [[{ title: 'Clase con enlaces' }]]);
  const [module] = draft.modules;
  const link = 'https://ejemplo.mx/una/direccion/que-ya-no-existe.pdf';
  const made = await ok(school, 'POST', '/api/recursos', {
    token: author.token,
    body: { id_sesion: module?.classes[0]?.id, titulo: 'Lectura perdida', link_recurso: link },
  });
  const resourceId = (made.data as { id_recurso: number }).id_recurso;
  await setPublished(school, author, draft.id, true);
  await settled(school);

  const page = await as('instructor');
  await page.goto(`/instructor/courses?recursos=${draft.id}`);
  await live(page);
  const panel = page.getByRole('dialog', { name: 'Recursos de «Curso con enlaces»' });
  const row = panel.getByRole('listitem').filter({ hasText: 'Lectura perdida' });
  await expect(row).toBeVisible();
  await expect(panel).toContainText('no comprueba sola');
  await expect(panel.getByRole('button', { name: /^Comprobar ahora/ })).toHaveCount(0);
  await mark(page);

  // What the school's own looks find; no test leaves this machine.
  const place = { courseId: draft.id, moduleId: module?.id ?? 0, classId: module?.classes[0]?.id ?? 0, resourceId, link };
  for (const ago of [20, 0])
    await school.running.deps.links.observe(place, { state: 'dead', reason: 'not-found' }, new Date(Date.now() - ago * 60_000));
  await expect(row).toContainText('Enlace roto desde');
  await expect(row).toContainText('esa página no existe (404)');
  await expect.poll(() => axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  const count = page.getByRole('button', { name: '1 enlace roto en Curso con enlaces' });
  await expect(count).toBeVisible();
  await expect.poll(() => axeFindings(page)).toEqual([]);
  await count.click();

  const edit = row.getByRole('button', { name: 'Cambiar enlace: Lectura perdida' });
  await edit.click();
  await row.getByLabel('Enlace nuevo').fill('javascript:alert(1)');
  await row.getByRole('button', { name: 'Guardar' }).click();
  await expect(row.getByRole('alert')).toHaveText('Escribe una dirección que empiece con https:// o con /.');
  await row.getByLabel('Enlace nuevo').fill('https://ejemplo.mx/la-de-ahora');
  await row.getByRole('button', { name: 'Guardar' }).click();
  await expect(row.getByRole('link')).toHaveAttribute('href', 'https://ejemplo.mx/la-de-ahora');
  await expect(row).not.toContainText('Enlace roto');
  await expect(edit).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(count).toHaveCount(0);
  expect(await isMarked(page)).toBe(true);
});
