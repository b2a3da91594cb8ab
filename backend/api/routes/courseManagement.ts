import { type Teachers, teachersOf, teaches } from '../../../events/outline.ts';
import { course, MOST_CO_INSTRUCTORS } from '../../commands/catalogue/course.ts';
import { user } from '../../commands/identity/user.ts';
import type { CourseDirectory, CourseEntry, CourseOrder } from '../../projections/courseDirectory.ts';
import { courses } from '../../projections/courses.ts';
import { users } from '../../projections/users.ts';
import { summaryRecordOf } from '../answers/courses.ts';
import { brokenByCourse } from '../answers/links.ts';
import { publicName } from '../answers/people.ts';
import { taughtBy } from '../answers/taught.ts';
import { type Implement, signedIn } from '../calls/implement.ts';
import { createStillTaught } from '../calls/ownership.ts';
import { NO_REASON } from '../contract/common.ts';
import { courseManagement } from '../contract/courseManagement.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';

const statuses = { publicado: 'published', borrador: 'draft', archivado: 'archived' } as const;
const MOST_FEATURED = 100;
const recordOf = ({ course, stats, instructor, reviews }: CourseEntry) => summaryRecordOf(course, stats, instructor, reviews);

/** The list of courses for the people who manage them. */
export function courseManagementRoutes(
  implement: Implement,
  deps: Deps,
  directory: CourseDirectory,
  recheck: (userId: number) => void,
): void {
  teacherRoutes(implement, deps, recheck);
  const stillTaught = createStillTaught(deps);
  implement(courseManagement.managedCourses, {
    async handle({ query: { buscar, estado, enlaces, orden, limit, cursor } }, call) {
      const { identity } = call;
      const teacherId = identity?.role === 'administrator' ? null : (identity?.userId ?? 0);
      const taught = teacherId === null || !deps.ofToday ? [] : await taughtBy(teacherId, call.reads);
      const still = new Set((await stillTaught(taught, identity)).map(({ courseId }) => courseId));
      const left = new Set(taught.flatMap(({ courseId }) => (still.has(courseId) ? [] : [courseId])));
      // Read first, so that X-Position is one that the directory has reached.
      await call.reads.get(courses, '0');
      const own = (course: Teachers & { courseId: number }) =>
        teacherId === null || (teaches(course, teacherId) && !left.has(course.courseId));
      const broken = enlaces && (await brokenByCourse(call.reads, own));
      const found = await directory.search({
        ...{ manages: own, text: buscar, status: estado && statuses[estado], limit, cursor },
        ...{ order: orden.replace('-', '') as CourseOrder, descending: orden.startsWith('-') },
        ...(broken && { among: new Set(broken.map(({ id_curso }) => id_curso)) }),
      });
      const { published, draft, archived, students } = found.figures;
      return {
        cursos: found.entries.map(recordOf),
        total: found.total,
        primero: found.first,
        siguiente: found.next,
        cifras: { publicado: published, borrador: draft, archivado: archived, inscripciones: students },
        destacados: found.featured.slice(0, MOST_FEATURED).map(recordOf),
      };
    },
  });
}

/** `recheck` looks at a person's live connections again. */
function teacherRoutes(implement: Implement, { authoring, commands }: Deps, recheck: (userId: number) => void): void {
  implement(courseManagement.courseTeachers, {
    course: async ({ params }) => params.courseId,
    async handle({ params: { courseId } }, call) {
      // From the read model, so that X-Position and live updates fit the answer.
      const doc = await call.reads.get(courses, String(courseId));
      if (!doc) throw new ApiError('COURSE_NOT_FOUND');
      const people = await call.reads.getMany(users, teachersOf(doc).map(String));
      const named = (id: number) => ({ id, nombre: publicName(people.get(String(id)) ?? null, id) });
      return {
        instructor: doc.instructorId === null ? null : named(doc.instructorId),
        // A teacher whose account is gone is left out.
        coinstructores: doc.coInstructors.filter((id) => people.has(String(id))).map(named),
        maximo: MOST_CO_INSTRUCTORS,
      };
    },
  });
  implement(courseManagement.addCoInstructor, {
    course: async ({ params }) => params.courseId,
    async handle({ params: { courseId }, body: { id_usuario: userId, motivo } }, call) {
      const { state } = await commands.load(user, userId);
      if (state.status !== 'active' || state.role !== 'instructor') throw new ApiError('INSTRUCTOR_REQUIRED');
      call.wrote((await authoring.change(courseId, { type: 'addCoInstructor', userId }, call.context(motivo))).position);
      return { message: 'Ahora imparte el curso contigo' };
    },
  });
  implement(courseManagement.removeCoInstructor, {
    course: async ({ params }) => params.courseId,
    async handle({ params: { courseId, userId }, query: { motivo } }, call) {
      const { userId: own, role } = signedIn(call);
      const leads = role === 'administrator' || (await commands.load(course, courseId)).state.instructorId === own;
      if (!leads && userId !== own) throw new ApiError('FORBIDDEN');
      call.wrote((await authoring.change(courseId, { type: 'removeCoInstructor', userId }, call.context(motivo ?? NO_REASON))).position);
      recheck(userId);
      return { message: 'Ya no imparte el curso' };
    },
  });
}
