import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generateEndpoints } from '@rtk-query/codegen-openapi';
import { openApiDocument } from '../backend/api/openapi.ts';

/** Writes `src/api/generated.ts`: endpoints, hooks and types from the server's OpenAPI document. */
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
  await writeFile(path.join(here, 'src/api/generated.ts'), text);
} finally {
  await rm(folder, { recursive: true, force: true });
}
