import { expect, test } from 'vitest';
import { type BadgeId, type HabitDoc, habits } from '../../backend/projections/habits.ts';
import { addDays } from '../../events/calendar.ts';
import { forgivingStreak } from '../../events/habit.ts';
import { completed } from '../support/learning.ts';
import { everyTypeIsCovered, given, givenEvents } from '../support/projectionSpec.ts';

const TODAY = '2026-03-20';
/** Days of study, counted back from today; 0 is today. */
const studied = (...back: number[]) => {
  const days = new Set(back.map((days) => addDays(TODAY, -days)));
  return (day: string) => days.has(day);
};

// rows: D19
test('a streak goes on while today is not over, and over one missed day a week', () => {
  expect(forgivingStreak(studied(0, 1, 2), TODAY)).toEqual({ days: 3, forgiven: [] });
  expect(forgivingStreak(studied(1, 2), TODAY)).toEqual({ days: 2, forgiven: [] });
  // A missed yesterday does not end the run yet.
  expect(forgivingStreak(studied(2, 3), TODAY)).toEqual({ days: 2, forgiven: [addDays(TODAY, -1)] });
  expect(forgivingStreak(studied(0, 2, 3), TODAY)).toEqual({ days: 3, forgiven: [addDays(TODAY, -1)] });
  // Two days in a row, or a second one within the week, end it.
  expect(forgivingStreak(studied(0, 3, 4), TODAY).days).toBe(1);
  expect(forgivingStreak(studied(0, 2, 4), TODAY).days).toBe(2);
  // A week after the first one another is forgiven.
  expect(forgivingStreak(studied(0, 2, 3, 4, 5, 6, 7, 9), TODAY).days).toBe(8);
  expect(forgivingStreak(() => false, TODAY)).toEqual({ days: 0, forgiven: [] });
});

const goal = (days: number) => given('WeeklyGoalSet', { userId: 1, days });
const study = (date: string, seconds = 600) =>
  given('StudyTimeRecorded', { userId: 1, date, courseId: 1, seconds, tab: 't', reported: seconds });
const mark = (classId: number) => given(...completed(1, classId));
const unmark = (classId: number) => given('ClassUncompleted', { userId: 1, courseId: 1, moduleId: 1, classId });
const doc = (fields: Partial<HabitDoc>): HabitDoc => ({
  ...{ userId: 1, goal: null, classes: 0, courses: 0, seconds: 0, hours: 0 },
  ...{ run: 0, best: 0, lastDay: null, lastForgiven: null, earned: {} },
  ...fields,
});

// rows: D19
test('a goal is what was set last', () => {
  givenEvents(habits, [goal(3), goal(5)])
    .thenDoc('1', doc({ goal: 5 }))
    .thenForgets(1, '"userId":1');
  givenEvents(habits, [goal(3), goal(0)]).thenDoc('1', doc({}));
});

// rows: D19
test('badges follow from what was done, each once; one that was earned stays', () => {
  const at = (minute: number) => new Date(Date.parse('2026-03-02T17:00:00.000Z') + minute * 60_000).toISOString();
  const earned = (id: BadgeId, minute: number) => ({ [id]: at(minute) });
  givenEvents(habits, [mark(1), unmark(1), mark(2)]).thenDoc('1', doc({ classes: 1, earned: earned('primera-clase', 1) }));
  givenEvents(habits, [mark(1), given('CourseCompleted', { userId: 1, courseId: 1, classes: 1 })]).thenDoc(
    '1',
    doc({ classes: 1, courses: 1, earned: { ...earned('primera-clase', 1), ...earned('primer-curso', 2) } }),
  );
  // Eight days with one missed; what is told late for a day that is over changes no run.
  const days = [0, 1, 2, 4, 5, 6, 7].map((offset) => study(addDays('2026-03-01', offset)));
  givenEvents(habits, [...days, study('2026-03-04')]).thenDoc(
    '1',
    doc({
      ...{ seconds: 4_800, hours: 1, run: 7, best: 7, lastDay: '2026-03-08', lastForgiven: '2026-03-04' },
      earned: earned('siete-dias', 7),
    }),
  );
});

everyTypeIsCovered(habits);
