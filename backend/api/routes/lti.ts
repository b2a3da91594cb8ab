import { createHash, randomBytes } from 'node:crypto';
import { fastifyCookie } from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { uuid5 } from '../../../events/ids.ts';
import { presentClass } from '../../../events/outline.ts';
import { course } from '../../commands/catalogue/course.ts';
import { createCompanyAccounts } from '../../commands/identity/companyAccounts.ts';
import { domainOf } from '../../commands/identity/providers.ts';
import { DomainError } from '../../commands/kernel/errors.ts';
import { createSeal } from '../../commands/kernel/seal.ts';
import { enrolment } from '../../commands/learning/enrolment.ts';
import { PLATFORMS, type Platform, platforms } from '../../commands/operations/platforms.ts';
import { SESSION_MS } from '../../commands/reactions/sessions.ts';
import { authorizationAddress, loginRequest, meantBy } from '../../integrations/lti/launch.ts';
import { BadLaunch, type GradeLine, type LtiLaunch, type LtiSelection, PlatformUnavailable } from '../../integrations/lti/port.ts';
import type { OpenIdPerson } from '../../integrations/openid/port.ts';
import type { Vault } from '../../integrations/vault/port.ts';
import { type Call, type Implement, signedIn } from '../calls/implement.ts';
import { createReturning, leadTo } from '../calls/returning.ts';
import { createSignIn } from '../calls/signIn.ts';
import { addresses } from '../contract/addresses.ts';
import type { LtiFailure } from '../contract/ltiFailures.ts';
import { ltiCalls as contract } from '../contract/platforms.ts';
import { idOfSlug } from '../contract/slug.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import { placeOf } from '../limits.ts';
import { cookieOptions } from '../plugins/sessionCookie.ts';
import { ownerOf } from '../plugins/viewing.ts';
import { choicePages, choiceRoutes, createChoices } from './ltiChoice.ts';
import type { OwnAccount } from './ownAccount.ts';

const TRIP_SECONDS = 10 * 60;
const HOUR = 3_600_000;
const MOST_FORM_BYTES = 64 * 1_024;
/** A class comes from one place, all at once. */
const PER_FORM = 50;
/** Where what is kept in a browser between the requests of a launch is sent, and nowhere else. */
const FOLDER = '/api/lti';
const LINK_COOKIE = 'aulaviva.lti.enlace';
const PAGE = '/lti';
/** What a cookie has room for; the next launch says it again. */
const MOST_WAITING_LINE = 1_500;

/** What a launch must come back with; sealed in a cookie. */
interface Trip {
  platformId: string;
  nonce: string;
  /** Epoch milliseconds. */
  until: number;
}
/** A launch by somebody whose account, if they have one, is not linked yet; sealed in a cookie. */
interface Waiting {
  platformId: string;
  person: OpenIdPerson;
  courseId: number | null;
  classId: number | null;
  /** Where their progress may be sent; null: nowhere. */
  grades: GradeLine | null;
  /** Where they were going. */
  to: string;
  until: number;
}

class Failed extends Error {
  readonly failure: LtiFailure;
  readonly detail: string;
  constructor(failure: LtiFailure, detail = '') {
    super(failure);
    this.failure = failure;
    this.detail = detail;
  }
}
const launchForm = z.object({
  state: z.string().min(1).max(200),
  id_token: z.string().min(1).max(32_000).optional(),
  error: z.string().max(200).optional(),
});

/** ISO UTC; null: nobody came from there yet. */
export async function lastLaunch(vault: Pick<Vault, 'get'>, platformId: string): Promise<string | null> {
  const kept = await vault.get<{ at: string }>('platforms', platformId);
  return kept?.value.at ?? null;
}
/** One launch may be under way in each tab. */
const cookieOf = (state: string): string => `aulaviva.lti.${createHash('sha256').update(state).digest('hex').slice(0, 16)}`;

