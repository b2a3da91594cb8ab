import { readdirSync } from 'node:fs';
import { type AnyProjection, projectionsIn } from './kernel/projection.ts';

const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.ts') && file !== 'all.ts');
const modules = await Promise.all(files.sort().map((file) => import(new URL(file, import.meta.url).href) as Promise<object>));

/** Every read model: what the files of this folder export. The bundler (backend/bundle.ts) writes their imports out. */
export const projections: readonly AnyProjection[] = projectionsIn(modules);
