import {
  type CourseFields,
  type CourseOutline,
  emptyOutline,
  type Klass,
  type Module,
  presentClasses,
  presentModules,
} from '../../../events/outline.ts';
import type { Position } from '../../../events/store/port.ts';
import { refuse } from '../kernel/errors.ts';
import { type CommandContext, type Commands, derived } from '../kernel/handle.ts';
import { noParents, takeNumber, takeNumbersWithin } from '../kernel/numbers.ts';
import type { Quizzes, WholeQuiz } from '../learning/quizzes.ts';
import type { Authoring } from './authoring.ts';
import { course } from './course.ts';
import type { BringCourse } from './courseCommand.ts';
import type { Drafts } from './drafts.ts';
import type { NewResource, NewSubtopic } from './newParts.ts';

/** A course with its whole content and no ids: what is copied, exported and imported. */
export interface WholeCourse {
  fields: CourseFields;
  modules: readonly WholeModule[];
  videoTexts: CourseOutline['videoTexts'];
}
export interface WholeModule extends Pick<Module, 'title' | 'description' | 'content' | 'videoUrl'> {
  objectives: readonly string[];
  classes: readonly WholeClass[];
}
export interface WholeClass extends Pick<Klass, 'title' | 'description' | 'content' | 'videoUrl'> {
  subtopics: readonly WholeSubtopic[];
  resources: readonly NewResource[];
}
export interface WholeSubtopic extends NewSubtopic {
  /** null: it asks nothing. */
  quiz: WholeQuiz | null;
}

/** The size of an outline, in characters of JSON, for one append (`MAX_APPEND_BYTES`): a larger course is created by several, the last of which marks it complete. */
const MOST_AT_ONCE = 250_000;
/** How many texts of lessons are set at a time. */
const TEXTS_AT_ONCE = 8;

