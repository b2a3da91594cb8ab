import { numberKind, type NumberKind } from '../../../events/operations.ts';
import type { EventLog } from '../../../events/log.ts';
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
 * The next number of a kind: the version of one event appended to `numbers-<kind>`, plus 1. Gaps are fine, repeats impossible.
 * `commandId` must be the caller's own for this number (use `derived`): asked again, it answers the same number.
 */
export async function takeNumber(log: EventLog, kind: NumberKind, parents: Parents, context: CommandContext): Promise<number> {
  const { version } = await log.append(`numbers-${kind}`, 'any', [{ type: 'NumberTaken', data: { kind, ...parents } }], metadataOf(context));
  return version + 1;
}

/** Finds a numbered thing's ancestors by reading event id − 1; null where no such number was taken. Numbers never change owner, so answers are kept. */
export function createOwners(log: EventLog): (kind: NumberKind, id: number) => Promise<(Parents & { position: Position }) | null> {
  const known = new Map<string, Parents & { position: Position }>();
  return async (kind, id) => {
    numberKind.parse(kind);
    const key = `${kind}:${id}`;
    const found = known.get(key);
    if (found) return found;
    for await (const event of log.readStream(`numbers-${kind}`, id - 1)) {
      const { courseId, moduleId, classId } = event.data as Parents;
      const parents = { courseId, moduleId, classId, position: event.position };
      if (known.size > 50_000) known.clear();
      known.set(key, parents);
      return parents;
    }
    return null;
  };
}
