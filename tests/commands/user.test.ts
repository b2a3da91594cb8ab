import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Registration, type UserCommand, user } from '../../backend/commands/identity/user.ts';
import { at, eventId, given } from '../support/deciderSpec.ts';

const ana: Registration = {
  userId: 7,
  username: 'ana',
  email: 'ana@ejemplo.mx',
  firstName: 'Ana',
  lastName: 'Ruiz',
  role: 'student',
  plan: 'basic',
  source: 'self',
  termsVersion: '2026-01',
  campaign: null,
};
const registered = { type: 'UserRegistered', data: ana } as const;
const userId = 7;
const ofAna = { userId };
const fact = <const T extends string>(type: T) => ({ type, data: ofAna });
const verificationRequested = fact('EmailVerificationRequested');
const erased = [registered, fact('UserDeactivated'), fact('UserErased')] as const;

describe('registration', () => {
  test('registers and asks for the confirmation mail', () => {
    given(user, [])
      .when({ type: 'register', ...ana })
      .then([registered, verificationRequested]);
  });

  test('has the language of the page on which it was begun; another one is chosen once', () => {
    const chosen = (language: 'es' | 'en') => ({ type: 'LanguageChosen', data: { userId, language } }) as const;
    given(user, [])
      .when({ type: 'register', ...ana, language: 'en' })
      .then([registered, chosen('en'), verificationRequested]);
    given(user, [registered])
      .when({ type: 'chooseLanguage', language: 'es' })
      .then([chosen('es')]);
    given(user, [registered, chosen('en')])
      .when({ type: 'chooseLanguage', language: 'en' })
      .thenNothing();
  });
  test('an account of Google needs no confirmation', () => {
    const google = { ...ana, source: 'google' as const };
    const outcome = given(user, []).when({ type: 'register', ...google });
    outcome.then([{ type: 'UserRegistered', data: google }]);
    expect(outcome.state().verified).toBe(true);
  });

  test('who is invited gets the invitation in place of the mail that confirms, and again until it is taken up', () => {
    const byStaff = { ...ana, source: 'administrator' as const };
    const made = { type: 'UserRegistered', data: byStaff } as const;
    const invited = fact('UserInvited');
    given(user, [])
      .when({ type: 'register', ...byStaff, invited: true })
      .then([made, invited]);
    given(user, [made, invited]).when({ type: 'invite' }).then([invited]);
    const chosen = { type: 'PasswordChanged', data: { userId, by: 'reset' } } as const;
    for (const over of [chosen, fact('EmailVerified')])
      given(user, [made, invited, over]).when({ type: 'invite' }).thenRefused('INVITATION_TAKEN_UP');
    given(user, [registered, verificationRequested]).when({ type: 'invite' }).thenRefused('INVITATION_TAKEN_UP');
  });

  test('is refused where the user exists already, or a rival took the reservation over', () => {
    given(user, [registered])
      .when({ type: 'register', ...ana })
      .thenRefused('CONFLICT');
    given(user, [fact('RegistrationAbandoned')])
      .when({ type: 'register', ...ana })
      .thenRefused('CONFLICT');
  });
});

const reservation = { value: 'a1', number: 1 };
const commands: readonly UserCommand[] = [
  { type: 'requestVerification' },
  { type: 'verifyEmail', requestedBy: eventId(1) },
  { type: 'requestPasswordReset' },
  { type: 'passwordChanged', by: 'self' },
  { type: 'changeName', firstName: 'Eva', lastName: undefined },
  { type: 'changeUsername', username: 'eva', reservations: [reservation] },
  { type: 'changeEmail', email: 'eva@ejemplo.mx', reservation },
  { type: 'changeCountry', country: 'México' },
  { type: 'chooseLanguage', language: 'en' },
  { type: 'changeRole', role: 'instructor' },
  { type: 'changePlan', plan: 'premium' },
  { type: 'deactivate' },
  { type: 'activate' },
  { type: 'erase' },
];

