import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { join, PASSWORD, type Person, registration, settled } from '../support/people.ts';
import { type Answer, openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

/** Every call of the documents (S0 §7, S1 §7) as the specification's decisions settle it, by a client that knows nothing but the documents. */

let school: School;
let admin: { token: string; id: number };
let instructor: { token: string; id: number };
let learner: Person;
beforeAll(async () => {
  school = await openSchool({ env: { DEMO: 'true' } });
  admin = await school.login('admin');
  instructor = await school.login('instructor');
  learner = await join(school, 'clienta');
  await settled(school);
}, 120_000);
afterAll(() => school.stop());

type Json = Record<string, unknown>;
const ok = (answer: Answer): Json => {
  expect(answer.status, answer.text).toBeGreaterThanOrEqual(200);
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
};
/** Makes a write, then waits until the next read shows it. */
const write = async (method: string, path: string, body?: unknown, token = admin.token): Promise<Json> => {
  const answer = await school.ask(method, path, { token, ...(body !== undefined && { body }) });
  const found = ok(answer);
  await settled(school);
  return found;
};
const read = async <T = Json>(path: string, token: string | null = admin.token): Promise<T> =>
  ok(await school.ask('GET', path, { token: token ?? undefined })) as unknown as T;

describe('people', () => {
  test('POST login: message, token, user.id', async () => {
    const body = ok(await school.ask('POST', '/api/auth/login', { body: { email: learner.email, password: PASSWORD } }));
    expect(body).toEqual({ message: expect.any(String), token: expect.any(String), user: { id: learner.id } });
  });

  test('GET users: a plain array of records with the fields of S1 §3, both spellings of the path', async () => {
    for (const path of ['/api/auth/users/', '/api/auth/users']) {
      const people = await read<Json[]>(path);
      expect(people.length).toBe(25);
      expect(people[0]).toMatchObject({
        id: expect.any(Number),
        username: expect.any(String),
        name: expect.any(String),
        first_name: expect.anything(),
        email: expect.any(String),
        user_role: expect.any(Number),
        tipo_usuario: expect.any(Number),
        is_active: true,
        created_at: expect.any(String),
        is_phone_verified: false,
      });
      for (const name of ['last_name', 'phone_number', 'profile_picture', 'profile_image', 'createdDate'])
        expect(people[0]).toHaveProperty(name);
    }
  });

  test('GET users/{id}: one’s own record; doubled names agree (C-85)', async () => {
    const record = await read(`/api/auth/users/${learner.id}`, learner.token);
    expect(record).toMatchObject({
      id: learner.id,
      username: 'clienta',
      first_name: 'Nora',
      last_name: 'Quintanilla',
      email: learner.email,
      user_role: 1,
      tipo_usuario: 1,
    });
    expect(record.profile_image).toEqual(record.profile_picture);
    expect(record.createdDate).toEqual(record.created_at);
  });

  test('GET users/role/3: data of id, fullName, email; e-mails only for administrators', async () => {
    const { data } = await read<{ data: Json[] }>('/api/auth/users/role/3', learner.token);
    expect(data.length).toBe(3);
    for (const one of data) expect(one).toEqual({ id: expect.any(Number), fullName: expect.any(String), email: null });
    expect(data.map((one) => one.fullName)).toContain('Julián Ocampo');
    expect((await read<{ data: Json[] }>('/api/auth/users/role/3')).data.find((one) => one.id === instructor.id)?.email).toBe(
      'instructor@demo.mx',
    );
  });

  test('POST register: S0’s payload, and S1’s by an administrator', async () => {
    expect(ok(await school.ask('POST', '/api/auth/register', { body: registration('de_s0') })).message).toEqual(expect.any(String));
    const body = { username: 'de_s1', email: 'de_s1@prueba.mx', password: PASSWORD, user_role: 3 };
    const made = await write('POST', '/api/auth/register', body);
    expect(await read(`/api/auth/users/${made.id}`)).toMatchObject({ username: 'de_s1', user_role: 3, first_name: null });
  });

  test('PUT users/{id} (profile): absent stays, blank counts as absent, unknown fields are ignored', async () => {
    const path = `/api/auth/users/${learner.id}`;
    const before = await read(path, learner.token);
    await write('PUT', path, { country: 'México' }, learner.token);
    await write('PUT', path, { first_name: '', last_name: '', username: '', email: '', country: '', profile_picture: '' }, learner.token);
    expect(await read(path, learner.token)).toEqual({ ...before, country: 'México', version: Number(before.version) + 1 });
    // Optional fields can be cleared; a first name, which registration requires, cannot.
    const bare = await write('PUT', path, { first_name: null, last_name: null, country: null }, learner.token);
    expect(bare).toMatchObject({ first_name: before.first_name, last_name: null, country: null });
    await write('PUT', path, { user_role: '', tipo_usuario: '', is_active: '', id: 1, created_at: 'x', foo: 1 }, learner.token);
    await write(
      'PUT',
      path,
      { first_name: 'Eva', last_name: 'Luna', username: 'clienta', email: learner.email, country: 'Chile' },
      learner.token,
    );
    expect(await read(path, learner.token)).toMatchObject({
      first_name: 'Eva',
      last_name: 'Luna',
      country: 'Chile',
      email_verified: false,
    });
  });

  // rows: I18
  test('PUT users/{id} (administrator): user_role, tipo_usuario, is_active', async () => {
    const other = await join(school, 'ascendida');
    const path = `/api/auth/users/${other.id}`;
    expect(await write('PUT', path, { user_role: 3, tipo_usuario: 2, is_active: true })).toMatchObject({ user_role: 3, tipo_usuario: 2 });
    expect(await write('PUT', path, { is_active: false })).toMatchObject({ is_active: false, user_role: 3, tipo_usuario: 2 });
    expect(await read(path)).toMatchObject({ is_active: false, user_role: 3, tipo_usuario: 2 });
  });

  test('DELETE users/{id} works without a body', async () => {
    const other = await join(school, 'pasajera');
    ok(await school.ask('DELETE', `/api/auth/users/${other.id}`, { token: admin.token, raw: undefined as never }));
    await settled(school);
    expect((await school.ask('GET', `/api/auth/users/${other.id}`, { token: admin.token })).status).toBe(404);
  });

  test('mails: generic answers for whoever does not exist', async () => {
    for (const path of ['forgot-password', 'resend-verification']) {
      const body = ok(await school.ask('POST', `/api/auth/${path}`, { body: { email: 'nadie@prueba.mx' } }));
      expect(body.message).toMatch(/^Si el correo existe/);
    }
    expect(await school.ask('GET', '/api/auth/verify-email')).toMatchObject({
      status: 400,
      body: { code: 'TOKEN_MISSING', message: 'Token de verificación no encontrado' },
    });
  });
});

describe('courses', () => {
  let courseId = 0;
  let moduleId = 0;
  let sessionId = 0;

  test('POST create: ids sent are ignored (C-35), ignored fields do nothing (C-23, C-85)', async () => {
    const body = {
      id_curso: 999_999,
      nombre: 'Curso de prueba',
      descripcion: 'Descripción',
      id_maestro: instructor.id,
      tipo: 'Básico',
      progreso: 0,
      img_curso: 'https://imagenes.mx/1.png',
      precio: 0,
      stripe_price_id: '',
    };
    const made = await write('POST', '/api/cursos/create', body);
    courseId = Number(made.id);
    expect(courseId).toBeLessThan(1000);
    expect(made).toMatchObject({
      id_curso: courseId,
      nombre: 'Curso de prueba',
      img_curso: body.img_curso,
      imagen: body.img_curso,
      estado: 0,
      precio: 0,
      stripe_price_id: null,
      id_maestro: instructor.id,
    });
    expect(await read(`/api/cursos/cursos/${courseId}`)).toEqual({
      ...made,
      actualizado: expect.any(String),
      createdDate: made.created_at,
    });
    expect((await read<Json>(`/api/cursos/cursos/${courseId}`)).version).toBe(made.version);
  });

  test('POST create needs a teacher', async () => {
    const body = { nombre: 'X', descripcion: 'Y', id_maestro: '', tipo: 'Básico' };
    expect(await school.ask('POST', '/api/cursos/create', { token: admin.token, body })).toMatchObject({
      status: 422,
      body: { code: 'INSTRUCTOR_REQUIRED', message: 'Por favor, selecciona un maestro.' },
    });
    expect((await school.ask('POST', '/api/cursos/create', { token: admin.token, body: { ...body, id_maestro: learner.id } })).status).toBe(
      422,
    );
    expect((await school.ask('POST', '/api/cursos/create', { token: admin.token, body: { id_maestro: instructor.id } })).body.code).toBe(
      'REQUIRED_FIELDS',
    );
  });

  // rows: B02
  test('each field has one name at a write: another is refused by name, and so is one that says two things', async () => {
    const before = await read(`/api/cursos/cursos/${courseId}`);
    const refused = async (body: Json, code: string, ...paths: string[]) =>
      expect(await school.ask('PUT', `/api/cursos/cursos/${courseId}`, { token: admin.token, body })).toMatchObject({
        status: 400,
        body: { code, errors: paths.map((path) => ({ path })) },
      });
    await refused({ nombre: 'Otro', titulo: 'Otro', Precio: 5 }, 'FIELD_UNKNOWN', 'titulo', 'Precio');
    await refused({ img_curso: 'https://imagenes.mx/7.png', imagen: 'https://imagenes.mx/8.png' }, 'FIELD_TWICE', 'imagen');
    await refused({ duracion: '9 horas' }, 'FIELD_UNKNOWN', 'duracion');
    expect(await read(`/api/cursos/cursos/${courseId}`)).toEqual(before);
    // Of two names for one field, one is only read: the other one is written.
    expect(
      (
        await school.ask('PUT', `/api/cursos/cursos/${courseId}`, {
          token: admin.token,
          body: { duration: '9 horas', duracion: '1 hora', modules: [] },
        })
      ).status,
    ).toBe(200);
    await school.ask('PUT', `/api/cursos/cursos/${courseId}`, { token: admin.token, body: { duration: before['duration'] } });
    // What was read may be sent back.
    const same = Object.fromEntries(Object.entries(before).filter(([, value]) => value !== null));
    expect((await school.ask('PUT', `/api/cursos/cursos/${courseId}`, { token: admin.token, body: same })).status).toBe(200);
  });

  // rows: B02
  test('both PUTs: fields of the editor and of the management page; absent and blank stay; status, students, createdDate, progreso do nothing', async () => {
    const editor = {
      nombre: 'Curso de prueba II',
      descripcion: 'Otra',
      id_maestro: instructor.id,
      tipo: 'Premium',
      img_curso: 'https://imagenes.mx/2.png',
      duration: '20 horas',
      level: 'no-code',
      price: 299,
      students: 5_000,
      status: 'published',
      createdDate: '1999-01-01',
      precio: '199.50',
      stripe_price_id: 'price_1',
    };
    expect(await write('PUT', `/api/cursos/update/${courseId}`, editor)).toMatchObject({
      nombre: 'Curso de prueba II',
      tipo: 'Premium',
      duration: '20 horas',
      duracion: '20 horas',
      level: 'no-code',
      price: 299,
      precio: 199.5,
      moneda: 'MXN',
      students: 0,
      estado: 0,
      stripe_price_id: 'price_1',
    });
    const before = await read(`/api/cursos/cursos/${courseId}`);
    expect(before.createdDate).not.toContain('1999');
    const blank = {
      id_maestro: '',
      tipo: '',
      dificultad: '',
      level: '',
      duration: '',
      img_curso: '',
      imagen: '',
      precio: '',
      price: '',
      stripe_price_id: '',
      desbloqueo: '',
      categoria: '',
    };
    await write('PUT', `/api/cursos/cursos/${courseId}`, blank);
    expect(await read(`/api/cursos/cursos/${courseId}`)).toEqual(before);
    const management = {
      nombre: 'Curso de prueba',
      descripcion: 'Descripción',
      duration: '8 semanas',
      level: 'code',
      instructor: 'Quien sea',
      price: 250,
      tipo: 'Básico',
      imagen: 'https://imagenes.mx/3.png',
      precio: null,
      stripe_price_id: '',
    };
    expect(await write('PUT', `/api/cursos/cursos/${courseId}`, management)).toMatchObject({
      nombre: 'Curso de prueba',
      img_curso: 'https://imagenes.mx/3.png',
      imagen: 'https://imagenes.mx/3.png',
      precio: null,
      price: 250,
      tipo: 'Básico',
      id_maestro: instructor.id,
      stripe_price_id: 'price_1',
    });
    await write('PUT', `/api/cursos/cursos/${courseId}`, { precio: 0, price: null });
    // The original names a difficulty there where it has no route.
    expect(await write('PUT', `/api/cursos/update/${courseId}`, { level: 'Intermedio' })).toMatchObject({
      level: 'code',
      dificultad: 'intermedio',
    });
    for (const [field, code] of [
      ['nombre', 'TITLE_EMPTY'],
      ['descripcion', 'DESCRIPTION_EMPTY'],
    ] as const)
      expect((await school.ask('PUT', `/api/cursos/update/${courseId}`, { token: admin.token, body: { [field]: ' ' } })).body.code).toBe(
        code,
      );
  });

  test('a course without classes cannot be published; drafts are not there for others', async () => {
    expect(
      (await school.ask('PATCH', `/api/cursos/cursos/${courseId}/estado`, { token: admin.token, body: { estado: 1 } })).body.code,
    ).toBe('COURSE_WITHOUT_CLASSES');
    expect((await school.ask('GET', `/api/cursos/cursos/${courseId}`, { token: learner.token })).status).toBe(404);
    expect((await school.ask('GET', `/api/cursos/cursos/${courseId}`)).status).toBe(404);
  });

  // rows: C06
  test('modules: create, two lists, PUT, blank refused', async () => {
    const body = { nombre: 'Módulo 1', descripcion: 'D', link_video: '', progreso: 55, id_curso: courseId, contenido: 'C' };
    const made = await write('POST', '/api/modulos/create', body);
    moduleId = Number(made.id_modulo);
    expect(made).toMatchObject({
      id: moduleId,
      nombre: 'Módulo 1',
      contenido: 'C',
      content: 'C',
      link_video: null,
      progreso: 0,
      id_curso: courseId,
    });
    await write('PUT', `/api/modulos/modulos/${moduleId}`, { ...body, nombre: 'Módulo uno', link_video: 'https://v.mx/1' });
    await write('PUT', `/api/modulos/modulos/${moduleId}`, { descripcion: 'D2', link_video: '' });
    const [module] = await read<Json[]>(`/api/modulos/modulos/curso/${courseId}`);
    expect(module).toMatchObject({
      nombre: 'Módulo uno',
      descripcion: 'D2',
      contenido: 'C',
      link_video: 'https://v.mx/1',
      completado: false,
    });
    expect(await read(`/api/modulos/curso/${courseId}`)).toEqual({ modulos: [module] });
    expect(
      (await school.ask('PUT', `/api/modulos/modulos/${moduleId}`, { token: admin.token, body: { contenido: '' } })).body,
    ).toMatchObject({
      code: 'CONTENT_EMPTY',
      message: 'El contenido no puede estar vacío',
      errors: [{ path: 'contenido' }],
    });
  });

  // rows: C07
  test('sessions: create, list, PUT', async () => {
    const made = await write('POST', '/api/sesiones/createSesion', {
      id_modulo: moduleId,
      titulo: 'Clase 1',
      descripcion: 'D',
      contenido: 'Lo que se lee',
      link_video: '',
    });
    sessionId = Number(made.id_sesion);
    expect(made.contenido).toBe('Lo que se lee');
    await write('PUT', `/api/sesiones/updateSesion/${sessionId}`, { titulo: 'Clase uno', descripcion: '', link_video: 'https://v.mx/2' });
    await write('PUT', `/api/sesiones/updateSesion/${sessionId}`, { titulo: 'Clase uno', link_video: '' });
    expect(await read(`/api/sesiones/modulo/${moduleId}`)).toEqual([
      expect.objectContaining({
        id_sesion: sessionId,
        id_modulo: moduleId,
        titulo: 'Clase uno',
        descripcion: 'D',
        contenido: 'Lo que se lee',
        link_video: 'https://v.mx/2',
        orden: 1,
        subtemas: [],
        recursos: [],
      }),
    ]);
    await write('PUT', `/api/sesiones/updateSesion/${sessionId}`, { link_video: null });
    expect((await read<Json[]>(`/api/sesiones/modulo/${moduleId}`))[0]?.link_video).toBe(null);
    const changed = (contenido: unknown, desde?: object) =>
      school.ask('PUT', `/api/sesiones/updateSesion/${sessionId}`, {
        token: admin.token,
        body: { contenido, ...(desde && { desde }) },
      });
    expect((await changed('De mí', { contenido: 'Lo que había' })).body).toMatchObject({
      code: 'FIELD_CONFLICT',
      errors: [{ path: 'contenido', actual: 'Lo que se lee' }],
    });
    for (const wrong of ['x'.repeat(20_001), 7]) expect((await changed(wrong)).body).toMatchObject({ errors: [{ path: 'contenido' }] });
    expect(await read(`/api/subtema/bySesion/${sessionId}`)).toMatchObject({ contenido: 'Lo que se lee', data: [] });
    expect((await changed('')).body).toMatchObject({ contenido: 'Lo que se lee' });
    expect((await changed(null)).body).toMatchObject({ contenido: '' });
    // A class with all its parts is one change.
    const whole = await write('POST', '/api/sesiones/createSesion', {
      id_modulo: moduleId,
      titulo: 'Clase 2',
      descripcion: '',
      link_video: '',
      subtemas: [{ titulo: 'S', tipo_subtema: 'evaluacion', duracion: '' }],
      recursos: [{ titulo: 'R', link_recurso: 'https://r.mx', tipo_recurso: 3 }],
    });
    expect(whole).toMatchObject({ totalSubtemas: 1, totalRecursos: 1 });
    expect((await read<Json[]>(`/api/sesiones/modulo/${moduleId}`))[1]).toMatchObject({
      subtemas: [{ titulo: 'S', tipo_subtema: 'evaluacion', contenido_texto: null }],
      recursos: [{ titulo: 'R', link_recurso: 'https://r.mx', tipo_recurso: 3 }],
    });
    // Each part has its fields by one name too; what was read of one may be sent back.
    const parts = (subtemas: Json[], recursos: Json[]) =>
      school.ask('POST', '/api/sesiones/createSesion', {
        token: admin.token,
        body: { id_modulo: moduleId, titulo: 'Clase 3', subtemas, recursos },
      });
    expect(
      await parts(
        [
          { titulo: 'S', id_subtema: 1, id_sesion: 1, texto_video: null, tipo: 'video', tipo_subtema: 'video' },
          { titulo: 'T', texto: 'Lo que se perdería' },
        ],
        [{ titulo: 'R', link_recurso: 'https://r.mx', enlace: 'https://otro.mx' }],
      ),
    ).toMatchObject({
      status: 400,
      body: { code: 'FIELD_UNKNOWN', errors: [{ path: 'subtemas.1.texto' }, { path: 'recursos.0.enlace' }] },
    });
    expect(await parts([{ titulo: 'S', tipo: 'video', tipo_subtema: 'lectura' }], [])).toMatchObject({
      status: 400,
      body: { code: 'FIELD_TWICE', errors: [{ path: 'subtemas.0.tipo' }] },
    });
    await write('DELETE', `/api/sesiones/deleteSesion/${whole.id_sesion}`);
    expect((await read<Json[]>(`/api/sesiones/modulo/${moduleId}`)).length).toBe(1);
  });

  // rows: H25
  test('a class comes with its subtopics and resources by one command: all of them, or nothing', async () => {
    const { log } = school.running.deps.commands;
    const history = async () => {
      const events = [];
      for await (const event of log.readStream(`course-${courseId}`)) events.push(event);
      return events;
    };
    const before = (await history()).length;
    const body = (link_recurso: string) => ({
      ...{ id_modulo: moduleId, titulo: 'Entera', subtemas: [{ titulo: 'Uno' }, { titulo: 'Dos' }] },
      recursos: [{ titulo: 'Guía', link_recurso, tipo_recurso: 1 }],
    });
    const send = (link: string, key: string) =>
      school.ask('POST', '/api/sesiones/createSesion', { token: admin.token, body: body(link), headers: { 'Idempotency-Key': key } });
    const key = crypto.randomUUID();
    expect(await send('javascript:alert(1)', key)).toMatchObject({ status: 400, body: { code: 'INVALID_ADDRESS' } });
    expect(await history()).toHaveLength(before);
    const made = await send('https://r.mx/guia', crypto.randomUUID());
    expect(made).toMatchObject({ status: 201, body: { titulo: 'Entera', totalSubtemas: 2, totalRecursos: 1 } });
    const events = (await history()).slice(before);
    const [added, ...more] = events;
    expect(more).toEqual([]);
    expect(added).toMatchObject({
      type: 'ClassAdded',
      data: { subtopics: [{ title: 'Uno' }, { title: 'Dos' }], resources: [{ title: 'Guía' }] },
    });
    await write('DELETE', `/api/sesiones/deleteSesion/${Number(made.body.id_sesion)}`);
  });

  // rows: C08
  test('subtopics: both POSTs, PUT, DELETE; bySesion is {success, data} (C-86); without a type it is a lectura (C-84)', async () => {
    const first = await write('POST', '/api/subtema/crearSubtema', {
      id_sesion: sessionId,
      titulo: 'Uno',
      descripcion: 'D',
      link_video: 'https://v.mx/3',
      tipo_subtema: 'video',
      contenido_texto: 'Texto',
      duracion: 7,
    });
    const { id_subtema } = first.data as { id_subtema: number };
    expect(first.data).toMatchObject({
      titulo: 'Uno',
      descripcion: 'D',
      link_video: 'https://v.mx/3',
      tipo: 'video',
      tipo_subtema: 'video',
      duracion: 7,
    });
    const second = await write('POST', '/api/subtema', { id_sesion: sessionId, titulo: 'Dos', descripcion: '', link_video: '' });
    expect(second.data).toMatchObject({ tipo_subtema: 'lectura', tipo: 'lectura' });
    await write('PUT', `/api/subtema/${id_subtema}`, { titulo: 'Uno bis', descripcion: '', link_video: '' });
    const list = await read<{ success: boolean; data: Json[] }>(`/api/subtema/bySesion/${sessionId}`);
    expect(list.success).toBe(true);
    expect(list.data[0]).toMatchObject({
      id_subtema,
      titulo: 'Uno bis',
      descripcion: 'D',
      link_video: 'https://v.mx/3',
      contenido_texto: 'Texto',
      duracion: 7,
    });
    await write('PUT', `/api/subtema/${id_subtema}`, { contenido_texto: 'Otro texto', duracion: null, tipo_subtema: 'contenido' });
    expect((await read<{ data: Json[] }>(`/api/subtema/bySesion/${sessionId}`)).data[0]).toMatchObject({
      contenido_texto: 'Otro texto',
      duracion: null,
      tipo: 'lectura',
    });
    await write('DELETE', `/api/subtema/${(second.data as Json).id_subtema}`);
    expect((await read<{ data: Json[] }>(`/api/subtema/bySesion/${sessionId}`)).data.length).toBe(1);
  });

  // rows: C10
  test('resources: both POSTs, PUT, DELETE; bySesion is {success, data}', async () => {
    const first = await write('POST', '/api/recursos/crearRecurso', {
      id_sesion: sessionId,
      titulo: 'A',
      link_recurso: 'https://r.mx/a',
      tipo_recurso: 2,
    });
    expect(first.data).toMatchObject({ titulo: 'A', link_recurso: 'https://r.mx/a', tipo_recurso: 2 });
    const second = await write('POST', '/api/recursos', { id_sesion: sessionId, titulo: 'B', link_recurso: 'https://r.mx/b' });
    expect(second.data).toMatchObject({ tipo_recurso: 1 });
    const id = (first.data as Json).id_recurso;
    await write('PUT', `/api/recursos/${id}`, { titulo: 'A2', link_recurso: 'https://r.mx/a2', tipo_recurso: '' });
    await write('DELETE', `/api/recursos/${(second.data as Json).id_recurso}`);
    expect(await read(`/api/recursos/bySesion/${sessionId}`)).toEqual({
      success: true,
      data: [{ id_recurso: id, id_sesion: sessionId, titulo: 'A2', link_recurso: 'https://r.mx/a2', tipo_recurso: 2 }],
    });
  });

  // rows: C09
  test('objectives of a module', async () => {
    await write('PUT', `/api/objetivos/modulo/${moduleId}`, { objetivos: ['Entender', 'Aplicar'] });
    expect((await read<Json[]>(`/api/objetivos/modulo/${moduleId}`)).map((one) => one.descripcion)).toEqual(['Entender', 'Aplicar']);
  });

  test('PATCH estado publishes and unpublishes; the five forms of reading', async () => {
    expect(await write('PATCH', `/api/cursos/cursos/${courseId}/estado`, { estado: 1, motivo: 'Listo' })).toMatchObject({ estado: 1 });
    const course = await read(`/api/cursos/cursos/${courseId}`, null);
    expect(course).toMatchObject({ estado: 1, id: courseId, id_curso: courseId, rating: null, reviews: 0 });
    for (const path of [`/api/cursos/${courseId}`, `/api/cursos/curso/${courseId}`])
      expect(await read(path, null)).toEqual({ ...course, curso: course });
    const all = await read<Json[]>('/api/cursos/cursos', null);
    expect(all.find((one) => one.id === courseId)).toEqual(course);
    expect(all.every((one) => one.estado === 1)).toBe(true);
    expect((await read<Json[]>('/api/cursos/cursos?search=CÚRSO%20DE%20PRUÉBA', null))[0]?.id).toBe(courseId);
    expect((await read<Json[]>('/api/cursos/cursos?search=', null)).length).toBe(all.length);
    expect((await read<Json[]>('/api/cursos/cursos?search=zzzz', null)).length).toBe(0);
    const premium = await read<Json[]>('/api/cursos/cursos/tipo/Premium', null);
    expect(premium.map((one) => one.id)).toEqual(all.filter((one) => one.tipo === 'Premium').map((one) => one.id));
    expect((await read<Json[]>(`/api/cursos/cursos/tipo/${encodeURIComponent('Básico')}`, null)).length).toBe(all.length - premium.length);
  });

  describe('a learner in it', () => {
    // rows: B23
    test('inscribir, usuario-curso, cursos', async () => {
      const pair = { id_usuario: learner.id, id_curso: courseId };
      expect(await read(`/api/usuariocurso/usuario-curso/${learner.id}/${courseId}`, learner.token)).toEqual({});
      expect(await read(`/api/usuariocurso/cursos/${learner.id}`, learner.token)).toEqual([]);
      expect((await write('POST', '/api/inscripciones/inscribir', pair, learner.token)).message).toBe(
        '¡Curso y sesiones añadidos a tu lista!',
      );
      expect((await write('POST', '/api/inscripciones/inscribir', pair, learner.token)).message).toBe('Ya tienes este curso en tu lista.');
      const one = await read(`/api/usuariocurso/usuario-curso/${learner.id}/${courseId}`, learner.token);
      expect(one).toMatchObject({ id_curso: courseId, progreso: 0, estado: 'inscrito', curso: { id: courseId, id_curso: courseId } });
      expect(one).not.toHaveProperty('error');
      for (const name of ['nombre', 'descripcion', 'img_curso', 'dificultad', 'tipo', 'duracion', 'estado', 'id_maestro'])
        expect(one.curso).toHaveProperty(name);
      expect(await read(`/api/usuariocurso/cursos/${learner.id}`, learner.token)).toEqual([one]);
    });

    // rows: C11
    test('usuario-sesion: no record is completado false (C-84); both spellings (C-42); a body-less completar', async () => {
      const get = (word: string) => read(`/api/${word}/get/${learner.id}/${sessionId}`, learner.token);
      expect(await get('usuario-sesion')).toMatchObject({ completado: false });
      expect(await read(`/api/usuario-sesion/get/${learner.id}/2000000000`, learner.token)).toMatchObject({ completado: false });
      const completar = (word: string) => `/api/${word}/marcarComoCompletada/${learner.id}/${sessionId}/completar`;
      expect(await write('PATCH', completar('usuario-sesion'), { completado: true }, learner.token)).toMatchObject({
        completado: true,
        progreso: 100,
      });
      expect(await write('PATCH', completar('usuarioSesion'), { completado: false }, learner.token)).toMatchObject({
        completado: false,
        progreso: 0,
      });
      expect(await get('usuarioSesion')).toMatchObject({ completado: false });
      expect(await write('PATCH', completar('usuario-sesion'), undefined, learner.token)).toMatchObject({ completado: true });
      const create = { id_usuario: learner.id, id_sesion: sessionId, completado: true };
      for (const word of ['usuarioSesion', 'usuario-sesion'])
        expect(await write('POST', `/api/${word}/createUsuarioSesion`, create, learner.token)).toMatchObject({ completado: true });
      expect(await get('usuario-sesion')).toMatchObject({ completado: true });
      expect(await read(`/api/usuario-sesion/completadas/${learner.id}`, learner.token)).toMatchObject({ sesionesCompletadas: 1 });
    });

    // rows: C13
    test('progreso: three reads, and the PUT that changes nothing (C-23)', async () => {
      expect(await read(`/api/progreso/sesiones-curso/${courseId}/${learner.id}`, learner.token)).toMatchObject({
        success: true,
        data: { sesionesCompletadas: 1, totalSesiones: 1 },
      });
      expect(await read(`/api/progreso/tiempo-estudiado/${learner.id}`, learner.token)).toEqual({ success: true, tiempoEstudiado: 0 });
      expect(await read(`/api/progreso/tiempo-estudiado-curso/${courseId}/${learner.id}`, learner.token)).toMatchObject({
        tiempoEstudiado: 0,
      });
      const path = `/api/usuariocurso/update-usuario-curso/${learner.id}/${courseId}`;
      for (const progreso of [0, 250, -1, 'abc', null])
        expect(ok(await school.ask('PUT', path, { token: learner.token, body: { progreso } })).progreso).toBe(100);
      expect(ok(await school.ask('PUT', path, { token: learner.token })).progreso).toBe(100);
    });

    test('verificar, create-usuario-curso, delete-usuario-curso', async () => {
      expect(await read(`/api/usuarios-cursos-comprados/verificar/${learner.id}/${courseId}`, learner.token)).toMatchObject({
        inscrito: true,
      });
      expect(await read(`/api/usuarios-cursos-comprados/verificar/${learner.id}/1`, learner.token)).toMatchObject({ inscrito: false });
      await write('DELETE', `/api/usuariocurso/delete-usuario-curso/${learner.id}/${courseId}`);
      expect(await read(`/api/usuariocurso/cursos/${learner.id}`)).toEqual([]);
      expect(
        (await write('POST', '/api/usuariocurso/create-usuario-curso', { id_usuario: learner.id, id_curso: courseId })).yaInscrito,
      ).toBe(false);
      expect(
        (await write('POST', '/api/usuariocurso/create-usuario-curso', { id_usuario: learner.id, id_curso: courseId })).yaInscrito,
      ).toBe(true);
      // What was completed counts again.
      expect(await read<Json[]>(`/api/usuariocurso/cursos/${learner.id}`)).toMatchObject([{ fuente: 'asignado', progreso: 100 }]);
    });
  });

  test('DELETE module, DELETE course: archived, no longer there for others', async () => {
    const spare = await write('POST', '/api/modulos/create', { nombre: 'De más', id_curso: courseId });
    await write('DELETE', `/api/modulos/modulos/${spare.id_modulo}`);
    expect((await read<Json[]>(`/api/modulos/modulos/curso/${courseId}`)).length).toBe(1);
    await write('DELETE', `/api/cursos/cursos/${courseId}`);
    expect((await school.ask('GET', `/api/cursos/cursos/${courseId}`)).status).toBe(404);
    expect((await read<Json[]>('/api/cursos/cursos', null)).some((one) => one.id === courseId)).toBe(false);
    expect(await read(`/api/cursos/cursos/${courseId}`)).toMatchObject({ archivado: true });
    expect((await school.ask('DELETE', '/api/cursos/cursos/2000000000', { token: admin.token })).body.code).toBe('COURSE_NOT_FOUND');
  });
});

describe('the rest of the documents', () => {
  let courseId = 0;
  let subtopicId = 0;

  // rows: P01
  test('the eight calls of questions and options, in the payloads of the documents', async () => {
    courseId = Number(
      (
        await write('POST', '/api/cursos/create', {
          ...{ nombre: 'Con evaluación', descripcion: 'D', id_maestro: instructor.id, tipo: 'Básico', precio: 0 },
        })
      ).id,
    );
    const { id_modulo } = await write('POST', '/api/modulos/create', { nombre: 'M', id_curso: courseId });
    const made = await write('POST', '/api/sesiones/createSesion', { id_modulo, titulo: 'S', descripcion: 'D', link_video: '' });
    const subtopic = await write('POST', '/api/subtema/crearSubtema', {
      ...{ id_sesion: made.id_sesion, titulo: 'Evaluación', descripcion: '', link_video: '', tipo_subtema: 'evaluacion' },
      ...{ contenido_texto: '', duracion: 5 },
    });
    subtopicId = Number((subtopic.data as Json).id_subtema);
    const { id } = await write('POST', '/api/testquestions/create', {
      ...{ question_number: 1, points: 2, question: '¿Cuánto es dos más dos?', instruction: 'Elige una', id_subtema: subtopicId },
    });
    const right = await write('POST', '/api/testquestionoptions/create', { question_id: id, text: 'Cuatro', is_correct: true });
    const wrong = await write('POST', '/api/testquestionoptions/create', { question_id: id, text: 'Cinco', is_correct: false });
    await write('PUT', `/api/testquestions/update/${id}`, { question: '¿Cuánto es 2 + 2?', points: 3 });
    await write('PUT', `/api/testquestionoptions/update/${wrong.id}`, { text: 'Seis', is_correct: false, question_id: id });
    const list = await read<Json[]>(`/api/testquestions/testquestions/subtema/${subtopicId}/with-options`);
    expect(list).toMatchObject([
      {
        ...{ id, question: '¿Cuánto es 2 + 2?', points: 3 },
        options: [
          { id: right.id, text: 'Cuatro', is_correct: true },
          { id: wrong.id, text: 'Seis', is_correct: false },
        ],
      },
    ]);
    expect(await read(`/api/testquestions/testquestions/${id}/with-options`)).toMatchObject({ id, points: 3 });
    await write('DELETE', `/api/testquestionoptions/delete/testquestionoptions/${wrong.id}`);
    await write('DELETE', `/api/testquestions/testquestions/${id}`);
    expect(await read<Json[]>(`/api/testquestions/testquestions/subtema/${subtopicId}/with-options`)).toEqual([]);
  });

  // rows: P01
  test('notifications: create, all, the learner’s own, read, delete', async () => {
    await write('POST', '/api/notificaciones/create', {
      ...{ titulo: 'Aviso', mensaje: 'Hola a todas y todos', tipo: 'general', fecha_envio: new Date().toISOString() },
    });
    const all = await read<Json[]>('/api/notificaciones/all');
    const sent = all.find(({ titulo }) => titulo === 'Aviso');
    expect(sent).toMatchObject({ mensaje: 'Hola a todas y todos', tipo: 'general' });
    const inbox = async () =>
      (
        await read<{ id_notificacion: number; leida: boolean; notificacion: Json }[]>(
          `/api/usuariosnotificaciones/usuario/${learner.id}`,
          learner.token,
        )
      ).find(({ notificacion }) => notificacion.titulo === 'Aviso');
    await until(async () => (await inbox())?.leida === false, 'the notification to arrive');
    await write('PUT', `/api/usuariosnotificaciones/leida/${learner.id}/${(await inbox())?.id_notificacion}`, undefined, learner.token);
    expect(await inbox()).toMatchObject({ leida: true });
    await write('DELETE', `/api/notificaciones/delete/${sent?.id_notificacion}`);
    expect(await inbox()).toBeUndefined();
  });

  // rows: P01
  test('comments that were reported: the list, one report attended, the comment removed', async () => {
    interface Report {
      id: number;
      atendido: boolean;
      comentario: { id: number; comentario: string | null };
    }
    const open = async () => (await read<Report[]>('/api/reportes-comentarios/todos')).filter(({ atendido }) => !atendido);
    const [first] = await open();
    expect(first).toMatchObject({ motivo: expect.any(String), usuario: { first_name: expect.any(String) } });
    await write('DELETE', `/api/reportes-comentarios/eliminar/${first?.id}`);
    expect((await open()).some(({ id }) => id === first?.id)).toBe(false);
    await write('DELETE', `/api/comentarios/${first?.comentario.id}`);
    expect(
      (await read<Report[]>('/api/reportes-comentarios/todos')).find(({ id }) => id === first?.id)?.comentario.comentario ?? null,
    ).toBeNull();
  });

  // rows: P01
  test('checkout: both calls answer an address, or say that there is nothing to pay', async () => {
    // Whose address is confirmed.
    const buyer = await school.login('estudiante');
    const ask = (path: string, body: object) => school.ask('POST', path, { token: buyer.token, body: { userId: buyer.id, ...body } });
    const plan = await ask('/api/checkout/create-checkout-session', {});
    expect(ok(plan)).toMatchObject({ url: expect.stringMatching(/^https?:\/\//) });
    const course = await ask('/api/checkout/create-checkout-session-course', { courseId: 2, stripePriceId: 'price_de_otro' });
    expect(ok(course)).toMatchObject({ url: expect.stringMatching(/^https?:\/\//) });
    const free = await ask('/api/checkout/create-checkout-session-course', { courseId: 1, stripePriceId: '' });
    expect([free.status, free.body.message]).toEqual([422, expect.any(String)]);
  });

  // rows: P01
  test('POST google-sheet, files/upload, and a number that a page writes', async () => {
    ok(
      await school.ask('POST', '/api/google-sheet', {
        body: { curso: 'IA No-Code', nombre: 'Eva', correo: 'eva@ejemplo.mx', telefono: '+52 664 555 0199', fecha: '2026-03-02' },
      }),
    );
    const phone = await school.ask('PUT', `/api/auth/users/${learner.id}/verify-phone`, {
      token: learner.token,
      body: { phone_number: '+526645550188' },
    });
    ok(phone);
  });
});
