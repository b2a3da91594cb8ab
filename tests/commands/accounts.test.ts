import { describe, expect, test } from 'vitest';
import { createAccounts } from '../../backend/commands/identity/accounts.ts';
import { administrators } from '../../backend/commands/identity/administrators.ts';
import { createReservations } from '../../backend/commands/identity/reservations.ts';
import { user } from '../../backend/commands/identity/user.ts';
import { DomainError } from '../../backend/commands/kernel/errors.ts';
import { type Commands, createCommands } from '../../backend/commands/kernel/handle.ts';
import { normalise } from '../../backend/commands/kernel/values.ts';
import { openDomain, register, registration, type TestDomain, testConfig } from '../support/domain.ts';
import { until } from '../support/until.ts';

const nothing = async () => {};
const codesOf = (outcomes: readonly PromiseSettledResult<unknown>[]) =>
  outcomes.map((one) => (one.status === 'fulfilled' ? 'done' : one.reason instanceof DomainError ? one.reason.code : String(one.reason)));
const registeredIn = async (domain: TestDomain) => (await domain.events()).filter(({ type }) => type === 'UserRegistered');

describe('registration', () => {
  test('reserves, registers, and asks for the confirmation mail', async () => {
    const domain = await openDomain();
    const userId = await register(domain, 'ana');
    expect(userId).toBe(1);
    expect(await domain.types('user-1')).toEqual(['UserRegistered', 'EmailVerificationRequested']);
    expect(await domain.reservations.holders('email', 'ana@ejemplo.mx')).toEqual([1]);
    expect(await domain.reservations.holders('username', 'ana')).toEqual([1]);
    // No name, address or their plain hash names a stream.
    const streams = (await domain.stored()).map(({ stream }) => stream);
    expect(streams.filter((stream) => /^(email|username)-[0-9a-f]{40}$/.test(stream))).toHaveLength(2);
  });

  test('of one e-mail by two at once, in two processes: exactly one wins', async () => {
    const domain = await openDomain();
    const other = await domain.another();
    for (let round = 1; round <= 10; round++) {
      const outcomes = await Promise.allSettled(
        [domain, other, domain, other].map((one, index) =>
          one.accounts.register(registration(`p${round}x${index}`, { email: `uno${round}@ejemplo.mx` }), one.context(), nothing),
        ),
      );
      expect(codesOf(outcomes).toSorted()).toEqual(['EMAIL_TAKEN', 'EMAIL_TAKEN', 'EMAIL_TAKEN', 'done']);
    }
    expect(await registeredIn(domain)).toHaveLength(10);
  });

  test('of one username by two at once: one wins, and the e-mail of the other is free again', async () => {
    const domain = await openDomain();
    const outcomes = await Promise.allSettled(
      ['a@ejemplo.mx', 'b@ejemplo.mx'].map((email) => domain.accounts.register(registration('ana', { email }), domain.context(), nothing)),
    );
    expect(codesOf(outcomes).toSorted()).toEqual(['USERNAME_TAKEN', 'done']);
    const [winner] = await registeredIn(domain);
    const { state } = await domain.commands.load(user, (winner?.data as { userId: number } | undefined)?.userId ?? 0);
    const loser = state.email === 'a@ejemplo.mx' ? 'b@ejemplo.mx' : 'a@ejemplo.mx';
    expect(await domain.reservations.holders('email', loser)).toEqual([]);
    await register(domain, 'eva', { email: loser });
  });

  test('the same command again gives the same account, and makes its password once', async () => {
    const domain = await openDomain();
    const passwords: number[] = [];
    const run = () =>
      domain.accounts.register(registration('ana'), domain.context('once'), async (userId) => {
        passwords.push(userId);
      });
    const first = await run();
    expect(await run()).toEqual(first);
    expect(passwords).toEqual([first.userId]);
    expect(await registeredIn(domain)).toHaveLength(1);
  });

  test('that failed halfway goes on when the same command comes again', async () => {
    const domain = await openDomain();
    const crash = async () => {
      throw new Error('crash');
    };
    await expect(domain.accounts.register(registration('ana'), domain.context('once'), crash)).rejects.toThrow('crash');
    expect(await registeredIn(domain)).toEqual([]);
    const { userId } = await domain.accounts.register(registration('ana'), domain.context('once'), nothing);
    expect(userId).toBe(1);
    expect((await domain.commands.load(user, userId)).state.status).toBe('active');
  });

  test('that was refused and comes again under the same id holds what it says it holds', async () => {
    const domain = await openDomain();
    const ana = await register(domain, 'ana');
    const again = () => domain.accounts.register(registration('ana', { email: 'eva@ejemplo.mx' }), domain.context('once'), nothing);
    await expect(again()).rejects.toThrow('USERNAME_TAKEN');
    // Someone else takes the e-mail that was let go, and the username becomes free.
    const eva = await register(domain, 'eva');
    await domain.reservations.release('username', 'ana', ana, domain.context());
    await expect(again()).rejects.toThrow('EMAIL_TAKEN');
    expect(await domain.reservations.holders('email', 'eva@ejemplo.mx')).toEqual([eva]);
    // The other way round: refused for the e-mail, it releases the username each time.
    await register(domain, 'luz');
    const luz = () => domain.accounts.register(registration('luz', { email: 'otra@ejemplo.mx' }), domain.context('luz'), nothing);
    for (let time = 0; time < 3; time++) {
      await expect(luz()).rejects.toThrow('USERNAME_TAKEN');
      expect(await domain.reservations.holders('email', 'otra@ejemplo.mx')).toEqual([]);
    }
  });

  test('case, spaces around and the way an accent is written make no other name', async () => {
    const domain = await openDomain();
    await register(domain, 'José', { email: 'José@Ejemplo.MX' });
    const refused = async (name: string, email: string, code: string) =>
      expect(domain.accounts.register(registration(name, { email }), domain.context(), nothing)).rejects.toThrow(code);
    await refused('otro', 'josé@ejemplo.mx', 'EMAIL_TAKEN');
    await refused('otro', ' JOSE\u0301@EJEMPLO.mx ', 'EMAIL_TAKEN');
    await refused('JOSÉ', 'otro@ejemplo.mx', 'USERNAME_TAKEN');
    await refused('jose\u0301', 'otro@ejemplo.mx', 'USERNAME_TAKEN');
    // Another letter is another name.
    await register(domain, 'Jose');
    expect(normalise(' JOSE\u0301 ')).toBe('josé');
  });
});

