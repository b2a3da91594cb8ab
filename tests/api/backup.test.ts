import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import type { UploadAnswer } from '../../backend/api/contract/files.ts';
import type { StoreHealth } from '../../backend/api/contract/storeHealth.ts';
import { filesHeldUntil } from '../../backend/commands/files/held.ts';
import { copyDatabases } from '../../backend/integrations/sqlite/copy.ts';
import { openSqliteVault } from '../../backend/integrations/vault/sqlite.ts';
import { createBackups } from '../../backend/process/backups.ts';
import { readConfig } from '../../backend/process/config.ts';
import { cliScript } from '../support/compiled.ts';
import { damagePages } from '../support/damage.ts';
import { form, picture } from '../support/images.ts';
import { join, PASSWORD, type Person, promote } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

const run = promisify(execFile);
const root = mkdtempSync(path.join(tmpdir(), 'aulaviva-backup-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const cli = (name: string, folder: string, dataDir: string, ...more: string[]) =>
  run(process.execPath, [cliScript(name), folder, ...more], { env: { ...process.env, DATA_DIR: dataDir } });

const mode = (...parts: string[]) => ((statSync(path.join(...parts), { throwIfNoEntry: false })?.mode ?? 0) & 0o777).toString(8);
/** The permissions of each file for others on the machine. A file that has gone meanwhile (a running school writes a new one and renames it) counts as closed. */
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

  // As if the erased person's file had been copied before it was deleted.
  cpSync(path.join(late, 'files'), path.join(folder, 'files'), { recursive: true });
  // As if the vault had been copied before the keys were destroyed.
  cpSync(path.join(late, 'vault.db'), path.join(folder, 'vault.db'));
  const began = Date.now();
  expect((await cli('restore', folder, dataDir)).stdout).toContain('1 erasures applied again');
  const vault = openSqliteVault(path.join(dataDir, 'vault.db'), Date.now);
  for (const key of [String(rita.id), lead?.leadId ?? '']) expect((await vault.get('keys', key))?.value).toEqual({ erased: true });
  // A page that stays open over the restore holds a position of an earlier lease; no later lease may have its epoch.
  const leases = await vault.list<{ epoch: number }>('leases', '');
  expect(leases.map(({ key }) => key)).toContain('projector');
  for (const { value } of leases) expect(value.epoch).toBeGreaterThanOrEqual(Math.floor(began / 1_000));
  await vault.close();
  const restored = await openSchool({ dataDir, keep: true });
  expect(await read(restored, hers)).toEqual(bytes);
  expect(await read(restored, gone)).toBe(404);
  // Another backup may still be put back in its place.
  expect(await filesHeldUntil(restored.running.deps.vault, new Date())).not.toBeNull();
  const again = await restored.login(ana.email, PASSWORD);
  expect((await restored.ask('GET', `/api/auth/users/${ana.id}`, { token: again.token })).body).toMatchObject({ profile_picture: hers });
  await restored.stop();
}, 120_000);

test('a backup is for its owner’s eyes, and so is what is restored, also from one that others could read', {
  tags: 'night',
  timeout: 120_000,
}, async () => {
  const [folder, again, dataDir] = ['private', 'given', 'private-data'].map((name) => path.join(root, name)) as [string, string, string];
  const school = await openSchool();
  mkdirSync(again, { mode: 0o755 });
  for (const target of [folder, again]) {
    await cli('backup', target, school.dataDir);
    expect(mode(target)).toBe('700');
    expect(modes(target)).toEqual({ 'backup.json': '600', 'events.db': '600', 'vault.db': '600', 'secrets.json': '600' });
  }
  await school.stop();

  for (const name of readdirSync(folder)) chmodSync(path.join(folder, name), name === 'files' ? 0o755 : 0o644);
  await cli('restore', folder, dataDir);
  expect(mode(dataDir)).toBe('700');
  expect(modes(dataDir)).toMatchObject({ 'events.db': '600', 'vault.db': '600', 'secrets.json': '600' });

  // A backup restored by an older release: the next start closes its vault to others.
  chmodSync(path.join(dataDir, 'vault.db'), 0o644);
  const restored = await openSchool({ dataDir, keep: true });
  expect(modes(dataDir)).toMatchObject({ 'vault.db': '600', 'vault.db-wal': '600', 'secrets.json': '600' });
  await restored.stop();
});

