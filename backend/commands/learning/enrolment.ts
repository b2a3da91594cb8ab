import type { EnrolmentSource, LearningEvent } from '../../../events/learning.ts';
import type { UnlockRule } from '../../../events/types.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse } from '../kernel/errors.ts';

/** The part of a course that decides about its learners, as it stands when the command runs. */
export interface CoursePlan {
  unlockRule: UnlockRule;
  /** Present modules in order, with the ids of their present classes. */
  modules: readonly { moduleId: number; classIds: readonly number[] }[];
}

export interface EnrolmentState {
  enrolled: boolean;
  /** Why: access is the union of them (C-05). Empty where nobody is enrolled. */
  sources: ReadonlySet<EnrolmentSource>;
  completed: ReadonlySet<number>;
  unlocked: ReadonlySet<number>;
  courseCompleted: boolean;
  lastView: { moduleId: number | null; classId: number | null; subtopicId: number | null; viewMode: 'overview' | 'module' } | null;
}

interface Ids {
  userId: number;
  courseId: number;
}
export type EnrolmentCommand = Ids &
  (
    | { type: 'enrol'; source: EnrolmentSource; plan: CoursePlan }
    | { type: 'unenrol' }
    | { type: 'complete'; classId: number; plan: CoursePlan }
    | { type: 'uncomplete'; classId: number; plan: CoursePlan }
    | { type: 'view'; moduleId: number | null; classId: number | null; subtopicId: number | null; viewMode: 'overview' | 'module' }
    /** The course changed: open what is open now, and complete who has nothing left. */
    | { type: 'review'; plan: CoursePlan }
  );

type Event = Exclude<LearningEvent, { type: 'StudyTimeRecorded' | 'VideoPositionSaved' }>;

/** Sources that say more than the enrolment itself does: what one's own click or the plan opens is looked at anew each time. */
const LASTING: ReadonlySet<EnrolmentSource> = new Set(['grant', 'purchase']);

/**
 * Modules that are open: the first; with the free rule all; with the sequential rule those right behind an open one that is finished (C-22).
 * Once open they never lock again, hence the facts in `unlocked`. A module without classes does not hold up the next.
 */
export const openModules = (plan: CoursePlan, completed: ReadonlySet<number>, unlocked: ReadonlySet<number>): number[] => {
  const open: number[] = [];
  let reached = true;
  for (const module of plan.modules) {
    const isOpen: boolean = reached || plan.unlockRule === 'free' || unlocked.has(module.moduleId);
    if (isOpen) open.push(module.moduleId);
    reached = isOpen && module.classIds.every((classId) => completed.has(classId));
  }
  return open;
};

const follow = (ids: Ids, plan: CoursePlan, state: EnrolmentState, completed: ReadonlySet<number>): Event[] => {
  const events: Event[] = openModules(plan, completed, state.unlocked)
    .filter((moduleId) => !state.unlocked.has(moduleId))
    .map((moduleId) => ({ type: 'ModuleUnlocked', data: { ...ids, moduleId } }));
  const classes = plan.modules.flatMap((module) => module.classIds);
  if (!state.courseCompleted && classes.length > 0 && classes.every((classId) => completed.has(classId)))
    events.push({ type: 'CourseCompleted', data: { ...ids, classes: classes.length } });
  return events;
};

export const enrolment: Decider<EnrolmentState, EnrolmentCommand, Event> = {
  category: 'enrolment',
  initial: () => ({
    enrolled: false,
    sources: new Set(),
    completed: new Set(),
    unlocked: new Set(),
    courseCompleted: false,
    lastView: null,
  }),

  decide(command, state) {
    const ids = { userId: command.userId, courseId: command.courseId };
    if (command.type === 'enrol') {
      if (state.enrolled)
        return LASTING.has(command.source) && !state.sources.has(command.source)
          ? [{ type: 'EntitlementGranted', data: { ...ids, source: command.source } }]
          : [];
      return [{ type: 'LearnerEnrolled', data: { ...ids, source: command.source } }, ...follow(ids, command.plan, state, state.completed)];
    }
    if (!state.enrolled) return command.type === 'review' || command.type === 'unenrol' ? [] : refuse('NOT_ENROLLED');

    switch (command.type) {
      case 'unenrol':
        return [{ type: 'LearnerUnenrolled', data: ids }];
      case 'complete': {
        const module = command.plan.modules.find((found) => found.classIds.includes(command.classId)) ?? refuse('CLASS_NOT_FOUND');
        if (!openModules(command.plan, state.completed, state.unlocked).includes(module.moduleId)) return refuse('MODULE_LOCKED');
        const already = state.completed.has(command.classId);
        const completed = new Set(state.completed).add(command.classId);
        return [
          ...(already ? [] : [{ type: 'ClassCompleted' as const, data: { ...ids, moduleId: module.moduleId, classId: command.classId } }]),
          ...follow(ids, command.plan, state, completed),
        ];
      }
      case 'uncomplete': {
        if (!state.completed.has(command.classId)) return [];
        const module = command.plan.modules.find((found) => found.classIds.includes(command.classId)) ?? refuse('CLASS_NOT_FOUND');
        // What is open by the mark that goes stays open: the facts first.
        return [
          ...follow(ids, command.plan, state, state.completed),
          { type: 'ClassUncompleted', data: { ...ids, moduleId: module.moduleId, classId: command.classId } },
        ];
      }
      case 'view': {
        const { moduleId, classId, subtopicId, viewMode } = command;
        const view = { moduleId, classId, subtopicId, viewMode };
        return JSON.stringify(view) === JSON.stringify(state.lastView) ? [] : [{ type: 'LessonViewed', data: { ...ids, ...view } }];
      }
      case 'review':
        return follow(ids, command.plan, state, state.completed);
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'LearnerEnrolled':
        return { ...state, enrolled: true, sources: new Set([event.data.source]) };
      case 'EntitlementGranted':
        return { ...state, sources: new Set(state.sources).add(event.data.source) };
      case 'LearnerUnenrolled':
        return { ...state, enrolled: false, sources: new Set() };
      case 'ModuleUnlocked':
        return { ...state, unlocked: new Set(state.unlocked).add(event.data.moduleId) };
      case 'ClassCompleted':
        return { ...state, completed: new Set(state.completed).add(event.data.classId) };
      case 'ClassUncompleted': {
        const completed = new Set(state.completed);
        completed.delete(event.data.classId);
        return { ...state, completed };
      }
      case 'CourseCompleted':
        return { ...state, courseCompleted: true };
      case 'LessonViewed': {
        const { moduleId, classId, subtopicId, viewMode } = event.data;
        return { ...state, lastView: { moduleId, classId, subtopicId, viewMode } };
      }
    }
  },
};
