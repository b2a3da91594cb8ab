import { fork } from 'node:child_process';
import path from 'node:path';
import { openSchool, type School } from '../support/school.ts';
import type { LoadPlan, LoadResult } from './load.ts';
import type { Row } from './row.ts';

const CONNECTIONS = 64;
const SECONDS = 2;
const ROUNDS = 15;

const load = (plan: LoadPlan): Promise<LoadResult> =>
  new Promise((resolve, reject) => {
    const child = fork(path.join(import.meta.dirname, 'load.ts'), { execArgv: [] });
    child.once('error', reject);
    child.once('message', (result) => {
      child.disconnect();
      resolve(result as LoadResult);
    });
    child.send(plan);
  });

/** Students with a course of their own tokens, so that 64 connections write to 64 streams. */
export async function learners(school: School, count: number): Promise<{ id: number; token: string; classId: number }[]> {
  const outline = (await school.ask('GET', '/api/cursos/esquema/1')).body as unknown as {
    modulos: { sesiones: { id_sesion: number }[] }[];
  };
  const classId = outline.modulos[0]?.sesiones[0]?.id_sesion ?? 0;
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const email = `carga${index}@ejemplo.mx`;
      await school.ask('POST', '/api/auth/register', { body: { username: `carga${index}`, email, password: 'Clave-2026!' } });
      const { token, id } = await school.login(email, 'Clave-2026!');
      await school.ask('POST', '/api/inscripciones/inscribir', { token, body: { id_usuario: id, id_curso: 1 } });
      return { id, token, classId };
    }),
  );
}

export async function bench(): Promise<Row[]> {
  const school = await openSchool({ env: { DEMO: 'true' }, checkAnswers: false });
  try {
    const people = await learners(school, CONNECTIONS);
    const commands = people.map(({ id, token, classId }) =>
      [true, false].map((completado) => ({
        method: 'PATCH' as const,
        path: `/api/usuario-sesion/marcarComoCompletada/${id}/${classId}/completar`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ completado }),
      })),
    );
    const empty = [[{ method: 'GET' as const, path: '/api/health', headers: {} }]];
    await load({ url: school.url, connections: CONNECTIONS, seconds: 2, requests: empty });
    await load({ url: school.url, connections: CONNECTIONS, seconds: 2, requests: commands });
    // In turns, so that what else the machine does falls on both alike.
    const rounds: { reference: LoadResult; measured: LoadResult; ratio: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const reference = await load({ url: school.url, connections: CONNECTIONS, seconds: SECONDS, requests: empty });
      const measured = await load({ url: school.url, connections: CONNECTIONS, seconds: SECONDS, requests: commands });
      rounds.push({ reference, measured, ratio: measured.perSecond / reference.perSecond });
    }
    rounds.sort((a, b) => a.ratio - b.ratio);
    const { reference, measured, ratio } = rounds[ROUNDS >> 1] as (typeof rounds)[number];
    const p99 = rounds.map((round) => round.measured.p99).sort((a, b) => a - b)[ROUNDS >> 1] as number;
    const errors = rounds.reduce((sum, round) => sum + round.measured.errors, 0);
    return [
      {
        name: 'commands per second over HTTP, 64 connections (PATCH … completar)',
        reference: "the same server's empty route",
        ratio,
        target: 1 / 3,
        detail: `${measured.perSecond.toFixed(0)}/s against ${reference.perSecond.toFixed(0)}/s, ${errors} errors; median of ${ROUNDS} rounds`,
        ok: ratio >= 1 / 3 && errors === 0,
      },
      {
        name: 'the same, p99 in ms',
        reference: '-',
        ratio: p99,
        target: 50,
        detail: `p50 ${measured.p50} ms; median of ${ROUNDS} rounds`,
        ok: p99 <= 50,
      },
    ];
  } finally {
    await school.stop();
  }
}
