import { exerciseText } from '../../backend/api/contract/exercise-text.ts';
import { join } from '../support/people.ts';
import { expect, test } from './fixtures.ts';
import { draftCourse, enrol, ok, setPublished } from './school-calls.ts';

/** Programs of learners: what only a browser shows is that they run in it, apart from the page, and that its policy lets them. */

// rows: C25
test('a learner tries a program in the browser, which no endless loop holds up, hands it in, and is told what whoever teaches says', async ({
  as,
  school,
}) => {
  const author = await school.login('instructor');
  const course = await draftCourse(school, author, 'Programas', [[{ title: 'Sumar' }]]);
  const klass = course.modules[0]?.classes[0]?.id;
  const checks = [
    { call: 'suma(2, 3)', expected: '5' },
    { call: 'suma(-1, 1)', expected: '0' },
  ];
  const contenido_texto = exerciseText({ statement: 'Escribe la función.', start: 'function suma(a, b) {}', checks });
  const body = { id_sesion: klass, titulo: 'Una suma', tipo: 'ejercicio', contenido_texto };
  const { data } = (await ok(school, 'POST', '/api/subtema/crearSubtema', { token: author.token, body })) as {
    data: { id_subtema: number };
  };
  await setPublished(school, author, course.id, true);
  const person = await join(school, 'aprendiz_de_sumas');
  await enrol(school, person, course.id);
  const page = await as(person);
  await page.goto(`/courses?courseId=${course.id}&subtema=${data.id_subtema}`);
  const code = page.getByRole('textbox', { name: 'Tu código (JavaScript)' });
  await expect(code).toHaveValue('function suma(a, b) {}');
  const tried = page.getByRole('region', { name: 'Resultado en tu dispositivo' });
  await code.fill('console.log("hola"); function suma(a, b) { return a * b }');
  await page.getByRole('button', { name: 'Probar' }).click();
  await expect(tried).toContainText('Pasó 0 de 2 pruebas');
  await expect(tried).toContainText('hola');
  await code.fill('while (true) {}');
  await page.getByRole('button', { name: 'Probar' }).click();
  await expect(tried).toContainText('tardó demasiado');
  await code.fill('function suma(a, b) { return a + b }');
  await page.getByRole('button', { name: 'Probar' }).click();
  await expect(tried).toContainText('Pasó 2 de 2 pruebas');
  await page.getByRole('button', { name: 'Enviar' }).click();
  await expect(page.getByRole('region', { name: 'Resultado que guardó la escuela' })).toContainText('Pasó 2 de 2 pruebas');
  await expect(page.getByRole('region', { name: 'Tus entregas' })).toContainText('Resuelto');

  const office = await as(author);
  await office.goto(`/instructor/courses/${course.id}/edit?modulo=${course.modules[0]?.id}&clase=${klass}&subtema=${data.id_subtema}`);
  await office.locator('summary', { hasText: 'Entregas' }).click();
  await office.getByRole('button', { name: 'Revisar la entrega 1' }).click();
  const dialog = office.getByRole('dialog');
  await expect(dialog).toContainText('return a + b');
  await dialog.getByLabel('Devolverla para que se corrija').check();
  await dialog.getByLabel('Qué le dices').fill('Funciona. Ponle un nombre a cada parte.');
  await dialog.getByRole('button', { name: 'Guardar revisión' }).click();
  await expect(page.getByRole('region', { name: 'Tus entregas' })).toContainText('Ponle un nombre a cada parte.');
  await expect(page.getByRole('region', { name: 'Tus entregas' })).toContainText('Por corregir');
});
