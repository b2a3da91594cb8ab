import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';
import type { Expected, NewEvent } from '../../events/store/port.ts';
import { EVENTS_FILE, openSqliteStore } from '../../events/store/sqlite.ts';

export interface BenchRow {
  name: string;
  reference: string;
  ratio: number;
  target: number;
  detail: string;
  ok: boolean;
}

const ROUNDS = 5;
const WRITERS = 50;
const APPENDS_EACH = 400;
const REFERENCE_APPENDS = 3_000;
const TARGET_RATIO = 6;
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

/** One writer, one event a transaction, straight into the same table with the same indexes. Appends a second. */
function reference(path: string, round: number): number {
  const db = new DatabaseSync(path, { timeout: 5_000 });
  db.exec('PRAGMA synchronous = FULL');
  const insert = db.prepare(
    'INSERT INTO events (stream, version, id, type, category, open, data, metadata) VALUES (?, ?, ?, ?, ?, 0, ?, ?)',
  );
  const events = Array.from({ length: REFERENCE_APPENDS }, makeEvent);
  const startedAt = performance.now();
  for (const [index, { id, type, data, metadata }] of events.entries()) {
    db.exec('BEGIN IMMEDIATE');
    const stream = `reference-${round}_${index % WRITERS}`;
    insert.run(stream, Math.floor(index / WRITERS), id, type, 'reference', JSON.stringify(data), JSON.stringify(metadata));
    db.exec('COMMIT');
  }
  const rate = perSecond(REFERENCE_APPENDS, startedAt);
  db.close();
  return rate;
}

/** Durable single-event appends by 50 writers at once through the embedded store, against the same done one by one. */
export async function bench(): Promise<BenchRow[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'aulaviva-bench-'));
  const store = await openSqliteStore({ dataDir });
  const rates: number[] = [];
  const references: number[] = [];
  const delays: number[] = [];
  const writer = async (stream: string, events: readonly NewEvent[]): Promise<void> => {
    let expected: Expected = 'none';
    for (const event of events) expected = (await store.append(stream, expected, [event])).version;
  };
  try {
    for (let round = 0; round < ROUNDS; round++) {
      references.push(reference(join(dataDir, EVENTS_FILE), round));
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
    await rm(dataDir, { recursive: true });
  }
  const rate = median(rates);
  const raw = median(references);
  const ratio = rate / raw;
  const p99 = median(delays);
  const rounded = (value: number): number => Math.round(value * 100) / 100;
  return [
    {
      name: `durable single-event appends, ${WRITERS} writers, embedded`,
      reference: 'one writer, one event a transaction, raw node:sqlite on the same table',
      ratio: rounded(ratio),
      target: TARGET_RATIO,
      detail: `${Math.round(rate)}/s against ${Math.round(raw)}/s`,
      ok: ratio >= TARGET_RATIO,
    },
    {
      name: 'event loop of the appending thread meanwhile, p99 in ms',
      reference: 'the clock (at most)',
      ratio: rounded(p99),
      target: TARGET_DELAY_MS,
      detail: `median of ${ROUNDS} rounds; worst ${rounded(Math.max(...delays))} ms`,
      ok: p99 <= TARGET_DELAY_MS,
    },
  ];
}
