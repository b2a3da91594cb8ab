import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { course } from '../../backend/commands/catalogue/course.ts';
import { user } from '../../backend/commands/identity/user.ts';
import { DomainError } from '../../backend/commands/kernel/errors.ts';
import type { CommandContext } from '../../backend/commands/kernel/handle.ts';
import { type DeadLetter, type Reactor, settleCheckpoints } from '../../backend/commands/kernel/reactor.ts';
import { reactionOperations } from '../../backend/commands/operations/reactions.ts';
import { erasureReactor } from '../../backend/commands/reactions/erasures.ts';
import { openErasureFile, readErasures } from '../../backend/integrations/erasures/file.ts';
import type { Vault } from '../../backend/integrations/vault/port.ts';
import { openSqliteVault } from '../../backend/integrations/vault/sqlite.ts';
import { DEMO_MARK, type DemoMark, demoIsLoaded } from '../../backend/process/demoMark.ts';
import { type Position, StoreUnavailable } from '../../events/store/port.ts';
import { courseFields } from '../support/courseFields.ts';
import { openDomain, register, type TestDomain } from '../support/domain.ts';
import { positionOf } from '../support/projectionSpec.ts';
import { deadLetters, react } from '../support/reacting.ts';
import { until } from '../support/until.ts';

/** Notes the titles it hears of; `act` may fail. */
function listener(act: (title: string, context: CommandContext) => void | Promise<void> = () => {}, name = 'listener') {
  const received: string[] = [];
  const reactor: Reactor = {
    name,
    on: {
      async CourseRenamed(event, context) {
        const { title } = event.data as { title: string };
        received.push(title);
        await act(title, context);
      },
    },
  };
  return { reactor, received };
}

async function school() {
  const domain = await openDomain();
  await domain.commands.handle(course, 1, { type: 'create', courseId: 1, ...courseFields() }, domain.context());
  const rename = async (title: string): Promise<Position> => {
    const { position } = await domain.commands.handle(course, 1, { type: 'change', title }, domain.context(title));
    return position as Position;
  };
  return { domain, rename };
}

/** The vault, with some of its calls replaced. */
const withVault = (vault: Vault, changes: Partial<Vault>): Vault => ({
  get: (...all) => vault.get(...all),
  put: (...all) => vault.put(...all),
  insert: (...all) => vault.insert(...all),
  replace: (...all) => vault.replace(...all),
  remove: (...all) => vault.remove(...all),
  clear: (table) => vault.clear(table),
  list: (...all) => vault.list(...all),
  count: (...all) => vault.count(...all),
  sweep: (...all) => vault.sweep(...all),
  close: () => vault.close(),
  ...changes,
});
const rewind = (domain: TestDomain, reactor: Reactor, position: Position | null) =>
  domain.vault.put('checkpoints', reactor.name, { position });

