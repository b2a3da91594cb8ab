import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../support/freePort.ts';
import { readyAt, schoolProcess } from '../support/schoolProcess.ts';
import { until } from '../support/until.ts';

test('SIGTERM while the demo is being loaded: exit 0, and the next start goes on with it', { timeout: 240_000 }, async () => {
  const port = await freePort();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'aulaviva-durable-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const env = { PORT: String(port), DATA_DIR: dataDir, DEMO: 'true' };
  const first = schoolProcess(env);
  await until(
    () =>
      fetch(`http://127.0.0.1:${port}/api/cursos/cursos`).then(
        async (answer) => ((await answer.json()) as unknown[]).length >= 2,
        () => false,
      ),
    'part of the demo',
    90_000,
  );
  const ready = await fetch(`http://127.0.0.1:${port}/api/ready`);
  const early = ready.status === 503;
  first.process.kill('SIGTERM');
  expect(await first.exit, first.err()).toEqual({ code: 0, signal: null });
  const again = schoolProcess(env);
  await readyAt(port);
  const login = await fetch(`http://127.0.0.1:${port}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@demo.mx', password: 'Demo-2026!' }),
  });
  const { token } = (await login.json()) as { token: string };
  const read = async (at: string) =>
    (await fetch(`http://127.0.0.1:${port}${at}`, { headers: { authorization: `Bearer ${token}` } })).json();
  const { cifras } = (await read('/api/resumen')) as { cifras: { id: string; valor: number }[] };
  const figures = Object.fromEntries(cifras.map(({ id, valor }) => [id, valor]));
  expect(figures).toMatchObject({ usuarios: 62, cursosPublicados: 6 });
  expect(await until(() => again.out().includes('Aulaviva está en marcha') && again.out(), 'the greeting')).toContain('estudiante@demo.mx');
  again.process.kill('SIGINT');
  expect((await again.exit).code).toBe(0);
  expect(early, 'the signal came while it was loading').toBe(true);
});
