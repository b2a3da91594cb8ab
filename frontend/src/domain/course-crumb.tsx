import { Link } from 'react-router-dom';
import { api } from '../api/api.ts';
import { officePaths } from '../lib/office-paths.ts';
import { useSessionUser } from '../lib/session.ts';
import './course-crumb.css';

/** Above the heading of a page about one course, for who teaches it: the way to its editor. */
export function CourseCrumb({ courseId }: { courseId: number }) {
  const user = useSessionUser();
  const course = api.useGetOutlineQuery(courseId).data?.curso.nombre;
  return (
    // Before its name is known its line keeps its place.
    <span className="course-crumb" lang="es">
      {course ? <Link to={officePaths.editCourse(courseId, user.user_role)}>{course}</Link> : '\u00a0'}
    </span>
  );
}
