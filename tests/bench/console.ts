import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Findings } from '../../backend/api/contract/events.ts';
import type { SqlAnswer } from '../../backend/api/contract/sql.ts';
import { enrolments } from '../../backend/projections/enrolments.ts';
import { type BigLog, daysOf, writeBigLogApart } from '../support/bigLog.ts';
import { type BigSchool, openBigSchool } from './bigSchool.ts';
import { percentile, type Row } from './row.ts';

/**
 * `npm run bench console [-- --events 10000000]`: what analysts and administrators do on a school with a long past, over HTTP: search of the history, filters and
 * the end of the log, whole exports, SQL, a replay with its difference, and the school as it was. The memory is that of the school and of its processes for
 * questions together. `BENCH_PARTS=exports,SQL`: only those. `BENCH_DIR`: the school's folder, which stays, so that the next run has it at once.
 */

const MASTER = new Uint8Array(32).fill(5);
const ROUNDS = 20;
const DAYS = 12;
const TARGETS = { searchMs: 200, entityMs: 200, listsMs: 1_000, sqlMs: 300, tailMs: 2_500, wholeMb: 800 } as const;
const LISTS = ['/api/personas?limit=50', '/api/cursos/gestion', '/api/resumen', '/api/cursos/1/inscritos'];
const entitiesOf = (n: number, learners: number) => [`/api/progreso/${1 + ((n * 7_919) % learners)}`, '/api/cursos/cursos/1'];
const GROUPED = 'SELECT tipo, dia, count(*) AS n FROM eventos GROUP BY tipo, dia ORDER BY n DESC LIMIT 500';

/** Most memory that a process and its children had resident together, in MB, looked at ten times a second. */
function watchMemory(pid: number) {
  let most = 0;
  const look = async () => {
    const parents = new Map<number, number>();
    const sizes = new Map<number, number>();
    const commands = new Map<number, string>();
    for (const name of await readdir('/proc')) {
      if (!/^\d+$/.test(name)) continue;
      const status = await readFile(`/proc/${name}/status`, 'utf8').catch(() => '');
      parents.set(Number(name), Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]));
      sizes.set(Number(name), Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0));
      commands.set(Number(name), await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => ''));
    }
    // Until it has its own program, a process that was just begun is its parent once more, with the same pages.
    const begins = (one: number) => one !== pid && commands.get(one) === commands.get(parents.get(one) ?? 0);
    const below = (one: number): boolean => one === pid || (one > 1 && below(parents.get(one) ?? 0));
    let sum = 0;
    for (const [one, size] of sizes) if (below(one) && !begins(one)) sum += size;
    most = Math.max(most, sum / 1_024);
  };
  let busy = false;
  const looking = setInterval(() => {
    if (busy) return;
    busy = true;
    void look().finally(() => {
      busy = false;
    });
  }, 100);
  return {
    /** Processor time since the last call. */
    most(): number {
      const sofar = most;
      most = 0;
      return sofar;
    },
    stop: () => clearInterval(looking),
  };
}

export async function bench(): Promise<Row[]> {
  const wanted = Number(process.env.BENCH_EVENTS ?? 1_000_000);
  const kept = process.env.BENCH_DIR;
  const dataDir = kept ?? (await mkdtemp(join(tmpdir(), 'aulaviva-console-')));
  const say = (line: string) => process.stdout.write(`  ${line}\n`);
  try {
    const written = performance.now();
    const note = join(dataDir, 'bench.json');
    const known = await readFile(note, 'utf8').then(JSON.parse, () => null);
    const { events, learners }: BigLog = known ?? (await writeBigLogApart(dataDir, wanted, MASTER));
    if (!known) await writeFile(note, JSON.stringify({ events, learners }));
    const shown = events.toLocaleString('en');
    say(known ? `${shown} events were there` : `${shown} events written in ${seconds(written)} s`);
    const starting = performance.now();
    const school = await openBigSchool(dataDir, MASTER, { readyMs: Math.max(10 * 60_000, wanted / 5) });
    say(`all read models built in ${seconds(starting)} s; most memory meanwhile ${school.peakMegabytes().toFixed(0)} MB`);
    const memory = watchMemory(school.pid);
    try {
      const parts: Readonly<Record<string, () => Promise<Row[]>>> = {
        search: () => searched(school, learners, shown),
        filters: () => filtered(school, learners, events),
        'end of the log': () => tailed(school, learners),
        exports: () => exported(school, events),
        SQL: () => asked(school, shown),
        replay: () => replayed(school),
        'time travel': () => travelled(school, learners, dataDir),
      };
      const rows: Row[] = [];
      let most = 0;
      const only = process.env.BENCH_PARTS?.split(',');
      for (const [part, measure] of Object.entries(parts)) {
        if (only && !only.includes(part)) continue;
        const found = await measure();
        const megabytes = memory.most();
        most = Math.max(most, megabytes);
        for (const { name, ratio, detail } of found) say(`${name}: ${ratio.toFixed(1)} (${detail})`);
        say(`most memory during ${part}: ${megabytes.toFixed(0)} MB`);
        rows.push(...found);
      }
      return [
        ...rows,
        {
          ...{
            name: 'memory of the whole, questions of SQL among it, in MB',
            reference: `${shown} events`,
            ratio: most,
            target: TARGETS.wholeMb,
          },
          ...{ detail: `of the school alone ${school.peakMegabytes().toFixed(0)} MB, its start included`, ok: most <= TARGETS.wholeMb },
        },
      ];
    } finally {
      memory.stop();
      await school.stop();
    }
  } finally {
    if (!kept) await rm(dataDir, { recursive: true, force: true });
  }
}

