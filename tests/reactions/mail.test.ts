import { expect, test } from 'vitest';
import { course } from '../../backend/commands/catalogue/course.ts';
import { sessions } from '../../backend/commands/identity/sessions.ts';
import { readMailToken } from '../../backend/commands/identity/tokens.ts';
import { type UserCommand, user } from '../../backend/commands/identity/user.ts';
import { settleCheckpoints } from '../../backend/commands/kernel/reactor.ts';
import { byItself, enrolment } from '../../backend/commands/learning/enrolment.ts';
import { inbox } from '../../backend/commands/notifications/inbox.ts';
import { createFarewell, mailReactor } from '../../backend/commands/reactions/mail.ts';
import { REACTORS } from '../../backend/commands/reactions/names.ts';
import type { Mail, Mailer } from '../../backend/integrations/mail/port.ts';
import { noticeWords } from '../../events/notices.ts';
import { defaultSchool } from '../../events/siteContent.ts';
import { courseFields } from '../support/courseFields.ts';
import { openDomain, register, TEST_SECRET, type TestDomain } from '../support/domain.ts';
import { react } from '../support/reacting.ts';
import { until } from '../support/until.ts';

const publicUrl = 'https://escuela.ejemplo.mx';
const options = { publicUrl, secret: TEST_SECRET, school: async () => defaultSchool };

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
    messageId: `<${requested?.id}.verify-email@escuela.ejemplo.mx>`,
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

