import { describe, expect, test } from 'vitest';
import { createCompanyAccounts } from '../../backend/commands/identity/companyAccounts.ts';
import { mailDomain, PROVIDERS, type Provider, providerOf, providers } from '../../backend/commands/identity/providers.ts';
import { sameAddress, user } from '../../backend/commands/identity/user.ts';
import { given } from '../support/deciderSpec.ts';
import { memoryDomain, publishedCourse, register, registration, type TestDomain } from '../support/domain.ts';

const terms = {
  ...{ name: 'Acero', issuer: 'https://login.acero.mx' },
  ...{ openid: { clientId: 'escuela', secretId: 's1' }, saml: null },
  ...{ domains: ['acero.mx'], createsAccounts: true, codeId: null },
};
const registered = (providerId: string, more: object = {}) =>
  ({ type: 'IdentityProviderRegistered', data: { providerId, ...terms, ...more } }) as const;
const { issuer: _, ...changeable } = terms;
const act = (type: 'pause' | 'resume' | 'remove') => ({ type, providerId: 'a' }) as const;
const paused = { type: 'IdentityProviderPaused', data: { providerId: 'a' } } as const;

describe('companies', () => {
  test('a domain belongs to one company, and none to whom everybody has an address of', () => {
    const asked = (providerId: string, domains: string[]) => ({ type: 'register', providerId, ...terms, domains }) as const;
    given(providers, [])
      .when(asked('a', ['acero.mx']))
      .then([registered('a')]);
    given(providers, [])
      .when(asked('a', ['acero.mx', 'gmail.com']))
      .thenRefused('COMPANY_DOMAIN_PUBLIC');
    given(providers, [registered('a')])
      .when(asked('b', ['otra.mx', 'acero.mx']))
      .thenRefused('COMPANY_DOMAIN_TAKEN');
    const other = registered('b', { domains: ['otra.mx'] });
    given(providers, [registered('a'), other])
      .when({ type: 'change', providerId: 'b', ...changeable })
      .thenRefused('COMPANY_DOMAIN_TAKEN');
    const removed = { type: 'IdentityProviderRemoved', data: { providerId: 'a' } } as const;
    given(providers, [registered('a'), removed])
      .when(asked('b', ['acero.mx']))
      .then([registered('b')]);
  });

  test('it is changed, paused, resumed and removed, and nothing is written where nothing changes', () => {
    given(providers, [registered('a')])
      .when({ type: 'change', providerId: 'a', ...changeable })
      .thenNothing();
    const changed = { ...changeable, domains: ['acero.mx', 'acero.com'] };
    given(providers, [registered('a')])
      .when({ type: 'change', providerId: 'a', ...changed })
      .then([{ type: 'IdentityProviderChanged', data: { providerId: 'a', ...changed } }]);
    given(providers, [registered('a')])
      .when(act('pause'))
      .then([paused]);
    given(providers, [registered('a'), paused])
      .when(act('pause'))
      .thenNothing();
    given(providers, [registered('a'), paused])
      .when(act('resume'))
      .then([{ type: 'IdentityProviderResumed', data: { providerId: 'a' } }]);
    given(providers, [registered('a')])
      .when(act('resume'))
      .thenNothing();
    given(providers, [registered('a')])
      .when(act('remove'))
      .then([{ type: 'IdentityProviderRemoved', data: { providerId: 'a' } }]);
    given(providers, []).when(act('remove')).thenRefused('COMPANY_NOT_FOUND');
  });

  test('without a new secret it keeps the one that it has', () => {
    const changed = { ...changeable, providerId: 'a' };
    given(providers, [registered('a')])
      .when({ type: 'change', ...changed, openid: { clientId: 'otra', secretId: null } })
      .then([{ type: 'IdentityProviderChanged', data: { ...changed, openid: { clientId: 'otra', secretId: 's1' } } }]);
  });

  test('it keeps its protocol: another one is another company', () => {
    const saml = {
      ...{ serviceId: 's', signIn: 'https://login.acero.mx/sso', certificates: ['uno'], subjectFrom: null, addressFrom: null },
    };
    given(providers, [registered('a')])
      .when({ type: 'change', providerId: 'a', ...changeable, openid: null, saml })
      .thenRefused('CONFLICT');
    const bySaml = registered('a', { openid: null, saml });
    const changed = { providerId: 'a', ...changeable, openid: null, saml: { ...saml, certificates: ['uno', 'dos'] } };
    given(providers, [bySaml])
      .when({ type: 'change', ...changed })
      .then([{ type: 'IdentityProviderChanged', data: changed }]);
    given(providers, [bySaml])
      .when({ type: 'change', ...changed, saml })
      .thenNothing();
  });

  test.each([
    ['Empresa.MX', 'empresa.mx'],
    ['@empresa.com.mx.', 'empresa.com.mx'],
    ['peñón.mx', 'xn--pen-8mak.mx'],
    ['empresa', null],
    ['localhost', null],
    ['10.0.0.1', null],
    ['a@b.mx', null],
    ['empresa.mx/x', null],
    ['empresa.local', null],
  ])('a mail domain is read as addresses name it: %s', (typed, domain) => {
    expect(mailDomain(typed)).toBe(domain);
  });
});

