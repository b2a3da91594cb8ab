import { role } from './roles.ts';

export const withQuery = (path: string, query: Record<string, string | number | null | undefined>): string => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  const text = search.toString();
  return text ? `${path}?${text}` : path;
};

/** What a checkout is for: the plan, a course by its id, or a bundle. */
export type Checkout = 'premium' | number | `paquete-${number}`;

/** Every address of the application is made here and, for the office, in office-paths.ts, which no visitor downloads. */
export const paths = {
  home: '/',
  featured: '/#cursos-destacados',
  communitySection: '/#comunidad',
  testimonials: '/#testimonios',
  contact: '/#contactanos',
  grants: '/#becas-corporativas',
  pricing: '/pricing',
  costs: '/costos-servicios',
  /** `code` is that of one policy: `privacidad`. */
  policies: (code?: string) => (code ? `/politicas#${code}` : '/politicas'),
  /** `notice` says why somebody was sent there. */
  login: (returnTo?: string | null, notice?: 'ended' | 'idle' | 'verified' | 'password' | 'erased') =>
    withQuery('/login', { returnTo, notice }),
  register: (options: { returnTo?: string | null; campaign?: string } = {}) => withQuery('/register', options),
  /** A course's own page; only the number at the end of `slug` counts. */
  coursePage: (slug: string) => `/cursos/${slug}`,
  purchases: '/purchases',
  /** A bundle's own page; only the number at the end of `slug` counts. */
  bundle: (slug: string | number) => `/paquetes/${slug}`,
  /** A gift, by its code. */
  gift: (code: string) => `/regalos/${code}`,
  /** `gift`: for somebody else. `group`: the chosen group of the course. */
  checkout: (what: Checkout, gift = false, group?: number) =>
    `/checkout?${what === 'premium' ? 'plan=premium' : typeof what === 'number' ? `courseId=${what}` : what.replace('-', '=')}${gift ? '&regalo=1' : ''}${group === undefined ? '' : `&grupo=${group}`}`,
  shop: '/shop',
  catalogue: (filters: Record<string, string | undefined> = {}) => withQuery('/list-courses', filters),
  resetPassword: (token?: string) => withQuery('/reset-password', { token }),
  verifyNotice: (email?: string, returnTo?: string | null) => withQuery('/verify-email-notice', { email, returnTo }),
  verifyEmail: (token?: string) => withQuery('/verify-email', { token }),
  demoMailbox: '/demo/mailbox',
  completeProfile: (returnTo?: string | null) => withQuery('/complete-profile', { returnTo }),
  /** `from` is the page that was refused. */
  unauthorized: (from?: string) => withQuery('/unauthorized', { from }),

  dashboard: '/dashboard',
  myCourses: '/my-courses',
  /** Without a course a comment finds its own. */
  course: (
    courseId: number | null,
    at: { moduleId?: number; sessionId?: number; subtema?: number; comment?: number; t?: number; pasaje?: string } = {},
  ) => withQuery('/courses', { courseId, ...at }),
  events: (id?: number) => withQuery('/events', { evento: id }),
  calendar: '/calendar',
  participation: '/participation',
  forum: (courseId?: number, topic?: number) => withQuery('/forum', { curso: courseId, tema: topic }),
  community: '/community',
  progress: '/progress',
  certificates: '/certificates',
  /** The public page of a person. */
  certificate: (code: string) => `/certificados/${code}`,
  notes: '/notes',
  searchContent: (courseId?: number) => withQuery('/search', { curso: courseId }),
  history: '/history',
  profile: '/profile',
  security: '/profile/security',
  notificationPreferences: '/profile/notifications',
  person: (userId: number) => `/people/${userId}`,

  /** Where roles start; the other pages of the office are in office-paths.ts. */
  adminOverview: '/admin/overview',
  adminCourses: '/admin/courses',
  instructorOverview: '/instructor/overview',
  instructorCourses: '/instructor/courses',
  analytics: '/analytics',
  /** The history of the whole school, for administrators and auditors. */
  wholeHistory: '/admin/history',
  /** The log of events. */
  log: '/analytics/events',
} as const;

/** The start page of each role (A38). */
export const homeOf = (roleCode: number): string => {
  if (roleCode === role.admin) return paths.adminOverview;
  if (roleCode === role.instructor) return paths.instructorOverview;
  if (roleCode === role.auditor) return paths.wholeHistory;
  return roleCode === role.analyst ? paths.analytics : paths.dashboard;
};

/** Sign-in after a session that its person did not end, with the way back. */
export const backTo = (notice: 'ended' | 'idle'): string => paths.login(location.pathname + location.search, notice);

const signInPages = /^\/(login|register|reset-password|verify-email|verify-email-notice|unauthorized|complete-profile|google)(\/|$)/;

/** A `returnTo` is only ever a path of this application, and never one of the sign-in pages. */
export const validReturnTo = (value: string | null | undefined): string | null => {
  if (!value?.startsWith('/') || value.length > 500) return null;
  // '//host' and '/\host' leave the site; browsers drop control characters, which could hide either.
  if (/^\/[/\\]/.test(value) || [...value].some((character) => character === '\\' || character.charCodeAt(0) < 32)) return null;
  const base = 'http://aulaviva.invalid';
  if (!URL.canParse(value, base)) return null;
  const url = new URL(value, base);
  // '/..//host' becomes '//host' once its dots are resolved.
  if (url.origin !== base || url.pathname.startsWith('//') || signInPages.test(url.pathname)) return null;
  return url.pathname + url.search + url.hash;
};
