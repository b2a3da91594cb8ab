import { closeSync, mkdirSync, openSync, readdirSync, writeFileSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appendingEvents, closeCopy, openCopy, openForQuestion, rows as rowsOf, startDuck } from '../../backend/api/answers/sql/copy.ts';
import { createLiveAnswers } from '../../backend/api/answers/sql/liveAnswers.ts';
import { foldTables } from '../../backend/api/answers/sql/models.ts';
import { ask as askDuck, refusal } from '../../backend/api/answers/sql/question.ts';
import { createQuestions } from '../../backend/api/answers/sql/questions.ts';
import { rowOf, TEXT_CHARACTERS } from '../../backend/api/answers/sql/rows.ts';
import { tableOf } from '../../backend/api/answers/sql/tables.ts';
import { type SqlTable, sqlTables } from '../../backend/api/contract/choices.ts';
import type { LiveCard, SavedQuery, SqlAnswer } from '../../backend/api/contract/sql.ts';
import { ApiError } from '../../backend/api/error.ts';
import { DEMO_PASSWORD } from '../../backend/demo/people.ts';
import { comments } from '../../backend/projections/comments.ts';
import type { Readable } from '../../backend/projections/reading/reads.ts';
import { reviews } from '../../backend/projections/reviews.ts';
import { users } from '../../backend/projections/users.ts';
import type { JsonObject, Position } from '../../events/store/port.ts';
import { examples } from '../../frontend/src/features/analytics/sql-examples.ts';
import { mistakeIn } from '../../frontend/src/features/analytics/sql-mistakes.ts';
import { join, joinAs, type Person, settled } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

/** SQL queries over the log. */

/** Usernames of the demo that are also ordinary words. */
const WORDS = ['admin', 'instructor', 'analista', 'estudiante', 'premium'];

/** Does something with the copy while no question is asked of it. */
async function inCopy<T>(file: string, act: (db: DuckDBConnection) => Promise<T>): Promise<T> {
  const db = await startDuck(file);
  await db.run(`ATTACH '${file}' AS copia; USE copia`);
  try {
    return await act(db);
  } finally {
    await closeCopy(db);
  }
}
/** Reads the table directly, because a query returns at most a thousand rows. */
const everyRow = (file: string, table: string) => inCopy(file, (db) => rowsOf(db, `SELECT * FROM ${table} ORDER BY rowid`));

/** Overwrites blocks of the copy, as a failing disk would: every byte from `from` on, `count` of them. */
function damage(file: string, from: number, count: number): void {
  const disk = openSync(file, 'r+');
  writeSync(disk, Buffer.alloc(count, 0xff), 0, count, from);
  closeSync(disk);
}

let school: School;
let analyst: Person;
let auditor: Person;
let ana: Person;
const send = (sql: string, as: Person = analyst) =>
  school.ask('GET', `/api/eventos/consulta?sql=${encodeURIComponent(sql)}`, { token: as.token });
const ask = async (sql: string, as?: Person): Promise<NonNullable<SqlAnswer['respuesta']>> => {
  for (;;) {
    const answer = await send(sql, as);
    expect(answer.status, answer.text).toBe(200);
    const { respuesta } = answer.body as unknown as SqlAnswer;
    if (respuesta) return respuesta;
  }
};
const refused = async (sql: string) => {
  const { status, body } = await send(sql);
  return { status, code: body.code, said: (body.errors as { message: string }[] | undefined)?.[0]?.message };
};

beforeAll(async () => {
  school = await openSchool();
  analyst = await joinAs(school, 'analista', 'analyst');
  auditor = await joinAs(school, 'auditora', 'auditor');
  ana = await join(school, 'ana');
  await settled(school);
});
afterAll(() => school.stop());

