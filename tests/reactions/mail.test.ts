import { expect, test } from 'vitest';
import { readMailToken } from '../../backend/commands/identity/tokens.ts';
import { user } from '../../backend/commands/identity/user.ts';
import { mailReactor } from '../../backend/commands/reactions/mail.ts';
import type { Mail, Mailer } from '../../backend/integrations/mail/port.ts';
import { openDomain, register, TEST_SECRET, type TestDomain } from '../support/domain.ts';
import { react } from '../support/reacting.ts';
import { until } from '../support/until.ts';

const publicUrl = 'https://escuela.ejemplo.mx';
const options = { publicUrl, secret: TEST_SECRET, schoolName: 'Aulaviva' };

function outbox() {
  const sent: Mail[] = [];
  const mailer: Mailer = {
    async send(mail) {
      sent.push(mail);
    },
    async forget() {},
  };
  return { sent, mailer };
}
async function running(domain: TestDomain, mailer: Mailer) {
  const reactor = mailReactor(domain.commands, mailer, options);
  const reacting = react(domain, [reactor]);
  await reacting.handled(null);
  return { reactor, ...reacting };
}
const tokenOf = (mail: Mail | undefined) => new URL(mail?.links[0] ?? publicUrl).searchParams.get('token') ?? '';

test('a registration sends one mail whose link confirms the address', async () => {
  const domain = await openDomain();
  const { sent, mailer } = outbox();
  const { settled } = await running(domain, mailer);
  const userId = await register(domain, 'ana', { firstName: 'Ana' });
  await settled();
  const requested = (await domain.events(`user-${userId}`)).find(({ type }) => type === 'EmailVerificationRequested');
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    messageId: `<${requested?.id}@escuela.ejemplo.mx>`,
    userId,
    to: 'ana@ejemplo.mx',
    sentAt: requested?.meta.occurredAt,
  });
  expect(sent[0]?.text).toContain('Hola, Ana:');
  expect(sent[0]?.text).toContain(sent[0]?.links[0]);
  expect(sent[0]?.links[0]).toMatch(new RegExp(`^${publicUrl}/verify-email\\?token=`));
  const token = readMailToken(TEST_SECRET, 'verify-email', tokenOf(sent[0]));
  expect(token).toEqual({ userId, eventId: requested?.id });
  await domain.commands.handle(user, userId, { type: 'verifyEmail', requestedBy: token?.eventId ?? '' }, domain.context());
  expect((await domain.commands.load(user, userId)).state.verified).toBe(true);
});

test('a token is good for its purpose, its person and its event only', async () => {
  const domain = await openDomain();
  const { sent, mailer } = outbox();
  const { settled } = await running(domain, mailer);
  const userId = await register(domain, 'ana');
  await settled();
  const token = tokenOf(sent[0]);
  expect(readMailToken(TEST_SECRET, 'reset-password', token)).toBeNull();
  expect(readMailToken(`${TEST_SECRET}!`, 'verify-email', token)).toBeNull();
  expect(readMailToken(TEST_SECRET, 'verify-email', token.replace(`${userId}.`, `${userId + 1}.`))).toBeNull();
  expect(readMailToken(TEST_SECRET, 'verify-email', `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)).toBeNull();
  for (const nonsense of ['', 'x', '1.2.3', `${token}.`, `${token}\n`, `0${token.slice(1)}`.slice(1)])
    expect(readMailToken(TEST_SECRET, 'verify-email', nonsense)).toBeNull();
});

test('an event handled again sends the same mail: same Message-ID, same link', async () => {
  const domain = await openDomain();
  const before = await domain.store.head();
  const { sent, mailer } = outbox();
  const first = await running(domain, mailer);
  await register(domain, 'ana');
  await first.settled();
  await first.stop();
  await domain.vault.put('checkpoints', first.reactor.name, { position: before });
  // After a restart, at another time.
  const elsewhere = await domain.another();
  domain.clock.advance(3_600_000);
  await running(elsewhere, mailer);
  await until(() => sent.length === 2, 'the second mail');
  expect(sent[1]).toEqual(sent[0]);
});

test('the demo mailbox keeps a mail that came twice once, and forgets whose data are erased', async () => {
  const domain = await openDomain();
  const { settled } = await running(domain, domain.mailbox);
  const ana = await register(domain, 'ana');
  await register(domain, 'eva');
  await settled();
  const entries = await domain.vault.list<Omit<Mail, 'messageId'>>('mailbox', '');
  expect(entries).toHaveLength(2);
  for (const { key, value } of entries) await domain.mailbox.send({ messageId: key.slice(value.sentAt.length + 1), ...value });
  expect((await domain.mailbox.newestFirst(10)).map(({ to }) => to).toSorted()).toEqual(['ana@ejemplo.mx', 'eva@ejemplo.mx']);
  await domain.accounts.govern(ana, { type: 'erase' }, domain.context());
  await settled();
  expect((await domain.mailbox.newestFirst(10)).map(({ to }) => to)).toEqual(['eva@ejemplo.mx']);
});

test('a reset carries a link of its own; a changed password is told without one', async () => {
  const domain = await openDomain();
  const { sent, mailer } = outbox();
  const { settled } = await running(domain, mailer);
  const userId = await register(domain, 'ana');
  await domain.commands.handle(user, userId, { type: 'requestPasswordReset' }, domain.context());
  await domain.commands.handle(user, userId, { type: 'passwordChanged', by: 'reset' }, domain.context());
  await settled();
  expect(sent.map(({ subject }) => subject)).toEqual(['Confirma tu correo', 'Cambia tu contraseña', 'Tu contraseña cambió']);
  expect(readMailToken(TEST_SECRET, 'reset-password', tokenOf(sent[1]))).toMatchObject({ userId });
  expect(sent[2]?.links).toEqual([`${publicUrl}/reset-password`]);
  expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(3);
});

test('who was erased gets no mail', async () => {
  const domain = await openDomain();
  const userId = await register(domain, 'ana');
  const { sent, mailer } = outbox();
  const { stop } = await running(domain, mailer);
  await stop();
  await domain.commands.handle(user, userId, { type: 'requestPasswordReset' }, domain.context());
  await domain.accounts.govern(userId, { type: 'erase' }, domain.context());
  await domain.keys.destroy(String(userId));
  const { settled } = await running(domain, mailer);
  await settled();
  expect(sent).toEqual([]);
});
