/** What a visitor may download to see a page, in gzipped kB of 1,000 bytes. */
export interface Chunk {
  file: string;
  src?: string;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
  isEntry?: boolean;
  isDynamicEntry?: boolean;
}
export type Manifest = Record<string, Chunk>;

const entry = 'index.html';

/** The files of these modules with all that they import, beside those of the entry. */
export const filesOf = (manifest: Manifest, modules: readonly string[]): { js: string[]; css: string[] } => {
  const seen = new Set<string>();
  const js = new Set<string>();
  const css = new Set<string>();
  const visit = (wanted: string) => {
    // A module that several parts load has a chunk named after its group: '_live'.
    const key = wanted in manifest ? wanted : (Object.keys(manifest).find((one) => one.startsWith(`${wanted}-`)) ?? wanted);
    if (seen.has(key)) return;
    seen.add(key);
    const chunk = manifest[key];
    if (!chunk) throw new Error(`the build has no ${key}`);
    if (chunk.file.endsWith('.js')) js.add(chunk.file);
    for (const file of chunk.css ?? []) css.add(file);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const key of [entry, ...modules]) visit(key);
  return { js: [...js], css: [...css] };
};

interface View {
  modules: readonly string[];
  /** Fetched after the first paint and needed there; counted too. The live feed of the light pages is not: it comes when the page rests (see `later`). */
  soon?: readonly string[];
  js: number;
  css?: number;
  /** Asks who is signed in before it shows. */
  guarded?: true;
}
const open = (page: string): View => ({
  modules: ['src/app/public-layout.tsx', `src/features/auth/${page}-page.tsx`],
  soon: ['_toaster'],
  js: 200,
});
const guarded = (page: string, js = 280): View => ({
  modules: ['_shell', `src/features/${page}-page.tsx`],
  soon: ['_toaster'],
  js,
  guarded: true,
});
/** What each page loads at first. The build checks its budget, and index.html preloads it by its path. */
export const views: Readonly<Record<string, View>> = {
  '/': { modules: ['src/features/landing/landing-page.tsx'], js: 130, css: 8 },
  '/list-courses': { modules: ['src/app/catalogue-layout.tsx', 'src/features/catalog/catalogue-page.tsx'], js: 130 },
  '/cursos/:slug': { modules: ['src/app/catalogue-layout.tsx', 'src/features/course-detail/course-page.tsx'], js: 130 },
  '/pricing': { modules: ['src/app/public-layout.tsx', 'src/features/prices/pricing-page.tsx'], js: 130 },
  '/costos-servicios': { modules: ['src/app/public-layout.tsx', 'src/features/prices/costs-page.tsx'], js: 130 },
  '/checkout': {
    modules: ['src/app/public-layout.tsx', 'src/features/checkout/checkout-page.tsx'],
    soon: ['_toaster'],
    js: 200,
    guarded: true,
  },
  '/politicas': { modules: ['src/app/public-layout.tsx', 'src/features/policies/policies-page.tsx'], js: 130 },
  '/shop': { modules: ['src/app/catalogue-layout.tsx', 'src/features/shop/shop-page.tsx'], soon: ['_toaster'], js: 200, guarded: true },
  '/setup': open('setup'),
  '/login': open('login'),
  '/register': open('register'),
  '/reset-password': open('reset-password'),
  '/verify-email': open('verify-email'),
  '/verify-email-notice': open('verify-notice'),
  '/google': open('google'),
  '/complete-profile': {
    modules: ['src/app/public-layout.tsx', 'src/features/account/complete-page.tsx'],
    soon: ['_toaster'],
    js: 200,
    guarded: true,
  },
  '/dashboard': guarded('dashboard/dashboard'),
  '/my-courses': guarded('my-courses/my-courses'),
  '/courses': guarded('lesson/lesson', 345),
  '/community': guarded('community/community'),
  '/progress': guarded('progress/progress'),
  '/profile': guarded('profile/profile'),
  '/profile/security': guarded('account/security'),
  '/people/:userId': guarded('account/public'),
  '/admin/overview': guarded('administration/overview'),
  '/admin/courses': guarded('administration/courses'),
  '/instructor/overview': guarded('administration/instructor'),
  '/instructor/courses': guarded('administration/courses'),
  '/admin/reviews': guarded('reviews/moderation'),
  '/admin/site': guarded('site-admin/site'),
  '/admin/leads': guarded('leads/leads'),
  '/admin/people': guarded('people/people'),
  '/admin/scholarships': guarded('scholarships/scholarships'),
  '/admin/projections': guarded('projections/projections'),
  '/analytics': guarded('analytics/dictionary'),
};
/** The feed (socket.io), which the light pages load when they rest: it updates what already stands there. */
const later = { what: 'JS of the live feed, when the page rests', module: '_live', js: 16 };
/** What stands below the landing's first view, fetched when the page rests. */
const below = { what: 'JS of what stands below the first view of /', module: 'src/features/landing/below.tsx', js: 16 };
/** What who reads English downloads besides, before anything is shown. Who reads Spanish downloads none of it. */
const english = { what: 'JS of the English of the public pages', module: 'src/i18n/english.ts', js: 10 };
/** What draws formulas (KaTeX), fetched by a lesson that has some. */
const formulas = { what: 'JS of formulas, for a lesson that has some', module: 'src/ui/markdown-formulas.ts', js: 95 };
/** Of one lazy route's own chunk. */
const ownChunk = 60;
const ownChunkOf: Record<string, number> = { 'src/features/lesson/lesson-page.tsx': 100 };

