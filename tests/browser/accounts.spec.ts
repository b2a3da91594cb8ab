import type { Page } from '@playwright/test';
import { join, mailTo, PASSWORD, settled, tokenIn } from '../support/people.ts';
import { axeFindings, expect, isMarked, live, mark, NIGHT, test } from './fixtures.ts';
import { ok } from './school-calls.ts';
import { readEnglish } from './visits.ts';

/** Signing in and out, who may enter where, and what happens to open pages when an account changes. */

const DEMO_PASSWORD = 'Demo-2026!';
const email = (page: Page) => page.getByLabel('Correo electrónico');
const password = (page: Page) => page.getByLabel('Contraseña', { exact: true });
const submit = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Iniciar Sesión' });
async function signIn(page: Page, name: string, secret = DEMO_PASSWORD): Promise<void> {
  await email(page).fill(name.includes('@') ? name : `${name}@demo.mx`);
  await password(page).fill(secret);
  await submit(page).click();
}

// rows: A23, A38
test('who is led to sign in is told under the field what is wrong, and then goes on where they were going', async ({ visitor }) => {
  const page = await visitor();
  await page.goto('/my-courses?ver=enCurso');
  await expect(page).toHaveURL(/\/login\?returnTo=/);
  await signIn(page, 'estudiante', 'No-es-esta-1!');
  await expect(password(page)).toHaveAccessibleDescription('Contraseña incorrecta.');
  await expect(password(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(password(page)).toBeFocused();
  await expect(email(page)).not.toHaveAttribute('aria-invalid', 'true');

  await signIn(page, 'estudiante');
  await expect(page).toHaveURL(/\/my-courses\?ver=enCurso$/);
  await expect(page.getByRole('tab', { name: /En curso/ })).toHaveAttribute('aria-selected', 'true');
  // A signed-in person is redirected from the form. Where each role starts, and redirects that lead nowhere: guards.test.ts, paths.test.ts.
  await page.goto('/login');
  await expect(page).toHaveURL((url) => url.pathname === '/dashboard');
});

// rows: A37
test('logging out in one tab leads the others to the login', async ({ browse, school }) => {
  const { token } = await school.login('estudiante');
  const context = await browse({ token });
  const [one, two] = [await context.newPage(), await context.newPage()];
  await one.goto('/dashboard');
  await two.goto('/progress');
  await live(one);
  await live(two);
  await one.getByRole('button', { name: 'Tu cuenta' }).click();
  await one.getByRole('button', { name: 'Salir' }).click();
  await expect(one).toHaveURL(/\/login/);
  await expect(two).toHaveURL(/\/login/);
  expect((await school.ask('GET', '/api/auth/sesion', { token })).status).toBe(401);
  // The back button shows nothing of the person again.
  await two.goBack();
  await expect(two).toHaveURL(/\/login/);
});

// rows: A37
test('a session of which the browser has nothing but the cookies is seen on the public pages too', { tag: NIGHT }, async ({
  browse,
  school,
}) => {
  const context = await browse(null);
  const entered = await context.request.post('/api/auth/login', { data: { email: 'estudiante@demo.mx', password: DEMO_PASSWORD } });
  expect(entered.status()).toBe(200);
  const page = await context.newPage();
  for (const path of ['/', '/pricing', '/list-courses', '/cursos/ia-no-code-1']) {
    await page.goto(path);
    await expect(
      page
        .getByRole('link', { name: 'Ir a mi panel' })
        .or(page.getByRole('button', { name: 'Tu cuenta' }))
        .first(),
      path,
    ).toBeVisible();
  }
  // Ended elsewhere while no page is open: the next one asks, is told so, and is a visitor's from then on.
  await page.goto('about:blank');
  const { token } = (await entered.json()) as { token: string };
  expect((await school.ask('POST', '/api/auth/logout', { token })).status).toBe(200);
  const refused = page.waitForResponse(/\/api\/auth\/sesion/);
  await page.goto('/pricing');
  await refused;
  await expect(page.getByRole('link', { name: 'Ir a mi panel' })).toHaveCount(0);
  await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).not.toContain('aulaviva.sesion');
});

// rows: A34
test('a forgotten password is set anew by the link of the mail, which serves once', { tag: NIGHT }, async ({ visitor, as, school }) => {
  const person = await join(school, 'olvidadiza');
  const elsewhere = await as(person);
  await elsewhere.goto('/dashboard');
  await live(elsewhere);

  const page = await visitor();
  await page.goto('/login');
  await page.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).click();
  // The previous page has a field of that name too.
  await expect(page.getByRole('heading', { level: 1, name: 'Restablece tu contraseña' })).toBeVisible();
  await email(page).fill(person.email);
  await page.getByRole('button', { name: 'Enviar enlace' }).click();
  await expect(page.getByText('Si el correo existe, recibirás un enlace')).toBeVisible();
  const mail = await mailTo(school, person.email, /contraseña/i);
  await page.getByRole('link', { name: 'buzón de la demostración' }).click();
  await page
    .getByRole('listitem')
    .filter({ hasText: mail.subject })
    .filter({ hasText: person.email })
    .getByRole('link', { name: 'Abrir el enlace' })
    .click();
  const link = page.url();
  await page.getByLabel('Nueva contraseña').fill('debil');
  await page.getByLabel('Confirma tu contraseña').fill('debil');
  await page.getByRole('button', { name: 'Guardar contraseña' }).click();
  await expect(page.getByText('La contraseña no cumple con los requisitos.')).toBeVisible();
  await page.getByLabel('Nueva contraseña').fill('Nueva-2026!');
  await page.getByLabel('Confirma tu contraseña').fill('Nueva-2026!');
  await page.getByRole('button', { name: 'Guardar contraseña' }).click();
  await expect(page.getByText('Contraseña actualizada correctamente.').first()).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
  // Sessions elsewhere ended with it.
  await expect(elsewhere).toHaveURL(/\/login/);

  await signIn(page, person.email, PASSWORD);
  await expect(password(page)).toHaveAccessibleDescription('Contraseña incorrecta.');
  await signIn(page, person.email, 'Nueva-2026!');
  await expect(page).toHaveURL(/\/dashboard$/);

  const again = await visitor();
  await again.goto(link);
  await again.getByLabel('Nueva contraseña').fill('Otra-2026!');
  await again.getByLabel('Confirma tu contraseña').fill('Otra-2026!');
  await again.getByRole('button', { name: 'Guardar contraseña' }).click();
  await expect(again.getByRole('alert')).toBeVisible();
  await expect(again.getByRole('link', { name: 'Pedir otro enlace' })).toBeVisible();
});

