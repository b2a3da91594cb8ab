import { execFile } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import type { UploadAnswer } from '../../backend/api/contract/files.ts';
import { openSqliteVault } from '../../backend/integrations/vault/sqlite.ts';
import { form, picture } from '../support/images.ts';
import { join, PASSWORD, type Person } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

const run = promisify(execFile);
const root = mkdtempSync(path.join(tmpdir(), 'aulaviva-backup-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const cli = (name: string, folder: string, dataDir: string) =>
  run(process.execPath, [path.resolve(`backend/api/cli/${name}.ts`), folder], { env: { ...process.env, DATA_DIR: dataDir } });

const mode = (...parts: string[]) => (statSync(path.join(...parts)).mode & 0o777).toString(8);
/** What somebody else on the machine may do with each file. */
const modes = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => [name, mode(folder, name)]),
  );

const upload = async (school: School, { token }: Person, colour: string): Promise<string> => {
  const answer = await fetch(`${school.url}/api/files/upload?bucket=img_perfiluser`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form([{ content: await picture('png', 64, 64, colour) }]),
  });
  return ((await answer.json()) as UploadAnswer).urls[0] ?? '';
};
const read = async (school: School, address: string) => {
  const answer = await fetch(`${school.url}${address}`);
  return answer.status === 200 ? Buffer.from(await answer.arrayBuffer()) : answer.status;
};

test('a backup of a running school holds its files; restored, they are served again, but not those of somebody erased', async () => {
  const [folder, late, dataDir] = ['backup', 'late', 'restored'].map((name) => path.join(root, name)) as [string, string, string];
  const school = await openSchool();
  const [ana, rita] = [await join(school, 'ana'), await join(school, 'rita')];
  const [hers, gone] = [await upload(school, ana, '#0a0'), await upload(school, rita, '#a00')];
  await school.ask('PUT', `/api/auth/users/${ana.id}`, { token: ana.token, body: { profile_picture: hers } });
  const bytes = await read(school, hers);
  const sent = { curso: 'Agentes de IA', nombre: 'Rita', correo: 'rita.de.antes@prueba.mx', telefono: '+526641234567' };
  await school.ask('POST', '/api/google-sheet', { token: rita.token, body: sent });
  expect((await cli('backup', late, school.dataDir)).stdout).toContain('files: 2');
  await school.ask('POST', '/api/cuenta/borrar', { token: rita.token, body: { contrasena: PASSWORD } });
  await until(async () => (await read(school, gone)) === 404, 'the picture to be gone');
  const { log } = school.running.deps.commands;
  const erasedLead = async () => {
    for await (const { data } of log.store.readAll(null, { types: ['LeadErased'] })) return data as { leadId: string };
    return null;
  };
  const lead = await until(erasedLead, 'the lead to be erased');
  expect((await cli('backup', folder, school.dataDir)).stdout).toContain('files: 1');
  await school.stop();

  // As if its bytes had still been there when they were copied.
  cpSync(path.join(late, 'files'), path.join(folder, 'files'), { recursive: true });
  // As if the vault had been copied before the keys were destroyed.
  cpSync(path.join(late, 'vault.db'), path.join(folder, 'vault.db'));
  expect((await cli('restore', folder, dataDir)).stdout).toContain('1 erasures applied again');
  const vault = openSqliteVault(path.join(dataDir, 'vault.db'), Date.now);
  for (const key of [String(rita.id), lead?.leadId ?? '']) expect((await vault.get('keys', key))?.value).toEqual({ erased: true });
  await vault.close();
  const restored = await openSchool({ dataDir, keep: true });
  expect(await read(restored, hers)).toEqual(bytes);
  expect(await read(restored, gone)).toBe(404);
  const again = await restored.login(ana.email, PASSWORD);
  expect((await restored.ask('GET', `/api/auth/users/${ana.id}`, { token: again.token })).body).toMatchObject({ profile_picture: hers });
  await restored.stop();
}, 120_000);

test('a backup is for its owner’s eyes, and so is what is restored, also from one that others could read', async () => {
  const [folder, again, dataDir] = ['private', 'given', 'private-data'].map((name) => path.join(root, name)) as [string, string, string];
  const school = await openSchool();
  mkdirSync(again, { mode: 0o755 });
  for (const target of [folder, again]) {
    await cli('backup', target, school.dataDir);
    expect(mode(target)).toBe('700');
    expect(modes(target)).toEqual({ 'events.db': '600', 'vault.db': '600', 'secrets.json': '600' });
  }
  await school.stop();

  for (const name of readdirSync(folder)) chmodSync(path.join(folder, name), name === 'files' ? 0o755 : 0o644);
  await cli('restore', folder, dataDir);
  expect(mode(dataDir)).toBe('700');
  expect(modes(dataDir)).toMatchObject({ 'events.db': '600', 'vault.db': '600', 'secrets.json': '600' });

  // One that was restored before: its vault is taken back at the next start.
  chmodSync(path.join(dataDir, 'vault.db'), 0o644);
  const restored = await openSchool({ dataDir, keep: true });
  expect(modes(dataDir)).toMatchObject({ 'vault.db': '600', 'vault.db-wal': '600', 'secrets.json': '600' });
  await restored.stop();
}, 120_000);