describe('a registration that died', () => {
  /** The process stops after both reservations: the account is never registered. */
  const died = async (domain: TestDomain, name: string, command = 'died') => {
    const crash = async () => {
      throw new Error('crash');
    };
    await expect(domain.accounts.register(registration(name), domain.context(command), crash)).rejects.toThrow('crash');
  };

  test('holds its names for a minute, then another may take them; the slow one then conflicts', async () => {
    const domain = await openDomain();
    await died(domain, 'ana');
    const rival = () => domain.accounts.register(registration('ana'), domain.context(), nothing);
    await expect(rival()).rejects.toThrow('EMAIL_TAKEN');
    domain.clock.advance(59_999);
    await expect(rival()).rejects.toThrow('EMAIL_TAKEN');
    domain.clock.advance(1);
    const { userId } = await rival();
    expect(await domain.types('user-1')).toEqual(['RegistrationAbandoned']);
    expect((await domain.commands.load(user, userId)).state).toMatchObject({ status: 'active', email: 'ana@ejemplo.mx' });
    expect(await domain.reservations.holders('email', 'ana@ejemplo.mx')).toEqual([userId]);
    await expect(domain.accounts.register(registration('ana'), domain.context('died'), nothing)).rejects.toThrow('CONFLICT');
    expect(await registeredIn(domain)).toHaveLength(1);
    expect(await domain.reservations.holders('email', 'ana@ejemplo.mx')).toEqual([userId]);
  });

  test('with only its e-mail reserved', async () => {
    const domain = await openDomain();
    await domain.reservations.reserve('email', 'ana@ejemplo.mx', 99, domain.context());
    await expect(register(domain, 'ana')).rejects.toThrow('EMAIL_TAKEN');
    domain.clock.advance(60_000);
    const userId = await register(domain, 'ana');
    expect(await domain.reservations.holders('email', 'ana@ejemplo.mx')).toEqual([userId]);
    expect(await domain.types('user-99')).toEqual(['RegistrationAbandoned']);
  });

  test('but was only slow: who is overtaken between its reservation and its registration gets nothing', async () => {
    const domain = await openDomain();
    const rival = await domain.another();
    let rivalId = 0;
    const slow = domain.accounts.register(registration('ana'), domain.context(), async () => {
      domain.clock.advance(60_000);
      rivalId = await register(rival, 'ana');
    });
    await expect(slow).rejects.toThrow('CONFLICT');
    expect(await registeredIn(domain)).toMatchObject([{ data: { userId: rivalId } }]);
  });

  test('that comes to itself first keeps its names', async () => {
    const domain = await openDomain();
    await died(domain, 'ana');
    domain.clock.advance(3_600_000);
    const { userId } = await domain.accounts.register(registration('ana'), domain.context('died'), nothing);
    await expect(register(domain, 'ana')).rejects.toThrow('EMAIL_TAKEN');
    expect(await domain.reservations.holders('email', 'ana@ejemplo.mx')).toEqual([userId]);
  });

  test('that comes to itself at the last moment, while another is about to take over, keeps them too', async () => {
    const domain = await openDomain();
    await died(domain, 'ana');
    domain.clock.advance(60_000);
    const rival = createReservations(
      createCommands({
        ...domain.log,
        async append(stream, expected, events, meta) {
          if (events[0]?.type === 'RegistrationAbandoned')
            await domain.accounts.register(registration('ana'), domain.context('died'), nothing);
          return domain.log.append(stream, expected, events, meta);
        },
      }),
      testConfig.reservationKey,
    );
    await expect(rival.reserve('email', 'ana@ejemplo.mx', 2, domain.context())).rejects.toThrow('EMAIL_TAKEN');
    expect(await domain.reservations.holders('email', 'ana@ejemplo.mx')).toEqual([1]);
    expect((await domain.commands.load(user, 1)).state.status).toBe('active');
  });

  test('and is overtaken by many at once: one of them wins', async () => {
    const domain = await openDomain();
    const other = await domain.another();
    await died(domain, 'ana');
    domain.clock.advance(60_000);
    const outcomes = await Promise.allSettled(
      [domain, other, domain, other].map((one) => one.accounts.register(registration('ana'), one.context(), nothing)),
    );
    expect(codesOf(outcomes).filter((code) => code === 'done').length).toBeLessThanOrEqual(1);
    const winners = await registeredIn(domain);
    expect(winners.length).toBe(codesOf(outcomes).filter((code) => code === 'done').length);
    // The account that lost the race may try again; the name is never lost for good.
    domain.clock.advance(60_000);
    if (winners.length === 0) await register(domain, 'ana');
    expect(await registeredIn(domain)).toHaveLength(1);
  });
});

