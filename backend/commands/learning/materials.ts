import type { StreamEvent } from '../../../events/registry.ts';
import type { Decider } from '../kernel/decider.ts';
import { GrowingMap } from '../kernel/growing.ts';
import { counted, type Openings } from '../kernel/openings.ts';

type Event = StreamEvent<'materials'>;

export interface OpenCommand {
  userId: number;
  courseId: number;
  moduleId: number;
  classId: number;
  resourceId: number;
  /** The command's clock, epoch milliseconds. */
  at: number;
}
/** By resource of the course. */
export type MaterialsState = Openings<number>;

/** The resources of one course that one learner opened. */
export const materials: Decider<MaterialsState, OpenCommand, Event> = {
  category: 'materials',
  initial: () => new GrowingMap(),
  decide({ at, ...ids }, state) {
    const opening = counted(state, ids.resourceId, at);
    return opening ? [{ type: 'ResourceOpened', data: { ...ids, ...opening } }] : [];
  },
  evolve: (state, { data, meta }) => state.with(data.resourceId, Date.parse(meta.occurredAt)),
};
