import { schoolDay } from '../../events/calendar.ts';
import type { LearningEvent } from '../../events/learning.ts';
import type { ResourceEvent } from '../../events/resources.ts';
import type { Projection, Recorded } from './projection.ts';

export interface CourseLearnerDoc {
  userId: number;
  courseId: number;
  state: 'learning' | 'completed' | 'left';
  /** Stays true for a learner who leaves and comes back. */
  finished: boolean;
  /** Day of the school's calendar of their last activity in the course, or of their enrolment. */
  day: string;
  /** When staff last wrote to them because of this course (ISO). */
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
/** An activity of the learner. Returns the same document where the day is recorded already, so that nothing is written and no follower is notified. */
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
    // Not an activity: when a course loses a class, learners with nothing left to do complete it.
    CourseCompleted: { key, evolve: (doc) => doc && { ...doc, state: doc.state === 'left' ? 'left' : 'completed', finished: true } },
    ClassCompleted: active,
    ClassUncompleted: active,
    LessonViewed: active,
    StudyTimeRecorded: active,
    VideoPositionSaved: active,
    ResourceOpened: active,
    LearnerReminded: { key, evolve: (doc, { meta }) => doc && { ...doc, remindedAt: meta.occurredAt } },
  },
  // An erased person is not followed up.
  persons: (doc) => [String(doc.userId)],
  redact: () => null,
  topics: (_, { courseId }) => [{ topic: `alumnado:${courseId}`, id: 'actividad' }],
};
