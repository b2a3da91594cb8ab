import type { BatchItem, CourseAct } from '../../../events/batches.ts';
import { uuid5 } from '../../../events/ids.ts';
import type { Entitlement } from '../../../events/learning.ts';
import type { CourseEvent } from '../../../events/outline.ts';
import type { DataOf, StreamEvent } from '../../../events/registry.ts';
import type { Position } from '../../../events/store/port.ts';
import { streamOf } from '../../../events/streams.ts';
import type { Authoring } from '../catalogue/authoring.ts';
import { course } from '../catalogue/course.ts';
import type { Accounts } from '../identity/accounts.ts';
import { type UserState, user } from '../identity/user.ts';
import type { Decider } from '../kernel/decider.ts';
import { DomainError, refuse } from '../kernel/errors.ts';
import { type CommandContext, type Commands, derived, type Handled } from '../kernel/handle.ts';
import type { Learning } from './learning.ts';

type Event = StreamEvent<'batch'>;

export type BatchKind = 'courses' | 'import' | 'statuses';
/** How many rows an import is to bring in, and in how many parts. */
export type Planned = NonNullable<DataOf<'BatchOpened'>['planned']>;
export type BatchCommand =
  | { type: 'open'; batchId: string; kind: BatchKind; planned?: Planned | null }
  | { type: 'record'; batchId: string; part: number; items: readonly BatchItem[]; registered: readonly number[] }
  | { type: 'recordCourses'; batchId: string; part: number; act: CourseAct; courses: readonly number[] }
  | { type: 'close'; batchId: string; done: number; refused: number }
  | { type: 'undoParts'; batchId: string; upto: number; done: number; refused: number }
  | { type: 'undo'; batchId: string };
/** What it did is read from its stream when it is undone, because it may be long. */
export interface BatchState {
  kind: BatchKind | null;
  /** The count of recorded parts; they come in order. */
  parts: number;
  closed: boolean;
  /** All parts before this one are undone. */
  undoneParts: number;
  undone: boolean;
}

/** What an import uses to give people an account, or theirs back, and courses. */
const IMPORTED = ['UserRegistered', 'UserActivated', 'LearnerEnrolled', 'EntitlementGranted'] as const;

/** Whether it is an account that nobody ever used and that the undoing of an import closed: the next import gives it back. */
export async function closedByUndoing(
  { log, load }: Pick<Commands, 'log' | 'load'>,
  { userId, status, invited }: UserState,
): Promise<boolean> {
  if (status !== 'inactive' || !invited) return false;
  let undone: string | undefined;
  for await (const { type, meta } of log.readStream(streamOf('user', userId))) if (type === 'UserDeactivated') undone = meta.undoes;
  return undone !== undefined && (await load(batch, undone)).state.kind === 'import';
}

/** One change made to many people or courses. */
export const batch: Decider<BatchState, BatchCommand, Event> = {
  category: 'batch',
  initial: () => ({ kind: null, parts: 0, closed: false, undoneParts: 0, undone: false }),
  decide(command, state) {
    const { batchId } = command;
    if (command.type === 'open')
      return state.kind === null
        ? [{ type: 'BatchOpened', data: { batchId, kind: command.kind, planned: command.planned ?? null } }]
        : refuse('CONFLICT');
    if (state.kind === null) return refuse('BATCH_NOT_FOUND');
    if (state.undone) return refuse('BATCH_UNDONE');
    switch (command.type) {
      case 'record':
      case 'recordCourses': {
        const { part } = command;
        if (part < state.parts) return [];
        if (state.closed || part > state.parts) return refuse('CONFLICT');
        if (command.type === 'recordCourses')
          return [{ type: 'BatchCoursesRecorded', data: { batchId, part, act: command.act, courses: [...command.courses] } }];
        const { items, registered } = command;
        return [{ type: 'BatchPartRecorded', data: { batchId, part, items: [...items], registered: [...registered] } }];
      }
      case 'close':
        return state.closed ? [] : [{ type: 'BatchClosed', data: { batchId, done: command.done, refused: command.refused } }];
      case 'undoParts': {
        const { upto, done, refused } = command;
        return upto <= state.undoneParts ? [] : [{ type: 'BatchPartsUndone', data: { batchId, upto, done, refused } }];
      }
      case 'undo':
        return [{ type: 'BatchUndone', data: { batchId } }];
    }
  },
  evolve(state, event) {
    switch (event.type) {
      case 'BatchOpened':
        return { ...state, kind: event.data.kind };
      case 'BatchPartRecorded':
      case 'BatchCoursesRecorded':
        return { ...state, parts: event.data.part + 1 };
      case 'BatchClosed':
        return { ...state, closed: true };
      case 'BatchPartsUndone':
        return { ...state, undoneParts: event.data.upto };
      case 'BatchUndone':
        return { ...state, undone: true };
    }
  },
};

