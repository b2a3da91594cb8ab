import { Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { lazyPart } from '../lib/lazy-route.ts';
import { paths } from '../lib/paths.ts';
import { useMaybeSession } from '../lib/session.ts';
import { PublicSite } from './public-site.tsx';
import { useSiteLinks } from './site-links.ts';

const StudentFrame = lazyPart(() => import('./student-frame.tsx').then((module) => module.StudentFrame));

/** The catalogue has the public site's frame for visitors and the student's frame for signed-in people; neither needs the store. */
export function Component() {
  const links = useSiteLinks(paths.catalogue());
  const user = useMaybeSession();
  if (user)
    return (
      <Suspense fallback={null}>
        <StudentFrame user={user}>
          <Outlet />
        </StudentFrame>
      </Suspense>
    );
  return <PublicSite links={links} />;
}
