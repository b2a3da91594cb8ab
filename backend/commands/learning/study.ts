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
  /** The page is being closed: this is its last report. */
  last?: boolean;
  /** The command's clock, epoch milliseconds. */
  at: number;
}

export interface StudyState {
  /** By open page, the reported seconds that were already processed. */
  byTab: GrowingMap<string, number>;
  /** Up to this instant study time was counted, from whatever page or course: overlaps count once. */
  countedUntil: number | null;
  lastMinute: number | null;
  /** A page that was closed in that minute already gave it its second event. */
  lastMinuteFull: boolean;
  /** Seconds that the last counted report added. */
  lastSeconds: number;
}

/** The most seconds that one page counts: a machine that plays videos in an empty room is not studying. */
export const MAX_SESSION_S = 4 * 3_600;

/** The most seconds that one report adds: pages report every 15 s, but a phone may sleep in between. */
const MAX_STRETCH_S = 180;

const minuteOf = (at: number): number => Math.floor(at / 60_000);

/** Seconds since midnight, capped: the bound of a day's first report. What lies before midnight belongs to the day before. */
const sinceMidnight = ({ at, date }: StudyCommand): number =>
  // Midnight falls on a full hour (the school's offset is a whole number of hours).
  schoolDay(new Date(at - MAX_STRETCH_S * 1_000).toISOString()) === date ? MAX_STRETCH_S : Math.floor((at % 3_600_000) / 1_000);

/**
 * Study time of one learner on one day. Pages report cumulative seconds, so a lost report loses nothing; at most one event a minute, and one
 * more for a page that is closed in that minute, whose last seconds no later report would bring. One page counts at most four hours.
 * A report never adds more than the time since the last counted instant, so tabs and courses that overlap count once.
 */
export const study: Decider<StudyState, StudyCommand, Event> = {
  category: 'study',
  initial: () => ({ byTab: new GrowingMap(), countedUntil: null, lastMinute: null, lastMinuteFull: false, lastSeconds: 0 }),
  decide(command, state) {
    const minute = minuteOf(command.at);
    if (state.lastMinute !== null && minute <= state.lastMinute) {
      const another = command.last === true && minute === state.lastMinute && !state.lastMinuteFull;
      if (!another) return [];
    }
    const fresh = Math.min(command.reported, MAX_SESSION_S) - (state.byTab.get(command.tab) ?? 0);
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
      lastMinute: minuteOf(at),
      lastMinuteFull: state.lastMinute === minuteOf(at),
      lastSeconds: event.data.seconds,
    };
  },
};
