import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CourseRecord, Outline, SubtopicRecord } from '../../backend/api/contract/records/courses.ts';
import type { CourseVideo } from '../../backend/api/contract/videos.ts';
import { joinAll, makeCourse, type Person, settled, type TestCourse } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';

/** Captions and transcripts of a course's videos: what authors say, and who gets to know (N08). */

const TALK = 'https://www.youtube.com/watch?v=LCEmiRjPEtQ';
const OWN = 'https://ejemplo.mx/saludo.mp4';
let school: School;
let admin: Person;
let teacher: Person;
let other: Person;
let course: TestCourse;
beforeAll(async () => {
  school = await openSchool();
  [admin, teacher, other] = await joinAll(school, [
    ['directora', 'administrator'],
    ['maestra', 'instructor'],
    ['maestro', 'instructor'],
  ]);
  course = await makeCourse(school, teacher.token, teacher.id, [1, 1]);
  const [first, second] = course.modules;
  const { token } = teacher;
  const made = await Promise.all([
    school.ask('PUT', `/api/modulos/modulos/${first?.id}`, { token, body: { link_video: OWN } }),
    school.ask('POST', '/api/subtema', {
      token,
      body: { id_sesion: first?.classes[0], titulo: 'Charla', tipo: 'video', link_video: TALK },
    }),
    school.ask('PUT', `/api/sesiones/updateSesion/${second?.classes[0]}`, { token, body: { link_video: TALK } }),
  ]);
  expect(made.map(({ status }) => status)).toEqual([200, 201, 200]);
  await settled(school);
}, 60_000);
afterAll(() => school.stop());

const path = () => `/api/videos/curso/${course.id}`;
const listed = async (person: Person): Promise<CourseVideo[]> => {
  const answer = await school.ask('GET', path(), { token: person.token });
  expect(answer.status, answer.text).toBe(200);
  return answer.body as unknown as CourseVideo[];
};
const record = async (): Promise<CourseRecord> =>
  (await school.ask('GET', `/api/cursos/cursos/${course.id}`, { token: teacher.token })).body as unknown as CourseRecord;
const declare = async (person: Person, body: unknown, status = 200): Promise<unknown> => {
  const answer = await school.ask('PUT', path(), { token: person.token, body });
  expect(answer.status, answer.text).toBe(status);
  await settled(school);
  return answer.body.code;
};

// rows: N08
test('each video once, with everywhere it stands; what its author says reaches whoever watches it', async () => {
  expect(await listed(teacher)).toEqual([
    { enlace: OWN, texto: null, lugares: [{ titulo: 'Módulo 1', modulo: 'Módulo 1', clase: null }] },
    {
      enlace: TALK,
      texto: null,
      lugares: [
        { titulo: 'Charla', modulo: 'Módulo 1', clase: 'Clase 1.1' },
        { titulo: 'Clase 2.1', modulo: 'Módulo 2', clase: 'Clase 2.1' },
      ],
    },
  ]);
  expect(await record()).toMatchObject({ totalVideos: 2, videosSinTexto: 2 });

  await declare(teacher, { enlace: TALK, texto: 'subtitulos' });
  await declare(admin, { enlace: OWN, texto: 'transcripcion' });
  expect((await listed(admin)).map(({ texto }) => texto)).toEqual(['transcripcion', 'subtitulos']);
  expect(await record()).toMatchObject({ totalVideos: 2, videosSinTexto: 0 });
  const { modulos } = (await school.ask('GET', `/api/cursos/esquema/${course.id}`, { token: teacher.token })).body as unknown as Outline;
  expect(modulos.map(({ texto_video }) => texto_video)).toEqual(['transcripcion', null]);
  expect(modulos[1]?.sesiones[0]).toMatchObject({ link_video: TALK, texto_video: 'subtitulos' });
  const lessons = (await school.ask('GET', `/api/subtema/bySesion/${course.modules[0]?.classes[0]}`, { token: teacher.token })).body
    .data as SubtopicRecord[];
  expect(lessons.map(({ texto_video }) => texto_video)).toEqual([null, 'subtitulos']);

  await declare(teacher, { enlace: OWN, texto: null });
  expect(await record()).toMatchObject({ totalVideos: 2, videosSinTexto: 1 });
});

