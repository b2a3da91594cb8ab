import { describe, expect, test } from 'vitest';
import { sessions } from '../../backend/commands/identity/sessions.ts';
import { refuse } from '../../backend/commands/kernel/errors.ts';
import { createTimer, type Deadline } from '../../backend/commands/kernel/timer.ts';
import { SESSION_MS, sessionReactor } from '../../backend/commands/reactions/sessions.ts';
import { openDomain, register } from '../support/domain.ts';
import { react } from '../support/reacting.ts';
import { until } from '../support/until.ts';

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

  test('one about something that the log has lost is not tried for ever', async () => {
    let code = 'USER_NOT_FOUND';
    const { domain, remind, tick } = await setUp(() => refuse(code));
    await remind('pedido perdido', 0);
    await expect(tick()).rejects.toThrow('1 deadlines could not be met');
    code = 'ORDER_NOT_FOUND';
    await tick();
    expect(await domain.vault.list('deadlines', '')).toEqual([]);
  });

  test('reminders due at one moment are all given, however many', async () => {
    const { domain, remind, tick, things } = await setUp();
    for (let index = 0; index < 450; index++) await remind(`cosa ${String(index).padStart(3, '0')}`, 1_000);
    await remind('después', 60_000);
    domain.clock.advance(1_000);
    expect(await tick()).toBe(450);
    expect(new Set(things()).size).toBe(450);
  });
});

describe('an action that takes long', () => {
  /** Actions that end only when told to: `begun` counts them, `end` lets all that have begun finish. */
  const slow = async () => {
    const domain = await openDomain();
    const waiting: (() => void)[] = [];
    let begun = 0;
    const open = (vault = domain.vault) =>
      createTimer(vault, {
        remind: () => {
          begun++;
          return new Promise((resolve) => waiting.push(resolve));
        },
      });
    const due = domain.clock.now().toISOString();
    const remind = (thing: string) => domain.vault.put('deadlines', `${due}|${thing}`, { thing, due, kind: 'remind', data: {} });
    const end = () => {
      for (const one of waiting.splice(0)) one();
    };
    return { domain, open, remind, end, begun: () => begun };
  };
  const lease = (epoch: number, signal = new AbortController().signal) => ({ epoch, signal });

  test('runs once at a time, however often the timer ticks', async () => {
    const { domain, open, remind, end, begun } = await slow();
    const timer = open();
    await remind('a');
    const ticks = [1, 2, 3, 4, 5].map(() => timer.tick(domain.clock.now()));
    await until(() => begun() > 0, 'the action to begin');
    await remind('b');
    ticks.push(timer.tick(domain.clock.now()));
    expect(begun()).toBe(1);
    end();
    expect(await Promise.all(ticks)).toEqual([1, 1, 1, 1, 1, 1]);
    const last = timer.tick(domain.clock.now());
    await until(() => begun() > 1, 'the next action to begin');
    end();
    expect([await last, begun()]).toEqual([1, 2]);
  });

  test('does not keep what becomes due meanwhile waiting', async () => {
    const { domain, open, remind, end, begun } = await slow();
    await remind('larga');
    const tick = open().tick(domain.clock.now());
    await until(() => begun() > 0, 'the action to begin');
    const due = new Date(domain.clock.now().getTime() + 500).toISOString();
    await domain.vault.put('deadlines', `${due}|otra`, { thing: 'otra', due, kind: 'remind', data: {} });
    await until(() => begun() > 1, 'the one that became due to begin beside it');
    end();
    expect(await tick).toBe(2);
  });

  test('of two processes that both believe in the lease, the later one does it, and the other leaves it alone', async () => {
    const { domain, open, remind, end, begun } = await slow();
    await remind('a');
    const later = open().tick(domain.clock.now(), lease(2));
    await until(() => begun() > 0, 'the action to begin');
    let over = false;
    const earlier = open((await domain.another()).vault).tick(domain.clock.now(), lease(1));
    void earlier.finally(() => {
      over = true;
    });
    await until(() => over || begun() > 1, 'the earlier one to leave it alone');
    end();
    expect([await later, await earlier, begun()]).toEqual([1, 0, 1]);
  });

  test('of a process that died in it is done by the next', async () => {
    const { domain, open, remind, end, begun } = await slow();
    await remind('a');
    void open().tick(domain.clock.now(), lease(1));
    await until(() => begun() > 0, 'the action to begin');
    const next = open((await domain.another()).vault).tick(domain.clock.now(), lease(2));
    await until(() => begun() > 1, 'the next to take it up');
    end();
    expect(await next).toBe(1);
  });

  test('holds up neither the others that are due, nor is anything begun once the lease is lost', async () => {
    const { domain, open, remind, end, begun } = await slow();
    const lost = new AbortController();
    for (let index = 0; index < 40; index++) await remind(`cosa ${index}`);
    const tick = open().tick(domain.clock.now(), lease(1, lost.signal));
    await until(() => begun() > 1, 'the next one to begin beside it');
    await until(() => begun() === 8, 'as many as run at once');
    lost.abort();
    end();
    expect([await tick, begun()]).toEqual([8, 8]);
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

test('a session that is first seen after its thirty days ends at once, and nothing is stored of its deadline', async () => {
  const { domain } = await setUp();
  let ends = 0;
  const timer = createTimer(domain.vault, {
    async endSession({ data }, context) {
      ends++;
      if (ends === 1) throw new Error('the log is away');
      const command = { type: 'end', sessionId: String(data.sessionId), cause: 'expired' } as const;
      await domain.commands.handle(sessions, Number(data.userId), command, context);
    },
  });
  const userId = await register(domain, 'ana');
  const reacting = react(domain, [sessionReactor(timer)], { backoff: [1] });
  await reacting.handled(null);
  const long = domain.context('long ago', { now: new Date(domain.clock.now().getTime() - SESSION_MS) });
  await domain.commands.handle(sessions, userId, { type: 'start', userId, sessionId: 'a', method: 'password', device: null }, long);
  await reacting.settled();
  expect([ends, await domain.types(`sessions-${userId}`)]).toEqual([2, ['SessionStarted', 'SessionEnded']]);
  expect(await domain.vault.list('deadlines', '')).toEqual([]);
});
