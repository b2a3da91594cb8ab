import { expect, NIGHT, test } from './fixtures.ts';

// rows: B16, B19, B20, B25
test('a course is bought: declined, left, gone on with on another device, paid, seen in the first window by itself, and given back', async ({
  as,
}) => {
  const page = await as('estudiante');
  const other = await as('estudiante');
  await other.goto('/purchases');
  await page.goto('/checkout?courseId=2');
  await page.getByRole('button', { name: 'Pagar el curso' }).click();
  await page.waitForURL(/\/demo\/payment/);
  await page.getByRole('button', { name: 'Que la tarjeta no pase' }).click();
  await expect(page.getByRole('alert')).toContainText('No se cobró nada');
  await expect(other.getByText('El último pago no pasó.')).toBeVisible();
  await page.getByRole('button', { name: 'Que el banco pida confirmar' }).click();
  await page.getByRole('button', { name: 'No confirmarlo' }).click();
  await expect(other.getByText('no se confirmó. No se te cobró nada')).toBeVisible();
  await page.getByRole('button', { name: 'Que el banco pida confirmar' }).click();
  await page.getByRole('link', { name: 'Salir sin pagar' }).click();
  await expect(page).toHaveURL(/\/cancel/);
  await expect(page.getByText('No se te cobró nada.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Seguir con la compra' })).toBeVisible();
  await page.goto('/purchases');
  // Gone on with on another device; the bank still waits: the page is the same one.
  await other.getByRole('link', { name: 'Seguir con la compra' }).click();
  await expect(other.getByText('IVA incluido (16 %): $68.83 MXN')).toBeVisible();
  await other.getByRole('button', { name: 'Pagar el curso' }).click();
  await other.getByRole('button', { name: 'Confirmar el pago' }).click();
  await expect(other.getByRole('heading', { level: 1, name: '¡Listo!' })).toBeVisible();
  await expect(other.getByRole('link', { name: 'Continuar' })).toHaveAttribute('href', '/dashboard');
  await other.getByRole('link', { name: 'Ir al curso' }).click();
  await expect(other).toHaveURL(/\/courses\?courseId=2/);

  await expect(page.getByText('Pagada')).toBeVisible();
  await page.getByRole('button', { name: 'Pedir devolución' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Pedir devolución' }).click();
  await expect(page.getByText('Devuelto: $499.00 MXN (IVA: $68.83 MXN)')).toBeVisible();
  await page.goto('/checkout?courseId=2');
  await expect(page.getByRole('button', { name: 'Pagar el curso' })).toBeVisible();
});

// rows: B30
test('a bundle is given: left and gone on with as a gift, paid, accepted by its code after signing in', { tag: NIGHT }, async ({
  as,
  visitor,
}) => {
  const page = await as('estudiante');
  await page.goto('/paquetes/1');
  await page.getByRole('link', { name: '¿Es para alguien más? Regálalo' }).click();
  await page.getByLabel('Su nombre').fill('Lupita');
  await page.getByLabel('Un mensaje tuyo').fill('¡Felicidades!');
  await page.getByRole('button', { name: 'Pagar el paquete' }).click();
  await page.getByRole('link', { name: 'Salir sin pagar' }).click();
  await page.getByRole('link', { name: 'Seguir con la compra' }).click();
  await expect(page.getByLabel('Su nombre')).toHaveValue('Lupita');
  await page.getByRole('button', { name: 'Pagar el paquete' }).click();
  await page.getByRole('button', { name: 'Pagar de mentiras' }).click();
  await page.getByRole('link', { name: 'Ver mi regalo' }).click();
  await expect(page.getByText('Regalo por aceptar')).toBeVisible();
  const code = (await page.getByRole('link', { name: /^\d+-\d+-/ }).textContent()) ?? '';

  const friend = await visitor();
  await friend.goto(`/regalos/${code}`);
  await expect(friend.getByRole('heading', { level: 1, name: 'Lupita, un regalo para ti' })).toBeVisible();
  await friend.getByRole('link', { name: 'Entrar para aceptarlo' }).click();
  await friend.getByLabel('Correo electrónico').fill('premium@demo.mx');
  await friend.getByLabel('Contraseña', { exact: true }).fill('Demo-2026!');
  await friend.keyboard.press('Enter');
  await friend.getByRole('button', { name: 'Aceptar el regalo' }).click();
  await friend.getByRole('link', { name: 'Ir a mis cursos' }).click();
  await expect(friend.getByRole('heading', { name: 'De Python a tus propios agentes' })).toBeVisible();
  await expect(page.getByText('Regalo aceptado')).toBeVisible();
});

// rows: B15, B26
test('the plan is bought, cancelled for the end of its month, and ends there; a page of payment that was left lapses with the clock', {
  tag: NIGHT,
}, async ({ as, school, server }) => {
  const page = await as('estudiante');
  const subscribe = async () => {
    await page.goto('/checkout?plan=premium');
    await page.getByRole('button', { name: 'Suscribirme' }).click();
    await page.waitForURL(/\/demo\/payment/);
  };
  await subscribe();
  await page.getByRole('button', { name: 'Pagar de mentiras' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '¡Listo!' })).toBeVisible();
  await page.goto('/purchases');
  await page.getByRole('button', { name: 'Cancelar plan' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar plan' }).click();
  await expect(page.getByRole('button', { name: 'Seguir con el plan' })).toBeVisible();

  const { payments, paymentStandIn } = school.running.deps;
  const { id } = await school.login('estudiante');
  const [plan] = [...(await payments.load(id))].flatMap(([, { subscription }]) => subscription ?? []);
  await paymentStandIn?.turn(plan?.id ?? '');
  await expect(page.getByRole('heading', { name: 'Tu plan Premium' })).toHaveCount(0);
  await subscribe();
  server.pass(40 * 60_000);
  await page.reload();
  await expect(page.getByText('Ya venció')).toBeVisible();
});
