import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { ENTRIES } from '../events/entry.ts';
import { BUNDLE, freshBundle, STAMP, serverHash, serverSources } from './bundled.ts';

/**
 * `node backend/bundle.ts`: the server in some hundred files instead of more than a thousand (docs/decisions/0160-the-server-in-few-files.md), in backend/.bundle.
 */
const root = path.resolve(import.meta.dirname, '..');
const PROJECTIONS = 'backend/projections/all.ts';
/** The files with which processes begin. What they start themselves is found in the sources. */
const PROCESSES = [
  'backend/process/main.ts',
  'backend/process/serve.ts',
  ...readdirSync(path.join(root, 'backend/process/cli')).map((name) => `backend/process/cli/${name}`),
];
/** Packages that consist of many small modules. Others stay where they are: some bring files or machine code of their own. */
const INLINED = /^(?:zod|jose|hyparquet|hyparquet-writer|libphonenumber-js|diff|@duckdb\/node-api)(?:\/|$)/;

const STARTED = /entryFile\(new URL\('(\.[^']+)', import\.meta\.url\)\)/g;
const started = serverSources(root).flatMap((file) =>
  [...readFileSync(path.join(root, file), 'utf8').matchAll(STARTED)].map(([, to = '']) => path.posix.join(path.posix.dirname(file), to)),
);
const entries = [...new Set([...PROCESSES, ...started])];
const nameOf = (file: string): string => file.replaceAll('/', '-').replace(/\.ts$/, '');

/** Sources keep their own address, wherever their code is in the bundle; and the folder of projections is listed once, here. */
const asSources: Plugin = {
  name: 'as-sources',
  load(id) {
    if (path.relative(root, id) !== path.normalize(PROJECTIONS)) return null;
    const files = readdirSync(path.dirname(id)).filter((file) => file.endsWith('.ts') && file !== path.basename(id));
    const from = (file: string) => JSON.stringify(`./${file}`);
    const imports = files.sort().map((file, i) => `import * as m${i} from ${from(file)};`);
    const all = files.map((_, i) => `m${i}`).join(', ');
    return [
      `import { projectionsIn } from ${from('kernel/projection.ts')};`,
      ...imports,
      `export const projections = projectionsIn([${all}]);`,
    ].join('\n');
  },
  transform(code, id) {
    if (!code.includes('import.meta.') || id.includes('node_modules')) return null;
    return code
      .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(id)))
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href));
  },
};

const hash = serverHash(root);
/** The new bundle is complete before it replaces the last one. */
const work = `${BUNDLE}-${process.pid}`;
process.once('exit', () => rmSync(work, { recursive: true, force: true }));
const bundle = await rolldown({
  input: Object.fromEntries(entries.map((file) => [nameOf(file), path.join(root, file)])),
  platform: 'node',
  external: (id) => !id.startsWith('.') && !path.isAbsolute(id) && !INLINED.test(id),
  plugins: [asSources],
  logLevel: 'warn',
});
const { output } = await bundle.write({
  ...{ dir: work, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: 'parts/[name]-[hash].mjs', comments: { jsdoc: false } },
});
// Each thread keeps the text of its code: two bytes a character where one of them is beyond Latin-1, or, in a file of a megabyte, beyond ASCII.
for (const { fileName, code } of output.filter((file) => file.type === 'chunk'))
  writeFileSync(
    path.join(work, fileName),
    code.replace(/[^\0-\x7f]/g, (wide) => `\\u${wide.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
writeFileSync(path.join(work, ENTRIES), JSON.stringify(Object.fromEntries(entries.map((file) => [file, `${nameOf(file)}.mjs`]))));
writeFileSync(path.join(work, STAMP), hash);
// Another start that made the same bundle meanwhile may run from it by now.
if (freshBundle(root) === null) {
  rmSync(BUNDLE, { recursive: true, force: true });
  renameSync(work, BUNDLE);
}