/** What a copied log and vault say, without starting anything on them. */
function stands(folder: string) {
  const [log, vault] = ['events.db', 'vault.db'].map((name) => new DatabaseSync(path.join(folder, name), { readOnly: true }));
  const events = log?.prepare('SELECT position, id, data FROM events ORDER BY position').all() as { position: number; id: string }[];
  const kept = vault?.prepare("SELECT k, value ->> 'position' AS position FROM records WHERE tbl = 'checkpoints'").all();
  log?.close();
  vault?.close();
  return { events, checkpoints: kept as { k: string; position: string | null }[] };
}
const destroyed = async (school: School, person: Person) => {
  const key = await school.running.deps.vault.get<object>('keys', String(person.id));
  return key !== null && 'erased' in key.value;
};

test('a copy goes through once, whatever is written between its steps, and all files in it are of one moment', async () => {
  const folder = path.join(root, 'moment');
  mkdirSync(folder);
  const copied = (['log', 'vault'] as const).map((part) => ({
    part,
    from: path.join(folder, part),
    to: path.join(folder, `${part}-copy`),
  }));
  const writers = copied.map(({ from }) => {
    const db = new DatabaseSync(from);
    db.exec('PRAGMA journal_mode = WAL; CREATE TABLE rows (n INTEGER PRIMARY KEY, text TEXT)');
    return db;
  });
  const write = (n: number) => {
    for (const db of writers) db.prepare('INSERT INTO rows VALUES (?, ?)').run(n, 'x'.repeat(1_000_000));
  };
  let rows = 0;
  while (rows < 8) write(++rows);
  const steps: number[] = [];
  await copyDatabases(copied, {
    progress(_, done) {
      if (steps.length > 20) throw new Error('it begins again and again');
      steps.push(done);
      write(++rows);
    },
  });
  expect(steps.length).toBeGreaterThan(4);
  for (const { to } of copied) {
    const db = new DatabaseSync(to, { readOnly: true });
    expect(db.prepare('SELECT count(*) AS rows FROM rows').get()).toEqual({ rows: 8 });
    db.close();
  }
  for (const db of writers) db.close();
});

test('a backup ends while others write without a pause, and is of one moment: log and vault agree, and nothing that follows it is passed over', {
  tags: 'night',
  timeout: 120_000,
}, async () => {
  const [folder, dataDir] = ['busy', 'busy-data'].map((name) => path.join(root, name)) as [string, string];
  const school = await openSchool({ dataDir: path.join(root, 'busy-school'), keep: true });
  const [ana, rita] = [await join(school, 'ana'), await join(school, 'rita')];
  // A log that takes a copy many steps.
  const { store } = school.running.deps.commands.log;
  const padding = { type: 'PaddingAdded', data: { text: 'x'.repeat(100_000) }, metadata: {} };
  for (let i = 0; i < 200; i++) await store.append('padding-1', 'any', [{ ...padding, id: crypto.randomUUID() }]);
  let writing = true;
  let written = 0;
  const write = async (person: Person) => {
    while (writing) {
      const body = { first_name: `Nombre${++written}` };
      expect((await school.ask('PUT', `/api/auth/users/${person.id}`, { token: person.token, body })).status).toBe(200);
    }
  };
  const writers = [ana, rita].map(write);
  await until(async () => written > 20, 'the first writes');
  const before = written;
  const { stdout } = await cli('backup', folder, school.dataDir);
  const during = written - before;
  writing = false;
  await Promise.all(writers);
  expect(stdout).toContain('backup complete');
  expect(stdout).toMatch(/events\.db: 50 %/);
  expect(during).toBeGreaterThan(20);
  await school.stop();

  const copy = stands(folder);
  const head = copy.events.at(-1)?.position ?? 0;
  const all = stands(school.dataDir).events;
  expect(copy.events).toEqual(all.slice(0, copy.events.length));
  expect(copy.events.length).toBeLessThan(all.length);
  for (const { k, position } of copy.checkpoints) expect(Number(position ?? 0), k).toBeLessThanOrEqual(head);

  await cli('restore', folder, dataDir);
  const restored = await openSchool({ dataDir, keep: true });
  // Events after the restore have their consequences.
  const again = await restored.login(rita.email, PASSWORD);
  await restored.ask('POST', '/api/cuenta/borrar', { token: again.token, body: { contrasena: PASSWORD } });
  await until(() => destroyed(restored, rita), 'the key to be destroyed');
  await restored.stop();
});

