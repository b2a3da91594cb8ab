import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createSessionTokens } from '../../backend/integrations/vault/sessionTokens.ts';
import { openSqliteVault } from '../../backend/integrations/vault/sqlite.ts';
import { freePort } from '../support/freePort.ts';
import { percentile } from './row.ts';

/** A school with a long past in a process of its own, as `npm start` makes one, and a load on it. */
export interface BigSchool {
  url: string;
  pid: number;
  /** The token of an administrator. */
  token: string;
  ask<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T>;
  /** Most memory that the process ever had resident, in MB. */
  peakMegabytes(): number;
  stop(): Promise<void>;
}

const SESSION_MS = 60 * 60_000;
const READY_MS = 10 * 60_000;

/** Resolves when every read model has been built and the school is ready. */
export async function openBigSchool(
  dataDir: string,
  masterKey: Uint8Array,
  { readyMs = READY_MS }: { readyMs?: number } = {},
): Promise<BigSchool> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [...process.execArgv, join(import.meta.dirname, '../support/schoolChild.ts')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      ...{ DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: String(port), DEMO: 'false', LOG_LEVEL: 'error' },
      ...{ USE_RATE: '100000', STUDY_RATE: '100000', MAKE_RATE: '100000' },
      ...{ PERSONAL_DATA_KEY: Buffer.from(masterKey).toString('base64'), SESSION_SECRET: 'a secret of the bench alone, long enough' },
    },
  });
  const ended = once(child, 'exit');
  process.once('exit', () => child.kill('SIGKILL'));
  process.once('SIGTERM', () => process.exit(1));
  const began = performance.now();
  const isReady = () =>
    fetch(`${url}/api/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error('the school of the bench has ended');
    if (performance.now() - began > readyMs) throw new Error('the school of the bench is not ready');
    await pause(100);
  }
  const vault = openSqliteVault(join(dataDir, 'vault.db'));
  // Somebody of the log: what administrators write is sealed by their own key.
  const session = { userId: 1, sessionId: crypto.randomUUID(), role: 'administrator' as const, expiresAt: Date.now() + SESSION_MS };
  const { token } = await createSessionTokens(vault).start(session);
  await vault.close();
  return {
    url,
    pid: child.pid ?? 0,
    token,
    async ask<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body: object = { motivo: 'bench' }) {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(method === 'POST' && { 'content-type': 'application/json' }) },
        ...(method === 'POST' && { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as T;
    },
    peakMegabytes: () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

export interface Paced {
  /** Milliseconds of each answer, from when it was due to be asked for: a server that holds up the next question counts too. */
  latencies: number[];
  p50: number;
  p99: number;
}

/** Requests `path(n)` at a fixed rate, however long answers take, until `done` returns true. Throws when an answer is not 200. */
export async function paced(
  { url, token }: BigSchool,
  path: (n: number) => string,
  perSecond: number,
  done: (milliseconds: number) => boolean,
): Promise<Paced> {
  const agent = new Agent({ keepAlive: true });
  const latencies: number[] = [];
  const failed: (number | string | undefined)[] = [];
  const under = new Set<Promise<void>>();
  const began = performance.now();
  for (let n = 0; !done(performance.now() - began); n++) {
    const due = began + (n * 1_000) / perSecond;
    const early = due - performance.now();
    if (early > 0) await pause(early);
    const one = new Promise<void>((resolve) => {
      get(`${url}${path(n)}`, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
        response.resume().once('end', () => {
          latencies.push(performance.now() - due);
          if (response.statusCode !== 200) failed.push(response.statusCode);
          resolve();
        });
      }).once('error', (error) => {
        failed.push(error.message);
        resolve();
      });
    }).finally(() => under.delete(one));
    under.add(one);
  }
  await Promise.all(under);
  agent.destroy();
  if (failed.length > 0) throw new Error(`${failed.length} of ${latencies.length} answers failed: ${failed[0]}`);
  return { latencies, p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) };
}
