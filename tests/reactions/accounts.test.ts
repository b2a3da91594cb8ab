import { describe, expect, test } from 'vitest';
import { createAccounts } from '../../backend/commands/identity/accounts.ts';
import { administrators } from '../../backend/commands/identity/administrators.ts';
import { createReservations } from '../../backend/commands/identity/reservations.ts';
import { sessions } from '../../backend/commands/identity/sessions.ts';
import { user } from '../../backend/commands/identity/user.ts';
import { createCommands } from '../../backend/commands/kernel/handle.ts';
import { byItself, enrolment } from '../../backend/commands/learning/enrolment.ts';
import { accountReactor, endSessions } from '../../backend/commands/reactions/accounts.ts';
import type { NewLead } from '../../backend/commands/site/leads.ts';
import type { Role } from '../../events/define.ts';
import { confirmEmail } from '../support/confirmEmail.ts';
import { openDomain, register, type TestDomain, testConfig } from '../support/domain.ts';
import { deadLetters, react } from '../support/reacting.ts';

const reactorOf = ({ commands, reservations, accountSecrets, leads }: TestDomain) =>
  accountReactor(commands, reservations, accountSecrets, leads);
async function running(domain: TestDomain) {
  const reacting = react(domain, [reactorOf(domain)]);
  await reacting.handled(null);
  return reacting;
}
async function signIn(domain: TestDomain, userId: number, sessionId: string, role: Role = 'student') {
  await domain.commands.handle(
    sessions,
    userId,
    { type: 'start', userId, sessionId, method: 'password', device: 'Firefox' },
    domain.context(),
  );
  return (await domain.sessionTokens.start({ userId, sessionId, role, expiresAt: domain.clock.now().getTime() + 3_600_000 })).token;
}
const lead: NewLead = {
  ...{ kind: 'course', subject: 'Agentes de IA', courseId: null, name: 'Elena Ríos', email: 'elena@ejemplo.mx', phone: '+526641234567' },
  ...{ company: null, message: 'Llámenme', consentVersion: null, campaign: null, submittedAt: null },
};
const holderOf = async (domain: TestDomain, email: string) => (await domain.reservations.holders('email', email))[0] ?? null;

test('a deactivation ends every session: the token at once, on record too, once', async () => {
  const domain = await openDomain();
  const { settled } = await running(domain);
  const ana = await register(domain, 'ana');
  const eva = await register(domain, 'eva');
  const tokens = [await signIn(domain, ana, 'a'), await signIn(domain, ana, 'b')];
  const other = await signIn(domain, eva, 'c');
  await domain.accounts.govern(ana, { type: 'deactivate' }, domain.context());
  await settled();
  for (const token of tokens) expect(await domain.sessionTokens.find(token)).toBeNull();
  expect(await domain.sessionTokens.find(other)).toMatchObject({ userId: eva });
  const ended = (await domain.events(`sessions-${ana}`)).filter(({ type }) => type === 'SessionEnded').map(({ data }) => data);
  expect(ended).toEqual([
    { userId: ana, sessionId: 'a', cause: 'deactivated' },
    { userId: ana, sessionId: 'b', cause: 'deactivated' },
  ]);
});

test('one session may stay when the others end', async () => {
  const domain = await openDomain();
  const ana = await register(domain, 'ana');
  const [kept, gone] = [await signIn(domain, ana, 'a'), await signIn(domain, ana, 'b')];
  await endSessions(domain.commands, domain.accountSecrets, ana, 'a', 'passwordChanged', domain.context());
  expect(await domain.sessionTokens.find(kept)).not.toBeNull();
  expect(await domain.sessionTokens.find(gone)).toBeNull();
  expect((await domain.events(`sessions-${ana}`)).at(-1)?.data).toEqual({ userId: ana, sessionId: 'b', cause: 'passwordChanged' });
});

