import { paths, withQuery } from './paths.ts';
import { role } from './roles.ts';

/** Addresses of the office. */
export const officePaths = {
  adminPeople: '/admin/users',
  adminPayments: '/admin/payments',
  importPeople: '/admin/users/import',
  userCourses: (userId?: number) => withQuery('/admin/user-courses', { userId }),
  /** Where live events are planned, in the area of who plans them. */
  manageEvents: (roleCode: number) => (roleCode === role.admin ? '/admin/events' : '/instructor/events'),
  adminComments: '/admin/comments',
  adminReviews: '/admin/reviews',
  adminSite: (seccion?: string) => withQuery('/admin/site', { seccion }),
  adminLeads: '/admin/leads',
  adminSupport: '/admin/support',
  dataRequests: '/admin/users/requests',
  quietLearners: '/admin/users/quiet',
  adminScholarships: '/admin/scholarships',
  figures: '/figures',
  /** A question of SQL, asked at once, with its answer as a table or a chart. */
  question: (sql: string, vista: 'tabla' | 'barras' | 'linea') => withQuery('/analytics/sql', { sql, ...(vista !== 'tabla' && { vista }) }),
  webhooks: '/admin/integrations?seccion=webhooks',
  projections: '/admin/projections',
  projection: (id: string) => withQuery('/admin/projections', { proyeccion: id }),
  /** One of its documents, event by event. */
  projectionSteps: (id: string, documento: string) => withQuery('/admin/projections', { proyeccion: id, documento }),
  /** What an instructor sees of their courses, for administrators. */
  overviewOf: (instructorId: number) => withQuery('/admin/instructors', { instructor: instructorId }),
  /** Groups and certificates of a course, in the area of the person's role. */
  courseGroups: (courseId: number, roleCode: number) =>
    withQuery(roleCode === role.admin ? '/admin/groups' : '/instructor/groups', { curso: courseId }),
  courseCertificates: (courseId: number, roleCode: number) =>
    withQuery(roleCode === role.admin ? '/admin/certificates' : '/instructor/certificates', { curso: courseId }),
  /** The editor of a course, in the area of the person's role. */
  editCourse: (courseId: number, roleCode: number) => `${roleCode === role.admin ? '/admin' : '/instructor'}/courses/${courseId}/edit`,
  /** Captions and transcripts of its videos, beside the list of courses. */
  courseVideos: (courseId: number, roleCode: number) => `${roleCode === role.admin ? '/admin' : '/instructor'}/courses?videos=${courseId}`,
  /** The history of the whole school, narrowed; `hecho` opens one fact of it. */
  wholeHistory: (
    filters: Partial<Record<'vista' | 'quien' | 'tras' | 'sobre' | 'area' | 'tipo' | 'todo' | 'hecho', string | number>> = {},
  ) => withQuery(paths.wholeHistory, filters),
  /** The log itself, narrowed; `evento` opens one: `course-3@0`. */
  eventLog: (filters: Partial<Record<'flujo' | 'categoria' | 'tipo' | 'quien' | 'acto' | 'evento', string | number>> = {}) =>
    withQuery(paths.log, filters),
} as const;
