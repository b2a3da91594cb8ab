import { rmSync } from 'node:fs';
import { test as base, expect } from '@playwright/test';
import { freePort } from '../support/freePort.ts';
import { settled } from '../support/people.ts';
import { remoteStores } from '../support/remoteStores.ts';
import { openSchool, type School } from '../support/school.ts';
import { dist } from './demo.ts';
import { attachPages, axeFindings } from './fixtures.ts';
import { draftCourse, ok, setPublished } from './school-calls.ts';

/** A school begun without the demo: from the address that its start prints to its first learner. */

const PASSWORD = 'Jardines-de-2026!';
const test = base.extend<{ own: { school: School; address: string } }>({
  own: async ({ browser }, use, testInfo) => {
    const port = String(await freePort());
    const lines: string[] = [];
    const school = await openSchool({
      env: { DEMO: 'false', PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` },
      dist: dist(),
      textMessages: false,
      logged: (line) => void lines.push(line),
    });
    const address = lines.map((line) => /http:\S+?\/setup\?code=[\w-]+/.exec(line)?.[0]).find(Boolean) ?? '';
    await use({ school, address });
    await attachPages(browser.contexts(), testInfo);
    await school.stop();
    rmSync(school.dataDir, { recursive: true, force: true });
  },
});

test('a school of one’s own: from the printed address to its first enrolled learner', async ({ browser, own: { school, address } }) => {
  test.skip(remoteStores() !== null, 'the remote stores hold the demo school');
  const admin = await (await browser.newContext({ baseURL: school.url, serviceWorkers: 'block' })).newPage();

  await test.step('the printed address makes the first administrator and names the school', async () => {
    await admin.goto(address);
    await admin.getByLabel('Nombre de la escuela').fill('Escuela Jardín');
    await admin.getByLabel('Nombre', { exact: true }).fill('Amalia');
    await admin.getByLabel('Nombre de usuario').fill('amalia');
    await admin.getByLabel('Correo electrónico').fill('amalia@escuela.mx');
    await admin.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
    await admin.getByRole('button', { name: 'Crear la escuela' }).click();
    await expect(admin.getByRole('heading', { name: 'Lo que sigue' })).toBeVisible();
    await expect(admin.getByRole('listitem').filter({ hasText: 'Nombre de la escuela' })).toContainText('Listo');
    await admin.getByText('Para quien instaló la escuela').click();
    await expect(admin.getByText('SMTP_URL')).toBeVisible();
  });

  await test.step('what is missing stands on the overview', async () => {
    await admin.getByRole('link', { name: 'Ir al resumen' }).click();
    const missing = admin.getByRole('region', { name: 'Por configurar' });
    await expect(missing.getByText('No sale ningún correo')).toBeVisible();
    await expect(missing.getByText('Primer curso')).toBeVisible();
    // Before the first course it is what stands first.
    await expect(admin.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText('Por configurar');
  });

  const owner = await school.login('amalia@escuela.mx', PASSWORD);
  await test.step('somebody is made an instructor, with a reason', async () => {
    await ok(school, 'POST', '/api/auth/register', {
      body: { username: 'clara', first_name: 'Clara', email: 'clara@escuela.mx', password: PASSWORD },
    });
    await settled(school);
    await admin.getByRole('link', { name: 'Usuarios', exact: true }).click();
    await admin.getByRole('button', { name: 'Acciones de clara' }).click();
    await admin.getByRole('menuitem', { name: 'Editar rol, estado y plan' }).click();
    const edit = admin.getByRole('dialog', { name: 'Editar Rol de Usuario' });
    await edit.getByLabel('Rol').selectOption('Instructor');
    await edit.getByLabel('Motivo').fill('dará la primera clase');
    await edit.getByRole('button', { name: 'Guardar cambios' }).click();
    await expect(admin.getByRole('row').filter({ hasText: 'clara' })).toContainText('Instructor');
  });

  await test.step('a first course is published', async () => {
    const teacher = await school.login('clara@escuela.mx', PASSWORD);
    const draft = await draftCourse(school, teacher, 'Huertos', [[{ title: 'La tierra' }]]);
    await setPublished(school, owner, draft.id, true);
    await settled(school);
  });

  const learner = await (await browser.newContext({ baseURL: school.url, serviceWorkers: 'block' })).newPage();
  await test.step('a learner registers and enrols', async () => {
    await learner.goto('/register');
    await learner.getByLabel('Nombre de usuario').fill('bruno');
    await learner.getByLabel('Correo electrónico').fill('bruno@escuela.mx');
    await learner.getByLabel('Nombre', { exact: true }).fill('Bruno');
    await learner.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
    await learner.getByLabel('Confirma tu contraseña').fill(PASSWORD);
    await learner.getByRole('checkbox').check();
    await learner.getByRole('button', { name: 'Crear Cuenta' }).click();
    await expect(learner.getByRole('heading', { name: 'Confirma tu correo' })).toBeVisible();
    await learner.goto('/login?returnTo=%2Flist-courses');
    await learner.getByLabel('Correo electrónico').fill('bruno@escuela.mx');
    await learner.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
    await learner.getByRole('main').getByRole('button', { name: 'Iniciar Sesión' }).click();
    await learner.getByRole('button', { name: 'Comenzar: Huertos' }).click();
    const { token, id } = await school.login('bruno@escuela.mx', PASSWORD);
    await expect.poll(async () => (await school.ask('GET', `/api/usuariocurso/cursos/${id}`, { token })).body).toHaveLength(1);
  });

  await test.step('an administrator takes the course and gives Premium, each with its reason', async () => {
    await admin.getByRole('link', { name: 'Usuarios', exact: true }).click();
    await admin.getByLabel('Buscar por nombre, usuario o correo').fill('bruno');
    await admin.getByRole('button', { name: 'Acciones de bruno' }).click();
    await admin.getByRole('menuitem', { name: 'Ver cursos' }).click();
    await admin.getByRole('button', { name: 'Acciones de Huertos' }).click();
    await admin.getByRole('menuitem', { name: 'Quitar el curso' }).click();
    const ask = admin.getByRole('dialog', { name: '¿Quitar «Huertos» a Bruno?' });
    await expect(ask.getByRole('button', { name: 'Quitar' })).toBeDisabled();
    await ask.getByLabel('Motivo').fill('se equivocó de curso');
    await ask.getByRole('button', { name: 'Quitar' }).click();
    await expect(admin.getByText('Este usuario aún no tiene cursos.')).toBeVisible();
    await admin.goBack();
    await admin.getByRole('button', { name: 'Bruno', exact: true }).click();
    const panel = admin.getByRole('dialog', { name: 'bruno' });
    await panel.getByRole('button', { name: 'Editar Rol de Usuario' }).click();
    const edit = admin.getByRole('dialog', { name: 'Editar Rol de Usuario' });
    await edit.getByLabel('Plan').selectOption('Premium');
    await edit.getByLabel('Motivo').fill('pagó en efectivo');
    await edit.getByRole('button', { name: 'Guardar cambios' }).click();
    await expect(panel.getByRole('definition').filter({ hasText: 'Premium' })).toBeVisible();
  });

  await test.step('the history says so; the administrator sees the school as the learner, changes nothing, and is herself again', async () => {
    const panel = admin.getByRole('dialog', { name: 'bruno' });
    await panel.getByRole('tab', { name: 'Historial' }).click();
    const act = panel.getByRole('listitem').filter({ hasText: 'cambió el plan de Básico a Premium' });
    await expect(act).toContainText('Motivo: pagó en efectivo');
    await expect.poll(() => axeFindings(admin)).toEqual([]);
    await panel.getByRole('tab', { name: 'Datos' }).click();
    await panel.getByRole('button', { name: 'Ver como' }).click();
    const ask = admin.getByRole('dialog', { name: '¿Ver la escuela como Bruno?' });
    await ask.getByLabel('Motivo').fill('no encuentra su curso');
    await ask.getByRole('button', { name: 'Ver como' }).click();
    await expect(admin).toHaveURL(/\/dashboard$/);
    const banner = admin.getByRole('complementary', { name: 'Ver como' });
    await expect(banner).toContainText('Estás viendo la escuela como Bruno');
    await expect.poll(() => axeFindings(admin)).toEqual([]);
    await admin.goto('/list-courses');
    await admin.getByRole('button', { name: 'Comenzar: Huertos' }).click();
    await expect(admin.getByText('aquí no se cambia nada')).toBeVisible();
    await banner.getByRole('button', { name: 'Terminar' }).click();
    await expect(admin).toHaveURL(/\/admin\/users\?persona=/);
    await expect(panel).toBeVisible();
    await expect(banner).toHaveCount(0);
  });
});
