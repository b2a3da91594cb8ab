import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allRoutes } from '../../backend/api/contract/all.ts';
import { errorCatalogue } from '../../backend/api/contract/errors.ts';
import { createWebhookSender } from '../../backend/integrations/webhooks/sender.ts';
import { outgoingTypes } from '../../events/outgoing.ts';
import { openReceiver } from '../support/receiver.ts';
import { openSchool, type School } from '../support/school.ts';

/** The client for TypeScript: installed by npm from a running school, checked by the compiler, and used against that school. */

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');
let school: School;
let folder: string;
let key = '';
beforeAll(async () => {
  school = await openSchool({ env: { DEMO: 'true' } });
  folder = await mkdtemp(path.join(tmpdir(), 'aulaviva-client-'));
  const { token } = await school.login('admin');
  const body = { nombre: 'Cliente', permisos: ['leads.manage', 'users.list', 'analytics.read'], por_segundo: 100, vence: null };
  key = String((await school.ask('POST', '/api/claves', { token, body })).body['clave']);
  await writeFile(path.join(folder, 'package.json'), '{"private":true,"type":"module"}');
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', '--loglevel=error'];
  await run('npm', ['install', ...quiet, `${school.url}/api/docs/cliente.tgz`], { cwd: folder });
}, 180_000);
afterAll(async () => {
  await school.stop();
  await rm(folder, { recursive: true, force: true });
});

interface Module {
  createClient(options: object): Record<string, (given?: object) => Promise<{ data: Record<string, unknown>; next: string | null }>>;
  pages<T = { contactos: { id: string }[] }>(list: unknown, given?: object): AsyncGenerator<{ data: T }>;
  readWebhook(message: object): Promise<{ type: string }>;
}
const load = async () => (await import(pathToFileURL(path.join(folder, 'node_modules/@aulaviva/client/index.js')).href)) as Module;

// rows: P02
test('the client has every call, error and event of this release, each with its types, which the compiler holds a program to', async () => {
  const types = await readFile(path.join(folder, 'node_modules/@aulaviva/client/index.d.ts'), 'utf8');
  const lacks = (names: readonly string[], form: (name: string) => string) => names.filter((name) => !types.includes(form(name)));
  expect(
    lacks(
      allRoutes.map(({ id }) => id),
      (id) => `\n  ${id}: { given: `,
    ),
  ).toEqual([]);
  expect(lacks(Object.keys(errorCatalogue), (code) => `\n  ${code}: `)).toEqual([]);
  expect(lacks(outgoingTypes, (type) => `\n  ${type}: {`)).toEqual([]);
  await writeFile(
    path.join(folder, 'good.ts'),
    `import { AulavivaError, createClient, pages, readWebhook, type ErrorCode } from '@aulaviva/client';
const school = createClient({ url: 'https://escuela.mx', key: 'av_x' });
export async function use(): Promise<number> {
  const { data } = await school.listLeads({ query: { limit: 5, estado: 'nuevo' } });
  const name: string | null = data.contactos[0]!.nombre;
  await school.noteLead({ params: { leadId: data.contactos[0]!.id }, body: { texto: name } });
  for await (const page of pages(school.listLeads, { query: { limit: 5 } })) page.data.contactos.length;
  const file: Response = (await school.exportLeads()).data;
  const message = await readWebhook({ headers: file.headers, body: '', secret: 'whsec_' });
  if (message.type === 'CourseRenamed') return message.data.courseId + message.event.version;
  // @ts-expect-error there is no such state
  await school.listLeads({ query: { estado: 'perdido' } });
  // @ts-expect-error it needs to know of whom
  await school.noteLead({ body: { texto: 'x' } });
  // @ts-expect-error there is no such call
  await school.listUnicorns();
  try {
    await school.listApiKeys();
  } catch (error) {
    // @ts-expect-error there is no such error
    if (error instanceof AulavivaError && error.code === 'NOT_AN_ERROR') return error.status;
  }
  const code: ErrorCode = 'LEAD_NOT_FOUND';
  return code.length;
}
`,
  );
  const readme = await readFile(path.join(folder, 'node_modules/@aulaviva/client/README.md'), 'utf8');
  const example = /```ts\n([\s\S]+?)```/.exec(readme)?.[1] ?? '';
  await writeFile(
    path.join(folder, 'example.ts'),
    `${example}void readWebhook;\ndeclare const process: { env: { AULAVIVA_KEY?: string } };\n`,
  );
  await writeFile(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, noEmit: true, skipLibCheck: false },
        ...{ module: 'nodenext', moduleResolution: 'nodenext', target: 'es2024', lib: ['es2024', 'dom', 'dom.iterable'], types: [] },
      },
      include: ['good.ts', 'example.ts'],
    }),
  );
  const tsc = path.join(root, 'node_modules/.bin/tsc');
  const { stdout } = await run(tsc, ['-p', folder]).catch((error: { stdout: string }) => error);
  expect(stdout).toBe('');
}, 120_000);

