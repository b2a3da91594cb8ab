import type { Page } from '@playwright/test';
import { join, mailTo, PASSWORD } from '../support/people.ts';
import { until } from '../support/until.ts';
import { axeFindings, expect, live, NIGHT, test } from './fixtures.ts';
import { enrol, ok } from './school-calls.ts';

/** One's own account in the browser: profile, phone, security, Google, passkeys, leaving for good. */

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Guardar cambios' });

// rows: D12, D15
test('one form has all of the profile: each part is shown to whom the person chooses, and what was saved is taken back', {
  tag: NIGHT,
}, async ({ as, school }) => {
  const person = await join(school, 'perfilada');
  const page = await as(person);
  await page.goto('/profile');
  await live(page);
  await field(page, 'Presentación').fill('Aprendo a <b>programar</b>.');
  await field(page, 'Sitio web').fill('javascript:alert(1)');
  await save(page).click();
  await expect(page.getByText(/Escribe una dirección web válida/)).toBeVisible();
  await expect(field(page, 'Sitio web')).toBeFocused();
  await expect(field(page, 'Presentación')).toHaveValue('Aprendo a <b>programar</b>.');
  await field(page, 'Sitio web').fill('');
  await save(page).click();
  await expect(page.getByText('Presentación: se guardó.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Quién ve: Lo que cuentas de ti' }).selectOption('Todos');
  await expect(page.getByText('Lo que cuentas de ti: lo ve «Todos».')).toBeVisible();

  await field(page, 'Ciudad').fill('Tijuana');
  await page.keyboard.press('Enter');
  // The message about the previous section may still be shown.
  await page.locator('[data-sonner-toast]').filter({ hasText: 'Ciudad' }).getByRole('button', { name: 'Deshacer' }).click();
  await expect(page.getByText('Ciudad: se restauró.')).toBeVisible();
  await expect(field(page, 'Ciudad')).toHaveValue('');
  await save(page).click();
  await expect(page.getByText('No hay cambios para guardar')).toBeVisible();

  // A person's page is visible to those who share a course with them.
  const classmate = await join(school, 'companera');
  for (const one of [person, classmate]) await enrol(school, one, 1);
  const other = await as(classmate);
  await other.goto(`/people/${person.id}`);
  await expect(other.getByRole('heading', { level: 1, name: 'Perfil de Nora Quintanilla' })).toBeVisible();
  await expect(other.getByText('Aprendo a <b>programar</b>.')).toBeVisible();
  await expect(other.getByText('Ciudad')).toHaveCount(0);
});

test('what changes beside a field meanwhile is in nobody’s way; another change of the field itself is told', { tag: NIGHT }, async ({
  as,
  school,
}) => {
  const person = await join(school, 'simultanea');
  const page = await as(person);
  await page.goto('/profile');
  await live(page);
  // Somewhere else, just before this change arrives.
  let elsewhere: object | null = { country: 'Perú' };
  await page.route(`**/api/auth/users/${person.id}`, async (route) => {
    const body = elsewhere;
    if (route.request().method() === 'PUT' && body) {
      elsewhere = null;
      await ok(school, 'PUT', `/api/auth/users/${person.id}`, { token: person.token, body });
    }
    await route.fallback();
  });
  await field(page, 'Ciudad').fill('Tijuana');
  await save(page).click();
  await expect(page.getByText('Ciudad: se guardó.')).toBeVisible();
  await expect(field(page, 'País')).toHaveValue('Perú');

  elsewhere = { city: 'Lima' };
  await field(page, 'Ciudad').fill('Cusco');
  await save(page).click();
  await expect(page.getByText(/Otra persona cambió esto mientras lo editabas/)).toBeVisible();
  await save(page).click();
  await expect(page.getByText(/Otra persona cambió esto/)).toHaveCount(0);
  await page.reload();
  await expect(field(page, 'Ciudad')).toHaveValue('Cusco');
});