// rows: M06
test('SQL is asked of all events, masked, and of what came since the last question', async () => {
  const byType = new Map<string, number>();
  for await (const { type } of school.running.deps.commands.log.store.readAll(null)) byType.set(type, (byType.get(type) ?? 0) + 1);
  const { columnas, filas, cortado } = await ask('SELECT tipo, count(*) AS cuantos FROM eventos GROUP BY tipo');
  expect(columnas).toEqual(['tipo', 'cuantos']);
  expect(Object.fromEntries(filas)).toEqual(Object.fromEntries(byType));
  expect(cortado).toBe(false);
  const hers = `SELECT datos ->> 'email', datos ->> 'firstName', datos FROM eventos WHERE tipo = 'UserRegistered' AND flujo = 'user-${ana.id}'`;
  const [told] = (await ask(hers, auditor)).filas;
  expect(told?.slice(0, 2)).toEqual(['cifrado', 'cifrado']);
  expect(JSON.stringify(await ask('SELECT * FROM eventos'))).not.toMatch(/Quintanilla|@/);
  await join(school, 'beto');
  const [[registered]] = (await ask("SELECT count(*) FROM eventos WHERE tipo = 'UserRegistered'")).filas as [[number]];
  expect(registered).toBe((byType.get('UserRegistered') ?? 0) + 1);
  expect((await send('SELECT 1', ana)).status).toBe(403);
});

test('a question reads and computes, and can do nothing else; what it is refused says why', { timeout: 150_000 }, async () => {
  const bad = [
    'DELETE FROM eventos',
    "INSERT INTO eventos (id) VALUES ('x') RETURNING id",
    `ATTACH '${path.join(school.dataDir, 'vault.db')}' AS v`,
    `COPY eventos TO '${path.join(school.dataDir, 'copia.csv')}'`,
    'PRAGMA database_list',
    "SET memory_limit = '9GB'",
    'INSTALL httpfs',
    'CREATE TEMP TABLE t (a INTEGER)',
    'BEGIN',
    'EXPLAIN ANALYZE SELECT 1',
    'SHOW ALL TABLES',
    'DESCRIBE tablas',
    'SELECT 1; DELETE FROM eventos',
    // Files, the network, and the engine's own tables.
    "SELECT * FROM read_text('/etc/hostname')",
    "SELECT * FROM '/etc/hostname'",
    "SELECT * FROM read_json('http://127.0.0.1:1/x')",
    "SELECT * FROM glob('*')",
    'SELECT * FROM duckdb_settings()',
    'SELECT * FROM duckdb_databases()',
    'SELECT count(*) FROM information_schema.tables',
    'SELECT count(*) FROM pg_class',
    "SELECT * FROM query('SELECT * FROM duckdb_settings()')",
    "SELECT * FROM query_table('tablas')",
    'SELECT count(*) FROM tablas',
    'SELECT (SELECT count(*) FROM copia)',
    'SELECT 1 IN (SELECT version FROM copia)',
    'SELECT count(*) FROM copia.main.tablas',
    // Under a name of one's own, too.
    'WITH tablas AS (SELECT * FROM tablas) SELECT * FROM tablas',
    'SELECT * FROM (WITH pg_class AS (SELECT 1) SELECT * FROM pg_class) AS a, pg_class',
    // Functions that tell of the engine, wherever they stand.
    "SELECT current_setting('temp_directory')",
    "SELECT main.current_setting('temp_directory')",
    "SELECT list_transform(['threads'], lambda x: current_setting(x))",
    "SELECT id FROM eventos ORDER BY current_setting('threads')",
    "SELECT sum(1) OVER (PARTITION BY getvariable('a')) FROM eventos",
    'SELECT sleep_ms(60000)',
    "SELECT json_serialize_plan('SELECT * FROM duckdb_settings()')",
  ];
  const wrong = [
    'SELECT nada(1)',
    'WITH x AS (DELETE FROM eventos RETURNING *) SELECT * FROM x',
    // A name of one's own holds within its own query only.
    'SELECT (WITH "/etc/hostname" AS (SELECT 1) SELECT 1), * FROM "/etc/hostname"',
    "SELECT json_extract(datos, '$.a') FROM eventos WHERE julianday(fecha) > 1",
    'SELECT $1',
    'SELECT 1e400',
  ];
  await ask('SELECT 1');
  const file = path.join(school.dataDir, 'questions.db');
  const duck = await startDuck(file);
  await openForQuestion(duck, file);
  const ofDuck = (sql: string) => askDuck(duck, sql).then(() => 'answered', refusal);
  for (const sql of bad) expect(await ofDuck(sql), sql).toMatchObject({ kind: 'refused', allowed: false });
  for (const sql of wrong) expect(await ofDuck(sql), sql).toMatchObject({ kind: 'refused', allowed: true });
  // Whatever came past the parser would find that nothing can be opened, written or changed.
  for (const sql of [
    "FROM read_text('/etc/hostname')",
    "ATTACH '/tmp/other.db'",
    'DELETE FROM eventos',
    "SET memory_limit = '9GB'",
    'LOAD httpfs',
  ])
    await expect(duck.run(sql), sql).rejects.toThrow(/disabled|read-only|locked/);
  await closeCopy(duck);
  expect(await refused('DELETE FROM eventos')).toMatchObject({ status: 400, code: 'QUERY_READ_ONLY' });
  expect(await refused('SELECT * FROM duckdb_settings()')).toMatchObject({ status: 400, code: 'QUERY_READ_ONLY' });
  expect(await refused('SELECT 1; SELECT 2')).toEqual({ status: 400, code: 'QUERY_INVALID', said: 'one statement at a time' });
  expect((await refused('SELECT quienn FROM eventos')).said).toMatch(/"quienn" not found(.|\n)*"quien"/);
  // What only sounds like damage does not make the copy anew.
  expect((await refused("SELECT 'IO Error: corrupt checksum'::INTEGER")).said).toMatch(/^Conversion Error/);
  // What a question names itself is its own, also where only its rows are counted.
  expect((await ask('WITH kinds AS (SELECT tipo FROM eventos GROUP BY tipo LIMIT 3) SELECT count(*) FROM kinds')).filas).toEqual([[3]]);
  expect((await ask("SELECT ';' AS a; -- that is all\n")).filas).toEqual([[';']]);
  expect(await refused(' ')).toMatchObject({ status: 400 });
  expect(await refused(`SELECT '${'x'.repeat(4_000)}'`)).toMatchObject({ status: 400 });
  const odd = await ask(`SELECT 9007199254740993, 12345678901234567.89, 1.5, '\\x01\\x02'::BLOB, NULL, 1 AS a, 2 AS a, sum(1::BIGINT), true,
    DATE '2026-11-30', TIMESTAMP '2026-11-30 10:00:00', '2026-11-30T10:00:00.000Z'::TIMESTAMPTZ, [1, 2], {'a': 'b'}, 'nan'::DOUBLE, '{"a": 1}'::JSON`);
  expect(odd.filas).toEqual([
    [
      ...['9007199254740993', '12345678901234567.89', 1.5, '(2 bytes)', null, 1, 2, 1, 'true'],
      ...['2026-11-30', '2026-11-30 10:00:00', '2026-11-30 10:00:00+00', '[1, 2]', "{'a': 'b'}", 'NaN', '{"a": 1}'],
    ],
  ]);
  expect((await ask('DESCRIBE eventos')).filas.map(([name]) => name)).toContain('metadatos');
  const many = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1001) SELECT i FROM n';
  expect(await ask(many)).toMatchObject({ cortado: true, filas: { length: 1_000 } });
  // More than a pipe holds at once.
  const long = await ask(many.replace('SELECT i FROM', `SELECT i, '${'x'.repeat(900)}' FROM`));
  expect(long).toMatchObject({ cortado: true, filas: { length: 1_000, 999: [1_000, 'x'.repeat(900)] } });
});

