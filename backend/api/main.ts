import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { BadConfig } from './config.ts';
import { DIST } from './plugins/static.ts';
import { serve } from './serve.ts';

/** Builds the frontend where it is not built, and serves. */
await serve(process.env, (config, logger) => {
  if (!config.roles.includes('api') || existsSync(path.join(DIST, 'index.html'))) return;
  logger.info('building the frontend, once');
  const built = spawnSync(process.execPath, [path.resolve(import.meta.dirname, '../../frontend/build.ts')], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (built.status !== 0) throw new BadConfig('the frontend could not be built; `npm run build` says why');
});
