import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { bareEnvironment, entryFile } from '../../../events/entry.ts';

/** How long one database may take, in milliseconds: as long as it is read, its write-ahead log only grows. */
const LIMIT_MS = 10 * 60_000;

/**
 * Reads every page of a database that others may be writing, in a process of its own that leaves others the first turn. Answers what is wrong with it, in one line; null where it is whole.
 * Throws where it could not be looked through: it was ended by `signal`, it took too long, or the file cannot be opened for now.
 */
export async function lookThrough(file: string, signal: AbortSignal): Promise<string | null> {
  const script = fileURLToPath(entryFile(new URL('./lookProcess.ts', import.meta.url)));
  const env = bareEnvironment();
  const options = { signal, timeout: LIMIT_MS, killSignal: 'SIGKILL', env } as const;
  const said = await new Promise<string>((resolve, reject) => {
    execFile(process.execPath, ['--v8-pool-size=1', script, file], options, (error, stdout) => (error ? reject(error) : resolve(stdout)));
  });
  return said.replaceAll(/\s+/g, ' ').trim() || null;
}