const seconds = (began: number): string => ((performance.now() - began) / 1_000).toFixed(1);
const timed = async (work: (round: number) => Promise<unknown>, rounds = ROUNDS): Promise<number[]> => {
  const took: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const began = performance.now();
    await work(round);
    // The first one builds what the others use; the caller says how long that takes where it is long.
    if (round > 0) took.push(performance.now() - began);
  }
  return took;
};
const row = (name: string, took: readonly number[], target: number, reference: string, more = ''): Row => {
  const [p50, p95] = [percentile(took, 0.5), percentile(took, 0.95)];
  return { name: `${name}, p95 in ms`, reference, ratio: p95, target, detail: `p50 ${p50.toFixed(1)}${more}`, ok: p95 <= target };
};
/** A figure without a target. */
const figure = (name: string, ratio: number, reference: string, detail: string): Row => ({
  ...{ name, ratio, reference, detail, target: Number.NaN, ok: true },
});

async function searched(school: BigSchool, learners: number, shown: string): Promise<Row[]> {
  const someone = (round: number) => 1 + ((round * 7_919) % learners);
  const first = performance.now();
  await school.ask('GET', '/api/historial/buscar?limit=50');
  const built = `; the first one after a start, which reads the index, ${seconds(first)} s`;
  const questions: Record<string, (round: number) => string> = {
    'nothing chosen': () => '',
    'all, also what is measured': () => '&todo=1',
    'one person': (round) => `&sobre=persona:${someone(round)}&todo=1`,
    'what one person did': (round) => `&quien=${someone(round)}`,
    'one kind of act in a month': () => '&tipo=ClassCompleted&desde=2025-02-01&hasta=2025-02-28',
    'three words': (round) => `&buscar=${encodeURIComponent(`completó clase ${1 + (round % 20)}`)}`,
  };
  const rows: Row[] = [];
  for (const [name, question] of Object.entries(questions)) {
    const took = await timed((round) => school.ask('GET', `/api/historial/buscar?limit=50${question(round)}`));
    rows.push(row(`history searched, with all counts: ${name}`, took, TARGETS.searchMs, `${shown} events`, rows.length === 0 ? built : ''));
  }
  return rows;
}

async function filtered(school: BigSchool, learners: number, events: number): Promise<Row[]> {
  const find = (question: string) => school.ask<Findings>('GET', `/api/eventos/buscar?limit=50&${question}`);
  const stream = await timed((round) => find(`flujo=user-${1 + ((round * 7_919) % learners)}`));
  const rare = await timed(() => find('tipo=CoursePublished'));
  // Matches nothing, so that the whole log is searched, one stretch per answer.
  const began = performance.now();
  let answers = 0;
  let seen = 0;
  for (let cursor: string | null = null; ; ) {
    const page: Findings = await find(`campo=courseId&valor=nada${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`);
    answers++;
    seen += page.revisados;
    cursor = page.cursor;
    if (page.fin) break;
  }
  const took = performance.now() - began;
  return [
    row('log filtered by a stream', stream, TARGETS.searchMs, ''),
    row('log filtered by a rare type', rare, TARGETS.searchMs, ''),
    figure(
      'log filtered by a field that nothing has, to its beginning, in s',
      took / 1_000,
      `${seen.toLocaleString('en')} of ${events.toLocaleString('en')} events looked at`,
      `${Math.round((seen / took) * 1_000).toLocaleString('en')} events/s in ${answers} answers, ${(took / answers).toFixed(0)} ms each`,
    ),
  ];
}

