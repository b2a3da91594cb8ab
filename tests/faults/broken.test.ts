import { randomBytes } from 'node:crypto';
import { closeSync, cpSync, existsSync, mkdtempSync, openSync, readdirSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Worker } from 'node:worker_threads';
import { pino } from 'pino';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { lookThrough } from '../../backend/integrations/sqlite/look.ts';
import { start } from '../../backend/process/composition.ts';
import { readConfig } from '../../backend/process/config.ts';
import { lineOf } from '../../backend/process/failure.ts';
import { supervise } from '../../backend/process/supervise.ts';
import { bareEnvironment } from '../../events/entry.ts';
import { damagePages } from '../support/damage.ts';
import { freePort } from '../support/freePort.ts';
import { join, type Person, promote, settled } from '../support/people.ts';
import { openSchool } from '../support/school.ts';
import { schoolProcess } from '../support/schoolProcess.ts';
import { until } from '../support/until.ts';

/** A part of a running school dies, or what it stands on is damaged. */

const folder = (): string => {
  const made = mkdtempSync(path.join(tmpdir(), 'aulaviva-broken-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
};

interface Stopped {
  dataDir: string;
  ana: Person;
}
/** By the number of people. */
const made = new Map<number, Promise<Stopped>>();
afterAll(async () => {
  for (const { dataDir } of await Promise.all(made.values())) rmSync(dataDir, { recursive: true, force: true });
});

/** A stopped school with some people: created once for each number of people, and copied for each test. */
async function schoolOf(people: number): Promise<Stopped> {
  const found = made.get(people) ?? makeSchool(people);
  made.set(people, found);
  const { dataDir: from, ana } = await found;
  const dataDir = folder();
  cpSync(from, dataDir, { recursive: true });
  return { dataDir, ana };
}

async function makeSchool(people: number): Promise<Stopped> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'aulaviva-broken-'));
  const school = await openSchool({ dataDir, keep: true });
  const ana = await join(school, 'ana');
  for (let i = 1; i < people; i++) await join(school, `otra_${i}`);
  await settled(school);
  await school.stop();
  return { dataDir, ana };
}

