import { test } from 'vitest';
import { users } from '../../backend/projections/users.ts';
import { defaultVisibility } from '../../events/account.ts';
import { registered } from '../support/learning.ts';
import { everyTypeIsCovered, type GivenEvent, given, givenEvents, timeOf } from '../support/projectionSpec.ts';

const ana = given(...registered(1, 'ana'));
const byGoogle = given('UserRegistered', { ...registered(2, 'beto')[1], source: 'google', role: 'instructor', plan: 'premium' });
const erased = given('UserErased', { userId: 1 });
const noProfile = { city: null, state: null, postalCode: null, bio: null, website: null, github: null, linkedin: null };
const nobody = {
  ...{ username: null, email: null, firstName: null, lastName: null, country: null },
  ...{ profile: noProfile, phone: null, phoneVerified: false, avatar: null },
};

test('an account is active from its registration, and its e-mail is confirmed only where Google says so', () => {
  givenEvents(users, [ana, byGoogle])
    .thenDoc('1', {
      userId: 1,
      username: 'ana',
      email: 'ana@ejemplo.mx',
      firstName: 'ana',
      lastName: null,
      country: null,
      profile: noProfile,
      visibility: defaultVisibility,
      phone: null,
      phoneVerified: false,
      usernameConfirmed: true,
      avatar: null,
      role: 'student',
      plan: 'basic',
      verified: false,
      invitedAt: null,
      active: true,
      erased: false,
      registeredAt: timeOf(0),
      changedAt: timeOf(0),
    })
    .thenDocLike('2', { verified: true, usernameConfirmed: false, role: 'instructor', plan: 'premium', registeredAt: timeOf(1) })
    .thenChange('usuario:1', { id: '1', op: 'put', version: 1 })
    .thenChange('usuarios', { id: '1', op: 'put', version: 1 })
    .thenChange('usuarios', { id: '2' });
});

test.each<[string, object, object]>([
  ['UserInvited', {}, { invitedAt: timeOf(1) }],
  ['PasswordChanged', { by: 'reset' }, {}],
  ['EmailVerified', {}, { verified: true }],
  ['NameChanged', { firstName: 'Ana María', lastName: 'Ruiz' }, { firstName: 'Ana María', lastName: 'Ruiz' }],
  ['UsernameChanged', { username: 'anita', previous: 'ana' }, { username: 'anita' }],
  ['ProfileFieldChanged', { field: 'city', value: 'Tijuana' }, { profile: { ...noProfile, city: 'Tijuana' } }],
  ['ProfileVisibilityChanged', { field: 'city', visibility: 'everyone' }, { visibility: { ...defaultVisibility, city: 'everyone' } }],
  ['UsernameConfirmed', {}, { usernameConfirmed: true }],
  ['PhoneSet', { phone: '+526641234567' }, { phone: '+526641234567' }],
  ['PhoneVerified', {}, { phoneVerified: true }],
  // Not the address yet: only who it is about reads it, from their own stream.
  ['EmailChangeRequested', { email: 'ana@otro.mx', previous: null }, {}],
  ['EmailChangeCancelled', { email: 'ana@otro.mx' }, {}],
  ['IdentityLinked', { provider: 'google' }, {}],
  ['OutsideIdentityLinked', { providerId: 'p1', identity: 'aa', by: 'person' }, {}],
  ['OutsideIdentityUnlinked', { providerId: 'p1' }, {}],
  ['PasskeyAdded', { passkeyId: 'k1', name: 'Portátil' }, {}],
  ['PasskeyRenamed', { passkeyId: 'k1', name: 'Teléfono' }, {}],
  ['PasskeyRemoved', { passkeyId: 'k1' }, {}],
  ['AvatarSet', { file: 'img_perfiluser/aa.webp', previous: null }, { avatar: 'img_perfiluser/aa.webp' }],
  ['CountryChanged', { country: 'México' }, { country: 'México' }],
  // Whoever writes to them reads it from their own stream.
  ['LanguageChosen', { language: 'en' }, {}],
  ['RoleChanged', { from: 'student', to: 'analyst' }, { role: 'analyst' }],
  ['PlanChanged', { from: 'basic', to: 'premium' }, { plan: 'premium' }],
  ['UserDeactivated', {}, { active: false }],
  ['UserErased', {}, { ...nobody, active: false, erased: true }],
])('%s changes what it names, and when the account last changed', (type, data, fields) => {
  const { documents } = givenEvents(users, [ana]);
  givenEvents(users, [ana, given(type, { userId: 1, ...data })])
    .thenDoc('1', { ...documents.docs()['1'], ...fields, changedAt: timeOf(1) })
    .thenChange('usuario:1', { version: 2 })
    .thenChange('usuarios', { id: '1', version: 2 });
});

