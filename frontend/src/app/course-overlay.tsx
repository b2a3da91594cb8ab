import { Suspense, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { OVERLAY } from '../domain/course-link.tsx';
import { lazyPart } from '../lib/lazy-route.ts';

const CourseDialog = lazyPart(() => import('../features/course-detail/course-dialog.tsx').then((module) => module.CourseDialog));

/**
 * The course dialog over a page, opened by a `CourseLink`: the router stays on the page, the address bar shows the course's own.
 * Closing it goes back in the history, so that no entry of a closed dialog is left behind.
 */
export function CourseOverlay() {
  const { mask, search } = useLocation();
  const navigate = useNavigate();
  const id = mask ? Number(new URLSearchParams(search).get(OVERLAY)) : 0;
  const open = Number.isInteger(id) && id > 0 ? id : null;
  const [wanted, setWanted] = useState(false);
  if (open !== null && !wanted) setWanted(true);
  // Kept mounted once it was opened, so that the browser returns the focus when it closes.
  return wanted ? (
    <Suspense fallback={null}>
      <CourseDialog courseId={open} onClose={() => void navigate(-1)} />
    </Suspense>
  ) : null;
}
