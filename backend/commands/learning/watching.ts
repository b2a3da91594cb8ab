import type { StreamEvent } from '../../../events/registry.ts';
import type { Decider } from '../kernel/decider.ts';
import { GrowingMap } from '../kernel/growing.ts';

type Event = StreamEvent<'watching'>;

export interface WatchCommand {
  userId: number;
  courseId: number;
  video: string;
  second: number;
}
/** The second at which each video of the course was stopped. */
export type WatchState = GrowingMap<string, number>;

/** Smaller changes, in seconds, are not recorded. */
const STEP_S = 5;

/** Where one learner stopped in the videos of one course. */
export const watching: Decider<WatchState, WatchCommand, Event> = {
  category: 'watching',
  initial: () => new GrowingMap(),
  decide({ userId, courseId, video, second }, state) {
    const before = state.get(video) ?? 0;
    const begins = second === 0 && before > 0;
    return begins || Math.abs(second - before) >= STEP_S ? [{ type: 'VideoPositionSaved', data: { userId, courseId, video, second } }] : [];
  },
  evolve: (state, { data }) => state.with(data.video, data.second),
};
