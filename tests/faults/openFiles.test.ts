import { randomBytes } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { watchOpenFiles } from '../../backend/process/openFiles.ts';

/** A database that is open, with something in its write-ahead log, and what is told of its files. */
function watched() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'aulaviva-open-'));
  const file = path.join(dataDir, 'events.db');
  const db = new DatabaseSync(file);
  db.exec('PRAGMA journal_mode = WAL; CREATE TABLE last (number INTEGER); CREATE TABLE things (id INTEGER PRIMARY KEY, text TEXT)');
  const write = () => db.exec('INSERT INTO things (text) VALUES (hex(randomblob(3000)))');
  for (let n = 0; n < 30; n++) write();
  db.exec('PRAGMA wal_checkpoint(PASSIVE)');
  write();
  const told: string[] = [];
  const watch = watchOpenFiles({
    ...{ dataDir, parts: ['log'] },
    onDamage: ({ message }) => void told.push(`damage: ${message}`),
    onTaken: ({ message }) => void told.push(`taken: ${message}`),
  });
  onTestFinished(async () => {
    await watch.stop();
    if (db.isOpen) db.close();
    await watch.release();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return { file, db, write, told, watch };
}
test('a write-ahead log that is removed is told, and closing the database puts what it held in its place', async () => {
  const { file, db, write, told, watch } = watched();
  await watch.look();
  rmSync(`${file}-wal`);
  write();
  await watch.look();
  expect(told[0]).toBe('taken: events.db-wal was removed or replaced while the school had it open');
  await watch.stop();
  db.close();
  const again = new DatabaseSync(file);
  expect(again.prepare('SELECT count(*) AS things FROM things').get()).toEqual({ things: 32 });
  again.close();
});

test('a write-ahead log in whose place another file is put is told', async () => {
  const { file, told, watch } = watched();
  await watch.look();
  copyFileSync(`${file}-wal`, `${file}.copy`);
  renameSync(`${file}.copy`, `${file}-wal`);
  await watch.look();
  expect(told[0]).toBe('taken: events.db-wal was removed or replaced while the school had it open');
});

test.each([
  ['its write-ahead log is cut', 'events.db-wal was cut off', (file: string) => truncateSync(`${file}-wal`, 8_192)],
  ['it is removed', 'removed or replaced', (file: string) => rmSync(file)],
  ['its end is cut off', 'events.db was cut off', (file: string) => truncateSync(file, 8_192)],
  [
    'another file takes its place',
    'removed or replaced',
    (file: string) => {
      copyFileSync(file, `${file}.copy`);
      rmSync(file);
      copyFileSync(`${file}.copy`, file);
    },
  ],
])('a database of which %s is damaged', async (_, why, spoil) => {
  const { file, told, watch } = watched();
  await watch.look();
  spoil(file);
  await watch.look();
  expect(told[0]).toBe(`damage: ${why} while the school had it open`);
});

test.each([
  [
    'of which a page is overwritten',
    (file: string) => {
      const disk = openSync(file, 'r+');
      writeSync(disk, randomBytes(4_096), 0, 4_096, 4_096);
      closeSync(disk);
    },
  ],
  // As `cp` does it: the file stays the same one, and SQLite goes on writing into it.
  ['into which an older one is copied', (file: string) => writeFileSync(file, readFileSync(`${file}.older`))],
])('a database %s is damaged, also while it is written', async (_, spoil) => {
  const { file, db, write, told, watch } = watched();
  write();
  db.exec('PRAGMA wal_checkpoint(PASSIVE)');
  copyFileSync(file, `${file}.older`);
  db.exec('UPDATE things SET text = hex(randomblob(3000)); PRAGMA wal_checkpoint(PASSIVE)');
  write();
  await watch.look();
  await watch.look();
  expect(told).toEqual([]);
  spoil(file);
  write();
  await watch.look();
  expect(told[0]).toBe('damage: events.db was overwritten while the school had it open');
});

test('a database whose date alone changes is as good as before, also where its file system tells of a write late', async () => {
  const { file, db, write, told, watch } = watched();
  await watch.look();
  await watch.look();
  const date = (ms: number) => utimesSync(file, new Date(), new Date(statSync(file).mtimeMs + ms));
  date(5_000);
  await watch.look();
  for (const how of ['PASSIVE', 'TRUNCATE', 'PASSIVE']) {
    write();
    db.exec(`PRAGMA wal_checkpoint(${how})`);
    await watch.look();
    date(-1_000);
    await watch.look();
    date(0.5);
    await watch.look();
  }
  expect(told).toEqual([]);
  // And whoever writes it then is found as before.
  const disk = openSync(file, 'r+');
  writeSync(disk, randomBytes(4_096), 0, 4_096, 4_096);
  closeSync(disk);
  await watch.look();
  expect(told[0]).toBe('damage: events.db was overwritten while the school had it open');
});

test('of a database of many pages an older copy is told, though only few of them differ, and so is its last page', async () => {
  for (const spoil of [
    (file: string) => writeFileSync(file, readFileSync(`${file}.older`)),
    (file: string) => {
      const bytes = readFileSync(file);
      bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
      writeFileSync(file, bytes);
    },
  ]) {
    const { file, db, told, watch } = watched();
    db.exec('INSERT INTO last VALUES (1)');
    db.exec(
      'INSERT INTO things (text) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4000) SELECT hex(randomblob(1500)) FROM n',
    );
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    copyFileSync(file, `${file}.older`);
    const small = (n: number) => db.exec(`UPDATE things SET text = hex(randomblob(1500)) WHERE id = 1777; UPDATE last SET number = ${n}`);
    small(2);
    db.exec('PRAGMA wal_checkpoint(PASSIVE)');
    await watch.look();
    await watch.look();
    const { size } = statSync(file);
    expect([size > 1_000 * 4_096, size]).toEqual([true, statSync(`${file}.older`).size]);
    spoil(file);
    await watch.look();
    expect(told[0]).toBe('damage: events.db was overwritten while the school had it open');
  }
});

test('what SQLite itself writes into a database is no damage, however it comes there', async () => {
  const { file, db, write, told, watch } = watched();
  await watch.look();
  for (const how of ['PASSIVE', 'FULL', 'RESTART', 'TRUNCATE'])
    for (let n = 0; n < 3; n++) {
      write();
      db.exec(`PRAGMA wal_checkpoint(${how})`);
      await watch.look();
      write();
      if (n === 1) db.exec('VACUUM');
      await watch.look();
    }
  // A reader of an older moment holds up what is put back.
  const reader = new DatabaseSync(file);
  reader.exec('BEGIN; SELECT count(*) FROM things');
  for (let n = 0; n < 3; n++) {
    write();
    db.exec('PRAGMA wal_checkpoint(PASSIVE)');
    await watch.look();
  }
  reader.close();
  db.exec('PRAGMA wal_checkpoint(PASSIVE)');
  await watch.look();
  expect(told).toEqual([]);
});

test('a write-ahead log that another program empties as it may is as good as before', async () => {
  const { file, write, told, watch } = watched();
  await watch.look();
  const other = new DatabaseSync(file);
  expect(other.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()).toMatchObject({ busy: 0 });
  other.close();
  await watch.look();
  write();
  await watch.look();
  expect(told).toEqual([]);
});
