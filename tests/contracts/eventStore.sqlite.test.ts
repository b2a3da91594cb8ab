import { execFileSync, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  type EventStore,
  type NewEvent,
  type Position,
  type ReadAllOptions,
  type Recorded,
  StoreDamaged,
  StoreUnavailable,
} from '../../events/store/port.ts';
import { connectSqliteStore, EVENTS_FILE, openSqliteStore, type SqliteStore } from '../../events/store/sqlite.ts';
import { damagePages } from '../support/damage.ts';
import type { Answer, Ask } from '../support/logChild.ts';
import { eventStoreContract } from './eventStore.ts';

const folder = (): Promise<string> => mkdtemp(join(tmpdir(), 'aulaviva-log-'));

eventStoreContract('sqlite', async () => {
  const dataDir = await folder();
  const harness = {
    store: await openSqliteStore({ dataDir }),
    reopen: async () => {
      await harness.store.close();
      harness.store = await openSqliteStore({ dataDir });
    },
    // A writer of its own, as another process has.
    secondConnection: () => openSqliteStore({ dataDir }),
    dispose: async () => {
      await harness.store.close();
      await rm(dataDir, { recursive: true });
    },
  };
  return harness;
});

eventStoreContract('sqlite, through a connection handed out by the owner', async () => {
  const dataDir = await folder();
  let owner = await openSqliteStore({ dataDir });
  const harness = {
    store: connectSqliteStore(owner.connection()),
    reopen: async () => {
      await harness.store.close();
      await owner.close();
      owner = await openSqliteStore({ dataDir });
      harness.store = connectSqliteStore(owner.connection());
    },
    secondConnection: async () => connectSqliteStore(owner.connection()),
    dispose: async () => {
      await harness.store.close();
      await owner.close();
      await rm(dataDir, { recursive: true });
    },
  };
  return harness;
});

const event = (data: NewEvent['data'] = {}): NewEvent => ({ id: randomUUID(), type: 'SomethingHappened', data, metadata: {} });

// rows: M04
test('the JSON of the data is told as it stands in the file', async () => {
  const dataDir = await folder();
  const store = await openSqliteStore({ dataDir });
  onTestFinished(async () => {
    await store.close();
    await rm(dataDir, { recursive: true });
  });
  await store.append('a-1', 'any', [event({ n: 1 })]);
  const file = new DatabaseSync(join(dataDir, EVENTS_FILE));
  file.exec(`UPDATE events SET data = '{"n":9007199254740993}'`);
  file.close();
  const read = [];
  for await (const { text } of store.readStream('a-1')) read.push(text);
  expect(read).toEqual(['{"n":9007199254740993}']);
});

test('filtered reads return everything once and in order, where matches are dense here and rare there', async () => {
  const dataDir = await folder();
  const store = await openSqliteStore({ dataDir });
  onTestFinished(async () => {
    await store.close();
    await rm(dataDir, { recursive: true });
  });
  const typed = (n: number): NewEvent => ({ ...event({ n }), type: n % 500 < 250 || n % 97 === 0 ? 'Wanted' : 'Other' });
  const all = Array.from({ length: 1_500 }, (_, n) => typed(n));
  await store.append('thing-1', 'none', all);
  const wanted = all.filter(({ type }) => type === 'Wanted').map(({ data }) => data.n);
  for (const options of [{}, { pageSize: 7 }, { limit: 200 }, { categories: ['thing'] }]) {
    const found: unknown[] = [];
    for await (const page of store.pages(null, { types: ['Wanted'], ...options })) found.push(...page.map(({ data }) => data.n));
    expect(found).toEqual(wanted.slice(0, options.limit));
  }
});

async function opened(): Promise<{ store: SqliteStore; dataDir: string }> {
  const dataDir = await folder();
  const store = await openSqliteStore({ dataDir });
  onTestFinished(async () => {
    await store.close();
    await rm(dataDir, { recursive: true });
  });
  return { store, dataDir };
}

async function collect<T>(source: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of source) all.push(one);
  return all;
}

