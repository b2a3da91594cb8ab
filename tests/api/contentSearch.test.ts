import { afterAll, beforeAll, expect, test } from 'vitest';
import { oneSlip, paragraphsOf } from '../../backend/api/answers/paragraphs.ts';
import type { FoundPassage } from '../../backend/api/contract/contentSearch.ts';
import { join, joinAs, makeCourse, type Person, settled, type TestCourse } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';

/** Search inside courses, to the paragraph, of what one may read alone. */

const TEXT = `## Qué es un agente

Un **agente** observa, decide y actúa. [Más](https://ejemplo.mx).

- Primero define la tarea
- Después mide la calidad

## Calidad

La evaluación de un agente compara lo que hizo con lo que debía hacer.`;

// rows: C29
test('a text is cut into the paragraphs that are read, each under its heading', () => {
  expect(paragraphsOf(TEXT).map(({ text, heading }) => [heading, text])).toEqual([
    ['Qué es un agente', 'Un agente observa, decide y actúa. Más.'],
    ['Qué es un agente', 'Primero define la tarea'],
    ['Qué es un agente', 'Después mide la calidad'],
    ['Calidad', 'La evaluación de un agente compara lo que hizo con lo que debía hacer.'],
  ]);
  expect([oneSlip('agente', 'ajente'), oneSlip('agente', 'agnete'), oneSlip('agente', 'agent'), oneSlip('agente', 'agenda')]).toEqual([
    ...[true, true, true, false],
  ]);
});

let school: School;
let admin: Person;
let ana: Person;
let course: TestCourse;
beforeAll(async () => {
  school = await openSchool();
  admin = await joinAs(school, 'directora', 'administrator');
  const teacher = await joinAs(school, 'maestra', 'instructor');
  course = await makeCourse(school, admin.token, teacher.id, [1, 1]);
  const write = async (module: number, contenido_texto: string) => {
    const made = await school.ask('POST', '/api/sesiones/createSesion', {
      token: admin.token,
      body: {
        id_modulo: course.modules[module]?.id,
        titulo: `Lectura ${module + 1}`,
        descripcion: '',
        contenido: `## Antes\n\nLa libreta de ${module === 0 ? 'campo' : 'bodega'} se lleva siempre.`,
        subtemas: [{ titulo: 'Texto', tipo_subtema: 'lectura', contenido_texto, duracion: 5 }],
      },
    });
    expect(made.status, made.text).toBe(201);
  };
  await write(0, TEXT);
  await write(1, 'Un secreto del segundo módulo habla de agentes.');
  ana = await join(school, 'ana');
  await school.ask('POST', '/api/inscripciones/inscribir', { token: ana.token, body: { id_usuario: ana.id, id_curso: course.id } });
  await settled(school);
});
afterAll(() => school.stop());

const search = async (buscar: string, person = ana, more = '') => {
  const answer = await school.ask('GET', `/api/contenido/${person.id}?buscar=${encodeURIComponent(buscar)}${more}`, {
    token: person.token,
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.body as unknown as { pasajes: FoundPassage[]; entendido: string | null; hayMas: boolean };
};

// rows: C29
test('words are found without accents, by their beginning, and with a slip, which is named', async () => {
  const [first] = (await search('evaluacion agente')).pasajes;
  expect(first).toMatchObject({ id_curso: course.id, modulo: 'Módulo 1', clase: 'Lectura 1', apartado: 'Calidad' });
  expect(first?.pasaje).toBe('La evaluación de un agente compara lo que hizo con lo que debía hacer.');
  expect(first?.fragmento.filter(({ coincide }) => coincide).map(({ texto }) => texto)).toEqual(['evaluación', 'agente']);
  expect((await search('evalua')).pasajes).toHaveLength(1);
  expect(await search('evaluasion')).toMatchObject({ entendido: 'evaluación', pasajes: [{ clase: 'Lectura 1' }] });
  // What a class says by itself stands in no subtopic of it.
  expect((await search('libreta')).pasajes).toMatchObject([
    { clase: 'Lectura 1', id_subtema: null, apartado: 'Antes', pasaje: 'La libreta de campo se lleva siempre.' },
  ]);
  expect(await search('zapatos')).toEqual({ pasajes: [], hayMas: false, entendido: null });
  expect(await search('agente', ana, '&limit=1')).toMatchObject({ hayMas: true });
});

// rows: C29
test('only what one may read is found: no closed module, no course that one is not in, and for oneself alone', async () => {
  expect((await search('secreto')).pasajes).toEqual([]);
  expect((await search('secreto', admin, `&id_curso=${course.id}`)).pasajes).toHaveLength(1);
  const beto = await join(school, 'beto');
  expect((await search('agente', beto)).pasajes).toEqual([]);
  expect((await search('agente', beto, `&id_curso=${course.id}`)).pasajes).toEqual([]);
  expect((await school.ask('GET', `/api/contenido/${ana.id}?buscar=agente`, { token: admin.token })).status).toBe(403);
  expect((await school.ask('GET', `/api/contenido/${ana.id}?buscar=a`, { token: ana.token })).status).toBe(400);
});
