import type { CourseFields, CourseOutline, Resource, Subtopic } from '../../../events/outline.ts';
import type { Position } from '../../../events/store/port.ts';
import { DomainError } from '../kernel/errors.ts';
import { type CommandContext, type Commands, derived, type HandleOptions } from '../kernel/handle.ts';
import { noParents, takeNumber, takeNumbers } from '../kernel/numbers.ts';
import { type CourseCommand, course } from './course.ts';
import { lesson } from './lesson.ts';

export type NewSubtopic = Omit<Subtopic, 'subtopicId'> & { text: string | null };
export type NewResource = Omit<Resource, 'resourceId'>;
/** One with a number was taken out of the same course, which the caller has checked, and comes back as itself. */
type AddedSubtopic = NewSubtopic & { subtopicId?: number | undefined };
type AddedResource = NewResource & { resourceId?: number | undefined };

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
      // The same command may have been done already, before what refuses it now: the outline's stream is asked in any case.
      if (error instanceof DomainError) return false;
      throw error;
    }
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
      module: Omit<Extract<CourseCommand, { type: 'addModule' }>, 'type' | 'moduleId'>,
      context: CommandContext,
      options?: HandleOptions<CourseOutline>,
    ): Promise<Done & { moduleId: number }> {
      const moduleId = await takeNumber(log, 'module', { ...noParents, courseId }, derived(context, 'number'));
      return { moduleId, ...(await authoring.change(courseId, { type: 'addModule', moduleId, ...module }, context, options)) };
    },
    async setObjectives(
      courseId: number,
      moduleId: number,
      texts: readonly string[],
      context: CommandContext,
      options?: HandleOptions<CourseOutline>,
    ): Promise<Done> {
      const ids = await takeNumbers(log, 'objective', { ...noParents, courseId, moduleId }, texts.length, derived(context, 'numbers'));
      return authoring.change(
        courseId,
        { type: 'setObjectives', moduleId, objectives: texts.map((text, index) => ({ objectiveId: ids[index] as number, text })) },
        context,
        options,
      );
    },
    async addClass(
      courseId: number,
      moduleId: number,
      {
        subtopics,
        resources,
        ...klass
      }: {
        title: string;
        description: string;
        content?: string;
        videoUrl: string | null;
        subtopics: readonly NewSubtopic[];
        resources: readonly NewResource[];
      },
      context: CommandContext,
      options?: HandleOptions<CourseOutline>,
    ): Promise<Done & { classId: number; subtopicIds: readonly number[] }> {
      const parents = { courseId, moduleId, classId: null };
      const classId = await takeNumber(log, 'class', parents, derived(context, 'number'));
      const ids = { courseId, moduleId, classId };
      const subtopicIds = await takeNumbers(log, 'subtopic', ids, subtopics.length, derived(context, 'subtopics'));
      const resourceIds = await takeNumbers(log, 'resource', ids, resources.length, derived(context, 'resources'));
      const command: CourseCommand = {
        ...{ type: 'addClass', moduleId, classId, ...klass },
        subtopics: subtopics.map(({ text: _, ...subtopic }, index) => ({ ...subtopic, subtopicId: subtopicIds[index] as number })),
        resources: resources.map((resource, index) => ({ ...resource, resourceId: resourceIds[index] as number })),
      };
      let position: Position | null = null;
      if (await accepts(courseId, command, options))
        for (const [index, { text }] of subtopics.entries())
          if (text)
            position = later(position, await authoring.setLessonText({ ...ids, subtopicId: subtopicIds[index] as number }, text, context));
      const done = await authoring.change(courseId, command, context, options);
      return { classId, subtopicIds, state: done.state, position: later(position, done.position) };
    },
    async addSubtopic(
      courseId: number,
      moduleId: number,
      classId: number,
      { text, subtopicId: back, ...subtopic }: AddedSubtopic,
      context: CommandContext,
      options?: HandleOptions<CourseOutline>,
    ): Promise<Done & { subtopicId: number }> {
      const ids = { courseId, moduleId, classId };
      const subtopicId = back ?? (await takeNumber(log, 'subtopic', ids, derived(context, 'number')));
      const command: CourseCommand = { type: 'addSubtopic', classId, subtopicId, ...subtopic };
      const written =
        text && (await accepts(courseId, command, options)) ? await authoring.setLessonText({ ...ids, subtopicId }, text, context) : null;
      const done = await authoring.change(courseId, command, context, options);
      return { subtopicId, state: done.state, position: later(written, done.position) };
    },
    async addResource(
      courseId: number,
      moduleId: number,
      classId: number,
      { resourceId: back, ...resource }: AddedResource,
      context: CommandContext,
      options?: HandleOptions<CourseOutline>,
    ): Promise<Done & { resourceId: number }> {
      const resourceId = back ?? (await takeNumber(log, 'resource', { courseId, moduleId, classId }, derived(context, 'number')));
      return {
        resourceId,
        ...(await authoring.change(courseId, { type: 'addResource', classId, resourceId, ...resource }, context, options)),
      };
    },
  };
  return authoring;
}

export type Authoring = ReturnType<typeof createAuthoring>;