test('a question that takes too much memory is ended, and one that nobody waits for', { timeout: 150_000 }, async () => {
  // Questions give way to everything else: where a machine is busy, one may reach the limit of time first.
  const large = await until(
    async () => {
      const found = await refused("SELECT count(*) FROM (SELECT DISTINCT i, repeat('x', 900) FROM range(900000) AS r (i))");
      return found.code !== 'QUERY_TOO_LONG' && found;
    },
    'memory to be what ends it',
    90_000,
  );
  expect(large).toMatchObject({ status: 400, code: 'QUERY_TOO_LARGE' });
  const endless = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n';
  const leaving = new AbortController();
  const left = fetch(`${school.url}/api/eventos/consulta?sql=${encodeURIComponent(endless)}`, {
    headers: { authorization: `Bearer ${analyst.token}` },
    signal: leaving.signal,
  });
  const began = performance.now();
  const next = ask('SELECT 1');
  leaving.abort();
  await expect(left).rejects.toThrow();
  // The next query starts without waiting for the time limit of the abandoned one.
  await next;
  expect(performance.now() - began).toBeLessThan(9_000);
});

test('a copy that does not fit the log is made anew', async () => {
  const before = await ask('SELECT count(*) FROM eventos');
  const file = path.join(school.dataDir, 'questions.db');
  await inCopy(file, (db) => db.run("UPDATE eventos SET id = 'of another log' WHERE posicion = (SELECT max(posicion) FROM eventos)"));
  expect((await ask('SELECT count(*) FROM eventos')).filas).toEqual(before.filas);
  expect((await ask("SELECT count(*) FROM eventos WHERE id = 'of another log'")).filas).toEqual([[0]]);
  expect(readdirSync(school.dataDir)).toContain('questions.db');
  // What an earlier release left there is of another engine.
  writeFileSync(file, 'SQLite format 3\0');
  expect((await ask('SELECT count(*) FROM eventos')).filas).toEqual(before.filas);
});

