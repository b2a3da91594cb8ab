import { afterAll, beforeAll, expect, test } from 'vitest';
import { goBack, inversesOf } from '../../backend/api/calls/inverses.ts';
import type { GroupMember, ManagedGroup } from '../../backend/api/contract/groups.ts';
import type { HistoryPage } from '../../backend/api/contract/history.ts';
import type { GroupRecord } from '../../backend/api/contract/records/groups.ts';
import { addDays, schoolDay } from '../../events/calendar.ts';
import type { Envelope } from '../../events/define.ts';
import { uuid5 } from '../../events/ids.ts';
import { join, makeCourse, type Person, promote, settled, type TestCourse } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

let school: School;
let admin: Person;
let teacher: Person;
let stranger: Person;
let ana: Person;
let course: TestCourse;
const today = schoolDay(new Date().toISOString());
const plan = { nombre: 'Primavera', fecha: addDays(today, 10), hora: '09:00', fin: addDays(today, 40), cupo: 1 };

beforeAll(async () => {
  school = await openSchool();
  admin = await join(school, 'directora');
  teacher = await join(school, 'maestra');
  stranger = await join(school, 'otro_maestro');
  ana = await join(school, 'ana');
  await promote(school, admin, 'administrator');
  await promote(school, teacher, 'instructor');
  await promote(school, stranger, 'instructor');
  course = await makeCourse(school, admin.token, teacher.id, [1, 1]);
}, 60_000);
afterAll(() => school.stop());

const ask = async (person: Person | null, method: string, path: string, body?: object, headers?: Record<string, string>) => {
  await settled(school);
  return school.ask(method, path, { ...(person && { token: person.token }), ...(body && { body }), ...(headers && { headers }) });
};
const of = (path = '') => `/api/cursos/${course.id}/grupos${path}`;
const managed = async () => (await ask(teacher, 'GET', of('/gestion'))).body['grupos'] as ManagedGroup[];

// rows: B30
test('who teaches the course plans its groups; whoever looks at it sees those to come, and comes in by one', async () => {
  expect((await ask(ana, 'POST', of(), plan)).status).toBe(403);
  expect((await ask(stranger, 'POST', of(), plan)).status).toBe(403);
  const missing = await ask(teacher, 'POST', of(), { nombre: 'Otoño' });
  expect(missing.body.code).toBe('REQUIRED_FIELDS');
  expect((missing.body['errors'] as { path: string }[]).map(({ path }) => path)).toEqual(['fecha', 'hora', 'fin']);
  const wrong = await ask(teacher, 'POST', of(), { ...plan, fin: addDays(today, 9) });
  expect([wrong.body.code, wrong.body['errors']]).toMatchObject(['GROUP_END', [{ path: 'fin' }]]);
  expect((await ask(teacher, 'POST', of(), { ...plan, fecha: addDays(today, -1) })).body.code).toBe('GROUP_IN_PAST');
  expect(await ask(teacher, 'POST', of(), plan)).toMatchObject({ status: 201, body: { id: 1 } });
  expect(await ask(admin, 'POST', of(), { ...plan, nombre: 'Verano' })).toMatchObject({ status: 201, body: { id: 2 } });

  const shown = (await ask(null, 'GET', of())).body['grupos'] as GroupRecord[];
  expect(shown).toMatchObject([
    { id: 1, nombre: 'Primavera', estado: 'por-empezar', fecha: plan.fecha, hora: '09:00', fin: plan.fin, libres: 1, abierto: true },
    { id: 2, nombre: 'Verano' },
  ]);
  const enrol = (chosen: { grupo?: number | null }) =>
    ask(ana, 'POST', '/api/inscripciones/inscribir', { id_usuario: ana.id, id_curso: course.id, ...chosen });
  expect((await enrol({ grupo: null })).body.code, 'screens ask').toBe('GROUP_REQUIRED');
  // Who names none has a seat in the soonest.
  expect((await enrol({})).status).toBe(200);
  expect((await managed()).find(({ id }) => id === 1)).toMatchObject({ inscritos: 1, apartados: 0, libres: 0, abierto: false });

  const [klass = 0] = course.modules[0]?.classes ?? [];
  const locked = await ask(ana, 'PATCH', `/api/usuario-sesion/marcarComoCompletada/${ana.id}/${klass}/completar`, { completado: true });
  expect(locked.body.code).toBe('MODULE_LOCKED');
  const path = `/api/progreso/curso/${course.id}/${ana.id}`;
  expect((await ask(ana, 'GET', path)).body).toMatchObject({
    ...{ siguiente: null, grupo: { id: 1, nombre: 'Primavera', estado: 'por-empezar', se_cambia: true } },
    ...{ abre: shown[0]?.inicio, modulos: [{ abierto: false, faltan: [] }, { abierto: false }] },
  });
  const panel = (await ask(ana, 'GET', `/api/progreso/${ana.id}`)).body['cursos'];
  expect(panel).toMatchObject([{ abre: shown[0]?.inicio, siguiente: null }]);
  const members = (await ask(teacher, 'GET', of('/1/personas'))).body['personas'] as GroupMember[];
  expect(members).toMatchObject([{ id_usuario: ana.id, estado: 'inscrito' }]);
  expect((await ask(ana, 'GET', of('/1/personas'))).status).toBe(403);

  const move = (grupo: number, who = ana) =>
    ask(who, 'POST', '/api/inscripciones/grupo', { id_usuario: ana.id, id_curso: course.id, grupo });
  expect((await move(2, stranger)).status).toBe(403);
  expect((await move(2)).status).toBe(200);
  expect((await ask(ana, 'GET', path)).body).toMatchObject({ grupo: { id: 2 } });
  // And when it begins stands in their calendar.
  expect((await ask(ana, 'GET', `/api/agenda/fechas/${ana.id}`)).body['fechas']).toMatchObject([
    { tipo: 'grupo', id: String(course.id), titulo: 'Curso · Verano', inicio: plan.fecha, fin: null },
  ]);
  const address = new URL(String((await ask(ana, 'POST', `/api/agenda/suscripcion/${ana.id}`, {})).body['direccion'])).pathname;
  expect((await ask(null, 'GET', address)).text).toContain('SUMMARY:Empieza tu grupo: Curso · Verano');
});

