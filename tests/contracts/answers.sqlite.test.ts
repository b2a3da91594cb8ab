import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { createIdempotency } from '../../backend/api/plugins/idempotency.ts';
import { type AnswerRecord, type Answers, vaultAnswers } from '../../backend/integrations/vault/answers.ts';
import { openSqliteVault } from '../../backend/integrations/vault/sqlite.ts';
import { openSqliteAnswers } from '../../backend/integrations/vault/sqliteAnswers.ts';
import { StoreUnavailable } from '../../events/store/port.ts';
import { TEST_SECRET } from '../support/domain.ts';
import { until } from '../support/until.ts';
import { answersContract } from './answers.ts';

const folder = () => mkdtemp(join(tmpdir(), 'aulaviva-answers-'));
const START = 1_800_000_000_000;
const DAY = 24 * 3_600_000;

answersContract('a file of their own', async () => {
  const dir = await folder();
  const clock = { now: START };
  const answers = openSqliteAnswers(join(dir, 'answers.db'), () => clock.now);
  return {
    answers,
    clock,
    dispose: async () => {
      await answers.close();
      await rm(dir, { recursive: true });
    },
  };
});
answersContract('in the vault', async () => {
  const dir = await folder();
  const clock = { now: START };
  const vault = openSqliteVault(join(dir, 'vault.db'), () => clock.now);
  return {
    answers: vaultAnswers(vault),
    clock,
    dispose: async () => {
      await vault.close();
      await rm(dir, { recursive: true });
    },
  };
});

async function setUp() {
  const dir = await folder();
  const path = join(dir, 'answers.db');
  const clock = { now: START };
  const answers = openSqliteAnswers(path, () => clock.now);
  onTestFinished(async () => {
    await answers.close();
    await rm(dir, { recursive: true });
  });
  return { answers, path, clock };
}
const run = (owner: string): AnswerRecord => ({ owner, bodyHash: 'digest', startedAt: START, sealed: null });
const SEALED = Buffer.from('an answer').toString('base64');
/** Claims a name and settles it at once. */
const kept = async (answers: Answers, name: string, expiresAt: number): Promise<void> => {
  expect(await answers.claim(name, run('a'), expiresAt)).toBeNull();
  await answers.settle(name, run('a'), SEALED, expiresAt);
};
/** A file that the writer has only just begun has no table yet, or is locked. */
const rowsSoFar = (path: string): number | null => {
  try {
    return rows(path);
  } catch {
    return null;
  }
};
const written = (path: string, count: number) => until(() => rowsSoFar(path) === count, `${count} answers in the file`);
/** What begins in the millisecond in which all was forgotten is not kept either. */
const later = async () => {
  const now = Date.now();
  await until(() => Date.now() > now, 'the next millisecond');
};
const rows = (path: string): number => {
  const db = new DatabaseSync(path, { readOnly: true });
  const { count } = db.prepare('SELECT count(*) AS count FROM answers').get() as { count: number };
  db.close();
  return count;
};

/** Transactions in a write-ahead log that has not been folded in: the frames that say how large the database is after them. */
async function commits(path: string): Promise<number> {
  const bytes = await readFile(`${path}-wal`);
  const frame = 24 + bytes.readUInt32BE(8);
  let found = 0;
  for (let at = 32; at + frame <= bytes.length; at += frame) if (bytes.readUInt32BE(at + 4) > 0) found++;
  return found;
}

test('64 answers at once cost one transaction, and none of the thread that gives them', async () => {
  const { answers, path, clock } = await setUp();
  const idempotency = createIdempotency(answers, TEST_SECRET, () => clock.now);
  const once = (key: string) =>
    idempotency.once('7 PATCH /api', key, { key }, async () => ({ status: 200, body: '{}', position: null, cookie: null }));
  await once('the first opens the file');
  await written(path, 1);
  const before = await commits(path);
  await Promise.all(Array.from({ length: 64 }, (_, i) => once(`key-${i}`)));
  await written(path, 65);
  expect((await commits(path)) - before).toBe(1);
});

