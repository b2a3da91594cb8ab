import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { sessions } from '../../backend/commands/identity/sessions.ts';
import type { Reactor } from '../../backend/commands/kernel/reactor.ts';
import { accountReactor } from '../../backend/commands/reactions/accounts.ts';
import { mailReactor } from '../../backend/commands/reactions/mail.ts';
import { createOutbox } from '../../backend/integrations/mail/outbox.ts';
import type { Mail } from '../../backend/integrations/mail/port.ts';
import { defaultSchool } from '../../events/siteContent.ts';
import { openDomain, register, TEST_SECRET, type TestDomain } from '../support/domain.ts';
import { deadLetters, react } from '../support/reacting.ts';
import { until } from '../support/until.ts';

/** A host of reactors as the background thread is one, that takes itself for the only one. */
function host(domain: TestDomain, sent: Mail[]) {
  const { accountSecrets, clock, commands, leads, notifications, reservations, vault } = domain;
  const transport = {
    async send(mail: Mail) {
      await turn();
      sent.push(mail);
    },
    async forget() {},
  };
  // Looks all the time, and not only after it has taken a mail itself.
  const post = createOutbox({ vault, transport, now: clock.now, logger: { info() {}, warn() {} }, idle: 1 });
  /** Welcomes whoever has registered: nothing but the id of the command says that it was done. */
  const welcomed: number[] = [];
  const welcome: Reactor = {
    name: 'welcome',
    on: {
      async UserRegistered(event, context) {
        const { userId } = event.data as { userId: number };
        welcomed.push(userId);
        await notifications.notify(userId, { kind: 'courseGiven', courseId: 1 }, context);
      },
    },
  };
  const options = { publicUrl: 'https://escuela.ejemplo.mx', secret: TEST_SECRET, school: async () => defaultSchool };
  const stopping = new AbortController();
  const running = post.run(stopping.signal);
  onTestFinished(async () => {
    stopping.abort();
    await running;
  });
  const reactors = [mailReactor(commands, post, options), accountReactor(commands, reservations, accountSecrets, leads), welcome];
  return { ...react(domain, reactors, { backoff: [1, 5, 25, 100] }), welcomed };
}

test('the host of the reactors and its rival both believe in the lease: nothing is lost, nothing is done twice on record, no mail goes twice', {
  timeout: 60_000,
}, async () => {
  const domain = await openDomain();
  const sent: Mail[] = [];
  const hosts = [host(domain, sent), host(await domain.another(), sent)];
  for (const { handled } of hosts) await handled(null);
  const people: number[] = [];
  for (let n = 0; n < 12; n++) {
    const userId = await register(domain, `persona${n}`);
    people.push(userId);
    const start = { type: 'start', userId, sessionId: `s${n}`, method: 'password', device: 'Firefox' } as const;
    await domain.commands.handle(sessions, userId, start, domain.context());
    if (n % 3 === 1) await domain.accounts.govern(userId, { type: 'deactivate' }, domain.context());
    if (n % 3 === 2) await domain.accounts.changeUsername(userId, `otra${n}`, domain.context());
  }
  for (const { settled } of hosts) await settled();
  await until(() => sent.length >= people.length, 'a mail to each');
  for (const { welcomed } of hosts) await until(() => people.every((userId) => welcomed.includes(userId)), 'both to have done all of it');
  for (const userId of people.filter((_, n) => n % 4 === 3)) await domain.accounts.govern(userId, { type: 'erase' }, domain.context());
  for (const { settled } of hosts) await settled();

  expect(await deadLetters(domain)).toEqual([]);
  for (const { warnings } of hosts) expect(warnings).toEqual([]);
  expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(sent.length);
  expect(sent.filter(({ subject }) => /Confirma/.test(subject))).toHaveLength(people.length);
  for (const [n, userId] of people.entries()) {
    const ended = (await domain.types(`sessions-${userId}`)).filter((type) => type === 'SessionEnded');
    const notices = (await domain.types(`inbox-${userId}`)).filter((type) => type === 'NoticeGiven');
    expect(notices, `the notices of ${n}`).toHaveLength(1);
    expect(ended, `person ${n}`).toHaveLength(n % 3 === 1 || n % 4 === 3 ? 1 : 0);
    const key = (await domain.vault.get<{ erased?: true }>('keys', String(userId)))?.value;
    expect(key?.erased ?? false, `the key of ${n}`).toBe(n % 4 === 3);
    expect(await domain.reservations.holders('username', `persona${n}`)).toEqual(n % 3 === 2 || n % 4 === 3 ? [] : [userId]);
  }
});
