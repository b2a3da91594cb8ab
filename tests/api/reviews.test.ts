import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HistoryPage } from '../../backend/api/contract/history.ts';
import type { CourseRecord, FoundCourses, Outline } from '../../backend/api/contract/records/courses.ts';
import type { CourseReviews, ModeratedReview, OwnReview } from '../../backend/api/contract/reviews.ts';
import { form, picture } from '../support/images.ts';
import { mailTo, tokenIn } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';

let school: School;
let admin: { token: string; id: number };
let teacher: { token: string; id: number };
let courseId: number;
let classIds: number[];
let position = '0';

/** Runs a call and remembers its position, so that the next read has it. */
const ask: School['ask'] = async (method, path, options = {}) => {
  const answer = await school.ask(method, path, { ...options, headers: { 'x-min-position': position, ...options.headers } });
  const at = answer.headers.get('x-position');
  if (at && at > position) position = at;
  return answer;
};
let people = 0;
const learner = async (name = 'Ana', lastName: string | null = 'Gómez', confirms = true) => {
  const username = `resenas${++people}`;
  const email = `${username}@ejemplo.mx`;
  await ask('POST', '/api/auth/register', {
    body: { username, email, password: 'Clave-2026!', first_name: name, ...(lastName !== null && { last_name: lastName }) },
  });
  const person = await school.login(email, 'Clave-2026!');
  if (confirms) {
    const link = `/api/auth/verify-email?token=${encodeURIComponent(tokenIn(await mailTo(school, email, /Confirma/)))}`;
    expect((await ask('GET', link, { token: person.token })).status).toBe(200);
  }
  return person;
};
const enrol = (person: { token: string; id: number }) =>
  ask('POST', '/api/inscripciones/inscribir', { token: person.token, body: { id_usuario: person.id, id_curso: courseId } });
const complete = (person: { token: string; id: number }, classId: number) =>
  ask('PATCH', `/api/usuario-sesion/marcarComoCompletada/${person.id}/${classId}/completar`, {
    token: person.token,
    body: { completado: true },
  });
const write = (person: { token: string }, estrellas: number, texto = 'Muy claro') =>
  ask('PUT', `/api/resenas/mia/${courseId}`, { token: person.token, body: { estrellas, texto } });
const shown = async (query = '') => (await ask('GET', `/api/resenas/curso/${courseId}${query}`)).body as unknown as CourseReviews;
const own = async (person: { token: string }) =>
  (await ask('GET', `/api/resenas/mia/${courseId}`, { token: person.token })).body as unknown as OwnReview;

beforeAll(async () => {
  school = await openSchool({ env: { DEMO: 'true' } });
  admin = await school.login('admin');
  teacher = await school.login('instructor');
  const created = await ask('POST', '/api/cursos/create', {
    token: admin.token,
    body: { nombre: 'Álgebra con aguacates', descripcion: 'Para probar reseñas', id_maestro: teacher.id, precio: 0, level: 'code' },
  });
  courseId = Number(created.body['id']);
  const module = await ask('POST', '/api/modulos/create', { token: admin.token, body: { nombre: 'Uno', id_curso: courseId } });
  classIds = [];
  for (const titulo of ['A', 'B', 'C', 'D', 'E', 'F']) {
    const made = await ask('POST', '/api/sesiones/createSesion', {
      token: admin.token,
      body: { titulo, id_modulo: module.body['id_modulo'] },
    });
    classIds.push(Number(made.body['id_sesion']));
  }
  await ask('PATCH', `/api/cursos/cursos/${courseId}/estado`, { token: admin.token, body: { estado: 1 } });
}, 120_000);
afterAll(() => school.stop());

/** Somebody with this much of the course done. */
const student = async (done: number, name?: string, lastName?: string | null, confirms = true) => {
  const person = await learner(name, lastName, confirms);
  await enrol(person);
  for (const classId of classIds.slice(0, done)) await complete(person, classId);
  return person;
};

