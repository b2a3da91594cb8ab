import { spawn } from 'node:child_process';
import { BadConfig } from './config.ts';

/** A folder that has not answered within this time never will, in milliseconds. */
const PATIENCE_MS = 8_000;

/** What a separate process tries there. Any error but silence is reported better by later code. */
const PROBE = `
  const { mkdirSync, readdirSync, statSync } = require('node:fs');
  const folder = process.argv[1];
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (/\\.(db|json|jsonl)$/.test(entry.name) && !statSync(folder + '/' + entry.name).isFile()) process.exit(3);
  } catch {}
`;

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
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', resolve);
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
  if (outcome === 3) throw new BadConfig(`DATA_DIR: something in ${folder} that should be a file is none`);
}
