import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { allRoutes } from '../../backend/api/contract/all.ts';
import { join, makeCourse, PASSWORD, promote, settled } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

/** What is only ever said of this person: none of it may be found anywhere once they are erased. */
const said = {
  first_name: 'Xochiquetzalli',
  last_name: 'Tlapaltecatl',
  bio: 'Crío ajolotes zarcos',
  city: 'Nopalucan de la Rosa',
  postal_code: '73998',
  github: 'https://github.com/xoquetzalli-tlap',
  review: 'Me desvelé con los vectores palindrómicos',
  username: 'zarquita_tlap',
  email: 'zarquita.tlap@correo-de-ella.example',
  phone: '+526647739215',
  device: 'Ajolofox/77.3',
};
/** Also as the files may hold them: folded for search, without the plus. */
const traces = [
  ...Object.values(said),
  'xochiquetzalli',
  'tlapaltecatl',
  'zarquita',
  'ajolofox',
  '6647739215',
  'palindromicos',
  'palindrómicos',
];
const tracesIn = (text: string): string[] => traces.filter((trace) => text.includes(trace));

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [path.join(entry.parentPath, entry.name)] : [],
  );

const textOf = (value: unknown): string => (value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : String(value));
function rowsOf(file: string): string {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all() as { name: string }[];
    const rows = tables.flatMap(({ name }) => db.prepare(`SELECT * FROM "${name}"`).all());
    return rows.map((row) => Object.values(row).map(textOf).join(' ')).join('\n');
  } finally {
    db.close();
  }
}
/** Every row of every table, and every other file. */
const everythingKept = (folder: string): string =>
  filesIn(folder)
    .filter((file) => !/-(wal|shm)$/.test(file))
    .map((file) => (file.endsWith('.db') ? rowsOf(file) : readFileSync(file, 'utf8')))
    .join('\n');

/** Every call that reads, as an administrator, with each of these ids: what the school can still say. */
async function everythingRead(school: School, token: string, ids: readonly number[]): Promise<string> {
  const answers: string[] = [];
  for (const contract of allRoutes.filter(({ method }) => method === 'GET'))
    for (const id of contract.path.includes(':') ? ids : [0])
      answers.push((await school.ask('GET', contract.path.replace(/:\w+/g, String(id)), { token })).text);
  return answers.join('\n');
}

test('an erased person is in no read model, log, export, file or fresh generation, and every count is as it was', async () => {
  const lines: string[] = [];
  const school = await openSchool({ keep: true, logged: (line) => void lines.push(line) });
  onTestFinished(() => rmSync(school.dataDir, { recursive: true, force: true }));
  const admin = await join(school, 'directora');
  await promote(school, admin, 'administrator');
  const teacher = await join(school, 'maestra');
  await promote(school, teacher, 'instructor');
  const course = await makeCourse(school, admin.token, teacher.id, [2]);

  const { username, email, first_name, last_name, device } = said;
  const person = await join(school, username, { email, first_name, last_name });
  const own = (method: string, at: string, body?: object) =>
    school.ask(method, at, { token: person.token, body, headers: { 'user-agent': device, 'idempotency-key': `${method}-${at}` } });
  const done = async (method: string, at: string, body?: object) => {
    const answer = await own(method, at, body);
    expect(answer.status, `${method} ${at}: ${answer.text}`).toBeLessThan(300);
    return answer;
  };
  await school.ask('POST', '/api/auth/login', { body: { email, password: PASSWORD }, headers: { 'user-agent': device } });
  const received = (matching: RegExp) =>
    until(
      async () => (await school.running.deps.mailbox.newestFirst(200)).find(({ subject, text }) => matching.test(`${subject} ${text}`)),
      `a message that says ${matching}`,
    );
  const confirm = new URL((await received(/Confirma/)).links[0] ?? '').searchParams.get('token') ?? '';
  await done('GET', `/api/auth/verify-email?token=${encodeURIComponent(confirm)}`);
  for (const field of ['bio', 'city', 'postal_code', 'github'] as const)
    await school.ask('PUT', `/api/auth/users/${person.id}`, { token: person.token, body: { [field]: said[field] } });
  await done('PUT', '/api/cuenta/visibilidad', { campo: 'bio', visible: 'everyone' });
  await done('PUT', `/api/auth/users/${person.id}/verify-phone`, { phone_number: said.phone });
  await done('POST', '/api/cuenta/telefono/codigo');
  await done('POST', '/api/inscripciones/inscribir', { id_usuario: person.id, id_curso: course.id });
  const [first] = course.modules[0]?.classes ?? [];
  await done('PATCH', `/api/usuario-sesion/marcarComoCompletada/${person.id}/${first}/completar`, { completado: true });
  await done('PUT', `/api/resenas/mia/${course.id}`, { estrellas: 5, texto: said.review });
  await done('GET', '/api/cuenta/datos');
  await received(/código/);
  await settled(school);

  const ids = [person.id, course.id];
  const before = await everythingRead(school, admin.token, ids);
  // Else this would be a test that cannot fail.
  expect(tracesIn(before)).toEqual(expect.arrayContaining([first_name, email, said.review]));
  const figures = async () => (await school.ask('GET', '/api/resumen', { token: admin.token })).body;
  const courseOf = async () => (await school.ask('GET', `/api/cursos/cursos/${course.id}`)).body;
  const [countedBefore, courseBefore] = [(await figures()).cifras, await courseOf()];

  expect(await own('POST', '/api/cuenta/borrar', { contrasena: PASSWORD })).toMatchObject({ status: 200 });
  await settled(school);
  expect((await figures()).cifras).toEqual(countedBefore);
  expect(await courseOf()).toEqual(courseBefore);
  expect(tracesIn(await everythingRead(school, admin.token, ids))).toEqual([]);
  expect(tracesIn(lines.join('\n'))).toEqual([]);

  // Every view anew, from a history in which this person can no longer be read.
  const views = (await school.ask('GET', '/api/proyecciones', { token: admin.token })).body as unknown as { nombre: string }[];
  expect(views.length).toBeGreaterThan(10);
  for (const { nombre } of views) {
    const at = `/api/proyecciones/${nombre}`;
    const began = await school.ask('POST', `${at}/reconstruir`, { token: admin.token, body: { motivo: 'Prueba' } });
    expect(began.status, `${nombre}: ${began.text}`).toBeLessThan(300);
    await until(
      async () => (await school.ask('POST', `${at}/cambiar`, { token: admin.token, body: { motivo: 'Prueba' } })).status < 300,
      nombre,
    );
  }
  await settled(school);
  expect((await figures()).cifras).toEqual(countedBefore);
  expect(await courseOf()).toEqual(courseBefore);
  expect(tracesIn(await everythingRead(school, admin.token, ids))).toEqual([]);

  await school.stop();
  const kept = everythingKept(school.dataDir);
  expect(kept).toContain(teacher.email);
  expect(tracesIn(kept)).toEqual([]);
}, 120_000);
