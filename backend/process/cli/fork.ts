import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Position } from '../../../events/store/port.ts';
import { BadConfig, readConfig } from '../config.ts';
import { asCommand } from '../failure.ts';
import { readManifest } from '../manifest.ts';
import { EVENTS_FILE } from '../stores.ts';
import { makeCopy, positionAt } from '../testCopy/copying.ts';
import { openSource, type Source } from '../testCopy/source.ts';
import { asOperator } from './operator.ts';

/**
 * `npm run fork -- --to <folder> [--from <school or backup>] [--at <position or moment>] [--read-only]`: the school as it was then, in a folder of its own,
 * with nobody in it and nothing that leaves it (docs/operations.md). The school goes on meanwhile, and has it on record. `--progress`: how far it is, a line of JSON each.
 */
process.umask(0o077);

async function lastOf(source: Source, at: string | undefined): Promise<{ last: Position; moment?: number }> {
  const head = await source.head();
  if (head === null) throw new BadConfig('--from: nothing has happened in this school yet');
  if (at === undefined) return { last: head };
  const position = source.parsePosition(at);
  if (position !== null) {
    if (position > head || Number(position) === 0)
      throw new BadConfig(`--at: the log has no position ${at}; its last one is ${head.replace(/^0+(?=\d)/, '')}`);
    return { last: position };
  }
  const moment = Date.parse(at);
  if (Number.isNaN(moment)) throw new BadConfig('--at: must be a position of the log, or a moment as 2026-03-01T12:00:00Z');
  const found = await positionAt(source, moment);
  if (found === null) throw new BadConfig('--at: the school did not exist then');
  return { last: found, moment };
}

await asCommand(async () => {
  const flag = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      to: { type: 'string' },
      at: { type: 'string' },
      'read-only': flag,
      recorded: flag,
      progress: flag,
    },
  });
  const { from, to, at } = values;
  if (!to) throw new BadConfig('name a folder: npm run fork -- --to <folder>');
  // Settings are made where there are none: not in a folder that holds no school.
  if (from !== undefined && !existsSync(path.join(from, EVENTS_FILE))) throw new BadConfig(`--from: there is no school in ${from}`);
  const embedded = { DATA_DIR: from, EVENT_STORE: 'sqlite', READ_STORE: 'sqlite' };
  const config = readConfig(from === undefined ? process.env : { ...process.env, ...embedded });
  const backup = from !== undefined && readManifest(from) !== null;
  const source = await openSource(config);
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    const { last, moment } = await lastOf(source, at);
    if (!backup && !values.recorded) {
      process.env.DATA_DIR = config.dataDir;
      const body = { posicion: last, solo_lectura: values['read-only'], afuera: true };
      await asOperator((ask) => ask('POST', '/api/operacion/copias', body));
    }
    // The running school takes precedence over the copy.
    setPriority(constants.priority.PRIORITY_LOW);
    let printed = -1;
    const mark = await makeCopy({
      ...{ source, last, moment, folder: path.resolve(to), readOnly: values['read-only'], signal: stopping.signal, now: () => new Date() },
      progress(percent) {
        const step = values.progress ? percent : percent - (percent % 10);
        if (step === printed) return;
        printed = step;
        process.stdout.write(values.progress ? `${JSON.stringify({ percent })}\n` : `${percent} %\n`);
      },
    });
    if (values.progress) return;
    process.stdout.write(`copied ${mark.events} events, up to ${mark.asOf}${mark.readOnly ? ', to be read only' : ''}\n`);
    process.stdout.write(`start it: DATA_DIR=${path.resolve(to)} PORT=3100 npm start\n`);
    for (const { role, email } of mark.accounts) process.stdout.write(`  ${role.padEnd(14)} ${email}\n`);
    process.stdout.write(`  password       ${mark.password}\n`);
  } finally {
    await source.close();
  }
});
