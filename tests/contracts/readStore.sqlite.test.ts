import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import type { DocWrite, GenerationSpec, Query } from '../../backend/projections/kernel/readStore.ts';
import { buildsApart } from '../../backend/projections/kernel/readStore.ts';
import { openSqliteReadStore } from '../../backend/projections/stores/sqlite.ts';
import { openSqliteBuild } from '../../backend/projections/stores/sqliteBuild.ts';
import { Documents, Statements } from '../../backend/projections/stores/sqliteDocuments.ts';
import { openSqliteReader } from '../../backend/projections/stores/sqliteReader.ts';
import type { Position } from '../../events/store/port.ts';
import { changesAfter } from '../support/changes.ts';
import { batches, expectModel, generation, readStoreContract, SPEC_INDEXES, story } from './readStore.ts';

const folder = () => mkdtemp(join(tmpdir(), 'aulaviva-read-'));

readStoreContract('sqlite', async () => {
  const dir = await folder();
  const path = join(dir, 'read.db');
  const store = openSqliteReadStore(path);
  return {
    store,
    openReader: async () => openSqliteReader(path),
    dispose: async () => {
      await store.close();
      await rm(dir, { recursive: true });
    },
  };
});

const at = (n: number): Position => String(n).padStart(12, '0') as Position;
const doc = (key: string, n: number, x: unknown, persons: readonly string[] = []): DocWrite => ({
  ...{ key, version: 1, position: at(n), doc: { x }, persons },
});

/** A folder that goes with the test, and a store in it. */
async function place() {
  const dir = await folder();
  const path = join(dir, 'read.db');
  const store = openSqliteReadStore(path);
  onTestFinished(async () => {
    await store.close();
    await rm(dir, { recursive: true });
  });
  const spec: GenerationSpec = { ...generation(), indexes: [['x']] };
  await store.createGeneration(spec);
  return { dir, path, store, spec, file: join(dir, 'build.db') };
}

test('every query that is served is served by its index, without sorting, also behind a cursor', () => {
  const db = new DatabaseSync(':memory:');
  onTestFinished(() => db.close());
  const asked: string[] = [];
  const statements = new (class extends Statements {
    override of(sql: string) {
      asked.push(sql);
      return super.of(sql);
    }
  })(db);
  const documents = new Documents(statements, 'g1', [['course', '-at'], ['-at'], ['name', 'at']]);
  documents.create({ indexed: true });
  for (let i = 0; i < 9; i++) {
    const fields = { course: 1, at: i % 3 === 0 ? null : i, name: 'a' };
    documents.write({ key: `k${i}`, version: 1, position: at(1), doc: fields, persons: [] }, { rewrite: false, indexed: true });
  }
  const plans = (query: Query): string[] => {
    const pages: string[] = [];
    for (let cursor: string | null = null; ; ) {
      asked.length = 0;
      cursor = documents.find({ ...query, limit: 2, ...(cursor !== null && { cursor }) }).next;
      const sql = asked.at(-1) ?? '';
      const rows = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...Array.from(sql.matchAll(/\?/g), () => 1));
      pages.push(rows.map(({ detail }) => detail).join('; '));
      if (cursor === null) return [...new Set(pages)];
    }
  };
  expect(plans({ where: { course: 1 }, sort: ['-at'] })).toEqual([
    'SEARCH g1 USING INDEX g1_by0 (f0=?)',
    'SEARCH g1 USING INDEX g1_by0 (f0=? AND (f1,k)<(?,?))',
  ]);
  expect(plans({ where: { course: 1 }, sort: ['at'] })).toEqual([
    'SEARCH g1 USING INDEX g1_by0 (f0=?)',
    'SEARCH g1 USING INDEX g1_by0 (f0=? AND (f1,k)>(?,?))',
  ]);
  expect(plans({ where: { course: 1, at: { gte: 2, lt: 8 } }, sort: ['-at'] })[0]).toBe(
    'SEARCH g1 USING INDEX g1_by0 (f0=? AND f1>? AND f1<?)',
  );
  expect(plans({ sort: ['-at'] })).toEqual(['SCAN g1 USING INDEX g1_by1', 'SEARCH g1 USING INDEX g1_by1 ((f1,k)<(?,?))']);
  expect(plans({ sort: ['at'] })[1]).toBe('SEARCH g1 USING INDEX g1_by1 ((f1,k)>(?,?))');
  expect(plans({ sort: ['-name', '-at'] })[1]).toBe('SEARCH g1 USING INDEX g1_by2 ((f2,f1,k)<(?,?,?))');
  expect(plans({})).toEqual(['SCAN g1 USING INDEX sqlite_autoindex_g1_1', 'SEARCH g1 USING INDEX sqlite_autoindex_g1_1 (k>?)']);
  for (const where of [undefined, { course: 1 }, { course: { in: [1, 2] }, at: { gt: 3 } }]) {
    asked.length = 0;
    documents.count(where);
    const sql = asked.at(-1) ?? '';
    const [row] = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...Array.from(sql.matchAll(/\?/g), () => 1));
    expect(row?.detail).toContain('USING COVERING INDEX');
  }
});

