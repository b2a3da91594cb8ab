import type { Resource, Subtopic } from '../../../events/outline.ts';
import { type CommandContext, type Commands, derived } from '../kernel/handle.ts';
import { noParents, takeNumber, takeNumbers } from '../kernel/numbers.ts';
import type { CourseCommand } from './courseCommand.ts';

type Fields<Type extends CourseCommand['type'], Id extends string> = Omit<Extract<CourseCommand, { type: Type }>, 'type' | Id>;
export type NewModule = Fields<'addModule', 'moduleId'>;
export type NewSubtopic = Omit<Subtopic, 'subtopicId'> & { text: string | null };
export type NewResource = Omit<Resource, 'resourceId'>;
/** One with a number was taken out of the same course, which the caller has checked, and comes back as itself. */
export type AddedSubtopic = NewSubtopic & { subtopicId?: number | undefined };
export type AddedResource = NewResource & { resourceId?: number | undefined };
export interface NewClass {
  title: string;
  description: string;
  content?: string;
  videoUrl: string | null;
  subtopics: readonly NewSubtopic[];
  resources: readonly NewResource[];
}

/**
 * The commands that add parts to a course, with the numbers that the log gives them: a repeat gets the same. `texts`: of lessons, by the number of their
 * subtopic.
 */
export function createNewParts({ log }: Pick<Commands, 'log'>) {
  return {
    async module(courseId: number, module: NewModule, context: CommandContext) {
      const moduleId = await takeNumber(log, 'module', { ...noParents, courseId }, derived(context, 'number'));
      return { moduleId, command: { type: 'addModule', moduleId, ...module } satisfies CourseCommand };
    },
    async objectives(courseId: number, moduleId: number, texts: readonly string[], context: CommandContext) {
      const ids = await takeNumbers(log, 'objective', { ...noParents, courseId, moduleId }, texts.length, derived(context, 'numbers'));
      const objectives = texts.map((text, index) => ({ objectiveId: ids[index] as number, text }));
      return { type: 'setObjectives', moduleId, objectives } satisfies CourseCommand;
    },
    async klass(courseId: number, moduleId: number, { subtopics, resources, ...klass }: NewClass, context: CommandContext) {
      const classId = await takeNumber(log, 'class', { courseId, moduleId, classId: null }, derived(context, 'number'));
      const ids = { courseId, moduleId, classId };
      const subtopicIds = await takeNumbers(log, 'subtopic', ids, subtopics.length, derived(context, 'subtopics'));
      const resourceIds = await takeNumbers(log, 'resource', ids, resources.length, derived(context, 'resources'));
      const command = {
        ...{ type: 'addClass' as const, moduleId, classId, ...klass },
        subtopics: subtopics.map(({ text: _, ...subtopic }, index) => ({ ...subtopic, subtopicId: subtopicIds[index] as number })),
        resources: resources.map((resource, index) => ({ ...resource, resourceId: resourceIds[index] as number })),
      } satisfies CourseCommand;
      const texts = new Map(subtopics.flatMap(({ text }, index) => (text ? [[subtopicIds[index] as number, text] as const] : [])));
      return { classId, subtopicIds, command, texts };
    },
    async subtopic(
      courseId: number,
      moduleId: number,
      classId: number,
      { text, subtopicId: back, ...subtopic }: AddedSubtopic,
      context: CommandContext,
    ) {
      const subtopicId = back ?? (await takeNumber(log, 'subtopic', { courseId, moduleId, classId }, derived(context, 'number')));
      const command = { type: 'addSubtopic', classId, subtopicId, ...subtopic } satisfies CourseCommand;
      return { subtopicId, command, texts: new Map(text ? [[subtopicId, text] as const] : []) };
    },
    async resource(
      courseId: number,
      moduleId: number,
      classId: number,
      { resourceId: back, ...resource }: AddedResource,
      context: CommandContext,
    ) {
      const resourceId = back ?? (await takeNumber(log, 'resource', { courseId, moduleId, classId }, derived(context, 'number')));
      return { resourceId, command: { type: 'addResource', classId, resourceId, ...resource } satisfies CourseCommand };
    },
  };
}
