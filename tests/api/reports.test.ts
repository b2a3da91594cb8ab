import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CommentRecord, Discussion } from '../../backend/api/contract/comments.ts';
import type { HistoryPage } from '../../backend/api/contract/history.ts';
import type { InboxRecord } from '../../backend/api/contract/notifications.ts';
import type { Outline } from '../../backend/api/contract/records/courses.ts';
import type { CaseDetail, CaseRecord, Participation, ReportRecord } from '../../backend/api/contract/reports.ts';
import type { WhatIf } from '../../backend/api/contract/whatIf.ts';
import { confirmEmail } from '../support/confirmEmail.ts';
import { following } from '../support/liveClient.ts';
import { join, joinAs, makeCourse, type Person, promote, settled, type TestCourse } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

/** Reports, moderation and sanctions: two instructors, two courses, and who sees and decides what. */

let school: School;
let admin: Person;
let lucia: Person;
let hector: Person;
let mine: TestCourse;
let other: TestCourse;
let subtopic: number;
let elsewhere: number;
let position = '0';
const ask: School['ask'] = async (method, path, options = {}) => {
  const answer = await school.ask(method, path, { ...options, headers: { 'x-min-position': position, ...options.headers } });
  const at = answer.headers.get('x-position');
  if (at && at > position) position = at;
  return answer;
};
const firstSubtopic = async (courseId: number): Promise<number> => {
  const outline = (await ask('GET', `/api/cursos/esquema/${courseId}`, { token: admin.token })).body as unknown as Outline;
  return outline.modulos[0]?.sesiones[0]?.subtemas[0]?.id_subtema ?? 0;
};
beforeAll(async () => {
  school = await openSchool();
  admin = await joinAs(school, 'directora', 'administrator');
  [lucia, hector] = [await join(school, 'lucia'), await join(school, 'hector')];
  for (const teacher of [lucia, hector]) await promote(school, teacher, 'instructor');
  mine = await makeCourse(school, admin.token, lucia.id, [1]);
  other = await makeCourse(school, admin.token, hector.id, [1]);
  [subtopic, elsewhere] = [await firstSubtopic(mine.id), await firstSubtopic(other.id)];
});
afterAll(() => school.stop());

let people = 0;
const confirm = async ({ id }: Person) => {
  await confirmEmail(school.running.deps.commands, id);
};
const learner = async (...courses: TestCourse[]): Promise<Person> => {
  const person = await join(school, `alumna_${++people}`);
  await confirm(person);
  for (const { id } of courses)
    await ask('POST', '/api/inscripciones/inscribir', { token: person.token, body: { id_usuario: person.id, id_curso: id } });
  return person;
};
const say = async (person: Person, comentario: string, at = subtopic, more: object = {}): Promise<number> => {
  const answer = await ask('POST', '/api/comentarios', { token: person.token, body: { id_subtema: at, comentario, ...more } });
  expect(answer.status, answer.text).toBe(201);
  return Number(answer.body['id']);
};
const report = (person: Person, id: number, motivo = 'spam', texto?: string) =>
  ask('POST', '/api/reportes-comentarios', { token: person.token, body: { id_comentario: id, motivo, ...(texto && { texto }) } });
const caseOf = async (as: Person, id: number) =>
  (await ask('GET', `/api/reportes-comentarios/comentario/${id}`, { token: as.token })).body as unknown as CaseDetail;
const decide = (as: Person, id: number, decision: string, motivo = 'Lo revisé', version?: number) =>
  ask('POST', `/api/reportes-comentarios/comentario/${id}/decision`, {
    token: as.token,
    body: { decision, motivo },
    ...(version !== undefined && { headers: { 'if-match': `"${version}"` } }),
  });
const groups = async (as: Person, query = '') =>
  (await ask('GET', `/api/reportes-comentarios/grupos?limit=100${query}`, { token: as.token })).body['grupos'] as CaseRecord[];
const shown = async (as: Person, id: number, at = subtopic): Promise<CommentRecord | undefined> =>
  ((await ask('GET', `/api/comentarios/subtema/${at}?limit=100`, { token: as.token })).body as unknown as Discussion).comentarios.find(
    (one) => one.id === id,
  );