test('with mixed directions the first field still bounds what is read', () => {
  const db = new DatabaseSync(':memory:');
  onTestFinished(() => db.close());
  const asked: string[] = [];
  const statements = new (class extends Statements {
    override of(sql: string) {
      asked.push(sql);
      return super.of(sql);
    }
  })(db);
  const documents = new Documents(statements, 'g1', [['-at', 'name']]);
  documents.create({ indexed: true });
  for (const key of ['a', 'b', 'c']) {
    documents.write({ key, version: 1, position: at(1), doc: { at: 1, name: key }, persons: [] }, { rewrite: false, indexed: true });
  }
  const { next } = documents.find({ sort: ['-at', 'name'], limit: 1 });
  const page = documents.find({ sort: ['-at', 'name'], limit: 1, cursor: next ?? '' });
  expect(page.docs.map(({ key }) => key)).toEqual(['b']);
  const sql = asked.at(-1) ?? '';
  const rows = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...Array.from(sql.matchAll(/\?/g), () => 1));
  expect(rows.map(({ detail }) => detail)).toEqual(['SEARCH g1 USING INDEX g1_by0 (f0<?)']);
});

test('what a reader reads without waiting is of one moment', async () => {
  const { path, store, spec } = await place();
  const reader = openSqliteReader(path);
  onTestFinished(() => reader.close());
  await store.switchTo(spec, null);
  const commit = (n: number) =>
    store.commit({ epoch: 1, checkpoint: at(n), writes: [{ generation: spec, docs: [doc('a', n, n), doc('b', n, n)] }], changes: [] });
  const positions = async (of: Pick<typeof reader, 'get' | 'checkpoint'>) => [
    (await of.get(spec, 'a'))?.position,
    (await of.get(spec, 'b'))?.position,
    await of.checkpoint(),
  ];
  await commit(1);
  await turn();
  const before = (await reader.get(spec, 'a'))?.position;
  await commit(2);
  expect([before, ...(await positions(reader))]).toEqual([at(1), at(1), at(1), at(1)]);
  await turn();
  expect(await positions(reader)).toEqual([at(2), at(2), at(2)]);
  // The writer's own connection is never behind what it wrote.
  expect(await positions(store)).toEqual([at(2), at(2), at(2)]);
  await commit(3);
  expect(await positions(store)).toEqual([at(3), at(3), at(3)]);
});

test('a large document is parsed once a version, and nobody can change what is kept', async () => {
  const { path, store, spec } = await place();
  const reader = openSqliteReader(path);
  onTestFinished(() => reader.close());
  await store.switchTo(spec, null);
  const large = (n: number) => ({ x: n, parts: Array.from({ length: 400 }, (_, i) => ({ title: `part ${i} of ${n}` })) });
  const commit = (n: number) =>
    store.commit({
      epoch: 1,
      checkpoint: at(n),
      writes: [{ generation: spec, docs: [{ key: 'a', version: n, position: at(n), doc: large(n), persons: [] }, doc('b', n, n)] }],
      changes: [],
    });
  const read = async () => {
    await turn();
    return (await reader.getMany(spec, ['a'])).get('a');
  };
  await commit(1);
  const first = await read();
  expect(first?.doc).toEqual(large(1));
  expect((await read())?.doc).toBe(first?.doc);
  expect(() => {
    for (const part of (first?.doc.parts ?? []) as { title: string }[]) part.title = 'other';
  }).toThrow(TypeError);
  await commit(2);
  expect(await read()).toMatchObject({ version: 2, position: at(2), doc: large(2) });
  // A small one is everybody's own.
  const [one, other] = [(await reader.get(spec, 'b'))?.doc, (await reader.get(spec, 'b'))?.doc];
  expect(one).toEqual(other);
  expect(one).not.toBe(other);
  await store.dropGeneration(spec);
  await turn();
  expect(await reader.get(spec, 'a')).toBeNull();
});

