import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Registration } from '../../backend/commands/identity/user.ts';
import type { CommandContext } from '../../backend/commands/kernel/handle.ts';
import { createDomain, type Domain } from '../../backend/domain.ts';
import type { Vault } from '../../backend/integrations/vault/port.ts';
import { openSqliteVault } from '../../backend/integrations/vault/sqlite.ts';
import type { Envelope } from '../../events/define.ts';
import { uuid5 } from '../../events/ids.ts';
import type { CourseFields } from '../../events/outline.ts';
import type { EventStore, Recorded } from '../../events/store/port.ts';
import { openSqliteStore } from '../../events/store/sqlite.ts';
import { direct } from '../simulation/stores/hop.ts';
import { connectLog, MemoryLog } from '../simulation/stores/memoryLog.ts';
import { connectVault, MemoryVault } from '../simulation/stores/memoryVault.ts';
import { courseFields } from './courseFields.ts';
import { CHEAP_PASSWORDS } from './passwords.ts';

export async function collect<T>(source: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of source) found.push(one);
  return found;
}

/** A clock that stands still until it is moved. */
export interface TestClock {
  now(): Date;
  set(iso: string): void;
  /** Milliseconds. */
  advance(ms: number): void;
}

export function createClock(start = '2026-03-02T17:00:00.000Z'): TestClock {
  let at = Date.parse(start);
  return {
    now: () => new Date(at),
    set: (iso) => {
      at = Date.parse(iso);
    },
    advance: (ms) => {
      at += ms;
    },
  };
}

export const TEST_SECRET = 'a secret that only tests know, long enough';
export const testConfig = {
  personalDataKey: new Uint8Array(32).fill(7),
  reservationKey: new Uint8Array(32).fill(9),
  passwordCost: CHEAP_PASSWORDS,
};

export interface TestDomain extends Domain {
  dir: string;
  store: EventStore;
  vault: Vault;
  clock: TestClock;
  /** A command that comes now, by the system unless `actor` says otherwise. The same name is the same command. */
  context(name?: string, more?: Partial<CommandContext>): CommandContext;
  /** Everything in the log, decoded; only of one stream where it is named. */
  events(stream?: string): Promise<Envelope[]>;
  types(stream: string): Promise<string[]>;
  /** Everything as it is stored. */
  stored(): Promise<Recorded[]>;
  /** The same log and vault as another process sees them: connections, keys and kept states of its own. */
  another(): Promise<TestDomain>;
}

/** The real embedded log and vault in a folder of their own; both are closed and removed when the test has finished. */
export async function openDomain(clock: TestClock = createClock()): Promise<TestDomain> {
  const dir = await mkdtemp(join(tmpdir(), 'aulaviva-domain-'));
  // Cleaning up runs in reverse order: the folder goes last.
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return connect(dir, clock);
}

/** The same in memory: for tests that open many. */
export function memoryDomain(clock: TestClock = createClock()): TestDomain {
  const [log, kept] = [new MemoryLog(), new MemoryVault()];
  const open = (): TestDomain =>
    over(
      connectLog(log, direct),
      connectVault(kept, direct, () => clock.now().getTime()),
      { dir: '', clock, another: async () => open() },
    );
  return open();
}

async function connect(dir: string, clock: TestClock): Promise<TestDomain> {
  const store = await openSqliteStore({ dataDir: dir });
  const vault = openSqliteVault(join(dir, 'vault.db'), () => clock.now().getTime());
  onTestFinished(async () => {
    await store.close();
    await vault.close();
  });
  return over(store, vault, { dir, clock, another: () => connect(dir, clock) });
}

function over(store: EventStore, vault: Vault, { dir, clock, another }: Pick<TestDomain, 'dir' | 'clock' | 'another'>): TestDomain {
  const domain = createDomain(store, vault, testConfig);
  const events = (stream?: string) => collect(stream === undefined ? domain.log.readAll(null) : domain.log.readStream(stream));
  return {
    ...domain,
    dir,
    store,
    vault,
    clock,
    context(name = crypto.randomUUID(), more = {}) {
      const commandId = uuid5('test', name);
      return {
        commandId,
        correlationId: commandId,
        causationId: commandId,
        actor: { userId: null, role: 'system' },
        now: clock.now(),
        ...more,
      };
    },
    events,
    types: async (stream) => (await events(stream)).map((event) => event.type),
    stored: () => collect(store.readAll(null)),
    another,
  };
}

export const registration = (name: string, more: Partial<Omit<Registration, 'userId'>> = {}): Omit<Registration, 'userId'> => ({
  username: name,
  email: `${name}@ejemplo.mx`,
  firstName: null,
  lastName: null,
  role: 'student',
  plan: 'basic',
  source: 'self',
  termsVersion: null,
  campaign: null,
  ...more,
});

export async function register(domain: TestDomain, name: string, more: Partial<Omit<Registration, 'userId'>> = {}): Promise<number> {
  const { userId } = await domain.accounts.register(registration(name, more), domain.context(), async () => {});
  return userId;
}

/** A published course with a module for each number, of that many classes. */
export async function publishedCourse(
  domain: Pick<TestDomain, 'authoring' | 'context'>,
  classes: readonly number[],
  more: Partial<CourseFields> = {},
): Promise<{ courseId: number; modules: { moduleId: number; classIds: number[] }[] }> {
  const { authoring, context } = domain;
  const { courseId } = await authoring.createCourse(courseFields(more), context());
  const modules: { moduleId: number; classIds: number[] }[] = [];
  for (const [index, count] of classes.entries()) {
    const { moduleId } = await authoring.addModule(
      courseId,
      { title: `Módulo ${index + 1}`, description: '', content: '', videoUrl: null },
      context(),
    );
    const classIds: number[] = [];
    for (let i = 0; i < count; i++) {
      const klass = { title: `Clase ${i + 1}`, description: '', videoUrl: null, subtopics: [], resources: [] };
      classIds.push((await authoring.addClass(courseId, moduleId, klass, context())).classId);
    }
    modules.push({ moduleId, classIds });
  }
  await authoring.change(courseId, { type: 'publish' }, context());
  return { courseId, modules };
}
