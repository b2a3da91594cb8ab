import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { pino } from 'pino';
import { StoreDamaged, type StorePart } from '../../events/store/faults.ts';
import type { EventStore } from '../../events/store/port.ts';
import { connectSqliteStore, type SqliteConnection } from '../../events/store/sqlite.ts';
import { pause } from '../../events/store/subscription.ts';
import { projectionRowOf } from '../api/answers/projectionRow.ts';
import type { KeptStates } from '../commands/kernel/handle.ts';
import { HANDLED_KEY, type HandledTypes, runReactors } from '../commands/kernel/reactor.ts';
import { rounds } from '../commands/kernel/rounds.ts';
import { operationSettings, SETTINGS } from '../commands/operations/settings.ts';
import { createPayments } from '../commands/payments/payments.ts';
import { askForDigest } from '../commands/reactions/digest.ts';
import { REACTORS } from '../commands/reactions/names.ts';
import { runWebhooks } from '../commands/reactions/webhooks.ts';
import { school } from '../commands/site/school.ts';
import { createDomain } from '../domain.ts';
import { createPostOffice } from '../integrations/mail/postOffice.ts';
import { openPayments } from '../integrations/payments/open.ts';
import { leaseSource, watchLease } from '../integrations/vault/lease.ts';
import { createWebhookSender } from '../integrations/webhooks/sender.ts';
import { projections } from '../projections/all.ts';
import { PROJECTOR_LEASE } from '../projections/kernel/status.ts';
import { createProjector } from '../projections/projector/projector.ts';
import { createReads } from '../projections/reading/reads.ts';
import type { Config } from './config.ts';
import { demoIsLoaded } from './demoMark.ts';
import { giveBack } from './garbage.ts';
import { createDeadlines } from './reacting/deadlines.ts';
import type { Parts } from './reacting/parts.ts';
import { createReactors } from './reacting/reactors.ts';
import { createRounds, type Round } from './reacting/rounds.ts';
import {
  BUILD_FOLDER,
  openAnswers,
  openFiles,
  openReader,
  openRemoteLog,
  openVault,
  openWriter,
  remotePlace,
  VAULT_FILE,
} from './stores.ts';

/** The background thread: projector and reactors. It posts what `FromBackground` says, and stops when it is told to. */

export interface BackgroundData {
  config: Config;
  log: SqliteConnection | null;
  /** Whether this is the demo, or a test copy: payments are a stand-in's. */
  demo: boolean;
  /** Whether the demo's school is still to be loaded, by this process or another one. */
  loading: boolean;
  roles: readonly ('projector' | 'reactor')[];
}
export type FromBackground =
  | { kind: 'ready' }
  | { kind: 'commit' }
  | { kind: 'states'; states: KeptStates }
  | { kind: 'stopped' }
  | { kind: 'damaged'; part: StorePart; message: string };
export type ToBackground = { kind: 'stop' } | { kind: 'states' } | { kind: 'dropStates' };

const TICK_MS = 1_000;
const DAY_MS = 24 * 3_600_000;
const SETTLED_MS = 30_000;

const port = parentPort;
if (!port) throw new Error('background.ts runs in a worker thread');
const { config, demo, loading, log: connection, roles } = workerData as BackgroundData;
const say = (message: FromBackground) => port.postMessage(message);
const logger = pino({ level: config.logLevel, base: { thread: 'background' } });
const clock = () => new Date();

const onDamage = ({ part, message }: StoreDamaged) => say({ kind: 'damaged', part, message });
/** Damage of embedded stores is told by whoever keeps the school running, once: it ends for it, or begins anew. */
const isReported = (error: unknown): boolean => error instanceof StoreDamaged && connection !== null;
const embedded = connection ? connectSqliteStore(connection, onDamage) : null;
const store: EventStore = embedded ?? (await openRemoteLog(config));
const vault = await openVault(config, onDamage);
const domain = createDomain(store, vault, config);
const stopping = new AbortController();
// Nothing of OpenTelemetry is loaded in a school that sends nothing.
const telemetry = config.telemetry
  ? (await import('../integrations/telemetry/otlp.ts')).openTelemetry(config.telemetry, {
      thread: 'background',
      store,
      logger,
      metrics: null,
    })
  : null;
const leaseMs = config.leaseMs === undefined ? {} : { leaseMs: config.leaseMs };
// DATA_DIR is locked: an embedded process gets its own lease back at once after a crash.
const holder = config.readStore === 'sqlite' ? 'embedded' : `${process.pid}-${crypto.randomUUID()}`;

const writer = roles.includes('projector') ? await openWriter(config, onDamage) : null;
const projector = writer
  ? createProjector({
      log: domain.log,
      store: writer,
      vault,
      projections,
      place: {
        folder: path.join(config.dataDir, BUILD_FOLDER),
        connect: () => embedded?.connection() ?? config.eventStore,
        vaultPath: path.join(config.dataDir, VAULT_FILE),
        personalDataKey: config.personalDataKey,
        ...remotePlace(config),
      },
      holder,
      ...leaseMs,
      logger,
      clock: () => clock().getTime(),
      isReported,
      keepFor: async () => (await domain.commands.load(operationSettings, SETTINGS, { within: 60_000 })).state.keepDays * DAY_MS,
      view: (row) => projectionRowOf(row, [], clock().getTime()),
      ...(loading && { filled: (signal) => demoIsLoaded(config, vault, signal) }),
      onCommit: () => say({ kind: 'commit' }),
      onErased(person) {
        domain.keys.forget(person);
        domain.commands.forget(person);
      },
    })
  : null;