describe.each(commands.map((command) => [command.type, command] as const))('%s', (type, command) => {
  test('knows nobody who never registered, or whose registration was abandoned', () => {
    given(user, []).when(command).thenRefused('USER_NOT_FOUND');
    given(user, [fact('RegistrationAbandoned')])
      .when(command)
      .thenRefused('USER_NOT_FOUND');
  });

  test('changes nothing of a person who was erased', () => {
    const outcome = given(user, [...erased]).when(command);
    if (type === 'erase') outcome.thenNothing();
    else outcome.thenRefused('USER_ERASED');
  });
});

describe('e-mail', () => {
  const asked = [registered, verificationRequested] as const;

  test('is confirmed by the last request only', () => {
    given(user, [...asked])
      .when({ type: 'verifyEmail', requestedBy: eventId(1) })
      .then([fact('EmailVerified')]);
    given(user, [...asked, verificationRequested])
      .when({ type: 'verifyEmail', requestedBy: eventId(1) })
      .thenRefused('TOKEN_INVALID');
    given(user, [registered])
      .when({ type: 'verifyEmail', requestedBy: eventId(1) })
      .thenRefused('TOKEN_INVALID');
  });

  test('confirmed once, nothing more is to be done', () => {
    given(user, [...asked, fact('EmailVerified')])
      .when({ type: 'verifyEmail', requestedBy: 'whatever' })
      .thenNothing();
    given(user, [...asked, fact('EmailVerified')])
      .when({ type: 'requestVerification' })
      .thenNothing();
  });

  test('a new one names the one before and has to be confirmed again', () => {
    const outcome = given(user, [...asked, fact('EmailVerified')]).when({ type: 'changeEmail', email: 'eva@ejemplo.mx', reservation });
    outcome.then([
      { type: 'EmailChanged', data: { userId, email: 'eva@ejemplo.mx', previous: 'ana@ejemplo.mx' } },
      fact('EmailVerificationRequested'),
    ]);
    expect(outcome.state()).toMatchObject({ email: 'eva@ejemplo.mx', verified: false });
  });

  test('links sent to the address before are no longer good', () => {
    const { state } = given(user, [
      ...asked,
      fact('PasswordResetRequested'),
      { type: 'EmailChanged', data: { userId, email: 'eva@ejemplo.mx', previous: 'ana@ejemplo.mx' } },
    ]);
    expect(state.resets).toEqual([]);
    given(user, [...asked, { type: 'EmailChanged', data: { userId, email: 'eva@ejemplo.mx', previous: 'ana@ejemplo.mx' } }])
      .when({ type: 'verifyEmail', requestedBy: eventId(1) })
      .thenRefused('TOKEN_INVALID');
  });
});

