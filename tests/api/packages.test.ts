import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CoursePackage, PackageReview } from '../../backend/api/contract/packages.ts';
import type { Outline } from '../../backend/api/contract/records/courses.ts';
import { packed, type ToPack } from '../../backend/integrations/packages/archive.ts';
import { joinAll, makeCourse, type Person, settled, type TestCourse } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';

/** Courses made of others: duplicated, packed and unpacked without loss, and packages that are not what they say. */

let school: School;
let admin: Person;
let teacher: Person;
let other: Person;
let learner: Person;
let course: TestCourse;
let picture: Buffer;
beforeAll(async () => {
  school = await openSchool();
  [admin, teacher, other, learner] = await joinAll(school, [
    ['directora', 'administrator'],
    ['maestra', 'instructor'],
    ['maestro', 'instructor'],
    ['alumna', 'student'],
  ]);
  picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#b5305f' } })
    .png()
    .toBuffer();
  course = await makeCourse(school, teacher.token, teacher.id, [2, 1], {
    nombre: 'Agentes: ¡hola!',
    precio: 499,
    stripe_price_id: 'price_1',
  });
  const { urls } = await upload<{ urls: string[] }>('/api/files/upload?bucket=recursos', picture);
  await write(
    'POST',
    '/api/recursos/crearRecurso',
    { id_sesion: course.modules[0]?.classes[0], titulo: 'Mapa', link_recurso: urls[0] },
    201,
  );
  await write('PUT', `/api/objetivos/modulo/${course.modules[0]?.id}`, { objetivos: ['Saber', 'Hacer'] });
  await write('PUT', `/api/sesiones/updateSesion/${course.modules[0]?.classes[0]}`, { contenido: `Para leer: ![mapa](${urls[0]})` });
  const lessons = (await write('GET', `/api/subtema/bySesion/${course.modules[0]?.classes[1]}`)) as unknown as {
    data: { id_subtema: number }[];
  };
  await write('PUT', `/api/subtema/${lessons.data[0]?.id_subtema}`, { contenido_texto: `# Título\n\n![mapa](${urls[0]})\n\n    código\n` });
  // Not published yet: its authors see it, and so does what is made of it.
  await write('POST', '/api/borrador/modulos/create', { id_curso: course.id, nombre: 'Por venir' }, 201);
  await settled(school);
}, 120_000);
afterAll(() => school.stop());

const write = async (method: string, path: string, body?: object, status = 200, by = teacher) => {
  const answer = await school.ask(method, path, { token: by.token, ...(body && { body }) });
  expect(answer.status, answer.text).toBe(status);
  return answer.body;
};
const sent = async (
  path: string,
  content: Buffer,
  { by = teacher, fields = {}, key }: { by?: Person; fields?: object; key?: string } = {},
) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  form.append('files', new Blob([new Uint8Array(content)]), 'algo');
  const headers = { authorization: `Bearer ${by.token}`, ...(key && { 'idempotency-key': key }) };
  const answer = await fetch(`${school.url}${path}`, { method: 'POST', body: form, headers });
  return {
    status: answer.status,
    body: (await answer.json()) as Record<string, unknown> & { code?: string; errors?: { path: string; message: string }[] },
  };
};
const upload = async <T>(path: string, content: Buffer): Promise<T> => (await sent(path, content)).body as T;
const review = async (content: Buffer, by = teacher) =>
  (await sent('/api/cursos/paquetes/revisar', content, { by })).body as unknown as PackageReview;
const exported = async (id: number, by = teacher): Promise<Buffer> => {
  const answer = await fetch(`${school.url}/api/cursos/cursos/${id}/paquete`, { headers: { authorization: `Bearer ${by.token}` } });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
  return Buffer.from(await answer.arrayBuffer());
};
const courses = async () =>
  ((await write('GET', '/api/cursos/cursos?todos=1', undefined, 200, admin)) as unknown as { id: number }[]).length;
const zipped = (files: Record<string, Buffer | object>, compress = true): Promise<Buffer> =>
  buffer(
    packed(
      Object.entries(files).map(
        ([name, content]): ToPack => ({
          name,
          compress,
          content: Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content)),
        }),
      ),
      new Date(),
    ),
  );
