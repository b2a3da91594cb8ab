import type { EventOf } from '../../events/registry.ts';
import type { Projection } from './projection.ts';

export interface LessonDoc {
  subtopicId: number;
  courseId: number;
  classId: number;
  text: string;
  changedAt: string;
}

/** The texts of subtopics, kept apart from the outline because they are long. */
export const lessons: Projection<LessonDoc, EventOf<'LessonTextSet'>> = {
  name: 'lessons',
  version: 1,
  on: {
    LessonTextSet: {
      key: (event) => String(event.data.subtopicId),
      evolve: (_, { data, meta }) => ({
        subtopicId: data.subtopicId,
        courseId: data.courseId,
        classId: data.classId,
        text: data.text,
        changedAt: meta.occurredAt,
      }),
    },
  },
  topics: (id, doc) => [{ topic: `curso:${doc.courseId}`, id: `texto-${id}` }],
};