/** The school as `npm start` keeps it running, in this process; its threads that fold and react, newest last. */
async function supervised(dataDir: string, env: Record<string, string> = { DATABASE_CHECKS: 'false' }) {
  const threads: Worker[] = [];
  const listen = (worker: Worker) => void (worker.threadName === 'background' && threads.push(worker));
  process.on('worker', listen);
  onTestFinished(() => void process.off('worker', listen));
  const port = String(await freePort());
  const config = readConfig({
    ...{ HOST: '127.0.0.1', PORT: port, DATA_DIR: dataDir, DEMO: 'false', LINK_CHECKS: 'false', FORM_LIMIT: '1000', ...env },
  });
  const lines: { level: number; msg: string }[] = [];
  const logger = pino({ level: 'error' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  let starts = 0;
  const school = supervise(
    () => start(config, logger),
    logger,
    () => void starts++,
  );
  school.over.catch(() => undefined);
  onTestFinished(() => school.stop());
  const ask = async (method: string, at: string, token?: string, body?: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}${at}`, {
      method,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, unknown> };
  };
  const begun = (times: number) => until(async () => starts >= times, `start number ${times}`, 40_000);
  await begun(1);
  return { school, threads, lines, ask, begun };
}

test('the background thread dies: the school is whole again by itself, told, and what was written stands', {
  timeout: 90_000,
}, async () => {
  const { dataDir, ana } = await schoolOf(1);
  const { ask, begun, lines, school, threads } = await supervised(dataDir);
  let turn = 0;
  const acknowledged: string[] = [];
  const change = async () => {
    const first_name = `Nombre${++turn}`;
    const answer = await ask('PUT', `/api/auth/users/${ana.id}`, ana.token, { first_name });
    if (answer.status === 200) acknowledged.push(first_name);
    return answer;
  };
  await change();
  await threads.at(-1)?.terminate();
  await expect
    .poll(() => lines.map(({ msg }) => msg), { timeout: 5_000 })
    .toEqual(['a part of the school has failed: all of it begins again']);
  await begun(2);
  const written = await change();
  expect(written.status).toBe(200);
  const read = await ask('GET', `/api/auth/users/${ana.id}`, ana.token, undefined, {
    'x-min-position': written.headers.get('x-position') ?? '',
  });
  expect(read).toMatchObject({ status: 200, body: { first_name: acknowledged.at(-1) } });
  expect((await ask('GET', '/api/ready')).status).toBe(200);
  // Repeated faults are not accidents: the process ends, so that its supervisor sees it.
  await threads.at(-1)?.terminate();
  await begun(3);
  await threads.at(-1)?.terminate();
  await expect(school.over).rejects.toThrow('the background thread has ended');
  expect(lines.at(-1)?.msg).toBe('the school cannot go on');
});

test('pages of the read models are overwritten: they are set aside and built anew, while the school runs', {
  tags: 'night',
  timeout: 90_000,
}, async () => {
  const { dataDir, ana } = await schoolOf(30);
  const file = path.join(dataDir, 'read.db');
  const db = new DatabaseSync(file);
  const users = db.prepare("SELECT id FROM generations WHERE projection = 'users' AND role = 'serving'").get();
  db.close();
  expect(damagePages(file, `g${users?.id}`, 0, 50)).toBeGreaterThan(0);
  const { ask, begun, lines } = await supervised(dataDir);
  // The start did not read the damaged pages.
  const met = await ask('GET', `/api/auth/users/${ana.id}`, ana.token);
  expect(met).toMatchObject({ status: 503, body: { code: 'STORE_UNAVAILABLE' } });
  await begun(2);
  expect(lines.map(({ msg }) => msg)).toContain('a part of the school has failed: all of it begins again');
  expect(await ask('GET', `/api/auth/users/${ana.id}`, ana.token)).toMatchObject({ status: 200, body: { id: ana.id } });
  expect(readdirSync(dataDir)).toContain('read.db.damaged');
});

test('pages of the vault are overwritten while the school runs: nobody is let in for it, and it ends with one clear line', {
  timeout: 90_000,
}, async () => {
  const { dataDir, ana } = await schoolOf(3);
  const { ask, lines, school } = await supervised(dataDir);
  const met = () => ask('GET', `/api/auth/users/${ana.id}`, ana.token).catch(() => ({ status: 'no connection' }));
  expect(await met()).toMatchObject({ status: 200 });
  const ended = school.over.then(
    () => null,
    (error: unknown) => error,
  );
  const file = path.join(dataDir, 'vault.db');
  expect(damagePages(file, 'records', 0, 100)).toBeGreaterThan(0);
  // What the process caches of the pages is invalid once another connection has written.
  const other = new DatabaseSync(file);
  other.exec('UPDATE revisions SET last = last + 1');
  other.close();
  await until(async () => (await met()).status !== 200, 'the damage is met');
  expect([503, 'no connection']).toContain((await met()).status);
  expect(lineOf(await ended)).toMatch(/^DATA_DIR: vault\.db cannot be used \(.*\): .*npm run restore -- <folder>/);
  // Reported at the end of the process, and nowhere else.
  expect(lines).toEqual([]);
});

/** Random bytes over whole pages of a database that nobody has open, as a failing disk would leave them. */
function scramble(file: string, from: number, to: number): void {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const size = Number(db.prepare('PRAGMA page_size').get()?.page_size);
  db.close();
  expect(statSync(file).size).toBeGreaterThan(to * size);
  const disk = openSync(file, 'r+');
  for (let page = from; page <= to; page++) writeSync(disk, randomBytes(size), 0, size, (page - 1) * size);
  closeSync(disk);
}

test('damage of the log that nothing has read yet is found soon after the start, and told once, in one line, to those who run the school', {
  timeout: 150_000,
}, async () => {
  const { dataDir, ana } = await schoolOf(12);
  const setup = await openSchool({ dataDir, keep: true });
  await promote(setup, ana, 'administrator');
  await settled(setup);
  await setup.stop();
  const file = path.join(dataDir, 'events.db');
  // An index of the log that a start does not read.
  expect(damagePages(file, 'events_type')).toBe(1);
  const { ask, lines } = await supervised(dataDir, {});
  const found = await until(
    async () => {
      const { status, body } = await ask('GET', '/api/ready', ana.token);
      expect(status).toBe(200);
      return (body.troubles as { kind: string }[]).find(({ kind }) => kind === 'database');
    },
    'the damage is found',
    60_000,
  );
  expect(found).toEqual({ kind: 'database', part: 'log', file: 'events.db', since: expect.any(String), error: expect.any(String) });
  expect((await ask('GET', '/api/ready')).body).toEqual({ status: 'ready' });
  expect((await ask('GET', '/api/reacciones', ana.token)).body.bases).toEqual([
    { archivo: 'events.db', desde: expect.any(String), error: expect.any(String), faltan: null, llaves: null },
  ]);
  expect(lines.map(({ msg }) => msg)).toEqual([expect.stringMatching(/^DATA_DIR: events[.]db is damaged .*npm run restore -- <folder>/)]);
  expect(lines[0]).not.toHaveProperty('err');
});

test('every page of a database is looked at: random bytes are found, a whole one is whole', {
  tags: 'night',
  timeout: 90_000,
}, async () => {
  const { dataDir } = await schoolOf(10);
  const { signal } = new AbortController();
  for (const name of ['events.db', 'vault.db', 'read.db']) expect(await lookThrough(path.join(dataDir, name), signal), name).toBe(null);
  for (const name of ['events.db', 'vault.db', 'read.db']) {
    scramble(path.join(dataDir, name), 4, 6);
    expect(await lookThrough(path.join(dataDir, name), signal), name).toMatch(/^\S.+$/);
  }
  await expect(lookThrough(path.join(dataDir, 'none.db'), signal)).rejects.toThrow();
  await expect(lookThrough(path.join(dataDir, 'events.db'), AbortSignal.abort())).rejects.toThrow();
});

test('damage of the read models that nothing has read yet is found soon after the start: they are built anew', {
  timeout: 90_000,
}, async () => {
  const { dataDir, ana } = await schoolOf(30);
  const file = path.join(dataDir, 'read.db');
  const db = new DatabaseSync(file);
  const users = db.prepare("SELECT id FROM generations WHERE projection = 'users' AND role = 'serving'").get();
  db.close();
  expect(damagePages(file, `g${users?.id}`, 0, 50)).toBeGreaterThan(0);
  const { ask, begun, lines } = await supervised(dataDir, {});
  await begun(2);
  expect(lines).toEqual([expect.objectContaining({ msg: 'a part of the school has failed: all of it begins again' })]);
  expect(lines[0]).not.toHaveProperty('err');
  expect(await ask('GET', `/api/auth/users/${ana.id}`, ana.token)).toMatchObject({ status: 200, body: { id: ana.id } });
  expect(readdirSync(dataDir)).toContain('read.db.damaged');
});

test('random bytes over pages of the log, met while the school runs: it ends, told in one line on the way', {
  tags: 'night',
  timeout: 120_000,
}, async () => {
  const { dataDir } = await schoolOf(12);
  scramble(path.join(dataDir, 'events.db'), 5, 9);
  for (const name of readdirSync(dataDir)) if (name.startsWith('read.db')) rmSync(path.join(dataDir, name));
  const { code, err, out } = await endOf(dataDir, { LOG_LEVEL: 'error', DATABASE_CHECKS: 'true' });
  expect(code).toBe(1);
  const told = `${out}${err}`.split('\n').filter((line) => line.includes('cannot be used'));
  expect(told.length, out + err).toBe(1);
  expect(out + err).not.toContain('    at ');
});

test('kept answers that are damaged are set aside and begun anew, told in one line: no write is lost for them', {
  timeout: 60_000,
}, async () => {
  const dataDir = folder();
  const lines: { level: number; msg: string }[] = [];
  const logged = (line: string) => void lines.push(JSON.parse(line));
  const begun = await openSchool({ dataDir, keep: true, logged });
  const ana = await join(begun, 'ana');
  const change = (school: typeof begun, first_name: string, key: string) =>
    school.ask('PUT', `/api/auth/users/${ana.id}`, { token: ana.token, body: { first_name }, headers: { 'idempotency-key': key } });
  const key = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  expect((await change(begun, 'Ana', key(1))).status).toBe(200);
  await begun.stop();
  const file = path.join(dataDir, 'answers.db');
  const told = () => lines.splice(0).flatMap(({ level, msg }) => (level >= 50 ? [msg] : []));
  const once = ['the kept answers cannot be used: they are kept as answers.db.damaged and begun anew'];
  for (const [n, spoil] of [
    () => expect(damagePages(file, 'sqlite_autoindex_answers_1')).toBe(1),
    () => writeFileSync(file, 'not a database at all. '.repeat(500)),
  ].entries()) {
    spoil();
    const school = await openSchool({ dataDir, keep: true, logged });
    const both = await Promise.all([change(school, `Ana${n}`, key(2 + 2 * n)), change(school, `Ana${n}`, key(3 + 2 * n))]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    // The damage is found when answers are stored, after they were sent.
    await until(() => lines.some(({ level }) => level >= 50), 'the damage to be told');
    expect(told()).toEqual(once);
    // From now on answers are stored again.
    const again = await change(school, `Ana${n}`, key(2 + 2 * n));
    expect(again).toMatchObject({ status: 200, body: both[0]?.body });
    expect(told()).toEqual([]);
    await school.stop();
    expect(readdirSync(dataDir)).toContain('answers.db.damaged');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  }
});

test.each([
  ['a file that is no database', (file: string) => writeFileSync(file, 'not a database at all. '.repeat(500))],
  [
    'a database of something else',
    (file: string) => {
      rmSync(file);
      const db = new DatabaseSync(file);
      db.exec('CREATE TABLE recipes (id INTEGER)');
      db.close();
    },
  ],
  [
    'read models that are younger than the log',
    (file: string) => {
      const db = new DatabaseSync(file);
      db.exec("UPDATE state SET checkpoint = '0000000000009999'");
      db.close();
    },
  ],
])('%s where the read models were: set aside, and built anew', { timeout: 60_000 }, async (_, spoil) => {
  const { dataDir, ana } = await schoolOf(1);
  spoil(path.join(dataDir, 'read.db'));
  const school = await openSchool({ dataDir, keep: true });
  expect((await school.ask('GET', `/api/auth/users/${ana.id}`, { token: ana.token })).status).toBe(200);
  expect(existsSync(path.join(dataDir, 'read.db.damaged'))).toBe(true);
  await school.stop();
});

/** The exit code and output of a start on this folder. */
async function endOf(dataDir: string, env: Record<string, string> = {}): Promise<{ code: number | null; err: string; out: string }> {
  const { exit, err, out } = schoolProcess({ PORT: '0', DATA_DIR: dataDir, DATABASE_CHECKS: 'false', ...env });
  const { code } = await exit;
  return { code, err: err(), out: out() };
}

test('a page of the log is overwritten: the school stops with one clear line that names what to do', { timeout: 60_000 }, async () => {
  const { dataDir } = await schoolOf(30);
  expect(damagePages(path.join(dataDir, 'events.db'), 'events', 3)).toBe(1);
  // So that the log is read from its beginning.
  for (const name of readdirSync(dataDir)) if (name.startsWith('read.db')) rmSync(path.join(dataDir, name));
  const { code, err } = await endOf(dataDir);
  expect(code).toBe(1);
  expect(err).toMatch(/^aulaviva: DATA_DIR: events\.db cannot be used \(.*\): .*npm run restore -- <folder>.*\n$/);
});

/** The line that a start on this folder ends with, as `serve` would write it. */
const lineOfStart = async (dataDir: string): Promise<string | null> => {
  try {
    const config = readConfig({
      ...bareEnvironment(),
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
      DEMO: 'false',
      DATABASE_CHECKS: 'false',
    });
    const running = await start(config, pino({ level: 'silent' }));
    onTestFinished(() => running.stop());
    return null;
  } catch (error) {
    return lineOf(error);
  }
};

test.each(['events.db', 'vault.db', 'secrets.json'])(
  '%s is damaged or something else: the start ends with one clear line',
  {
    timeout: 60_000,
  },
  async (name) => {
    const spoilt = async (spoil: (file: string) => void): Promise<string | null> => {
      const { dataDir } = await schoolOf(1);
      const file = path.join(dataDir, name);
      for (const beside of ['', '-wal', '-shm']) rmSync(`${file}${beside}`, { force: true });
      spoil(file);
      return lineOfStart(dataDir);
    };
    const line = `DATA_DIR: ${name.replace('.', '\\.')} cannot be used`;
    expect(await spoilt((file) => writeFileSync(file, 'this is something else. '.repeat(500)))).toMatch(new RegExp(`^${line}.*$`));
    if (!name.endsWith('.db')) return;
    const foreign = await spoilt((file) => {
      const db = new DatabaseSync(file);
      db.exec('CREATE TABLE recipes (id INTEGER)');
      db.close();
    });
    expect(foreign).toMatch(new RegExp(`^${line} \\(a database of something else.*$`));
  },
);

test('half of a setting stops the start: GOOGLE_CLIENT_ID without its secret', { timeout: 60_000 }, async () => {
  const { code, err } = await endOf(folder(), { GOOGLE_CLIENT_ID: 'cliente' });
  expect({ code, err }).toEqual({ code: 1, err: 'aulaviva: GOOGLE_CLIENT_SECRET is required with GOOGLE_CLIENT_ID\n' });
});
