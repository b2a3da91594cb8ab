import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { openSchool } from '../support/school.ts';
import { learners } from './http.ts';
import type { Row } from './row.ts';

const CONNECTIONS = Number(process.env.BENCH_CONNECTIONS ?? 5_000);
const TOPICS = ['curso:1', 'curso:2', 'curso:3', 'curso:4', 'cursos', 'sitio'];
/** More than two heartbeats, in milliseconds. */
const WATCHED = 11_000;

/** The cost of idle connections: the longest time for which the API's event loop was blocked, and memory. */
export async function bench(): Promise<Row[]> {
  const school = await openSchool({ env: { DEMO: 'true' }, checkAnswers: false });
  const clients = fork(path.join(import.meta.dirname, 'idleClients.ts'), { execArgv: [] });
  try {
    const people = await learners(school, 50);
    const settled = async () => {
      globalThis.gc?.();
      await pause(500);
      return process.memoryUsage().rss;
    };
    const before = await settled();
    const plan = { url: school.url, connections: CONNECTIONS, tokens: people.map(({ token }) => token), topics: TOPICS };
    const connected = once(clients, 'message');
    clients.send(plan);
    await connected;
    await pause(2_000);
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    await pause(WATCHED);
    delay.disable();
    const each = ((await settled()) - before) / CONNECTIONS / 1_000;
    const longest = delay.max / 1e6;
    return [
      {
        name: `${CONNECTIONS} idle live connections with ${TOPICS.length} topics: longest stall of the API, ms`,
        reference: '-',
        ratio: longest,
        target: 20,
        detail: `p99 ${(delay.percentile(99) / 1e6).toFixed(1)} ms, over ${WATCHED / 1_000} s`,
        ok: longest <= 20,
      },
      {
        name: 'the same, memory of each in kB',
        reference: '-',
        ratio: each,
        target: 40,
        detail: 'resident, by the difference',
        ok: each <= 40,
      },
    ];
  } finally {
    clients.kill();
    await school.stop();
  }
}
