import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { user } from '../../backend/commands/identity/user.ts';
import { join, mailbox, mailTo, PASSWORD, type Person, registration, tokenIn } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

/** Whoever proves an address gets its account clean: what somebody else did with it before opens nothing any more. */

let school: School;
/** How far the API's clock is ahead. */
let ahead = 0;
beforeAll(async () => {
  school = await openSchool({ env: { DEMO: 'true' }, clock: () => new Date(Date.now() + ahead) });
}, 120_000);
afterAll(() => school.stop());

const login = (email: string, password = PASSWORD, headers: Record<string, string> = {}) =>
  school.ask('POST', '/api/auth/login', { body: { email, password }, headers });
const works = async (token: string) => (await school.ask('GET', '/api/auth/sesion', { token })).status === 200;
const linkOf = async (email: string) => tokenIn(await mailTo(school, email, /Confirma tu correo\n/));
/** Follows the link as a browser would that opened it from the mail. */
const confirm = (link: string, by: { token?: string; cookie?: string; program?: boolean } = {}) =>
  school.ask('GET', `/api/auth/verify-email?token=${encodeURIComponent(link)}`, {
    token: by.token,
    headers: { ...(!by.program && { 'sec-fetch-site': 'same-origin' }), ...(by.cookie && { cookie: by.cookie }) },
  });
const reset = (token: unknown, newPassword: string) => school.ask('POST', '/api/auth/reset-password', { body: { token, newPassword } });
const stateOf = async (id: number) => (await school.running.deps.commands.load(user, id)).state;
const cookiesOf = ({ headers }: { headers: Headers }) =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

