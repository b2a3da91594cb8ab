import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openMongoVault } from '../../backend/integrations/vault/mongodb.ts';
import { createPersonalKeys, type ManagedPersonalKeys } from '../../backend/integrations/vault/personalKeys.ts';
import type { Vault } from '../../backend/integrations/vault/port.ts';
import { openSqliteVault } from '../../backend/integrations/vault/sqlite.ts';
import type { RemotePlace } from '../../backend/projections/kernel/build.ts';
import { fold, handledTypes } from '../../backend/projections/kernel/fold.ts';
import type { AnyProjection } from '../../backend/projections/kernel/projection.ts';
import type {
  Change,
  Generation,
  GenerationState,
  ReadStore,
  ReadStoreReader,
  StoredDoc,
} from '../../backend/projections/kernel/readStore.ts';
import { type ProjectionStatus, STATUS_KEY, type StatusRecord } from '../../backend/projections/kernel/status.ts';
import { createProjector, type Projector, type ProjectorOptions } from '../../backend/projections/projector/projector.ts';
import { openMongoReadStore } from '../../backend/projections/stores/mongodb.ts';
import { canonical } from '../../backend/projections/stores/query.ts';
import { openSqliteReadStore } from '../../backend/projections/stores/sqlite.ts';
import { openSqliteReader } from '../../backend/projections/stores/sqliteReader.ts';
import { createCodec } from '../../events/codec.ts';
import type { Actor } from '../../events/define.ts';
import { uuid5 } from '../../events/ids.ts';
import { createEventLog, type EventLog } from '../../events/log.ts';
import { registry } from '../../events/registry.ts';
import type { Position } from '../../events/store/port.ts';
import { openSqliteStore, type SqliteStore } from '../../events/store/sqlite.ts';
import { changesAfter } from './changes.ts';
import { tinyModule, tinyProjections } from './tinyProjections.ts';
import { until } from './until.ts';

const MASTER = new Uint8Array(32).fill(3);

export interface Active {
  projector: Projector;
  projections: readonly AnyProjection[];
  /** What was logged as an error. */
  errors: object[];
  stop(): Promise<void>;
}

/** A real log, vault and read store in a folder, and projectors over them. */
export interface Projecting {
  dir: string;
  log: EventLog;
  events: SqliteStore;
  vault: Vault;
  keys: ManagedPersonalKeys;
  reader: ReadStoreReader;
  /** Appends events, each of `[type, data]`, to a stream. */
  append(stream: string, ...events: [type: string, data: object][]): Promise<Position>;
  /** An operator asks something of a projection. */
  ask(projection: string, type: string, data?: object): Promise<Position>;
  start(options?: Partial<ProjectorOptions>): Promise<Active>;
  /** Resolves when the common checkpoint has reached what is in the log now. */
  caughtUp(): Promise<void>;
  serving(projection: string): Promise<GenerationState>;
  docs(generation: Generation): Promise<StoredDoc[]>;
  /** Key, version, position and bytes of every document. */
  bytes(generation: Generation): Promise<string>;
  /** The same of the whole log folded at once, in memory. */
  expected(projection: AnyProjection): Promise<string>;
  changes(topic: string): Promise<Change[]>;
  status(projection: string): Promise<ProjectionStatus | undefined>;
  /** Waits until the status row of the projection is as wanted. */
  untilStatus(projection: string, wanted: (row: ProjectionStatus) => unknown): Promise<ProjectionStatus>;
}

const SYSTEM: Actor = { userId: null, role: 'system' };

const line = ({ key, version, position, doc }: StoredDoc): string => `${key} v${version} @${position} ${canonical(doc)}`;

