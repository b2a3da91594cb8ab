import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import type { StoreHealth } from '../../backend/api/contract/storeHealth.ts';
import { DIST } from '../../backend/api/pages/static.ts';
import { withCopyNotice } from '../../backend/api/plugins/testCopy.ts';
import { createMask } from '../../backend/process/testCopy/mask.ts';
import { registry } from '../../events/registry.ts';
import { cliScript } from '../support/compiled.ts';
import { freePort } from '../support/freePort.ts';
import { join, joinAs, PASSWORD, registration, settled } from '../support/people.ts';
import { LONG } from '../support/scale.ts';
import { embedded, openSchool, type School } from '../support/school.ts';
import { readyAt, schoolProcess } from '../support/schoolProcess.ts';
import { until } from '../support/until.ts';

const run = promisify(execFile);
const root = mkdtempSync(path.join(tmpdir(), 'aulaviva-copy-'));
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

interface Copy {
  ask(
    method: string,
    address: string,
    token?: string,
    body?: object,
  ): Promise<{ status: number; body: unknown; text: string; position: string | null }>;
  login(email: string, password: string): Promise<string>;
  stop(): Promise<void>;
}

/** Starts what stands in the folder as `npm start` does. */
async function start(folder: string, env: Record<string, string> = {}): Promise<Copy> {
  const port = await freePort();
  const school = schoolProcess({ DATA_DIR: folder, PORT: String(port), DEMO: undefined, ...env });
  await readyAt(port, school);
  const url = `http://127.0.0.1:${port}`;
  const ask: Copy['ask'] = async (method, address, token, body) => {
    const answer = await fetch(`${url}${address}`, {
      method,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, text, position: answer.headers.get('x-position'), body: /^[[{]/.test(text) ? JSON.parse(text) : null };
  };
  return {
    ask,
    async login(email, password) {
      const answer = await ask('POST', '/api/auth/login', undefined, { email, password });
      if (answer.status !== 200) throw new Error(answer.text);
      return (answer.body as { token: string }).token;
    },
    async stop() {
      school.process.kill('SIGTERM');
      await school.exit;
    },
  };
}

/** What the school's people are called and what they wrote: in their words, and nowhere else to be found. */
async function wordsOf(school: School): Promise<Set<string>> {
  const found = new Set<string>();
  let taught = '';
  const add = (value: unknown) => {
    if (typeof value !== 'string') return;
    for (const sentence of value.split(/[\n.!?]+/)) if (sentence.trim().length > 15) found.add(sentence.trim());
    if (value.length > 6 && /[@_\d]|\s/.test(value)) found.add(value);
  };
  const { log } = school.running.deps.commands;
  for await (const { type, data, meta } of log.readAll(null)) {
    const values = data as Record<string, unknown>;
    if (['course', 'lesson', 'quiz', 'groups'].includes(registry.get(type)?.category ?? '')) taught += JSON.stringify(data);
    for (const field of registry.get(type)?.personal?.fields ?? []) add(values[field]);
    if (values.firstName && values.lastName) add(`${values.firstName} ${values.lastName}`);
    add(await log.reasonOf(meta));
  }
  // Words that a note quotes or a notification names are a course's, which the copy keeps.
  return new Set([...found].filter((words) => !taught.includes(JSON.stringify(words).slice(1, -1))));
}

/** Which of these stand in any file of the folder. */
function foundIn(folder: string, words: Iterable<string>): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.map(({ parentPath, name }) => readFileSync(path.join(parentPath, name)));
  // As the stores keep it: JSON.
  return [...words].filter((word) => bytes.some((one) => one.includes(word) || one.includes(JSON.stringify(word).slice(1, -1))));
}

test('a copy of the school as it was: nobody of it is in any byte, its accounts open it, and nothing that happens in it reaches anybody', async () => {
  const school = await openSchool({ env: { DEMO: 'true' } });
  const admin = await school.login('admin');
  const { log } = school.running.deps.commands;
  // A person whose name also occurs in the school's own texts.
  await join(school, 'rita_del_valle', { first_name: 'Rita Amparo', last_name: 'Zaldívar Ocampo' });
  await school.ask('POST', '/api/google-sheet', {
    body: { curso: 'Agentes de IA', nombre: 'Zenaida Urquiza', correo: 'zenaida.urquiza@prueba.mx', telefono: '+526641239876' },
  });
  const said = ['RITA AMPARO ZALDIVAR', 'zenaida.urquiza@prueba.mx', '664 123 9876', 'Rita Zaldívar', 'rita_del_valle'];
  const commandId = crypto.randomUUID();
  const actor = { userId: admin.id, role: 'administrator' } as const;
  const meta = { commandId, correlationId: commandId, causationId: commandId, actor, occurredAt: new Date().toISOString() };
  const description = `Pregunta por ${said.join(', o por ')}.`;
  await log.append('course-1', 'any', [{ type: 'CourseDescribed', data: { courseId: 1, description } }], meta);
  await settled(school);
  const head = await log.store.head();
  let events = 0;
  for await (const { position } of log.store.readAll(null)) events += head !== null && position <= head ? 1 : 0;
  const later = await join(school, 'despues_de_la_copia');
  const words = new Set([...(await wordsOf(school)), ...said]);
  expect(words.size).toBeGreaterThan(150);
  if (embedded) expect(foundIn(school.dataDir, said)).toEqual(said);

  const folder = path.join(root, 'demo');
  const { hostname, port } = new URL(school.url);
  const env = { ...process.env, HOST: hostname, PORT: port };
  const script = cliScript('fork');
  const { stdout } = await run(process.execPath, [script, '--from', school.dataDir, '--to', folder, '--at', String(head)], { env });
  expect(stdout).toContain(`copied ${events} events`);
  const asked = [];
  for await (const event of log.readAll(null, { types: ['TestCopyAsked'] })) asked.push(event.data);
  expect(asked).toMatchObject([{ position: head, moment: null, readOnly: false, elsewhere: true }]);
  // Nothing of it is a key, a session or a picture of the school's.
  const own = JSON.parse(readFileSync(path.join(school.dataDir, 'secrets.json'), 'utf8')) as Record<string, string>;
  expect(foundIn(folder, [...Object.values(own), admin.token])).toEqual([]);

  let reached = 0;
  const outside = createServer((socket) => {
    reached++;
    socket.destroy();
  });
  const outsidePort = await new Promise<number>((resolve) => {
    outside.listen(0, '127.0.0.1', () => resolve((outside.address() as { port: number }).port));
  });
  const there = `127.0.0.1:${outsidePort}`;
  const copy = await start(folder, {
    ...{ SMTP_URL: `smtp://${there}`, MAIL_FROM: 'escuela@prueba.mx', LEADS_WEBHOOK_URL: `http://${there}/`, WEBHOOKS: 'true' },
    ...{
      WEBHOOK_PRIVATE_HOSTS: there,
      STRIPE_SECRET_KEY: 'sk_test_x',
      STRIPE_WEBHOOK_SECRET: 'whsec_x',
      STRIPE_API_BASE: `http://${there}`,
    },
    ...{ READ_STORE: `mongodb://${there}/otra`, PERSONAL_DATA_KEY: Buffer.alloc(32, 1).toString('base64') },
  });
  const email = /administrator +(\S+)/.exec(stdout)?.[1] ?? '';
  const password = /password +(\S+)/.exec(stdout)?.[1] ?? '';
  const token = await copy.login(email, password);
  const people = async (ask: Copy['ask'], of: string) =>
    ((await ask('GET', '/api/auth/users/?limit=100', of)).body as { id: number; email: string }[])
      .map(({ id }) => id)
      .sort((a, b) => a - b);
  const before = await people(async (method, address) => {
    const answer = await school.ask(method, address, { token: admin.token });
    return { ...answer, position: null };
  }, '');
  expect(await people(copy.ask, token)).toEqual(before.filter((id) => id !== later.id));
  if (existsSync(DIST)) expect((await copy.ask('GET', '/')).text).toContain('Copia de prueba del ');

  // What a real school would have sent stays in the copy's mailbox.
  expect((await copy.ask('POST', '/api/auth/register', undefined, registration('nadie_mas'))).status).toBe(201);
  const mails = async () => (await copy.ask('GET', '/api/demo/mailbox', token)).body as { to: string }[];
  await until(async () => (await mails()).some(({ to }) => to === 'nadie_mas@prueba.mx'), 'the mail to stay in the mailbox');
  expect((await copy.ask('GET', '/api/demo/mailbox')).status).toBe(404);
  await copy.ask('POST', '/api/google-sheet', undefined, {
    curso: 'Agentes de IA',
    nombre: 'Otra',
    correo: 'otra.mas@prueba.mx',
    telefono: '+526641230000',
  });
  await copy.stop();
  expect(reached).toBe(0);
  outside.close();
  expect(foundIn(folder, words)).toEqual([]);
  await school.stop();
}, 240_000);

test('where a copy is made in the screen, it is seen, is cancelled without a trace, is read only where that was asked for, and is removed', {
  tags: 'night',
  timeout: 240_000,
}, async () => {
  const school = await openSchool();
  const ana = await joinAs(school, 'ana', 'administrator');
  const { token } = await school.login(ana.email, PASSWORD);
  const health = async () => (await school.ask('GET', '/api/operacion/almacen', { token })).body as unknown as StoreHealth;
  const begin = (body: object) => school.ask('POST', '/api/operacion/copias', { token, body });

  expect((await begin({ solo_lectura: true, momento: '2001-01-01T00:00:00Z' })).body).toMatchObject({ code: 'PAST_MOMENT_INVALID' });
  for (const posicion of ['0', '999999', 'x'])
    expect((await begin({ solo_lectura: true, posicion })).body).toMatchObject({
      code: 'POSITION_INVALID',
      errors: [{ path: 'posicion' }],
    });
  expect((await begin({ solo_lectura: true })).status).toBe(200);
  expect((await begin({ solo_lectura: true })).body).toMatchObject({ code: 'COPY_RUNNING' });
  expect((await health()).copiando).toBe(0);
  await school.ask('POST', '/api/operacion/copias/cancelar', { token, body: {} });
  expect(await health()).toMatchObject({ copias: [], copiando: null, copia_fallida: null });
  expect(existsSync(path.join(school.dataDir, 'copies')) ? readdirSync(path.join(school.dataDir, 'copies')) : []).toEqual([]);

  // As of a moment it is of that moment, whatever happened last.
  const now = new Date().toISOString();
  // Asked again by its key, while it is made and once it is there, it is the same copy.
  const asked = async () => {
    await school.running.deps.answers.forgetAll();
    const answer = await school.ask('POST', '/api/operacion/copias', {
      ...{ token, body: { solo_lectura: true, momento: now } },
      headers: { 'idempotency-key': 'one-copy' },
    });
    return answer.body['id'];
  };
  const id = await asked();
  expect(await asked()).toBe(id);
  const over = async () => {
    const { copiando, copias } = await health();
    return copiando === null && copias[0];
  };
  const made = await until(over, 'the copy', 90_000);
  expect(await asked()).toBe(id);
  expect((await health()).copiando).toBeNull();
  expect(made).toMatchObject({ id, solo_lectura: true, momento: now });
  const { accounts, password } = JSON.parse(readFileSync(path.join(made.carpeta, 'copy.json'), 'utf8')) as {
    accounts: { email: string }[];
    password: string;
  };
  const copy = await start(made.carpeta);
  const reader = await copy.login(accounts[0]?.email ?? '', password);
  expect((await copy.ask('GET', '/api/auth/users/', reader)).status).toBe(200);
  for (const [method, address] of [
    ['PUT', `/api/auth/users/${ana.id}`],
    ['POST', '/api/auth/register'],
    ['DELETE', '/api/courses/1/'],
    ['POST', '/no/such/call'],
  ] as const)
    expect((await copy.ask(method, address, reader, {})).body).toMatchObject({ code: 'COPY_READ_ONLY' });
  expect((await school.ask('DELETE', `/api/operacion/copias/${made.id}`, { token })).body).toMatchObject({ code: 'COPY_IN_USE' });
  await copy.stop();
  expect((await school.ask('DELETE', `/api/operacion/copias/${made.id}`, { token })).status).toBe(200);
  expect((await school.ask('DELETE', `/api/operacion/copias/${made.id}`, { token })).status).toBe(200);

  // One that was cut off is no school, and is never started as one.
  const half = path.join(root, 'half');
  await run(process.execPath, [cliScript('fork'), '--from', school.dataDir, '--to', half, '--recorded']);
  const mark = JSON.parse(readFileSync(path.join(half, 'copy.json'), 'utf8')) as object;
  writeFileSync(path.join(half, 'copy.json'), JSON.stringify({ ...mark, events: 0 }));
  await expect(start(half)).rejects.toThrow('did not come to its end');
  // It is begun again where it is.
  await run(process.execPath, [cliScript('fork'), '--from', school.dataDir, '--to', half, '--recorded']);
  expect(JSON.parse(readFileSync(path.join(half, 'copy.json'), 'utf8'))).toMatchObject({ events: (mark as { events: number }).events });
  await expect(run(process.execPath, [cliScript('fork'), '--from', school.dataDir, '--to', half, '--recorded'])).rejects.toThrow(
    'is not empty',
  );
  await school.stop();
});

test('in a process that reaches nobody no way out is open: not by any protocol, and not from a thread', async () => {
  let reached = 0;
  const server = createServer((socket) => {
    reached++;
    socket.destroy();
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
  });
  const tries = `
    import dgram from 'node:dgram'; import dns from 'node:dns'; import { lookup } from 'node:dns/promises'; import http from 'node:http'; import http2 from 'node:http2';
    import net, { connect } from 'node:net'; import tls from 'node:tls'; import { parentPort } from 'node:worker_threads';
    const port = ${port};
    const over = (emitter) => new Promise((resolve) => emitter.once('error', (error) => resolve(error.code)));
    const told = [];
    told.push(await fetch('http://127.0.0.1:' + port).then(() => 'reached', (error) => error.cause?.code));
    told.push(await over(connect(port, '127.0.0.1')), await over(net.createConnection({ port })), await over(tls.connect({ port, host: 'localhost' })));
    told.push(await over(http.get('http://localhost:' + port)), await over(http2.connect('http://localhost:' + port)));
    told.push(await lookup('example.org').then(() => 'reached', (error) => error.code));
    told.push(await new Promise((resolve) => dns.lookup('example.org', (error) => resolve(error?.code ?? 'reached'))));
    for (const ask of [() => dns.resolve('example.org', () => {}), () => new dns.Resolver().resolve4('example.org', () => {}),
      () => new dns.promises.Resolver().resolveTxt('example.org'), () => dns.promises.resolveMx('example.org')])
      try { await ask(); told.push('reached'); } catch (error) { told.push(error.code); }
    try { dgram.createSocket('udp4').send('x', port); told.push('reached'); } catch (error) { told.push(error.code); }
  `;
  const inThread = path.join(root, 'thread.mjs');
  writeFileSync(inThread, `${tries}; parentPort.postMessage(told); process.exit();`);
  const main = path.join(root, 'main.mjs');
  const held = path.resolve('backend/integrations/outside/held.ts');
  writeFileSync(
    main,
    `import { Worker } from 'node:worker_threads'; import { holdBack } from ${JSON.stringify(held)}; holdBack();
    ${tries}
    const other = await new Promise((resolve) => new Worker(${JSON.stringify(inThread)}).once('message', resolve));
    process.stdout.write(JSON.stringify([...told, ...other])); process.exit();`,
  );
  const { stdout } = await run(process.execPath, [main]);
  expect(JSON.parse(stdout)).toEqual(new Array(26).fill('HELD_BACK'));
  expect(reached).toBe(0);
  server.close();
});

test('names that are two stay two, however alike they are and however many there are; one name, however it is written, stays one; what cannot be read is named', async () => {
  const { mail, username } = createMask(new Uint8Array(32).fill(3));
  const many = Array.from({ length: LONG ? 20_000 : 2_000 }, (_, n) => `persona_${n}`);
  expect(new Set(many.map(username)).size).toBe(many.length);
  expect(username('PERSONA_7')).toBe(username('persona_7'));
  expect(mail('Ana@Prueba.MX.')).toBe(mail('ana@prueba.mx'));
  expect(mail('josé@prueba.mx')).not.toBe(mail('jose@prueba.mx'));

  const school = await openSchool();
  for (const name of ['jose', 'josé']) await join(school, name, { email: `${name}@prueba.mx` });
  const copy = (to: string, ...more: string[]) =>
    run(process.execPath, [cliScript('fork'), '--to', path.join(root, to), '--recorded', ...more], {
      env: { ...process.env, DATA_DIR: school.dataDir },
    });
  expect((await copy('alike')).stdout).toMatch(/^copied \d+ events/m);
  const log = new DatabaseSync(path.join(school.dataDir, 'events.db'));
  log.exec(`UPDATE events SET data = '{}' WHERE position = (SELECT max(position) FROM events WHERE type = 'UserRegistered')`);
  log.close();
  const refused = await copy('unreadable').catch((error: { stderr: string }) => error);
  expect(refused.stderr).toMatch(/^aulaviva: UserRegistered at \d+ cannot be read, .*\n$/);
  await school.stop();
}, 60_000);

test('each page of a copy says the moment that it shows, not only the day', () => {
  const page = withCopyNotice('<html><body></body></html>', { asOf: '2026-11-29T08:05:00.000Z', readOnly: false });
  expect(page).toMatch(/Copia de prueba del 29 de noviembre de 2026, 12:05\sa\.m\. hora de Tijuana: nada de aquí llega a nadie\./);
  expect(page).toMatch(/Test copy as of November 29, 2026, 12:05\sAM Tijuana time: nothing here reaches anybody\./);
});