describe('password', () => {
  test('a link to a new password stays good when another is asked for; a change uses all of them up', () => {
    const asked = (time: string, id: number) => at(time, fact('PasswordResetRequested'), eventId(id));
    const { state } = given(user, [registered, asked('2026-03-01T10:00:00.000Z', 40), asked('2026-03-01T10:05:00.000Z', 41)]);
    expect(state.resets).toEqual([
      { event: eventId(40), at: '2026-03-01T10:00:00.000Z' },
      { event: eventId(41), at: '2026-03-01T10:05:00.000Z' },
    ]);
    const many = Array.from({ length: 30 }, (_, i) => asked('2026-03-01T10:00:00.000Z', i));
    expect(given(user, [registered, ...many]).state.resets).toHaveLength(8);
    const changed = given(user, [registered, fact('EmailVerified'), fact('PasswordResetRequested')]).when({
      type: 'passwordChanged',
      by: 'reset',
    });
    changed.then([{ type: 'PasswordChanged', data: { userId, by: 'reset' } }]);
    expect(changed.state().resets).toEqual([]);
  });

  test('set anew by mail it proves the address, and takes away what else opens the account', () => {
    const outcome = given(user, [
      registered,
      { type: 'PasskeyAdded', data: { userId, passkeyId: 'llave-1', name: 'Mía' } },
      fact('PasswordResetRequested'),
    ]).when({ type: 'passwordChanged', by: 'reset' });
    outcome.then([
      { type: 'PasswordChanged', data: { userId, by: 'reset' } },
      fact('EmailVerified'),
      { type: 'PasskeyRemoved', data: { userId, passkeyId: 'llave-1' } },
    ]);
  });

  test('an address confirmed where its account was never used holds the password back, with all that was added', () => {
    const planted = [
      ...[registered, verificationRequested],
      { type: 'PasskeyAdded', data: { userId, passkeyId: 'llave-1', name: 'Mía' } } as const,
      { type: 'PhoneSet', data: { userId, phone: '+526641234567' } } as const,
    ];
    const confirm = { type: 'verifyEmail', requestedBy: eventId(1), elsewhere: true } as const;
    const held = given(user, planted).when(confirm);
    held.then([
      fact('EmailVerified'),
      fact('PasswordHeld'),
      { type: 'PasskeyRemoved', data: { userId, passkeyId: 'llave-1' } },
      { type: 'PhoneSet', data: { userId, phone: null } },
    ]);
    expect(held.state()).toMatchObject({ passwordHeld: true, passwords: 1, phone: null });
    expect(held.state().resets).toHaveLength(1);
    // Of an account that the school made, and of one confirmed where it was made, nothing is held.
    const made = { ...registered, data: { ...registered.data, source: 'administrator' as const } };
    given(user, [made, verificationRequested])
      .when(confirm)
      .then([fact('EmailVerified')]);
    given(user, planted)
      .when({ ...confirm, elsewhere: false })
      .then([fact('EmailVerified')]);
    // Of one that was confirmed before, neither: whoever used it all along is not locked out.
    given(user, [...planted, fact('EmailVerified')])
      .when(confirm)
      .then([]);
    expect(
      given(user, [...planted, fact('PasswordHeld'), { type: 'PasswordChanged', data: { userId, by: 'reset' } }]).state.passwordHeld,
    ).toBe(false);
  });
});

describe('what is changed to what it is already makes no event (C-36)', () => {
  test.each<UserCommand>([
    { type: 'changeName', firstName: 'Ana', lastName: 'Ruiz' },
    { type: 'changeName', firstName: undefined, lastName: undefined },
    { type: 'changeUsername', username: 'ana', reservations: [reservation] },
    { type: 'changeEmail', email: 'ana@ejemplo.mx', reservation },
    { type: 'changeCountry', country: null },
    { type: 'changeRole', role: 'student' },
    { type: 'changePlan', plan: 'basic' },
    { type: 'activate' },
  ])('%o', (command) => {
    given(user, [registered]).when(command).thenNothing();
  });

  test('whatever is asked for, asking again does nothing', () => {
    const name = fc.option(fc.string({ maxLength: 20 }), { nil: null });
    const change = fc.oneof(
      fc.record({
        type: fc.constant('changeName' as const),
        firstName: fc.option(name, { nil: undefined }),
        lastName: fc.option(name, { nil: undefined }),
      }),
      fc.record({
        type: fc.constant('changeUsername' as const),
        username: fc.string({ minLength: 1, maxLength: 20 }),
        reservations: fc.constant([reservation]),
      }),
      fc.record({ type: fc.constant('changeEmail' as const), email: fc.emailAddress(), reservation: fc.constant(reservation) }),
      fc.record({ type: fc.constant('changeCountry' as const), country: name }),
      fc.record({
        type: fc.constant('changeRole' as const),
        role: fc.constantFrom('student' as const, 'administrator' as const, 'instructor' as const, 'analyst' as const),
      }),
      fc.record({ type: fc.constant('changePlan' as const), plan: fc.constantFrom('basic' as const, 'premium' as const) }),
    );
    fc.assert(
      fc.property(change, (command) => {
        const first = given(user, [registered]).when(command).decided();
        expect(first.length).toBeLessThanOrEqual(command.type === 'changeEmail' ? 2 : 1);
        given(user, [registered, ...first])
          .when(command)
          .thenNothing();
      }),
    );
  });
});