test('a vault that is younger than its log: the start says so, lets its reactors take the last events again, and what follows has its consequences', async () => {
  const dataDir = path.join(root, 'younger');
  const first = await openSchool({ dataDir, keep: true });
  const rita = await join(first, 'rita');
  const head = (await first.running.deps.commands.log.store.head()) ?? '';
  await first.stop();
  // The checkpoint is 42 events beyond the end of this log.
  const position = String(Number(head) + 42).padStart(head.length, '0');
  const vault = openSqliteVault(path.join(dataDir, 'vault.db'));
  await vault.put('checkpoints', 'accounts', { position });
  await vault.close();
  const lines: string[] = [];
  const school = await openSchool({ dataDir, keep: true, logged: (line) => lines.push(line) });
  const said = lines.map((line) => JSON.parse(line) as { msg: string; setBack?: { reactor: string }[] });
  const warned = said.filter(({ msg }) => msg.startsWith('the log has lost its end'));
  expect(warned).toHaveLength(1);
  expect(warned[0]?.setBack).toContainEqual({ reactor: 'accounts', position, head });
  await school.ask('POST', '/api/cuenta/borrar', { token: rita.token, body: { contrasena: PASSWORD } });
  await until(() => destroyed(school, rita), 'the key to be destroyed');
  await school.stop();
}, 120_000);

test('a person erased after the backup stays erased: the ledger of erasures is kept apart from it, and is asked for', async () => {
  const [folder, dataDir, without] = ['before', 'ledger-data', 'without'].map((name) => path.join(root, name)) as [string, string, string];
  const school = await openSchool();
  const [ana, rita] = [await join(school, 'ana'), await join(school, 'rita')];
  await cli('backup', folder, school.dataDir);
  expect(readdirSync(folder).sort()).toEqual(['backup.json', 'events.db', 'secrets.json', 'vault.db']);
  await school.ask('POST', '/api/cuenta/borrar', { token: rita.token, body: { contrasena: PASSWORD } });
  const ledger = path.join(school.dataDir, 'erasures.jsonl');
  await until(async () => readFileSync(ledger, 'utf8').includes(`user-${rita.id}`), 'the ledger');
  expect(mode(ledger)).toBe('600');
  expect(readFileSync(ledger, 'utf8')).not.toContain(rita.email);
  // Half a line, as a crash would leave it.
  writeFileSync(ledger, `${readFileSync(ledger, 'utf8')}\n{"stream":"user-`);
  await until(() => destroyed(school, rita), 'the key to be destroyed');
  const kept = path.join(root, 'erasures.jsonl');
  // The ledger names another person, who had Ana's number in a school that was since restored to an earlier state.
  const another = { stream: `user-${ana.id}`, first: crypto.randomUUID(), at: new Date().toISOString() };
  writeFileSync(kept, `${JSON.stringify(another)}\n${readFileSync(ledger, 'utf8')}`);
  await school.stop();

  expect((await cli('restore', folder, without)).stdout).toContain('no ledger of erasures was named');
  const { stdout } = await cli('restore', folder, dataDir, '--erasures', kept);
  expect(stdout).toContain('1 erasures applied again, 1 of them younger than the backup');
  const vault = openSqliteVault(path.join(dataDir, 'vault.db'));
  expect((await vault.get('keys', String(rita.id)))?.value).toEqual({ erased: true });
  await vault.close();
  const restored = await openSchool({ dataDir, keep: true });
  expect((await restored.ask('POST', '/api/auth/login', { body: { email: rita.email, password: PASSWORD } })).status).not.toBe(200);
  const stays = await restored.login(ana.email, PASSWORD);
  expect((await restored.ask('GET', `/api/auth/users/${rita.id}`, { token: stays.token })).text).not.toContain('rita');
  // Her address is free again, for somebody new: who is not taken for her at the next restore.
  const anew = await join(restored, 'rita');
  expect(anew.id).not.toBe(rita.id);
  await restored.stop();
}, 120_000);