// rows: D17
test('a phone is confirmed by the code that comes to the mailbox', { tag: NIGHT }, async ({ as, school }) => {
  const person = await join(school, 'llamable');
  const page = await as(person);
  // The reminder is not shown on the first day.
  await page.clock.install({ time: Date.now() + 2 * 86_400_000 });
  await page.goto('/dashboard');
  await live(page);
  await page.getByRole('link', { name: 'Mis Cursos' }).first().click();
  await expect(page.getByText('¡Verifica tu teléfono!')).toBeVisible();
  await page.getByRole('link', { name: 'Ir a mi perfil' }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await page.getByLabel('Tu teléfono').fill('12');
  await page.getByRole('button', { name: 'Guardar teléfono' }).click();
  await expect(page.getByLabel('Tu teléfono')).toHaveAccessibleDescription(/Escribe un teléfono válido, con lada\./);
  await page.getByLabel('Tu teléfono').fill('664 555 0101');
  await page.getByRole('button', { name: 'Guardar teléfono' }).click();
  await expect(page.getByText('¡Teléfono actualizado!')).toBeVisible();
  const code = /\b\d{6}\b/.exec((await mailTo(school, '+526645550101', /código/)).text)?.[0] ?? '';
  await page.getByLabel('Código de 6 dígitos').fill(code === '000000' ? '000001' : '000000');
  await page.getByRole('button', { name: 'Confirmar', exact: true }).click();
  await expect(page.getByText('El código no es correcto.')).toBeVisible();
  await page.getByLabel('Código de 6 dígitos').fill(code);
  await page.getByRole('button', { name: 'Confirmar', exact: true }).click();
  await expect(page.getByText('Teléfono confirmado')).toBeVisible();
  await expect(page.getByLabel('Código de 6 dígitos')).toHaveCount(0);
  // The reminder comes once, and not to who has done it.
  await page.goto('/dashboard');
  await live(page);
  await expect(page.getByText('¡Verifica tu teléfono!')).toHaveCount(0);
});

// rows: D17
test('on a phone the reminder covers nothing: what stands under a thumb can be pressed', { tag: NIGHT }, async ({ as, school }) => {
  const page = await as(await join(school, 'con_prisa'), { viewport: { width: 360, height: 740 } });
  await page.clock.install({ time: Date.now() + 2 * 86_400_000 });
  await page.goto('/profile');
  await page.getByRole('link', { name: 'Seguridad de tu cuenta' }).click();
  const reminder = page.getByText('¡Verifica tu teléfono!');
  await expect(reminder).toBeVisible();
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
  const danger = page.getByRole('button', { name: 'Borrar mi cuenta' });
  // At the very bottom of the window, where a notice could cover it.
  await danger.evaluate((button) => button.scrollIntoView({ block: 'end' }));
  await danger.click({ timeout: 30_000 });
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(reminder).toBeVisible();
  await page.getByRole('button', { name: 'Cerrar aviso' }).click();
  await expect(reminder).toHaveCount(0);
  await page.goto('/dashboard');
  await live(page);
  await expect(reminder).toHaveCount(0);
});

// rows: A47
test('changing the password ends the other sessions, and the list of sessions moves live', { tag: NIGHT }, async ({ as, school }) => {
  const person = await join(school, 'renata');
  const page = await as(person);
  await page.goto('/profile/security');
  await live(page);
  const rows = page.getByRole('region', { name: 'Sesiones abiertas' }).getByRole('listitem');
  await expect(rows).toHaveCount(1);
  const elsewhere = await as(await school.login(person.email, PASSWORD));
  await elsewhere.goto('/progress');
  await live(elsewhere);
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: /^Cerrar la sesión de/ }).click();
  await expect(elsewhere).toHaveURL(/\/login\?.*notice=ended/);
  await expect(rows).toHaveCount(1);

  const third = await as(await school.login(person.email, PASSWORD));
  await third.goto('/progress');
  await live(third);
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click();
  await page.getByLabel('Contraseña actual', { exact: true }).fill('No-es-esta-1!');
  await page.getByLabel('Nueva contraseña', { exact: true }).fill('Nueva-2026!');
  await page.getByLabel('Confirma tu contraseña', { exact: true }).fill('Nueva-2026!');
  await page.getByRole('button', { name: 'Guardar contraseña' }).click();
  await expect(page.getByLabel('Contraseña actual', { exact: true })).toHaveAccessibleDescription(/Contraseña incorrecta\./);
  await expect(page.getByLabel('Contraseña actual', { exact: true })).toBeFocused();
  await page.getByLabel('Contraseña actual', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Guardar contraseña' }).click();
  await expect(page.getByText('Contraseña actualizada. Cerramos tus otras sesiones.')).toBeVisible();
  await expect(third).toHaveURL(/\/login/);
  await expect(page).toHaveURL(/\/profile\/security$/);
});

