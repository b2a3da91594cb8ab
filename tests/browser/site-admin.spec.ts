/// <reference lib="dom" />
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { picture } from '../support/images.ts';
import { axeFindings, expect, isMarked, live, mark, NIGHT, test } from './fixtures.ts';
import { ok } from './school-calls.ts';

/** What administrators do with the public site, with those who left their data, and with scholarships. */

const names = (page: Page) => page.getByRole('list', { name: /^Elementos de/ }).locator('strong');
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });
/** An act of an item's menu. */
const pick = async (page: Page, name: string, act: string) => {
  await page.getByRole('button', { name: `Más acciones de «${name}»` }).click();
  await page.getByRole('menuitem', { name: act }).click();
};
/** Of a table. */
const line = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const said = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible();

// rows: A06
test('an administrator edits, reorders and hides an item and sees its history; another’s open page follows', { tag: NIGHT }, async ({
  as,
  school,
  visitor,
}) => {
  const page = await as('admin');
  const other = await as('admin');
  for (const one of [page, other]) {
    await one.goto('/admin/site?seccion=testimonios');
    await live(one);
    await mark(one);
  }
  const before = await names(page).allTextContents();
  expect(before.length).toBeGreaterThan(3);
  const [first = '', second = '', third = ''] = before;

  await test.step('a form that is wrong says so under the field; what is right is saved and seen by the other at once', async () => {
    await page.getByRole('button', { name: `Editar: ${first}` }).click();
    const dialog = page.getByRole('dialog', { name: `Editar: ${first}` });
    await dialog.getByLabel(/^Imagen/).fill('foto.png');
    await dialog.getByRole('button', { name: 'Guardar' }).click();
    await expect(dialog.getByLabel(/^Imagen/)).toBeFocused();
    await expect(dialog.getByText('Escribe una dirección que empiece con https:// o con /.')).toBeVisible();
    await dialog.getByLabel(/^Imagen/).fill('');
    await dialog.getByLabel('A qué se dedica').fill('Directora de datos');
    await dialog.getByLabel('Texto').fill('Ahora dirijo el área.');
    await dialog.getByLabel('Motivo del cambio').fill('La ascendieron');
    await dialog.getByRole('button', { name: 'Guardar' }).click();
    await expect(dialog).toBeHidden();
    await expect(row(other, first)).toContainText('Ahora dirijo el área.');
  });

  await test.step('the keyboard moves it; the order is the same for the other and for a visitor', async () => {
    await page.getByRole('button', { name: `Bajar: ${first}` }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: `Bajar: ${first}` })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(names(other)).toHaveText([second, third, first, ...before.slice(3)]);
    await expect(names(page)).toHaveText([second, third, first, ...before.slice(3)]);
  });

  await test.step('so does the mouse', async () => {
    // A list that is drawn anew under the pointer lets go of what was dragged.
    await expect(async () => {
      if ((await names(page).allTextContents())[0] !== first) await row(page, first).locator('.grip').dragTo(row(page, second));
      await expect(names(other)).toHaveText([first, second, third, ...before.slice(3)], { timeout: 10_000 });
    }).toPass();
  });

  await test.step('hidden, a visitor no longer gets it', async () => {
    await pick(page, first, 'Ocultar');
    await expect(row(page, first)).toContainText('Oculto');
    await expect(row(other, first)).toContainText('Oculto');
    const { testimonios } = (await ok(school, 'GET', '/api/sitio')) as { testimonios: { nombre: string }[] };
    expect(testimonios.map(({ nombre }) => nombre)).not.toContain(first);
    const outside = await visitor();
    await outside.goto('/admin/site');
    await expect(outside).toHaveURL(/\/login/);
  });

  await test.step('its history: who, when, why and what', async () => {
    await pick(page, first, 'Historial');
    const history = page.getByRole('dialog', { name: `Historial: ${first}` });
    const changes = history.getByRole('listitem').filter({ hasText: /^(Se|Cambió)/ });
    await expect(changes.nth(0)).toContainText('Se ocultó');
    await expect(changes.nth(0)).toContainText('Renata Arriaga');
    await expect(changes.nth(1)).toContainText('Cambió el orden');
    const edit = changes.filter({ hasText: 'Se editó' });
    await expect(edit).toContainText('Motivo: La ascendieron');
    await expect(edit.locator('ins')).toContainText(['Directora de datos', 'Ahora dirijo el área.']);
    await expect.poll(() => axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
  });

  await test.step('removed it can be undone', async () => {
    await pick(page, first, 'Quitar elemento');
    await page.getByRole('dialog').getByRole('button', { name: 'Quitar elemento' }).click();
    await expect(names(other)).toHaveText(before.slice(1));
    await page.getByText('1 quitado').click();
    await page.getByRole('button', { name: `Restaurar: ${first}` }).click();
    const asks = page.getByRole('dialog', { name: '¿Restaurar este elemento?' });
    await asks.getByRole('textbox', { name: 'Motivo' }).fill('Vuelve a contratar');
    await asks.getByRole('button', { name: 'Restaurar' }).click();
    await expect(row(page, first).first()).toContainText('Oculto');
  });
  expect([await isMarked(page), await isMarked(other)]).toEqual([true, true]);
});

