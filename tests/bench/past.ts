import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { writeBigLogApart } from '../support/bigLog.ts';
import { openBigSchool } from './bigSchool.ts';
import { percentile, type Row } from './row.ts';

const MASTER = new Uint8Array(32).fill(5);
const ROUNDS = 20;
/** For lists as of a moment that has been prepared. */
const TARGET_MS = 1_000;
const LISTS = ['/api/personas?limit=50', '/api/cursos/gestion', '/api/resumen', '/api/cursos/1/inscritos', '/api/progreso/1'];

/** A school with a long past, seen as it was at a moment: how long that takes to prepare, and its lists from then on; the same lists of today beside them. */
export async function bench(): Promise<Row[]> {
  const wanted = Number(process.env.BENCH_EVENTS ?? 1_000_000);
  const dataDir = await mkdtemp(join(tmpdir(), 'aulaviva-past-'));
  try {
    const { events } = await writeBigLogApart(dataDir, wanted, MASTER);
    const school = await openBigSchool(dataDir, MASTER);
    try {
      const { desde } = await school.ask<{ desde: string }>('GET', '/api/pasado');
      const moment = new Date((Date.parse(desde) + Date.now()) / 2).toISOString();
      const began = performance.now();
      let folded = 0;
      for (;;) {
        const state = await school.ask<{ estado: string; hechos: number }>('GET', `/api/pasado?momento=${moment}`);
        folded = Math.max(folded, state.hechos);
        if (state.estado === 'listo') break;
        await pause(100);
      }
      const prepared = (performance.now() - began) / 1_000;
      const timed = async (asOf: string | null): Promise<number[]> => {
        const times: number[] = [];
        for (let round = 0; round < ROUNDS; round++)
          for (const path of LISTS) {
            const from = performance.now();
            const headers = { authorization: `Bearer ${school.token}`, ...(asOf !== null && { 'x-as-of': asOf }) };
            const answer = await fetch(`${school.url}${path}`, { headers });
            await answer.text();
            if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
            if (round > 0) times.push(performance.now() - from);
          }
        return times;
      };
      const [then, today] = [await timed(moment), await timed(null)];
      const [p50, p95] = [percentile(then, 0.5), percentile(then, 0.95)];
      return [
        {
          name: `lists as they were at a moment, prepared, of a log of ${events.toLocaleString('en')} events`,
          reference: `the same lists of today: p50 ${percentile(today, 0.5).toFixed(1)}, p95 ${percentile(today, 0.95).toFixed(1)} ms`,
          ratio: p95,
          target: TARGET_MS,
          detail: `p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)} ms; preparing the moment took ${prepared.toFixed(1)} s (${folded.toLocaleString('en')} events folded); most memory of the process ${school.peakMegabytes().toFixed(0)} MB`,
          ok: p95 <= TARGET_MS,
        },
      ];
    } finally {
      await school.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
