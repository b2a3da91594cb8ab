import type { EventMetadata } from '../../../events/define.ts';
import { type EnrolmentSource, type Entitlement, strongestSource } from '../../../events/learning.ts';
import type { StreamEvent } from '../../../events/registry.ts';
import type { UnlockRule } from '../../../events/types.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse } from '../kernel/errors.ts';
import { GrowingMap, GrowingSet } from '../kernel/growing.ts';

/** The facts about a course that decide about its learners, at the time of the command. */
export interface CoursePlan {
  unlockRule: UnlockRule;
  /** When the group of this learner begins, with which the course opens for them (ISO UTC); absent: they need not wait. */
  opensOn?: string | null;
  /** Present modules in order, with the ids of their present classes. */
  modules: readonly { moduleId: number; classIds: readonly number[] }[];
}

export interface EnrolmentState {
  enrolled: boolean;
  /** The entitlements: a person has access while any stands (C-05). A bought one stays when the enrolment ends. */
  entitlements: GrowingMap<string, Entitlement>;
  /** Scholarship codes whose grant was taken back: they give no access any more. */
  spent: GrowingSet<string>;
  /** By marked class, when the mark was recorded (ISO). */
  completed: GrowingMap<number, string>;
  /** By class, when it was last marked or unmarked (ISO). */
  marked: GrowingMap<number, string>;
  unlocked: GrowingSet<number>;
  /** Videos that were watched where the course asks for it. */
  watched: GrowingSet<string>;
  courseCompleted: boolean;
  lastView: { moduleId: number | null; classId: number | null; subtopicId: number | null; viewMode: 'overview' | 'module' } | null;
  /** When staff last wrote to the learner because of this course (ISO). */
  remindedAt: string | null;
}

/** The least time between two reminders, whoever writes them. */
export const REMINDER_PAUSE_MS = 7 * 24 * 3_600_000;

interface Ids {
  userId: number;
  courseId: number;
}
export type EnrolmentCommand = Ids &
  (
    | ({ type: 'enrol'; plan: CoursePlan } & Entitlement)
    /** Ends every entitlement but a bought one. */
    | { type: 'unenrol' }
    /** Ends one entitlement; with the last of them the enrolment ends. */
    | ({ type: 'revoke' } & Entitlement)
    /** Gives back entitlements that were ended by mistake, also by a scholarship. */
    | { type: 'restore'; entitlements: readonly Entitlement[]; plan: CoursePlan }
    /** `madeAt` (ISO): when the mark was made, where it arrives later. Marks made since then are kept. */
    /** `videos`: those of the class that must have been watched before it is completed; `unsolved`: an exercise of it still has to be solved. */
    | {
        type: 'complete' | 'uncomplete';
        classId: number;
        plan: CoursePlan;
        videos?: readonly string[];
        unsolved?: boolean;
        madeAt?: string | undefined;
      }
    | { type: 'watched'; video: string; by: 'watched' | 'read' }
    | { type: 'view'; moduleId: number | null; classId: number | null; subtopicId: number | null; viewMode: 'overview' | 'module' }
    /** `now` (ISO): at most one reminder a week, and none to a learner who has completed the course. */
    | { type: 'remind'; by: number; text: string; now: string }
    /** The course changed: open the modules that are open now, and complete it for a learner with nothing left to do. */
    | { type: 'review'; plan: CoursePlan }
  );

type Event = StreamEvent<'enrolment'>;

/** Sources that the enrolment itself stores: access by one's own click or by the plan is checked anew each time. */
const LASTING: ReadonlySet<EnrolmentSource> = new Set(['grant', 'purchase']);

/** By one's own click, or by the subscription. */
export const byItself = (source: EnrolmentSource): Entitlement => ({ source, code: null, order: null, person: null });
const rightOf = ({ source, code, order, person }: Entitlement): Entitlement => ({ source, code, order, person });
/** The same source twice is one entitlement, whoever gave it. */
const keyOf = ({ source, code, order }: Entitlement): string => `${source} ${code ?? ''} ${order ?? ''}`;
/** The entitlement by which a person has access; null where they have none of their own. */
export const sourceOf = ({ entitlements }: EnrolmentState): EnrolmentSource | null =>
  strongestSource([...entitlements].map(([, { source }]) => source));

