import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { writeBigLogApart } from '../support/bigLog.ts';
import { openOwnLog } from './ownLog.ts';
import type { Row } from './row.ts';

const EVENTS = Number(process.env.BENCH_EVENTS ?? 1_000_000);
const MASTER = new Uint8Array(32).fill(5);
const PER_SECOND = 50;
const TARGET = 2;

/** Seconds that `npm run backup` takes. */
async function backUp(dataDir: string, to: string): Promise<number> {
  const began = performance.now();
  const cli = path.resolve(import.meta.dirname, '../../backend/process/cli/backup.ts');
  const child = spawn(process.execPath, [cli, to], { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DATA_DIR: dataDir } });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`the backup ended with ${code}`);
  return (performance.now() - began) / 1_000;
}

/** A backup of a large log while it is written, in log and vault, beside one at rest. */
export async function bench(): Promise<Row[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'aulaviva-backup-'));
  try {
    const dataDir = path.join(folder, 'data');
    const { events } = await writeBigLogApart(dataDir, EVENTS, MASTER);
    const { append, vault, close } = await openOwnLog(dataDir, MASTER);
    try {
      // The first warms the disk's cache.
      await backUp(dataDir, path.join(folder, 'warm'));
      const rest = await backUp(dataDir, path.join(folder, 'rest'));
      let ended = false;
      let writes = 0;
      const began = performance.now();
      const write = async () => {
        for (; !ended; writes++) {
          await append('numbers-resource', 'NumberTaken', { kind: 'resource', courseId: null, moduleId: null, classId: null });
          await vault.put('meta', 'bench', { writes });
          await pause(Math.max(0, began + ((writes + 1) * 1_000) / PER_SECOND - performance.now()));
        }
      };
      const writing = write();
      const busy = await backUp(dataDir, path.join(folder, 'busy')).finally(() => {
        ended = true;
      });
      await writing;
      return [
        {
          name: `a backup of a log of ${events.toLocaleString('en')} events under ${PER_SECOND} writes a second`,
          reference: 'the same at rest',
          ratio: busy / rest,
          target: TARGET,
          detail: `${busy.toFixed(1)} against ${rest.toFixed(1)} s; ${writes} writes meanwhile, ${(writes / busy).toFixed(0)}/s`,
          ok: busy / rest <= TARGET,
        },
      ];
    } finally {
      await close();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}
