import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SecuritySummary } from '../../backend/api/contract/facts.ts';
import { allKeyScopes } from '../../backend/api/contract/policy.ts';
import { join, settled } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';

/** Assistants of analysts, by the client of the protocol's own library. */

let school: School;
let admin: { token: string; id: number };
let key: { id: string; key: string };
const opened: Client[] = [];
const make = async (more: object = {}) => {
  const body = { nombre: 'Asistente', permisos: ['analytics.assist'], por_segundo: 100, vence: null, ...more };
  const answer = await school.ask('POST', '/api/claves', { token: admin.token, body });
  expect(answer.status, answer.text).toBe(201);
  return { id: String(answer.body['id']), key: String(answer.body['clave']) };
};
const connect = async (token: string): Promise<Client> => {
  const client = new Client({ name: 'prueba', version: '1' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${school.url}/api/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    }) as never,
  );
  opened.push(client);
  return client;
};
interface Said {
  lista: Record<string, unknown>[];
  siguiente?: string | null;
  [name: string]: unknown;
}
const textOf = (answer: unknown): string => (answer as { content: { text: string }[] }).content.map(({ text }) => text).join('');
/** What a tool answers; waits while the copy of the log that SQL queries read is still being made. */
const use = async (client: Client, name: string, given: object = {}): Promise<Said> => {
  for (;;) {
    const answer = await client.callTool({ name, arguments: { ...given } });
    expect(answer.isError, textOf(answer)).not.toBe(true);
    const said = JSON.parse(textOf(answer)) as Said;
    if (said['preparando'] !== true) return said;
  }
};
const refused = async (client: Client, name: string, given: object): Promise<string> => {
  const answer = await client.callTool({ name, arguments: { ...given } });
  expect(answer.isError, `${name} ${JSON.stringify(given)}: ${textOf(answer).slice(0, 200)}`).toBe(true);
  return textOf(answer);
};
const recorded = async (userId = admin.id) => {
  const events = [];
  for await (const event of school.running.deps.commands.log.readStream(`access-${userId}`))
    if (event.type === 'AssistantAsked') events.push(event);
  return events;
};

beforeAll(async () => {
  school = await openSchool({ env: { DEMO: 'true' } });
  admin = await school.login('admin');
  key = await make();
  await settled(school);
}, 120_000);
afterAll(async () => {
  await Promise.all(opened.map((client) => client.close()));
  await school.stop();
});

// rows: P10
test('an assistant finds its tools, all of which only read, and answers a question with them', async () => {
  const client = await connect(key.key);
  expect(client.getServerVersion()).toMatchObject({ name: 'aulaviva' });
  expect(client.getInstructions()).toContain('cifrado');
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    ...['diccionario_de_eventos', 'buscar_eventos', 'leer_evento', 'leer_flujo', 'consultar_sql', 'consultas_guardadas'],
    ...['cifras_de_la_escuela', 'salud_de_las_vistas'],
  ]);
  for (const { annotations, inputSchema } of tools) {
    expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false, openWorldHint: false });
    expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
  }
  const types = await use(client, 'diccionario_de_eventos', { buscar: 'inscri' });
  expect(types.lista.map(({ tipo }) => tipo)).toContain('LearnerEnrolled');
  const [type] = (await use(client, 'diccionario_de_eventos', { tipo: 'LearnerEnrolled' })).lista;
  expect(type).toMatchObject({ tipo: 'LearnerEnrolled', campos: expect.any(Array), cantidad: expect.any(Number) });
  const found = await use(client, 'buscar_eventos', { tipo: 'LearnerEnrolled', limite: 3 });
  expect(found.lista).toHaveLength(3);
  const next = await use(client, 'buscar_eventos', { tipo: 'LearnerEnrolled', limite: 3, siguiente: found.siguiente });
  expect(new Set([...found.lista, ...next.lista].map(({ id }) => id)).size).toBe(6);
  const { flujo, numero } = found.lista[0] ?? {};
  expect((await use(client, 'leer_evento', { flujo, numero })).lista[0]).toMatchObject({ tipo: 'LearnerEnrolled', flujo, numero });
  const whole = await use(client, 'leer_flujo', { flujo: 'course-1', limite: 2 });
  expect(whole.lista).toMatchObject([{ tipo: 'CourseCreated', numero: 0, datos: expect.any(Object) }, { numero: 1 }]);
  const sql = await use(client, 'consultar_sql', { sql: "SELECT count(*) FROM eventos WHERE tipo = 'LearnerEnrolled'" });
  expect(sql.lista).toEqual([[type?.['cantidad']]]);
  expect(await use(client, 'cifras_de_la_escuela')).toMatchObject({ embudo: expect.any(Array), lista: expect.any(Array) });
  expect((await use(client, 'salud_de_las_vistas')).lista).toContainEqual(expect.objectContaining({ vista: 'users', estado: 'running' }));
  expect((await use(client, 'consultas_guardadas')).lista).toEqual(expect.any(Array));
});