// rows: A27
test('with Google: a new account through the stand-in, then the same account again; cancelling leads back', { tag: NIGHT }, async ({
  visitor,
}) => {
  const page = await visitor();
  await page.goto('/login?returnTo=%2Fprogress');
  await page.getByRole('link', { name: 'Continuar con Google' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Elige una cuenta' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await expect(page.getByText('Error al iniciar sesión con Google. Intenta de nuevo.')).toBeVisible();
  await page.getByRole('link', { name: 'Intentar con Google otra vez' }).click();
  await page.getByLabel('Otro correo').fill('zoe.paz@correo.ejemplo.mx');
  await page.getByLabel('Nombre', { exact: true }).fill('Zoé');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByText('Cuenta creada con Google. Redirigiendo...')).toBeVisible();
  await expect(page).toHaveURL(/\/progress$/);
  await page.goto('/profile');
  await expect(page.getByText('@zoe.paz').first()).toBeVisible();
  await page.getByRole('button', { name: 'Conservarlo' }).click();
  await expect(page.getByText('Te propusimos el nombre de usuario')).toHaveCount(0);

  const again = await visitor();
  await again.goto('/register');
  await again.getByRole('link', { name: 'Registrarte con Google' }).click();
  await again.getByLabel('Otro correo').fill('Zoe.Paz@correo.ejemplo.mx');
  await again.getByLabel('Nombre', { exact: true }).fill('Otra');
  await again.getByRole('button', { name: 'Continuar' }).click();
  await expect(again).toHaveURL(/\/dashboard$/);
  await expect(again.getByRole('heading', { level: 1, name: /Zoé/ })).toBeVisible();
});

// rows: A27
test('with Google by one tap: the card can be dismissed, opens an account with one press, and is offered to nobody who is signed in', {
  tag: NIGHT,
}, async ({ visitor, school, trouble }) => {
  const page = await visitor();
  const card = page.getByRole('dialog', { name: 'Imitación de Google' });
  await page.goto('/login?returnTo=%2Fprogress');
  await expect(card).toBeVisible();
  await expect.poll(() => axeFindings(page)).toEqual([]);
  await card.getByRole('button', { name: 'Cerrar: Imitación de Google' }).click();
  await expect(card).toBeHidden();
  await page.getByRole('link', { name: 'Crear Cuenta', exact: true }).last().click();
  await expect(page).toHaveURL(/\/register/);
  const asked = page.waitForResponse(/\/api\/auth\/google\/estado/);
  await page.reload();
  await asked;
  await page.waitForLoadState('networkidle');
  await expect(card).toBeHidden();

  const other = await visitor();
  const offered = other.getByRole('dialog', { name: 'Imitación de Google' });
  await other.goto('/login?returnTo=%2Fprogress');
  await offered.getByRole('button', { name: 'Continuar como Carmen' }).click();
  // The notice is there for some seconds only.
  await Promise.all([
    expect(other.getByText('Cuenta creada con Google. Redirigiendo...')).toBeVisible(),
    expect(other).toHaveURL(/\/progress$/),
  ]);
  await expect(offered).toBeHidden();

  // What a browser without Google, or with a blocker, has: the page as it is, and the other ways.
  trouble.allow(/accounts\.google\.com/);
  const blocked = await visitor();
  await blocked.route('**/api/auth/google/estado', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), unToque: 'https://accounts.google.com/gsi/client' } });
  });
  const refused = blocked.waitForEvent('console', (line) => line.text().includes('accounts.google.com/gsi/client'));
  await blocked.goto(`${school.url}/login`);
  expect((await refused).text()).toMatch(/Content Security Policy/);
  await expect(blocked.getByRole('link', { name: 'Continuar con Google' })).toBeVisible();
  await expect(blocked.getByRole('alert').filter({ hasText: 'Google' })).toHaveCount(0);
});

