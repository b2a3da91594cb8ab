import type { StreamEvent } from '../../events/registry.ts';
import type { Projection, Recorded } from './projection.ts';

export interface NoteDoc {
  userId: number;
  courseId: number;
  noteId: string;
  moduleId: number;
  classId: number;
  subtopicId: number | null;
  text: string;
  quote: string | null;
  prefix: string | null;
  suffix: string | null;
  start: number | null;
  video: string | null;
  second: number | null;
  at: string;
  changedAt: string;
}

const key = ({ data }: Recorded<StreamEvent<'notes'>>) => `${data.userId}_${data.courseId}_${data.noteId}`;

/** What learners noted beside their courses, each for themselves. */
export const notes: Projection<NoteDoc, StreamEvent<'notes'>> = {
  name: 'notes',
  version: 1,
  indexes: [
    ['userId', '-at'],
    ['userId', 'courseId', 'at'],
  ],
  on: {
    NoteAdded: {
      key,
      evolve: (_, { data, meta }) => ({ ...data, text: data.text ?? '', at: meta.occurredAt, changedAt: meta.occurredAt }),
    },
    NoteEdited: { key, evolve: (doc, { data, meta }) => doc && { ...doc, text: data.text ?? '', changedAt: meta.occurredAt } },
    NoteRemoved: { key, evolve: () => null },
  },
  persons: (doc) => [String(doc.userId)],
  redact: () => null,
  topics: (_, { userId, courseId }) => [{ topic: `notas:${userId}`, id: String(courseId) }],
};