// rows: P10
test('each use is on record before its answer: tool, key, how much; nothing of what was asked; shown with what else was read', async () => {
  const before = (await recorded()).length;
  const client = await connect(key.key);
  await use(client, 'leer_flujo', { flujo: 'course-1', limite: 4 });
  await refused(client, 'consultar_sql', { sql: 'SELECT secreto_de_renata FROM eventos' });
  const events = (await recorded()).slice(before);
  expect(events.map(({ data }) => data)).toMatchObject([
    { userId: admin.id, keyId: key.id, tool: 'leer_flujo', outcome: 'answered', rows: 4, characters: expect.any(Number) },
    { userId: admin.id, keyId: key.id, tool: 'consultar_sql', outcome: 'refused', rows: 0 },
  ]);
  expect(events[0]?.meta).toMatchObject({ actor: { userId: admin.id }, origin: { key: key.id } });
  expect(JSON.stringify(events)).not.toContain('renata');
  await settled(school);
  const summary = (await school.ask('GET', '/api/historial/seguridad', { token: admin.token })).body as unknown as SecuritySummary;
  expect(summary.personas.find(({ quien }) => quien.id === admin.id)?.asistente).toBe(
    (await recorded()).filter(({ data }) => (data as { outcome: string }).outcome === 'answered').length,
  );
  const told = await school.ask('GET', '/api/historial/buscar?vista=seguridad&tipo=AssistantAsked', { token: admin.token });
  expect((told.body['hechos'] as { frase: string }[]).map(({ frase }) => frase).join('\n')).toContain('preguntó por un asistente');
});

