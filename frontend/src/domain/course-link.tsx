import { Link, useLocation } from 'react-router-dom';
import { paths } from '../lib/paths.ts';

/** The router's name for the course shown over a page; the address bar shows the course's own page instead. */
export const OVERLAY = 'curso';

/**
 * Opens a course over the present page: the address becomes that of the course's page (to share, or to open in another tab), going back closes it.
 */
export function CourseLink({
  course,
  className = 'btn ghost',
  children,
}: {
  course: { id: number; nombre: string; slug: string };
  className?: string;
  children: string;
}) {
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(search);
  params.set(OVERLAY, String(course.id));
  return (
    <Link
      className={className}
      to={{ pathname, search: `?${params}` }}
      mask={paths.coursePage(course.slug)}
      preventScrollReset
      aria-haspopup="dialog"
    >
      {children}
      <span className="sr" lang="es">
        : {course.nombre}
      </span>
    </Link>
  );
}
