import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DataRequest, OwnDataRequest } from '../../backend/api/contract/rights.ts';
import { dueOn } from '../../backend/commands/identity/rights.ts';
import { schoolDay } from '../../events/calendar.ts';
import { join, mailTo, type Person, settled } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';

/** What people ask about their data, with its clock, and the school's answers. */

let school: School;
let admin: { token: string };
let ana: Person;
beforeAll(async () => {
  school = await openSchool({ env: { DEMO: 'true' } });
  admin = await school.login('admin');
  ana = await join(school, 'ana');
}, 120_000);
afterAll(() => school.stop());

const read = async <T>(path: string, { token }: { token: string }): Promise<T> => {
  await settled(school);
  const answer = await school.ask('GET', path, { token });
  expect(answer.status, answer.text).toBe(200);
  return answer.body as T;
};
const ask = (body: object, { token } = ana) => school.ask('POST', '/api/cuenta/derechos', { token, body });

// rows: I23
test('asked by the person, counted and listed with its clock for the school, answered by mail, and once', async () => {
  expect(await ask({ tipo: 'oposicion' })).toMatchObject({ status: 400, body: { code: 'REQUIRED_FIELDS' } });
  expect((await ask({ tipo: 'otra', texto: 'x' })).status).toBe(400);
  const today = schoolDay(new Date().toISOString());
  const asked = await ask({ tipo: 'oposicion', texto: 'No más correos' });
  expect(asked).toMatchObject({ status: 201, body: { vence: dueOn(today) } });
  expect(await ask({ tipo: 'oposicion', texto: 'otra vez' })).toMatchObject({ status: 422, body: { code: 'REQUEST_OPEN' } });
  expect((await mailTo(school, ana.email, /Recibimos tu solicitud/)).text).toMatch(/Derecho: Oposición\s+Fecha límite/);

  const { pendientes } = await read<{ pendientes: { id: string; cantidad: number }[] }>('/api/resumen/pendientes', admin);
  expect(pendientes).toContainEqual({ id: 'derechosPorResponder', cantidad: 1 });
  const open = await read<{ solicitudes: DataRequest[]; total: number }>('/api/derechos', admin);
  expect(open).toMatchObject({
    total: 1,
    solicitudes: [
      {
        id: asked.body.id,
        tipo: 'oposicion',
        texto: 'No más correos',
        id_usuario: ana.id,
        nombre: 'Nora Quintanilla',
        vence: dueOn(today),
      },
    ],
  });
  expect(open.solicitudes[0]?.dias).toBeGreaterThanOrEqual(26);

  const path = `/api/derechos/${asked.body.id}/responder`;
  const reply = (body: object, { token } = admin) => school.ask('POST', path, { token, body });
  expect((await reply({ resultado: 'atendida', texto: 'x' }, ana)).status).toBe(403);
  expect(await reply({ resultado: 'atendida' })).toMatchObject({ status: 400, body: { code: 'REQUIRED_FIELDS' } });
  expect((await reply({ resultado: 'atendida', texto: 'Ya no te escribimos.' })).status).toBe(200);
  expect(await reply({ resultado: 'rechazada', texto: 'x' })).toMatchObject({ status: 422, body: { code: 'REQUEST_ANSWERED' } });
  // With several requests, one knows which of them was answered.
  expect((await mailTo(school, ana.email, /Respuesta a tu solicitud/)).text).toMatch(/Derecho: Oposición\s+Ya no te escribimos\./);
  expect(await read<OwnDataRequest[]>('/api/cuenta/derechos', ana)).toMatchObject([
    { tipo: 'oposicion', dias: null, resultado: 'atendida', respuesta: 'Ya no te escribimos.' },
  ]);
  expect((await read<{ total: number }>('/api/derechos', admin)).total).toBe(0);
  expect((await read<{ total: number }>('/api/derechos?estado=respondidas', admin)).total).toBe(1);
  const other = await join(school, 'otra');
  expect(await read<OwnDataRequest[]>('/api/cuenta/derechos', other)).toEqual([]);
});