// rows: P10
test('an assistant that tries everything sees nobody: no name, no mail, no sentence, whatever its key may besides', async () => {
  const secret = await join(school, 'zenaida', { first_name: 'Zenaida', last_name: 'Ixtlahuaca' });
  await settled(school);
  // A key with every scope may list people by other calls; an assistant's tools never do.
  const { key: token } = await make({ permisos: [...allKeyScopes] });
  const client = await connect(token);
  const answers: unknown[] = [];
  const take = async (name: string, given: object) => answers.push(await client.callTool({ name, arguments: { ...given } }));
  await take('leer_flujo', { flujo: `user-${secret.id}` });
  await take('buscar_eventos', { quien: secret.id });
  for (const field of ['firstName', 'email', 'meta.reason']) {
    await take('buscar_eventos', { flujo: `user-${secret.id}`, campo: field, valor: 'Zenaida' });
    await take('buscar_eventos', { flujo: `user-${secret.id}`, campo: field });
  }
  expect(JSON.parse(textOf(answers[2]))).toMatchObject({ lista: [] });
  await take('diccionario_de_eventos', { tipo: 'UserRegistered' });
  for (const sql of [
    `SELECT * FROM eventos WHERE flujo = 'user-${secret.id}'`,
    `SELECT * FROM eventos WHERE datos LIKE '%Zenaida%'`,
    'SELECT * FROM usuarios UNION SELECT table_name FROM duckdb_tables()',
    `ATTACH '${school.dataDir}/vault.db' AS v`,
    "SELECT content FROM read_text('/etc/passwd')",
  ])
    await take('consultar_sql', { sql });
  for (const flujo of ['../users', `user-${secret.id}?x=1&admin=1`, `user-${secret.id}#`, '/api/auth/users', 'x'.repeat(240)])
    await take('leer_evento', { flujo, numero: 0 });
  await refused(client, 'leer_flujo', { flujo: 'user-*' });
  await refused(client, 'buscar_eventos', { idioma: 'es', role: 'administrator', token: 'x' });
  await refused(client, 'leer_evento', { flujo: `user-${secret.id}`, numero: 0, revelar: true });
  const all = JSON.stringify(answers);
  expect(all).toContain('cifrado');
  for (const name of ['Zenaida', 'Ixtlahuaca', secret.email, 'admin@demo.mx', 'analista@demo.mx', 'root:']) expect(all).not.toContain(name);
  expect(all.toLowerCase()).not.toContain(Buffer.from('Ixtlahuaca').toString('hex'));
  await expect(client.callTool({ name: 'revelar_valor', arguments: {} })).rejects.toThrow('Unknown tool');
  await expect(client.callTool({ name: '__proto__', arguments: {} })).rejects.toThrow('Unknown tool');
  await expect(client.listResources()).rejects.toThrow();
});

// rows: P10
test('who has no such key, or none at all, is refused; analysts may by their own session', async () => {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const send = (token: string | undefined, body: unknown = message) => school.ask('POST', '/api/mcp', { token, body });
  expect(await send(undefined)).toMatchObject({ status: 401, body: { code: 'AUTH_REQUIRED' } });
  expect(await send(`av_0123456789ab_${'s'.repeat(43)}`)).toMatchObject({ status: 401, body: { code: 'API_KEY_INVALID' } });
  const other = await make({ permisos: ['analytics.read', 'users.list'] });
  expect(await send(other.key)).toMatchObject({ status: 403, body: { code: 'SCOPE_MISSING' } });
  for (const name of ['estudiante', 'instructor']) expect((await send((await school.login(name)).token)).body.code).toBe('FORBIDDEN');
  const analyst = await school.login('analista');
  const client = await connect(analyst.token);
  await use(client, 'leer_flujo', { flujo: 'course-1', limite: 1 });
  expect((await recorded(analyst.id)).at(-1)?.data).toMatchObject({ keyId: null, tool: 'leer_flujo', rows: 1 });
  const gone = await make();
  const late = await connect(gone.key);
  await school.ask('POST', `/api/claves/${gone.id}/revocar`, { token: admin.token, body: {} });
  await expect(late.callTool({ name: 'salud_de_las_vistas', arguments: {} })).rejects.toThrow('API_KEY_INVALID');
  // The header by which this process calls itself is a secret that others cannot forge.
  const forged = await school.ask('GET', '/api/eventos/buscar', { headers: { 'x-pass': 'a'.repeat(43) } });
  expect(forged.status).toBe(401);
});

