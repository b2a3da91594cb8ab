import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ManagedWebinar, WebinarRecord } from '../../backend/api/contract/webinars.ts';
import { schoolClock } from '../../events/calendar.ts';
import { following } from '../support/liveClient.ts';
import { join, joinAs, makeCourse, type Person, promote, settled } from '../support/people.ts';
import { type Answer, openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

/** Live events: who may plan them, take a seat and see what; and what becomes of them. */

const HOUR = 3_600_000;
let school: School;
let admin: Person;
let host: Person;
let other: Person;
/** Moves the school’s clock; its background keeps its own. */
let ahead = 0;
beforeAll(async () => {
  school = await openSchool({ clock: () => new Date(Date.now() + ahead) });
  admin = await joinAs(school, 'directora', 'administrator');
  host = await join(school, 'maestra');
  other = await join(school, 'maestro', { first_name: 'Elena' });
  for (const one of [host, other]) await promote(school, one, 'instructor');
});
afterAll(() => school.stop());
beforeEach(() => {
  ahead = 0;
});

let people = 0;
const learner = () => join(school, `ana_${++people}`);
const send = (method: string, path: string, as: Person | null, body?: object, headers: Record<string, string> = {}): Promise<Answer> =>
  school.ask(method, `/api/agenda${path}`, {
    token: as?.token,
    headers,
    ...(method === 'GET' || method === 'DELETE' ? {} : { body: body ?? {} }),
  });
/** In so many hours, by the school’s clock. */
const inHours = (hours: number) => {
  const { day, time } = schoolClock(new Date(Date.now() + hours * HOUR).toISOString());
  return { fecha: day, hora: time };
};
const plan = (more: object = {}) => ({
  ...{ titulo: 'Agentes en producción', descripcion: 'Preguntas en vivo', tipo: 'workshop', ...inHours(48), duracion: 60, cupo: 2 },
  ...{ lugar: 'Sala 1', enlace: 'https://sala.example/secreta', id_instructor: host.id },
  ...more,
});
async function schedule(more: object = {}, as = admin): Promise<number> {
  const made = await send('POST', '', as, plan(more));
  expect(made.status, made.text).toBe(201);
  await settled(school);
  return Number(made.body.id);
}
const one = async (id: number, as: Person): Promise<WebinarRecord> => {
  await settled(school);
  const answer = await send('GET', `/${id}`, as);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as unknown as WebinarRecord;
};
const managed = async (id: number, as = admin): Promise<ManagedWebinar | undefined> => {
  await settled(school);
  const { eventos } = (await send('GET', '/gestion?limit=100', as)).body as unknown as { eventos: ManagedWebinar[] };
  return eventos.find((each) => each.id === id);
};
const register = (id: number, as: Person, espera = false) => send('POST', `/${id}/inscripcion`, as, { espera });
const code = async (answer: Promise<Answer>): Promise<unknown> => (await answer).body.code;

describe('planning', () => {
  // rows: G01, G02, G03, G04
  test('what is required is named field by field; the rest has its default; its state follows from the clock', async () => {
    const empty = await send('POST', '', admin, {});
    expect(empty.status).toBe(400);
    expect((empty.body as { errors?: { path: string }[] }).errors?.map(({ path }) => path).sort()).toEqual(
      ['descripcion', 'fecha', 'hora', 'id_instructor', 'titulo'].sort(),
    );
    const id = await schedule({ tipo: undefined, cupo: undefined, duracion: undefined, lugar: '', enlace: '' });
    const record = await one(id, admin);
    expect(record).toMatchObject({
      tipo: 'webinar',
      cupo: 50,
      duracion: 60,
      lugar: null,
      en_linea: false,
      estado: 'upcoming',
      inscritos: 0,
    });
    expect(record).toMatchObject({ id_instructor: host.id, ...inHours(48) });
    ahead = 48.5 * HOUR;
    expect((await one(id, admin)).estado).toBe('ongoing');
    ahead = 50 * HOUR;
    expect((await one(id, admin)).estado).toBe('completed');
  });

  // rows: G04
  test('each thing that is wrong has its own code, at its field', async () => {
    const wrong = async (more: object) =>
      (await send('POST', '', admin, plan(more))).body as { code?: string; errors?: { path: string }[] };
    expect(await wrong(inHours(-5))).toMatchObject({ code: 'WEBINAR_IN_PAST', errors: [{ path: 'fecha' }] });
    expect(await wrong({ id_instructor: admin.id })).toMatchObject({ code: 'WEBINAR_HOST', errors: [{ path: 'id_instructor' }] });
    expect(await wrong({ enlace: 'javascript:alert(1)' })).toMatchObject({ code: 'INVALID_ADDRESS' });
    for (const more of [{ duracion: 0 }, { duracion: -60 }, { cupo: 0 }, { cupo: 5_001 }, { titulo: 'x'.repeat(201) }, { tipo: 'fiesta' }])
      expect((await send('POST', '', admin, plan(more))).status, JSON.stringify(more)).toBe(400);
    expect((await send('POST', '', admin, plan({ descripcion: 'x'.repeat(6_000) }))).status).toBe(400);
    // The clocks of Tijuana go forward on that night.
    expect(await wrong({ fecha: '2027-03-14', hora: '02:30' })).toMatchObject({ code: 'WEBINAR_HOUR', errors: [{ path: 'hora' }] });
  });

  // rows: G04
  test('what else the host has at the time is flagged, before and after, and is no reason to refuse', async () => {
    const at = inHours(100);
    const first = await schedule({ ...at, duracion: 120 });
    const asked = `?id_instructor=${host.id}&fecha=${at.fecha}&hora=${at.hora}&duracion=30`;
    const clashes = async (query: string) =>
      ((await send('GET', `/choques${query}`, admin)).body.choques as { id: number }[]).map(({ id }) => id);
    expect(await clashes(asked)).toEqual([first]);
    expect(await clashes(`${asked}&menos=${first}`)).toEqual([]);
    expect(await clashes(asked.replace(String(host.id), String(other.id)))).toEqual([]);
    const made = await send('POST', '', admin, plan({ ...at, titulo: 'A la vez' }));
    expect((made.body.choques as { id: number }[]).map(({ id }) => id)).toEqual([first]);
    expect((await managed(first))?.choques.map(({ titulo }) => titulo)).toEqual(['A la vez']);
  });

  // rows: G05
  test('an edit is made from a version, lets in who waits, and refuses fewer seats than are taken', async () => {
    const id = await schedule();
    const [ana, beto, carla] = [await learner(), await learner(), await learner()];
    for (const person of [ana, beto]) expect((await register(id, person)).status).toBe(200);
    expect((await register(id, carla, true)).body.estado).toBe('espera');
    const version = (await managed(id))?.version ?? 0;
    const edit = (more: object, ifMatch = version) => send('PUT', `/${id}`, admin, plan(more), { 'if-match': String(ifMatch) });
    expect(await code(edit({ cupo: 1 }))).toBe('WEBINAR_CAPACITY');
    expect(await code(edit({ titulo: 'Otro' }, version - 1))).toBe('VERSION_CONFLICT');
    expect((await edit({ titulo: 'Otro', cupo: 3 })).status).toBe(200);
    expect(await managed(id)).toMatchObject({ titulo: 'Otro', inscritos: 3, en_espera: 0 });
    expect((await one(id, carla)).mio).toMatchObject({ estado: 'inscrito' });
  });
});

describe('seats', () => {
  // rows: G06
  test('a seat is taken once, counted in every window, given on when it is left, and nobody hears of another’s', async () => {
    const id = await schedule();
    const [ana, beto, carla] = [await learner(), await learner(), await learner()];
    const window = await following(school.url, { token: beto.token, topics: ['agenda', `agenda:${beto.id}`] });
    expect(await window.join(`agenda:${ana.id}`)).toHaveProperty('error');
    for (const _ of [1, 2]) expect((await register(id, ana)).body.estado).toBe('inscrito');
    await until(() => window.items.some(({ topic, id: of }) => topic === 'agenda' && of === String(id)), 'the window was told');
    await register(id, beto);
    expect(await code(register(id, carla))).toBe('WEBINAR_FULL');
    expect((await register(id, carla, true)).body.estado).toBe('espera');
    expect(await one(id, carla)).toMatchObject({ inscritos: 2, en_espera: 1, mio: { estado: 'espera', turno: 1 } });
    expect((await send('DELETE', `/${id}/inscripcion`, ana)).status).toBe(200);
    expect(await one(id, carla)).toMatchObject({ inscritos: 2, en_espera: 0, mio: { estado: 'inscrito', turno: null } });
    expect((await one(id, ana)).mio).toBeNull();
    const mine = (await send('GET', '?vista=mios', carla)).body.eventos as WebinarRecord[];
    expect(mine.map((each) => each.id)).toEqual([id]);
    window.close();
    ahead = 49 * HOUR;
    expect(await code(send('DELETE', `/${id}/inscripcion`, carla))).toBe('WEBINAR_STARTED');
    expect(await code(register(id, ana))).toBe('WEBINAR_STARTED');
    expect(await code(register(999_999, ana))).toBe('WEBINAR_NOT_FOUND');
  });

  // rows: B32
  test('a session for Premium says so to all, takes who has Premium or is of the team, and shows the way to the others', async () => {
    const id = await schedule({ solo_premium: true });
    const [ana, beto] = [await learner(), await learner()];
    expect((await school.ask('PUT', `/api/auth/users/${beto.id}`, { token: admin.token, body: { tipo_usuario: 2 } })).status).toBe(200);
    expect(await one(id, ana)).toMatchObject({ solo_premium: true, falta_premium: true });
    const refused = await register(id, ana, true);
    expect([refused.status, refused.body.code]).toEqual([403, 'WEBINAR_PREMIUM']);
    expect(await one(id, beto)).toMatchObject({ falta_premium: false });
    expect((await register(id, beto)).body.estado).toBe('inscrito');
    expect((await one(id, other)).falta_premium).toBe(false);
    expect((await managed(id))?.solo_premium).toBe(true);
  });

  // rows: G07
  test('the link is for who has a seat, near the time, and asking for it is coming; the recording is theirs too', async () => {
    const id = await schedule();
    const [ana, beto] = [await learner(), await learner()];
    await register(id, ana);
    const listed = await send('GET', '?limit=100', ana);
    expect(listed.text).not.toContain('sala.example');
    expect((await send('GET', `/${id}`, ana)).text).not.toContain('sala.example');
    expect(await code(send('POST', `/${id}/entrar`, ana))).toBe('WEBINAR_NOT_OPEN');
    ahead = 47.8 * HOUR;
    expect(await code(send('POST', `/${id}/entrar`, beto))).toBe('WEBINAR_NOT_REGISTERED');
    expect((await send('POST', `/${id}/entrar`, ana)).body.enlace).toBe('https://sala.example/secreta');
    expect(await one(id, ana)).toMatchObject({ asistentes: 1, mio: { asistio: true } });
    ahead = 50 * HOUR;
    expect(await code(send('POST', `/${id}/entrar`, ana))).toBe('WEBINAR_OVER');
    expect((await send('PUT', `/${id}/grabacion`, host, { enlace: 'https://video.example/1' })).status).toBe(200);
    expect((await one(id, ana)).grabacion).toBe('https://video.example/1');
    expect((await one(id, beto)).grabacion).toBeNull();
    const attend = (asistio: boolean, userId = ana.id) => send('PUT', `/${id}/asistencia/${userId}`, host, { asistio });
    expect((await attend(false)).status).toBe(200);
    expect((await one(id, ana)).mio?.asistio).toBe(false);
    expect(await code(attend(true, beto.id))).toBe('WEBINAR_NOT_REGISTERED');
  });

  // rows: G07
  test('who teaches a course says as which of its classes it counts to be there, and who comes has it', async () => {
    const course = await makeCourse(school, admin.token, host.id, [1]);
    const foreign = await makeCourse(school, admin.token, other.id, [1]);
    const id = await schedule();
    const classId = course.modules[0]?.classes[0] ?? 0;
    const count = (id_curso: number | null, id_clase: number | null, as = host) => send('PUT', `/${id}/clase`, as, { id_curso, id_clase });
    expect(await code(count(foreign.id, foreign.modules[0]?.classes[0] ?? 0))).toBe('COURSE_NOT_FOUND');
    expect(await code(count(course.id, 999_999))).toBe('CLASS_NOT_FOUND');
    expect((await count(course.id, classId, other)).status).toBe(403);
    expect((await count(course.id, classId)).status).toBe(200);
    const ana = await learner();
    await school.ask('POST', '/api/inscripciones/inscribir', { token: ana.token, body: { id_usuario: ana.id, id_curso: course.id } });
    await register(id, ana);
    expect((await one(id, ana)).cuenta).toMatchObject({ id_curso: course.id, id_clase: classId });
    ahead = 48.5 * HOUR;
    expect((await send('POST', `/${id}/entrar`, ana)).status).toBe(200);
    await until(async () => {
      const { body } = await school.ask('GET', `/api/progreso/${ana.id}`, { token: ana.token });
      return JSON.stringify(body).includes('"sesionesCompletadas":1');
    }, 'the class to be completed');
    expect((await count(null, null)).status).toBe(200);
    expect((await one(id, ana)).cuenta).toBeNull();
  });
});

// rows: G09
test('an instructor plans, sees and changes what they host, and nothing of another’s by any call', async () => {
  const id = await schedule({ id_instructor: other.id }, host);
  // Whatever they name, they host it themselves.
  expect(await managed(id, host)).toMatchObject({ id_instructor: host.id });
  expect(await managed(id, other)).toBeUndefined();
  const ana = await learner();
  await register(id, ana);
  await settled(school);
  const calls = (as: Person) => [
    send('PUT', `/${id}`, as, plan({ titulo: 'Mío' })),
    send('POST', `/${id}/cancelar`, as, { motivo: 'x' }),
    send('POST', `/${id}/reanudar`, as, { motivo: 'x' }),
    send('PUT', `/${id}/grabacion`, as, { enlace: null }),
    send('GET', `/${id}/inscritos`, as),
    send('GET', `/${id}/inscritos/exportar`, as),
    send('PUT', `/${id}/asistencia/${ana.id}`, as, { asistio: true }),
    school.ask('GET', `/api/historial/agenda/${id}`, { token: as.token }),
  ];
  for (const stranger of [other, ana]) for (const answer of await Promise.all(calls(stranger))) expect(answer.status).toBe(403);
  for (const [method, path] of [
    ['POST', ''],
    ['GET', '/gestion'],
    ['GET', '/cifras'],
    ['GET', '/choques'],
  ] as const)
    expect((await send(method, path, ana)).status).toBe(403);
  const seats = (await send('GET', `/${id}/inscritos`, host)).body.personas;
  expect(seats).toMatchObject([{ id_usuario: ana.id, estado: 'inscrito', asistio: false }]);
  const csv = await send('GET', `/${id}/inscritos/exportar`, host);
  expect(csv.headers.get('content-type')).toContain('text/csv');
  expect(csv.text).toContain('estado,desde (America/Tijuana),asistio');
  expect(csv.text).toMatch(/1,Nora Quintanilla,inscrito,\d{4}-\d\d-\d\d \d\d:\d\d,no/);
});

// rows: G01, J02
test('the four figures are counted from what there is, of a host or of the school', async () => {
  const figures = async (as: Person) => {
    await settled(school);
    return (await send('GET', '/cifras', as)).body as Record<string, number>;
  };
  const before = await figures(other);
  const [ana, beto, carla] = [await learner(), await learner(), await learner()];
  const id = await schedule({}, other);
  const gone = await schedule({ cupo: 10 }, other);
  for (const person of [ana, beto]) await register(id, person);
  await register(id, carla, true);
  await send('POST', `/${gone}/cancelar`, other, { motivo: 'Se juntó con otro' });
  const after = await figures(other);
  const grew = (name: string) => (after[name] ?? 0) - (before[name] ?? 0);
  expect({ proximos: grew('proximos'), inscritos: grew('inscritos'), cupo: grew('cupo'), enEspera: grew('enEspera') }).toEqual({
    ...{ proximos: 1, inscritos: 2, cupo: 2, enEspera: 1 },
  });
  ahead = 49.5 * HOUR;
  await send('PUT', `/${id}/asistencia/${ana.id}`, other, { asistio: true });
  expect(await figures(other)).toMatchObject({ realizados: 1, lugares: 2, asistentes: 1, proximos: 0 });
  expect((await figures(admin))['realizados']).toBeGreaterThanOrEqual(1);
});

describe('calendars', () => {
  const seen = (text: string) => text.replace(/\r\n /g, '');
  // rows: G05, G08
  test('an event has one UID through every change, each with a higher sequence, and is shown as cancelled', async () => {
    const id = await schedule({ titulo: 'Taller; con, signos' });
    const file = async () => seen((await send('GET', `/${id}/calendario`, admin)).text);
    const first = await file();
    expect(first).toContain(`UID:webinar-${id}@localhost`);
    expect(first).toContain('SEQUENCE:0');
    expect(first).toContain('SUMMARY:Taller\\; con\\, signos');
    const { inicio } = await one(id, admin);
    expect(first).toContain(`DTSTART:${inicio.replace(/[-:]|\.000/g, '')}`);
    expect(first).not.toContain('sala.example');
    await send('PUT', `/${id}`, admin, plan(inHours(72)));
    await settled(school);
    const second = await file();
    expect(second).toContain(`UID:webinar-${id}@localhost`);
    expect(second).toContain('SEQUENCE:1');
    await send('POST', `/${id}/cancelar`, admin, { motivo: 'Sin luz' });
    await settled(school);
    const third = await file();
    for (const line of ['SEQUENCE:2', 'STATUS:CANCELLED']) expect(third).toContain(line);
  });

  // rows: G08, D20
  test('a person’s dates are followed by an address that only they have, kept as a hash, until they end it', async () => {
    const id = await schedule();
    const [ana, beto] = [await learner(), await learner()];
    await register(id, ana);
    await settled(school);
    const own = `/suscripcion/${ana.id}`;
    expect((await send('POST', own, beto)).status).toBe(403);
    expect((await send('GET', own, ana)).body.desde).toBeNull();
    const address = String((await send('POST', own, ana)).body.direccion);
    const path = new URL(address).pathname;
    const feed = (at = path) => school.ask('GET', at);
    const first = await feed();
    expect(first.headers.get('content-type')).toContain('text/calendar');
    expect(seen(first.text)).toContain(`UID:webinar-${id}@localhost`);
    const secret = path.split('/').at(-1) ?? '';
    const kept = await school.running.deps.vault.list('calendar-addresses', '');
    expect(JSON.stringify(kept)).not.toContain(secret);
    const again = new URL(String((await send('POST', own, ana)).body.direccion)).pathname;
    expect((await feed()).status).toBe(404);
    expect((await feed(again)).status).toBe(200);
    const dates = (await send('GET', `/fechas/${ana.id}`, ana)).body.fechas;
    expect(dates).toMatchObject([{ tipo: 'evento', id: String(id), estado: 'upcoming' }]);
    expect((await send('GET', `/fechas/${ana.id}`, beto)).status).toBe(403);
    expect((await send('DELETE', own, ana)).status).toBe(200);
    expect((await feed(again)).status).toBe(404);
  });
});

test('the history of a live event is in sentences, and an edit and a cancellation are undone by an administrator', async () => {
  const id = await schedule({}, host);
  await send('PUT', `/${id}`, admin, plan({ titulo: 'Título nuevo', hora: '19:30', cupo: 1200, id_instructor: other.id }));
  await send('POST', `/${id}/cancelar`, admin, { motivo: 'Sin luz' });
  await settled(school);
  const history = async (idioma: string) =>
    (
      (await school.ask('GET', `/api/historial/agenda/${id}?idioma=${idioma}`, { token: admin.token })).body as unknown as {
        cambios: { id: string; frase: string; motivo: string | null; campos: { campo: string; antes: string; despues: string }[] }[];
      }
    ).cambios;
  const [cancelled, edited] = await history('es');
  expect(cancelled?.frase).toContain('canceló el evento');
  expect(edited?.campos).toContainEqual(
    expect.objectContaining({ campo: 'meetingTitle', antes: 'Agentes en producción', despues: 'Título nuevo' }),
  );
  expect(edited?.campos).toContainEqual(
    expect.objectContaining({ campo: 'meetingHost', antes: 'Nora Quintanilla', despues: 'Elena Quintanilla' }),
  );
  expect((await history('en'))[0]?.frase).toContain('cancelled the event');
  const asked = new URLSearchParams({ de: 'evento', id: String(id), cambio: edited?.id ?? '' });
  const preview = (await school.ask('GET', `/api/historial/deshacer?${asked}`, { token: admin.token })).body as unknown as {
    campos: { campo: string; antes: string; despues: string }[];
  };
  const before = plan();
  // Field by field, as people say it.
  expect(preview.campos.map(({ campo, antes, despues }) => [campo, antes, despues])).toEqual([
    ['meetingTitle', 'Título nuevo', 'Agentes en producción'],
    ['meetingStart', expect.stringMatching(/ de 20\d\d, 7:30 p\.m\./), expect.stringMatching(/ de 20\d\d, /)],
    ['meetingEnd', expect.any(String), expect.any(String)],
    ['meetingHost', 'Elena Quintanilla', 'Nora Quintanilla'],
    ['meetingSeats', '1,200', String(before.cupo)],
  ]);
  const undo = (cambio: string | undefined) =>
    school.ask('POST', '/api/historial/deshacer', {
      token: admin.token,
      body: { de: 'evento', id: String(id), cambio, motivo: 'Fue un error' },
    });
  expect((await undo(cancelled?.id)).status).toBe(200);
  expect((await undo(edited?.id)).status).toBe(200);
  expect(await managed(id)).toMatchObject({ estado: 'upcoming', titulo: 'Agentes en producción' });
  await send('POST', `/${id}/cancelar`, admin, { motivo: 'Sin luz' });
  await send('POST', `/${id}/reanudar`, admin, { motivo: 'Volvió la luz' });
  expect((await history('es'))[0]?.motivo).toBe('Volvió la luz');
});

test('an edit whose seats were taken since is not undone, and its preview says so', async () => {
  const id = await schedule({ cupo: 1 });
  await send('PUT', `/${id}`, admin, { ...plan(), cupo: 2 });
  for (const one of [await learner(), await learner()]) await register(id, one);
  await settled(school);
  const { cambios } = (await school.ask('GET', `/api/historial/agenda/${id}`, { token: admin.token })).body as unknown as {
    cambios: { id: string; frase: string }[];
  };
  const cambio = cambios.find(({ frase }) => frase.includes('cambió datos'))?.id ?? '';
  const asked = new URLSearchParams({ de: 'evento', id: String(id), cambio });
  const preview = await school.ask('GET', `/api/historial/deshacer?${asked}`, { token: admin.token });
  expect(preview.body).toMatchObject({ conflictos: 0, impide: 'WEBINAR_CAPACITY' });
});

test('who is erased is taken out and their seat goes on; their own data say where they were', async () => {
  const id = await schedule({ cupo: 1 });
  const [ana, beto] = [await learner(), await learner()];
  await register(id, ana);
  await register(id, beto, true);
  await settled(school);
  const data = (await school.ask('GET', '/api/cuenta/datos', { token: ana.token })).body as unknown as {
    eventos: Record<string, { tipo: string }[]>;
  };
  expect(data.eventos[`webinar-${id}`]?.map(({ tipo }) => tipo)).toEqual(['RegisteredForWebinar']);
  const address = new URL(String((await send('POST', `/suscripcion/${ana.id}`, ana)).body.direccion)).pathname;
  expect((await school.ask('DELETE', `/api/auth/users/${ana.id}`, { token: admin.token, body: {} })).status).toBe(200);
  await until(async () => (await one(id, beto)).mio?.estado === 'inscrito', 'the seat went on');
  expect(await one(id, beto)).toMatchObject({ inscritos: 1, en_espera: 0 });
  expect((await school.ask('GET', address)).status).toBe(404);
});