test('a copy whose blocks are overwritten is made anew: wherever they are met, the next asking is answered', {
  tags: 'night',
  timeout: 60_000,
}, async () => {
  const file = path.join(school.dataDir, 'questions.db');
  const all = async () => (await ask('SELECT count(*), max(length(datos)), max(metadatos), max(flujo), max(id) FROM eventos')).filas;
  const before = await all();
  // Of 256 kB each, after three headers of 4 kB.
  const [headers, block] = [3 * 4_096, 256 << 10];
  for (const [from, count] of [
    [0, headers],
    [headers, block],
    [headers + 100, 1],
    [headers, 99 * block],
  ] as const) {
    await inCopy(file, (db) => db.run('CHECKPOINT'));
    damage(file, from, count);
    expect(await all(), String(from)).toEqual(before);
  }
  // In what came last, before it stands in blocks; found while new events are added.
  damage(`${file}.wal`, 100, 500);
  await join(school, 'carla');
  let stored = 0;
  for await (const _ of school.running.deps.commands.log.store.readAll(null)) stored++;
  expect((await ask('SELECT count(*) FROM eventos')).filas).toEqual([[stored]]);
});

// rows: M06
test('read models are tables that say what those say which serve, and whoever tries everything sees nobody in them', {
  timeout: 150_000,
}, async () => {
  const demo = await openSchool({ env: { DEMO: 'true' } });
  const apart = await mkdtemp(path.join(tmpdir(), 'aulaviva-questions-'));
  try {
    const { reads, commands } = demo.running.deps;
    const known = (await reads.find(users, { limit: 1_000 })).docs.map(({ doc }) => doc);
    // One person is erased: what the read models lose, the queries' copy must lose too.
    const leaver = await demo.login('premium');
    expect((await demo.ask('POST', '/api/cuenta/borrar', { token: leaver.token, body: { contrasena: DEMO_PASSWORD } })).status).toBe(200);
    await settled(demo);
    const { token } = await demo.login('analista');
    const question = 'SELECT i.alumno, c.titulo FROM inscripciones i JOIN cursos c USING (curso) ORDER BY i.clave LIMIT 5';
    const asked = await until(async () => {
      const answer = await demo.ask('GET', `/api/eventos/consulta?sql=${encodeURIComponent(question)}`, { token });
      expect(answer.status, answer.text).toBe(200);
      return (answer.body as unknown as SqlAnswer).respuesta;
    }, 'the tables to be prepared');
    expect(asked.filas).toHaveLength(5);

    const file = path.join(demo.dataDir, 'questions.db');
    const names = Object.keys(sqlTables) as SqlTable[];
    expect(await inCopy(file, (db) => foldTables(db, names, Number.POSITIVE_INFINITY))).toBeNull();
    const duck = await startDuck(file);
    await openForQuestion(duck, file);
    const askCopy = (sql: string) => askDuck(duck, sql);
    for (const name of names) {
      const { projection, columns } = tableOf(name);
      const named = Object.keys(sqlTables[name]);
      const found = await askCopy(`SELECT ${named.join(', ')}, clave FROM ${name} ORDER BY clave LIMIT 900`);
      const served = await reads.find(projection as Readable<object>, { limit: 900 });
      const said = (doc: object) =>
        named.map((column) => {
          const value = columns[column]?.(doc as never) ?? null;
          return typeof value === 'boolean' ? String(value) : value;
        });
      expect(found.filas, name).toEqual(served.docs.map(({ key, doc }) => [...said(doc), key]));
    }
    expect((await askCopy('SELECT count(*) FROM intentos')).filas[0]?.[0]).toBeGreaterThan(0);

    for (const [name, sql] of Object.entries(examples)) expect((await askCopy(sql)).filas.length, name).toBeGreaterThan(0);

    // Whatever is personal, of those who were there before anybody left.
    const texts = [
      ...known.flatMap(({ username, email, firstName, lastName, phone }) => [
        username,
        email,
        firstName && `${firstName} ${lastName}`,
        phone,
      ]),
      ...(await reads.find(reviews, { limit: 200 })).docs.map(({ doc }) => doc.text),
      ...(await reads.find(comments, { limit: 200 })).docs.map(({ doc }) => doc.text),
    ].flatMap((text) => (text && text.length > 5 && !WORDS.includes(text) ? [JSON.stringify(text).slice(1, -1)] : []));
    expect(texts.length).toBeGreaterThan(50);
    for (const name of names.filter((one) => one !== 'cursos')) {
      const all = JSON.stringify((await rowsOf(duck, `SELECT * FROM ${name}`)).map((row) => Object.values(row as object).map(String)));
      expect(
        texts.filter((text) => all.includes(text)),
        name,
      ).toEqual([]);
    }
    const empty = "documento ->> 'email', documento ->> 'firstName', documento ->> 'username', documento ->> '$.profile.bio'";
    expect((await askCopy(`SELECT DISTINCT ${empty} FROM personas`)).filas).toEqual([[null, null, null, null]]);
    // Joins and order: all are alike, so that neither tells who is equal to whom, nor who comes first.
    const joined = `SELECT count(DISTINCT e.datos ->> 'email'), min(e.datos ->> 'lastName'), max(e.datos ->> 'lastName')
      FROM personas p JOIN eventos e ON e.flujo = 'user-' || p.persona WHERE e.tipo = 'UserRegistered'`;
    expect((await askCopy(joined)).filas).toEqual([[1, 'cifrado', 'cifrado']]);
    const byName = await askCopy("SELECT persona FROM personas ORDER BY documento ->> 'lastName', clave LIMIT 900");
    expect(byName).toEqual(await askCopy('SELECT persona FROM personas ORDER BY clave LIMIT 900'));
    // What DuckDB says of a mistake has nothing of a value in it.
    for (const wrong of [
      "SELECT (documento ->> 'email')::INTEGER FROM personas",
      "SELECT (documento ->> 'username')::DATE FROM personas",
      'SELECT error(documento) FROM personas',
      'SELECT nombre FROM personas',
      'SELECT json_extract(clave, documento) FROM personas',
    ])
      try {
        expect(JSON.stringify((await askCopy(wrong)).filas)).not.toContain('@');
      } catch (error) {
        expect(texts.filter((text) => String(error).includes(text))).toEqual([]);
      }
    for (const hidden of ['tablas', 'de_personas', 'duckdb_tables'])
      await expect(askCopy(`SELECT * FROM ${hidden}`), hidden).rejects.toThrow(`not allowed: table "${hidden}"`);
    await closeCopy(duck);

    // Where much is missing, its process reads the log by itself: the same rows.
    const own = createQuestions(commands.log.store, apart, { log: path.join(demo.dataDir, 'events.db'), passed: 0 });
    const { signal } = new AbortController();
    const answer = await until(async () => (await own.ask('SELECT count(*) FROM eventos', signal)).answer, 'its own copy to be whole');
    expect(answer?.filas[0]?.[0]).toBeGreaterThan(1_000);
    const rows = (where: string) => everyRow(path.join(where, 'questions.db'), 'eventos');
    expect(await rows(apart)).toEqual(await rows(demo.dataDir));
  } finally {
    await demo.stop();
    await rm(apart, { recursive: true, force: true });
  }
});