test('whoever confirms an address in a browser that the account does not know sets its password anew, and who made it is out', {
  tag: NIGHT,
}, async ({ visitor, as, school }) => {
  const person = await join(school, 'apartada');
  const before = await as(person);
  await before.goto('/dashboard');
  await live(before);
  const mail = await mailTo(school, person.email, /Confirma/);
  const page = await visitor();
  await page.goto(`/verify-email?token=${encodeURIComponent(tokenIn(mail))}`);
  await expect(page.getByText('Este navegador no es el que creó la cuenta.')).toBeVisible();
  await expect(before).toHaveURL(/\/login/);
  await page.getByRole('link', { name: 'Crear mi contraseña' }).click();
  await page.getByLabel('Nueva contraseña').fill('Nueva-2026!');
  await page.getByLabel('Confirma tu contraseña').fill('Nueva-2026!');
  await page.getByRole('button', { name: 'Guardar contraseña' }).click();
  await expect(page).toHaveURL(/\/login/);
  await signIn(page, person.email, 'Nueva-2026!');
  await expect(page).toHaveURL(/\/dashboard$/);
  await signIn(before, person.email, PASSWORD);
  await expect(password(before)).toHaveAccessibleDescription('Contraseña incorrecta.');
});

// rows: I13
test('a deactivated account loses its open page at once', { tag: NIGHT }, async ({ as, school }) => {
  const admin = await school.login('admin');
  const person = await join(school, 'saliente');
  const page = await as(person);
  await page.goto('/progress');
  await live(page);
  await ok(school, 'PUT', `/api/auth/users/${person.id}`, { token: admin.token, body: { is_active: false, motivo: 'Prueba' } });
  await expect(page).toHaveURL(/\/login\?.*notice=ended/);
  await expect(page.getByText('Tu sesión terminó. Inicia sesión de nuevo.')).toBeVisible();
  await signIn(page, person.email, PASSWORD);
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText(/^Error al iniciar sesión: /)).toBeVisible();
});

