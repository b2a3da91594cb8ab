import { addDays, daysBetween, lastDays, schoolDay, weekStart } from '../../../events/calendar.ts';
import { currentClassIds, presentClass, presentClasses, presentModules } from '../../../events/outline.ts';
import { user } from '../../commands/identity/user.ts';
import { DomainError } from '../../commands/kernel/errors.ts';
import { type CourseDaysDoc, courseDayKey, courseDays } from '../../projections/courseDays.ts';
import type { CourseDirectory } from '../../projections/courseDirectory.ts';
import { type CourseLearnerDoc, courseLearners } from '../../projections/courseLearners.ts';
import { courseStats } from '../../projections/courseStats.ts';
import { type CourseDoc, courses } from '../../projections/courses.ts';
import { enrolments } from '../../projections/enrolments.ts';
import { type Found, pagesOf } from '../../projections/reading/reads.ts';
import { type ReviewStatsDoc, ratingOf, reviewStats } from '../../projections/reviews.ts';
import { shownFigure } from '../../projections/school.ts';
import { type UserDoc, users } from '../../projections/users.ts';
import { pictureOf, publicName, sees, shownName } from '../answers/people.ts';
import { type AtRiskBy, atRiskBy, countQuiet, orderOf, pageOfQuiet } from '../answers/quiet.ts';
import { reasonsOf } from '../answers/riskReasons.ts';
import { taughtBy } from '../answers/taught.ts';
import type { Call, Implement } from '../calls/implement.ts';
import { createStillTaught } from '../calls/ownership.ts';
import { RISK_DAYS } from '../contract/choices.ts';
import { percentage } from '../contract/records/learning.ts';
import { courseSlug } from '../contract/slug.ts';
import { ACTIVE_DAYS, type CourseFunnel, teaching as contract, type LearnersAtRisk, type TeachingOverview } from '../contract/teaching.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';

const OVERVIEW_DAYS = 14;
const PAGE = 500;
type Figure = TeachingOverview['cifras'][number];

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const fullName = ({ firstName, lastName, username }: Pick<UserDoc, 'firstName' | 'lastName' | 'username'>): string | null =>
  [firstName, lastName].filter(Boolean).join(' ') || username;

const atRisk = (courseId: number, today: string, by?: AtRiskBy) => ({ courseId, ...atRiskBy(today, by) });

/** The instructor, their courses, and the marks of learners who left. */
function createTaught(deps: Deps) {
  const { commands } = deps;
  const stillTaught = createStillTaught(deps);
  const teacherOf = async (userId: number) => {
    const { state } = await commands.load(user, userId);
    if (state.status !== 'active' && state.status !== 'inactive') throw new ApiError('USER_NOT_FOUND');
    return { id: userId, nombre: publicName(state, userId) };
  };

  /** Their courses that are not archived, by id. Of the school as it was instructors see the learners of courses that they teach today as well. */
  const taught = async (userId: number, call: Call): Promise<readonly CourseDoc[]> =>
    stillTaught(
      (await taughtBy(userId, call.reads)).filter(({ status }) => status !== 'archived'),
      call.identity,
    );

  /** By class, how many people who left the course have it marked: sums over marks include them, but they are no longer enrolled. */
  const marksOfThoseWhoLeft = async (courseId: number, classIds: readonly number[], call: Call): Promise<Map<number, number>> => {
    const marks = new Map<number, number>();
    for await (const page of pagesOf(call.reads, enrolments, {
      where: { courseId, enrolled: false },
      limit: PAGE,
    })) {
      for (const { doc } of page)
        for (const classId of classIds) if (doc.completed[String(classId)] !== undefined) marks.set(classId, (marks.get(classId) ?? 0) + 1);
    }
    return marks;
  };

  /** The average percentage of those enrolled, over the present classes; null: nobody is, or there are no classes. */
  const averageOf = async (course: CourseDoc, call: Call): Promise<number | null> => {
    const { courseId } = course;
    const classIds = currentClassIds(course);
    const students = (await call.reads.get(courseStats, String(courseId)))?.students ?? 0;
    if (students === 0 || classIds.length === 0) return null;
    const { marks = {} } = (await call.reads.get(courseDays, courseDayKey(courseId))) ?? {};
    const left = sum([...(await marksOfThoseWhoLeft(courseId, classIds, call)).values()]);
    return percentage(sum(classIds.map((classId) => marks[String(classId)] ?? 0)) - left, students * classIds.length);
  };

  return { teacherOf, taught, marksOfThoseWhoLeft, averageOf };
}
type Taught = ReturnType<typeof createTaught>;