/** The account behind an identity of a platform: links are kept as those of companies are, under the platform in place of the company. */
const providerOf = ({ platformId, issuer, clientId, createsAccounts, codeId, domains }: Platform, email: string | null) => ({
  // An issuer is whatever somebody typed: only with the client it is one platform, and one takes no identity from another.
  ...{ providerId: platformId, issuer: JSON.stringify(['lti', issuer, clientId]), codeId },
  // By this alone it was named at first.
  formerly: `lti ${issuer}`,
  // Of an address of another domain nothing is believed: neither whose it is, nor that it exists.
  createsAccounts: createsAccounts && isVouched(domains, email),
});
const isVouched = (domains: readonly string[], email: string | null): boolean => email !== null && domains.includes(domainOf(email) ?? '');
const personOf = ({ domains }: Platform, { subject, email, firstName, lastName }: LtiLaunch): OpenIdPerson => ({
  ...{ subject, email: isVouched(domains, email) ? (email ?? '') : '', firstName, lastName },
});

/** Where a launch goes: a path of the school, and the course and class that it names. */
export function destinationOf(
  { target, course, klass }: Pick<LtiLaunch, 'target' | 'course' | 'klass'>,
  publicUrl: string,
): { to: string; courseId: number | null; classId: number | null } {
  const url = URL.canParse(target) ? new URL(target) : null;
  const within =
    url !== null && url.origin === new URL(publicUrl).origin && url.pathname !== addresses.ltiLaunch && url.pathname !== '/' ? url : null;
  const [, slug] = /^\/cursos\/([^/]+)$/.exec(within?.pathname ?? '') ?? [];
  const asked = within?.pathname === '/courses' ? within.searchParams.get('courseId') : null;
  const courseId = idOfSlug(course ?? slug ?? asked ?? '');
  const to = courseId === null && within !== null ? (within.pathname + within.search).slice(0, 500) : '';
  return { to, courseId, classId: courseId === null ? null : idOfSlug(klass ?? '') };
}

function createLaunches(deps: Deps) {
  const { accounts, clock, commands, config, identities, scholarships, vault, lti, grades } = deps;
  const { seal, open } = createSeal(Buffer.from(config.sessionSecret), 'lti');
  const signIn = createSignIn(deps, () => {});
  return {
    people: createCompanyAccounts(commands, accounts, identities, scholarships, signIn.findByEmail),
    signIn,
    seal,
    /** What a cookie holds; null: nothing, nothing of ours, or nothing that still stands. */
    opened<T extends { until: number }>(name: string, sealed: string | undefined): T | null {
      try {
        const found = open<T>(name, sealed ?? '');
        return found.until > clock().getTime() ? found : null;
      } catch {
        return null;
      }
    },
    all: async () => (await commands.load(platforms, PLATFORMS)).state,
    /** Where somebody stands with a course: in it, or before it. */
    async placeIn(userId: number, { to, courseId, classId }: Pick<Waiting, 'to' | 'courseId' | 'classId'>): Promise<string> {
      if (courseId === null) return to;
      const { state } = await commands.load(enrolment, `${userId}_${courseId}`);
      if (!state.enrolled) return `/cursos/${courseId}`;
      const module = presentClass((await commands.load(course, courseId)).state, classId)?.module;
      return `/courses?courseId=${courseId}${module ? `&moduleId=${module.moduleId}&sessionId=${classId}` : ''}`;
    },
    /** Where somebody's progress is sent from now on, if the launch says so. */
    async remember(
      { platformId, tokens }: Platform,
      userId: number,
      { subject }: OpenIdPerson,
      { courseId, classId, grades: line }: Pick<Waiting, 'courseId' | 'classId' | 'grades'>,
    ): Promise<void> {
      if (courseId === null || line === null || tokens === null) return;
      await grades.remember({ platformId, userId, courseId, classId, subject }, line, clock());
    },
    /** Verifies, and lets a token count once. Errors: Failed. */
    async verified(platform: Platform, token: string, nonce: string): Promise<LtiLaunch | LtiSelection> {
      try {
        const launch = await lti.verify(platform, token, nonce, clock());
        const once = createHash('sha256').update(`lti ${nonce}`).digest('hex');
        const expiresAt = clock().getTime() + 2 * TRIP_SECONDS * 1_000;
        if (!(await vault.insert('used-tokens', once, { at: clock().toISOString() }, { expiresAt }))) throw new Failed('LTI_REPLAYED');
        return launch;
      } catch (error) {
        if (error instanceof BadLaunch) throw new Failed('LTI_TOKEN', error.fault);
        if (error instanceof PlatformUnavailable) throw new Failed('LTI_UNAVAILABLE');
        throw error;
      }
    },
  };
}
type Launches = ReturnType<typeof createLaunches>;