async function react(): Promise<void> {
  const reader = await openReader(config, onDamage);
  const reads = createReads(reader);
  const fileStore = await openFiles(config);
  const { provider } = await openPayments(config.stripe, demo, { vault, publicUrl: config.publicUrl, now: clock });
  const parts: Parts = {
    ...{ config, logger, clock, store, vault, domain, reader, reads, writer, fileStore },
    payments: createPayments(domain.commands, provider, config.publicUrl, config.reservationKey),
    post: createPostOffice({
      ...{ vault, mailbox: domain.mailbox, smtp: config.mail, now: clock, logger },
      isErased: (userId) => domain.log.anyErased([String(userId)]),
    }),
    mailOptions: {
      publicUrl: config.publicUrl,
      secret: config.sessionSecret,
      school: async () => (await domain.commands.load(school, 'school', { within: 30_000 })).state,
    },
    async forgetAnswers() {
      // Embedded, with a writer of its own for this moment: erasures are rare.
      const answers = await openAnswers(config, vault, () => clock().getTime(), logger);
      await answers.forgetAll().finally(() => answers.close());
    },
    stopping: stopping.signal,
  };
  const { post } = parts;
  const timer = createDeadlines(parts);
  await askForDigest(timer, clock());
  const reactors = await createReactors(parts, timer);
  if (reactors.some(({ name }) => !(REACTORS as readonly string[]).includes(name))) throw new Error('a reactor is not named in REACTORS');
  await vault.put<HandledTypes>(
    'status',
    HANDLED_KEY,
    reactors.map(({ name, on }) => ({ reactor: name, types: Object.keys(on) })),
  );
  const deliverWebhooks = async (signal: AbortSignal) => {
    if (!config.webhooks) return;
    const sender = createWebhookSender({ permitted: new Set(config.webhookPrivateHosts) });
    await runWebhooks({ ...domain, vault, secrets: domain.webhookSecrets, sender, school: config.publicUrl, now: clock, logger }, signal);
  };
  const terms = watchLease({
    vault,
    key: PROJECTOR_LEASE,
    clock: () => clock().getTime(),
    ...(config.leaseMs && { ttlMs: config.leaseMs }),
  });
  const own = createRounds(parts, terms.lapsed);
  const lease = leaseSource({ vault, key: 'reactor', holder, clock: () => clock().getTime() });
  try {
    while (!stopping.signal.aborted) {
      const held = await lease.acquire(stopping.signal).catch((error: unknown) => {
        logger.warn({ err: error }, 'the reactors have no lease');
        return null;
      });
      if (!held) {
        await pause(TICK_MS, stopping.signal);
        continue;
      }
      const signal = AbortSignal.any([stopping.signal, held.lost]);
      const { epoch } = held;
      const tick: Round = { every: TICK_MS, failed: 'the timer could not run', run: () => timer.tick(clock(), { epoch, signal }) };
      // Run by one process at a time; the lease is released when the last of it has ended.
      await Promise.all([
        demoIsLoaded(config, vault, signal).then(() =>
          runReactors({ log: domain.log, vault, reactors, signal, now: clock, logger, isReported }),
        ),
        post.run(signal),
        deliverWebhooks(signal),
        ...[tick, ...own].map(({ every, first, failed, run }) =>
          rounds(
            every,
            signal,
            () => run(signal),
            (error) => logger.warn({ err: error }, failed),
            first,
          ),
        ),
      ]);
      // Where the vault is unreachable it ends by itself.
      await held.release().catch(() => undefined);
    }
  } finally {
    terms.stop();
    await reader.close();
    await fileStore.close();
  }
}

const reacting = roles.includes('reactor') ? react() : Promise.resolve();

port.on('message', (message: ToBackground) => {
  if (message.kind === 'states') return say({ kind: 'states', states: domain.commands.kept() });
  if (message.kind === 'dropStates') return domain.commands.drop();
  stopping.abort();
  void (async () => {
    // The projector comes last: reactors wait for it, and its connection checkpoints the write-ahead log when it is the last to close.
    await Promise.allSettled([reacting]);
    await Promise.allSettled([projector?.stop()]);
    await telemetry?.close();
    await vault.close();
    await store.close();
    say({ kind: 'stopped' });
    port.close();
  })();
});

projector?.start();
// Not awaited here: it may be stopped before it is ready.
void (projector?.ready() ?? Promise.resolve()).then(() => {
  say({ kind: 'ready' });
  // What the start and the load of a demo leave behind is given back once; the API's thread goes on meanwhile.
  setTimeout(giveBack, SETTLED_MS).unref();
});