// rows: M06
test('what DuckDB says of the usual mistakes is told apart, with the name that may have been meant', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'aulaviva-mistakes-'));
  const file = path.join(folder, 'questions.db');
  const duck = await startDuck(file);
  try {
    await openCopy(duck, file, 1);
    await openForQuestion(duck, file);
    const mistake = async (sql: string) => {
      const said = await askDuck(duck, sql).then(() => null, refusal);
      const found = said?.kind === 'refused' ? mistakeIn(said.message) : null;
      return found && [found.kind, found.name, found.near].filter((one) => one !== undefined && one !== '').join(' ');
    };
    for (const [sql, found] of [
      ['SELECT 1; SELECT 2', 'severalStatements'],
      ["SELECT 'abc", 'openQuote'],
      ['SELECT tipo FROM eventos WHERE', 'unfinished'],
      ['SELEC tipo FROM eventos', 'syntax SELEC'],
      ['SELECT * FROM evento', 'table evento eventos'],
      ['SELECT * FROM inscripcion', 'table inscripcion inscripciones'],
      ["SELECT * FROM '/etc/passwd'", 'table /etc/passwd'],
      ['SELECT x.quien FROM eventos e', 'table x e'],
      ['SELECT "abc"', 'noFrom abc'],
      ['SELECT quienn FROM eventos', 'column quienn quien'],
      ['SELECT e.quienn FROM eventos e', 'column quienn quien'],
      ['SELECT 1 FROM eventos a JOIN eventos b USING (nada)', 'column nada'],
      ['SELECT tipo FROM eventos a, eventos b', 'ambiguous tipo a.tipo'],
      ['SELECT conut(*) FROM eventos', 'function conut count'],
      ["SELECT CAST('a' AS INTEGERR)", 'type INTEGERR INTEGER'],
      ['SELECT tipo, count(*) FROM eventos', 'grouping tipo'],
      ['SELECT 1 FROM eventos WHERE count(*) > 1', 'countsInWhere'],
      ['SELECT sum(tipo) FROM eventos', 'kinds sum(VARCHAR)'],
      ['SELECT 1 FROM eventos WHERE dia > 5', 'kinds'],
      ["SELECT 'a'::INTEGER", 'conversion a'],
      ["SELECT DATE '2026-13-45'", 'conversion'],
      ['SELECT 9223372036854775807 + 1', 'outOfRange'],
      ['SELECT 1e400', 'outOfRange'],
      ['SELECT (SELECT unnest([1, 2]))', 'subquery'],
      ['SELECT $1', 'parameter'],
      // What must not be told is named no further than the question does.
      ['SELECT * FROM duckdb_settings()', null],
      ["SELECT current_setting('threads')", null],
    ] as const)
      expect(await mistake(sql), sql).toBe(found);
  } finally {
    await closeCopy(duck);
    await rm(folder, { recursive: true, force: true });
  }
});

