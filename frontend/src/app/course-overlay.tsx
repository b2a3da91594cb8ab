import { Suspense, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { OVERLAY } from '../domain/course-link.tsx';
import { lazyPart } from '../lib/lazy-route.ts';

const CourseDialog = lazyPart(() => import('../features/course-detail/course-dialog.tsx').then((module) => module.CourseDialog));

/**
 * The course that stands over the page, where a `CourseLink` was followed: the router stays on the page, the address bar shows the course's.
 * Closing goes back, so that the way back never leads through a closed dialog.
 */
export function CourseOverlay() {
  const { mask, search } = useLocation();
  const navigate = useNavigate();
  const id = mask ? Number(new URLSearchParams(search).get(OVERLAY)) : 0;
  const open = Number.isInteger(id) && id > 0 ? id : null;
  const [wanted, setWanted] = useState(false);
  if (open !== null && !wanted) setWanted(true);
  // Once opened it stays, closed: only then does the browser give focus back to what opened it.
  return wanted ? (
    <Suspense fallback={null}>
      <CourseDialog courseId={open} onClose={() => void navigate(-1)} />
    </Suspense>
  ) : null;
}
