import type { QueryName } from './all.ts';
import { type RoleCode, roleCodes } from './roles.ts';

/**
 * Every page of the application, once. The router and its guards, the menus, the addresses known to the server, server-side rendering, the sitemap and
 * robots.txt, the size budgets, and the pages that axe and the screenshots visit are all derived from this table.
 * The browser downloads only the part that its router needs (frontend/pages-plugin.ts); server, build and tests read it whole.
 */

/** Who may enter: anyone, only people who are not signed in (others are redirected), anyone signed in, or these roles. */
export type Who = 'anyone' | 'guest' | 'signedIn' | readonly RoleCode[];

interface Common {
  path: string;
  who: Who;
  /** The frame of the page: the landing page has its own; catalogue and sign-in pages load no store. `form`: a page that is a form, or one step of one. */
  shell: 'none' | 'public' | 'form' | 'catalogue' | 'student' | 'office';
}
export interface Shown extends Common {
  /** `features/auth/login` is features/auth/login-page.tsx. */
  page: string;
  /** Its name in the menu; absent: it is not in the menu. */
  menu?: string;
  /** In a student's menu: its picture there, by its name in @tabler/icons-react. */
  icon?: `Icon${string}`;
  /** In a student's menu: a name for the tab bar of a phone. */
  short?: string;
  /** In a student's menu: left out of the tab bar of a phone, which has room for five. `wide`: in the menu of wide windows; `account`: in the account menu alone. */
  only?: 'wide' | 'account';
  /** Absent from the menu: the page whose entry is marked in its place. */
  within?: string;
  /** Its name in the footer of public pages, for those that are not in the menu. */
  footer?: string;
  /** The key of its title and description in seo.json, for search engines, link previews and readers without scripts. backend/api/pages adds the rest. */
  words?: string;
  /** In the sitemap; it changes with these. */
  sitemap?: readonly ('site' | 'courses')[];
  /** Rendered on the server for visitors, with the data in draw.tsx. */
  drawn?: true;
  /** The call that index.html sends before the application is loaded: the page's first read, of what its address names by a number, or of the person. */
  first?: QueryName;
  /** Absent: the default of its shell. */
  budget?: Budget;
  /** Absent: one. */
  visits?: readonly Visit[];
}
interface Redirect extends Common {
  /** A redirect in place of a page, with the query of the address, or else its own; `editor`: redirects of the previous editor (guards.tsx). */
  to: string;
}
export type Page = Shown | Redirect;

/** The size budget of everything the page loads, in gzipped kB. */
interface Budget {
  js: number;
  css?: number;
  /** The size budget of the page's own chunk. */
  own?: number;
}
/** A state of a page that the tests visit. */
interface Visit {
  /** Absent: the page's path. */
  name?: string;
  /** What follows the path, or the whole address where the path has a parameter. */
  at?: string;
  /** A demo account, or nobody; absent: one of those that the page is for. */
  as?: Account;
}
type Account = 'estudiante' | 'premium' | 'instructor' | 'admin' | 'analista' | null;

const staff = [roleCodes.administrator] as const;
/** Administrators see these pages only as an instructor («Ver como»). */
const instructors = [roleCodes.instructor] as const;
const analysts = [roleCodes.analyst, roleCodes.auditor, roleCodes.administrator] as const;
const auditors = [roleCodes.administrator, roleCodes.auditor] as const;

const light = { js: 130 } as const;