describe('an address that somebody else registered', () => {
  test('once its owner follows the link elsewhere, neither the password nor a session of before opens it; a new password does', async () => {
    const attacker = await join(school, 'registradora');
    await school.ask('PUT', `/api/auth/users/${attacker.id}/verify-phone`, { token: attacker.token, body: { phone_number: '6641234567' } });
    const link = await linkOf(attacker.email);
    const confirmed = await confirm(link);
    expect(confirmed).toMatchObject({ status: 200, body: { message: 'Email verificado correctamente', resetToken: expect.any(String) } });
    expect(await works(attacker.token)).toBe(false);
    expect(await login(attacker.email)).toMatchObject({ status: 403, body: { code: 'PASSWORD_HELD' } });
    expect((await login(attacker.email, 'Otra-Clave-2026!')).body.code).toBe('WRONG_PASSWORD');
    expect(await stateOf(attacker.id)).toMatchObject({ verified: true, phone: null, passwordHeld: true });

    // The page may be loaded again before the password is there.
    const again = await confirm(link);
    expect(again.body.resetToken).toBe(confirmed.body.resetToken);
    expect((await reset(again.body.resetToken, 'De-La-Duena-2026!')).status).toBe(200);
    expect((await login(attacker.email, 'De-La-Duena-2026!')).status).toBe(200);
    expect((await login(attacker.email)).body.code).toBe('WRONG_PASSWORD');
    // From then on the link of the confirmation is worth nothing more.
    expect((await confirm(link)).body).not.toHaveProperty('resetToken');
  });

  test('the browser that made the account is signed in by the first confirmation, once; no other is, nor one where somebody is signed in', async () => {
    const made = await school.ask('POST', '/api/auth/register', { body: registration('confirmada') });
    const cookie = cookiesOf(made);
    const link = await linkOf('confirmada@prueba.mx');
    const other = await join(school, 'presente');
    expect((await confirm(link, { cookie, token: other.token })).body).not.toHaveProperty('sesion');
    // It was the first confirmation all the same: following it again signs nobody in.
    expect((await confirm(link, { cookie })).body).not.toHaveProperty('sesion');

    const second = await school.ask('POST', '/api/auth/register', { body: registration('confirmada_dos') });
    const done = await confirm(await linkOf('confirmada_dos@prueba.mx'), { cookie: cookiesOf(second) });
    expect(done.body).toMatchObject({ sesion: true });
    const me = await school.ask('GET', '/api/auth/sesion', { headers: { cookie: cookiesOf(done) } });
    expect(me).toMatchObject({ status: 200, body: { username: 'confirmada_dos' } });

    await school.ask('POST', '/api/auth/register', { body: registration('confirmada_tres') });
    const elsewhere = await confirm(await linkOf('confirmada_tres@prueba.mx'));
    expect(elsewhere.body).not.toHaveProperty('sesion');
    expect(elsewhere.headers.getSetCookie().join()).not.toContain('aulaviva.sesion');
  });

  test('a program that registers and follows the link keeps no cookies, and its password opens the account', async () => {
    const person = await join(school, 'programa');
    expect((await confirm(await linkOf(person.email), { program: true })).body).not.toHaveProperty('resetToken');
    expect((await login(person.email)).status).toBe(200);
  });

  test('who comes later sets the password by mail', async () => {
    const attacker = await join(school, 'registradora_dos');
    const link = await linkOf(attacker.email);
    const confirmed = await confirm(link);
    ahead += 61 * 60_000;
    expect((await reset(confirmed.body.resetToken, 'De-La-Duena-2026!')).body.code).toBe('TOKEN_EXPIRED');
    await school.ask('POST', '/api/auth/forgot-password', { body: { email: attacker.email } });
    const asked = tokenIn(await mailTo(school, attacker.email, /Cambia/));
    // The old link hands out nothing any more, whoever asked for a new password meanwhile.
    expect((await confirm(link)).body).not.toHaveProperty('resetToken');
    expect((await reset(asked, 'De-La-Duena-2026!')).status).toBe(200);
    expect((await login(attacker.email, 'De-La-Duena-2026!')).status).toBe(200);
  });

  test('a session that a killed process left open ends when it starts again; one begun since stays', async () => {
    const attacker = await join(school, 'registradora_tres');
    const { commands, accountSecrets } = school.running.deps;
    const { verificationEvent } = await stateOf(attacker.id);
    const own = crypto.randomUUID();
    // What the process had written when it died: the confirmation, and nothing of what follows.
    await commands.handle(
      user,
      attacker.id,
      { type: 'verifyEmail', requestedBy: verificationEvent ?? '', elsewhere: true },
      {
        commandId: own,
        correlationId: own,
        causationId: own,
        actor: { userId: attacker.id, role: 'student' },
        now: new Date(Date.now() + ahead),
      },
    );
    const started = Date.now() + ahead + 1_000;
    const { token: late } = await school.running.deps.sessionTokens.start({
      ...{ userId: attacker.id, sessionId: 'despues', role: 'student', expiresAt: started + 3_600_000, startedAt: started },
    });
    await until(async () => !(await works(attacker.token)), 'the session of before to end', 60_000);
    expect(await works(late)).toBe(true);
    await accountSecrets.endSessions(attacker.id, null);
  });

  test('a password that is being changed while the link is followed does not come back', async () => {
    const attacker = await join(school, 'registradora_cuatro');
    const link = await linkOf(attacker.email);
    const { passwords } = school.running.deps;
    const before = passwords.matches;
    const deps = school.running.deps as { passwords: { matches: typeof before } };
    // Between the proof of the old password and the new one the owner confirms, and sets theirs.
    deps.passwords.matches = async (userId, password) => {
      deps.passwords.matches = before;
      const matched = await before.call(passwords, userId, password);
      const { body } = await confirm(link);
      expect((await reset(body.resetToken, 'De-La-Duena-2026!')).status).toBe(200);
      return matched;
    };
    const change = await school.ask('POST', '/api/cuenta/contrasena', {
      token: attacker.token,
      body: { actual: PASSWORD, nueva: 'Del-Atacante-2026!' },
    });
    expect(change).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    expect((await login(attacker.email, 'De-La-Duena-2026!')).status).toBe(200);
    expect((await login(attacker.email, 'Del-Atacante-2026!')).status).toBe(401);
  });

  test('a telephone that is being set while the link is followed is not the account’s', async () => {
    const attacker = await join(school, 'registradora_cinco');
    const link = await linkOf(attacker.email);
    const { passwords } = school.running.deps;
    const before = passwords.has;
    const deps = school.running.deps as { passwords: { has: typeof before } };
    // Between the proof and the change that it permits.
    deps.passwords.has = async (userId) => {
      deps.passwords.has = before;
      expect((await confirm(link)).body.resetToken).toBeDefined();
      return before.call(passwords, userId);
    };
    const set = await school.ask('PUT', `/api/auth/users/${attacker.id}/verify-phone`, {
      token: attacker.token,
      body: { phone_number: '6641234567' },
    });
    expect(set).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    expect(await stateOf(attacker.id)).toMatchObject({ passwordHeld: true, phone: null });
  });

  test('an account that is given somebody else’s address opens to its owner alone once they follow the link', async () => {
    const attacker = await join(school, 'con_cuenta_propia');
    expect((await confirm(await linkOf(attacker.email), attacker)).status).toBe(200);
    const victim = 'duena_del_correo@prueba.mx';
    const asked = await school.ask('PUT', `/api/auth/users/${attacker.id}`, { token: attacker.token, body: { email: victim } });
    expect(asked.status).toBe(200);
    const link = tokenIn(await mailTo(school, victim));
    const confirmed = await confirm(link);
    expect(confirmed).toMatchObject({ status: 200, body: { resetToken: expect.any(String) } });
    expect(await works(attacker.token)).toBe(false);
    expect((await login(victim)).body.code).toBe('PASSWORD_HELD');
    expect((await reset(confirmed.body.resetToken, 'De-La-Duena-2026!')).status).toBe(200);
    expect((await login(victim, 'De-La-Duena-2026!')).status).toBe(200);
  });

  test('what changes the account is not done by a session that ended while its body was on its way', async () => {
    const person = await join(school, 'cuerpo_lento');
    const { sessionTokens } = school.running.deps;
    let send = (_: string): void => {};
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(`{"actual":"${PASSWORD}",`));
        send = (rest) => {
          controller.enqueue(new TextEncoder().encode(rest));
          controller.close();
        };
      },
    });
    const asked = fetch(`${school.url}/api/cuenta/contrasena`, {
      method: 'POST',
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
      body,
      duplex: 'half',
    } as RequestInit);
    const find = sessionTokens.find;
    let seen = 0;
    sessionTokens.find = async (token) => {
      seen += token === person.token ? 1 : 0;
      return find.call(sessionTokens, token);
    };
    try {
      await until(async () => seen > 0, 'the server to have read the head of the call', 60_000);
      await sessionTokens.endAll(person.id, () => false);
      send('"nueva":"Del-Atacante-2026!"}');
      expect((await (await asked).json()) as object).toMatchObject({ code: 'SESSION_ENDED' });
    } finally {
      sessionTokens.find = find;
    }
    expect((await login(person.email)).status).toBe(200);
  });
});

