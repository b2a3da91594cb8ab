/// <reference lib="dom" />
import { arrived, axeFindings, expect, NIGHT, test } from './fixtures.ts';
import { visits } from './visits.ts';

/** The school as it was: entered from the office, read only, moved by its slider, shared as an address, left again. */

// rows: K04
test('an administrator sees the school as it was, page by page, and cannot change it there', { tag: NIGHT }, async ({ as, school }) => {
  const { token } = await school.login('admin');
  const renamed = await school.ask('PUT', '/api/cursos/cursos/1', { token, body: { nombre: 'IA sin código, otra edición' } });
  expect(renamed.status, renamed.text).toBe(200);
  const page = await as('admin');
  await page.goto('/admin/courses');
  await expect(page.getByRole('link', { name: 'IA sin código, otra edición' })).toBeVisible();
  await page.getByRole('button', { name: 'Ver como era el…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ver como era el…' });
  await dialog.getByRole('button', { name: 'Hace un mes' }).click();
  await dialog.getByRole('button', { name: 'Ver como era', exact: true }).click();

  const banner = page.getByRole('complementary', { name: 'La escuela como era' });
  await expect(banner).toContainText('Solo lectura.');
  await expect(page.getByRole('link', { name: 'IA No-Code' })).toBeVisible();
  await expect(page.getByText('En vivo', { exact: true })).toBeHidden();
  await expect.poll(() => axeFindings(page)).toEqual([]);

  await test.step('what would change something is not offered, on any page of the office', async () => {
    const writes =
      /^(?:Crear|Agregar|Añadir|Abrir una|Nuev[ao]|Editar:|Guardar|Retirar|Ocultar «|Ocultar la|Archivar|Publicar|Subir:|Bajar:|Mover|Importar|Elegir|Enviar|Fijar|Cerrar (?:campaña|el código)|Terminar|Planear|Pausar|Deshacer:|Orden de)/;
    for (const { path } of visits.filter(({ as: account, path }) => account === 'admin' && /^\/(?:admin|instructor)\//.test(path))) {
      await page.goto(path);
      await arrived(page);
      await expect(banner).toBeVisible();
      const named = await page
        .locator('#contenido :is(button, input[type="checkbox"]):visible')
        .evaluateAll((found) => found.map((one) => one.getAttribute('aria-label') ?? one.textContent ?? ''));
      expect([path, named.filter((name) => writes.test(name))]).toEqual([path, []]);
    }
  });

  await test.step('another day by the slider, on every page; the address can be given to somebody', async () => {
    await page.getByRole('navigation', { name: 'Navegación principal' }).getByRole('link', { name: 'Resumen' }).click();
    const figure = page.getByRole('region', { name: 'Cifras' }).getByText(/^\d+$/).first();
    await expect(figure).toBeVisible();
    const then = Number(await figure.textContent());
    const slider = banner.getByRole('slider', { name: 'Día que se muestra' });
    await slider.focus();
    await slider.press('Home');
    await expect.poll(async () => Number(await figure.textContent())).toBeLessThan(then);
    await expect.poll(() => axeFindings(page)).toEqual([]);
    const moment = await page.evaluate(() => sessionStorage.getItem('aulaviva.entonces') ?? '');
    const other = await as('admin');
    await other.goto(`/admin/courses?entonces=${encodeURIComponent(moment)}`);
    await expect(other.getByRole('complementary', { name: 'La escuela como era' })).toBeVisible();
    await expect(other).toHaveURL(/\/admin\/courses$/);
  });

  await test.step('what has happened since the moment that is shown; «Back» returns to it', async () => {
    const shown = () => page.evaluate(() => sessionStorage.getItem('aulaviva.entonces') ?? '');
    const moment = await shown();
    await banner.getByRole('button', { name: 'Qué pasó desde entonces' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('tras')).toBe(moment);
    await expect(page.getByRole('heading', { name: 'Historia de la escuela' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Quitar Después del / })).toBeVisible();
    await expect(banner).toBeHidden();
    await page.goBack();
    await expect(banner).toBeVisible();
    expect(await shown()).toBe(moment);
  });

  await banner.getByRole('button', { name: 'Volver a hoy' }).click();
  await expect(banner).toBeHidden();
  await page.goto('/admin/courses');
  await expect(page.getByRole('link', { name: 'IA sin código, otra edición' })).toBeVisible();
});

// rows: J08
test('figures of two dates stand side by side, with the difference, in an address', { tag: NIGHT }, async ({ as }) => {
  const page = await as('admin');
  await page.goto('/admin/overview');
  await page.getByRole('button', { name: 'Comparar dos fechas' }).click();
  const dialog = page.getByRole('dialog', { name: 'Comparar dos fechas' });
  await dialog.getByRole('button', { name: 'Comparar', exact: true }).click();
  const row = dialog.getByRole('row', { name: /^Usuarios/ });
  await expect(row).toBeVisible();
  const [was = 0, is = 0, by = 0] = (await row.getByRole('cell').allTextContents()).map((text) => Number(text.replace('+', '')));
  expect(was).toBeLessThan(is);
  expect(is - was).toBe(by);
  await expect.poll(() => axeFindings(page)).toEqual([]);
});
