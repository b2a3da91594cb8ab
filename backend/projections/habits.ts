import { addDays } from '../../events/calendar.ts';
import { forgives } from '../../events/habit.ts';
import type { EventOf, StreamEvent } from '../../events/registry.ts';
import type { Projection, Recorded } from './projection.ts';

/** What earns a badge: a count of something. */
export const badges = {
  'primera-clase': { of: 'classes', needs: 1 },
  'veinticinco-clases': { of: 'classes', needs: 25 },
  'cien-clases': { of: 'classes', needs: 100 },
  'primer-curso': { of: 'courses', needs: 1 },
  'tres-cursos': { of: 'courses', needs: 3 },
  'siete-dias': { of: 'best', needs: 7 },
  'treinta-dias': { of: 'best', needs: 30 },
  'diez-horas': { of: 'hours', needs: 10 },
} as const;
export type BadgeId = keyof typeof badges;

export interface HabitDoc {
  userId: number;
  /** Days of the week; null: no goal. */
  goal: number | null;
  /** How many classes are completed at present, and how many courses were. */
  classes: number;
  courses: number;
  seconds: number;
  /** Whole hours of study. */
  hours: number;
  /** Days of study in a row up to `lastDay`, one missed day a week forgiven; and the longest there was. */
  run: number;
  best: number;
  lastDay: string | null;
  lastForgiven: string | null;
  /** When each badge was earned (ISO). It stays, whatever happens later. */
  earned: Partial<Record<BadgeId, string>>;
}

type Event = StreamEvent<'goals'> | EventOf<'StudyTimeRecorded' | 'ClassCompleted' | 'ClassUncompleted' | 'CourseCompleted'>;

const empty = (userId: number): HabitDoc => ({
  ...{ userId, goal: null, classes: 0, courses: 0, seconds: 0, hours: 0 },
  ...{ run: 0, best: 0, lastDay: null, lastForgiven: null, earned: {} },
});
const ids = Object.keys(badges) as BadgeId[];
const change = <T extends Event['type']>(alter: (doc: HabitDoc, event: Recorded<EventOf<T>>) => void) => ({
  key: (event: Recorded<EventOf<T>>) => String(event.data.userId),
  inPlace: true as const,
  evolve(before: HabitDoc | null, event: Recorded<EventOf<T>>): HabitDoc {
    const doc = before ?? empty(event.data.userId);
    alter(doc, event);
    for (const id of ids) if (doc[badges[id].of] >= badges[id].needs) doc.earned[id] ??= event.meta.occurredAt;
    return doc;
  },
});

/** The streak after study on another day. A late report for a day that is over changes nothing. */
function another(doc: HabitDoc, day: string): void {
  if (doc.lastDay !== null && day <= doc.lastDay) return;
  const missed = addDays(day, -1);
  const follows = doc.lastDay === missed;
  const forgiven = !follows && doc.lastDay === addDays(day, -2) && forgives(missed, doc.lastForgiven);
  doc.run = follows || forgiven ? doc.run + 1 : 1;
  doc.best = Math.max(doc.best, doc.run);
  doc.lastDay = day;
  if (forgiven) doc.lastForgiven = missed;
}

/** What learners set themselves, and the badges that follow from what they did. */
export const habits: Projection<HabitDoc, Event> = {
  name: 'habits',
  version: 1,
  on: {
    WeeklyGoalSet: change<'WeeklyGoalSet'>((doc, { data }) => {
      doc.goal = data.days === 0 ? null : data.days;
    }),
    StudyTimeRecorded: change<'StudyTimeRecorded'>((doc, { data }) => {
      doc.seconds += data.seconds;
      doc.hours = Math.floor(doc.seconds / 3_600);
      another(doc, data.date);
    }),
    ClassCompleted: change<'ClassCompleted'>((doc) => {
      doc.classes++;
    }),
    ClassUncompleted: change<'ClassUncompleted'>((doc) => {
      doc.classes = Math.max(0, doc.classes - 1);
    }),
    CourseCompleted: change<'CourseCompleted'>((doc) => {
      doc.courses++;
    }),
  },
  persons: (doc) => [String(doc.userId)],
  redact: () => null,
  topics: (_, doc) => [{ topic: `habito:${doc.userId}`, about: `${doc.goal} ${doc.lastDay} ${Object.keys(doc.earned)}` }],
};
