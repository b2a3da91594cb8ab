import { schoolDay } from '../../../events/calendar.ts';
import { uuid5 } from '../../../events/ids.ts';
import { currentClassIds, presentClasses, presentModules, presentVideos } from '../../../events/outline.ts';
import { course } from '../../commands/catalogue/course.ts';
import { user } from '../../commands/identity/user.ts';
import { bookmarks } from '../../commands/learning/bookmarks.ts';
import { bookmarks as bookmarksDoc } from '../../projections/bookmarks.ts';
import { type CourseDoc, courses } from '../../projections/courses.ts';
import { type EnrolmentDoc, enrolments } from '../../projections/enrolments.ts';
import { minutes, type StudyTimeDoc, studyTime } from '../../projections/studyTime.ts';
import { users } from '../../projections/users.ts';
import { watching } from '../../projections/watching.ts';
import { ownGroups } from '../answers/groups.ts';
import { type Learner, learnerCourseOf, panelOf, progressIn, recordsOf, sources } from '../answers/learning.ts';
import { createPast } from '../answers/past.ts';
import { partsOf } from '../answers/persons.ts';
import { type Call, type Implement, matching } from '../calls/implement.ts';
import type { CourseReading } from '../calls/ownership.ts';
import { NO_REASON } from '../contract/common.ts';
import { learning as contract } from '../contract/learning.ts';
import { factTypes, type LearnerCourse, type LearningFact, type Panel, percentage } from '../contract/records/learning.ts';
import { videoKey } from '../contract/video-source.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const accessNames = { open: 'abierto', ...sources, staff: 'equipo' } as const;

/** What the routes of learning read about a learner. */
function createLearners({ commands }: Deps, { demandReadable }: CourseReading) {
  const enrolmentsOf = async (userId: number, call: Call): Promise<EnrolmentDoc[]> =>
    (await call.reads.find(enrolments, { where: { userId, enrolled: true }, sort: ['-activeAt'], limit: 1_000 })).docs.map(
      ({ doc }) => doc,
    );
  const courseFor = async (courseId: number, call: Call): Promise<CourseDoc> => {
    const course = await call.reads.get(courses, String(courseId));
    if (!course) throw new ApiError('COURSE_NOT_FOUND');
    await demandReadable(courseId, call.identity);
    return course;
  };
  const enrolmentFor = (userId: number, courseId: number, call: Call) => call.reads.get(enrolments, `${userId}_${courseId}`);
  const studyOf = (userId: number, call: Call): Promise<StudyTimeDoc | null> => call.reads.get(studyTime, String(userId));
  /** A person missing in the read model may already be in the log. */
  const personOf = async (userId: number, call: Call): Promise<Learner> => {
    const doc = await call.reads.get(users, String(userId));
    if (doc && !doc.erased) return doc;
    const { state } = await commands.load(user, userId);
    if (state.status !== 'active' && state.status !== 'inactive') throw new ApiError('USER_NOT_FOUND');
    return state;
  };

  return { enrolmentsOf, courseFor, enrolmentFor, studyOf, personOf };
}
type Learners = ReturnType<typeof createLearners>;

export function learningRoutes(implement: Implement, deps: Deps, reading: CourseReading): void {
  const learners = createLearners(deps, reading);
  enrolmentRoutes(implement, deps, learners, reading);
  completionRoutes(implement, deps, learners);
  panelRoutes(implement, deps, learners);
  factRoutes(implement, deps, learners);
  studyRoutes(implement, deps);
  bookmarkRoutes(implement, deps, reading);
}

