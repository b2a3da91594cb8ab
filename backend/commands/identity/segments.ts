import type { DataOf, StreamEvent } from '../../../events/registry.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse } from '../kernel/errors.ts';
import { GrowingMap } from '../kernel/growing.ts';

type Event = StreamEvent<'segments'>;
export type Segment = Omit<DataOf<'SegmentSaved'>, 'segmentId'>;
export type SegmentCommand = ({ type: 'save'; segmentId: string } & Segment) | { type: 'remove'; segmentId: string };

export const MOST_SEGMENTS = 50;

/** Named filters of the list of people; stream `segments-people`. Errors: TOO_MANY_ITEMS, SEGMENT_NOT_FOUND. */
export const segments: Decider<GrowingMap<string, Segment>, SegmentCommand, Event> = {
  category: 'segments',
  initial: () => new GrowingMap(),
  decide(command, state) {
    const { segmentId } = command;
    const before = state.get(segmentId);
    if (command.type === 'remove') return before ? [{ type: 'SegmentRemoved', data: { segmentId } }] : refuse('SEGMENT_NOT_FOUND');
    const { type: _, ...data } = command;
    const same = before && (['name', 'role', 'plan', 'state'] as const).every((field) => before[field] === data[field]);
    if (same) return [];
    if (!before && state.size >= MOST_SEGMENTS) return refuse('TOO_MANY_ITEMS');
    return [{ type: 'SegmentSaved', data }];
  },
  evolve(state, event) {
    const { segmentId, ...segment } = event.data as { segmentId: string } & Segment;
    return event.type === 'SegmentSaved' ? state.with(segmentId, segment) : state.without(segmentId);
  },
};
