import { schoolDay } from '../../events/calendar.ts';
import type { LearningEvent } from '../../events/learning.ts';
import type { ResourceEvent } from '../../events/resources.ts';
import type { Projection, Recorded } from './projection.ts';

export interface CourseLearnerDoc {
  userId: number;
  courseId: number;
  state: 'learning' | 'completed' | 'left';
  /** Completed once: who comes back has still completed it. */
  finished: boolean;
  /** Day of the school's calendar on which they last did something in the course, or joined it. */
  day: string;
  /** When somebody of the school last wrote to them because of this course (ISO). */
  remindedAt: string | null;
}

type Event =
  | Extract<
      LearningEvent,
      {
        type:
          | 'LearnerEnrolled'
          | 'LearnerUnenrolled'
          | 'ClassCompleted'
          | 'ClassUncompleted'
          | 'CourseCompleted'
          | 'LessonViewed'
          | 'StudyTimeRecorded'
          | 'VideoPositionSaved'
          | 'LearnerReminded';
      }
    >
  | Extract<ResourceEvent, { type: 'ResourceOpened' }>;

const key = ({ data }: Recorded<Event>) => `${data.userId}_${data.courseId}`;
/** Something that the learner did. The document stays the same one where the day is known already: then nothing is written and nobody is told. */
const active = {
  key,
  evolve(doc: CourseLearnerDoc | null, { meta }: Recorded<Event>): CourseLearnerDoc | null {
    const day = schoolDay(meta.occurredAt);
    return doc && day > doc.day ? { ...doc, day } : doc;
  },
};

/** When each learner of a course was last active in it, by day. */
export const courseLearners: Projection<CourseLearnerDoc, Event> = {
  name: 'course-learners',
  version: 3,
  indexes: [
    ['courseId', 'state', 'day'],
    ['state', 'day'],
  ],
  on: {
    LearnerEnrolled: {
      key,
      evolve: (doc, { data, meta }) => ({
        userId: data.userId,
        courseId: data.courseId,
        state: doc?.finished ? 'completed' : 'learning',
        finished: doc?.finished ?? false,
        day: schoolDay(meta.occurredAt),
        remindedAt: doc?.remindedAt ?? null,
      }),
    },
    LearnerUnenrolled: { key, evolve: (doc) => doc && { ...doc, state: 'left' } },
    // No act of its own: a course that loses a class completes who has nothing left.
    CourseCompleted: { key, evolve: (doc) => doc && { ...doc, state: doc.state === 'left' ? 'left' : 'completed', finished: true } },
    ClassCompleted: active,
    ClassUncompleted: active,
    LessonViewed: active,
    StudyTimeRecorded: active,
    VideoPositionSaved: active,
    ResourceOpened: active,
    LearnerReminded: { key, evolve: (doc, { meta }) => doc && { ...doc, remindedAt: meta.occurredAt } },
  },
  // Who erased their account is waited for by nobody.
  persons: (doc) => [String(doc.userId)],
  redact: () => null,
  topics: (_, { courseId }) => [{ topic: `alumnado:${courseId}`, id: 'actividad' }],
};
