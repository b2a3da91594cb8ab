import { io, type Socket } from 'socket.io-client';
import { openSchool } from '../support/school.ts';
import { learners } from './http.ts';
import { percentile, type Row } from './row.ts';

const SOCKETS = 500;
const PEOPLE = 20;
const PER_SECOND = 50;
const SECONDS = 10;

/** Time from sending a command to its change arriving at another connection, with 500 sockets open and 50 commands a second. */
export async function bench(): Promise<Row[]> {
  const school = await openSchool({ env: { DEMO: 'true' }, checkAnswers: false });
  const sockets: Socket[] = [];
  try {
    const people = await learners(school, PEOPLE);
    const arrived = new Map<string, (at: number) => void>();
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
          socket.on('batch', (batch: { items: { topic: string }[] }) => {
            const now = performance.now();
            for (const item of batch.items) arrived.get(item.topic)?.(now);
          });
      }),
    );
    const echo: number[] = [];
    for (let i = 0; i < 200; i++) {
      const began = performance.now();
      await sockets[0]?.timeout(5_000).emitWithAck('join', 'cursos');
      echo.push(performance.now() - began);
    }
    const times: number[] = [];
    const pending: Promise<void>[] = [];
    const done = new Map<number, boolean>();
    for (let sent = 0; sent < PER_SECOND * SECONDS; sent++) {
      const person = people[sent % PEOPLE];
      if (!person) break;
      const topic = `progreso:${person.id}`;
      const completado = !done.get(person.id);
      done.set(person.id, completado);
      const began = performance.now();
      pending.push(
        new Promise<void>((resolve) => {
          arrived.set(topic, (at) => {
            arrived.delete(topic);
            times.push(at - began);
            resolve();
          });
        }),
      );
      void school.ask('PATCH', `/api/usuario-sesion/marcarComoCompletada/${person.id}/${person.classId}/completar`, {
        token: person.token,
        body: { completado },
      });
      await new Promise((next) => setTimeout(next, 1000 / PER_SECOND));
    }
    await Promise.all(pending);
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
