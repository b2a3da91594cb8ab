import { currentClassIds, presentClasses, presentModules } from '../../../events/outline.ts';
import { openModules } from '../../commands/learning/enrolment.ts';
import { planFrom } from '../../commands/learning/learners.ts';
import { courseStats } from '../../projections/courseStats.ts';
import { type CourseDoc, courses } from '../../projections/courses.ts';
import { type EnrolmentDoc, lastViewOf } from '../../projections/enrolments.ts';
import type { GroupDoc } from '../../projections/groups.ts';
import type { ReadSession } from '../../projections/reading/reads.ts';
import { reviewStats } from '../../projections/reviews.ts';
import { minutes, type StudyTimeDoc, studiedBy } from '../../projections/studyTime.ts';
import { type UserDoc, users } from '../../projections/users.ts';
import { type EnrolmentRecord, type LearnerCourse, type Panel, percentage } from '../contract/records/learning.ts';
import { classMinutes, courseRecordOf } from './courses.ts';
import { opensBy, ownGroupOf, ownGroups } from './groups.ts';
import type { Past } from './past.ts';
import { planCodes } from './people.ts';

export const sources = { self: 'propia', grant: 'asignado', purchase: 'compra', plan: 'plan' } as const;

/** The fields of a person that their panel shows. */
export type Learner = Pick<UserDoc, 'userId' | 'username' | 'firstName' | 'plan' | 'role'>;

/** A learner's progress in a course, joined on reading: completed ∩ present classes, open modules, the next class. `opensOn`: when their group begins. */
export function progressIn(course: CourseDoc, enrolment: EnrolmentDoc | null, opensOn: string | null = null) {
  const plan = planFrom(course, opensOn);
  const completed = new Set(Object.keys(enrolment?.completed ?? {}).map(Number));
  const classIds = currentClassIds(course);
  const done = classIds.filter((classId) => completed.has(classId));
  const open = new Set(openModules(plan, completed, new Set(enrolment?.unlocked ?? [])));
  const pending = presentModules(course).flatMap((module) =>
    presentClasses(module)
      .filter((klass) => !completed.has(klass.classId))
      .map((klass) => ({ module, klass })),
  );
  const next = pending.find(({ module }) => open.has(module.moduleId));
  return {
    completed,
    open,
    done,
    total: classIds.length,
    progress: percentage(done.length, classIds.length),
    minutesLeft: pending.reduce((sum, { klass }) => sum + classMinutes(klass), 0),
    next: next
      ? { moduleId: next.module.moduleId, sessionId: next.klass.classId, titulo: next.klass.title, modulo: next.module.title }
      : null,
    newContent: enrolment?.completedAt != null && done.length < classIds.length,
  };
}

/** Enrolments as the API answers them, each with its course; `past`: as of the end of a day. */
export async function recordsOf(
  userId: number,
  found: readonly EnrolmentDoc[],
  study: StudyTimeDoc | null,
  reads: Pick<ReadSession, 'getMany'>,
  past?: Past,
): Promise<EnrolmentRecord[]> {
  const ids = found.map((enrolment) => String(enrolment.courseId));
  const docs = past?.courses ?? (await reads.getMany(courses, ids));
  const stats = await reads.getMany(courseStats, ids);
  const rated = await reads.getMany(reviewStats, ids);
  const own = past?.groups ?? (await ownGroups(userId, ids.map(Number), reads));
  const instructors = await reads.getMany(
    users,
    [...docs.values()].flatMap((doc) => (doc.instructorId === null ? [] : [String(doc.instructorId)])),
  );
  return found.flatMap((enrolment) => {
    const course = docs.get(String(enrolment.courseId));
    if (!course) return [];
    const abre = opensBy(own.get(course.courseId));
    const at = progressIn(course, enrolment, abre);
    return [
      {
        id_usuario: userId,
        id_curso: course.courseId,
        progreso: at.progress,
        estado: enrolment.completedAt ? ('completado' as const) : at.done.length > 0 ? ('en-curso' as const) : ('inscrito' as const),
        fuente: sources[enrolment.source],
        inscrito: enrolment.enrolledAt,
        completado: enrolment.completedAt,
        contenidoNuevo: at.newContent,
        sesionesCompletadas: at.done.length,
        totalSesiones: at.total,
        tiempoEstudiado: minutes(study?.courses[String(course.courseId)] ?? 0),
        minutosRestantes: at.minutesLeft,
        siguiente: at.next,
        abre,
        ultimaVista: lastViewOf(enrolment),
        cambios: enrolment.changes,
        curso: courseRecordOf(
          course,
          stats.get(String(course.courseId)) ?? null,
          instructors.get(String(course.instructorId)) ?? null,
          rated.get(String(course.courseId)) ?? null,
        ),
      },
    ];
  });
}

/** The panel of a learner, from their enrolments and study time. */
export function panelOf(person: Learner, cursos: EnrolmentRecord[], study: StudyTimeDoc | null, today: string): Panel {
  const { tiempoEstudiado, racha, dias } = studiedBy(study, today);
  const finished = cursos.filter((record) => record.completado !== null).length;
  return {
    usuario: { id: person.userId, nombre: person.firstName ?? person.username ?? '', plan: planCodes[person.plan] },
    estadisticas: {
      cursosActivos: cursos.length - finished,
      cursosCompletados: finished,
      cursosInscritos: cursos.length,
      sesionesCompletadas: cursos.reduce((sum, record) => sum + record.sesionesCompletadas, 0),
      tiempoEstudiado,
      racha,
    },
    dias,
    cursos,
  };
}

/** One course for its learner: what is done, what is open and what comes next. */
export function learnerCourseOf(
  userId: number,
  course: CourseDoc,
  enrolment: EnrolmentDoc | null,
  study: StudyTimeDoc | null,
  videos: LearnerCourse['videos'],
  previa: boolean,
  group: GroupDoc | undefined,
  now: string,
): LearnerCourse {
  const abre = opensBy(group);
  const at = progressIn(course, enrolment, abre);
  const modules = presentModules(course);
  return {
    id_usuario: userId,
    id_curso: course.courseId,
    inscrito: enrolment !== null,
    previa,
    progreso: at.progress,
    sesionesCompletadas: at.done.length,
    totalSesiones: at.total,
    completadas: at.done.map((id_sesion) => ({ id_sesion, fecha: enrolment?.completed[String(id_sesion)] ?? '' })),
    modulos: modules.map((module, index) => {
      const classes = presentClasses(module);
      const abierto = at.open.has(module.moduleId);
      return {
        id_modulo: module.moduleId,
        abierto,
        faltan:
          abierto || abre !== null
            ? []
            : modules.slice(0, index).flatMap((before) =>
                presentClasses(before)
                  .filter((klass) => !at.completed.has(klass.classId))
                  .map((klass) => ({ id_sesion: klass.classId, titulo: klass.title })),
              ),
        sesionesCompletadas: classes.filter((klass) => at.completed.has(klass.classId)).length,
        totalSesiones: classes.length,
      };
    }),
    completado: enrolment?.completedAt ?? null,
    contenidoNuevo: at.newContent,
    tiempoEstudiado: minutes(study?.courses[String(course.courseId)] ?? 0),
    minutosRestantes: at.minutesLeft,
    siguiente: at.next,
    abre,
    grupo: ownGroupOf(group, now),
    ultimaVista: lastViewOf(enrolment),
    cambios: enrolment?.changes ?? 0,
    videos,
    vistos: enrolment?.watched ?? [],
  };
}
