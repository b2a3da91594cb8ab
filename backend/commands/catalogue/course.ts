import { isDeepStrictEqual } from 'node:util';
import type { VideoText } from '../../../events/catalogue.ts';
import {
  type CourseEvent,
  type CourseFields,
  type CourseOutline,
  currentClassIds,
  emptyOutline,
  foldOutline,
  type Klass,
  type Module,
  presentClasses,
  presentModules,
  presentVideos,
  type Resource,
  type Subtopic,
  silentVideos,
  teaches,
  videoTextOf,
} from '../../../events/outline.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse } from '../kernel/errors.ts';
import { applied, conflictsOf, countOf, type Draft, eventsBetween } from './draft.ts';

export type CourseCommand =
  | ({ type: 'create'; courseId: number } & CourseFields)
  | ({ type: 'change' } & Partial<CourseFields> & { featured?: boolean })
  /** `withoutCaptions`: publish even where videos have neither captions nor a transcript; a reason was given for them. */
  | { type: 'publish'; withoutCaptions?: boolean }
  | { type: 'unpublish' }
  | { type: 'archive' }
  | { type: 'restore' }
  | { type: 'addModule'; moduleId: number; title: string; description: string; content: string; videoUrl: string | null }
  | { type: 'changeModule'; moduleId: number; title?: string; description?: string; content?: string; videoUrl?: string | null }
  | { type: 'reorderModules'; order: readonly number[] }
  | { type: 'removeModule'; moduleId: number }
  | { type: 'restoreModule'; moduleId: number }
  | { type: 'setObjectives'; moduleId: number; objectives: readonly { objectiveId: number; text: string }[] }
  | {
      type: 'addClass';
      moduleId: number;
      classId: number;
      title: string;
      description: string;
      content?: string;
      videoUrl: string | null;
      subtopics: readonly Subtopic[];
      resources: readonly Resource[];
    }
  | { type: 'changeClass'; classId: number; title?: string; description?: string; content?: string; videoUrl?: string | null }
  | { type: 'reorderClasses'; moduleId: number; order: readonly number[] }
  /** `place`: among the classes of that module, from 1; absent: behind them. */
  | { type: 'moveClass'; classId: number; moduleId: number; place?: number }
  | { type: 'removeClass'; classId: number }
  | { type: 'restoreClass'; classId: number }
  | ({ type: 'addSubtopic'; classId: number } & Subtopic)
  | ({ type: 'changeSubtopic'; subtopicId: number } & Partial<Omit<Subtopic, 'subtopicId'>>)
  | { type: 'reorderSubtopics'; classId: number; order: readonly number[] }
  | { type: 'placeFeatured'; place: number }
  /** `userId`: an active instructor, which the caller has checked. */
  | { type: 'addCoInstructor'; userId: number }
  | { type: 'removeCoInstructor'; userId: number }
  | { type: 'removeSubtopic'; subtopicId: number }
  | ({ type: 'addResource'; classId: number } & Resource)
  | ({ type: 'changeResource'; resourceId: number } & Partial<Omit<Resource, 'resourceId'>>)
  | { type: 'removeResource'; resourceId: number }
  /** `drafted`: exists in the course with its unpublished changes. */
  | { type: 'declareVideoText'; videoUrl: string; text: VideoText | null; drafted?: boolean }
  | ApplyDraft
  | BringCourse;

/** Applies a whole draft or nothing. `texts`: lessons whose texts are set in their own streams afterwards. */
export interface ApplyDraft {
  type: 'applyDraft';
  draft: Draft;
  texts: readonly { moduleId: number; classId: number; subtopicId: number }[];
  /** As for `publish`, for the videos that it adds to a published course. */
  withoutCaptions?: boolean;
  /** It restores an earlier version, instead of publishing a draft. */
  restored?: { moduleId: number | null; classId: number | null; to: number; undone: string | null };
}

