import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { Logger } from 'pino';
import type { StoreDamaged } from '../../events/store/faults.ts';
import type { EventStore, Position } from '../../events/store/port.ts';
import { openSqliteStore, type SqliteStore } from '../../events/store/sqlite.ts';
import { reasonAt } from '../api/answers/history/wholeHistory.ts';
import { type App, createApp } from '../api/app.ts';
import type { Deps } from '../api/deps.ts';
import { createLimits } from '../api/limits.ts';
import { holdFiles } from '../commands/files/held.ts';
import { createOwners } from '../commands/kernel/numbers.ts';
import { settleCheckpoints } from '../commands/kernel/reactor.ts';
import { createSeal } from '../commands/kernel/seal.ts';
import { createPayments } from '../commands/payments/payments.ts';
import { REACTORS } from '../commands/reactions/names.ts';
import { settleWebhooks } from '../commands/reactions/webhooks.ts';
import { createDomain, type Domain } from '../domain.ts';
import { createLinkChecker } from '../integrations/links/checker.ts';
import type { LinkChecker } from '../integrations/links/port.ts';
import { createLtiTool } from '../integrations/lti/launch.ts';
import { holdBack } from '../integrations/outside/held.ts';
import { openPayments } from '../integrations/payments/open.ts';
import { PUSH_KEYS, pushKeys } from '../integrations/push/webPush.ts';
import { setAside } from '../integrations/sqlite/aside.ts';
import { watchLease } from '../integrations/vault/lease.ts';
import { noticing } from '../integrations/vault/noticing.ts';
import { masterKeyFingerprint } from '../integrations/vault/personalKeys.ts';
import type { Vault } from '../integrations/vault/port.ts';
import { createWebhookSender } from '../integrations/webhooks/sender.ts';
import { folded } from '../projections/catalogue/catalogueWords.ts';
import { createFactIndex } from '../projections/facts/factIndex.ts';
import { PROJECTOR_LEASE, statusSource } from '../projections/kernel/status.ts';
import { createReads } from '../projections/reading/reads.ts';
import { startBackground } from './backgroundThread.ts';
import { createBackups } from './backups.ts';
import { BadConfig, type Config } from './config.ts';
import { watchDatabases } from './databases.ts';
import { loadDemo } from './demoLoading.ts';
import { type DemoMark, demoMark } from './demoMark.ts';
import { collectOnceQuiet } from './garbage.ts';
import { closeToOthers, lockDataDir } from './lock.ts';
import { watchLostKeys } from './lostKeys.ts';
import { settleNames } from './names.ts';
import { watchOpenFiles } from './openFiles.ts';
import { openPastApp } from './past/application.ts';
import { createPasts } from './past/pasts.ts';
import { troubleOf } from './readModels.ts';
import { createSetup } from './setup.ts';
import {
  EVENTS_FILE,
  embeddedLog,
  embeddedParts,
  isPartlyRestored,
  openAnswers,
  openFiles,
  openReader,
  openRemoteLog,
  openVault,
  PAST_FOLDER,
  READ_FILE,
  vaultPlace,
} from './stores.ts';
import { createCopies } from './testCopy/copies.ts';
import { checkCopy } from './testCopy/copying.ts';
import { watchVaultAge } from './vaultAge.ts';
import { settleZone } from './zone.ts';

/** How long requests in flight may take when the process stops. */
const IN_FLIGHT_MS = 5_000;
/**
 * How many new connections may wait for a busy moment to end; beyond them they are made late, or cut. After a restart all browsers come back at once.
 * The system's own limit counts too (`net.core.somaxconn`, 4,096 on Linux).
 */
const BACKLOG = 4_096;

export interface Running {
  deps: Deps;
  /** null where this process runs no API. */
  app: App | null;
  /** The address it listens on; null without an API. */
  address: string | null;
  /** Resolves when the demo (if any) is loaded and projections have caught up. */
  ready: Promise<void>;
  /** Resolves with what makes the process unusable: a thread that died, or a StoreDamaged. It must be stopped then. */
  broken: Promise<Error>;
  stop(): Promise<void>;
}

/** The vault must have been sealed with the present key, otherwise no personal field could be read. */
async function checkMasterKey(config: Config, vault: Vault): Promise<void> {
  const own = masterKeyFingerprint(config.personalDataKey);
  const kept = await vault.get<string>('meta', 'personal-data-key');
  if (!kept) await vault.insert('meta', 'personal-data-key', own);
  else if (kept.value !== own) throw new BadConfig('PERSONAL_DATA_KEY: the data here were sealed with another key');
}

