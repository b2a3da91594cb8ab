import { describe, expect, test } from 'vitest';
import { profileLink } from '../../backend/api/contract/account.ts';
import { usernameFrom } from '../../backend/commands/identity/googleAccounts.ts';
import { identity } from '../../backend/commands/identity/identities.ts';
import { phoneCode, phoneCodeMatches } from '../../backend/commands/identity/tokens.ts';
import { user } from '../../backend/commands/identity/user.ts';
import { toE164 } from '../../backend/integrations/phone/numbers.ts';
import { eventId, given } from '../support/deciderSpec.ts';
import { openDomain, register } from '../support/domain.ts';

const ana = {
  type: 'UserRegistered',
  data: {
    userId: 1,
    username: 'ana',
    email: 'ana@ejemplo.mx',
    firstName: 'Ana',
    lastName: null,
    role: 'student',
    plan: 'basic',
    source: 'self',
    termsVersion: null,
    campaign: null,
  },
} as const;
const byGoogle = { type: 'UserRegistered', data: { ...ana.data, source: 'google' } } as const;
const phone = { type: 'PhoneSet', data: { userId: 1, phone: '+526641234567' } } as const;
const requested = { type: 'PhoneCodeRequested', data: { userId: 1 } } as const;
const key = (passkeyId: string, name: string) => ({ type: 'PasskeyAdded', data: { userId: 1, passkeyId, name } }) as const;

describe('profile', () => {
  test('a field changes once, and nothing happens where nothing changes', () => {
    const change = { type: 'changeProfileField', field: 'city', value: 'Tijuana' } as const;
    const changed = { type: 'ProfileFieldChanged', data: { userId: 1, field: 'city', value: 'Tijuana' } } as const;
    given(user, [ana]).when(change).then([changed]);
    given(user, [ana, changed]).when(change).thenNothing();
    given(user, [ana])
      .when({ ...change, value: null })
      .thenNothing();
  });
  test('a picture is put, changed and taken away, each saying which one went', () => {
    const set = (file: string, previous: string | null = null) => ({ type: 'AvatarSet', data: { userId: 1, file, previous } }) as const;
    const removed = { type: 'AvatarRemoved', data: { userId: 1, previous: 'b' } } as const;
    given(user, [ana])
      .when({ type: 'setAvatar', file: 'a' })
      .then([set('a')]);
    given(user, [ana, set('a')])
      .when({ type: 'setAvatar', file: 'a' })
      .thenNothing();
    given(user, [ana, set('a')])
      .when({ type: 'setAvatar', file: 'b' })
      .then([set('b', 'a')]);
    given(user, [ana, set('a'), set('b', 'a')])
      .when({ type: 'removeAvatar' })
      .then([removed]);
    given(user, [ana, set('a'), set('b', 'a'), removed])
      .when({ type: 'removeAvatar' })
      .thenNothing();
    given(user, [ana]).when({ type: 'removeAvatar' }).thenNothing();
  });
  test('a choice of who sees a field is written once', () => {
    const show = { type: 'changeVisibility', field: 'bio', visibility: 'everyone' } as const;
    const shown = { type: 'ProfileVisibilityChanged', data: { userId: 1, field: 'bio', visibility: 'everyone' } } as const;
    given(user, [ana]).when(show).then([shown]);
    given(user, [ana, shown]).when(show).thenNothing();
    given(user, [ana])
      .when({ ...show, visibility: 'private' })
      .thenNothing();
  });
  test('a username that the school made up is kept or changed', () => {
    const kept = { type: 'UsernameConfirmed', data: { userId: 1 } } as const;
    given(user, [byGoogle]).when({ type: 'confirmUsername' }).then([kept]);
    given(user, [byGoogle, kept]).when({ type: 'confirmUsername' }).thenNothing();
    given(user, [ana]).when({ type: 'confirmUsername' }).thenNothing();
  });
  test.each([
    ['website', 'ejemplo.mx', 'https://ejemplo.mx/'],
    ['website', 'http://ejemplo.mx/a?b=1#c', 'http://ejemplo.mx/a?b=1#c'],
    ['website', 'javascript:alert(1)', null],
    ['website', ' JavaScript:alert(1)', null],
    ['website', 'java\nscript:alert(1)', null],
    ['website', 'https://a@ejemplo.mx', null],
    ['website', 'localhost', null],
    ['github', 'octocat', 'https://github.com/octocat'],
    ['github', 'github.com/octocat', 'https://github.com/octocat'],
    ['github', 'https://github.com.malo.mx/octocat', null],
    ['linkedin', '@ana', 'https://www.linkedin.com/in/ana'],
    ['linkedin', 'https://mx.linkedin.com/in/ana', 'https://mx.linkedin.com/in/ana'],
  ] as const)('%s %j becomes %j', (field, typed, link) => expect(profileLink(field, typed)).toBe(link));
});

