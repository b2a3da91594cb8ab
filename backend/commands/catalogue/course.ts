import {
  type CourseEvent,
  type CourseFields,
  type CourseOutline,
  currentClassIds,
  emptyOutline,
  foldOutline,
  presentModules,
  presentVideos,
  silentVideos,
  teaches,
  videoTextOf,
} from '../../../events/outline.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse } from '../kernel/errors.ts';
import { decideClasses } from './courseClasses.ts';
import { decideResources, decideSubtopics } from './courseClassParts.ts';
import type { BringCourse, CourseCommand } from './courseCommand.ts';
import { decideModules, MAX_MODULES } from './courseModules.ts';
import { required, same } from './coursePart.ts';
import { applied, conflictsOf, countOf, eventsBetween } from './draft.ts';

export const MOST_CO_INSTRUCTORS = 10;

/** How many videos without captions and transcript `target` would publish that are not published yet. */
export const newSilentVideos = (published: CourseOutline, target: CourseOutline): number => {
  if (published.status !== 'published') return 0;
  const present = new Set(presentVideos(published).map(({ url }) => url));
  return [...silentVideos(target)].filter((url) => !present.has(url)).length;
};

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
      // A co-instructor who becomes the instructor is no co-instructor any more.
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
  if (command.videoRule !== undefined && differs('videoRule'))
    events.push({ type: 'CourseVideoRuleSet', data: { courseId, videoRule: command.videoRule } });
  if (command.exerciseRule !== undefined && differs('exerciseRule'))
    events.push({ type: 'CourseExerciseRuleSet', data: { courseId, exerciseRule: command.exerciseRule } });
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

/** The events that bring a course back to a status that it had. */
function turned(state: CourseOutline, to: CourseOutline['status']): CourseEvent[] {
  const { courseId, status: was } = state;
  if (was === to || was === 'none') return [];
  const published = (): CourseEvent => {
    const classes = currentClassIds(state).length;
    return classes === 0 ? refuse('COURSE_WITHOUT_CLASSES') : { type: 'CoursePublished', data: { courseId, classes } };
  };
  if (was === 'archived') return [{ type: 'CourseRestored', data: { courseId } }, ...(to === 'published' ? [published()] : [])];
  if (to === 'archived') return [{ type: 'CourseArchived', data: { courseId, from: was } }];
  return [to === 'published' ? published() : { type: 'CourseUnpublished', data: { courseId } }];
}

export const course: Decider<CourseOutline, CourseCommand, CourseEvent> = {
  category: 'course',
  initial: emptyOutline,

  decide(command, state) {
    if (command.type === 'create') {
      if (state.status !== 'none') return refuse('CONFLICT');
      const { type: _, imageAlt, videoRule, exerciseRule, ...data } = command;
      const { courseId } = data;
      return [
        {
          type: 'CourseCreated',
          data: { ...data, title: required(data.title, 'TITLE_EMPTY'), description: required(data.description, 'DESCRIPTION_EMPTY') },
        },
        ...(imageAlt === null ? [] : [{ type: 'CourseImageDescribed' as const, data: { courseId, imageAlt } }]),
        ...(videoRule === 'optional' ? [] : [{ type: 'CourseVideoRuleSet' as const, data: { courseId, videoRule } }]),
        ...(exerciseRule === 'optional' ? [] : [{ type: 'CourseExerciseRuleSet' as const, data: { courseId, exerciseRule } }]),
      ];
    }
    if (command.type === 'bring') return brought(command, state);
    if (state.status === 'none') return refuse('COURSE_NOT_FOUND');
    const { courseId } = state;
    if (command.type === 'restore') return state.status === 'archived' ? [{ type: 'CourseRestored', data: { courseId } }] : [];
    if (command.type === 'archive')
      return state.status === 'archived' ? [] : [{ type: 'CourseArchived', data: { courseId, from: state.status } }];
    if (state.status === 'archived' && !(command.type === 'applyDraft' && command.status)) return refuse('COURSE_ARCHIVED');

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

      case 'addModule':
      case 'changeModule':
      case 'reorderModules':
      case 'removeModule':
      case 'restoreModule':
      case 'setObjectives':
        return decideModules(command, state);
      case 'addClass':
      case 'changeClass':
      case 'reorderClasses':
      case 'moveClass':
      case 'removeClass':
      case 'restoreClass':
        return decideClasses(command, state);
      case 'addSubtopic':
      case 'changeSubtopic':
      case 'reorderSubtopics':
      case 'removeSubtopic':
        return decideSubtopics(command, state);
      case 'addResource':
      case 'changeResource':
      case 'removeResource':
        return decideResources(command, state);
      case 'declareVideoText': {
        const { videoUrl, text, drafted } = command;
        if (!drafted && !presentVideos(state).some(({ url }) => url === videoUrl)) return refuse('VIDEO_NOT_FOUND');
        return videoTextOf(state, videoUrl) === text ? [] : [{ type: 'VideoTextDeclared', data: { courseId, videoUrl, text } }];
      }

      case 'applyDraft': {
        const { draft, restored, withoutCaptions, status = state.status } = command;
        if (conflictsOf(state, draft, null).length > 0) return refuse('DRAFT_CONFLICT');
        const target = applied(state, draft);
        if (presentModules(target).length > MAX_MODULES) return refuse('TOO_MANY_MODULES');
        // A restored version is not checked: a reason was given for it.
        if (!restored && !withoutCaptions && newSilentVideos(state, target) > 0) return refuse('CAPTIONS_REQUIRED');
        const events = [...turned(state, status), ...eventsBetween(state, target)];
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
