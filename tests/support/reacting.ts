import { onTestFinished } from 'vitest';
import { type DeadLetter, type Reactor, runReactors } from '../../backend/commands/kernel/reactor.ts';
import type { Vault } from '../../backend/integrations/vault/port.ts';
import type { Position } from '../../events/store/port.ts';
import type { TestDomain } from './domain.ts';
import { until } from './until.ts';

export interface Reacting {
  /** Resolves when the loops have ended. */
  stop(): Promise<void>;
  /** Resolves when every reactor has dealt with all that it wants in the log up to here (null: when each has begun). */
  handled(position: Position | null): Promise<void>;
  /** Resolves when every reactor has dealt with all that it wants of what is in the log now. */
  settled(): Promise<void>;
  warnings: { reactor?: string; error?: string }[];
}

/** Runs reactors on a real log until they are stopped or the test ends. Pauses between attempts are short. */
export function react(
  domain: TestDomain,
  reactors: readonly Reactor[],
  options: { backoff?: readonly number[]; vault?: Vault; restart?: (failures: number) => number; keepEvery?: number } = {},
): Reacting {
  const { log, vault: real, clock } = domain;
  const stopping = new AbortController();
  const warnings: Reacting['warnings'] = [];
  const running = runReactors({
    log,
    vault: options.vault ?? real,
    reactors,
    signal: stopping.signal,
    now: clock.now,
    logger: { info: () => {}, warn: (fields) => void warnings.push(fields) },
    backoff: options.backoff ?? [1, 1],
    keepEvery: options.keepEvery ?? 0,
    ...(options.restart && { restart: options.restart }),
  });
  const stop = () => {
    stopping.abort();
    return running;
  };
  onTestFinished(stop);
  const checkpoint = async ({ name }: Reactor) => (await real.get<{ position: Position | null }>('checkpoints', name))?.value;
  const handled = async (position: Position | null) => {
    for (const reactor of reactors)
      await until(async () => {
        const found = await checkpoint(reactor);
        return found && (position === null || (found.position !== null && found.position >= position));
      }, `${reactor.name} to reach ${position}`);
  };
  return {
    stop,
    warnings,
    handled,
    async settled() {
      for (const reactor of reactors) {
        await until(() => checkpoint(reactor), `${reactor.name} to begin`);
        // A reaction may append what the reactor wants to hear in turn.
        for (;;) {
          const wanted = Object.keys(reactor.on).filter((type) => reactor.on[type] !== undefined);
          const last = async () => {
            for await (const event of log.store.readAll(null, { types: wanted, backwards: true, limit: 1 })) return event.position;
            return null;
          };
          const before = await last();
          const begun = await checkpoint(reactor);
          if (before !== null && (begun?.position ?? '') < before)
            await until(async () => ((await checkpoint(reactor))?.position ?? '') >= before, `${reactor.name} to reach ${before}`);
          if ((await last()) === before) break;
        }
      }
    },
  };
}

export const deadLetters = async ({ vault }: TestDomain): Promise<DeadLetter[]> =>
  (await vault.list<DeadLetter>('dead-letters', '')).map(({ value }) => value);
