import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { schoolDay } from '../../../../events/calendar.ts';
import { bareEnvironment, entryFile } from '../../../../events/entry.ts';
import { registry } from '../../../../events/registry.ts';
import { categoryOf, type EventStore, type Position, type Recorded } from '../../../../events/store/port.ts';
import { createTurns } from '../../../integrations/files/turns.ts';
import { ApiError } from '../../error.ts';
import { storedEvent } from '../history/stored.ts';
import { actorOf } from '../streams/search.ts';
import { type CopiedRow, columns, type LastRow } from './copy.ts';
import type { Rows } from './question.ts';
import { type FromProcess, line, MOST_MS } from './talk.ts';

/** The copy, in DATA_DIR. */
export const COPY_FILE = 'questions.db';
/** So many events are read and masked at once: some milliseconds. */
const PAGE = 250;
/** One answer copies new events for so long; then it says how far it came. */
const COPY_MS = 5_000;
/** So many wait for their turn; whoever comes then is told. */
const MOST_WAITING = 5;
/** A process that says nothing for longer than any question takes has died in some way of its own. */
const PATIENCE_MS = COPY_MS + MOST_MS + 15_000;

/** Of the columns and of what is masked in them: a field that becomes personal must not stay in a copy. */
const version =
  createHash('sha256')
    .update(JSON.stringify(['by type and day', columns, [...registry].map(([type, { personal }]) => [type, personal?.fields ?? []])]))
    .digest()
    .readUInt32BE() >>> 2 || 1;

export interface Asked {
  /** How many events the question was asked of, or have been copied so far. */
  events: number;
  /** null: not all events are copied yet; ask again. */
  answer: (Rows & { milliseconds: number }) | null;
}

const rowOf = (event: Recorded): CopiedRow => {
  const { id, tipo, flujo, numero, posicion, fecha, datos, metadatos } = storedEvent(event);
  const { userId, role } = actorOf(event);
  const act = (metadatos as Record<string, unknown>)['correlationId'];
  return [
    ...[posicion, id, tipo, categoryOf(flujo), flujo, numero, fecha, schoolDay(fecha), userId, role],
    ...[typeof act === 'string' ? act : null, JSON.stringify(datos), JSON.stringify(metadatos)],
  ];
};

/**
 * Questions of SQL, asked of a masked copy of the log in a process of its own. The copy is brought up to date before each question; it has nothing that
 * an export does not have, and is made anew whenever it does not fit the log.
 */
export function createQuestions(store: EventStore, dataDir: string) {
  const file = path.join(dataDir, COPY_FILE);
  const turn = createTurns(1);
  let waiting = 0;

  const isOfThisLog = async ({ flujo, numero, id }: LastRow): Promise<boolean> => {
    for await (const event of store.readStream(flujo, numero)) return event.id === id;
    return false;
  };
  /** What the process is told: the events that its copy lacks, then the question if there was time for all of them. */
  async function* told(last: LastRow | null, sql: string): AsyncGenerator<string> {
    let after: Position | null = last?.posicion ?? null;
    if (last && !(await isOfThisLog(last))) {
      yield line({ kind: 'anew' });
      after = null;
    }
    const head = await store.head();
    const until = performance.now() + COPY_MS;
    if (head !== null && (after === null || head > after))
      for await (const page of store.pages(after, { pageSize: PAGE })) {
        yield line({ kind: 'rows', rows: page.map(rowOf) });
        if ((page.at(-1)?.position ?? '') >= head) break;
        if (performance.now() > until) return;
        await nextTurn();
      }
    yield line({ kind: 'ask', sql });
  }

  async function run(sql: string, signal: AbortSignal): Promise<Asked> {
    signal.throwIfAborted();
    const child = spawn(
      process.execPath,
      ['--v8-pool-size=1', fileURLToPath(entryFile(new URL('./process.ts', import.meta.url))), file, String(version)],
      {
        env: bareEnvironment(),
        stdio: ['pipe', 'pipe', 'ignore'],
        signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
        killSignal: 'SIGKILL',
      },
    );
    const over = once(child, 'close').catch(() => undefined);
    let feeding: Promise<void> | undefined;
    let answer: Asked['answer'] = null;
    try {
      for await (const text of createInterface({ input: child.stdout })) {
        const message = JSON.parse(text) as FromProcess;
        // It may end before it has read everything.
        if (message.kind === 'ready') feeding = pipeline(Readable.from(told(message.last, sql)), child.stdin).catch(() => undefined);
        else if (message.kind === 'answer') answer = { ...message.rows, milliseconds: message.milliseconds };
        else if (message.kind === 'refused') throw new ApiError('QUERY_INVALID', { errors: [{ path: 'sql', message: message.message }] });
        else if (message.kind === 'ended') throw new ApiError(message.limit === 'time' ? 'QUERY_TOO_LONG' : 'QUERY_TOO_LARGE');
        else return { events: message.rows, answer };
      }
    } finally {
      child.kill('SIGKILL');
      await over;
      await feeding;
    }
    signal.throwIfAborted();
    throw new Error('the process of a question ended without an answer');
  }

  return {
    /** Errors: QUERY_INVALID with what SQLite says, QUERY_TOO_LONG, QUERY_TOO_LARGE, QUERY_BUSY. Rejects when the signal aborts. */
    async ask(sql: string, signal: AbortSignal): Promise<Asked> {
      if (waiting > MOST_WAITING) throw new ApiError('QUERY_BUSY', { headers: { 'retry-after': '5' } });
      waiting += 1;
      try {
        return await turn(() => run(sql, signal));
      } finally {
        waiting -= 1;
      }
    },
  };
}