describe('the embedded log', () => {
  test('is written with synchronous=FULL, in WAL mode, with a busy timeout', async () => {
    const { store } = await opened();
    expect(await store.durability()).toEqual({ journalMode: 'wal', synchronous: 2, busyTimeout: 5_000 });
  });

  test('waits for the disk with each commit in which somebody waits for it; who need not wait has everything there once it has closed', async () => {
    const { store } = await opened();
    const waits = async () => (await store.durability()).synchronous === 2;
    const loader = connectSqliteStore(store.connection(), undefined, 'closed');
    await loader.append('thing-1', 'none', [event()]);
    expect(await waits()).toBe(false);
    await Promise.all([loader.append('thing-1', 0, [event()]), store.append('thing-2', 'none', [event()])]);
    await store.append('thing-2', 0, [event()]);
    expect(await waits()).toBe(true);
    await loader.append('thing-1', 1, [event()]);
    expect(await waits()).toBe(false);
    await loader.close();
    expect(await waits()).toBe(true);
    expect(await collect(store.readAll(null))).toHaveLength(5);
  });

  test('an append that another follows does not wait for the disk: the next one does for both', async () => {
    const { store } = await opened();
    const waits = async () => (await store.durability()).synchronous === 2;
    const { position } = await store.append('numbers-thing', 'any', [event()], { followed: true });
    expect(await waits()).toBe(false);
    expect(await collect(store.readStream('numbers-thing'))).toMatchObject([{ position }]);
    await store.append('thing-1', 'none', [event()]);
    expect(await waits()).toBe(true);
  });

  test('who reads the order of the log has only what a power cut cannot take back: a number comes with what follows it, at the latest at the next start', async () => {
    const dataDir = await folder();
    onTestFinished(() => rm(dataDir, { recursive: true }));
    const store = await openSqliteStore({ dataDir });
    onTestFinished(() => store.close());
    const other = connectSqliteStore(store.connection());
    const seen = async (by: EventStore, options: ReadAllOptions = {}) =>
      (await collect(by.readAll(null, options))).map(({ version }) => version);
    const first = await store.append('numbers-thing', 'any', [event()]);
    const number = await store.append('numbers-thing', 'any', [event()], { followed: true });
    for (const by of [store, other]) {
      expect(await by.head()).toBe(first.position);
      expect(await seen(by)).toEqual([0]);
      expect(await seen(by, { backwards: true })).toEqual([0]);
      expect(await seen(by, { categories: ['numbers'] })).toEqual([0]);
      expect(await seen(by, { categories: ['numbers'], backwards: true, limit: 1 })).toEqual([0]);
    }
    const controller = new AbortController();
    const delivered: Position[] = [];
    for await (const delivery of other.subscribeAll(null, controller.signal)) {
      if (delivery.kind === 'event') delivered.push(delivery.event.position);
      else if (delivered.length === 3) break;
      else {
        expect(delivered).toEqual([first.position]);
        const thing = await store.append('thing-1', 'none', [event()]);
        expect(await store.head()).toBe(thing.position);
      }
    }
    expect(delivered.slice(0, 2)).toEqual([first.position, number.position]);

    const last = await store.append('numbers-thing', 'any', [event()], { followed: true });
    await store.close();
    const again = await openSqliteStore({ dataDir });
    onTestFinished(() => again.close());
    expect(await again.head()).toBe(last.position);
    expect(await seen(again, { categories: ['numbers'] })).toEqual([0, 1, 2]);
  });

  test('positions are 16 digits, and one of another store is refused, not taken for the beginning', async () => {
    const { store } = await opened();
    const { position } = await store.append('thing-1', 'none', [event()]);
    expect(position).toBe('0000000000000001');
    const foreign = '00000000000000000001-00000000000000000001' as Position;
    await expect(collect(store.readAll(foreign))).rejects.toThrow(RangeError);
    await expect(collect(store.subscribeAll(foreign, new AbortController().signal))).rejects.toThrow(RangeError);
  });

  test('another thread appends through the one writer and is woken by it', async () => {
    const { store } = await opened();
    const connection = store.connection();
    const module = new URL('../../events/store/sqlite.ts', import.meta.url).href;
    const worker = new Worker(
      `const { workerData, parentPort } = require('node:worker_threads');
       import(${JSON.stringify(module)}).then(async ({ connectSqliteStore }) => {
         const store = connectSqliteStore(workerData);
         for await (const delivery of store.subscribeAll(null, new AbortController().signal)) {
           if (delivery.kind === 'caughtUp') parentPort.postMessage('caughtUp');
           else if (delivery.event.data.answer) break;
           else await store.append(delivery.event.stream, delivery.event.version, [{ ...delivery.event.toJSON(), id: crypto.randomUUID(), data: { answer: true } }]);
         }
         await store.close();
         parentPort.postMessage('closed');
       });`,
      { eval: true, workerData: connection, transferList: [connection.port] },
    );
    onTestFinished(async () => void (await worker.terminate()));
    expect(await once(worker, 'message')).toEqual(['caughtUp']);
    const told = new Promise<void>((resolve) => worker.on('message', (message) => message === 'closed' && resolve()));
    await store.append('thing-1', 'none', [event({ question: true })]);
    const controller = new AbortController();
    const seen: Recorded[] = [];
    for await (const delivery of store.subscribeAll(null, controller.signal)) {
      if (delivery.kind === 'event') seen.push(delivery.event);
      if (seen.length === 2) break;
    }
    expect(seen.map(({ data }) => data)).toEqual([{ question: true }, { answer: true }]);
    await told;
  });

  test('a commit wakes a subscription at once, without waiting for its poll', async () => {
    const { store } = await opened();
    const started = performance.now();
    let count = 0;
    for await (const delivery of store.subscribeAll(null, new AbortController().signal)) {
      if (delivery.kind === 'event') count++;
      else if (count === 50) break;
      else await store.append('thing-1', 'any', [event()]);
    }
    // 50 polls of 200 ms would be 10 s.
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  test('the owner closes only after appends of other connections are answered; theirs are then refused', async () => {
    const { store, dataDir } = await opened();
    const other = connectSqliteStore(store.connection());
    const writing = Array.from({ length: 200 }, (_, index) => other.append(`thing-${index}`, 'none', [event()]));
    // Posted, as the appends of another thread would be, before the close is.
    await new Promise((resolve) => process.nextTick(resolve));
    await store.close();
    expect(await Promise.all(writing)).toHaveLength(200);
    await expect(other.append('thing-1', 'any', [event()])).rejects.toThrow(StoreUnavailable);
    await other.close();
    const again = await openSqliteStore({ dataDir });
    expect(await collect(again.readAll(null))).toHaveLength(200);
    await again.close();
  });

  test('a page ends early where its events are large', async () => {
    const { store } = await opened();
    const text = 'x'.repeat(400_000);
    for (let index = 0; index < 300; index++) await store.append('thing-1', 'any', [event(index < 30 ? { text } : {})]);
    const pages = await collect(store.pages(null, { pageSize: 300 }));
    expect(pages.flat().map(({ version }) => version)).toEqual(Array.from({ length: 300 }, (_, index) => index));
    expect(pages.length).toBeGreaterThan(1);
  });

  test('data is parsed once, on access, and survives JSON', async () => {
    const { store } = await opened();
    await store.append('thing-1', 'none', [event({ a: 1 })]);
    const [found] = await collect(store.readAll(null));
    expect(found?.data).toBe(found?.data);
    expect(JSON.parse(JSON.stringify(found))).toMatchObject({ stream: 'thing-1', version: 0, data: { a: 1 }, metadata: {} });
  });

  test('a log of a newer release, or a file that is none, is refused with a clear line', async () => {
    const newer = await folder();
    const db = new DatabaseSync(join(newer, EVENTS_FILE));
    db.exec('PRAGMA user_version = 99');
    db.close();
    await expect(openSqliteStore({ dataDir: newer })).rejects.toThrow(/newer release/);
    const other = await folder();
    await writeFile(join(other, EVENTS_FILE), 'this is no database, whatever its name says'.repeat(100));
    await expect(openSqliteStore({ dataDir: other })).rejects.toThrow(StoreDamaged);
    const foreign = await folder();
    const elsewhere = new DatabaseSync(join(foreign, EVENTS_FILE));
    elsewhere.exec('CREATE TABLE recipes (id INTEGER)');
    elsewhere.close();
    await expect(openSqliteStore({ dataDir: foreign })).rejects.toThrow(/something else/);
    for (const dataDir of [newer, other, foreign]) await rm(dataDir, { recursive: true });
  });

  test('a page that cannot be read is damage, said at once: no read answers over it, no subscription spins on it, and the thread lives', async () => {
    const { store, dataDir } = await opened();
    for (let i = 0; i < 60; i++) await store.append(`thing-${i}`, 'none', [event({ text: 'x'.repeat(2_000) })]);
    await store.close();
    expect(damagePages(join(dataDir, EVENTS_FILE), 'events', 10)).toBe(1);
    const found: StoreDamaged[] = [];
    const damaged = await openSqliteStore({ dataDir, onDamage: (fault) => found.push(fault) });
    const following = async () => {
      for await (const delivery of damaged.subscribeAll(null, new AbortController().signal)) if (delivery.kind === 'caughtUp') return;
    };
    await expect(following()).rejects.toThrow(StoreDamaged);
    await expect(collect(damaged.readAll(null))).rejects.toThrow(StoreDamaged);
    await turn();
    expect(found.map(({ part }) => part)).toEqual(['log', 'log']);
    // What is whole can still be read, and the snapshot is of now.
    const { position } = await damaged.append('thing-whole', 'none', [event()]);
    expect(await damaged.head()).toBe(position);
    await damaged.close();
  });

  test('a disk that takes no more: the append says so, nothing is half written, and later appends work again', async (context) => {
    if (process.platform !== 'linux') return context.skip('needs prlimit');
    const dataDir = await folder();
    const child = fork(fileURLToPath(new URL('../support/logChild.ts', import.meta.url)), ['serve', dataDir], { execArgv: [] });
    onTestFinished(async () => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
      await rm(dataDir, { recursive: true });
    });
    await once(child, 'message');
    let ref = 0;
    const append = (ask: Omit<Ask, 'ref'>): Promise<Answer> => {
      ref++;
      const own = ref;
      child.send({ ref: own, ...ask } satisfies Ask);
      return new Promise((resolve) => {
        const listen = (answer: Answer) => {
          if (answer.ref !== own) return;
          child.off('message', listen);
          resolve(answer);
        };
        child.on('message', listen);
      });
    };
    // Every write beyond this size fails in the child, as on a full disk; without end again afterwards.
    const limitFiles = (bytes: number | 'unlimited') => execFileSync('prlimit', [`--pid=${child.pid}`, `--fsize=${bytes}:unlimited`]);
    const large = (): NewEvent[] => Array.from({ length: 4 }, () => event({ text: 'x'.repeat(100_000) }));

    expect(await append({ stream: 'thing-1', expected: 'none', events: large() })).toMatchObject({ appended: { version: 3 } });
    for (let round = 0; round < 3; round++) {
      limitFiles(round === 1 ? 500_000 : 4_096);
      const refused = large();
      const outcomes = await Promise.all([
        append({ stream: 'thing-1', expected: 3 + round * 4, events: refused }),
        append({ stream: `thing-new${round}`, expected: 'none', events: large() }),
      ]);
      expect(outcomes.map(({ refused: why }) => why)).toEqual(['StoreUnwritable', 'StoreUnwritable']);
      limitFiles('unlimited');
      expect(await append({ stream: 'thing-1', expected: 3 + round * 4, events: refused })).toMatchObject({
        appended: { version: 7 + round * 4 },
      });
    }
    child.disconnect();
    await once(child, 'exit');

    const store = await openSqliteStore({ dataDir });
    const found = await collect(store.readAll(null));
    expect(found.map(({ stream, version }) => `${stream} ${version}`)).toEqual(
      Array.from({ length: 16 }, (_, index) => `thing-1 ${index}`),
    );
    await store.close();
  });
});
