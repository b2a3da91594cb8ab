import { catalogueEvents } from '../../events/catalogue.ts';
import { type CourseEvent, type CourseOutline, emptyOutline, foldOutline } from '../../events/outline.ts';
import type { Handler, Projection } from './projection.ts';

export interface CourseDoc extends CourseOutline {
  createdAt: string;
  changedAt: string;
  publishedAt: string | null;
  /** When each class was added and last changed. */
  classTimes: Record<string, { added: string; changed: string }>;
}

const handler: Handler<CourseDoc, CourseEvent> = {
  key: (event) => String(event.data.courseId),
  evolve(doc, event) {
    const at = event.meta.occurredAt;
    const before = doc ?? { ...emptyOutline(), createdAt: at, changedAt: at, publishedAt: null, classTimes: {} };
    const classId = 'classId' in event.data ? String(event.data.classId) : null;
    return {
      ...before,
      ...foldOutline(before, event as CourseEvent),
      changedAt: at,
      publishedAt: event.type === 'CoursePublished' ? at : before.publishedAt,
      classTimes: classId
        ? { ...before.classTimes, [classId]: { added: before.classTimes[classId]?.added ?? at, changed: at } }
        : before.classTimes,
    };
  },
};

/** Every course with its outline, drafts and archived ones too. */
export const courses: Projection<CourseDoc, CourseEvent> = {
  name: 'courses',
  version: 10,
  indexes: [['status', 'courseId'], ['instructorId', 'courseId'], ['courseId']],
  on: Object.fromEntries(
    catalogueEvents.filter((definition) => definition.category === 'course').map((definition) => [definition.type, handler]),
  ),
  topics: (id) => [{ topic: `curso:${id}` }, { topic: 'cursos', id }],
};