describe('a change of e-mail or username', () => {
  test('takes the new one at once; the old one is free after its release', async () => {
    const domain = await openDomain();
    const ana = await register(domain, 'ana');
    await domain.accounts.changeEmail(ana, 'nueva@ejemplo.mx', domain.context());
    expect((await domain.types(`user-${ana}`)).slice(-2)).toEqual(['EmailChanged', 'EmailVerificationRequested']);
    await expect(register(domain, 'eva', { email: 'nueva@ejemplo.mx' })).rejects.toThrow('EMAIL_TAKEN');
    await expect(register(domain, 'eva', { email: 'ana@ejemplo.mx' })).rejects.toThrow('EMAIL_TAKEN');
    await domain.reservations.release('email', 'ana@ejemplo.mx', ana, domain.context());
    const eva = await register(domain, 'eva', { email: 'ana@ejemplo.mx' });
    // A release that comes late or twice takes nothing from the new holder.
    await domain.reservations.release('email', 'ana@ejemplo.mx', ana, domain.context());
    expect(await domain.reservations.holders('email', 'ana@ejemplo.mx')).toEqual([eva]);
  });

  test('is refused when someone has it, and changes nothing', async () => {
    const domain = await openDomain();
    const ana = await register(domain, 'ana');
    await register(domain, 'eva');
    const before = await domain.types(`user-${ana}`);
    await expect(domain.accounts.changeEmail(ana, 'EVA@ejemplo.mx', domain.context())).rejects.toThrow('EMAIL_TAKEN');
    await expect(domain.accounts.changeUsername(ana, 'Eva', domain.context())).rejects.toThrow('USERNAME_TAKEN');
    expect(await domain.types(`user-${ana}`)).toEqual(before);
  });

  /** Accounts of a process in which something happens just before an e-mail is changed. */
  const slowly = (domain: TestDomain, meanwhile: () => Promise<unknown>) => {
    let once = false;
    const commands = createCommands({
      ...domain.log,
      async append(stream, expected, events, meta) {
        if (events[0]?.type === 'EmailChanged' && !once) {
          once = true;
          await meanwhile();
        }
        return domain.log.append(stream, expected, events, meta);
      },
    });
    return createAccounts(commands, createReservations(commands, testConfig.reservationKey));
  };
  const holdersOf = async (domain: TestDomain, email: string, ...people: number[]) => {
    const states = await Promise.all(people.map(async (userId) => (await domain.commands.load(user, userId)).state));
    return states.filter((state) => state.email === email).map(({ userId }) => userId);
  };

  test('that died after its reservation holds the address for a minute, and then no longer', async () => {
    const domain = await openDomain();
    const ana = await register(domain, 'ana');
    const died = slowly(domain, () => Promise.reject(new Error('crash')));
    await expect(died.changeEmail(ana, 'nueva@ejemplo.mx', domain.context('died'))).rejects.toThrow('crash');
    expect(await domain.reservations.holders('email', 'nueva@ejemplo.mx')).toEqual([ana]);
    const taken = () => domain.reservations.taken('email', 'nueva@ejemplo.mx', null, domain.clock.now());
    domain.clock.advance(59_999);
    expect(await taken()).toBe(true);
    await expect(register(domain, 'eva', { email: 'nueva@ejemplo.mx' })).rejects.toThrow('EMAIL_TAKEN');
    domain.clock.advance(1);
    expect(await taken()).toBe(false);
    const eva = await register(domain, 'eva', { email: 'nueva@ejemplo.mx' });
    expect(await taken()).toBe(true);
    expect((await domain.types(`user-${ana}`)).at(-1)).toBe('ReservationAbandoned');
    // The process that died and runs again is refused, and loses nothing of its own.
    await expect(domain.accounts.changeEmail(ana, 'nueva@ejemplo.mx', domain.context('died'))).rejects.toThrow('EMAIL_TAKEN');
    expect(await domain.reservations.holders('email', 'nueva@ejemplo.mx')).toEqual([eva]);
    expect(await holdersOf(domain, 'ana@ejemplo.mx', ana)).toEqual([ana]);
    await expect(register(domain, 'luz', { email: 'ana@ejemplo.mx' })).rejects.toThrow('EMAIL_TAKEN');
  });

  test('that died goes on when it comes again before anybody else', async () => {
    const domain = await openDomain();
    const ana = await register(domain, 'ana');
    const died = slowly(domain, () => Promise.reject(new Error('crash')));
    await expect(died.changeEmail(ana, 'nueva@ejemplo.mx', domain.context('died'))).rejects.toThrow('crash');
    domain.clock.advance(3_600_000);
    await domain.accounts.changeEmail(ana, 'nueva@ejemplo.mx', domain.context('died'));
    await expect(register(domain, 'eva', { email: 'nueva@ejemplo.mx' })).rejects.toThrow('EMAIL_TAKEN');
    expect(await holdersOf(domain, 'nueva@ejemplo.mx', ana)).toEqual([ana]);
  });

  test('but was only slow: who is overtaken is refused, and may take another', async () => {
    const domain = await openDomain();
    const rival = await domain.another();
    const ana = await register(domain, 'ana');
    let eva = 0;
    const slow = slowly(domain, async () => {
      domain.clock.advance(60_000);
      eva = await register(rival, 'eva', { email: 'nueva@ejemplo.mx' });
    });
    await expect(slow.changeEmail(ana, 'nueva@ejemplo.mx', domain.context())).rejects.toThrow('CONFLICT');
    expect(await holdersOf(domain, 'nueva@ejemplo.mx', ana, eva)).toEqual([eva]);
    await domain.accounts.changeEmail(ana, 'otra@ejemplo.mx', domain.context());
    expect(await holdersOf(domain, 'otra@ejemplo.mx', ana)).toEqual([ana]);
  });

  test('that was tried twice, both slow: neither comes through once somebody else has the address', async () => {
    const domain = await openDomain();
    const rival = await domain.another();
    const ana = await register(domain, 'ana');
    const twice = slowly(domain, async () => {
      await rival.reservations.reserve('email', 'nueva@ejemplo.mx', ana, rival.context());
      domain.clock.advance(60_000);
      await register(rival, 'eva', { email: 'nueva@ejemplo.mx' });
    });
    await expect(twice.changeEmail(ana, 'nueva@ejemplo.mx', domain.context())).rejects.toThrow('CONFLICT');
    expect(await holdersOf(domain, 'nueva@ejemplo.mx', ana)).toEqual([]);
  });

  test('whose reservation was passed over by somebody who then died can still be made', async () => {
    const domain = await openDomain();
    const ana = await register(domain, 'ana');
    const [reserved] = await domain.reservations.reserve('email', 'nueva@ejemplo.mx', ana, domain.context());
    const command = { type: 'abandonReservation', kind: 'email', name: 'nueva@ejemplo.mx', reservation: reserved } as const;
    await domain.commands.handle(user, ana, command, domain.context());
    await domain.accounts.changeEmail(ana, 'nueva@ejemplo.mx', domain.context());
    expect(await holdersOf(domain, 'nueva@ejemplo.mx', ana)).toEqual([ana]);
  });

  test('of username: the same', async () => {
    const domain = await openDomain();
    const ana = await register(domain, 'ana');
    await domain.reservations.reserve('username', 'anita', ana, domain.context());
    await expect(register(domain, 'Anita')).rejects.toThrow('USERNAME_TAKEN');
    domain.clock.advance(60_000);
    const eva = await register(domain, 'Anita');
    expect(await domain.reservations.holders('username', 'anita')).toEqual([eva]);
    await expect(domain.accounts.changeUsername(ana, 'anita', domain.context())).rejects.toThrow('USERNAME_TAKEN');
  });

  test('to what it is answers where the account stands', async () => {
    const domain = await openDomain();
    const ana = await register(domain, 'ana');
    const { position } = await domain.commands.load(user, ana);
    expect(await domain.accounts.changeEmail(ana, 'ana@ejemplo.mx', domain.context())).toBe(position);
    expect(await domain.accounts.changeUsername(ana, 'ana', domain.context())).toBe(position);
  });
});

