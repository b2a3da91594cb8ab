import { generateKeyPair, SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inbox } from '../../backend/commands/notifications/inbox.ts';
import type { StandInPerson } from '../../backend/integrations/openid/standIn.ts';
import { googleEnv, type OpenId, openOpenId } from '../support/openid.ts';
import { join, joinAs, PASSWORD, type Person, settled, tokenIn } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

/** Signing in with Google, against an OpenID provider that these tests start and sign for. */

let provider: OpenId;
let school: School;
let admin: Person;
beforeAll(async () => {
  provider = await openOpenId();
  school = await openSchool({ env: { PUBLIC_URL: 'http://escuela.prueba', ...googleEnv(provider) } });
  admin = await joinAs(school, 'directora', 'administrator');
}, 120_000);
afterAll(async () => {
  await school.stop();
  await provider.stop();
});
afterEach(() => {
  provider.down = false;
  provider.tokenAnswer = null;
});

const person = (name: string): StandInPerson => ({ email: `${name}@gmail.prueba`, firstName: 'Lía', lastName: 'Robles' });
const oauth = (token: string | undefined, more: object = {}) =>
  school.ask('POST', '/api/auth/oauth', { body: { ...(token && { token }), ...more } });
/** Ways to receive news of an account without being signed in: a browser's push messages, and a calendar, whose address is returned. */
const follows = async ({ id, token }: Person): Promise<string> => {
  const keys = { endpoint: 'https://push.servicio.mx/x', p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) };
  const device = await school.ask('POST', `/api/usuariosnotificaciones/dispositivos/${id}`, { token, body: keys });
  expect(device.status, device.text).toBe(201);
  const made = await school.ask('POST', `/api/agenda/suscripcion/${id}`, { token, body: {} });
  const path = new URL(String(made.body['direccion'])).pathname;
  expect((await school.ask('GET', path)).status).toBe(200);
  return path;
};
const me = async (token: unknown) => (await school.ask('GET', '/api/auth/sesion', { token: String(token) })).body;