test('whoever registers before the reactors come to run for the first time gets the mail', async () => {
  const domain = await openDomain();
  const { sent, mailer } = outbox();
  // As a start does before anybody can write.
  await settleCheckpoints(domain.store, domain.vault, REACTORS);
  await register(domain, 'ana');
  const { settled } = await running(domain, mailer);
  await settled();
  expect(sent.map(({ to }) => to)).toEqual(['ana@ejemplo.mx']);
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
  // The mail with the link goes out first: a password that changed in between makes the link void, and it is not sent.
  await settled();
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

const subjects = (sent: readonly Mail[], to: string) => sent.filter((mail) => mail.to === to).map(({ subject }) => subject);

test('a changed e-mail is told to both addresses, and the old one does not learn the new', async () => {
  const domain = await openDomain();
  const { sent, mailer } = outbox();
  const { settled } = await running(domain, mailer);
  const userId = await register(domain, 'ana');
  await domain.accounts.changeEmail(userId, 'secreta@otra.mx', domain.context());
  await settled();
  expect(subjects(sent, 'ana@ejemplo.mx')).toContain('Cambió el correo de tu cuenta');
  const old = sent.find(({ subject }) => subject === 'Cambió el correo de tu cuenta');
  expect(`${old?.text}${old?.html}`).toContain('s…@o….mx');
  expect(`${old?.text}${old?.html}`).not.toMatch(/secreta|otra\.mx/);
  expect(subjects(sent, 'secreta@otra.mx').toSorted()).toEqual(['Confirma tu correo', 'Este es ahora el correo de tu cuenta']);
  expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(sent.length);
});

test('writing the same address otherwise is no change to tell of', async () => {
  const domain = await openDomain();
  const { sent, mailer } = outbox();
  const { settled } = await running(domain, mailer);
  const userId = await register(domain, 'ana');
  await domain.accounts.changeEmail(userId, 'Ana@Ejemplo.mx', domain.context());
  await settled();
  expect(sent.every(({ subject }) => subject === 'Confirma tu correo')).toBe(true);
});

test('a session is told of only when the device is new', async () => {
  const domain = await openDomain();
  const { sent, mailer } = outbox();
  const { settled } = await running(domain, mailer);
  const userId = await register(domain, 'ana');
  let count = 0;
  const begin = async (device: string | null, method: 'password' | 'demo' = 'password') => {
    await domain.commands.handle(
      sessions,
      userId,
      { type: 'start', userId, sessionId: `s${++count}`, method, device },
      domain.context(`session ${count}`),
    );
    await settled();
    return subjects(sent, 'ana@ejemplo.mx').filter((subject) => subject === 'Nuevo inicio de sesión en tu cuenta').length;
  };
  expect(await begin('Chrome en Linux'), 'the first ever').toBe(0);
  expect(await begin('Chrome en Linux'), 'the same again').toBe(0);
  expect(await begin('Safari en iPhone'), 'another device').toBe(1);
  expect(await begin('Safari en iPhone'), 'known by now').toBe(1);
  expect(await begin(null), 'one that says nothing of itself').toBe(2);
  expect(await begin('Firefox en Windows', 'demo'), 'the one-click demonstration').toBe(2);
  expect(sent.at(-1)?.text).toContain('Dispositivo: No lo reconocimos');
  expect(sent.at(-1)?.text).toMatch(/Cuándo: 2 de marzo de 2026, 9:00 a\.?\s?m\.?/);
});

// rows: J03
test('a reminder comes in the words of who wrote it, by their name, and leads to the course; to nobody whose account is not active', async () => {
  const domain = await openDomain();
  const { sent, mailer } = outbox();
  const { settled } = await running(domain, mailer);
  const [ana, eva, lucia] = [
    await register(domain, 'ana', { firstName: 'Ana' }),
    await register(domain, 'eva'),
    await register(domain, 'lucia', { firstName: 'Lucía', lastName: 'Fonseca' }),
  ];
  await domain.commands.handle(course, 5, { type: 'create', courseId: 5, ...courseFields({ title: 'Agentes' }) }, domain.context());
  await domain.commands.handle(user, eva, { type: 'deactivate' }, domain.context());
  for (const userId of [ana, eva]) {
    const ids = { userId, courseId: 5 };
    const plan = { unlockRule: 'free', modules: [] } as const;
    await domain.commands.handle(enrolment, `${userId}_5`, { type: 'enrol', ...ids, ...byItself('self'), plan }, domain.context());
    const text = '¿Todo bien?\n\nAquí seguimos.';
    await domain.commands.handle(
      enrolment,
      `${userId}_5`,
      { type: 'remind', ...ids, by: lucia, text, now: new Date(0).toISOString() },
      domain.context(),
    );
  }
  await settled();
  const reminders = sent.filter(({ messageId }) => messageId.includes('.reminder@'));
  expect(reminders).toMatchObject([
    { to: 'ana@ejemplo.mx', subject: 'Lucía Fonseca te escribe sobre «Agentes»', links: [`${publicUrl}/courses?courseId=5`] },
  ]);
  expect(reminders[0]?.text).toMatch(/Hola, Ana:[\s\S]*¿Todo bien\?[\s\S]*Aquí seguimos\./);
});

// rows: F13, B26
test('what is urgent for one person goes by mail at once, where they want it so; the rest waits for the summary', async () => {
  const domain = await openDomain();
  const { sent, mailer } = outbox();
  const { settled } = await running(domain, mailer);
  const [ana, eva, luz] = [
    await register(domain, 'ana', { source: 'google', firstName: 'Ana' }),
    await register(domain, 'eva', { source: 'google' }),
    await register(domain, 'luz'),
  ];
  await domain.commands.handle(course, 5, { type: 'create', courseId: 5, ...courseFields({ title: 'Agentes' }) }, domain.context());
  await domain.commands.handle(
    inbox,
    eva,
    { type: 'prefer', userId: eva, notificationType: 'urgent', channel: 'mail', on: false },
    domain.context(),
  );
  for (const userId of [ana, eva, luz])
    for (const kind of ['planPastDue', 'groupCancelled', 'coursePaid'] as const)
      await domain.notifications.notify(userId, { kind, courseId: 5, name: 'Marzo', link: '/purchases' }, domain.context());
  await settled();
  const notices = sent.filter(({ messageId }) => messageId.includes('.notice@'));
  expect(notices).toMatchObject([
    { to: 'ana@ejemplo.mx', subject: 'No pudimos cobrar tu plan Premium', links: [`${publicUrl}/purchases`] },
    { to: 'ana@ejemplo.mx', subject: 'Se canceló tu grupo «Marzo»' },
  ]);
  expect(notices[1]?.text).toContain('El curso «Agentes» ya está abierto para ti');
});

test('ways to sign in that come and go are told; linking Google at registration is not', async () => {
  const domain = await openDomain();
  const { sent, mailer } = outbox();
  const { settled } = await running(domain, mailer);
  const ana = await register(domain, 'ana');
  const eva = await register(domain, 'eva', { source: 'google' });
  const run = (userId: number, command: UserCommand) => domain.commands.handle(user, userId, command, domain.context());
  await run(ana, { type: 'linkGoogle' });
  await run(eva, { type: 'linkGoogle' });
  await run(ana, { type: 'addPasskey', passkeyId: 'llave', name: 'Mi teléfono' });
  await run(ana, { type: 'removePasskey', passkeyId: 'llave' });
  await settled();
  expect(subjects(sent, 'ana@ejemplo.mx')).toEqual([
    'Confirma tu correo',
    'Enlazaste tu cuenta de Google',
    'Agregaste una llave de acceso',
    'Quitaste una llave de acceso',
  ]);
  expect(subjects(sent, 'eva@ejemplo.mx')).toEqual([]);
});

test('whoever chose English is written to in English: from the first mail to the last', async () => {
  const domain = await openDomain();
  const { sent, mailer } = outbox();
  const { settled } = await running(domain, mailer);
  const ana = await register(domain, 'ana', { firstName: 'Ana', language: 'en' });
  const eva = await register(domain, 'eva', { source: 'google' });
  await domain.commands.handle(user, eva, { type: 'chooseLanguage', language: 'en' }, domain.context());
  await domain.notifications.notify(eva, { kind: 'planPastDue', link: '/purchases' }, domain.context());
  await settled();
  expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
    ['ana@ejemplo.mx', 'Confirm your email'],
    ['eva@ejemplo.mx', noticeWords('planPastDue', 'en', { curso: null, nombre: null }).title],
  ]);
  expect(sent[0]?.text).toMatch(/^Hello, Ana,/);
  expect(sent[0]?.html).toContain('<html lang="en"');
  await domain.accounts.govern(ana, { type: 'erase' }, domain.context());
  await createFarewell(domain.commands, mailer, options)(ana);
  expect(sent.at(-1)?.subject).toBe('Your account was erased');
});
test('the farewell is written while the address can be read, once, without a name; afterwards there is nobody to write to', async () => {
  const domain = await openDomain();
  const { sent, mailer } = outbox();
  const userId = await register(domain, 'ana', { firstName: 'Ana' });
  const farewell = createFarewell(domain.commands, mailer, options);
  await farewell(userId);
  expect(sent, 'nobody was erased yet').toEqual([]);
  await domain.accounts.govern(userId, { type: 'erase' }, domain.context());
  await farewell(userId);
  const erasure = (await domain.events(`user-${userId}`)).find(({ type }) => type === 'UserErased');
  expect(sent).toMatchObject([
    {
      to: 'ana@ejemplo.mx',
      subject: 'Tu cuenta fue borrada',
      messageId: `<${erasure?.id}.account-erased@escuela.ejemplo.mx>`,
      lastWord: true,
    },
  ]);
  expect(`${sent[0]?.text}${sent[0]?.html}`).not.toContain('Ana');
  await domain.keys.destroy(String(userId));
  const elsewhere = await domain.another();
  await createFarewell(elsewhere.commands, mailer, options)(userId);
  expect(sent).toHaveLength(1);
});

