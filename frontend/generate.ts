import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generateEndpoints } from '@rtk-query/codegen-openapi';
import { openApiDocument } from '../backend/api/openapi.ts';

/** Writes `src/api/generated.ts`: endpoints, hooks and types from the server's OpenAPI document. With --check it only says whether the file is up to date. */
const folder = await mkdtemp(path.join(tmpdir(), 'aulaviva-'));
try {
  const schemaFile = path.join(folder, 'openapi.json');
  await writeFile(schemaFile, JSON.stringify(openApiDocument()));
  const here = import.meta.dirname;
  const source = await generateEndpoints({
    schemaFile,
    apiFile: path.join(here, 'src/api/base.ts'),
    apiImport: 'baseApi',
    exportName: 'generatedApi',
    hooks: true,
    flattenArg: true,
    tag: false,
  });
  if (!source) throw new Error('the generator answered nothing');
  const text = source.replace(/from ["'].*base(\.ts)?["']/, "from './base.ts'");
  const target = path.join(here, 'src/api/generated.ts');
  if (!process.argv.includes('--check')) await writeFile(target, text);
  else if ((await readFile(target, 'utf8')) !== text) {
    process.stdout.write('frontend/src/api/generated.ts is not what the contracts say: run `npm run generate`\n');
    process.exitCode = 1;
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
