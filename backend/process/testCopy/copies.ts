import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { entryFile } from '../../../events/entry.ts';
import type { TestCopies, TestCopy } from '../../integrations/backups/port.ts';
import { folderSize } from '../backups.ts';
import { BadConfig, type Config } from '../config.ts';
import { type CopyMark, readCopyMark } from '../copyMark.ts';
import { lockDataDir } from '../lock.ts';
import { COPIES_FOLDER } from '../stores.ts';

const markOf = (folder: string): CopyMark | null => {
  try {
    return readCopyMark(folder);
  } catch {
    return null;
  }
};

/** Whether no school runs in the folder. */
function isIdle(folder: string): boolean {
  try {
    lockDataDir(folder)();
    return true;
  } catch (error) {
    if (error instanceof BadConfig) return false;
    throw error;
  }
}

/** Test copies in a folder of DATA_DIR, each made by `npm run fork` in a process of its own. */
export function createCopies(config: Config, logger: Logger): TestCopies {
  const root = path.join(config.dataDir, COPIES_FOLDER);
  let child: { process: ChildProcess; over: Promise<void>; folder: string } | null = null;
  let percent = 0;
  let failure: string | null = null;
  const folders = () => (existsSync(root) ? readdirSync(root).map((id) => ({ id, folder: path.join(root, id) })) : []);
  // One that was cut off with the process that had begun it.
  for (const { folder } of folders()) if ((markOf(folder)?.events ?? 0) === 0) rmSync(folder, { recursive: true, force: true });

  return {
    async list() {
      const found: TestCopy[] = [];
      for (const { id, folder } of folders()) {
        const mark = markOf(folder);
        if (!mark || mark.events === 0) continue;
        const { made, asOf, events, readOnly } = mark;
        found.push({ ...{ id, folder, made, asOf, events, readOnly }, bytes: (await folderSize(folder)).bytes });
      }
      return found.sort((a, b) => (a.made < b.made ? 1 : -1));
    },
    running: () => (child ? percent : null),
    failure: () => failure,
    begin(id, at, readOnly) {
      const folder = path.join(root, id);
      if (child) return child.folder === folder;
      if (existsSync(folder)) return true;
      [percent, failure] = [0, null];
      const script = fileURLToPath(entryFile(new URL('../cli/fork.ts', import.meta.url)));
      const options = ['--to', folder, '--at', at, '--recorded', '--progress', ...(readOnly ? ['--read-only'] : [])];
      const made = spawn(process.execPath, ['--v8-pool-size=1', script, ...options], {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          ...process.env,
          ...{ DATA_DIR: config.dataDir, EVENT_STORE: config.eventStore, READ_STORE: config.readStore },
          ...{ SESSION_SECRET: config.sessionSecret, PERSONAL_DATA_KEY: Buffer.from(config.personalDataKey).toString('base64') },
        },
      });
      let trouble = '';
      made.stderr.on('data', (text: Buffer) => {
        trouble = `${trouble}${text.toString()}`.slice(-1_000);
      });
      createInterface({ input: made.stdout }).on('line', (line) => {
        percent = Number(/^\{"percent":(\d+)\}$/.exec(line)?.[1] ?? percent);
      });
      made.once('error', (error) => {
        trouble = error.message;
      });
      const over = new Promise<void>((resolve) => {
        made.once('close', (code) => {
          child = null;
          // Where it was ended by force it left something.
          if (code !== 0) rmSync(folder, { recursive: true, force: true });
          if (code !== 0 && !made.killed) {
            failure = /^aulaviva: (.*)$/m.exec(trouble)?.[1] ?? trouble.trim().split('\n').at(-1) ?? '';
            logger.warn({ trouble }, 'a test copy did not come to its end');
          }
          resolve();
        });
      });
      child = { process: made, over, folder };
      return true;
    },
    async cancel() {
      const { process: made, over } = child ?? {};
      made?.kill('SIGTERM');
      await over;
    },
    async remove(id) {
      const found = folders().find((one) => one.id === id);
      if (!found) return true;
      if (child?.folder === found.folder || !isIdle(found.folder)) return false;
      rmSync(found.folder, { recursive: true, force: true });
      return true;
    },
    async stop() {
      await this.cancel();
    },
  };
}