/**
 * The open modules: the first; with the free rule all; with the sequential rule those that follow a finished open one (C-22).
 * An open module never locks again, hence the events in `unlocked`. A module without classes is passed over. Before their group begins nothing opens.
 */
type Known = Pick<ReadonlySet<number>, 'has'>;
export const openModules = (plan: CoursePlan, completed: Known, unlocked: Known): number[] => {
  const open: number[] = [];
  let reached = true;
  for (const module of plan.modules) {
    const isOpen: boolean = unlocked.has(module.moduleId) || (!plan.opensOn && (reached || plan.unlockRule === 'free'));
    if (isOpen) open.push(module.moduleId);
    reached = isOpen && module.classIds.every((classId) => completed.has(classId));
  }
  return open;
};

const follow = (ids: Ids, plan: CoursePlan, state: EnrolmentState, completed: Known): Event[] => {
  const events: Event[] = openModules(plan, completed, state.unlocked)
    .filter((moduleId) => !state.unlocked.has(moduleId))
    .map((moduleId) => ({ type: 'ModuleUnlocked', data: { ...ids, moduleId } }));
  const classes = plan.modules.flatMap((module) => module.classIds);
  if (!state.courseCompleted && classes.length > 0 && classes.every((classId) => completed.has(classId)))
    events.push({ type: 'CourseCompleted', data: { ...ids, classes: classes.length } });
  return events;
};

interface MarkMade {
  classId: number;
  madeAt?: string | undefined;
}
const outdated = ({ classId, madeAt }: MarkMade, { marked }: EnrolmentState): boolean =>
  madeAt !== undefined && madeAt < (marked.get(classId) ?? '');
const markOf = ({ classId, madeAt }: MarkMade) => ({ classId, ...(madeAt !== undefined && { madeAt }) });
const markedBy = (state: EnrolmentState, { data, meta }: { data: MarkMade; meta: EventMetadata }) =>
  state.marked.with(data.classId, data.madeAt ?? meta.occurredAt);

