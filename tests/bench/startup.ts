import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../support/freePort.ts';
import type { Row } from './row.ts';

const root = path.resolve(import.meta.dirname, '../..');

const AT_REST_MS = 60_000;
const LOOK_MS = 100;

/** Starts the school as `npm start` does; answers seconds until /api/ready, and the resident megabytes a minute after public pages were read. */
async function startOnce(dataDir: string, stores: Readonly<Record<string, string>> = {}): Promise<{ seconds: number; megabytes: number }> {
  const port = await freePort();
  const began = performance.now();
  const child = spawn(process.execPath, [...process.execArgv, 'backend/process/start.js'], {
    cwd: root,
    stdio: 'ignore',
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'silent', ...stores },
  });
  try {
    for (;;) {
      const ready = await fetch(`http://127.0.0.1:${port}/api/ready`).then(
        (answer) => answer.ok,
        () => false,
      );
      if (ready) break;
      if (performance.now() - began > 120_000) throw new Error('not ready in two minutes');
      // Each look asks all the stores.
      await new Promise((done) => setTimeout(done, LOOK_MS));
    }
    const seconds = (performance.now() - began) / 1000;
    // A school that somebody has come to: its pages have been drawn.
    for (const page of ['/', '/list-courses', '/login']) await (await fetch(`http://127.0.0.1:${port}${page}`)).text();
    await new Promise((done) => setTimeout(done, AT_REST_MS));
    const rss = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? '0';
    return { seconds, megabytes: Number(rss) / 1024 };
  } finally {
    await new Promise<void>((done) => {
      child.once('exit', () => done());
      child.kill('SIGTERM');
    });
  }
}

/** On both servers, where TEST_EVENTSTORE_URL (an empty one) and TEST_MONGODB_URL name them; beside the first start on the embedded stores. */
async function onServers(embedded: number): Promise<Row[]> {
  const { TEST_EVENTSTORE_URL: log, TEST_MONGODB_URL: read } = process.env;
  if (!log || !read) return [];
  const folder = mkdtempSync(path.join(tmpdir(), 'aulaviva-bench-'));
  const secret = () => randomBytes(32).toString('base64');
  try {
    const { seconds } = await startOnce(folder, {
      ...{ EVENT_STORE: log, READ_STORE: `${read}/aulaviva_bench_${Date.now()}`, DEMO: 'true' },
      ...{ SESSION_SECRET: secret(), PERSONAL_DATA_KEY: secret() },
    });
    return [
      {
        name: 'start for the first time on EventStoreDB and MongoDB, demo loaded, seconds',
        reference: `${embedded.toFixed(1)} s on the embedded stores`,
        ratio: seconds,
        target: 40,
        detail: `${(seconds / embedded).toFixed(1)} times the embedded stores`,
        ok: seconds <= 40,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function bench(): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'aulaviva-bench-'));
  try {
    const first = await startOnce(folder);
    const again = await startOnce(folder);
    return [
      {
        name: 'start for the first time (frontend built), demo loaded, seconds',
        reference: '-',
        ratio: first.seconds,
        target: 15,
        detail: 'the build is measured by `npm run build`; 25 s with it',
        ok: first.seconds <= 15,
      },
      { name: 'start, demo already loaded, seconds', reference: '-', ratio: again.seconds, target: 3, detail: '', ok: again.seconds <= 3 },
      {
        name: 'memory a minute after the first start with the demo, MB',
        reference: '-',
        ratio: first.megabytes,
        target: 300,
        detail: 'resident, all threads, public pages read',
        ok: first.megabytes <= 300,
      },
      {
        name: 'the same, demo already loaded',
        reference: '-',
        ratio: again.megabytes,
        target: 200,
        detail: '',
        ok: again.megabytes <= 200,
      },
      ...(await onServers(first.seconds)),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
