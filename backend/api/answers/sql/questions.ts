import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { schoolZone } from '../../../../events/calendar.ts';
import { maskedFields } from '../../../../events/define.ts';
import { bareEnvironment, entryFile } from '../../../../events/entry.ts';
import { registry } from '../../../../events/registry.ts';
import type { EventStore, Position } from '../../../../events/store/port.ts';
import { createTurns } from '../../../../events/turns.ts';
import type { SqlTable } from '../../contract/choices.ts';
import { ApiError } from '../../error.ts';
import { eventIn } from '../streams/search.ts';
import { COPY_FILE, discard } from './copyFile.ts';
import { columns, type LastRow } from './eventsTable.ts';
import type { Rows } from './question.ts';
import { rowOf, TEXT_CHARACTERS } from './rows.ts';
import { COPY_MS, type FromProcess, line, MOST_MS } from './talk.ts';

/** How many events are read and masked in one turn of the event loop: some milliseconds. */
const PAGE = 250;
/**
 * Where the copy lacks more events of an embedded log than this, the question's process reads them itself; otherwise the school's process would hold them
 * all.
 */
const MOST_PASSED = 1_000;
/** Memory limits of V8 in the process, far above what it needs: without them, garbage grows to several times that before it is collected. */
const BOUNDS = ['--v8-pool-size=1', '--max-semi-space-size=4', '--max-old-space-size=256'];
/** The most questions that wait for their turn; the next one is refused. */
const MOST_WAITING = 5;
/** A process that is silent for longer than any question takes, in milliseconds, has died unnoticed. */
const PATIENCE_MS = 2 * COPY_MS + MOST_MS + 15_000;
/** How V8 ends a process that has reached its limits, before the watching thread can report it, and how the system ends one where it has no memory left. */
const OUT_OF_MEMORY: ReadonlySet<NodeJS.Signals | null> = new Set(['SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGKILL']);
/** Bytes. Where the disk has less left, that is for the log, not for its copy. */
const LEAST_ROOM = 64 << 20;
const RETRY_AFTER = { headers: { 'retry-after': '5' } };

/** The copy could not be read or written, and is deleted. */
class CopyFailed extends Error {}

const personal = Object.fromEntries(
  [...registry].flatMap(([type, definition]) => {
    const masked = maskedFields(definition);
    return masked.length > 0 ? [[type, masked]] : [];
  }),
);
const personalOf = (type: string): readonly string[] => personal[type] ?? [];
/** A hash of the columns and the masked fields: when a field becomes personal, the old copy, which has it in clear, is not used. */
const version =
  createHash('sha256')
    .update(JSON.stringify(['by DuckDB, whole characters', TEXT_CHARACTERS, columns, personal]))
    .digest()
    .readUInt32BE() >>> 2 || 1;

export interface Asked {
  /** How many events the question was asked of, or have been copied so far. */
  events: number;
  /** null: not everything is prepared yet; ask again. */
  answer: (Rows & { milliseconds: number }) | null;
  /** The table that is being prepared, and how many events it still lacks; null: none is. */
  behind: { name: SqlTable; behind: number } | null;
}

/**
 * Questions of SQL, asked of a masked copy of the log in a process of its own. The copy is brought up to date before each question; it has nothing that
 * an export does not have, and is made anew whenever it does not fit the log. `log`: the file of an embedded one.
 */
