import { createDomain, type Domain } from '../../backend/domain.ts';
import type { Vault } from '../../backend/integrations/vault/port.ts';
import { type EventStore, StoreUnavailable } from '../../events/store/port.ts';
import { type TestDomain, testConfig } from './domain.ts';

/** A process over the log and the vault of `domain`, with nothing kept from an earlier one. It dies at its step number `at`: before the write, or when it was made and not yet answered. */
export interface Process {
  domain: Domain & Pick<TestDomain, 'vault' | 'store'>;
  /** Counts a call to an external service as a step. */
  outside<T>(call: () => Promise<T>): Promise<T>;
  /** How many appends, writes to the vault and calls were begun. */
  steps(): number;
  isDead(): boolean;
}

export function processOf(domain: TestDomain, at = Number.POSITIVE_INFINITY, when: 'before' | 'after' = 'before'): Process {
  let steps = 0;
  const step = async <T>(write: () => Promise<T>): Promise<T> => {
    steps++;
    if (steps > at || (steps === at && when === 'before')) throw new StoreUnavailable('killed');
    const done = await write();
    if (steps >= at) throw new StoreUnavailable('killed');
    return done;
  };
  const through = <T extends object>(target: T, writes: readonly (keyof T)[]): T =>
    new Proxy(target, {
      get: (of, name) => {
        const found: unknown = Reflect.get(of, name, of);
        if (typeof found !== 'function') return found;
        return writes.includes(name as keyof T)
          ? (...given: unknown[]) => step(() => Reflect.apply(found, of, given) as Promise<unknown>)
          : found.bind(of);
      },
    });
  const store = through<EventStore>(domain.store, ['append']);
  const vault = through<Vault>(domain.vault, ['put', 'insert', 'replace', 'remove']);
  return {
    domain: { ...createDomain(store, vault, testConfig), store, vault },
    outside: step,
    steps: () => steps,
    isDead: () => steps >= at,
  };
}

/** What stands in the log: the types of each stream, without those named by `but`. */
export async function storedStreams({ stored }: Pick<TestDomain, 'stored'>, but = /^numbers-/): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const { stream, type } of await stored()) if (!but.test(stream)) found[stream] = [...(found[stream] ?? []), type];
  return found;
}

export interface Interrupted<R> {
  /** `before 3`: killed before its third step. */
  at: string;
  left: Record<string, string[]>;
  /** The answer of the repeat, or the error that refused it. */
  answer: R | { refused: unknown };
}

/**
 * Runs an action in a school of its own. Then, for each of its steps, in a further school each: kills it before that step, or after it, and runs it again in
 * another
 * process. `prepare` makes the same school each time.
 */
export async function eachInterruption<T extends { domain: TestDomain }, R>(
  prepare: () => Promise<T>,
  act: (process: Process, given: T, tries: number) => Promise<R>,
  but?: RegExp,
): Promise<{ whole: Interrupted<R>; cut: Interrupted<R>[] }> {
  const given = await prepare();
  const process = processOf(given.domain);
  const whole = { at: 'whole', answer: await act(process, given, 0), left: await storedStreams(given.domain, but) };
  const cut: Interrupted<R>[] = [];
  for (let at = 1; at <= process.steps(); at++)
    for (const when of ['before', 'after'] as const) {
      const other = await prepare();
      const dying = processOf(other.domain, at, when);
      await act(dying, other, 0).catch((error: unknown) => {
        // Whatever the action's own code makes of it.
        if (!dying.isDead()) throw error;
      });
      const answer = await act(processOf(other.domain), other, 1).catch((refused: unknown) => ({ refused }));
      cut.push({ at: `${when} ${at}`, answer, left: await storedStreams(other.domain, but) });
    }
  return { whole, cut };
}