describe('phone', () => {
  test('a new number must be confirmed, by the last code that was asked for', () => {
    given(user, [ana]).when({ type: 'requestPhoneCode' }).thenRefused('PHONE_MISSING');
    given(user, [ana, phone]).when({ type: 'requestPhoneCode' }).then([requested]);
    const confirmed = { type: 'PhoneVerified', data: { userId: 1 } } as const;
    given(user, [ana, phone, requested])
      .when({ type: 'verifyPhone', requestedBy: eventId(2) })
      .then([confirmed]);
    given(user, [ana, phone, requested, requested])
      .when({ type: 'verifyPhone', requestedBy: eventId(2) })
      .thenRefused('CODE_EXPIRED');
    given(user, [ana, phone])
      .when({ type: 'verifyPhone', requestedBy: eventId(1) })
      .thenRefused('CODE_EXPIRED');
    given(user, [ana, phone, requested, confirmed])
      .when({ type: 'verifyPhone', requestedBy: eventId(2) })
      .thenNothing();
    given(user, [ana, phone, requested, confirmed]).when({ type: 'requestPhoneCode' }).thenNothing();
    const other = { type: 'PhoneSet', data: { userId: 1, phone: '+525512345678' } } as const;
    given(user, [ana, phone, requested, other])
      .when({ type: 'verifyPhone', requestedBy: eventId(2) })
      .thenRefused('CODE_EXPIRED');
    expect(given(user, [ana, phone, requested, confirmed, other]).state.phoneVerified).toBe(false);
  });
  test('a code is six digits of the event, of no other person and no other event', () => {
    const codes = new Set(Array.from({ length: 50 }, (_, index) => phoneCode('secret', 1, eventId(index))));
    expect(codes.size).toBeGreaterThan(45);
    for (const code of codes) expect(code).toMatch(/^\d{6}$/);
    const code = phoneCode('secret', 1, eventId(0));
    expect(phoneCodeMatches('secret', 1, eventId(0), code)).toBe(true);
    expect(phoneCodeMatches('other', 1, eventId(0), code)).toBe(false);
    expect(phoneCodeMatches('secret', 2, eventId(0), code)).toBe(false);
    for (const bad of ['', code.slice(1), `${code}0`, '١٢٣٤٥٦']) expect(phoneCodeMatches('secret', 1, eventId(0), bad)).toBe(false);
  });
  test.each([
    ['664 123 4567', '+526641234567'],
    ['+52 (664) 123-4567', '+526641234567'],
    ['+1 213 373 4253', '+12133734253'],
    ['00 34 911 23 45 67', '+34911234567'],
    ['123', null],
    ['', null],
    ['+999 123456789', null],
  ])('%j is %j', (typed, number) => expect(toE164(typed)).toBe(number));
});