test('a reader waits for nothing: before the file, before its tables, and after the writer has gone', async () => {
  const dir = await folder();
  onTestFinished(() => rm(dir, { recursive: true }));
  const path = join(dir, 'read.db');
  const reader = openSqliteReader(path);
  const target = generation();
  const nothing = async () => {
    expect(await reader.checkpoint()).toBeNull();
    expect(await reader.generations()).toEqual([]);
    expect(await reader.get(target, 'a')).toBeNull();
    expect(await reader.find(target, {})).toEqual({ docs: [], next: null });
    expect(await changesAfter(reader, 0, 1)).toEqual([]);
    expect(await reader.changesSince(at(1), ['t'], 1)).toEqual([]);
    expect(await reader.lastChange()).toBe(0);
  };
  await nothing();
  const empty = new DatabaseSync(path);
  empty.exec('PRAGMA journal_mode = WAL; CREATE TABLE other (x)');
  empty.close();
  await nothing();
  const store = openSqliteReadStore(path);
  await store.createGeneration({ ...target, indexes: [] });
  await store.switchTo(target, null);
  await store.commit({ epoch: 1, checkpoint: at(1), writes: [{ generation: target, docs: [doc('a', 1, 1)] }], changes: [] });
  await turn();
  expect((await reader.get(target, 'a'))?.doc).toEqual({ x: 1 });
  await reader.close();
  await store.close();
  const late = openSqliteReader(path);
  expect(await late.checkpoint()).toBe(at(1));
  await late.close();
  await expect(late.checkpoint()).rejects.toThrow(/closed/);
});

test('a store whose changes name no term yet gives them one, and a reader waits for it', async () => {
  const { path, store, spec } = await place();
  await store.switchTo(spec, null);
  const change = { topic: 't', id: 'a', version: 1, op: 'put', position: at(1) } as const;
  await store.commit({ epoch: 3, checkpoint: at(1), writes: [], changes: [change] });
  await store.close();
  const older = new DatabaseSync(path);
  older.exec('ALTER TABLE changes DROP COLUMN epoch');
  older.close();
  const reader = openSqliteReader(path);
  onTestFinished(() => reader.close());
  expect(await reader.checkpoint()).toBeNull();
  const now = openSqliteReadStore(path);
  onTestFinished(() => now.close());
  await now.commit({ epoch: 4, checkpoint: at(2), writes: [], changes: [{ ...change, position: at(2) }] });
  await turn();
  expect((await reader.changeHeads(0, 10)).map(({ n, epoch }) => [n, epoch])).toEqual([
    [1, 0],
    [2, 4],
  ]);
});

test('what was committed is there after a crash, and half a batch never is', async () => {
  const { dir, path, store, spec } = await place();
  await store.switchTo(spec, null);
  await store.commit({ epoch: 1, checkpoint: at(1), writes: [{ generation: spec, docs: [doc('a', 1, 1)] }], changes: [] });
  const good = { generation: spec, docs: [doc('b', 2, 2)] };
  const bad = { generation: generation(), docs: [] };
  await expect(store.commit({ epoch: 1, checkpoint: at(2), writes: [good, bad], changes: [] })).rejects.toThrow(/does not exist/);
  // As the disk stands when the process is killed.
  const copy = join(dir, 'copy.db');
  for (const suffix of ['', '-wal']) await cp(`${path}${suffix}`, `${copy}${suffix}`);
  const after = openSqliteReadStore(copy);
  expect(await after.checkpoint()).toBe(at(1));
  expect([await after.get(spec, 'a'), await after.get(spec, 'b')]).toMatchObject([{ doc: { x: 1 } }, null]);
  await after.close();
});

test('tables of dropped generations go, also when the process died before', async () => {
  const { path, store, spec } = await place();
  const tables = (): string[] => {
    const db = new DatabaseSync(path);
    const rows = db.prepare(`SELECT name FROM sqlite_schema WHERE name GLOB 'g[0-9]*'`).all();
    db.close();
    return rows.map(({ name }) => String(name));
  };
  expect(tables()).toHaveLength(4);
  const db = new DatabaseSync(path);
  db.exec('DELETE FROM generations');
  db.close();
  await store.createGeneration({ ...spec, projection: 'other' });
  const next = openSqliteReadStore(path);
  expect(tables()).toHaveLength(4);
  expect(await next.count({ ...spec, projection: 'other' })).toBe(0);
  await next.close();
});

