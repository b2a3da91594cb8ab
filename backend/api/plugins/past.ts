import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { allRoutes } from '../contract/all.ts';
import { AS_OF, isAlwaysNow, isOwnPast, moment } from '../contract/past.ts';
import { type PolicyRow, policies } from '../contract/policy.ts';
import { roleCodes } from '../contract/roles.ts';
import type { RouteContract } from '../contract/route.ts';
import type { Deps, PastState } from '../deps.ts';
import { ApiError } from '../error.ts';
import type { Identity } from './identity.ts';

/** Epoch milliseconds. Throws PAST_MOMENT_INVALID where it is no moment, or one to come. */
export function momentOf(text: unknown, now: Date): number {
  const read = moment.safeParse(text);
  const at = read.success ? Date.parse(read.data) : Number.NaN;
  if (!(at <= now.getTime())) throw new ApiError('PAST_MOMENT_INVALID');
  return at;
}

const row: PolicyRow = policies['history.past'];
/** Also who views the school as somebody else: as that person saw it then. */
export const mayLookBack = ({ role, viewer, key }: Identity): boolean =>
  !key && row.any?.includes(roleCodes[viewer?.role ?? role]) === true;

const addressesOf = (which: (route: RouteContract) => boolean): ReadonlySet<string> =>
  new Set(allRoutes.filter(which).flatMap(({ method, path, aliases = [] }) => [path, ...aliases].map((one) => `${method} ${one}`)));
const always = addressesOf(isAlwaysNow);
const own = addressesOf(isOwnPast);

type Looking = Pick<Identity, 'userId' | 'role' | 'viewer'>;
/** Whether somebody sees of the past what concerns them alone; who views the school as another person sees what that one saw. */
export const seesOwnPast = ({ role, viewer }: Looking): boolean => !viewer && (role === 'student' || role === 'instructor');

/** How many moments one of those opens in an hour: each takes memory and a file. */
const MOMENTS_PER_HOUR = 120;
const HOUR_MS = 3_600_000;

/** Opens moments for whoever asks. */
export function createPastOpening({ pasts, limits }: Pick<Deps, 'pasts' | 'limits'>) {
  return async (identity: Looking, at: number): Promise<PastState> => {
    const asker = seesOwnPast(identity) ? 'own' : 'staff';
    if (asker === 'staff' || pasts.isKnown(at)) return pasts.at(at, asker);
    const counted = ['past', String(identity.userId)] as const;
    await limits.count(...counted, MOMENTS_PER_HOUR, HOUR_MS);
    try {
      return await pasts.at(at, asker);
    } catch (error) {
      // None was opened, as while others are being prepared: whoever waits asks again and again.
      await limits.giveBack(...counted);
      throw error;
    }
  };
}

/**
 * Hands calls with `X-As-Of` to the application of that moment. It knows who asks from here, and answers in the place of this one. Comes after the
 * identity of the caller.
 */
export function registerPast(app: FastifyInstance, deps: Pick<Deps, 'pasts' | 'limits' | 'clock'>): void {
  const open = createPastOpening(deps);
  app.addHook('onRequest', async (request, reply) => {
    const asked = request.headers[AS_OF];
    if (asked === undefined || asked === '' || !request.url.startsWith('/api/')) return;
    const { url } = request.routeOptions;
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    if (url === undefined || always.has(`${method} ${url}`)) return;
    const { identity } = request;
    if (!identity) throw new ApiError('AUTH_REQUIRED');
    if (!mayLookBack(identity)) throw new ApiError('FORBIDDEN');
    const at = momentOf(asked, deps.clock());
    if (method !== 'GET') throw new ApiError('PAST_READ_ONLY');
    if (seesOwnPast(identity) && !own.has(`GET ${url}`)) throw new ApiError('PAST_NOT_SHOWN');
    const past = await open(identity, at);
    if (past.state === 'before') throw new ApiError('PAST_MOMENT_INVALID');
    if (past.state === 'building') throw new ApiError('PAST_NOT_READY', { headers: { 'retry-after': '1' } });
    const { raw } = request;
    // Positions that a client read or wrote today mean nothing in the past.
    for (const name of ['x-min-position', 'if-none-match', AS_OF]) delete raw.headers[name];
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value);
    reply.hijack();
    past.answer(raw, reply.raw, identity);
  });
}

/** In the application of a moment: who asks is known from that of the present. */
export function registerGivenIdentity(app: FastifyInstance, identityOf: (request: IncomingMessage) => Identity | null): void {
  app.decorateRequest('identity', null);
  app.decorateRequest('sessionOver', false);
  app.decorateRequest('watches', false);
  app.addHook('onRequest', async (request) => {
    request.identity = identityOf(request.raw);
  });
}