describe('passkeys', () => {
  test('are added, named and removed; at most twenty', () => {
    given(user, [ana])
      .when({ type: 'addPasskey', passkeyId: 'a', name: 'Mi móvil' })
      .then([key('a', 'Mi móvil')]);
    given(user, [ana, key('a', 'x')])
      .when({ type: 'addPasskey', passkeyId: 'a', name: 'y' })
      .thenNothing();
    const full = Array.from({ length: 20 }, (_, index) => key(`k${index}`, 'x'));
    given(user, [ana, ...full])
      .when({ type: 'addPasskey', passkeyId: 'z', name: 'x' })
      .thenRefused('TOO_MANY_PASSKEYS');
    given(user, [ana, key('a', 'x')])
      .when({ type: 'renamePasskey', passkeyId: 'a', name: 'y' })
      .then([{ type: 'PasskeyRenamed', data: { userId: 1, passkeyId: 'a', name: 'y' } }]);
    given(user, [ana]).when({ type: 'renamePasskey', passkeyId: 'a', name: 'y' }).thenRefused('PASSKEY_NOT_FOUND');
    given(user, [ana, key('a', 'x')])
      .when({ type: 'removePasskey', passkeyId: 'a' })
      .then([{ type: 'PasskeyRemoved', data: { userId: 1, passkeyId: 'a' } }]);
    given(user, [ana]).when({ type: 'removePasskey', passkeyId: 'a' }).thenNothing();
  });
});

describe('Google', () => {
  test('an identity opens one account, and another only when that one is gone', () => {
    const assigned = (userId: number) => ({ type: 'IdentityAssigned', data: { userId, provider: 'google' } }) as const;
    given(identity, [])
      .when({ type: 'assign', provider: 'google', userId: 1, over: null })
      .then([assigned(1)]);
    given(identity, [assigned(1)])
      .when({ type: 'assign', provider: 'google', userId: 1, over: null })
      .thenNothing();
    given(identity, [assigned(1)])
      .when({ type: 'assign', provider: 'google', userId: 2, over: null })
      .thenRefused('IDENTITY_TAKEN');
    given(identity, [assigned(1)])
      .when({ type: 'assign', provider: 'google', userId: 2, over: 1 })
      .then([assigned(2)]);
  });
  test('an address is proved only while it is the person’s', () => {
    const proved = { type: 'EmailVerified', data: { userId: 1 } } as const;
    given(user, [ana])
      .when({ type: 'proveEmail', email: 'ANA@ejemplo.mx' })
      .then([proved, { type: 'PasswordHeld', data: { userId: 1 } }]);
    given(user, [ana]).when({ type: 'proveEmail', email: 'otra@ejemplo.mx' }).thenNothing();
    given(user, [ana, proved]).when({ type: 'proveEmail', email: 'ana@ejemplo.mx' }).thenNothing();
  });
  test('the stream of an identity does not tell which one it is, and two people cannot share one', async () => {
    const domain = await openDomain();
    const [first, second] = [await register(domain, 'ana'), await register(domain, 'beto')];
    await domain.identities.link('sujeto-de-google', first, domain.context());
    expect(await domain.identities.holder('sujeto-de-google')).toBe(first);
    await expect(domain.identities.link('sujeto-de-google', second, domain.context())).rejects.toMatchObject({ code: 'IDENTITY_TAKEN' });
    expect(JSON.stringify(await domain.stored())).not.toContain('sujeto-de-google');
    await domain.accounts.govern(first, { type: 'erase' }, domain.context());
    expect(await domain.identities.holder('sujeto-de-google')).toBeNull();
    await domain.identities.link('sujeto-de-google', second, domain.context());
    expect(await domain.identities.holder('sujeto-de-google')).toBe(second);
  });
  test.each([
    ['Ana.Ruíz+escuela@gmail.com', 'ana.ruiz'],
    ['__x__@y.mx', 'x'],
    ['学生@y.mx', 'estudiante'],
    [`${'a'.repeat(60)}@y.mx`, 'a'.repeat(30)],
  ])('%s begins as %s', (email, username) => expect(usernameFrom(email)).toBe(username));
});