// rows: B30
test('a write that names an older state of the group is refused; a cancelled one says why, and its course is open to its members', async () => {
  const version = (await managed()).find(({ id }) => id === 2)?.version ?? 0;
  const edited = await ask(teacher, 'PUT', of('/2'), { ...plan, nombre: 'Verano 2', cupo: 3 }, { 'if-match': `"${version}"` });
  expect(edited).toMatchObject({ status: 200, body: { version: version + 1 } });
  expect((await ask(admin, 'PUT', of('/2'), { ...plan, cupo: 4 }, { 'if-match': `"${version}"` })).body.code).toBe('VERSION_CONFLICT');
  expect((await ask(admin, 'POST', of('/2/cancelar'), { motivo: ' ' })).body.code).toBe('REASON_REQUIRED');
  expect((await ask(admin, 'POST', of('/2/cancelar'), { motivo: 'Sin instructor' })).status).toBe(200);
  const path = `/api/progreso/curso/${course.id}/${ana.id}`;
  expect((await ask(ana, 'GET', path)).body).toMatchObject({
    ...{ abre: null, grupo: { estado: 'cancelado', motivo: 'Sin instructor', se_cambia: true } },
    modulos: [{ abierto: true }, { abierto: false }],
  });
  expect((await ask(admin, 'POST', of('/2/reanudar'), { motivo: 'Ya hay instructora' })).status).toBe(200);
  const { eventos } = (await ask(admin, 'GET', '/api/eventos/buscar?tipo=GroupReinstated&limit=1')).body;
  expect(eventos).toMatchObject([{ motivo: 'Ya hay instructora' }]);
  expect((await managed()).find(({ id }) => id === 2)).toMatchObject({ estado: 'por-empezar', motivo: null, inscritos: 1 });
  const order = async () => (await managed()).map(({ id }) => id);
  expect(await order()).toEqual([1, 2]);
  expect((await ask(admin, 'POST', of('/1/cancelar'), { motivo: 'Un momento' })).status).toBe(200);
  expect(await order()).toEqual([2, 1]);
  expect((await ask(admin, 'POST', of('/1/reanudar'), {})).status).toBe(400);
  expect((await ask(admin, 'POST', of('/1/reanudar'), { motivo: 'Sí se abre' })).status).toBe(200);
});