/** What the page of the log does while people write: from its end on, without a gap, once a second. */
async function tailed(school: BigSchool, learners: number): Promise<Row[]> {
  const WRITES = 2_000;
  const { cursor: end } = await school.ask<{ cursor: string | null }>('GET', '/api/eventos/final');
  const sent = new Map<string, number>();
  let wrote = false;
  const began = performance.now();
  const writing = (async () => {
    let next = 0;
    const work = async () => {
      for (let n = next++; n < WRITES; n = next++) {
        const at = performance.now();
        const answer = await fetch(`${school.url}/api/eventos/consultas`, {
          method: 'POST',
          headers: { authorization: `Bearer ${school.token}`, 'content-type': 'application/json' },
          // Each one changes the same kept question: an event, and nothing that grows.
          body: JSON.stringify({ nombre: 'De la medida', sql: `SELECT ${n}` }),
        });
        if (!answer.ok) throw new Error(`a write of the bench: ${answer.status} ${await answer.text()}`);
        sent.set(answer.headers.get('x-position') ?? '', at);
      }
    };
    await Promise.all(Array.from({ length: 8 }, work));
    wrote = true;
  })();
  const seen = new Map<string, number>();
  for (let cursor = end; !(wrote && seen.size >= WRITES); ) {
    const from = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page = await school.ask<Findings>('GET', `/api/eventos/buscar?orden=antiguos&limit=100${from}`);
    const now = performance.now();
    for (const { tipo, posicion } of page.eventos) {
      if (seen.has(posicion)) throw new Error('the end of the log told an event twice');
      if (tipo === 'QuerySaved') seen.set(posicion, now);
    }
    cursor = page.cursor;
    if (page.fin && performance.now() - began > 120_000) throw new Error(`the end of the log told ${seen.size} of ${WRITES} events`);
    if (page.fin) await pause(1_000);
  }
  await writing;
  const delays = [...sent].map(([position, at]) => (seen.get(position) ?? Number.POSITIVE_INFINITY) - at);
  const rate = (WRITES / (performance.now() - began)) * 1_000;
  return [
    row(
      'end of the log followed, from the write to the page',
      delays,
      TARGETS.tailMs,
      `${WRITES} events, ${rate.toFixed(0)}/s, none lost`,
      `; ${learners} learners`,
    ),
  ];
}

async function exported(school: BigSchool, events: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const format of ['ndjson', 'csv', 'parquet'] as const) {
    const began = performance.now();
    // Read in another process, so that this thread's own work is no part of the figure.
    const reader = new Worker(
      `const { parentPort, workerData } = require('node:worker_threads');
       fetch(workerData.url, { headers: { authorization: workerData.authorization } }).then(async (answer) => {
         let bytes = 0, lines = 0;
         for await (const part of answer.body) { bytes += part.length; for (let at = -1; (at = part.indexOf(10, at + 1)) >= 0; ) lines++; }
         parentPort.postMessage({ status: answer.status, bytes, lines });
       });`,
      { eval: true, workerData: { url: `${school.url}/api/eventos/exportar.${format}`, authorization: `Bearer ${school.token}` } },
    );
    const [answer] = (await once(reader, 'message')) as [{ status: number; bytes: number; lines: number }];
    await reader.terminate();
    if (answer.status !== 200 || (format === 'ndjson' && answer.lines < events)) throw new Error(`export: ${JSON.stringify(answer)}`);
    const took = (performance.now() - began) / 1_000;
    const size = `${(answer.bytes / 2 ** 20).toFixed(0)} MB`;
    rows.push(figure(`whole log exported as ${format}, in s`, took, size, `${Math.round(events / took).toLocaleString('en')} events/s`));
  }
  return rows;
}

async function asked(school: BigSchool, shown: string): Promise<Row[]> {
  const question = `/api/eventos/consulta?sql=${encodeURIComponent(GROUPED)}`;
  const preparing = performance.now();
  for (;;) if ((await school.ask<SqlAnswer>('GET', question)).respuesta) break;
  const prepared = seconds(preparing);
  const own: number[] = [];
  const whole = await timed(async () => own.push((await school.ask<SqlAnswer>('GET', question)).respuesta?.milisegundos ?? Number.NaN), 10);
  const round = percentile(whole, 0.5).toFixed(0);
  return [
    row(
      'SQL: all events by type and day',
      own,
      TARGETS.sqlMs,
      `${shown} events`,
      `; with its process p50 ${round} ms; the copy was prepared in ${prepared} s`,
    ),
  ];
}

