import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { isStale } from '../../frontend/sources.ts';

/** Builds the frontend where there is none, or one of other sources: without it every page is a 404. One that is complete is looked at even where a page exceeds its budget. */
export function buildFrontend(): void {
  if (!isStale()) return;
  const build = path.resolve(import.meta.dirname, '../../frontend/build.ts');
  const { status } = spawnSync(process.execPath, [build], { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0 && isStale()) throw new Error('the frontend could not be built; `npm run build` says why');
}
