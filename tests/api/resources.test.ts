import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CourseResources, LinkChecked, ManagedResource } from '../../backend/api/contract/resources.ts';
import { createLinkChecker } from '../../backend/integrations/links/checker.ts';
import { following } from '../support/liveClient.ts';
import { join, joinAll, makeCourse, type Person, settled, type TestCourse } from '../support/people.ts';
import { type Answer, openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

/** How the resources of classes are used: who counts, what counts once, and who sees it. */

let school: School;
let admin: Person;
let teacher: Person;
let other: Person;
let course: TestCourse;
/** How far the API's clock is ahead. */
let ahead = 0;
/** What the other site answers, and what it was asked. */
let site = { status: 200, asked: 0, url: '' };
beforeAll(async () => {
  const server = createServer((_, response) => {
    site.asked++;
    response.writeHead(site.status).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  server.unref();
  const { port } = server.address() as AddressInfo;
  site = { ...site, url: `http://127.0.0.1:${port}` };
  school = await openSchool({
    clock: () => new Date(Date.now() + ahead),
    env: { FORM_LIMIT: '12' },
    linkChecker: createLinkChecker({ timeoutMs: 2_000, permitted: new Set([`127.0.0.1:${port}`]) }),
  });
  [admin, teacher, other] = await joinAll(school, [
    ['directora', 'administrator'],
    ['maestra', 'instructor'],
    ['maestro', 'instructor'],
  ]);
  course = await makeCourse(school, teacher.token, teacher.id, [1]);
}, 60_000);
afterAll(() => school.stop());

const addResource = async (titulo: string, link_recurso: string): Promise<number> => {
  const id_sesion = course.modules[0]?.classes[0];
  const answer = await school.ask('POST', '/api/recursos', { token: teacher.token, body: { id_sesion, titulo, link_recurso } });
  expect(answer.status, answer.text).toBe(201);
  return Number((answer.body.data as { id_recurso: number }).id_recurso);
};
let people = 0;
const learner = async (): Promise<Person> => {
  const person = await join(school, `lectora_${++people}`);
  await school.ask('POST', '/api/inscripciones/inscribir', { token: person.token, body: { id_usuario: person.id, id_curso: course.id } });
  return person;
};
const open = (person: Person, id: number | string, key?: string): Promise<Answer> =>
  school.ask('POST', `/api/recursos/${id}/abrir`, { token: person.token, ...(key && { headers: { 'idempotency-key': key } }) });
const managed = async (id: number): Promise<ManagedResource | undefined> => {
  await settled(school);
  const answer = await school.ask('GET', `/api/recursos/curso/${course.id}`, { token: teacher.token });
  expect(answer.status, answer.text).toBe(200);
  return (answer.body as unknown as CourseResources).recursos.find(({ id_recurso }) => id_recurso === id);
};
const openings = async (person: Person): Promise<number> => {
  let count = 0;
  for await (const _ of school.running.deps.commands.log.readStream(`materials-${person.id}_${course.id}`)) count++;
  return count;
};

// rows: C10
test('an opening counts for its author: times, people, the last one; a double click, a retry and 20 at once are one', async () => {
  const id = await addResource('Guía', 'https://ejemplo.mx/guia.pdf');
  expect(await managed(id)).toMatchObject({ titulo: 'Guía', aperturas: 0, personas: 0, ultimaApertura: null, clase: 'Clase 1.1' });
  const [ana, beto] = [await learner(), await learner()];
  const answers = await Promise.all(Array.from({ length: 20 }, () => open(ana, id)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  await open(ana, id, 'la-misma');
  await open(ana, id, 'la-misma');
  await open(beto, id);
  expect(await managed(id)).toMatchObject({ aperturas: 2, personas: 2, ultimaApertura: expect.any(String) });
  ahead += 61_000;
  await open(ana, id, 'otra');
  // The answer to the first was lost; it comes again when its minute is over.
  ahead += 61_000;
  await open(ana, id, 'otra');
  expect(await managed(id)).toMatchObject({ aperturas: 3, personas: 2 });
  expect(await openings(ana)).toBe(2);
});

test('only who is enrolled: staff that looks at a course, visitors and strangers leave no trace', async () => {
  const id = await addResource('Plantilla', 'https://ejemplo.mx/plantilla');
  const stranger = await join(school, 'ajena');
  for (const person of [stranger, teacher, admin]) {
    expect(await open(person, id)).toMatchObject({ status: 403, body: { code: 'NOT_ENROLLED' } });
    expect(await openings(person)).toBe(0);
  }
  expect((await school.ask('POST', `/api/recursos/${id}/abrir`)).status).toBe(401);
  expect(await managed(id)).toMatchObject({ aperturas: 0 });
});

test('a resource that is not there, or no longer, has its code', async () => {
  const person = await learner();
  const id = await addResource('Pasajero', 'https://ejemplo.mx/x');
  await school.ask('DELETE', `/api/recursos/${id}`, { token: teacher.token });
  for (const gone of [id, 2_147_483_000])
    expect(await open(person, gone)).toMatchObject({ status: 404, body: { code: 'RESOURCE_NOT_FOUND' } });
  for (const odd of ['0', '-1', 'x', '1.5']) expect(await open(person, odd)).toMatchObject({ status: 400, body: { code: 'MALFORMED' } });
  expect(await managed(id)).toBeUndefined();
});

test('the use of a course’s resources is for who edits it, also live', async () => {
  const id = await addResource('Vivo', 'https://ejemplo.mx/vivo');
  const person = await learner();
  await settled(school);
  for (const [who, status] of [
    [other, 403],
    [person, 403],
    [admin, 200],
  ] as const)
    expect((await school.ask('GET', `/api/recursos/curso/${course.id}`, { token: who.token })).status).toBe(status);
  const topic = `recursos:${course.id}`;
  const [hers, his, boss, learns] = await Promise.all([teacher, other, admin, person].map(({ token }) => following(school.url, { token })));
  try {
    expect(await hers?.join(topic)).toEqual({ position: expect.any(String) });
    expect(await boss?.join(topic)).toEqual({ position: expect.any(String) });
    expect(await his?.join(topic)).toEqual({ error: 'FORBIDDEN' });
    expect(await learns?.join(topic)).toEqual({ error: 'FORBIDDEN' });
    await open(person, id);
    await until(() => hers?.batches.flatMap(({ items }) => items).some((item) => item.topic === topic), 'the author to be told');
    // What is told names nobody.
    expect(JSON.stringify(hers?.batches)).not.toContain('userId');
  } finally {
    for (const client of [hers, his, boss, learns]) client?.close();
  }
});

test('a person’s own export holds what they opened', async () => {
  const id = await addResource('Exportado', 'https://ejemplo.mx/e');
  const person = await learner();
  await open(person, id);
  await settled(school);
  expect((await school.ask('GET', '/api/cuenta/datos', { token: person.token })).text).toContain(`materials-${person.id}_${course.id}`);
});

const look = (person: Person, id: number | string): Promise<Answer> =>
  school.ask('POST', `/api/recursos/${id}/comprobar`, { token: person.token });
const found = async (id: number): Promise<LinkChecked> => {
  const answer = await look(teacher, id);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as unknown as LinkChecked;
};
const counted = async (person: Person) => {
  await settled(school);
  const answer = await school.ask('GET', '/api/recursos/rotos', { token: person.token });
  expect(answer.status, answer.text).toBe(200);
  return (answer.body as unknown as { id_curso: number; rotos: number }[]).find(({ id_curso }) => id_curso === course.id)?.rotos ?? 0;
};

test('an author has a link looked at: dead twice it is marked and counted, live; with another link, or once it works again, it is not', async () => {
  const id = await addResource('Externo', `${site.url}/guia`);
  const client = await following(school.url, { token: teacher.token, topics: ['recursos', `recursos:${course.id}`] });
  try {
    expect(await found(id)).toEqual({ estado: 'funciona', motivo: null });
    site.status = 403;
    expect(await found(id)).toEqual({ estado: 'sin-saber', motivo: 'status' });
    site.status = 404;
    expect(await found(id)).toEqual({ estado: 'por-confirmar', motivo: 'not-found' });
    // At once again is no second opinion.
    expect(await found(id)).toEqual({ estado: 'por-confirmar', motivo: 'not-found' });
    expect(await managed(id)).toMatchObject({ roto: null, externo: true });
    ahead += 15 * 60_000;
    expect(await found(id)).toEqual({ estado: 'roto', motivo: 'not-found' });
    expect(await managed(id)).toMatchObject({ roto: { desde: expect.any(String), motivo: 'not-found' } });
    expect([await counted(teacher), await counted(admin), await counted(other)]).toEqual([1, 1, 0]);
    await until(() => client.batches.flatMap(({ items }) => items).some(({ topic }) => topic === 'recursos'), 'the list to be told');

    const change = (link_recurso: string) => school.ask('PUT', `/api/recursos/${id}`, { token: teacher.token, body: { link_recurso } });
    await change(`${site.url}/otra`);
    expect([(await managed(id))?.roto, await counted(teacher)]).toEqual([null, 0]);
    await change(`${site.url}/guia`);
    expect(await counted(teacher)).toBe(1);
    site.status = 200;
    expect(await found(id)).toEqual({ estado: 'funciona', motivo: null });
    expect([(await managed(id))?.roto, await counted(teacher)]).toEqual([null, 0]);
  } finally {
    client.close();
    site.status = 200;
  }
});

// rows: C10
test('videos that are gone are shown to who edits the course, each where it stands, and counted with its dead links', async () => {
  const { commands, links } = school.running.deps;
  const gone = 'https://vimeo.com/1';
  const { state } = await commands.load((await import('../../backend/commands/catalogue/course.ts')).course, course.id);
  const klass = state.modules[0]?.classes[0];
  const edit = (address: string, body: object) => school.ask('PUT', address, { token: teacher.token, body });
  expect((await edit(`/api/modulos/modulos/${state.modules[0]?.moduleId}`, { link_video: gone })).status).toBe(200);
  expect((await edit(`/api/sesiones/updateSesion/${klass?.classId}`, { link_video: gone })).status).toBe(200);
  const videos = async () =>
    ((await school.ask('GET', `/api/recursos/curso/${course.id}`, { token: teacher.token })).body as unknown as CourseResources).videos;
  const place = { courseId: course.id, link: gone };
  const see = (minutes: number) =>
    links.observe(place, { state: 'dead', reason: 'not-found' }, new Date(school.running.deps.clock().getTime() + minutes * 60_000));
  const before = await counted(teacher);
  await see(0);
  expect([await counted(teacher), await videos()]).toEqual([before, []]);
  expect(await see(15)).toMatchObject({ state: 'broken' });
  expect([await counted(teacher), await counted(other)]).toEqual([before + 2, 0]);
  const roto = { desde: expect.any(String), motivo: 'not-found' };
  expect(await videos()).toMatchObject([
    { link_video: gone, id_modulo: state.modules[0]?.moduleId, id_sesion: null, clase: null, id_subtema: null, roto },
    { link_video: gone, id_sesion: klass?.classId, clase: klass?.title, subtema: null, roto },
  ]);
  // With another video there, nothing is said of the one before.
  await edit(`/api/sesiones/updateSesion/${klass?.classId}`, { link_video: 'https://vimeo.com/2' });
  expect([await counted(teacher), (await videos()).length]).toEqual([before + 1, 1]);
  await links.observe(place, { state: 'alive' }, school.running.deps.clock());
  expect([await counted(teacher), await videos()]).toEqual([before, []]);
});

// rows: C10
test('an author has a video looked at, wherever it stands: by its address, and only one of the course', async () => {
  const enlace = `${site.url}/saludo.mp4`;
  const body = { link_video: enlace };
  const { token } = teacher;
  expect((await school.ask('PUT', `/api/modulos/modulos/${course.modules[0]?.id}`, { token, body })).status).toBe(200);
  ahead += 2 * 3_600_000;
  const ask = (person: Person, address: string) =>
    school.ask('POST', `/api/recursos/curso/${course.id}/comprobar-video`, { token: person.token, body: { enlace: address } });
  const videos = async () => {
    await settled(school);
    return ((await school.ask('GET', `/api/recursos/curso/${course.id}`, { token })).body as unknown as CourseResources).videos;
  };
  try {
    expect(await ask(teacher, enlace)).toMatchObject({ status: 200, body: { estado: 'funciona', motivo: null } });
    site.status = 404;
    expect((await ask(teacher, enlace)).body).toEqual({ estado: 'por-confirmar', motivo: 'not-found' });
    ahead += 15 * 60_000;
    expect((await ask(teacher, enlace)).body).toEqual({ estado: 'roto', motivo: 'not-found' });
    expect(await videos()).toMatchObject([{ link_video: enlace }]);
    site.status = 200;
    expect((await ask(teacher, enlace)).body).toEqual({ estado: 'funciona', motivo: null });
    expect(await videos()).toEqual([]);
    expect(await ask(teacher, `${site.url}/otro.mp4`)).toMatchObject({ status: 404, body: { code: 'VIDEO_NOT_FOUND' } });
    expect(await ask(other, enlace)).toMatchObject({ status: 403 });
  } finally {
    site.status = 200;
  }
});

test('only for who edits the course, only links to other sites, so many an hour, and never into this machine’s own network', async () => {
  const [own, inside, outside] = [
    await addResource('Propio', '/api/files/x'),
    await addResource('Interno', 'http://169.254.169.254/latest/meta-data/'),
    await addResource('Externo', `${site.url}/x`),
  ];
  for (const person of [other, await learner()])
    expect(await look(person, outside)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  expect(await look(teacher, own)).toMatchObject({ status: 422, body: { code: 'LINK_NOT_EXTERNAL' } });
  expect(await look(teacher, 2_147_483_000)).toMatchObject({ status: 404, body: { code: 'RESOURCE_NOT_FOUND' } });
  const before = site.asked;
  expect(await found(inside)).toEqual({ estado: 'sin-saber', motivo: 'refused' });
  expect(site.asked).toBe(before);
  ahead += 2 * 3_600_000;
  let answer = await look(teacher, outside);
  for (let tries = 1; tries < 13; tries++) answer = await look(teacher, outside);
  expect(answer).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
});

// rows: C10
test('the demo school shows a dead link that was found, and looks for none unless it is told to; another one does', async () => {
  const demo = await openSchool({ env: { LINK_CHECKS: '', DEMO: 'true' } });
  try {
    const { token } = await demo.login('admin');
    const { comprueba, recursos } = (await demo.ask('GET', '/api/recursos/curso/1', { token })).body as unknown as CourseResources;
    expect(comprueba).toBe(false);
    // One of its links was found dead, while it was loaded and without asking the internet.
    expect((await demo.ask('GET', '/api/recursos/rotos', { token })).body).toEqual([{ id_curso: 1, rotos: 1 }]);
    expect(recursos.filter(({ roto }) => roto !== null)).toMatchObject([
      { link_recurso: expect.stringContaining('.example/'), roto: { desde: expect.any(String), motivo: 'no-host' } },
    ]);
    const id = recursos.find(({ externo }) => externo)?.id_recurso;
    expect(id).toBeDefined();
    expect(await demo.ask('POST', `/api/recursos/${id}/comprobar`, { token })).toMatchObject({
      status: 422,
      body: { code: 'LINK_CHECKS_OFF' },
    });
  } finally {
    await demo.stop();
  }
  for (const [env, checks] of [
    [{ LINK_CHECKS: '' }, true],
    [{ LINK_CHECKS: 'false' }, false],
  ] as const) {
    const plain = await openSchool({ env });
    try {
      expect(plain.running.deps.linkChecker !== null).toBe(checks);
    } finally {
      await plain.stop();
    }
  }
}, 60_000);