/** What instructors see of their own courses and learners; administrators of anybody's. */
export function teachingRoutes(implement: Implement, deps: Deps, directory: CourseDirectory): void {
  const taught = createTaught(deps);
  overviewRoutes(implement, taught);
  atRiskRoutes(implement, taught);
  quietRoutes(implement, directory, taught);
  funnelRoutes(implement, taught);
  reminderRoutes(implement, deps);
}

/** The figures of all courses together. */
function figuresOf(
  cursos: TeachingOverview['cursos'],
  {
    taught,
    days,
    rated,
    byDay,
  }: {
    taught: readonly CourseDoc[];
    days: readonly string[];
    rated: ReadonlyMap<string, ReviewStatsDoc>;
    byDay: ReadonlyMap<string, CourseDaysDoc>;
  },
): Figure[] {
  const total = (field: 'inscripciones' | 'activos' | 'clasesSemana' | 'cursosCompletados' | 'resenas' | 'enRiesgo') =>
    sum(cursos.map((one) => one[field]));
  const added = (field: 'enrolments' | 'classes' | 'completions'): Figure['dias'] =>
    days.map((fecha) => ({
      fecha,
      valor: shownFigure(sum(taught.map(({ courseId }) => byDay.get(courseDayKey(courseId, fecha))?.[field] ?? 0))),
    }));
  const inscripciones = total('inscripciones');
  const resenas = total('resenas');
  const stars = taught.map(({ courseId }) => rated.get(String(courseId))?.stars ?? []);
  const points = sum(stars.map((counts) => sum(counts.map((count, index) => count * (index + 1)))));
  return [
    { id: 'cursosPublicados', valor: cursos.filter(({ publicado }) => publicado).length, de: cursos.length, dias: [] },
    { id: 'inscripciones', valor: inscripciones, de: null, dias: added('enrolments') },
    { id: 'activos', valor: total('activos'), de: inscripciones, dias: [] },
    { id: 'clasesSemana', valor: total('clasesSemana'), de: null, dias: added('classes') },
    { id: 'cursosCompletados', valor: total('cursosCompletados'), de: null, dias: added('completions') },
    { id: 'valoracion', valor: resenas === 0 ? null : Math.round((points * 100) / resenas) / 100, de: resenas, dias: [] },
    { id: 'enRiesgo', valor: total('enRiesgo'), de: null, dias: [] },
  ];
}

function overviewRoutes(implement: Implement, { teacherOf, taught: coursesOf, marksOfThoseWhoLeft }: Taught): void {
  implement(contract.teachingOverview, {
    async handle({ params }, call): Promise<TeachingOverview> {
      const instructor = await teacherOf(params.userId);
      const today = schoolDay(call.now.toISOString());
      const days = lastDays(today, OVERVIEW_DAYS);
      const semanaDesde = weekStart(today);
      const activosDesde = addDays(today, 1 - ACTIVE_DAYS);
      const taught = await coursesOf(params.userId, call);
      const ids = taught.map(({ courseId }) => String(courseId));
      const stats = await call.reads.getMany(courseStats, ids);
      const rated = await call.reads.getMany(reviewStats, ids);
      const byDay = await call.reads.getMany(
        courseDays,
        taught.flatMap(({ courseId }) => [courseDayKey(courseId), ...days.map((day) => courseDayKey(courseId, day))]),
      );
      const cursos = await Promise.all(
        taught.map(async (doc) => {
          const { courseId } = doc;
          const { students = 0, completions = 0 } = stats.get(String(courseId)) ?? {};
          const classIds = currentClassIds(doc);
          const { marks = {} } = byDay.get(courseDayKey(courseId)) ?? {};
          const left = students === 0 ? 0 : sum([...(await marksOfThoseWhoLeft(courseId, classIds, call)).values()]);
          const rating = ratingOf(rated.get(String(courseId)));
          return {
            id: courseId,
            slug: courseSlug({ id: courseId, nombre: doc.title }),
            nombre: doc.title,
            publicado: doc.status === 'published',
            inscripciones: students,
            activos: await call.reads.count(courseLearners, {
              courseId,
              state: { in: ['learning', 'completed'] },
              day: { gte: activosDesde },
            }),
            clasesSemana: shownFigure(
              sum(days.filter((day) => day >= semanaDesde).map((day) => byDay.get(courseDayKey(courseId, day))?.classes ?? 0)),
            ),
            progreso:
              students === 0 || classIds.length === 0
                ? null
                : percentage(sum(classIds.map((classId) => marks[String(classId)] ?? 0)) - left, students * classIds.length),
            cursosCompletados: completions,
            valoracion: rating.average,
            resenas: rating.count,
            enRiesgo: await call.reads.count(courseLearners, atRisk(courseId, today)),
          };
        }),
      );
      return {
        instructor,
        cifras: figuresOf(cursos, { taught, days, rated, byDay }),
        cursos,
        semanaDesde,
        activosDesde,
        diasActivos: ACTIVE_DAYS,
        diasRiesgo: RISK_DAYS,
      };
    },
  });
}

