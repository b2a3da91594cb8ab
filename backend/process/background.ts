import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { pino } from 'pino';
import { StoreDamaged, type StorePart } from '../../events/store/faults.ts';
import type { EventStore, Position } from '../../events/store/port.ts';
import { connectSqliteStore, type SqliteConnection } from '../../events/store/sqlite.ts';
import { pause } from '../../events/store/subscription.ts';
import { audiencePeople } from '../api/answers/audiences.ts';
import { digestsOf } from '../api/answers/digests.ts';
import {
  completionFinder,
  countingFinder,
  enrolmentFinder,
  fileFinder,
  leadFinder,
  learnersFinder,
  webinarFinder,
} from '../api/answers/persons.ts';
import { projectionRowOf } from '../api/answers/projectionRow.ts';
import { plannedExport } from '../api/answers/streams/planned.ts';
import { createCourseReading } from '../api/calls/ownership.ts';
import { externalLinks } from '../commands/catalogue/links.ts';
import { sessions } from '../commands/identity/sessions.ts';
import { createOwners } from '../commands/kernel/numbers.ts';
import { HANDLED_KEY, type HandledTypes, type Reactor, runReactors } from '../commands/kernel/reactor.ts';
import { rounds } from '../commands/kernel/rounds.ts';
import { createSeal } from '../commands/kernel/seal.ts';
import { createTimer, type Timer } from '../commands/kernel/timer.ts';
import { ALARMS, createLagWatch, lagAlarms } from '../commands/operations/alarms.ts';
import { operationSettings, SETTINGS } from '../commands/operations/settings.ts';
import { createPayments } from '../commands/payments/payments.ts';
import { accountReactor } from '../commands/reactions/accounts.ts';
import {
  certificateReactor,
  EXPIRE_CERTIFICATE,
  expireCertificateAction,
  WARN_OF_CERTIFICATE,
  warnOfCertificateAction,
} from '../commands/reactions/certificates.ts';
import { courseReactor } from '../commands/reactions/courses.ts';
import { askForDigest, DIGEST, digestAction } from '../commands/reactions/digest.ts';
import { discussionReactor } from '../commands/reactions/discussions.ts';
import { draftReactor } from '../commands/reactions/drafts.ts';
import { erasureReactor, pastErasures } from '../commands/reactions/erasures.ts';
import { exportReactor, MAKE_EXPORT, makeExportAction } from '../commands/reactions/exports.ts';
import { fileReactor, SWEEP_KEY, type Sweep, sweepFileAction, sweepStrays } from '../commands/reactions/files.ts';
import { giftReactor } from '../commands/reactions/gifts.ts';
import {
  BEGIN_GROUP,
  beginGroupAction,
  groupReactor,
  REMIND_GROUP,
  remindGroupAction,
  SETTLE_SEAT,
  settleSeatAction,
} from '../commands/reactions/groups.ts';
import { deliverLeadAction, leadReactor } from '../commands/reactions/leads.ts';
import { checkLinks } from '../commands/reactions/links.ts';
import { createFarewell, type MailOptions, mailReactor } from '../commands/reactions/mail.ts';
import { REACTORS } from '../commands/reactions/names.ts';
import { notificationReactor, SEND_NOTIFICATION, sendNotificationAction } from '../commands/reactions/notifications.ts';
import {
  paymentReactor,
  REMIND_PLAN,
  remindPlanAction,
  SETTLE_COUPON,
  SETTLE_ORDER,
  settleCouponAction,
  settleOrderAction,
} from '../commands/reactions/payments.ts';
import { phoneReactor } from '../commands/reactions/phone.ts';
import { pushReactor } from '../commands/reactions/push.ts';
import { quizDeadlines, quizReactor } from '../commands/reactions/quizzes.ts';
import { scholarshipReactor } from '../commands/reactions/scholarships.ts';
import { sessionReactor } from '../commands/reactions/sessions.ts';
import { supportReactor } from '../commands/reactions/support.ts';
import { askToRemoveTraces, REMOVE_TRACES, removeTracesAction } from '../commands/reactions/traces.ts';
import { runWebhooks, webhookReactor } from '../commands/reactions/webhooks.ts';
import { REMIND_WEBINAR, remindWebinarAction, webinarReactor } from '../commands/reactions/webinars.ts';
import { school } from '../commands/site/school.ts';
import { createDomain } from '../domain.ts';
import { beginErasureFile, openErasureFile } from '../integrations/erasures/file.ts';
import { leadWebhook } from '../integrations/leads/webhook.ts';
import { createLinkChecker } from '../integrations/links/checker.ts';
import { createPostOffice } from '../integrations/mail/postOffice.ts';
import { openPayments } from '../integrations/payments/open.ts';
import { createTextSandbox } from '../integrations/phone/sandbox.ts';
import { createPushes } from '../integrations/push/pushed.ts';
import { createWebPush, PUSH_KEYS } from '../integrations/push/webPush.ts';
import { forgetAside } from '../integrations/sqlite/aside.ts';
import { emptyWriteAheadLog, rewriteDatabase } from '../integrations/sqlite/rewrite.ts';
import { leaseSource, watchLease } from '../integrations/vault/lease.ts';
import { createWebhookSender } from '../integrations/webhooks/sender.ts';
import { projections } from '../projections/all.ts';
import { courses } from '../projections/courses.ts';
import { inboxes } from '../projections/inboxes.ts';
import { createProjector } from '../projections/kernel/projector.ts';
import { writtenAnew } from '../projections/kernel/readStore.ts';
import { createReads, pagesOf } from '../projections/kernel/reads.ts';
import { lagSeconds, PROJECTOR_LEASE, statusSource } from '../projections/kernel/status.ts';
import { createPeopleDirectory, type PeopleDirectory } from '../projections/peopleDirectory.ts';
import type { Config } from './config.ts';
import { DEMO_MARK, type DemoMark, demoIsLoaded } from './demoMark.ts';
import {
  ANSWERS_FILE,
  BUILD_FOLDER,
  openAnswers,
  openFiles,
  openReader,
  openRemoteLog,
  openVault,
  openWriter,
  READ_FILE,
  remotePlace,
  VAULT_FILE,
} from './stores.ts';