test('a changed profile shows in another window of the same person without a reload', { tag: NIGHT }, async ({ as, school }) => {
  const person = await join(school, 'renombrada');
  const [one, two] = [await as(person), await as(person)];
  await one.goto('/profile');
  await two.goto('/profile');
  await live(two);
  await mark(two);
  await ok(school, 'PUT', `/api/auth/users/${person.id}`, { token: person.token, body: { first_name: 'Nuria' } });
  await settled(school);
  await expect(two.getByRole('main').getByText('Nuria Quintanilla')).toBeVisible();
  await expect(one.getByRole('main').getByText('Nuria Quintanilla')).toBeVisible();
  expect(await isMarked(two)).toBe(true);
});

// rows: A43
test('a page that breaks says so in the reader’s language with a reference, tells the school, and comes back', { tag: NIGHT }, async ({
  as,
  trouble,
}) => {
  const page = await as('admin');
  let broken = true;
  await page.route('**/api/resumen', async (route) => {
    if (!broken) return route.continue();
    const answer = await (await route.fetch()).json();
    return route.fulfill({ json: { ...answer, cifras: [{ id: 'usuarios', valor: 1, dias: null }] } });
  });
  trouble.allow(/TypeError: Cannot read properties of null/);
  const told = page.waitForRequest((request) => request.url().endsWith('/api/fallas') && request.method() === 'POST');
  await page.goto('/admin/overview');
  await expect(page.getByRole('heading', { level: 1, name: 'Algo salió mal en esta página' })).toBeAttached();
  const main = page.getByRole('main');
  await expect(main).toContainText('Tus datos están a salvo');
  const [, reference = ''] = /^Referencia: ([\w-]{4,})$/.exec((await main.getByText(/^Referencia: /).textContent()) ?? '') ?? [];
  expect(reference).not.toBe('');
  for (const inner of [/TypeError/, /Cannot read/, /\.js\b/, /\n\s+at /, /Unexpected Application Error/])
    await expect(page.locator('body')).not.toContainText(inner);

  await test.step('the school is told, under the same reference', async () => {
    const request = await told;
    const body = request.postDataJSON() as { referencia: string; mensaje: string; lugar: string };
    expect(body).toEqual({
      referencia: reference,
      mensaje: expect.stringMatching(/^TypeError: /),
      lugar: '/admin/overview',
    });
    expect((await request.response())?.status()).toBe(200);
  });
  await expect.poll(() => axeFindings(page)).toEqual([]);

  await test.step('«Reintentar» while it is still broken breaks again; later it shows the page', async () => {
    const again = page.waitForRequest('**/api/fallas');
    await page.getByRole('button', { name: 'Reintentar' }).click();
    const { referencia } = (await again).postDataJSON() as { referencia: string };
    expect(referencia).not.toBe(reference);
    await expect(main).toContainText(referencia);
    broken = false;
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await expect(page.getByRole('region', { name: 'Usuarios', exact: true }).or(page.locator('.figure').first())).toBeVisible();
    await expect(page.getByText('Algo salió mal en esta página')).toHaveCount(0);
  });

  await test.step('who reads English reads English', async () => {
    broken = true;
    await page.evaluate(readEnglish);
    await page.reload();
    await expect(main).toContainText('Something went wrong on this page');
  });
});
