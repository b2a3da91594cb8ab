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
type Edit = Exclude<StreamEvent<'course'> | StreamEvent<'lesson'>, { type: (typeof marks)[number] }>;

const edited: Handler<CourseEditsDoc, Edit> = {
  key: ({ data }) => String(data.courseId),
  evolve(doc, { data, meta }) {
    const edit: LastEdit = { at: meta.occurredAt, userId: meta.actor.userId };
    const before = doc ?? { courseId: data.courseId, course: null, modules: {}, classes: {} };
    if (!('moduleId' in data)) return { ...before, course: edit };
    return {
      ...before,
      modules: withEntry(before.modules, data.moduleId, edit),
      ...('classId' in data && { classes: withEntry(before.classes, data.classId, edit) }),
    };
  },
};

/** Who last changed each part of a course, for its authors. */
export const courseEdits: Projection<CourseEditsDoc, Edit> = {
  name: 'course-edits',
  version: 1,
  on: Object.fromEntries(
    catalogueEvents.flatMap(({ category, type }) =>
      (category === 'course' || category === 'lesson') && !marks.some((mark) => mark === type) ? [[type, edited]] : [],
    ),
  ),
};
