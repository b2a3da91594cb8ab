import type { EventLog } from '../../../events/log.ts';
import { type NumberKind, numberKind } from '../../../events/operations.ts';
import type { AppendOptions, Position } from '../../../events/store/port.ts';
import type { Decider } from './decider.ts';
import { type CommandContext, type Commands, derived, metadataOf } from './handle.ts';

/** The known ancestors of a numbered thing. */
export interface Parents {
  courseId: number | null;
  moduleId: number | null;
  classId: number | null;
  /** Of questions and their options: the quiz. */
  subtopicId?: number;
}

export const noParents: Parents = { courseId: null, moduleId: null, classId: null };

/**
 * Allots the next `count` consecutive numbers of a kind: versions of events appended to `numbers-<kind>`, plus 1. Gaps occur, repeats do not.
 * `context` must have an id of its own for these numbers (use `derived`): a repeat gets the same numbers.
 */
export async function takeNumbers(
  log: EventLog,
  kind: NumberKind,
  parents: Parents,
  count: number,
  context: CommandContext,
): Promise<number[]> {
  return takeNumbersWithin(log, kind, Array<Parents>(count).fill(parents), context);
}

/** The most numbers of one append. */
const NUMBERS_AT_ONCE = 1_000;
/** One number for each of these, across several parents. */
export async function takeNumbersWithin(
  log: EventLog,
  kind: NumberKind,
  parents: readonly Parents[],
  context: CommandContext,
  options?: AppendOptions,
): Promise<number[]> {
  const numbers: number[] = [];
  for (let from = 0; from < parents.length; from += NUMBERS_AT_ONCE) {
    const events = parents.slice(from, from + NUMBERS_AT_ONCE).map((each) => ({ type: 'NumberTaken', data: { kind, ...each } }));
    const own = from === 0 ? context : derived(context, from);
    const { version } = await log.append(`numbers-${kind}`, 'any', events, metadataOf(own), options);
    numbers.push(...events.map((_, index) => version + 2 - events.length + index));
  }
  return numbers;
}

/** `followed`: what it is for is appended to the log before the number stands anywhere else, also in the vault; a power cut may take it back until then. */
export const takeNumber = async (
  log: EventLog,
  kind: NumberKind,
  parents: Parents,
  context: CommandContext,
  options?: AppendOptions,
): Promise<number> => (await takeNumbersWithin(log, kind, [parents], context, options))[0] as number;

/**
 * Refuses what its decider would refuse, before a number is taken for it: what is refused makes nothing grow. A command that was done already passes, so that
 * a repeat gets its first answer.
 */
export async function demandDecided<S, C, E extends { type: string; data: object }>(
  commands: Commands,
  decider: Decider<S, C, E>,
  id: string | number,
  command: C,
  context: CommandContext,
): Promise<void> {
  const dry: Decider<S, C, E> = {
    ...decider,
    decide(asked, state) {
      decider.decide(asked, state);
      return [];
    },
  };
  await commands.handle(dry, id, command, context);
}

/** Finds the ancestors of a number by reading event number − 1; null where it was never allotted. Ancestors never change, so answers are cached. */
export function createOwners(log: EventLog): (kind: NumberKind, id: number) => Promise<(Parents & { position: Position }) | null> {
  const known = new Map<string, Parents & { position: Position }>();
  return async (kind, id) => {
    numberKind.parse(kind);
    const key = `${kind}:${id}`;
    const found = known.get(key);
    if (found) return found;
    // Decoded singly: the rest of the page is about other things.
    for await (const record of log.store.readStream(`numbers-${kind}`, id - 1)) {
      const [event] = await log.decode([record]);
      if (!event) return null;
      const { courseId, moduleId, classId, subtopicId } = event.data as Parents;
      const parents = { courseId, moduleId, classId, ...(subtopicId !== undefined && { subtopicId }), position: event.position };
      if (known.size > 50_000) known.clear();
      known.set(key, parents);
      return parents;
    }
    return null;
  };
}
