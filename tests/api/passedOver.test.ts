import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { join, joinAs, type Person, settled } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';

/** An event that this release cannot read harms its own work alone: what operators share stays in use. */

let school: School;
let admin: Person;
let learner: Person;
const PROJECTION = 'courses';

/** What a newer release wrote, before this one was put back. */
async function unreadable(stream: string, type: string, version = 1_000) {
  const who = { userId: admin.id, role: 'administrator' };
  const ids = { commandId: randomUUID(), correlationId: randomUUID(), causationId: randomUUID() };
  const metadata = { ...ids, actor: who, occurredAt: new Date().toISOString(), schemaVersion: version };
  await school.running.deps.commands.log.store.append(stream, 'any', [{ id: randomUUID(), type, data: {}, metadata }]);
}
const ask = async (method: string, path: string, body?: object) => {
  const answer = await school.ask(method, path, { token: admin.token, ...(body && { body }) });
  expect([200, 201], `${method} ${path}: ${answer.text.slice(0, 300)}`).toContain(answer.status);
  return JSON.parse(answer.text);
};

beforeAll(async () => {
  school = await openSchool();
  admin = await joinAs(school, 'directora', 'administrator');
  learner = await join(school, 'ana');
  await settled(school);
});
afterAll(() => school.stop());

test('a planned export that cannot be read takes no other one with it', async () => {
  const plan = { nombre: 'Todo', formato: 'csv', cada: 'dia', hora: 3, alcance: 'todo' };
  const first = await ask('POST', '/api/eventos/programadas', plan);
  await unreadable('operations-plans', 'ExportPlanned');
  await unreadable('operations-plans', 'ExportPlanMoved', 1);
  expect(await ask('GET', '/api/eventos/programadas')).toMatchObject([{ id: first.id, nombre: 'Todo' }]);
  const second = await ask('POST', '/api/eventos/programadas', { ...plan, nombre: 'Otra' });
  await ask('DELETE', `/api/eventos/programadas/${first.id}`);
  expect(await ask('GET', '/api/eventos/programadas')).toMatchObject([{ id: second.id, nombre: 'Otra' }]);
  await unreadable('operations-plans', 'PlannedExportMade');
  await ask('DELETE', `/api/eventos/programadas/${second.id}`);
  expect(await ask('GET', '/api/eventos/programadas')).toEqual([]);
});

test('nor does a download, an alarm, a setting, a check of documents or a request about a projection', async () => {
  await unreadable('operations-exports', 'EventsExported');
  const csv = await school.ask('GET', '/api/eventos/exportar.csv', { token: admin.token });
  expect(csv.status).toBe(200);
  expect(await ask('GET', '/api/eventos/exportaciones')).toHaveLength(1);

  await unreadable('operations-alarms', 'LagAlarmRaised');
  expect(await ask('GET', '/api/operacion/alarmas')).toEqual([]);

  const settings = await ask('GET', '/api/operacion/ajustes');
  await ask('PUT', '/api/operacion/ajustes', { ...settings, diferencia: 31 });
  await unreadable('operations-settings', 'OperationSettingsChanged');
  expect(await ask('GET', '/api/operacion/ajustes')).toMatchObject({ ...settings, diferencia: 31 });
  await ask('PUT', '/api/operacion/ajustes', { ...settings, diferencia: 32 });

  await unreadable('operations-documents', 'DocumentsCheckRequested');
  await ask('POST', '/api/operacion/comprobaciones', { corregir: false });
  expect((await ask('GET', '/api/operacion/comprobaciones')).pedidas).toHaveLength(1);

  await ask('POST', '/api/operacion/comprobaciones', { desde: '2000-01-01' });
  await unreadable(`user-${learner.id}`, 'PlanChanged');
  await ask('POST', '/api/operacion/comprobaciones', { id_usuario: learner.id });
  expect((await ask('GET', '/api/operacion/comprobaciones')).pedidas).toHaveLength(3);

  await unreadable(`operations-${PROJECTION}`, 'ProjectionPaused');
  await ask('POST', `/api/proyecciones/${PROJECTION}/pausar`, { motivo: 'Prueba' });
  await ask('POST', `/api/proyecciones/${PROJECTION}/reanudar`, { motivo: 'Prueba' });
  expect((await ask('GET', `/api/proyecciones/${PROJECTION}/historia`)).historia).toHaveLength(2);
  await ask('GET', `/api/proyecciones/${PROJECTION}/pasos?clave=1`);
});