describe('the last administrator', () => {
  const school = async () => {
    const domain = await openDomain();
    const first = await register(domain, 'jefa', { role: 'administrator' });
    const second = await register(domain, 'jefe', { role: 'administrator' });
    const counted = async () => [...(await domain.commands.load(administrators, 'active')).state.active].toSorted((a, b) => a - b);
    const govern = (userId: number, command: Parameters<typeof domain.accounts.govern>[1]) =>
      domain.accounts.govern(userId, command, domain.context());
    return { domain, first, second, counted, govern };
  };

  test.each([{ type: 'deactivate' }, { type: 'erase' }, { type: 'changeRole', role: 'instructor' }] as const)(
    'stays: %o',
    async (command) => {
      const { domain, first, second, counted, govern } = await school();
      await govern(first, command);
      expect(await counted()).toEqual([second]);
      await expect(govern(second, command)).rejects.toThrow('LAST_ADMINISTRATOR');
      expect((await domain.commands.load(user, second)).state).toMatchObject({ status: 'active', role: 'administrator' });
    },
  );

  test('of two that are removed at the same time, in two processes, one stays', async () => {
    const { domain, first, second, counted } = await school();
    const other = await domain.another();
    const outcomes = await Promise.allSettled([
      domain.accounts.govern(first, { type: 'deactivate' }, domain.context()),
      other.accounts.govern(second, { type: 'erase' }, other.context()),
    ]);
    expect(codesOf(outcomes).toSorted()).toEqual(['LAST_ADMINISTRATOR', 'done']);
    expect(await counted()).toHaveLength(1);
    const states = await Promise.all([first, second].map(async (userId) => (await domain.commands.load(user, userId)).state.status));
    expect(states.filter((status) => status === 'active')).toHaveLength(1);
  });

  test('who comes, or comes back, counts', async () => {
    const { domain, first, second, counted, govern } = await school();
    await govern(first, { type: 'deactivate' });
    await govern(first, { type: 'activate' });
    expect(await counted()).toEqual([first, second]);
    const third = await register(domain, 'eva');
    await govern(third, { type: 'changeRole', role: 'administrator' });
    expect(await counted()).toEqual([first, second, third]);
    // A role given to an inactive account counts once the account is active.
    const fourth = await register(domain, 'luz');
    await govern(fourth, { type: 'deactivate' });
    await govern(fourth, { type: 'changeRole', role: 'administrator' });
    expect(await counted()).toEqual([first, second, third]);
    await govern(fourth, { type: 'activate' });
    expect(await counted()).toEqual([first, second, third, fourth]);
  });

  test('a change to the same role, or of somebody who is none, asks nobody', async () => {
    const { domain, first, second, govern, counted } = await school();
    await govern(second, { type: 'changeRole', role: 'student' });
    await govern(second, { type: 'deactivate' });
    await govern(first, { type: 'changeRole', role: 'administrator' });
    expect(await counted()).toEqual([first]);
    await expect(domain.accounts.govern(77, { type: 'erase' }, domain.context())).rejects.toThrow('USER_NOT_FOUND');
  });

  test('whoever is on their list is one, in whatever order two commands about a person meet', async () => {
    const { domain, first, second, counted } = await school();
    const [promote, demote] = (['administrator', 'student'] as const).map((role) => ({ type: 'changeRole', role }) as const);
    const [activate, deactivate] = (['activate', 'deactivate'] as const).map((type) => ({ type }));
    if (!promote || !demote || !activate || !deactivate) throw new Error('never');
    const meetings = [
      { before: [promote, deactivate], commands: [activate, demote] },
      { before: [promote, deactivate], commands: [activate, deactivate] },
      { before: [], commands: [promote, demote] },
      { before: [promote], commands: [deactivate, demote] },
    ];
    for (const [index, { before, commands }] of meetings.entries())
      for (let order = 0; order < 12; order++) {
        const userId = await register(domain, `quien${index}x${order}`);
        for (const command of before) await domain.accounts.govern(userId, command, domain.context());
        await inOrder(
          domain,
          // The binary digits of a number decide, repeatedly, which process takes the next step.
          (step) => ((order * 37 + 11) >> (step % 9)) & 1,
          commands.map((command) => (accounts) => accounts.govern(userId, command, domain.context())),
        );
        const { state } = await domain.commands.load(user, userId);
        const isOne = state.status === 'active' && state.role === 'administrator';
        expect(await counted(), JSON.stringify({ before, commands, order })).toEqual(isOne ? [first, second, userId] : [first, second]);
        if (isOne) await domain.accounts.govern(userId, demote, domain.context());
      }
  });
});