/** `remote`: documents and vault are in a MongoDB; the log stays embedded. */
export async function openProjecting(remote?: RemotePlace): Promise<Projecting> {
  const dir = await mkdtemp(join(tmpdir(), 'aulaviva-projecting-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return connectProjecting(dir, remote);
}

export async function connectProjecting(dir: string, remote?: RemotePlace, master: Uint8Array = MASTER): Promise<Projecting> {
  const events = await openSqliteStore({ dataDir: dir });
  const vault = remote ? openMongoVault(remote.url, remote.vault) : openSqliteVault(join(dir, 'vault.db'));
  const keys = createPersonalKeys(vault, master);
  const log = createEventLog(events, createCodec(registry, keys));
  const openStore = () => (remote ? openMongoReadStore(remote.url, remote.documents) : openSqliteReadStore(join(dir, 'read.db')));
  const reader = remote ? openMongoReadStore(remote.url, remote.documents) : openSqliteReader(join(dir, 'read.db'));
  onTestFinished(async () => {
    await reader.close();
    await events.close();
    await vault.close();
  });
  let commands = 0;

  const projecting: Projecting = {
    dir,
    log,
    events,
    vault,
    keys,
    reader,
    async append(stream, ...told) {
      const commandId = uuid5('told', crypto.randomUUID(), commands++);
      const occurredAt = new Date().toISOString();
      const domain = told.map(([type, data]) => ({ type, data }));
      const meta = { commandId, correlationId: commandId, causationId: commandId, actor: SYSTEM, occurredAt };
      return (await log.append(stream, 'any', domain, meta)).position;
    },
    ask: (projection, type, data = {}) => projecting.append(`operations-${projection}`, [type, { projection, ...data }]),
    async start(options = {}) {
      const errors: object[] = [];
      const projections = options.projections ?? tinyProjections();
      const projector = createProjector({
        log,
        store: openStore(),
        vault,
        projections,
        place: {
          folder: join(dir, 'builds'),
          connect: () => events.connection(),
          vaultPath: join(dir, 'vault.db'),
          personalDataKey: master,
          ...(remote && { remote }),
          projections: tinyModule(projections.find((one) => one.name === 'tally')?.version),
        },
        holder: 'test',
        logger: { info() {}, warn() {}, error: (fields) => void errors.push(fields) },
        clock: Date.now,
        view: (row) => ({ ...row }),
        onCommit() {},
        onErased: (person) => keys.forget(person),
        ...options,
      });
      let stopped: Promise<void> | null = null;
      const stop = () => {
        stopped ??= projector.stop();
        return stopped;
      };
      onTestFinished(stop);
      projector.start();
      return { projector, projections, errors, stop };
    },
    async caughtUp() {
      const head = await events.head();
      await until(async () => head === null || ((await reader.checkpoint()) ?? '') >= head, `the checkpoint to reach ${head}`);
    },
    serving: (projection) =>
      until(
        async () => (await reader.generations()).find((state) => state.projection === projection && state.role === 'serving'),
        `${projection} to serve`,
      ),
    docs: async (generation) => (await reader.find(generation, {})).docs,
    bytes: async (generation) => (await projecting.docs(generation)).map(line).join('\n'),
    async expected(projection) {
      const all = [];
      for await (const event of log.readAll(null, { types: handledTypes(projection) })) all.push(event);
      const { writes, poison } = fold(projection, all, new Map(), false);
      if (poison) throw poison.error;
      const docs = writes.flatMap(({ doc, ...rest }) => (doc ? [{ ...rest, doc }] : []));
      return docs
        .sort((a, b) => (a.key < b.key ? -1 : 1))
        .map(line)
        .join('\n');
    },
    changes: async (topic) => (await changesAfter(reader, 0, 100_000)).filter((change) => change.topic === topic),
    status: async (projection) => (await vault.get<StatusRecord>('status', STATUS_KEY))?.value.rows.find((row) => row.name === projection),
    untilStatus: (projection, wanted) =>
      until(async () => {
        const row = await projecting.status(projection);
        return row && wanted(row) ? row : null;
      }, `the status of ${projection}`),
  };
  return projecting;
}

/** The serving documents of every projection are what a fold of the whole log says. */
export async function expectFresh(projecting: Projecting, projections: readonly AnyProjection[]): Promise<void> {
  for (const projection of projections) {
    const found = await projecting.bytes(await projecting.serving(projection.name));
    const expected = await projecting.expected(projection);
    if (found !== expected) throw new Error(`${projection.name} is not what its events say:\n${found}\n-- expected\n${expected}`);
  }
}

export type { ReadStore };
