import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Registry } from 'prom-client';
import { teaches } from '../../events/outline.ts';
import { course } from '../commands/catalogue/course.ts';
import { hasOneTap, ONE_TAP } from '../integrations/openid/provider.ts';
import type { SessionRecord } from '../integrations/vault/keptSessions.ts';
import type { Following } from '../projections/kernel/readStore.ts';
import { createImplement } from './calls/bind.ts';
import type { Owns } from './calls/implement.ts';
import { type CourseReading, createCourseReading, createOwns, heldThenAndNow } from './calls/ownership.ts';
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
import { registerRoutes, registerUploadRoutes } from './routes/all.ts';

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
  owns: Owns;
  reading: CourseReading;
  /** The metrics registry behind /metrics; null in an application of the past. */
  metrics: Registry | null;
}

/** What only the application that browsers reach has: what its pages may load, the identity of callers, and the API's documentation. */
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
    // Without a dialog of the browser's own, Google signs people in through a popup, which must be able to reach the page that opened it.
    ...(oneTap && { crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' as const } }),
  });
  registerHosts(http, config);
  registerIdentity(http, deps, passes);
  registerTestCopy(http, config.copy);
  registerPast(http, deps);
  registerDocs(http);
}

/** What an application of the past takes from that of the present: the callers' identity, the record of what they access, their rate limits, and what is theirs today. */
interface OfThePresent {
  identityOf(request: IncomingMessage): Identity | null;
  access: Access;
  rates: Rates;
  owns: Owns;
  reading: CourseReading;
}
interface AppOptions {
  dist?: string;
  checkAnswers?: boolean;
  bodyPatienceMs?: number;
  following: Following;
  /** For the application of a past moment: it has only the calls, which the application of the present hands to it. */
  present?: OfThePresent;
}

/** The server without its routes. `patience`: how long a request may take to arrive, in milliseconds. */
function openHttp({ config, logger }: Deps, patience: number): FastifyInstance {
  const hops = config.trustProxy;
  return fastify({
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
}

/** The HTTP application and the live hub on one server; not listening yet. */
export async function createApp(deps: Deps, options: AppOptions): Promise<App> {
  const { config, commands } = deps;
  const dist = options.dist ?? DIST;
  const http = openHttp(deps, options.bodyPatienceMs ?? BODY_PATIENCE_MS);
  registerJsonBody(http);
  registerErrors(http, options.present !== undefined);
  registerSpans(http, options.present === undefined);
  await http.register(cookie);
  const { present } = options;
  const passes = createPasses<Identity>();
  if (present) registerGivenIdentity(http, present.identityOf);
  else await receivePages(http, deps, dist, passes);
  const reading = createCourseReading(deps, present?.reading);
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
  const held = createOwns(deps, reading);
  const owns = present ? heldThenAndNow(held, present.owns) : held;
  const implement = createImplement(http, deps, owns, {
    ownWrites,
    rates,
    access: accesses,
    checkAnswers: options.checkAnswers ?? false,
  });
  const routes = await registerRoutes({ http, implement, deps, hub, passes, reading });
  // Multipart forms are parsed only in this scope.
  await http.register(async (scope) => {
    await scope.register(multipart);
    const withForms = createImplement(scope, deps, owns, {
      ...{ ownWrites, rates, access: accesses, uploads: createUploads(path.join(config.dataDir, 'incoming')) },
      checkAnswers: options.checkAnswers ?? false,
    });
    registerUploadRoutes(scope, withForms, deps, reading);
  });

  if (!present) {
    const visits = createVisits(deps);
    http.addHook('onClose', () => visits.stop());
    await registerStatic(http, deps, { catalogue: routes.catalogue, ownWrites, visits }, dist);
  }
  http.addHook('preClose', async () => {
    await routes.close();
    if (!present) await accesses.close();
    await hub.close();
  });
  return { http, hub, access: accesses, rates, owns, reading, metrics };
}
