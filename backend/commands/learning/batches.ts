import type { BatchItem, CourseAct } from '../../../events/batches.ts';
import { uuid5 } from '../../../events/ids.ts';
import type { StreamEvent } from '../../../events/registry.ts';
import type { Position } from '../../../events/store/port.ts';
import { streamOf } from '../../../events/streams.ts';
import type { Authoring } from '../catalogue/authoring.ts';
import { course } from '../catalogue/course.ts';
import type { Accounts } from '../identity/accounts.ts';
import { refuse } from '../kernel/errors.ts';
import { type CommandContext, type Commands, derived } from '../kernel/handle.ts';
import { type BatchKind, type BatchState, batch, type Planned, refusal, within } from './batch.ts';
import { createBatchUndoing } from './batchUndoing.ts';
import type { Learning } from './learning.ts';

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

export function createBatches(commands: Commands, accounts: Accounts, learning: Learning, authoring: Pick<Authoring, 'change'>) {
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

  return {
    ...createBatchUndoing(commands, accounts, learning, authoring),
    /** Opens a batch; the commands of its parts follow. */
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
        const event = past as unknown as StreamEvent<'batch'>;
        return event.type === 'BatchOpened' ? { kind: event.data.kind, userId: past.meta.actor.userId } : null;
      }
      return null;
    },
  };
}
export type Batches = ReturnType<typeof createBatches>;