describe('two changes of one administrator that were made from the same version', () => {
  type Change = (accounts: ReturnType<typeof createAccounts>, commands: Commands, userId: number, seen: number) => Promise<unknown>;
  const governs =
    (command: Parameters<TestDomain['accounts']['govern']>[1]): Change =>
    (accounts, _, userId, seen) =>
      accounts.govern(userId, command, domain.context(), seen);
  const paysFor: Change = (_, commands, userId, seen) =>
    commands.handle(user, userId, { type: 'changePlan', plan: 'premium' }, domain.context(), {
      check(_, events) {
        if (events !== seen) throw new DomainError('VERSION_CONFLICT');
      },
    });
  const student = governs({ type: 'changeRole', role: 'student' });
  const instructor = governs({ type: 'changeRole', role: 'instructor' });
  const deactivated = governs({ type: 'deactivate' });
  let domain: TestDomain;

  test.each([
    ['role and plan', student, paysFor],
    ['deactivation and plan', deactivated, paysFor],
    ['two roles', student, instructor],
    ['the same role', student, student],
    ['role and deactivation', student, deactivated],
  ])('%s: one gets through, the other is told, and the list is true', async (_, one, other) => {
    domain = await openDomain();
    const first = await register(domain, 'jefa', { role: 'administrator' });
    for (let order = 0; order < 16; order++) {
      const userId = await register(domain, `otra${order}`, { role: 'administrator' });
      const { version } = await domain.commands.load(user, userId);
      const outcomes: unknown[] = [];
      await inOrder(
        domain,
        (step) => (order >> (step % 4)) & 1,
        [one, other].map(
          (change) => (accounts, commands) =>
            change(accounts, commands, userId, version + 1).then(
              () => outcomes.push('done'),
              (error: unknown) => outcomes.push(error instanceof DomainError ? error.code : error),
            ),
        ),
      );
      expect(outcomes.toSorted(), `order ${order}`).toEqual(['VERSION_CONFLICT', 'done']);
      const { state } = await domain.commands.load(user, userId);
      expect(state.version, `order ${order}`).toBe(version + 2);
      const listed = [...(await domain.commands.load(administrators, 'active')).state.active];
      expect(listed, `order ${order}`).toEqual(state.administratorSince === null ? [first] : [first, userId]);
      if (state.administratorSince !== null) await domain.accounts.govern(userId, { type: 'deactivate' }, domain.context());
    }
  });

  test('a removal without a condition is not undone by one whose condition failed', async () => {
    domain = await openDomain();
    const first = await register(domain, 'jefa', { role: 'administrator' });
    for (let order = 0; order < 32; order++) {
      const userId = await register(domain, `otra${order}`, { role: 'administrator' });
      const { version } = await domain.commands.load(user, userId);
      await inOrder(domain, (step) => (order >> (step % 5)) & 1, [
        (accounts, commands) => student(accounts, commands, userId, version + 1).catch(() => {}),
        (accounts) => accounts.govern(userId, { type: 'deactivate' }, domain.context()),
      ]);
      expect((await domain.commands.load(user, userId)).state.status, `order ${order}`).toBe('inactive');
      expect([...(await domain.commands.load(administrators, 'active')).state.active], `order ${order}`).toEqual([first]);
    }
  });
});

