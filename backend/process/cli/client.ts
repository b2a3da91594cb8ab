import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { typescriptClient } from '../../api/client/typescript.ts';

/** `npm run client -- <folder>`: writes the client for TypeScript, as a running school gives it at `/api/docs/cliente.tgz`. */
const folder = path.resolve(process.argv[2] ?? 'clients/typescript');
mkdirSync(folder, { recursive: true });
for (const [name, text] of Object.entries(typescriptClient())) writeFileSync(path.join(folder, name), text);
process.stdout.write(`${folder}\n`);
