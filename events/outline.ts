import type { ResourceKind, SubtopicKind, VideoText } from './catalogue.ts';
import { once } from './once.ts';
import { Own } from './own.ts';
import type { StreamEvent } from './registry.ts';
import type { Difficulty, ExerciseRule, Money, Tier, Track, UnlockRule, VideoRule } from './types.ts';

/** The outline of a course, folded from its events. The write side decides on it and the read side shows it. */

export interface Subtopic {
  subtopicId: number;
  title: string;
  description: string;
  kind: SubtopicKind;
  videoUrl: string | null;
  minutes: number | null;
}
export interface Resource {
  resourceId: number;
  title: string;
  url: string;
  kind: ResourceKind;
}
export interface Klass {
  classId: number;
  title: string;
  description: string;
  /** What it says by itself, before its subtopics. */
  content: string;
  videoUrl: string | null;
  subtopics: Subtopic[];
  resources: Resource[];
  removed: boolean;
}
export interface Module {
  moduleId: number;
  title: string;
  description: string;
  content: string;
  videoUrl: string | null;
  objectives: { objectiveId: number; text: string }[];
  classes: Klass[];
  removed: boolean;
}
export interface CourseFields {
  title: string;
  description: string;
  category: string;
  tier: Tier;
  difficulty: Difficulty;
  track: Track;
  duration: string | null;
  instructorId: number | null;
  imageUrl: string | null;
  /** What the picture shows, in words. */
  imageAlt: string | null;
  price: Money | null;
  previousPrice: Money | null;
  providerPriceId: string | null;
  unlockRule: UnlockRule;
  videoRule: VideoRule;
  exerciseRule: ExerciseRule;
}
export interface CourseOutline extends CourseFields {
  courseId: number;
  status: 'none' | 'draft' | 'published' | 'archived';
  /** Who teaches it beside its instructor. */
  coInstructors: readonly number[];
  featured: boolean;
  /** Its place among the featured courses, from 1; null where nobody chose one. */
  place: number | null;
  /** The course that it was copied from; null where there is none, or it belongs to another school. */
  copiedFrom: number | null;
  modules: Module[];
  /** Captions and transcripts by video: they belong to the video, wherever in the course it is used. */
  videoTexts: { url: string; text: VideoText }[];
  /** The count of the course's events, compared with If-Match. */
  version: number;
}

/** The event types of `course-<id>` streams. */
export type CourseEvent = StreamEvent<'course'>;

export const emptyOutline = (): CourseOutline => ({
  courseId: 0,
  status: 'none',
  title: '',
  description: '',
  category: '',
  tier: 'basic',
  difficulty: 'beginner',
  track: 'code',
  duration: null,
  instructorId: null,
  imageUrl: null,
  imageAlt: null,
  price: null,
  previousPrice: null,
  providerPriceId: null,
  unlockRule: 'sequential',
  videoRule: 'optional',
  exerciseRule: 'optional',
  coInstructors: [],
  featured: false,
  place: null,
  copiedFrom: null,
  modules: [],
  videoTexts: [],
  version: 0,
});

/** Who teaches a course. */
export type Teachers = Pick<CourseOutline, 'instructorId' | 'coInstructors'>;
/** Its instructor first. */
export const teachersOf = ({ instructorId, coInstructors }: Teachers): number[] => [
  ...(instructorId === null ? [] : [instructorId]),
  ...coInstructors,
];
/** Whether this person teaches the course, as its instructor or beside them. */
export const teaches = (course: Teachers, userId: number): boolean =>
  course.instructorId === userId || course.coInstructors.includes(userId);

/** The course's modules and classes in order, without removed ones. */
export const presentModules = (state: CourseOutline): Module[] => state.modules.filter((module) => !module.removed);
export const presentClasses = (module: Module): Klass[] => module.classes.filter((klass) => !klass.removed);
/** A class of the course with its module; undefined: there is none, or it was removed. */
export const presentClass = (state: CourseOutline, classId: number | null): { module: Module; klass: Klass } | undefined =>
  presentModules(state)
    .flatMap((module) => presentClasses(module).map((klass) => ({ module, klass })))
    .find(({ klass }) => klass.classId === classId);
/** The first class of a course, and its readings: these and its content are open to all where the course is published, with the pictures in them. null: there is none. */
export const openReadings = (state: CourseOutline): { klass: Klass; readings: Subtopic[] } | null => {
  const [module] = presentModules(state);
  const klass = module && presentClasses(module)[0];
  return klass ? { klass, readings: klass.subtopics.filter(({ kind }) => kind === 'reading') } : null;
};
/** The course's resources in order, each with its place in the outline. */
export const presentResources = (state: CourseOutline): { module: Module; klass: Klass; resource: Resource }[] =>
  presentModules(state).flatMap((module) =>
    presentClasses(module).flatMap((klass) => klass.resources.map((resource) => ({ module, klass, resource }))),
  );