/** Creates a course from a given outline, or continues: adds what is missing of `target`. `copied`: the course is complete with this. */
export interface BringCourse {
  type: 'bring';
  target: CourseOutline;
  copied: { origin: 'course' | 'package'; fromCourseId: number | null } | null;
}

export const MAX_MODULES = 200;
export const MOST_CO_INSTRUCTORS = 10;

const findModule = (state: CourseOutline, moduleId: number, removed = false): Module =>
  state.modules.find((module) => module.moduleId === moduleId && module.removed === removed) ?? refuse('MODULE_NOT_FOUND');

const findClass = (state: CourseOutline, classId: number, removed = false): { module: Module; klass: Klass } => {
  for (const module of presentModules(state)) {
    const klass = module.classes.find((found) => found.classId === classId && found.removed === removed);
    if (klass) return { module, klass };
  }
  return refuse('CLASS_NOT_FOUND');
};
/** Whether any class has it, archived ones too. */
const holds = ({ modules }: CourseOutline, has: (klass: Klass) => boolean): boolean => modules.some(({ classes }) => classes.some(has));
const findSubtopic = (state: CourseOutline, subtopicId: number) => {
  for (const module of presentModules(state))
    for (const klass of presentClasses(module)) {
      const subtopic = klass.subtopics.find((found) => found.subtopicId === subtopicId);
      if (subtopic) return { module, klass, subtopic };
    }
  return refuse('SUBTOPIC_NOT_FOUND');
};
const findResource = (state: CourseOutline, resourceId: number) => {
  for (const module of presentModules(state))
    for (const klass of presentClasses(module)) {
      const resource = klass.resources.find((found) => found.resourceId === resourceId);
      if (resource) return { module, klass, resource };
    }
  return refuse('RESOURCE_NOT_FOUND');
};

/** How many videos without captions and transcript `target` would publish that are not published yet. */
export const newSilentVideos = (published: CourseOutline, target: CourseOutline): number => {
  if (published.status !== 'published') return 0;
  const present = new Set(presentVideos(published).map(({ url }) => url));
  return [...silentVideos(target)].filter((url) => !present.has(url)).length;
};

const required = (value: string, code: 'TITLE_EMPTY' | 'DESCRIPTION_EMPTY'): string => (value.trim() === '' ? refuse(code) : value.trim());
const same = (a: unknown, b: unknown): boolean => isDeepStrictEqual(a, b);
const permutation = (order: readonly number[], present: readonly number[]): boolean =>
  order.length === present.length && new Set(order).size === order.length && order.every((id) => present.includes(id));
