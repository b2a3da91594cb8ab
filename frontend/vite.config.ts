import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { pagesPlugin } from './pages-plugin.ts';

/** i18next and react-i18next as the browser gets them: see src/i18n/light.ts. */
const light = path.join(import.meta.dirname, 'src/i18n/light.ts');
export const alias = { 'react-i18next': light, i18next: light };

/**
 * What is downloaded together: without groups the build makes over 30 small chunks, and each costs a request. English belongs to none of them:
 * nobody who reads Spanish downloads any of it (src/i18n/english.ts).
 */
const groups = [
  {
    name: 'react',
    test: /rolldown.runtime|node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom)[\\/]/,
    priority: 30,
  },
  // What the landing and the catalogue share, with all of the landing's style.
  {
    name: 'base',
    test: /virtual:pages|src[\\/](app[\\/]site-links\.|i18n[\\/](i18n|light|common)\.|lib[\\/](course|early|figures|http|install|language|lazy-route|log-out|paths|pending-course|random|roles|school|session|transit|use-resource|follow-topics|seeds)\.|(ui|app)[\\/](avatar\.css|course-card\.css|level\.css|field\.css|toaster\.css|menu\.css|student-frame\.css|(tokens|fonts|base|course-link|dialog|dialog-button|empty|error-state|error-text|estado|freshness|language-switch|logo|notify|page|scheme|scheme-switch|site|site-footer|site-header|skeleton|states|use-flash)\.)|features[\\/]landing[\\/]landing\.css)/,
    priority: 25,
  },
  // What the site's own sections share, which lists of courses do not.
  { name: 'sections', test: /src[\\/]lib[\\/](use-hash-target|use-near|use-site)\./, priority: 25 },
  // Courses as cards, on the landing and in lists; pages of prices show none.
  {
    name: 'cards',
    test: /src[\\/](ui[\\/](course-card|level|route-art)\.tsx)/,
    priority: 25,
  },
  // The live feed alone: light pages load it when they rest.
  {
    name: 'live',
    test: /src[\\/](api[\\/](feed|session)|live[\\/]feed)\.|node_modules[\\/](socket\.io-client|socket\.io-parser|engine\.io-client|engine\.io-parser|@socket\.io)[\\/]/,
    priority: 24,
  },
  // The student's frame also stands around the catalogue, without the store.
  {
    name: 'frame',
    test: /src[\\/](app[\\/](student-frame|account-menu)|ui[\\/](avatar|menu))\./,
    priority: 23,
  },
  {
    name: 'forms',
    test: /node_modules[\\/](react-hook-form|@hookform|zod)[\\/]/,
    priority: 22,
  },
  // Wherever somebody is signed in, and only there.
  {
    name: 'idle',
    test: /src[\\/](app[\\/]idle-guard|lib[\\/](idle|drafts)|i18n[\\/]shell)\./,
    priority: 24,
  },
  // What the catalogue, a course's page and the shop share. The premium dialog comes when it is opened.
  {
    name: 'catalogue',
    test: /src[\\/](i18n[\\/]catalog\.|lib[\\/]use-entitlements\.|ui[\\/](course-action|use-enrol)\.)|contract[\\/]slug\./,
    priority: 22,
  },
  // What searches and lists courses, which a course's page does not.
  {
    name: 'search',
    test: /src[\\/](lib[\\/](catalogue-search|use-filters|use-found)\.|ui[\\/](course-grid|filters-bar)\.)|contract[\\/]facets\./,
    priority: 22,
  },
  { name: 'icons', test: /node_modules[\\/]@tabler[\\/]/, priority: 24 },
  { name: 'site', test: /src[\\/]ui[\\/](premium-dialog|stars)\./, priority: 21 },
  // Below the fold of the landing, and the pages of prices: neither needs the store.
  { name: 'video', test: /src[\\/](lib[\\/]video-source|ui[\\/](video|video-facade|youtube-player))\./, priority: 24 },
  {
    name: 'public',
    test: /src[\\/](i18n[\\/]site\.|ui[\\/](claims|lead-button)\.|lib[\\/](prices|use-courses)\.)/,
    priority: 24,
  },
  { name: 'carousel', test: /src[\\/]ui[\\/]carousel\./, priority: 24 },
  { name: 'lead', test: /src[\\/](ui[\\/](lead-dialog|lead-form)|lib[\\/]lead)\./, priority: 24 },
  { name: 'field', test: /src[\\/]ui[\\/](field|password-rules)\.tsx/, priority: 23 },
  // The page of policies shows the terms, and needs none of the forms.
  { name: 'terms', test: /src[\\/]i18n[\\/]terms\./, priority: 22 },
  { name: 'auth', test: /src[\\/]features[\\/]auth[\\/](?!.*-page\.tsx)/, priority: 21 },
  { name: 'toaster', test: /src[\\/]ui[\\/](toaster\.tsx|notices\.)|node_modules[\\/]sonner[\\/]/, priority: 21 },
  { name: 'code-button', test: /src[\\/]ui[\\/]code-button\./, priority: 24 },
  // Below what it needs: a group takes with it what nobody before it took.
  { name: 'code', test: /src[\\/](i18n[\\/]code\.|ui[\\/]code-dialog\.)/, priority: 12 },
  // What every shell needs, in one request. A light page that imports from here passes its budget, and the build says so.
  {
    name: 'shell',
    test: /src[\\/](app[\\/](providers|student-shell|office-shell)|i18n[\\/](errors|shell)\.|(api|live|lib|ui)[\\/](?!.*(charts\.tsx|markdown|media|course-detail|toaster|confirm|demo)))|node_modules[\\/](@reduxjs|react-redux|redux|use-sync-external-store|immer|reselect|redux-thunk)[\\/]/,
    priority: 10,
  },
].map((group) => ({ ...group, test: (id: string) => group.test.test(id) && !id.endsWith('.en.json') }));

const api = 'http://127.0.0.1:3000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), pagesPlugin()],
  // Tests run with the real ones.
  resolve: { alias: process.env['VITEST'] ? {} : alias },
  build: {
    outDir: path.join(import.meta.dirname, 'dist'),
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    modulePreload: {
      polyfill: false,
      // The entry lists what each part brings; what it has brought itself need not stand in every list.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'js' ? files.filter((file) => !/\/(rolldown-runtime|react|base)-/.test(file)) : files,
    },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // The entry names every part: each character of a hash is one that does not compress.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups,
        },
      },
    },
  },
  server: { proxy: { '/api': api, '/socket.io': { target: api, ws: true } } },
});