test('a build in a file of its own ends as the same generation would, whatever the cuts, repeats and restarts', async () => {
  await fc.assert(
    fc.asyncProperty(story, fc.array(fc.boolean(), { minLength: 25, maxLength: 25 }), async (told, restarts) => {
      const dir = await folder();
      const store = openSqliteReadStore(join(dir, 'read.db'));
      const spec: GenerationSpec = { ...generation(), indexes: SPEC_INDEXES };
      const twin: GenerationSpec = { ...generation(), indexes: SPEC_INDEXES };
      await store.createGeneration(spec);
      await store.createGeneration(twin);
      const file = join(dir, 'build.db');
      let build = openSqliteBuild(file, spec);
      let i = 0;
      let last: Position = at(0);
      for await (const batch of batches(store, [twin], told)) {
        const docs = batch.writes[0]?.docs ?? [];
        last = batch.checkpoint ?? last;
        for (let times = 0; times <= (told.repeats[i] ?? 0); times++) build.write(docs, last);
        await store.commit({ ...batch, changes: [] });
        if (restarts[i]) {
          build.close();
          build = openSqliteBuild(file, spec);
          expect(build.checkpoint()).toBe(last);
        }
        const keys = told.events.map(({ key }) => key);
        expect([...build.getMany(keys)]).toEqual([...(await store.getMany(twin, keys))]);
        expect([...build.tombstones(keys)]).toEqual([...(await store.tombstones(twin, keys))]);
        expect(build.keysOfPerson('7')).toEqual(await store.keysOfPerson(twin, '7'));
        i++;
      }
      build.close();
      const unchanged = await store.count(twin);
      // Twice, as after a crash.
      for (let times = 0; times < 2; times++) await store.adoptBuild(file, spec, last);
      await expectModel(store, spec, told.events);
      expect(await store.diff(twin, spec, 1)).toEqual({ added: 0, changed: 0, removed: 0, unchanged, samples: [] });
      expect((await store.generations()).find((one) => one.generation === spec.generation)).toMatchObject({
        role: 'building',
        checkpoint: last,
      });
      await store.close();
      await rm(dir, { recursive: true });
    }),
    { numRuns: 20 },
  );
}, 60_000);

test('a build is copied in in steps: commits, reads and queries go on between them', async () => {
  const { store, spec, file } = await place();
  const served: GenerationSpec = { ...generation(), indexes: [['x']] };
  await store.createGeneration(served);
  await store.switchTo(served, null);
  const build = openSqliteBuild(file, spec);
  build.write(
    Array.from({ length: 5_500 }, (_, i) => doc(`k${i}`, 1, i % 7, i % 100 === 0 ? ['7'] : [])),
    at(10),
  );
  build.close();
  let commits = 0;
  let done = false;
  const adopted = store.adoptBuild(file, spec, at(10)).then(() => {
    done = true;
  });
  while (!done) {
    commits++;
    const n = commits;
    await store.commit({ epoch: 1, checkpoint: at(n), writes: [{ generation: served, docs: [doc('a', n, n)] }], changes: [] });
    await new Promise(setImmediate);
  }
  await adopted;
  expect(commits).toBeGreaterThan(4);
  expect(await store.checkpoint()).toBe(at(commits));
  expect(await store.count(spec)).toBe(5_500);
  expect(await store.count(spec, { x: 3 })).toBe(786);
  expect(await store.keysOfPerson(spec, '7')).toHaveLength(55);
});

test('as many builds as end at once are copied in, and one that cannot be is in nobody’s way', async () => {
  const { store, file } = await place();
  const specs: GenerationSpec[] = Array.from({ length: 14 }, () => ({ ...generation(), indexes: [] }));
  for (const [i, spec] of specs.entries()) {
    await store.createGeneration(spec);
    const build = openSqliteBuild(`${file}-${i}`, spec);
    build.write(
      Array.from({ length: 3_000 }, (_, n) => doc(`k${n}`, 1, n)),
      at(1),
    );
    build.close();
  }
  const missing = store.adoptBuild(`${file}-none`, generation(), at(1));
  const adopted = specs.map((spec, i) => store.adoptBuild(`${file}-${i}`, spec, at(1)));
  await expect(missing).rejects.toThrow(/no build/);
  await Promise.all(adopted);
  for (const spec of specs) expect(await store.count(spec)).toBe(3_000);
});

test('refuses builds that are not there, of another spec, or for a generation that serves or was cancelled', async () => {
  const { store, spec, file } = await place();
  await expect(store.adoptBuild(file, spec, at(1))).rejects.toThrow(/no build/);
  openSqliteBuild(file, { ...spec, indexes: [] }).close();
  await expect(store.adoptBuild(file, spec, at(1))).rejects.toThrow(/not built for/);
  const build = openSqliteBuild(file, spec);
  expect(build.checkpoint()).toBeNull();
  build.write([doc('a', 1, 1)], at(1));
  build.close();
  openSqliteBuild(file, { ...spec, version: 2 }).close();
  const again = openSqliteBuild(file, spec);
  expect(again.checkpoint(), 'another version in between left nothing').toBeNull();
  again.write(
    Array.from({ length: 3_000 }, (_, i) => doc(`k${i}`, 1, i)),
    at(1),
  );
  again.close();
  const cancelled = store.adoptBuild(file, spec, at(1));
  await store.dropGeneration(spec);
  await expect(cancelled).rejects.toThrow(/does not exist/);
  await store.createGeneration(spec);
  await store.switchTo(spec, null);
  await expect(store.adoptBuild(file, spec, at(1))).rejects.toThrow(/is serving/);
  expect(buildsApart(store)).toBe(store);
});
