import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { projections } from '../../backend/projections/all.ts';
import type { CourseStatsDoc } from '../../backend/projections/courseStats.ts';
import type { CourseDoc } from '../../backend/projections/courses.ts';
import type { EnrolmentDoc } from '../../backend/projections/enrolments.ts';
import type { EventTypeDoc } from '../../backend/projections/eventTypes.ts';
import type { LessonDoc } from '../../backend/projections/lessons.ts';
import { figures, type SchoolDoc } from '../../backend/projections/school.ts';
import type { StudyTimeDoc } from '../../backend/projections/studyTime.ts';
import type { UserDoc } from '../../backend/projections/users.ts';
import { schoolDay } from '../../events/calendar.ts';
import { cutsOf, Documents, envelopes, expectPossible, freezing, type GivenEvent, inBatches } from '../support/projectionSpec.ts';
import { LONG } from '../support/scale.ts';
import { attempts, type History, happened } from './history.ts';

const RUNS = LONG ? 60 : 20;

/** Documents by key of every read model, as one fold of the whole history leaves them. */
const read = (events: readonly GivenEvent[]) => {
  const folded = envelopes(events);
  return <D>(name: string): Record<string, D> => {
    const projection = projections.find((one) => one.name === name);
    if (!projection) throw new Error(`no projection ${name}`);
    const documents = new Documents(projection);
    documents.fold(folded);
    return documents.docs() as Record<string, D>;
  };
};

/** The property, told of each history. */
const always = (holds: (history: History) => void) =>
  fc.assert(
    fc.property(attempts, (tried) => holds(happened(tried))),
    { numRuns: RUNS },
  );

const dataOf = (events: readonly GivenEvent[], type: string): ({ at: string } & Record<string, unknown>)[] =>
  events.filter((event) => event.type === type).map((event) => ({ ...event.data, at: event.at ?? '' }));
const count = <T>(items: readonly T[], which: (item: T) => boolean): number => items.filter(which).length;
const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

let samples: History[];
beforeAll(() => {
  samples = fc.sample(attempts, { numRuns: RUNS, seed: 1 }).map(happened);
});

test('the histories are possible, and something happens in them', () => {
  const types = new Set<string>();
  for (const { events } of samples) {
    expectPossible(events);
    for (const { type } of events) types.add(type);
  }
  const rare = [
    'CourseCompleted',
    'ClassUncompleted',
    'LearnerUnenrolled',
    'UserErased',
    'StudyTimeRecorded',
    'LessonTextSet',
    'CourseRestored',
  ];
  expect(rare.filter((type) => !types.has(type))).toEqual([]);
});

test.each(projections.map((projection) => [projection.name, projection] as const))(
  '%s: any split of any history, the same bytes',
  (_, projection) => {
    const code = freezing(projection);
    fc.assert(
      fc.property(
        attempts.chain((tried) => {
          const folded = envelopes(happened(tried).events);
          return fc.record({ folded: fc.constant(folded), cuts: cutsOf(folded.length), repeat: fc.boolean() });
        }),
        ({ folded, cuts, repeat }) => {
          expect(inBatches(code, folded, cuts, repeat)).toBe(inBatches(code, folded, [], false));
        },
      ),
      { numRuns: RUNS },
    );
  },
);

test('users are who their deciders say, and nobody is in those erased', () => {
  always(({ events, users }) => {
    const docs = read(events)<UserDoc>('users');
    expect(Object.keys(docs)).toHaveLength(users.length);
    for (const { status, userId, username, email, firstName, lastName, country, role, plan, verified } of users) {
      const who = { username, email, firstName, lastName, country, role, plan, verified };
      expect(docs[userId]).toMatchObject({ ...who, active: status === 'active', erased: status === 'erased' });
    }
  });
});

test('courses have the outline that their deciders decide on', () => {
  always(({ events, courses }) => {
    const docs = read(events)<CourseDoc>('courses');
    expect(Object.keys(docs)).toHaveLength(courses.length);
    for (const outline of courses) {
      expect(docs[outline.courseId]).toMatchObject(outline);
      const classes = outline.modules.flatMap((module) => module.classes.map(({ classId }) => String(classId)));
      expect(Object.keys(docs[outline.courseId]?.classTimes ?? {}).sort()).toEqual(classes.sort());
    }
  });
});