const person = { subject: 's-1', email: 'ana@acero.mx', firstName: 'Ana', lastName: 'Ruiz' };

async function openCompany(
  more: Partial<typeof terms> & { codeId?: string | null } = {},
): Promise<{ domain: TestDomain; provider: Provider }> {
  const domain = memoryDomain();
  const data = { providerId: 'a', ...terms, ...more } as Omit<Provider, 'paused'>;
  await domain.commands.handle(providers, PROVIDERS, { type: 'register', ...data }, domain.context('register'));
  return { domain, provider: { ...data, paused: false } };
}
const peopleOf = ({ commands, accounts, identities, scholarships, reservations }: TestDomain) =>
  createCompanyAccounts(commands, accounts, identities, scholarships, async (email) => {
    for (const id of await reservations.holders('email', email)) {
      const { state } = await commands.load(user, id);
      if (state.status === 'active' && sameAddress(state.email, email)) return state;
    }
    return null;
  });

describe('who signs in with their company', () => {
  test('whoever came while a platform was named otherwise keeps their account, and no other platform opens it', async () => {
    const { domain } = await openCompany();
    const people = peopleOf(domain);
    const [former, now] = ['lti https://campus.mx', '["lti","https://campus.mx","c1"]'];
    const platform = { providerId: 'p', issuer: former, createsAccounts: true, codeId: null };
    const { state: before } = await people.enter(platform, person, domain.context('before'));
    const renamed = { ...platform, issuer: now, formerly: former };
    const { state: after, isNew } = await people.enter(renamed, person, domain.context('after'));
    expect([after.userId, isNew]).toEqual([before.userId, false]);
    const stranger = { ...renamed, providerId: 'q', issuer: '["lti","https://campus.mx","c2"]' };
    await expect(people.enter(stranger, person, domain.context('stranger'))).rejects.toThrow('COMPANY_LINK_FIRST');
  });

  test('gets an account of a student, confirmed, and comes back to it under another address', async () => {
    const { domain, provider } = await openCompany();
    const people = peopleOf(domain);
    const first = await people.enter(provider, person, domain.context('one'));
    expect(first).toMatchObject({ isNew: true, withoutGrant: null, state: { role: 'student', verified: true, username: 'ana' } });
    const again = await people.enter(provider, { ...person, email: 'ana.ruiz@acero.mx' }, domain.context('two'));
    expect(again).toMatchObject({ isNew: false, state: { userId: first.state.userId } });
    expect(await domain.types(`user-${first.state.userId}`)).toEqual(['UserRegistered', 'OutsideIdentityLinked']);
  });

  test('never enters an account that has the address, until its person links it', async () => {
    const { domain, provider } = await openCompany();
    const people = peopleOf(domain);
    const userId = await register(domain, 'ana', { email: person.email });
    await expect(people.enter(provider, person, domain.context('one'))).rejects.toThrow('COMPANY_LINK_FIRST');
    await people.link(provider, person, userId, domain.context('link'));
    expect(await people.enter(provider, person, domain.context('two'))).toMatchObject({ isNew: false, state: { userId } });
    const other = await register(domain, 'otra');
    await expect(people.link(provider, person, other, domain.context('taken'))).rejects.toThrow('IDENTITY_TAKEN');
    await expect(people.link(provider, { ...person, subject: 's-2' }, userId, domain.context('second'))).rejects.toThrow('COMPANY_LINKED');
  });

  test('is not kept out by somebody who only asked for the address, and has not proved it', async () => {
    const { domain, provider } = await openCompany();
    const other = await register(domain, 'otra');
    await domain.commands.handle(user, other, { type: 'proveEmail', email: 'otra@ejemplo.mx' }, domain.context('proved'));
    await domain.accounts.changeEmail(other, person.email, domain.context('change'));
    expect((await domain.commands.load(user, other)).state.pendingEmail?.email).toBe(person.email);
    const { state } = await peopleOf(domain).enter(provider, person, domain.context('one'));
    expect(state).toMatchObject({ email: person.email, verified: true });
    expect((await domain.commands.load(user, other)).state.pendingEmail).toBeNull();
  });

  test('gets no account where the company makes none', async () => {
    const { domain, provider } = await openCompany({ createsAccounts: false });
    await expect(peopleOf(domain).enter(provider, person, domain.context('one'))).rejects.toThrow('COMPANY_NO_ACCOUNT');
  });

  test('works at the school by now: the link that the company made opens nothing, their own does', async () => {
    const { domain, provider } = await openCompany();
    const people = peopleOf(domain);
    const { userId } = (await people.enter(provider, person, domain.context('one'))).state;
    await domain.commands.handle(user, userId, { type: 'changeRole', role: 'instructor' }, domain.context('role'));
    await expect(people.enter(provider, person, domain.context('two'))).rejects.toThrow('COMPANY_STAFF');
    await people.link(provider, person, userId, domain.context('link'));
    expect(await people.enter(provider, person, domain.context('three'))).toMatchObject({ state: { userId } });
  });

  test('unlinked, it opens nothing, and may be linked to another account', async () => {
    const { domain, provider } = await openCompany();
    const people = peopleOf(domain);
    const ana = await register(domain, 'ana', { email: person.email });
    await people.link(provider, person, ana, domain.context('link'));
    await domain.commands.handle(user, ana, { type: 'unlinkOutside', providerId: 'a' }, domain.context('unlink'));
    await expect(people.enter(provider, person, domain.context('one'))).rejects.toThrow('COMPANY_LINK_FIRST');
    const other = await register(domain, 'otra');
    await people.link(provider, person, other, domain.context('other'));
    expect(await people.enter(provider, person, domain.context('two'))).toMatchObject({ state: { userId: other } });
  });

  test('whoever proves the address by mail starts anew: what another had linked opens it no more', () => {
    const began = { type: 'UserRegistered', data: { userId: 1, ...registration('ana', { email: person.email }) } } as const;
    const linked = (by: 'person' | 'provider') =>
      ({ type: 'OutsideIdentityLinked', data: { userId: 1, providerId: 'a', identity: 'x', by } }) as const;
    const unlinked = { type: 'OutsideIdentityUnlinked', data: { userId: 1, providerId: 'a' } } as const;
    const proved = [
      { type: 'EmailVerified', data: { userId: 1 } },
      { type: 'PasswordHeld', data: { userId: 1 } },
    ] as const;
    given(user, [began, linked('person')])
      .when({ type: 'proveEmail', email: 'ana@acero.mx' })
      .then([...proved, unlinked]);
    const reset = { type: 'PasswordChanged', data: { userId: 1, by: 'reset' } } as const;
    const verified = { type: 'EmailVerified', data: { userId: 1 } } as const;
    given(user, [began, verified, linked('person')])
      .when({ type: 'passwordChanged', by: 'reset' })
      .then([reset, unlinked]);
    given(user, [began, verified, linked('provider')])
      .when({ type: 'passwordChanged', by: 'reset' })
      .then([reset]);
  });

  test('gets a grant of the scholarship once; one that is used up keeps nobody out', async () => {
    const domain = memoryDomain();
    const { courseId } = await publishedCourse(domain, [1]);
    await domain.scholarships.open('becas', 'Empresas', 1, domain.context('campaign'));
    const allotment = { organisation: 'Acero', grants: 1, courseId, expiresOn: null, leadId: null };
    const { codeId } = await domain.scholarships.allot('becas', allotment, domain.context('allot'));
    const provider: Provider = { providerId: 'a', ...terms, codeId, paused: false };
    const people = peopleOf(domain);
    const first = await people.enter(provider, person, domain.context('one'));
    expect(first).toMatchObject({ isNew: true, withoutGrant: null });
    expect(await domain.types(`enrolment-${first.state.userId}_${courseId}`)).toContain('LearnerEnrolled');
    expect((await people.enter(provider, person, domain.context('two'))).withoutGrant).toBeNull();
    const late = await people.enter(provider, { ...person, subject: 's-2', email: 'eva@acero.mx' }, domain.context('three'));
    expect(late).toMatchObject({ isNew: true, withoutGrant: 'SCHOLARSHIP_CODE_USED_UP' });
  });

  test('a company that is paused, or of another domain, vouches for nobody', async () => {
    const { domain } = await openCompany();
    const { state } = await domain.commands.load(providers, PROVIDERS);
    expect(providerOf(state, 'acero.mx')?.providerId).toBe('a');
    expect(providerOf(state, 'sub.acero.mx')).toBeNull();
    const later = await domain.commands.handle(providers, PROVIDERS, act('pause'), domain.context('pause'));
    expect(providerOf(later.state, 'acero.mx')).toBeNull();
  });
});