/** A video and its place: a module, a class or a subtopic. */
export interface PlacedVideo {
  url: string;
  module: Module;
  klass: Klass | null;
  subtopic: Subtopic | null;
}
/** The course's videos in order. */
export const presentVideos = (state: CourseOutline): PlacedVideo[] =>
  presentModules(state).flatMap((module) => [
    ...(module.videoUrl ? [{ url: module.videoUrl, module, klass: null, subtopic: null }] : []),
    ...presentClasses(module).flatMap((klass) => [
      ...(klass.videoUrl ? [{ url: klass.videoUrl, module, klass, subtopic: null }] : []),
      ...klass.subtopics.flatMap((subtopic) => (subtopic.videoUrl ? [{ url: subtopic.videoUrl, module, klass, subtopic }] : [])),
    ]),
  ]);
/** Captions or transcript of a video; null where it has neither, or nothing was declared. */
export const videoTextOf = ({ videoTexts }: Pick<CourseOutline, 'videoTexts'>, url: string | null): VideoText | null =>
  videoTexts.find((known) => known.url === url)?.text ?? null;
/** Addresses of the videos for which neither captions nor a transcript were declared. */
export const silentVideos = (state: CourseOutline): ReadonlySet<string> =>
  new Set(presentVideos(state).flatMap(({ url }) => (videoTextOf(state, url) === null ? [url] : [])));
export const currentClassIds = once((state: CourseOutline): readonly number[] =>
  presentModules(state).flatMap((module) => presentClasses(module).map((klass) => klass.classId)),
);

const byOrder = <T>(items: T[], order: readonly number[], idOf: (item: T) => number): T[] => {
  const rank = new Map(order.map((id, index) => [id, index]));
  return [...items].sort((a, b) => (rank.get(idOf(a)) ?? Number.MAX_SAFE_INTEGER) - (rank.get(idOf(b)) ?? Number.MAX_SAFE_INTEGER));
};

/** The outline after one more event. Pure: the given outline is not changed, but for lists that `own` made. */
export const foldOutline = (state: CourseOutline, event: CourseEvent, own = new Own()): CourseOutline => ({
  ...fold(state, event, own),
  version: state.version + 1,
});

