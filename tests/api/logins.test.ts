import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeOf } from '../../backend/api/limits.ts';
import { join, PASSWORD } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';

/** How often a password may be guessed, and that its owner gets in all the while. */

const LIMIT = 2;
let school: School;
beforeAll(async () => {
  school = await openSchool({ env: { LOGIN_LIMIT: String(LIMIT) } });
}, 60_000);
afterAll(() => school.stop());

/** From an address, as the proxy on this machine tells it. */
const login = (email: string, password: string, from: string, cookie?: string) =>
  school.ask('POST', '/api/auth/login', {
    body: { email, password },
    headers: { 'x-forwarded-for': from, ...(cookie && { cookie, origin: school.url }) },
  });

test('guesses at one account from everywhere come to an end, and its owner gets in on a device that knows them', async () => {
  const { email } = await join(school, 'muy_buscada');
  const own = await login(email, PASSWORD, '198.51.100.1');
  const known = own.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('aulaviva.equipo='))
    ?.split(';')[0];
  for (let guess = 0; guess < LIMIT * 10; guess++) expect((await login(email, 'No-es-esta-1!', `203.0.113.${guess}`)).status).toBe(401);
  expect((await login(email, 'No-es-esta-1!', '203.0.113.250')).status).toBe(429);
  expect((await login(email, PASSWORD, '203.0.113.251')).status).toBe(429);
  expect((await login(email, PASSWORD, '203.0.113.251', known)).status).toBe(200);
  // The cookie of one account helps with no other, and its own guesses are counted too.
  for (let guess = 0; guess < LIMIT; guess++) expect((await login(email, 'No-es-esta-1!', '203.0.113.252', known)).status).toBe(401);
  expect((await login(email, PASSWORD, '203.0.113.252', known)).status).toBe(429);
});

test('one place guesses at many accounts only so often: one address, or the /64 of one', async () => {
  const { email } = await join(school, 'la_de_siempre');
  for (let guess = 0; guess < LIMIT * 10; guess++)
    expect((await login(`nadie_${guess}@prueba.mx`, 'No-es-esta-1!', `2001:db8:1:2::${guess.toString(16)}`)).status).toBe(404);
  expect((await login(email, PASSWORD, '2001:db8:1:2:ffff::1')).status).toBe(429);
  expect((await login(email, PASSWORD, '2001:db8:1:3::1')).status).toBe(200);
});

test('a place is an IPv4 address, or the /64 of IPv6', () => {
  expect(['203.0.113.7', '::ffff:203.0.113.7'].map(placeOf)).toEqual(['203.0.113.7', '203.0.113.7']);
  expect(['2001:db8:1:2::1', '2001:DB8:1:2:3:4:5:6', '::1', 'fe80::1%eth0'].map(placeOf)).toEqual([
    '2001:db8:1:2::/64',
    '2001:db8:1:2::/64',
    '0:0:0:0::/64',
    'fe80:0:0:0::/64',
  ]);
});
