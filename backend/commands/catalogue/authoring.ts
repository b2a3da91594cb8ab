import type { CourseFields, CourseOutline, Resource, Subtopic } from '../../../events/outline.ts';
import type { Position } from '../../../events/store/port.ts';
import { DomainError } from '../kernel/errors.ts';
import { type CommandContext, type Commands, derived, type HandleOptions } from '../kernel/handle.ts';
import { noParents, takeNumber, takeNumbers } from '../kernel/numbers.ts';
import { type CourseCommand, course } from './course.ts';
import { lesson } from './lesson.ts';

export type NewSubtopic = Omit<Subtopic, 'subtopicId'> & { text: string | null };
export type NewResource = Omit<Resource, 'resourceId'>;

export interface Done {
  position: Position | null;
  state: CourseOutline;
}

/**
 * Commands of authors. Ids come from the log; what is long (the texts of lessons) goes to streams of its own, before the outline that shows it:
 * a process that dies in between leaves a text that no outline names, which nobody sees, and the same command again finds its own ids and goes on.
 */
export interface Authoring {
  createCourse(fields: CourseFields, context: CommandContext): Promise<Done & { courseId: number }>;
  /** Any command of the course's own stream. */
  change(courseId: number, command: CourseCommand, context: CommandContext, options?: HandleOptions<CourseOutline>): Promise<Done>;
  addModule(
    courseId: number,
    module: Omit<Extract<CourseCommand, { type: 'addModule' }>, 'type' | 'moduleId'>,
    context: CommandContext,
    options?: HandleOptions<CourseOutline>,
  ): Promise<Done & { moduleId: number }>;
  setObjectives(
    courseId: number,
    moduleId: number,
    texts: readonly string[],
    context: CommandContext,
    options?: HandleOptions<CourseOutline>,
  ): Promise<Done>;
  addClass(
    courseId: number,
    moduleId: number,
    klass: {
      title: string;
      description: string;
      videoUrl: string | null;
      subtopics: readonly NewSubtopic[];
      resources: readonly NewResource[];
    },
    context: CommandContext,
    options?: HandleOptions<CourseOutline>,
  ): Promise<Done & { classId: number; subtopicIds: readonly number[] }>;
  addSubtopic(
    courseId: number,
    moduleId: number,
    classId: number,
    subtopic: NewSubtopic,
    context: CommandContext,
    options?: HandleOptions<CourseOutline>,
  ): Promise<Done & { subtopicId: number }>;
  addResource(
    courseId: number,
    moduleId: number,
    classId: number,
    resource: NewResource,
    context: CommandContext,
    options?: HandleOptions<CourseOutline>,
  ): Promise<Done & { resourceId: number }>;
  setLessonText(
    ids: { courseId: number; moduleId: number; classId: number; subtopicId: number },
    text: string,
    context: CommandContext,
  ): Promise<Position | null>;
}

export function createAuthoring(commands: Commands): Authoring {
  const { log } = commands;
  const change: Authoring['change'] = (courseId, command, context, options) => commands.handle(course, courseId, command, context, options);
  const setLessonText: Authoring['setLessonText'] = async (ids, text, context) =>
    (await commands.handle(lesson, ids.subtopicId, { type: 'setText', ...ids, text }, derived(context, 'text', ids.subtopicId))).position;
  /** Positions are opaque but ordered; the later of two. */
  const later = (a: Position | null, b: Position | null): Position | null => (a === null || (b !== null && b > a) ? b : a);

  /** Whether the outline would take the command: of one that it refuses no text is to stay behind. */
  const accepts = async (courseId: number, command: CourseCommand, options?: HandleOptions<CourseOutline>): Promise<boolean> => {
    const { state, version } = await commands.load(course, courseId);
    options?.check?.(state, version + 1);
    try {
      course.decide(command, state);
      return true;
    } catch (error) {
      // The same command may stand there already, done before what refuses it now: the outline's own stream is asked all the same.
      if (error instanceof DomainError) return false;
      throw error;
    }
  };

  return {
    change,
    setLessonText,
    async createCourse(fields, context) {
      const courseId = await takeNumber(log, 'course', noParents, derived(context, 'number'));
      return { courseId, ...(await change(courseId, { type: 'create', courseId, ...fields }, context)) };
    },
    async addModule(courseId, module, context, options) {
      const moduleId = await takeNumber(log, 'module', { ...noParents, courseId }, derived(context, 'number'));
      return { moduleId, ...(await change(courseId, { type: 'addModule', moduleId, ...module }, context, options)) };
    },
    async setObjectives(courseId, moduleId, texts, context, options) {
      const ids = await takeNumbers(log, 'objective', { ...noParents, courseId, moduleId }, texts.length, derived(context, 'numbers'));
      return change(
        courseId,
        { type: 'setObjectives', moduleId, objectives: texts.map((text, index) => ({ objectiveId: ids[index] as number, text })) },
        context,
        options,
      );
    },
    async addClass(courseId, moduleId, klass, context, options) {
      const parents = { courseId, moduleId, classId: null };
      const classId = await takeNumber(log, 'class', parents, derived(context, 'number'));
      const ids = { courseId, moduleId, classId };
      const subtopicIds = await takeNumbers(log, 'subtopic', ids, klass.subtopics.length, derived(context, 'subtopics'));
      const resourceIds = await takeNumbers(log, 'resource', ids, klass.resources.length, derived(context, 'resources'));
      const command: CourseCommand = {
        type: 'addClass',
        moduleId,
        classId,
        title: klass.title,
        description: klass.description,
        videoUrl: klass.videoUrl,
        subtopics: klass.subtopics.map(({ text: _, ...subtopic }, index) => ({ ...subtopic, subtopicId: subtopicIds[index] as number })),
        resources: klass.resources.map((resource, index) => ({ ...resource, resourceId: resourceIds[index] as number })),
      };
      let position: Position | null = null;
      if (await accepts(courseId, command, options))
        for (const [index, { text }] of klass.subtopics.entries())
          if (text) position = later(position, await setLessonText({ ...ids, subtopicId: subtopicIds[index] as number }, text, context));
      const done = await change(courseId, command, context, options);
      return { classId, subtopicIds, state: done.state, position: later(position, done.position) };
    },
    async addSubtopic(courseId, moduleId, classId, { text, ...subtopic }, context, options) {
      const ids = { courseId, moduleId, classId };
      const subtopicId = await takeNumber(log, 'subtopic', ids, derived(context, 'number'));
      const command: CourseCommand = { type: 'addSubtopic', classId, subtopicId, ...subtopic };
      const written =
        text && (await accepts(courseId, command, options)) ? await setLessonText({ ...ids, subtopicId }, text, context) : null;
      const done = await change(courseId, command, context, options);
      return { subtopicId, state: done.state, position: later(written, done.position) };
    },
    async addResource(courseId, moduleId, classId, resource, context, options) {
      const resourceId = await takeNumber(log, 'resource', { courseId, moduleId, classId }, derived(context, 'number'));
      return { resourceId, ...(await change(courseId, { type: 'addResource', classId, resourceId, ...resource }, context, options)) };
    },
  };
}
