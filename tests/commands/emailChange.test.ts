import { describe, expect, test } from 'vitest';
import { createAccounts } from '../../backend/commands/identity/accounts.ts';
import { createReservations } from '../../backend/commands/identity/reservations.ts';
import { EMAIL_CHANGE_VALID_MS, user } from '../../backend/commands/identity/user.ts';
import { createCommands } from '../../backend/commands/kernel/handle.ts';
import { accountReactor } from '../../backend/commands/reactions/accounts.ts';
import { openDomain, register, type TestDomain, testConfig } from '../support/domain.ts';
import { react } from '../support/reacting.ts';

/** Another address for an account: it counts once it is confirmed, is kept until then, and no longer. */

const NEW = 'nueva@ejemplo.mx';
const stateOf = async (domain: TestDomain, userId: number) => (await domain.commands.load(user, userId)).state;
const confirmed = async (domain: TestDomain, name: string) => {
  const userId = await register(domain, name);
  await domain.commands.handle(user, userId, { type: 'proveEmail', email: `${name}@ejemplo.mx` }, domain.context());
  return userId;
};
const ask = (domain: TestDomain, userId: number, email = NEW) => domain.accounts.changeEmail(userId, email, domain.context());
/** The id in the link of the last request. */
const linkOf = async (domain: TestDomain, userId: number) => (await stateOf(domain, userId)).pendingEmail?.event ?? '';
const confirm = (domain: TestDomain, userId: number, link: string) => domain.accounts.confirmEmailChange(userId, link, domain.context());
const free = async (domain: TestDomain, email: string) => !(await domain.reservations.taken('email', email, null, domain.clock.now()));

