import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { join, joinAs, makeCourse, PASSWORD, type Person, settled, type TestCourse } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

/** What people do with their own account: password, sessions, profile, phone, export, erasure. */

let school: School;
/** How far the API's clock is ahead, in milliseconds. */
let ahead = 0;
let admin: Person;
let teacher: Person;
let course: TestCourse;
beforeAll(async () => {
  school = await openSchool({ clock: () => new Date(Date.now() + ahead) });
  admin = await joinAs(school, 'directora', 'administrator');
  teacher = await joinAs(school, 'maestra', 'instructor');
  course = await makeCourse(school, admin.token, teacher.id, [1]);
}, 60_000);
afterAll(() => school.stop());

/** What would have been sent, newest first. */
const mailbox = () => school.running.deps.mailbox.newestFirst(200);
const mailTo = (to: string, matching: RegExp) =>
  until(
    async () => (await mailbox()).find((mail) => mail.to === to && matching.test(`${mail.subject}\n${mail.text}`)),
    `a message to ${to} matching ${matching}`,
  );

const MINUTE = 60_000;
const own = async (token: string) => (await school.ask('GET', '/api/cuenta', { token })).body;

describe('password', () => {
  test('changing it ends the other sessions, keeps this one, and tells the person', async () => {
    const person = await join(school, 'cambia_clave');
    const other = await school.login(person.email, PASSWORD);
    const change = (body: object) => school.ask('POST', '/api/cuenta/contrasena', { token: person.token, body });
    expect(await change({ actual: 'No-es-esta-1!', nueva: 'Nueva-2026!' })).toMatchObject({
      status: 401,
      body: { code: 'WRONG_PASSWORD' },
    });
    expect(await change({ nueva: 'Nueva-2026!' })).toMatchObject({ status: 403, body: { code: 'PROOF_REQUIRED' } });
    expect(await change({ actual: PASSWORD, nueva: 'debil' })).toMatchObject({ status: 400, body: { code: 'WEAK_PASSWORD' } });
    expect(await change({ actual: PASSWORD, nueva: PASSWORD })).toMatchObject({ status: 422, body: { code: 'SAME_PASSWORD' } });
    expect(await change({ actual: PASSWORD, nueva: 'Nueva-2026!' })).toMatchObject({ status: 200 });
    expect((await school.ask('GET', '/api/auth/sesion', { token: person.token })).status).toBe(200);
    expect((await school.ask('GET', '/api/auth/sesion', { token: other.token })).body.code).toBe('SESSION_ENDED');
    await expect(school.login(person.email, PASSWORD)).rejects.toThrow('WRONG_PASSWORD');
    await school.login(person.email, 'Nueva-2026!');
    expect((await mailTo(person.email, /contraseña.*cambi/i)).text).toContain('cambió desde tu perfil');
  });

  test('guesses at one’s own password are limited like logins', async () => {
    const person = await join(school, 'adivinada');
    const guess = () =>
      school.ask('POST', '/api/cuenta/contrasena', { token: person.token, body: { actual: 'Otra-2026!', nueva: 'Nueva-2026!' } });
    for (let i = 0; i < 10; i += 1) expect((await guess()).body.code).toBe('WRONG_PASSWORD');
    const refused = await guess();
    expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('sessions', () => {
  test('open sessions are listed, and one or all others can be ended', async () => {
    const person = await join(school, 'viajera');
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
    const login = () =>
      school.ask('POST', '/api/auth/login', { body: { email: person.email, password: PASSWORD }, headers: { 'user-agent': agent } });
    const elsewhere = String((await login()).body.token);
    const third = String((await login()).body.token);
    await settled(school);
    const list = async () =>
      (await school.ask('GET', '/api/cuenta/sesiones', { token: person.token })).body as unknown as Record<string, unknown>[];
    const before = await list();
    expect(before).toHaveLength(3);
    expect(before[0]).toMatchObject({ actual: true, metodo: 'password' });
    expect(before.slice(1)).toMatchObject([{ dispositivo: 'Firefox en Linux', actual: false }, { dispositivo: 'Firefox en Linux' }]);

    // Nobody ends another person's session, and cannot tell whether it exists.
    const stranger = await join(school, 'ajena');
    const id = String(before[1]?.id);
    expect((await school.ask('DELETE', `/api/cuenta/sesiones/${id}`, { token: stranger.token })).status).toBe(404);

    expect((await school.ask('DELETE', `/api/cuenta/sesiones/${id}`, { token: person.token })).status).toBe(200);
    const open = await Promise.all(
      [elsewhere, third].map(async (token) => (await school.ask('GET', '/api/auth/sesion', { token })).status),
    );
    expect(open.sort()).toEqual([200, 401]);
    expect((await school.ask('POST', '/api/cuenta/sesiones/cerrar-otras', { token: person.token })).status).toBe(200);
    await settled(school);
    expect(await list()).toMatchObject([{ actual: true }]);
  });

  // rows: A47
  test('when a session was last used is kept, to within a few minutes', async () => {
    const person = await join(school, 'puntual');
    const used = async () => {
      await settled(school);
      const [row] = (await school.ask('GET', '/api/cuenta/sesiones', { token: person.token })).body as unknown as { ultimo_uso: string }[];
      return Date.parse(row?.ultimo_uso ?? '');
    };
    const first = await used();
    ahead += 20 * MINUTE;
    await school.ask('GET', '/api/auth/sesion', { token: person.token });
    expect((await used()) - first).toBeGreaterThan(19 * MINUTE);
  });
});

describe('profile', () => {
  // rows: D12
  test('each field is an event of its own, can be cleared, and links only ever lead to the web', async () => {
    const person = await join(school, 'detallista');
    const put = (body: object, token = person.token) => school.ask('PUT', `/api/auth/users/${person.id}`, { token, body });
    expect(
      (await put({ city: 'Tijuana', state_province: 'Baja California', postal_code: '22000', bio: 'Aprendo <b>IA</b>.' })).body,
    ).toMatchObject({
      city: 'Tijuana',
      state_province: 'Baja California',
      postal_code: '22000',
      bio: 'Aprendo <b>IA</b>.',
    });
    expect((await put({ github: '@octocat', linkedin: 'ana-ruiz', website: 'ejemplo.mx/yo' })).body).toMatchObject({
      github: 'https://github.com/octocat',
      linkedin: 'https://www.linkedin.com/in/ana-ruiz',
      website: 'https://ejemplo.mx/yo',
    });
    for (const website of ['javascript:alert(1)', 'data:text/html,x', 'https://u:p@ejemplo.mx', 'no es', 'file:///etc/passwd'])
      expect(await put({ website })).toMatchObject({ status: 400, body: { code: 'LINK_INVALID', errors: [{ path: 'website' }] } });
    expect(await put({ github: 'https://ejemplo.mx/octocat' })).toMatchObject({ status: 400, body: { code: 'LINK_INVALID' } });
    expect((await put({ city: null, bio: '' })).body).toMatchObject({ city: null, bio: 'Aprendo <b>IA</b>.' });
    expect(await put({ bio: 'otra' }, admin.token)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    const types: string[] = [];
    for await (const event of school.running.deps.commands.log.readStream(`user-${person.id}`)) types.push(event.type);
    expect(types.filter((type) => type === 'ProfileFieldChanged')).toHaveLength(8);
  });

  // rows: D18
  test('others see what the person shows, staff what is for staff, nobody what is private', async () => {
    const person = await join(school, 'reservada');
    const other = await join(school, 'curioso');
    const stranger = await join(school, 'desconocido');
    const analyst = await joinAs(school, 'analista_de_datos', 'analyst');
    for (const { id, token } of [person, other])
      await school.ask('POST', '/api/inscripciones/inscribir', { token, body: { id_usuario: id, id_curso: course.id } });
    await school.ask('PUT', `/api/auth/users/${person.id}`, {
      token: person.token,
      body: { city: 'Tijuana', bio: 'Hola', github: 'octocat', country: 'México' },
    });
    const show = (campo: string, visible: string) =>
      school.ask('PUT', '/api/cuenta/visibilidad', { token: person.token, body: { campo, visible } });
    expect((await show('bio', 'everyone')).status).toBe(200);
    await show('github', 'staff');
    await show('last_name', 'private');
    expect(await show('email', 'everyone')).toMatchObject({ status: 400, body: { code: 'MALFORMED' } });
    await settled(school);
    const seen = async (token: string, query = '') =>
      (await school.ask('GET', `/api/auth/users/${person.id}/perfil${query}`, { token })).body;
    expect(await seen(other.token)).toEqual({
      id: person.id,
      nombre: 'Nora',
      foto: null,
      campos: { first_name: 'Nora', username: 'reservada', bio: 'Hola' },
      imparte: [],
      certificados: [],
    });
    const forStaff = { first_name: 'Nora', username: 'reservada', bio: 'Hola', github: 'https://github.com/octocat', country: 'México' };
    for (const { token } of [teacher, admin]) expect((await seen(token)).campos).toEqual(forStaff);
    // Somebody who shares no course with her sees nothing; analysts and visitors of the demo see a masked name.
    expect((await school.ask('GET', `/api/auth/users/${person.id}/perfil`, { token: stranger.token })).body.code).toBe('USER_NOT_FOUND');
    expect(await seen(analyst.token)).toEqual({
      id: person.id,
      nombre: `Usuario #${person.id}`,
      foto: null,
      campos: {},
      imparte: [],
      certificados: [],
    });
    // Instructors are seen by all.
    expect((await school.ask('GET', `/api/auth/users/${teacher.id}/perfil`, { token: stranger.token })).body).toMatchObject({
      nombre: 'Nora Quintanilla',
      imparte: [{ id: course.id }],
    });
    // `como` gives nobody more than they may see; only for oneself does it show how others see one.
    expect((await seen(other.token, '?como=staff')).campos).not.toHaveProperty('github');
    expect((await seen(person.token)).campos).not.toHaveProperty('github');
    expect((await seen(person.token, '?como=staff')).campos).toEqual(forStaff);
    expect((await school.ask('GET', `/api/auth/users/${person.id}`, { token: admin.token })).body).toMatchObject({
      city: null,
      bio: 'Hola',
    });
    expect((await school.ask('GET', `/api/auth/users/${person.id}`, { token: person.token })).body).toMatchObject({ city: 'Tijuana' });
    expect((await own(person.token)).visibilidad).toMatchObject({
      bio: 'everyone',
      github: 'staff',
      last_name: 'private',
      city: 'private',
    });
  });
});

describe('phone', () => {
  const verify = (person: { id: number; token: string }, body?: object) =>
    school.ask('PUT', `/api/auth/users/${person.id}/verify-phone`, { token: person.token, ...(body && { body }) });
  const codeTo = async (phone: string) => /\b\d{6}\b/.exec((await mailTo(phone, /código/)).text)?.[0] ?? '';

  // rows: D16
  test('a number becomes E.164 with +52 by default, and is confirmed by the code sent to it', async () => {
    const person = await join(school, 'telefonista');
    expect(await verify(person)).toMatchObject({ status: 200, body: { verified: false } });
    for (const phone_number of ['hola', '123', '+52', '+1 555', '<script>'])
      expect(await verify(person, { phone_number })).toMatchObject({
        status: 400,
        body: { code: 'PHONE_INVALID', errors: [{ path: 'phone_number' }] },
      });
    expect(await verify(person, { phone_number: '664 123 4567' })).toMatchObject({
      status: 200,
      body: { verified: false, phone_number: '+526641234567', message: '¡Teléfono actualizado!' },
    });
    const code = await codeTo('+526641234567');
    expect(code).toMatch(/^\d{6}$/);
    const wrong = code === '000000' ? '000001' : '000000';
    expect(await verify(person, { code: wrong })).toMatchObject({ status: 422, body: { code: 'CODE_WRONG', errors: [{ path: 'code' }] } });
    expect(await verify(person, { code: ` ${code.slice(0, 3)} ${code.slice(3)}` })).toMatchObject({
      status: 200,
      body: { verified: true },
    });
    expect(await verify(person)).toMatchObject({ status: 200, body: { verified: true } });
    await settled(school);
    expect((await school.ask('GET', '/api/auth/sesion', { token: person.token })).body).toMatchObject({
      phone_number: '+526641234567',
      is_phone_verified: true,
    });
    // The confirmed number is used for a security notice.
    await school.ask('POST', '/api/cuenta/contrasena', { token: person.token, body: { actual: PASSWORD, nueva: 'Nueva-2026!' } });
    expect((await mailTo('+526641234567', /contraseña/)).text).toContain('acaba de cambiar');
    // Another number must be confirmed anew.
    expect(await verify(person, { phone_number: '+1 213 373 4253' })).toMatchObject({
      body: { verified: false, phone_number: '+12133734253' },
    });
    expect((await school.ask('DELETE', '/api/cuenta/telefono', { token: person.token })).status).toBe(200);
    expect(await own(person.token)).toMatchObject({ telefono: null, telefono_verificado: false });
  });

  // rows: D17
  test('a code is good for ten minutes, five tries, and until the next one', async () => {
    const person = await join(school, 'insistente');
    await verify(person, { phone_number: '55 1234 5678' });
    const first = await codeTo('+525512345678');
    for (let i = 0; i < 5; i += 1)
      expect((await verify(person, { code: first === '111111' ? '222222' : '111111' })).body.code).toBe('CODE_WRONG');
    expect(await verify(person, { code: first })).toMatchObject({ status: 422, body: { code: 'CODE_EXHAUSTED' } });
    expect((await school.ask('POST', '/api/cuenta/telefono/codigo', { token: person.token })).status).toBe(200);
    expect((await verify(person, { code: first })).body.code).toBe('CODE_WRONG');
    ahead += 11 * MINUTE;
    expect((await verify(person, { code: first })).body.code).toBe('CODE_EXPIRED');
    let last = 200;
    for (let i = 0; i < 5 && last === 200; i += 1)
      last = (await school.ask('POST', '/api/cuenta/telefono/codigo', { token: person.token })).status;
    expect(last).toBe(429);
  });

  // rows: D16
  test('nobody sets another’s phone, not even an administrator', async () => {
    const person = await join(school, 'intocable');
    expect(await verify({ id: person.id, token: admin.token }, { phone_number: '6641234567' })).toMatchObject({ status: 403 });
    const nobody = await join(school, 'sin_telefono');
    expect(await verify(nobody, { code: '123456' })).toMatchObject({ status: 422, body: { code: 'PHONE_MISSING' } });
  });
});

describe('export and erasure', () => {
  test('the export holds all that is held about the person, and nothing about anybody else', async () => {
    const person = await join(school, 'exportada');
    await school.ask('POST', '/api/inscripciones/inscribir', { token: person.token, body: { id_usuario: person.id, id_curso: course.id } });
    await school.ask('PUT', `/api/auth/users/${person.id}`, { token: person.token, body: { city: 'Ensenada' } });
    await settled(school);
    const answer = await school.ask('GET', '/api/cuenta/datos', { token: person.token });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="aulaviva-mis-datos-\d{4}-\d\d-\d\d\.json"$/);
    const data = answer.body as unknown as { perfil: object; eventos: Record<string, { tipo: string; datos: object }[]>; acceso: object };
    expect(data.perfil).toMatchObject({ email: person.email, city: 'Ensenada' });
    expect(data.acceso).toMatchObject({ contrasena: true, google: false, llaves: [] });
    expect(Object.keys(data.eventos)).toEqual([`user-${person.id}`, `sessions-${person.id}`, `enrolment-${person.id}_${course.id}`]);
    expect(data.eventos[`user-${person.id}`]?.map(({ tipo }) => tipo)).toContain('ProfileFieldChanged');
    expect(answer.text).not.toContain(admin.email);
    expect(answer.text).not.toMatch(/argon2|tokenHash|"tag"/);
  });

  test('erasing oneself needs the password, ends every session, and keeps the counts without naming the person', async () => {
    const person = await join(school, 'olvidable', { first_name: 'Clementina' });
    await school.ask('PUT', `/api/auth/users/${person.id}`, { token: person.token, body: { bio: 'Secretísima' } });
    const other = await school.login(person.email, PASSWORD);
    await settled(school);
    const count = async () => {
      const { cifras } = (await school.ask('GET', '/api/resumen', { token: admin.token })).body as unknown as {
        cifras: { id: string; valor: number }[];
      };
      return Object.fromEntries(cifras.map(({ id, valor }) => [id, valor])) as { usuarios: number; estudiantes: number };
    };
    const before = await count();
    const erase = (body: object) => school.ask('POST', '/api/cuenta/borrar', { token: person.token, body });
    ahead += 11 * MINUTE;
    expect(await erase({})).toMatchObject({ status: 403, body: { code: 'PROOF_REQUIRED' } });
    expect(await erase({ contrasena: PASSWORD })).toMatchObject({ status: 200 });
    for (const { token } of [person, other]) expect((await school.ask('GET', '/api/auth/sesion', { token })).status).toBe(401);
    await expect(school.login(person.email, PASSWORD)).rejects.toThrow('USER_NOT_FOUND');
    await settled(school);
    expect(await count()).toEqual({ ...before, usuarios: before.usuarios - 1, estudiantes: before.estudiantes - 1 });
    expect((await school.ask('GET', `/api/auth/users/${person.id}/perfil`, { token: admin.token })).status).toBe(404);
    expect((await mailbox()).filter(({ to }) => to === person.email)).toEqual([]);
    // A reactor destroys the key, a moment after the answer.
    await until(async () => {
      const told = [];
      for await (const { data } of school.running.deps.commands.log.readStream(`user-${person.id}`)) told.push(data);
      return !/Clementina|Secretísima|olvidable/.test(JSON.stringify(told));
    }, 'the person to be gone from the log');
  });

  test('the last administrator stays', async () => {
    expect(await school.ask('POST', '/api/cuenta/borrar', { token: admin.token, body: { contrasena: PASSWORD } })).toMatchObject({
      status: 422,
      body: { code: 'LAST_ADMINISTRATOR' },
    });
    await school.login(admin.email, PASSWORD);
  });
});