/** The background thread: projector and reactors. It posts `ready`, `commit` and `erased`, and stops when it is told to. */

export interface BackgroundData {
  config: Config;
  log: SqliteConnection | null;
  /** Whether this is the demo, or a test copy: payments are a stand-in's. */
  demo: boolean;
  roles: readonly ('projector' | 'reactor')[];
}
export type FromBackground =
  | { kind: 'ready' }
  | { kind: 'commit' }
  | { kind: 'stopped' }
  | { kind: 'damaged'; part: StorePart; message: string };
export type ToBackground = { kind: 'stop' };

const TICK_MS = 1_000;
const DAY_MS = 24 * 3_600_000;
const LAGS_MS = 2_000;
const CHAIN_MS = 60_000;
const STRAYS_MS = 6 * 3_600_000;
const LINKS_MS = 10 * 60_000;
const SETTLED_MS = 30_000;

const port = parentPort;
if (!port) throw new Error('background.ts runs in a worker thread');
const { config, demo, log: connection, roles } = workerData as BackgroundData;
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
  const leadSink = config.leadsWebhookUrl === null ? null : leadWebhook(config.leadsWebhookUrl);
  const forgetAnswers = async () => {
    // Embedded, with a writer of its own for this moment: erasures are rare.
    const answers = await openAnswers(config, vault, () => clock().getTime(), logger);
    await answers.forgetAll().finally(() => answers.close());
  };
  const { provider } = await openPayments(config.stripe, demo, { vault, publicUrl: config.publicUrl, now: clock });
  const payments = createPayments(domain.commands, provider, config.publicUrl, config.reservationKey);
  let directory: PeopleDirectory | null = null;
  const timer: Timer = createTimer(vault, {
    [REMOVE_TRACES]: removeTracesAction({
      vault,
      timer: () => timer,
      head: () => store.head(),
      reached: (position) => reads.waitFor(position, 1_000),
      forgetAnswers,
      async rewrite() {
        if (config.readStore !== 'sqlite') return;
        await rewriteDatabase(path.join(config.dataDir, VAULT_FILE), { inMemory: true });
        const file = path.join(config.dataDir, READ_FILE);
        // In steps: a large one would hold up the folding for seconds.
        await (writer && writtenAnew(writer)?.writeAnew());
        await emptyWriteAheadLog(file);
        await rewriteDatabase(path.join(config.dataDir, ANSWERS_FILE));
        for (const one of [file, path.join(config.dataDir, ANSWERS_FILE)]) forgetAside(one);
      },
      failed: (error) => logger.warn({ err: error }, 'traces of erased people could not be removed yet'),
    }),
    // Everybody is looked through only where something was prepared: the directory is made with the first question.
    [SEND_NOTIFICATION]: sendNotificationAction(domain.commands, domain.notifications, async (audience, now) => {
      directory ??= createPeopleDirectory(reads, reader);
      return (await audiencePeople(audience, { directory, reads, now, self: null })) ?? [];
    }),
    [DIGEST]: (deadline, context) => digest(deadline, context),
    deliverLead: deliverLeadAction(domain.commands, leadSink, domain.keys),
    sweepFile: sweepFileAction(domain.files),
    ...quizDeadlines(domain.quizzes),
    [SETTLE_ORDER]: settleOrderAction(payments, () => timer),
    [SETTLE_COUPON]: settleCouponAction(payments, () => timer),
    [REMIND_PLAN]: remindPlanAction(payments, domain.commands, domain.notifications),
    [EXPIRE_CERTIFICATE]: expireCertificateAction(domain.certificates),
    [WARN_OF_CERTIFICATE]: warnOfCertificateAction(domain.certificates, domain.notifications),
    [REMIND_GROUP]: remindGroupAction(domain.learning),
    [BEGIN_GROUP]: beginGroupAction(domain.learning),
    [SETTLE_SEAT]: settleSeatAction(domain.learning, () => timer),
    [REMIND_WEBINAR]: remindWebinarAction(domain.webinars),
    [MAKE_EXPORT]: makeExportAction(domain.commands, domain.notifications, () => timer, plannedExport(store, stopping.signal)),
    async endSession({ data }, context) {
      const userId = Number(data.userId);
      await domain.commands.handle(sessions, userId, { type: 'end', sessionId: String(data.sessionId), cause: 'expired' }, context);
    },
  });
  /** Kept answers may contain data of the erased; and so may the bytes of an embedded school's files, until they are rewritten. */
  const destroyed = async () => {
    await forgetAnswers();
    await askToRemoveTraces(timer, await store.head(), clock());
  };
  const keys = {
    ...domain.keys,
    async destroy(person: string) {
      await domain.keys.destroy(person);
      await destroyed();
    },
  };
  const post = createPostOffice({
    ...{ vault, mailbox: domain.mailbox, smtp: config.mail, now: clock, logger },
    isErased: (userId) => domain.log.anyErased([String(userId)]),
  });
  const mailOptions: MailOptions = {
    publicUrl: config.publicUrl,
    secret: config.sessionSecret,
    school: async () => (await domain.commands.load(school, 'school', { within: 30_000 })).state,
  };
  const digest = digestAction(domain.commands, post, mailOptions, () => timer, digestsOf(reads));
  await askForDigest(timer, clock());
  /** In short waits, so that stopping is not held up. */
  const caughtUpWith = async (position: Position, seconds: number): Promise<boolean> => {
    for (let waits = 0; !(await reads.waitFor(position, 1_000)); waits++) if (waits >= seconds || stopping.signal.aborted) return false;
    return true;
  };
  /** Looked up once the read models have reached the event; null: they do not get there. */
  const after =
    <A extends unknown[], T>(find: (...of: A) => Promise<T | null>) =>
    ({ position }: { position: Position }) =>
    async (...of: A): Promise<T | null> =>
      (await caughtUpWith(position, 10)) ? find(...of) : null;
  const farewell = createFarewell(domain.commands, post, mailOptions);
  const { erasuresFile } = config;
  const ledger = erasuresFile === null ? null : openErasureFile(erasuresFile);
  if (erasuresFile !== null && !existsSync(erasuresFile)) await beginErasureFile(erasuresFile, await pastErasures(store));
  // Set before this thread was started.
  const madeUpUntil = (await vault.get<DemoMark>(...DEMO_MARK))?.value.end ?? null;
  const reactors: readonly Reactor[] = [
    ...(ledger ? [erasureReactor(store, ledger)] : []),
    mailReactor(domain.commands, post, mailOptions),
    accountReactor(
      domain.commands,
      domain.reservations,
      {
        ...domain.accountSecrets,
        async destroyKey(userId) {
          await farewell(userId);
          await domain.accountSecrets.destroyKey(userId);
          await destroyed();
        },
      },
      domain.leads,
      { leads: after(leadFinder(reads)), courses: after(enrolmentFinder(reads)) },
    ),
    phoneReactor(domain.commands, createTextSandbox(domain.mailbox), { secret: config.sessionSecret, school: mailOptions.school }),
    sessionReactor(timer),
    leadReactor(domain.commands, timer, leadSink, keys, domain.leads, madeUpUntil),
    scholarshipReactor(domain.commands, domain.learning),
    fileReactor(domain.commands, domain.files, fileStore, timer, vault, after(fileFinder(reads))),
    courseReactor(domain.learning, learnersFinder(reads, stopping.signal)),
    certificateReactor(domain.certificates, domain.notifications, domain.log, timer, after(completionFinder(reads))),
    draftReactor(domain.drafts, domain.typed),
    notificationReactor(domain.commands, domain.notifications, timer, learnersFinder(reads, stopping.signal)),
    pushReactor(
      domain.commands,
      createWebPush({
        vault,
        seal: createSeal(config.personalDataKey, PUSH_KEYS),
        contact: config.publicUrl.startsWith('https:') ? config.publicUrl : 'https://localhost',
      }),
      async function* (atLeast) {
        if (!(await reads.caughtUp(inboxes, atLeast, stopping.signal))) return;
        for await (const page of pagesOf(reads, inboxes, { where: { reached: true }, limit: 500 })) {
          yield page.map(({ doc }) => doc.userId);
        }
      },
      createPushes(vault).note,
    ),
    quizReactor(domain.commands, domain.quizzes, domain.notifications, timer),
    webinarReactor(
      domain.commands,
      domain.webinars,
      domain.learning,
      timer,
      post,
      domain.notifications,
      mailOptions,
      after(webinarFinder(reads)),
      domain.calendarAddresses.end,
      countingFinder(reads),
    ),
    supportReactor(domain.commands, post, domain.notifications, mailOptions),
    webhookReactor(domain.commands, domain.notifications, domain.webhookSecrets, vault),
    exportReactor(timer),
    groupReactor(domain.learning, domain.notifications, timer),
    giftReactor(domain.commands, post, payments, mailOptions),
    paymentReactor(domain.commands, payments, domain.learning, domain.notifications, timer),
    discussionReactor(
      domain.commands,
      domain.discussions,
      domain.notifications,
      createCourseReading({ ...domain, owners: createOwners(domain.log), clock }).mayDiscuss,
    ),
  ];
  if (reactors.some(({ name }) => !(REACTORS as readonly string[]).includes(name))) throw new Error('a reactor is not named in REACTORS');
  await vault.put<HandledTypes>(
    'status',
    HANDLED_KEY,
    reactors.map(({ name, on }) => ({ reactor: name, types: Object.keys(on) })),
  );
  const strays = async () => {
    const sweep = await sweepStrays(domain.files, fileStore, clock());
    if (sweep.outcome === 'swept') {
      await vault.remove('status', SWEEP_KEY);
      if (sweep.strays > 0) logger.info(sweep, 'files that the log does not know were deleted');
      return;
    }
    await vault.put<Sweep>('status', SWEEP_KEY, sweep);
    const why = {
      another: 'the store of files is also of another school, or of this one before its log was lost',
      many: 'the log knows too few of the files to be theirs',
    } as const;
    logger.error(sweep, `${why[sweep.outcome]}: nothing is deleted (docs/operations.md, Uploaded files)`);
  };
  const checker = config.linkChecks ? createLinkChecker() : null;
  const links = async (signal: AbortSignal) => {
    if (!checker) return;
    const places = [];
    for await (const page of pagesOf(reads, courses, { where: { status: 'published' }, limit: 100 })) {
      places.push(...page.flatMap(({ doc }) => externalLinks(doc)));
    }
    const round = await checkLinks(domain.links, checker, places, clock, signal);
    if (round.doubted) logger.warn(round, 'most names could not be found: this round says nothing of any link');
    else if (round.said > 0) logger.info(round, 'links of courses broke or recovered');
  };
  const tellOthers = async (signal: AbortSignal) => {
    if (!config.webhooks) return;
    const sender = createWebhookSender({ permitted: new Set(config.webhookPrivateHosts) });
    await runWebhooks({ ...domain, vault, secrets: domain.webhookSecrets, sender, school: config.publicUrl, now: clock, logger }, signal);
  };
  /** The hashes of what is new; once a day all of the log is compared with them. */
  const chained = async (signal: AbortSignal) => {
    await domain.chain.extend(signal);
    const { events, last } = await domain.chain.state();
    if (events === 0 || (last !== null && clock().getTime() - Date.parse(last.at) < DAY_MS)) return;
    const { broken } = await domain.chain.verify(undefined, signal);
    if (broken) logger.error({ ...broken }, 'the log is not what it was: an event has been changed or is missing');
  };
  const lagging = createLagWatch();
  const terms = watchLease({
    vault,
    key: PROJECTOR_LEASE,
    clock: () => clock().getTime(),
    ...(config.leaseMs && { ttlMs: config.leaseMs }),
  });
  const statuses = statusSource(vault, terms.lapsed);
  const lags = async () => {
    const now = clock();
    const { state: raised } = await domain.commands.load(lagAlarms, ALARMS);
    const { state: settings } = await domain.commands.load(operationSettings, SETTINGS, { within: 10_000 });
    const rows = (await statuses()).map((row) => ({
      name: row.name,
      seconds: lagSeconds(row, now.getTime()),
      events: row.lag.events,
      meant: row.state === 'paused',
    }));
    for (const command of lagging(rows, settings, raised, now.getTime())) {
      const commandId = randomUUID();
      const actor = { userId: null, role: 'system' as const };
      await domain.commands.handle(lagAlarms, ALARMS, command, { commandId, correlationId: commandId, causationId: commandId, actor, now });
      logger.warn({ ...command }, command.type === 'raise' ? 'a projection is late' : 'a projection that was late is up to date');
    }
  };
  const warn = (message: string) => (error: unknown) => logger.warn({ err: error }, message);
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
      // Run by one process at a time; the lease is released when the last of it has ended.
      await Promise.all([
        demoIsLoaded(config, vault, signal).then(() =>
          runReactors({ log: domain.log, vault, reactors, signal, now: clock, logger, isReported }),
        ),
        post.run(signal),
        tellOthers(signal),
        rounds(TICK_MS, signal, () => timer.tick(clock(), { epoch, signal }), warn('the timer could not run')),
        rounds(TICK_MS, signal, () => vault.sweep(clock().getTime()), warn('the vault could not be swept')),
        rounds(CHAIN_MS, signal, () => chained(signal), warn('the hashes of the log could not be kept')),
        rounds(LAGS_MS, signal, lags, warn('the lag of projections could not be watched')),
        rounds(STRAYS_MS, signal, strays, warn('the files could not be looked through')),
        rounds(LINKS_MS, signal, () => links(signal), warn('the links of courses could not be looked at')),
      ]);
      // Where the vault is away it ends by itself.
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
  if (message.kind !== 'stop') return;
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
void (projector?.ready() ?? Promise.resolve()).then(() => say({ kind: 'ready' }));
// What a start and the load of a demo leave behind is given back once (`--expose-gc` in `npm start`); the API’s thread goes on meanwhile.
setTimeout(() => globalThis.gc?.({ type: 'major', flavor: 'last-resort' }), SETTLED_MS).unref();
