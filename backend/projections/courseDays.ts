import { schoolDay } from '../../events/calendar.ts';
import type { EventOf } from '../../events/registry.ts';
import type { Projection, Recorded } from './projection.ts';
import { markedAt } from './school.ts';

/** The document `total` holds present counts; that of a day, by how much the day changed them. */
export interface CourseDaysDoc {
  courseId: number;
  /** 'total' or a day of the school's calendar. */
  day: string;
  enrolments: number;
  classes: number;
  completions: number;
  /** Only in `total`: by class, how many learners have it marked, including those who left the course. */
  marks: Record<string, number>;
}

type Event = EventOf<'LearnerEnrolled' | 'LearnerUnenrolled' | 'ClassCompleted' | 'ClassUncompleted' | 'CourseCompleted'>;
const TOTAL = 'total';
export const courseDayKey = (courseId: number, day: string = TOTAL): string => `${courseId}_${day}`;

const count = <T extends Event['type']>(
  field: 'enrolments' | 'classes' | 'completions',
  by: number,
  countedAt: (event: Recorded<EventOf<T>>) => string = ({ meta }) => meta.occurredAt,
) => ({
  key: (event: Recorded<EventOf<T>>) => [courseDayKey(event.data.courseId), courseDayKey(event.data.courseId, schoolDay(countedAt(event)))],
  inPlace: true as const,
  evolve(doc: CourseDaysDoc | null, { data }: Recorded<EventOf<T>>, key: string): CourseDaysDoc {
    const counted = doc ?? {
      ...{ courseId: data.courseId, day: key.slice(key.indexOf('_') + 1) },
      ...{ enrolments: 0, classes: 0, completions: 0, marks: {} },
    };
    const { day, marks } = counted;
    counted[field] += by;
    if (day === TOTAL && 'classId' in data) marks[data.classId] = (marks[data.classId] ?? 0) + by;
    return counted;
  },
});

/** What happens in each course, by day, and how many learners marked each of its classes. */
export const courseDays: Projection<CourseDaysDoc, Event> = {
  name: 'course-days',
  version: 2,
  on: {
    LearnerEnrolled: count<'LearnerEnrolled'>('enrolments', 1),
    LearnerUnenrolled: count<'LearnerUnenrolled'>('enrolments', -1),
    ClassCompleted: count<'ClassCompleted'>('classes', 1),
    ClassUncompleted: count<'ClassUncompleted'>('classes', -1, markedAt),
    CourseCompleted: count<'CourseCompleted'>('completions', 1),
  },
  topics: (_, { courseId, day }) => (day === TOTAL ? [{ topic: `alumnado:${courseId}`, id: 'cifras' }] : []),
};
