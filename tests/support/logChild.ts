import { randomUUID } from 'node:crypto';
import type { Appended, EventStore, Expected, NewEvent } from '../../events/store/port.ts';
import { openSqliteStore } from '../../events/store/sqlite.ts';

/**
 * A process of its own over the embedded log, for tests that kill it or take its disk away.
 * `node logChild.ts write <dataDir> <category> <writers>`: appends until it is killed, and prints each acknowledged append (one JSON a line).
 * `node logChild.ts serve <dataDir>` (forked): answers each `Ask` of its parent with an `Answer`, until disconnected.
 */
export interface Acknowledged extends Appended {
  stream: string;
  ids: string[];
}
export interface Ask {
  ref: number;
  stream: string;
  expected: Expected;
  events: NewEvent[];
}
export interface Answer {
  ref: number;
  appended?: Appended;
  /** Name of the error. */
  refused?: string;
}

async function write(store: EventStore, category: string, writers: number): Promise<never> {
  const writer = async (number: number): Promise<never> => {
    const stream = `${category}-${number}`;
    let expected: Expected = 'none';
    for (let turn = 0; ; turn++) {
      const count = 1 + (turn % 3);
      const events = Array.from({ length: count }, (_, index) => ({
        id: randomUUID(),
        type: 'WrittenUnderFire',
        data: { turn, index, count },
        metadata: {},
      }));
      const appended: Appended = await store.append(stream, expected, events);
      expected = appended.version;
      const line: Acknowledged = { stream, ids: events.map(({ id }) => id), ...appended };
      // Synchronous for a pipe, and waits where it is full.
      process.stdout.write(`${JSON.stringify(line)}\n`);
    }
  };
  return Promise.race(Array.from({ length: writers }, (_, number) => writer(number)));
}

function serve(store: EventStore): void {
  const answer = (message: Answer) => process.send?.(message);
  process.on('message', ({ ref, stream, expected, events }: Ask) => {
    store.append(stream, expected, events).then(
      (appended) => answer({ ref, appended }),
      (error: unknown) => answer({ ref, refused: error instanceof Error ? error.name : String(error) }),
    );
  });
  process.on('disconnect', () => process.exit());
  process.send?.('ready');
}

const [mode, dataDir, category, writers] = process.argv.slice(2);
if (mode === 'write' && dataDir && category) await write(await openSqliteStore({ dataDir }), category, Number(writers));
if (mode === 'serve' && dataDir) serve(await openSqliteStore({ dataDir }));
