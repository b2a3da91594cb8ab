import { writeSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import { entryFile } from '../../../../events/entry.ts';
import { appendingEvents, closeCopy, isOfFile, lastRow, openCopy, openForQuestion, rowsIn, startDuck } from './copy.ts';
import { discard } from './copyFile.ts';
import type { CopiedRow } from './eventsTable.ts';
import { ask, refusal, tablesNamed } from './question.ts';
import { COPY_MS, type FromProcess, line, type ToProcess } from './talk.ts';

/**
 * `process.ts <copy> <its version>`: a process of its own, below the school's in priority, without its secrets. It adds what is new to the copy, answers one
 * question, and ends. A copy that cannot be read or written is deleted, and the next process makes it anew.
 */
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const [, , file = '', version = ''] = process.argv;
/** Writes all of a message to the pipe, which takes a part of a long one at a time, and nothing while it is full. */
const say = (message: FromProcess) => {
  let left: Uint8Array = Buffer.from(line(message));
  while (left.length > 0)
    try {
      left = left.subarray(writeSync(1, left));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    }
};
const duck = await startDuck(file);
/** Whether the copy contains every event of the log. */
let whole = true;

/** Schemas and read models are imported only where a question names a table: a question about events alone starts several times as fast. */
async function tablesStand(sql: string, zone: string): Promise<boolean> {
  const named = tablesNamed(sql);
  if (named.length === 0) return true;
  const { countDaysIn } = await import('../../../../events/calendar.ts');
  countDaysIn(zone);
  const { foldTables } = await import('./models.ts');
  const behind = await foldTables(duck, named, performance.now() + COPY_MS);
  if (behind) say({ kind: 'behind', ...behind });
  return behind === null;
}

async function answer(sql: string): Promise<void> {
  await openForQuestion(duck, file);
  const watch = new Worker(entryFile(new URL('./watch.ts', import.meta.url)));
  const began = performance.now();
  let said: FromProcess;
  try {
    const answered = await ask(duck, sql);
    said = { kind: 'answer', rows: answered, milliseconds: Math.round(performance.now() - began) };
  } catch (error) {
    if (isOfFile(error)) throw error;
    said = refusal(error);
  } finally {
    // Before anything is written, so that this thread and the watching one never write at once.
    await watch.terminate();
  }
  say(said);
}

async function add(rows: readonly CopiedRow[]): Promise<void> {
  const events = await appendingEvents(duck);
  for (const row of rows) events.add(row);
  events.close();
}

async function serve(): Promise<void> {
  await openCopy(duck, file, Number(version));
  say({ kind: 'ready', last: await lastRow(duck) });
  for await (const text of createInterface({ input: process.stdin })) {
    const message = JSON.parse(text) as ToProcess;
    if (message.kind === 'anew') {
      await closeCopy(duck);
      discard(file);
      await openCopy(duck, file, Number(version));
    } else if (message.kind === 'rows') await add(message.rows);
    else if (message.kind === 'copy') {
      const { countDaysIn } = await import('../../../../events/calendar.ts');
      countDaysIn(message.zone);
      const { copyFrom } = await import('./ownCopy.ts');
      whole = await copyFrom(message.log, duck, (type) => message.personal[type] ?? [], performance.now() + COPY_MS);
    } else if (whole && (await tablesStand(message.sql, message.zone))) await answer(message.sql);
  }
  say({ kind: 'copied', rows: await rowsIn(duck) });
  await closeCopy(duck);
}

try {
  await serve();
} catch (error) {
  const { message } = error as Error;
  discard(file);
  say({ kind: 'failed', full: /no space left|file too large|disk quota/i.test(message), message });
}
