import type { EventLog } from '../../../events/log.ts';
import { type NumberKind, numberKind } from '../../../events/operations.ts';
import type { Position } from '../../../events/store/port.ts';
import { type CommandContext, metadataOf } from './handle.ts';

/** The ancestors of a numbered thing, as far as it has them. */
export interface Parents {
  courseId: number | null;
  moduleId: number | null;
  classId: number | null;
}

export const noParents: Parents = { courseId: null, moduleId: null, classId: null };

/**
 * The next `count` numbers of a kind, in a row: versions of events appended to `numbers-<kind>`, plus 1. Gaps are fine, repeats impossible.
 * `context` must carry an id of its own for these numbers (use `derived`): asked again, it answers the same numbers.
 */
export async function takeNumbers(
  log: EventLog,
  kind: NumberKind,
  parents: Parents,
  count: number,
  context: CommandContext,
): Promise<number[]> {
  if (count === 0) return [];
  const events = Array.from({ length: count }, () => ({ type: 'NumberTaken', data: { kind, ...parents } }));
  const { version } = await log.append(`numbers-${kind}`, 'any', events, metadataOf(context));
  return events.map((_, index) => version + 1 - (count - 1) + index);
}

export const takeNumber = async (log: EventLog, kind: NumberKind, parents: Parents, context: CommandContext): Promise<number> =>
  (await takeNumbers(log, kind, parents, 1, context))[0] as number;

/** Finds a numbered thing's ancestors by reading event id − 1; null where no such number was taken. Numbers never change owner, so answers are kept. */
export function createOwners(log: EventLog): (kind: NumberKind, id: number) => Promise<(Parents & { position: Position }) | null> {
  const known = new Map<string, Parents & { position: Position }>();
  return async (kind, id) => {
    numberKind.parse(kind);
    const key = `${kind}:${id}`;
    const found = known.get(key);
    if (found) return found;
    // Decoded one by one: what stands behind it is a page of other things' numbers.
    for await (const record of log.store.readStream(`numbers-${kind}`, id - 1)) {
      const [event] = await log.decode([record]);
      if (!event) return null;
      const { courseId, moduleId, classId } = event.data as Parents;
      const parents = { courseId, moduleId, classId, position: event.position };
      if (known.size > 50_000) known.clear();
      known.set(key, parents);
      return parents;
    }
    return null;
  };
}
