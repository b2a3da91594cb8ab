import type { EventOf } from '../../events/registry.ts';
import type { Projection, Recorded } from './projection.ts';

export interface CourseStatsDoc {
  courseId: number;
  /** Learners enrolled now. */
  students: number;
  completions: number;
}

type Event = EventOf<'LearnerEnrolled' | 'LearnerUnenrolled' | 'CourseCompleted'>;
const count = (field: 'students' | 'completions', by: number) => ({
  key: (event: Recorded<Event>) => String(event.data.courseId),
  evolve(doc: CourseStatsDoc | null, event: Recorded<Event>): CourseStatsDoc {
    const before = doc ?? { courseId: event.data.courseId, students: 0, completions: 0 };
    return { ...before, [field]: before[field] + by };
  },
});

/** How many people are enrolled in, and have completed, each course. */
export const courseStats: Projection<CourseStatsDoc, Event> = {
  name: 'course-stats',
  version: 1,
  on: { LearnerEnrolled: count('students', 1), LearnerUnenrolled: count('students', -1), CourseCompleted: count('completions', 1) },
  topics: (id) => [
    { topic: 'cursos', id },
    { topic: `curso:${id}`, id: 'estadisticas' },
  ],
};
