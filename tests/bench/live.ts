import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { openSchool } from '../support/school.ts';
import { until } from '../support/until.ts';
import { learners } from './http.ts';
import type { Arrivals, FollowPlan } from './liveClients.ts';
import { percentile, type Row } from './row.ts';

const SOCKETS = Number(process.env.BENCH_CONNECTIONS ?? 500);
const PEOPLE = 20;
const PER_SECOND = 50;
const SECONDS = 10;

/** Time from sending a command to its change arriving at another connection of the same person, with many sockets open. */
async function toOne(): Promise<Row[]> {
  const school = await openSchool({ env: { DEMO: 'true' }, checkAnswers: false });
  const sockets: Socket[] = [];
  try {
    const people = await learners(school, PEOPLE);
    const arrived: { topic: string; position: string; at: number }[] = [];
    await Promise.all(
      Array.from({ length: SOCKETS }, async (_, index) => {
        const person = people[index % PEOPLE];
        if (!person) return;
        const socket = io(school.url, {
          transports: ['websocket'],
          auth: { token: person.token, from: null, topics: [`progreso:${person.id}`] },
        });
        sockets.push(socket);
        await new Promise<void>((done) => socket.once('batch', () => done()));
        if (index < PEOPLE)
          socket.on('batch', (batch: { items: { topic: string; position: string }[] }) => {
            const now = performance.now();
            for (const { topic, position } of batch.items) arrived.push({ topic, position, at: now });
          });
      }),
    );
    const echo: number[] = [];
    for (let i = 0; i < 200; i++) {
      const began = performance.now();
      await sockets[0]?.timeout(5_000).emitWithAck('join', 'cursos');
      echo.push(performance.now() - began);
    }
    const pending: Promise<{ topic: string; position: string; at: number }>[] = [];
    const done = new Map<number, boolean>();
    for (let sent = 0; sent < PER_SECOND * SECONDS; sent++) {
      const person = people[sent % PEOPLE];
      if (!person) break;
      const completado = !done.get(person.id);
      done.set(person.id, completado);
      const at = performance.now();
      const asked = school.ask('PATCH', `/api/usuario-sesion/marcarComoCompletada/${person.id}/${person.classId}/completar`, {
        token: person.token,
        body: { completado },
      });
      pending.push(asked.then(({ headers }) => ({ topic: `progreso:${person.id}`, position: headers.get('x-position') ?? '', at })));
      await new Promise((next) => setTimeout(next, 1000 / PER_SECOND));
    }
    const sent = await Promise.all(pending);
    const times = await until(async () => {
      const found = sent.map(
        ({ topic, position, at }) => (arrived.find((one) => one.topic === topic && one.position >= position)?.at ?? Number.NaN) - at,
      );
      return found.some(Number.isNaN) ? null : found;
    }, 'every change to arrive');
    const [p50, p99, empty] = [percentile(times, 0.5), percentile(times, 0.99), percentile(echo, 0.5)];
    const detail = `empty round trip over the same socket p50 ${empty.toFixed(2)} ms; ${times.length} changes; client and server share one thread here`;
    return [
      {
        name: 'command sent → change at another browser, p50 ms',
        reference: 'empty round trip',
        ratio: p50,
        target: 10,
        detail,
        ok: p50 <= 10,
      },
      {
        name: 'command sent → change at another browser, p99 ms',
        reference: 'empty round trip',
        ratio: p99,
        target: 50,
        detail,
        ok: p99 <= 50,
      },
    ];
  } finally {
    for (const socket of sockets) socket.disconnect();
    await school.stop();
  }
}

/** Time from sending a command to its change arriving at each of those who may see it: everybody who looks at the catalogue. */
async function toAll(): Promise<Row[]> {
  const school = await openSchool({ env: { DEMO: 'true' }, checkAnswers: false });
  const clients = fork(path.join(import.meta.dirname, 'liveClients.ts'), { execArgv: [] });
  try {
    const people = await learners(school, PEOPLE);
    const plan: FollowPlan = { url: school.url, connections: SOCKETS, tokens: people.map(({ token }) => token), topics: ['cursos'] };
    const connected = once(clients, 'message');
    clients.send(plan);
    await connected;
    const { token } = await school.login('admin');
    const listed = (await school.ask('GET', '/api/cursos/cursos')).body as unknown as { id_curso: number }[];
    const courses = listed.map(({ id_curso }) => id_curso);
    const sent: { course: string; position: string; at: number }[] = [];
    const began = performance.now();
    const pending: Promise<void>[] = [];
    for (let n = 0; n < PER_SECOND * SECONDS; n++) {
      const at = performance.timeOrigin + performance.now();
      const course = String(courses[n % courses.length]);
      const asked = school.ask('PUT', `/api/cursos/cursos/${course}`, { token, body: { duration: `${n} semanas` } });
      pending.push(
        asked.then(({ status, headers, text }) => {
          if (status !== 200) throw new Error(`${status} ${text}`);
          sent.push({ course, position: headers.get('x-position') ?? '', at });
        }),
      );
      await pause(Math.max(0, began + ((n + 1) * 1_000) / PER_SECOND - performance.now()));
    }
    await Promise.all(pending);
    await pause(2_000);
    const told = once(clients, 'message');
    clients.send('told');
    const [arrivals] = (await told) as [Arrivals];
    // Commands about one thing that are folded together are told together, at the position of the last.
    const times = sent.flatMap(({ course, position, at }) => {
      const told = Object.keys(arrivals[course] ?? {}).sort();
      const first = told.find((one) => one >= position) ?? '';
      return (arrivals[course]?.[first] ?? []).map((arrived) => arrived - at);
    });
    const missing = sent.length * SOCKETS - times.length;
    const p99 = percentile(times, 0.99);
    return [
      {
        name: `${PER_SECOND} commands a second, each seen by ${SOCKETS} live connections: command sent → change there, p99 ms`,
        reference: '-',
        ratio: p99,
        target: 50,
        detail: `p50 ${percentile(times, 0.5).toFixed(1)} ms; ${times.length.toLocaleString('en')} arrivals of ${sent.length} commands, ${missing} missing`,
        ok: p99 <= 50 && missing === 0,
      },
    ];
  } finally {
    clients.kill();
    await school.stop();
  }
}

export const bench = async (): Promise<Row[]> => [...(await toOne()), ...(await toAll())];