test('what another school left in the folder is no part of what is restored there', { tags: 'night', timeout: 60_000 }, async () => {
  const [folder, dataDir] = ['plain', 'used'].map((name) => path.join(root, name)) as [string, string];
  const school = await openSchool();
  const ana = await join(school, 'ana');
  await cli('backup', folder, school.dataDir);
  await join(school, 'rita');
  // The write-ahead logs of a killed process, whose databases somebody then removed.
  mkdirSync(dataDir);
  for (const name of ['events.db-wal', 'vault.db-wal']) cpSync(path.join(school.dataDir, name), path.join(dataDir, name));
  await school.stop();
  await cli('restore', folder, dataDir);
  const { head } = JSON.parse(readFileSync(path.join(folder, 'backup.json'), 'utf8')) as { head: number };
  for (const name of ['events.db', 'vault.db']) {
    const restored = new DatabaseSync(path.join(dataDir, name), { readOnly: true });
    expect(restored.prepare('PRAGMA quick_check').get()).toEqual({ quick_check: 'ok' });
    if (name === 'events.db') expect(restored.prepare('SELECT max(position) AS head FROM events').get()).toEqual({ head });
    restored.close();
  }
  const restored = await openSchool({ dataDir, keep: true });
  expect((await restored.login(ana.email, PASSWORD)).id).toBe(ana.id);
  await restored.stop();
});

test('a restore that was killed before its log was in place is told at the start, which begins no other school there, and is done again', {
  tags: 'night',
  timeout: 60_000,
}, async () => {
  const [folder, dataDir] = ['plain', 'half'].map((name) => path.join(root, name)) as [string, string];
  await cli('restore', folder, dataDir);
  mkdirSync(path.join(dataDir, '.restoring'));
  renameSync(path.join(dataDir, 'events.db'), path.join(dataDir, '.restoring', 'events.db'));
  await expect(openSchool({ dataDir, keep: true })).rejects.toThrow(/did not come to its end/);
  await cli('restore', folder, dataDir);
  const restored = await openSchool({ dataDir, keep: true });
  expect((await restored.login('ana@prueba.mx', PASSWORD)).id).toBeGreaterThan(0);
  await restored.stop();
});

// rows: L15
test('what a school left in its folder when it moved to remote stores does not count as its log', async () => {
  const dataDir = mkdtempSync(path.join(root, 'moved-'));
  for (const name of ['events.db', 'vault.db', 'read.db', 'answers.db']) writeFileSync(path.join(dataDir, name), 'left behind');
  const partsOf = async (stores: Record<string, string>) =>
    (await createBackups(readConfig({ DATA_DIR: dataDir, ...stores }), pino({ level: 'silent' })).sizes()).parts.map(({ part }) => part);
  expect(await partsOf({})).toEqual(['log', 'vault', 'readModels', 'answers']);
  const keys = { SESSION_SECRET: 'x'.repeat(32), PERSONAL_DATA_KEY: Buffer.alloc(32, 7).toString('base64') };
  const remote = { EVENT_STORE: 'esdb://127.0.0.1:1?tls=false', READ_STORE: 'mongodb://127.0.0.1:1/school' };
  expect(await partsOf({ ...remote, ...keys })).toEqual([]);
});

