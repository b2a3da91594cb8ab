import { schoolDay } from '../../../events/calendar.ts';
import type { StreamEvent } from '../../../events/registry.ts';
import type { Decider } from '../kernel/decider.ts';
import { GrowingMap } from '../kernel/growing.ts';

type Event = StreamEvent<'study'>;

export interface StudyCommand {
  userId: number;
  date: string;
  courseId: number;
  tab: string;
  /** Seconds of visible study since the page was opened. */
  reported: number;
  /** The command's clock, epoch milliseconds. */
  at: number;
}

export interface StudyState {
  /** Seconds reported by each open page that were already looked at. */
  byTab: GrowingMap<string, number>;
  /** Instant up to which study time was counted, whatever page or course it came from: overlaps count once. */
  countedUntil: number | null;
  lastMinute: number | null;
  /** Seconds that the last counted report added. */
  lastSeconds: number;
}

/** Longest stretch that one report may add: pages report every 15 s, a phone may sleep in between. */
const MAX_STRETCH_S = 180;

/** Seconds of the day so far, as far as they matter: what a day's first report may add. What lies before midnight belongs to the day before. */
const sinceMidnight = ({ at, date }: StudyCommand): number =>
  // Midnight falls on a full hour (the school's offset is a whole number of hours).
  schoolDay(new Date(at - MAX_STRETCH_S * 1_000).toISOString()) === date ? MAX_STRETCH_S : Math.floor((at % 3_600_000) / 1_000);

/**
 * Study time of one learner on one day. Pages report cumulative seconds, so a lost report loses nothing; at most one event a minute.
 * What a report adds is never more than the wall-clock time since the last counted instant, so tabs and courses that overlap count once.
 */
export const study: Decider<StudyState, StudyCommand, Event> = {
  category: 'study',
  initial: () => ({ byTab: new GrowingMap(), countedUntil: null, lastMinute: null, lastSeconds: 0 }),
  decide(command, state) {
    if (state.lastMinute !== null && Math.floor(command.at / 60_000) <= state.lastMinute) return [];
    const fresh = command.reported - (state.byTab.get(command.tab) ?? 0);
    const elapsed = state.countedUntil === null ? sinceMidnight(command) : Math.floor((command.at - state.countedUntil) / 1000);
    const seconds = Math.min(fresh, elapsed, MAX_STRETCH_S);
    if (seconds < 1) return [];
    const { userId, date, courseId, tab, reported } = command;
    return [{ type: 'StudyTimeRecorded', data: { userId, date, courseId, seconds, tab, reported } }];
  },
  evolve(state, event) {
    const at = Date.parse(event.meta.occurredAt);
    return {
      byTab: state.byTab.with(event.data.tab, event.data.reported),
      countedUntil: at,
      lastMinute: Math.floor(at / 60_000),
      lastSeconds: event.data.seconds,
    };
  },
};