export interface CourseResult {
  courseId: number;
  /** `same`: it had that state before. */
  result: 'done' | 'same' | 'refused';
  code: string | null;
}
export interface BatchResult extends BatchItem {
  /** `same`: they had the course, or did not have it, before. */
  result: 'done' | 'same' | 'refused';
  /** The items that were refused. */
  code: string | null;
}

/** The commands of a batch share its correlation. The reason is stored with each person's events, sealed with their key. */
export const within = (batchId: string, context: CommandContext) => {
  const { reason: _, ...shared } = { ...context, correlationId: batchId };
  return { each: { ...context, correlationId: batchId }, shared };
};

/** The events that say whether a course is published, a draft or archived. */
const STATUS_EVENTS: ReadonlySet<string> = new Set<CourseEvent['type']>([
  'CoursePublished',
  'CourseUnpublished',
  'CourseArchived',
  'CourseRestored',
]);
/** The most parts that one call undoes; the caller continues with the rest. */
const PARTS_AT_ONCE = 10;

export function createBatches(commands: Commands, accounts: Accounts, learning: Learning, authoring: Pick<Authoring, 'change'>) {
  const refusal = (error: unknown): string => {
    if (error instanceof DomainError) return error.code;
    throw error;
  };

  const open = async (
    kind: BatchKind,
    context: CommandContext,
    planned: Planned | null = null,
  ): Promise<{ batchId: string; position: Position | null }> => {
    const batchId = uuid5(context.commandId, 'batch');
    const { shared } = within(batchId, context);
    const { position } = await commands.handle(batch, batchId, { type: 'open', batchId, kind, planned }, derived(shared, 'open'));
    return { batchId, position };
  };

  /**
   * Whether the batch wrote to a stream before, for a batch that is run again after it was cut off: what it did then counts as done. The state is of
   * before this run. Errors: BATCH_UNDONE.
   */
  const before = ({ kind, undone }: BatchState, batchId: string) => {
    if (undone) refuse('BATCH_UNDONE');
    return async (stream: string): Promise<boolean> => {
      if (kind !== null)
        for await (const { metadata } of commands.log.store.readStream(stream)) if (metadata.correlationId === batchId) return true;
      return false;
    };
  };

  /** Undoes what the batch did to one learner in one course, and nothing later. Returns whether anything was left to undo; with `again`, also whether this undoing did it before. */
  const takeBack = async (userId: number, courseId: number, batchId: string, each: CommandContext, again: boolean): Promise<boolean> => {
    const given: Entitlement[] = [];
    const ended: Entitlement[] = [];
    let left = false;
    for await (const past of commands.log.readStream(`enrolment-${userId}_${courseId}`)) {
      if (past.meta.correlationId !== batchId) continue;
      const event = past as unknown as StreamEvent<'enrolment'>;
      if (event.type === 'LearnerEnrolled' || event.type === 'EntitlementGranted') given.push(event.data);
      if (event.type === 'EntitlementEnded') ended.push(event.data);
      if (event.type === 'LearnerUnenrolled') left = true;
    }
    const done: Handled<unknown>[] = [];
    for (const [index, right] of given.entries()) done.push(await learning.revoke(userId, courseId, right, derived(each, 'revoke', index)));
    if (left) done.push(await learning.restore(userId, courseId, ended, derived(each, 'restore')));
    return done.some(({ appended, repeated }) => appended > 0 || (again && repeated));
  };

  /** Restores one course to its state before the batch, unless somebody changed it since. Returns whether this undoing did, or does, anything. */
  const reset = async (courseId: number, act: CourseAct, batchId: string, each: CommandContext): Promise<boolean> => {
    let done = false;
    let before: 'draft' | 'published' = act === 'unpublish' ? 'published' : 'draft';
    for await (const past of commands.log.readStream(`course-${courseId}`)) {
      const event = past as unknown as CourseEvent;
      if (event.type === 'CourseArchived' && past.meta.correlationId === batchId) before = event.data.from;
      if (STATUS_EVENTS.has(event.type)) done = [batchId, each.correlationId].includes(past.meta.correlationId);
    }
    if (!done) return false;
    const change = (type: 'publish' | 'unpublish' | 'restore') =>
      // A course that was published without captions is published so again.
      authoring.change(courseId, type === 'publish' ? { type, withoutCaptions: true } : { type }, derived(each, type, courseId));
    if (act === 'archive') await change('restore');
    if (before === 'published') await change('publish');
    else if (act === 'publish') await change('unpublish');
    return true;
  };

  /** Closes an account that the batch made or gave back, and that nobody has used or changed since; changes by another administrator are kept. */
  const close = async (userId: number, batchId: string, each: CommandContext, again: boolean): Promise<boolean> => {
    const { state } = await commands.load(user, userId);
    let ours = false;
    for await (const { type, meta } of commands.log.readStream(`user-${userId}`)) {
      if (meta.correlationId === each.correlationId) return again;
      if (meta.correlationId === batchId) ours = true;
      // An invitation that is sent again changes nothing.
      else if (ours && type !== 'UserInvited') return false;
    }
    if (!ours || state.status !== 'active' || !state.invited) return false;
    await accounts.govern(userId, { type: 'deactivate' }, derived(each, 'deactivate', userId));
    return true;
  };

  const undoneBy = async (batchId: string, commandId: string): Promise<boolean> => {
    for await (const { type, metadata } of commands.log.store.readStream(`batch-${batchId}`))
      if (type === 'BatchUndone' && metadata.causationId === commandId) return true;
    return false;
  };

  return {
    /** A batch of several commands: its parts follow. */
    open,
    close: (batchId: string, figures: { done: number; refused: number }, context: CommandContext) =>
      commands.handle(batch, batchId, { type: 'close', batchId, ...figures }, derived(within(batchId, context).shared, 'close')),
    /**
     * Gives and removes courses, one after the other: a refusal does not stop the others. A bought course is removed only with `paid`: the
     * right to it remains even so, and the person may come back by it.
     */
    async run(
      items: readonly BatchItem[],
      context: CommandContext,
      { paid }: { paid: boolean },
    ): Promise<{ batchId: string; results: BatchResult[]; position: Position | null }> {
      const batchId = uuid5(context.commandId, 'batch');
      const { each, shared } = within(batchId, context);
      const didBefore = before((await commands.load(batch, batchId)).state, batchId);
      await open('courses', context);
      // Recorded before anything is done: a batch that dies half-way can be undone.
      await commands.handle(batch, batchId, { type: 'record', batchId, part: 0, items, registered: [] }, derived(shared, 'record'));
      const one = async (item: BatchItem): Promise<BatchResult> => {
        const { userId, courseId, act } = item;
        const step = derived(each, act, userId, courseId);
        try {
          if (act === 'give') {
            const { appended } = await learning.assign(userId, courseId, step);
            const done = appended > 0 || (await didBefore(streamOf('enrolment', `${userId}_${courseId}`)));
            return { ...item, result: done ? 'done' : 'same', code: null };
          }
          await learning.unenrol(userId, courseId, step, {
            check({ entitlements }) {
              if (!paid && [...entitlements].some(([, { source }]) => source === 'purchase')) refuse('COURSE_PAID');
            },
          });
          return { ...item, result: 'done', code: null };
        } catch (error) {
          const code = refusal(error);
          return code === 'ENROLMENT_NOT_FOUND' ? { ...item, result: 'same', code: null } : { ...item, result: 'refused', code };
        }
      };
      const results: BatchResult[] = [];
      for (const item of items) results.push(await one(item));
      const done = results.filter(({ result }) => result === 'done').length;
      const refused = results.filter(({ result }) => result === 'refused').length;
      const { position } = await commands.handle(batch, batchId, { type: 'close', batchId, done, refused }, derived(shared, 'close'));
      return { batchId, results, position };
    },

    /**
     * Publishes, unpublishes or archives courses, one after the other: a refusal does not stop the others. `may`: the code of the error where the
     * caller may not change this course.
     */
    async runCourses(
      act: CourseAct,
      courseIds: readonly number[],
      may: (courseId: number) => Promise<string | null>,
      context: CommandContext,
    ): Promise<{ batchId: string; results: CourseResult[]; position: Position | null }> {
      const batchId = uuid5(context.commandId, 'batch');
      const didBefore = before((await commands.load(batch, batchId)).state, batchId);
      await open('statuses', context);
      const { each } = within(batchId, context);
      const { reason, ...shared } = each;
      const refused = new Map<number, string>();
      for (const courseId of courseIds) {
        const code = await may(courseId);
        if (code !== null) refused.set(courseId, code);
      }
      const courses = courseIds.filter((courseId) => !refused.has(courseId));
      await commands.handle(batch, batchId, { type: 'recordCourses', batchId, part: 0, act, courses }, derived(shared, 'record'));
      const command = act === 'publish' ? { type: act, withoutCaptions: reason !== undefined } : { type: act };
      const one = async (courseId: number): Promise<CourseResult> => {
        const code = refused.get(courseId);
        if (code !== undefined) return { courseId, result: 'refused', code };
        try {
          const { appended } = await commands.handle(course, courseId, command, derived(each, act, courseId));
          const done = appended > 0 || (await didBefore(streamOf('course', courseId)));
          return { courseId, result: done ? 'done' : 'same', code: null };
        } catch (error) {
          return { courseId, result: 'refused', code: refusal(error) };
        }
      };
      const results: CourseResult[] = [];
      for (const courseId of courseIds) results.push(await one(courseId));
      const count = (result: CourseResult['result']) => results.filter((each) => each.result === result).length;
      const figures = { done: count('done'), refused: count('refused') };
      const { position } = await commands.handle(batch, batchId, { type: 'close', batchId, ...figures }, derived(shared, 'close'));
      return { batchId, results, position };
    },
    /** The kind of a batch, and who opened it; null: there is none. */
    async openedBy(batchId: string): Promise<{ kind: BatchKind; userId: number | null } | null> {
      for await (const past of commands.log.readStream(`batch-${batchId}`)) {
        const event = past as unknown as Event;
        return event.type === 'BatchOpened' ? { kind: event.data.kind, userId: past.meta.actor.userId } : null;
      }
      return null;
    },

    /**
     * Undoes what the batch did to each, and nothing later: rights it gave end, rights it ended are given back, unused accounts that it created
     * are deactivated, courses get their previous state. Of a long batch, some parts from `from`, or from the first that is not undone:
     * `next` is where to continue, null at the end.
     * Errors: BATCH_NOT_FOUND, BATCH_UNDONE.
     */
    async undo(
      batchId: string,
      context: CommandContext,
      from = 0,
      /** The code of the error where the caller may not change this course. */
      may: (courseId: number) => Promise<string | null> = async () => null,
    ): Promise<{ undone: number; refused: number; next: number | null; position: Position | null }> {
      // Identified by the batch, not by the sender: a repeat after a crash continues where it stopped.
      const commandId = uuid5('undo', batchId);
      const { each, shared } = within(commandId, { ...context, commandId, because: context.commandId, undoes: batchId });
      const { state } = await commands.load(batch, batchId);
      if (state.kind === null) refuse('BATCH_NOT_FOUND');
      if (state.undone && !(await undoneBy(batchId, context.commandId))) refuse('BATCH_UNDONE');
      let undone = 0;
      let refused = 0;
      const attempt = async (act: () => Promise<boolean>) => {
        try {
          if (await act()) undone++;
        } catch (error) {
          refusal(error);
          refused++;
        }
      };
      const begin = Math.min(from, state.undoneParts);
      const upto = begin + PARTS_AT_ONCE;
      /** Behind the last part that was recorded. */
      let last: Position | null = null;
      for await (const recorded of commands.log.readStream(`batch-${batchId}`)) {
        const event = recorded as unknown as Event;
        if (event.type === 'BatchOpened' || event.type === 'BatchPartRecorded') last = recorded.position;
        if (event.type !== 'BatchPartRecorded' && event.type !== 'BatchCoursesRecorded') continue;
        if (event.data.part < begin || event.data.part >= upto) continue;
        if (event.type === 'BatchCoursesRecorded') {
          const { act, courses } = event.data;
          for (const courseId of courses)
            if ((await may(courseId)) === null) await attempt(() => reset(courseId, act, batchId, each));
            else refused++;
          continue;
        }
        const items = new Map(event.data.items.map((item) => [`${item.userId}_${item.courseId}`, item]));
        for (const { userId, courseId } of items.values()) await attempt(() => takeBack(userId, courseId, batchId, each, true));
        for (const userId of event.data.registered) await attempt(() => close(userId, batchId, each, true));
      }
      // How far a long undoing came is an event, so that every window sees it and any can go on with it.
      const came = async (to: number): Promise<Position | null> => {
        const command = { type: 'undoParts', batchId, upto: to, done: undone, refused } as const;
        return (await commands.handle(batch, batchId, command, derived(shared, 'parts', to))).position;
      };
      if (upto < state.parts) return { undone, refused, next: upto, position: await came(upto) };
      // An import that did not come to its end: its last part may have been cut off before it was recorded.
      if (state.kind === 'import' && !state.closed)
        for await (const { type, data, metadata } of commands.log.store.readAll(last, { types: IMPORTED })) {
          if (metadata.correlationId !== batchId) continue;
          const { userId, courseId } = data as unknown as { userId: number; courseId: number };
          await attempt(() =>
            type.startsWith('User') ? close(userId, batchId, each, false) : takeBack(userId, courseId, batchId, each, false),
          );
        }
      if (state.kind === 'import' && state.parts > 0) await came(state.parts);
      const { position } = await commands.handle(batch, batchId, { type: 'undo', batchId }, derived(shared, 'undo'));
      return { undone, refused, next: null, position };
    },
  };
}
export type Batches = ReturnType<typeof createBatches>;