describe('where a reactor stands in the log', () => {
  test('a new one starts at the head: what happened before is not done again', async () => {
    const { domain, rename } = await school();
    await rename('antes');
    const { reactor, received } = listener();
    const running = react(domain, [reactor]);
    await running.handled(null);
    await running.handled(await rename('después'));
    expect(received).toEqual(['después']);
  });

  test('on an empty log it handles the first event there ever is', async () => {
    const domain = await openDomain();
    const received: string[] = [];
    const running = react(domain, [{ name: 'first', on: { NumberTaken: async ({ type }) => void received.push(type) } }]);
    await running.handled(null);
    await register(domain, 'ana');
    await running.settled();
    expect(received).toEqual(['NumberTaken']);
  });

  test('it goes on where it stopped, in order, and handles each once', async () => {
    const { domain, rename } = await school();
    const { reactor, received } = listener();
    const first = react(domain, [reactor]);
    await first.handled(null);
    await first.handled(await rename('1'));
    await first.stop();
    await rename('2');
    await rename('3');
    const second = react(domain, [reactor]);
    await second.handled(await rename('4'));
    expect(received).toEqual(['1', '2', '3', '4']);
  });

  test('of what it does not answer, it keeps now and then how far it came', async () => {
    const { domain } = await school();
    const { reactor, received } = listener();
    const running = react(domain, [reactor]);
    await running.handled(null);
    for (let thousands = 0; thousands < 5; thousands++) {
      const others = Array.from({ length: 1_000 }, () => ({ id: randomUUID(), type: 'Other', data: {}, metadata: {} }));
      await domain.store.append('others-1', 'any', others);
    }
    await running.handled(await domain.store.head());
    expect(received).toEqual([]);
  });

  test('an event during which it was stopped is handled again', async () => {
    const { domain, rename } = await school();
    let running = react(domain, []);
    const { reactor, received } = listener(async () => {
      if (received.length > 1) return;
      void running.stop();
      throw new Error('the outside was cut off');
    });
    running = react(domain, [reactor]);
    await running.handled(null);
    const position = await rename('1');
    await until(() => received.length > 0, 'the first attempt');
    await running.stop();
    expect(received).toEqual(['1']);
    expect(await deadLetters(domain)).toEqual([]);
    await react(domain, [reactor]).handled(position);
    expect(received).toEqual(['1', '1']);
  });

  test('one that is held up does not hold up another', async () => {
    const { domain, rename } = await school();
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const slow = listener(() => gate, 'slow');
    const quick = listener(() => {}, 'quick');
    const running = react(domain, [slow.reactor, quick.reactor]);
    await running.handled(null);
    await rename('1');
    const position = await rename('2');
    await until(() => quick.received.length === 2, 'the quick one');
    expect(slow.received).toEqual(['1']);
    open();
    await running.handled(position);
    expect(slow.received).toEqual(['1', '2']);
  });

  test('a host that has lost its lease and goes on a while takes back nothing of what the next one has kept', async () => {
    const { domain, rename } = await school();
    let go = () => {};
    const late = new Promise<void>((resolve) => {
      go = resolve;
    });
    const slow = listener(() => late);
    const running = react(domain, [slow.reactor]);
    await running.handled(null);
    const first = await rename('1');
    await until(() => slow.received.length === 1, 'the first event');
    // Positions have one length and are compared as texts.
    const beyond = `9${first.slice(1)}` as Position;
    await rewind(domain, slow.reactor, beyond);
    go();
    await rename('2');
    await until(() => slow.received.length === 2, 'the second event');
    await running.stop();
    expect((await domain.vault.get('checkpoints', slow.reactor.name))?.value).toEqual({ position: beyond });
  });

  test('a full disk is no event’s fault: it is told as a dead letter, tried again, and told no longer once there is room', async (context) => {
    if (process.platform !== 'linux') return context.skip('needs /dev/full');
    const { domain } = await school();
    const file = path.join(domain.dir, 'erasures.jsonl');
    symlinkSync('/dev/full', file);
    const running = react(domain, [erasureReactor(domain.log.store, openErasureFile(file))], { restart: () => 1 });
    await running.handled(null);
    const first = await register(domain, 'rita');
    const second = await register(domain, 'raul');
    for (const userId of [first, second]) await domain.accounts.govern(userId, { type: 'erase' }, domain.context());
    await until(() => running.warnings.length > 3, 'it to be tried again and again');
    const [told, ...others] = await deadLetters(domain);
    expect(others).toEqual([]);
    expect(told).toMatchObject({ reactor: 'erasures', stream: `user-${first}`, error: expect.stringContaining('ENOSPC') });
    rmSync(file);
    await running.settled();
    expect(await deadLetters(domain)).toEqual([]);
    expect(readErasures(file)?.map(({ stream }) => stream)).toEqual([`user-${first}`, `user-${second}`]);
  });

  test('a loop that fails starts again, and says so', async () => {
    const { domain, rename } = await school();
    const { reactor, received } = listener();
    let failures = 0;
    const vault = withVault(domain.vault, {
      async replace(table, ...given) {
        if (table === 'checkpoints' && received.length === 1 && failures++ === 0) throw new Error('disk full');
        return domain.vault.replace(table, ...given);
      },
    });
    const running = react(domain, [reactor], { vault });
    await running.handled(null);
    await running.handled(await rename('1'));
    expect(received).toEqual(['1', '1']);
    expect(running.warnings).toEqual([{ reactor: 'listener', error: 'disk full' }]);
  });
});