// rows: M06
test('where the copy or the machine fails, that is said, and a copy that cannot be used is made anew by itself', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'aulaviva-failing-'));
  const { store } = school.running.deps.commands.log;
  const { signal } = new AbortController();
  const failures: unknown[] = [];
  const among = (dataDir: string, patience?: number) =>
    createQuestions(store, dataDir, { log: null, failed: (error) => failures.push(error), ...(patience !== undefined && { patience }) });
  const counted = async (questions: ReturnType<typeof createQuestions>) =>
    until(async () => (await questions.ask('SELECT count(*) > 1 FROM eventos', signal)).answer?.filas, 'the copy to be whole');
  try {
    // Something else stands in its place.
    mkdirSync(path.join(folder, 'questions.db', 'x'), { recursive: true });
    expect(await counted(among(folder))).toEqual([['true']]);
    // It is held by a process that nobody knows of.
    await inCopy(path.join(folder, 'questions.db'), async () => {
      expect(await counted(among(folder))).toEqual([['true']]);
    });
    expect(failures).toEqual([]);
    // A folder that is none.
    const file = path.join(folder, 'file');
    writeFileSync(file, '');
    await expect(among(file).ask('SELECT 1', signal)).rejects.toMatchObject({ code: 'QUERY_COPY_FAILED' });
    expect(failures).toHaveLength(2);
    await expect(among(folder, 1).ask('SELECT 1', signal)).rejects.toMatchObject({ code: 'QUERY_MACHINE_BUSY' });
    expect(await counted(among(folder))).toEqual([['true']]);
    // Where there is no room at all.
    if (process.platform === 'linux') await expect(among('/proc').ask('SELECT 1', signal)).rejects.toMatchObject({ code: 'DISK_FULL' });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

// rows: M06
test('events with long texts in a row are copied and folded within bounds: of each text stands the beginning', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'aulaviva-long-'));
  const file = path.join(folder, 'questions.db');
  const duck = await startDuck(file);
  const event = (at: number, type: string, data: JsonObject) =>
    rowOf(
      {
        ...{ id: `${at}`, type, stream: 'course-1', version: at, position: String(at + 1).padStart(16, '0') as Position, size: 1 },
        ...{ data, metadata: { occurredAt: '2026-11-30T00:00:00.000Z' } },
      },
      () => [],
    );
  try {
    await openCopy(duck, file, 1);
    const events = await appendingEvents(duck);
    const lesson = 'ñ'.repeat(200_000);
    for (let at = 0; at < 100; at++) events.add(event(at, 'CourseDescriptionChanged', { courseId: 1, description: lesson, more: ['x'] }));
    // Many texts, none of them long: 100 kB in each event, which take more than one step.
    for (let at = 100; at < 220; at++)
      events.add(event(at, 'CourseDescriptionChanged', { courseId: 1, description: `${at}`, tags: Array(100).fill('y'.repeat(1_000)) }));
    events.close();
    expect(await foldTables(duck, ['cursos'], Number.POSITIVE_INFINITY)).toBeNull();
    expect(await rowsOf(duck, "SELECT hasta FROM tablas WHERE tabla = 'cursos'")).toEqual([{ hasta: 220 }]);
    await openForQuestion(duck, file);
    const found = await askDuck(duck, "SELECT DISTINCT length(datos ->> 'description'), datos -> 'more' FROM eventos WHERE numero < 100");
    expect(found.filas).toEqual([[TEXT_CHARACTERS + 1, '["x"]']]);
  } finally {
    await closeCopy(duck);
    await rm(folder, { recursive: true, force: true });
  }
});