function atRiskRoutes(implement: Implement, { teacherOf, taught: coursesOf, averageOf }: Taught): void {
  implement(contract.learnersAtRisk, {
    async handle({ params, query: { curso, limit, dias, por } }, call): Promise<LearnersAtRisk> {
      await teacherOf(params.userId);
      const quiet = dias === undefined ? RISK_DAYS : Number(dias);
      const by = por === 'senales' ? 'signs' : quiet;
      const order = orderOf(by);
      const today = schoolDay(call.now.toISOString());
      const taught = await coursesOf(params.userId, call);
      const asked = curso === undefined ? taught : taught.filter(({ courseId }) => courseId === curso);
      if (curso !== undefined && asked.length === 0) throw new ApiError('COURSE_NOT_FOUND');
      let total = 0;
      const found = [];
      // One index read per course: learners who are not at risk are not read.
      for (const { courseId } of asked) {
        const where = atRisk(courseId, today, by);
        const count = await call.reads.count(courseLearners, where);
        if (count === 0) continue;
        total += count;
        found.push(...(await call.reads.find(courseLearners, { where, sort: [order], limit })).docs);
      }
      const first = found
        .sort((a, b) => (a.doc[order] === b.doc[order] ? (a.key < b.key ? -1 : 1) : a.doc[order] < b.doc[order] ? -1 : 1))
        .slice(0, limit);
      return {
        cursos: asked.map(({ courseId }) => courseId),
        dias: quiet,
        total,
        personas: await personsOf(first, new Map(asked.map((course) => [String(course.courseId), course])), today, call, averageOf),
      };
    },
  });
}

/** The same for the whole school: the list behind the count of «Por atender». */
function quietRoutes(implement: Implement, directory: CourseDirectory, { averageOf }: Taught): void {
  implement(contract.quietLearners, {
    async handle({ query: { curso, dias, por, limit, cursor } }, call) {
      const days = dias === undefined ? RISK_DAYS : Number(dias);
      const by = por === 'senales' ? 'signs' : days;
      const today = schoolDay(call.now.toISOString());
      if (curso !== undefined) {
        const course = await call.reads.get(courses, String(curso));
        if (!course || course.status === 'archived') throw new ApiError('COURSE_NOT_FOUND');
        const where = atRisk(curso, today, by);
        const total = await call.reads.count(courseLearners, where);
        const page = await call.reads.find(courseLearners, { where, sort: [orderOf(by)], limit, ...(cursor !== undefined && { cursor }) });
        return {
          dias: days,
          total,
          personas: await personsOf(page.docs, new Map([[String(curso), course]]), today, call, averageOf),
          siguiente: page.next,
        };
      }
      const total = await countQuiet(call.reads, directory, today, by);
      const { found, next } = await pageOfQuiet(call.reads, directory, { today, by, limit, cursor });
      const taught = await call.reads.getMany(courses, [...new Set(found.map(({ doc }) => String(doc.courseId)))]);
      return { dias: days, total, personas: await personsOf(found, taught, today, call, averageOf), siguiente: next };
    },
  });
}

