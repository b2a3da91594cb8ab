import { StoreUnavailable } from '../../events/store/port.ts';
import type { Random } from './random.ts';
import type { Hop } from './stores/hop.ts';
import type { Trace } from './trace.ts';
import type { Process, World } from './world.ts';

/**
 * What goes wrong in a run, and how often. Each seed draws its own: runs in which only some things go wrong reach further into what those do
 * than runs in which everything does.
 */
export interface Faults {
  /** Of the calls of a store: never arrives; is done, but its answer is lost; takes long. */
  failBefore: number;
  failAfter: number;
  slow: number;
  /** Mean milliseconds between two of these; null: never. */
  kill: number | null;
  cut: number | null;
  clock: number | null;
  away: number | null;
  power: number | null;
  /** Once in the run, or not at all. */
  restore: boolean;
  lostKey: boolean;
}

export const NO_FAULTS: Faults = {
  failBefore: 0,
  failAfter: 0,
  slow: 0,
  kill: null,
  cut: null,
  clock: null,
  away: null,
  power: null,
  restore: false,
  lostKey: false,
};

export function drawFaults(random: Random): Faults {
  const some = <T>(probability: number, value: T, none: T): T => (random.chance(probability) ? value : none);
  return {
    failBefore: some(0.4, 0.01, 0),
    failAfter: some(0.5, 0.01, 0),
    slow: some(0.6, 0.05, 0),
    kill: some<number | null>(0.5, 3_000, null),
    cut: some<number | null>(0.6, 1_500, null),
    clock: some<number | null>(0.3, 3_000, null),
    away: some<number | null>(0.3, 4_000, null),
    power: some<number | null>(0.15, 5_000, null),
    restore: random.chance(0.12),
    lostKey: random.chance(0.12),
  };
}

/** The way of one process to one kind of store, with the faults that stand at the moment. */
export function faultyHop(
  world: World,
  process: Process,
  store: string,
  now: { faults: () => Faults; away: () => boolean; age: () => number; losesAnswer: (call: string) => boolean },
  trace: Trace,
): Hop {
  const { random } = world;
  return (call, effect) =>
    new Promise((resolve, reject) => {
      const { faults, away } = now;
      const age = now.age();
      const { failBefore, failAfter, slow } = faults();
      const long = slow > 0 && random.chance(slow) ? 40 + random.below(400) : 0;
      const there = 0.1 + random.next() * 1.5 + (random.chance(0.5) ? long : 0);
      const lost = away() || (failBefore > 0 && random.chance(failBefore));
      const drawn = failAfter > 0 && random.chance(failAfter);
      const note = (what: string) => trace.add(`${world.now.toFixed(2)} ${process.name} ${call} ${what}`);
      const answer = (settle: () => void) => world.after(0.1 + random.next() * 1.5 + (there > 40 ? 0 : long), process, settle);
      const gone = () => new StoreUnavailable(`${store} does not answer`);
      // On its way it does not know whether the caller still lives.
      world.after(there, world.fate, () => {
        if (age !== now.age()) return;
        if (lost) {
          note('never came');
          answer(() => reject(gone()));
          return;
        }
        try {
          const result = world.as(process, effect);
          const unanswered = now.losesAnswer(call) || drawn;
          note(unanswered ? 'done, unanswered' : 'done');
          answer(() => (unanswered ? reject(gone()) : resolve(result)));
        } catch (error) {
          note(`refused: ${error instanceof Error ? error.name : 'error'}`);
          answer(() => reject(error));
        }
      });
    });
}
