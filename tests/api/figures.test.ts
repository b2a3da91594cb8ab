import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EventDictionaryEntry, Overview } from '../../backend/api/contract/records/operations.ts';
import { join, settled } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';

let school: School;
let token: string;
beforeAll(async () => {
  school = await openSchool({ env: { DEMO: 'true' } });
  token = (await school.login('admin')).token;
});
afterAll(() => school?.stop());

const read = async <T>(at: string): Promise<T> => (await school.ask('GET', at, { token })).body as unknown as T;
const figures = async () =>
  Object.fromEntries((await read<Overview>('/api/resumen')).cifras.map(({ id, valor }) => [id, valor])) as Record<
    Overview['cifras'][number]['id'],
    number
  >;
async function people(): Promise<{ is_active: boolean; user_role: number }[]> {
  const found: { is_active: boolean; user_role: number }[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await school.ask('GET', `/api/auth/users/?limit=100${cursor && `&cursor=${cursor}`}`, { token });
    found.push(...(page.body as unknown as typeof found));
    cursor = page.headers.get('x-next-cursor');
  }
  return found;
}
async function agree(): Promise<void> {
  const active = (await people()).filter((person) => person.is_active);
  expect(await figures()).toMatchObject({
    usuarios: active.length,
    estudiantes: active.filter(({ user_role }) => user_role === 1).length,
  });
}

// rows: J07
test('each figure of the demo school is what a count of the thing itself finds', async () => {
  await agree();
  const courses = await read<{ estado: number; archivado: boolean }[]>('/api/cursos/cursos?todos=1');
  const volume = new Map((await read<EventDictionaryEntry[]>('/api/eventos/diccionario')).map(({ tipo, cantidad }) => [tipo, cantidad]));
  const events = (type: string) => volume.get(type) ?? 0;
  expect(courses.length).toBeGreaterThan(5);
  expect(await figures()).toMatchObject({
    cursosPublicados: courses.filter(({ estado, archivado }) => estado === 1 && !archivado).length,
    borradores: courses.filter(({ estado, archivado }) => estado === 0 && !archivado).length,
    inscripciones: events('LearnerEnrolled') - events('LearnerUnenrolled'),
    sesionesCompletadas: events('ClassCompleted') - events('ClassUncompleted'),
    cursosCompletados: events('CourseCompleted'),
  });
});

// rows: J07
test('who is registered, changes role, is deactivated, comes back and is erased moves the figures of accounts, each time once', async () => {
  const before = await figures();
  const moved = async (users: number, students: number, what: string) => {
    await settled(school);
    const { usuarios, estudiantes } = await figures();
    expect([usuarios - before.usuarios, estudiantes - before.estudiantes], what).toEqual([users, students]);
    await agree();
  };
  const person = await join(school, 'pasajera');
  await moved(1, 1, 'registered');
  const change = async (body: object) =>
    expect((await school.ask('PUT', `/api/auth/users/${person.id}`, { token, body })).status).toBeLessThan(300);
  await change({ user_role: 3 });
  await moved(1, 0, 'a teacher');
  await change({ is_active: false });
  await moved(0, 0, 'deactivated');
  await change({ user_role: 1 });
  await moved(0, 0, 'a student, still away');
  await change({ is_active: true });
  await moved(1, 1, 'back');
  await change({ is_active: false });
  expect((await school.ask('DELETE', `/api/auth/users/${person.id}`, { token })).status).toBe(200);
  await moved(0, 0, 'erased');
});