describe('a change of address', () => {
  // rows: D12
  test('is a request until its link is followed; then the address counts, confirmed', async () => {
    const domain = await openDomain();
    const ana = await confirmed(domain, 'ana');
    await ask(domain, ana);
    expect((await domain.types(`user-${ana}`)).at(-1)).toBe('EmailChangeRequested');
    expect(await stateOf(domain, ana)).toMatchObject({ email: 'ana@ejemplo.mx', verified: true, pendingEmail: { email: NEW } });
    const link = await linkOf(domain, ana);
    await confirm(domain, ana, link);
    expect((await domain.types(`user-${ana}`)).slice(-2)).toEqual(['EmailChanged', 'EmailVerified']);
    expect(await stateOf(domain, ana)).toMatchObject({ email: NEW, verified: true, pendingEmail: null });
    // Following it again is no failure and writes nothing.
    await confirm(domain, ana, link);
    expect((await domain.types(`user-${ana}`)).filter((type) => type === 'EmailChanged')).toHaveLength(1);
  });

  test('keeps the address from everybody else while it may be confirmed, and no longer', async () => {
    const domain = await openDomain();
    const ana = await confirmed(domain, 'ana');
    await ask(domain, ana);
    const link = await linkOf(domain, ana);
    domain.clock.advance(EMAIL_CHANGE_VALID_MS);
    expect(await free(domain, NEW)).toBe(false);
    await expect(register(domain, 'eva', { email: 'NUEVA@ejemplo.mx' })).rejects.toThrow('EMAIL_TAKEN');
    domain.clock.advance(1);
    expect(await free(domain, NEW)).toBe(true);
    await expect(confirm(domain, ana, link)).rejects.toThrow('TOKEN_EXPIRED');
    await register(domain, 'eva', { email: NEW });
    await expect(ask(domain, ana)).rejects.toThrow('EMAIL_TAKEN');
    expect(await stateOf(domain, ana)).toMatchObject({ email: 'ana@ejemplo.mx', verified: true });
  });

  test('a second request takes the place of the first: its link is void, its address free', async () => {
    const domain = await openDomain();
    const { handled, settled } = react(domain, [accountReactor(domain.commands, domain.reservations, domain.accountSecrets, domain.leads)]);
    await handled(null);
    const ana = await confirmed(domain, 'ana');
    await ask(domain, ana, 'primera@ejemplo.mx');
    const first = await linkOf(domain, ana);
    await ask(domain, ana);
    await settled();
    await expect(confirm(domain, ana, first)).rejects.toThrow('TOKEN_INVALID');
    expect([await free(domain, 'primera@ejemplo.mx'), await free(domain, NEW)]).toEqual([true, false]);
    // The same address once more: a new link, and the address is kept.
    const second = await linkOf(domain, ana);
    await ask(domain, ana);
    await settled();
    expect(await free(domain, NEW)).toBe(false);
    await expect(confirm(domain, ana, second)).rejects.toThrow('TOKEN_INVALID');
    await domain.accounts.cancelEmailChange(ana, domain.context());
    await settled();
    expect(await free(domain, NEW)).toBe(true);
    await expect(confirm(domain, ana, await linkOf(domain, ana))).rejects.toThrow('TOKEN_INVALID');
    expect(await stateOf(domain, ana)).toMatchObject({ email: 'ana@ejemplo.mx', pendingEmail: null });
    // Asked for, then erased: both addresses are free.
    await ask(domain, ana);
    await domain.accounts.govern(ana, { type: 'erase' }, domain.context());
    await settled();
    expect(await domain.reservations.holders('email', NEW)).toEqual([]);
    expect(await domain.reservations.holders('email', 'ana@ejemplo.mx')).toEqual([]);
  });

  test('is refused when somebody has the address, or asked for it first', async () => {
    const domain = await openDomain();
    const [ana, eva] = [await confirmed(domain, 'ana'), await confirmed(domain, 'eva')];
    await expect(ask(domain, ana, 'EVA@ejemplo.mx')).rejects.toThrow('EMAIL_TAKEN');
    await ask(domain, ana);
    await expect(ask(domain, eva)).rejects.toThrow('EMAIL_TAKEN');
    expect((await stateOf(domain, eva)).pendingEmail).toBeNull();
  });

  test('of one who never confirmed any replaces it at once, and a link goes to the new one', async () => {
    const domain = await openDomain();
    const ana = await register(domain, 'ana');
    await ask(domain, ana);
    expect((await domain.types(`user-${ana}`)).slice(-2)).toEqual(['EmailChanged', 'EmailVerificationRequested']);
    expect(await stateOf(domain, ana)).toMatchObject({ email: NEW, verified: false, pendingEmail: null });
    // Once one was confirmed, the address is no slip of the pen any more. Older releases replaced that at once too: such histories exist.
    await domain.commands.handle(user, ana, { type: 'proveEmail', email: NEW }, domain.context());
    const email = 'sin_confirmar@ejemplo.mx';
    const [reservation] = await domain.reservations.reserve('email', email, ana, domain.context());
    await domain.commands.handle(user, ana, { type: 'changeEmail', email, reservation }, domain.context());
    await ask(domain, ana, 'otra@ejemplo.mx');
    expect(await stateOf(domain, ana)).toMatchObject({ email, pendingEmail: { email: 'otra@ejemplo.mx' } });
  });

  test('that only writes the address otherwise is none: what was confirmed stays so', async () => {
    const domain = await openDomain();
    const ana = await confirmed(domain, 'ana');
    await ask(domain, ana, 'Ana@Ejemplo.mx');
    expect(await stateOf(domain, ana)).toMatchObject({ email: 'Ana@ejemplo.mx', verified: true, pendingEmail: null });
  });

  /** Accounts of a process that dies just before it writes an event of this type. */
  const dying = (domain: TestDomain, type: string) => {
    let once = false;
    const commands = createCommands({
      ...domain.log,
      async append(stream, expected, events, meta) {
        if (!once && events.some((event) => event.type === type)) {
          once = true;
          throw new Error('crash');
        }
        return domain.log.append(stream, expected, events, meta);
      },
    });
    return createAccounts(commands, createReservations(commands, testConfig.reservationKey));
  };

  test('survives a crash between reserving and asking, and between asking and confirming', async () => {
    const domain = await openDomain();
    const ana = await confirmed(domain, 'ana');
    await expect(dying(domain, 'EmailChangeRequested').changeEmail(ana, NEW, domain.context('ask'))).rejects.toThrow('crash');
    expect([await free(domain, NEW), (await stateOf(domain, ana)).pendingEmail]).toEqual([false, null]);
    await domain.accounts.changeEmail(ana, NEW, domain.context('ask'));
    const link = await linkOf(domain, ana);
    await expect(dying(domain, 'EmailChanged').confirmEmailChange(ana, link, domain.context('confirm'))).rejects.toThrow('crash');
    expect(await stateOf(domain, ana)).toMatchObject({ email: 'ana@ejemplo.mx', pendingEmail: { event: link } });
    await domain.accounts.confirmEmailChange(ana, link, domain.context('confirm'));
    expect(await stateOf(domain, ana)).toMatchObject({ email: NEW, verified: true });
  });

  test('that died before it was asked for holds the address for a minute only', async () => {
    const domain = await openDomain();
    const ana = await confirmed(domain, 'ana');
    await expect(dying(domain, 'EmailChangeRequested').changeEmail(ana, NEW, domain.context())).rejects.toThrow('crash');
    domain.clock.advance(60_000);
    const eva = await register(domain, 'eva', { email: NEW });
    expect(await domain.reservations.holders('email', NEW)).toEqual([eva]);
    await expect(ask(domain, ana)).rejects.toThrow('EMAIL_TAKEN');
  });

  test('nobody gets an address that an overtaken link still names', async () => {
    const domain = await openDomain();
    const ana = await confirmed(domain, 'ana');
    await ask(domain, ana);
    domain.clock.advance(EMAIL_CHANGE_VALID_MS + 1);
    const eva = await register(domain, 'eva', { email: NEW });
    // A process whose clock is behind takes the link for good.
    const late = { ...domain.context(), now: new Date(domain.clock.now().getTime() - 60_000) };
    await expect(domain.accounts.confirmEmailChange(ana, await linkOf(domain, ana), late)).rejects.toThrow('EMAIL_TAKEN');
    expect((await stateOf(domain, eva)).email).toBe(NEW);
    expect((await stateOf(domain, ana)).email).toBe('ana@ejemplo.mx');
  });
});
