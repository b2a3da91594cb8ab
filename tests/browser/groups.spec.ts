import { schoolDay } from '../../events/calendar.ts';
import { expect, test } from './fixtures.ts';
import { ok } from './school-calls.ts';

const COURSE = 4;
const dayAfter = (days: number) => schoolDay(new Date(Date.now() + days * 86_400_000).toISOString());

// rows: B16, B30
test('a course is bought for a group; its open window tells the group to which staff move the person', async ({ as, school }) => {
  const { token } = await school.login('admin');
  const noches = { nombre: 'Noches', fecha: dayAfter(60), hora: '19:00', fin: dayAfter(90), cupo: 5 };
  await ok(school, 'POST', `/api/cursos/${COURSE}/grupos`, { token, body: noches });

  const page = await as('estudiante');
  await page.goto(`/courses?courseId=${COURSE}`);
  await expect(page.getByRole('radio', { name: /Grupo reducido.*Grupo lleno/ })).toBeDisabled();
  await page.getByRole('radio', { name: 'Grupo de la tarde' }).check();
  await page.getByRole('link', { name: 'Comprar Curso' }).click();
  await expect(page.getByRole('radio', { name: 'Grupo de la tarde' })).toBeChecked();
  await page.getByRole('button', { name: 'Pagar el curso' }).click();
  await page.getByRole('button', { name: 'Pagar de mentiras' }).click();
  await expect(page.getByText('Se abre cuando empieza tu grupo «Grupo de la tarde»')).toBeVisible();
  await page.getByRole('link', { name: 'Ir al curso' }).click();
  await expect(page.getByRole('heading', { name: 'Tu grupo: Grupo de la tarde' })).toBeVisible();

  const office = await as({ token });
  await office.goto(`/admin/groups?curso=${COURSE}`);
  await office.getByRole('button', { name: 'Ver personas de «Grupo de la tarde»' }).click();
  await office.getByRole('button', { name: /^Cambiar de grupo a/ }).click();
  const other = await office.getByRole('option', { name: /^Noches/ }).getAttribute('value');
  await office.getByLabel('Al grupo').selectOption(other);
  await office.getByLabel('Motivo, que queda en el historial').fill('Trabaja por la tarde');
  await office.getByRole('button', { name: 'Cambiar de grupo', exact: true }).click();
  await expect(office.getByText('Todavía no hay nadie en este grupo')).toBeVisible();

  await expect(page.getByRole('heading', { name: 'Tu grupo: Noches' })).toBeVisible();
});
