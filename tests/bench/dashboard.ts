import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeBigLogApart } from '../support/bigLog.ts';
import { openBigSchool, paced } from './bigSchool.ts';
import type { Row } from './row.ts';

const MASTER = new Uint8Array(32).fill(5);
/** So few classes of each learner make one enrolment for every ten events. */
const CLASSES = 5;
const SMALL = 100_000;
const BIG = 1_000_000;
const PER_SECOND = 100;
const ROUND_MS = 4_000;
const ROUNDS = 4;
const TARGET_MS = 10;
/** The greatest ratio that counts as flat: a cost that grows with the log would be ten times as high. */
const TARGET_GROWTH = 1.5;

interface Measured {
  enrolments: number;
  events: number;
  panel: { p50: number; p99: number };
  one: { p50: number; p99: number };
}

/** The dashboard of people taken from all over the log, and one document by its key, in turns. */
async function measure(events: number): Promise<Measured> {
  const dataDir = await mkdtemp(join(tmpdir(), 'aulaviva-dashboard-'));
  try {
    const written = await writeBigLogApart(dataDir, events, MASTER, CLASSES);
    const school = await openBigSchool(dataDir, MASTER);
    try {
      const person = (n: number) => 1 + ((n * 7_919) % written.learners);
      const panel = (n: number) => `/api/progreso/${person(n)}`;
      const one = (n: number) => `/api/progreso/tiempo-estudiado-curso/1/${person(n)}`;
      const round = (path: (n: number) => string, number: number) =>
        paced(
          school,
          (n) => path(n + number * 1_000_003),
          PER_SECOND,
          (ms) => ms >= ROUND_MS,
        );
      for (const path of [panel, one]) await round(path, ROUNDS);
      const rounds: { panel: Awaited<ReturnType<typeof round>>; one: Awaited<ReturnType<typeof round>> }[] = [];
      for (let number = 0; number < ROUNDS; number++) rounds.push({ one: await round(one, number), panel: await round(panel, number) });
      // The median of the rounds: what else the machine does falls on some of them.
      const middle = (which: 'panel' | 'one', what: 'p50' | 'p99') =>
        rounds.map((one) => one[which][what]).sort((a, b) => a - b)[ROUNDS >> 1] ?? Number.NaN;
      const of = (which: 'panel' | 'one') => ({ p50: middle(which, 'p50'), p99: middle(which, 'p99') });
      return { enrolments: written.learners * 2, events: written.events, panel: of('panel'), one: of('one') };
    } finally {
      await school.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true });
  }
}

/** What the student's dashboard asks for (one call), as the school grows tenfold. */
export async function bench(): Promise<Row[]> {
  const small = await measure(SMALL);
  const big = await measure(BIG);
  const figure = (value: number) => Math.round(value).toLocaleString('en');
  const grown = big.panel.p50 / small.panel.p50;
  return [
    {
      name: `dashboard read, ${figure(big.enrolments)} enrolments, ${figure(big.events)} events, p99 in ms`,
      reference: 'one document by its key, over HTTP',
      ratio: big.panel.p99,
      target: TARGET_MS,
      detail: `p50 ${big.panel.p50.toFixed(1)} ms; the reference p50 ${big.one.p50.toFixed(1)}, p99 ${big.one.p99.toFixed(1)} ms`,
      ok: big.panel.p99 <= TARGET_MS,
    },
    {
      name: 'the same read, p50 as the log grows tenfold',
      reference: `${figure(small.enrolments)} enrolments, ${figure(small.events)} events`,
      ratio: grown,
      target: TARGET_GROWTH,
      detail: `${big.panel.p50.toFixed(1)} against ${small.panel.p50.toFixed(1)} ms; the reference grew ${(big.one.p50 / small.one.p50).toFixed(2)} times`,
      ok: grown <= TARGET_GROWTH,
    },
  ];
}
