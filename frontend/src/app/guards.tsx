import { redirect } from 'react-router-dom';
import { homeOf, paths, validReturnTo } from '../lib/paths.ts';
import { role } from '../lib/roles.ts';
import { likelySignedIn, loadSession, type SessionUser } from '../lib/session.ts';
import type { Who } from './pages.ts';

export interface Place {
  pathname: string;
  search: string;
  hash: string;
}
const whole = (place: Place) => place.pathname + place.search + place.hash;

/**
 * Where a person is led, or null when they may enter. The server decides again on every call; this only saves people from pages that would answer nothing.
 * `exists` says whether a path is one of the application's, so that an instructor on /admin/… goes to the same /instructor/… page only where there is one (C-15).
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
  // Who was added by somebody else may lack what everybody has (C-13, C-67).
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
 * Where the addresses of the editor of before lead (C-14): what names a course, a subtopic or a comment to the course as learners see it, anything else
 * staff to the courses that they write, and others to theirs.
 */
export const oldEditor = ({ pathname, search }: Pick<Place, 'pathname' | 'search'>, roleCode: number): string => {
  const asked = new URLSearchParams(search);
  if (['courseId', 'subtema', 'comment'].some((name) => asked.get(name))) return `/courses${search}`;
  if (roleCode === role.admin) return paths.adminCourses;
  if (roleCode === role.instructor) return paths.instructorCourses;
  return pathname === '/editor/courses' ? '/courses' : paths.myCourses;
};

/** The loader that stands before a route. */
export const guard =
  (who: Who, exists: (pathname: string) => boolean) =>
  async ({ request }: { request: Request }) => {
    if (who === 'anyone' || (who === 'guest' && !likelySignedIn())) return null;
    const url = new URL(request.url);
    // A request carries no hash; on the first page the address bar still has it.
    const hash = url.pathname === globalThis.location.pathname ? globalThis.location.hash : '';
    const user = await loadSession();
    const to = decide(who, user, { pathname: url.pathname, search: url.search, hash }, exists);
    return to ? redirect(to) : null;
  };