async function replayed(school: BigSchool): Promise<Row[]> {
  interface ProjectionRow {
    id: string;
    reconstruccion: { generacion: number; estado: string; hechos: number } | null;
  }
  const state = async () =>
    (await school.ask<ProjectionRow[]>('GET', '/api/proyecciones')).find(({ id }) => id === enrolments.name)?.reconstruccion;
  // Of an earlier run on this school.
  if (await state()) await school.ask('POST', `/api/proyecciones/${enrolments.name}/cancelar`);
  while (await state()) await pause(100);
  const began = performance.now();
  const { generacion } = await school.ask<{ generacion: number }>('POST', `/api/proyecciones/${enrolments.name}/reconstruir`);
  for (;;) {
    const found = await state();
    if (found?.generacion === generacion && found.estado === 'failed') throw new Error('the replay failed');
    if (found?.generacion === generacion && found.estado === 'ready') {
      const took = (performance.now() - began) / 1_000;
      const rate = `${Math.round(found.hechos / took).toLocaleString('en')} of its events/s`;
      return [figure(`replay of ${enrolments.name} with its difference, in s`, took, `${found.hechos.toLocaleString('en')} events`, rate)];
    }
    await pause(100);
  }
}

/** Processor time that a process has taken, all its threads together. */
function processorMs(pid: number): number {
  // After the program's name, which may contain spaces: the twelfth and thirteenth fields, in hundredths of a second.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function travelled(school: BigSchool, learners: number, dataDir: string): Promise<Row[]> {
  const { desde } = await school.ask<{ desde: string }>('GET', '/api/pasado');
  // By then nearly everything has happened.
  const moment = new Date(Date.parse(desde) + (daysOf(learners) - 1) * 86_400_000).toISOString();
  let folded = 0;
  const prepare = async (wanted: string): Promise<number> => {
    const began = performance.now();
    for (;;) {
      const state = await school.ask<{ estado: string; hechos: number }>('GET', `/api/pasado?momento=${wanted}`);
      folded = Math.max(folded, state.hechos);
      if (state.estado === 'listo') return (performance.now() - began) / 1_000;
      await pause(100);
    }
  };
  const first = await prepare(moment);
  const past = join(dataDir, 'past');
  const sizes = await Promise.all((await readdir(past)).map(async (name) => (await stat(join(past, name))).size));
  const kept = (sizes.reduce((sum, size) => sum + size, 0) / 2 ** 20).toFixed(0);
  const asOf = async (then: string, path: string) => {
    for (;;) {
      const answer = await fetch(`${school.url}${path}`, { headers: { authorization: `Bearer ${school.token}`, 'x-as-of': then } });
      const text = await answer.text();
      if (answer.ok) return;
      if (!text.includes('PAST_NOT_READY')) throw new Error(`${path}: ${answer.status}`);
    }
  };
  const each = async (paths: (round: number) => readonly string[]) => {
    const took: number[] = [];
    for (let round = 0; round <= ROUNDS; round++)
      for (const path of paths(round)) {
        const from = performance.now();
        await asOf(moment, path);
        if (round > 0) took.push(performance.now() - from);
      }
    return took;
  };
  /** Each time another day that nobody has seen yet: the first that is asked of it. */
  const slid = async (name: string, days: number, target: number, paths: (round: number) => readonly string[]) => {
    const took: number[] = [];
    const worked = processorMs(school.pid);
    for (let round = 1; round <= DAYS; round++) {
      const then = new Date(Date.parse(moment) - (round * days + 0.37) * 86_400_000).toISOString();
      const from = performance.now();
      for (const path of paths(round)) await asOf(then, path);
      took.push(performance.now() - from);
    }
    const each = (processorMs(school.pid) - worked) / DAYS;
    return row(name, took, target, '', `; processor time of the school for each ${each.toFixed(0)} ms`);
  };
  const entity = (round: number) => entitiesOf(round, learners).slice(0, 1);
  // Over all of the history, in steps of some weeks.
  // What is searched of any moment is the index of today, which the first question reads.
  await school.ask('GET', '/api/historial/buscar?limit=50');
  const far = Math.floor((Date.parse(moment) - Date.parse(desde)) / 86_400_000 / (DAYS + 1));
  return [
    figure('first date of the slider, in s', first, '', `${folded.toLocaleString('en')} events folded; ${kept} MB on disk`),
    row('one entity on a date already shown', await each((round) => entitiesOf(round, learners)), TARGETS.entityMs, ''),
    row('lists on a date already shown', await each(() => LISTS), TARGETS.listsMs, ''),
    await slid('one entity, each time the day before', 1, TARGETS.entityMs, entity),
    await slid('one entity, each time a date far away', far, TARGETS.entityMs, () => ['/api/cursos/cursos/1']),
    await slid('a list, each time the day before', 1.01, TARGETS.listsMs, (round) => [LISTS[round % LISTS.length] ?? '']),
    await slid('four lists, each time a date far away', far + 0.1, TARGETS.listsMs, () => LISTS),
    await slid('the history searched, each time a date far away', far + 0.2, TARGETS.listsMs, () => ['/api/historial/buscar?limit=50']),
  ];
}
