import { schoolDay } from '../../events/calendar.ts';
import type { CatalogueEvent } from '../../events/catalogue.ts';
import type { IdentityEvent } from '../../events/identity.ts';
import type { LearningEvent } from '../../events/learning.ts';
import type { Handler, Projection, Told } from './kernel/projection.ts';

export const figures = [
  'users',
  'students',
  'published',
  'drafts',
  'enrolments',
  'classesCompleted',
  'coursesCompleted',
  'studySeconds',
] as const;
export type Figure = (typeof figures)[number];

/** `total`: how it stands. A day: what the day added (or took away). */
export interface SchoolDoc {
  /** 'total' or a day of the school's calendar. */
  day: string;
  figures: Record<Figure, number>;
  at: string;
}

type Event = Extract<
  IdentityEvent | CatalogueEvent | LearningEvent,
  {
    type:
      | 'UserRegistered'
      | 'UserErased'
      | 'RoleChanged'
      | 'CourseCreated'
      | 'CoursePublished'
      | 'CourseUnpublished'
      | 'CourseArchived'
      | 'CourseRestored'
      | 'LearnerEnrolled'
      | 'LearnerUnenrolled'
      | 'ClassCompleted'
      | 'ClassUncompleted'
      | 'CourseCompleted'
      | 'StudyTimeRecorded';
  }
>;

const zero = (): Record<Figure, number> => ({
  users: 0,
  students: 0,
  published: 0,
  drafts: 0,
  enrolments: 0,
  classesCompleted: 0,
  coursesCompleted: 0,
  studySeconds: 0,
});

const count = <T extends Event['type']>(
  by: (event: Told<Extract<Event, { type: T }>>) => Partial<Record<Figure, number>>,
): Handler<SchoolDoc, Extract<Event, { type: T }>> => ({
  key: (event) => ['total', schoolDay(event.meta.occurredAt)],
  evolve(doc, event, key) {
    const sums = { ...(doc?.figures ?? zero()) };
    for (const [figure, amount] of Object.entries(by(event)) as [Figure, number][]) sums[figure] += amount;
    return { day: key, figures: sums, at: event.meta.occurredAt };
  },
});

/** The school in figures: how it stands, and what each day added. */
export const school: Projection<SchoolDoc, Event> = {
  name: 'school',
  version: 1,
  on: {
    UserRegistered: count<'UserRegistered'>(({ data }) => ({ users: 1, ...(data.role === 'student' && { students: 1 }) })),
    // A person erased stays among those who were here: facts remain.
    RoleChanged: count<'RoleChanged'>(({ data }) => ({ students: (data.to === 'student' ? 1 : 0) - (data.from === 'student' ? 1 : 0) })),
    CourseCreated: count<'CourseCreated'>(() => ({ drafts: 1 })),
    CoursePublished: count<'CoursePublished'>(() => ({ published: 1, drafts: -1 })),
    CourseUnpublished: count<'CourseUnpublished'>(() => ({ published: -1, drafts: 1 })),
    CourseArchived: count<'CourseArchived'>(({ data }) => (data.from === 'published' ? { published: -1 } : { drafts: -1 })),
    CourseRestored: count<'CourseRestored'>(() => ({ drafts: 1 })),
    LearnerEnrolled: count<'LearnerEnrolled'>(() => ({ enrolments: 1 })),
    LearnerUnenrolled: count<'LearnerUnenrolled'>(() => ({ enrolments: -1 })),
    ClassCompleted: count<'ClassCompleted'>(() => ({ classesCompleted: 1 })),
    ClassUncompleted: count<'ClassUncompleted'>(() => ({ classesCompleted: -1 })),
    CourseCompleted: count<'CourseCompleted'>(() => ({ coursesCompleted: 1 })),
    StudyTimeRecorded: count<'StudyTimeRecorded'>(({ data }) => ({ studySeconds: data.seconds })),
  },
  topics: (id) => [{ topic: 'resumen', id }],
};