describe('one review per enrolled learner, after a fifth of the course', () => {
  // rows: B14
  test('nobody else: a visitor, someone who is not enrolled, the one who teaches it, one too early', async () => {
    expect((await school.ask('PUT', `/api/resenas/mia/${courseId}`, { body: { estrellas: 5 } })).status).toBe(401);
    const outside = await learner();
    expect((await write(outside, 5)).body.code).toBe('NOT_ENROLLED');
    expect((await write(teacher, 5)).body.code).toBe('REVIEW_OWN_COURSE');
    expect((await write(await student(2, 'Sin', 'Correo', false), 5)).body.code).toBe('EMAIL_NOT_VERIFIED');
    // One of six classes is 16.7 %.
    const early = await student(1);
    expect((await write(early, 5)).body).toMatchObject({
      code: 'REVIEW_TOO_EARLY',
      message: 'Podrás dejar tu reseña cuando completes el 20 % del curso.',
    });
    expect(await own(early)).toMatchObject({ puede: false, impedimento: 'REVIEW_TOO_EARLY', progreso: 16, minimo: 20, resena: null });
    await complete(early, classIds[1] ?? 0);
    expect(await own(early)).toMatchObject({ puede: true, impedimento: null });
    expect((await write(early, 5)).status).toBe(200);
    await ask('DELETE', `/api/resenas/mia/${courseId}`, { token: early.token });
  });

  test('is shown with first name and initial, counts once however often it is changed, and goes when it is withdrawn', async () => {
    expect(await shown()).toMatchObject({ promedio: null, total: 0, resenas: [] });
    const ana = await student(2, 'Ana', 'Gómez');
    const luis = await student(2, 'Luis', null);
    await write(ana, 5, '  <script>alert(1)</script>\u202e Me sirvió  ');
    await write(luis, 2);
    await write(luis, 4);
    const found = await shown();
    expect(found).toMatchObject({ promedio: 4.5, total: 2, distribucion: [0, 0, 0, 1, 1] });
    expect(found.resenas.map(({ autor, estrellas, texto }) => ({ autor, estrellas, texto }))).toEqual([
      { autor: 'Luis', estrellas: 4, texto: 'Muy claro' },
      { autor: 'Ana G.', estrellas: 5, texto: '<script>alert(1)</script> Me sirvió' },
    ]);
    expect(JSON.stringify(found)).not.toContain('ejemplo.mx');
    expect((await ask('GET', `/api/cursos/cursos/${courseId}`)).body).toMatchObject({ rating: 4.5, reviews: 2 });
    const best = (await ask('GET', '/api/cursos/buscar?orden=valorados&buscar=algebra')).body as unknown as FoundCourses;
    expect(best.cursos[0]).toMatchObject({ id: courseId, rating: 4.5, reviews: 2 });
    await ask('DELETE', `/api/resenas/mia/${courseId}`, { token: luis.token });
    expect(await shown()).toMatchObject({ promedio: 5, total: 1 });
    expect(await own(luis)).toMatchObject({ resena: null, puede: true });
  });

  test('refuses what is no review', async () => {
    const person = await student(2);
    for (const estrellas of [0, 6, 2.5, '5', null]) {
      const answer = await ask('PUT', `/api/resenas/mia/${courseId}`, { token: person.token, body: { estrellas } });
      expect(answer.status).toBe(400);
    }
    expect((await write(person, 4, 'ñ'.repeat(2_001))).body.code).toBe('REVIEW_TOO_LONG');
    expect((await ask('GET', '/api/resenas/curso/99999')).status).toBe(404);
  });

  test('comes in pages, newest first', async () => {
    for (const name of ['P1', 'P2', 'P3']) await write(await student(2, name, null), 3);
    const first = await shown('?limit=2');
    expect(first.resenas).toHaveLength(2);
    const second = await shown(`?limit=2&cursor=${encodeURIComponent(first.siguiente ?? '')}`);
    const all = [...first.resenas, ...second.resenas];
    expect(all.slice(0, 3).map(({ autor }) => autor)).toEqual(['P3', 'P2', 'P1']);
    expect(new Set(all.map(({ id }) => id)).size).toBe(4);
  });
});

