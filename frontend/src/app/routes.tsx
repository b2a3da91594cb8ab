import { type RouteObject, replace } from 'react-router-dom';
import { lazyRoute } from '../lib/lazy-route.ts';
import { paths } from '../lib/paths.ts';
import { type RoleCode, role } from '../lib/roles.ts';
import { ErrorScreen } from './error-screen.tsx';
import { guard, type Who } from './guards.tsx';
import { exists, knowPlaces, type Place } from './places.ts';
import { FirstPaint, Root } from './root.tsx';

interface Entry extends Place {
  /** Around the page: the landing brings its own; catalogue and sign-in pages load neither store nor Mantine. */
  shell: 'none' | 'public' | 'catalogue' | 'student' | 'office';
  load?: () => Promise<{ Component: React.ComponentType }>;
}

const staff: readonly RoleCode[] = [role.admin];
const teachers: readonly RoleCode[] = [role.instructor, role.admin];
const analysts: readonly RoleCode[] = [role.analyst, role.admin];

/** Every page: its path, who may enter, and what to load. */
export const table: readonly Entry[] = [
  { path: '/', who: 'anyone', shell: 'none', load: () => import('../features/landing/landing-page.tsx') },
  { path: '/login', who: 'guest', shell: 'public', load: () => import('../features/auth/login-page.tsx') },
  { path: '/register', who: 'guest', shell: 'public', load: () => import('../features/auth/register-page.tsx') },
  { path: '/reset-password', who: 'anyone', shell: 'public', load: () => import('../features/auth/reset-password-page.tsx') },
  { path: '/verify-email-notice', who: 'anyone', shell: 'public', load: () => import('../features/auth/verify-notice-page.tsx') },
  { path: '/verify-email', who: 'anyone', shell: 'public', load: () => import('../features/auth/verify-email-page.tsx') },
  { path: '/demo/mailbox', who: 'anyone', shell: 'public', load: () => import('../features/auth/demo-mailbox-page.tsx') },
  { path: '/setup', who: 'anyone', shell: 'public', load: () => import('../features/auth/setup-page.tsx') },
  { path: '/pricing', who: 'anyone', shell: 'public', load: () => import('../features/prices/pricing-page.tsx') },
  { path: '/costos-servicios', who: 'anyone', shell: 'public', load: () => import('../features/prices/costs-page.tsx') },
  { path: '/checkout', who: 'signedIn', shell: 'public', load: () => import('../features/checkout/checkout-page.tsx') },
  { path: '/checkoutcourse', who: 'signedIn', shell: 'public', to: '/checkout' },
  { path: '/politicas', who: 'anyone', shell: 'public', load: () => import('../features/policies/policies-page.tsx') },
  { path: '/google', who: 'anyone', shell: 'public', load: () => import('../features/auth/google-page.tsx') },
  { path: '/complete-profile', who: 'signedIn', shell: 'public', load: () => import('../features/account/complete-page.tsx') },
  { path: '/unauthorized', who: 'anyone', shell: 'public', load: () => import('./unauthorized-page.tsx') },
  { path: '/list-courses', who: 'anyone', shell: 'catalogue', load: () => import('../features/catalog/catalogue-page.tsx') },
  { path: '/cursos/:slug', who: 'anyone', shell: 'catalogue', load: () => import('../features/course-detail/course-page.tsx') },
  { path: '/shop', who: 'signedIn', shell: 'catalogue', load: () => import('../features/shop/shop-page.tsx') },

  { path: '/dashboard', who: 'signedIn', shell: 'student', load: () => import('../features/dashboard/dashboard-page.tsx') },
  { path: '/my-courses', who: 'signedIn', shell: 'student', load: () => import('../features/my-courses/my-courses-page.tsx') },
  { path: '/courses', who: 'signedIn', shell: 'student', load: () => import('../features/lesson/lesson-page.tsx') },
  { path: '/community', who: 'signedIn', shell: 'student', load: () => import('../features/community/community-page.tsx') },
  { path: '/progress', who: 'signedIn', shell: 'student', load: () => import('../features/progress/progress-page.tsx') },
  { path: '/profile', who: 'signedIn', shell: 'student', load: () => import('../features/profile/profile-page.tsx') },
  { path: '/profile/security', who: 'signedIn', shell: 'student', load: () => import('../features/account/security-page.tsx') },
  { path: '/people/:userId', who: 'signedIn', shell: 'student', load: () => import('../features/account/public-page.tsx') },

  { path: '/admin', who: staff, shell: 'office', to: paths.adminOverview },
  { path: '/admin/overview', who: staff, shell: 'office', load: () => import('../features/administration/overview-page.tsx') },
  { path: '/admin/courses', who: staff, shell: 'office', load: () => import('../features/administration/courses-page.tsx') },
  { path: '/admin/people', who: staff, shell: 'office', load: () => import('../features/people/people-page.tsx') },
  { path: '/admin/reviews', who: staff, shell: 'office', load: () => import('../features/reviews/moderation-page.tsx') },
  { path: '/admin/site', who: staff, shell: 'office', load: () => import('../features/site-admin/site-page.tsx') },
  { path: '/admin/leads', who: staff, shell: 'office', load: () => import('../features/leads/leads-page.tsx') },
  { path: '/admin/scholarships', who: staff, shell: 'office', load: () => import('../features/scholarships/scholarships-page.tsx') },
  { path: '/admin/projections', who: staff, shell: 'office', load: () => import('../features/projections/projections-page.tsx') },
  { path: '/analytics', who: analysts, shell: 'office', load: () => import('../features/analytics/dictionary-page.tsx') },

  { path: '/instructor', who: teachers, shell: 'office', to: paths.instructorOverview },
  { path: '/instructor/overview', who: teachers, shell: 'office', load: () => import('../features/administration/instructor-page.tsx') },
  { path: '/instructor/courses', who: teachers, shell: 'office', load: () => import('../features/administration/courses-page.tsx') },
];

