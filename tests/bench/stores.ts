import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { enrolments } from '../../backend/projections/enrolments.ts';
import { type BuildPlace, buildGeneration } from '../../backend/projections/kernel/build.ts';
import type { Generation, ReadStore } from '../../backend/projections/kernel/readStore.ts';
import { openSqliteReadStore } from '../../backend/projections/stores/sqlite.ts';
import type { EventStore, Expected, NewEvent, Position, Recorded } from '../../events/store/port.ts';
import { openSqliteStore } from '../../events/store/sqlite.ts';
import { writeBigLogApart } from '../support/bigLog.ts';
import { percentile } from './row.ts';

/**
 * `node tests/bench/stores.ts`: what the stores take, the embedded ones and beside them those that TEST_EVENTSTORE_URL and TEST_MONGODB_URL name
 * (an EventStoreDB that may be written to, a MongoDB in which a database is made and dropped). Prints the table of docs/measurements.md.
 */

const WRITERS = 50;
const APPENDS_EACH = 100;
const DELIVERIES = 400;
const DOCUMENTS = 5_000;
const READS = 1_000;
const BATCHES = 40;
const BATCH = 100;
const EVENTS = Number(process.env.BENCH_EVENTS ?? 20_000);
const MASTER = new Uint8Array(32).fill(5);
/** Events read from the big log before they are appended stream by stream, and appends on their way at once. */
const COPIED = 5_000;
const COPIERS = 15;

type Figures = Map<string, string>;

const since = (began: number): number => performance.now() - began;
const perSecond = (count: number, began: number): string => `${Math.round((count / since(began)) * 1_000).toLocaleString('en')}/s`;
const spread = (milliseconds: readonly number[]): string =>
  [0.5, 0.99]
    .map((share) => `p${share * 100} ${percentile(milliseconds, share).toFixed(2)}`)
    .join(', ')
    .concat(' ms');
const event = (type = 'SubtopicCompleted'): NewEvent => ({
  id: randomUUID(),
  type,
  data: { courseId: 3, moduleId: 12, sessionId: 40, subtopicId: 160, seconds: 300 },
  metadata: { commandId: randomUUID(), actor: { userId: 7, role: 'student' }, occurredAt: '2026-01-01T12:00:00.000Z', schemaVersion: 1 },
});

async function ofLog(store: EventStore, figures: Figures): Promise<void> {
  const run = randomUUID().slice(0, 8);
  const start = await store.head();
  const writer = async (stream: string): Promise<void> => {
    let expected: Expected = 'none';
    for (let n = 0; n < APPENDS_EACH; n++) expected = (await store.append(stream, expected, [event()])).version;
  };
  let began = performance.now();
  await Promise.all(Array.from({ length: WRITERS }, (_, n) => writer(`bench-${run}_${n}`)));
  figures.set(`durable single-event appends, ${WRITERS} writers`, perSecond(WRITERS * APPENDS_EACH, began));

  began = performance.now();
  const one: number[] = [];
  for (let n = 0; n < READS / 2; n++) {
    const at = performance.now();
    await store.append(`bench-${run}_${n}_alone`, 'none', [event()]);
    one.push(since(at));
  }
  figures.set('one append after another', spread(one));

  const until = new AbortController();
  const sent = new Map<string, number>();
  const delays: number[] = [];
  const deliver = async () => {
    for (let n = 0; n < DELIVERIES; n++) {
      const told = event();
      sent.set(told.id, performance.now());
      await store.append(`bench-${run}_live`, 'any', [told]);
    }
  };
  const follower = (async () => {
    for await (const delivery of store.subscribeAll(await store.head(), until.signal)) {
      if (delivery.kind === 'caughtUp') {
        if (sent.size === 0) void deliver();
        continue;
      }
      if (delivery.kind !== 'event') continue;
      delays.push(performance.now() - (sent.get(delivery.event.id) ?? Number.NaN));
      if (delays.length === DELIVERIES) until.abort();
    }
  })();
  await follower;
  figures.set('append → delivery to a subscription', spread(delays));

  const rare = `Rare${run.replace(/\d/g, 'x')}`;
  await store.append(`bench-${run}_rare`, 'none', [event(rare)]);
  began = performance.now();
  let read = 0;
  for await (const page of store.pages(start)) read += page.length;
  figures.set('reading the log', perSecond(read, began));
  began = performance.now();
  let found = 0;
  for await (const page of store.pages(start, { types: [rare] })) found += page.length;
  if (found !== 1) throw new Error(`${found} of one rare event found`);
  figures.set('reading it for one rare type', `${perSecond(read, began)} passed`);
}

async function ofReadStore(store: ReadStore, figures: Figures): Promise<void> {
  const target: Generation = { projection: 'bench', version: 1, generation: 1 };
  await store.createGeneration({ ...target, indexes: [['group', '-n']] });
  await store.switchTo(target, null);
  let n = 0;
  const commit = async (size: number, changes: boolean) => {
    const position = String(++n).padStart(16, '0') as Position;
    const first = n * size;
    const doc = (key: number) => ({ group: key % 200, n: key, title: 'Un curso de la escuela', text: 'x'.repeat(400) });
    await store.commit({
      epoch: 1,
      checkpoint: position,
      writes: [
        {
          generation: target,
          docs: Array.from({ length: size }, (_, i) => {
            const key = (first + i) % DOCUMENTS;
            return { key: `doc-${key}`, version: n, position, doc: doc(key), persons: [] };
          }),
        },
      ],
      changes: changes
        ? Array.from({ length: size }, (_, i) => ({ topic: 'bench', id: `${i}`, version: n, op: 'put' as const, position }))
        : [],
    });
  };
  let began = performance.now();
  for (let filled = 0; filled < DOCUMENTS; filled += 1_000) await commit(1_000, false);
  figures.set('read model: new documents in batches of 1,000', perSecond(DOCUMENTS, began));
  const timed = async (times: number, work: (i: number) => Promise<unknown>): Promise<string> => {
    const taken: number[] = [];
    for (let i = 0; i < times; i++) {
      began = performance.now();
      await work(i);
      taken.push(since(began));
    }
    return spread(taken);
  };
  figures.set('read model: one document by key', await timed(READS, (i) => store.get(target, `doc-${(i * 37) % DOCUMENTS}`)));
  figures.set(
    'read model: 25 documents by an index',
    await timed(READS / 4, (i) => store.find(target, { where: { group: i % 200 }, sort: ['-n'], limit: 25 })),
  );
  figures.set(`commit of a batch: ${BATCH} documents, ${BATCH} changes`, await timed(BATCHES, () => commit(BATCH, true)));
  figures.set('commit of a batch: 1 document, 1 change', await timed(BATCHES * 2, () => commit(1, true)));
}