test('a text that was cut within a character leaves its event readable, and with it all others', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'aulaviva-cut-'));
  const duck = await startDuck(path.join(folder, 'questions.db'));
  try {
    await openCopy(duck, path.join(folder, 'questions.db'), 1);
    const events = await appendingEvents(duck);
    const title = 'Hola 😀\\ud83d';
    for (const [at, text] of [title, title.slice(0, 6)].entries())
      events.add(
        rowOf(
          {
            ...{
              id: `${at}`,
              type: 'CourseRenamed',
              stream: 'course-1',
              version: at,
              position: `000000000000000${at}` as Position,
              size: 1,
            },
            ...{ data: { courseId: 1, title: text }, metadata: { occurredAt: '2026-11-30T00:00:00.000Z' } },
          },
          () => [],
        ),
      );
    events.close();
    await openForQuestion(duck, path.join(folder, 'questions.db'));
    expect((await askDuck(duck, "SELECT datos ->> 'title' FROM eventos ORDER BY numero")).filas).toEqual([[title], ['Hola \ufffd']]);
  } finally {
    await closeCopy(duck);
    await rm(folder, { recursive: true, force: true });
  }
});

// rows: M06
test('questions are kept for all who may ask; auditors keep none', async () => {
  const keep = (nombre: string, sql: string, as = analyst) =>
    school.ask('POST', '/api/eventos/consultas', { token: as.token, body: { nombre, sql } });
  const list = async () => (await school.ask('GET', '/api/eventos/consultas', { token: auditor.token })).body as unknown as SavedQuery[];
  const made = await keep('Por tipo', 'SELECT 1');
  expect(made.status).toBe(201);
  expect((await keep('POR TIPO', 'SELECT 2')).body.id).toBe(made.body.id);
  expect((await keep('x@y.mx', 'SELECT 2')).body.code).toBe('SEGMENT_NAME');
  expect((await keep('Otra', 'SELECT 2', auditor)).status).toBe(403);
  await settled(school);
  expect(await list()).toMatchObject([{ id: made.body.id, nombre: 'POR TIPO', sql: 'SELECT 2' }]);
  expect(await list()).toMatchObject([{ suya: false }]);
  const other = await joinAs(school, 'otra_analista', 'analyst');
  expect((await keep('Por tipo', 'SELECT 3', other)).body).toMatchObject({ code: 'QUERY_OF_ANOTHER', errors: [{ path: 'nombre' }] });
  const forget = (as = analyst) => school.ask('DELETE', `/api/eventos/consultas/${made.body.id}`, { token: as.token });
  expect((await forget(other)).body.code).toBe('QUERY_OF_ANOTHER');
  expect((await forget()).status).toBe(200);
  expect((await forget()).body.code).toBe('QUERY_NOT_FOUND');
  await settled(school);
  expect(await list()).toEqual([]);
});

