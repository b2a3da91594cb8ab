/// <reference lib="dom" />
import { settled } from '../support/people.ts';
import { axeFindings, expect, isMarked, live, mark, NIGHT, test } from './fixtures.ts';
import { draftCourse, ok } from './school-calls.ts';

/** Videos that not everybody can follow (N08). */

// rows: N08
test('publishing asks for captions, or for the reason why there are none; what the author says reaches the player', { tag: NIGHT }, async ({
  as,
  school,
}) => {
  const author = await school.login('instructor');
  const draft = await draftCourse(school, author, 'Curso con charlas', [[{ title: 'Clase con charla' }]]);
  const [module] = draft.modules;
  const id_sesion = module?.classes[0]?.id;
  for (const [titulo, link_video] of [
    ['Charla de María', 'https://www.youtube.com/watch?v=LCEmiRjPEtQ'],
    ['Charla de Ned', 'https://www.youtube.com/watch?v=_AEJHKGk9ns'],
  ])
    await ok(school, 'POST', '/api/subtema', { token: author.token, body: { id_sesion, titulo, link_video, tipo_subtema: 'video' } });
  await settled(school);

  const page = await as('instructor');
  await page.goto('/instructor/courses');
  await live(page);
  await mark(page);
  const menu = page.getByRole('button', { name: 'Acciones de Curso con charlas' });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Publicar', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '¿Publicar «Curso con charlas»?' });
  await expect(dialog).toContainText('2 videos sin subtítulos ni transcripción');
  const publish = dialog.getByRole('button', { name: 'Publicar' });
  await expect(publish).toBeDisabled();
  await expect.poll(() => axeFindings(page)).toEqual([]);

  await dialog.getByRole('button', { name: 'Ver sus videos' }).click();
  const panel = page.getByRole('dialog', { name: 'Videos de «Curso con charlas»' });
  const first = panel.getByRole('combobox', { name: 'Subtítulos: Charla de María' });
  await expect(first).toHaveValue('');
  await first.selectOption('Tiene subtítulos');
  await expect(page.getByText('Guardado: «Charla de María».')).toBeVisible();
  await expect(first).toHaveValue('subtitulos');
  await expect.poll(() => axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: '1 video sin subtítulos en Curso con charlas' })).toBeVisible();

  await menu.click();
  await page.getByRole('menuitem', { name: 'Publicar', exact: true }).click();
  await expect(dialog).toContainText('1 video sin subtítulos ni transcripción');
  await dialog.getByLabel(/^¿Por qué se publica con videos sin subtítulos\?/).fill('Los subtítulos llegan el lunes.');
  await publish.click();
  await expect(page.getByText('Curso publicado.')).toBeVisible();

  const watching = await as('instructor');
  await watching.goto(`/courses?courseId=${draft.id}&modulo=${module?.id}&sesion=${id_sesion}`);
  await watching.getByRole('link', { name: /^Charla de María/ }).click();
  const video = (title: string) => watching.getByRole('figure').filter({ has: watching.getByRole('button', { name: title }) });
  await expect(video('Charla de María')).toContainText('Tiene subtítulos.');
  await watching.getByRole('link', { name: /^Charla de Ned/ }).click();
  const silent = video('Charla de Ned');
  await expect(silent).toBeVisible();
  await expect(silent).not.toContainText('Tiene subtítulos.');

  // The other one is captioned at last: the open list and the open class say so.
  await page.getByRole('button', { name: '1 video sin subtítulos en Curso con charlas' }).click();
  await panel.getByRole('combobox', { name: 'Subtítulos: Charla de Ned' }).selectOption('Tiene subtítulos');
  await expect(silent).toContainText('Tiene subtítulos.');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /sin subtítulos en Curso con charlas/ })).toHaveCount(0);
  expect(await isMarked(page)).toBe(true);
});