// rows: P02
test('a program reads, writes and reads what it wrote, page by page; a refusal says its code, in Spanish', async () => {
  const { createClient, pages } = await load();
  const client = createClient({ url: `${school.url}/`, key });
  const found = await client['listLeads']?.({ query: { limit: 3 } });
  const [lead] = (found?.data['contactos'] ?? []) as { id: string }[];
  await client['noteLead']?.({ params: { leadId: lead?.id }, body: { texto: 'Desde un programa' } });
  const read = await client['getLead']?.({ params: { leadId: lead?.id } });
  expect(JSON.stringify(read?.data)).toContain('Desde un programa');
  const seen: string[] = [];
  for await (const page of pages(client['listLeads'], { query: { limit: 2 } })) seen.push(...page.data.contactos.map(({ id }) => id));
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.length).toBeGreaterThan(4);
  let events = 0;
  for await (const { data } of pages<{ eventos: unknown[] }>(client['findEvents'], { query: { tipo: 'UserRegistered', limit: 25 } }))
    events += data.eventos.length;
  expect(events).toBe(62);
  let statements = 0;
  for await (const { data } of pages<{ statements: unknown[] }>(client['xapiStatements'], { query: { limit: 100 } }))
    statements += data.statements.length;
  expect(statements).toBeGreaterThan(200);
  await expect(client['getLead']?.({ params: { leadId: crypto.randomUUID() } })).rejects.toMatchObject({
    ...{ name: 'AulavivaError', status: 404, code: 'LEAD_NOT_FOUND', call: 'getLead' },
    message: errorCatalogue.LEAD_NOT_FOUND[1],
  });
  await expect(client['overview']?.()).rejects.toMatchObject({ status: 403, code: 'SCOPE_MISSING' });
  const csv = (await client['exportLeads']?.())?.data as unknown as Response;
  expect(await csv.text()).toContain('correo');
});

// rows: P02
test('a write whose answer was lost is repeated under its key, and a school that asks to wait is asked again', async () => {
  const { createClient } = await load();
  const asked: { key: unknown; wait: unknown }[] = [];
  const server = createServer((request, response) => {
    asked.push({ key: request.headers['idempotency-key'], wait: request.headers['x-min-position'] });
    request.resume();
    if (asked.length === 1) return void request.socket.destroy();
    const [status, headers] = asked.length === 2 ? [503, { 'retry-after': '0' }] : [200, { 'x-position': '0000000000000042' }];
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end('{"message":"x"}');
  });
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
  const client = createClient({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key });
  await client['noteLead']?.({ params: { leadId: 'a' }, body: { texto: 'x' } });
  expect(asked).toHaveLength(3);
  expect(new Set(asked.map((one) => one.key)).size).toBe(1);
  await client['listLeads']?.();
  expect(asked[3]).toEqual({ key: undefined, wait: '0000000000000042' });
  server.closeAllConnections();
  server.close();
});

// rows: P02, P04
test('what a school sends is read where it is signed with one of the secrets, and recent', async () => {
  const { readWebhook } = await load();
  const receiver = await openReceiver();
  const secrets = [1, 2].map((byte) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`) as [string, string];
  const sender = createWebhookSender({ permitted: new Set([receiver.host]) });
  const at = new Date();
  const text = JSON.stringify({ type: 'CourseArchived', timestamp: at.toISOString(), data: { courseId: 1 } });
  await sender.send({ url: receiver.url, authorization: null, secrets }, { id: 'msg_1', at, body: text });
  await receiver.close();
  const { headers } = receiver.messages[0] ?? { headers: {} };
  for (const secret of [secrets[0], secrets[1], secrets])
    expect(await readWebhook({ headers, body: text, secret })).toMatchObject({ type: 'CourseArchived' });
  const other = `whsec_${Buffer.alloc(32, 3).toString('base64')}`;
  await expect(readWebhook({ headers, body: text, secret: other })).rejects.toThrow('not signed');
  await expect(readWebhook({ headers, body: text.replace('1', '2'), secret: secrets })).rejects.toThrow('not signed');
  await expect(readWebhook({ headers, body: text, secret: secrets, now: at.getTime() + 3_600_000 })).rejects.toThrow('too old');
});