test('a school that starts again knows what it has answered, and asks the file for nothing else', async () => {
  const { answers, path, clock } = await setUp();
  await kept(answers, 'a', clock.now + DAY);
  await written(path, 1);
  const started = openSqliteAnswers(path, () => clock.now);
  onTestFinished(() => started.close());
  expect(await started.claim('a', run('b'), clock.now + DAY)).toMatchObject({ sealed: SEALED });
  for (let n = 0; n < 3; n++) {
    await kept(started, `of day ${n}`, clock.now + DAY);
    await until(() => rows(path) > 0, 'the file');
    expect(await started.claim(`of day ${n}`, run('c'), clock.now + DAY)).toMatchObject({ sealed: SEALED });
    clock.now += DAY - 1;
    expect(await started.claim(`of day ${n}`, run('d'), clock.now + DAY)).toMatchObject({ sealed: SEALED });
    clock.now += 1;
  }
});

test('of many answers each is known for as long as it is kept', async () => {
  const { answers, path, clock } = await setUp();
  const names = ['first', 'second', 'third', 'last'];
  for (const [index, name] of names.entries()) {
    await kept(answers, name, START + DAY);
    await written(path, index + 1);
  }
  clock.now += DAY - 1;
  for (const name of names) expect(await answers.claim(name, run('b'), clock.now + DAY)).toMatchObject({ sealed: SEALED });
});

test('a kept answer takes what a repeat needs: its own length and a little', async () => {
  const { answers, path, clock } = await setUp();
  const idempotency = createIdempotency(answers, TEST_SECRET, () => clock.now);
  const body = JSON.stringify({ mensaje: 'x'.repeat(180) });
  const once = (key: string) =>
    idempotency.once('7 PATCH /api', key, { key }, async () => ({ status: 200, body, position: '0000000000000007', cookie: null }));
  await once('first');
  const sizeOf = () => {
    const db = new DatabaseSync(path, { readOnly: true });
    const { size } = db.prepare('SELECT page_count * page_size AS size FROM pragma_page_count, pragma_page_size').get() as { size: number };
    db.close();
    return size;
  };
  await written(path, 1);
  const before = sizeOf();
  for (let n = 0; n < 10; n++) await Promise.all(Array.from({ length: 100 }, (_, i) => once(`key-${n}-${i}`)));
  await written(path, 1_001);
  expect((sizeOf() - before) / 1_000 - body.length).toBeLessThan(260);
});

test('what is a day old goes in steps: with each write a few, and by itself where nobody writes', async () => {
  const { answers, path, clock } = await setUp();
  await Promise.all(Array.from({ length: 300 }, (_, n) => kept(answers, `old-${n}`, clock.now + DAY)));
  await written(path, 300);
  clock.now += DAY;
  await kept(answers, 'new', clock.now + DAY);
  await until(() => rows(path) < 300, 'a step');
  const left = rows(path);
  expect(left).toBeGreaterThan(250);
  await until(() => rows(path) < left, 'the next step, though nobody writes', 10_000);
  expect(await answers.claim('new', run('c'), clock.now + DAY)).toMatchObject({ sealed: SEALED });
});

test('a file that refuses is a store that is away; what it refused is written as soon as it can be', async () => {
  const { answers, path } = await setUp();
  await kept(answers, 'a', START + DAY);
  await written(path, 1);
  const other = new DatabaseSync(path);
  other.exec("CREATE TRIGGER full BEFORE INSERT ON answers BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END");
  await kept(answers, 'b', START + DAY);
  await until(
    () =>
      answers.claim('c', run('c'), START + DAY).then(
        () => answers.settle('c', run('c'), null, START).then(() => false),
        (error: unknown) => error instanceof StoreUnavailable,
      ),
    'no new work',
  );
  other.exec('DROP TRIGGER full');
  other.close();
  expect(await answers.claim('c', run('c'), START + DAY)).toBeNull();
  expect(rows(path)).toBe(2);
  expect(await answers.claim('b', run('c'), START + DAY)).toMatchObject({ sealed: SEALED });
});