/** One event per changed field, none where nothing changed (C-36). */
function changes(command: Extract<CourseCommand, { type: 'change' }>, state: CourseOutline): CourseEvent[] {
  const { courseId } = state;
  const events: CourseEvent[] = [];
  const differs = <K extends keyof CourseFields>(field: K): boolean => command[field] !== undefined && !same(command[field], state[field]);
  if (command.title !== undefined) {
    const title = required(command.title, 'TITLE_EMPTY');
    if (title !== state.title) events.push({ type: 'CourseRenamed', data: { courseId, title } });
  }
  if (command.description !== undefined) {
    const description = required(command.description, 'DESCRIPTION_EMPTY');
    if (description !== state.description) events.push({ type: 'CourseDescribed', data: { courseId, description } });
  }
  if (command.category !== undefined && differs('category'))
    events.push({ type: 'CourseCategorySet', data: { courseId, category: command.category } });
  if (command.tier !== undefined && differs('tier')) events.push({ type: 'CourseTierSet', data: { courseId, tier: command.tier } });
  if (command.difficulty !== undefined && differs('difficulty'))
    events.push({ type: 'CourseDifficultySet', data: { courseId, difficulty: command.difficulty } });
  if (command.track !== undefined && differs('track')) events.push({ type: 'CourseTrackSet', data: { courseId, track: command.track } });
  if (command.duration !== undefined && differs('duration'))
    events.push({ type: 'CourseDurationSet', data: { courseId, duration: command.duration } });
  if (command.instructorId !== undefined && differs('instructorId'))
    events.push(
      { type: 'CourseInstructorAssigned', data: { courseId, instructorId: command.instructorId } },
      // Who taught it beside another is its instructor now.
      ...(command.instructorId !== null && state.coInstructors.includes(command.instructorId)
        ? [{ type: 'CoInstructorRemoved' as const, data: { courseId, userId: command.instructorId } }]
        : []),
    );
  if (command.imageUrl !== undefined && differs('imageUrl'))
    events.push({ type: 'CourseImageSet', data: { courseId, imageUrl: command.imageUrl } });
  if (command.imageAlt !== undefined && differs('imageAlt'))
    events.push({ type: 'CourseImageDescribed', data: { courseId, imageAlt: command.imageAlt } });
  if (command.price !== undefined && differs('price')) events.push({ type: 'CoursePriced', data: { courseId, price: command.price } });
  if (command.previousPrice !== undefined && differs('previousPrice'))
    events.push({ type: 'CoursePreviousPriceSet', data: { courseId, previousPrice: command.previousPrice } });
  if (command.providerPriceId !== undefined && differs('providerPriceId'))
    events.push({ type: 'CourseProviderPriceSet', data: { courseId, providerPriceId: command.providerPriceId } });
  if (command.unlockRule !== undefined && differs('unlockRule'))
    events.push({ type: 'CourseUnlockRuleSet', data: { courseId, unlockRule: command.unlockRule } });
  if (command.featured !== undefined && command.featured !== state.featured)
    events.push({ type: 'CourseFeatured', data: { courseId, featured: command.featured } });
  return events;
}

/** The events that turn an existing course into a given outline. */
function brought({ target, copied }: BringCourse, state: CourseOutline): CourseEvent[] {
  const { courseId } = target;
  if (presentModules(target).length > MAX_MODULES) return refuse('TOO_MANY_MODULES');
  const events: CourseEvent[] = [];
  let now = state;
  if (state.status === 'none') {
    const { title, description, category, tier, difficulty, track, duration, instructorId, imageUrl } = target;
    const { price, previousPrice, providerPriceId, unlockRule } = target;
    const created: CourseEvent = {
      type: 'CourseCreated',
      data: {
        ...{ courseId, title: required(title, 'TITLE_EMPTY'), description: required(description, 'DESCRIPTION_EMPTY') },
        ...{ category, tier, difficulty, track, duration, instructorId, imageUrl, price, previousPrice, providerPriceId, unlockRule },
      },
    };
    events.push(created);
    now = foldOutline(state, created);
  } else if (state.status !== 'draft') return refuse('CONFLICT');
  events.push(...eventsBetween(now, { ...target, title: now.title, description: now.description }));
  for (const { url, text } of target.videoTexts)
    if (videoTextOf(now, url) !== text) events.push({ type: 'VideoTextDeclared', data: { courseId, videoUrl: url, text } });
  if (copied) events.push({ type: 'CourseCopied', data: { courseId, ...copied } });
  return events;
}

