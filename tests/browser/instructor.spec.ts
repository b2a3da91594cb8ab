import type { Page } from '@playwright/test';
import type { LearnersAtRisk } from '../../backend/api/contract/teaching.ts';
import { join, settled } from '../support/people.ts';
import type { School } from '../support/school.ts';
import { expect, isMarked, live, mark, NIGHT, test } from './fixtures.ts';
import { complete, ok, outlineOf } from './school-calls.ts';

/** The first page of who teaches: the own courses in figures that move by themselves, and who has stopped coming. */

const FREE_COURSE = 'IA No-Code';
const value = async (page: Page, name: string): Promise<number> =>
  Number(await page.getByRole('region', { name, exact: true }).locator('.figure-value .num').textContent());
const shows = (page: Page, name: string, figure: number) =>
  expect(page.getByRole('region', { name, exact: true }).locator('.figure-value .num')).toHaveText(String(figure));
const risk = async (school: School) => {
  const { token, id } = await school.login('instructor');
  return (await ok(school, 'GET', `/api/instructores/${id}/en-riesgo`, { token })) as unknown as LearnersAtRisk;
};

// rows: H34
test('an instructor begins at the overview, where an enrolment and a class of another window move the figures', { tag: NIGHT }, async ({
  visitor,
  as,
  school,
}) => {
  const page = await visitor();
  await page.goto('/login');
  await page.getByLabel('Correo electrónico').fill('instructor@demo.mx');
  await page.getByLabel('Contraseña', { exact: true }).fill('Demo-2026!');
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click();
  await expect(page).toHaveURL(/\/instructor\/overview$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Resumen' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Navegación principal' }).getByRole('link', { name: 'Resumen' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  // Of the two instructors' courses only the own.
  await expect(page.getByRole('row').filter({ hasText: FREE_COURSE }).first()).toBeVisible();
  await expect(page.getByText('MCP Servers')).toHaveCount(0);
  await live(page);
  await mark(page);
  const before = { enrolled: await value(page, 'Inscripciones'), active: await value(page, 'Activos en 7 días') };
  const classes = await value(page, 'Clases de esta semana');

  const learner = await join(school, 'alumna_nueva');
  const student = await as(learner);
  await student.goto('/list-courses');
  await student.getByRole('button', { name: `Comenzar: ${FREE_COURSE}` }).click();
  await shows(page, 'Inscripciones', before.enrolled + 1);
  await shows(page, 'Activos en 7 días', before.active + 1);

  const outline = await outlineOf(school, learner, 1);
  await complete(school, learner, outline.modulos[0]?.sesiones[0]?.id_sesion ?? 0);
  await shows(page, 'Clases de esta semana', classes + 1);
  expect(await isMarked(page)).toBe(true);
});

// rows: H34
test('who is at risk leads to the person, and is not any more once they come back', { tag: NIGHT }, async ({ as, school }) => {
  const { total, personas } = await risk(school);
  const [longest] = personas;
  if (!longest) throw new Error('nobody of the demo is at risk');
  const page = await as('instructor');
  await page.goto('/instructor/overview');
  await expect(page.getByRole('region', { name: 'En riesgo', exact: true }).locator('.figure-value')).toHaveText(String(total));
  const list = page.getByRole('table', { name: 'Estudiantes en riesgo' });
  await expect(list.getByRole('rowheader')).toHaveText(personas.map(({ nombre }) => new RegExp(`${nombre}$`)));
  await test.step('whoever was written to does not make the table wider than the page', async () => {
    const { token } = await school.login('instructor');
    const body = { usuarios: [longest.id_usuario], texto: '¿Cómo vas?' };
    await ok(school, 'POST', `/api/cursos/${longest.id_curso}/recordatorios`, { token, body });
    await expect(list.getByText(/^Se le escribió/)).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
  });
  await list.getByRole('link', { name: longest.nombre ?? '' }).click();
  await expect(page).toHaveURL(new RegExp(`/people/${longest.id_usuario}$`));
  await expect(page.getByRole('heading', { level: 1, name: longest.nombre ?? '' })).toBeVisible();
  await page.goBack();

  // What each figure leads to: instructor-page.test.tsx. That it is what is found there:
  await test.step('a figure of courses is the sum of their column, or how many the list holds', async () => {
    const completed = await value(page, 'Cursos completados');
    await page.getByRole('link', { name: 'Ver por curso: Cursos completados' }).click();
    const table = page.getByRole('table', { name: 'Por curso' });
    await expect(table.getByRole('columnheader', { name: 'Ordenar por Completados' })).toHaveAttribute('aria-sort', 'descending');
    const cells = await table.locator('tbody tr td[data-label="Completados"]').allTextContents();
    expect(cells.reduce((sum, text) => sum + Number(text), 0)).toBe(completed);
    await expect(page.getByRole('heading', { name: 'Por curso' })).toBeFocused();
    const published = await value(page, 'Cursos publicados');
    await page.getByRole('link', { name: 'Ver los cursos: Cursos publicados' }).click();
    await expect(page).toHaveURL(/\/instructor\/courses\?estado=publicado$/);
    await expect(page.getByRole('status').filter({ hasText: /^\d+ cursos?$/ })).toHaveText(`${published} cursos`);
    await page.goBack();
  });

  await live(page);
  await mark(page);
  await expect(list.getByRole('link', { name: longest.nombre ?? '' })).toBeVisible();
  const { learning, clock } = school.running.deps;
  const commandId = crypto.randomUUID();
  const actor = { userId: longest.id_usuario, role: 'student' } as const;
  const view = { moduleId: null, classId: null, subtopicId: null, viewMode: 'overview' } as const;
  await learning.view(longest.id_usuario, longest.id_curso, view, {
    ...{ commandId, correlationId: commandId, causationId: commandId, actor, now: clock() },
  });
  await settled(school);
  await expect(list.getByRole('link', { name: longest.nombre ?? '' })).toHaveCount(0);
  await shows(page, 'En riesgo', total - 1);
  expect(await isMarked(page)).toBe(true);
});
