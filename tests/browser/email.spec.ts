import type { Page } from '@playwright/test';
import { join, mailTo, PASSWORD, type Person } from '../support/people.ts';
import type { School } from '../support/school.ts';
import { expect, live, NIGHT, test } from './fixtures.ts';

/** One's address in the browser: asked for, confirmed on another device that one is known by, corrected where it was mistyped. */

const linkTo = async (school: School, to: string, matching: RegExp) => (await mailTo(school, to, matching)).links[0] ?? '';
const pathOf = (link: string) => new URL(link).pathname + new URL(link).search;
const follow = async (page: Page, link: string) => {
  await page.goto(pathOf(link));
  await expect(page.getByText('Email verificado correctamente')).toBeVisible();
};
const confirm = async (school: School, person: Person) => {
  const link = await linkTo(school, person.email, /Confirma tu correo\n/);
  const token = new URL(link).searchParams.get('token') ?? '';
  expect((await school.ask('GET', `/api/auth/verify-email?token=${token}`, { token: person.token })).status).toBe(200);
};

// rows: D12
test('another address is asked for with the password, and is one’s own once its link is followed on any device that one is signed in on', {
  tag: NIGHT,
}, async ({ as, school, visitor }) => {
  const person = await join(school, 'mudable');
  await confirm(school, person);
  const page = await as(person);
  await page.goto('/profile');
  await live(page);
  const data = page.getByRole('region', { name: 'Tus datos' });
  const ask = async (address: string, password: string) => {
    await data.getByRole('button', { name: 'Editar: Correo' }).click();
    await data.getByLabel('Correo nuevo').fill(address);
    await data.getByLabel('Contraseña actual', { exact: true }).fill(password);
    await data.getByRole('button', { name: 'Enviar enlace' }).click();
  };
  await ask('sin arroba', PASSWORD);
  await expect(data.getByLabel('Correo nuevo')).toHaveAccessibleDescription(/Ingresa un correo válido\./);
  await page.keyboard.press('Escape');
  await ask('mudada@prueba.mx', 'No-es-esta-1!');
  await expect(data.getByLabel('Contraseña actual', { exact: true })).toHaveAccessibleDescription('Contraseña incorrecta.');
  await expect(data.getByLabel('Correo nuevo')).toHaveValue('mudada@prueba.mx');
  await data.getByLabel('Contraseña actual', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enviamos un enlace a mudada@prueba.mx. Tu correo cambia cuando lo confirmes.')).toBeVisible();
  await expect(data.getByText('Pendiente de confirmar: mudada@prueba.mx')).toBeVisible();
  await expect(data.getByText(person.email)).toBeVisible();

  await data.getByRole('button', { name: 'Cancelar cambio' }).click();
  await expect(page.getByText(`Tu correo sigue siendo ${person.email}.`)).toBeVisible();
  await expect(data.getByText('Pendiente de confirmar')).toHaveCount(0);

  await ask('ultima@prueba.mx', PASSWORD);
  await expect(data.getByText('Pendiente de confirmar: ultima@prueba.mx')).toBeVisible();
  const first = await linkTo(school, 'ultima@prueba.mx', /Confirma tu correo nuevo/);
  await data.getByRole('button', { name: 'Reenviar enlace' }).click();
  await expect(async () => {
    expect(await linkTo(school, 'ultima@prueba.mx', /Confirma tu correo nuevo/)).not.toBe(first);
  }).toPass();
  const stranger = await visitor();
  await stranger.goto(pathOf(first));
  await expect(stranger.getByText('El enlace no es válido o ya se usó.')).toBeVisible();
  // Followed where nobody knows them, it ends every session (tests/api/takeover.test.ts).
  const other = await as(await school.login(person.email, PASSWORD));
  await follow(other, await linkTo(school, 'ultima@prueba.mx', /Confirma tu correo nuevo/));
  // The profile that stands open says so by itself.
  await expect(data.getByText('Pendiente de confirmar')).toHaveCount(0);
  await expect(data.getByText('ultima@prueba.mx')).toBeVisible();
});

// rows: A35, A36
test('a mistyped address is corrected on the notice; what stands open elsewhere sees it confirmed', { tag: NIGHT }, async ({
  as,
  school,
}) => {
  const person = await join(school, 'errata', { email: 'errata@pruba.mx' });
  const page = await as(person);
  await page.goto(`/verify-email-notice?email=${encodeURIComponent(person.email)}`);
  await expect(page.getByText(`Te enviamos un enlace a ${person.email}.`)).toBeVisible();
  await page.getByRole('button', { name: '¿No es tu correo? Corrígelo' }).click();
  await page.getByLabel('Tu correo correcto').fill('admin@demo.mx');
  await page.getByLabel('Tu contraseña', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Corregir y enviar el enlace' }).click();
  await expect(page.getByLabel('Tu correo correcto')).toHaveAccessibleDescription(/Ya existe una cuenta con ese correo\./);
  await expect(page.getByText(/enviamos el enlace/)).toHaveCount(0);
  await page.getByLabel('Tu correo correcto').fill('errata@prueba.mx');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Corregimos tu correo y enviamos el enlace a errata@prueba.mx.')).toBeVisible();
  await expect(page.getByText('Te enviamos un enlace a errata@prueba.mx.')).toBeVisible();

  const dashboard = await as(await school.login('errata@prueba.mx', PASSWORD));
  await dashboard.goto('/dashboard');
  await live(dashboard);
  const banner = dashboard.getByText('Confirma tu correo para poder comprar');
  await expect(banner).toBeVisible();
  await follow(await dashboard.context().newPage(), await linkTo(school, 'errata@prueba.mx', /Confirma tu correo\n/));
  await expect(banner).toHaveCount(0);
  await expect(page.getByText('Tu correo errata@prueba.mx ya está confirmado.')).toBeVisible();
  await expect(page.getByText(/^Te enviamos un enlace/)).toHaveCount(0);
});
