import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { user } from '../../backend/commands/identity/user.ts';
import { join, PASSWORD, type Person } from '../support/people.ts';
import { embedded, openSchool, type School } from '../support/school.ts';

/** What decides who gets into an account is done only for whoever showed a moment ago that it is really them. */

let school: School;
/** Moves the clock of the API. */
let ahead = 0;
beforeAll(async () => {
  school = await openSchool({ clock: () => new Date(Date.now() + ahead) });
}, 120_000);
afterAll(() => school.stop());

const MINUTE = 60_000;
const ask = (person: Person, method: string, at: string, body?: object) =>
  school.ask(method, at, { token: person.token, ...(body && { body }) });
const prove = (person: Person, body: object) => ask(person, 'POST', '/api/cuenta/comprobar', body);
const guarded = (person: Person) =>
  ({
    'another e-mail': () => ask(person, 'PUT', `/api/auth/users/${person.id}`, { email: `otro.${person.email}` }),
    'a passkey begun': () => ask(person, 'POST', '/api/cuenta/llaves/opciones'),
    'a passkey added': () => ask(person, 'POST', '/api/cuenta/llaves', { nombre: 'Mía', respuesta: {} }),
    'a passkey removed': () => ask(person, 'DELETE', '/api/cuenta/llaves/ninguna'),
    'a telephone': () => ask(person, 'PUT', `/api/auth/users/${person.id}/verify-phone`, { phone_number: '664 123 4567' }),
    'no telephone': () => ask(person, 'DELETE', '/api/cuenta/telefono'),
    'another password': () => ask(person, 'POST', '/api/cuenta/contrasena', { nueva: 'Otra-Segura-2026!' }),
    erasure: () => ask(person, 'POST', '/api/cuenta/borrar', {}),
  }) as const;

test('a session left open cannot change how one signs in: each such call asks for the password or a passkey again', async () => {
  const person = await join(school, 'dejo_abierto');
  ahead += 11 * MINUTE;
  for (const [what, call] of Object.entries(guarded(person)))
    expect(await call(), what).toMatchObject({ status: 403, body: { code: 'PROOF_REQUIRED' } });
  // Calls that give no access need no proof.
  expect((await ask(person, 'PUT', `/api/auth/users/${person.id}`, { country: 'Perú', email: person.email })).status).toBe(200);
});

test('the password, shown once, is good for ten minutes of this session, and for no other', async () => {
  const person = await join(school, 'comprueba');
  const elsewhere: Person = { ...person, ...(await school.login(person.email, PASSWORD)) };
  ahead += 11 * MINUTE;
  expect(await prove(person, { contrasena: 'No-es-esta-1!' })).toMatchObject({ status: 401, body: { code: 'WRONG_PASSWORD' } });
  expect(await prove(person, {})).toMatchObject({ status: 403, body: { code: 'PROOF_REQUIRED' } });
  const proven = await prove(person, { contrasena: PASSWORD });
  expect(proven.status).toBe(200);
  expect(Date.parse(String(proven.body.hasta)) - Date.now() - ahead).toBeGreaterThan(8 * MINUTE);
  const calls = guarded(person);
  expect((await calls['a passkey begun']()).status).toBe(200);
  // The response is not a valid passkey; but the call got as far as checking it, for which the proof is needed.
  expect((await calls['a passkey added']()).body.code).toBe('PASSKEY_REFUSED');
  expect((await calls['a telephone']()).status).toBe(200);
  expect((await guarded(elsewhere)['a passkey begun']()).body.code).toBe('PROOF_REQUIRED');
  ahead += 11 * MINUTE;
  expect((await calls['no telephone']()).body.code).toBe('PROOF_REQUIRED');
  // Shown since one signed in, it also stands for the present password.
  await prove(person, { contrasena: PASSWORD });
  expect((await calls['another password']()).status).toBe(200);
});

test('a passkey that is being added while its session ends is not the account’s', async () => {
  const person = await join(school, 'llave_en_camino');
  const { commands, passkeys, sessionTokens } = school.running.deps;
  const { finishAdding } = passkeys;
  // The owner ends every session between the check and the append.
  passkeys.finishAdding = async (userId, _session, _response, _origin, _now, keep) => {
    await sessionTokens.endAll(userId, () => false);
    await keep('plantada');
    return null;
  };
  onTestFinished(() => void Object.assign(passkeys, { finishAdding }));
  expect((await guarded(person)['a passkey added']()).body.code).toBe('SESSION_ENDED');
  expect([...(await commands.load(user, person.id)).state.passkeys.keys()]).toEqual([]);
});

test('guesses are counted with those at one’s own password; somebody else’s passkey is none', async () => {
  const person = await join(school, 'adivinanza');
  expect(await prove(person, { reto: 'ninguno', respuesta: { id: 'x' } })).toMatchObject({
    status: 401,
    body: { code: 'PASSKEY_REFUSED' },
  });
  for (let i = 0; i < 10; i++) expect((await prove(person, { contrasena: `Mala-Clave-${i}` })).body.code).toBe('WRONG_PASSWORD');
  expect((await prove(person, { contrasena: PASSWORD })).status).toBe(429);
});

test('of many guesses at once no more than ten are looked at', async () => {
  const person = await join(school, 'rafaga');
  const guesses = [...Array.from({ length: 25 }, (_, n) => `Mala-Clave-${n}`), PASSWORD];
  const answers = await Promise.all(guesses.map((contrasena) => prove(person, { contrasena })));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
  // The right guess was sent last. On several nodes or remote stores it may still have been among the first ten.
  if (embedded) expect(answers.filter(({ status }) => status === 200)).toEqual([]);
});