knowPlaces(table);

const loaderOf = (who: Who, to: string | undefined) =>
  to
    ? async (context: { request: Request }) => {
        const refused = await guard(who, exists)(context);
        if (refused) return refused;
        const { search } = new URL(context.request.url);
        // Nothing links here: whoever comes typed it, and going back must not lead here again.
        return replace(to + search);
      }
    : guard(who, exists);

const page = ({ path, who, load, to }: Entry): RouteObject => ({
  path,
  // Without one where there is nothing to ask: a page that came drawn is then complete at once.
  ...(who !== 'anyone' || to ? { loader: loaderOf(who, to) } : {}),
  ...(load ? { lazy: lazyRoute(load) } : { Component: FirstPaint }),
});
const inShell = (shell: Entry['shell']) => table.filter((entry) => entry.shell === shell).map(page);
/** An error inside a shell leaves the shell standing. */
const within = (children: RouteObject[]): RouteObject[] => [{ errorElement: <ErrorScreen inShell />, children }];

const landing = table
  .filter((entry) => entry.shell === 'none')
  .map(({ path, load }): RouteObject => ({ path, ...(load ? { lazy: lazyRoute(load) } : {}) }));

export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: ErrorScreen,
    HydrateFallback: FirstPaint,
    children: [
      ...landing,
      { lazy: lazyRoute(() => import('./catalogue-layout.tsx')), children: within(inShell('catalogue')) },
      {
        lazy: lazyRoute(() => import('./public-layout.tsx')),
        children: within([...inShell('public'), { path: '*', lazy: lazyRoute(() => import('./not-found-page.tsx')) }]),
      },
      { lazy: lazyRoute(() => import('./student-shell.tsx')), children: within(inShell('student')) },
      { lazy: lazyRoute(() => import('./office-shell.tsx')), children: within(inShell('office')) },
    ],
  },
];