// rows: A47
test('a passkey is added, named, opens the school, and is removed', { tag: NIGHT }, async ({ browse, school, trouble }) => {
  trouble.allow(/to another host: (https?|wss?):\/\/localhost:\d+\//);
  const person = await join(school, 'llavera');
  // Keys are bound to a name, and a bare address is none.
  const baseURL = school.url.replace('127.0.0.1', 'localhost');
  const context = await browse(null, { baseURL });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto('/login?returnTo=%2Fprofile%2Fsecurity');
  await page.getByLabel('Correo electrónico').fill(person.email);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Iniciar Sesión' }).click();
  await expect(page).toHaveURL(/\/profile\/security$/);
  await page.getByRole('button', { name: 'Agregar llave' }).click();
  await page.getByLabel('Nombre de la llave').fill('Mi portátil');
  await page.getByRole('button', { name: 'Guardar nombre' }).click();
  await expect(page.getByText('Mi portátil')).toBeVisible();
  // The same device has one already.
  await page.getByRole('button', { name: 'Agregar llave' }).click();
  await expect(page.getByText('Este dispositivo ya tiene una llave de tu cuenta.')).toBeVisible();

  await page.getByRole('button', { name: 'Tu cuenta' }).click();
  await page.getByRole('button', { name: 'Salir' }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.getByRole('button', { name: 'Entrar con una llave de acceso' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto('/profile/security');
  await expect(page.getByText('Con llave de acceso')).toBeVisible();
  await page.getByRole('button', { name: 'Quitar Mi portátil' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Quitar llave' }).click();
  await expect(page.getByText('Todavía no tienes llaves de acceso.')).toBeVisible();
  await page.getByRole('button', { name: 'Tu cuenta' }).click();
  await page.getByRole('button', { name: 'Salir' }).click();
  await page.getByRole('button', { name: 'Entrar con una llave de acceso' }).click();
  await expect(page.getByText('No pudimos comprobar la llave de acceso. Intenta de nuevo.')).toBeVisible();
});

// rows: D08
test('who lacks a name completes the profile first, then goes where they were going', { tag: NIGHT }, async ({ as, school }) => {
  const admin = await school.login('admin');
  const body = { username: 'sin.nombre', email: 'sin.nombre@prueba.mx', password: PASSWORD };
  await ok(school, 'POST', '/api/auth/register', { token: admin.token, body });
  const page = await as(await school.login(body.email, PASSWORD));
  await page.goto('/courses?courseId=1');
  await expect(page).toHaveURL((url) => url.pathname === '/complete-profile' && url.searchParams.get('returnTo') === '/courses?courseId=1');
  await page.getByRole('button', { name: 'Guardar y continuar' }).click();
  await expect(page.getByLabel('Nombre', { exact: true })).toHaveAccessibleDescription('Este campo es obligatorio.');
  await page.getByLabel('Nombre de usuario').fill('admin');
  await page.getByLabel('Nombre', { exact: true }).fill('Úrsula');
  await page.getByRole('button', { name: 'Guardar y continuar' }).click();
  await expect(page.getByText('Ese nombre de usuario ya está en uso.')).toBeVisible();
  await page.getByLabel('Nombre de usuario').fill('ursula');
  await page.getByRole('button', { name: 'Guardar y continuar' }).click();
  await expect(page).toHaveURL(/\/courses\?courseId=1$/);
  await page.goto('/complete-profile?returnTo=https://malo.ejemplo');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('one takes the own data along, and leaves for good', { tag: NIGHT }, async ({ as, school }) => {
  const person = await join(school, 'se_va');
  const page = await as(person);
  await page.goto('/profile/security');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Descargar archivo' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^aulaviva-mis-datos-.*\.json$/);

  await page.getByRole('button', { name: 'Borrar mi cuenta' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Borrar mi cuenta' })).toBeDisabled();
  await dialog.getByLabel('Escribe tu contraseña para confirmar', { exact: true }).fill('No-es-esta-1!');
  await dialog.getByLabel('Entiendo que no se puede deshacer').check();
  await dialog.getByRole('button', { name: 'Borrar mi cuenta' }).click();
  await expect(dialog.getByText('Contraseña incorrecta.')).toBeVisible();
  await dialog.getByLabel('Escribe tu contraseña para confirmar', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Borrar mi cuenta' }).click();
  await expect(page.getByText('Tu cuenta y tus datos personales fueron borrados.')).toBeVisible();
  await expect(page).toHaveURL((url) => url.pathname === '/login');
  await until(async () => (await school.ask('GET', '/api/auth/sesion', { token: person.token })).status === 401, 'the session to be over');
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login/);
});