test('a lesson has the last text it was given', () => {
  always(({ events }) => {
    const last = Object.fromEntries(dataOf(events, 'LessonTextSet').map(({ subtopicId, text }) => [subtopicId, text]));
    const docs = Object.values(read(events)<LessonDoc>('lessons'));
    expect(Object.fromEntries(docs.map(({ subtopicId, text }) => [subtopicId, text]))).toEqual(last);
  });
});

test('enrolments hold the marks and open modules that their deciders hold', () => {
  always(({ events, enrolments }) => {
    const docs = read(events)<EnrolmentDoc>('enrolments');
    for (const { userId, courseId, state } of enrolments) {
      const doc = docs[`${userId}_${courseId}`];
      expect(doc?.enrolled ?? false).toBe(state.enrolled);
      expect(new Set(Object.keys(doc?.completed ?? {}).map(Number))).toEqual(new Set(state.completed.keys()));
      expect(new Set(doc?.unlocked)).toEqual(new Set(state.unlocked));
      expect((doc?.completedAt ?? null) !== null).toBe(state.courseCompleted);
      if (state.lastView) expect(doc?.lastView).toMatchObject(state.lastView);
    }
  });
});

test('students and completions of a course are as many as a recount of its enrolments finds', () => {
  always(({ events, courses, enrolments }) => {
    const docs = read(events)<CourseStatsDoc>('course-stats');
    for (const { courseId } of courses) {
      const own = enrolments.filter((one) => one.courseId === courseId);
      const { students, completions } = docs[courseId] ?? { students: 0, completions: 0 };
      expect({ students, completions }).toEqual({
        students: count(own, ({ state }) => state.enrolled),
        completions: count(own, ({ state }) => state.courseCompleted),
      });
    }
  });
});

test('study time is the sum of what was recorded, however it is grouped', () => {
  always(({ events }) => {
    const recorded = dataOf(events, 'StudyTimeRecorded');
    const docs = Object.values(read(events)<StudyTimeDoc>('study-time'));
    expect(docs).toHaveLength(new Set(recorded.map(({ userId }) => userId)).size);
    for (const { userId, total, courses, days } of docs) {
      const own = recorded.filter((one) => one.userId === userId);
      const seconds = (of: typeof own) => sum(of.map((one) => Number(one.seconds)));
      expect(total).toBe(seconds(own));
      for (const [course, time] of Object.entries(courses))
        expect(time).toBe(seconds(own.filter((one) => String(one.courseId) === course)));
      for (const [day, time] of Object.entries(days)) expect(time).toBe(seconds(own.filter((one) => one.date === day)));
      expect(sum(Object.values(courses))).toBe(total);
      expect(sum(Object.values(days))).toBe(total);
    }
  });
});

test('the figures of the school are those of a recount, and the sum of its days', () => {
  always(({ events, courses, enrolments }) => {
    const { total, ...days } = read(events)<SchoolDoc>('school');
    const recount = {
      published: count(courses, ({ status }) => status === 'published'),
      drafts: count(courses, ({ status }) => status === 'draft'),
      enrolments: count(enrolments, ({ state }) => state.enrolled),
      classesCompleted: sum(enrolments.map(({ state }) => state.completed.size)),
      coursesCompleted: count(enrolments, ({ state }) => state.courseCompleted),
      studySeconds: sum(dataOf(events, 'StudyTimeRecorded').map(({ seconds }) => Number(seconds))),
    };
    for (const figure of figures) {
      expect(total?.figures[figure] ?? 0, figure).toBe(recount[figure]);
      expect(sum(Object.values(days).map((day) => day.figures[figure])), `${figure} by day`).toBe(recount[figure]);
    }
  });
});

test('volumes by type are those of a recount, of the thirty days up to the last', () => {
  always(({ events }) => {
    const docs = read(events)<EventTypeDoc>('event-types');
    expect(sum(Object.values(docs).map((doc) => doc.count))).toBe(events.length);
    for (const [type, doc] of Object.entries(docs)) {
      const own = dataOf(events, type);
      expect(doc).toMatchObject({ count: own.length, first: own[0]?.at, last: own.at(-1)?.at });
      const newest = Date.parse(schoolDay(doc.last));
      const kept = own.filter(({ at }) => newest - Date.parse(schoolDay(at)) < 30 * 86_400_000);
      expect(sum(Object.values(doc.days))).toBe(kept.length);
      for (const [day, events] of Object.entries(doc.days)) expect(events).toBe(count(kept, ({ at }) => schoolDay(at) === day));
    }
  });
});
