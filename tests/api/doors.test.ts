import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cookieName } from '../../backend/api/plugins/sessionCookie.ts';
import { sessions } from '../../backend/commands/identity/sessions.ts';
import { createSessionTokens } from '../../backend/integrations/vault/sessionTokens.ts';
import { BadConfig, readConfig } from '../../backend/process/config.ts';
import { join, joinAs, PASSWORD, type Person } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';

/** The host names by which the school is reached, the proxies before it, and how long a session lasts. */

let school: School;
let admin: Person;
beforeAll(async () => {
  school = await openSchool({
    env: {
      PUBLIC_URL: 'https://escuela.prueba',
      PUBLIC_ALIASES: 'www.escuela.prueba, aula.prueba:8443',
      TRUST_PROXY: '10.0.0.0/8, loopback',
    },
  });
  admin = await joinAs(school, 'directora', 'administrator');
}, 120_000);
afterAll(() => school.stop());

/** `fetch` always sends the host of the address, whatever header is set. */
const ask = (at: string, headers: Record<string, string> | readonly string[]): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const asked = request(`${school.url}${at}`, { headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (part: string) => {
        text += part;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    asked.on('error', reject);
    asked.end();
  });

test('a host name that is not the school’s is refused, for pages and calls; health and metrics answer under any', async () => {
  const statusOf = async (host: string, at = '/api/cursos/cursos') => (await ask(at, { host })).status;
  for (const host of [
    'escuela.prueba',
    'ESCUELA.prueba',
    'www.escuela.prueba',
    'aula.prueba:8443',
    'localhost:9',
    '127.0.0.1',
    '[::1]:80',
    '192.168.1.9:3000',
  ])
    expect(await statusOf(host), host).toBe(200);
  for (const host of [
    'malo.ejemplo',
    'escuela.prueba.malo.ejemplo',
    'aula.prueba',
    '127.0.0.1.malo.ejemplo',
    'malo.ejemplo@127.0.0.1',
    '127.0.0.1/@',
  ]) {
    expect(await statusOf(host), host).toBe(421);
    expect(await statusOf(host, '/'), host).toBe(421);
  }
  expect((await ask('/api/cursos/cursos', ['host', 'escuela.prueba', 'Host', 'malo.ejemplo'])).status).toBe(421);
  expect(JSON.parse((await ask('/api/cursos/cursos', { host: 'malo.ejemplo' })).text)).toMatchObject({ code: 'HOST_NOT_KNOWN' });
  expect(await statusOf('10-0-0-7.pod.cluster.local', '/api/health')).toBe(200);
  // A name rebound by an attacker's DNS is an origin of its own, and opens no socket either.
  // A header that a page can set does not replace the host name of the request.
  expect((await ask('/api/cursos/cursos', { host: 'malo.ejemplo', 'x-forwarded-host': 'localhost' })).status).toBe(421);
  const socket = { host: 'malo.ejemplo', origin: 'https://malo.ejemplo' };
  expect((await ask('/socket.io/?EIO=4&transport=polling', socket)).status).toBe(403);
  expect((await ask('/socket.io/?EIO=4&transport=polling', { host: 'escuela.prueba', origin: 'https://escuela.prueba' })).status).toBe(200);
});

test('answers of the API are cached by nobody; on https the cookie is __Host-', async () => {
  const answer = await school.ask('POST', '/api/auth/login', { body: { email: admin.email, password: PASSWORD } });
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const [own = '', ...others] = answer.headers.getSetCookie();
  expect(own).toMatch(/^__Host-aulaviva=[\w-]{43};.*Path=\/;.*HttpOnly; Secure; SameSite=Strict/);
  for (const cookie of others) expect(cookie).toContain('Secure');
  for (const at of ['/api/cursos/cursos', '/api/auth/sesion', '/api/no-existe'])
    expect((await school.ask('GET', at)).headers.get('cache-control'), at).toBe('no-store');
  // A cookie without the `__Host-` prefix, which any subdomain could set, is ignored.
  const token = own.split(/[=;]/)[1];
  const status = async (cookie: string) => (await school.ask('GET', '/api/auth/sesion', { headers: { cookie } })).status;
  expect([await status(`__Host-aulaviva=${token}`), await status(`aulaviva=${token}`)]).toEqual([200, 401]);
});

test('behind a trusted proxy the visitor’s own address counts for limits', async () => {
  const person = await join(school, 'detras_de_un_proxy');
  const guess = (forwarded: string) =>
    school.ask('POST', '/api/auth/login', {
      body: { email: person.email, password: 'No-es-esta-1!' },
      headers: { 'x-forwarded-for': forwarded },
    });
  for (let i = 0; i < 10; i++) expect((await guess('203.0.113.7')).status).toBe(401);
  expect((await guess('203.0.113.7')).status).toBe(429);
  expect((await guess('203.0.113.7, 10.1.2.3')).status).toBe(429);
  // Another visitor behind the same proxy has limits of their own; an address that a client puts before its own changes nothing.
  expect((await guess('203.0.113.8, 10.1.2.3')).status).toBe(401);
  expect((await guess('198.51.100.1, 203.0.113.7')).status).toBe(429);
});

test('figures are for administrators, also from afar', async () => {
  const metrics = (token?: string) => school.ask('GET', '/metrics', { token, headers: { 'x-forwarded-for': '203.0.113.7' } });
  const student = await join(school, 'mirona');
  expect([(await metrics()).status, (await metrics(student.token)).status, (await metrics(admin.token)).status]).toEqual([401, 401, 200]);
});

// rows: A40
test('a session that nobody uses for half an hour ends on the server, on record', async () => {
  const { commands, vault } = school.running.deps;
  const person = await join(school, 'ausente');
  const now = Date.now();
  const begin = async (sessionId: string, usedAt: number) => {
    const own = crypto.randomUUID();
    const context = {
      commandId: own,
      correlationId: own,
      causationId: own,
      actor: { userId: person.id, role: 'student' },
      now: new Date(),
    } as const;
    await commands.handle(sessions, person.id, { type: 'start', userId: person.id, sessionId, method: 'password', device: null }, context);
    // A session begun in another process: this one has not seen it used.
    const begun = await createSessionTokens(vault).start({
      userId: person.id,
      sessionId,
      role: 'student',
      expiresAt: now + 86_400_000,
      startedAt: now - 7_200_000,
      usedAt,
    });
    return begun.cookie;
  };
  const seen = (token: string) =>
    school.ask('GET', '/api/auth/sesion', { headers: { cookie: `${cookieName(school.config.publicUrl)}=${token}` } });
  const left = await begin('dejada', now - 31 * 60_000);
  const used = await begin('usada', now - 29 * 60_000);
  expect((await seen(left)).status).toBe(401);
  expect((await seen(used)).status).toBe(200);
  const ended = [];
  for await (const { type, data } of commands.log.readStream(`sessions-${person.id}`)) if (type === 'SessionEnded') ended.push(data);
  expect(ended).toMatchObject([{ sessionId: 'dejada', cause: 'idle' }]);
});

test('TRUST_PROXY and PUBLIC_ALIASES say what they take', () => {
  const env = { SESSION_SECRET: 's'.repeat(40), PERSONAL_DATA_KEY: Buffer.alloc(32, 7).toString('base64') };
  const read = (more: Record<string, string>) => readConfig({ ...env, ...more });
  expect(read({})).toMatchObject({ trustProxy: ['loopback'], publicAliases: [] });
  expect(read({ TRUST_PROXY: 'none' }).trustProxy).toBe(false);
  expect(read({ TRUST_PROXY: '2' }).trustProxy).toBe(2);
  expect(read({ TRUST_PROXY: '10.0.0.0/8,::1' }).trustProxy).toEqual(['10.0.0.0/8', '::1']);
  for (const TRUST_PROXY of ['todos', '0', '10.0.0.0/99', '10.0.0.0/8/8', 'http://10.0.0.1'])
    expect(() => read({ TRUST_PROXY }), TRUST_PROXY).toThrow(BadConfig);
  for (const PUBLIC_ALIASES of ['https://otra.prueba', 'otra.prueba/ruta', 'a b'])
    expect(() => read({ PUBLIC_ALIASES }), PUBLIC_ALIASES).toThrow(BadConfig);
});
