import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { filesHeldUntil } from '../../backend/commands/files/held.ts';
import { takeNumber } from '../../backend/commands/kernel/numbers.ts';
import { start } from '../../backend/process/composition.ts';
import { DEMO_MARK, type DemoMark } from '../../backend/process/demoMark.ts';
import { join, type Person, promote, settled } from '../support/people.ts';
import { reacted } from '../support/reacted.ts';
import { openSchool, type School } from '../support/school.ts';

/** An older log is put back into a school: what was acknowledged since is lost, and those who run it are told so. */

const folder = (): string => {
  const made = mkdtempSync(path.join(tmpdir(), 'aulaviva-older-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
};
const copy = (from: string, into: string) => {
  for (const name of ['events.db', 'events.db-wal']) {
    rmSync(path.join(into, name), { force: true });
    if (existsSync(path.join(from, name))) copyFileSync(path.join(from, name), path.join(into, name));
  }
};
const opened = async (dataDir: string, lines: string[] = []): Promise<School> => {
  const school = await openSchool({ dataDir, keep: true, logged: (line) => void lines.push(line) });
  onTestFinished(() => school.stop());
  return school;
};
const told = async (school: School, { token }: Person) => {
  const { body: ready } = await school.ask('GET', '/api/ready', { token });
  const { body: waiting } = await school.ask('GET', '/api/resumen/pendientes', { token });
  const { body: reactions } = await school.ask('GET', '/api/reacciones', { token });
  const changed = (waiting.pendientes as { id: string; cantidad: number }[]).find(({ id }) => id === 'historiaAlterada')?.cantidad;
  return { troubles: ready.troubles, changed, registro: reactions.registro };
};

test.each([
  ['what reactors answer', (school: School) => join(school, 'beto')],
  [
    'what no reactor answers',
    ({ ask }: School, { id, token }: Person) => ask('PUT', `/api/auth/users/${id}`, { token, body: { country: 'Cuba' } }),
  ],
])('the log without %s is told at the next start, until somebody has it verified', { timeout: 90_000 }, async (_, lost) => {
  const [dataDir, older] = [folder(), folder()];
  const before = await opened(dataDir);
  const ana = await join(before, 'ana');
  await promote(before, ana, 'administrator');
  await settled(before);
  expect(await told(before, ana)).toEqual({ troubles: [], changed: 0, registro: null });
  copy(dataDir, older);
  await lost(before, ana);
  await settled(before);
  await before.stop();
  copy(older, dataDir);

  const lines: string[] = [];
  const again = await opened(dataDir, lines);
  // Once, whoever had read further.
  expect(lines.filter((line) => /lost its end|cannot be used/.test(line))).toEqual([expect.stringContaining('the log has lost its end')]);
  const seen = {
    troubles: [{ kind: 'log', outcome: 'missing', at: expect.any(String), event: null }],
    changed: 1,
    registro: { desde: expect.any(String) },
  };
  expect(await told(again, ana)).toEqual(seen);
  // It may have been put back by mistake.
  expect(await filesHeldUntil(again.running.deps.vault, new Date())).not.toBeNull();
  // Comparing it with its hashes, which had not come so far, does not end that; nor does another start.
  await again.running.deps.chain.verify();
  await again.stop();
  const third = await opened(dataDir);
  expect(await told(third, ana)).toEqual(seen);
  await third.running.deps.chain.verify(undefined, undefined, { asked: true });
  expect(await told(third, ana)).toEqual({ troubles: [], changed: 0, registro: null });
});

test('a log without a number that nobody was told of yet, as a power cut may leave it, has lost nothing', { timeout: 90_000 }, async () => {
  const [dataDir, older] = [folder(), folder()];
  const before = await opened(dataDir);
  const ana = await join(before, 'ana');
  await promote(before, ana, 'administrator');
  await settled(before);
  copy(dataDir, older);
  const { log } = before.running.deps.commands;
  const meta = { commandId: crypto.randomUUID(), correlationId: crypto.randomUUID(), causationId: crypto.randomUUID() };
  const context = { ...meta, actor: { userId: ana.id, role: 'student' as const }, now: new Date() };
  await takeNumber(log, 'comment', { courseId: 1, moduleId: 1, classId: 1 }, context, { followed: true });
  await settled(before);
  await before.running.deps.chain.extend();
  await before.stop();
  copy(older, dataDir);

  const lines: string[] = [];
  const again = await opened(dataDir, lines);
  expect(lines.filter((line) => /lost its end|cannot be used/.test(line))).toEqual([]);
  expect(await told(again, ana)).toEqual({ troubles: [], changed: 0, registro: null });
  await join(again, 'beto');
  await settled(again);
  expect(await again.running.deps.chain.verify()).toMatchObject({ broken: null });
});

test('a school without its log does not begin anew over the vault of its people: it ends with one clear line, and goes on once the log is back', {
  timeout: 90_000,
}, async () => {
  const [dataDir, without] = [folder(), folder()];
  const before = await opened(dataDir);
  const ana = await join(before, 'ana');
  await settled(before);
  await reacted(before);
  await before.stop();
  for (const name of ['vault.db', 'read.db', 'secrets.json']) copyFileSync(path.join(dataDir, name), path.join(without, name));
  await expect(opened(without)).rejects.toThrow('the log is missing or empty');
  for (const name of ['vault.db', 'read.db']) copyFileSync(path.join(without, name), path.join(dataDir, name));
  const again = await opened(dataDir);
  expect((await again.ask('GET', `/api/auth/users/${ana.id}`, { token: ana.token })).status).toBe(200);
});

test('a log whose end a power cut took while the demo was being loaded has lost nothing that anybody was told of', {
  timeout: 120_000,
}, async () => {
  const [dataDir, older] = [folder(), folder()];
  const before = await opened(dataDir);
  await join(before, 'ana');
  await settled(before);
  copy(dataDir, older);
  await join(before, 'beto');
  await settled(before);
  await reacted(before);
  // As if all of that were of the load.
  await before.running.deps.vault.put<DemoMark>(...DEMO_MARK, { end: new Date().toISOString(), loaded: false });
  await before.stop();
  copy(older, dataDir);

  const lines: string[] = [];
  const logger = pino({ level: 'trace' }, { write: (line) => void lines.push(line) });
  const running = await start({ ...before.config, demo: true }, logger);
  onTestFinished(() => running.stop());
  expect(lines.filter((line) => /lost its end|cannot be used/.test(line))).toEqual([]);
  expect((await running.deps.chain.state()).last).toBeNull();
  expect(await filesHeldUntil(running.deps.vault, new Date())).toBeNull();
});