/** Menus have this order. */
const table = [
  {
    path: '/',
    who: 'anyone',
    shell: 'none',
    page: 'features/landing/landing',
    footer: 'nav.home',
    words: 'home',
    sitemap: ['site', 'courses'],
    drawn: true,
    budget: { js: 130, css: 8 },
    visits: [{ name: 'landing' }, { name: 'landing-student', as: 'estudiante' }],
  },
  {
    path: '/list-courses',
    who: 'anyone',
    shell: 'catalogue',
    page: 'features/catalog/catalogue',
    menu: 'nav.courses',
    words: 'catalogue',
    sitemap: ['courses'],
    drawn: true,
    budget: light,
    visits: [{ name: 'catalogue' }, { name: 'catalogue-none', at: '?buscar=zzzz' }],
  },
  {
    path: '/pricing',
    who: 'anyone',
    shell: 'public',
    page: 'features/prices/pricing',
    menu: 'nav.plans',
    words: 'pricing',
    sitemap: ['site'],
    budget: light,
    visits: [{}, { name: 'pricing-premium', as: 'premium' }],
  },
  {
    path: '/costos-servicios',
    who: 'anyone',
    shell: 'public',
    page: 'features/prices/costs',
    menu: 'nav.costs',
    words: 'costs',
    sitemap: ['site', 'courses'],
    budget: light,
  },
  {
    // One page per published course, described in the course's own words.
    path: '/cursos/:slug',
    who: 'anyone',
    shell: 'catalogue',
    page: 'features/course-detail/course',
    sitemap: ['courses'],
    drawn: true,
    budget: light,
    visits: [
      { name: 'course-page', at: '/cursos/ia-no-code-1' },
      { name: 'course-page-premium', at: '/cursos/mcp-servers-4', as: 'estudiante' },
    ],
  },
  {
    // One page per published bundle of courses.
    path: '/paquetes/:slug',
    who: 'anyone',
    shell: 'public',
    page: 'features/bundles/bundle',
    sitemap: ['courses'],
    budget: light,
    visits: [{ name: 'bundle', at: '/paquetes/1' }],
  },
  {
    path: '/politicas',
    who: 'anyone',
    shell: 'public',
    page: 'features/policies/policies',
    footer: 'nav.policies',
    words: 'policies',
    sitemap: ['site'],
    budget: light,
  },
  {
    // Its holder gives the address to others: not for search engines. Strangers can only look up a code, so the tests visit one that belongs to no certificate.
    path: '/certificados/:code',
    who: 'anyone',
    shell: 'public',
    page: 'features/certificates/verify',
    visits: [{ name: 'certificate-unknown', at: '/certificados/00000-00000-00000-00000' }],
  },
  { path: '/register', who: 'guest', shell: 'form', page: 'features/auth/register', words: 'register', sitemap: [] },
  { path: '/login', who: 'guest', shell: 'form', page: 'features/auth/login', words: 'login' },
  {
    path: '/reset-password',
    who: 'anyone',
    shell: 'form',
    page: 'features/auth/reset-password',
    visits: [{}, { name: 'reset-token', at: '?token=x' }],
  },
  {
    path: '/verify-email-notice',
    who: 'anyone',
    shell: 'form',
    page: 'features/auth/verify-notice',
    visits: [{ at: '?email=alguien@ejemplo.mx' }],
  },
  { path: '/verify-email', who: 'anyone', shell: 'form', page: 'features/auth/verify-email', visits: [{ at: '?token=x' }] },
  // Google's redirect ends here; the page leads on at once.
  { path: '/google', who: 'anyone', shell: 'form', page: 'features/auth/google', visits: [] },
  // So does that of a company’s provider.
  { path: '/empresa', who: 'anyone', shell: 'form', page: 'features/auth/company', visits: [] },
  // Launches from learning platforms end here.
  {
    path: '/lti',
    who: 'anyone',
    shell: 'form',
    page: 'features/auth/lti',
    visits: [
      { name: 'lti-refused', at: '?fallo=LTI_TOKEN&detalle=deployment' },
      { name: 'lti-link', at: '?enlace=COMPANY_LINK_FIRST' },
    ],
  },
  { path: '/unsubscribe', who: 'anyone', shell: 'form', page: 'features/preferences/unsubscribe', visits: [{ at: '?token=x' }] },
  { path: '/demo/mailbox', who: 'anyone', shell: 'public', page: 'features/auth/demo-mailbox' },
  { path: '/setup', who: 'anyone', shell: 'form', page: 'features/auth/setup' },
  // For accounts that lack required fields, which no demo account does.
  { path: '/complete-profile', who: 'signedIn', shell: 'form', page: 'features/account/complete', visits: [] },
  {
    path: '/checkout',
    who: 'signedIn',
    shell: 'form',
    page: 'features/checkout/checkout',
    visits: [
      { name: 'checkout-plan', at: '?plan=premium' },
      { name: 'checkout-course', at: '?courseId=4' },
      { name: 'checkout-bundle', at: '?paquete=1' },
      { name: 'checkout-premium', as: 'premium' },
    ],
  },
  {
    // The code is meant for one recipient: not for search engines.
    path: '/regalos/:code',
    who: 'anyone',
    shell: 'public',
    page: 'features/gifts/gift',
    visits: [{ name: 'gift-unknown', at: '/regalos/1-1-0000000000' }],
  },
  { path: '/demo/payment', who: 'anyone', shell: 'form', page: 'features/checkout/demo-payment' },
  { path: '/checkoutcourse', who: 'anyone', shell: 'public', to: '/checkout?courseId=' },
  { path: '/unauthorized', who: 'anyone', shell: 'public', page: 'app/unauthorized' },
  { path: '*', who: 'anyone', shell: 'public', page: 'app/not-found', visits: [{ name: 'not-found', at: '/no-existe' }] },

  {
    path: '/dashboard',
    who: 'signedIn',
    shell: 'student',
    page: 'features/dashboard/dashboard',
    menu: 'nav.home',
    icon: 'IconHome',
    first: 'panel',
  },
  {
    path: '/my-courses',
    who: 'signedIn',
    shell: 'student',
    page: 'features/my-courses/my-courses',
    menu: 'nav.myCourses',
    icon: 'IconRoute',
    short: 'shell:nav.myCoursesShort',
  },
  {
    path: '/shop',
    who: 'signedIn',
    shell: 'catalogue',
    page: 'features/shop/shop',
    menu: 'nav.shop',
    icon: 'IconBuildingStore',
    visits: [{}, { name: 'shop-premium', as: 'premium' }],
  },
  {
    path: '/courses',
    who: 'signedIn',
    shell: 'student',
    page: 'features/lesson/lesson',
    budget: { js: 300, own: 100 },
    visits: [
      { name: 'course', at: '?courseId=1' },
      { name: 'lesson', at: '?courseId=1&modulo=1&sesion=1' },
    ],
  },
  { path: '/participation', who: 'signedIn', shell: 'student', page: 'features/participation/participation' },
  {
    path: '/forum',
    who: 'signedIn',
    shell: 'student',
    page: 'features/lesson/discussion/forum',
    // Contains everything of a class's discussion: answers, reactions, reports, and the editor.
    budget: { js: 285 },
    visits: [{ at: '?curso=1' }, { name: 'forum-topic', at: '?curso=1&tema=20' }],
  },
  {
    path: '/saved',
    who: 'signedIn',
    shell: 'student',
    page: 'features/bookmarks/saved',
    menu: 'bookmarks:title',
    icon: 'IconBookmark',
    only: 'wide',
  },
  {
    path: '/events',
    who: 'signedIn',
    shell: 'student',
    page: 'features/events/events',
    menu: 'nav.events',
    icon: 'IconCalendarEvent',
    only: 'wide',
    visits: [{}, { name: 'events-one', at: '?evento=3' }, { name: 'events-past', at: '?vista=pasados' }],
  },
  { path: '/calendar', who: 'signedIn', shell: 'student', page: 'features/events/calendar' },
  {
    path: '/community',
    who: 'signedIn',
    shell: 'student',
    page: 'features/community/community',
    menu: 'nav.community',
    icon: 'IconMessages',
    visits: [{}, { name: 'community-jobs', at: '?categoria=trabajos', as: 'admin' }],
  },
  {
    path: '/progress',
    who: 'signedIn',
    shell: 'student',
    page: 'features/progress/progress',
    menu: 'nav.progress',
    icon: 'IconChartDots3',
    short: 'shell:nav.progressShort',
  },
  {
    path: '/search',
    who: 'signedIn',
    shell: 'student',
    page: 'features/search/search',
    visits: [{}, { name: 'search-found', at: '?buscar=datos' }],
  },
  {
    path: '/notes',
    who: 'signedIn',
    shell: 'student',
    page: 'features/notes/notes',
    menu: 'shell:nav.notes',
    icon: 'IconNotebook',
    only: 'account',
  },
  {
    path: '/certificates',
    who: 'signedIn',
    shell: 'student',
    page: 'features/certificates/certificates',
    menu: 'shell:nav.certificates',
    icon: 'IconCertificate',
    only: 'account',
    visits: [{}, { name: 'certificates-premium', as: 'premium' }],
  },
  {
    path: '/history',
    who: 'signedIn',
    shell: 'student',
    page: 'features/own-history/own-history',
    menu: 'shell:nav.history',
    icon: 'IconHistory',
    only: 'account',
  },
  {
    path: '/purchases',
    who: 'signedIn',
    shell: 'student',
    page: 'features/purchases/purchases',
    menu: 'shell:nav.purchases',
    icon: 'IconReceipt',
    only: 'account',
  },
  {
    path: '/support',
    who: 'signedIn',
    shell: 'student',
    page: 'features/support/support',
    menu: 'shell:nav.support',
    icon: 'IconHelpCircle',
    only: 'account',
    visits: [{}, { name: 'support-premium', as: 'premium' }],
  },
  { path: '/success', who: 'signedIn', shell: 'student', page: 'features/purchases/success' },
  { path: '/cancel', who: 'signedIn', shell: 'student', page: 'features/purchases/cancel' },
  {
    path: '/profile',
    who: 'signedIn',
    shell: 'student',
    page: 'features/profile/profile',
    menu: 'nav.profile',
    icon: 'IconUser',
    only: 'wide',
  },
  { path: '/profile/security', who: 'signedIn', shell: 'student', page: 'features/account/security' },
  { path: '/profile/notifications', who: 'signedIn', shell: 'student', page: 'features/preferences/notifications' },
  {
    path: '/people/:userId',
    who: 'signedIn',
    shell: 'student',
    page: 'features/account/public',
    visits: [{ name: 'person', at: '/people/2' }],
  },

  { path: '/editor/my-courses', who: 'signedIn', shell: 'student', to: 'editor' },
  { path: '/editor/courses', who: 'signedIn', shell: 'student', to: 'editor' },

  { path: '/admin', who: staff, shell: 'office', to: '/admin/overview' },
  { path: '/admin/overview', who: staff, shell: 'office', page: 'features/administration/overview', menu: 'office:nav.overview' },
  { path: '/admin/courses', who: staff, shell: 'office', page: 'features/administration/courses', menu: 'nav.courses' },
  {
    path: '/admin/courses/:id/edit',
    who: staff,
    shell: 'office',
    page: 'features/authoring/editor',
    first: 'authoringOutline',
    visits: [{ name: 'admin-course-edit', at: '/admin/courses/1/edit' }],
  },
  {
    path: '/admin/certificates',
    who: staff,
    shell: 'office',
    page: 'features/certificates/course',
    within: '/admin/courses',
    visits: [{ at: '?curso=1' }],
  },
  {
    path: '/admin/groups',
    who: staff,
    shell: 'office',
    page: 'features/groups/groups',
    within: '/admin/courses',
    visits: [{ at: '?curso=6' }],
  },
  { path: '/admin/events', who: staff, shell: 'office', page: 'features/event-office/events', menu: 'nav.events' },
  {
    path: '/admin/instructors',
    who: staff,
    shell: 'office',
    page: 'features/administration/instructor',
    within: '/admin/users',
    visits: [{ at: '?instructor=2&curso=1' }],
  },
  { path: '/instructor', who: instructors, shell: 'office', to: '/instructor/overview' },
  {
    path: '/instructor/overview',
    who: instructors,
    shell: 'office',
    page: 'features/administration/instructor',
    menu: 'office:nav.overview',
  },
  { path: '/instructor/courses', who: instructors, shell: 'office', page: 'features/administration/courses', menu: 'nav.courses' },
  {
    path: '/instructor/courses/:id/edit',
    who: instructors,
    shell: 'office',
    page: 'features/authoring/editor',
    first: 'authoringOutline',
    visits: [{ name: 'instructor-course-edit', at: '/instructor/courses/1/edit?modulo=1&clase=1' }],
  },
  {
    path: '/instructor/certificates',
    who: instructors,
    shell: 'office',
    page: 'features/certificates/course',
    within: '/instructor/courses',
    visits: [{ at: '?curso=1' }],
  },
  {
    path: '/instructor/groups',
    who: instructors,
    shell: 'office',
    page: 'features/groups/groups',
    within: '/instructor/courses',
    visits: [{ at: '?curso=1' }],
  },
  {
    path: '/instructor/events',
    who: instructors,
    shell: 'office',
    page: 'features/event-office/events',
    menu: 'nav.events',
    visits: [{}, { name: 'instructor-events-one', at: '?evento=1&vista=pasados' }],
  },
  {
    path: '/admin/users',
    who: staff,
    shell: 'office',
    page: 'features/people/people',
    menu: 'office:nav.people',
    visits: [{}, { name: 'admin-users-person', at: '?persona=1' }],
  },
  { path: '/admin/users/import', who: staff, shell: 'office', page: 'features/people/import' },
  { path: '/admin/users/requests', who: staff, shell: 'office', page: 'features/people/requests' },
  { path: '/admin/users/quiet', who: staff, shell: 'office', page: 'features/administration/quiet' },
  {
    path: '/admin/user-courses',
    who: staff,
    shell: 'office',
    page: 'features/people/user-courses',
    menu: 'office:nav.assignments',
    visits: [{ at: '?userId=3' }, { name: 'admin-user-courses-course', at: '?courseId=1' }],
  },
  { path: '/admin/people', who: staff, shell: 'office', to: '/admin/users' },
  {
    path: '/admin/notifications',
    who: staff,
    shell: 'office',
    page: 'features/notifications/notifications',
    menu: 'office:nav.notifications',
  },
  {
    path: '/instructor/notifications',
    who: instructors,
    shell: 'office',
    page: 'features/notifications/notifications',
    menu: 'office:nav.notifications',
  },
  {
    path: '/admin/comments',
    who: staff,
    shell: 'office',
    page: 'features/reports/reports',
    menu: 'office:nav.reports',
    visits: [{}, { name: 'admin-comments-none', at: '?buscar=zzzz' }],
  },
  { path: '/admin/reports', who: staff, shell: 'office', to: '/admin/comments' },
  { path: '/instructor/comments', who: instructors, shell: 'office', page: 'features/reports/reports', menu: 'office:nav.reports' },
  { path: '/admin/reviews', who: staff, shell: 'office', page: 'features/reviews/moderation', menu: 'office:nav.reviews' },
  {
    path: '/admin/site',
    who: staff,
    shell: 'office',
    page: 'features/site-admin/site',
    menu: 'office:nav.site',
    visits: [
      {},
      { name: 'admin-site-channels', at: '?seccion=canales' },
      { name: 'admin-site-claims', at: '?seccion=cifras' },
      { name: 'admin-site-school', at: '?seccion=escuela' },
      { name: 'admin-site-prices', at: '?seccion=precios' },
    ],
  },
  {
    path: '/admin/payments',
    who: staff,
    shell: 'office',
    page: 'features/payments/payments',
    menu: 'office:nav.payments',
    visits: [
      { at: '?estado=todos' },
      { name: 'admin-payments-coupons', at: '?vista=cupones' },
      { name: 'admin-payments-bundles', at: '?vista=paquetes' },
    ],
  },
  { path: '/admin/support', who: staff, shell: 'office', page: 'features/support/desk', menu: 'office:nav.support' },
  { path: '/admin/leads', who: staff, shell: 'office', page: 'features/leads/leads', menu: 'office:nav.leads' },
  { path: '/admin/scholarships', who: staff, shell: 'office', page: 'features/scholarships/scholarships', menu: 'office:nav.scholarships' },
  {
    path: '/admin/integrations',
    who: staff,
    shell: 'office',
    page: 'features/integrations/integrations',
    menu: 'office:nav.integrations',
    visits: [
      {},
      { name: 'admin-integrations-webhooks', at: '?seccion=webhooks' },
      { name: 'admin-integrations-platforms', at: '?seccion=plataformas' },
    ],
  },
  {
    path: '/admin/history',
    who: auditors,
    shell: 'office',
    page: 'features/whole-history/history',
    menu: 'office:nav.wholeHistory',
    visits: [
      {},
      { name: 'admin-history-none', at: '?buscar=zzzz' },
      { name: 'admin-history-lanes', at: '?vista=lineas&sobre=persona:4,curso:1,inscripcion:4_1' },
      { name: 'admin-history-security', at: '?vista=seguridad' },
      { name: 'admin-history-rules', at: '?vista=supuestos' },
      { name: 'admin-history-fact', at: '?area=course&hecho=course-1@0' },
    ],
  },
  {
    path: '/admin/projections',
    who: staff,
    shell: 'office',
    page: 'features/projections/projections',
    menu: 'office:nav.projections',
    visits: [{}, { name: 'admin-projections-store', at: '?panel=almacen' }],
  },
  { path: '/figures', who: analysts, shell: 'office', page: 'features/analytics/figures', menu: 'office:nav.figures' },
  { path: '/analytics', who: analysts, shell: 'office', page: 'features/analytics/dictionary', menu: 'office:nav.analytics' },
  {
    path: '/analytics/events',
    who: analysts,
    shell: 'office',
    page: 'features/analytics/events',
    menu: 'office:nav.eventLog',
    visits: [
      {},
      { name: 'analytics-events-none', at: '?flujo=zzzz' },
      { name: 'analytics-streams', at: '?inicio=1&flujo=course' },
      { name: 'analytics-events-one', at: '?tipo=CourseCreated&evento=course-1@0' },
    ],
  },
  {
    path: '/analytics/sql',
    who: analysts,
    shell: 'office',
    page: 'features/analytics/sql',
    menu: 'office:nav.sql',
    visits: [{}, { name: 'analytics-sql-answer', at: '?sql=SELECT+rol,count(*)+AS+n+FROM+eventos+GROUP+BY+rol&vista=barras' }],
  },
] as const satisfies readonly Page[];