/** Each with the person and their progress in the course, as far as the caller may see it. */
async function personsOf(
  found: readonly Found<CourseLearnerDoc>[],
  taught: ReadonlyMap<string, CourseDoc>,
  today: string,
  call: Call,
  averageOf: Taught['averageOf'],
): Promise<LearnersAtRisk['personas']> {
  const people = await call.reads.getMany(users, [...new Set(found.map(({ doc }) => String(doc.userId)))]);
  const enrolled = await call.reads.getMany(
    enrolments,
    found.map(({ key }) => key),
  );
  const averages = new Map<number, number | null>();
  for (const courseId of new Set(found.map(({ doc }) => doc.courseId))) {
    const course = taught.get(String(courseId));
    averages.set(courseId, course ? await averageOf(course, call) : null);
  }
  return found.flatMap(({ key, doc }) => {
    const { userId, courseId, day, remindedAt } = doc;
    const course = taught.get(String(courseId));
    const person = people.get(String(userId));
    if (!course || !person) return [];
    const classIds = currentClassIds(course);
    const completed = enrolled.get(key)?.completed ?? {};
    const done = classIds.filter((classId) => completed[String(classId)] !== undefined).length;
    const next = classIds.find((classId) => completed[String(classId)] === undefined);
    return [
      {
        id_usuario: userId,
        // Names belong to the school's records: administrators always see them.
        nombre: call.identity?.role === 'administrator' ? fullName(person) : shownName(person, 'staff'),
        foto: sees('staff', 'avatar', person) ? pictureOf(person) : null,
        activa: person.active,
        id_curso: courseId,
        curso: course.title,
        progreso: percentage(done, classIds.length),
        sesionesCompletadas: done,
        totalSesiones: classIds.length,
        ultimaActividad: day,
        diasSinActividad: daysBetween(day, today),
        se_quedo_en: next === undefined ? null : titleOf(course, next),
        recordado: remindedAt,
        razones: reasonsOf(doc, today, {
          ...{ progress: percentage(done, classIds.length), done, average: averages.get(courseId) ?? null },
          titleOf: (subtopicId) => quizTitle(course, subtopicId),
        }),
      },
    ];
  });
}

const quizTitle = (course: CourseDoc, subtopicId: number): string | null =>
  presentModules(course)
    .flatMap((module) => presentClasses(module).flatMap(({ subtopics }) => subtopics))
    .find((one) => one.subtopicId === subtopicId)?.title ?? null;

const titleOf = (course: CourseDoc, classId: number): string | null => presentClass(course, classId)?.klass.title ?? null;

function funnelRoutes(implement: Implement, { marksOfThoseWhoLeft }: Taught): void {
  implement(contract.courseFunnel, {
    course: async ({ params }) => params.courseId,
    async handle({ params: { courseId } }, call): Promise<CourseFunnel> {
      const course = await call.reads.get(courses, String(courseId));
      if (!course) throw new ApiError('COURSE_NOT_FOUND');
      const stats = await call.reads.get(courseStats, String(courseId));
      const days = await call.reads.get(courseDays, courseDayKey(courseId));
      const left = await marksOfThoseWhoLeft(courseId, currentClassIds(course), call);
      return {
        id: courseId,
        inscripciones: shownFigure(stats?.students ?? 0),
        modulos: presentModules(course).map((module) => ({
          id: module.moduleId,
          titulo: module.title,
          clases: presentClasses(module).map(({ classId, title }) => ({
            id: classId,
            titulo: title,
            completaron: shownFigure((days?.marks[String(classId)] ?? 0) - (left.get(classId) ?? 0)),
          })),
        })),
      };
    },
  });
}

const HOUR = 3_600_000;
/** The most calls that write to learners, by one person in an hour; each may send a hundred mails. */
const REMINDER_CALLS_PER_HOUR = 20;

function reminderRoutes(implement: Implement, { learning, limits }: Deps): void {
  implement(contract.remindLearners, {
    course: async ({ params }) => params.courseId,
    async handle({ params: { courseId }, body: { usuarios, texto } }, call) {
      if (texto === undefined) throw new ApiError('REQUIRED_FIELDS', { errors: [{ path: 'texto', message: 'Escribe el mensaje.' }] });
      await limits.count('remind', String(call.identity?.userId), REMINDER_CALLS_PER_HOUR, HOUR);
      const resultados = [];
      for (const userId of new Set(usuarios))
        try {
          call.wrote((await learning.remind(userId, courseId, texto, call.context())).position);
          resultados.push({ id_usuario: userId, enviado: true, codigo: null });
        } catch (error) {
          if (!(error instanceof DomainError)) throw error;
          resultados.push({ id_usuario: userId, enviado: false, codigo: error.code });
        }
      return { enviados: resultados.filter(({ enviado }) => enviado).length, resultados };
    },
  });
}