describe('moderation', () => {
  // rows: B14
  test('an administrator hides with a reason and restores; the author is told why, and changing it does not bring it back', async () => {
    const person = await student(2, 'Rita', 'Paz');
    await write(person, 1, 'Compren en mi tienda');
    const before = await shown();
    const hide = (token: string | undefined, motivo: string) =>
      ask('POST', `/api/resenas/${courseId}/${person.id}/ocultar`, { token, body: { motivo } });
    expect((await hide(teacher.token, 'x')).status).toBe(403);
    expect((await hide(person.token, 'x')).status).toBe(403);
    expect((await hide(admin.token, ' ')).body.code).toBe('REASON_REQUIRED');
    expect((await hide(admin.token, 'Publicidad')).status).toBe(200);
    const after = await shown();
    expect(after.total).toBe(before.total - 1);
    expect(JSON.stringify(after)).not.toContain('tienda');
    expect(await own(person)).toMatchObject({ resena: { estrellas: 1, oculta: { motivo: 'Publicidad' } } });
    const stillHidden = { message: 'Reseña guardada. Sigue oculta hasta que la administración la revise.', oculta: true };
    expect((await write(person, 5, 'Ahora sin anuncios')).body).toEqual(stillHidden);
    expect((await ask('DELETE', `/api/resenas/mia/${courseId}`, { token: person.token })).status).toBe(200);
    expect((await write(person, 5, 'Ahora sin anuncios')).body).toEqual(stillHidden);
    expect((await shown()).total).toBe(before.total - 1);
    const queue = (await ask('GET', '/api/resenas/moderacion?estado=oculta', { token: admin.token })).body as unknown as {
      resenas: ModeratedReview[];
    };
    expect(queue.resenas[0]).toMatchObject({
      autor: 'Rita Paz',
      motivo: 'Publicidad',
      texto: 'Ahora sin anuncios',
      estado: 'oculta',
      curso: 'Álgebra con aguacates',
    });
    const show = (userId: number, body: object) =>
      ask('POST', `/api/resenas/${courseId}/${userId}/restaurar`, { token: admin.token, body });
    expect((await show(person.id, { motivo: ' ' })).body.code).toBe('REASON_REQUIRED');
    expect((await show(person.id, { motivo: 'Ya no anuncia nada' })).status).toBe(200);
    expect((await shown()).resenas[0]).toMatchObject({ autor: 'Rita P.', estrellas: 5, texto: 'Ahora sin anuncios' });
    expect((await ask('GET', '/api/resenas/moderacion', { token: teacher.token })).status).toBe(403);
    expect((await show(99999, { motivo: 'x' })).body.code).toBe('REVIEW_NOT_FOUND');
  });

  // rows: K07
  test('hiding and showing are undone for a reason, linked both ways', async () => {
    const person = await student(2, 'Lía', 'Mora');
    await write(person, 4, 'Buen curso');
    const moderate = (act: 'ocultar' | 'restaurar', body: object = {}) =>
      ask('POST', `/api/resenas/${courseId}/${person.id}/${act}`, { token: admin.token, body });
    const acts = async () =>
      ((await ask('GET', `/api/historial/resenas/${person.id}/${courseId}`, { token: admin.token })).body as unknown as HistoryPage)
        .cambios;
    const which = (cambio = '') => ({ de: 'resena', id: `${person.id}_${courseId}`, cambio });
    const preview = async (cambio?: string) =>
      (await ask('GET', `/api/historial/deshacer?${new URLSearchParams(which(cambio))}`, { token: admin.token })).body;
    const undo = (cambio: string | undefined, motivo: string) =>
      ask('POST', '/api/historial/deshacer', { token: admin.token, body: { ...which(cambio), motivo } });

    await moderate('ocultar', { motivo: 'Publicidad' });
    const [hidden] = await acts();
    expect(await preview(hidden?.id)).toMatchObject({ campos: [{ campo: 'visible', antes: 'no', despues: 'sí' }], conflictos: 0 });
    expect((await undo(hidden?.id, 'No era publicidad')).status).toBe(200);
    expect((await own(person)).resena).toMatchObject({ oculta: null });
    const [back, was] = await acts();
    expect(back).toMatchObject({ motivo: 'No era publicidad', restaura: { cambio: hidden?.id } });
    expect(was).toMatchObject({ id: hidden?.id, deshecho: { id: back?.id }, reversible: false });
    expect((await undo(hidden?.id, 'Otra vez')).body.code).toBe('FIELD_CONFLICT');

    await moderate('ocultar', { motivo: 'Publicidad' });
    await moderate('restaurar', { motivo: 'No lo es' });
    const [shownAgain] = await acts();
    expect(await preview(shownAgain?.id)).toMatchObject({ campos: [{ campo: 'visible', antes: 'sí', despues: 'no' }], conflictos: 0 });
    expect((await undo(shownAgain?.id, 'Sí era publicidad')).status).toBe(200);
    expect((await own(person)).resena).toMatchObject({ oculta: { motivo: 'Sí era publicidad' } });
    const [hiddenAgain, restored] = await acts();
    expect(hiddenAgain).toMatchObject({ restaura: { cambio: shownAgain?.id } });
    expect(restored).toMatchObject({ id: shownAgain?.id, deshecho: { id: hiddenAgain?.id } });
  });

  // rows: B14
  test('a picture stands beside a review only while its owner shows it to everyone, and a name goes with it', async () => {
    const person = await student(2, 'Frida', 'Solís');
    await write(person, 5, 'Con mi foto');
    const sent = await fetch(`${school.url}/api/files/upload?bucket=img_perfiluser`, {
      method: 'POST',
      headers: { authorization: `Bearer ${person.token}` },
      body: form([{ content: await picture() }]),
    });
    const [address = ''] = ((await sent.json()) as { urls: string[] }).urls;
    await ask('PUT', `/api/auth/users/${person.id}`, { token: person.token, body: { profile_picture: address } });
    const portrait = async () => (await shown()).resenas.find(({ texto }) => texto === 'Con mi foto')?.foto;
    const show = (campo: string, visible: string) =>
      ask('PUT', '/api/cuenta/visibilidad', { token: person.token, body: { campo, visible } });
    expect(await portrait()).toBeNull();
    expect((await show('profile_picture', 'everyone')).status).toBe(200);
    expect(await portrait()).toBe(address);
    expect(await own(person)).toMatchObject({ foto: address });
    expect((await fetch(new URL(address, school.url))).headers.get('content-type')).toBe('image/webp');
    await show('first_name', 'private');
    expect(await portrait()).toBeNull();
    await show('first_name', 'everyone');
    await show('profile_picture', 'staff');
    expect(await portrait()).toBeNull();
    await ask('DELETE', `/api/resenas/mia/${courseId}`, { token: person.token });
  });

  test('erasing a person leaves their stars in the average, and no word or name of theirs', async () => {
    const person = await student(2, 'Obdulia', 'Zárate');
    await write(person, 2, 'Vivo en Tecate y me gustó');
    const before = await shown();
    await ask('DELETE', `/api/auth/users/${person.id}?motivo=prueba`, { token: admin.token });
    const after = await shown();
    expect([after.total, after.promedio]).toEqual([before.total, before.promedio]);
    expect(JSON.stringify(after)).not.toMatch(/Obdulia|Tecate/);
    expect(after.resenas.find(({ texto }) => texto === null)).toMatchObject({ autor: null, estrellas: 2 });
  });
});