/** Enrolments, and reading a course. */
function enrolmentRoutes(implement: Implement, { learning }: Deps, learners: Learners, { demandReadable }: CourseReading): void {
  const { courseFor, enrolmentFor, enrolmentsOf, personOf, studyOf } = learners;

  implement(contract.enrol, {
    async handle({ body }, call) {
      const options = { ...matching(call), groupId: body.grupo === undefined ? ('any' as const) : (body.grupo ?? undefined) };
      const done = await learning.enrol(body.id_usuario, body.id_curso, call.context(), options);
      call.wrote(done.position);
      return done.appended > 0 || done.repeated
        ? { message: '¡Curso y sesiones añadidos a tu lista!', yaInscrito: false, version: done.version + 1 }
        : { message: 'Ya tienes este curso en tu lista.', yaInscrito: true, version: done.version + 1 };
    },
  });
  implement(contract.assignCourse, {
    async handle({ body }, call) {
      const done = await learning.assign(body.id_usuario, body.id_curso, call.context(body.motivo ?? NO_REASON), matching(call));
      call.wrote(done.position);
      const version = done.version + 1;
      if (done.already && (done.appended > 0 || done.repeated))
        return { message: 'El usuario ya tenía el curso; ahora también lo tiene asignado', yaInscrito: true, version };
      return done.already
        ? { message: 'El usuario ya tiene este curso', yaInscrito: true, version }
        : { message: 'Se ha agregado 1 curso al usuario', yaInscrito: false, version };
    },
  });
  implement(contract.unassignCourse, {
    async handle({ params, query }, call) {
      const done = await learning.unenrol(params.userId, params.courseId, call.context(query?.motivo ?? NO_REASON), matching(call));
      call.wrote(done.position);
      return { message: 'Curso eliminado del usuario correctamente' };
    },
  });

  implement(contract.listEnrolments, {
    async handle({ params }, call) {
      await personOf(params.userId, call);
      return recordsOf(params.userId, await enrolmentsOf(params.userId, call), await studyOf(params.userId, call), call.reads);
    },
  });
  implement(contract.getEnrolment, {
    async handle({ params }, call) {
      const found = await enrolmentFor(params.userId, params.courseId, call);
      const [record] = found?.enrolled ? await recordsOf(params.userId, [found], await studyOf(params.userId, call), call.reads) : [];
      return record ?? {};
    },
  });
  implement(contract.updateEnrolment, {
    async handle({ params }, call) {
      const found = await enrolmentFor(params.userId, params.courseId, call);
      if (!found?.enrolled) throw new ApiError('ENROLMENT_NOT_FOUND');
      return {
        message: 'El progreso se calcula de las clases completadas.',
        progreso: progressIn(await courseFor(params.courseId, call), found).progress,
      };
    },
  });
  implement(contract.verifyEntitlement, {
    async handle({ params }, call) {
      await demandReadable(params.courseId, call.identity);
      const { access, enrolled, version } = await learning.access(params.userId, params.courseId);
      return { inscrito: enrolled !== null, acceso: access !== null, fuente: access === null ? null : accessNames[access], version };
    },
  });
}

/** Completed classes. */
function completionRoutes(implement: Implement, { learning, owners }: Deps, { courseFor, enrolmentFor, enrolmentsOf }: Learners): void {
  const courseOfClass = async (classId: number): Promise<number> => {
    const found = await owners('class', classId);
    if (found?.courseId == null) throw new ApiError('CLASS_NOT_FOUND');
    return found.courseId;
  };

  implement(contract.getClassCompletion, {
    async handle({ params }, call) {
      const found = await owners('class', params.sessionId);
      const enrolment = found?.courseId == null ? null : await enrolmentFor(params.userId, found.courseId, call);
      return {
        id_usuario: params.userId,
        id_sesion: params.sessionId,
        completado: enrolment?.completed[String(params.sessionId)] !== undefined,
      };
    },
  });
  implement(contract.completedClasses, {
    async handle({ params }, call) {
      const found = await enrolmentsOf(params.userId, call);
      const docs = await call.reads.getMany(
        courses,
        found.map((enrolment) => String(enrolment.courseId)),
      );
      const sesiones = found.flatMap((enrolment) => {
        const course = docs.get(String(enrolment.courseId));
        return course
          ? progressIn(course, enrolment).done.map((id_sesion) => ({
              id_sesion,
              id_curso: course.courseId,
              fecha: enrolment.completed[String(id_sesion)] ?? '',
            }))
          : [];
      });
      return { sesionesCompletadas: sesiones.length, sesiones };
    },
  });

  const setCompleted = async (userId: number, classId: number, completed: boolean, call: Call, made?: string) => {
    // A mark "in the future", from a device whose clock is ahead, is made now.
    const at = made === undefined ? null : new Date(made);
    const options = { ...matching(call), keyOf: videoKey, ...(at !== null && at < call.now && { madeAt: at.toISOString() }) };
    const done = await learning.setCompleted(userId, await courseOfClass(classId), classId, completed, call.context(), options);
    call.wrote(done.position);
    const classIds = currentClassIds(done.outline);
    const count = classIds.filter((one) => done.state.completed.has(one)).length;
    return {
      message: completed ? 'Clase completada' : 'Clase marcada como pendiente',
      id_usuario: userId,
      id_sesion: classId,
      completado: done.state.completed.has(classId),
      progreso: percentage(count, classIds.length),
      version: done.version + 1,
    };
  };
  implement(contract.completeClass, {
    handle: ({ params, body }, call) => setCompleted(params.userId, params.sessionId, body.completado, call, body.hecha),
  });
  implement(contract.createClassCompletion, {
    handle: ({ body }, call) => setCompleted(body.id_usuario, body.id_sesion, body.completado, call),
  });

  implement(contract.courseProgress, {
    async handle({ params }, call) {
      const at = progressIn(await courseFor(params.courseId, call), await enrolmentFor(params.userId, params.courseId, call));
      return { success: true as const, data: { sesionesCompletadas: at.done.length, totalSesiones: at.total, progreso: at.progress } };
    },
  });
}