export const checkBudgets = (manifest: Manifest, gzipped: ReadonlyMap<string, number>): { table: string; failed: boolean } => {
  const kB = (files: readonly string[]) => files.reduce((sum, file) => sum + (gzipped.get(file) ?? 0), 0) / 1_000;
  const rows: [what: string, is: number, may: number][] = [];
  for (const [route, view] of Object.entries(views)) {
    const { js, css } = filesOf(manifest, [...view.modules, ...(view.soon ?? [])]);
    rows.push([`JS to see ${route} (${js.length} files)`, kB(js), view.js]);
    if (view.css !== undefined) rows.push([`CSS to see ${route}`, kB(css), view.css]);
  }
  const entryFiles = filesOf(manifest, []).js;
  rows.push([later.what, kB(filesOf(manifest, [later.module]).js.filter((file) => !entryFiles.includes(file))), later.js]);
  const landingFiles = filesOf(manifest, views['/']?.modules ?? []).js;
  rows.push([below.what, kB(filesOf(manifest, [below.module]).js.filter((file) => !landingFiles.includes(file))), below.js]);
  rows.push([english.what, kB(filesOf(manifest, [english.module]).js.filter((file) => !entryFiles.includes(file))), english.js]);
  const lessonFiles = filesOf(manifest, views['/courses']?.modules ?? []).js;
  if (lessonFiles.some((file) => manifest[formulas.module]?.file === file)) throw new Error('every lesson brings what draws formulas');
  rows.push([formulas.what, kB(filesOf(manifest, [formulas.module]).js.filter((file) => !lessonFiles.includes(file))), formulas.js]);
  for (const [route, { modules, soon = [] }] of Object.entries(views))
    if (filesOf(manifest, [...modules, ...soon]).js.some((file) => manifest[english.module]?.file === file))
      throw new Error(`${route} brings English to who reads Spanish`);
  for (const [key, chunk] of Object.entries(manifest))
    if (chunk.isDynamicEntry && /-page\.tsx$/.test(key)) {
      const size = kB([chunk.file]);
      const may = ownChunkOf[key] ?? ownChunk;
      if (size > may / 2) rows.push([`own chunk of ${key}`, size, may]);
    }
  const width = Math.max(...rows.map(([what]) => what.length));
  const lines = rows.map(([what, is, may]) => `${is > may ? '✗' : '✓'} ${what.padEnd(width)}  ${is.toFixed(1).padStart(6)} of ${may} kB`);
  return { table: lines.join('\n'), failed: rows.some(([, is, may]) => is > may) };
};