test('what is dealt with soon after the last time is stored when the interval is over; where that fails, the loop starts again', async () => {
  const { domain, rename } = await school();
  const { reactor, received } = listener();
  let failures = 0;
  const vault = withVault(domain.vault, {
    async replace(table, ...given) {
      if (table === 'checkpoints' && received.length === 2 && failures++ === 0) throw new Error('disk full');
      return domain.vault.replace(table, ...given);
    },
  });
  const running = react(domain, [reactor], { vault, keepEvery: 200 });
  await running.handled(null);
  await running.handled(await rename('1'));
  await running.handled(await rename('2'));
  expect(received).toEqual(['1', '2', '2']);
  expect(running.warnings).toEqual([{ reactor: 'listener', error: 'disk full' }]);
});

test('until the interval is over nothing is stored; a stop stores what was dealt with', async () => {
  const { domain, rename } = await school();
  const { reactor, received } = listener();
  const running = react(domain, [reactor], { keepEvery: 3_600_000 });
  await running.handled(null);
  const first = await rename('1');
  await running.handled(first);
  const second = await rename('2');
  await until(() => received.length === 2, 'the second to be handled');
  const stored = async () => (await domain.vault.get<{ position: string }>('checkpoints', reactor.name))?.value.position;
  expect(await stored()).toBe(first);
  await running.stop();
  expect(await stored()).toBe(second);
});

test('a loop that fails again and again waits longer each time, and no longer once it has got somewhere', async () => {
  const { domain, rename } = await school();
  const { reactor, received } = listener();
  let failing = 0;
  const waits: number[] = [];
  const vault = withVault(domain.vault, {
    async replace(table, ...given) {
      if (table === 'checkpoints' && failing > 0) {
        failing--;
        throw new Error('disk full');
      }
      return domain.vault.replace(table, ...given);
    },
  });
  const restart = (failures: number) => {
    waits.push(failures);
    return 0;
  };
  const running = react(domain, [reactor], { vault, restart });
  await running.handled(null);
  failing = 3;
  await running.handled(await rename('1'));
  failing = 2;
  await running.handled(await rename('2'));
  expect(waits).toEqual([0, 1, 2, 0, 1]);
  expect(received).toEqual(['1', '1', '1', '1', '2', '2', '2']);
});

describe('the same event handled twice', () => {
  test('gives the same command id, and nothing is appended twice', async () => {
    const { domain, rename } = await school();
    const ids: string[] = [];
    const { reactor } = listener(async (title, context) => {
      ids.push(context.commandId);
      await domain.commands.handle(course, 1, { type: 'change', category: `${title} ${ids.length}` }, context);
    });
    const before = await domain.store.head();
    const first = react(domain, [reactor]);
    await first.handled(null);
    await first.handled(await rename('1'));
    await first.stop();
    await rewind(domain, reactor, before);
    const second = react(domain, [reactor]);
    await until(() => ids.length === 2, 'the repeat');
    await second.settled();
    expect(ids[1]).toBe(ids[0]);
    expect(await domain.types('course-1')).toEqual(['CourseCreated', 'CourseRenamed', 'CourseCategorySet']);
  });

  test('other reactors and other events give other ids; the command names its cause', async () => {
    const { domain, rename } = await school();
    const contexts: CommandContext[] = [];
    const note = (_: string, context: CommandContext) => void contexts.push(context);
    const running = react(domain, [listener(note, 'a').reactor, listener(note, 'b').reactor]);
    await running.handled(null);
    await rename('1');
    await running.handled(await rename('2'));
    expect(new Set(contexts.map(({ commandId }) => commandId)).size).toBe(4);
    const events = (await domain.events('course-1')).slice(1);
    for (const event of events) {
      const caused = contexts.filter(({ causationId }) => causationId === event.id);
      expect(caused).toHaveLength(2);
      for (const context of caused)
        expect(context).toMatchObject({ correlationId: event.meta.correlationId, actor: { userId: null, role: 'system' } });
    }
  });
});