/** What learners see of their own learning, now or as of the end of a day. */
function panelRoutes(implement: Implement, { commands }: Deps, learners: Learners): void {
  const { courseFor, enrolmentFor, enrolmentsOf, personOf, studyOf } = learners;
  const past = createPast(commands);

  implement(contract.studyTime, {
    handle: async ({ params }, call) => ({
      success: true as const,
      tiempoEstudiado: minutes((await studyOf(params.userId, call))?.total ?? 0),
    }),
  });
  implement(contract.studyTimeInCourse, {
    handle: async ({ params }, call) => ({
      success: true as const,
      tiempoEstudiado: minutes((await studyOf(params.userId, call))?.courses[String(params.courseId)] ?? 0),
    }),
  });

  implement(contract.panel, {
    async handle({ params }, call): Promise<Panel> {
      const person = await personOf(params.userId, call);
      const study = await studyOf(params.userId, call);
      const cursos = await recordsOf(params.userId, await enrolmentsOf(params.userId, call), study, call.reads);
      return panelOf(person, cursos, study, schoolDay(call.now.toISOString()));
    },
  });

  implement(contract.panelAt, {
    async handle({ params }, call): Promise<Panel> {
      const person = await personOf(params.userId, call);
      const today = schoolDay(call.now.toISOString());
      const day = params.fecha < today ? params.fecha : today;
      const then = await past.at(day, await partsOf(params.userId, call.reads));
      return panelOf(person, await recordsOf(params.userId, then.enrolments, then.study, call.reads, then), then.study, day);
    },
  });

  implement(contract.learnerCourse, {
    async handle({ params }, call): Promise<LearnerCourse> {
      const course = await courseFor(params.courseId, call);
      const found = await enrolmentFor(params.userId, params.courseId, call);
      const videos = (await call.reads.get(watching, `${params.userId}_${params.courseId}`))?.videos ?? {};
      const enrolment = found?.enrolled ? found : null;
      const { role } = await personOf(params.userId, call);
      return learnerCourseOf(
        params.userId,
        course,
        enrolment,
        await studyOf(params.userId, call),
        videos,
        previews(role, enrolment !== null),
        enrolment ? (await ownGroups(params.userId, [params.courseId], call.reads)).get(params.courseId) : undefined,
        call.now.toISOString(),
      );
    },
  });
}

/** Single events of a person's learning, the newest first. */
function factRoutes(implement: Implement, { commands }: Deps, { personOf }: Learners): void {
  const past = createPast(commands);

  implement(contract.learningFacts, {
    async handle({ params, query: { sobre, limit, cursor } }, call): Promise<LearningFact[]> {
      await personOf(params.userId, call);
      const facts = await past.facts(await partsOf(params.userId, call.reads), new Set(factTypes[sobre]));
      const before = cursor === undefined ? undefined : commands.log.store.parsePosition(cursor);
      if (before === null) throw new ApiError('MALFORMED', { errors: [{ path: 'cursor', message: 'No es un cursor de esta lista.' }] });
      const from = before === undefined ? facts : facts.filter(({ position }) => position < before);
      const page = from.slice(0, limit);
      const last = page.at(-1);
      if (last && from.length > limit) call.header('x-next-cursor', last.position);
      const found = await call.reads.getMany(courses, [
        ...new Set(page.map(({ data }) => String((data as { courseId: number }).courseId))),
      ]);
      return page.map(({ position, type, meta, data }) => {
        const { courseId, classId, seconds } = data as { courseId: number; classId?: number; seconds?: number };
        const course = found.get(String(courseId));
        // Also for a class that was removed since.
        const title = course?.modules.flatMap(({ classes }) => classes).find((klass) => klass.classId === classId)?.title;
        return {
          posicion: position,
          tipo: type,
          fecha: meta.occurredAt,
          id_curso: courseId,
          curso: course?.title ?? '',
          clase: title ?? null,
          segundos: seconds ?? null,
        };
      });
    },
  });
}

