/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { schoolClock } from '../../events/calendar.ts';
import { expect, live, NIGHT, test } from './fixtures.ts';
import { ok, outlineOf } from './school-calls.ts';

/** Learning together, each person in a window of their own: nobody reloads. */

const lesson = '/courses?courseId=1&moduleId=1&sessionId=1';

// rows: C16, C18
test('an attempt goes on after a reload, on a second device and after a cut, and says why each answer is right', async ({
  as,
  school,
  trouble,
}) => {
  trouble.allow(/^console: (WebSocket connection to|Failed to load resource: net::ERR_)/);
  const outline = await outlineOf(school, await school.login('estudiante'), 1);
  const subtopics = outline.modulos.flatMap(({ sesiones }) => sesiones.flatMap(({ subtemas }) => subtemas));
  const quiz = `/courses?courseId=1&subtema=${subtopics.find(({ titulo }) => titulo === 'Evaluación: entender y pedir')?.id_subtema}`;
  const page = await as('estudiante');
  await page.goto(quiz);
  await page.getByRole('button', { name: 'Intentar de nuevo' }).click();
  const first = (of: Page) => of.getByRole('radio', { name: /Porque genera una continuación creíble/ });
  await first(page).check();
  await expect(page.getByText('1 de 3 respondidas')).toBeVisible();
  await page.reload();
  await expect(first(page)).toBeChecked();
  // Nothing of what is right has reached the browser before it is handed in.
  await expect(page.getByText(/Era correcta|Correcta|Incorrecta/)).toHaveCount(0);

  const phone = await as('estudiante', { viewport: { width: 360, height: 740 } });
  await phone.goto(quiz);
  await expect(first(phone)).toBeChecked();
  for (const name of ['Contexto sobre quién eres y para quién es', 'El formato que esperas', 'Un ejemplo de lo que te gusta'])
    await phone.getByRole('checkbox', { name }).check();
  await phone.context().setOffline(true);
  await phone.getByRole('radio', { name: /Pegas su nombre/ }).check();
  await expect(phone.getByText('Sin conexión. Se enviará en cuanto vuelva.')).toBeVisible();
  await phone.context().setOffline(false);
  await expect(page.getByText('3 de 3 respondidas')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'El formato que esperas' })).toBeChecked();

  await page.getByRole('button', { name: 'Entregar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Entregar' }).click();
  await expect(page.locator('main')).toContainText('25 de 35 puntos');
  await expect(phone.getByText('Intento 2')).toBeVisible();
  await expect(page.getByText('Son datos personales de salud: no deben salir de donde te los confiaron.')).toBeVisible();
});

