import { catalogueEvents } from '../../events/catalogue.ts';
import type { StreamEvent } from '../../events/registry.ts';
import { withEntry } from './entries.ts';
import type { Handler, Projection } from './projection.ts';

/** The last change: when and by whom; null: the school itself. */
export interface LastEdit {
  at: string;
  userId: number | null;
}
export interface CourseEditsDoc {
  courseId: number;
  /** Of the course's own fields; null where only its parts were changed. */
  course: LastEdit | null;
  /** By the id of the module: its own fields, and the classes in it. */
  modules: Record<string, LastEdit>;
  /** By the id of the class, including its subtopics, their texts and its resources. */
  classes: Record<string, LastEdit>;
}

/** Events that only mark the preceding ones as one change do not count as a change themselves. */
const marks = ['CourseChangesPublished', 'CourseVersionRestored'] as const;
/** Which part an event is about: the course, a module of it, or a class of that. */
interface Edited {
  type: string;
  data: { courseId: number; moduleId?: number; classId?: number };
}

const edited: Handler<CourseEditsDoc, Edited> = {
  key: ({ data }) => String(data.courseId),
  evolve(doc, { data, meta }) {
    const edit: LastEdit = { at: meta.occurredAt, userId: meta.actor.userId };
    const before = doc ?? { courseId: data.courseId, course: null, modules: {}, classes: {} };
    if (data.moduleId === undefined) return { ...before, course: edit };
    return {
      ...before,
      modules: withEntry(before.modules, data.moduleId, edit),
      ...(data.classId !== undefined && { classes: withEntry(before.classes, data.classId, edit) }),
    };
  },
};

/** Who last changed each part of a course, for its authors. */
export const courseEdits: Projection<CourseEditsDoc, StreamEvent<'course' | 'lesson'>> = {
  name: 'course-edits',
  version: 1,
  on: Object.fromEntries(
    catalogueEvents.flatMap(({ category, type }) =>
      (category === 'course' || category === 'lesson') && !marks.some((mark) => mark === type) ? [[type, edited]] : [],
    ),
  ),
};
