import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect, onTestFinished, test } from 'vitest';
import { uuid5 } from '../../events/ids.ts';
import { openSchool } from '../support/school.ts';

const digest = (algorithm: string, of: string | Buffer) => createHash(algorithm).update(of).digest('hex');

// rows: M05, M10
test('DuckDB reads a Parquet file of the whole log as it was exported: the same counts of each type, and the same hash of every row', async () => {
  const school = await openSchool({ env: { DEMO: 'true' } });
  onTestFinished(() => school.stop());
  const { token, id: userId } = await school.login('admin');
  const { log } = school.running.deps.commands;
  // More than one group of rows.
  for (let batch = 0; batch < 40; batch++) {
    const data = { userId, courseId: 1, date: '2026-11-28', seconds: 1, tab: 'ñandú', reported: batch };
    const commandId = uuid5('parquet', batch);
    const meta = { commandId, correlationId: commandId, causationId: commandId, occurredAt: new Date().toISOString() };
    const events = Array.from({ length: 250 }, () => ({ type: 'StudyTimeRecorded', data }));
    await log.append(`study-${userId}`, 'any', events, { ...meta, actor: { userId, role: 'administrator' } });
  }
  const end = await log.store.head();
  const take = async (type: string) => {
    const answer = await fetch(`${school.url}/api/eventos/exportar.${type}?hastaPosicion=${end}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer());
  };
  const told = (await take('ndjson'))
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const parquet = await take('parquet');
  const [taken] = (await school.ask('GET', '/api/eventos/exportaciones', { token })).body as unknown as { resultado: object }[];
  expect(taken?.resultado).toEqual({ eventos: told.length, bytes: parquet.length, sha256: digest('sha256', parquet), completo: true });

  const file = path.join(school.dataDir, 'eventos.parquet');
  writeFileSync(file, parquet);
  const db = await (await DuckDBInstance.create()).connect();
  onTestFinished(() => db.closeSync());
  const asked = async (sql: string) => (await db.runAndReadAll(sql)).getRowObjectsJson();
  const counts = new Map<string, number>();
  for (const { tipo } of told) counts.set(tipo, (counts.get(tipo) ?? 0) + 1);
  const counted = await asked(`SELECT tipo, count(*)::INT AS n FROM '${file}' GROUP BY tipo`);
  expect(new Map(counted.map(({ tipo, n }) => [tipo, n]))).toEqual(counts);

  const hashes = await asked(
    `SELECT md5(concat_ws('|', id, tipo, flujo, numero, posicion, epoch_ms(fecha), coalesce(quien, 0), rol, datos, metadatos)) AS hash
     FROM '${file}' ORDER BY posicion`,
  );
  const expected = told.map(({ id, tipo, flujo, numero, posicion, fecha, datos, metadatos }) => {
    const { userId, role } = metadatos.actor;
    return digest(
      'md5',
      [
        ...[id, tipo, flujo, numero, posicion, Date.parse(fecha), userId ?? 0, role],
        ...[JSON.stringify(datos), JSON.stringify(metadatos)],
      ].join('|'),
    );
  });
  expect(hashes.map(({ hash }) => hash)).toEqual(expected);
  const [groups] = await asked(`SELECT count(DISTINCT row_group_id)::INT AS n FROM parquet_metadata('${file}')`);
  expect(groups?.n).toBeGreaterThan(1);
});
