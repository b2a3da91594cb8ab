import { redirect } from 'react-router-dom';
import type { Who } from '../../../backend/api/contract/pages.ts';
import { homeOf, paths, validReturnTo } from '../lib/paths.ts';
import { role } from '../lib/roles.ts';
import { likelySignedIn, loadSession, type SessionUser } from '../lib/session.ts';

export interface Place {
  pathname: string;
  search: string;
  hash: string;
}
const whole = (place: Place) => place.pathname + place.search + place.hash;

/**
 * Where a person is redirected, or null where they may enter. The server checks every call; this only avoids pages that could show nothing.
 * `exists` says whether a path is one of the application's: an instructor on /admin/… goes to the same /instructor/… page only where there is one (C-15).
 */
export const decide = (
  who: Who,
  user: (Pick<SessionUser, 'user_role'> & Partial<Pick<SessionUser, 'username' | 'first_name'>>) | null,
  place: Place,
  exists: (pathname: string) => boolean,
): string | null => {
  if (who === 'anyone') return null;
  if (who === 'guest') return user ? (validReturnTo(new URLSearchParams(place.search).get('returnTo')) ?? homeOf(user.user_role)) : null;
  if (!user) return paths.login(whole(place));
  // An account created by an administrator may lack required fields: the person completes them first (C-13, C-67).
  const incomplete = user.username === null || user.first_name === null;
  if (place.pathname === '/complete-profile')
    return incomplete ? null : (validReturnTo(new URLSearchParams(place.search).get('returnTo')) ?? homeOf(user.user_role));
  if (incomplete) return paths.completeProfile(whole(place));
  if (who === 'signedIn' || who.some((code) => code === user.user_role)) return null;
  if (user.user_role === role.instructor && /^\/admin(\/|$)/.test(place.pathname)) {
    const pathname = place.pathname.replace(/^\/admin/, '/instructor');
    if (exists(pathname)) return whole({ ...place, pathname });
  }
  return paths.unauthorized(whole(place));
};

/**
 * Redirects of the previous editor's addresses (C-14): those that name a course, a subtopic or a comment lead to the course as learners see it, others
 * lead staff to the courses that they write, and everyone else to their own courses.
 */
export const oldEditor = ({ pathname, search }: Pick<Place, 'pathname' | 'search'>, roleCode: number): string => {
  const asked = new URLSearchParams(search);
  if (['courseId', 'subtema', 'comment'].some((name) => asked.get(name))) return `/courses${search}`;
  if (roleCode === role.admin) return paths.adminCourses;
  if (roleCode === role.instructor) return paths.instructorCourses;
  return pathname === '/editor/courses' ? '/courses' : paths.myCourses;
};

/** The loader of a route. */
export const guard =
  (who: Who, exists: (pathname: string) => boolean) =>
  async ({ request }: { request: Request }) => {
    if (who === 'anyone' || (who === 'guest' && !likelySignedIn())) return null;
    const url = new URL(request.url);
    // A request has no hash. On the first page it is still in the address bar.
    const hash = url.pathname === globalThis.location.pathname ? globalThis.location.hash : '';
    const user = await loadSession();
    const to = decide(who, user, { pathname: url.pathname, search: url.search, hash }, exists);
    return to ? redirect(to) : null;
  };