export function createQuestions(
  store: EventStore,
  dataDir: string,
  options: { log: string | null; passed?: number; patience?: number; failed?: (error: unknown) => void },
) {
  const file = path.join(dataDir, COPY_FILE);
  const turn = createTurns(1);
  let waiting = 0;

  const isOfThisLog = async ({ flujo, numero, id }: LastRow): Promise<boolean> => (await eventIn(store, flujo, numero))?.id === id;
  /** What the process is sent: the events that its copy lacks, then the question if time allowed to send all of them. */
  async function* linesOf(last: LastRow | null, sql: string): AsyncGenerator<string> {
    let after: Position | null = last?.posicion ?? null;
    if (last && !(await isOfThisLog(last))) {
      yield line({ kind: 'anew' });
      after = null;
    }
    const head = await store.head();
    const until = performance.now() + COPY_MS;
    const zone = schoolZone();
    if (options.log !== null && Number(head ?? 0) - Number(after ?? 0) > (options.passed ?? MOST_PASSED))
      yield line({ kind: 'copy', log: options.log, personal, zone });
    else if (head !== null && (after === null || head > after))
      for await (const page of store.pages(after, { pageSize: PAGE })) {
        yield line({ kind: 'rows', rows: page.map((event) => rowOf(event, personalOf)) });
        if ((page.at(-1)?.position ?? '') >= head) break;
        if (performance.now() > until) return;
        await nextTurn();
      }
    yield line({ kind: 'ask', sql, zone });
  }

  async function run(sql: string, signal: AbortSignal): Promise<Asked> {
    signal.throwIfAborted();
    const disk = await statfs(dataDir);
    if (disk.bavail * disk.bsize < LEAST_ROOM) throw new ApiError('DISK_FULL', RETRY_AFTER);
    const patience = AbortSignal.timeout(options.patience ?? PATIENCE_MS);
    const child = spawn(
      process.execPath,
      [...BOUNDS, fileURLToPath(entryFile(new URL('./process.ts', import.meta.url))), file, String(version)],
      {
        env: bareEnvironment(),
        stdio: ['pipe', 'pipe', 'ignore'],
        signal: AbortSignal.any([signal, patience]),
        killSignal: 'SIGKILL',
      },
    );
    const over = once(child, 'close').catch(() => undefined);
    let feeding: Promise<void> | undefined;
    let answer: Asked['answer'] = null;
    let behind: Asked['behind'] = null;
    try {
      for await (const text of createInterface({ input: child.stdout })) {
        const message = JSON.parse(text) as FromProcess;
        // The process may end before it has read everything.
        if (message.kind === 'ready') feeding = pipeline(Readable.from(linesOf(message.last, sql)), child.stdin).catch(() => undefined);
        else if (message.kind === 'behind') behind = { name: message.name, behind: message.behind };
        else if (message.kind === 'answer') answer = { ...message.rows, milliseconds: message.milliseconds };
        else if (message.kind === 'refused')
          throw new ApiError(message.allowed ? 'QUERY_INVALID' : 'QUERY_READ_ONLY', {
            errors: [{ path: 'sql', message: message.message }],
          });
        else if (message.kind === 'failed') throw message.full ? new ApiError('DISK_FULL', RETRY_AFTER) : new CopyFailed(message.message);
        else if (message.kind === 'ended') throw new ApiError(message.limit === 'time' ? 'QUERY_TOO_LONG' : 'QUERY_TOO_LARGE');
        else return { events: message.rows, answer, behind };
      }
    } finally {
      child.kill('SIGKILL');
      await over;
      await feeding;
    }
    signal.throwIfAborted();
    if (patience.aborted) throw new ApiError('QUERY_MACHINE_BUSY', RETRY_AFTER);
    if (OUT_OF_MEMORY.has(child.signalCode)) throw new ApiError('QUERY_TOO_LARGE');
    discard(file);
    throw new CopyFailed(`the process of a question ended without an answer: ${child.signalCode ?? child.exitCode}`);
  }

  /** A copy that fails is made anew once. */
  async function runAgain(sql: string, signal: AbortSignal): Promise<Asked> {
    try {
      return await run(sql, signal);
    } catch (error) {
      if (!(error instanceof CopyFailed)) throw error;
      options.failed?.(error);
    }
    try {
      return await run(sql, signal);
    } catch (error) {
      if (!(error instanceof CopyFailed)) throw error;
      options.failed?.(error);
      throw new ApiError('QUERY_COPY_FAILED', RETRY_AFTER);
    }
  }

  return {
    /** Errors: QUERY_INVALID or QUERY_READ_ONLY with what DuckDB says, QUERY_TOO_LONG, QUERY_TOO_LARGE, QUERY_BUSY, QUERY_MACHINE_BUSY, QUERY_COPY_FAILED, DISK_FULL. Rejects when the signal aborts. */
    async ask(sql: string, signal: AbortSignal): Promise<Asked> {
      if (waiting > MOST_WAITING) throw new ApiError('QUERY_BUSY', RETRY_AFTER);
      waiting += 1;
      try {
        return await turn(() => runAgain(sql, signal));
      } finally {
        waiting -= 1;
      }
    },
  };
}
