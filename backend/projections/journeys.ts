import { daysBetween, schoolDay, weekStart } from '../../events/calendar.ts';
import type { Role } from '../../events/define.ts';
import type { IdentityEvent } from '../../events/identity.ts';
import type { LearningEvent } from '../../events/learning.ts';
import type { Projection, Recorded } from './projection.ts';

/** The milestones of one person, by days of the school's calendar. It names nobody, so that an erased person stays counted. */
export interface JourneyDoc {
  userId: number;
  role: Role;
  registered: string;
  /** The days of the first enrolment, the first marked class and the first completed course; null: not reached. */
  enrolled: string | null;
  began: string | null;
  completed: string | null;
  /** Weeks with activity, counted from that of the registration (0), ascending. */
  weeks: readonly number[];
}

type Event =
  | Extract<IdentityEvent, { type: 'UserRegistered' | 'RoleChanged' }>
  | Extract<LearningEvent, { type: 'LearnerEnrolled' | 'ClassCompleted' | 'CourseCompleted' | 'LessonViewed' | 'StudyTimeRecorded' }>;

const key = ({ data }: Recorded<Event>) => String(data.userId);
/** Returns the same document where nothing is new, so that nothing is written and no follower is notified. */
const act = (first: 'began' | null) => ({
  key,
  evolve(doc: JourneyDoc | null, { meta }: Recorded<Event>): JourneyDoc | null {
    if (!doc) return null;
    const day = schoolDay(meta.occurredAt);
    const week = Math.max(0, daysBetween(weekStart(doc.registered), weekStart(day)) / 7);
    const known = doc.weeks.includes(week);
    if (known && (first === null || doc[first] !== null)) return doc;
    return {
      ...doc,
      ...(first !== null && doc[first] === null && { [first]: day }),
      ...(!known && { weeks: [...doc.weeks, week].sort((a, b) => a - b) }),
    };
  },
});
const reach = (step: 'enrolled' | 'completed') => ({
  key,
  evolve: (doc: JourneyDoc | null, { meta }: Recorded<Event>): JourneyDoc | null =>
    doc === null || doc[step] !== null ? doc : { ...doc, [step]: schoolDay(meta.occurredAt) },
});

/** The journey of each person through the school: registered, enrolled, learning, completed, and in which weeks they came back. */
export const journeys: Projection<JourneyDoc, Event> = {
  name: 'journeys',
  version: 1,
  indexes: [['userId']],
  on: {
    UserRegistered: {
      key,
      evolve: (_, { data, meta }) => ({
        userId: data.userId,
        role: data.role,
        registered: schoolDay(meta.occurredAt),
        ...{ enrolled: null, began: null, completed: null, weeks: [] },
      }),
    },
    RoleChanged: { key, evolve: (doc, { data }) => doc && { ...doc, role: data.to } },
    LearnerEnrolled: reach('enrolled'),
    ClassCompleted: act('began'),
    CourseCompleted: reach('completed'),
    LessonViewed: act(null),
    StudyTimeRecorded: act(null),
  },
  topics: (id) => [{ topic: 'cifras', id: `persona-${id}` }],
};