test('the mailbox shows that a farewell was written, not to whom, and keeps it when the person is forgotten', async () => {
  const { mailbox } = await openDomain();
  const mail = { userId: 7, subject: 's', text: 't', links: [], sentAt: '2026-03-02T17:00:00.000Z' };
  await mailbox.send({ ...mail, messageId: '<1.x@y>', to: 'ana@ejemplo.mx' });
  await mailbox.send({ ...mail, messageId: '<2.account-erased@y>', to: 'ana@ejemplo.mx', lastWord: true });
  await mailbox.forget(7);
  expect(await mailbox.newestFirst(10)).toEqual([{ to: 'cuenta borrada', subject: 's', text: 't', links: [], sentAt: mail.sentAt }]);
});

test('mails say the name, contact and colour that the school has now, and when they stop being of use', async () => {
  const domain = await openDomain();
  const { sent, mailer } = outbox();
  const school = { ...defaultSchool, name: 'Escuela <Ñandú> & Cía', email: 'hola@nandu.mx', color: '#123abc' };
  const reactor = mailReactor(domain.commands, mailer, { publicUrl, secret: TEST_SECRET, school: async () => school });
  const reacting = react(domain, [reactor]);
  await reacting.handled(null);
  const userId = await register(domain, 'ana');
  await domain.commands.handle(user, userId, { type: 'requestPasswordReset' }, domain.context());
  await reacting.settled();
  expect(sent[0]?.text).toContain('— Escuela <Ñandú> & Cía');
  expect(sent[0]?.html).toContain('Escuela &lt;Ñandú&gt; &amp; Cía');
  expect(sent[0]?.html).toContain('#123abc');
  expect(sent[0]?.text).toContain('¿Dudas? Escribe a hola@nandu.mx.');
  expect(sent.map(({ expiresAt }) => expiresAt)).toEqual(['2026-03-09T17:00:00.000Z', '2026-03-02T18:00:00.000Z']);
});
