import type { CourseAct } from '../../../events/batches.ts';
import { uuid5 } from '../../../events/ids.ts';
import type { Entitlement } from '../../../events/learning.ts';
import type { CourseEvent } from '../../../events/outline.ts';
import type { StreamEvent } from '../../../events/registry.ts';
import type { Position } from '../../../events/store/port.ts';
import { streamOf } from '../../../events/streams.ts';
import type { Authoring } from '../catalogue/authoring.ts';
import type { Accounts } from '../identity/accounts.ts';
import { type UserState, user } from '../identity/user.ts';
import { refuse } from '../kernel/errors.ts';
import { type CommandContext, type Commands, derived, type Handled } from '../kernel/handle.ts';
import { batch, refusal, within } from './batch.ts';
import type { Learning } from './learning.ts';

/** The events by which an import gives people an account, or gives it back, and courses. */
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

/** The events that say whether a course is published, a draft or archived. */
const STATUS_EVENTS: ReadonlySet<string> = new Set<CourseEvent['type']>([
  'CoursePublished',
  'CourseUnpublished',
  'CourseArchived',
  'CourseRestored',
]);
/** The most parts that one call undoes; the caller continues with the rest. */
const PARTS_AT_ONCE = 10;

/** Undoes batches. */
export function createBatchUndoing(commands: Commands, accounts: Accounts, learning: Learning, authoring: Pick<Authoring, 'change'>) {
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
      // A course that was published without captions is published without them again.
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
      /** Continues after the last recorded part. */
      let last: Position | null = null;
      for await (const recorded of commands.log.readStream(`batch-${batchId}`)) {
        const event = recorded as unknown as StreamEvent<'batch'>;
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
