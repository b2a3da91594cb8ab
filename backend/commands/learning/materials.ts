import type { ResourceEvent } from '../../../events/resources.ts';
import type { Decider } from '../kernel/decider.ts';

type Event = Extract<ResourceEvent, { type: 'ResourceOpened' }>;

export interface OpenCommand {
  userId: number;
  courseId: number;
  moduleId: number;
  classId: number;
  resourceId: number;
  /** The command's clock, epoch milliseconds. */
  at: number;
}
/** When each resource of the course was last opened and counted, epoch milliseconds. */
export type MaterialsState = ReadonlyMap<number, number>;

/** A second press, or the same one sent again, is the same opening. */
const SAME_MS = 60_000;

/** What one learner opened of what goes with the classes of one course. */
export const materials: Decider<MaterialsState, OpenCommand, Event> = {
  category: 'materials',
  initial: () => new Map(),
  decide({ at, ...ids }, state) {
    const before = state.get(ids.resourceId);
    // Also where the clock was set back meanwhile.
    if (before !== undefined && Math.abs(at - before) < SAME_MS) return [];
    return [{ type: 'ResourceOpened', data: { ...ids, first: before === undefined } }];
  },
  evolve: (state, { data, meta }) => new Map(state).set(data.resourceId, Date.parse(meta.occurredAt)),
};
