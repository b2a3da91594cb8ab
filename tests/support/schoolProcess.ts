import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { bareEnvironment } from '../../events/entry.ts';
import { until } from './until.ts';

export interface SchoolProcess {
  process: ChildProcess;
  /** What it has written so far. */
  out(): string;
  err(): string;
  exit: Promise<{ code: number | null; signal: string | null }>;
}

/**
 * A school as a process of its own, as `npm start` makes one without building the frontend: without the demo and silent, unless `env` says
 * otherwise. It ends with the test that began it.
 */
export function schoolProcess(env: Readonly<Record<string, string | undefined>>): SchoolProcess {
  const child = spawn(process.execPath, [path.resolve(import.meta.dirname, 'schoolChild.ts')], {
    env: { ...bareEnvironment(), HOST: '127.0.0.1', DEMO: 'false', LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => {
    out += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    err += String(chunk);
  });
  const exit = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal }));
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exit;
  });
  return { process: child, out: () => out, err: () => err, exit };
}

/** Waits until the school at this port of this machine is ready; fails as soon as its process, where it is given, has ended. */
export const readyAt = (port: number, school?: SchoolProcess): Promise<true> =>
  until(
    async () => {
      if (school && school.process.exitCode !== null) throw new Error(school.err());
      return fetch(`http://127.0.0.1:${port}/api/ready`).then(
        (answer) => answer.ok && (true as const),
        () => false as const,
      );
    },
    'the school to be ready',
    90_000,
  );