test('another video of the course is refused by name; a course of somebody else, a learner, a visitor: denied', async () => {
  expect(await declare(teacher, { enlace: 'https://ejemplo.mx/ninguno.mp4', texto: 'subtitulos' }, 404)).toBe('VIDEO_NOT_FOUND');
  expect(await declare(teacher, { enlace: OWN, texto: 'otra cosa' }, 400)).toBe('MALFORMED');
  expect(await declare(other, { enlace: OWN, texto: 'subtitulos' }, 403)).toBe('FORBIDDEN');
  expect((await school.ask('GET', path(), { token: other.token })).status).toBe(403);
  expect((await school.ask('GET', path())).status).toBe(401);
  expect((await school.ask('GET', '/api/videos/curso/987654', { token: admin.token })).status).toBe(404);
});

// rows: N08
test('publishing with a video that has neither is refused without a reason, which stands on record', async () => {
  await declare(teacher, { enlace: OWN, texto: null });
  await declare(teacher, { enlace: TALK, texto: 'subtitulos' });
  const publish = async (estado: 0 | 1 | '1', motivo?: string) => {
    const path = `/api/cursos/cursos/${course.id}/estado`;
    return school.ask('PATCH', path, { token: teacher.token, body: { estado, ...(motivo !== undefined && { motivo }) } });
  };
  const refused = { status: 422, body: { code: 'CAPTIONS_REQUIRED', errors: [{ path: 'motivo' }] } };
  expect((await publish(0)).status).toBe(200);
  for (const motivo of [undefined, '', '  ']) expect(await publish(1, motivo), String(motivo)).toMatchObject(refused);
  expect(await publish('1')).toMatchObject(refused);
  await settled(school);
  expect(await record()).toMatchObject({ estado: 0 });
  expect((await publish(1, 'Los subtítulos llegan el lunes')).status).toBe(200);
  await publish(0);
  await declare(teacher, { enlace: OWN, texto: 'transcripcion' });
  expect((await publish(1)).status).toBe(200);
  const reasons: (string | null | undefined)[] = [];
  const { log } = school.running.deps.commands;
  for await (const event of log.readStream(`course-${course.id}`))
    if (event.type === 'CoursePublished') reasons.push(await log.reasonOf(event.meta));
  expect(reasons.slice(-2)).toEqual(['Los subtítulos llegan el lunes', null]);
});

// rows: N08
test('there is one way in: no other write of a course publishes it', async () => {
  const { token } = teacher;
  const status = async (): Promise<unknown> => {
    await settled(school);
    return (await school.ask('GET', `/api/cursos/cursos/${course.id}`, { token })).body.estado;
  };
  await school.ask('PATCH', `/api/cursos/cursos/${course.id}/estado`, { token, body: { estado: 0 } });
  for (const fields of [{ estado: 1 }, { status: 'publicado' }, { archivado: false, estado: 1 }])
    await school.ask('PUT', `/api/cursos/cursos/${course.id}`, { token, body: fields });
  expect(await status()).toBe(0);
  const made = await school.ask('POST', '/api/cursos/create', {
    token,
    body: { nombre: 'Nace en borrador', descripcion: 'Aunque pida otra cosa', status: 'publicado' },
  });
  expect(made.body).toMatchObject({ estado: 0 });
  // Published when it was archived, it comes back as a draft.
  await school.ask('PATCH', `/api/cursos/cursos/${course.id}/estado`, { token, body: { estado: 1 } });
  expect((await school.ask('DELETE', `/api/cursos/cursos/${course.id}`, { token })).status).toBe(200);
  expect((await school.ask('POST', `/api/cursos/cursos/${course.id}/restaurar`, { token })).status).toBe(200);
  expect(await status()).toBe(0);
});