/** Launches by LTI 1.3: out to the platform, which says who this is, and back into a course. */
export function registerLti(http: FastifyInstance, implement: Implement, deps: Deps, own: OwnAccount): void {
  const launches = createLaunches(deps);
  const choices = createChoices(deps);
  http.register(async (scope) => {
    // Forms of other sites, at these addresses alone.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: MOST_FORM_BYTES }, (_, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    loginRoutes(scope, deps, launches);
    launchRoute(scope, deps, launches, choices);
    choicePages(scope, deps, choices);
  });
  choiceRoutes(implement, deps, choices);
  linkRoutes(implement, own, launches);
}

const back = (reply: FastifyReply, query: Record<string, string>) => leadTo(reply, PAGE, query, 303);

/** Leads to the page that says what is wrong, and whom to tell what. */
const refused = (reply: FastifyReply, error: unknown, logger: Deps['logger']) => {
  if (error instanceof Failed) {
    logger.info({ reason: error.failure, detail: error.detail }, 'a launch of a learning platform was refused');
    return back(reply, { fallo: error.failure, detalle: error.detail });
  }
  if (error instanceof ApiError && (error.code === 'TOO_MANY_REQUESTS' || error.code === 'ACCOUNT_INACTIVE'))
    return back(reply, { fallo: error.code });
  // Paused or unlinked while its keys were read.
  if (error instanceof ApiError && error.code === 'SIGN_IN_AGAIN') return back(reply, { fallo: 'LTI_PAUSED' });
  logger.warn({ err: error }, 'a launch of a learning platform failed');
  return back(reply, { fallo: 'LTI_FAILED' });
};

/** The platform says that somebody is about to come; the browser goes back there to prove who it is. */
function loginRoutes(scope: FastifyInstance, { clock, config, logger, limits }: Deps, { all, seal }: Launches): void {
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    try {
      await limits.count('lti', placeOf(request.ip), config.limits.forms * PER_FORM, HOUR);
      const asked = loginRequest.safeParse(request.method === 'GET' ? request.query : request.body);
      if (!asked.success) throw new Failed('LTI_REQUEST');
      const [platform, ...others] = meantBy(
        Array.from(await all(), ([, one]) => one),
        asked.data,
      );
      if (!platform || others.length > 0) throw new Failed('LTI_UNKNOWN');
      if (platform.paused) throw new Failed('LTI_PAUSED');
      const [state, nonce] = [randomBytes(24).toString('base64url'), randomBytes(24).toString('base64url')];
      const trip: Trip = { platformId: platform.platformId, nonce, until: clock().getTime() + TRIP_SECONDS * 1_000 };
      // The way back is a form of another site: only a cookie that says `None` comes with it; in a frame of the platform, one that is kept for that platform alone.
      reply.setCookie(cookieOf(state), seal(state, trip), {
        ...{ path: FOLDER, httpOnly: true, sameSite: 'none', secure: true, partitioned: true, maxAge: TRIP_SECONDS },
      });
      return reply.redirect(authorizationAddress(platform, asked.data, { redirect: config.publicUrl + addresses.ltiLaunch, state, nonce }));
    } catch (error) {
      return refused(reply, error, logger);
    }
  };
  scope.get(addresses.ltiLogin, handler);
  scope.post(addresses.ltiLogin, handler);
}

