import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Registry } from 'prom-client';
import { teaches } from '../../events/outline.ts';
import { course } from '../commands/catalogue/course.ts';
import { createBatches } from '../commands/learning/batches.ts';
import { hasOneTap, ONE_TAP } from '../integrations/google/provider.ts';
import type { SessionRecord } from '../integrations/vault/sessionTokens.ts';
import { createCatalogueSearch } from '../projections/catalogueSearch.ts';
import { createCourseDirectory } from '../projections/courseDirectory.ts';
import { createInboxReader } from '../projections/inboxReader.ts';
import { createJourneyFigures } from '../projections/journeyFigures.ts';
import type { Following } from '../projections/kernel/readStore.ts';
import { createPeopleDirectory } from '../projections/peopleDirectory.ts';
import { publicName } from './answers/people.ts';
import { createEditing } from './calls/editing.ts';
import { createImplement } from './calls/implement.ts';
import { createCourseReading, createOwns } from './calls/ownership.ts';
import type { Deps } from './deps.ts';
import { createHub, type Hub, silentHub } from './live/hub.ts';
import { DIST, registerStatic, scriptHashes } from './pages/static.ts';
import { type Access, createAccess } from './plugins/access.ts';
import { registerDocs } from './plugins/docs.ts';
import { registerErrors, sendError } from './plugins/errors.ts';
import { registerHealth } from './plugins/health.ts';
import { registerHosts } from './plugins/hosts.ts';
import { type Identity, registerIdentity } from './plugins/identity.ts';
import { registerJsonBody } from './plugins/jsonBody.ts';
import { createOwnWrites } from './plugins/ownWrites.ts';
import { answerUnparsed } from './plugins/parserErrors.ts';
import { createPasses, type Passes } from './plugins/passes.ts';
import { registerGivenIdentity, registerPast } from './plugins/past.ts';
import { createRates, type Rates } from './plugins/rates.ts';
import { registerSecurityHeaders } from './plugins/securityHeaders.ts';
import { registerSpans } from './plugins/spans.ts';
import { registerTestCopy } from './plugins/testCopy.ts';
import { createUploads } from './plugins/uploads.ts';
import { createVisits } from './plugins/visits.ts';
import { accountRoutes } from './routes/account.ts';
import { accountSecurityRoutes } from './routes/accountSecurity.ts';
import { administrationRoutes } from './routes/administration.ts';
import { apiKeyRoutes } from './routes/apiKeys.ts';
import { assignmentRoutes } from './routes/assignments.ts';
import { assistantRoutes } from './routes/assistant.ts';
import { attentionRoutes } from './routes/attention.ts';
import { authRoutes } from './routes/auth.ts';
import { bundleRoutes } from './routes/bundles.ts';
import { calendarRoutes } from './routes/calendar.ts';
import { catalogueRoutes } from './routes/catalogue.ts';
import { certificateRoutes } from './routes/certificates.ts';
import { commentRoutes } from './routes/comments.ts';
import { communityRoutes } from './routes/community.ts';
import { contentSearchRoutes } from './routes/contentSearch.ts';
import { couponRoutes } from './routes/coupons.ts';
import { courseAccess } from './routes/courseAccess.ts';
import { courseBatchRoutes } from './routes/courseBatches.ts';
import { courseManagementRoutes } from './routes/courseManagement.ts';
import { coursePartRoutes } from './routes/courseParts.ts';
import { documentCheckRoutes } from './routes/documentChecks.ts';
import { draftRoutes } from './routes/drafts.ts';
import { eventRoutes } from './routes/events.ts';
import { factRoutes } from './routes/facts.ts';
import { figureRoutes } from './routes/figures.ts';
import { fileRoutes } from './routes/files.ts';
import { followingRoutes } from './routes/following.ts';
import { giftRoutes } from './routes/gifts.ts';
import { registerGoogle } from './routes/google.ts';
import { groupRoutes } from './routes/groups.ts';
import { habitRoutes } from './routes/habit.ts';
import { historyRoutes } from './routes/history.ts';
import { importRoutes } from './routes/imports.ts';
import { integrityRoutes } from './routes/integrity.ts';
import { leadRoutes } from './routes/leads.ts';
import { learningRoutes } from './routes/learning.ts';
import { mailRoutes } from './routes/mail.ts';
import { noteRoutes } from './routes/notes.ts';
import { notificationRoutes } from './routes/notifications.ts';
import { oneTapRoutes } from './routes/oneTap.ts';
import { orderOfficeRoutes } from './routes/orderOffice.ts';
import { createOwnAccount } from './routes/ownAccount.ts';
import { packageRoutes } from './routes/packages.ts';
import { passkeyRoutes } from './routes/passkeys.ts';
import { passwordResetRoutes } from './routes/passwordReset.ts';
import { pastRoutes } from './routes/past.ts';
import { paymentComparisonRoutes } from './routes/paymentComparison.ts';
import { demoPaymentRoutes, providerRoutes } from './routes/paymentProvider.ts';
import { paymentRoutes } from './routes/payments.ts';
import { peopleRoutes } from './routes/people.ts';
import { phoneRoutes } from './routes/phone.ts';
import { projectionRoutes } from './routes/projections.ts';
import { quizRoutes } from './routes/quizzes.ts';
import { reactionRoutes } from './routes/reactions.ts';
import { receiptRoutes } from './routes/receipts.ts';
import { registrationRoutes } from './routes/registration.ts';
import { reportRoutes } from './routes/reports.ts';
import { researchRoutes } from './routes/research.ts';
import { resourceRoutes } from './routes/resources.ts';
import { reviewRoutes } from './routes/reviews.ts';
import { rightsRoutes } from './routes/rights.ts';
import { scholarshipRoutes } from './routes/scholarships.ts';
import { searchRoutes } from './routes/search.ts';
import { segmentRoutes } from './routes/segments.ts';
import { setupRoutes } from './routes/setup.ts';
import { siteRoutes } from './routes/site.ts';
import { sqlRoutes } from './routes/sql.ts';
import { storeHealthRoutes } from './routes/storeHealth.ts';
import { supportRoutes } from './routes/support.ts';
import { teachingRoutes } from './routes/teaching.ts';
import { transferRoutes } from './routes/transfers.ts';
import { userRoutes } from './routes/users.ts';
import { userUpdateRoutes } from './routes/userUpdate.ts';
import { videoRoutes } from './routes/videos.ts';
import { viewingRoutes } from './routes/viewing.ts';
import { visitRoutes } from './routes/visit.ts';
import { webhookRoutes } from './routes/webhooks.ts';
import { webinarRoutes } from './routes/webinars.ts';
import { whatIfRoutes } from './routes/whatIf.ts';
import { xapiRoutes } from './routes/xapi.ts';

