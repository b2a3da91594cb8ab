import type { CourseDirectory, CourseEntry, CourseOrder } from '../../projections/courseDirectory.ts';
import { courses } from '../../projections/courses.ts';
import { summaryRecordOf } from '../answers/courses.ts';
import { brokenByCourse } from '../answers/links.ts';
import { courseManagement } from '../contract/courseManagement.ts';
import type { Implement } from '../implement.ts';

const statuses = { publicado: 'published', borrador: 'draft', archivado: 'archived' } as const;
const MOST_FEATURED = 100;
const recordOf = ({ course, stats, instructor, reviews }: CourseEntry) => summaryRecordOf(course, stats, instructor, reviews);

/** The list of courses for the people who manage them. */
export function courseManagementRoutes(implement: Implement, directory: CourseDirectory): void {
  implement(courseManagement.managedCourses, {
    async handle({ query: { buscar, estado, enlaces, orden, limit, cursor } }, call) {
      const { identity } = call;
      const instructorId = identity?.role === 'administrator' ? null : (identity?.userId ?? 0);
      // Read first, so that X-Position is one that the directory has reached.
      await call.reads.get(courses, '0');
      const own = (course: { instructorId: number | null }) => instructorId === null || course.instructorId === instructorId;
      const broken = enlaces && (await brokenByCourse(call.reads, own));
      const found = await directory.search({
        ...{ instructorId, text: buscar, status: estado && statuses[estado], limit, cursor },
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
