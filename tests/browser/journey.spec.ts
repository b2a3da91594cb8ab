import type { Page } from '@playwright/test';
import { mailTo } from '../support/people.ts';
import { expect, live, test } from './fixtures.ts';

/** The whole way of one person, in one browser: from a course page to an account, out of it, and back in by another door. */

const email = 'itzel.prueba@correo.ejemplo.mx';
const password = 'Suficiente-1!';

test('visitor, course page, lead, registration, mail, profile, phone, logout, Google: the same account', async ({ visitor, school }) => {
  const page = await visitor();

  await test.step('a course page, by its own address', async () => {
    await page.goto('/list-courses');
    await page
      .getByRole('link', { name: /Agentes de IA/ })
      .first()
      .click();
    await expect(page).toHaveURL(/agentes-de-ia-\d+$/);
    const address = page.url();
    await page.goto('/');
    // As who gets the address from somebody else.
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1, name: 'Agentes de IA' })).toBeVisible();
  });

  await test.step('asks for information', async () => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Más información: Agentes de IA' }).click();
    const dialog = page.getByRole('dialog', { name: 'Agentes de IA' });
    await dialog.getByLabel('Nombre').fill('Itzel Prueba');
    await dialog.getByLabel('Correo electrónico').fill(email);
    await dialog.getByLabel('Teléfono').fill('+52 664 555 0177');
    await dialog.getByLabel('Acepto que la escuela use estos datos para responderme.').check();
    await dialog.getByRole('button', { name: 'Enviar mis datos' }).click();
    await expect(dialog.getByText('¡Gracias por tu interés!')).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('registers', async () => {
    await page.getByRole('link', { name: 'Crear Cuenta Gratis' }).first().click();
    await page.getByLabel('Nombre de usuario').fill('itzel');
    await page.getByLabel('Correo electrónico').fill(email);
    await page.getByLabel('Nombre', { exact: true }).fill('Itzel');
    await page.getByLabel('Contraseña', { exact: true }).fill(password);
    await page.getByLabel('Confirma tu contraseña', { exact: true }).fill(password);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Crear Cuenta', exact: true }).click();
    await expect(page).toHaveURL(/\/verify-email-notice/);
  });

  await test.step('follows the link of the mail', async () => {
    const mail = await mailTo(school, email, /Confirma/);
    const link = new URL(mail.links[0] ?? '');
    await page.goto(`${link.pathname}${link.search}`);
    await expect(page.getByText('Email verificado correctamente')).toBeVisible();
  });

  await test.step('is signed in by it', async () => {
    await expect(page).toHaveURL(/\/dashboard$/);
    await live(page);
  });

  await test.step('says something of herself, and confirms her telephone', async () => {
    await page.goto('/profile');
    await live(page);
    await page.getByLabel('Ciudad', { exact: true }).fill('Ensenada');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Ciudad: se guardó.')).toBeVisible();
    await page.getByLabel('Tu teléfono').fill('664 555 0177');
    await page.getByRole('button', { name: 'Guardar teléfono' }).click();
    const code = /\b\d{6}\b/.exec((await mailTo(school, '+526645550177', /código/)).text)?.[0] ?? '';
    await page.getByLabel('Código de 6 dígitos').fill(code);
    await page.getByRole('button', { name: 'Confirmar', exact: true }).click();
    await expect(page.getByText('Teléfono confirmado')).toBeVisible();
  });

  await test.step('leaves', async () => {
    await page.getByRole('main').getByRole('button', { name: 'Salir' }).click();
    await expect(page).toHaveURL(/\/login/);
  });

  await test.step('comes back with Google, to the same account', async () => {
    await page.getByRole('link', { name: 'Continuar con Google' }).click();
    await page.getByLabel('Otro correo').fill(email);
    await page.getByLabel('Nombre', { exact: true }).fill('Itzel');
    await page.getByRole('button', { name: 'Continuar' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.goto('/profile');
    await expect(page.getByText('@itzel').first()).toBeVisible();
    await expect(page.getByLabel('Ciudad', { exact: true })).toHaveValue('Ensenada');
    await expect(page.getByRole('region', { name: 'Teléfono' })).toHaveText(/\+526645550177\s*Confirmado/);
    await expect(page.getByLabel('Código de 6 dígitos')).toHaveCount(0);
    await expect.poll(async () => (await mailTo(school, email, /Google/)).subject).toMatch(/Google/);
  });
});

/** Presses of a mouse or a finger, and of Enter and the space bar outside of text; typing and Tab are not. */
async function countPresses(page: Page): Promise<() => number> {
  let presses = 0;
  await page.exposeFunction('pressed', () => {
    presses++;
  });
  await page.addInitScript(() => {
    const tell = () => void (window as unknown as { pressed(): Promise<void> }).pressed();
    addEventListener('pointerdown', tell, true);
    addEventListener(
      'keydown',
      ({ key, target }) => {
        if (key === 'Enter' || (key === ' ' && !(target instanceof HTMLInputElement && target.type !== 'checkbox'))) tell();
      },
      true,
    );
  });
  return () => presses;
}

// rows: A39, C11
test('from the landing page to the first completed class: at most 12 presses and 3 minutes', async ({ visitor }) => {
  const page = await visitor();
  const presses = await countPresses(page);
  const begun = Date.now();
  await page.goto('/');
  await page.getByRole('button', { name: 'Más información: IA No-Code' }).click();
  await page.getByRole('dialog', { name: 'IA No-Code' }).getByRole('link', { name: 'Comenzar Gratis' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Crear Cuenta' }).click();
  await page.getByLabel('Nombre de usuario').fill('rapida');
  await page.getByLabel('Correo electrónico').fill('rapida@prueba.mx');
  await page.getByLabel('Nombre', { exact: true }).fill('Rocío');
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.getByLabel('Confirma tu contraseña', { exact: true }).fill(password);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Crear Cuenta', exact: true }).click();
  await page.getByRole('link', { name: 'buzón de la demostración' }).click();
  const link = page.getByRole('listitem').filter({ hasText: 'rapida@prueba.mx' }).getByRole('link', { name: 'Abrir el enlace' }).first();
  const again = page.getByRole('button', { name: 'Actualizar' });
  await expect(link.or(again).first()).toBeVisible();
  if (!(await link.isVisible())) await again.click();
  await link.click();
  // Signed in, enrolled, and in the course that was wanted.
  await expect(page.getByRole('heading', { level: 1, name: 'IA No-Code' })).toBeVisible();
  await page.getByRole('region', { name: 'Tu avance' }).getByRole('link', { name: 'Comenzar' }).click();
  await page.getByRole('link', { name: /^Siguiente/ }).click();
  await page.getByRole('button', { name: 'Completar y seguir' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Instrucciones que funcionan' })).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Temario' }).getByRole('button', { name: /1 de \d+ clases$/ })).toBeVisible();
  expect(presses()).toBeGreaterThan(5);
  expect(presses()).toBeLessThanOrEqual(12);
  expect(Date.now() - begun).toBeLessThan(180_000);
});