test('a damaged page is found by the backup: one clear line, and no backup', async () => {
  const folder = path.join(root, 'of-damage');
  const school = await openSchool({ keep: true });
  await join(school, 'ana');
  await school.stop();
  expect(damagePages(path.join(school.dataDir, 'events.db'), 'events_type')).toBe(1);
  const failed = (await cli('backup', folder, school.dataDir).catch((error: unknown) => error)) as { code: number; stderr: string };
  expect(failed.code).toBe(1);
  expect(failed.stderr).toMatch(/^aulaviva: DATA_DIR: events\.db cannot be used .*\n$/);
  expect(readdirSync(folder)).not.toContain('backup.json');
  rmSync(school.dataDir, { recursive: true });
}, 60_000);

// rows: L15
test('each backup is on record; a drill restores the newest aside, compares it with the log, tells what differs, and leaves nothing', {
  tags: 'night',
  timeout: 120_000,
}, async () => {
  const folder = path.join(root, 'to-try');
  const school = await openSchool();
  const [admin, ana] = [await join(school, 'rita'), await join(school, 'ana')];
  await promote(school, admin, 'administrator');
  const state = async () => (await school.ask('GET', '/api/operacion/almacen', { token: admin.token })).body as unknown as StoreHealth;
  const drill = (person: Person) => school.ask('POST', '/api/operacion/simulacros', { token: person.token });
  expect((await drill(ana)).status).toBe(403);
  expect((await drill(admin)).body).toMatchObject({ code: 'BACKUP_NOT_FOUND' });
  await cli('backup', folder, school.dataDir);
  const [made] = (await state()).respaldos;
  expect(made).toMatchObject({ carpeta: folder, esta: true, posicion: expect.any(Number), archivos: 0 });
  expect(mode(school.dataDir, 'backups.jsonl')).toBe('600');

  const tried = async (times: number) => {
    await until(async () => {
      const { enCurso, simulacros } = await state();
      return enCurso === null && simulacros.length === times;
    }, 'the drill');
    return (await state()).simulacros[0];
  };
  // The backup does not contain what is written from here on.
  await join(school, 'beto');
  expect((await drill(admin)).status).toBe(200);
  expect(await tried(1)).toMatchObject({ causa: null, posicion: made?.posicion, hechos: made?.posicion });
  expect(readdirSync(school.dataDir)).not.toContain('drill');

  const copy = new DatabaseSync(path.join(folder, 'events.db'));
  copy.exec(`UPDATE events SET data = replace(data, 'basic', 'premium') WHERE stream = 'user-${ana.id}' AND version = 0`);
  copy.close();
  expect((await drill(admin)).status).toBe(200);
  expect(await tried(2)).toMatchObject({ causa: 'historia-distinta', detalle: expect.stringMatching(/^position \d+$/) });

  const ready = await school.ask('GET', '/api/ready', { token: admin.token });
  expect(ready.body).toMatchObject({ backup: { taken: made?.fecha, there: true, drill: { cause: 'log-differs' } } });
  const metrics = (await school.ask('GET', '/metrics')).text;
  expect(ready.body.troubles).toContainEqual(expect.objectContaining({ kind: 'drill', cause: 'log-differs', backup: made?.fecha }));
  const failedDrills = async () => {
    const { pendientes } = (await school.ask('GET', '/api/resumen/pendientes', { token: admin.token })).body;
    return (pendientes as { id: string; cantidad: number }[]).find(({ id }) => id === 'simulacroFallido')?.cantidad;
  };
  expect(await failedDrills()).toBe(1);
  expect(metrics).toMatch(/^backup_age_seconds \d/m);
  expect(metrics).toMatch(/^restore_drill_age_seconds\{outcome="log-differs"\} \d/m);
  rmSync(folder, { recursive: true });
  await cli('backup', folder, school.dataDir);
  expect((await drill(admin)).status).toBe(200);
  expect(await tried(3)).toMatchObject({ causa: null });
  expect(await failedDrills()).toBe(0);
  // One that ends by itself leaves no outcome on record: why it ended is said, and nothing of it is left.
  writeFileSync(path.join(school.dataDir, 'drill'), '');
  expect((await drill(admin)).status).toBe(200);
  await until(async () => (await state()).enCurso === null, 'the drill to end');
  expect(await state()).toMatchObject({ simulacro_fallido: expect.stringContaining('drill'), simulacros: { length: 3 } });
  rmSync(path.join(school.dataDir, 'drill'), { force: true });
  rmSync(folder, { recursive: true });
  expect((await state()).respaldos[0]).toMatchObject({ esta: false });
  expect((await drill(admin)).body).toMatchObject({ code: 'BACKUP_NOT_FOUND' });
  await school.stop();
});

