import type { LearningEvent } from '../../events/learning.ts';
import type { Projection } from './kernel/projection.ts';

export interface StudyTimeDoc {
  userId: number;
  /** Seconds in all. */
  total: number;
  /** courseId → seconds. */
  courses: Record<string, number>;
  /** Day of the school's calendar → seconds. */
  days: Record<string, number>;
}

/** Study time per learner, by course and by day. */
export const studyTime: Projection<StudyTimeDoc, Extract<LearningEvent, { type: 'StudyTimeRecorded' }>> = {
  name: 'study-time',
  version: 1,
  on: {
    StudyTimeRecorded: {
      key: (event) => String(event.data.userId),
      evolve(doc, { data }) {
        const before = doc ?? { userId: data.userId, total: 0, courses: {}, days: {} };
        const add = (sums: Record<string, number>, name: string | number) => ({ ...sums, [name]: (sums[name] ?? 0) + data.seconds });
        return {
          userId: data.userId,
          total: before.total + data.seconds,
          courses: add(before.courses, data.courseId),
          days: add(before.days, data.date),
        };
      },
    },
  },
  topics: (id) => [{ topic: `progreso:${id}`, id: 'estudio' }],
};