export const enrolment: Decider<EnrolmentState, EnrolmentCommand, Event> = {
  category: 'enrolment',
  wordless: true,
  initial: () => ({
    enrolled: false,
    entitlements: new GrowingMap(),
    spent: new GrowingSet(),
    completed: new GrowingMap(),
    marked: new GrowingMap(),
    unlocked: new GrowingSet(),
    watched: new GrowingSet(),
    courseCompleted: false,
    lastView: null,
    remindedAt: null,
  }),

  decide(command, state) {
    const ids = { userId: command.userId, courseId: command.courseId };
    if (command.type === 'enrol') {
      const { source, code, order, person } = command;
      const given = { source, code, order, person };
      if (code !== null && state.spent.has(code)) return [];
      if (state.enrolled)
        return LASTING.has(source) && !state.entitlements.has(keyOf(given))
          ? [{ type: 'EntitlementGranted', data: { ...ids, ...given } }]
          : [];
      return [{ type: 'LearnerEnrolled', data: { ...ids, ...given } }, ...follow(ids, command.plan, state, state.completed)];
    }
    if (command.type === 'restore') {
      const missing = command.entitlements.filter((right) => !state.entitlements.has(keyOf(right)));
      const given = (right: Entitlement) => ({ ...ids, ...rightOf(right) });
      const granted = (rights: readonly Entitlement[]): Event[] =>
        rights.filter(({ source }) => LASTING.has(source)).map((right) => ({ type: 'EntitlementGranted', data: given(right) }));
      if (state.enrolled) return granted(missing);
      const bought = [...state.entitlements].find(([, { source }]) => source === 'purchase')?.[1];
      const [first, ...rest] = missing;
      return [
        { type: 'LearnerEnrolled', data: given(first ?? bought ?? byItself('self')) },
        ...granted(rest),
        ...follow(ids, command.plan, state, state.completed),
      ];
    }
    if (command.type === 'revoke') {
      const ended = state.entitlements.get(keyOf(command));
      if (!ended) return [];
      return [
        { type: 'EntitlementEnded', data: { ...ids, ...ended } },
        // A bought right outlasts leaving; somebody who has left cannot leave again.
        ...(state.enrolled && state.entitlements.size === 1 ? [{ type: 'LearnerUnenrolled' as const, data: ids }] : []),
      ];
    }
    if (!state.enrolled) return command.type === 'review' || command.type === 'unenrol' ? [] : refuse('NOT_ENROLLED');

    switch (command.type) {
      case 'unenrol':
        return [
          ...[...state.entitlements]
            .filter(([, { source }]) => source !== 'purchase')
            .map(([, ended]): Event => ({ type: 'EntitlementEnded', data: { ...ids, ...ended } })),
          { type: 'LearnerUnenrolled', data: ids },
        ];
      case 'complete': {
        const module = command.plan.modules.find((found) => found.classIds.includes(command.classId)) ?? refuse('CLASS_NOT_FOUND');
        if (!openModules(command.plan, state.completed, state.unlocked).includes(module.moduleId)) return refuse('MODULE_LOCKED');
        if (outdated(command, state)) return [];
        const already = state.completed.has(command.classId);
        if (!already && command.videos?.some((video) => !state.watched.has(video))) return refuse('VIDEO_NOT_WATCHED');
        if (!already && command.unsolved) return refuse('EXERCISE_NOT_SOLVED');
        const { completed: before } = state;
        const completed = { has: (classId: number) => classId === command.classId || before.has(classId) };
        return [
          ...(already ? [] : [{ type: 'ClassCompleted' as const, data: { ...ids, moduleId: module.moduleId, ...markOf(command) } }]),
          ...follow(ids, command.plan, state, completed),
        ];
      }
      case 'uncomplete': {
        if (!state.completed.has(command.classId) || outdated(command, state)) return [];
        const module = command.plan.modules.find((found) => found.classIds.includes(command.classId)) ?? refuse('CLASS_NOT_FOUND');
        // What the removed mark had opened stays open: the unlocking events come first.
        return [
          ...follow(ids, command.plan, state, state.completed),
          {
            type: 'ClassUncompleted',
            data: { ...ids, moduleId: module.moduleId, ...markOf(command), completedAt: state.completed.get(command.classId) },
          },
        ];
      }
      case 'watched':
        return state.watched.has(command.video) ? [] : [{ type: 'VideoWatched', data: { ...ids, video: command.video, by: command.by } }];
      case 'view': {
        const { moduleId, classId, subtopicId, viewMode } = command;
        const view = { moduleId, classId, subtopicId, viewMode };
        return JSON.stringify(view) === JSON.stringify(state.lastView) ? [] : [{ type: 'LessonViewed', data: { ...ids, ...view } }];
      }
      case 'remind': {
        if (state.courseCompleted) return refuse('COURSE_ALREADY_COMPLETED');
        if (state.remindedAt !== null && Date.parse(command.now) - Date.parse(state.remindedAt) < REMINDER_PAUSE_MS)
          return refuse('REMINDED_RECENTLY');
        return [{ type: 'LearnerReminded', data: { ...ids, by: command.by, text: command.text } }];
      }
      case 'review':
        return follow(ids, command.plan, state, state.completed);
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'LearnerEnrolled':
      case 'EntitlementGranted': {
        const { userId: _, courseId: __, ...given } = event.data;
        return { ...state, enrolled: true, entitlements: state.entitlements.with(keyOf(given), given) };
      }
      case 'EntitlementEnded': {
        const { code } = event.data;
        const spent = code === null ? state.spent : state.spent.with(code);
        return { ...state, spent, entitlements: state.entitlements.without(keyOf(event.data)) };
      }
      case 'LearnerUnenrolled': {
        let { entitlements } = state;
        // Older releases did not record one by one which entitlements ended.
        for (const [key, { source }] of entitlements) if (source !== 'purchase') entitlements = entitlements.without(key);
        return { ...state, enrolled: false, entitlements };
      }
      case 'ModuleUnlocked':
        return { ...state, unlocked: state.unlocked.with(event.data.moduleId) };
      case 'ClassCompleted':
        return { ...state, completed: state.completed.with(event.data.classId, event.meta.occurredAt), marked: markedBy(state, event) };
      case 'ClassUncompleted':
        return { ...state, completed: state.completed.without(event.data.classId), marked: markedBy(state, event) };
      case 'VideoWatched':
        return { ...state, watched: state.watched.with(event.data.video) };
      case 'CourseCompleted':
        return { ...state, courseCompleted: true };
      case 'LessonViewed': {
        const { moduleId, classId, subtopicId, viewMode } = event.data;
        return { ...state, lastView: { moduleId, classId, subtopicId, viewMode } };
      }
      case 'LearnerReminded':
        return { ...state, remindedAt: event.meta.occurredAt };
    }
  },
};
