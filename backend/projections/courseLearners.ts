import { addDays, daysBetween, schoolDay } from '../../events/calendar.ts';
import type { EventOf, StreamEvent } from '../../events/registry.ts';
import { withEntry } from './entries.ts';
import type { Projection, Recorded } from './projection.ts';

export interface CourseLearnerDoc {
  userId: number;
  courseId: number;
  state: 'learning' | 'completed' | 'left';
  /** Whether they ever completed the course; stays true for a learner who leaves and comes back. */
  finished: boolean;
  /** Day of the school's calendar of their last activity in the course, or of their enrolment. */
  day: string;
  /** When staff last wrote to them because of this course (ISO). */
  remindedAt: string | null;
  /** The first day since they enrolled, and on how many days they were active since. */
  firstDay: string;
  days: number;
  /** By quiz, how many attempts in a row failed. */
  failed: Record<string, number>;
  /** The day since which some quiz has failed at least `TRIES` times in a row; null: none. */
  failingSince: string | null;
  /** The day from which a rule counts them as likely to give up, if nothing happens before. */
  riskFrom: string;
}

/** This many failed attempts at a quiz in a row are a sign of giving up. */
export const TRIES = 2;
/** The usual pause of a learner is known after this many days of activity. */
const DAYS_OF_RHYTHM = 4;
/** An absence is a sign when it lasts this many times the usual pause: never below LEAST_DAYS, and always from MOST_DAYS on. */
const TIMES = 3;
const LEAST_DAYS = 4;
const MOST_DAYS = 14;

/** How many days lie between two days of activity, on average; null: too few to tell. */
export const rhythmOf = ({ firstDay, day, days }: Pick<CourseLearnerDoc, 'firstDay' | 'day' | 'days'>): number | null =>
  days < DAYS_OF_RHYTHM ? null : daysBetween(firstDay, day) / (days - 1);
/** How many days of absence are not yet a sign for this learner. */
const patienceOf = (doc: CourseLearnerDoc): number => {
  const rhythm = rhythmOf(doc);
  return rhythm === null ? MOST_DAYS : Math.min(MOST_DAYS, Math.max(LEAST_DAYS, Math.ceil(TIMES * rhythm)));
};
/** Whether they have stayed away for longer than is usual for them. */
export const isOffRhythm = (doc: CourseLearnerDoc, today: string): boolean =>
  rhythmOf(doc) !== null && daysBetween(doc.day, today) >= patienceOf(doc);
const settled = (doc: CourseLearnerDoc): CourseLearnerDoc => {
  const quiet = addDays(doc.day, patienceOf(doc));
  return { ...doc, riskFrom: doc.failingSince !== null && doc.failingSince < quiet ? doc.failingSince : quiet };
};

type Event = StreamEvent<'enrolment' | 'study' | 'watching'> | EventOf<'ResourceOpened' | 'AttemptGraded' | 'AttemptVoided'>;

const key = ({ data }: Recorded<Event>) => `${data.userId}_${data.courseId}`;
/** An activity of the learner. Returns the same document where the day is recorded already, so that nothing is written and no follower is notified. */
const active = {
  key,
  evolve(doc: CourseLearnerDoc | null, { meta }: Recorded<Event>): CourseLearnerDoc | null {
    const day = schoolDay(meta.occurredAt);
    return doc && day > doc.day ? settled({ ...doc, day, days: doc.days + 1 }) : doc;
  },
};
/** Counts a failed attempt at a quiz. */
const tried = (doc: CourseLearnerDoc, quiz: number, count: number, at: string): CourseLearnerDoc => {
  if ((doc.failed[quiz] ?? 0) === count) return doc;
  const failed = Object.fromEntries(Object.entries(withEntry(doc.failed, quiz, count)).filter(([, times]) => times > 0));
  const failing = Object.values(failed).some((times) => times >= TRIES);
  return settled({ ...doc, failed, failingSince: failing ? (doc.failingSince ?? schoolDay(at)) : null });
};

/** When each learner of a course was last active in it, by day; their rhythm, and quizzes that they try without passing. */
export const courseLearners: Projection<CourseLearnerDoc, Event> = {
  name: 'course-learners',
  version: 5,
  indexes: [
    ['courseId', 'state', 'day'],
    ['state', 'day'],
    ['courseId', 'state', 'riskFrom'],
    ['state', 'riskFrom'],
  ],
  on: {
    LearnerEnrolled: {
      key,
      evolve: (doc, { data, meta }) =>
        settled({
          userId: data.userId,
          courseId: data.courseId,
          state: doc?.finished ? 'completed' : 'learning',
          finished: doc?.finished ?? false,
          day: schoolDay(meta.occurredAt),
          remindedAt: doc?.remindedAt ?? null,
          ...{ firstDay: schoolDay(meta.occurredAt), days: 1, failed: doc?.failed ?? {}, failingSince: doc?.failingSince ?? null },
          riskFrom: '',
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
    VideoWatched: active,
    ResourceOpened: active,
    AttemptGraded: {
      key,
      evolve(doc, { data: { subtopicId, passed }, meta }) {
        return doc && tried(doc, subtopicId, passed ? 0 : (doc.failed[subtopicId] ?? 0) + 1, meta.occurredAt);
      },
    },
    AttemptVoided: {
      key,
      evolve(doc, { data: { subtopicId, graded }, meta }) {
        return doc && graded?.passed === false
          ? tried(doc, subtopicId, Math.max(0, (doc.failed[subtopicId] ?? 0) - 1), meta.occurredAt)
          : doc;
      },
    },
    LearnerReminded: { key, evolve: (doc, { meta }) => doc && { ...doc, remindedAt: meta.occurredAt } },
  },
  // An erased person is not followed up.
  persons: (doc) => [String(doc.userId)],
  redact: () => null,
  topics: (_, { courseId }) => [{ topic: `alumnado:${courseId}`, id: 'actividad' }],
};
