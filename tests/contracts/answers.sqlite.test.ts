import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { createIdempotency } from '../../backend/api/plugins/idempotency.ts';
import { type AnswerRecord, vaultAnswers } from '../../backend/integrations/vault/answers.ts';
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

test('64 requests at once cost two transactions, and none of the thread that answers them', async () => {
  const { answers, path, clock } = await setUp();
  const idempotency = createIdempotency(answers, TEST_SECRET, () => clock.now);
  const once = (key: string) =>
    idempotency.once('7 PATCH /api', key, { key }, async () => ({ status: 200, body: '{}', position: null, cookie: null }));
  await once('the first opens the file');
  const before = await commits(path);
  await Promise.all(Array.from({ length: 64 }, (_, i) => once(`key-${i}`)));
  expect((await commits(path)) - before).toBe(2);
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
  const before = sizeOf();
  for (let n = 0; n < 10; n++) await Promise.all(Array.from({ length: 100 }, (_, i) => once(`key-${n}-${i}`)));
  expect((sizeOf() - before) / 1_000 - body.length).toBeLessThan(260);
});

test('what is a day old goes in steps: with each write a few, and by itself where nobody writes', async () => {
  const { answers, path, clock } = await setUp();
  for (let n = 0; n < 300; n++) void answers.claim(`old-${n}`, run('a'), clock.now + DAY);
  await answers.claim('last', run('a'), clock.now + DAY);
  expect(rows(path)).toBe(301);
  clock.now += DAY;
  await answers.claim('new', run('b'), clock.now + DAY);
  const left = rows(path);
  expect(left).toBeGreaterThan(250);
  expect(left).toBeLessThan(301);
  await until(() => rows(path) < left, 'the next step, though nobody writes', 10_000);
  for (let n = 0; n < 30 && rows(path) > n + 2; n++) await answers.claim(`new-${n}`, run('b'), clock.now + DAY);
  expect(await answers.claim('new', run('c'), clock.now + DAY)).toMatchObject({ owner: 'b' });
});

test('a file that refuses is a store that is away, and goes on afterwards', async () => {
  const { answers, path } = await setUp();
  await answers.claim('a', run('a'), START + DAY);
  const other = new DatabaseSync(path);
  other.exec("CREATE TRIGGER full BEFORE INSERT ON answers BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END");
  await expect(answers.claim('b', run('a'), START + DAY)).rejects.toBeInstanceOf(StoreUnavailable);
  other.exec('DROP TRIGGER full');
  other.close();
  expect(await answers.claim('b', run('a'), START + DAY)).toBeNull();
});

test('only the owner can read the file', async () => {
  const { answers, path } = await setUp();
  await answers.claim('a', run('a'), START + DAY);
  for (const file of [path, `${path}-wal`]) expect((await stat(file)).mode & 0o077).toBe(0);
});

test('two writers: what one sets aside as damaged, the other leaves too', async () => {
  const { answers, path, clock } = await setUp();
  expect(await answers.claim('a', run('one'), START + DAY)).toBeNull();
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
  expect(await answers.claim('b', run('one'), START + DAY)).toBeNull();
  expect(await other.claim('b', run('two'), START + DAY)).toMatchObject({ owner: 'one' });
  await other.close();
  expect(rows(path)).toBe(1);
});