test('two who edit the same item: the second sees what the first wrote before writing over it', { tag: NIGHT }, async ({ as }) => {
  const [one, two] = [await as('admin'), await as('admin')];
  for (const page of [one, two]) {
    await page.goto('/admin/site?seccion=empleadores');
    await live(page);
    await page.getByRole('button', { name: 'Editar: Norte Datos' }).click();
    await expect(page.getByRole('dialog').getByLabel('Nombre')).toHaveValue('Norte Datos');
  }
  await two
    .getByRole('dialog')
    .getByLabel(/^Enlace/)
    .fill('https://norte.example');
  await one.getByRole('dialog').getByLabel('Nombre').fill('Norte Datos SA');
  await one.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click();
  const dialog = two.getByRole('dialog');
  await expect(dialog.getByText('Ahora dice: «Norte Datos SA»')).toBeVisible();
  await expect(dialog.getByLabel(/^Enlace/)).toHaveValue('https://norte.example');
  await expect.poll(() => axeFindings(two)).toEqual([]);
  await dialog.getByLabel('Nombre').fill('Norte Datos SA');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(dialog).toBeHidden();
  await expect(row(one, 'Norte Datos SA')).toContainText('https://norte.example');
});

// rows: A08, P08
test('a picture is uploaded where its address is written, and visitors get it once it is saved', { tag: NIGHT }, async ({
  as,
  visitor,
  school,
}) => {
  const page = await as('admin');
  await page.goto('/admin/site?seccion=empleadores');
  await live(page);
  const [name = ''] = await names(page).allTextContents();
  await page.getByRole('button', { name: `Editar: ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Editar: ${name}` });
  const choosing = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Subir un archivo: Logotipo' }).click();
  await (await choosing).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await picture('png', 320, 120) });
  await expect(dialog.getByText('Imagen subida correctamente')).toBeVisible();
  await expect(dialog.getByLabel(/^Logotipo/)).toHaveValue(/^\/api\/files\/img_sitio\/[0-9a-f]{64}\.webp$/);
  await expect(dialog.getByAltText('Vista previa: Logotipo')).toBeVisible();
  await expect.poll(() => axeFindings(page)).toEqual([]);
  await dialog.getByLabel('Motivo del cambio').fill('Ya tenemos su logotipo');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(dialog).toBeHidden();
  const outside = await visitor();
  await outside.goto('/#empleadores');
  const logo = outside.locator('#empleadores').getByRole('img', { name });
  await expect(logo).toBeVisible();
  await expect.poll(() => logo.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(320);
  // It is in use, and so it stays.
  const { token } = await school.login('admin');
  const kept = (await ok(school, 'GET', '/api/files?bucket=img_sitio', { token })) as unknown as {
    usos: number;
    se_borra: string | null;
  }[];
  expect(kept[0]).toMatchObject({ usos: 1, se_borra: null });
});

