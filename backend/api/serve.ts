import closeWithGrace from 'close-with-grace';
import { type Logger, pino } from 'pino';
import { DEMO_PASSWORD, demoAccounts } from '../demo/people.ts';
import { type Running, start } from './composition.ts';
import { BadConfig, type Config, readConfig } from './config.ts';

const roles: Readonly<Record<string, string>> = {
  administrator: 'administración',
  instructor: 'instructor',
  analyst: 'analista',
  student: 'estudiante',
};

/** What keeps a server from listening, said in the words of our settings; null for anything else. */
const listenFailure = (error: unknown, { host, port }: Config): string | null => {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return `PORT: ${port} is in use by another process`;
    case 'EACCES':
      return `PORT: this user may not listen on ${port}`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST: ${host} is no address of this machine`;
    default:
      return null;
  }
};

/**
 * A process of the school from its environment to its end: reads the settings, starts everything, says where it is, stops on a signal.
 * A setting that is wrong ends it with one clear line and status 1. `prepare` runs before anything is opened.
 */
export async function serve(
  env: Readonly<Record<string, string | undefined>>,
  prepare: (config: Config, logger: Logger) => void = () => {},
): Promise<void> {
  let config: Config | null = null;
  try {
    config = readConfig(env);
    const logger = pino(
      { level: config.logLevel, redact: ['req.headers.authorization', 'req.headers.cookie'] },
      process.stdout.isTTY
        ? pino.transport({ target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' } })
        : undefined,
    );
    prepare(config, logger);
    const running = await start(config, logger);
    let stopping = false;
    closeWithGrace({ delay: 9_000 }, async ({ err, signal }) => {
      stopping = true;
      if (err) logger.fatal({ err }, 'stopping after an error');
      else logger.info({ signal }, 'stopping');
      await running.stop();
    });
    try {
      await running.ready;
    } catch (error) {
      // What was still being loaded when the signal came goes on at the next start.
      if (!stopping) throw error;
      return;
    }
    if (running.address && !stopping) process.stdout.write(greeting(config, running));
  } catch (error) {
    const message = error instanceof BadConfig ? error.message : config && listenFailure(error, config);
    if (message === null) throw error;
    process.stderr.write(`aulaviva: ${message}\n`);
    process.exit(1);
  }
}

function greeting(config: Config, running: Running): string {
  const lines = ['', `  Aulaviva está en marcha: ${config.publicUrl}`];
  if (running.deps.demo()) {
    lines.push('', `  Cuentas de demostración (contraseña ${DEMO_PASSWORD}):`);
    for (const account of demoAccounts)
      lines.push(`    ${account.email.padEnd(22)} ${roles[account.role]}${account.plan === 'premium' ? ', Premium' : ''}`);
    lines.push(`  Correos de la demostración: ${config.publicUrl}/demo/mailbox`);
  }
  return `${lines.join('\n')}\n\n`;
}
