import { spawn } from 'node:child_process';
import { BadConfig } from './config.ts';

/** A folder that has not answered within this time never will, in milliseconds. */
const PATIENCE_MS = 8_000;

/** What a separate process tries there, and the name of what no file can be read from, or written to. Any other error but silence is reported better by later code. */
const PROBE = `
  const { accessSync, constants, mkdirSync, readdirSync, statSync } = require('node:fs');
  const folder = process.argv[1];
  const end = (name, code) => {
    require('node:fs').writeSync(1, name);
    process.exit(code);
  };
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const { name } of readdirSync(folder, { withFileTypes: true })) {
      if (!/\\.(db|json|jsonl)$/.test(name)) continue;
      const place = folder + '/' + name;
      if (!statSync(place).isFile()) end(name, 3);
      try {
        accessSync(place, constants.R_OK | constants.W_OK);
      } catch {
        end(name, 4);
      }
    }
  } catch {}
`;
const SAID: Readonly<Record<number, (name: string, folder: string) => string>> = {
  3: (name, folder) =>
    `${name} in ${folder} is no file: move it elsewhere. A read.db, answers.db or questions.db that is missing is made anew; of the others put back those of a backup (docs/operations.md)`,
  4: (name, folder) => `${name} in ${folder} cannot be read and written by this user: give it to the user that the school runs as`,
};

/**
 * Checks whether a folder answers at all: access to a missing disk can hang the whole process, so a separate process does it, and is left behind.
 * Throws BadConfig.
 */
export async function reachable(folder: string, { patience = PATIENCE_MS, probe = PROBE } = {}): Promise<void> {
  const child = spawn(process.execPath, ['-e', `process.stdout.write('.');${probe}`, folder], { stdio: ['ignore', 'pipe', 'ignore'] });
  const late = Promise.withResolvers<'late'>();
  let timer: NodeJS.Timeout | undefined;
  // Before it looks at the folder it has to start, which may take long on a busy machine.
  child.stdout.once('data', () => {
    timer = setTimeout(() => late.resolve('late'), patience);
  });
  let told = '';
  child.stdout.on('data', (part) => {
    told += part;
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
    child.once('error', () => resolve(0));
  });
  const outcome = await Promise.race([ended, late.promise]);
  clearTimeout(timer);
  child.unref();
  child.stdout.destroy();
  if (outcome === 'late') {
    child.kill('SIGKILL');
    throw new BadConfig(`DATA_DIR: ${folder} does not answer; is its disk there?`);
  }
  const said = SAID[outcome ?? 0];
  if (said) throw new BadConfig(`DATA_DIR: ${said(told.slice(1), folder)}`);
}
