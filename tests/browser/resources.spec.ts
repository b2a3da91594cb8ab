/// <reference lib="dom" />
import { join, settled } from '../support/people.ts';
import { axeFindings, expect, isMarked, live, mark, test } from './fixtures.ts';
import { draftCourse, enrol, ok, setPublished } from './school-calls.ts';

/** What authors see of the resources of their classes. */

test('what a learner opens in one window is counted in the author’s, without a reload', async ({ as, school }) => {
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
  await managing.getByRole('button', { name: 'Recursos' }).click();
  const panel = managing.getByRole('dialog', { name: 'Recursos de «Curso con material»' });
  const row = panel.getByRole('listitem').filter({ hasText: 'Guía de la clase' });
  await expect(row).toContainText('Nadie lo ha abierto todavía');
  expect(await axeFindings(managing)).toEqual([]);
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
