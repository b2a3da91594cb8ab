import type { FileChooser } from '@playwright/test';
import sharp from 'sharp';
import { CAMERA, photograph } from '../support/images.ts';
import { join } from '../support/people.ts';
import { axeFindings, expect, live, NIGHT, test } from './fixtures.ts';
import { enrol } from './school-calls.ts';

/** One's picture in the browser: a photograph as a telephone makes it, with its place and camera, and what others get of it. */

test('a photograph is chosen, looked at and saved; it stands in the header without where it was taken', { tag: NIGHT }, async ({
  as,
  school,
}) => {
  const person = await join(school, 'retratada');
  const page = await as(person, { viewport: { width: 360, height: 780 } });
  await page.goto('/profile');
  await live(page);
  const header = page.getByRole('banner');
  await expect(header.locator('img.avatar')).toHaveCount(0);
  const photo = await photograph('png');
  expect(photo.toString('latin1')).toContain(CAMERA);

  let chooser: FileChooser | undefined;
  // By the keyboard: the button opens the browser's own choice.
  const upload = page.getByRole('button', { name: 'Subir foto' });
  // A browser that is only beginning to listen for it may swallow the first press.
  await expect(async () => {
    await upload.focus();
    const choosing = page.waitForEvent('filechooser', { timeout: 3_000 });
    await page.keyboard.press('Enter');
    chooser = await choosing;
  }).toPass();
  await chooser?.setFiles({ name: '../../playa.png', mimeType: 'image/png', buffer: photo });
  await expect(page.getByAltText('Vista previa de tu nueva foto')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Usar esta foto' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Imagen de perfil actualizada correctamente')).toBeVisible();

  const shown = header.locator('img.avatar');
  await expect(shown).toBeVisible();
  expect(await shown.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(512);
  const address = (await shown.getAttribute('src')) ?? '';
  const bytes = Buffer.from(await (await fetch(new URL(address, school.url))).arrayBuffer());
  const { format, exif, xmp, icc } = await sharp(bytes).metadata();
  expect({ format, exif, xmp, icc }).toEqual({ format: 'webp', exif: undefined, xmp: undefined, icc: undefined });
  expect(bytes.toString('latin1')).not.toContain(CAMERA);
  await expect.poll(() => axeFindings(page)).toEqual([]);

  // Others get it once the person shows it to them.
  const classmate = await join(school, 'vecina_de_banca');
  for (const one of [person, classmate]) await enrol(school, one, 1);
  const other = await as(classmate);
  await other.goto(`/people/${person.id}`);
  await expect(other.getByRole('main').locator('span.avatar')).toBeVisible();
  await page.getByLabel('Quién ve: Foto').selectOption({ label: 'Todos' });
  await expect(page.getByText('Foto: lo ve «Todos».')).toBeVisible();
  // After a new start too.
  await page.reload();
  await expect(header.locator('img.avatar')).toHaveAttribute('src', address);
  await other.reload();
  await expect(other.getByRole('main').locator('img.avatar')).toHaveAttribute('src', address);

  await page.getByRole('button', { name: 'Quitar foto' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Quitar foto' }).click();
  await expect(page.getByText('Foto eliminada')).toBeVisible();
  await expect(header.locator('img.avatar')).toHaveCount(0);
});