const participation = async (person: Person) =>
  (await ask('GET', `/api/comentarios/participacion/${person.id}`, { token: person.token })).body as unknown as Participation;

describe('reporting', () => {
  test('what was reported stays as it was said: its author changes it no more', async () => {
    const [ana, beto] = [await learner(mine), await learner(mine)];
    const id = await say(ana, 'Eres un inútil');
    expect((await shown(ana, id))?.editable).not.toBeNull();
    await report(beto, id, 'ofensivo');
    const edit = await ask('PUT', `/api/comentarios/${id}`, { token: ana.token, body: { comentario: 'Qué buena clase' } });
    expect(edit.body).toMatchObject({ code: 'COMMENT_NOT_EDITABLE' });
    expect((await shown(ana, id))?.editable).toBeNull();
    expect((await caseOf(admin, id)).comentario).toBe('Eres un inútil');
  });

  test('what is refused takes no number: neither a report nor a comment makes the log grow', async () => {
    const [ana, beto] = [await learner(mine), await learner(mine)];
    const id = await say(ana, 'Hola');
    expect((await report(beto, id)).status).toBe(201);
    const { store } = school.running.deps.commands.log;
    await ask('PUT', '/api/reportes-comentarios/reglas', { token: admin.token, body: { espera_segundos: 3_600 } });
    const head = await store.head();
    const again = await report(beto, id);
    const soon = await ask('POST', '/api/comentarios', { token: ana.token, body: { id_subtema: subtopic, comentario: 'Otra vez' } });
    const after = await store.head();
    await ask('PUT', '/api/reportes-comentarios/reglas', { token: admin.token, body: { espera_segundos: 0 } });
    expect([again.body.code, soon.body.code]).toEqual(['ALREADY_REPORTED', 'COMMENT_TOO_SOON']);
    expect(after).toBe(head);
  });

  // rows: E04, E10
  test('a report has its reason and words, once of each person and comment, and only of what one may read', async () => {
    const [ana, beto, fuera] = [await learner(mine), await learner(mine), await learner(other)];
    const id = await say(ana, 'Compren aquí');
    const first = await report(beto, id, 'spam', 'Es publicidad');
    expect(first.status, first.text).toBe(201);
    expect((await report(beto, id)).body).toMatchObject({ code: 'ALREADY_REPORTED' });
    expect((await report(ana, id)).body).toMatchObject({ code: 'REPORT_OWN_COMMENT' });
    expect((await report(fuera, id)).body).toMatchObject({ code: 'NOT_ENROLLED' });
    expect((await report(beto, 999_999)).body).toMatchObject({ message: 'No se encontró el subtema o el comentario asociado.' });
    expect((await report(beto, id, 'porque sí')).status).toBe(400);
    await ask('PATCH', `/api/cursos/cursos/${mine.id}/estado`, { token: admin.token, body: { estado: 0 } });
    expect((await report(fuera, id)).body).toMatchObject({ code: 'COURSE_NOT_FOUND' });
    await ask('PATCH', `/api/cursos/cursos/${mine.id}/estado`, { token: admin.token, body: { estado: 1 } });
    const all = (await ask('GET', '/api/reportes-comentarios/todos', { token: admin.token })).body as unknown as ReportRecord[];
    expect(all[0]).toMatchObject({
      id: first.body['id'],
      motivo: 'Publicidad o spam: Es publicidad',
      usuario: { first_name: 'Nora', last_name: 'Quintanilla' },
      comentario: { id, comentario: 'Compren aquí', id_subtema: subtopic },
      atendido: false,
    });
    expect((await shown(beto, id))?.reportado).toBe(true);
    expect((await shown(ana, id))?.reportado).toBe(false);
  });

  // rows: E05, E11
  test('reports of a comment are one group: PENDIENTE, URGENTE above the threshold of the school, RESUELTO once decided', async () => {
    const ana = await learner(mine);
    const id = await say(ana, 'Qué clase tan mala');
    const stateOf = async () => (await groups(admin)).find((one) => one.id_comentario === id);
    await report(await learner(mine), id, 'ofensivo');
    expect(await stateOf()).toMatchObject({ estado: 'PENDIENTE', abiertos: 1 });
    await report(await learner(mine), id, 'acoso');
    expect(await stateOf()).toMatchObject({ estado: 'URGENTE', abiertos: 2, motivos: [{ motivo: 'ofensivo' }, { motivo: 'acoso' }] });
    const rules = (urgente_desde: number, as = admin) =>
      ask('PUT', '/api/reportes-comentarios/reglas', { token: as.token, body: { urgente_desde } });
    expect((await rules(2, lucia)).status).toBe(403);
    expect((await rules(2)).status).toBe(200);
    expect((await stateOf())?.estado).toBe('PENDIENTE');
    await rules(1);
    expect((await groups(admin, '&estado=urgente')).map((one) => one.id_comentario)).toContain(id);
    expect((await groups(admin, '&motivo=acoso&buscar=clase%20MALA')).map((one) => one.id_comentario)).toEqual([id]);
    expect((await decide(admin, id, 'atender')).status).toBe(200);
    expect(await stateOf()).toMatchObject({ estado: 'RESUELTO', abiertos: 0, total: 2 });
    expect((await groups(admin, '&estado=resuelto')).map((one) => one.id_comentario)).toContain(id);
    // What waits comes first, whatever was decided last.
    const waiting = (await groups(admin)).map(({ abiertos }) => abiertos > 0);
    expect(waiting).toContain(true);
    expect(waiting).toEqual([...waiting].sort((a, b) => Number(b) - Number(a)));
  });

  test('another threshold is tried on the reports that came, decided or not', async () => {
    const ana = await learner(mine);
    const id = await say(ana, 'Otra clase mala');
    for (let at = 0; at < 3; at++) await report(await learner(mine), id);
    await decide(admin, id, 'atender');
    await settled(school);
    const tried = async (urgente_desde: number) =>
      (await ask('GET', `/api/supuestos/reportes?urgente_desde=${urgente_desde}`, { token: admin.token })).body as unknown as WhatIf;
    const of = ({ casos }: WhatIf) => casos.filter(({ id_usuario }) => id_usuario === ana.id).map(({ clase, valor }) => [clase, valor]);
    const { antes } = await tried(1);
    expect(antes).toBe(1);
    expect(of(await tried(3))).toEqual([['noUrgente', 3]]);
    // As many reports as the threshold are not more than it.
    expect(of(await tried(2))).toEqual([['urgenteDespues', 3]]);
    // Urgent by its second report, it would have been so by its first.
    expect(of(await tried(0))).toEqual([['urgenteAntes', 1]]);
    expect((await tried(0)).cambios.map(({ clase }) => clase)).not.toContain('noUrgente');
    expect((await ask('GET', '/api/supuestos/reportes', { token: lucia.token })).status).toBe(403);
  });
});