describe('an honest owner', () => {
  test('follows the link of another address where they are signed in, and nothing is held', async () => {
    const person = await join(school, 'cambia_de_correo');
    await confirm(await linkOf(person.email), person);
    await school.ask('PUT', `/api/auth/users/${person.id}`, { token: person.token, body: { email: 'ya_cambiado@prueba.mx' } });
    const confirmed = await confirm(tokenIn(await mailTo(school, 'ya_cambiado@prueba.mx')), person);
    expect(confirmed.status).toBe(200);
    expect(confirmed.body).not.toHaveProperty('resetToken');
    expect([await works(person.token), (await login('ya_cambiado@prueba.mx')).status]).toEqual([true, 200]);
  });

  test('stays signed in where they asked for another address, when its link is followed on a device that they used', async () => {
    const person = await join(school, 'pide_en_una');
    await confirm(await linkOf(person.email), person);
    const device = cookiesOf(await login(person.email))
      .split('; ')
      .filter((cookie) => cookie.includes('equipo'))
      .join('; ');
    await school.ask('PUT', `/api/auth/users/${person.id}`, { token: person.token, body: { email: 'confirma_en_otra@prueba.mx' } });
    const confirmed = await confirm(tokenIn(await mailTo(school, 'confirma_en_otra@prueba.mx')), { cookie: device });
    expect(confirmed.status).toBe(200);
    expect(confirmed.body).not.toHaveProperty('resetToken');
    expect([await works(person.token), (await login('confirma_en_otra@prueba.mx')).status]).toEqual([true, 200]);
  });

  test('whose registration was sent twice, because its answer was lost, is known on that device', async () => {
    const send = () =>
      school.ask('POST', '/api/auth/register', { body: registration('dos_veces'), headers: { 'idempotency-key': 'registro-dos-veces' } });
    await send();
    const repeated = await send();
    expect(cookiesOf(repeated)).toContain('aulaviva.equipo=');
    expect((await confirm(await linkOf('dos_veces@prueba.mx'), { cookie: cookiesOf(repeated) })).body).not.toHaveProperty('resetToken');
  });

  test('follows the link where they registered, or where they are signed in, and nothing is held', async () => {
    const made = await school.ask('POST', '/api/auth/register', { body: registration('aqui_mismo') });
    const here = await confirm(await linkOf('aqui_mismo@prueba.mx'), { cookie: cookiesOf(made) });
    expect(here.status).toBe(200);
    expect(here.body).not.toHaveProperty('resetToken');
    expect((await login('aqui_mismo@prueba.mx')).status).toBe(200);

    const person: Person = await join(school, 'con_sesion');
    expect((await confirm(await linkOf(person.email), person)).body).not.toHaveProperty('resetToken');
    expect([await works(person.token), (await login(person.email)).status]).toEqual([true, 200]);

    // A browser with an earlier login has shown that it belongs to the account.
    const other = await join(school, 'en_su_equipo');
    const device = cookiesOf(await login(other.email))
      .split('; ')
      .filter((cookie) => cookie.includes('equipo'))
      .join('; ');
    expect((await confirm(await linkOf(other.email), { cookie: device })).body).not.toHaveProperty('resetToken');
    expect((await login(other.email)).status).toBe(200);
  });

  test('who was confirmed before keeps the password, wherever the link is followed again', async () => {
    const person = await join(school, 'de_siempre');
    const link = await linkOf(person.email);
    await confirm(link, person);
    expect((await confirm(link)).body).not.toHaveProperty('resetToken');
    expect([await works(person.token), (await login(person.email)).status]).toEqual([true, 200]);
  });
});