/** Whole courses: read with their unpublished changes, and created anew with ids of their own. */
export function createWholeCourses(commands: Commands, authoring: Authoring, drafts: Drafts, quizzes: Pick<Quizzes, 'read' | 'bring'>) {
  const { log } = commands;

  /** The outline with new ids, and the texts of its lessons. */
  const numbered = async (whole: WholeCourse, context: CommandContext) => {
    const courseId = await takeNumber(log, 'course', noParents, derived(context, 'course'));
    const modules = whole.modules;
    const within = { ...noParents, courseId };
    const moduleIds = await takeNumbersWithin(
      log,
      'module',
      modules.map(() => within),
      derived(context, 'modules'),
    );
    const ofModules = modules.map((module, at) => ({ module, moduleId: moduleIds[at] as number }));
    const objectives = ofModules.flatMap(({ module, moduleId }) => module.objectives.map((text) => ({ moduleId, text })));
    const objectiveIds = await takeNumbersWithin(
      log,
      'objective',
      objectives.map(({ moduleId }) => ({ ...within, moduleId })),
      derived(context, 'objectives'),
    );
    const classes = ofModules.flatMap(({ module, moduleId }) => module.classes.map((klass) => ({ klass, moduleId })));
    const classIds = await takeNumbersWithin(
      log,
      'class',
      classes.map(({ moduleId }) => ({ ...within, moduleId })),
      derived(context, 'classes'),
    );
    const ofClasses = classes.map((one, at) => ({ ...one, classId: classIds[at] as number }));
    const subtopics = ofClasses.flatMap(({ klass, ...ids }) =>
      klass.subtopics.map((subtopic) => ({ subtopic, ids: { courseId, ...ids } })),
    );
    const subtopicIds = await takeNumbersWithin(
      log,
      'subtopic',
      subtopics.map(({ ids }) => ids),
      derived(context, 'subtopics'),
    );
    const resources = ofClasses.flatMap(({ klass, ...ids }) =>
      klass.resources.map((resource) => ({ resource, ids: { courseId, ...ids } })),
    );
    const resourceIds = await takeNumbersWithin(
      log,
      'resource',
      resources.map(({ ids }) => ids),
      derived(context, 'resources'),
    );
    const ofClass = <T extends { ids: { classId: number } }>(list: readonly T[]) => Map.groupBy(list, ({ ids }) => ids.classId);
    const subtopicsOf = ofClass(subtopics.map((one, at) => ({ ...one, subtopicId: subtopicIds[at] as number })));
    const resourcesOf = ofClass(resources.map((one, at) => ({ ...one, resourceId: resourceIds[at] as number })));
    const objectivesOf = Map.groupBy(
      objectives.map((one, at) => ({ ...one, objectiveId: objectiveIds[at] as number })),
      ({ moduleId }) => moduleId,
    );
    const classesOf = Map.groupBy(ofClasses, ({ moduleId }) => moduleId);
    const outline: CourseOutline = {
      ...emptyOutline(),
      ...whole.fields,
      courseId,
      videoTexts: whole.videoTexts,
      modules: ofModules.map(({ module: { title, description, content, videoUrl }, moduleId }) => ({
        ...{ moduleId, title, description, content, videoUrl, removed: false },
        objectives: (objectivesOf.get(moduleId) ?? []).map(({ objectiveId, text }) => ({ objectiveId, text })),
        classes: (classesOf.get(moduleId) ?? []).map(({ klass: { title, description, content, videoUrl }, classId }) => ({
          ...{ classId, title, description, content, videoUrl, removed: false },
          subtopics: (subtopicsOf.get(classId) ?? []).map(({ subtopic: { text: _, quiz: __, ...one }, subtopicId }) => ({
            subtopicId,
            ...one,
          })),
          resources: (resourcesOf.get(classId) ?? []).map(({ resource, resourceId }) => ({ resourceId, ...resource })),
        })),
      })),
    };
    const texts = [...subtopicsOf.values()]
      .flat()
      .flatMap(({ subtopic: { text }, subtopicId, ids }) => (text ? [{ ...ids, subtopicId, text }] : []));
    const asked = [...subtopicsOf.values()]
      .flat()
      .flatMap(({ subtopic: { quiz }, subtopicId, ids }) => (quiz ? [{ ids: { ...ids, subtopicId }, quiz }] : []));
    return { outline, texts, asked };
  };

  /** The outline in growing steps, one per append; the last is the whole. */
  const stepsOf = (outline: CourseOutline): CourseOutline[] => {
    const steps: CourseOutline[] = [];
    let modules: Module[] = [];
    let size = 0;
    const room = (part: object): void => {
      const more = JSON.stringify(part).length + 400;
      if (size > 0 && size + more > MOST_AT_ONCE) {
        steps.push({ ...outline, modules, videoTexts: [] });
        size = 0;
      }
      size += more;
    };
    for (const { classes, ...module } of outline.modules) {
      room(module);
      modules = [...modules, { ...module, classes: [] }];
      for (const klass of classes) {
        room(klass);
        const last = modules.at(-1) as Module;
        modules = [...modules.slice(0, -1), { ...last, classes: [...last.classes, klass] }];
      }
    }
    return [...steps, outline];
  };

  return {
    /** The course with its unpublished changes and without archived parts. Errors: COURSE_NOT_FOUND. */
    async read(courseId: number): Promise<WholeCourse> {
      const { target } = await drafts.read(courseId);
      if (target.status === 'none') return refuse('COURSE_NOT_FOUND');
      const modules = presentModules(target);
      const ids = modules.flatMap((module) =>
        presentClasses(module).flatMap(({ subtopics }) => subtopics.map(({ subtopicId }) => subtopicId)),
      );
      const texts = await drafts.texts(courseId, ids);
      const asked = new Map(await Promise.all(ids.map(async (id) => [id, await quizzes.read(id)] as const)));
      const { title, description, category, tier, difficulty, track, duration, instructorId, imageUrl, imageAlt } = target;
      const { price, previousPrice, providerPriceId, unlockRule, videoRule, exerciseRule } = target;
      return {
        fields: {
          ...{ title, description, category, tier, difficulty, track, duration, instructorId, imageUrl, imageAlt },
          ...{ price, previousPrice, providerPriceId, unlockRule, videoRule, exerciseRule },
        },
        videoTexts: target.videoTexts,
        modules: modules.map((module) => ({
          ...{ title: module.title, description: module.description, content: module.content, videoUrl: module.videoUrl },
          objectives: module.objectives.map(({ text }) => text),
          classes: presentClasses(module).map((klass) => ({
            ...{ title: klass.title, description: klass.description, content: klass.content, videoUrl: klass.videoUrl },
            subtopics: klass.subtopics.map(({ subtopicId, ...subtopic }) => ({
              ...subtopic,
              text: texts.get(subtopicId) || null,
              quiz: asked.get(subtopicId) ?? null,
            })),
            resources: klass.resources.map(({ resourceId: _, ...resource }) => resource),
          })),
        })),
      };
    },
    /**
     * Creates a course from it, as a draft: first the texts and questions of its lessons, then the outline that shows them. A repeat of the command continues
     * where it stopped. Errors: TOO_MANY_MODULES, TITLE_EMPTY, DESCRIPTION_EMPTY.
     */
    async bring(
      whole: WholeCourse,
      copied: NonNullable<BringCourse['copied']>,
      context: CommandContext,
    ): Promise<{ courseId: number; position: Position | null; state: CourseOutline }> {
      const { outline, texts, asked } = await numbered(whole, context);
      const { courseId } = outline;
      const left = [...texts];
      const work = async () => {
        for (let next = left.shift(); next; next = left.shift()) {
          const { text, ...ids } = next;
          await authoring.setLessonText(ids, text, context);
        }
      };
      await Promise.all(Array.from({ length: TEXTS_AT_ONCE }, work));
      for (const { ids, quiz } of asked) await quizzes.bring(ids, quiz, context);
      const steps = stepsOf(outline);
      for (const [at, target] of steps.slice(0, -1).entries())
        await commands.handle(course, courseId, { type: 'bring', target, copied: null }, derived(context, 'part', at));
      const { position, state } = await commands.handle(course, courseId, { type: 'bring', target: outline, copied }, context);
      return { courseId, position, state };
    },
  };
}
