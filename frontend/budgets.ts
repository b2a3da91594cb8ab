import { budgetOf, isShown, pages, type Shown } from '../backend/api/contract/pages.ts';

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

/** The files of these modules and of everything that they import, except those of the entry. */
export const filesOf = (manifest: Manifest, modules: readonly string[]): { js: string[]; css: string[] } => {
  const seen = new Set<string>();
  const js = new Set<string>();
  const css = new Set<string>();
  const visit = (wanted: string) => {
    // One that is imported elsewhere too has a chunk of its name: '_feed-…'.
    const named = `_${wanted.replace(/^.*\/|\.tsx?$/g, '')}-`;
    const key = wanted in manifest ? wanted : (Object.keys(manifest).find((one) => one.startsWith(named)) ?? wanted);
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

/** The shells around pages, and what loads pages of signed-in people, by their names in the build. */
const shells: Readonly<Record<Shown['shell'], readonly string[]>> = {
  none: [],
  public: ['src/app/public-layout.tsx'],
  form: ['src/app/form-layout.tsx'],
  catalogue: ['src/app/catalogue-layout.tsx'],
  student: ['src/app/student-shell.tsx', 'src/app/student-pages.ts'],
  office: ['src/app/office-shell.tsx', 'src/app/office-pages.ts'],
};
/**
 * What a page loads at first; index.html preloads it by its address. `soon` is fetched right after the first paint and is counted too. Pages for visitors
 * do not wait for the toaster; the live feed of the light pages is loaded once the page is idle (see `later`).
 */
export const viewOf = (page: Shown): { modules: readonly string[]; soon: readonly string[] } => ({
  modules: [...shells[page.shell], moduleOf(page)],
  soon: isLight(page) ? [] : ['src/ui/toaster.tsx'],
});
const moduleOf = ({ page }: Shown): string => `src/${page}-page.tsx`;
/** Pages that visitors open first. */
export const isLight = (page: Shown): boolean => budgetOf(page).js < 200;
const shown = pages.filter(isShown);
/** The feed (socket.io), loaded by the light pages once they are idle: it updates what they already show. */
const later = { what: 'JS of the live feed, when the page rests', module: 'src/lib/following.ts', js: 16 };
/** The sections below the landing's first view, fetched once the page is idle. */
const below = { what: 'JS of what stands below the first view of /', module: 'src/features/landing/below.tsx', js: 16 };
/** What readers of English download in addition, before anything is shown. Readers of Spanish download none of it. */
const english = { what: 'JS of the English of the public pages', module: 'src/i18n/english.ts', js: 12 };
/** The renderer of formulas (KaTeX), fetched by lessons with formulas. */
const formulas = { what: 'JS of formulas, for a lesson that has some', module: 'src/ui/markdown-formulas.ts', js: 95 };
/** The editor of long texts (TipTap), fetched by forms that have one. */
const richText = { what: 'JS of the rich text editor, for a form that has one', module: 'src/ui/rich-text/visual.tsx', js: 235 };
/** Of one page's own chunk. */
const ownChunk = 60;
const modulesAt = (path: string): readonly string[] => shown.filter((page) => page.path === path).flatMap((page) => viewOf(page).modules);

export const checkBudgets = (manifest: Manifest, gzipped: ReadonlyMap<string, number>): { table: string; failed: boolean } => {
  const kB = (files: readonly string[]) => files.reduce((sum, file) => sum + (gzipped.get(file) ?? 0), 0) / 1_000;
  const rows: [what: string, is: number, may: number][] = [];
  for (const page of shown) {
    const view = viewOf(page);
    const may = budgetOf(page);
    const { js, css } = filesOf(manifest, [...view.modules, ...view.soon]);
    rows.push([`JS to see ${page.path} (${js.length} files)`, kB(js), may.js]);
    if (may.css !== undefined) rows.push([`CSS to see ${page.path}`, kB(css), may.css]);
    if (js.some((file) => manifest[english.module]?.file === file)) throw new Error(`${page.path} brings English to who reads Spanish`);
  }
  const entryFiles = filesOf(manifest, []).js;
  rows.push([later.what, kB(filesOf(manifest, [later.module]).js.filter((file) => !entryFiles.includes(file))), later.js]);
  const landingFiles = filesOf(manifest, modulesAt('/')).js;
  rows.push([below.what, kB(filesOf(manifest, [below.module]).js.filter((file) => !landingFiles.includes(file))), below.js]);
  rows.push([english.what, kB(filesOf(manifest, [english.module]).js.filter((file) => !entryFiles.includes(file))), english.js]);
  const lessonFiles = filesOf(manifest, modulesAt('/courses')).js;
  if (lessonFiles.some((file) => manifest[formulas.module]?.file === file)) throw new Error('every lesson brings what draws formulas');
  rows.push([formulas.what, kB(filesOf(manifest, [formulas.module]).js.filter((file) => !lessonFiles.includes(file))), formulas.js]);
  if (manifest[richText.module]) {
    const officeFiles = filesOf(manifest, modulesAt('/admin/courses')).js;
    rows.push([richText.what, kB(filesOf(manifest, [richText.module]).js.filter((file) => !officeFiles.includes(file))), richText.js]);
  }
  for (const page of shown) {
    const size = kB([manifest[moduleOf(page)]?.file ?? '']);
    const may = page.budget?.own ?? ownChunk;
    if (size > may / 2) rows.push([`own chunk of ${page.path}`, size, may]);
  }
  const width = Math.max(...rows.map(([what]) => what.length));
  const lines = rows.map(([what, is, may]) => `${is > may ? '✗' : '✓'} ${what.padEnd(width)}  ${is.toFixed(1).padStart(6)} of ${may} kB`);
  return { table: lines.join('\n'), failed: rows.some(([, is, may]) => is > may) };
};