describe('the list of administrators', () => {
  /** The log, until an event of this type is to be appended: then the process dies. */
  const dyingBefore = ({ log }: TestDomain, type: string) => {
    const commands = createCommands({
      ...log,
      append: (stream, expected, events, meta) =>
        events[0]?.type === type ? Promise.reject(new Error('the process died')) : log.append(stream, expected, events, meta),
    });
    return createAccounts(commands, createReservations(commands, testConfig.reservationKey));
  };
  const counted = async ({ commands }: TestDomain) => [...(await commands.load(administrators, 'active')).state.active];

  test('gets whom it misses because a process died', async () => {
    const domain = await openDomain();
    const { settled } = await running(domain);
    const ana = await register(domain, 'ana');
    const promote = { type: 'changeRole', role: 'administrator' } as const;
    await expect(dyingBefore(domain, 'AdministratorAdded').govern(ana, promote, domain.context())).rejects.toThrow('the process died');
    await settled();
    expect(await counted(domain)).toEqual([ana]);
  });

  test('has let somebody go and the process died: what they were let go for is done, once, by whoever asked', async () => {
    const domain = await openDomain();
    const [ana, eva] = [await register(domain, 'ana', { role: 'administrator' }), await register(domain, 'eva', { role: 'administrator' })];
    const context = domain.context('demote', { actor: { userId: ana, role: 'administrator' }, reason: 'cambia de equipo' });
    const { settled } = await running(domain);
    const demote = { type: 'changeRole', role: 'instructor' } as const;
    await expect(dyingBefore(domain, 'RoleChanged').govern(eva, demote, context)).rejects.toThrow('the process died');
    await settled();
    expect((await domain.commands.load(user, eva)).state.role).toBe('instructor');
    expect(await counted(domain)).toEqual([ana]);
    // Asked again it is answered as then; a later time in the role is another.
    await domain.accounts.govern(eva, demote, context);
    await domain.accounts.govern(eva, { type: 'changeRole', role: 'administrator' }, domain.context());
    await settled();
    const changes = (await domain.events(`user-${eva}`)).filter(({ type }) => type === 'RoleChanged');
    expect(changes.map(({ data, meta }) => [(data as { to: string }).to, meta.actor.userId])).toEqual([
      ['instructor', ana],
      ['administrator', null],
    ]);
    expect(await counted(domain)).toEqual([ana, eva]);
  });

  test('has let somebody go for a change that came too late, and the process died: they are on it again, and nothing is done', async () => {
    const domain = await openDomain();
    await (await running(domain)).stop();
    const [ana, eva] = [await register(domain, 'ana', { role: 'administrator' }), await register(domain, 'eva', { role: 'administrator' })];
    const { version } = await domain.commands.load(user, eva);
    const demote = { type: 'changeRole', role: 'instructor' } as const;
    const late = dyingBefore(domain, 'RoleChanged').govern(eva, demote, domain.context(), version + 1);
    await expect(late).rejects.toThrow('the process died');
    await domain.commands.handle(user, eva, { type: 'changePlan', plan: 'premium' }, domain.context());
    const { settled } = await running(domain);
    await settled();
    expect((await domain.commands.load(user, eva)).state).toMatchObject({ role: 'administrator', plan: 'premium' });
    expect(await counted(domain)).toEqual([ana, eva]);
    // Nobody came before it: it is done.
    const { version: now } = await domain.commands.load(user, eva);
    await expect(dyingBefore(domain, 'RoleChanged').govern(eva, demote, domain.context(), now + 1)).rejects.toThrow('the process died');
    await settled();
    expect((await domain.commands.load(user, eva)).state.role).toBe('instructor');
    expect(await counted(domain)).toEqual([ana]);
  });
});

describe('a change of role', () => {
  test('reaches the sessions that stand open', async () => {
    const domain = await openDomain();
    const { settled } = await running(domain);
    const ana = await register(domain, 'ana');
    const token = await signIn(domain, ana, 'a');
    await domain.accounts.govern(ana, { type: 'changeRole', role: 'instructor' }, domain.context());
    await settled();
    expect((await domain.sessionTokens.find(token))?.role).toBe('instructor');
  });

  test('that was taken back meanwhile gives nobody the role for a moment', async () => {
    const domain = await openDomain();
    const { stop } = await running(domain);
    await stop();
    await register(domain, 'jefa', { role: 'administrator' });
    const ana = await register(domain, 'ana');
    await signIn(domain, ana, 'a');
    await domain.accounts.govern(ana, { type: 'changeRole', role: 'administrator' }, domain.context());
    await domain.accounts.govern(ana, { type: 'changeRole', role: 'student' }, domain.context());
    const given: Role[] = [];
    const secrets = { ...domain.accountSecrets, setSessionRole: async (_: number, role: Role) => void given.push(role) };
    const late = react(domain, [accountReactor(domain.commands, domain.reservations, secrets, domain.leads)]);
    await late.settled();
    expect(given).toEqual(['student', 'student']);
  });
});

