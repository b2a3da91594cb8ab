import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { ProjectionRow } from '../../api/contract/records/operations.ts';
import { projections } from '../../projections/all.ts';
import { BadConfig } from '../config.ts';
import { asCommand } from '../failure.ts';
import { bar, printDifferences } from './differences.ts';
import { dryRun } from './dryRun.ts';
import { type Ask, asOperator } from './operator.ts';

/**
 * `npm run replay -- <projection> [--wait]`: builds a new generation beside the serving one, with a progress bar, shows what would change,
 * and switches (with --wait the switch is left to /admin/projections; where more differs than the school's limit allows, only with --force).
 * Uses the running school, else starts one for itself. With `--branch <folder> [--patience <seconds>]` it is a dry run of changed code (`dryRun.ts`).
 */

const MOST_PATIENCE = 86_400;
const why = { motivo: 'npm run replay' };

async function replay(ask: Ask, name: string, { wait, force }: { wait: boolean; force: boolean }): Promise<void> {
  const { generacion } = await ask<{ generacion: number }>('POST', `/api/proyecciones/${name}/reconstruir`, why);
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
        printDifferences(run.diferencia);
        break;
      }
    }
    await pause(250);
  }
  if (wait) process.stdout.write('not switched: see /admin/projections\n');
  else {
    await ask('POST', `/api/proyecciones/${name}/cambiar`, { ...why, ...(force && { forzar: true }) });
    process.stdout.write(`generation ${generacion} of ${name} is served now\n`);
  }
}

await asCommand(async () => {
  const flag = { type: 'boolean', default: false } as const;
  const options = { wait: flag, force: flag, branch: { type: 'string' }, patience: { type: 'string', default: '60' } } as const;
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  const [name = ''] = positionals;
  if (values.branch !== undefined) {
    const patience = Number(values.patience);
    if (!(patience > 0 && patience <= MOST_PATIENCE)) throw new BadConfig(`--patience: must be seconds, ${MOST_PATIENCE} at most`);
    return dryRun(name, values.branch, patience);
  }
  if (!projections.some((projection) => projection.name === name))
    throw new BadConfig(`name one of: ${projections.map((projection) => projection.name).join(', ')}`);
  await asOperator((ask) => replay(ask, name, values));
});
