import { readdirSync } from 'node:fs';
import type { AnyProjection } from './kernel/projection.ts';

const isProjection = (value: unknown): value is AnyProjection =>
  typeof value === 'object' && value !== null && 'name' in value && 'version' in value && 'on' in value;

const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.ts') && file !== 'all.ts');
const modules = await Promise.all(
  files.sort().map((file) => import(new URL(file, import.meta.url).href) as Promise<Readonly<Record<string, unknown>>>),
);

/** Every read model: what the files of this folder export. */
export const projections: readonly AnyProjection[] = modules.flatMap((module) => Object.values(module).filter(isProjection));