describe('a change of e-mail or username', () => {
  test('releases the one before, and only that', async () => {
    const domain = await openDomain();
    const { settled } = await running(domain);
    const ana = await register(domain, 'ana');
    await domain.accounts.changeEmail(ana, 'nueva@ejemplo.mx', domain.context());
    await domain.accounts.changeUsername(ana, 'anita', domain.context());
    await settled();
    expect(await holderOf(domain, 'ana@ejemplo.mx')).toBeNull();
    expect(await holderOf(domain, 'nueva@ejemplo.mx')).toBe(ana);
    expect(await domain.reservations.holders('username', 'ana')).toEqual([]);
    expect(await domain.reservations.holders('username', 'anita')).toEqual([ana]);
    const eva = await register(domain, 'ana');
    expect(await holderOf(domain, 'ana@ejemplo.mx')).toBe(eva);
  });

  test('of case alone releases nothing', async () => {
    const domain = await openDomain();
    const { settled } = await running(domain);
    const ana = await register(domain, 'ana');
    await domain.accounts.changeEmail(ana, 'Ana@Ejemplo.mx', domain.context());
    await domain.accounts.changeUsername(ana, 'ANA', domain.context());
    await settled();
    expect((await domain.commands.load(user, ana)).state).toMatchObject({ email: 'Ana@ejemplo.mx', username: 'ANA' });
    expect(await holderOf(domain, 'ana@ejemplo.mx')).toBe(ana);
    expect(await domain.reservations.holders('username', 'ana')).toEqual([ana]);
  });

  test('that was changed back before the reactor came keeps what is in use', async () => {
    const domain = await openDomain();
    const { stop } = await running(domain);
    await stop();
    const ana = await register(domain, 'ana');
    await domain.accounts.changeEmail(ana, 'nueva@ejemplo.mx', domain.context());
    await domain.accounts.changeEmail(ana, 'ana@ejemplo.mx', domain.context());
    await (await running(domain)).settled();
    expect(await holderOf(domain, 'ana@ejemplo.mx')).toBe(ana);
    expect(await holderOf(domain, 'nueva@ejemplo.mx')).toBeNull();
  });
});

describe('a change of e-mail that is being taken back', () => {
  test('keeps the reservation it has just made, when the reactor comes late', async () => {
    const domain = await openDomain();
    const { stop } = await running(domain);
    await stop();
    const ana = await register(domain, 'ana');
    await domain.accounts.changeEmail(ana, 'nueva@ejemplo.mx', domain.context());
    // The first of the two appends of changing back.
    await domain.reservations.reserve('email', 'ana@ejemplo.mx', ana, domain.context());
    await (await running(domain)).settled();
    expect(await holderOf(domain, 'ana@ejemplo.mx')).toBe(ana);
    await expect(register(domain, 'eva', { email: 'ana@ejemplo.mx' })).rejects.toThrow('EMAIL_TAKEN');
    // It never came: the address is not lost.
    domain.clock.advance(60_000);
    await register(domain, 'eva', { email: 'ana@ejemplo.mx' });
  });
});

