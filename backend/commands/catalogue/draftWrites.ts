import { type CourseEvent, type CourseOutline, foldOutline, presentClasses, presentModules } from '../../../events/outline.ts';
import { refuse } from '../kernel/errors.ts';
import { type CommandContext, type Commands, derived, type HandleOptions } from '../kernel/handle.ts';
import { noParents, takeNumber, takeNumbers } from '../kernel/numbers.ts';
import type { Authoring, Done } from './authoring.ts';
import { type CourseCommand, course } from './course.ts';
import { type Draft, draftOf, TEXT, type Texts } from './draft.ts';
import type { DraftStore } from './draftStore.ts';

/** The size limit of a draft, in characters of JSON; and without the texts of lessons: what one publication appends at once (`MAX_APPEND_BYTES`). */
const MOST = 2 * 1024 * 1024;
const MOST_OUTLINE = 300_000;
const MOST_PARTS = 1_000;

/** The writes of authors; those of `createAuthoring` go to the log, these to the draft. */
export type CourseWrites = Pick<
  Authoring,
  'change' | 'setLessonText' | 'addModule' | 'setObjectives' | 'addClass' | 'addSubtopic' | 'addResource'
>;

const bounded = (draft: Draft): void => {
  const parts = Object.values(draft.parts);
  const bare = parts.map(({ fields: { [TEXT]: _, ...fields }, ...part }) => ({ ...part, fields }));
  if (parts.length > MOST_PARTS || JSON.stringify(bare).length > MOST_OUTLINE || JSON.stringify(draft).length > MOST) refuse('DRAFT_FULL');
};
const has = (target: CourseOutline, find: (classId: number, parts: readonly number[]) => boolean): boolean =>
  presentModules(target).some((module) =>
    presentClasses(module).some((klass) =>
      find(klass.classId, [...klass.subtopics.map((one) => one.subtopicId), ...klass.resources.map((one) => -one.resourceId)]),
    ),
  );

/** What authors write, into the draft of the course in place of the log. */
export function createDraftWrites({ log }: Commands, { save, drafted, textsOf }: DraftStore): CourseWrites {
  /** Decides on the course with its unpublished changes, and saves the result. */
  const edit = async (
    courseId: number,
    context: CommandContext,
    options: HandleOptions<CourseOutline> | undefined,
    decide: (target: CourseOutline) => readonly CourseEvent[],
    given: Texts = new Map(),
  ): Promise<Done> => {
    let state: CourseOutline | undefined;
    await save(courseId, context, async (kept) => {
      const { published, target } = await drafted(courseId, kept);
      if (kept.done?.includes(context.commandId)) {
        state = target;
        return kept;
      }
      options?.check?.(target, kept.version);
      if (target.status === 'archived') refuse('COURSE_ARCHIVED');
      const events = decide(target);
      if (events.length === 0 && given.size === 0) {
        state = target;
        return kept;
      }
      state = events.reduce((outline, event) => foldOutline(outline, event as Parameters<typeof foldOutline>[1]), target);
      const publishedTexts = await textsOf(given.keys());
      const draft = draftOf(published, state, kept, {
        ...{ by: context.actor.userId, at: context.now.toISOString(), texts: given, publishedTexts },
      });
      bounded(draft);
      return draft;
    });
    return { position: null, state: state ?? refuse('COURSE_NOT_FOUND') };
  };
  return {
    change: (courseId, command, context, options) => edit(courseId, context, options, (target) => course.decide(command, target)),
    async setLessonText({ courseId, subtopicId }, text, context) {
      const within = (target: CourseOutline) => has(target, (_, parts) => parts.includes(subtopicId)) || refuse('SUBTOPIC_NOT_FOUND');
      await edit(courseId, context, { check: within }, () => [], new Map([[subtopicId, text]]));
      return null;
    },
    async addModule(courseId, module, context, options) {
      const moduleId = await takeNumber(log, 'module', { ...noParents, courseId }, derived(context, 'number'));
      const add = (target: CourseOutline) =>
        target.modules.some((one) => one.moduleId === moduleId) ? [] : course.decide({ type: 'addModule', moduleId, ...module }, target);
      return { moduleId, ...(await edit(courseId, context, options, add)) };
    },
    async setObjectives(courseId, moduleId, texts, context, options) {
      const ids = await takeNumbers(log, 'objective', { ...noParents, courseId, moduleId }, texts.length, derived(context, 'numbers'));
      const objectives = texts.map((text, index) => ({ objectiveId: ids[index] as number, text }));
      return edit(courseId, context, options, (target) => course.decide({ type: 'setObjectives', moduleId, objectives }, target));
    },
    async addClass(courseId, moduleId, { subtopics, resources, ...klass }, context, options) {
      const parents = { courseId, moduleId, classId: null };
      const classId = await takeNumber(log, 'class', parents, derived(context, 'number'));
      const ids = { courseId, moduleId, classId };
      const subtopicIds = await takeNumbers(log, 'subtopic', ids, subtopics.length, derived(context, 'subtopics'));
      const resourceIds = await takeNumbers(log, 'resource', ids, resources.length, derived(context, 'resources'));
      const command: CourseCommand = {
        ...{ type: 'addClass', moduleId, classId, ...klass },
        subtopics: subtopics.map(({ text: _, ...one }, index) => ({ ...one, subtopicId: subtopicIds[index] as number })),
        resources: resources.map((one, index) => ({ ...one, resourceId: resourceIds[index] as number })),
      };
      const texts = new Map(subtopics.flatMap(({ text }, index) => (text ? [[subtopicIds[index] as number, text] as const] : [])));
      const add = (target: CourseOutline) => (has(target, (id) => id === classId) ? [] : course.decide(command, target));
      return { classId, subtopicIds, ...(await edit(courseId, context, options, add, texts)) };
    },
    async addSubtopic(courseId, moduleId, classId, { text, subtopicId: back, ...subtopic }, context, options) {
      const subtopicId = back ?? (await takeNumber(log, 'subtopic', { courseId, moduleId, classId }, derived(context, 'number')));
      const command: CourseCommand = { type: 'addSubtopic', classId, subtopicId, ...subtopic };
      const add = (target: CourseOutline) => (has(target, (_, parts) => parts.includes(subtopicId)) ? [] : course.decide(command, target));
      return { subtopicId, ...(await edit(courseId, context, options, add, new Map(text ? [[subtopicId, text]] : []))) };
    },
    async addResource(courseId, moduleId, classId, { resourceId: back, ...resource }, context, options) {
      const resourceId = back ?? (await takeNumber(log, 'resource', { courseId, moduleId, classId }, derived(context, 'number')));
      const command: CourseCommand = { type: 'addResource', classId, resourceId, ...resource };
      const add = (target: CourseOutline) => (has(target, (_, parts) => parts.includes(-resourceId)) ? [] : course.decide(command, target));
      return { resourceId, ...(await edit(courseId, context, options, add)) };
    },
  };
}
