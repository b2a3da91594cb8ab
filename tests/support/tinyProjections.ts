import type { AnyProjection, Projection } from '../../backend/projections/kernel/projection.ts';
import type { EventOf } from '../../events/registry.ts';

/**
 * Small projections for tests of the kernel, over events of the registry. Replay workers import this file, with the code version in its address:
 * `tinyProjections.ts?version=2`.
 */

export interface TallyDoc {
  userId: number;
  completed: number;
  courses: number[];
}
type Enrolled = EventOf<'LearnerEnrolled' | 'LearnerUnenrolled' | 'ClassCompleted'>;

/**
 * A document per learner, deleted when the learner has no course left. Version 2 counts every class twice;
 * version 3 knows no learner whose number ends in 5, and deletes nobody.
 */
export const tally = (version = 1): Projection<TallyDoc, Enrolled> => ({
  name: 'tally',
  version,
  indexes: [['-completed']],
  on: {
    LearnerEnrolled: {
      key: ({ data }) => (version === 3 && data.userId % 10 === 5 ? null : String(data.userId)),
      evolve: (doc, { data }) => {
        const before = doc ?? { userId: data.userId, completed: 0, courses: [] };
        return before.courses.includes(data.courseId) ? before : { ...before, courses: [...before.courses, data.courseId] };
      },
    },
    LearnerUnenrolled: {
      key: ({ data }) => String(data.userId),
      evolve: (doc, { data }) => {
        const courses = doc?.courses.filter((course) => course !== data.courseId) ?? [];
        return doc && (courses.length > 0 || version === 3) ? { ...doc, courses } : null;
      },
    },
    ClassCompleted: {
      key: ({ data }) => String(data.userId),
      evolve: (doc) => doc && { ...doc, completed: doc.completed + (version === 2 ? 2 : 1) },
    },
  },
  topics: (key, doc) => [
    { topic: `tally:${key}`, view: ({ completed }) => ({ completed }) },
    ...doc.courses.map((course) => ({ topic: `course:${course}`, id: key })),
  ],
});

interface TotalsDoc {
  events: number;
}
/** Several keys for one event. */
export const totals: Projection<TotalsDoc, Enrolled> = {
  name: 'totals',
  version: 1,
  on: Object.fromEntries(
    (['LearnerEnrolled', 'LearnerUnenrolled', 'ClassCompleted'] as const).map((type) => [
      type,
      {
        key: ({ data }: { data: { courseId: number } }) => ['all', `course-${data.courseId}`, 'all'],
        evolve: (doc: TotalsDoc | null) => ({ events: (doc?.events ?? 0) + 1 }),
      },
    ]),
  ),
};

export const POISON = 666;
/** Whether the code of `fragile` can fold the poison event by now; in this thread only. */
export const fragility = { fixed: false };

/** Throws at class 666. */
export const fragile: Projection<{ classes: number[] }, EventOf<'ClassCompleted'>> = {
  name: 'fragile',
  version: 1,
  on: {
    ClassCompleted: {
      key: ({ data }) => String(data.userId),
      evolve: (doc, { data }) => {
        if (data.classId === POISON && !fragility.fixed) throw new Error('cannot take it');
        return { classes: [...(doc?.classes ?? []), data.classId] };
      },
    },
  },
  topics: (key) => [{ topic: `fragile:${key}` }],
};

interface PersonDoc {
  userId: number;
  name: string | null;
  /** The name of whoever registered after this person: data of somebody else. */
  next: { userId: number; name: string | null } | null;
}
type Person = EventOf<'UserRegistered' | 'NameChanged'>;

/** Documents that hold data of two people each. */
export const people: Projection<PersonDoc, Person> = {
  name: 'people',
  version: 1,
  on: {
    UserRegistered: {
      key: ({ data }) => [String(data.userId), String(data.userId - 1)],
      evolve: (doc, { data }, key) => {
        const who = { userId: data.userId, name: data.username };
        if (key === String(data.userId)) return { ...who, next: doc?.next ?? null };
        return doc && { ...doc, next: who };
      },
    },
    NameChanged: {
      key: ({ data }) => String(data.userId),
      evolve: (doc, { data }) => doc && { ...doc, name: data.firstName },
    },
  },
  persons: (doc) => [String(doc.userId), ...(doc.next ? [String(doc.next.userId)] : [])],
  redact: (doc, person) => ({
    ...doc,
    name: String(doc.userId) === person ? null : doc.name,
    next: doc.next && String(doc.next.userId) === person ? { ...doc.next, name: null } : doc.next,
  }),
  topics: (key) => [{ topic: `person:${key}`, view: ({ name, next }) => ({ name, next }) }],
};

export const tinyProjections = (version = 1): readonly AnyProjection[] => [tally(version), totals, fragile, people];

export const tinyModule = (version = 1): string => new URL(`./tinyProjections.ts?version=${version}`, import.meta.url).href;

const asked = new URL(import.meta.url).searchParams.get('version');
export const projections: readonly AnyProjection[] = tinyProjections(asked === null ? 1 : Number(asked));
