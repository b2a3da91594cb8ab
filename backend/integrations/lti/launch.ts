import { randomUUID } from 'node:crypto';
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTPayload, type JWTVerifyGetKey, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { namesOf } from '../openid/provider.ts';
import { createOutside, type OutsideOptions } from '../outside/request.ts';
import {
  BadLaunch,
  GRADE_SCOPES,
  type GradeLine,
  type LtiItem,
  type LtiLaunch,
  type LtiPlatform,
  type LtiSelection,
  type LtiTool,
  PlatformUnavailable,
} from './port.ts';

/** Launches by LTI 1.3 (imsglobal.org/spec/lti/v1p3) and Deep Linking 2.0, under the 1EdTech Security Framework 1.0. */

const CLAIM = 'https://purl.imsglobal.org/spec/lti/claim/';
const CHOOSING = 'https://purl.imsglobal.org/spec/lti-dl/claim/';
const MEMBERSHIP = 'http://purl.imsglobal.org/vocab/lis/v2/membership#';
/** In the course or group from which the request comes; the short names are an older way to say the same. */
const CHOOSERS: ReadonlySet<string> = new Set(
  ['Instructor', 'ContentDeveloper', 'Administrator'].flatMap((role) => [`${MEMBERSHIP}${role}`, role]),
);
const LEARNERS: ReadonlySet<string> = new Set([`${MEMBERSHIP}Learner`, 'Learner']);
const GRADES = 'https://purl.imsglobal.org/spec/lti-ags/claim/endpoint';
const LINK = 'ltiResourceLink';
/** For how long an answer may be on its way; what comes later is refused by the platform. */
const ANSWER_SECONDS = 300;
/** What a platform wants back unchanged, at most. */
const MOST_DATA = 8_000;
const TIMEOUT_MS = 5_000;
const MOST_KEY_BYTES = 128 * 1_024;
const MOST_TOKEN_SECONDS = 600;
const SKEW_SECONDS = 30;
/** An unknown key makes the school read the platform's keys again, but not for each token that somebody makes up. */
const AGAIN_MS = 30_000;
const KEPT_MS = 3_600_000;

/** The first request of a launch: the platform says who is about to come, and the school sends the browser back with what it will ask for. */
export const loginRequest = z.object({
  iss: z.string().min(1).max(500),
  login_hint: z.string().min(1).max(2_000),
  target_link_uri: z.string().min(1).max(2_000),
  lti_message_hint: z.string().max(4_000).optional(),
  client_id: z.string().max(255).optional(),
  lti_deployment_id: z.string().max(255).optional(),
});
export type LoginRequest = z.output<typeof loginRequest>;

/** The platforms that a first request can mean: without a client id, all of its issuer. */
export const meantBy = <P extends LtiPlatform>(platforms: Iterable<P>, asked: LoginRequest): P[] =>
  [...platforms].filter(
    ({ issuer, clientId, deployments }) =>
      issuer === asked.iss &&
      (asked.client_id === undefined || asked.client_id === clientId) &&
      (asked.lti_deployment_id === undefined || deployments.includes(asked.lti_deployment_id)),
  );

/** Where the browser is sent: the platform's address of authorization, asked for a signed statement of who this is. */
export function authorizationAddress(
  { authorization, clientId }: LtiPlatform,
  { login_hint, lti_message_hint }: LoginRequest,
  { redirect, state, nonce }: { redirect: string; state: string; nonce: string },
): string {
  const address = new URL(authorization);
  const asked = {
    ...{ scope: 'openid', response_type: 'id_token', response_mode: 'form_post', prompt: 'none' },
    ...{ client_id: clientId, redirect_uri: redirect, login_hint, state, nonce },
    ...(lti_message_hint !== undefined && { lti_message_hint }),
  };
  for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value);
  return address.href;
}

const claims = z.object({
  sub: z.string().min(1).max(255),
  email: z.email().max(254).optional().catch(undefined),
  given_name: z.string().optional().catch(undefined),
  family_name: z.string().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
  [`${CLAIM}target_link_uri`]: z.string().min(1).max(2_000),
  [`${CLAIM}resource_link`]: z.object({ id: z.string().min(1).max(255) }),
  [`${CLAIM}roles`]: z.array(z.string()),
  [`${CLAIM}custom`]: z.record(z.string(), z.unknown()).optional().catch(undefined),
});