describe('what fails', () => {
  test('is tried again, and goes through when the trouble is over', async () => {
    const { domain, rename } = await school();
    let attempts = 0;
    const { reactor, received } = listener(() => {
      if (++attempts < 3) throw new Error('mail server busy');
    });
    const running = react(domain, [reactor]);
    await running.handled(null);
    await running.handled(await rename('1'));
    expect(received).toEqual(['1', '1', '1']);
    expect(await deadLetters(domain)).toEqual([]);
  });

  test('for good becomes a dead letter, and the next event has its turn', async () => {
    const { domain, rename } = await school();
    const { reactor, received } = listener((title) => {
      if (title === 'veneno') throw new TypeError('cannot do this');
    });
    const running = react(domain, [reactor]);
    await running.handled(null);
    const position = await rename('veneno');
    await running.handled(await rename('bien'));
    expect(received).toEqual(['veneno', 'veneno', 'veneno', 'bien']);
    const event = (await domain.events('course-1')).at(-2);
    expect(await deadLetters(domain)).toEqual([
      {
        reactor: 'listener',
        position,
        eventId: event?.id,
        eventType: 'CourseRenamed',
        stream: 'course-1',
        version: event?.version,
        error: 'TypeError: cannot do this',
        stack: expect.stringContaining('reactors.test.ts'),
        attempts: 3,
        at: domain.clock.now().toISOString(),
      },
    ]);
    expect(running.warnings).toMatchObject([{ reactor: 'listener', error: 'TypeError: cannot do this' }]);
  });

  test('because the stores are away is no dead letter: it goes through when they are back', async () => {
    const { domain, rename } = await school();
    let away = false;
    let attempts = 0;
    const { reactor, received } = listener(() => {
      attempts++;
      away = attempts < 8;
      if (away) throw new StoreUnavailable('the vault does not answer');
    });
    const vault = withVault(domain.vault, {
      get: async (...all) => {
        if (away) throw new StoreUnavailable('the vault does not answer');
        return domain.vault.get(...all);
      },
    });
    const running = react(domain, [reactor], {
      vault,
      restart: () => {
        away = false;
        return 1;
      },
    });
    await running.handled(null);
    await running.handled(await rename('1'));
    expect(received).toEqual(Array.from({ length: 8 }, () => '1'));
    expect(await deadLetters(domain)).toEqual([]);
    expect(running.warnings.every(({ error }) => error === 'the vault does not answer')).toBe(true);
  });

  test('because something else is away, as the mail server, becomes a dead letter', async () => {
    const { domain, rename } = await school();
    const { reactor, received } = listener(() => {
      throw new StoreUnavailable('the files cannot be reached');
    });
    const running = react(domain, [reactor]);
    await running.handled(null);
    await running.handled(await rename('1'));
    expect(received).toEqual(['1', '1', '1']);
    expect(await deadLetters(domain)).toMatchObject([{ error: 'StoreUnavailable: the files cannot be reached', attempts: 3 }]);
  });

  test('because a rule says no is recorded and not tried again; a conflict is tried again', async () => {
    const { domain, rename } = await school();
    const { reactor, received } = listener((title) => {
      throw new DomainError(title === 'choque' ? 'CONFLICT' : 'COURSE_ARCHIVED');
    });
    const running = react(domain, [reactor]);
    await running.handled(null);
    await rename('no');
    await running.handled(await rename('choque'));
    expect(received).toEqual(['no', 'choque', 'choque', 'choque']);
    expect(await deadLetters(domain)).toMatchObject([
      { error: 'DomainError: COURSE_ARCHIVED', attempts: 1 },
      { error: 'DomainError: CONFLICT', attempts: 3 },
    ]);
  });

  test('an event that cannot be read is a dead letter, not a silence', async () => {
    const { domain } = await school();
    const userId = await register(domain, 'ana');
    const received: string[] = [];
    const reactor: Reactor = { name: 'readers', on: { NameChanged: async ({ id }) => void received.push(id) } };
    // Another process, whose keys are not in memory.
    const elsewhere = await domain.another();
    const running = react(elsewhere, [reactor]);
    await running.handled(null);
    await domain.vault.remove('keys', String(userId));
    const named = await domain.commands.handle(
      user,
      userId,
      { type: 'changeName', firstName: 'Ana', lastName: undefined },
      domain.context(),
    );
    await running.handled(named.position);
    expect(received).toEqual([]);
    expect(await deadLetters(domain)).toMatchObject([{ reactor: 'readers', eventType: 'NameChanged', attempts: 3 }]);
    expect((await deadLetters(domain))[0]?.error).toMatch(/^PersonalKeyMissing/);
  });
});