function fold(state: CourseOutline, event: CourseEvent, own: Own): CourseOutline {
  const module = (moduleId: number, change: (found: Module) => Module): CourseOutline => ({
    ...state,
    modules: own.put(state.modules, (one) => one.moduleId, moduleId, change),
  });
  const klass = (moduleId: number, classId: number, change: (found: Klass) => Klass): CourseOutline =>
    module(moduleId, (found) => ({ ...found, classes: own.put(found.classes, (one) => one.classId, classId, change) }));

  switch (event.type) {
    case 'CourseCreated':
      return { ...state, ...event.data, status: 'draft' };
    case 'CourseRenamed':
    case 'CourseDescribed':
    case 'CourseCategorySet':
    case 'CourseTierSet':
    case 'CourseDifficultySet':
    case 'CourseTrackSet':
    case 'CourseDurationSet':
    case 'CourseInstructorAssigned':
    case 'CourseImageSet':
    case 'CourseImageDescribed':
    case 'CoursePriced':
    case 'CoursePreviousPriceSet':
    case 'CourseProviderPriceSet':
    case 'CourseUnlockRuleSet':
    case 'CourseVideoRuleSet':
    case 'CourseExerciseRuleSet':
    case 'CourseFeaturedPlaced':
      return { ...state, ...event.data };
    case 'CoInstructorAdded':
      return { ...state, coInstructors: [...state.coInstructors, event.data.userId] };
    case 'CoInstructorRemoved':
      return { ...state, coInstructors: state.coInstructors.filter((userId) => userId !== event.data.userId) };
    case 'CourseFeatured':
      return { ...state, ...event.data, place: null };
    case 'CoursePublished':
      return { ...state, status: 'published' };
    case 'CourseUnpublished':
    case 'CourseRestored':
      return { ...state, status: 'draft' };
    case 'CourseArchived':
      return { ...state, status: 'archived' };

    case 'ModuleAdded': {
      const { courseId: _, ...data } = event.data;
      return { ...state, modules: own.push(state.modules, { ...data, objectives: [], classes: [], removed: false }) };
    }
    case 'ModuleRenamed':
      return module(event.data.moduleId, (found) => ({ ...found, title: event.data.title }));
    case 'ModuleDescribed':
      return module(event.data.moduleId, (found) => ({ ...found, description: event.data.description }));
    case 'ModuleContentSet':
      return module(event.data.moduleId, (found) => ({ ...found, content: event.data.content }));
    case 'ModuleVideoSet':
      return module(event.data.moduleId, (found) => ({ ...found, videoUrl: event.data.videoUrl }));
    case 'ModulesReordered':
      return { ...state, modules: byOrder(state.modules, event.data.order, (found) => found.moduleId) };
    case 'ModuleRemoved':
      return module(event.data.moduleId, (found) => ({ ...found, removed: true }));
    case 'ModuleRestored':
      return module(event.data.moduleId, (found) => ({ ...found, removed: false }));
    case 'ObjectivesSet':
      return module(event.data.moduleId, (found) => ({ ...found, objectives: event.data.objectives }));

    case 'ClassAdded': {
      const { courseId: _, moduleId, ...data } = event.data;
      return module(moduleId, (found) => ({ ...found, classes: own.push(found.classes, { ...data, content: '', removed: false }) }));
    }
    case 'ClassEdited': {
      const { courseId: _, moduleId, classId, ...data } = event.data;
      return klass(moduleId, classId, (found) => ({ ...found, ...data }));
    }
    case 'ClassContentSet':
      return klass(event.data.moduleId, event.data.classId, (found) => ({ ...found, content: event.data.content }));
    case 'ClassesReordered':
      return module(event.data.moduleId, (found) => ({
        ...found,
        classes: byOrder(found.classes, event.data.order, (one) => one.classId),
      }));
    case 'ClassRemoved':
      return klass(event.data.moduleId, event.data.classId, (found) => ({ ...found, removed: true }));
    case 'ClassRestored':
      return klass(event.data.moduleId, event.data.classId, (found) => ({ ...found, removed: false }));

    case 'ClassMoved': {
      const { from, moduleId, classId, place } = event.data;
      const moved = state.modules.find((one) => one.moduleId === from)?.classes.find((one) => one.classId === classId);
      if (!moved) return state;
      return {
        ...state,
        modules: state.modules.map((one) => {
          const classes = one.classes.filter((each) => each.classId !== classId);
          if (one.moduleId !== moduleId) return classes.length === one.classes.length ? one : { ...one, classes };
          const next = classes.filter((each) => !each.removed)[place - 1];
          return { ...one, classes: classes.toSpliced(next ? classes.indexOf(next) : classes.length, 0, moved) };
        }),
      };
    }

    case 'SubtopicAdded': {
      const { courseId: _, moduleId, classId, ...data } = event.data;
      return klass(moduleId, classId, (found) => ({ ...found, subtopics: own.push(found.subtopics, data) }));
    }
    case 'SubtopicEdited': {
      const { courseId: _, moduleId, classId, ...data } = event.data;
      return klass(moduleId, classId, (found) => ({
        ...found,
        subtopics: own.put(
          found.subtopics,
          (one) => one.subtopicId,
          data.subtopicId,
          () => data,
        ),
      }));
    }
    case 'SubtopicsReordered':
      return klass(event.data.moduleId, event.data.classId, (found) => ({
        ...found,
        subtopics: byOrder(found.subtopics, event.data.order, (one) => one.subtopicId),
      }));
    case 'SubtopicRemoved':
      return klass(event.data.moduleId, event.data.classId, (found) => ({
        ...found,
        subtopics: found.subtopics.filter((one) => one.subtopicId !== event.data.subtopicId),
      }));
    case 'ResourceAdded': {
      const { courseId: _, moduleId, classId, ...data } = event.data;
      return klass(moduleId, classId, (found) => ({ ...found, resources: own.push(found.resources, data) }));
    }
    case 'ResourceEdited': {
      const { courseId: _, moduleId, classId, ...data } = event.data;
      return klass(moduleId, classId, (found) => ({
        ...found,
        resources: own.put(
          found.resources,
          (one) => one.resourceId,
          data.resourceId,
          () => data,
        ),
      }));
    }
    case 'ResourceRemoved':
      return klass(event.data.moduleId, event.data.classId, (found) => ({
        ...found,
        resources: found.resources.filter((one) => one.resourceId !== event.data.resourceId),
      }));
    case 'VideoTextDeclared': {
      const { videoUrl: url, text } = event.data;
      const { videoTexts: before } = state;
      const urlOf = (known: { url: string }) => known.url;
      if (text === null) return { ...state, videoTexts: before.filter((known) => known.url !== url) };
      const known = own.place(before, urlOf, url) >= 0;
      return { ...state, videoTexts: known ? own.put(before, urlOf, url, () => ({ url, text })) : own.push(before, { url, text }) };
    }
    case 'CourseCopied':
      return { ...state, copiedFrom: event.data.fromCourseId };
    // What they tie together has been folded already.
    case 'CourseChangesPublished':
    case 'CourseVersionRestored':
      return state;
  }
}
