import { test } from 'vitest';
import { MOST_PLATFORMS, platforms } from '../../backend/commands/operations/platforms.ts';
import { given } from '../support/deciderSpec.ts';

const terms = (platformId: string, more: object = {}) => ({
  ...{
    platformId,
    name: 'Moodle de Acme',
    deployments: ['1'],
    authorization: 'https://moodle.acme.mx/auth',
    keys: 'https://moodle.acme.mx/keys',
    tokens: null,
  },
  ...{ domains: ['acme.mx'], createsAccounts: true, codeId: null },
  ...more,
});
const platform = (platformId: string, more: object = {}) => ({
  ...terms(platformId),
  ...{ issuer: 'https://moodle.acme.mx', clientId: platformId, ...more },
});
const registered = (platformId: string, more: object = {}) => ({ type: 'PlatformRegistered', data: platform(platformId, more) }) as const;

// rows: P06
test('a platform is registered once for an issuer and client, changed, paused, resumed and removed; the same again is nothing', () => {
  const register = (platformId: string, more: object = {}) => ({ type: 'register' as const, ...platform(platformId, more) });
  given(platforms, [])
    .when(register('a'))
    .then([registered('a')]);
  given(platforms, [registered('a')])
    .when(register('b', { clientId: 'a' }))
    .thenRefused('PLATFORM_TAKEN');
  given(platforms, [registered('a')])
    .when(register('b', { clientId: 'a', issuer: 'https://otra.mx' }))
    .then([registered('b', { clientId: 'a', issuer: 'https://otra.mx' })]);
  given(
    platforms,
    Array.from({ length: MOST_PLATFORMS }, (_, at) => registered(String(at))),
  )
    .when(register('one more'))
    .thenRefused('TOO_MANY_ITEMS');
  given(platforms, [registered('a')])
    .when({ type: 'change', ...terms('a') })
    .thenNothing();
  given(platforms, [registered('a')])
    .when({ type: 'change', ...terms('a', { deployments: ['1', '2'] }) })
    .then([{ type: 'PlatformChanged', data: terms('a', { deployments: ['1', '2'] }) }]);
  const paused = { type: 'PlatformPaused', data: { platformId: 'a' } } as const;
  const removed = { type: 'PlatformRemoved', data: { platformId: 'a' } } as const;
  given(platforms, [registered('a')])
    .when({ type: 'pause', platformId: 'a' })
    .then([paused]);
  given(platforms, [registered('a'), paused])
    .when({ type: 'pause', platformId: 'a' })
    .thenNothing();
  given(platforms, [registered('a'), paused])
    .when({ type: 'resume', platformId: 'a' })
    .then([{ type: 'PlatformResumed', data: { platformId: 'a' } }]);
  given(platforms, [registered('a')])
    .when({ type: 'resume', platformId: 'a' })
    .thenNothing();
  given(platforms, [registered('a'), paused])
    .when({ type: 'remove', platformId: 'a' })
    .then([removed]);
  given(platforms, [registered('a'), removed])
    .when({ type: 'pause', platformId: 'a' })
    .thenRefused('PLATFORM_NOT_FOUND');
  // Who was removed may come again.
  given(platforms, [registered('a'), removed])
    .when(register('b', { clientId: 'a' }))
    .then([registered('b', { clientId: 'a' })]);
});