/** jose's reason, in the words of a launch. */
const faultOf = (error: errors.JOSEError): BadLaunch => {
  if (error instanceof errors.JWTExpired) return new BadLaunch('expired', error.code);
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'aud') return new BadLaunch('audience', error.code);
    if (error.claim === 'iat') return new BadLaunch('expired', error.code);
    if (error.reason === 'missing') return new BadLaunch('claims', error.claim);
  }
  return new BadLaunch('token', error.code);
};

const endpointClaim = z.object({
  scope: z.array(z.string()),
  lineitem: z.string().min(1).max(1_000).optional(),
  lineitems: z.string().min(1).max(1_000).optional(),
});
/** What a platform says of its columns is believed as far as it may be used; a launch needs none. */
const gradesOf = (
  payload: JWTPayload,
  roles: readonly string[],
  resourceLink: string,
  accepts: (address: string) => boolean,
): GradeLine | null => {
  const { data } = endpointClaim.safeParse(payload[GRADES]);
  if (!data?.scope.includes(GRADE_SCOPES.score) || !roles.some((role) => LEARNERS.has(role))) return null;
  const lineItem = data.lineitem !== undefined && accepts(data.lineitem) ? data.lineitem : null;
  const makes = data.scope.includes(GRADE_SCOPES.lineItem) && data.lineitems !== undefined && accepts(data.lineitems);
  const lineItems = makes ? (data.lineitems ?? null) : null;
  return lineItem === null && lineItems === null ? null : { lineItem, lineItems, resourceLink };
};

const launchOf = (payload: JWTPayload, accepts: (address: string) => boolean): LtiLaunch => {
  const read = claims.safeParse(payload);
  if (!read.success) throw new BadLaunch('claims', read.error.issues.map(({ path }) => path.join('.')).join(', '));
  const { sub, email, given_name, family_name, name } = read.data;
  const custom = read.data[`${CLAIM}custom`] as Record<string, unknown> | undefined;
  const named = (value: unknown) => (typeof value === 'string' && value !== '' ? value.slice(0, 200) : null);
  return {
    kind: 'launch',
    subject: sub,
    email: email ?? null,
    ...namesOf(given_name, family_name, name),
    target: read.data[`${CLAIM}target_link_uri`] as string,
    course: named(custom?.['course']),
    klass: named(custom?.['class']),
    grades: gradesOf(payload, read.data[`${CLAIM}roles`] as string[], (read.data[`${CLAIM}resource_link`] as { id: string }).id, accepts),
  };
};

const settingsClaim = z.object({
  deep_link_return_url: z.string().min(1).max(2_000),
  accept_types: z.array(z.string()),
  accept_presentation_document_targets: z.array(z.string()),
  accept_multiple: z.boolean().optional(),
  accept_lineitem: z.boolean().optional(),
  data: z.string().max(MOST_DATA).optional(),
});
const claimed = <T>(payload: JWTPayload, name: string, schema: z.ZodType<T>): T => {
  const read = schema.safeParse(payload[name]);
  if (!read.success) throw new BadLaunch('claims', [name, ...read.error.issues.map(({ path }) => path.join('.'))].join(' '));
  return read.data;
};
const selectionOf = (payload: JWTPayload, deployment: string, accepts: (address: string) => boolean): LtiSelection => {
  const settings = claimed(payload, `${CHOOSING}deep_linking_settings`, settingsClaim);
  const roles = claimed(payload, `${CLAIM}roles`, z.array(z.string()));
  if (!accepts(settings.deep_link_return_url)) throw new BadLaunch('claims', 'deep_link_return_url');
  if (!settings.accept_types.includes(LINK)) throw new BadLaunch('types');
  return {
    ...{ kind: 'selection', deployment, returnTo: settings.deep_link_return_url, data: settings.data ?? null },
    mayChoose: roles.some((role) => CHOOSERS.has(role)),
    multiple: settings.accept_multiple === true,
    lineItem: settings.accept_lineitem === true,
    window: settings.accept_presentation_document_targets.includes('window'),
  };
};
const SCORE_MAXIMUM = 100;
const contentItem = ({ title, url, custom, graded }: LtiItem, { lineItem, window }: LtiSelection) => ({
  ...{ type: LINK, title, url, custom },
  ...(window && { window: { targetName: '_blank' } }),
  ...(lineItem && graded !== null && { lineItem: { scoreMaximum: SCORE_MAXIMUM, label: title, resourceId: graded } }),
});