test('a backup that was cut off is not put back, and is made anew in its folder', { tags: 'night', timeout: 60_000 }, async () => {
  const [folder, dataDir, restored] = ['cut-off', 'cut-off-data', 'cut-off-restored'].map((name) => path.join(root, name)) as [
    string,
    string,
    string,
  ];
  const school = await openSchool({ dataDir, keep: true });
  await school.stop();
  await cli('backup', folder, dataDir);
  renameSync(path.join(folder, 'backup.json'), path.join(folder, 'backup.json.begun'));
  // Without the secrets a restore would create new keys, which open nothing.
  rmSync(path.join(folder, 'secrets.json'));
  await expect(cli('restore', folder, restored)).rejects.toMatchObject({ stderr: expect.stringContaining('did not come to its end') });
  expect(existsSync(restored)).toBe(false);
  await cli('backup', folder, dataDir);
  expect(readdirSync(folder).sort()).toEqual(['backup.json', 'events.db', 'secrets.json', 'vault.db']);
  await cli('restore', folder, restored);
});

test('of two drills at once one goes on; told to stop, it ends its restore and leaves nothing', {
  tags: 'night',
  timeout: 60_000,
}, async () => {
  const [folder, dataDir] = ['endless', 'endless-data'].map((name) => path.join(root, name)) as [string, string];
  const school = await openSchool({ dataDir, keep: true });
  await cli('backup', folder, dataDir);
  await school.stop();
  // A log that comes to no end.
  const endless = path.join(folder, 'events.db');
  rmSync(endless);
  await run('mkfifo', [endless]);
  const [script, env] = [cliScript('drill'), { ...process.env, DATA_DIR: dataDir }];
  const drill = spawn(process.execPath, [script], { env, stdio: 'ignore' });
  await until(async () => existsSync(path.join(dataDir, 'drill/school/.restoring')), 'the restore to begin');
  await expect(run(process.execPath, [script], { env })).rejects.toMatchObject({
    stderr: expect.stringContaining('another process is using'),
  });
  // Also where the school starts meanwhile.
  createBackups(readConfig({ DATA_DIR: dataDir }), pino({ level: 'silent' }));
  expect(existsSync(path.join(dataDir, 'drill/school/.restoring'))).toBe(true);
  drill.kill('SIGTERM');
  expect((await once(drill, 'exit'))[0]).toBe(1);
  expect(readdirSync(dataDir)).not.toContain('drill');
  // Nobody reads it any more.
  expect(() => openSync(endless, constants.O_WRONLY | constants.O_NONBLOCK)).toThrow('ENXIO');
});