test('an invitation stands until the password is chosen, or the address is confirmed otherwise', () => {
  const invited = [ana, given('UserInvited', { userId: 1 })];
  givenEvents(users, [...invited, given('PasswordChanged', { userId: 1, by: 'reset' })]).thenDocLike('1', { invitedAt: null });
  givenEvents(users, [...invited, given('EmailVerified', { userId: 1 })]).thenDocLike('1', { invitedAt: null });
});

test('another e-mail has to be confirmed again', () => {
  const changed = given('EmailChanged', { userId: 1, email: 'ana@otro.mx', previous: 'ana@ejemplo.mx' });
  const verified = given('EmailVerified', { userId: 1 });
  givenEvents(users, [ana, verified, changed]).thenDocLike('1', { email: 'ana@otro.mx', verified: false });
  givenEvents(users, [ana, verified, changed, verified]).thenDocLike('1', { email: 'ana@otro.mx', verified: true });
});

test('a picture can be taken away', () => {
  const set = given('AvatarSet', { userId: 1, file: 'img_perfiluser/aa.webp', previous: null });
  givenEvents(users, [ana, set, given('AvatarRemoved', { userId: 1, previous: 'img_perfiluser/aa.webp' })]).thenDocLike('1', {
    avatar: null,
  });
});

test('another telephone has to be confirmed again, and can be taken away', () => {
  const phone = (phone: string | null) => given('PhoneSet', { userId: 1, phone });
  const verified = given('PhoneVerified', { userId: 1 });
  givenEvents(users, [ana, phone('+526641234567'), verified]).thenDocLike('1', { phone: '+526641234567', phoneVerified: true });
  for (const next of ['+526647654321', null])
    givenEvents(users, [ana, phone('+526641234567'), verified, phone(next)]).thenDocLike('1', { phone: next, phoneVerified: false });
});

test('a name that the school proposed counts as chosen once it is changed', () => {
  const chosen = given('UsernameChanged', { userId: 2, username: 'beto2', previous: 'beto' });
  givenEvents(users, [byGoogle, chosen]).thenDocLike('2', { username: 'beto2', usernameConfirmed: true });
});

test('a field of the profile changes and no other; it can be emptied', () => {
  const field = (field: string, value: string | null) => given('ProfileFieldChanged', { userId: 1, field, value });
  givenEvents(users, [ana, field('city', 'Tijuana'), field('bio', 'Programo'), field('city', null)]).thenDocLike('1', {
    profile: { ...noProfile, bio: 'Programo' },
  });
});

test('an inactive account can become active again', () => {
  const off: GivenEvent[] = [ana, given('UserDeactivated', { userId: 1 })];
  givenEvents(users, off).thenDocLike('1', { active: false });
  givenEvents(users, [...off, given('UserActivated', { userId: 1 })]).thenDocLike('1', { active: true });
});

test('somebody erased leaves the facts, and nobody in them', () => {
  const renamed = given('NameChanged', { userId: 1, firstName: 'Ana María', lastName: 'Ruiz' });
  const moved = given('CountryChanged', { userId: 1, country: 'Belice' });
  const bio = given('ProfileFieldChanged', { userId: 1, field: 'bio', value: 'Programo de noche' });
  const phone = given('PhoneSet', { userId: 1, phone: '+526641234567' });
  const avatar = given('AvatarSet', { userId: 1, file: 'img_perfiluser/aa.webp', previous: null });
  const texts = ['ana@ejemplo.mx', 'Ana María', 'Ruiz', 'Belice', 'Programo de noche', '+526641234567'];
  givenEvents(users, [ana, byGoogle, renamed, moved, bio, phone, avatar]).thenForgets(1, ...texts, 'aa.webp');
  givenEvents(users, [ana, byGoogle, erased]).thenDocLike('1', { userId: 1, role: 'student', registeredAt: timeOf(0) });
  givenEvents(users, [ana, byGoogle, erased]).thenDocLike('2', { email: 'beto@ejemplo.mx', active: true, erased: false });
});

test('a replay after an erasure meets nulls where there were names, and ends the same', () => {
  const after = givenEvents(users, [ana, given('NameChanged', { userId: 1, firstName: 'Ana María', lastName: 'Ruiz' }), erased]);
  const nulls = given('UserRegistered', { ...ana.data, username: null, email: null, firstName: null, lastName: null });
  const again = givenEvents(users, [nulls, given('NameChanged', { userId: 1, firstName: null, lastName: null }), erased]);
  again.thenDocs(after.documents.docs() as Record<string, object>);
});

test('an abandoned registration is no person', () => {
  givenEvents(users, [given('RegistrationAbandoned', { userId: 1 })]).thenDoc('1', null);
  givenEvents(users, [given('EmailVerified', { userId: 1 })])
    .thenDoc('1', null)
    .thenNoChange('usuarios');
});

everyTypeIsCovered(users);
