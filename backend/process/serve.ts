import path from 'node:path';
import closeWithGrace from 'close-with-grace';
import { type Logger, pino } from 'pino';
import type { Deps } from '../api/deps.ts';
import { DEMO_PASSWORD, demoAccounts } from '../demo/people.ts';
import { type Running, start } from './composition.ts';
import { type Config, readConfig } from './config.ts';
import { lineOf } from './failure.ts';
import { reachable } from './reachable.ts';
import { supervise } from './supervise.ts';

const roles: Readonly<Record<string, string>> = {
  administrator: 'administración',
  instructor: 'instructor',
  analyst: 'analista',
  auditor: 'auditoría',
  student: 'estudiante',
};

/**
 * A process of the school from its environment to its end: reads the settings, starts everything, prints the address, stops on a signal.
 * A wrong setting, or an unusable store, ends it with one clear line and status 1. `prepare` runs before anything is opened.
 */
export async function serve(
  env: Readonly<Record<string, string | undefined>>,
  prepare: (config: Config, logger: Logger) => void = () => {},
): Promise<void> {
  let config: Config | null = null;
  try {
    // Files that the school writes are readable only by the owner.
    process.umask(0o077);
    await reachable(path.resolve(env.DATA_DIR || './data'));
    config = readConfig(env);
    const logger = pino(
      { level: config.logLevel, redact: ['req.headers.authorization', 'req.headers.cookie'] },
      process.stdout.isTTY
        ? pino.transport({ target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' } })
        : undefined,
    );
    prepare(config, logger);
    const settings = config;
    let greeted = false;
    const school = supervise(
      () => start(settings, logger),
      logger,
      (running) => {
        if (running.address && !greeted)
          greeting(settings, running).then(
            (text) => process.stdout.write(text),
            () => undefined,
          );
        greeted = true;
      },
    );
    closeWithGrace({ delay: 9_000 }, async ({ err, signal }) => {
      if (err) logger.fatal({ err }, 'stopping after an error');
      else logger.info({ signal }, 'stopping');
      await school.stop();
    });
    await school.over;
  } catch (error) {
    const message = lineOf(error, config);
    if (message === null) throw error;
    process.stderr.write(`aulaviva: ${message}\n`);
    process.exit(1);
  }
}

/** What a new self-hosted school still lacks: the address where its first administrator is created, and that no mail is sent. */
export async function firstLines({ config, demo, setup }: Pick<Deps, 'config' | 'demo' | 'setup'>): Promise<string[]> {
  if (demo() || config.copy) return [];
  const lines: string[] = [];
  if (await setup.needed()) lines.push(`La escuela aún no tiene quien la administre. Crea la primera cuenta aquí: ${setup.address}`);
  if (config.mail === null)
    lines.push('Sin SMTP_URL no sale ningún correo: nadie recibe enlaces para confirmar su cuenta ni para cambiar su contraseña.');
  return lines;
}

async function greeting(config: Config, running: Running): Promise<string> {
  const lines = ['', `  Aulaviva está en marcha: ${config.publicUrl}`];
  for (const line of await firstLines(running.deps)) lines.push('', `  ${line}`);
  if (config.copy) {
    lines.push('', `  Es una copia de prueba: nada de aquí llega a nadie. Sus cuentas (contraseña ${config.copy.password}):`);
    for (const { role, email } of config.copy.accounts) lines.push(`    ${email.padEnd(34)} ${roles[role] ?? role}`);
    lines.push(`  Correos que se habrían enviado: ${config.publicUrl}/demo/mailbox, con la cuenta de administración`);
  }
  if (running.deps.demo()) {
    lines.push('', `  Cuentas de demostración (contraseña ${DEMO_PASSWORD}):`);
    for (const account of demoAccounts)
      lines.push(`    ${account.email.padEnd(22)} ${roles[account.role]}${account.plan === 'premium' ? ', Premium' : ''}`);
    lines.push(`  Correos de la demostración: ${config.publicUrl}/demo/mailbox`);
  }
  return `${lines.join('\n')}\n\n`;
}
