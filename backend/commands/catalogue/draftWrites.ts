import { type CourseEvent, type CourseOutline, foldOutline, presentClasses, presentModules } from '../../../events/outline.ts';
import { refuse } from '../kernel/errors.ts';
import type { CommandContext, Commands, HandleOptions } from '../kernel/handle.ts';
import type { Authoring, Done } from './authoring.ts';
import { course } from './course.ts';
import { type Draft, draftOf, TEXT, type Texts } from './draft.ts';
import type { DraftStore } from './draftStore.ts';
import { createNewParts } from './newParts.ts';

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
export function createDraftWrites(commands: Pick<Commands, 'log'>, { save, drafted, textsOf }: DraftStore): CourseWrites {
  const numbered = createNewParts(commands);
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
      const { moduleId, command } = await numbered.module(courseId, module, context);
      const add = (target: CourseOutline) =>
        target.modules.some((one) => one.moduleId === moduleId) ? [] : course.decide(command, target);
      return { moduleId, ...(await edit(courseId, context, options, add)) };
    },
    async setObjectives(courseId, moduleId, texts, context, options) {
      const command = await numbered.objectives(courseId, moduleId, texts, context);
      return edit(courseId, context, options, (target) => course.decide(command, target));
    },
    async addClass(courseId, moduleId, klass, context, options) {
      const { classId, subtopicIds, command, texts } = await numbered.klass(courseId, moduleId, klass, context);
      const add = (target: CourseOutline) => (has(target, (id) => id === classId) ? [] : course.decide(command, target));
      return { classId, subtopicIds, ...(await edit(courseId, context, options, add, texts)) };
    },
    async addSubtopic(courseId, moduleId, classId, subtopic, context, options) {
      const { subtopicId, command, texts } = await numbered.subtopic(courseId, moduleId, classId, subtopic, context);
      const add = (target: CourseOutline) => (has(target, (_, parts) => parts.includes(subtopicId)) ? [] : course.decide(command, target));
      return { subtopicId, ...(await edit(courseId, context, options, add, texts)) };
    },
    async addResource(courseId, moduleId, classId, resource, context, options) {
      const { resourceId, command } = await numbered.resource(courseId, moduleId, classId, resource, context);
      const add = (target: CourseOutline) => (has(target, (_, parts) => parts.includes(-resourceId)) ? [] : course.decide(command, target));
      return { resourceId, ...(await edit(courseId, context, options, add)) };
    },
  };
}
