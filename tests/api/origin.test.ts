import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOrigins } from '../../backend/api/calls/origin.ts';
import { joinAll, type Person, settled } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';

let school: School;
let admin: Person;
let student: Person;
beforeAll(async () => {
  school = await openSchool();
  [admin, student] = await joinAll(school, [
    ['directora', 'administrator'],
    ['alumna', 'student'],
  ]);
}, 60_000);
afterAll(() => school.stop());

const lastOf = async (stream: string) => {
  let found: unknown;
  for await (const { metadata } of school.running.deps.commands.log.store.readStream(stream)) found = metadata;
  return found as Record<string, unknown>;
};

// rows: K02
test('the event of a command says who, in which role, why, what it followed from, with which client, and marks the address', async () => {
  const change = (headers: Record<string, string>, body: object) =>
    school.ask('PUT', `/api/auth/users/${student.id}`, { token: admin.token, headers, body });
  expect((await change({ 'x-client': 'web/1.4.0' }, { tipo_usuario: 2, motivo: 'Ganó el concurso' })).status).toBe(200);
  await settled(school);
  const meta = await lastOf(`user-${student.id}`);
  expect(meta).toMatchObject({
    actor: { userId: admin.id, role: 'administrator' },
    origin: { client: 'web/1.4.0', address: expect.stringMatching(/^[\w-]{10}$/) },
    reason: { sealed: expect.any(String) },
    correlationId: expect.any(String),
    causationId: expect.any(String),
  });
  expect(JSON.stringify(meta)).not.toMatch(/127\.0\.0\.1|::1|concurso/);
  // What names nobody's client is not kept, above all no address of a person.
  for (const client of ['ana@prueba.mx', 'web/1 ana@prueba.mx', `web/${'9'.repeat(30)}`]) {
    const plan = client.startsWith('ana') ? 1 : client.includes(' ') ? 2 : 1;
    expect((await change({ 'x-client': client }, { tipo_usuario: plan })).status).toBe(200);
    expect((await lastOf(`user-${student.id}`)).origin).toEqual({ address: (meta.origin as { address: string }).address });
  }
});

// rows: K02
test('a mark is the same for one place on one day, and tells nothing else', () => {
  const of = createOrigins('a secret');
  const at = (ip: string, day: string, by = of) => by({ ip, headers: {} } as never, new Date(`${day}T18:00:00Z`)).address;
  const mark = at('203.0.113.7', '2026-03-04');
  expect(at('203.0.113.7', '2026-03-04')).toBe(mark);
  expect(at('::ffff:203.0.113.7', '2026-03-04')).toBe(mark);
  expect(at('203.0.113.8', '2026-03-04')).not.toBe(mark);
  expect(at('203.0.113.7', '2026-03-05')).not.toBe(mark);
  expect(at('203.0.113.7', '2026-03-04', createOrigins('another secret'))).not.toBe(mark);
});