// rows: A18, B06
test('the school’s data, a price and the ways of paying', { tag: NIGHT }, async ({ as, school }) => {
  const page = await as('admin');
  await page.goto('/admin/site?seccion=escuela');
  await live(page);
  const closes = page.getByRole('group', { name: 'Cierra' }).getByRole('spinbutton').first();
  await closes.click();
  await page.keyboard.type('0900');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await said(page, 'La hora de cierre va después de la de apertura.');
  await closes.click();
  await page.keyboard.type('1900');
  await page.getByLabel(/^Teléfono/).fill('+52 664 555 0199');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await said(page, 'Cambios guardados correctamente');
  expect(await ok(school, 'GET', '/api/sitio/escuela')).toMatchObject({ telefono: '+52 664 555 0199', horario: { cierra: '19:00' } });
  await page.getByRole('button', { name: 'Historial' }).click();
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toContainText('Cierra');
  await page.keyboard.press('Escape');

  await page.getByRole('tab', { name: /Precios/ }).click();
  await expect(page.getByText('$50.00 USD al mes').first()).toBeVisible();
  await page.getByRole('button', { name: 'Fijar un precio' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Monto al mes').fill('0');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(dialog.getByText('Escribe una cantidad mayor que cero.')).toBeVisible();
  await dialog.getByLabel('Monto al mes').fill('60.50');
  await dialog.getByRole('group', { name: 'Desde el día' }).getByRole('spinbutton').first().click();
  await page.keyboard.type('01012999');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: '$60.50 USD al mes' })).toContainText('Programado');
  await test.step('a planned price is taken back before its day, on record', async () => {
    await page.getByRole('button', { name: /^Anular \$60\.50 USD al mes desde el 1 de enero de 2999/ }).click();
    const asked = page.getByRole('dialog', { name: '¿Anular este precio programado?' });
    await asked.getByLabel('Motivo').fill('Se pospone');
    await expect.poll(() => axeFindings(page)).toEqual([]);
    await asked.getByRole('button', { name: 'Anular el cambio' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: '$60.50 USD al mes' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Historial de precios y pagos' }).click();
    const last = page.getByRole('dialog').getByRole('listitem').first();
    await expect(last).toContainText('Se anuló un precio programado');
    await expect(last).toContainText('Motivo: Se pospone');
    await page.keyboard.press('Escape');
  });
  await page.getByLabel('PayPal').check();
  await expect.poll(async () => (await ok(school, 'GET', '/api/sitio')).metodosDePago).toEqual(['tarjeta', 'transferencia', 'paypal']);
});

// rows: A22
test('a lead appears live in the open inbox, changes its status, gets a note, and is in the CSV', { tag: NIGHT }, async ({
  as,
  school,
}) => {
  const page = await as('admin');
  await page.goto('/admin/leads');
  await live(page);
  await mark(page);
  await expect(
    page
      .getByRole('table', { name: /^Contactos/ })
      .getByRole('rowheader')
      .first(),
  ).toBeVisible();
  await ok(school, 'POST', '/api/google-sheet', {
    body: {
      curso: 'Consultoría',
      tipo: 'consultoria',
      nombre: '=Íñigo Ñandú',
      correo: 'inigo@ejemplo.mx',
      telefono: '+52 664 123 4567',
      empresa: 'Ñandú, "Hermanos"',
      fecha: '2026-11-20T18:00:00.000Z',
    },
  });
  const lead = line(page, '=Íñigo Ñandú');
  await expect(lead).toContainText('Nuevo');
  await expect(lead).toContainText(/Responder|En riesgo/);

  await page.getByRole('searchbox', { name: 'Buscar contactos' }).fill('nandu hermanos');
  await expect(page).toHaveURL(/buscar=nandu\+hermanos/);
  await expect(page.getByRole('table', { name: /^Contactos/ }).getByRole('rowheader')).toHaveCount(1);
  await page.getByRole('button', { name: 'Abrir el contacto de =Íñigo Ñandú' }).click();
  const detail = page.getByRole('dialog', { name: '=Íñigo Ñandú' });
  await expect(detail.getByRole('link', { name: 'inigo@ejemplo.mx' })).toHaveAttribute('href', 'mailto:inigo@ejemplo.mx');
  await detail.getByRole('button', { name: 'Contactado' }).click();
  await expect(detail.getByRole('button', { name: 'Contactado' })).toHaveAttribute('aria-pressed', 'true');
  await expect(detail.getByText('Respondido a tiempo')).toBeVisible();
  await detail.getByLabel('Nueva nota').fill('Quiere empezar en enero');
  await detail.getByRole('button', { name: 'Agregar nota' }).click();
  await expect(detail.getByText('Quiere empezar en enero')).toBeVisible();
  await expect(detail.getByLabel('Nueva nota')).toHaveValue('');
  await expect(detail.getByText(/no entrega sus contactos/)).toBeVisible();
  await expect.poll(() => axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(lead).toContainText('Contactado');

  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Exportar CSV' }).click()]);
  expect(download.suggestedFilename()).toMatch(/^contactos-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`'=Íñigo Ñandú`);
  expect(lines[1]).toContain('"Ñandú, ""Hermanos"""');
  expect(lines[1]).toContain('contactado');

  await page.getByRole('button', { name: 'Abrir el contacto de =Íñigo Ñandú' }).click();
  await page.getByRole('button', { name: 'Borrar sus datos' }).click();
  await page
    .getByRole('dialog', { name: /Borrar los datos/ })
    .getByRole('button', { name: 'Borrar datos' })
    .click();
  await expect(page.getByRole('dialog', { name: 'Datos borrados' })).toContainText('se borraron');
  await page.keyboard.press('Escape');
  await said(page, 'Ningún contacto coincide');
  expect(await isMarked(page)).toBe(true);
});

// rows: A14
test('a code is made, a student redeems it, and counter and grants move live', { tag: NIGHT }, async ({ as, school }) => {
  const page = await as('admin');
  await page.goto('/admin/scholarships');
  await live(page);
  await mark(page);
  const counter = page.getByText(/de 1,000,000 becas otorgadas$/).first();
  await expect(counter).toBeVisible();
  const before = Number.parseInt((await counter.textContent()) ?? '', 10);
  await page.getByRole('button', { name: /^Crear un código de/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Organización').fill('Cámara del Norte');
  await dialog.getByLabel('Becas de este código').fill('1000001');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(dialog.getByText(/^Escribe un número entero/)).toBeVisible();
  // Other organisations have nearly all of the campaign: twenty codes of the most that one may have would be all.
  const { token: admin } = await school.login('admin');
  const [campaign] = (await ok(school, 'GET', '/api/becas/campanas', { token: admin })) as unknown as { id: string }[];
  for (let count = 0; count < 19; count++)
    await ok(school, 'POST', `/api/becas/campanas/${campaign?.id}/codigos`, {
      token: admin,
      body: { organizacion: `Cámara ${count}`, becas: 50_000 },
    });
  await dialog.getByLabel('Becas de este código').fill('50,000');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(dialog.getByText('La campaña no tiene tantas becas disponibles.')).toBeVisible();
  await dialog.getByLabel('Becas de este código').fill('2');
  await dialog.getByLabel('Curso').selectOption({ label: 'Agentes de IA' });
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  const made = page.getByRole('dialog', { name: 'Código listo' });
  const code = (await made.getByRole('status').textContent()) ?? '';
  await made.getByRole('button', { name: 'Listo' }).click();
  await expect(line(page, 'Cámara del Norte')).toContainText(code);

  const { token } = await school.login('estudiante');
  await ok(school, 'POST', '/api/becas/canjear', { token, body: { codigo: code } });
  await said(page, `${before + 1} de 1,000,000 becas otorgadas`);
  await expect(line(page, 'Cámara del Norte').first()).toContainText('1 de 2 usadas');
  await expect(page.getByRole('table', { name: 'Becas otorgadas' }).locator('tbody tr').first()).toContainText('Agentes de IA');
  await expect.poll(() => axeFindings(page)).toEqual([]);

  await page.getByRole('button', { name: 'Más acciones del código de Cámara del Norte' }).click();
  await page.getByRole('menuitem', { name: 'Cerrar código' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar código' }).click();
  await expect(line(page, 'Cámara del Norte').first()).toContainText('Cerrado');
  expect(await isMarked(page)).toBe(true);
});