describe('a dead letter that somebody asks for again', () => {
  const asker = { userId: 12, role: 'administrator' } as const;
  const ask = async (domain: TestDomain, letters: readonly DeadLetter[]) => {
    const command = {
      type: 'retry',
      letters: letters.map(({ reactor, position, eventId, eventType }) => ({ reactor, position, eventId, eventType })),
    } as const;
    const { position } = await domain.commands.handle(
      reactionOperations,
      'reactions',
      command,
      domain.context(undefined, { actor: asker }),
    );
    return position as Position;
  };

  test('is done under the ids that it had, by its own reactor alone, and is gone; what fails again stays', async () => {
    const { domain, rename } = await school();
    let broken = true;
    const contexts: CommandContext[] = [];
    const { reactor, received } = listener((title, context) => {
      contexts.push(context);
      if (broken || title === 'siempre') throw new TypeError('cannot do this');
    });
    const other = listener(() => {}, 'other');
    const running = react(domain, [reactor]);
    const beside = react(domain, [other.reactor]);
    await beside.handled(null);
    await running.handled(null);
    await rename('uno');
    await rename('siempre');
    await running.handled(await rename('dos'));
    const [first, second, third] = await deadLetters(domain);
    if (!first || !second || !third) throw new Error('three dead letters');
    // As an older release left it.
    const { stream: _, version: __, ...older } = third;
    await domain.vault.put('dead-letters', `listener:${third.position}`, older);
    broken = false;
    received.length = 0;
    domain.clock.advance(60_000);
    await running.handled(await ask(domain, [first]));
    expect(received).toEqual(['uno']);
    expect(new Set(contexts.filter(({ causationId }) => causationId === first.eventId).map(({ commandId }) => commandId)).size).toBe(1);
    await running.handled(await ask(domain, [first, second, third, { ...first, reactor: 'nobody' }]));
    expect(received).toEqual(['uno', 'siempre', 'dos']);
    expect(await deadLetters(domain)).toEqual([
      { ...second, stack: expect.any(String), attempts: 1, at: domain.clock.now().toISOString() },
    ]);
    await beside.handled(await rename('tres'));
    expect(other.received).toEqual(['uno', 'siempre', 'dos', 'tres']);
  });

  test('is done another way where the reaction itself only says that it was given up, in the name of who asked', async () => {
    const { domain, rename } = await school();
    const again: CommandContext[] = [];
    const { reactor } = listener(() => {
      throw new DomainError('GIVEN_UP');
    });
    const running = react(domain, [{ ...reactor, again: { CourseRenamed: async (_, context) => void again.push(context) } }]);
    await running.handled(null);
    await running.handled(await rename('uno'));
    const asked = await ask(domain, await deadLetters(domain));
    await running.handled(asked);
    expect(again).toMatchObject([{ actor: asker }]);
    expect(await deadLetters(domain)).toEqual([]);
  });
});