/** The platform's answer, by the browser that was sent there. */
function launchRoute(scope: FastifyInstance, deps: Deps, launches: Launches, choices: ReturnType<typeof createChoices>): void {
  const { clock, config, logger, vault, limits } = deps;
  const returning = createReturning(deps);
  const { all, opened, people, placeIn, remember, seal, signIn, verified } = launches;
  scope.post(addresses.ltiLaunch, async (request, reply) => {
    try {
      await limits.count('lti', placeOf(request.ip), config.limits.forms * PER_FORM, HOUR);
      const form = launchForm.safeParse(request.body);
      if (!form.success) throw new Failed('LTI_REQUEST');
      const { state, id_token: token, error } = form.data;
      const trip = opened<Trip>(state, request.cookies[cookieOf(state)]);
      if (!trip) throw new Failed('LTI_STATE');
      reply.clearCookie(cookieOf(state), { path: FOLDER, httpOnly: true, sameSite: 'none', secure: true, partitioned: true });
      if (error !== undefined || token === undefined) throw new Failed('LTI_REFUSED', /^[\w.-]{1,60}$/.test(error ?? '') ? error : '');
      const platform = (await all()).get(trip.platformId);
      if (!platform) throw new Failed('LTI_UNKNOWN');
      if (platform.paused) throw new Failed('LTI_PAUSED');
      const launch = await verified(platform, token, trip.nonce);
      await vault.put('platforms', platform.platformId, { at: clock().toISOString() });
      if (launch.kind === 'selection') {
        if (!launch.mayChoose) throw new Failed('LTI_ROLE');
        return await choices.begin(platform, launch, request, reply);
      }
      const { to, courseId, classId } = destinationOf(launch, config.publicUrl);
      const person = personOf(platform, launch);
      const { identity } = request;
      const before = identity?.byCookie ? { userId: ownerOf(identity), sessionId: identity.sessionId } : null;
      // A form of another site brings no cookie by which the device is known.
      const call = { ...returning(request, reply, { before, device: null }, uuid5('lti', state)), setDevice: () => {} };
      try {
        const by = providerOf(platform, launch.email);
        const { state: account, isNew } = await people.enter(by, person, call.context(), courseId);
        await remember(platform, account.userId, person, { courseId, classId, grades: launch.grades });
        await signIn.start(account, 'company', call, SESSION_MS, () => people.stillOpens(platform, account.userId));
        return back(reply, {
          entro: '1',
          returnTo: await placeIn(account.userId, { to, courseId, classId }),
          ...(isNew && { nueva: '1' }),
        });
      } catch (error) {
        if (!(error instanceof DomainError && error.code.startsWith('COMPANY_'))) throw error;
        // Whoever has an account proves it in their usual way, and links it.
        const waiting: Waiting = {
          platformId: platform.platformId,
          person,
          courseId,
          classId,
          grades: JSON.stringify(launch.grades).length > MOST_WAITING_LINE ? null : launch.grades,
          to,
          until: call.now.getTime() + TRIP_SECONDS * 1_000,
        };
        const cookie = { ...cookieOptions(config.publicUrl), path: FOLDER, maxAge: TRIP_SECONDS };
        reply.setCookie(LINK_COOKIE, seal(LINK_COOKIE, waiting), cookie);
        return back(reply, { enlace: error.code });
      }
    } catch (error) {
      return refused(reply, error, logger);
    }
  });
}

/** Somebody who came from a platform, and signed in as always, links their account with it. */
function linkRoutes(implement: Implement, { proof }: OwnAccount, { all, opened, people, placeIn, remember }: Launches): void {
  const waitingOf = async (call: Call) => {
    const sealed = fastifyCookie.parse(call.sent('cookie') ?? '')[LINK_COOKIE];
    const waiting = opened<Waiting>(LINK_COOKIE, sealed);
    const platform = waiting && (await all()).get(waiting.platformId);
    if (!waiting || !platform || platform.paused) throw new ApiError('LTI_LINK_OVER');
    return { waiting, platform };
  };
  implement(contract.pendingPlatformLink, {
    async handle(_, call) {
      return { plataforma: (await waitingOf(call)).platform.name };
    },
  });
  implement(contract.linkPlatform, {
    async handle(_, call) {
      const { waiting, platform } = await waitingOf(call);
      await proof.demand(call);
      const { userId } = signedIn(call);
      const { courseId, person } = waiting;
      await people.link(providerOf(platform, null), person, userId, call.context(), courseId);
      await remember(platform, userId, person, waiting);
      return { message: 'Cuenta enlazada', destino: (await placeIn(userId, waiting)) || null };
    },
  });
}
