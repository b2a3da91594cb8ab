import { addDays } from '../../events/calendar.ts';
import { forgives } from '../../events/habit.ts';
import type { EventOf, StreamEvent } from '../../events/registry.ts';
import type { Projection, Recorded } from './projection.ts';

/** What a badge is given for: so much of what is counted. */
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
  /** Marks of classes that stand, and courses completed. */
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
const change = <T extends Event['type']>(fields: (doc: HabitDoc, event: Recorded<EventOf<T>>) => Partial<HabitDoc>) => ({
  key: (event: Recorded<EventOf<T>>) => String(event.data.userId),
  evolve(before: HabitDoc | null, event: Recorded<EventOf<T>>): HabitDoc {
    const doc = before ?? empty(event.data.userId);
    const next = { ...doc, ...fields(doc, event) };
    const fresh = (Object.keys(badges) as BadgeId[]).filter(
      (id) => next.earned[id] === undefined && next[badges[id].of] >= badges[id].needs,
    );
    return fresh.length === 0
      ? next
      : { ...next, earned: { ...next.earned, ...Object.fromEntries(fresh.map((id) => [id, event.meta.occurredAt])) } };
  },
});

/** The run of days once there is study on another one. What comes late for a day that is over changes nothing. */
function another(doc: HabitDoc, day: string): Partial<HabitDoc> {
  if (doc.lastDay !== null && day <= doc.lastDay) return {};
  const missed = addDays(day, -1);
  const follows = doc.lastDay === missed;
  const forgiven = !follows && doc.lastDay === addDays(day, -2) && forgives(missed, doc.lastForgiven);
  const run = follows || forgiven ? doc.run + 1 : 1;
  return { run, best: Math.max(doc.best, run), lastDay: day, ...(forgiven && { lastForgiven: missed }) };
}

/** What learners set themselves, and the badges that follow from what they did. */
export const habits: Projection<HabitDoc, Event> = {
  name: 'habits',
  version: 1,
  on: {
    WeeklyGoalSet: change<'WeeklyGoalSet'>((_, { data }) => ({ goal: data.days === 0 ? null : data.days })),
    StudyTimeRecorded: change<'StudyTimeRecorded'>((doc, { data }) => {
      const seconds = doc.seconds + data.seconds;
      return { seconds, hours: Math.floor(seconds / 3_600), ...another(doc, data.date) };
    }),
    ClassCompleted: change<'ClassCompleted'>((doc) => ({ classes: doc.classes + 1 })),
    ClassUncompleted: change<'ClassUncompleted'>((doc) => ({ classes: Math.max(0, doc.classes - 1) })),
    CourseCompleted: change<'CourseCompleted'>((doc) => ({ courses: doc.courses + 1 })),
  },
  persons: (doc) => [String(doc.userId)],
  redact: () => null,
  topics: (_, doc) => [{ topic: `habito:${doc.userId}`, about: `${doc.goal} ${doc.lastDay} ${Object.keys(doc.earned)}` }],
};