const bare = { formato: 'aulaviva-curso', version: 1, curso: { nombre: 'Nuevo', descripcion: 'De un paquete' } };
const codes = ({ problemas }: PackageReview) => problemas.map(({ donde, codigo }) => `${donde} ${codigo}`);
/** All that a course says but its numbers, its times and who made it, texts of lessons and all. */
const said = async (id: number) => {
  const { curso, modulos } = (await write('GET', `/api/cursos/${id}/edicion`, undefined, 200, admin)) as unknown as Outline;
  const texts = async (klass: number) => {
    const { contenido, data } = (await write('GET', `/api/borrador/subtema/bySesion/${klass}`, undefined, 200, admin)) as unknown as {
      contenido: string;
      data: { contenido_texto: string }[];
    };
    return { contenido, textos: data.map(({ contenido_texto }) => contenido_texto) };
  };
  return {
    curso: {
      ...curso,
      id: 0,
      id_curso: 0,
      slug: '',
      version: 0,
      created_at: '',
      createdDate: '',
      actualizado: '',
      estado: 0,
      modificado: null,
      copia: null,
      nombre: '',
      stripe_price_id: null,
    },
    modulos: await Promise.all(
      modulos.map(async ({ nombre, descripcion, contenido, link_video, objetivos, sesiones }) => ({
        ...{ nombre, descripcion, contenido, link_video, objetivos: objetivos.map((one) => one.descripcion) },
        sesiones: await Promise.all(
          sesiones.map(async ({ titulo, id_sesion, subtemas, recursos }) => ({
            ...{ titulo, ...(await texts(id_sesion)), subtemas: subtemas.map((one) => [one.titulo, one.tipo, one.duracion]) },
            recursos: recursos.map((one) => [one.titulo, one.link_recurso, one.tipo_recurso]),
          })),
        ),
      })),
    ),
  };
};

// rows: H38
test('a course is duplicated with all that its authors see of it, as a draft that says whose copy it is', async () => {
  const made = await write('POST', `/api/cursos/cursos/${course.id}/duplicar`, {}, 201);
  await settled(school);
  expect(made.nombre).toBe('Agentes: ¡hola! (copia)');
  expect(await said(Number(made.id))).toEqual(await said(course.id));
  const { curso } = (await write('GET', `/api/cursos/${made.id}/edicion`)) as unknown as { curso: Record<string, unknown> };
  expect(curso).toMatchObject({ estado: 0, copia: { id: course.id, titulo: 'Agentes: ¡hola!' }, stripe_price_id: null });
  // By one key it is one course.
  const twice = () =>
    school.ask('POST', `/api/cursos/cursos/${course.id}/duplicar`, {
      token: teacher.token,
      body: { nombre: 'Otra' },
      headers: { 'idempotency-key': 'una-vez' },
    });
  expect((await twice()).body.id).toBe((await twice()).body.id);
  // What is changed in one is not changed in the other.
  await write('PUT', `/api/cursos/cursos/${made.id}`, { descripcion: 'Ya es otra' });
  await settled(school);
  expect((await write('GET', `/api/cursos/cursos/${course.id}`))['descripcion']).toBe('Descripción');
});

// rows: H10
test('a package holds the course and its files, and brings both in without loss; before that it says what is in it', async () => {
  const before = await courses();
  const content = await exported(course.id);
  expect(await review(content)).toEqual({
    ...{ titulo: 'Agentes: ¡hola!', modulos: 3, sesiones: 3, subtemas: 3, recursos: 1, archivos: 1, bytes: expect.any(Number) },
    problemas: [],
  });
  await settled(school);
  expect(await courses()).toBe(before);
  const { status, body } = await sent('/api/cursos/paquetes', content, { by: admin, fields: { id_maestro: teacher.id }, key: 'paquete-1' });
  expect([status, body['nombre']]).toEqual([201, 'Agentes: ¡hola!']);
  expect(
    (await sent('/api/cursos/paquetes', content, { by: admin, fields: { id_maestro: teacher.id }, key: 'paquete-1' })).body['id'],
  ).toBe(body['id']);
  await settled(school);
  expect(await courses()).toBe(before + 1);
  expect(await said(Number(body['id']))).toEqual(await said(course.id));
});