// rows: P10
test('what is no message of the protocol is refused as one: batches, broken JSON, wrong versions, huge arguments', async () => {
  const send = (raw: string, headers: Record<string, string> = {}, type = 'application/json') =>
    school.ask('POST', '/api/mcp', { token: key.key, raw: { type, body: raw }, headers });
  const call = (given: unknown, id: unknown = 1) =>
    JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'leer_flujo', arguments: given } });
  const before = (await recorded()).length;
  for (const raw of [
    `[${call({ flujo: 'course-1' })},${call({ flujo: 'course-2' }, 2)}]`,
    ...[
      '[]',
      '{}',
      '"x"',
      '7',
      'null',
      '{"jsonrpc":"1.0","id":1,"method":"tools/list"}',
      '{"jsonrpc":"2.0","id":{},"method":"tools/list"}',
    ],
    '{"jsonrpc":"2.0","id":1,"method":7}',
  ]) {
    const answer = await send(raw);
    expect(answer.status, raw).toBe(400);
    expect(answer.body, raw).toMatchObject({ jsonrpc: '2.0', error: { code: expect.any(Number) } });
  }
  for (const raw of ['{not json', `${'['.repeat(500)}${']'.repeat(500)}`, call({ flujo: '\u0000' })])
    expect((await send(raw)).status, raw.slice(0, 40)).toBe(400);
  expect(await send(call({ flujo: 'x'.repeat(40_000) }))).toMatchObject({ status: 413, body: { code: 'TOO_LARGE' } });
  expect((await send(call({ flujo: 'course-1' }), {}, 'text/plain')).status).toBe(415);
  expect((await send(call({ flujo: 'course-1' }), { 'mcp-protocol-version': '1999-01-01' })).status).toBe(400);
  expect(await recorded()).toHaveLength(before);
  // Wrong arguments are reported to the assistant, and recorded.
  for (const given of [
    { flujo: 'x'.repeat(5_000) },
    { flujo: 7 },
    { flujo: ['course-1'] },
    { flujo: 'course-1', limite: 1e9 },
    'x',
    null,
    {},
  ])
    expect([200, 400], JSON.stringify(given).slice(0, 40)).toContain((await send(call(given))).status);
  const unknown = await send('{"jsonrpc":"2.0","id":1,"method":"roots/steal"}');
  expect(unknown.body).toMatchObject({ error: { code: -32_601 } });
  const note = await send('{"jsonrpc":"2.0","method":"notifications/initialized"}');
  expect([note.status, note.text]).toEqual([202, '']);
  for (const method of ['GET', 'DELETE']) expect((await school.ask(method, '/api/mcp', { token: key.key })).status).toBe(405);
});

// rows: P10
test('an answer has no more than an assistant can read at once, and says that it was cut', async () => {
  const client = await connect(key.key);
  const many = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 900) SELECT i, lpad(i::VARCHAR, 900, ' ') FROM n";
  const answer = await client.callTool({ name: 'consultar_sql', arguments: { sql: many } });
  expect(textOf(answer).length).toBeLessThan(62_000);
  const said = JSON.parse(textOf(answer)) as Said;
  expect(said).toMatchObject({ mostrados: said.lista.length, aviso: expect.stringContaining('No cupo') });
  expect(said.lista.length).toBeGreaterThan(20);
  expect((await recorded()).at(-1)?.data).toMatchObject({ rows: said.lista.length, characters: textOf(answer).length });
});

// rows: P10
test('a key asks at most four things at once, and three hundred in an hour; its owner’s own work is not slowed', async () => {
  const hurried = await make();
  const { limits } = school.running.deps;
  for (let done = 0; done < 298; done++) await limits.count('assistant', `key ${hurried.id}`, 300, 3_600_000);
  const client = await connect(hurried.key);
  const ask = () => client.callTool({ name: 'consultas_guardadas', arguments: {} });
  const answers = [await ask(), await ask(), await ask()];
  expect(answers.map(({ isError = false }) => isError)).toEqual([false, false, true]);
  expect(textOf(answers[2])).toMatch(/^TOO_MANY_REQUESTS: .*\(\d+ s\)$/);
  expect((await recorded()).filter(({ data }) => (data as { keyId: string }).keyId === hurried.id)).toHaveLength(2);
  const other = await connect((await make()).key);
  const many = Array.from({ length: 12 }, () => other.callTool({ name: 'consultar_sql', arguments: { sql: 'SELECT 1' } }));
  const late = (await Promise.all(many)).filter((one) => textOf(one).startsWith('TOO_MANY_REQUESTS')).length;
  expect(late).toBeGreaterThan(0);
  expect(late).toBeLessThanOrEqual(8);
  expect((await school.ask('GET', '/api/eventos/buscar?limit=1', { token: admin.token })).status).toBe(200);
});