/**
 * The school as a tool of learning platforms: what they sign is verified against their published keys, which are read as webhooks are sent: by https, in
 * the public web, in little time and of little size.
 */
export function createLtiTool(options: OutsideOptions = {}): LtiTool {
  const outside = createOutside(options);
  const known = new Map<string, { at: number; find: ReturnType<typeof createLocalJWKSet> }>();

  const read = async (address: string): Promise<ReturnType<typeof createLocalJWKSet>> => {
    try {
      if (!outside.accepts(address)) throw new PlatformUnavailable('the address of the keys leads nowhere that may be read');
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const headers = { accept: 'application/json' };
      const answer = await outside.ask(new URL(address), { method: 'GET', headers, signal, mostBytes: MOST_KEY_BYTES });
      if (answer.status !== 200) throw new PlatformUnavailable(`the keys were answered with ${answer.status}`);
      return createLocalJWKSet(JSON.parse(answer.body) as JSONWebKeySet);
    } catch (error) {
      throw error instanceof PlatformUnavailable ? error : new PlatformUnavailable('the keys could not be read');
    }
  };
  const keysOf = (address: string, now: number): JWTVerifyGetKey => {
    const fresh = async () => {
      const find = await read(address);
      known.set(address, { at: now, find });
      return find;
    };
    return async (header, token) => {
      const kept = known.get(address);
      const find = kept && now - kept.at < KEPT_MS ? kept.find : await fresh();
      try {
        return await find(header, token);
      } catch (error) {
        const age = now - (known.get(address)?.at ?? now);
        if (!(error instanceof errors.JWKSNoMatchingKey) || age < AGAIN_MS) throw error;
        return (await fresh())(header, token);
      }
    };
  };

  const verify: LtiTool['verify'] = async (platform, token, nonce, now) => {
    let payload: JWTPayload;
    try {
      ({ payload } = await jwtVerify(token, keysOf(platform.keys, now.getTime()), {
        ...{ issuer: platform.issuer, audience: platform.clientId, algorithms: ['RS256'], requiredClaims: ['exp', 'iat', 'sub', 'nonce'] },
        ...{ clockTolerance: SKEW_SECONDS, maxTokenAge: MOST_TOKEN_SECONDS, currentDate: now },
      }));
    } catch (error) {
      if (error instanceof errors.JOSEError) throw faultOf(error);
      throw error;
    }
    const { azp } = payload;
    if (azp === undefined ? Array.isArray(payload.aud) && payload.aud.length > 1 : azp !== platform.clientId)
      throw new BadLaunch('audience', 'azp');
    if (payload['nonce'] !== nonce) throw new BadLaunch('nonce');
    if (payload[`${CLAIM}version`] !== '1.3.0') throw new BadLaunch('version');
    const deployment = payload[`${CLAIM}deployment_id`];
    if (typeof deployment !== 'string' || !platform.deployments.includes(deployment)) throw new BadLaunch('deployment');
    switch (payload[`${CLAIM}message_type`]) {
      case 'LtiResourceLinkRequest':
        return launchOf(payload, outside.accepts);
      case 'LtiDeepLinkingRequest':
        return selectionOf(payload, deployment, outside.accepts);
      default:
        throw new BadLaunch('message');
    }
  };
  return {
    accepts: outside.accepts,
    verify,
    answer: ({ issuer, clientId }, selection, items, { key, kid, alg }, now) => {
      const seconds = Math.floor(now.getTime() / 1_000);
      const claims = {
        ...{ iss: clientId, aud: issuer, iat: seconds, exp: seconds + ANSWER_SECONDS, nonce: randomUUID() },
        [`${CLAIM}message_type`]: 'LtiDeepLinkingResponse',
        [`${CLAIM}version`]: '1.3.0',
        [`${CLAIM}deployment_id`]: selection.deployment,
        [`${CHOOSING}content_items`]: items.map((item) => contentItem(item, selection)),
        ...(selection.data !== null && { [`${CHOOSING}data`]: selection.data }),
      };
      return new SignJWT(claims).setProtectedHeader({ alg, kid, typ: 'JWT' }).sign(key);
    },
  };
}
