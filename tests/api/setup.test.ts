import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { firstLines } from '../../backend/process/serve.ts';
import { bareEnvironment } from '../../events/entry.ts';
import { cliScript } from '../support/compiled.ts';
import { settled } from '../support/people.ts';
import { embedded, openSchool, type School } from '../support/school.ts';

/** A school of one's own, from an empty folder on: its first administrator, and what is still to be set. */

const PASSWORD = 'Jardines-de-2026!';
const owner = (over: Record<string, unknown> = {}) => ({
  first_name: 'Amalia',
  last_name: 'Ríos',
  username: 'amalia',
  email: 'amalia@escuela.mx',
  password: PASSWORD,
  ...over,
});
const codeIn = (lines: readonly string[]): string =>
  lines.map((line) => /http:\/\/localhost:3000\/setup\?code=([\w-]+)/.exec(line)?.[1]).find((code) => code !== undefined) ?? '';

describe('a school without an administrator', () => {
  let school: School;
  const lines: string[] = [];
  const folder = mkdtempSync(path.join(tmpdir(), 'aulaviva-setup-'));
  beforeAll(async () => {
    school = await openSchool({ dataDir: folder, keep: true, textMessages: false, logged: (line) => void lines.push(line) });
  });
  afterAll(async () => {
    await school.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const setUp = (body: object) => school.ask('POST', '/api/setup', { body });

  test('the start prints and logs one address, and says that no mail leaves', async () => {
    expect(codeIn(lines)).not.toBe('');
    const printed = await firstLines(school.running.deps);
    expect(printed.filter((line) => line.includes('/setup?code='))).toHaveLength(1);
    expect(codeIn(printed)).toBe(codeIn(lines));
    expect(printed.join('\n')).toContain('SMTP_URL');
    expect((await school.ask('GET', '/api/setup')).body).toEqual({ needed: true });
  });

  test('another code makes nobody an administrator, and guesses are limited', async () => {
    for (const code of ['nada', `${codeIn(lines)}x`])
      expect(await setUp({ ...owner(), code })).toMatchObject({ status: 403, body: { code: 'SETUP_CODE_INVALID' } });
    expect((await setUp({ ...owner({ password: 'corta' }), code: codeIn(lines) })).status).toBe(400);
    expect((await school.ask('GET', '/api/setup')).body).toEqual({ needed: true });
  });

  test('the code makes the first administrator once, of many who come with it', async () => {
    const code = codeIn(lines);
    const answers = await Promise.all(
      [1, 2, 3].map((n) => setUp({ ...owner({ username: `amalia${n}`, email: `amalia${n}@escuela.mx` }), code, school: 'Escuela Jardín' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(answers.filter(({ status }) => status === 409).map(({ body }) => body.code)).toEqual(['SETUP_DONE', 'SETUP_DONE']);
    const { body } = answers.find(({ status }) => status === 201) ?? { body: {} };
    expect(body).toMatchObject({ message: expect.any(String), token: expect.any(String), user: { id: expect.any(Number) } });
    const token = String((body as { token?: unknown }).token);
    expect((await school.ask('GET', '/api/auth/sesion', { token })).body).toMatchObject({ user_role: 2, name: 'Amalia Ríos' });
    await settled(school);
    expect((await school.ask('GET', '/api/sitio/escuela')).body).toMatchObject({ nombre: 'Escuela Jardín' });
    expect(await setUp({ ...owner(), code })).toMatchObject({ status: 409, body: { code: 'SETUP_DONE' } });
    expect((await school.ask('GET', '/api/setup')).body).toEqual({ needed: false });
    expect((await firstLines(school.running.deps)).join('\n')).not.toContain('/setup?code=');
  });

  test('administrators are told what is not set yet, and by which variable it is', async ({ skip }) => {
    skip(!embedded, 'it looks into files');
    const { token } = await school.login((await onlyAdministrator(school)).email, PASSWORD);
    const { body } = await school.ask('GET', '/api/setup', { token });
    expect(body).toEqual({
      needed: false,
      missing: [
        { id: 'mail', variable: 'SMTP_URL' },
        { id: 'payments', variable: 'STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET' },
        { id: 'google', variable: 'GOOGLE_CLIENT_ID' },
        { id: 'phone', variable: null },
        { id: 'files', variable: 'FILES_URL' },
        { id: 'publicAddress', variable: 'PUBLIC_URL' },
      ],
      begun: { name: true, logo: false, course: false },
    });
  });

  test('without a sender of text messages none is said to be sent', async () => {
    const { token, id } = await school.login((await onlyAdministrator(school)).email, PASSWORD);
    expect((await school.ask('PUT', `/api/auth/users/${id}/verify-phone`, { token, body: { phone_number: '+525512345678' } })).status).toBe(
      200,
    );
    const phone = await school.ask('POST', '/api/cuenta/telefono/codigo', { token });
    expect(phone).toMatchObject({ status: 503, body: { code: 'PHONE_OFF' } });
    expect((await school.ask('GET', '/api/cuenta', { token })).body).toMatchObject({ codigo_hasta: null, mensajes_de_texto: false });
  });
});

async function onlyAdministrator(school: School): Promise<{ email: string }> {
  for (const n of [1, 2, 3]) {
    const email = `amalia${n}@escuela.mx`;
    if ((await school.ask('POST', '/api/auth/login', { body: { email, password: PASSWORD } })).status === 200) return { email };
  }
  throw new Error('nobody is an administrator');
}

describe('npm run admin', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'aulaviva-admin-'));
  const run = (email: string, env: Record<string, string> = { PORT: '1' }) =>
    new Promise<{ status: number; stderr: string }>((resolve) =>
      execFile(
        process.execPath,
        [cliScript('admin'), email],
        { env: { ...bareEnvironment(), DATA_DIR: folder, DEMO: 'false', ...env }, timeout: 60_000 },
        (error, _, stderr) => resolve({ status: error ? Number(error.code) : 0, stderr }),
      ),
    );
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('makes an account an administrator on a school that is stopped or runs, on record; an unknown address ends with one line', async ({
    skip,
  }) => {
    skip(!embedded, 'it looks into files');
    const first = await openSchool({ dataDir: folder, keep: true });
    const { body } = await first.ask('POST', '/api/auth/register', {
      body: { username: 'ana', first_name: 'Ana', email: 'ana@escuela.mx', password: PASSWORD },
    });
    await settled(first);
    await first.stop();

    const unknown = await run('nadie@escuela.mx');
    expect(unknown.status).toBe(1);
    expect(unknown.stderr.trim().split('\n')).toHaveLength(1);
    expect(unknown.stderr).toContain('nadie@escuela.mx');
    expect(await run('ANA@escuela.mx')).toMatchObject({ status: 0, stderr: '' });

    const second = await openSchool({ dataDir: folder, keep: true });
    try {
      const { token, id } = await second.login('ana@escuela.mx', PASSWORD);
      expect((await second.ask('GET', '/api/auth/sesion', { token })).body).toMatchObject({ user_role: 2 });
      const { log } = second.running.deps.commands;
      const events = [];
      for await (const event of log.readStream(`user-${id}`)) events.push(event);
      const change = events.find(({ type }) => type === 'RoleChanged');
      expect(await log.reasonOf(change?.meta ?? ({} as never))).toBe('npm run admin');
      expect((await second.ask('GET', '/api/setup')).body).toEqual({ needed: false });
      expect(body.id).toBe(id);
      // The same of a school that runs.
      await second.ask('POST', '/api/auth/register', {
        body: { username: 'eva', first_name: 'Eva', email: 'eva@escuela.mx', password: PASSWORD },
      });
      await settled(second);
      const eva = await second.login('eva@escuela.mx', PASSWORD);
      expect(await run('eva@escuela.mx', { PORT: new URL(second.url).port })).toMatchObject({ status: 0, stderr: '' });
      expect((await second.ask('GET', '/api/auth/sesion', { token: eva.token })).body).toMatchObject({ user_role: 2 });
    } finally {
      await second.stop();
    }
  }, 120_000);
});