describe('an erasure', () => {
  async function erased() {
    const domain = await openDomain();
    const before = await domain.store.head();
    const reacting = await running(domain);
    const ana = await register(domain, 'ana', { firstName: 'Guadalupe' });
    await domain.passwords.set(ana, 'Secreta#1');
    const token = await signIn(domain, ana, 'a');
    await domain.accounts.changeEmail(ana, 'nueva@ejemplo.mx', domain.context());
    await domain.accounts.govern(ana, { type: 'erase' }, domain.context());
    await reacting.settled();
    return { domain, ana, token, before, ...reacting };
  }

  test('destroys the key, ends the sessions, removes the password and frees the names', async () => {
    const { domain, ana, token } = await erased();
    expect((await domain.vault.get('keys', String(ana)))?.value).toEqual({ erased: true });
    expect(await domain.keys.forReading(String(ana))).toBeNull();
    expect(await domain.sessionTokens.find(token)).toBeNull();
    expect(await domain.passwords.matches(ana, 'Secreta#1')).toBe(false);
    for (const email of ['ana@ejemplo.mx', 'nueva@ejemplo.mx']) expect(await holderOf(domain, email)).toBeNull();
    expect(await domain.reservations.holders('username', 'ana')).toEqual([]);
    const next = await register(domain, 'ana', { email: 'nueva@ejemplo.mx' });
    expect(next).not.toBe(ana);
    expect(await deadLetters(domain)).toEqual([]);
  });

  test('leaves every fact in its place, without a name', async () => {
    const { domain, ana } = await erased();
    const fresh = await domain.another();
    const facts = await fresh.events(`user-${ana}`);
    expect(facts.map(({ type }) => type)).toEqual([
      'UserRegistered',
      'EmailVerificationRequested',
      'EmailChanged',
      'EmailVerificationRequested',
      'UserDeactivated',
      'UserErased',
    ]);
    expect(facts[0]?.data).toMatchObject({ userId: ana, role: 'student', username: null, email: null, firstName: null });
    expect(facts[2]?.data).toEqual({ userId: ana, email: null, previous: null });
    expect(await fresh.types(`sessions-${ana}`)).toEqual(['SessionStarted', 'SessionEnded']);
    expect((await fresh.events(`sessions-${ana}`))[0]?.data).toMatchObject({ device: null });
    expect((await fresh.commands.load(user, ana)).state.status).toBe('erased');
  });

  test('takes along what they had left as a visitor, though the process died in between; nothing of others, nor what came later', async () => {
    const domain = await openDomain();
    const visitor = { actor: { userId: null, role: 'visitor' } } as const;
    const send = async (email: string, subject = 'Agentes de IA') =>
      (await domain.leads.capture({ ...lead, email, subject }, domain.context(undefined, visitor))).leadId;
    const { stop } = await running(domain);
    await stop();
    const hers = [await send('ANA@ejemplo.mx'), await send('ana@ejemplo.mx', 'Consultoría')];
    const others = await send('eva@ejemplo.mx');
    const ana = await register(domain, 'ana');
    // Registered with somebody's address, and never showed that it is theirs.
    const stranger = await register(domain, 'eva');
    await confirmEmail(domain.commands, ana, domain.context());
    for (const userId of [ana, stranger]) await domain.accounts.govern(userId, { type: 'erase' }, domain.context());
    const later = await send('ana@ejemplo.mx', 'Después');

    let died = 0;
    const dying = {
      ...domain.leads,
      erase: async (...given: Parameters<typeof domain.leads.erase>) => {
        const done = await domain.leads.erase(...given);
        if (died++ === 0) throw new Error('the process died');
        return done;
      },
    };
    const reacting = react(domain, [accountReactor(domain.commands, domain.reservations, domain.accountSecrets, dying)]);
    await reacting.settled();
    expect(await deadLetters(domain)).toEqual([]);
    const fresh = await domain.another();
    for (const id of hers) {
      expect(await fresh.types(`lead-${id}`)).toEqual(['LeadCaptured', 'LeadErased']);
      expect((await fresh.events(`lead-${id}`))[0]?.data).toMatchObject({ name: null, email: null, phone: null, message: null });
    }
    for (const id of [others, later]) {
      expect(await fresh.types(`lead-${id}`)).toEqual(['LeadCaptured']);
      expect((await fresh.events(`lead-${id}`))[0]?.data).toMatchObject({ name: lead.name });
    }
  });

  test('is not held up by leads whose keys are lost: theirs are erased, those of others stay as they are', async () => {
    const domain = await openDomain();
    const ana = await register(domain, 'ana');
    await confirmEmail(domain.commands, ana, domain.context());
    const visitor = { actor: { userId: null, role: 'visitor' } } as const;
    const send = async (email: string) => (await domain.leads.capture({ ...lead, email }, domain.context(undefined, visitor))).leadId;
    const [hers, others] = [await send('ana@ejemplo.mx'), await send('eva@ejemplo.mx')];
    for (const key of [hers, others]) await domain.vault.remove('keys', key);

    // Another process, whose keys are not in memory; every lead is looked through.
    const elsewhere = await domain.another();
    const finders = { leads: () => async () => [hers, others], courses: () => async () => null };
    const reactor = accountReactor(elsewhere.commands, elsewhere.reservations, elsewhere.accountSecrets, elsewhere.leads, finders);
    const reacting = react(elsewhere, [reactor]);
    await reacting.handled(null);
    await elsewhere.accounts.govern(ana, { type: 'erase' }, elsewhere.context());
    await reacting.settled();
    expect(await deadLetters(elsewhere)).toEqual([]);
    expect(await elsewhere.keys.forReading(String(ana))).toBeNull();
    expect(await elsewhere.types(`lead-${hers}`)).toEqual(['LeadCaptured', 'LeadErased']);
    const stored = (await domain.stored()).filter(({ stream }) => stream === `lead-${others}`);
    expect(stored.map(({ type }) => type)).toEqual(['LeadCaptured']);
  });

  test('takes along an enrolment that was on its way, though the key is gone', async () => {
    const { domain, ana, settled } = await erased();
    const ids = { userId: ana, courseId: 7 };
    const plan = { unlockRule: 'free', modules: [] } as const;
    await domain.commands.handle(enrolment, `${ana}_7`, { type: 'enrol', ...ids, ...byItself('self'), plan }, domain.context());
    await settled();
    expect((await domain.types(`enrolment-${ana}_7`)).at(-1)).toBe('LearnerUnenrolled');
    expect(await deadLetters(domain)).toEqual([]);
  });

  test('done again, from any point, does no harm and takes nothing from whoever has the names now', async () => {
    const { domain, ana, before, stop } = await erased();
    await stop();
    const next = await register(domain, 'ana', { email: 'nueva@ejemplo.mx' });
    await domain.vault.put('checkpoints', reactorOf(domain).name, { position: before });
    const events = (await domain.stored()).length;
    const elsewhere = await domain.another();
    await (await running(elsewhere)).settled();
    expect(await holderOf(domain, 'nueva@ejemplo.mx')).toBe(next);
    expect(await domain.keys.forReading(String(next))).not.toBeNull();
    expect(await domain.keys.forReading(String(ana))).toBeNull();
    expect((await domain.stored()).length).toBe(events);
    expect(await deadLetters(domain)).toEqual([]);
  });
});