export const pages: readonly Page[] = table;
type Row = (typeof table)[number];
/** Pages that the server describes. */
export type PublicPath = Extract<Row, { words: string }>['path'];
export type Words = Extract<Row, { words: string }>['words'];
/** Pages that the server renders. */
export type DrawnPath = Extract<Row, { drawn: true }>['path'];
/** Names of pages in menus, as keys of messages. */
export type MenuText = Extract<Row, { menu: string }>['menu'];
/** Of the public menu, and of a student's. */
export type SiteMenuText = Extract<Row, { who: 'anyone'; menu: string }>['menu'];
export type StudentMenuText = Extract<Row, { who: 'signedIn'; menu: string }>['menu'];
export type ShortMenuText = Extract<Row, { short: string }>['short'];
/** Of the back office. */
export type OfficeMenuText = Extract<Row, { who: readonly RoleCode[]; menu: string }>['menu'];

export const isShown = (page: Page): page is Shown => 'page' in page;

/** The page at an address; undefined where there is none. */
export const pageAt = (address: string): Page | undefined => {
  const parts = address.split('/');
  return pages.find(({ path }) => {
    const wanted = path.split('/');
    return wanted.length === parts.length && wanted.every((part, at) => (part.startsWith(':') ? parts[at] !== '' : part === parts[at]));
  });
};