/** The big log, again in `to`: order is kept within a stream, and between streams but for a few thousand events. */
async function copy(from: EventStore, to: EventStore): Promise<void> {
  const versions = new Map<string, number>();
  const streams = new Map<string, Recorded[]>();
  const flush = async () => {
    const waiting = [...streams];
    streams.clear();
    await Promise.all(
      Array.from({ length: COPIERS }, async () => {
        for (let next = waiting.pop(); next; next = waiting.pop()) {
          const [stream, events] = next;
          const expected = versions.get(stream) ?? 'none';
          versions.set(stream, (await to.append(stream, expected, events)).version);
        }
      }),
    );
  };
  let held = 0;
  for await (const page of from.pages(null)) {
    for (const one of page) streams.set(one.stream, [...(streams.get(one.stream) ?? []), one]);
    held += page.length;
    if (held < COPIED) continue;
    await flush();
    held = 0;
  }
  await flush();
}

interface Place extends Pick<BuildPlace, 'connect' | 'remote'> {
  folder: string;
}

async function ofReplay(store: EventStore, read: ReadStore, place: Place, figures: Figures): Promise<void> {
  const { folder, ...ways } = place;
  const head = await store.head();
  if (head === null) throw new Error('the log is empty');
  const told: number[] = [];
  const began = performance.now();
  await buildGeneration({
    ...{ store: read, projection: enrolments, epoch: 1, to: head, skips: new Set<Position>() },
    place: { ...ways, folder: join(folder, 'builds'), vaultPath: join(folder, 'vault.db'), personalDataKey: MASTER },
    generation: { projection: enrolments.name, version: enrolments.version, generation: 1 },
    signal: new AbortController().signal,
    onProgress: (events) => void told.push(events),
  });
  figures.set(`replay of one projection (${enrolments.name})`, `${perSecond(told.at(-1) ?? 0, began)}, progress told ${told.length} times`);
}

const folder = await mkdtemp(join(tmpdir(), 'aulaviva-stores-'));
const { TEST_EVENTSTORE_URL: logUrl, TEST_MONGODB_URL: mongoUrl } = process.env;
const database = `aulaviva_bench_${randomUUID().slice(0, 8)}`;
try {
  const embedded: Figures = new Map();
  const remote: Figures = new Map();
  const own = await openSqliteStore({ dataDir: join(folder, 'own') });
  const read = openSqliteReadStore(join(folder, 'read.db'));
  const bigFolder = join(folder, 'big');
  await writeBigLogApart(bigFolder, EVENTS, MASTER);
  const big = await openSqliteStore({ dataDir: bigFolder });
  await ofLog(own, embedded);
  await ofReadStore(read, embedded);
  await ofReplay(big, read, { folder: bigFolder, connect: () => big.connection() }, embedded);

  const { openMongoReadStore } = await import('../../backend/projections/stores/mongodb.ts');
  const documents = mongoUrl ? openMongoReadStore(mongoUrl, database) : null;
  if (documents) await ofReadStore(documents, remote);
  if (mongoUrl && (await documents?.follow?.(() => undefined))) {
    const fenced: Figures = new Map();
    const other = openMongoReadStore(mongoUrl, `${database}_fenced`, { fenced: true });
    await ofReadStore(other, fenced);
    await other.close();
    for (const [what, figure] of fenced)
      if (what.startsWith('commit')) remote.set(what, `${remote.get(what)}; without transactions ${figure}`);
  }
  if (logUrl) {
    const { openEventStoreDb } = await import('../../events/store/eventstoredb.ts');
    const log = openEventStoreDb({ url: logUrl });
    if (mongoUrl && documents && (await log.head()) === null) {
      // First: the streams of the big log are those of a school.
      await copy(big, log);
      await ofReplay(
        log,
        documents,
        { folder: bigFolder, connect: () => logUrl, remote: { url: mongoUrl, documents: database, vault: database } },
        remote,
      );
    } else process.stdout.write('no replay on the remote stores: the EventStoreDB is not empty, or there is no MongoDB\n');
    await ofLog(log, remote);
    await log.close();
  }
  await documents?.close();
  for (const store of [own, big]) await store.close();
  await read.close();
  process.stdout.write('| what | embedded (SQLite) | remote |\n|---|---|---|\n');
  for (const [what, figure] of embedded) process.stdout.write(`| ${what} | ${figure} | ${remote.get(what) ?? '–'} |\n`);
} finally {
  if (mongoUrl) {
    const { MongoClient } = await import('mongodb');
    const client = new MongoClient(mongoUrl);
    for (const name of [database, `${database}_fenced`]) await client.db(name).dropDatabase();
    await client.close();
  }
  await rm(folder, { recursive: true });
}
