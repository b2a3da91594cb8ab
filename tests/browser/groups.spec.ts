import { schoolDay } from '../../events/calendar.ts';
import { PASSWORD } from '../support/people.ts';
import { expect, NIGHT, test } from './fixtures.ts';
import { ok } from './school-calls.ts';

const COURSE = 4;
const dayAfter = (days: number) => schoolDay(new Date(Date.now() + days * 86_400_000).toISOString());

// rows: B16, B30
test('a course is bought for a group; its open window tells the group to which staff move the person', { tag: NIGHT }, async ({
  as,
  school,
}) => {
  const { token } = await school.login('admin');
  const groups = [
    { nombre: 'Grupo reducido', fecha: dayAfter(20), hora: '09:00', fin: dayAfter(50), cupo: 1 },
    { nombre: 'Grupo de la tarde', fecha: dayAfter(40), hora: '16:00', fin: dayAfter(70), cupo: 5 },
    { nombre: 'Noches', fecha: dayAfter(60), hora: '19:00', fin: dayAfter(90), cupo: 5 },
  ];
  for (const body of groups) await ok(school, 'POST', `/api/cursos/${COURSE}/grupos`, { token, body });
  // Somebody whose plan has the course names none: theirs is the soonest.
  const email = 'quien-llega-antes@ejemplo.mx';
  await ok(school, 'POST', '/api/auth/register', { body: { username: 'primera', email, password: PASSWORD } });
  const first = await school.login(email, PASSWORD);
  await ok(school, 'PUT', `/api/auth/users/${first.id}`, { token, body: { tipo_usuario: 2 } });
  await ok(school, 'POST', '/api/inscripciones/inscribir', { token: first.token, body: { id_usuario: first.id, id_curso: COURSE } });

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
  await office.getByLabel('Motivo').fill('Trabaja por la tarde');
  await office.getByRole('button', { name: 'Cambiar de grupo', exact: true }).click();
  await expect(office.getByText('Todavía no hay nadie en este grupo')).toBeVisible();

  await expect(page.getByRole('heading', { name: 'Tu grupo: Noches' })).toBeVisible();
});
