import { schoolDay, schoolHour } from '../../events/calendar.ts';
import type { StreamEvent } from '../../events/registry.ts';
import type { Projection } from './projection.ts';

/** When people study, on one day of the school's calendar. */
export interface StudyHoursDoc {
  day: string;
  /** Seconds studied in each of the 24 hours of the school's clock. */
  hours: number[];
}

/** Seconds studied by everybody, by day and hour. A report of at most ten minutes counts in the hour in which it arrived. */
export const studyHours: Projection<StudyHoursDoc, StreamEvent<'study'>> = {
  name: 'study-hours',
  version: 1,
  indexes: [['day']],
  on: {
    StudyTimeRecorded: {
      key: ({ meta }) => schoolDay(meta.occurredAt),
      inPlace: true,
      evolve(doc, { data, meta }, day) {
        const studied = doc ?? { day, hours: Array.from({ length: 24 }, () => 0) };
        const hour = schoolHour(meta.occurredAt);
        studied.hours[hour] = (studied.hours[hour] ?? 0) + data.seconds;
        return studied;
      },
    },
  },
  topics: (day) => [{ topic: 'cifras', id: `horas-${day}` }],
};
