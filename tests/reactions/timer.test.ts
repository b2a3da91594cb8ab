import { describe, expect, test } from 'vitest';
import { sessions } from '../../backend/commands/identity/sessions.ts';
import { createTimer, type Deadline } from '../../backend/commands/kernel/timer.ts';
import { SESSION_MS, sessionReactor } from '../../backend/commands/reactions/sessions.ts';
import { openDomain, register } from '../support/domain.ts';
import { react } from '../support/reacting.ts';

async function setUp(act: (deadline: Deadline) => void = () => {}) {
  const domain = await openDomain();
  const done: { thing: string; commandId: string }[] = [];
  const open = () =>
    createTimer(domain.vault, {
      async remind(deadline, { commandId }) {
        act(deadline);
        done.push({ thing: deadline.thing, commandId });
      },
    });
  const timer = open();
  const inMs = (ms: number) => new Date(domain.clock.now().getTime() + ms).toISOString();
  const remind = (thing: string, ms: number) => timer.schedule({ thing, due: inMs(ms), kind: 'remind', data: {} });
  const tick = () => timer.tick(domain.clock.now());
  return { domain, timer, open, remind, tick, done, things: () => done.map(({ thing }) => thing), inMs };
}

describe('the timer', () => {
  test('does what is due, in order of time, once, and nothing before', async () => {
    const { domain, remind, tick, things } = await setUp();
    await remind('tarde', 2_000);
    await remind('pronto', 1_000);
    expect(await tick()).toBe(0);
    domain.clock.advance(999);
    expect(await tick()).toBe(0);
    domain.clock.advance(1);
    expect(await tick()).toBe(1);
    expect(await tick()).toBe(0);
    domain.clock.advance(10_000);
    expect(await tick()).toBe(1);
    expect(things()).toEqual(['pronto', 'tarde']);
  });

  test('a deadline asked for twice is one; another time or thing is another', async () => {
    const { domain, remind, tick, done } = await setUp();
    await remind('a', 1_000);
    await remind('a', 1_000);
    await remind('a', 2_000);
    await remind('b', 1_000);
    domain.clock.advance(5_000);
    expect(await tick()).toBe(3);
    expect(new Set(done.map(({ commandId }) => commandId)).size).toBe(3);
  });

  test('what is due while the process is away is done afterwards, by the next', async () => {
    const { domain, remind, open, things } = await setUp();
    await remind('a', 1_000);
    domain.clock.advance(86_400_000);
    expect(await open().tick(domain.clock.now())).toBe(1);
    expect(things()).toEqual(['a']);
  });

  test('one that fails stays, with the same command id, and holds up nobody', async () => {
    let broken = true;
    const { domain, remind, tick, things, done } = await setUp(({ thing }) => {
      if (thing === 'roto' && broken) throw new Error('not now');
    });
    await remind('roto', 1_000);
    await remind('bien', 2_000);
    domain.clock.advance(5_000);
    await expect(tick()).rejects.toThrow('1 deadlines could not be met');
    expect(things()).toEqual(['bien']);
    broken = false;
    expect(await tick()).toBe(1);
    expect(things()).toEqual(['bien', 'roto']);
    await remind('roto', -4_000);
    await tick();
    expect(done[2]?.commandId).toBe(done[1]?.commandId);
  });

  test('any number is due at once', async () => {
    const { domain, remind, tick, things } = await setUp();
    for (let index = 0; index < 450; index++) await remind(`cosa ${String(index).padStart(3, '0')}`, 1_000);
    await remind('después', 60_000);
    domain.clock.advance(1_000);
    expect(await tick()).toBe(450);
    expect(new Set(things()).size).toBe(450);
  });
});

test('every session ends after thirty days, on record, unless it ended before', async () => {
  const { domain } = await setUp();
  const timer = createTimer(domain.vault, {
    async endSession({ data }, context) {
      const command = { type: 'end', sessionId: String(data.sessionId), cause: 'expired' } as const;
      await domain.commands.handle(sessions, Number(data.userId), command, context);
    },
  });
  const reacting = react(domain, [sessionReactor(timer)]);
  await reacting.handled(null);
  const userId = await register(domain, 'ana');
  const start = (sessionId: string) =>
    domain.commands.handle(sessions, userId, { type: 'start', userId, sessionId, method: 'password', device: null }, domain.context());
  await start('a');
  await start('b');
  await domain.commands.handle(sessions, userId, { type: 'end', sessionId: 'b', cause: 'logout' }, domain.context());
  await reacting.settled();
  domain.clock.advance(SESSION_MS - 1);
  expect(await timer.tick(domain.clock.now())).toBe(0);
  domain.clock.advance(1);
  expect(await timer.tick(domain.clock.now())).toBe(2);
  const ended = (await domain.events(`sessions-${userId}`)).filter(({ type }) => type === 'SessionEnded').map(({ data }) => data);
  expect(ended).toEqual([
    { userId, sessionId: 'b', cause: 'logout' },
    { userId, sessionId: 'a', cause: 'expired' },
  ]);
});
