import type { ReportReason } from '../../../events/moderation.ts';
import { teaches } from '../../../events/outline.ts';
import type { Position } from '../../../events/store/port.ts';
import { course } from '../catalogue/course.ts';
import { user } from '../identity/user.ts';
import { refuse } from '../kernel/errors.ts';
import { type CommandContext, type Commands, derived, type Handled, type HandleOptions } from '../kernel/handle.ts';
import { demandDecided, takeNumber } from '../kernel/numbers.ts';
import { conduct, MOST_HOURS, type SanctionKind } from './conduct.ts';
import type { Discussions, KnownComment } from './discussions.ts';
import { type ModerationCommand, type ModerationState, moderation, REPORT_TEXT } from './moderation.ts';
import { cleanMarkdown } from './text.ts';

export type Decision = 'attend' | 'dismiss' | 'remove' | 'restore' | 'reopen' | 'rejectAppeal';

const words = (text: string): string => {
  const clean = cleanMarkdown(text).trim();
  return clean === '' ? refuse('REASON_REQUIRED') : clean.slice(0, REPORT_TEXT);
};

/** Reports of comments, and what moderators do about them and about people. Who may moderate which course is asked before. */
export function createModerating(commands: Commands, discussions: Discussions) {
  const aboutOf = ({ commentId, courseId, subtopicId, userId }: KnownComment) => ({ commentId, courseId, subtopicId, authorId: userId });
  const contextOf = ({ type, commentId }: Pick<ModerationCommand, 'type' | 'commentId'>, context: CommandContext) =>
    derived(context, 'moderation', type, commentId);
  const send = (command: ModerationCommand, context: CommandContext, options?: HandleOptions<ModerationState>) =>
    commands.handle(moderation, command.commentId, command, contextOf(command, context), options);

  return {
    /**
     * One report of each person and comment. Errors: COMMENT_NOT_FOUND, REPORT_OWN_COMMENT, ALREADY_REPORTED, REPORTS_ENOUGH, EMAIL_NOT_VERIFIED, NOT_ENROLLED.
     */
    async report(
      userId: number,
      comment: KnownComment,
      { reason, text }: { reason: ReportReason; text: string | undefined },
      context: CommandContext,
    ): Promise<{ reportId: number; position: Position | null }> {
      const obstacle = await discussions.membership(userId, comment.courseId);
      if (obstacle !== null) return refuse(obstacle);
      if (comment.withdrawn) return refuse('COMMENT_NOT_FOUND');
      const command = {
        type: 'report',
        ...aboutOf(comment),
        userId,
        reason,
        text: cleanMarkdown(text ?? '').slice(0, REPORT_TEXT),
      } as const;
      const parents = { courseId: comment.courseId, moduleId: null, classId: null };
      await demandDecided(commands, moderation, comment.commentId, { ...command, reportId: 0 }, contextOf(command, context));
      const reportId = await takeNumber(commands.log, 'report', parents, derived(context, 'report number'), { followed: true });
      const done = await send({ ...command, reportId }, context);
      return { reportId, position: done.position };
    },
    /** Errors: REPORTS_RESOLVED, COMMENT_NOT_REMOVED, NOTHING_TO_REOPEN, REASON_REQUIRED. `report`: of attending and dismissing, only that one. */
    decide: async (
      comment: KnownComment,
      { decision, reason, report = null }: { decision: Decision; reason: string; report?: number | null },
      context: CommandContext,
      options?: HandleOptions<ModerationState>,
    ): Promise<Handled<ModerationState>> => {
      const about = { ...aboutOf(comment), reason: words(reason) };
      const command =
        decision === 'attend' || decision === 'dismiss'
          ? ({ type: decision, ...about, report } as const)
          : ({ type: decision, ...about } as const);
      return send(command, context, options);
    },
    /** By who wrote it. Errors: COMMENT_NOT_REMOVED, ALREADY_APPEALED, REASON_REQUIRED. */
    appeal: async (comment: KnownComment, text: string, context: CommandContext): Promise<Position | null> =>
      (await send({ type: 'appeal', ...aboutOf(comment), text: words(text) }, context)).position,
    /** The answer that solves a thread; null: none does. Errors: COMMENT_NOT_FOUND. */
    async chooseBest(root: KnownComment, answerId: number | null, context: CommandContext): Promise<Position | null> {
      if (root.rootId !== null) return refuse('COMMENT_NOT_FOUND');
      if (answerId !== null) {
        const answer = await discussions.find(answerId);
        if (answer.rootId !== root.commentId || answer.withdrawn || (await discussions.removed(answerId)))
          return refuse('COMMENT_NOT_FOUND');
      }
      const command = { type: 'best', ...aboutOf(root), answerId } as const;
      return (await commands.handle(moderation, root.commentId, command, derived(context, 'best', answerId ?? 0))).position;
    },
    /** Errors: SANCTION_STAFF, HOURS_REQUIRED, REASON_REQUIRED, TOO_MANY_ITEMS. `courseId` null: in the whole school. */
    async sanction(
      userId: number,
      {
        kind,
        courseId,
        commentId,
        hours,
        reason,
      }: { kind: SanctionKind; courseId: number | null; commentId: number; hours: number | undefined; reason: string },
      context: CommandContext,
    ): Promise<{ sanctionId: number; position: Position | null }> {
      const { state: person } = await commands.load(user, userId);
      const staff = courseId !== null && teaches((await commands.load(course, courseId)).state, userId);
      if (person.role === 'administrator' || staff) return refuse('SANCTION_STAFF');
      if (kind === 'mute' && (hours === undefined || hours < 1 || hours > MOST_HOURS)) return refuse('HOURS_REQUIRED');
      const until = kind === 'mute' ? new Date(context.now.getTime() + (hours ?? 0) * 3_600_000).toISOString() : null;
      const command = { type: 'sanction', userId, kind, courseId, commentId, until, reason: words(reason) } as const;
      const { position, state } = await commands.handle(conduct, userId, command, derived(context, 'sanction', userId));
      return { sanctionId: state.size, position };
    },
    /** Errors: SANCTION_NOT_FOUND, SANCTION_OVER, REASON_REQUIRED; and FORBIDDEN by `check`. */
    answerSanction: async (
      userId: number,
      { sanctionId, lift, reason, courseId }: { sanctionId: number; lift: boolean; reason: string; courseId: number | null },
      context: CommandContext,
    ): Promise<Position | null> => {
      const { state } = await commands.load(conduct, userId);
      // Who teaches one course answers for what was said there.
      if (courseId !== null && state.get(sanctionId)?.courseId !== courseId) return refuse('SANCTION_NOT_FOUND');
      const command = { type: lift ? 'lift' : 'uphold', userId, sanctionId, reason: words(reason) } as const;
      return (await commands.handle(conduct, userId, command, derived(context, 'sanction', userId, sanctionId))).position;
    },
    appealSanction: async (userId: number, sanctionId: number, text: string, context: CommandContext): Promise<Position | null> =>
      (
        await commands.handle(
          conduct,
          userId,
          { type: 'appeal', userId, sanctionId, text: words(text) },
          derived(context, 'appeal', sanctionId),
        )
      ).position,
  };
}
