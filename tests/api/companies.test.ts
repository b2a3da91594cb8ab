import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sessions } from '../../backend/commands/identity/sessions.ts';
import { discoverEndpoints } from '../../backend/integrations/openid/provider.ts';
import type { StandInPerson } from '../../backend/integrations/openid/standIn.ts';
import { type OpenId, openOpenId } from '../support/openid.ts';
import { join, joinAs, PASSWORD, type Person, promote } from '../support/people.ts';
import { reacted } from '../support/reacted.ts';
import { openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

/** Signing in with the provider of a company, which these tests start and sign for. */

let provider: OpenId;
let school: School;
let admin: Person;
let company: string;
const terms = () => ({
  ...{ nombre: 'Acero', emisor: provider.issuer, cliente: provider.clientId, secreto: provider.clientSecret },
  ...{ dominios: ['acero.mx'], crea_cuentas: true },
});
beforeAll(async () => {
  provider = await openOpenId();
  const env = { PUBLIC_URL: 'http://escuela.prueba', WEBHOOK_PRIVATE_HOSTS: new URL(provider.issuer).host };
  school = await openSchool({ env });
  admin = await joinAs(school, 'directora', 'administrator');
  const made = await school.ask('POST', '/api/empresas', { token: admin.token, body: terms() });
  expect(made.status, made.text).toBe(201);
  company = String(made.body['id']);
}, 120_000);
afterAll(async () => {
  await school.stop();
  await provider.stop();
});
afterEach(() => {
  provider.down = false;
  provider.tokenAnswer = null;
});

const RETURN = 'http://escuela.prueba/api/auth/empresa/regreso';
const person = (name: string): StandInPerson => ({ email: `${name}@acero.mx`, firstName: 'Lía', lastName: 'Robles' });
const cookiesOf = (headers: Headers) =>
  headers
    .getSetCookie()
    .map((line) => line.split(';')[0] ?? '')
    .filter((pair) => !pair.endsWith('='));
/** Follows the redirects as a browser would. `change` may tamper with the way back. */
const trip = async (who: StandInPerson | null, change: (back: URL) => void = () => {}, begin = () => enter()) => {
  provider.person = who;
  const begun = await begin();
  expect(begun.status, begun.text).toBe(200);
  const away = new URL(String(begun.body['direccion']));
  const said = await fetch(away, { redirect: 'manual' });
  const back = new URL(said.headers.get('location') ?? '');
  change(back);
  const cookie = cookiesOf(begun.headers).join('; ');
  const answer = await school.ask('GET', back.pathname + back.search, { headers: { cookie } });
  const to = answer.headers.get('location') ?? '';
  return { away, back, begun, answer, to, cookie: [cookie, ...cookiesOf(answer.headers)].join('; ') };
};
const enter = (correo = 'alguien@acero.mx', returnTo = '/courses?courseId=3') =>
  school.ask('POST', '/api/auth/empresa', { body: { correo, returnTo } });
const sessionOf = (cookie: string) => school.ask('GET', '/api/auth/sesion', { headers: { cookie } });
const act = (verb: string) => school.ask('POST', `/api/empresas/${company}/${verb}`, { token: admin.token, body: { motivo: 'prueba' } });
const linking = (who: Person) => () =>
  school.ask('POST', '/api/cuenta/empresa', { headers: { cookie: `aulaviva=${who.token}` }, body: { correo: 'x@acero.mx' } });

describe('signing in', () => {
  // rows: P06
  test('state, nonce and PKCE go out, a session comes back where the person was going, and the same account the next time', async () => {
    const first = await trip(person('lia'));
    expect(Object.fromEntries(first.away.searchParams)).toMatchObject({
      ...{ client_id: provider.clientId, redirect_uri: `${RETURN}/${new URL(provider.issuer).host}`, response_type: 'code' },
      ...{ scope: 'openid email profile', code_challenge_method: 'S256', login_hint: 'alguien@acero.mx' },
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(first.away.searchParams.get(name)?.length).toBeGreaterThan(20);
    const [kept = ''] = first.begun.headers.getSetCookie();
    expect(kept).toMatch(/^aulaviva\.empresa=.*; Path=\/api\/auth\/empresa; HttpOnly; SameSite=Lax/);
    expect(first.to).toBe('/empresa?returnTo=%2Fcourses%3FcourseId%3D3&nueva=1');
    const record = (await sessionOf(first.cookie)).body;
    expect(record).toMatchObject({ email: 'lia@acero.mx', email_verified: true, username: 'lia', first_name: 'Lía', user_role: 1 });
    const second = await trip(person('lia'));
    expect(second.to).toBe('/empresa?returnTo=%2Fcourses%3FcourseId%3D3');
    expect((await sessionOf(second.cookie)).body).toMatchObject({ id: record['id'] });
    // Without the cookie nobody can finish what another began, and one trip gives one session.
    for (const cookie of ['', second.cookie])
      expect((await school.ask('GET', second.back.pathname + second.back.search, { headers: { cookie } })).headers.get('location')).toMatch(
        /^\/login\?empresa=COMPANY_/,
      );
  });

  test('nobody is told whether there is an account: only whether a company has the domain', async () => {
    const { email } = await join(school, 'conocida', { email: 'conocida@acero.mx' });
    for (const correo of [email, 'nadie@acero.mx', 'X@ACERO.mx']) expect((await enter(correo)).status).toBe(200);
    expect(await enter('ana@otra.mx')).toMatchObject({ status: 404, body: { code: 'COMPANY_UNKNOWN' } });
    expect(await enter('ana@sub.acero.mx')).toMatchObject({ status: 404, body: { code: 'COMPANY_UNKNOWN' } });
    expect(await enter('nada')).toMatchObject({ status: 400, body: { code: 'INVALID_EMAIL' } });
  });

  test('each way that it can fail leads back with its own word, and starts no session', async () => {
    const ends = async (word: string, who: StandInPerson | null, change?: (back: URL) => void) => {
      const { to, answer } = await trip(who, change);
      expect(to).toBe(`/login?empresa=${word}&returnTo=%2Fcourses%3FcourseId%3D3`);
      expect(cookiesOf(answer.headers)).toEqual([]);
    };
    const ana = person('fallida');
    await ends('COMPANY_STATE', ana, (back) => back.searchParams.set('state', 'x'.repeat(32)));
    await ends('COMPANY_STATE', ana, (back) => back.searchParams.set('iss', 'https://otro.mx'));
    // Led on by its company's provider to that of another one: the code of this other one is not sent to the first.
    await ends('COMPANY_STATE', ana, (back) => {
      back.pathname = back.pathname.replace(/[^/]+$/, 'login.otra.mx');
    });
    await ends('COMPANY_TOKEN', ana, (back) => back.searchParams.set('code', 'inventado'));
    await ends('COMPANY_CANCELLED', null);
    // Of another company, though the provider says so.
    await ends('COMPANY_TOKEN', { ...ana, email: 'fallida@otra.mx' });
    await ends('COMPANY_TOKEN', { ...ana, email: admin.email });
    const tokens = (claims: Record<string, unknown>) => async () => {
      const token = await provider.standIn.sign(ana, claims);
      provider.tokenAnswer = (answer) => ({ status: 200, body: { ...answer, id_token: token } });
    };
    for (const claims of [
      { email_verified: false },
      { email: 'ana@otra.mx, x@acero.mx' },
      { email: 'Ana <ana@acero.mx' },
      { nonce: 'de-otro-viaje' },
      { aud: 'otra' },
      { iss: 'https://otro.mx' },
      { exp: 1 },
    ]) {
      await tokens(claims)();
      await ends('COMPANY_TOKEN', ana);
    }
    provider.tokenAnswer = () => ({ status: 500, body: {} });
    await ends('COMPANY_UNAVAILABLE', ana);
    provider.tokenAnswer = null;
    const away = await trip(ana, (back) => back.searchParams.set('error', 'server_error'));
    expect(away.to).toContain('COMPANY_TOKEN');
    for (const returnTo of ['https://malo.ejemplo', '//malo.ejemplo', '/\\malo.ejemplo']) {
      const { to } = await trip(person('abierta'), undefined, () => enter('x@acero.mx', returnTo));
      expect(to).toMatch(/^\/empresa(\?nueva=1)?$/);
    }
  });

  test.each(['authorization_endpoint', 'token_endpoint', 'jwks_uri'])(
    'a provider that names no web address as its %s is not used',
    async (named) => {
      const at = {
        issuer: 'https://sso.acero.mx',
        authorization_endpoint: 'https://sso.acero.mx/a',
        token_endpoint: 'https://sso.acero.mx/t',
      };
      const document = { ...at, jwks_uri: 'https://sso.acero.mx/k' };
      const read = (found: object) => discoverEndpoints(at.issuer, async () => Response.json(found))();
      await expect(read(document)).resolves.toMatchObject({ issuer: at.issuer });
      await expect(read({ ...document, [named]: 'javascript:alert(1)//?' })).rejects.toThrow('no OpenID configuration');
    },
  );

  test('one trip asks the provider for one token, however often its address is opened', async () => {
    let asked = 0;
    provider.tokenAnswer = () => {
      asked += 1;
      return { status: 400, body: { error: 'invalid_grant' } };
    };
    const { back, begun, to } = await trip(person('repetida'));
    expect(to).toContain('COMPANY_TOKEN');
    const cookie = cookiesOf(begun.headers).join('; ');
    for (const code of ['uno', 'dos']) {
      back.searchParams.set('code', code);
      const again = await school.ask('GET', back.pathname + back.search, { headers: { cookie } });
      expect(again.headers.get('location')).toContain('COMPANY_STATE');
    }
    expect(asked).toBe(1);
  });

  test('a provider whose token endpoint moved is looked up again after one refusal', async () => {
    const ana = person('mudada');
    expect((await trip(ana)).to).toContain('nueva=1');
    for (const path of ['/oauth2/token', '/token']) {
      provider.tokenPath = path;
      expect((await trip(ana)).to).toContain('COMPANY_TOKEN');
      expect((await trip(ana)).to).toBe('/empresa?returnTo=%2Fcourses%3FcourseId%3D3');
    }
  });

  test('a provider that is down is said to be so, and works when it is back; paused, nobody enters', async () => {
    const other = await openOpenId();
    const own = await openSchool({ env: { WEBHOOK_PRIVATE_HOSTS: new URL(other.issuer).host } });
    try {
      const boss = await joinAs(own, 'jefa', 'administrator');
      const body = { ...terms(), emisor: other.issuer };
      other.down = true;
      expect(await own.ask('POST', '/api/empresas', { token: boss.token, body })).toMatchObject({
        ...{ status: 422, body: { code: 'COMPANY_SILENT' } },
      });
      other.down = false;
      const made = await own.ask('POST', '/api/empresas', { token: boss.token, body });
      const asks = () => own.ask('POST', '/api/auth/empresa', { body: { correo: 'a@acero.mx' } });
      other.down = true;
      expect(await asks()).toMatchObject({ status: 503, body: { code: 'COMPANY_UNAVAILABLE' } });
      other.down = false;
      expect((await asks()).status).toBe(200);
      expect((await own.ask('GET', '/api/auth/empresa/estado')).body).toEqual({ activo: true });
      const pause = `/api/empresas/${String(made.body['id'])}/detener`;
      expect((await own.ask('POST', pause, { token: boss.token, body: {} })).status).toBe(200);
      expect(await asks()).toMatchObject({ status: 404, body: { code: 'COMPANY_UNKNOWN' } });
      expect((await own.ask('GET', '/api/auth/empresa/estado')).body).toEqual({ activo: false });
    } finally {
      await own.stop();
      await other.stop();
    }
  });
});

describe('accounts that were there before', () => {
  // rows: P06
  test('are entered once their person has linked them, signed in as usual, and no more once they unlinked them', async () => {
    const ana = await join(school, 'anterior', { email: 'anterior@acero.mx' });
    const refused = await trip(person('anterior'));
    expect(refused.to).toBe('/login?empresa=COMPANY_LINK_FIRST&returnTo=%2Fcourses%3FcourseId%3D3');
    const linked = await trip(person('anterior'), undefined, linking(ana));
    expect(linked.to).toBe('/profile/security?empresa=enlazada');
    const account = () => school.ask('GET', '/api/cuenta', { token: ana.token });
    expect((await account()).body).toMatchObject({ empresas: [{ id: company, nombre: 'Acero', tipo: 'empresa' }] });
    const entered = await trip(person('anterior'));
    expect((await sessionOf(entered.cookie)).body).toMatchObject({ id: ana.id });
    const unlink = (token: string) => school.ask('POST', `/api/cuenta/empresa/${company}/desenlazar`, { token, body: {} });
    expect((await unlink(ana.token)).status).toBe(200);
    // What the company opened is over; the session with a password goes on.
    expect((await sessionOf(entered.cookie)).status).toBe(401);
    expect((await account()).body).toMatchObject({ empresas: [] });
    expect((await trip(person('anterior'))).to).toContain('COMPANY_LINK_FIRST');
    await school.login(ana.email, PASSWORD);
  });

  test('one that has no other way in keeps its company; one identity opens one account', async () => {
    const { cookie } = await trip(person('unica'));
    const path = `/api/cuenta/empresa/${company}/desenlazar`;
    expect(await school.ask('POST', path, { headers: { cookie }, body: {} })).toMatchObject({ status: 422, body: { code: 'LAST_WAY_IN' } });
    const other = await join(school, 'otra');
    expect((await trip(person('unica'), undefined, linking(other))).to).toBe('/profile/security?empresa=IDENTITY_TAKEN');
  });

  test('those of staff are not entered through a company, though they have its address', async () => {
    const { cookie } = await trip(person('promovida'));
    const { body } = await sessionOf(cookie);
    await school.ask('PUT', `/api/auth/users/${String(body['id'])}`, { token: admin.token, body: { user_role: 3 } });
    expect((await trip(person('promovida'))).to).toContain('COMPANY_STAFF');
  });

  test('those of staff who linked their company themselves enter through it, and the link is on record as made by them', async () => {
    const profe = await join(school, 'profe', { email: 'profe@acero.mx' });
    await promote(school, profe, 'instructor');
    expect((await trip(person('profe'), undefined, linking({ ...profe, ...(await school.login(profe.email, PASSWORD)) }))).to).toContain(
      'enlazada',
    );
    const links = [];
    for await (const { type, meta } of school.running.deps.commands.log.readStream(`user-${profe.id}`))
      if (type === 'OutsideIdentityLinked') links.push(meta.actor);
    expect(links).toEqual([{ userId: profe.id, role: 'instructor' }]);
    expect((await sessionOf((await trip(person('profe'))).cookie)).body).toMatchObject({ id: profe.id });
  });

  test('who erased their account and comes back begins anew', async () => {
    const { cookie } = await trip(person('regresa'));
    expect((await school.ask('POST', '/api/cuenta/borrar', { headers: { cookie }, body: {} })).status).toBe(200);
    await expect.poll(async () => (await trip(person('regresa'))).to, { timeout: 10_000 }).toContain('nueva=1');
  });
});

describe('registering companies', () => {
  const register = (more: object) => school.ask('POST', '/api/empresas', { token: admin.token, body: { ...terms(), ...more } });

  test.each([
    [{ dominios: ['gmail.com'] }, 400, 'COMPANY_DOMAIN_PUBLIC'],
    [{ dominios: ['ACERO.mx'] }, 409, 'COMPANY_DOMAIN_TAKEN'],
    [{ dominios: ['no es dominio'] }, 400, 'COMPANY_DOMAIN'],
    [{ dominios: ['b.mx'], emisor: 'http://login.b.mx' }, 400, 'COMPANY_ISSUER'],
    [{ dominios: ['b.mx'], emisor: 'https://127.0.0.1' }, 400, 'COMPANY_ISSUER'],
    [{ dominios: ['b.mx'], emisor: 'https://169.254.169.254/latest' }, 400, 'COMPANY_ISSUER'],
    [{ dominios: ['b.mx'], emisor: 'https://ana:clave@login.b.mx' }, 400, 'COMPANY_ISSUER'],
    [{ dominios: ['b.mx'], beca: 'INVENTADO' }, 400, 'COMPANY_SCHOLARSHIP'],
  ])('refused: %o', async (more, status, code) => {
    expect(await register(more)).toMatchObject({ status, body: { code } });
  });

  test('the secret stands in no event, answer or line of the log, and stays where none is sent', async () => {
    const listed = await school.ask('GET', '/api/empresas', { token: admin.token });
    expect(listed.body).toMatchObject({
      regreso: RETURN,
      empresas: [{ id: company, nombre: 'Acero', dominios: ['acero.mx'], estado: 'activa', beca: null }],
    });
    const { emisor: _, secreto: _secret, ...changed } = { ...terms(), nombre: 'Acero y Hierro' };
    expect((await school.ask('PUT', `/api/empresas/${company}`, { token: admin.token, body: changed })).status).toBe(200);
    expect((await trip(person('despues'))).to).toContain('nueva=1');
    const { commands, vault } = school.running.deps;
    let written = listed.text + JSON.stringify(await vault.list('providers', ''));
    for await (const event of commands.log.readStream('providers-school')) written += JSON.stringify(event);
    expect(written).toContain('IdentityProviderChanged');
    expect(written).not.toContain(provider.clientSecret);
  });

  // rows: P06
  test('paused while its provider makes somebody wait, or unlinked meanwhile, it opens no session', async () => {
    const own = await join(school, 'demorada', { email: 'demorada@acero.mx' });
    await trip(person('demorada'), undefined, linking(own));
    const inside = await trip(person('lia'));
    const meanwhile = async (happens: () => Promise<unknown>) => {
      provider.tokenAnswer = async (answer) => {
        await happens();
        return { status: 200, body: answer ?? {} };
      };
      const { to, answer } = await trip(person('demorada'));
      provider.tokenAnswer = null;
      expect(to).toMatch(/^\/login\?empresa=COMPANY_/);
      expect(cookiesOf(answer.headers)).toEqual([]);
    };
    await meanwhile(async () => {
      expect((await act('detener')).status).toBe(200);
      await until(async () => (await sessionOf(inside.cookie)).status === 401, 'the sessions that the company opened to end');
    });
    const { state } = await school.running.deps.commands.load(sessions, own.id);
    expect([...state.open].filter(([, method]) => method === 'company')).toEqual([]);
    expect((await act('reanudar')).status).toBe(200);
    const { token } = await school.login(own.email, PASSWORD);
    await meanwhile(() => school.ask('POST', `/api/cuenta/empresa/${company}/desenlazar`, { token, body: {} }));
  });

  test('paused, it ends the session that it opened and that unlinked it', async () => {
    const own = await join(school, 'suelta', { email: 'suelta@acero.mx' });
    await trip(person('suelta'), undefined, linking(own));
    const { cookie } = await trip(person('suelta'));
    const unlinked = await school.ask('POST', `/api/cuenta/empresa/${company}/desenlazar`, { headers: { cookie }, body: {} });
    expect(unlinked.status, unlinked.text).toBe(200);
    expect((await sessionOf(cookie)).status).toBe(200);
    expect((await act('detener')).status).toBe(200);
    await until(async () => (await sessionOf(cookie)).status === 401, 'that session to end');
    expect((await school.ask('GET', '/api/cuenta', { token: own.token })).status).toBe(200);
    expect((await act('reanudar')).status).toBe(200);
  });

  // rows: P06
  test('a domain or a client taken from it ends the sessions that it opened; what is added, renamed or renewed ends none', async () => {
    const { emisor: _, secreto, ...known } = terms();
    const change = async (more: object) => {
      const changed = await school.ask('PUT', `/api/empresas/${company}`, { token: admin.token, body: { ...known, ...more } });
      expect(changed.status, changed.text).toBe(200);
    };
    const { cookie } = await trip(person('lia'));
    await change({ nombre: 'Acero Renovado', secreto, dominios: ['acero.mx', 'hierro.mx'], crea_cuentas: false });
    await reacted(school);
    expect((await sessionOf(cookie)).status).toBe(200);
    await change({});
    await until(async () => (await sessionOf(cookie)).status === 401, 'the sessions to end that a domain less lets stand');
    const next = await trip(person('lia'));
    expect((await sessionOf(next.cookie)).status).toBe(200);
    await change({ cliente: 'otro-cliente' });
    await until(async () => (await sessionOf(next.cookie)).status === 401, 'the sessions to end that another client opened');
    await change({});
    // Who is on the way in while a domain is taken away is let in no more, also by a provider that is slow.
    await change({ dominios: ['acero.mx', 'hierro.mx'] });
    provider.tokenAnswer = async (answer) => {
      await change({});
      return { status: 200, body: answer ?? {} };
    };
    const late = await trip(person('lia'));
    expect(late.to).toContain('/login?empresa=COMPANY_STATE');
    expect(cookiesOf(late.answer.headers)).toEqual([]);
  });

  // rows: P06
  test('removed, what its people linked opens nothing, and its secret is gone', async () => {
    const own = await join(school, 'propia', { email: 'propia@acero.mx' });
    await trip(person('propia'), undefined, linking(own));
    const inside = [await trip(person('lia')), await trip(person('propia'))];
    const open = () => Promise.all(inside.map(async ({ cookie }) => (await sessionOf(cookie)).status));
    expect(await open()).toEqual([200, 200]);
    expect((await act('detener')).status).toBe(200);
    await until(async () => (await open()).every((status) => status === 401), 'the sessions that the company opened to end');
    expect((await school.ask('GET', '/api/cuenta', { token: own.token })).status).toBe(200);
    expect((await act('reanudar')).status).toBe(200);
    inside.splice(0, 2, await trip(person('lia')));
    const begun = await enter();
    expect(begun.status).toBe(200);
    expect((await act('quitar')).status).toBe(200);
    await until(async () => (await open())[0] === 401, 'that session to end');
    expect(await school.running.deps.vault.list('providers', '')).toEqual([]);
    expect((await enter()).status).toBe(404);
    expect(await act('quitar')).toMatchObject({ status: 404, body: { code: 'COMPANY_NOT_FOUND' } });
    expect((await register({})).status).toBe(201);
    expect((await trip(person('lia'))).to).toContain('COMPANY_LINK_FIRST');
  });
});
