import { expect, test } from './fixtures.ts';

/** Fifteen minutes without a sign of life, on the browser's own clock, moved by hand. */

const question = { name: '¿Sigues ahí?' };

test('two tabs share one clock: a warning in both, a sign of life in one stays both, and the end leads both to sign in and back', async ({
  browse,
  school,
}) => {
  const context = await browse('estudiante');
  await context.clock.install();
  const first = await context.newPage();
  const second = await context.newPage();
  await first.goto('/dashboard');
  await second.goto('/profile');
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible();

  const pass = (time: string) => context.clock.fastForward(time);
  await pass('14:05');
  await expect(first.getByRole('dialog', question)).toBeVisible();
  await expect(second.getByRole('dialog', question)).toBeVisible();

  await first.getByRole('button', { name: 'Seguir aquí' }).click();
  await expect(first.getByRole('dialog', question)).toBeHidden();
  await pass('00:02');
  await expect(second.getByRole('dialog', question)).toBeHidden();

  await pass('15:10');
  await expect(first).toHaveURL(/\/login\?/);
  await expect(second).toHaveURL(/\/login\?.*notice=idle/);
  await expect(second.getByText('Cerramos tu sesión tras 15 minutos sin actividad')).toBeVisible();
  const cookies = await context.cookies();
  expect(cookies.find(({ name }) => name === 'aulaviva')?.value ?? '').toBe('');
  await expect.poll(async () => (await context.request.get(`${school.url}/api/auth/sesion`)).status()).toBe(401);

  await second.getByLabel('Correo electrónico').fill('estudiante@demo.mx');
  await second.getByLabel('Contraseña', { exact: true }).fill('Demo-2026!');
  await second.getByRole('button', { name: 'Iniciar Sesión' }).click();
  await expect(second).toHaveURL(/\/profile$/);
});
