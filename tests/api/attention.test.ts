import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { AttentionList } from '../../backend/api/contract/attention.ts';
import type { Outline } from '../../backend/api/contract/records/courses.ts';
import { link } from '../../backend/commands/catalogue/link.ts';
import { ALARMS, lagAlarms } from '../../backend/commands/operations/alarms.ts';
import { WEBHOOKS, webhooks } from '../../backend/commands/operations/webhooks.ts';
import { lead } from '../../backend/commands/site/lead.ts';
import { noteBackup } from '../../backend/integrations/backups/ledger.ts';
import { addDays, schoolDay } from '../../events/calendar.ts';
import { confirmEmail } from '../support/confirmEmail.ts';
import { join, joinAs, makeCourse, type Person, settled } from '../support/people.ts';
import { embedded, openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

/** «Por atender»: each count is that of the list that it leads to. */

let school: School;
let admin: Person;
let learner: Person;
let teacher: Person;
/** How far the clock of the API is ahead, in milliseconds. */
let ahead = 0;
beforeAll(async () => {
  school = await openSchool({ clock: () => new Date(Date.now() + ahead) });
  admin = await joinAs(school, 'directora', 'administrator');
  learner = await join(school, 'alumna');
  teacher = await joinAs(school, 'maestra', 'instructor');
}, 60_000);
afterAll(() => school.stop());

const ask = async (method: string, path: string, body?: object, token = admin.token) => {
  const answer = await school.ask(method, path, { token, ...(body && { body }) });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
};
const waiting = async () => {
  await settled(school);
  const { pendientes } = (await ask('GET', '/api/resumen/pendientes')) as unknown as AttentionList;
  return Object.fromEntries(pendientes.flatMap(({ id, cantidad }) => (cantidad > 0 ? [[id, cantidad]] : [])));
};
const listed = async (path: string, list: string) => ((await ask('GET', path))[list] as unknown[]).length;

test('a school where nothing happened has nothing to attend to', async () => {
  expect(await waiting()).toEqual({});
});

test.runIf(embedded)('a school whose newest backup is older than seven days, or gone, wants one', async () => {
  const { dataDir } = school;
  const note = (days: number, folder: string) => {
    const taken = new Date(Date.now() - days * 86_400_000).toISOString();
    noteBackup(dataDir, { kind: 'backup', taken, folder, head: 1, bytes: 1, files: 0, milliseconds: 1 });
  };
  writeFileSync(path.join(dataDir, 'backup.json'), '{}');
  note(8, dataDir);
  expect(await waiting()).toEqual({ respaldoViejo: 1 });
  note(0, path.join(dataDir, 'gone'));
  expect(await waiting()).toEqual({ respaldoViejo: 1 });
  note(6, dataDir);
  expect(await waiting()).toEqual({});
  rmSync(path.join(dataDir, 'backups.jsonl'));
});

// rows: I05
test('contacts, drafts and invitations are counted as their lists have them, and no longer once they are attended to', async () => {
  const lead = { curso: 'IA', nombre: 'Rosa Luz', correo: 'rosa@prueba.mx', telefono: '+52 55 1234 5678' };
  await ask('POST', '/api/google-sheet', lead);
  await ask('POST', '/api/google-sheet', { ...lead, correo: 'otra@prueba.mx', tipo: 'consultoria' });
  const course = await makeCourse(school, admin.token, teacher.id, [1], { nombre: 'Uno' });
  await ask('PATCH', `/api/cursos/cursos/${course.id}/estado`, { estado: 0 });
  await ask('POST', '/api/personas/invitaciones', { username: 'invitada', email: 'invitada@prueba.mx' });
  expect(await waiting()).toEqual({ contactosNuevos: 2, borradores: 1, invitacionesPendientes: 1 });
  expect(await listed('/api/contactos?estado=nuevo', 'contactos')).toBe(2);
  expect(await listed('/api/personas?estado=invitado', 'personas')).toBe(1);

  const [first] = (await ask('GET', '/api/contactos')).contactos as { id: string }[];
  await ask('PATCH', `/api/contactos/${first?.id}/estado`, { estado: 'contactado' });
  await ask('PATCH', `/api/cursos/cursos/${course.id}/estado`, { estado: 1 });
  expect(await waiting()).toEqual({ contactosNuevos: 1, invitacionesPendientes: 1 });
});

test('a code is about to expire while it is open, has grants left and its last day is within two weeks', async () => {
  const { id } = await ask('POST', '/api/becas/campanas', { nombre: 'Nacional' });
  const day = (days: number) => addDays(schoolDay(new Date().toISOString()), days);
  const allot = (organizacion: string, vence: string | undefined) =>
    ask('POST', `/api/becas/campanas/${id}/codigos`, { organizacion, becas: 1, ...(vence && { vence }) });
  await allot('Hoy', day(0));
  const soon = await allot('Pronto', day(14));
  await allot('Lejos', day(15));
  await allot('Nunca', undefined);
  expect(await waiting()).toMatchObject({ codigosPorVencer: 2 });
  const list = (await ask('GET', '/api/becas/codigos?estado=por-vencer')).codigos as { organizacion: string }[];
  expect(list.map(({ organizacion }) => organizacion)).toEqual(['Hoy', 'Pronto']);
  await ask('POST', `/api/becas/codigos/${soon.id}/cerrar`, {});
  expect(await waiting()).toMatchObject({ codigosPorVencer: 1 });
});

// rows: I05
test('a reported comment waits, however many reported it, until somebody decides on it', async () => {
  const { id } = await makeCourse(school, admin.token, teacher.id, [1], { nombre: 'Con comentarios' });
  for (const person of [learner, teacher, admin]) await confirmEmail(school.running.deps.commands, person.id);
  await ask('POST', '/api/inscripciones/inscribir', { id_usuario: learner.id, id_curso: id }, learner.token);
  const outline = (await ask('GET', `/api/cursos/esquema/${id}`)) as unknown as Outline;
  const at = outline.modulos[0]?.sesiones[0]?.subtemas[0]?.id_subtema;
  const said = await ask('POST', '/api/comentarios', { id_subtema: at, comentario: 'Compren aquí' }, learner.token);
  for (const { token } of [teacher, admin])
    await ask('POST', '/api/reportes-comentarios', { id_comentario: said.id, motivo: 'spam' }, token);
  expect(await waiting()).toMatchObject({ reportesPorAtender: 1 });
  expect(await listed('/api/reportes-comentarios/grupos?estado=abierto', 'grupos')).toBe(1);
  await ask('POST', `/api/reportes-comentarios/comentario/${said.id}/decision`, { decision: 'atender', motivo: 'Ya lo hablamos' });
  expect((await waiting()).reportesPorAtender).toBeUndefined();
});

test('halted projections and dead letters are counted until somebody mends them', async () => {
  const { vault } = school.running.deps;
  const letter = {
    reactor: 'x',
    position: '1',
    eventId: 'e',
    eventType: 'CourseCreated',
    error: 'no',
    attempts: 5,
    at: '2026-01-01T00:00:00.000Z',
  };
  await vault.put('dead-letters', 'x:1', letter);
  await vault.put('dead-letters', 'leads:2', { ...letter, reactor: 'leads', position: '2' });
  await vault.put('dead-letters', 'x:3', letter);
  await vault.put('dead-letters', 'x-y:1', { ...letter, reactor: 'x-y' });
  const list = vi.spyOn(vault, 'list');
  expect(await waiting()).toMatchObject({ tareasFallidas: 4 });
  const metrics = (await school.ask('GET', '/metrics')).text;
  expect(metrics.match(/^dead_letters\{.*$/gm)).toEqual([
    'dead_letters{reactor="leads"} 1',
    'dead_letters{reactor="x-y"} 1',
    'dead_letters{reactor="x"} 2',
  ]);
  // Counted by the store and not read one by one, however many there are.
  const read = list.mock.calls.filter(([table]) => table === 'dead-letters');
  expect(read.filter(([, , options]) => options?.limit !== 1)).toEqual([]);
  list.mockRestore();
  expect(await listed('/api/reacciones', 'filas')).toBe(4);
  for (const key of ['x:1', 'x:3', 'x-y:1']) await vault.remove('dead-letters', key);
  await vault.remove('dead-letters', 'leads:2');
  await ask('POST', '/api/proyecciones/bookmarks/pausar', {});
  await until(async () => (await waiting()).vistasDetenidas === 1, 'a view that stands still is counted');
  await ask('POST', '/api/proyecciones/bookmarks/reanudar', {});
  await until(async () => (await waiting()).vistasDetenidas === undefined, 'a view that goes on is counted no more');
});

test('a webhook that stopped by itself is counted until somebody resumes it; one that a person paused is not', async () => {
  const { commands } = school.running.deps;
  const id = { commandId: crypto.randomUUID(), correlationId: 'c', causationId: 'c', now: new Date() };
  const act = (command: Parameters<typeof webhooks.decide>[0]) =>
    commands.handle(webhooks, WEBHOOKS, command, { ...id, commandId: crypto.randomUUID(), actor: { userId: null, role: 'system' } });
  const hook = { name: 'CRM', types: ['*'], addressId: 'a', host: 'crm.mx', format: 'events' as const, secretId: 's', after: null };
  await act({ type: 'register', webhookId: 'w', ...hook });
  await act({ type: 'pause', webhookId: 'w', cause: 'person' });
  expect((await waiting()).webhooksDetenidos).toBeUndefined();
  await act({ type: 'resume', webhookId: 'w' });
  await act({ type: 'pause', webhookId: 'w', cause: 'failing' });
  await until(async () => (await waiting()).webhooksDetenidos === 1, 'it to be counted');
  await act({ type: 'resume', webhookId: 'w' });
  await until(async () => (await waiting()).webhooksDetenidos === undefined, 'it to be counted no more');
});

const system = { userId: null, role: 'system' as const };
/** What the school itself decides. */
const byItself = () => ({ commandId: crypto.randomUUID(), correlationId: 'c', causationId: 'c', actor: system, now: new Date() });

// rows: I05
test('a hidden review that its author changed waits, until somebody decides on it', async () => {
  const { id } = await makeCourse(school, admin.token, teacher.id, [1], { nombre: 'Con reseñas' });
  const outline = (await ask('GET', `/api/cursos/esquema/${id}`)) as unknown as Outline;
  const klass = outline.modulos[0]?.sesiones[0]?.id_sesion;
  await confirmEmail(school.running.deps.commands, learner.id);
  await ask('POST', '/api/inscripciones/inscribir', { id_usuario: learner.id, id_curso: id }, learner.token);
  const done = `/api/usuario-sesion/marcarComoCompletada/${learner.id}/${klass}/completar`;
  await ask('PATCH', done, { completado: true }, learner.token);
  await settled(school);
  await ask('PUT', `/api/resenas/mia/${id}`, { estrellas: 1, texto: 'Compren aquí' }, learner.token);
  await ask('POST', `/api/resenas/${id}/${learner.id}/ocultar`, { motivo: 'Anuncio' });
  expect((await waiting()).resenasPorRevisar).toBeUndefined();
  await ask('PUT', `/api/resenas/mia/${id}`, { estrellas: 3, texto: 'Me faltaron ejemplos' }, learner.token);
  expect(await waiting()).toMatchObject({ resenasPorRevisar: 1 });
  expect(await listed('/api/resenas/moderacion?estado=por-revisar', 'resenas')).toBe(1);
  await ask('POST', `/api/resenas/${id}/${learner.id}/restaurar`, { motivo: 'Ya es otra' });
  expect((await waiting()).resenasPorRevisar).toBeUndefined();
});

// rows: I05
test('a course with a dead link waits while it is not archived', async () => {
  const { commands } = school.running.deps;
  const { id: courseId, modules } = await makeCourse(school, admin.token, teacher.id, [1], { nombre: 'Con enlaces' });
  const [
    {
      id: moduleId,
      classes: [classId = 0],
    } = { id: 0, classes: [] },
  ] = modules;
  const at = 'https://ejemplo.mx/guia.pdf';
  const made = await ask('POST', '/api/recursos', { id_sesion: classId, titulo: 'Guía', link_recurso: at });
  const resourceId = Number((made.data as { id_recurso: number }).id_recurso);
  const place = { courseId, moduleId, classId, resourceId, link: at };
  await commands.handle(link, resourceId, { type: 'broke', place, reason: 'not-found' }, byItself());
  expect(await waiting()).toMatchObject({ enlacesRotos: 1 });
  expect(await listed('/api/cursos/gestion?enlaces=1', 'cursos')).toBe(1);
  await ask('DELETE', `/api/cursos/cursos/${courseId}`);
  expect((await waiting()).enlacesRotos).toBeUndefined();
  expect(await listed('/api/cursos/gestion?enlaces=1', 'cursos')).toBe(0);
});

// rows: I05
test('a contact whose delivery was given up, and a list that is late, wait as long as that lasts', async () => {
  const { commands } = school.running.deps;
  await ask('POST', '/api/google-sheet', { curso: 'IA', nombre: 'Eva Luz', correo: 'eva@prueba.mx', telefono: '+52 55 1234 5678' });
  await settled(school);
  const [{ id } = { id: '' }] = (await ask('GET', '/api/contactos?buscar=eva')).contactos as { id: string }[];
  await commands.handle(lead, id, { type: 'failed', deliveryId: 'd', error: '500', last: true }, byItself());
  expect(await waiting()).toMatchObject({ contactosSinEntregar: 1 });
  expect(await listed('/api/contactos?entrega=fallida', 'contactos')).toBe(1);
  await commands.handle(lead, id, { type: 'delivered', deliveryId: 'd' }, byItself());
  expect((await waiting()).contactosSinEntregar).toBeUndefined();

  const late = { projection: 'bookmarks', seconds: 400, events: 3 };
  await commands.handle(lagAlarms, ALARMS, { type: 'raise', ...late }, byItself());
  expect(await waiting()).toMatchObject({ vistasRetrasadas: 1 });
  await commands.handle(lagAlarms, ALARMS, { type: 'clear', projection: late.projection }, byItself());
  expect((await waiting()).vistasRetrasadas).toBeUndefined();
});

// rows: I05, A16
test('a request for consulting waits for its promised answer: at risk in the last quarter of its time, then late', async () => {
  const contenido = {
    clave: 'respuestaConsultoria',
    titulo: 'Respuesta',
    texto: 'En {respuestaConsultoria}.',
    cantidad: 8,
    unidad: 'horas',
  };
  await ask('POST', '/api/sitio/secciones/politicas', { contenido });
  const consulting = { curso: 'IA', nombre: 'Ada Luz', correo: 'ada@prueba.mx', telefono: '+52 55 1234 5678', tipo: 'consultoria' };
  await ask('POST', '/api/google-sheet', consulting);
  await settled(school);
  const open = (await ask('GET', '/api/contactos?estado=nuevo&tipo=consultoria')).contactos as { correo: string }[];
  const late = async () => {
    const { promesasEnRiesgo, promesasVencidas } = await waiting();
    return [promesasEnRiesgo, promesasVencidas];
  };
  try {
    expect(await late()).toEqual([undefined, undefined]);
    ahead = 7 * 3_600_000;
    expect(await late()).toEqual([open.length, undefined]);
    expect(await listed('/api/contactos?promesa=en-riesgo', 'contactos')).toBe(open.length);
    ahead = 9 * 3_600_000;
    expect(await late()).toEqual([undefined, open.length]);
    expect(await listed('/api/contactos?promesa=vencida', 'contactos')).toBe(open.length);
  } finally {
    ahead = 0;
  }
});

test('nobody but administrators reads it', async () => {
  expect((await school.ask('GET', '/api/resumen/pendientes', { token: learner.token })).status).toBe(403);
});