test('while a file refuses, none of many who come at once begins', async () => {
  const { answers, path } = await setUp();
  await kept(answers, 'a', START + DAY);
  await written(path, 1);
  const other = new DatabaseSync(path);
  other.exec("CREATE TRIGGER full BEFORE INSERT ON answers BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END");
  await kept(answers, 'b', START + DAY);
  const begins = (name: string) =>
    answers.claim(name, run(name), START + DAY).then(
      () => answers.settle(name, run(name), null, START).then(() => true),
      () => false,
    );
  await until(async () => !(await begins('c')), 'no new work');
  const names = Array.from({ length: 20 }, (_, n) => `at once ${n}`);
  expect((await Promise.all(names.map(begins))).filter(Boolean)).toEqual([]);
  other.exec('DROP TRIGGER full');
  other.close();
  expect(await Promise.all(names.map(begins))).toEqual(names.map(() => true));
});

test('what another writer has forgotten stays forgotten, also what was under way then', async () => {
  const { answers, path } = await setUp();
  await kept(answers, 'done', START + DAY);
  expect(await answers.claim('under way', run('a'), START + DAY)).toBeNull();
  await written(path, 1);
  const other = openSqliteAnswers(path, () => START);
  await other.forgetAll();
  await other.close();
  await answers.settle('under way', run('a'), SEALED, START + DAY);
  await later();
  await kept(answers, 'again', START + DAY);
  await written(path, 1);
  for (const name of ['done', 'under way']) expect(await answers.claim(name, run('b'), START + DAY)).toBeNull();
});

test('what begins after another writer has forgotten all is kept, the first one too', async () => {
  const { answers, path } = await setUp();
  await kept(answers, 'done', START + DAY);
  await written(path, 1);
  const other = openSqliteAnswers(path, () => START);
  await other.forgetAll();
  await other.close();
  await later();
  await kept(answers, 'the next', START + DAY);
  await written(path, 1);
  expect(await answers.claim('the next', run('b'), START + DAY)).toMatchObject({ sealed: SEALED });
});

test('only the owner can read the file of kept answers', async () => {
  const { answers, path } = await setUp();
  await answers.claim('a', run('a'), START + DAY);
  for (const file of [path, `${path}-wal`]) expect((await stat(file)).mode & 0o077).toBe(0);
});

test('what somebody else has written over a kept answer is nobody’s answer: the repeat runs again, told, and what it says is kept', async () => {
  const { path, clock } = await setUp();
  const told: string[] = [];
  const open = () => {
    const answers = openSqliteAnswers(
      path,
      () => clock.now,
      ({ message }) => void told.push(message),
    );
    onTestFinished(() => answers.close());
    return { answers, idempotency: createIdempotency(answers, TEST_SECRET, () => clock.now) };
  };
  const once = ({ idempotency }: ReturnType<typeof open>, key: string, said = key) =>
    idempotency.once('7 PATCH /api', key, { key }, async () => ({ status: 200, body: said, position: null, cookie: null }));
  const first = open();
  for (const key of ['a', 'b', 'c']) await once(first, key);
  await written(path, 3);
  await first.answers.close();
  const db = new DatabaseSync(path);
  // As where pages of two times meet: a name leads to what another one said.
  db.exec('UPDATE answers SET body = (SELECT body FROM answers WHERE id = 1), sealed = (SELECT sealed FROM answers WHERE id = 1)');
  db.close();
  const second = open();
  const both = await Promise.all([once(second, 'b', 'again'), once(second, 'b', 'again')]);
  expect(both.map(({ body }) => body)).toEqual(['again', 'again']);
  expect(told).toEqual(['an answer in it cannot be opened']);
  await written(path, 1);
  await second.answers.close();
  expect((await once(open(), 'b', 'once more')).body).toBe('again');
});

test('two writers: what one sets aside as damaged, the other leaves too', async () => {
  const { answers, path, clock } = await setUp();
  await kept(answers, 'a', START + DAY);
  await written(path, 1);
  await writeFile(path, 'not a database at all. '.repeat(500));
  await rm(`${path}-wal`);
  const damaged: string[] = [];
  const other = openSqliteAnswers(
    path,
    () => clock.now,
    ({ part }) => void damaged.push(part),
  );
  await other.forgetAll();
  expect(damaged).toEqual(['kept answers']);
  await later();
  await kept(answers, 'again', START + DAY);
  await written(path, 1);
  expect(await other.claim('again', run('two'), START + DAY)).toMatchObject({ sealed: SEALED });
  await other.close();
});
