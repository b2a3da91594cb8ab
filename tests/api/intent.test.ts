import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, registration } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';

let school: School;
let ahead = 0;
const lines: string[] = [];
beforeAll(async () => {
  school = await openSchool({ clock: () => new Date(Date.now() + ahead), logged: (line) => void lines.push(line) });
}, 60_000);
afterAll(() => school.stop());

/** A browser: it keeps the cookies that it is given. */
function browser() {
  const cookies = new Map<string, string>();
  const headers = () => ({ cookie: Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ') });
  const post = async (at: string, body?: object) => {
    const answer = await school.ask('POST', at, { headers: headers(), ...(body && { body }) });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  };
  return {
    cookies,
    post,
    want: (id_curso: number) => post('/api/intencion', { id_curso }),
    take: async () => (await post('/api/intencion/tomar')).body.id_curso,
    register: (name: string) => post('/api/auth/register', registration(name)),
    login: (name: string) => post('/api/auth/login', { email: registration(name).email, password: PASSWORD }),
  };
}

test('the course wanted before signing in is answered once, in the browser where it was wanted', async () => {
  const here = browser();
  await here.register('una');
  const wanted = await here.want(7);
  expect(wanted.headers.getSetCookie().join()).toMatch(/aulaviva\.visita=[^;]{20,};.*HttpOnly;.*SameSite=Strict/i);
  await here.want(8);
  expect((await here.post('/api/intencion/tomar')).status).toBe(401);
  await here.login('una');
  expect(await here.take()).toBe(8);
  expect(await here.take()).toBeNull();
  // What was wanted is gone from the browser, too.
  expect([...here.cookies.keys()].sort()).toEqual(['aulaviva', 'aulaviva.equipo', 'aulaviva.sesion']);
});

// rows: A39
test('the intent survives registration and the confirmation of the mail, also on another device', async () => {
  const desk = browser();
  await desk.want(5);
  expect((await desk.register('otra')).status).toBe(201);
  const phone = browser();
  await phone.login('otra');
  expect(await phone.take()).toBe(5);
  await desk.login('otra');
  expect(await desk.take()).toBeNull();
});

const nothing = { id_curso: null, codigo: null, compra: null, regalo: false, codigo_regalo: null };
// rows: A39
test('what is to be bought, or a gift to be accepted, waits beside the course to begin, in whatever order they were wanted, and both are answered once (C-58)', async () => {
  const here = browser();
  await here.register('compradora');
  await here.post('/api/intencion', { compra: 'premium' });
  await here.want(6);
  await here.post('/api/intencion', { compra: 2, regalo: true });
  await here.login('compradora');
  expect((await here.post('/api/intencion/tomar')).body).toEqual({ ...nothing, id_curso: 6, compra: 2, regalo: true });
  expect((await here.post('/api/intencion/tomar')).body).toEqual(nothing);
  const desk = browser();
  await desk.post('/api/intencion', { compra: 'premium' });
  const codigo_regalo = school.running.deps.payments.gifts.codeOf({ userId: 7, orderId: 3 });
  await desk.post('/api/intencion', { codigo_regalo });
  await desk.register('indecisa');
  const phone = browser();
  // What they wanted there loses nothing of it.
  await phone.want(9);
  await phone.login('indecisa');
  expect((await phone.post('/api/intencion/tomar')).body).toEqual({ ...nothing, id_curso: 9, compra: 'premium', codigo_regalo });
  for (const wrong of [
    {},
    { compra: 'otra' },
    { compra: -1 },
    { compra: 1.5 },
    { codigo: 'BECA-1' },
    { regalo: true },
    { compra: 'premium', codigo: 'BECA-1' },
  ])
    expect((await here.post('/api/intencion', wrong)).status, JSON.stringify(wrong)).toBe(400);
});

// rows: A39
test('the intent is deleted after a day, and belongs to nobody else', async () => {
  const here = browser();
  await here.want(3);
  const other = browser();
  await other.register('ajena');
  await other.login('ajena');
  other.cookies.set('aulaviva.visita', 'adivinada');
  expect(await other.take()).toBeNull();
  // An id that the school did not create is not accepted: whoever planted it could later read what the person wants.
  other.cookies.set('aulaviva.visita', 'plantada');
  await other.want(4);
  expect(other.cookies.get('aulaviva.visita')).not.toBe('plantada');
  const { vault } = school.running.deps;
  const [kept] = await vault.list('intents', 'visit:');
  expect(kept).toBeDefined();
  ahead = 24 * 3_600_000 + 1_000;
  await vault.sweep(Date.now() + ahead);
  expect(await vault.list('intents', '')).toEqual([]);
  ahead = 0;
});

// rows: A43
test('a page that broke is found in the log by its reference; what is no reference is refused', async () => {
  const { post } = browser();
  const body = { referencia: 'ab12cd34', mensaje: 'TypeError: x is undefined', lugar: '/dashboard' };
  expect((await post('/api/fallas', body)).status).toBe(200);
  expect(lines.find((line) => line.includes('ab12cd34'))).toMatch(
    /"page":"\/dashboard","error":"TypeError","says":"is undefined".*a page broke/,
  );
  // What an error quotes, and where somebody was, may name anybody: of that only the kind is kept, and by a mark what is the same again.
  for (const mensaje of ['TypeError: Nora Quintanilla is not a function', 'Nora Quintanilla', `Error: cannot show "nora@ejemplo.mx"`])
    for (const lugar of ['/people/nora-quintanilla', '/nora?de=quintanilla', '/list-courses?buscar=Nora%20Quintanilla'])
      expect((await post('/api/fallas', { referencia: 'cafe0001', mensaje, lugar })).status).toBe(200);
  const said = lines.filter((line) => line.includes('a page broke'));
  expect(said).toHaveLength(10);
  expect(said.join('\n')).not.toMatch(/nora|quintanilla|ejemplo/i);
  expect(new Set(said.map((line) => (JSON.parse(line) as { mark: string }).mark)).size).toBe(4);
  for (const referencia of ['<script>', 'nora-quintanilla']) expect((await post('/api/fallas', { ...body, referencia })).status).toBe(400);
  expect((await post('/api/fallas', { ...body, mensaje: 'x'.repeat(501) })).status).toBe(400);
});

// rows: A41
test('a page that is refused leaves a line too: who, with what role, which page and nothing of its query', async () => {
  const person = browser();
  await person.register('asomada');
  await person.login('asomada');
  const report = (lugar: string, cookie = `aulaviva=${person.cookies.get('aulaviva')}`) =>
    school.ask('POST', '/api/rechazos', { body: { lugar }, headers: { cookie } });
  expect((await report('/admin/overview')).status).toBe(200);
  expect((await report('/nora-quintanilla')).status).toBe(200);
  expect(lines.join('\n')).not.toContain('quintanilla');
  expect(lines.find((line) => line.includes('a page was refused'))).toMatch(/"page":"\/admin\/overview","userId":\d+,"role":"student"/);
  for (const hostile of ['/people?buscar=ana@ejemplo.mx', 'admin', '/a\nb', `/${'x'.repeat(300)}`])
    expect((await report(hostile)).status, hostile).toBe(400);
  expect((await report('/admin/overview', '')).status).toBe(401);
});

// rows: A41
test('a call that is refused leaves a line: who, with what role, which call', async () => {
  const person = browser();
  await person.register('curiosa');
  await person.login('curiosa');
  const { status } = await school.ask('GET', '/api/resumen', { headers: { cookie: `aulaviva=${person.cookies.get('aulaviva')}` } });
  expect(status).toBe(403);
  expect(lines.find((line) => line.includes('a call was refused'))).toMatch(/"call":"overview","userId":\d+,"role":"student"/);
});
