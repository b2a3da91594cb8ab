import { SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { authorizationAddress, createLtiTool, loginRequest, meantBy } from '../../backend/integrations/lti/launch.ts';
import type { LtiTool } from '../../backend/integrations/lti/port.ts';
import { CLAIM, type FakePlatform, openPlatform } from '../support/lti.ts';

/** What a launch by LTI 1.3 must be, against a platform that these tests start and sign for. */

const NOW = new Date('2026-03-02T17:00:00Z');
let platform: FakePlatform;
let verify: (token: string, nonce?: string, now?: Date) => ReturnType<LtiTool['verify']>;
beforeAll(async () => {
  platform = await openPlatform('https://escuela.mx/cursos/agentes', () => NOW.getTime());
});
beforeEach(() => {
  const tool = createLtiTool({ permitted: new Set([platform.host]) });
  verify = (token, nonce = 'n1', now = NOW) => tool.verify(platform, token, nonce, now);
  platform.down = false;
});
afterAll(() => platform.stop());

// rows: P06
test('the first request leads to the platform that it names, with what OpenID Connect asks for', () => {
  const asked = loginRequest.parse({
    ...{ iss: platform.issuer, login_hint: '7', target_link_uri: 'https://escuela.mx/', lti_message_hint: '{"cmid":3}' },
    ...{ client_id: 'Ab3cD', lti_deployment_id: '1' },
  });
  const other = { ...platform, clientId: 'other' };
  expect(meantBy([other, platform], asked)).toEqual([platform]);
  expect(meantBy([other, platform], { ...asked, client_id: undefined })).toHaveLength(2);
  expect(meantBy([platform], { ...asked, lti_deployment_id: '2' })).toEqual([]);
  expect(meantBy([platform], { ...asked, iss: 'https://otra.mx' })).toEqual([]);
  const trip = { redirect: 'https://escuela.mx/api/lti/launch', state: 's1', nonce: 'n1' };
  const address = new URL(authorizationAddress(platform, asked, trip));
  expect(address.origin + address.pathname).toBe(`http://${platform.host}/auth.php`);
  expect(Object.fromEntries(address.searchParams)).toEqual({
    ...{ site: '2', scope: 'openid', response_type: 'id_token', response_mode: 'form_post', prompt: 'none', client_id: 'Ab3cD' },
    ...{ redirect_uri: trip.redirect, login_hint: '7', lti_message_hint: '{"cmid":3}', state: 's1', nonce: 'n1' },
  });
});

// rows: P06
test('a good launch says who it is and where they go', async () => {
  expect(await verify(await platform.sign('n1'))).toEqual({
    ...{ kind: 'launch', subject: 'moodle-7', email: 'ana@empresa.prueba', firstName: null, lastName: null },
    ...{ target: 'https://escuela.mx/cursos/agentes', course: null, klass: null, grades: null },
  });
  const more = { email: undefined, name: 'Ana Ruiz', [`${CLAIM}custom`]: { course: 'agentes' }, aud: ['x', 'Ab3cD'], azp: 'Ab3cD' };
  expect(await verify(await platform.sign('n1', more))).toMatchObject({
    email: null,
    firstName: 'Ana',
    lastName: 'Ruiz',
    course: 'agentes',
  });
});

// rows: P06
test.each([
  ['another nonce', { nonce: 'n2' }, 'nonce'],
  ['no nonce', { nonce: undefined }, 'claims'],
  ['another issuer', { iss: 'https://otra.mx' }, 'token'],
  ['another audience', { aud: 'other' }, 'audience'],
  ['several audiences, and nobody named', { aud: ['Ab3cD', 'other'] }, 'audience'],
  ['another authorised party', { azp: 'other' }, 'audience'],
  ['one that is over', { exp: NOW.getTime() / 1_000 - 31 }, 'expired'],
  ['one that was made too long ago', { iat: NOW.getTime() / 1_000 - 700 }, 'expired'],
  ['one that never ends', { exp: undefined }, 'claims'],
  ['another deployment', { [`${CLAIM}deployment_id`]: '2' }, 'deployment'],
  ['no deployment', { [`${CLAIM}deployment_id`]: undefined }, 'deployment'],
  ['an earlier version', { [`${CLAIM}version`]: 'LTI-1p0' }, 'version'],
  ['another message', { [`${CLAIM}message_type`]: 'LtiSubmissionReviewRequest' }, 'message'],
  ['nobody in particular', { sub: undefined }, 'claims'],
  ['no link', { [`${CLAIM}resource_link`]: undefined }, 'claims'],
])('a launch is refused: %s', async (_, over, fault) => {
  await expect(verify(await platform.sign('n1', over))).rejects.toMatchObject({ name: 'BadLaunch', fault });
});

// rows: P06
test('a token that the platform did not sign is refused: unsigned, by its public key as a password, by another key', async () => {
  const claims = JSON.parse(Buffer.from((await platform.sign('n1')).split('.')[1] ?? '', 'base64url').toString()) as Record<
    string,
    unknown
  >;
  const kid = String((await platform.published()).kid);
  const secret = Buffer.from(JSON.stringify(await platform.published()));
  const other = await openPlatform('https://escuela.mx/', () => NOW.getTime());
  const tokens = [
    new UnsecuredJWT(claims).encode(),
    await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid }).sign(secret),
    await other.sign('n1', claims),
    'no.es.token',
  ];
  await other.stop();
  for (const token of tokens) await expect(verify(token)).rejects.toMatchObject({ name: 'BadLaunch', fault: 'token' });
});

// rows: P06
test('keys are read once, and again where the platform has another one; not for each token that somebody makes up', async () => {
  platform.asked = 0;
  await verify(await platform.sign('n1'));
  await verify(await platform.sign('n1'));
  expect(platform.asked).toBe(1);
  await platform.rotate();
  await expect(verify(await platform.sign('n1'))).rejects.toMatchObject({ fault: 'token' });
  expect(platform.asked).toBe(1);
  expect(await verify(await platform.sign('n1'), 'n1', new Date(NOW.getTime() + 31_000))).toMatchObject({ subject: 'moodle-7' });
  expect(platform.asked).toBe(2);
});

// rows: P06
test('keys that cannot be read, or lie where nobody may be sent, are the platform’s fault and nobody’s token', async () => {
  platform.down = true;
  await expect(verify(await platform.sign('n1'))).rejects.toMatchObject({ name: 'PlatformUnavailable' });
  const inside = createLtiTool();
  await expect(inside.verify(platform, await platform.sign('n1'), 'n1', NOW)).rejects.toMatchObject({ name: 'PlatformUnavailable' });
});
