/// <reference lib="dom" />
import { expect, live, test } from './fixtures.ts';

test('a class saved in one window stands on the list of another, and leads back to it', async ({ as }) => {
  const lesson = await as('estudiante');
  await lesson.goto('/courses?courseId=1&modulo=1&sesion=1');
  const list = await lesson.context().newPage();
  await list.goto('/saved');
  await live(list);
  await expect(list.getByText('Todavía no guardas ninguna clase')).toBeVisible();
  await lesson.getByRole('button', { name: 'Guardar para después' }).click();
  await expect(lesson.getByRole('button', { name: 'Quitar de lo guardado' })).toBeVisible();
  await expect(list.getByRole('button', { name: /^Quitar de lo guardado/ })).toBeVisible();
  await list.getByRole('main').getByRole('heading', { level: 2 }).getByRole('link').click();
  await expect(list).toHaveURL(/courseId=1.*sessionId=1/);
  await list.getByRole('button', { name: 'Quitar de lo guardado' }).click();
  await expect(lesson.getByRole('button', { name: 'Guardar para después' })).toBeVisible();
});