// rows: E06, E08, E09
describe('deciding', () => {
  test('dismissing keeps the comment, removing hides it and closes its reports at once, restoring and opening again bring back', async () => {
    const [ana, beto] = [await learner(mine), await learner(mine)];
    const id = await say(ana, 'Palabras que se van');
    await report(beto, id);
    expect((await decide(admin, id, 'retirar', ' ')).body.code).toBe('REASON_REQUIRED');
    const removed = await decide(lucia, id, 'retirar', 'Falta al respeto');
    expect(removed.body.message).toBe('Reporte y comentario eliminados correctamente');
    expect(await shown(beto, id)).toMatchObject({ comentario: null, estado: 'moderado', motivo: null });
    expect(await shown(ana, id)).toMatchObject({ comentario: 'Palabras que se van', estado: 'moderado', motivo: 'Falta al respeto' });
    expect((await participation(beto)).reportes[0]).toMatchObject({ id_comentario: id, resultado: 'retirado' });
    expect((await decide(admin, id, 'retirar')).body).toMatchObject({
      code: 'REPORTS_RESOLVED',
      message: 'Alguien más ya resolvió este caso.',
    });
    expect((await decide(admin, id, 'reabrir', 'Me equivoqué')).status).toBe(200);
    expect(await shown(beto, id)).toMatchObject({ comentario: 'Palabras que se van', estado: 'visible' });
    expect(await caseOf(admin, id)).toMatchObject({ estado: 'PENDIENTE', abiertos: 1 });
    expect((await decide(admin, id, 'desestimar')).status).toBe(200);
    expect((await participation(beto)).reportes[0]).toMatchObject({ resultado: 'desestimado' });
    const { decisiones } = await caseOf(admin, id);
    expect(decisiones.map(({ decision }) => decision)).toEqual(['desestimar', 'reabrir', 'restaurar', 'retirar']);
    expect(decisiones.at(-1)).toMatchObject({ motivo: 'Falta al respeto', quien: 'Nora Quintanilla' });
  });

  test('the calls of the original: a report is deleted and its comment stays, then the comment is', async () => {
    const [ana, beto] = [await learner(mine), await learner(mine)];
    const id = await say(ana, 'Por las llamadas de antes');
    const { body } = await report(beto, id);
    expect((await ask('DELETE', `/api/reportes-comentarios/eliminar/${body['id']}`, { token: hector.token })).status).toBe(404);
    expect((await ask('DELETE', `/api/reportes-comentarios/eliminar/${body['id']}`, { token: admin.token })).status).toBe(200);
    expect((await shown(beto, id))?.estado).toBe('visible');
    const all = (await ask('GET', '/api/reportes-comentarios/todos?limit=100', { token: admin.token })).body as unknown as ReportRecord[];
    expect(all.map((one) => one.id)).not.toContain(body['id']);
    // Who reported is named as far as they show it; to administrators always.
    const carla = await learner(mine);
    const again = Number((await report(carla, id)).body['id']);
    await ask('PUT', '/api/cuenta/visibilidad', { token: carla.token, body: { campo: 'last_name', visible: 'private' } });
    const namedTo = async (as: Person) =>
      ((await ask('GET', '/api/reportes-comentarios/todos?limit=100', { token: as.token })).body as unknown as ReportRecord[]).find(
        (one) => one.id === again,
      )?.usuario;
    expect(await namedTo(lucia)).toEqual({ first_name: 'Nora', last_name: null });
    expect(await namedTo(admin)).toEqual({ first_name: 'Nora', last_name: 'Quintanilla' });
    expect((await ask('DELETE', `/api/comentarios/${id}`, { token: beto.token })).status).toBe(404);
    expect((await ask('DELETE', `/api/comentarios/${id}`, { token: admin.token })).status).toBe(200);
    expect((await shown(beto, id))?.estado).toBe('moderado');
    expect((await ask('DELETE', '/api/reportes-comentarios/eliminar/999999', { token: admin.token })).body.code).toBe('REPORT_NOT_FOUND');
  });

  test('two moderators at once: one decides, the other is told; what came meanwhile is not closed unseen', async () => {
    const ana = await learner(mine);
    const id = await say(ana, 'Los dos a la vez');
    await report(await learner(mine), id);
    const { version } = await caseOf(admin, id);
    const [first, second] = await Promise.all([
      decide(admin, id, 'atender', 'Uno', version),
      decide(lucia, id, 'desestimar', 'Otra', version),
    ]);
    expect([first.status, second.status].sort()).toEqual([200, 409]);
    expect((await caseOf(admin, id)).decisiones).toHaveLength(1);
    const seen = (await caseOf(lucia, id)).version;
    expect((await caseOf(admin, id)).presentes).toEqual(['Nora Quintanilla']);
    await report(await learner(mine), id);
    expect((await decide(lucia, id, 'atender', 'Sin ver', seen)).body.code).toBe('VERSION_CONFLICT');
    expect((await caseOf(admin, id)).abiertos).toBe(1);
  });

  test('who says no version does not decide over another: of two at once one wins; who saw the first decides again', async () => {
    const ana = await learner(mine);
    const id = await say(ana, 'Sin decir lo que vieron');
    await report(await learner(mine), id);
    const both = await Promise.all([decide(admin, id, 'desestimar', 'Uno'), decide(lucia, id, 'retirar', 'Otra')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { decisiones } = await caseOf(admin, id);
    expect(decisiones).toHaveLength(1);
    if (decisiones[0]?.decision === 'retirar') await decide(admin, id, 'reabrir', 'Otra vez');
    await decide(admin, id, 'desestimar', 'Se queda');
    expect((await decide(lucia, id, 'retirar', 'No lo vi')).body.code).toBe('REPORTS_RESOLVED');
    // Nor by the call that takes down at once; who decided first changes their mind without a word of a version.
    const down = (as: Person) => ask('DELETE', `/api/comentarios/${id}?motivo=No`, { token: as.token });
    expect((await down(lucia)).body['code']).toBe('REPORTS_RESOLVED');
    const { version } = await caseOf(lucia, id);
    expect((await decide(lucia, id, 'retirar', 'Lo vi', version)).status).toBe(200);
    expect((await decide(lucia, id, 'restaurar', 'Me equivoqué')).status).toBe(200);
    await decide(lucia, id, 'desestimar', 'Se queda');
    expect((await decide(lucia, id, 'retirar', 'Pensándolo bien')).status).toBe(200);
  });

  // rows: K01
  test('who teaches does not decide on what they said themselves; its history tells all of it, to administrators', async () => {
    const beto = await learner(mine);
    await confirm(lucia);
    const id = await say(lucia, 'Lo que dije yo');
    const { body } = await report(beto, id);
    for (const decision of ['desestimar', 'atender', 'retirar'])
      expect((await decide(lucia, id, decision)).body.code).toBe('MODERATE_OWN_COMMENT');
    expect((await ask('DELETE', `/api/reportes-comentarios/eliminar/${body['id']}`, { token: lucia.token })).status).toBe(403);
    expect((await decide(admin, id, 'desestimar', 'No falta al respeto')).status).toBe(200);
    const history = (as: Person) => ask('GET', `/api/historial/comentarios/${id}`, { token: as.token });
    expect((await history(lucia)).status).toBe(403);
    const { cambios } = (await history(admin)).body as unknown as HistoryPage;
    expect(cambios.map(({ eventos }) => eventos.map(({ tipo }) => tipo))).toEqual([
      ['ReportsDismissed'],
      ['CommentReported'],
      ['CommentPosted'],
    ]);
    expect(cambios[0]).toMatchObject({ motivo: 'No falta al respeto', reversible: false });
    expect((await ask('GET', '/api/historial/comentarios/999999', { token: admin.token })).body.code).toBe('COMMENT_NOT_FOUND');
    const rules = async () =>
      ((await ask('GET', '/api/historial/reglas-comentarios', { token: admin.token })).body as unknown as HistoryPage).cambios;
    const before = (await rules()).length;
    await ask('PUT', '/api/reportes-comentarios/reglas', { token: admin.token, body: { editar_minutos: 17, motivo: 'Se piden más' } });
    const now = await rules();
    expect(now).toHaveLength(before + 1);
    expect(now[0]).toMatchObject({ motivo: 'Se piden más', campos: [{ campo: 'editMinutes', antes: '15', despues: '17' }] });
  });
});

// rows: E03, E06
describe('who moderates what', () => {
  test('who moderates keeps filters under a name; administrators for all who do', async () => {
    const keep = (as: Person, nombre: string, direccion: string, compartida = false) =>
      ask('POST', '/api/historial/busquedas', { token: as.token, body: { pagina: 'reportes', nombre, direccion, compartida } });
    const kept = async (as: Person) =>
      (
        (await ask('GET', '/api/historial/busquedas?pagina=reportes', { token: as.token })).body as unknown as {
          nombre: string;
          direccion: string;
        }[]
      ).map(({ nombre, direccion }) => `${nombre}: ${direccion}`);
    expect((await keep(lucia, 'Lo mío', `estado=urgente&curso=${mine.id}&comentario=3`)).status).toBe(201);
    expect((await keep(lucia, 'De todos', 'estado=urgente', true)).status).toBe(403);
    expect((await keep(lucia, 'Nada', 'comentario=3')).body.code).toBe('SEARCH_EMPTY');
    expect((await keep(lucia, 'Mal', 'estado=otro')).status).toBe(400);
    const shared = await keep(admin, 'De todos', 'motivo=spam', true);
    expect(shared.status).toBe(201);
    expect(await kept(lucia)).toEqual([`Lo mío: estado=urgente&curso=${mine.id}`, 'De todos: motivo=spam']);
    expect(await kept(hector)).toEqual(['De todos: motivo=spam']);
    const forget = (as: Person) => ask('DELETE', `/api/historial/busquedas/${shared.body['id']}`, { token: as.token });
    expect((await forget(lucia)).body.code).toBe('SEARCH_NOT_FOUND');
    expect((await forget(admin)).status).toBe(200);
    const ana = await learner(mine);
    expect((await ask('GET', '/api/historial/busquedas?pagina=reportes', { token: ana.token })).status).toBe(403);
    // Nothing else of what is kept is theirs to see.
    for (const page of ['historia', 'eventos'])
      expect((await ask('GET', `/api/historial/busquedas?pagina=${page}`, { token: lucia.token })).status).toBe(403);
  });

  test('an instructor sees and decides the own courses, an administrator all, a learner and an analyst nothing', async () => {
    const [ana, beto] = [await learner(mine, other), await learner(mine, other)];
    const [here, there] = [await say(ana, 'En el de Lucía'), await say(ana, 'En el de Héctor', elsewhere)];
    for (const id of [here, there]) await report(beto, id);
    const ids = async (as: Person) => (await groups(as)).map((one) => one.id_comentario);
    expect(await ids(lucia)).toContain(here);
    expect(await ids(lucia)).not.toContain(there);
    expect(await ids(hector)).toEqual([there]);
    expect(await ids(admin)).toEqual(expect.arrayContaining([here, there]));
    expect(await groups(hector, `&id_curso=${mine.id}`)).toEqual([]);
    const all = (await ask('GET', '/api/reportes-comentarios/todos?limit=100', { token: hector.token })).body as unknown as ReportRecord[];
    expect(all.map((one) => one.comentario.id)).toEqual([there]);
    expect((await ask('GET', `/api/reportes-comentarios/comentario/${here}`, { token: hector.token })).status).toBe(404);
    expect((await decide(hector, here, 'retirar')).body.code).toBe('COMMENT_NOT_FOUND');
    expect((await decide(hector, there, 'retirar')).status).toBe(200);
    for (const nobody of [beto, ana]) {
      expect((await ask('GET', '/api/reportes-comentarios/grupos', { token: nobody.token })).status).toBe(403);
      expect((await decide(nobody, here, 'retirar')).status).toBe(403);
    }
    expect((await participation(beto)).reportes).toHaveLength(2);
    expect((await ask('GET', `/api/comentarios/participacion/${beto.id}`, { token: ana.token })).status).toBe(403);
  });
  test('a report reaches every moderator’s window; nobody else may listen', async () => {
    const [ana, beto] = [await learner(mine), await learner(mine)];
    const id = await say(ana, 'En vivo');
    const windows = await Promise.all(
      [admin, lucia].map(({ token }) => following(school.url, { token, topics: ['reportes-comentarios'] })),
    );
    const stranger = await following(school.url, { token: beto.token });
    expect(await stranger.join('reportes-comentarios')).toHaveProperty('error');
    await report(beto, id);
    for (const window of windows)
      await until(() => window.items.some((item) => item.topic === 'reportes-comentarios' && item.id === String(id)), 'a window was told');
    for (const one of [...windows, stranger]) one.close();
  });
});

// rows: E12
describe('sanctions and appeals', () => {
  const sanction = (as: Person, id: number, body: object) =>
    ask('POST', `/api/reportes-comentarios/comentario/${id}/sancion`, { token: as.token, body: { motivo: 'Por insistir', ...body } });
  const tries = (person: Person, at = subtopic) =>
    ask('POST', '/api/comentarios', { token: person.token, body: { id_subtema: at, comentario: 'Otra vez' } });

  test('a silence keeps from commenting in the course, says why, is appealed once and lifted', async () => {
    const ana = await learner(mine, other);
    const id = await say(ana, 'Insisto');
    expect((await sanction(lucia, id, { tipo: 'aviso' })).status).toBe(201);
    expect((await tries(ana)).status).toBe(201);
    expect((await sanction(lucia, id, { tipo: 'silencio' })).body.code).toBe('HOURS_REQUIRED');
    expect((await sanction(hector, id, { tipo: 'silencio', horas: 24 })).body.code).toBe('COMMENT_NOT_FOUND');
    const given = await sanction(lucia, id, { tipo: 'silencio', horas: 24, solo_curso: false });
    expect(given.status, given.text).toBe(201);
    expect((await tries(ana)).body).toMatchObject({ code: 'COMMENTING_SUSPENDED' });
    // Of an instructor it is of the course alone, whatever is asked.
    expect((await tries(ana, elsewhere)).status).toBe(201);
    const [inForce] = (await participation(ana)).sanciones;
    expect(inForce).toMatchObject({ tipo: 'silencio', motivo: 'Por insistir', vigente: true, id_curso: mine.id });
    const appeal = () =>
      ask('POST', `/api/comentarios/participacion/${ana.id}/sancion/${given.body['id']}`, { token: ana.token, body: { texto: 'Perdón' } });
    expect((await appeal()).status).toBe(200);
    expect((await appeal()).body.code).toBe('ALREADY_APPEALED');
    const answer = (decision: string) =>
      ask('POST', `/api/reportes-comentarios/comentario/${id}/sancion/${given.body['id']}`, {
        token: lucia.token,
        body: { decision, motivo: 'Aceptado' },
      });
    expect((await answer('levantar')).status).toBe(200);
    expect((await tries(ana)).status).toBe(201);
    expect((await sanction(admin, id, { tipo: 'suspension', solo_curso: false })).status).toBe(201);
    expect((await tries(ana, elsewhere)).body.code).toBe('COMMENTING_SUSPENDED');
    await confirm(lucia);
    expect((await sanction(admin, await say(lucia, 'Yo imparto'), { tipo: 'aviso' })).body.code).toBe('SANCTION_STAFF');
  });
  test('a removal is appealed once by its author, and upheld or taken back', async () => {
    const [ana, beto] = [await learner(mine), await learner(mine)];
    const id = await say(ana, 'Injusto');
    await report(beto, id);
    await decide(lucia, id, 'retirar', 'Fuera de tema');
    const appeal = (as: Person) =>
      ask('POST', `/api/comentarios/${id}/apelacion`, { token: as.token, body: { texto: 'Sí venía al caso' } });
    expect((await appeal(beto)).status).toBe(404);
    expect((await appeal(ana)).status).toBe(200);
    expect((await appeal(ana)).body.code).toBe('ALREADY_APPEALED');
    expect(await caseOf(lucia, id)).toMatchObject({ estado: 'PENDIENTE', apelacion: { texto: 'Sí venía al caso' } });
    expect((await decide(lucia, id, 'mantener', 'Se mantiene')).status).toBe(200);
    expect((await participation(ana)).retirados[0]).toMatchObject({ id_comentario: id, apelacion: 'mantenida' });
  });
});

// rows: C19, E07
test('a thread whose beginning a moderator took down takes no more answers, wherever one answers; one that its author took back goes on', async () => {
  const [ana, beto] = [await learner(mine), await learner(mine)];
  const answerTo = (person: Person, id: number) =>
    ask('POST', '/api/comentarios', { token: person.token, body: { id_subtema: subtopic, comentario: 'Y yo digo', id_respuesta_a: id } });
  const closed = await say(ana, 'Lo que se retira');
  const answer = await say(beto, 'Una respuesta', subtopic, { id_respuesta_a: closed });
  await decide(lucia, closed, 'retirar', 'Falta al respeto');
  for (const id of [closed, answer]) {
    const refused = await answerTo(beto, id);
    expect([refused.status, refused.body['code']]).toEqual([409, 'THREAD_CLOSED']);
  }
  await decide(lucia, closed, 'restaurar', 'Me equivoqué');
  expect((await answerTo(beto, answer)).status).toBe(201);

  const left = await say(ana, 'Lo que su autora retira');
  const stays = await say(beto, 'Otra respuesta', subtopic, { id_respuesta_a: left });
  await ask('DELETE', `/api/comentarios/${left}`, { token: ana.token });
  expect((await answerTo(beto, left)).body['code']).toBe('COMMENT_NOT_FOUND');
  expect((await answerTo(beto, stays)).status).toBe(201);
  expect(await shown(beto, left)).toMatchObject({ estado: 'quitado', totalRespuestas: 2 });
});

// rows: E13
test('who teaches the course chooses the answer that solves a thread, which then stands with it', async () => {
  const ana = await learner(mine);
  const root = await say(ana, '¿Cómo se hace?');
  const answers = [];
  for (const text of ['Uno', 'Dos', 'Tres', 'Cuatro', 'La buena']) answers.push(await say(ana, text, subtopic, { id_respuesta_a: root }));
  const choose = (as: Person, respuesta: number | null) =>
    ask('PUT', `/api/comentarios/${root}/mejor`, { token: as.token, body: { respuesta } });
  expect((await choose(ana, answers[4] ?? 0)).status).toBe(403);
  expect((await choose(hector, answers[4] ?? 0)).status).toBe(403);
  expect((await choose(lucia, 999_999)).body.code).toBe('COMMENT_NOT_FOUND');
  expect((await choose(lucia, answers[4] ?? 0)).status).toBe(200);
  const thread = await shown(ana, root);
  expect(thread?.mejor).toBe(answers[4]);
  expect(thread?.respuestas.map(({ id }) => id)).toContain(answers[4]);
  await choose(lucia, null);
  expect((await shown(ana, root))?.mejor).toBeNull();
});

test('what one reported, and what was decided about one, is in the export; nobody else’s reports are', async () => {
  const [ana, beto] = [await learner(mine), await learner(mine)];
  const id = await say(ana, 'Para exportar');
  await report(beto, id, 'otro', 'Secreto de Beto');
  await decide(lucia, id, 'retirar', 'Porque sí');
  await settled(school);
  const data = async (person: Person) => JSON.stringify((await school.ask('GET', '/api/cuenta/datos', { token: person.token })).body);
  expect(await data(beto)).toContain('Secreto de Beto');
  expect(await data(ana)).not.toContain('Secreto de Beto');
  expect(await data(ana)).toContain('CommentRemoved');
  await ask('DELETE', `/api/auth/users/${ana.id}?motivo=prueba`, { token: admin.token });
  expect(JSON.stringify(await caseOf(admin, id))).not.toMatch(/Para exportar|Porque sí/);
});

// rows: E10, E13
test('who is called by a comment and who reported one find it in their inbox, which leads to it; who may not read it finds nothing', async () => {
  const [ana, beto, carla, fuera] = [await learner(mine), await learner(mine), await learner(mine), await learner(other)];
  const inbox = async ({ id, token }: Person) =>
    (await ask('GET', `/api/usuariosnotificaciones/usuario/${id}`, { token })).body as unknown as InboxRecord[];
  const id = await say(ana, `<@${beto.id}> Compren aquí`);
  const mentioned = await until(async () => (await inbox(beto))[0], 'the notice of the mention');
  expect(mentioned.notificacion).toMatchObject({
    ...{ tipo: 'course', id_curso: mine.id, enlace: `/courses?courseId=${mine.id}&subtema=${subtopic}&comment=${id}` },
    titulo: expect.stringMatching(/^Te mencionaron en «.+»$/),
  });
  await report(carla, id);
  await decide(lucia, id, 'retirar');
  const told = await until(async () => (await inbox(carla))[0], 'the outcome of the report');
  expect(told.notificacion).toMatchObject({ titulo: 'Se retiró el comentario que reportaste', enlace: '/participation' });
  const author = await until(async () => (await inbox(ana))[0], 'the notice of the removal');
  expect(author.notificacion.titulo).toMatch(/^Se retiró tu comentario/);
  expect(await inbox(fuera)).toEqual([]);
  expect(await inbox(lucia)).toEqual([]);
});
