import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { join, mailbox, mailTo, PASSWORD, type Person, registration, settled, tokenIn } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

/** Another e-mail for an account, and which names an account may have. */

let school: School;
let admin: { token: string; id: number };
let ahead = 0;
const MINUTE = 60_000;
beforeAll(async () => {
  school = await openSchool({ env: { DEMO: 'true', PUBLIC_URL: 'http://localhost:3000' }, clock: () => new Date(Date.now() + ahead) });
  admin = await school.login('admin');
}, 120_000);
afterAll(() => school.stop());
afterEach(() => {
  ahead = 0;
});

const login = (email: string, password = PASSWORD) => school.ask('POST', '/api/auth/login', { body: { email, password } });
const put = (person: Pick<Person, 'id' | 'token'>, body: object) =>
  school.ask('PUT', `/api/auth/users/${person.id}`, { token: person.token, body });
const follow = (token: string, by?: Pick<Person, 'token'>) =>
  school.ask('GET', `/api/auth/verify-email?token=${token}`, { token: by?.token });
const pendingOf = async (person: Pick<Person, 'token'>) =>
  (await school.ask('GET', '/api/cuenta', { token: person.token })).body.correo_pendiente;
const linkTo = async (email: string) => tokenIn(await mailTo(school, email, /Confirma tu correo nuevo/));
const confirmed = async (name: string) => {
  const person = await join(school, name);
  expect((await follow(tokenIn(await mailTo(school, person.email, /Confirma tu correo\n/)), person)).status).toBe(200);
  return person;
};