export const course: Decider<CourseOutline, CourseCommand, CourseEvent> = {
  category: 'course',
  initial: emptyOutline,

  decide(command, state) {
    if (command.type === 'create') {
      if (state.status !== 'none') return refuse('CONFLICT');
      const { type: _, imageAlt, ...data } = command;
      return [
        {
          type: 'CourseCreated',
          data: { ...data, title: required(data.title, 'TITLE_EMPTY'), description: required(data.description, 'DESCRIPTION_EMPTY') },
        },
        ...(imageAlt === null ? [] : [{ type: 'CourseImageDescribed' as const, data: { courseId: data.courseId, imageAlt } }]),
      ];
    }
    if (command.type === 'bring') return brought(command, state);
    if (state.status === 'none') return refuse('COURSE_NOT_FOUND');
    const { courseId } = state;
    if (command.type === 'restore') return state.status === 'archived' ? [{ type: 'CourseRestored', data: { courseId } }] : [];
    if (command.type === 'archive')
      return state.status === 'archived' ? [] : [{ type: 'CourseArchived', data: { courseId, from: state.status } }];
    if (state.status === 'archived') return refuse('COURSE_ARCHIVED');

    switch (command.type) {
      case 'change':
        return changes(command, state);
      case 'placeFeatured':
        if (!state.featured) return refuse('ORDER_MISMATCH');
        return state.place === command.place ? [] : [{ type: 'CourseFeaturedPlaced', data: { courseId, place: command.place } }];
      case 'addCoInstructor':
        if (teaches(state, command.userId)) return [];
        if (state.coInstructors.length >= MOST_CO_INSTRUCTORS) return refuse('TOO_MANY_CO_INSTRUCTORS');
        return [{ type: 'CoInstructorAdded', data: { courseId, userId: command.userId } }];
      case 'removeCoInstructor':
        if (!state.coInstructors.includes(command.userId)) return [];
        return [{ type: 'CoInstructorRemoved', data: { courseId, userId: command.userId } }];
      case 'publish': {
        if (state.status === 'published') return [];
        const classes = currentClassIds(state).length;
        if (classes === 0) return refuse('COURSE_WITHOUT_CLASSES');
        if (!command.withoutCaptions && silentVideos(state).size > 0) return refuse('CAPTIONS_REQUIRED');
        return [{ type: 'CoursePublished', data: { courseId, classes } }];
      }
      case 'unpublish':
        return state.status === 'draft' ? [] : [{ type: 'CourseUnpublished', data: { courseId } }];

      case 'addModule': {
        if (presentModules(state).length >= MAX_MODULES) return refuse('TOO_MANY_MODULES');
        const { type: _, ...data } = command;
        return [{ type: 'ModuleAdded', data: { courseId, ...data, title: required(data.title, 'TITLE_EMPTY') } }];
      }
      case 'changeModule': {
        const module = findModule(state, command.moduleId);
        const { moduleId } = module;
        const events: CourseEvent[] = [];
        if (command.title !== undefined) {
          const title = required(command.title, 'TITLE_EMPTY');
          if (title !== module.title) events.push({ type: 'ModuleRenamed', data: { courseId, moduleId, title } });
        }
        if (command.description !== undefined && command.description !== module.description) {
          const description = required(command.description, 'DESCRIPTION_EMPTY');
          if (description !== module.description) events.push({ type: 'ModuleDescribed', data: { courseId, moduleId, description } });
        }
        if (command.content !== undefined && command.content !== module.content) {
          if (command.content.trim() === '') return refuse('CONTENT_EMPTY');
          events.push({ type: 'ModuleContentSet', data: { courseId, moduleId, content: command.content } });
        }
        if (command.videoUrl !== undefined && command.videoUrl !== module.videoUrl)
          events.push({ type: 'ModuleVideoSet', data: { courseId, moduleId, videoUrl: command.videoUrl } });
        return events;
      }
      case 'reorderModules': {
        const present = presentModules(state).map((module) => module.moduleId);
        if (!permutation(command.order, present)) return refuse('ORDER_MISMATCH');
        return same(command.order, present) ? [] : [{ type: 'ModulesReordered', data: { courseId, order: [...command.order] } }];
      }
      case 'removeModule':
        return [{ type: 'ModuleRemoved', data: { courseId, moduleId: findModule(state, command.moduleId).moduleId } }];
      case 'restoreModule':
        if (state.modules.some((module) => module.moduleId === command.moduleId && !module.removed)) return [];
        if (presentModules(state).length >= MAX_MODULES) return refuse('TOO_MANY_MODULES');
        return [{ type: 'ModuleRestored', data: { courseId, moduleId: findModule(state, command.moduleId, true).moduleId } }];
      case 'setObjectives': {
        const module = findModule(state, command.moduleId);
        const texts = (list: readonly { text: string }[]) => list.map((objective) => objective.text);
        return same(texts(module.objectives), texts(command.objectives))
          ? []
          : [{ type: 'ObjectivesSet', data: { courseId, moduleId: module.moduleId, objectives: [...command.objectives] } }];
      }

      case 'addClass': {
        const { type: _, subtopics, resources, content = '', ...rest } = command;
        const { moduleId, classId } = command;
        findModule(state, moduleId);
        const named = <T extends { title: string }>(items: readonly T[]): T[] =>
          items.map((item) => ({ ...item, title: required(item.title, 'TITLE_EMPTY') }));
        return [
          {
            type: 'ClassAdded',
            data: {
              courseId,
              ...rest,
              title: required(rest.title, 'TITLE_EMPTY'),
              subtopics: named(subtopics),
              resources: named(resources),
            },
          },
          ...(content === '' ? [] : [{ type: 'ClassContentSet' as const, data: { courseId, moduleId, classId, content } }]),
        ];
      }
      case 'changeClass': {
        const { module, klass } = findClass(state, command.classId);
        const next = {
          title: command.title === undefined ? klass.title : required(command.title, 'TITLE_EMPTY'),
          description: command.description ?? klass.description,
          videoUrl: command.videoUrl === undefined ? klass.videoUrl : command.videoUrl,
        };
        const ids = { courseId, moduleId: module.moduleId, classId: klass.classId };
        const { title, description, videoUrl, content: before } = klass;
        const { content = before } = command;
        return [
          ...(same(next, { title, description, videoUrl }) ? [] : [{ type: 'ClassEdited' as const, data: { ...ids, ...next } }]),
          ...(content === before ? [] : [{ type: 'ClassContentSet' as const, data: { ...ids, content } }]),
        ];
      }
      case 'reorderClasses': {
        const module = findModule(state, command.moduleId);
        const present = presentClasses(module).map((klass) => klass.classId);
        if (!permutation(command.order, present)) return refuse('ORDER_MISMATCH');
        return same(command.order, present)
          ? []
          : [{ type: 'ClassesReordered', data: { courseId, moduleId: module.moduleId, order: [...command.order] } }];
      }
      case 'moveClass': {
        const { module, klass } = findClass(state, command.classId);
        const target = findModule(state, command.moduleId);
        const { classId } = klass;
        const [from, moduleId] = [module.moduleId, target.moduleId];
        const others = presentClasses(target).flatMap((one) => (one.classId === classId ? [] : [one.classId]));
        const place = Math.min(command.place ?? others.length + 1, others.length + 1);
        if (from !== moduleId) return [{ type: 'ClassMoved', data: { courseId, moduleId, classId, from, place } }];
        // In its own module it is an order like any other.
        if (command.place === undefined) return [];
        const order = others.toSpliced(place - 1, 0, classId);
        const present = presentClasses(module).map((one) => one.classId);
        return same(order, present) ? [] : [{ type: 'ClassesReordered', data: { courseId, moduleId, order } }];
      }
      case 'removeClass': {
        const { module, klass } = findClass(state, command.classId);
        return [{ type: 'ClassRemoved', data: { courseId, moduleId: module.moduleId, classId: klass.classId } }];
      }
      case 'restoreClass': {
        if (presentModules(state).some((module) => presentClasses(module).some((klass) => klass.classId === command.classId))) return [];
        const { module, klass } = findClass(state, command.classId, true);
        return [{ type: 'ClassRestored', data: { courseId, moduleId: module.moduleId, classId: klass.classId } }];
      }

      case 'addSubtopic': {
        const { type: _, classId, ...subtopic } = command;
        const { module } = findClass(state, classId);
        // One that was taken out and comes back is there already.
        if (holds(state, ({ subtopics }) => subtopics.some(({ subtopicId }) => subtopicId === subtopic.subtopicId))) return [];
        return [
          {
            type: 'SubtopicAdded',
            data: { courseId, moduleId: module.moduleId, classId, ...subtopic, title: required(subtopic.title, 'TITLE_EMPTY') },
          },
        ];
      }
      case 'changeSubtopic': {
        const { module, klass, subtopic } = findSubtopic(state, command.subtopicId);
        const { type: _, ...asked } = command;
        const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)) as Partial<Subtopic>;
        const next: Subtopic = {
          ...subtopic,
          ...given,
          title: given.title === undefined ? subtopic.title : required(given.title, 'TITLE_EMPTY'),
        };
        return same(next, subtopic)
          ? []
          : [{ type: 'SubtopicEdited', data: { courseId, moduleId: module.moduleId, classId: klass.classId, ...next } }];
      }
      case 'reorderSubtopics': {
        const { module, klass } = findClass(state, command.classId);
        const present = klass.subtopics.map((subtopic) => subtopic.subtopicId);
        if (!permutation(command.order, present)) return refuse('ORDER_MISMATCH');
        return same(command.order, present)
          ? []
          : [
              {
                type: 'SubtopicsReordered',
                data: { courseId, moduleId: module.moduleId, classId: klass.classId, order: [...command.order] },
              },
            ];
      }
      case 'removeSubtopic': {
        const { module, klass, subtopic } = findSubtopic(state, command.subtopicId);
        return [
          {
            type: 'SubtopicRemoved',
            data: { courseId, moduleId: module.moduleId, classId: klass.classId, subtopicId: subtopic.subtopicId },
          },
        ];
      }

      case 'addResource': {
        const { type: _, classId, ...resource } = command;
        const { module } = findClass(state, classId);
        if (holds(state, ({ resources }) => resources.some(({ resourceId }) => resourceId === resource.resourceId))) return [];
        return [
          {
            type: 'ResourceAdded',
            data: { courseId, moduleId: module.moduleId, classId, ...resource, title: required(resource.title, 'TITLE_EMPTY') },
          },
        ];
      }
      case 'changeResource': {
        const { module, klass, resource } = findResource(state, command.resourceId);
        const { type: _, ...asked } = command;
        const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)) as Partial<Resource>;
        const next: Resource = {
          ...resource,
          ...given,
          title: given.title === undefined ? resource.title : required(given.title, 'TITLE_EMPTY'),
        };
        return same(next, resource)
          ? []
          : [{ type: 'ResourceEdited', data: { courseId, moduleId: module.moduleId, classId: klass.classId, ...next } }];
      }
      case 'removeResource': {
        const { module, klass, resource } = findResource(state, command.resourceId);
        return [
          {
            type: 'ResourceRemoved',
            data: { courseId, moduleId: module.moduleId, classId: klass.classId, resourceId: resource.resourceId },
          },
        ];
      }

      case 'declareVideoText': {
        const { videoUrl, text, drafted } = command;
        if (!drafted && !presentVideos(state).some(({ url }) => url === videoUrl)) return refuse('VIDEO_NOT_FOUND');
        return videoTextOf(state, videoUrl) === text ? [] : [{ type: 'VideoTextDeclared', data: { courseId, videoUrl, text } }];
      }

      case 'applyDraft': {
        const { draft, restored, withoutCaptions } = command;
        if (conflictsOf(state, draft, null).length > 0) return refuse('DRAFT_CONFLICT');
        const target = applied(state, draft);
        if (presentModules(target).length > MAX_MODULES) return refuse('TOO_MANY_MODULES');
        // A restored version is not checked: a reason was given for it.
        if (!restored && !withoutCaptions && newSilentVideos(state, target) > 0) return refuse('CAPTIONS_REQUIRED');
        const events = eventsBetween(state, target);
        const texts = command.texts.map(({ moduleId, classId, subtopicId }) => ({ moduleId, classId, subtopicId }));
        if (events.length === 0 && texts.length === 0) return [];
        const tie: CourseEvent = restored
          ? { type: 'CourseVersionRestored', data: { courseId, ...restored, texts } }
          : { type: 'CourseChangesPublished', data: { courseId, changes: Math.max(1, countOf(state, draft)), texts } };
        return [...events, tie];
      }
    }
  },

  evolve: foldOutline,
};