// rows: M06
test('a kept question becomes a live card that all who may ask see, masked, in an order; its answer keeps up with the log', async () => {
  const put = (at: string, body: object, as = analyst) => school.ask('PUT', `/api/eventos/${at}`, { token: as.token, body });
  const keep = async (nombre: string, sql: string) =>
    String((await school.ask('POST', '/api/eventos/consultas', { token: analyst.token, body: { nombre, sql } })).body.id);
  const people = await keep('Cuentas', "SELECT count(*) FROM eventos WHERE tipo = 'UserRegistered'");
  const names = await keep('Nombres', "SELECT datos ->> 'firstName' FROM eventos WHERE tipo = 'UserRegistered' LIMIT 1");
  const wrong = await keep('Mal escrita', 'SELECT nada FROM eventos');
  for (const id of [people, names, wrong]) expect((await put(`consultas/${id}/tarjeta`, { vista: 'barras' })).status).toBe(200);
  expect((await put(`consultas/${people}/tarjeta`, { vista: 'linea' }, auditor)).status).toBe(403);
  expect((await put(`consultas/${'x'.repeat(36)}/tarjeta`, { vista: 'linea' })).body.code).toBe('QUERY_NOT_FOUND');
  expect((await put('tarjetas', { orden: [names, people] })).status).toBe(200);
  await settled(school);
  const cards = async (as = auditor) => {
    const answer = await school.ask('GET', '/api/eventos/tarjetas', { token: as.token });
    expect(answer.status, answer.text).toBe(200);
    return answer.body as unknown as LiveCard[];
  };
  expect((await school.ask('GET', '/api/eventos/tarjetas', { token: ana.token })).status).toBe(403);
  const [first, second, third] = await until(async () => {
    const found = await cards();
    return found.every(({ respuesta, fallo }) => respuesta !== null || fallo !== null) && found;
  }, 'all cards to be answered');
  expect(first).toMatchObject({ id: names, vista: 'barras', respuesta: { filas: [['cifrado']] }, fallo: null });
  expect(second?.respuesta?.filas[0]?.[0]).toBeGreaterThanOrEqual(3);
  expect(third).toMatchObject({ id: wrong, respuesta: null, fallo: 'QUERY_INVALID' });
  expect((await school.ask('DELETE', `/api/eventos/consultas/${names}/tarjeta`, { token: analyst.token })).status).toBe(200);
  await school.ask('DELETE', `/api/eventos/consultas/${wrong}`, { token: analyst.token });
  await settled(school);
  expect((await cards()).map(({ id }) => id)).toEqual([people]);
});

test('a live answer is asked again while somebody looks and the log has moved, seldom, one at a time, and stays where the next one fails', async () => {
  let now = 0;
  let head = '1' as Position;
  let outcome: () => Promise<{ answer: { columnas: string[]; filas: number[][]; cortado: boolean; milliseconds: number } | null }> =
    async () => ({
      answer: { columnas: ['n'], filas: [[asked.length]], cortado: false, milliseconds: 1 },
    });
  const asked: string[] = [];
  const live = createLiveAnswers(
    async (sql) => {
      asked.push(sql);
      return { events: 10, ...(await outcome()) };
    },
    async () => head,
    { now: () => now, failed: () => undefined },
  );
  const look = async (...questions: string[]) => {
    await live.of(questions);
    await live.settled();
    return (await live.of(questions)).map(({ answer, failed }) => [answer?.filas[0]?.[0] ?? null, failed]);
  };
  expect(await look('a', 'b')).toEqual([
    [1, null],
    [2, null],
  ]);
  // Many readers look, and the log has moved on: each query runs once.
  head = '2' as Position;
  for (let looks = 0; looks < 20; looks++) await look('a', 'b');
  expect(asked).toEqual(['a', 'b']);
  now = 15_000;
  expect(await look('a', 'b')).toEqual([
    [3, null],
    [4, null],
  ]);
  // The log has not moved, so nothing runs.
  now = 60_000;
  await look('a', 'b');
  expect(asked).toHaveLength(4);
  head = '3' as Position;
  outcome = () => {
    now += 2_000;
    return Promise.reject(new ApiError('QUERY_TOO_LONG'));
  };
  expect(await look('a')).toEqual([[3, 'QUERY_TOO_LONG']]);
  // A query that took two seconds is not run again for forty.
  head = '4' as Position;
  now = 62_000 + 39_000;
  await look('a');
  expect(asked).toHaveLength(5);
  now += 1_000;
  await look('a');
  expect(asked).toHaveLength(6);
  await live.close();
});
