import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { createSessionTokens } from '../../integrations/vault/sessionTokens.ts';
import { projections } from '../../projections/all.ts';
import { start } from '../composition.ts';
import { BadConfig, type Config, readConfig } from '../config.ts';
import type { ProjectionRow } from '../contract/administration.ts';
import { openVault } from '../stores.ts';

/**
 * `npm run replay -- <projection> [--wait]`: builds a new generation beside the one that serves, with a progress bar, shows what would change,
 * and switches (with --wait it leaves the switch to /admin/projections). Asks the running school, else starts one for itself.
 */

const SESSION_MS = 10 * 60_000;

const bar = (share: number): string =>
  `[${'█'.repeat(Math.round(share * 30)).padEnd(30, '░')}] ${String(Math.floor(share * 100)).padStart(3)} %`;

async function replay(url: string, config: Config, name: string, wait: boolean): Promise<void> {
  // Who can read the vault's file may do everything anyway; the session is short and its actor is nobody (0), with a reason on record.
  const vault = await openVault(config);
  const tokens = createSessionTokens(vault);
  const sessionId = crypto.randomUUID();
  const token = await tokens.start({ userId: 0, sessionId, role: 'administrator', expiresAt: Date.now() + SESSION_MS });
  const ask = async <T>(method: string, at: string): Promise<T> => {
    const response = await fetch(`${url}${at}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(method === 'POST' && { 'content-type': 'application/json' }) },
      ...(method === 'POST' && { body: JSON.stringify({ motivo: 'npm run replay' }) }),
    });
    const body = (await response.json()) as T & { message?: string; code?: string };
    if (!response.ok) throw new BadConfig(`${body.code}: ${body.message}`);
    return body;
  };
  try {
    const { generacion } = await ask<{ generacion: number }>('POST', `/api/proyecciones/${name}/reconstruir`);
    for (;;) {
      const row = (await ask<ProjectionRow[]>('GET', '/api/proyecciones')).find((one) => one.id === name);
      const run = row?.reconstruccion;
      if (run?.generacion === generacion) {
        const share = run.estado === 'ready' ? 1 : (run.avance ?? 0);
        process.stdout.write(
          `${process.stdout.isTTY ? '\r' : ''}${bar(share)} of the log  ${run.hechos} events handled, ${run.porSegundo}/s${process.stdout.isTTY ? '   ' : '\n'}`,
        );
        if (run.estado === 'failed') throw new BadConfig(`the replay failed: ${run.error ?? 'no reason was given'}`);
        if (run.estado === 'ready' && run.diferencia) {
          const { agregados, cambiados, eliminados, iguales, muestras } = run.diferencia;
          process.stdout.write(`\n${agregados} added, ${cambiados} changed, ${eliminados} removed, ${iguales} equal\n`);
          for (const { clave, antes, despues } of muestras)
            process.stdout.write(`  ${clave}\n    - ${JSON.stringify(antes)}\n    + ${JSON.stringify(despues)}\n`);
          break;
        }
      }
      await pause(250);
    }
    if (wait) process.stdout.write('not switched: see /admin/projections\n');
    else {
      await ask('POST', `/api/proyecciones/${name}/cambiar`);
      process.stdout.write(`generation ${generacion} of ${name} is served now\n`);
    }
  } finally {
    await tokens.end(0, sessionId);
    await vault.close();
  }
}

try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { wait: { type: 'boolean', default: false } } });
  const [name = ''] = positionals;
  if (!projections.some((projection) => projection.name === name))
    throw new BadConfig(`name one of: ${projections.map((projection) => projection.name).join(', ')}`);
  const config = readConfig(process.env);
  const url = `http://${config.host}:${config.port}`;
  const alive = await fetch(`${url}/api/health`).then(
    (response) => response.ok,
    () => false,
  );
  if (alive) await replay(url, config, name, values.wait);
  else {
    const running = await start({ ...config, port: 0, demo: false }, pino({ level: 'warn' }));
    try {
      await running.ready;
      await replay(running.address ?? '', config, name, values.wait);
    } finally {
      await running.stop();
    }
  }
} catch (error) {
  if (!(error instanceof BadConfig)) throw error;
  process.stderr.write(`aulaviva: ${error.message}\n`);
  process.exit(1);
}