/** Nobody else uses the folder of the data from here on. Returns how to give it back. Throws BadConfig where a restore into it broke off. */
function claimFolder(config: Config, logger: Logger): () => void {
  const unlock = lockDataDir(config.dataDir);
  if (embeddedLog(config) && isPartlyRestored(config.dataDir)) {
    unlock();
    throw new BadConfig(`DATA_DIR: a restore into ${config.dataDir} did not come to its end; restore again (npm run restore -- <folder>)`);
  }
  for (const line of closeToOthers(config.dataDir)) logger.warn(line);
  return unlock;
}

/** Read models that cannot be used are kept under another name, and built anew. Returns how far they had read, where that is further than the log reaches. */
function setUnusableAside(file: string, head: Position | null, logger: Logger): Position | null {
  const found = troubleOf(file, head);
  if (found === null) return null;
  setAside(file);
  if ('ahead' in found) return found.ahead;
  logger.error({ trouble: found.trouble }, `the read models cannot be used: they are kept as ${READ_FILE}.damaged and built anew`);
  return null;
}

/** Begun anew over the vault of another one, a school would give its people the numbers of others, and with those their keys and sessions. */
async function demandLog(config: Config, store: EventStore, vault: Vault): Promise<void> {
  if (config.demo || (await store.head()) !== null) return;
  for (const { value } of await vault.list<{ position?: Position | null }>('checkpoints', ''))
    if (value.position != null)
      throw new BadConfig(
        'DATA_DIR: the log is missing or empty, though its vault is of a school that had one: put back log and vault of one backup into an empty folder (npm run restore -- <folder>), or begin in an empty folder',
      );
}

/**
 * What reads the log goes on from where the log is, also where the log has lost its end, which is said once. Returns whether it has. While the demo is
 * being loaded a power cut may take its end: nobody was told of that, and the load goes on from where the log is.
 */
async function settleReaders(config: Config, store: EventStore, vault: Vault, demo: DemoMark | null, logger: Logger): Promise<boolean> {
  const setBack: object[] = [...(await settleCheckpoints(store, vault, REACTORS)), ...(await settleWebhooks(store, vault))];
  const ahead = config.readStore === 'sqlite' ? setUnusableAside(path.join(config.dataDir, READ_FILE), await store.head(), logger) : null;
  if ((setBack.length === 0 && ahead === null) || demo?.loaded === false) return false;
  logger.warn(
    { setBack, readModels: ahead },
    'the log has lost its end, or is older than the vault or the read models: reactors take the last events again, webhooks go on from its head, read models are built anew',
  );
  return true;
}

/** The log, the vault, and the write side over them; what they have to hold is in them. `owned`: the log, where it is of this process. */
async function openWriteSide(config: Config, clock: () => Date, logger: Logger, onDamage: (fault: StoreDamaged) => void) {
  const owned: SqliteStore | null = embeddedLog(config) ? await openSqliteStore({ dataDir: config.dataDir, onDamage }) : null;
  const store: EventStore = owned ?? (await openRemoteLog(config));
  const vault = noticing(await openVault(config, onDamage));
  const age = config.readStore === 'sqlite' ? watchVaultAge({ dataDir: config.dataDir, clock, logger }) : null;
  await checkMasterKey(config, vault);
  await demandLog(config, store, vault);
  const demo = await demoMark(config, store, vault, clock());
  const lost = await settleReaders(config, store, vault, demo, logger);
  const domain = createDomain(store, vault, config);
  if (lost) {
    await holdFiles(vault, clock());
    await domain.chain.lostEnd();
  }
  await settleZone(domain.log, config.zone, clock());
  await settleNames(domain, vault, clock(), logger);
  return { owned, store, vault, age, domain, demo };
}

/** Nothing of OpenTelemetry is loaded in a school that sends nothing. */
async function startTelemetry({ telemetry }: Config, store: EventStore, logger: Logger, app: App | null) {
  if (!telemetry) return null;
  const { openTelemetry, processMetrics } = await import('../integrations/telemetry/otlp.ts');
  return openTelemetry(telemetry, { thread: 'api', store, logger, metrics: app?.metrics ?? processMetrics() });
}

/** Says in the log what a new school has to be given. */
async function warnOfMissingSetup({ config, logger, setup }: Pick<Deps, 'logger' | 'setup'> & { config: Config }): Promise<void> {
  if (await setup.needed()) logger.warn(`the school has no administrator yet: ${setup.address}`);
  if (config.mail === null) logger.warn('no mail leaves this school: SMTP_URL and MAIL_FROM are not set');
}

