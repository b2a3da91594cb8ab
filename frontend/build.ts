import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { contracts } from '../backend/api/contract/all.ts';
import { addressKey, isShown, pages, type Shown } from '../backend/api/contract/pages.ts';
import { checkBudgets, filesOf, type Manifest, viewOf } from './budgets.ts';
import { callsPlugin } from './calls-plugin.ts';
import { librariesPlugin } from './libraries-plugin.ts';
import { pagesPlugin } from './pages-plugin.ts';
import { sourcesHash, stampOf } from './sources.ts';
import { textsOf } from './texts.ts';
import { alias, assetFileNames } from './vite.config.ts';

/**
 * Builds the browser's side into dist/:
 *   index.html   every page that is rendered in the browser
 *   *.br, *.gz   beside each text file     pages.json texts that the server writes into the pages
 *   csp.json     hashes of the inline scripts, for the Content-Security-Policy
 * and into .ssr/ what the server draws public pages with,
 * and fails when a page has grown past its budget.
 */
const here = import.meta.dirname;
/** Each build has a temporary folder until it is complete: no client is served half a build, and two concurrent builds do not mix. */
const work = path.join(here, `.build-${process.pid}`);
const dist = path.join(work, 'dist');

const started = performance.now();
const sources = sourcesHash();
process.env['NODE_ENV'] = 'production';
process.once('exit', () => rmSync(work, { recursive: true, force: true }));
await build({ configFile: path.join(here, 'vite.config.ts'), configLoader: 'native', logLevel: 'warn', build: { outDir: dist } });
const manifest = JSON.parse(await readFile(path.join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;

/** The application for server-side rendering of public pages, with everything it needs in one file. */
const drawn = path.join(work, '.ssr');
await build({
  configFile: false,
  root: here,
  plugins: [react(), pagesPlugin(), callsPlugin(), librariesPlugin()],
  resolve: { alias },
  logLevel: 'error',
  publicDir: false,
  ssr: { noExternal: true },
  // Otherwise React's development build would be bundled, and run.
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    ssr: 'src/app/draw.tsx',
    outDir: drawn,
    emptyOutDir: true,
    // Its text stays in memory as long as the server runs.
    minify: true,
    // Marks the files as ES modules, wherever the folder is.
    rolldownOptions: { output: { entryFileNames: '[name].mjs', chunkFileNames: 'parts/[name]-[hash].mjs', assetFileNames } },
  },
});

interface Common {
  nav: object;
  action: { reload: string };
  crash: { newBuildText: string };
}
const common = textsOf<Common>('common');
const commonEnglish = textsOf<Common>('common', 'en');
/** The notice where the application, or its renderer, cannot be downloaded: it needs neither. */
const missing = `<div id="falta" role="alert" hidden>${Object.entries({ es: common, en: commonEnglish })
  .map(
    ([language, { crash, action }]) =>
      `<span lang="${language}">${crash.newBuildText}</span><a lang="${language}" href="">${action.reload}</a>`,
  )
  .join('')}</div>`;
const shell = (await readFile(path.join(dist, 'index.html'), 'utf8')).replace('</body>', () => `${missing}</body>`);
/** Readers of English need its texts before anything is shown. */
const english = `/${manifest['src/i18n/english.ts']?.file ?? ''}`;
if (english === '/') throw new Error('the build has no English texts');
const fonts = Object.values(manifest)
  .map((chunk) => chunk.file)
  .filter((file) => /(atkinson|bricolage).*\.woff2$/.test(file))
  .map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`)
  .join('');
const head = (html: string, tags: string) => html.replace('</head>', () => `${tags}</head>`);
/** The data for the page's inline script (index.html). As data it needs no hash in the Content-Security-Policy, so that one hash serves every page. */
const withParts = (html: string, parts: object) =>
  html.replace('<script>', () => `<script type="application/json" id="partes">${JSON.stringify(parts)}</script><script>`);

const already = (file: string) => shell.includes(`/${file}`);
/**
 * A server-rendered page: its styles are inlined, so that the first paint needs no second request, and its scripts are requested after that paint.
 * React is a separate script, so that the page can respond between the start of React and that of the application.
 */
const drawnPage = async (modules: readonly string[]): Promise<string> => {
  const parts = filesOf(manifest, modules);
  const style = (await Promise.all(parts.css.map((file) => readFile(path.join(dist, file), 'utf8')))).join('');
  // Links that keep the module loader from fetching what the page already contains.
  const inlined = parts.css.map((file) => `<link rel="stylesheet" href="/${file}" disabled>`).join('');
  const entry = manifest['index.html']?.file;
  const library = parts.js.find((file) => /\/react-/.test(file));
  if (!entry || !library) throw new Error('the build has no entry, or React is not in a chunk of its own');
  const scripts = [library, entry].map((file) => `/${file}`);
  const preloads = parts.js.map((file) => `/${file}`).filter((file) => !scripts.includes(file));
  const bare = shell.replaceAll(/\s*<(link rel="(stylesheet|modulepreload)"[^>]*>|script type="module"[^>]*><\/script>)/g, '');
  return withParts(head(bare, `<style>${style}</style>${inlined}${fonts}`), { english, preloads, scripts });
};

const firstRead = ({ path, first }: Shown): string =>
  first ? `${first} ${contracts[first].path.replace(/:\w+/, path.includes(':') ? ':' : '@')}` : '';

/**
 * index.html serves many pages, so its script finds by the path what to preload: otherwise a page's own chunks would be requested only once the entry runs.
 * Where somebody has signed in before, the request for who is signed in is sent at once too, and the page's first read (`@` stands for that person).
 */
const partsByView = () => {
  const files: string[] = [];
  const number = (file: string) => (files.includes(file) ? files.indexOf(file) : files.push(file) - 1);
  const byPath = Object.fromEntries(
    pages.filter(isShown).map((page) => {
      const { js, css } = filesOf(manifest, viewOf(page).modules);
      const guarded = page.who !== 'anyone' && page.who !== 'guest';
      return [
        addressKey(page),
        [guarded ? 1 : 0, firstRead(page), ...[...css, ...js].filter((file) => !already(file)).map((file) => number(`/${file}`))],
      ];
    }),
  );
  return { english, views: byPath, files };
};
const page = withParts(head(shell, fonts), partsByView());
await writeFile(path.join(dist, 'index.html'), page);
/** For pages that the server renders from its read models (backend/api/pages/drawnPages.ts). */
const templates: Record<string, string> = {};
for (const page of pages) if (isShown(page) && page.drawn) templates[page.path] = await drawnPage(viewOf(page).modules);
await writeFile(path.join(drawn, 'templates.json'), JSON.stringify(templates));

const inlineScripts = (html: string): string[] =>
  Array.from(html.matchAll(/<script(?![^>]*\s(?:src|type)=)[^>]*>([\s\S]*?)<\/script>/g), (match) => match[1] ?? '');
const hashes = new Set<string>();
for (const html of [page, ...Object.values(templates)])
  for (const script of inlineScripts(html)) hashes.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
if (hashes.size !== 1) throw new Error(`the pages hold ${hashes.size} inline scripts; there is to be one (docs/decisions/0012)`);
// The messages that the server writes into pages for readers without scripts.
const site = { ...textsOf('site'), ...textsOf('below') };
await writeFile(path.join(dist, 'pages.json'), JSON.stringify({ ...textsOf('seo'), site, nav: common.nav }));
await writeFile(path.join(dist, 'csp.json'), `${JSON.stringify({ scriptHashes: [...hashes] }, null, 2)}\n`);

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const texts = (await readdir(dist, { recursive: true })).filter(
  (file) =>
    /\.(html|js|css|svg|json|webmanifest|txt)$/.test(file) && !file.startsWith('.vite') && file !== 'csp.json' && file !== 'pages.json',
);
const sizes = new Map<string, number>();
await Promise.all(
  texts.map(async (file) => {
    const whole = path.join(dist, file);
    const content = await readFile(whole);
    const [small, zipped] = await Promise.all([
      brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
      zip(content, { level: 9 }),
    ]);
    sizes.set(file.split(path.sep).join('/'), zipped.length);
    await Promise.all([writeFile(`${whole}.br`, small), writeFile(`${whole}.gz`, zipped)]);
  }),
);

const { table, failed } = checkBudgets(manifest, sizes);
process.stdout.write(`${table}\nbuilt in ${((performance.now() - started) / 1_000).toFixed(1)} s\n`);
// Also with a page over its budget: the build can be served.
if (sources !== null) await writeFile(path.join(drawn, path.basename(stampOf())), sources);
const without =
  (...codes: string[]) =>
  (error: NodeJS.ErrnoException): boolean => {
    if (!codes.includes(error.code ?? '')) throw error;
    return false;
  };
/** Moves the build to where it is served from, and deletes the previous one. */
const put = async (name: string): Promise<void> => {
  const place = path.join(here, name);
  await rename(place, path.join(work, `${name}-before`)).catch(without('ENOENT'));
  const done = await rename(path.join(work, name), place).then(() => true, without('ENOTEMPTY', 'EEXIST'));
  // Another build was moved there in between.
  if (!done) {
    await rm(path.join(work, `${name}-before`), { recursive: true, force: true });
    await put(name);
  }
};
for (const name of ['dist', '.ssr']) await put(name);
if (failed) {
  process.stderr.write('A budget is passed: see the table above; budgets stand in backend/api/contract/pages.ts.\n');
  process.exitCode = 1;
}
