import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';
import type { Expected, NewEvent } from '../../events/store/port.ts';
import { EVENTS_FILE, openSqliteStore } from '../../events/store/sqlite.ts';
import type { Row } from './row.ts';

const ROUNDS = 5;
const WRITERS = 50;
const APPENDS_EACH = 400;
const REFERENCE_APPENDS = 3_000;
const TARGET_GAIN = 6;
const TARGET_SHARE = 0.5;
const TARGET_DELAY_MS = 5;

const makeEvent = (): NewEvent => ({
  id: randomUUID(),
  type: 'SubtopicCompleted',
  data: { courseId: 3, moduleId: 12, sessionId: 40, subtopicId: 160, seconds: 300 },
  metadata: {
    commandId: randomUUID(),
    correlationId: randomUUID(),
    causationId: randomUUID(),
    actor: { userId: 7, role: 'student' },
    occurredAt: '2026-01-01T12:00:00.000Z',
    schemaVersion: 1,
  },
});

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const perSecond = (count: number, startedAt: number): number => (count / (performance.now() - startedAt)) * 1_000;

/** One writer, `each` events a transaction, straight into the same table with the same indexes. Appends a second. */
function reference(path: string, name: string, each: number): number {
  const db = new DatabaseSync(path, { timeout: 5_000 });
  db.exec('PRAGMA synchronous = FULL');
  const insert = db.prepare(
    'INSERT INTO events (stream, version, id, type, category, open, data, metadata) VALUES (?, ?, ?, ?, ?, 0, ?, ?)',
  );
  const events = Array.from({ length: REFERENCE_APPENDS * Math.min(each, 4) }, makeEvent);
  const startedAt = performance.now();
  for (const [index, { id, type, data, metadata }] of events.entries()) {
    if (index % each === 0) db.exec('BEGIN IMMEDIATE');
    const stream = `${name}_${index % WRITERS}`;
    insert.run(stream, Math.floor(index / WRITERS), id, type, 'reference', JSON.stringify(data), JSON.stringify(metadata));
    if (index % each === each - 1 || index === events.length - 1) db.exec('COMMIT');
  }
  const rate = perSecond(events.length, startedAt);
  db.close();
  return rate;
}

/**
 * Keeps this disk busy from a process of its own: writes and syncs without a pause, so that a sync costs what it does on a disk that is not one's
 * own. At rest the disk of a virtual machine often answers a sync at once, and then there is little for group commit to save.
 */
async function neighbour(directory: string): Promise<() => Promise<void>> {
  const child = fork(join(import.meta.dirname, 'syncing.ts'), [directory]);
  await once(child, 'message');
  return async () => {
    const exited = once(child, 'exit');
    child.kill();
    await exited;
  };
}

interface Measured {
  /** Appends a second, medians of the rounds: of the store, of the reference one by one, of the reference with all writers in a transaction. */
  rate: number;
  oneByOne: number;
  together: number;
  /** Event loop of the appending thread, p99 of each round in ms, ascending. */
  delays: number[];
}

async function measure(dataDir: string): Promise<Measured> {
  const store = await openSqliteStore({ dataDir });
  const rates: number[] = [];
  const oneByOne: number[] = [];
  const together: number[] = [];
  const delays: number[] = [];
  const writer = async (stream: string, events: readonly NewEvent[]): Promise<void> => {
    let expected: Expected = 'none';
    for (const event of events) expected = (await store.append(stream, expected, [event])).version;
  };
  try {
    for (let round = 0; round < ROUNDS; round++) {
      oneByOne.push(reference(join(dataDir, EVENTS_FILE), `single-${round}`, 1));
      together.push(reference(join(dataDir, EVENTS_FILE), `together-${round}`, WRITERS));
      const work = Array.from({ length: WRITERS }, () => Array.from({ length: APPENDS_EACH }, makeEvent));
      const delay = monitorEventLoopDelay({ resolution: 1 });
      delay.enable();
      const startedAt = performance.now();
      await Promise.all(work.map((events, number) => writer(`enrolment-${round}_${number}`, events)));
      rates.push(perSecond(WRITERS * APPENDS_EACH, startedAt));
      delay.disable();
      delays.push(delay.percentile(99) / 1e6);
    }
  } finally {
    await store.close();
  }
  return { rate: median(rates), oneByOne: median(oneByOne), together: median(together), delays: delays.toSorted((a, b) => a - b) };
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** Durable single-event appends by 50 writers at once through the embedded store, against the same done one by one. */
export async function bench(): Promise<Row[]> {
  const directory = await mkdtemp(join(tmpdir(), 'aulaviva-bench-'));
  try {
    const alone = await measure(join(directory, 'alone'));
    const leave = await neighbour(directory);
    const shared = await measure(join(directory, 'shared')).finally(leave);
    const p99 = median(alone.delays);
    const gained = shared.rate / shared.oneByOne;
    const used = alone.rate / alone.together;
    return [
      {
        name: `durable single-event appends, ${WRITERS} writers, embedded, on a disk whose syncs cost something (another process syncs it too)`,
        reference: 'one writer, one event a transaction, raw node:sqlite on the same table',
        ratio: gained,
        target: TARGET_GAIN,
        detail: `${Math.round(shared.rate)}/s against ${Math.round(shared.oneByOne)}/s`,
        ok: gained >= TARGET_GAIN,
      },
      {
        name: 'the same, the disk at rest: share of what is possible there',
        reference: `one writer, ${WRITERS} events a transaction, raw node:sqlite on the same table`,
        ratio: used,
        target: TARGET_SHARE,
        detail: `${Math.round(alone.rate)}/s against ${Math.round(alone.together)}/s; one by one ${Math.round(alone.oneByOne)}/s, ${(alone.rate / alone.oneByOne).toFixed(1)} times less`,
        ok: used >= TARGET_SHARE,
      },
      {
        name: 'event loop of the appending thread meanwhile, p99 in ms',
        reference: 'the clock (at most)',
        ratio: rounded(p99),
        target: TARGET_DELAY_MS,
        detail: `median of ${ROUNDS} rounds at rest; worst ${rounded(alone.delays.at(-1) ?? Number.NaN)} ms`,
        ok: p99 <= TARGET_DELAY_MS,
      },
    ];
  } finally {
    await rm(directory, { recursive: true });
  }
}
