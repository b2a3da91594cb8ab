import { afterAll, beforeAll, expect, test } from 'vitest';
import { contracts } from '../../backend/api/contract/all.ts';
import { join, joinAs, makeCourse, type Person, settled, type TestCourse } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';

/** Whoever teaches or manages looks at a course as a student does, and no call of a learner keeps anything of it. */

let school: School;
let admin: Person;
let teacher: Person;
let course: TestCourse;
beforeAll(async () => {
  school = await openSchool();
  admin = await joinAs(school, 'directora', 'administrator');
  teacher = await joinAs(school, 'maestra', 'instructor');
  course = await makeCourse(school, admin.token, teacher.id, [1, 1]);
});
afterAll(() => school.stop());

const progress = async (person: Person) => {
  await settled(school);
  return (await school.ask('GET', `/api/progreso/curso/${course.id}/${person.id}`, { token: person.token })).body;
};

// rows: C28
test('the server says that it is a preview, to its teacher and to administrators; never to who is in the course', async () => {
  const ana = await join(school, 'ana');
  for (const one of [teacher, admin]) expect(await progress(one)).toMatchObject({ inscrito: false, previa: true });
  expect(await progress(ana)).toMatchObject({ inscrito: false, previa: false });
  const joined = await joinAs(school, 'maestra_alumna', 'instructor');
  await school.ask('POST', '/api/inscripciones/inscribir', { token: joined.token, body: { id_usuario: joined.id, id_curso: course.id } });
  expect(await progress(joined)).toMatchObject({ inscrito: true, previa: false });
});

// rows: C28
test('no call of a learner writes an event for who previews: study, last view, video, marks, resources, saved classes, review, certificate', async () => {
  const [module] = course.modules;
  const classId = module?.classes[0] ?? 0;
  const resource = await school.ask('POST', '/api/recursos/crearRecurso', {
    token: admin.token,
    body: { id_sesion: classId, titulo: 'Guía', link_recurso: 'https://ejemplo.mx/guia', tipo_recurso: 1 },
  });
  expect(resource.status, resource.text).toBeLessThan(300);
  const bodies: Record<string, object> = {
    heartbeat: { id_curso: course.id, pestana: crypto.randomUUID(), segundos: 60 },
    saveLastView: { courseId: course.id, moduleId: module?.id, sessionId: classId, viewMode: 'module' },
    saveVideo: { id_curso: course.id, video: 'https://ejemplo.mx/video.mp4', segundo: 30 },
    completeClass: { completado: true },
    createClassCompletion: { completado: true, id_sesion: classId },
    updateEnrolment: { progreso: 100 },
    nameCertificate: { nombre: 'Maestra' },
    writeReview: { estrellas: 5, texto: 'Bien' },
  };
  const { commands } = school.running.deps;
  // Whoever joins a course or saves their account is no longer only looking.
  const others = new Set(['enrol', 'removeBookmark', 'withdrawReview']);
  const calls = Object.values(contracts).filter(
    ({ id, method, tag, policy }) =>
      method !== 'GET' &&
      !others.has(id) &&
      (['Aprendizaje', 'Certificados', 'Reseñas'].includes(tag) || id === 'openResource') &&
      ['learning.write', 'learning.read', 'resources.open', 'reviews.write'].includes(policy),
  );
  expect(calls.map(({ id }) => id)).toEqual(expect.arrayContaining([...Object.keys(bodies), 'saveBookmark', 'openResource']));
  for (const one of [teacher, admin]) {
    await settled(school);
    const head = await commands.log.store.head();
    // The school itself may write meanwhile: an alarm, a hash of the log.
    const written = async () => {
      const types: string[] = [];
      for await (const { type, meta } of commands.log.readAll(head)) if (meta.actor.userId !== null) types.push(type);
      return types;
    };
    for (const { id, method, path } of calls) {
      const address = path
        .replace(':userId', String(one.id))
        .replace(':courseId', String(course.id))
        .replace(':sessionId', String(classId))
        .replace(/:\w+/, String(resource.body.id_recurso ?? resource.body.id ?? 1));
      const body = { id_usuario: one.id, ...bodies[id] };
      const answer = await school.ask(method, address, { token: one.token, body });
      expect([id, answer.status], answer.text).not.toEqual([id, 500]);
      expect([id, await written()]).toEqual([id, []]);
    }
    expect(await school.ask('PUT', `/api/guardadas/${one.id}/${classId}`, { token: one.token })).toMatchObject({
      body: { code: 'PREVIEW_ONLY' },
    });
  }
});
