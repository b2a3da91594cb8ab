import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { BadConfig, readConfig } from '../../backend/process/config.ts';
import { freePort } from '../support/freePort.ts';
import { join, makeCourse, promote, registration, settled } from '../support/people.ts';
import { embedded, openSchool } from '../support/school.ts';
import { readyAt, schoolProcess } from '../support/schoolProcess.ts';
import { until } from '../support/until.ts';

/** Starting, stopping, and read models that come back from the log. (kill -9 is in tests/faults.) */

const folders: string[] = [];
const folder = (): string => {
  const made = mkdtempSync(path.join(tmpdir(), 'aulaviva-durable-'));
  folders.push(made);
  return made;
};
afterAll(() => {
  for (const made of folders) rmSync(made, { recursive: true, force: true });
});

describe('stopping', () => {
  test('SIGTERM: what is in flight is answered, exit 0 within 10 s, and nothing is lost', { tags: 'night', timeout: 90_000 }, async () => {
    const port = await freePort();
    const dataDir = folder();
    const env = { PORT: String(port), DATA_DIR: dataDir, FORM_LIMIT: '1000' };
    const first = schoolProcess(env);
    await readyAt(port);
    const register = (name: string) =>
      fetch(`http://127.0.0.1:${port}/api/auth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(registration(name)),
      }).then(
        async (answer) => ({ name, status: answer.status, body: await answer.text() }),
        () => ({ name, status: 0, body: '' }),
      );
    expect((await register('antes')).status).toBe(201);
    const inFlight = Array.from({ length: 5 }, (_, i) => register(`al_vuelo_${i}`));
    await Promise.race(inFlight);
    const began = performance.now();
    first.process.kill('SIGTERM');
    expect(await first.exit, first.err()).toEqual({ code: 0, signal: null });
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(first.err()).toBe('');
    // Folded in and closed.
    expect(readdirSync(dataDir).filter((name) => /\.db-wal$/.test(name))).toEqual([]);

    const again = schoolProcess(env);
    await readyAt(port);
    for (const { name, status } of await Promise.all(inFlight)) {
      expect(status, name).toBe(201);
      expect((await register(name)).status, name).toBe(409);
    }
    again.process.kill('SIGTERM');
    expect((await again.exit).code).toBe(0);
  });
});

test('a thousand browsers that come back in one moment are let in, though nobody has time to greet them: none is cut', async () => {
  const school = await openSchool();
  onTestFinished(() => school.stop());
  // This thread, which serves, waits for the process that comes a thousand times.
  const coming = `
    let came = 0;
    const tell = () => { console.log(came); process.exit(); };
    for (let i = 0; i < 1000; i++)
      require('node:net').connect(${new URL(school.url).port}, '127.0.0.1', () => { if (++came === 1000) tell(); });
    setTimeout(tell, 3_000);`;
  expect(spawnSync(process.execPath, ['-e', coming], { encoding: 'utf8' }).stdout).toBe('1000\n');
});

describe('starting', () => {
  test('a second process on the same DATA_DIR exits 1 with one clear line; the first goes on', { timeout: 60_000 }, async () => {
    const [port, second] = [await freePort(), await freePort()];
    const dataDir = folder();
    const first = schoolProcess({ PORT: String(port), DATA_DIR: dataDir });
    await readyAt(port);
    const rival = schoolProcess({ PORT: String(second), DATA_DIR: dataDir });
    expect((await rival.exit).code).toBe(1);
    expect(rival.err()).toBe(`aulaviva: DATA_DIR: another process is using ${dataDir}\n`);
    expect((await fetch(`http://127.0.0.1:${port}/api/ready`)).status).toBe(200);
    // A port that is taken.
    const other = schoolProcess({ PORT: String(port), DATA_DIR: folder() });
    expect((await other.exit).code).toBe(1);
    expect(other.err()).toBe(`aulaviva: PORT: ${port} is in use by another process\n`);
    first.process.kill('SIGTERM');
    expect((await first.exit).code).toBe(0);
  });

  test('another key than the data were sealed with: one clear line', { timeout: 60_000 }, async ({ skip }) => {
    skip(!embedded, 'it looks into files');
    const dataDir = folder();
    const school = await openSchool({ dataDir, keep: true });
    await school.stop();
    const wrong = schoolProcess({ PORT: '0', DATA_DIR: dataDir, PERSONAL_DATA_KEY: Buffer.alloc(32, 1).toString('base64') });
    expect((await wrong.exit).code).toBe(1);
    expect(wrong.err()).toBe('aulaviva: PERSONAL_DATA_KEY: the data here were sealed with another key\n');
  });

  test.each([
    ['PORT', 'ochenta'],
    ['PORT', '70000'],
    ['PUBLIC_URL', 'nada'],
    ['EVENT_STORE', 'redis://x'],
    ['READ_STORE', 'postgres://usuario:clave@x'],
    ['ROLES', 'api'],
    ['ROLES', 'api,cocina'],
    ['DEMO', 'quizás'],
    ['SESSION_SECRET', 'corto'],
    ['PERSONAL_DATA_KEY', 'Y29ydG8='],
    ['LOG_LEVEL', 'ruidoso'],
    ['AUTH_GENERIC_ERRORS', 'tal vez'],
  ])('%s=%s is refused with one clear line that names it and not the value', (name, value) => {
    const read = () => readConfig({ PORT: '0', DATA_DIR: folder(), [name]: value });
    expect(read).toThrow(BadConfig);
    expect(read).toThrow(new RegExp(`^${name}\\b.*$`));
    if (value !== 'api') expect(read).not.toThrow(value);
  });

  test.each([
    ['READ_STORE', 'postgres://usuario:clave@x'],
    ['DATA_DIR', '/etc/hostname/datos'],
  ])('%s=%s: exit 1 with that one line', { timeout: 30_000 }, async (name, value) => {
    const wrong = schoolProcess({ PORT: '0', DATA_DIR: folder(), [name]: value });
    expect((await wrong.exit).code).toBe(1);
    expect(wrong.err()).toMatch(new RegExp(`^aulaviva: ${name}\\b.*\n$`));
    expect(wrong.err()).not.toContain('clave');
    expect(wrong.out()).toBe('');
  });
});

/** Every document of every serving projection, as it is stored. */
function documents(dataDir: string): Map<string, string> {
  const db = new DatabaseSync(path.join(dataDir, 'read.db'), { readOnly: true });
  const found = new Map<string, string>();
  for (const { id, projection } of db
    .prepare("SELECT id, projection FROM generations WHERE role = 'serving' ORDER BY projection")
    .all() as {
    id: number;
    projection: string;
  }[])
    for (const row of db.prepare(`SELECT k, v, p, j, s FROM g${id} ORDER BY k`).all() as { k: string }[])
      found.set(`${projection} ${row.k}`, JSON.stringify(row));
  db.close();
  return found;
}

describe('read models', () => {
  test('deleted, they come back from the log equal byte for byte, and so do the answers', { timeout: 120_000 }, async ({ skip }) => {
    skip(!embedded, 'it looks into files');
    const dataDir = folder();
    let school = await openSchool({ dataDir, keep: true });
    const [admin, teacher] = [await join(school, 'directora'), await join(school, 'maestra')];
    await promote(school, admin, 'administrator');
    await promote(school, teacher, 'instructor');
    const course = await makeCourse(school, teacher.token, teacher.id, [3, 3]);
    const learners = await Promise.all(Array.from({ length: 8 }, (_, i) => join(school, `alumno_${i}`)));
    for (const [index, { id, token }] of learners.entries()) {
      await school.ask('POST', '/api/inscripciones/inscribir', { token, body: { id_usuario: id, id_curso: course.id } });
      for (const classId of course.modules.flatMap((module) => module.classes).slice(0, index)) {
        const path = `/api/usuario-sesion/marcarComoCompletada/${id}/${classId}/completar`;
        await school.ask('PATCH', path, { token });
        if (classId % 2 === 0)
          await Promise.all([false, true].map((completado) => school.ask('PATCH', path, { token, body: { completado } })));
      }
      await school.ask('POST', `/api/progreso/latido/${id}`, { token, body: { id_curso: course.id, pestana: 'a', segundos: 60 + index } });
    }
    await school.ask('DELETE', `/api/sesiones/deleteSesion/${course.modules[1]?.classes[0]}`, { token: teacher.token });
    await school.ask('DELETE', `/api/auth/users/${learners[0]?.id}`, { token: admin.token });
    await until(async () => {
      const key = await school.running.deps.vault.get<object>('keys', String(learners[0]?.id));
      return key && 'erased' in key.value;
    }, 'the erasure');
    await settled(school);
    const addresses = [
      '/api/resumen',
      '/api/auth/users/?limit=100',
      '/api/cursos/cursos',
      `/api/cursos/esquema/${course.id}`,
      ...learners.slice(1).map(({ id }) => `/api/progreso/${id}`),
    ];
    const answers = async () =>
      Promise.all(
        addresses.map(async (at) => {
          const { status, body } = await school.ask('GET', at, { token: admin.token });
          expect(status, at).toBe(200);
          return body;
        }),
      );
    const told = await answers();
    await school.stop();
    const before = documents(dataDir);
    expect(before.size).toBeGreaterThan(30);

    for (const name of readdirSync(dataDir)) if (name.startsWith('read.db')) rmSync(path.join(dataDir, name));
    expect(existsSync(path.join(dataDir, 'read.db'))).toBe(false);
    school = await openSchool({ dataDir, keep: true });
    await settled(school);
    expect(await answers()).toEqual(told);
    await school.stop();
    const after = documents(dataDir);
    expect([...after.keys()]).toEqual([...before.keys()]);
    for (const [key, value] of before) expect(after.get(key), key).toBe(value);
  });
});
