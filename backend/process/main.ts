import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { isStale } from '../../frontend/sources.ts';
import { DIST } from '../api/pages/static.ts';
import { BadConfig } from './config.ts';
import { serve } from './serve.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Builds the frontend where it is missing, or was built from other sources or packages, and serves. */
await serve(process.env, (config, logger) => {
  if (!config.roles.includes('api')) return;
  const built = existsSync(path.join(DIST, 'index.html'));
  if (built && !isStale()) return;
  if (built && !existsSync(path.join(root, 'node_modules/vite'))) {
    logger.warn('the frontend is of another release than this one, and what builds it is not installed');
    return;
  }
  logger.info(built ? 'building the frontend anew: its sources have changed' : 'building the frontend, once');
  const { status } = spawnSync(process.execPath, [path.join(root, 'frontend/build.ts')], { stdio: ['ignore', 'inherit', 'inherit'] });
  // A completed build can be served even where a page exceeds its budget.
  if (status !== 0 && isStale()) throw new BadConfig('the frontend could not be built; `npm run build` says why');
});
