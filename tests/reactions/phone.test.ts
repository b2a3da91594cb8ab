import { expect, test } from 'vitest';
import { phoneCode } from '../../backend/commands/identity/tokens.ts';
import { user } from '../../backend/commands/identity/user.ts';
import { phoneReactor } from '../../backend/commands/reactions/phone.ts';
import type { TextMessage, TextSender } from '../../backend/integrations/phone/port.ts';
import { openDomain, register, TEST_SECRET } from '../support/domain.ts';
import { deadLetters, react } from '../support/reacting.ts';

/** A sender that keeps what it was given, and fails as often as it is told to. */
function fakeSender(): TextSender & { sent: TextMessage[]; forgotten: number[]; failures: number } {
  return {
    sent: [],
    forgotten: [],
    failures: 0,
    async send(message) {
      if (this.failures-- > 0) throw new Error('no line');
      this.sent.push(message);
    },
    async forget(userId) {
      this.forgotten.push(userId);
    },
  };
}

async function opened() {
  const domain = await openDomain();
  const sender = fakeSender();
  /** How the school is called, the last one now. */
  const names = ['Aulaviva'];
  const reacting = react(domain, [
    phoneReactor(domain.commands, sender, { secret: TEST_SECRET, school: async () => ({ name: names.at(-1) ?? '' }) }),
  ]);
  await reacting.handled(null);
  const userId = await register(domain, 'ana');
  const run = (command: Parameters<typeof user.decide>[0]) => domain.commands.handle(user, userId, command, domain.context());
  return { domain, sender, reacting, userId, run, names };
}

test('a code goes to the number once, the same one whenever it is sent again', async () => {
  const { domain, sender, reacting, userId, run } = await opened();
  sender.failures = 1;
  await run({ type: 'setPhone', phone: '+526641234567' });
  await run({ type: 'requestPhoneCode' });
  await reacting.settled();
  const event = (await domain.events(`user-${userId}`)).at(-1);
  expect(sender.sent).toEqual([
    {
      id: event?.id,
      userId,
      to: '+526641234567',
      text: `${phoneCode(TEST_SECRET, userId, event?.id ?? '')} es tu código de Aulaviva. Vale 10 minutos. No lo compartas con nadie.`,
      sentAt: event?.meta.occurredAt,
    },
  ]);
  // The code is in no event.
  expect(JSON.stringify(await domain.stored())).not.toContain(sender.sent[0]?.text.slice(0, 6));
  expect(await deadLetters(domain)).toEqual([]);
});

test('a code for a number that is no longer there is not sent', async () => {
  const { sender, reacting, run } = await opened();
  await reacting.stop();
  await run({ type: 'setPhone', phone: '+526641234567' });
  await run({ type: 'requestPhoneCode' });
  await run({ type: 'setPhone', phone: null });
  expect(sender.sent).toEqual([]);
});

// rows: X08
test('who confirmed a number is told that the password changed; who did not is not', async () => {
  const { domain, sender, reacting, userId, run, names } = await opened();
  await run({ type: 'setPhone', phone: '+526641234567' });
  await run({ type: 'passwordChanged', by: 'self' });
  await reacting.settled();
  expect(sender.sent).toEqual([]);
  const { state } = await run({ type: 'requestPhoneCode' });
  await run({ type: 'verifyPhone', requestedBy: state.phoneCodeEvent ?? '' });
  names.push('Ñandú');
  await run({ type: 'passwordChanged', by: 'self' });
  await reacting.settled();
  expect(sender.sent.map(({ text }) => text).at(-1)).toMatch(/^La contraseña de tu cuenta de Ñandú acaba de cambiar/);
  await domain.accounts.govern(userId, { type: 'erase' }, domain.context());
  await reacting.settled();
  expect(sender.forgotten).toEqual([userId]);
});