describe('POST /api/auth/oauth', () => {
  test('a person whom the school does not know gets an account with a username of its own, and comes back to it', async () => {
    await join(school, 'lia');
    const token = await provider.standIn.sign(person('lia'));
    // Only the token counts, not the body.
    const made = await oauth(token, { email: admin.email, givenName: 'Nadie', googleId: '1', imageUrl: 'https://x' });
    expect(made).toMatchObject({ status: 200, body: { message: 'Cuenta creada con Google. Redirigiendo...', nueva: true } });
    const record = await me(made.body.token);
    expect(record).toMatchObject({
      email: 'lia@gmail.prueba',
      first_name: 'Lía',
      last_name: 'Robles',
      email_verified: true,
      username_confirmed: false,
      user_role: 1,
      id: (made.body.user as { id: number }).id,
    });
    expect(record.username).toMatch(/^lia\d+$/);
    const again = await oauth(await provider.standIn.sign(person('lia')));
    expect(again.body).toMatchObject({ nueva: false, user: made.body.user });
    // Google may give the person another address: the account stays theirs.
    const moved = await oauth(await provider.standIn.sign(person('lia'), { email: 'lia.nueva@gmail.prueba' }));
    expect(moved.body).toMatchObject({ nueva: false, user: made.body.user });
    expect((await school.ask('POST', '/api/cuenta/usuario/confirmar', { token: String(made.body.token) })).status).toBe(200);
    expect(await me(made.body.token)).toMatchObject({ username_confirmed: true });
  });

  // rows: A27
  test('an account with the same confirmed address is linked, and keeps its password', async () => {
    const owner = await join(school, 'enlazada', { email: 'enlazada@gmail.prueba' });
    const mail = await until(
      async () =>
        (await school.running.deps.mailbox.newestFirst(50)).find(({ to, subject }) => to === owner.email && /Confirma/.test(subject)),
      'the mail that confirms the address',
    );
    await school.ask('GET', `/api/auth/verify-email?token=${tokenIn({ ...mail, links: [...mail.links] })}`, { token: owner.token });
    const answer = await oauth(await provider.standIn.sign(person('Enlazada')));
    expect(answer.body).toMatchObject({ nueva: false, user: { id: owner.id } });
    expect((await school.ask('GET', '/api/cuenta', { token: owner.token })).body).toMatchObject({ google: true, tiene_contrasena: true });
    await school.login(owner.email, PASSWORD);
  });

  test('whoever made an account with an address that was never theirs loses every way into it', async () => {
    const squatter = await join(school, 'usurpadora', { email: 'victima@gmail.prueba' });
    const followed = await follows(squatter);
    const answer = await oauth(await provider.standIn.sign(person('victima')));
    expect(answer.body).toMatchObject({ nueva: false, user: { id: squatter.id } });
    expect((await school.ask('GET', '/api/auth/sesion', { token: squatter.token })).status).toBe(401);
    await until(async () => (await school.ask('GET', followed)).status === 404, 'the end of the address that a calendar follows');
    await until(async () => (await school.running.deps.commands.load(inbox, squatter.id)).state.places.size === 0, 'the end of pushes');
    await expect(school.login(squatter.email, PASSWORD)).rejects.toThrow('WRONG_PASSWORD');
    expect(await me(answer.body.token)).toMatchObject({ email_verified: true });
    // Without a password one sets the first right after signing in.
    const set = await school.ask('POST', '/api/cuenta/contrasena', { token: String(answer.body.token), body: { nueva: 'Propia-2026!' } });
    expect(set.status).toBe(200);
    await school.login(squatter.email, 'Propia-2026!');
  });

  // rows: D13
  test('a name in one piece is split at its first space, and the person may correct it (D13)', async () => {
    const whole = { given_name: undefined, family_name: undefined, name: 'María  de la Luz Peña' };
    const made = await oauth(await provider.standIn.sign(person('maria'), whole));
    expect(await me(made.body.token)).toMatchObject({ first_name: 'María', last_name: 'de la Luz Peña' });
    const { id } = made.body.user as { id: number };
    const body = { first_name: 'María de la Luz', last_name: 'Peña' };
    await school.ask('PUT', `/api/auth/users/${id}`, { token: String(made.body.token), body });
    // The next sign-in does not undo it.
    const again = await oauth(await provider.standIn.sign(person('maria'), whole));
    expect(await me(again.body.token)).toMatchObject(body);
  });

  // rows: D13
  test('a first name that holds the whole name is split, what Google says in parts is kept (D13)', async () => {
    const names = async (email: string, told: object) => {
      const { body } = await oauth(await provider.standIn.sign(person(email), { family_name: undefined, name: undefined, ...told }));
      const { first_name, last_name } = await me(body.token);
      return [first_name, last_name];
    };
    expect(await names('uno', { given_name: 'María José Pérez Luna' })).toEqual(['María', 'José Pérez Luna']);
    expect(await names('dos', { given_name: 'Ana Ruiz', name: 'Ana Ruiz' })).toEqual(['Ana', 'Ruiz']);
    expect(await names('tres', { given_name: 'María José', name: 'María José Pérez' })).toEqual(['María José', 'Pérez']);
    expect(await names('cuatro', { given_name: undefined, family_name: 'Pérez Luna', name: 'Eva Pérez Luna' })).toEqual([
      'Eva',
      'Pérez Luna',
    ]);
    expect(await names('cinco', { given_name: 'Madonna' })).toEqual(['Madonna', null]);
    expect(await names('seis', { given_name: 'María José', family_name: 'Pérez' })).toEqual(['María José', 'Pérez']);
    expect(await names('siete', { given_name: undefined })).toEqual([null, null]);
  });

  test('an address that somebody only asked for does not keep out the one to whom Google says it belongs', async () => {
    const other = await join(school, 'pedidora', { email: 'pedidora@gmail.prueba' });
    await oauth(await provider.standIn.sign(person('pedidora')));
    const signedIn = await oauth(await provider.standIn.sign(person('pedidora')));
    const token = String(signedIn.body.token);
    const asked = await school.ask('PUT', `/api/auth/users/${other.id}`, { token, body: { email: 'pedida@gmail.prueba' } });
    expect(asked.body).toMatchObject({ email: 'pedidora@gmail.prueba' });
    const owner = await oauth(await provider.standIn.sign(person('pedida')));
    expect(owner).toMatchObject({ status: 200, body: { nueva: true } });
    expect((await school.ask('GET', '/api/cuenta', { token })).body.correo_pendiente).toBeNull();
  });

  // rows: A27
  test('a token that is not for us opens nothing', async () => {
    const { standIn, clientId, issuer } = provider;
    const who = person('falsa');
    const seconds = Math.floor(Date.now() / 1000);
    const stranger = await generateKeyPair('RS256');
    const forged = (header: object, claims: object = {}) =>
      new SignJWT({
        iss: issuer,
        aud: clientId,
        sub: '1',
        email: who.email,
        email_verified: true,
        iat: seconds,
        exp: seconds + 60,
        ...claims,
      })
        .setProtectedHeader({ alg: 'RS256', kid: 'demo', ...header } as { alg: string })
        .sign(stranger.privateKey);
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(
      JSON.stringify({ iss: issuer, aud: clientId, sub: '1', email: who.email, email_verified: true, exp: seconds + 60 }),
    ).toString('base64url')}.`;
    const bad: Record<string, string> = {
      'of another issuer': await standIn.sign(who, { iss: 'https://otro.ejemplo' }),
      'for another audience': await standIn.sign(who, { aud: 'otra-app' }),
      'for several, made for another': await standIn.sign(who, { aud: [clientId, 'otra-app'], azp: 'otra-app' }),
      expired: await standIn.sign(who, { exp: seconds - 120 }),
      'without an end': await standIn.sign(who, { exp: undefined }),
      'not yet good': await standIn.sign(who, { nbf: seconds + 600 }),
      'of a round trip': await standIn.sign(who, { nonce: 'de-otra-sesion' }),
      'with an address that Google has not confirmed': await standIn.sign(who, { email_verified: false }),
      'without an address': await standIn.sign(who, { email: undefined }),
      'signed by somebody else': await forged({}),
      'with a key that the issuer has not': await forged({ kid: 'otra' }),
      unsigned: none,
      nonsense: 'no.es.token',
    };
    for (const [name, token] of Object.entries(bad))
      expect(await oauth(token), name).toMatchObject({
        status: 401,
        body: { code: 'GOOGLE_TOKEN_INVALID', message: 'Error de autenticación con Google' },
      });
    const good = await standIn.sign(who);
    const [head = '', , signature = ''] = good.split('.');
    const other = Buffer.from(
      JSON.stringify({
        iss: issuer,
        aud: clientId,
        sub: '1',
        email: admin.email,
        email_verified: true,
        exp: seconds + 60,
        iat: seconds,
      }),
    );
    expect((await oauth(`${head}.${other.toString('base64url')}.${signature}`)).status).toBe(401);
    expect(await oauth(undefined)).toMatchObject({
      status: 400,
      body: { code: 'GOOGLE_TOKEN_MISSING', message: 'No se recibió el token de Google' },
    });
    await settled(school);
    const found = (await school.ask('GET', `/api/auth/users/?search=${who.email}`, { token: admin.token })).body as unknown as object[];
    expect(found).toEqual([]);
  });

  test('one token signs in once, however its signature is written', async () => {
    const token = await provider.standIn.sign(person('una_vez'));
    const answers = await Promise.all([oauth(token), oauth(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await oauth(`${token}=`)).status).toBe(401);
  });

  test('another Google account with the same address does not enter what the first one opens', async () => {
    const first = await oauth(await provider.standIn.sign(person('reasignada')));
    expect(first.status).toBe(200);
    const second = await oauth(await provider.standIn.sign(person('reasignada'), { sub: 'de-otra-persona' }));
    expect(second).toMatchObject({ status: 409, body: { code: 'GOOGLE_LINKED' } });
    expect((await oauth(await provider.standIn.sign(person('reasignada')))).body).toMatchObject({ user: first.body.user });
  });

  test('an inactive account stays closed', async () => {
    const made = await oauth(await provider.standIn.sign(person('cerrada')));
    await school.ask('PUT', `/api/auth/users/${(made.body.user as { id: number }).id}`, { token: admin.token, body: { is_active: false } });
    expect(await oauth(await provider.standIn.sign(person('cerrada')))).toMatchObject({ status: 403, body: { code: 'ACCOUNT_INACTIVE' } });
  });

  test('who erased their account and comes back begins anew', async () => {
    const made = await oauth(await provider.standIn.sign(person('regresa')));
    expect((await school.ask('POST', '/api/cuenta/borrar', { token: String(made.body.token), body: {} })).status).toBe(200);
    await settled(school);
    await expect.poll(async () => (await oauth(await provider.standIn.sign(person('regresa')))).body.nueva, { timeout: 10_000 }).toBe(true);
  });
});

describe('the round trip by redirects', () => {
  /** Follows the redirects as a browser would, with a jar of cookies; `change` may tamper with the way back. */
  const trip = async (returnTo: string, change: (back: URL) => void = () => {}) => {
    const jar = new Map<string, string>();
    const keep = (headers: Headers) => {
      for (const line of headers.getSetCookie()) {
        const [pair = ''] = line.split(';');
        jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
      }
    };
    const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const begun = await school.ask('GET', `/api/auth/google?returnTo=${encodeURIComponent(returnTo)}`);
    keep(begun.headers);
    const away = new URL(begun.headers.get('location') ?? '', 'http://escuela.prueba');
    const said = await fetch(away, { redirect: 'manual' });
    const back = new URL(said.headers.get('location') ?? '');
    expect(back.origin).toBe('http://escuela.prueba');
    change(back);
    const answer = await school.ask('GET', back.pathname + back.search, { headers: { cookie: cookie() } });
    keep(answer.headers);
    return { away, back, begun, answer, jar, cookie, to: answer.headers.get('location') ?? '' };
  };

  test('state, nonce and PKCE go out, a session comes back, and it is the same account as by one tap', async () => {
    provider.person = person('viaje');
    const first = await trip('/courses?courseId=3');
    expect(Object.fromEntries(first.away.searchParams)).toMatchObject({
      client_id: provider.clientId,
      redirect_uri: 'http://escuela.prueba/api/auth/google/regreso',
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(first.away.searchParams.get(name)?.length).toBeGreaterThan(20);
    expect(first.to).toBe('/google?returnTo=%2Fcourses%3FcourseId%3D3&nueva=1');
    const cookies = first.answer.headers.getSetCookie().join('\n');
    expect(cookies).toMatch(/^aulaviva=[\w-]{43};.*HttpOnly.*SameSite=Strict/m);
    expect(cookies).toMatch(/^aulaviva\.sesion=1;.*SameSite=Strict/m);
    const session = await school.ask('GET', '/api/auth/sesion', { headers: { cookie: first.cookie() } });
    expect(session.body).toMatchObject({ email: 'viaje@gmail.prueba' });
    const tapped = await oauth(await provider.standIn.sign(person('viaje')));
    expect(tapped.body).toMatchObject({ nueva: false, user: { id: session.body.id } });
    // The address that leads back from Google works once.
    const again = await school.ask('GET', first.back.pathname + first.back.search, { headers: { cookie: first.cookie() } });
    expect(again.headers.get('location')).toMatch(/^\/login\?google=GOOGLE_/);
    expect((await trip('/dashboard')).to).toBe('/google?returnTo=%2Fdashboard');
  });

  // rows: A28
  test('each way that it can fail leads back to signing in, with its own word, and starts no session', async () => {
    provider.person = person('fallida');
    const ends = async (word: string, change?: (back: URL) => void) => {
      const { to, jar } = await trip('/progress', change);
      expect(to).toBe(`/login?google=${word}&returnTo=%2Fprogress`);
      expect(jar.has('aulaviva')).toBe(false);
    };
    await ends('GOOGLE_STATE', (back) => back.searchParams.set('state', 'x'.repeat(32)));
    await ends('GOOGLE_STATE', (back) => back.searchParams.delete('state'));
    await ends('GOOGLE_OAUTH', (back) => back.searchParams.set('code', 'inventado'));
    await ends('GOOGLE_OAUTH', (back) => back.searchParams.set('error', 'server_error'));
    provider.tokenAnswer = (answer) => ({ status: 200, body: { ...answer, id_token: undefined } });
    await ends('GOOGLE_TOKEN_MISSING');
    const replayed = await provider.standIn.sign(person('fallida'), { nonce: 'de-otro-viaje' });
    provider.tokenAnswer = (answer) => ({ status: 200, body: { ...answer, id_token: replayed } });
    await ends('GOOGLE_TOKEN_INVALID');
    provider.tokenAnswer = () => ({ status: 500, body: {} });
    await ends('GOOGLE_OAUTH');
    provider.tokenAnswer = null;
    provider.person = null;
    await ends('GOOGLE_CANCELLED');
    // Without the cookie of the round trip nobody can finish one that another began.
    provider.person = person('fallida');
    const { back } = await trip('/progress', (to) => to.searchParams.set('code', 'x'));
    const stolen = await school.ask('GET', back.pathname + back.search);
    expect(stolen.headers.get('location')).toBe('/login?google=GOOGLE_STATE');
  });

  test('a way back to another site is not kept', async () => {
    provider.person = person('abierta');
    for (const returnTo of ['https://malo.ejemplo', 'javascript:alert(1)'])
      expect((await trip(returnTo)).to).toMatch(/^\/google(\?nueva=1)?$/);
  });
});

test('a provider that does not answer is said to be so', async () => {
  const other = await openOpenId();
  const own = await openSchool({ env: googleEnv(other) });
  try {
    other.down = true;
    const token = await other.standIn.sign(person('nadie'));
    const ask = () => own.ask('POST', '/api/auth/oauth', { body: { token } });
    expect(await ask()).toMatchObject({ status: 503, body: { code: 'GOOGLE_UNAVAILABLE', message: 'Error con Google' } });
    expect((await own.ask('GET', '/api/auth/google')).headers.get('location')).toBe('/login?google=GOOGLE_UNAVAILABLE');
    // It is asked again when it is back.
    other.down = false;
    expect((await ask()).status).toBe(200);
  } finally {
    await own.stop();
    await other.stop();
  }
});

test('without settings and without the demo there is no Google', async () => {
  const own = await openSchool();
  try {
    expect((await own.ask('GET', '/api/auth/google/estado')).body).toEqual({ activo: false, clientId: null, demo: false, unToque: null });
    expect(await own.ask('POST', '/api/auth/oauth', { body: { token: 'x' } })).toMatchObject({ status: 503, body: { code: 'GOOGLE_OFF' } });
    expect((await own.ask('GET', '/api/auth/google')).headers.get('location')).toBe('/login?google=GOOGLE_OFF');
    expect((await own.ask('GET', '/demo/google/authorize')).status).toBe(404);
  } finally {
    await own.stop();
  }
});

test('the demo school has a stand-in of its own, which sends codes nowhere else', async () => {
  const own = await openSchool({ env: { DEMO: 'true' } });
  try {
    expect((await own.ask('GET', '/api/auth/google/estado')).body).toMatchObject({ activo: true, demo: true });
    const begun = await own.ask('GET', '/api/auth/google?returnTo=/progress');
    const away = begun.headers.get('location') ?? '';
    expect(away).toMatch(/^\/demo\/google\/authorize\?/);
    const page = await own.ask('GET', away);
    expect(page.text).toContain('Esta página imita a Google');
    const asked = new URL(away, own.url);
    asked.pathname = '/demo/google/consent';
    asked.searchParams.set('email', 'estudiante@demo.mx');
    asked.searchParams.set('given_name', '<b>Ana</b>');
    const said = await own.ask('GET', asked.pathname + asked.search);
    const back = new URL(said.headers.get('location') ?? '');
    expect(back.origin).toBe(own.url);
    const cookie = begun.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    const done = await own.ask('GET', back.pathname + back.search, { headers: { cookie } });
    expect(done.headers.get('location')).toBe('/google?returnTo=%2Fprogress');
    asked.searchParams.set('redirect_uri', 'https://malo.ejemplo/api/auth/google/regreso');
    for (const path of ['/demo/google/consent', '/demo/google/authorize'])
      expect((await own.ask('GET', path + asked.search)).status).toBe(400);
  } finally {
    await own.stop();
  }
}, 120_000);