describe('a link to a new password', () => {
  test('is not taken away by somebody who asks for another; one address gets a few an hour', async () => {
    const person = await join(school, 'con_enlace');
    const forgot = () => school.ask('POST', '/api/auth/forgot-password', { body: { email: person.email } });
    const mails = async () => (await mailbox(school)).filter(({ to, subject }) => to === person.email && /Cambia tu/.test(subject));
    const answer = await forgot();
    const first = tokenIn(await mailTo(school, person.email, /Cambia/));
    for (let i = 0; i < 9; i++) expect((await forgot()).body).toEqual(answer.body);
    expect((await school.ask('POST', '/api/auth/forgot-password', { body: { email: 'nadie@prueba.mx' } })).body).toEqual(answer.body);
    await until(async () => (await mails()).length >= 5, 'as many mails as there may be', 60_000);
    expect(await mails()).toHaveLength(5);
    expect((await reset(first, 'De-La-Duena-2026!')).status).toBe(200);
    // With a new password the others are used up.
    for (const mail of await mails()) expect((await reset(tokenIn(mail), 'Otra-Clave-2026!')).body.code).toBe('TOKEN_INVALID');
  });

  test('proves the address, and says what it closed', async () => {
    const person = await join(school, 'sin_confirmar');
    await login(person.email);
    await school.ask('POST', '/api/auth/forgot-password', { body: { email: person.email } });
    const done = await reset(tokenIn(await mailTo(school, person.email, /Cambia/)), 'De-La-Duena-2026!');
    expect(done.body).toMatchObject({ cerrado: { sesiones: 2, llaves: 0 }, google: false, claves: 0 });
    expect(await stateOf(person.id)).toMatchObject({ verified: true });
    expect(await works(person.token)).toBe(false);
  });
});
