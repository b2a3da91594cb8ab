import { readFileSync } from 'node:fs';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { callsPlugin } from './calls-plugin.ts';
import { chunkOf, fileNameOf, inEntry } from './chunks.ts';
import { librariesPlugin } from './libraries-plugin.ts';
import { pagesPlugin } from './pages-plugin.ts';

/** i18next and react-i18next are replaced for the browser: see src/i18n/light.ts. */
const light = path.join(import.meta.dirname, 'src/i18n/light.ts');
export const alias = { 'react-i18next/initReactI18next': light, 'react-i18next': light, i18next: light };
export const plugins = [react(), pagesPlugin(), callsPlugin(), librariesPlugin()];

const api = `http://127.0.0.1:${process.env['PORT'] ?? 3000}`;
const { version } = JSON.parse(readFileSync(path.join(import.meta.dirname, '../package.json'), 'utf8')) as { version: string };

/**
 * Also for what the server draws pages with: both name the same pictures. The entry lists the style sheets of every page, and every character counts there:
 * they have no names of their own.
 */
export const assetFileNames = ({ names }: { names: readonly string[] }): string =>
  names.some((name) => name.endsWith('.css')) ? 'assets/[hash:7][extname]' : 'assets/[name]-[hash:6][extname]';

export default defineConfig({
  root: import.meta.dirname,
  plugins,
  resolve: { alias },
  // What the browser calls itself in the events of its commands.
  define: { 'import.meta.env.VITE_CLIENT': JSON.stringify(`web/${version}`) },
  build: {
    outDir: path.join(import.meta.dirname, 'dist'),
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    modulePreload: {
      polyfill: false,
      // The entry lists the files of each part; files of the entry itself need not be in every list.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'js' ? files.filter((file) => !inEntry.test(path.basename(file))) : files,
    },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: fileNameOf,
        assetFileNames,
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: chunkOf, debugName: 'chunks.ts' }],
        },
      },
    },
  },
  // What runs programs of learners: by its name the server knows that it gets a policy of its own (backend/api/pages/static.ts).
  worker: {
    format: 'es',
    rolldownOptions: { output: { entryFileNames: 'assets/runner-[hash:7].js', chunkFileNames: 'assets/[hash:7].js', assetFileNames } },
  },
  server: { proxy: { '/api': api, '/demo/google': api, '/socket.io': { target: api, ws: true } } },
});