// rows: H10
test('a course is read as a file of text that goes by its title', async () => {
  const answer = await school.ask('GET', `/api/cursos/cursos/${course.id}/texto`, { token: teacher.token });
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="agentes-hola.txt"');
  expect(answer.text).toContain('Módulo 1: Módulo 1\n');
  expect(answer.text).toContain('Objetivos:\n- Saber\n- Hacer\n');
  expect(answer.text).toMatch(/Lectura: Lectura \(10 min\)\n# Título\n/);
  expect(answer.text).toMatch(/Clase 1\.1: Clase 1\.1\n+Para leer: /);
});

describe('what is refused, with what is wrong and where, and nothing made', () => {
  let before: number;
  beforeAll(async () => {
    before = await courses();
  });
  const refused = async (content: Buffer): Promise<string[]> => {
    const looked = await review(content);
    const { status, body } = await sent('/api/cursos/paquetes', content);
    expect([status, body.code]).toEqual([422, 'PACKAGE_REFUSED']);
    expect(body.errors?.map(({ path, message }) => [path, message])).toEqual(
      looked.problemas.map(({ donde, mensaje }) => [donde, mensaje]),
    );
    await settled(school);
    expect(await courses()).toBe(before);
    return codes(looked);
  };
  const address = `/api/files/recursos/${'a'.repeat(64)}.webp`;
  const naming = { ...bare, curso: { ...bare.curso, img_curso: address } };
  const file = (content: Buffer, more: object = {}): CoursePackage['archivos'][number] => ({
    ...{ ruta: 'archivos/a.webp', direccion: address, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') },
    ...more,
  });

  // rows: H10
  test('values: each by its place', async () => {
    const wrong = { ...bare, modulos: [{ nombre: 'Uno', sesiones: [{ titulo: '', link_video: 'javascript:alert(1)' }] }] };
    expect(await refused(await zipped({ 'curso.json': wrong }))).toEqual([
      'modulos.0.sesiones.0.titulo REQUIRED_FIELDS',
      'modulos.0.sesiones.0.link_video INVALID_ADDRESS',
    ]);
    // As in the form of a course: not rounded.
    expect(await refused(await zipped({ 'curso.json': { ...bare, curso: { ...bare.curso, precio: 1.005 } } }))).toEqual([
      'curso.precio INVALID_PRICE',
    ]);
    expect(await refused(await zipped({ 'curso.json': { ...bare, version: 9 } }))).toEqual(['curso.json PACKAGE_VERSION']);
    expect(await refused(Buffer.from(JSON.stringify({ ...bare, curso: { ...bare.curso, descripcion: 'a\u0000b' } })))).toEqual([
      'curso.descripcion INVALID_TEXT',
    ]);
  });

  // rows: H10
  test('what is no package, and one without its text', async () => {
    expect(await refused(Buffer.from('esto no es'))).toEqual(['curso.json PACKAGE_UNREADABLE']);
    expect(await refused(await zipped({ 'otro.json': bare }))).toEqual(['curso.json PACKAGE_UNREADABLE']);
    // In another encoding its accents would be lost.
    const latin = Buffer.from(JSON.stringify({ ...bare, curso: { ...bare.curso, nombre: 'Programación' } }), 'latin1');
    expect(await refused(latin)).toEqual(['curso.json PACKAGE_UNREADABLE']);
    expect(await refused(await zipped({ 'curso.json': latin }))).toEqual(['curso.json PACKAGE_UNREADABLE']);
    const content = await exported(course.id);
    expect(await refused(content.subarray(0, content.length - 40))).toEqual(['curso.json PACKAGE_UNREADABLE']);
  });

  // rows: H10
  test('files that are absent, others than it says, or no pictures', async () => {
    expect(await refused(await zipped({ 'curso.json': naming }))).toEqual([`${address} PACKAGE_FILE_ABSENT`]);
    const listed = { ...naming, archivos: [file(picture)] };
    expect(await refused(await zipped({ 'curso.json': listed }))).toEqual(['archivos/a.webp PACKAGE_FILE_ABSENT']);
    expect(await refused(await zipped({ 'curso.json': listed, 'archivos/a.webp': Buffer.from('otra cosa') }))).toEqual([
      'archivos/a.webp PACKAGE_FILE_DIFFERS',
    ]);
    // Though the course does not refer to it.
    expect(
      await refused(await zipped({ 'curso.json': { ...bare, archivos: [file(picture)] }, 'archivos/a.webp': Buffer.from('otra cosa') })),
    ).toEqual(['archivos/a.webp PACKAGE_FILE_DIFFERS']);
    const page = Buffer.from('<html><script>alert(1)</script></html>');
    expect(await refused(await zipped({ 'curso.json': { ...naming, archivos: [file(page)] }, 'archivos/a.webp': page }))).toEqual([
      'archivos/a.webp PACKAGE_FILE_TYPE',
    ]);
  });

  // rows: H10
  test('bombs: by what they say that they hold, and by what they hold', async () => {
    const zeros = Buffer.alloc(30 * 1024 * 1024);
    const listed = { ...naming, archivos: [file(zeros)] };
    expect(await refused(await zipped({ 'curso.json': listed, 'archivos/a.webp': zeros }))).toEqual(['archivos/a.webp PACKAGE_TOO_LARGE']);
    // Its directory says that the same entry is small.
    const lying = await zipped({ 'curso.json': listed, 'archivos/a.webp': zeros });
    const directory = lying.lastIndexOf(Buffer.from('archivos/a.webp')) - 46;
    lying.writeUInt32LE(1_000, directory + 24);
    expect(await refused(lying)).toEqual(['archivos/a.webp PACKAGE_TOO_LARGE'].map((line) => line.replace('TOO_LARGE', 'UNREADABLE')));
    const many = Object.fromEntries(Array.from({ length: 1_005 }, (_, at) => [`archivos/${at}`, Buffer.from('x')]));
    expect((await refused(await zipped({ 'curso.json': bare, ...many })))[0]).toMatch(/PACKAGE_TOO_MANY$/);
  });
});

test('a file of another school is drawn anew and gets an address of its own, in texts too', async () => {
  const address = `/api/files/recursos/${'b'.repeat(64)}.png`.replace('.png', '.webp');
  const text = {
    ...{ ...bare, curso: { ...bare.curso, img_curso: address } },
    modulos: [{ nombre: 'Uno', sesiones: [{ titulo: 'Clase', subtemas: [{ titulo: 'Leer', contenido_texto: `![](${address})` }] }] }],
    archivos: [{ ruta: 'a', direccion: address, bytes: picture.length, sha256: createHash('sha256').update(picture).digest('hex') }],
  };
  const { status, body } = await sent('/api/cursos/paquetes', await zipped({ 'curso.json': text, a: picture }));
  expect(status).toBe(201);
  await settled(school);
  const { curso, modulos } = await said(Number(body['id']));
  expect(curso.img_curso).toMatch(/^\/api\/files\/recursos\/[0-9a-f]{64}\.webp$/);
  expect(curso.img_curso).not.toBe(address);
  expect(modulos[0]?.sesiones[0]?.textos).toEqual([`![](${curso.img_curso})`]);
  expect((await fetch(`${school.url}${curso.img_curso}`, { headers: { authorization: `Bearer ${teacher.token}` } })).status).toBe(200);
});

test('a course that names a file that is gone is packed and brought in, and leads nowhere there either', async () => {
  const gone = `/api/files/recursos/${'d'.repeat(64)}.webp`;
  const of = await makeCourse(school, teacher.token, teacher.id, [1], { nombre: 'Con hueco' });
  const lessons = (await write('GET', `/api/subtema/bySesion/${of.modules[0]?.classes[0]}`)) as unknown as {
    data: { id_subtema: number }[];
  };
  await write('PUT', `/api/subtema/${lessons.data[0]?.id_subtema}`, { contenido_texto: `![](${gone})` });
  await settled(school);
  const content = await exported(of.id);
  expect((await review(content)).problemas).toEqual([]);
  const { status, body } = await sent('/api/cursos/paquetes', content);
  expect(status, JSON.stringify(body)).toBe(201);
  await settled(school);
  expect(await said(Number(body['id']))).toEqual(await said(of.id));
});

test('a course of 50 modules and 600 classes is copied whole', async () => {
  const klass = (at: number) => ({
    titulo: `Clase ${at}`,
    descripcion: 'd'.repeat(600),
    subtemas: [{ titulo: 'Leer', contenido_texto: `Texto ${at}` }],
  });
  const modulos = Array.from({ length: 50 }, (_, at) => ({
    nombre: `M${at}`,
    sesiones: Array.from({ length: 12 }, (_, n) => klass(at * 12 + n)),
  }));
  const { status, body } = await sent('/api/cursos/paquetes', Buffer.from(JSON.stringify({ ...bare, modulos })));
  expect(status, JSON.stringify(body)).toBe(201);
  const made = await write('POST', `/api/cursos/cursos/${body['id']}/duplicar`, {}, 201);
  await settled(school);
  const { curso } = (await write('GET', `/api/cursos/esquema/${made.id}`)) as unknown as Outline;
  expect([curso.totalModulos, curso.totalSesiones]).toEqual([50, 600]);
  const events: string[] = [];
  for await (const { type } of school.running.deps.commands.log.readStream(`course-${made.id}`)) events.push(type);
  expect([events[0], events.at(-1)]).toEqual(['CourseCreated', 'CourseCopied']);
}, 60_000);

test('a package of a course is for who edits the course, and for who may make one', async () => {
  for (const by of [other, learner]) {
    expect((await school.ask('POST', `/api/cursos/cursos/${course.id}/duplicar`, { token: by.token, body: {} })).status).toBe(403);
    expect((await school.ask('GET', `/api/cursos/cursos/${course.id}/paquete`, { token: by.token })).status).toBe(403);
    expect((await school.ask('GET', `/api/cursos/cursos/${course.id}/texto`, { token: by.token })).status).toBe(403);
  }
  expect((await sent('/api/cursos/paquetes/revisar', await zipped({ 'curso.json': bare }), { by: learner })).status).toBe(403);
  expect((await sent('/api/cursos/paquetes', await zipped({ 'curso.json': bare }), { by: admin })).body.code).toBe('INSTRUCTOR_REQUIRED');
  // An instructor teaches what they bring in, whatever they send.
  const { body } = await sent('/api/cursos/paquetes', await zipped({ 'curso.json': bare }), { fields: { id_maestro: other.id } });
  await settled(school);
  expect((await write('GET', `/api/cursos/cursos/${body['id']}`))['id_maestro']).toBe(teacher.id);
});
