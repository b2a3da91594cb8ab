import { schoolDay, schoolHour } from '../../events/calendar.ts';
import type { StreamEvent } from '../../events/registry.ts';
import type { Projection } from './projection.ts';

/** When people study, on one day of the school's calendar. */
export interface StudyHoursDoc {
  day: string;
  /** Seconds studied in each of the 24 hours of the school's clock. */
  hours: readonly number[];
}

/** Seconds studied by everybody, by day and hour. A report of at most ten minutes counts in the hour in which it arrived. */
export const studyHours: Projection<StudyHoursDoc, StreamEvent<'study'>> = {
  name: 'study-hours',
  version: 1,
  indexes: [['day']],
  on: {
    StudyTimeRecorded: {
      key: ({ meta }) => schoolDay(meta.occurredAt),
      evolve(doc, { data, meta }, day) {
        const at = schoolHour(meta.occurredAt);
        const before = doc?.hours ?? Array.from({ length: 24 }, () => 0);
        return { day, hours: before.map((seconds, hour) => (hour === at ? seconds + data.seconds : seconds)) };
      },
    },
  },
  topics: (day) => [{ topic: 'cifras', id: `horas-${day}` }],
};