const shellBudgets: Readonly<Record<Page['shell'], number>> = {
  ...{ none: 130, public: 200, form: 200, catalogue: 200 },
  ...{ student: 275, office: 305 },
};
/** A pattern by which index.html finds the chunks of a page: `:` stands for the part of the address that varies, its last segment or a number. */
export const addressKey = ({ path }: Page): string => path.replace(/:\w+/, ':');
export const budgetOf = ({ shell, budget }: Shown): Budget => budget ?? { js: shellBudgets[shell] };

/** The demo accounts that may enter a page, the one that it is for first. */
const accountsFor = (who: Who): readonly Account[] => {
  if (who === 'guest') return [null];
  const all = ['estudiante', 'premium', 'instructor', 'admin', 'analista'] as const;
  if (who === 'anyone') return [null, ...all];
  if (who === 'signedIn') return all;
  const accounts: Partial<Record<RoleCode, Account>> = {
    ...{ [roleCodes.administrator]: 'admin', [roleCodes.instructor]: 'instructor', [roleCodes.analyst]: 'analista' },
  };
  return who.flatMap((role) => accounts[role] ?? []);
};
interface AsVisited {
  name: string;
  path: string;
  as: Account;
}
const visitsBy = (accounts: (who: Who) => readonly Account[]): readonly AsVisited[] =>
  pages.filter(isShown).flatMap((page) =>
    (page.visits ?? [{}]).flatMap(({ name = page.path.slice(1).replaceAll('/', '-'), at = '', as }) =>
      (as === undefined ? accounts(page.who) : [as]).map((account) => ({
        name,
        path: at.startsWith('/') ? at : page.path + at,
        as: account,
      })),
    ),
  );
/** The visited states of all pages, with the account for each. */
export const visits = visitsBy((who) => accountsFor(who).slice(0, 1));
/** The same, with every account that may enter. */
export const everybodysVisits = visitsBy(accountsFor);