// rows: E03, E09, E10
test('two learners talk, one reports, and a moderator decides, each seeing the others at once', { tag: NIGHT }, async ({ as }) => {
  const [ana, beto, moderator] = await Promise.all([
    as('estudiante'),
    as('premium', { viewport: { width: 360, height: 740 } }),
    as('admin'),
  ]);
  await Promise.all([ana.goto(lesson), beto.goto(lesson), moderator.goto('/admin/comments')]);
  await Promise.all([live(ana), live(beto), live(moderator)]);
  const words = 'Compren mi curso secreto, escríbanme';
  await beto.getByLabel('Comparte una duda o una idea sobre este tema').fill(words);
  await beto.getByRole('button', { name: 'Comentar', exact: true }).click();
  await ana.getByRole('button', { name: 'Mostrar 1 comentario nuevo' }).click();
  const said = (of: Page) => of.getByRole('article', { name: /^Comentario de/ }).filter({ hasText: words });
  await expect(said(ana)).toBeVisible();

  await test.step('a reaction and an answer reach who wrote', async () => {
    await said(ana)
      .getByRole('button', { name: /^Responder a/ })
      .click();
    await ana.getByLabel('Tu respuesta').fill('Aquí no se vende nada');
    await ana.getByRole('button', { name: 'Responder', exact: true }).last().click();
    await expect(beto.getByText('Aquí no se vende nada')).toBeVisible();
  });
  await test.step('a report is one more case on the moderator’s page', async () => {
    await said(ana)
      .getByRole('button', { name: /^Más acciones/ })
      .click();
    await ana.getByRole('menuitem', { name: 'Reportar' }).click();
    const dialog = ana.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Publicidad o spam' }).check();
    await dialog.getByRole('button', { name: 'Enviar reporte' }).click();
    await expect(ana.getByText('Gracias. Quien modera revisará tu reporte.')).toBeVisible();
    await moderator
      .getByRole('row', { name: new RegExp(words) })
      .getByRole('button', { name: new RegExp(words) })
      .click();
  });
  await test.step('the teacher who opens the same case is shown to the moderator, well before the next look', async () => {
    const teacher = await as('instructor');
    await teacher.goto('/instructor/comments');
    await teacher
      .getByRole('row', { name: new RegExp(words) })
      .getByRole('button', { name: new RegExp(words) })
      .click();
    await expect(moderator.getByText('Julián Ocampo también está viendo este caso.')).toBeVisible({ timeout: 5_000 });
    await expect(teacher.getByText('Renata Arriaga también está viendo este caso.')).toBeVisible();
  });
  await test.step('by the keyboard alone the comment is taken down, for a reason', async () => {
    const panel = moderator.getByRole('dialog', { name: 'Comentario reportado' });
    await expect(panel.getByText('Publicidad o spam')).toBeVisible();
    await moderator.keyboard.press('r');
    const dialog = moderator.getByRole('dialog', { name: 'Retirar el comentario' });
    await dialog.getByLabel(/^Motivo/).fill('Aquí no se anuncian ventas');
    await dialog.getByRole('button', { name: 'Retirar comentario' }).click();
    await expect(panel.getByText('RESUELTO', { exact: true })).toBeVisible();
    await expect(said(ana)).toHaveCount(0);
    await expect(beto.getByText('Motivo: Aquí no se anuncian ventas')).toBeVisible();
  });
  await test.step('who reported and who wrote are told', async () => {
    await ana.goto('/participation');
    await expect(ana.getByText('Se retiró el comentario').first()).toBeVisible();
    await beto.goto('/participation');
    await expect(beto.getByText('Motivo: Aquí no se anuncian ventas')).toBeVisible();
    await beto.getByRole('button', { name: 'Apelar' }).click();
    await beto.getByRole('dialog').getByLabel('Cuéntale a quien modera por qué').fill('Era una broma');
    await beto.getByRole('dialog').getByRole('button', { name: 'Enviar apelación' }).click();
    await expect(moderator.getByText('Era una broma')).toBeVisible();
  });
});

// rows: C22
test('anybody verifies a certificate, without an account', async ({ as, visitor }) => {
  const page = await as('premium');
  await page.goto('/certificates');
  const link = page.getByRole('link', { name: /Ver|Abrir|página pública/ }).first();
  const address = await link.getAttribute('href');
  const stranger = await visitor();
  await stranger.goto(address ?? '');
  await expect(stranger.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(stranger.locator('main')).toContainText(/válid|auténtic/i);
});

// rows: G06
test('the last seat goes to one; who waits has it as soon as it is left, without a reload', async ({ as, school }) => {
  const { day, time } = schoolClock(new Date(Date.now() + 72 * 3_600_000).toISOString());
  const { id: hostId } = await school.login('instructor');
  const { token } = await school.login('admin');
  const name = 'Un solo lugar';
  const plan = {
    titulo: name,
    descripcion: 'Para una persona',
    tipo: 'workshop',
    fecha: day,
    hora: time,
    duracion: 60,
    cupo: 1,
    id_instructor: hostId,
  };
  await ok(school, 'POST', '/api/agenda', { token, body: plan });
  const [ana, beto] = await Promise.all([as('estudiante'), as('premium')]);
  await Promise.all([ana.goto('/events'), beto.goto('/events')]);
  await Promise.all([live(ana), live(beto)]);
  await ana.getByRole('button', { name: `Inscribirme a «${name}»` }).click();
  const card = (of: Page) => of.getByRole('listitem').filter({ hasText: name });
  await expect(card(ana)).toContainText('Tienes lugar');
  // The other window knows that it is full.
  await beto.getByRole('button', { name: `Entrar a la lista de espera de «${name}»` }).click();
  await expect(card(beto)).toContainText('En espera: eres 1 en la lista');
  await ana.getByRole('button', { name: `Dejar mi lugar en «${name}»` }).click();
  await ana.getByRole('dialog').getByRole('button', { name: 'Dejar mi lugar' }).click();
  await expect(card(beto)).toContainText('Tienes lugar');
  await expect(beto.getByRole('button', { name: `Dejar mi lugar en «${name}»` })).toBeVisible();
});
