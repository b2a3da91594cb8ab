import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import closeWithGrace from 'close-with-grace';
import { pino } from 'pino';
import { DEMO_PASSWORD, demoAccounts } from '../demo/people.ts';
import { start } from './composition.ts';
import { BadConfig, readConfig } from './config.ts';
import { DIST } from './plugins/static.ts';

/** `npm start`: reads the environment, builds the frontend where it is not built, starts everything and says where it is. */

const roles: Readonly<Record<string, string>> = {
  administrator: 'administración',
  instructor: 'instructor',
  analyst: 'analista',
  student: 'estudiante',
};

try {
  const config = readConfig(process.env);
  const logger = pino(
    { level: config.logLevel, redact: ['req.headers.authorization', 'req.headers.cookie'] },
    process.stdout.isTTY
      ? pino.transport({ target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' } })
      : undefined,
  );
  if (config.roles.includes('api') && !existsSync(path.join(DIST, 'index.html'))) {
    logger.info('building the frontend, once');
    const built = spawnSync(process.execPath, [path.resolve(import.meta.dirname, '../../frontend/build.ts')], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    if (built.status !== 0) throw new BadConfig('the frontend could not be built; `npm run build` says why');
  }
  const running = await start(config, logger);
  closeWithGrace({ delay: 9_000 }, async ({ err, signal }) => {
    if (err) logger.fatal({ err }, 'stopping after an error');
    else logger.info({ signal }, 'stopping');
    await running.stop();
  });
  await running.ready;
  if (running.address) {
    const lines = [``, `  Aulaviva está en marcha: ${config.publicUrl}`];
    if (running.deps.demo()) {
      lines.push('', `  Cuentas de demostración (contraseña ${DEMO_PASSWORD}):`);
      for (const account of demoAccounts)
        lines.push(`    ${account.email.padEnd(22)} ${roles[account.role]}${account.plan === 'premium' ? ', Premium' : ''}`);
      lines.push(`  Correos de la demostración: ${config.publicUrl}/demo/mailbox`);
    }
    process.stdout.write(`${lines.join('\n')}\n\n`);
  }
} catch (error) {
  if (!(error instanceof BadConfig)) throw error;
  process.stderr.write(`aulaviva: ${error.message}\n`);
  process.exit(1);
}