export interface StartOptions {
  clock?: () => Date;
  dist?: string;
  checkAnswers?: boolean;
  /** Only for tests: a checker for which local servers count as public ones. */
  linkChecker?: LinkChecker;
  /** Only for tests: text messages count as sent though they stay in the mailbox. */
  textMessages?: boolean;
  /** Only for tests: the time limit for receiving a body. */
  bodyPatienceMs?: number;
}

/** Starts everything this process runs. Throws BadConfig, StoreUnavailable, StoreDamaged. */
export async function start(config: Config, logger: Logger, options: StartOptions = {}): Promise<Running> {
  const clock = options.clock ?? (() => new Date());
  // Of the threads that are started from here on (0229).
  setFlagsFromString('--max-semi-space-size=4');
  if (config.copy) checkCopy(config.dataDir, config.copy);
  // Before any thread is started: each of them begins so too.
  const held = config.copy ? holdBack() : null;
  const embedded = config.eventStore === 'sqlite' || config.readStore === 'sqlite';
  const unlock = embedded ? claimFolder(config, logger) : () => {};
  const broken = Promise.withResolvers<Error>();
  /** Damaged read models are set aside before anybody opens them. */
  let unreadable = false;
  const onDamage = (fault: StoreDamaged) => {
    if (fault.part === 'read models') unreadable = true;
    broken.resolve(fault);
  };
  const { owned, store, vault, age, domain, demo } = await openWriteSide(config, clock, logger, onDamage);
  const linkChecks = config.linkChecks ?? demo === null;
  const webhooks = config.webhooks ?? demo === null;

  const missing = new Set<string>();
  let databases: ReturnType<typeof watchDatabases> | null = null;
  let keys: ReturnType<typeof watchLostKeys> | null = null;
  let background: ReturnType<typeof startBackground> | null = null;
  const backgroundRoles = config.roles.filter((role) => role !== 'api');
  let notify = () => {};
  const committed = () => {
    reads.notify();
    notify();
  };

  const readFile = path.join(config.dataDir, READ_FILE);
  const answers = await openAnswers(config, vault, () => clock().getTime(), logger);
  const reader = await openReader(config, onDamage);
  const terms = watchLease({
    vault,
    key: PROJECTOR_LEASE,
    clock: () => clock().getTime(),
    ...(config.leaseMs && { ttlMs: config.leaseMs }),
  });
  const reads = createReads(reader, () => terms.lapsed() === null);
  const fileStore = await openFiles(config);
  // Where nothing leaves, everything may be tried: messages stay in the mailbox, and nobody's money moves.
  const standsIn = demo !== null || config.copy !== null;
  const textMessages = options.textMessages ?? standsIn;
  const { provider, standIn } = await openPayments(config.stripe, standsIn, { vault, publicUrl: config.publicUrl, now: clock });
  const ofDomain = (own: Domain) => ({
    ...own,
    owners: createOwners(own.log),
    payments: createPayments(own.commands, provider, config.publicUrl, config.reservationKey),
  });
  const backups = createBackups(config, logger);
  const copies = createCopies(config, logger);
  let app: App | null = null;
  const facts = createFactIndex(reads, reader, {
    ...{ folded, folder: config.dataDir, reasonAt: (stream, version) => reasonAt(domain.log, stream, version) },
    onDamage: ({ message: trouble }) =>
      logger.error({ trouble }, 'the search over the whole history begins its file anew: look at the disk'),
  });
  const pasts = createPasts({
    store,
    connect: () => owned?.connection() ?? config.eventStore,
    vault: vaultPlace(config),
    personalDataKey: config.personalDataKey,
    folder: path.join(config.dataDir, PAST_FOLDER),
    logger,
    now: () => clock().getTime(),
    isErased: (person) => domain.log.anyErased([person]),
    async open(past) {
      if (!app) throw new Error('nobody can ask for the past before there is an application');
      return openPastApp(past, { present: { deps, app, facts }, config, store, ofDomain, checkAnswers: options.checkAnswers ?? false });
    },
  });
  const deps: Deps = {
    ...ofDomain(domain),
    config,
    logger,
    clock,
    vault,
    limits: createLimits(vault, config.sessionSecret, () => clock().getTime()),
    pushKey: async () => (await pushKeys(vault, createSeal(config.personalDataKey, PUSH_KEYS))).publicKey,
    statuses: statusSource(vault, terms.lapsed),
    answers,
    logFile: owned && path.join(config.dataDir, EVENTS_FILE),
    reader,
    reads,
    facts,
    pasts,
    demo: () => demo !== null,
    setup: createSetup({ commands: domain.commands, config, demo: () => demo !== null, textMessages }),
    textMessages,
    linkChecker: options.linkChecker ?? (linkChecks ? createLinkChecker() : null),
    webhookSender: webhooks ? createWebhookSender({ permitted: new Set(config.webhookPrivateHosts) }) : null,
    lti: createLtiTool({ permitted: new Set(config.webhookPrivateHosts) }),
    paymentStandIn: standIn,
    fileStore,
    forgetPerson(person) {
      domain.keys.forget(person);
      domain.commands.forget(person);
      pasts.forget(person);
    },
    readiness: { missing },
    damaged: () => [age?.older ?? [], keys?.lost ?? [], databases?.damaged() ?? []].flat(),
    backups,
    copies,
    states: {
      async read() {
        const behind = await background?.states();
        return [{ thread: 'api', ...domain.commands.kept() }, ...(behind ? [{ thread: 'background' as const, ...behind }] : [])];
      },
      drop() {
        domain.commands.drop();
        background?.dropStates();
      },
    },
  };

  if (backgroundRoles.length > 0) missing.add('projections');
  const names = watchOpenFiles({ dataDir: config.dataDir, parts: embeddedParts(config), onDamage, onTaken: broken.resolve });
  background =
    backgroundRoles.length > 0
      ? startBackground(
          {
            ...{ config: { ...config, linkChecks, webhooks }, roles: backgroundRoles, log: owned?.connection() ?? null },
            ...{ demo: standsIn, loading: demo !== null && !demo.loaded },
          },
          {
            onCommit: committed,
            onDamage,
            onEnd(error) {
              missing.add('background');
              broken.resolve(error);
            },
          },
        )
      : null;

  app = config.roles.includes('api')
    ? await createApp(deps, {
        // With the embedded store, only the background thread writes, and reports each commit.
        following: embedded ? { notifies: true } : ((await reader.follow?.(committed)) ?? { notifies: false }),
        ...(options.dist !== undefined && { dist: options.dist }),
        ...(options.checkAnswers !== undefined && { checkAnswers: options.checkAnswers }),
        ...(options.bodyPatienceMs !== undefined && { bodyPatienceMs: options.bodyPatienceMs }),
      })
    : null;
  const telemetry = await startTelemetry(config, store, logger, app);
  const { hub } = app ?? {};
  if (hub) notify = () => hub.notify();
  if (demo && !demo.loaded) missing.add('demo');
  const address = app ? await app.http.listen({ host: config.host, port: config.port, backlog: BACKLOG }) : null;
  if (address) held?.permit(Number(new URL(address).port));
  if (app) collectOnceQuiet(app.http.server);

  let stopped: Promise<void> | null = null;
  const ready = (async () => {
    await background?.ready;
    if (demo && !demo.loaded && app) {
      await loadDemo(config, () => owned?.connection() ?? null, vault, logger, embedded ? 'embedded' : crypto.randomUUID());
      missing.delete('demo');
    }
    const head = await store.head();
    while (head !== null && !(await reads.waitFor(head, 5_000))) logger.info({ head }, 'projections are catching up');
    missing.delete('projections');
    // Not before: whoever waits for the start goes first.
    if (config.databaseChecks && stopped === null) {
      databases = watchDatabases({ dataDir: config.dataDir, parts: embeddedParts(config), clock, onDamage, logger });
      keys = watchLostKeys({ log: domain.log, databases, isErased: domain.keys.isErased, clock, logger });
    }
    if (app && !demo) await warnOfMissingSetup({ ...deps, config });
  })();

  ready.catch(() => undefined);

  async function stop(): Promise<void> {
    const cut = setTimeout(() => app?.http.server.closeAllConnections(), IN_FLIGHT_MS);
    await databases?.stop();
    await keys?.stop();
    await names.stop();
    await backups.stop();
    await copies.stop();
    await pasts.close();
    await app?.http.close();
    facts.close();
    clearTimeout(cut);
    await telemetry?.close();
    await reader.close();
    await fileStore.close();
    await background?.stop();
    terms.stop();
    await answers.close();
    await age?.stop();
    await vault.close();
    await store.close();
    await names.release();
    if (unreadable) setAside(readFile);
    unlock();
  }
  return {
    deps,
    app,
    address,
    ready,
    broken: broken.promise,
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}