/** Runs commands at the same time, each in a process of its own, one step of the log at a time: `turn` says who takes the next step while both have one. */
async function inOrder(
  { log }: TestDomain,
  turn: (step: number) => number,
  works: readonly ((accounts: ReturnType<typeof createAccounts>, commands: Commands) => Promise<unknown>)[],
): Promise<void> {
  const waiting: ((() => void) | null)[] = works.map(() => null);
  let running = works.length;
  const runs = works.map(async (work, index) => {
    const step = () =>
      new Promise<void>((resolve) => {
        waiting[index] = resolve;
      });
    const commands = createCommands({
      ...log,
      async *readStream(stream, from) {
        await step();
        yield* log.readStream(stream, from);
      },
      async append(...args) {
        await step();
        return log.append(...args);
      },
    });
    try {
      await work(createAccounts(commands, createReservations(commands, testConfig.reservationKey)), commands);
    } finally {
      running--;
    }
  });
  const driving = (async () => {
    for (let step = 0; running > 0; step++) {
      await until(() => waiting.filter((one) => one !== null).length === running, 'everyone to wait for a step', 5_000);
      const wanted = turn(step);
      const next = waiting[wanted] ? wanted : waiting.findIndex((one) => one !== null);
      waiting[next]?.();
      waiting[next] = null;
    }
  })();
  await Promise.all([driving, ...runs]);
}