describe('names', () => {
  test('an absent part stays, null takes it away', () => {
    given(user, [registered])
      .when({ type: 'changeName', firstName: undefined, lastName: null })
      .then([{ type: 'NameChanged', data: { userId, firstName: 'Ana', lastName: null } }]);
  });
  test('a new username names the one before', () => {
    given(user, [registered])
      .when({ type: 'changeUsername', username: 'anita', reservations: [reservation] })
      .then([{ type: 'UsernameChanged', data: { userId, username: 'anita', previous: 'ana' } }]);
  });
});

describe('a reservation that somebody took over', () => {
  const abandon = (kind: 'email' | 'username', name: string, number = 3) =>
    ({ type: 'abandonReservation', kind, name, reservation: { value: 'a1', number } }) as const;
  const abandoned = (number: number) => ({ type: 'ReservationAbandoned', data: { userId, kind: 'email', value: 'a1', number } }) as const;
  const change = (number: number) => ({ type: 'changeEmail', email: 'eva@ejemplo.mx', reservation: { value: 'a1', number } }) as const;

  test('is recorded once, and only where the name is not the person’s own', () => {
    given(user, [registered])
      .when(abandon('email', 'eva@ejemplo.mx'))
      .then([abandoned(3)]);
    given(user, [registered, abandoned(3)])
      .when(abandon('email', 'eva@ejemplo.mx'))
      .thenNothing();
    given(user, [registered]).when(abandon('email', 'ANA@ejemplo.mx')).thenNothing();
    given(user, [registered]).when(abandon('username', ' Ana ')).thenNothing();
    given(user, [registered, fact('UserErased')])
      .when(abandon('email', 'eva@ejemplo.mx'))
      .thenNothing();
  });

  test('serves no change any more, nor does one before it; a later one does', () => {
    for (const number of [2, 3])
      given(user, [registered, abandoned(3)])
        .when(change(number))
        .thenRefused('CONFLICT');
    given(user, [registered, abandoned(3)])
      .when({ type: 'changeUsername', username: 'eva', reservations: [{ value: 'a0', number: 9 }, change(3).reservation] })
      .thenRefused('CONFLICT');
    expect(
      given(user, [registered, abandoned(3)])
        .when(change(4))
        .state(),
    ).toMatchObject({ email: 'eva@ejemplo.mx' });
  });
});

describe('role, plan and whether the account is active', () => {
  test('role and plan say from what to what', () => {
    given(user, [registered])
      .when({ type: 'changeRole', role: 'instructor' })
      .then([{ type: 'RoleChanged', data: { userId, from: 'student', to: 'instructor' } }]);
    given(user, [registered])
      .when({ type: 'changePlan', plan: 'premium' })
      .then([{ type: 'PlanChanged', data: { userId, from: 'basic', to: 'premium' } }]);
  });
  test('an inactive account can be activated again; each once', () => {
    given(user, [registered])
      .when({ type: 'deactivate' })
      .then([fact('UserDeactivated')]);
    given(user, [registered, fact('UserDeactivated')])
      .when({ type: 'deactivate' })
      .thenNothing();
    given(user, [registered, fact('UserDeactivated')])
      .when({ type: 'activate' })
      .then([fact('UserActivated')]);
  });
});

describe('erasure (C-39, C-78)', () => {
  test('deactivates and erases in one', () => {
    given(user, [registered])
      .when({ type: 'erase' })
      .then([fact('UserDeactivated'), fact('UserErased')]);
    given(user, [registered, fact('UserDeactivated')])
      .when({ type: 'erase' })
      .then([fact('UserErased')]);
  });
  test('nothing personal stays in the state', () => {
    const { state } = given(user, [registered, { type: 'CountryChanged', data: { userId, country: 'México' } }, ...erased.slice(1)]);
    expect(state).toMatchObject({ status: 'erased', username: null, email: null, firstName: null, lastName: null, country: null });
  });
});

test('the version counts the events, for If-Match', () => {
  expect(given(user, []).state.version).toBe(0);
  expect(given(user, [registered, verificationRequested, fact('EmailVerified')]).state.version).toBe(3);
});
