/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { mailTo } from '../support/people.ts';
import { axeFindings, expect, isMarked, live, mark, NIGHT, test } from './fixtures.ts';
import { ok } from './school-calls.ts';

/** Scholarship codes from who makes them to who uses them (A14). */

const email = 'noemi.beca@correo.ejemplo.mx';
const password = 'Suficiente-1!';
const campaign = 'campana-nacional-2026';

/** The administrator makes a code by the screen; answers its text. */
async function make(page: Page, organisation: string, grants: number, course: string | null): Promise<string> {
  await page.getByRole('button', { name: /^Crear un código de/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Organización').fill(organisation);
  await dialog.getByLabel('Becas de este código').fill(String(grants));
  if (course) await dialog.getByLabel('Curso').selectOption({ label: course });
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  const made = page.getByRole('dialog', { name: 'Código listo' });
  const code = (await made.getByRole('status').textContent()) ?? '';
  await made.getByRole('button', { name: 'Listo' }).click();
  return code;
}
const open = (page: Page) => page.getByRole('button', { name: 'Tengo un código de beca' }).click();
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Usar un código de beca' });
async function look(page: Page, code: string): Promise<void> {
  await dialogOf(page).getByLabel('Código de beca').fill(code);
  await dialogOf(page).getByRole('button', { name: 'Ver qué incluye' }).click();
}

// rows: A14
test('a visitor with a code registers and the course is theirs; the counter of the landing moves by itself', { tag: NIGHT }, async ({
  as,
  visitor,
  school,
}) => {
  const admin = await as('admin');
  await admin.goto('/admin/scholarships');
  await live(admin);
  const code = await make(admin, 'Red de Mujeres', 2, 'Agentes de IA');

  const landing = await visitor();
  await landing.goto('/#becas-corporativas');
  const counter = landing.locator('.scholarships-count');
  await expect(counter).toBeVisible();
  const before = Number(await counter.getAttribute('data-granted'));
  await mark(landing);

  const page = await visitor();
  await test.step('what the code gives is said before anything is used; what is wrong is said in its own words', async () => {
    await page.goto('/#becas-corporativas');
    await open(page);
    const dialog = dialogOf(page);
    await expect(dialog.getByLabel('Código de beca')).toBeFocused();
    await dialog.getByRole('button', { name: 'Ver qué incluye' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Escribe tu código.');
    await expect(dialog.getByLabel('Código de beca')).toBeFocused();
    await look(page, 'NADA-12');
    await expect(dialog.getByRole('alert')).toHaveText('Ese código de beca no existe.');
    await expect.poll(() => axeFindings(page)).toEqual([]);
    await look(page, code.toLowerCase());
    await expect(dialog.getByRole('heading', { name: 'Una beca de Red de Mujeres' })).toBeFocused();
    await expect(dialog.getByText('Abre el curso: Agentes de IA')).toBeVisible();
    await expect.poll(() => axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Crear mi cuenta' }).click();
    await expect(page).toHaveURL(/\/register\?campaign=becas$/);
    expect(page.url()).not.toContain(code);
  });

  await test.step('it waits while they register and follow the link of the mail', async () => {
    await page.getByLabel('Nombre de usuario').fill('noemi');
    await page.getByLabel('Correo electrónico').fill(email);
    await page.getByLabel('Nombre', { exact: true }).fill('Noemí');
    await page.getByLabel('Contraseña', { exact: true }).fill(password);
    await page.getByLabel('Confirma tu contraseña', { exact: true }).fill(password);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Crear Cuenta', exact: true }).click();
    await expect(page).toHaveURL(/\/verify-email-notice/);
    const link = new URL((await mailTo(school, email, /Confirma/)).links[0] ?? '');
    // The notice stands for two seconds, while the course loads: one looks for it from the beginning.
    await page.goto(`${link.pathname}${link.search}`, { waitUntil: 'commit' });
    await expect(page.getByText('Tu beca quedó lista. ¡Que la disfrutes!').first()).toBeVisible();
  });

  await test.step('the course opens, and the others see it', async () => {
    await expect(page).toHaveURL(/\/courses\?courseId=\d+/);
    await expect(page.getByText('Agentes de IA').first()).toBeVisible();
    await page.goto('/my-courses?ver=premium');
    await expect(page.getByRole('region', { name: 'Agentes de IA' }).getByRole('link', { name: 'Continuar' })).toBeVisible();
    await expect(counter).toHaveAttribute('data-granted', String(before + 1));
    expect(await isMarked(landing)).toBe(true);
    await expect(admin.getByRole('row').filter({ hasText: 'Red de Mujeres' }).first()).toContainText('1 de 2 usadas');
  });

  await test.step('and it is not taken twice', async () => {
    await open(page);
    await look(page, code);
    await expect(dialogOf(page).getByRole('alert')).toHaveText('Ya usaste este código.');
  });
});

// rows: A14
test('a student uses one on a course’s page, or chooses the course; each refusal has its own words', { tag: NIGHT }, async ({
  as,
  school,
}) => {
  const { token } = await school.login('admin');
  const allot = async (becas: number, id_curso: number | null, body: object = {}) =>
    String(
      (
        await ok(school, 'POST', `/api/becas/campanas/${campaign}/codigos`, {
          token,
          body: { organizacion: 'Fundación Faro', becas, id_curso: id_curso ?? '', ...body },
        })
      ).codigo,
    );
  const [agents, others] = await Promise.all([allot(5, 3), allot(5, null)]);
  const used = await allot(1, 3);
  await ok(school, 'POST', '/api/becas/canjear', { token: (await school.login('premium')).token, body: { codigo: used } });
  const past = await allot(1, 3, { vence: '2020-01-01' });

  const page = await as('estudiante');
  await page.goto('/list-courses');
  const courses = (await ok(school, 'GET', '/api/cursos/cursos')) as unknown as {
    id: number;
    slug: string;
    nombre: string;
    tipo: string;
    precio: number | null;
  }[];
  const costly = courses.filter((course) => course.id !== 3 && (course.tipo === 'Premium' || (course.precio ?? 0) > 0));
  const other = costly[0];
  const slug = courses.find((course) => course.id === 3)?.slug;
  if (!other) throw new Error('the demo has no second course that costs');

  await page.goto(`/cursos/${other.slug}`);
  await open(page);
  await look(page, agents);
  await expect(dialogOf(page).getByRole('alert')).toHaveText('Este código es para otro curso.');
  await look(page, used);
  await expect(dialogOf(page).getByRole('alert')).toHaveText('Este código es para otro curso.');
  await page.goto(`/cursos/${slug}`);
  await open(page);
  await look(page, used);
  await expect(dialogOf(page).getByRole('alert')).toHaveText('Este código ya dio todas sus becas.');
  await look(page, past);
  await expect(dialogOf(page).getByRole('alert')).toHaveText('Este código de beca está cerrado o ya venció.');
  await look(page, agents);
  await dialogOf(page).getByRole('button', { name: 'Usar mi beca' }).click();
  await expect(page).toHaveURL(/\/courses\?courseId=3/);

  await test.step('a code for any course offers those that are not open yet', async () => {
    await page.goto(`/cursos/${slug}`);
    await expect(page.getByRole('link', { name: /^Continuar: Agentes de IA/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Tengo un código de beca' })).toHaveCount(0);
    await page.goto('/my-courses');
    await open(page);
    await look(page, others);
    const dialog = dialogOf(page);
    await expect(dialog.getByText('Abre el curso que elijas.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Usar mi beca' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Elige el curso que quieres abrir.');
    await expect(dialog.getByRole('option', { name: 'Agentes de IA' })).toHaveCount(0);
    await expect.poll(() => axeFindings(page)).toEqual([]);
    await dialog.getByLabel('Curso', { exact: true }).selectOption({ label: other.nombre });
    await dialog.getByRole('button', { name: 'Usar mi beca' }).click();
    await expect(page).toHaveURL(new RegExp(`courseId=${other.id}`));
  });
});