describe('another e-mail', () => {
  // rows: D12
  test('is only asked for: the old one opens the account until the link sent to the new one is followed', async () => {
    const person = await confirmed('cautelosa');
    const to = 'cautelosa.nueva@prueba.mx';
    const before = (await put(person, {})).body;
    const answer = await put(person, { email: to });
    expect(answer).toMatchObject({ status: 200, body: { email: person.email, email_verified: true } });
    expect(Object.keys(answer.body)).toEqual(Object.keys(before));
    expect(await pendingOf(person)).toMatchObject({ correo: to, caducado: false });
    expect((await login(to)).body.code).toBe('USER_NOT_FOUND');
    expect((await login(person.email)).status).toBe(200);
    expect(await school.ask('POST', '/api/auth/register', { body: { ...registration('ocupante'), email: to } })).toMatchObject({
      status: 409,
      body: { code: 'EMAIL_TAKEN' },
    });
    // Who has the account now is told, without learning the new address.
    const notice = await mailTo(school, person.email, /Pidieron cambiar el correo de tu cuenta/);
    expect(notice.text).toContain('c…@p….mx');
    expect(notice.text).not.toContain(to);

    const token = await linkTo(to);
    expect(await follow(token)).toMatchObject({ status: 200, body: { message: 'Email verificado correctamente' } });
    expect((await login(to)).status).toBe(200);
    expect((await login(person.email)).body.code).toBe('USER_NOT_FOUND');
    expect((await put(person, {})).body).toMatchObject({ email: to, email_verified: true });
    expect(await pendingOf(person)).toBeNull();
    await mailTo(school, person.email, /Cambió el correo de tu cuenta/);
    expect((await follow(token)).status).toBe(200);
  });

  test('can be sent again, replaced, cancelled; a link grows old', async () => {
    const person = await confirmed('indecisa');
    const again = (token = person.token) => school.ask('POST', '/api/cuenta/correo/enviar', { token });
    expect(await again()).toMatchObject({ status: 404, body: { code: 'EMAIL_CHANGE_NOT_FOUND' } });
    await put(person, { email: 'primera@prueba.mx' });
    const first = await linkTo('primera@prueba.mx');
    await put(person, { email: 'segunda@prueba.mx' });
    expect((await follow(first)).body.code).toBe('TOKEN_INVALID');
    const second = await linkTo('segunda@prueba.mx');
    expect((await again()).status).toBe(200);
    expect((await follow(second)).body.code).toBe('TOKEN_INVALID');
    ahead = 24 * 60 * MINUTE + 1_000;
    expect(await pendingOf(person)).toMatchObject({ correo: 'segunda@prueba.mx', caducado: true });
    ahead = 0;
    expect((await school.ask('DELETE', '/api/cuenta/correo', { token: person.token })).status).toBe(200);
    expect(await pendingOf(person)).toBeNull();
    // The address before is told once of each address, not of each link.
    const told = (await mailbox(school)).filter((mail) => mail.to === person.email && /Pidieron cambiar/.test(mail.subject));
    expect(told).toHaveLength(2);
    await put(person, { email: 'tercera@prueba.mx' });
    const third = await linkTo('tercera@prueba.mx');
    ahead = 24 * 60 * MINUTE + 1_000;
    expect((await follow(third)).body.code).toBe('TOKEN_EXPIRED');
    ahead = 0;
    expect((await follow(third.replace(/.$/, (end) => (end === 'A' ? 'B' : 'A')))).body.code).toBe('TOKEN_INVALID');
    expect((await login(person.email)).status).toBe(200);
  });

  test('of one’s own needs the password, unless one signed in a moment ago', async () => {
    const person = await confirmed('guardada');
    const to = 'ladrona@prueba.mx';
    expect((await put(person, { email: to, contrasena: 'No-es-esta-1!' })).body.code).toBe('WRONG_PASSWORD');
    ahead = 11 * MINUTE;
    expect(await put(person, { email: to, country: 'Chile' })).toMatchObject({ status: 403, body: { code: 'PROOF_REQUIRED' } });
    expect((await put(person, { email: to, contrasena: ' ' })).body.code).toBe('WRONG_PASSWORD');
    expect(await pendingOf(person)).toBeNull();
    // What is not the address needs none; nor does the address that one has.
    expect((await put(person, { email: person.email, country: 'Perú' })).body).toMatchObject({ country: 'Perú' });
    expect((await put(person, { email: to, contrasena: PASSWORD })).status).toBe(200);
    expect(await pendingOf(person)).toMatchObject({ correo: to });
  });

  test('by an administrator is asked for too, with the reason on record; nobody’s password is needed', async () => {
    const person = await confirmed('ayudada');
    const path = `/api/auth/users/${person.id}`;
    ahead = 11 * MINUTE;
    const body = { email: 'ayudada.nueva@prueba.mx', motivo: 'Perdió su buzón' };
    expect((await school.ask('PUT', path, { token: admin.token, body })).body).toMatchObject({ email: person.email });
    ahead = 0;
    const log = [];
    for await (const event of school.running.deps.commands.log.readStream(`user-${person.id}`)) log.push(event);
    const asked = log.at(-1);
    expect(asked).toMatchObject({ type: 'EmailChangeRequested', meta: { actor: { userId: admin.id } } });
    expect(asked && (await school.running.deps.commands.log.reasonOf(asked.meta))).toBe('Perdió su buzón');
    expect((await follow(await linkTo(body.email))).status).toBe(200);
    expect((await login(body.email)).status).toBe(200);
  });

  test('asked for without end fills nobody’s mailbox', async () => {
    const person = await confirmed('insistente');
    const statuses = [];
    for (let i = 0; i < 6; i++) statuses.push((await put(person, { email: `molestada${i}@prueba.mx` })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect((await school.ask('POST', '/api/cuenta/correo/enviar', { token: person.token })).status).toBe(429);
    // Nor by many accounts: each asks for it and has its link sent as often as one may.
    const to = 'blanco@prueba.mx';
    const asked = (one: Person) =>
      until(async () => {
        const { status } = await put(one, { email: to });
        // Until the request before is forgotten, the address is taken.
        return status !== 409 && status;
      }, 'the address to be free');
    for (const name of ['unida_a', 'unida_b']) {
      const one = await confirmed(name);
      expect(await asked(one)).toBe(200);
      for (let i = 0; i < 4; i++) expect((await school.ask('POST', '/api/cuenta/correo/enviar', { token: one.token })).status).toBe(200);
      await school.ask('DELETE', '/api/cuenta/correo', { token: one.token });
    }
    expect(await asked(await confirmed('unida_c'))).toBe(429);
  });

  // rows: A35
  test('of who never confirmed one is corrected at once, and the link goes there', async () => {
    const person = await join(school, 'distraida', { email: 'distraida@pruba.mx' });
    expect((await put(person, { email: 'distraida@prueba.mx' })).body).toMatchObject({
      email: 'distraida@prueba.mx',
      email_verified: false,
    });
    expect((await follow(tokenIn(await mailTo(school, 'distraida@prueba.mx', /Confirma tu correo\n/)), person)).status).toBe(200);
    expect((await login('distraida@prueba.mx')).status).toBe(200);
    expect((await login('distraida@pruba.mx')).body.code).toBe('USER_NOT_FOUND');
  });

  test('an erased person asks for nothing any more: the farewell goes to the address they had', async () => {
    const person = await confirmed('pasajera');
    await put(person, { email: 'pasajera.nueva@prueba.mx' });
    const token = await linkTo('pasajera.nueva@prueba.mx');
    await school.ask('POST', '/api/cuenta/borrar', { token: person.token, body: { contrasena: PASSWORD } });
    expect((await follow(token)).body.code).toBe('TOKEN_INVALID');
    await settled(school);
    const all = JSON.stringify(await mailbox(school));
    expect(all).not.toContain('pasajera.nueva@prueba.mx');
  });
});

describe('names', () => {
  // rows: A30
  test('of spaces are none: absent where one need not have it, else missing', async () => {
    const person = await join(school, 'con_nombre', { first_name: '  Nora  ' });
    const kept = await put(person, { first_name: '   ', last_name: ' \t ', country: '  ', bio: '   ' });
    expect(kept).toMatchObject({ status: 200, body: { first_name: 'Nora', last_name: 'Quintanilla', country: null, bio: null } });
    expect((await put(person, { first_name: ' Ana María ', last_name: ' Paz ' })).body).toMatchObject({
      first_name: 'Ana María',
      last_name: 'Paz',
    });
    const blank = await school.ask('POST', '/api/auth/register', { body: { ...registration('en_blanco'), first_name: '   ' } });
    expect(blank.status).toBe(201);
    await settled(school);
    expect((await school.ask('GET', `/api/auth/users/${blank.body.id}`, { token: admin.token })).body.first_name).toBeNull();
    expect(await school.ask('POST', '/api/auth/register', { body: { ...registration('x'), username: '   ' } })).toMatchObject({
      status: 400,
      body: { code: 'REQUIRED_FIELDS', errors: [{ path: 'username' }] },
    });
  });

  // rows: A29
  test('a username has letters, digits, . _ - and nothing else', async () => {
    const person = await join(school, 'bien_escrita');
    const made = (username: string, token?: string) =>
      school.ask('POST', '/api/auth/register', { body: { ...registration('cualquiera'), username }, token });
    for (const username of ['a b c!!', 'a/b <x> ñ', 'dos palabras', 'ana@correo.mx', 'ana\u202elena', '<script>', 'a\u0000b']) {
      expect(await made(username), username).toMatchObject({
        status: 400,
        body: { code: 'USERNAME_INVALID', errors: [{ path: 'username' }] },
      });
      expect((await put(person, { username })).body.code, username).toBe('USERNAME_INVALID');
    }
    for (const username of ['Ñandú.2026', 'li-明', '_x_', 'jose\u0301'])
      expect((await put(person, { username })).status, username).toBe(200);
    expect((await put(person, {})).body.username).toBe('jos\u00e9');
    // In an administrator's form the person's name may stand there (I08).
    expect((await made('Ana López', admin.token)).status).toBe(201);
    expect((await made('Ana  López/', admin.token)).body.code).toBe('USERNAME_INVALID');
  });
});