/** What the page of a class reports while it is open. */
function studyRoutes(implement: Implement, { learning }: Deps): void {
  implement(contract.saveVideo, {
    async handle({ params, body }, call) {
      const { enrolled, outline } = await learning.access(params.userId, body.id_curso);
      if (enrolled === null) throw new ApiError('NOT_ENROLLED');
      if (!presentVideos(outline).some(({ url }) => videoKey(url) === body.video)) throw new ApiError('VIDEO_NOT_FOUND');
      const { video } = body;
      call.wrote((await learning.watch(params.userId, body.id_curso, { video, second: body.segundo }, call.context())).position);
      if (body.visto && outline.videoRule === 'watched') {
        const by = body.visto === 'leido' ? 'read' : 'watched';
        call.wrote((await learning.watched(params.userId, body.id_curso, { video, by }, call.context())).position);
      }
      return { message: 'Anotado' };
    },
  });
  implement(contract.heartbeat, {
    async handle({ params, body }, call) {
      // Whatever id a page sends, the log gets a derived one.
      const tab = UUID.test(body.pestana) ? body.pestana : uuid5('tab', params.userId, body.pestana);
      const done = await learning.study(
        params.userId,
        body.id_curso,
        { tab, reported: body.segundos, last: body.cierra === true },
        call.context(),
      );
      call.wrote(done.position);
      return { contados: done.seconds };
    },
  });
  implement(contract.saveLastView, {
    async handle({ params, body }, call) {
      const { outline } = await learning.access(params.userId, body.courseId);
      const module = body.moduleId == null ? null : presentModules(outline).find(({ moduleId }) => moduleId === body.moduleId);
      if (module === undefined) throw new ApiError('MODULE_NOT_FOUND');
      const klass =
        body.sessionId == null
          ? null
          : (module ? [module] : presentModules(outline)).flatMap(presentClasses).find(({ classId }) => classId === body.sessionId);
      if (klass === undefined) throw new ApiError('CLASS_NOT_FOUND');
      if (body.subtemaId != null && !klass?.subtopics.some(({ subtopicId }) => subtopicId === body.subtemaId))
        throw new ApiError('SUBTOPIC_NOT_FOUND');
      const view = {
        moduleId: body.moduleId ?? null,
        classId: body.sessionId ?? null,
        subtopicId: body.subtemaId ?? null,
        viewMode: body.viewMode,
      };
      call.wrote((await learning.view(params.userId, body.courseId, view, call.context())).position);
      return { message: 'Vista guardada' };
    },
  });
}

/** Staff who are not enrolled see the course as a student does, and nothing that they do there is kept. */
export const previews = (role: string, enrolled: boolean): boolean => !enrolled && (role === 'administrator' || role === 'instructor');

/** Classes saved for later. */
function bookmarkRoutes(implement: Implement, { commands, learning, owners }: Deps, { mayRead, demandReadable }: CourseReading): void {
  const placeIn = (course: CourseDoc | undefined, classId: number) => {
    for (const module of course ? presentModules(course) : []) {
      const klass = presentClasses(module).find((one) => one.classId === classId);
      if (course && klass) return { id_modulo: module.moduleId, titulo: klass.title, modulo: module.title, curso: course.title };
    }
    return null;
  };
  implement(contract.bookmarks, {
    async handle({ params }, call) {
      const classes = (await call.reads.get(bookmarksDoc, String(params.userId)))?.classes ?? [];
      const readable = new Map<number, boolean>();
      for (const { courseId } of classes) if (!readable.has(courseId)) readable.set(courseId, await mayRead(courseId, call.identity));
      const found = await call.reads.getMany(
        courses,
        [...readable].flatMap(([courseId, may]) => (may ? [String(courseId)] : [])),
      );
      return {
        clases: classes.map(({ classId, courseId, at }) => ({
          id_sesion: classId,
          id_curso: courseId,
          guardada: at,
          lugar: placeIn(found.get(String(courseId)), classId),
        })),
      };
    },
  });
  const set = async (userId: number, classId: number, saved: boolean, call: Call) => {
    const courseId = (await owners('class', classId))?.courseId;
    if (courseId == null) throw new ApiError('CLASS_NOT_FOUND');
    if (saved) {
      await demandReadable(courseId, call.identity);
      const { enrolled } = await learning.access(userId, courseId);
      if (previews(call.identity?.role ?? '', enrolled !== null)) throw new ApiError('PREVIEW_ONLY');
      const { state } = await commands.load(course, courseId);
      if (!currentClassIds(state).includes(classId)) throw new ApiError('CLASS_NOT_FOUND');
    }
    call.wrote((await commands.handle(bookmarks, String(userId), { userId, courseId, classId, saved }, call.context())).position);
    return { message: saved ? 'Clase guardada para después' : 'Clase quitada de las guardadas' };
  };
  implement(contract.saveBookmark, { handle: ({ params }, call) => set(params.userId, params.sessionId, true, call) });
  implement(contract.removeBookmark, { handle: ({ params }, call) => set(params.userId, params.sessionId, false, call) });
}