const BODY_LIMIT = 1024 * 1024;
const BODY_PATIENCE_MS = 300_000;
const bareHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
};

export interface App {
  http: FastifyInstance;
  hub: Hub;
  access: Access;
  rates: Rates;
  /** What /metrics tells; null where the past answers. */
  metrics: Registry | null;
}

/** What only the application that browsers reach needs: what its pages may load, whose calls they are, and the documents of the API. */
async function receivePages(http: FastifyInstance, deps: Deps, dist: string, passes: Passes<Identity>): Promise<void> {
  const { config } = deps;
  const hashes = scriptHashes(dist);
  const oneTap = hasOneTap(config.google);
  const tap = (source: string): string[] => (oneTap ? [source] : []);
  await registerSecurityHeaders(http, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...hashes, ...tap(ONE_TAP.script)],
        styleSrc: ["'self'", "'unsafe-inline'", ...tap(ONE_TAP.style)],
        imgSrc: ["'self'", 'data:', 'https:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", config.publicUrl.replace(/^http/, 'ws'), ...tap(ONE_TAP.calls)],
        mediaSrc: ["'self'", 'https:', 'blob:'],
        frameSrc: ['https://www.youtube-nocookie.com', 'https://www.youtube.com', 'https://player.vimeo.com', ...tap(ONE_TAP.frames)],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    hsts: config.publicUrl.startsWith('https:'),
    crossOriginEmbedderPolicy: false,
    // Where the browser has no dialog of its own, Google asks in a popup, which must reach the page that opened it.
    ...(oneTap && { crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' as const } }),
  });
  registerHosts(http, config);
  registerIdentity(http, deps, passes);
  registerTestCopy(http, config.copy);
  registerPast(http, deps.pasts, deps.clock);
  registerDocs(http);
}

/** What an application that answers for the past takes from that of the present: who asks, what is on record of it, and how often one may ask. */
interface OfThePresent {
  identityOf(request: IncomingMessage): Identity | null;
  access: Access;
  rates: Rates;
}
interface AppOptions {
  dist?: string;
  checkAnswers?: boolean;
  bodyPatienceMs?: number;
  following: Following;
  /** For the application of a moment of the past: it has the calls alone, which the application of the present hands to it. */
  present?: OfThePresent;
}

/** The HTTP application and the live hub on one server; not listening yet. */
export async function createApp(deps: Deps, options: AppOptions): Promise<App> {
  const { config, commands, logger } = deps;
  const dist = options.dist ?? DIST;
  const hops = config.trustProxy;
  const patience = options.bodyPatienceMs ?? BODY_PATIENCE_MS;
  const http = fastify({
    loggerInstance: logger,
    bodyLimit: BODY_LIMIT,
    // The time limit for receiving a request: ends bodies that never finish, and is long enough for a large file on a slow line.
    requestTimeout: patience,
    http: { headersTimeout: Math.min(patience, 60_000), connectionsCheckingInterval: Math.min(patience, 30_000) },
    logController: new LogController({ disableRequestLogging: true }),
    // Stopping waits for requests in flight (backend/process/composition.ts ends those that take too long).
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    genReqId: () => randomUUID(),
    // An address that cannot be parsed is answered before any hook, including those that set headers.
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply.headers(bareHeaders)),
    clientErrorHandler: answerUnparsed(bareHeaders),
    trustProxy: typeof hops === 'number' ? (_, hop) => hop < hops : hops,
  }) as unknown as FastifyInstance;

  registerJsonBody(http);
  registerErrors(http);
  registerSpans(http, options.present === undefined);
  await http.register(cookie);
  const { present } = options;
  const passes = createPasses<Identity>();
  if (present) registerGivenIdentity(http, present.identityOf);
  else await receivePages(http, deps, dist, passes);
  const reading = createCourseReading(deps);
  const teachesCourse = async (session: SessionRecord, courseId: number): Promise<boolean> =>
    teaches((await commands.load(course, courseId)).state, session.userId);
  const follows = {
    canReadCourse: (session: SessionRecord | null, courseId: number) => reading.mayRead(courseId, session),
    canReadDiscussion: (session: SessionRecord | null, subtopicId: number) => reading.mayDiscuss(subtopicId, session),
    teaches: teachesCourse,
  };
  const hub = present ? silentHub : await createHub(http.server, deps, follows, { following: options.following });
  const metrics = present ? null : registerHealth(http, deps, hub.connections);

  const ownWrites = createOwnWrites(deps.reads);
  const rates = present?.rates ?? createRates(config.rates);
  const accesses = present?.access ?? createAccess(deps);
  const implement = createImplement(http, deps, createOwns(deps, reading), {
    ownWrites,
    rates,
    access: accesses,
    checkAnswers: options.checkAnswers ?? false,
  });
  authRoutes(implement, deps, hub.recheck);
  registrationRoutes(implement, deps, hub.recheck);
  passwordResetRoutes(implement, deps, hub.recheck);
  userRoutes(implement, deps, hub.recheck);
  userUpdateRoutes(implement, deps, hub.recheck);
  const ownAccount = createOwnAccount(deps);
  accountRoutes(implement, deps, ownAccount, hub.recheck);
  accountSecurityRoutes(implement, deps, ownAccount, hub.recheck);
  phoneRoutes(implement, deps, ownAccount);
  passkeyRoutes(implement, deps, ownAccount, hub.recheck);
  oneTapRoutes(implement, deps, await registerGoogle(http, deps, hub.recheck));
  const directory = createPeopleDirectory(deps.reads, deps.reader);
  peopleRoutes(implement, deps, directory, hub.recheck);
  const batches = createBatches(commands, deps.accounts, deps.learning, deps.authoring);
  assignmentRoutes(implement, deps, batches);
  importRoutes(implement, deps, batches);
  segmentRoutes(implement, deps, directory);
  const liveAnswers = sqlRoutes(implement, deps);
  rightsRoutes(implement, deps);
  followingRoutes(implement, deps);
  supportRoutes(implement, deps, directory);
  apiKeyRoutes(implement, deps);
  webhookRoutes(implement, deps);
  assistantRoutes(http, implement, deps, passes);
  notificationRoutes(implement, deps, createInboxReader(deps.reads, deps.reader), directory);
  const access = courseAccess(deps, reading);
  courseBatchRoutes(implement, deps, batches);
  const courseDirectory = createCourseDirectory(deps.reads, deps.reader, publicName);
  courseManagementRoutes(implement, deps, courseDirectory, hub.recheck);
  const catalogueSearch = createCatalogueSearch(deps.reads, deps.reader, publicName);
  catalogueRoutes(implement, deps, access, searchRoutes(implement, catalogueSearch));
  coursePartRoutes(implement, deps, access);
  const rooms = createEditing(deps.vault, hub, (error) => logger.warn({ err: error }, 'who edits which course could not be read'));
  draftRoutes(implement, deps, access, rooms);
  eventRoutes(implement, deps);
  xapiRoutes(implement, deps);
  historyRoutes(implement, deps, hub.recheck);
  const facts = factRoutes(implement, deps);
  integrityRoutes(implement, deps);
  reviewRoutes(implement, deps);
  commentRoutes(implement, deps, reading);
  reportRoutes(implement, deps, reading, hub.tell);
  learningRoutes(implement, deps, reading);
  certificateRoutes(implement, deps);
  noteRoutes(implement, deps, reading);
  habitRoutes(implement, deps);
  contentSearchRoutes(implement, deps);
  resourceRoutes(implement, deps);
  videoRoutes(implement, deps);
  quizRoutes(implement, deps, access);
  whatIfRoutes(implement, deps, access);
  researchRoutes(implement, deps);
  administrationRoutes(implement, deps);
  projectionRoutes(implement, deps);
  documentCheckRoutes(implement, deps);
  storeHealthRoutes(implement, deps);
  attentionRoutes(implement, deps, directory, courseDirectory);
  teachingRoutes(implement, deps, courseDirectory);
  figureRoutes(implement, createJourneyFigures(deps.reads, deps.reader));
  setupRoutes(implement, deps, hub.recheck);
  viewingRoutes(implement, deps, hub.recheck);
  mailRoutes(implement, deps);
  reactionRoutes(implement, deps);
  siteRoutes(implement, deps);
  communityRoutes(implement, deps);
  leadRoutes(implement, deps);
  scholarshipRoutes(implement, deps);
  visitRoutes(implement, deps);
  webinarRoutes(implement, deps);
  pastRoutes(implement, deps);
  paymentRoutes(implement, deps);
  transferRoutes(implement, deps);
  orderOfficeRoutes(implement, deps);
  demoPaymentRoutes(implement, deps);
  providerRoutes(http, deps);
  couponRoutes(implement, deps);
  bundleRoutes(implement, deps);
  groupRoutes(implement, deps, reading);
  giftRoutes(implement, deps);
  receiptRoutes(implement, deps);
  paymentComparisonRoutes(implement, deps);
  calendarRoutes(implement, deps);
  // Only in this scope are multipart forms parsed at all.
  await http.register(async (scope) => {
    await scope.register(multipart);
    const withForms = createImplement(scope, deps, createOwns(deps, reading), {
      ...{ ownWrites, rates, access: accesses, uploads: createUploads(path.join(config.dataDir, 'incoming')) },
      checkAnswers: options.checkAnswers ?? false,
    });
    fileRoutes(scope, withForms, deps, reading);
    packageRoutes(withForms, deps);
  });

  http.addHook('onClose', async () => facts.close());
  if (!present) {
    const visits = createVisits(deps);
    http.addHook('onClose', () => visits.stop());
    await registerStatic(http, deps, { catalogue: catalogueSearch, ownWrites, visits }, dist);
  }
  http.addHook('preClose', async () => {
    rooms.close();
    await liveAnswers.close();
    if (!present) await accesses.close();
    await hub.close();
  });
  return { http, hub, access: accesses, rates, metrics };
}
