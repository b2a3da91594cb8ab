import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProjectionHistory, ProjectionRow } from '../../backend/api/contract/records/operations.ts';
import { openSchool, type School } from '../support/school.ts';

let school: School;
let token = '';
const NAME = 'reviews';
const ask = (method: string, path: string, body?: object) =>
  school.ask(method, `/api/proyecciones${path}`, { token, ...(body && { body }) });
const history = async (query = '') => (await ask('GET', `/${NAME}/historia${query}`)).body as unknown as ProjectionHistory;

beforeAll(async () => {
  school = await openSchool({ env: { DEMO: 'true' } });
  ({ token } = await school.login('admin'));
});
afterAll(() => school.stop());

test('what was asked of a projection is told newest first, a rebuild with its outcome, and a cancelled one does not vanish', async () => {
  expect(await history()).toMatchObject({ historia: [], siguiente: null });
  const rebuilt = async () => {
    const answer = await ask('POST', `/${NAME}/reconstruir`, { motivo: 'Prueba' });
    expect(answer.status).toBe(200);
    await expect
      .poll(
        async () =>
          ((await ask('GET', '')).body as unknown as ProjectionRow[]).find(({ nombre }) => nombre === NAME)?.reconstruccion?.estado ?? null,
        { timeout: 60_000 },
      )
      .toBe('ready');
  };
  await rebuilt();
  await expect.poll(async () => (await history()).historia[0]?.resultado, { timeout: 60_000 }).toBe('lista');
  const [ready] = (await history()).historia;
  expect(ready).toMatchObject({ tipo: 'reconstruccion', quien: 'Renata Arriaga', motivo: 'Prueba', cambios: 0, error: null });
  expect(ready?.eventos).toBeGreaterThan(0);
  await ask('POST', `/${NAME}/cancelar`, {});
  expect((await history()).historia[0]).toMatchObject({ tipo: 'reconstruccion', resultado: 'cancelada', eventos: ready?.eventos });
  await ask('POST', `/${NAME}/pausar`, { motivo: 'Mantenimiento' });
  await ask('POST', `/${NAME}/reanudar`, {});
  const { historia } = await history();
  expect(historia.map(({ tipo }) => tipo)).toEqual(['reanudacion', 'pausa', 'reconstruccion']);
  expect(historia[1]?.motivo).toBe('Mantenimiento');
  // By pages.
  const first = await history('?limit=1');
  expect(first.historia).toHaveLength(1);
  expect((await history(`?limit=2&cursor=${first.siguiente}`)).historia.map(({ tipo }) => tipo)).toEqual(['pausa', 'reconstruccion']);
  expect((await ask('GET', `/${NAME}/historia?cursor=x`)).status).toBe(400);
});

test('it says which events it is made of, and the last of them', async () => {
  const { consume, ultimo } = await history();
  expect(consume.map(({ tipo }) => tipo)).toContain('ReviewPosted');
  expect(ultimo?.fecha).toBe(
    consume
      .map(({ ultimo: last }) => last ?? '')
      .sort()
      .at(-1),
  );
  expect((await ask('GET', '/ninguna/historia')).body.code).toBe('PROJECTION_NOT_FOUND');
  const analyst = await school.login('analista');
  expect((await school.ask('GET', `/api/proyecciones/${NAME}/historia`, { token: analyst.token })).status).toBe(403);
});
