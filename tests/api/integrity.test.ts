import { createPublicKey, verify } from 'node:crypto';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Integrity } from '../../backend/api/contract/integrity.ts';
import { join, joinAs, type Person, settled } from '../support/people.ts';
import { embedded, openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

/** The log is compared with hashes that are kept apart from it. */

let school: School;
let admin: Person;
let auditor: Person;
let ana: Person;
beforeAll(async () => {
  school = await openSchool();
  admin = await joinAs(school, 'rita', 'administrator');
  auditor = await joinAs(school, 'olga', 'auditor');
  ana = await join(school, 'ana');
  await settled(school);
}, 60_000);
afterAll(() => school.stop());

const state = async () => (await school.ask('GET', '/api/integridad', { token: auditor.token })).body as unknown as Integrity;
const verified = async (huella?: unknown) => {
  const before = (await state()).ultima?.fecha;
  expect((await school.ask('POST', '/api/integridad', { token: auditor.token, body: huella ? { huella } : {} })).status).toBe(200);
  await until(async () => {
    const { ultima, enCurso } = await state();
    return enCurso === null && ultima !== null && ultima.fecha !== before;
  }, 'the verification');
  return (await state()).ultima;
};
const inLog = <T>(work: (database: DatabaseSync) => T): T => {
  const database = new DatabaseSync(path.join(school.dataDir, 'events.db'));
  try {
    return work(database);
  } finally {
    database.close();
  }
};
const events = () => inLog((database) => Number(database.prepare('SELECT count(*) AS n FROM events').get()?.n));

// rows: K10
test('one changed byte is found and named, and so is a missing end; put back, the log is what it was', async ({ skip }) => {
  skip(!embedded, 'it looks into files');
  expect(await verified()).toMatchObject({ roto: null, hechos: events() });
  // What comes later has a hash, too.
  await join(school, 'beto');
  await settled(school);
  expect(await verified()).toMatchObject({ roto: null, hechos: events() });

  const stream = `user-${ana.id}`;
  const of = 'stream = ? AND version = 0';
  const data = inLog((database) => String(database.prepare(`SELECT data FROM events WHERE ${of}`).get(stream)?.data));
  const write = (text: string) => inLog((database) => database.prepare(`UPDATE events SET data = ? WHERE ${of}`).run(text, stream));
  write(data.replace('"basic"', '"premium"'));
  expect((await verified())?.roto).toMatchObject({ clase: 'cambiado', evento: { flujo: stream, numero: 0, tipo: 'UserRegistered' } });
  const { body } = await school.ask('GET', '/api/resumen/pendientes', { token: admin.token });
  expect((body.pendientes as { id: string; cantidad: number }[]).find(({ id }) => id === 'historiaAlterada')?.cantidad).toBe(1);
  write(data);
  expect((await verified())?.roto).toBeNull();
  const changed = { clase: 'cambiado', evento: { flujo: stream, numero: 0, tipo: 'UserRegistered' } };
  // The payload is no longer JSON.
  write(`x${data.slice(1)}`);
  expect((await verified())?.roto).toMatchObject(changed);
  write(data);
  // Filed under another category, where readers of people's events do not find it.
  const file = (category: string) =>
    inLog((database) => database.prepare(`UPDATE events SET category = ? WHERE ${of}`).run(category, stream));
  file('usex');
  expect((await verified())?.roto).toMatchObject(changed);
  file('user');
  expect((await verified())?.roto).toBeNull();

  const last = inLog((database) => database.prepare('SELECT * FROM events ORDER BY position DESC LIMIT 1').get()) as Record<string, never>;
  inLog((database) => database.prepare('DELETE FROM events WHERE position = ?').run(last['position'] as never));
  expect((await verified())?.roto).toEqual({ clase: 'faltante', sanos: events(), evento: null });
  inLog((database) =>
    database
      .prepare(
        `INSERT INTO events (${Object.keys(last).join(', ')}) VALUES (${Object.keys(last)
          .map(() => '?')
          .join(', ')})`,
      )
      .run(...(Object.values(last) as never[])),
  );
  expect((await verified())?.roto).toBeNull();
});

// rows: K10
test('a signed hash that was kept elsewhere tells a change that nothing in the school tells any more', async ({ skip }) => {
  skip(!embedded, 'it looks into files');
  const { body: kept } = await school.ask('GET', '/api/integridad/huella', { token: auditor.token });
  const hechos = JSON.parse(String(kept['declaracion'])).events;
  expect((await verified(kept))?.huella).toMatchObject({ hechos, igual: true });
  // What comes after it changes nothing of it.
  await join(school, 'caro');
  await settled(school);
  expect((await verified(kept))?.huella).toMatchObject({ hechos, igual: true });

  // Somebody who can write to both databases changes an event, and computes all hashes anew.
  const of = "stream = 'user-1' AND version = 0";
  const data = inLog((database) => String(database.prepare(`SELECT data FROM events WHERE ${of}`).get()?.['data']));
  const write = (text: string) => inLog((database) => database.prepare(`UPDATE events SET data = ? WHERE ${of}`).run(text));
  write(data.replace('"basic"', '"premium"'));
  const { vault, chain } = school.running.deps;
  const forget = async () => {
    for (const { key } of await vault.list('chain', 'block:')) await vault.remove('chain', key);
    await chain.extend();
  };
  await forget();
  expect(await verified()).toMatchObject({ roto: null, huella: { igual: true } });
  expect(await verified(kept)).toMatchObject({ roto: null, huella: { hechos, igual: false } });
  // The daily verification does not clear it.
  expect(await verified()).toMatchObject({ roto: null, huella: { hechos, igual: false } });
  const { body } = await school.ask('GET', '/api/resumen/pendientes', { token: admin.token });
  expect((body.pendientes as { id: string; cantidad: number }[]).find(({ id }) => id === 'historiaAlterada')?.cantidad).toBe(1);
  write(data);
  await forget();
  expect((await verified(kept))?.huella).toMatchObject({ igual: true });

  // Each goes through the whole log: a few wait, the others are told to come later.
  const held = Promise.withResolvers<void>();
  const extending = vi.spyOn(chain, 'extend').mockImplementationOnce(() => held.promise);
  const statuses: number[] = [];
  for (let n = 0; n < 4; n++)
    statuses.push((await school.ask('POST', '/api/integridad', { token: auditor.token, body: { huella: kept } })).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  held.resolve();
  await until(async () => extending.mock.calls.length === 3 && (await state()).enCurso === null, 'those that were taken');
  extending.mockRestore();

  const forged = { ...kept, declaracion: String(kept['declaracion']).replace(/"events":\d+/, '"events":1') };
  const refused = await school.ask('POST', '/api/integridad', { token: auditor.token, body: { huella: forged } });
  expect(refused).toMatchObject({ status: 422, body: { code: 'ROOT_NOT_OURS' } });
});

test('monitors are told that the log was changed', async ({ skip }) => {
  skip(!embedded, 'it looks into files');
  const stream = `user-${ana.id}`;
  const of = 'stream = ? AND version = 0';
  const metric = async () =>
    /log_verification_age_seconds\{outcome="(\w+)"\}/.exec(await (await fetch(`${school.url}/metrics`)).text())?.[1];
  expect((await verified())?.roto).toBeNull();
  expect(await metric()).toBe('sound');
  const data = inLog((database) => String(database.prepare(`SELECT data FROM events WHERE ${of}`).get(stream)?.['data']));
  const write = (text: string) => inLog((database) => database.prepare(`UPDATE events SET data = ? WHERE ${of}`).run(text, stream));
  write(data.replace('"basic"', '"premium"'));
  await verified();
  expect(await metric()).toBe('changed');
  const { body } = await school.ask('GET', '/api/ready', { token: admin.token });
  expect(body.troubles).toContainEqual(
    expect.objectContaining({ kind: 'log', outcome: 'changed', event: expect.objectContaining({ stream, version: 0 }) }),
  );
  write(data);
  expect((await verified())?.roto).toBeNull();
});

test('the hash over the log is signed, so that somebody else can keep it; learners and analysts have nothing of it', async () => {
  const root = await school.ask('GET', '/api/integridad/huella', { token: auditor.token });
  const { declaracion, firma, llave } = root.body as unknown as { declaracion: string; firma: string; llave: { x: string } };
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: llave.x }, format: 'jwk' });
  expect(verify(null, Buffer.from(declaracion), key, Buffer.from(firma, 'base64url'))).toBe(true);
  const { hechos, huella } = await state();
  expect(JSON.parse(declaracion)).toMatchObject({ events: hechos, hash: huella });
  expect((await school.ask('GET', '/api/integridad', { token: ana.token })).status).toBe(403);
});