// rows: B30
test('who teaches moves a person to another group for a reason; that stands in the history, and is undone there', async () => {
  expect(await ask(teacher, 'POST', of(), { ...plan, nombre: 'Otoño', fecha: addDays(today, 12) })).toMatchObject({ body: { id: 3 } });
  const move = (who: Person, to: number, motivo = 'Cambió de turno') =>
    ask(who, 'POST', of(`/2/personas/${ana.id}/mover`), { grupo: to, motivo });
  expect((await move(ana, 3)).status).toBe(403);
  expect((await move(stranger, 3)).status).toBe(403);
  expect((await move(teacher, 3, ' ')).body.code).toBe('REASON_REQUIRED');
  expect((await move(teacher, 9)).body).toMatchObject({ code: 'GROUP_NOT_FOUND', errors: [{ path: 'grupo' }] });
  expect((await move(teacher, 3)).status).toBe(200);
  expect((await move(teacher, 3)).body.code).toBe('NOT_ENROLLED');
  const path = `/api/progreso/curso/${course.id}/${ana.id}`;
  expect((await ask(ana, 'GET', path)).body).toMatchObject({ grupo: { id: 3 } });
  const { cambios } = (await ask(admin, 'GET', `/api/historial/inscripciones/${ana.id}/${course.id}`)).body as unknown as HistoryPage;
  const [moved] = cambios;
  expect(moved).toMatchObject({ motivo: 'Cambió de turno', reversible: true });
  expect(moved?.frase).toMatch(/del grupo «.+» al grupo «Otoño» de un curso$/);
  // Two who looked at it at the same time: the second hears that it was changed meanwhile.
  const { deps } = school.running;
  const events: Envelope[] = [];
  for await (const event of deps.commands.log.readStream(`groups-${course.id}`)) events.push(event);
  const look = () => inversesOf(events.slice(-1), { ...deps, governing: null as never });
  const looked = [await look(), await look()];
  expect(looked[0]).toMatchObject([{ stands: true, refused: null }]);
  const context = { correlationId: 'x', causationId: 'x', actor: { userId: admin.id, role: 'administrator' as const }, now: new Date() };
  const [first, second] = looked.map((ways, at) => () => goBack(ways, { ...context, commandId: uuid5('undo', at) }, false));
  await first?.();
  await expect(second?.()).rejects.toMatchObject({ code: 'FIELD_CONFLICT' });
  expect((await move(teacher, 3)).status).toBe(200);
  const undo = () =>
    ask(admin, 'POST', '/api/historial/deshacer', {
      ...{ de: 'inscripcion', id: `${ana.id}_${course.id}`, cambio: moved?.id, motivo: 'Fue un error' },
    });
  const undone = [await undo(), await undo()];
  expect(undone.map(({ status, body }) => [status, body.code]).sort()).toEqual([
    [200, undefined],
    [409, 'FIELD_CONFLICT'],
  ]);
  expect((await ask(ana, 'GET', path)).body).toMatchObject({ grupo: { id: 2 } });
});

// rows: B30
test('a seat is among one’s data, and free once its person is gone', async () => {
  expect((await managed()).find(({ id }) => id === 2)).toMatchObject({ inscritos: 1 });
  const { eventos } = (await ask(ana, 'GET', '/api/cuenta/datos')).body as unknown as { eventos: Record<string, { tipo: string }[]> };
  expect(eventos[`groups-${course.id}`]?.map(({ tipo }) => tipo)).toEqual([
    ...[
      'GroupSeatHeld',
      'GroupSeatTaken',
      'GroupSeatFreed',
      'GroupSeatTaken',
      'GroupSeatMoved',
      'GroupSeatMoved',
      'GroupSeatMoved',
      'GroupSeatMoved',
    ],
  ]);
  expect((await ask(admin, 'DELETE', `/api/auth/users/${ana.id}`, {})).status).toBe(200);
  await until(async () => (await managed()).find(({ id }) => id === 2)?.inscritos === 0, 'the seat is free');
});
