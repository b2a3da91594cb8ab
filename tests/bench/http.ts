import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openSchool, type School } from '../support/school.ts';
import { apart } from './apart.ts';
import { openCrud } from './crud.ts';
import type { LoadPlan, LoadResult } from './load.ts';
import type { Row } from './row.ts';

const CONNECTIONS = 64;
const SECONDS = 2;
const ROUNDS = 7;

export const load = (plan: LoadPlan): Promise<LoadResult> => apart('load.ts', plan);

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

type Round = Record<'empty' | 'keyed' | 'crud' | 'bare' | 'crudBare', LoadResult>;
const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** Commands a second as browsers send them, with a key, beside the server's empty route and a plain durable server that keeps its answers too; and both without keys. */
export async function bench(): Promise<Row[]> {
  const school = await openSchool({ env: { DEMO: 'true' }, checkAnswers: false });
  const folder = mkdtempSync(path.join(tmpdir(), 'aulaviva-crud-'));
  try {
    const people = await learners(school, CONNECTIONS);
    const plain = await openCrud(folder, new Map(people.map(({ token, id }) => [token, id])));
    const commands = people.map(({ id, token, classId }) =>
      [true, false].map((completado) => ({
        method: 'PATCH' as const,
        path: `/api/usuario-sesion/marcarComoCompletada/${id}/${classId}/completar`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ completado }),
      })),
    );
    const plan = { connections: CONNECTIONS, seconds: SECONDS };
    const empty = { ...plan, url: school.url, requests: [[{ method: 'GET' as const, path: '/api/health', headers: {} }]] };
    const bare = { ...plan, url: school.url, requests: commands };
    const keyed = { ...bare, keys: true };
    const crud = { ...keyed, url: plain.url };
    const crudBare = { ...bare, url: plain.url };
    const rounds: Round[] = [];
    // The first warms up. In turns, so that what else the machine does falls on all alike.
    for (let round = 0; round <= ROUNDS; round++) {
      const measured: Round = {
        empty: await load(empty),
        keyed: await load(keyed),
        crud: await load(crud),
        bare: await load(bare),
        crudBare: await load(crudBare),
      };
      if (round > 0) rounds.push(measured);
    }
    await plain.stop();
    const errors = rounds.flatMap((round) => Object.values(round)).reduce((sum, { errors }) => sum + errors, 0);
    const rate = (of: keyof Round) => median(rounds.map((round) => round[of].perSecond));
    const ratio = (of: keyof Round, to: keyof Round) => median(rounds.map((round) => round[of].perSecond / round[to].perSecond));
    const busy = (of: keyof Round) => median(rounds.map((round) => round[of].busy)).toFixed(2);
    const overEmpty = ratio('keyed', 'empty');
    const overCrud = ratio('keyed', 'crud');
    const p99 = median(rounds.map((round) => round.keyed.p99));
    const each = `median of ${ROUNDS} rounds`;
    return [
      {
        name: 'commands per second over HTTP with their key, 64 connections (PATCH … completar)',
        reference: "the same server's empty route",
        ratio: overEmpty,
        target: 1 / 3,
        detail: `${rate('keyed').toFixed(0)}/s against ${rate('empty').toFixed(0)}/s; without the key ${rate('bare').toFixed(0)}/s (${ratio('bare', 'empty').toFixed(2)}); the client took ${busy('keyed')} of a processor, at the empty route ${busy('empty')}; ${errors} errors; ${each}`,
        ok: overEmpty >= 1 / 3 && errors === 0,
      },
      {
        name: 'the same',
        reference: 'a plain durable server: Fastify, node:sqlite, FULL, one row, one audit row and the answer by its key',
        ratio: overCrud,
        target: 1.2,
        detail: `${rate('keyed').toFixed(0)}/s against ${rate('crud').toFixed(0)}/s; both without keys ${rate('bare').toFixed(0)}/s against ${rate('crudBare').toFixed(0)}/s; ${each}`,
        ok: overCrud >= 1.2,
      },
      {
        name: 'the same, p99 in ms',
        reference: '-',
        ratio: p99,
        target: 50,
        detail: `p50 ${median(rounds.map((round) => round.keyed.p50))} ms; without the key p99 ${median(rounds.map((round) => round.bare.p99))} ms; ${each}`,
        ok: p99 <= 50,
      },
    ];
  } finally {
    await school.stop();
    rmSync(folder, { recursive: true });
  }
}
