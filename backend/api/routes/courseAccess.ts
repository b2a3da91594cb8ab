import type { NumberKind } from '../../../events/operations.ts';
import type { CourseOutline, Module } from '../../../events/outline.ts';
import type { CourseCommand } from '../../commands/catalogue/courseCommand.ts';
import type { CourseWrites } from '../../commands/catalogue/draftWrites.ts';
import type { HandleOptions } from '../../commands/kernel/handle.ts';
import { type CourseDoc, courses } from '../../projections/courses.ts';
import { enrolments } from '../../projections/enrolments.ts';
import { type Call, matching } from '../calls/implement.ts';
import type { CourseReading } from '../calls/ownership.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';

/** Shared by the routes of courses and of their parts: who teaches a course, who sees how much of it, and how it is changed. */
export function courseAccess({ authoring, owners }: Deps, { demandReadable, openTo }: CourseReading) {
  /** A course that the caller may see. Throws COURSE_NOT_FOUND. */
  const visible = async (courseId: number, call: Call): Promise<CourseDoc> => {
    const doc = await call.reads.get(courses, String(courseId));
    if (!doc) throw new ApiError('COURSE_NOT_FOUND');
    await demandReadable(courseId, call.identity);
    return doc;
  };
  const completedOf = async (courseId: number, call: Call): Promise<ReadonlySet<number>> => {
    const mine = call.identity && (await call.reads.get(enrolments, `${call.identity.userId}_${courseId}`));
    return new Set(mine ? Object.keys(mine.completed).map(Number) : []);
  };

  /** The modules whose content the caller may read: as `courses.outline`, without refusing, and limited to open ones (C-22). */
  const opens = async ({ courseId }: CourseDoc, { identity }: Call): Promise<(module: Module) => boolean> => {
    const open = await openTo(courseId, identity);
    return ({ moduleId }) => open(moduleId);
  };
  /** The readers whom `courses.outline` accepts, but who still go through a course in its order. */
  const demandOpen = async (doc: CourseDoc, module: Module, call: Call): Promise<void> => {
    if (!(await opens(doc, call))(module)) throw new ApiError('MODULE_LOCKED');
  };

  /** Sends commands of a course to the log, or to a draft. */
  const changeBy =
    (writes: Pick<CourseWrites, 'change'>) =>
    async (
      courseId: number,
      command: CourseCommand,
      call: Call,
      { reason, ...options }: HandleOptions<CourseOutline> & { reason?: string | undefined } = {},
    ) => {
      const done = await writes.change(courseId, command, call.context(reason), options.check ? options : matching(call));
      call.wrote(done.position);
      return done.state;
    };
  const change = changeBy(authoring);

  /** The course of a numbered part. Throws the part's own "not found". */
  const owner =
    (kind: NumberKind, code: 'MODULE_NOT_FOUND' | 'CLASS_NOT_FOUND' | 'SUBTOPIC_NOT_FOUND' | 'RESOURCE_NOT_FOUND') =>
    async (id: number) => {
      const found = await owners(kind, id);
      if (found?.courseId == null) throw new ApiError(code);
      return { courseId: found.courseId, moduleId: found.moduleId ?? 0, classId: found.classId ?? 0 };
    };
  const ownerOf = {
    module: owner('module', 'MODULE_NOT_FOUND'),
    class: owner('class', 'CLASS_NOT_FOUND'),
    subtopic: owner('subtopic', 'SUBTOPIC_NOT_FOUND'),
    resource: owner('resource', 'RESOURCE_NOT_FOUND'),
  };
  const by =
    (kind: keyof typeof ownerOf) =>
    async ({ params }: { params: { id: number } }) =>
      (await ownerOf[kind](params.id)).courseId;

  return { visible, completedOf, opens, demandOpen, change, changeBy, ownerOf, by };
}

export type CourseAccess = ReturnType<typeof courseAccess>;