test('a checkpoint that another process took further while this one started is not set back', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'aulaviva-vault-'));
  const vault = openSqliteVault(path.join(folder, 'vault.db'));
  onTestFinished(async () => {
    await vault.close();
    rmSync(folder, { recursive: true });
  });
  const position = positionOf(2);
  await vault.put('checkpoints', 'leads', { position });
  const heads = [positionOf(1), position];
  const store = { head: async () => heads.shift() ?? position, readAll: async function* () {} };
  expect(await settleCheckpoints(store, vault, ['leads'])).toEqual([]);
  expect((await vault.get('checkpoints', 'leads'))?.value).toEqual({ position });
});

test('where the log has lost its end, every reactor takes the last events again, but none from before it began', async () => {
  const { domain, rename } = await school();
  const began = await rename('uno');
  const handled = await rename('dos');
  const head = await domain.store.head();
  const beyond = positionOf(1_000_000);
  await domain.vault.put('checkpoints', 'listener', { position: beyond });
  await domain.vault.put('checkpoints', 'slower', { position: handled, began });
  expect(await settleCheckpoints(domain.store, domain.vault, ['listener', 'slower', 'new'])).toEqual([
    { reactor: 'listener', position: beyond, head },
    { reactor: 'slower', position: handled, head },
  ]);
  const listening = listener();
  const slower = listener(undefined, 'slower');
  const fresh = listener(undefined, 'new');
  const running = [listening, slower, fresh].map(({ reactor }) => react(domain, [reactor]));
  for (const one of running) await one.handled(handled);
  expect(listening.received).toEqual(['uno', 'dos']);
  expect(slower.received).toEqual(['dos']);
  expect(fresh.received).toEqual([]);
});

test('a consequence beyond the end of the log is lost with it, also where the checkpoint is not beyond that end', async () => {
  const { domain, rename } = await school();
  const began = await rename('uno');
  await domain.vault.put('checkpoints', 'listener', { position: began, began });
  const handled = await rename('dos');
  // Something follows from it in the log.
  const listening = listener(async (title) => void (title === 'dos' && (await rename('tres'))));
  const running = react(domain, [listening.reactor]);
  await running.handled(handled);
  const { value } = (await domain.vault.get<{ position: string; reached: string }>('checkpoints', 'listener')) ?? {};
  expect(value?.reached).toBe(await domain.store.head());
  // A backup had taken the log before, and the vault later.
  const older = { head: async () => handled, readAll: domain.store.readAll.bind(domain.store) };
  await domain.vault.put('checkpoints', 'listener', { ...value, position: handled });
  expect(await settleCheckpoints(older, domain.vault, ['listener'])).toEqual([{ reactor: 'listener', position: handled, head: handled }]);
  expect((await domain.vault.get('checkpoints', 'listener'))?.value).toEqual({ position: began, began });
});

test('what reacts waits while the demo is being loaded, also where the vault is away for a moment', async () => {
  const { vault } = await openDomain();
  const signal = new AbortController();
  let asked = 0;
  const counted = withVault(vault, {
    async get(table, key) {
      if (asked++ === 1) throw new StoreUnavailable('away');
      return vault.get(table, key);
    },
  });
  const wait = (demo?: boolean) => demoIsLoaded({ demo }, counted, signal.signal, 1);
  await wait();
  await vault.put<DemoMark>(...DEMO_MARK, { end: '2026-03-02T17:00:00.000Z', loaded: false });
  await wait(false);
  let begun = false;
  const waiting = wait(true).then(() => {
    begun = true;
  });
  await until(() => asked > 5, 'it to ask some times');
  expect(begun).toBe(false);
  await vault.put<DemoMark>(...DEMO_MARK, { end: '2026-03-02T17:00:00.000Z', loaded: true });
  await waiting;
});