describe('search', () => {
  const search = async (query: string) => (await ask('GET', `/api/cursos/buscar?${query}`)).body as unknown as FoundCourses;
  const change = (body: object) => ask('PUT', `/api/cursos/cursos/${courseId}`, { token: admin.token, body });
  const status = (estado: 0 | 1) => ask('PATCH', `/api/cursos/cursos/${courseId}/estado`, { token: admin.token, body: { estado } });

  // rows: B01
  test('forgives accents and slips, over title, category, instructor and objectives', async () => {
    const titles = async (text: string) => (await search(`buscar=${encodeURIComponent(text)}`)).cursos.map(({ nombre }) => nombre);
    expect(await titles('algebra')).toEqual(['Álgebra con aguacates']);
    expect(await titles('aguacate algebre')).toEqual(['Álgebra con aguacates']);
    expect((await search('buscar=pyhton')).entendido).toBe('python');
    expect((await titles('pyhton'))[0]).toBe('Curso de Python');
    const outline = (await ask('GET', '/api/cursos/esquema/1')).body as unknown as Outline;
    expect(await titles(outline.curso.instructor ?? '')).toContain(outline.curso.nombre);
    expect(await titles('zzzz')).toEqual([]);
    // The documents' own call searches alike, and comes whole.
    const listed = (await ask('GET', '/api/cursos/cursos?search=algebre')).body as unknown as CourseRecord[];
    expect(listed.map(({ id }) => id)).toEqual([courseId]);
  });

  test('what is published is counted whole, whatever is asked', async () => {
    const all = (await ask('GET', '/api/cursos/cursos')).body as unknown as CourseRecord[];
    const sum = (of: (course: CourseRecord) => number) => all.reduce((total, course) => total + of(course), 0);
    expect((await search('buscar=zzzz&limit=1')).publicado).toEqual({
      cursos: all.length,
      sesiones: sum(({ totalSesiones }) => totalSesiones),
      recursos: sum(({ totalRecursos }) => totalRecursos),
    });
  });

  test('what is published, changed or withdrawn is there, or gone, with the next question', async () => {
    const before = await search('');
    await status(0);
    expect((await search('')).publicado.cursos).toBe(before.publicado.cursos - 1);
    expect((await search('buscar=aguacates')).total).toBe(0);
    await status(1);
    await change({ nombre: 'Geometría con mangos' });
    expect((await search('buscar=aguacates')).total).toBe(0);
    expect((await search('buscar=geometria')).cursos[0]).toMatchObject({ id: courseId, slug: `geometria-con-mangos-${courseId}` });
    expect((await search('orden=reciente')).cursos[0]?.id).toBe(courseId);
    await change({ nombre: 'Álgebra con aguacates' });
    await ask('PUT', `/api/auth/users/${teacher.id}`, { token: teacher.token, body: { first_name: 'Xóchitl' } });
    expect((await search('buscar=xochitl')).cursos.map(({ id }) => id)).toContain(courseId);
  });

  test('facets count with the others as they are, and choose', async () => {
    const all = await search('');
    const { dificultad, ruta, tipo, precio } = all.facetas;
    const sum = (counts: Record<string, number>) => Object.values(counts).reduce((a, b) => a + b, 0);
    for (const facet of [dificultad, ruta, tipo, precio]) expect(sum(facet)).toBe(all.total);
    const premium = await search('tipo=Premium');
    expect(premium.total).toBe(tipo.Premium);
    expect(premium.cursos.every((course) => course.tipo === 'Premium')).toBe(true);
    expect(premium.facetas.tipo).toEqual(tipo);
    const free = await search('precio=gratis&dificultad=principiante,intermedio');
    expect(free.cursos.every((course) => course.precio === 0 || (course.precio === null && course.tipo === 'Básico'))).toBe(true);
    expect((await search('tipo=oro&orden=raro')).total).toBe(all.total);
  });

  test('pages by cursor: every course once', async () => {
    for (const orden of ['mejor', 'reciente', 'valorados']) {
      const seen: number[] = [];
      let cursor: string | null = null;
      do {
        const page: FoundCourses = await search(`orden=${orden}&limit=3${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`);
        expect(page.cursos.length).toBeLessThanOrEqual(3);
        seen.push(...page.cursos.map(({ id }) => id));
        cursor = page.siguiente;
      } while (cursor);
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen).toHaveLength((await search('')).total);
    }
    for (const cursor of ['x', 'W10', Buffer.from('["rated",1]').toString('base64url')])
      expect((await ask('GET', `/api/cursos/buscar?cursor=${cursor}`)).status).toBe(400);
  });
});
