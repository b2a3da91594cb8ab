import { daysBetween, schoolDay, weekStart } from '../../events/calendar.ts';
import type { Role } from '../../events/define.ts';
import type { IdentityEvent } from '../../events/identity.ts';
import type { LearningEvent } from '../../events/learning.ts';
import type { Projection, Recorded } from './projection.ts';

/** How far one person has come, by days of the school's calendar. It names nobody: who is erased stays counted. */
export interface JourneyDoc {
  userId: number;
  role: Role;
  registered: string;
  /** Of the first enrolment, the first class that was marked, and the first course that was completed; null: none yet. */
  enrolled: string | null;
  began: string | null;
  completed: string | null;
  /** Weeks in which they learnt something, counted from that of the registration (0), ascending. */
  weeks: readonly number[];
}

type Event =
  | Extract<IdentityEvent, { type: 'UserRegistered' | 'RoleChanged' }>
  | Extract<LearningEvent, { type: 'LearnerEnrolled' | 'ClassCompleted' | 'CourseCompleted' | 'LessonViewed' | 'StudyTimeRecorded' }>;

const key = ({ data }: Recorded<Event>) => String(data.userId);
/** The document stays the same one where nothing is new: then nothing is written and nobody is told. */
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

/** The way of each person through the school: registered, enrolled, learning, completed, and in which weeks they came back. */
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
