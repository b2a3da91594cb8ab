import type { CourseFields, CourseOutline } from '../../../events/outline.ts';
import type { Position } from '../../../events/store/port.ts';
import { DomainError } from '../kernel/errors.ts';
import { type CommandContext, type Commands, derived, type HandleOptions } from '../kernel/handle.ts';
import { noParents, takeNumber } from '../kernel/numbers.ts';
import { course } from './course.ts';
import type { CourseCommand } from './courseCommand.ts';
import { lesson } from './lesson.ts';
import { type AddedResource, type AddedSubtopic, createNewParts, type NewClass, type NewModule } from './newParts.ts';

export interface Done {
  position: Position | null;
  state: CourseOutline;
}

/**
 * Commands of authors. Ids come from the log; long content (the texts of lessons) goes to streams of its own, before the outline that shows it:
 * a process that dies in between leaves a text that no outline refers to and nobody sees, and a repeat of the command gets the same ids and continues.
 */
export function createAuthoring(commands: Commands) {
  const { log } = commands;
  const numbered = createNewParts(commands);
  /** The later of two positions; they compare as strings. */
  const later = (a: Position | null, b: Position | null): Position | null => (a === null || (b !== null && b > a) ? b : a);

  /** Whether the outline would accept the command: a refused command must not leave a text behind. */
  const accepts = async (courseId: number, command: CourseCommand, options?: HandleOptions<CourseOutline>): Promise<boolean> => {
    const { state, version } = await commands.load(course, courseId);
    options?.check?.(state, version + 1);
    try {
      course.decide(command, state);
      return true;
    } catch (error) {
      // The same command may have been done before what refuses it now happened, so the outline's stream is asked in any case.
      if (error instanceof DomainError) return false;
      throw error;
    }
  };

  /** The texts first, then what shows them. */
  const changeWithTexts = async (
    ids: { courseId: number; moduleId: number; classId: number },
    command: CourseCommand,
    texts: ReadonlyMap<number, string>,
    context: CommandContext,
    options?: HandleOptions<CourseOutline>,
  ): Promise<Done> => {
    let position: Position | null = null;
    if (texts.size > 0 && (await accepts(ids.courseId, command, options)))
      for (const [subtopicId, text] of texts)
        position = later(position, await authoring.setLessonText({ ...ids, subtopicId }, text, context));
    const done = await authoring.change(ids.courseId, command, context, options);
    return { state: done.state, position: later(position, done.position) };
  };

  const authoring = {
    /** Any command of the course's own stream. */
    change: (courseId: number, command: CourseCommand, context: CommandContext, options?: HandleOptions<CourseOutline>): Promise<Done> =>
      commands.handle(course, courseId, command, context, options),
    /** Sets the places of featured courses, each in the course's own stream; of none where one of them is not featured. A repeat does what is left. */
    async orderFeatured(order: readonly number[], context: CommandContext): Promise<Position | null> {
      const placed = order.map((courseId, index) => ({ courseId, command: { type: 'placeFeatured', place: index + 1 } as const }));
      for (const { courseId, command } of placed) course.decide(command, (await commands.load(course, courseId)).state);
      let position: Position | null = null;
      for (const { courseId, command } of placed)
        position = later(position, (await authoring.change(courseId, command, derived(context, 'place', courseId))).position);
      return position;
    },
    setLessonText: async (
      ids: { courseId: number; moduleId: number; classId: number; subtopicId: number },
      text: string,
      context: CommandContext,
    ): Promise<Position | null> =>
      (await commands.handle(lesson, ids.subtopicId, { type: 'setText', ...ids, text }, derived(context, 'text', ids.subtopicId))).position,
    async createCourse(fields: CourseFields, context: CommandContext): Promise<Done & { courseId: number }> {
      const courseId = await takeNumber(log, 'course', noParents, derived(context, 'number'));
      return { courseId, ...(await authoring.change(courseId, { type: 'create', courseId, ...fields }, context)) };
    },
    async addModule(
      courseId: number,
      module: NewModule,
      context: CommandContext,
      options?: HandleOptions<CourseOutline>,
    ): Promise<Done & { moduleId: number }> {
      const { moduleId, command } = await numbered.module(courseId, module, context);
      return { moduleId, ...(await authoring.change(courseId, command, context, options)) };
    },
    async setObjectives(
      courseId: number,
      moduleId: number,
      texts: readonly string[],
      context: CommandContext,
      options?: HandleOptions<CourseOutline>,
    ): Promise<Done> {
      return authoring.change(courseId, await numbered.objectives(courseId, moduleId, texts, context), context, options);
    },
    async addClass(
      courseId: number,
      moduleId: number,
      klass: NewClass,
      context: CommandContext,
      options?: HandleOptions<CourseOutline>,
    ): Promise<Done & { classId: number; subtopicIds: readonly number[] }> {
      const { classId, subtopicIds, command, texts } = await numbered.klass(courseId, moduleId, klass, context);
      return { classId, subtopicIds, ...(await changeWithTexts({ courseId, moduleId, classId }, command, texts, context, options)) };
    },
    async addSubtopic(
      courseId: number,
      moduleId: number,
      classId: number,
      subtopic: AddedSubtopic,
      context: CommandContext,
      options?: HandleOptions<CourseOutline>,
    ): Promise<Done & { subtopicId: number }> {
      const { subtopicId, command, texts } = await numbered.subtopic(courseId, moduleId, classId, subtopic, context);
      return { subtopicId, ...(await changeWithTexts({ courseId, moduleId, classId }, command, texts, context, options)) };
    },
    async addResource(
      courseId: number,
      moduleId: number,
      classId: number,
      resource: AddedResource,
      context: CommandContext,
      options?: HandleOptions<CourseOutline>,
    ): Promise<Done & { resourceId: number }> {
      const { resourceId, command } = await numbered.resource(courseId, moduleId, classId, resource, context);
      return { resourceId, ...(await authoring.change(courseId, command, context, options)) };
    },
  };
  return authoring;
}

export type Authoring = ReturnType<typeof createAuthoring>;
