import type { Envelope, Role } from '../../../events/define.ts';
import { courseOfForum } from '../../../events/forums.ts';
import { uuid5 } from '../../../events/ids.ts';
import type { NoticeKindName } from '../../../events/notices.ts';
import { presentClasses, presentModules, teaches } from '../../../events/outline.ts';
import type { DataOf } from '../../../events/registry.ts';
import { course } from '../catalogue/course.ts';
import { conduct, silenceOf } from '../discussion/conduct.ts';
import type { Discussions } from '../discussion/discussions.ts';
import { moderation } from '../discussion/moderation.ts';
import { user } from '../identity/user.ts';
import { eachOf } from '../kernel/eachOf.ts';
import type { CommandContext, Commands } from '../kernel/handle.ts';
import type { Reactor } from '../kernel/reactor.ts';
import type { Notifications } from '../notifications/notifications.ts';
import { isNews } from './news.ts';

const PARTICIPATION = '/participation';

interface Place {
  courseId: number;
  subtopicId: number;
}
/** Whether this person may read the discussion of a subtopic. */
export type MayRead = (subtopicId: number, reader: { readonly userId: number; readonly role: Role }) => Promise<boolean>;

/**
 * Tells people what is said to them and what was decided about them: who is called or answered, whose answer is the best, who reported, whose comment it was, who
 * was sanctioned. Nobody hears of what they did themselves. A name of a person is in none of it: names stand where one reads, and go with their person.
 */
export function discussionReactor(
  commands: Commands,
  discussions: Pick<Discussions, 'find' | 'member' | 'removed'>,
  notifications: Pick<Notifications, 'notify'>,
  mayRead: MayRead,
): Reactor {
  const titleOf = async ({ courseId, subtopicId }: Place): Promise<string | null> => {
    const { state } = await commands.load(course, courseId);
    const subtopics = presentModules(state).flatMap((module) => presentClasses(module).flatMap((one) => one.subtopics));
    return subtopics.find((one) => one.subtopicId === subtopicId)?.title ?? null;
  };
  const linkTo = ({ courseId, subtopicId }: Place, commentId: number) =>
    courseOfForum(subtopicId) === null
      ? `/courses?courseId=${courseId}&subtema=${subtopicId}&comment=${commentId}`
      : `/forum?curso=${courseId}&tema=${commentId}`;
  const personOf = async (userId: number) => {
    const { state } = await commands.load(user, userId);
    return state.status === 'active' ? state : null;
  };
  const reads = async (userId: number, { courseId, subtopicId }: Place): Promise<boolean> => {
    const person = await personOf(userId);
    return person !== null && (await mayRead(subtopicId, person)) && (await discussions.member(userId, courseId));
  };
  /** Tells something once for the parts that identify it, whatever is repeated. */
  const once = (context: CommandContext, ...parts: (string | number)[]): CommandContext => ({
    ...context,
    commandId: uuid5('discussion', ...parts),
  });

  /** The people mentioned in a comment, and the author of the thread that it answers: each is told once, however often it is changed. */
  const said = async (event: Envelope, context: CommandContext) => {
    if (!isNews(event, context)) return;
    const { commentId, userId, courseId, subtopicId, rootId, mentions } = event.data as DataOf<'CommentPosted'>;
    // Comments of somebody who was erased, or is silenced, notify nobody.
    if ((await personOf(userId)) === null || silenceOf((await commands.load(conduct, userId)).state, courseId, context.now.getTime()))
      return;
    const { withdrawn } = await discussions.find(commentId);
    if (withdrawn || (await discussions.removed(commentId))) return;
    const recipients = new Map<number, NoticeKindName>(mentions.map((called) => [called, 'commentMention']));
    if (rootId !== null && event.type === 'CommentPosted') {
      const root = await discussions.find(rootId);
      if (!recipients.has(root.userId)) recipients.set(root.userId, 'commentReply');
    }
    recipients.delete(userId);
    const place = { courseId, subtopicId };
    await eachOf(recipients, async ([reader, kind]) => {
      if (!(await reads(reader, place))) return;
      await notifications.notify(
        reader,
        { kind, courseId, name: await titleOf(place), link: linkTo(place, commentId) },
        once(context, 'said', commentId),
      );
    });
  };

  /** Whose comment it is; where they read of it, and what they may do about it. */
  const toAuthor = (kind: NoticeKindName) => async (event: Envelope, context: CommandContext) => {
    const { commentId, courseId, subtopicId, authorId } = event.data as DataOf<'CommentRemoved'>;
    if (!isNews(event, context) || event.meta.actor.userId === authorId || (await personOf(authorId)) === null) return;
    const place = { courseId, subtopicId };
    const link = kind === 'commentRestored' && (await reads(authorId, place)) ? linkTo(place, commentId) : PARTICIPATION;
    await notifications.notify(authorId, { kind, courseId, name: await titleOf(place), link }, context);
  };

  /** Everybody whose report was closed, once for each outcome; who moderates the course sees it where they decide. */
  const toReporters = (kind: NoticeKindName) => async (event: Envelope, context: CommandContext) => {
    if (!isNews(event, context)) return;
    const { commentId, courseId, subtopicId, reports } = event.data as DataOf<'ReportsAttended'>;
    const place = { courseId, subtopicId };
    const { state: outline } = await commands.load(course, courseId);
    await eachOf((await commands.load(moderation, commentId)).state.reports, async ([userId, reportId]) => {
      if (!reports.includes(reportId) || userId === event.meta.actor.userId || teaches(outline, userId)) return;
      const person = await personOf(userId);
      if (person === null || person.role === 'administrator') return;
      const link = kind !== 'reportRemoved' && (await reads(userId, place)) ? linkTo(place, commentId) : PARTICIPATION;
      await notifications.notify(userId, { kind, courseId, name: null, link }, once(context, 'report', reportId));
    });
  };

  const sanctioned = (kind: NoticeKindName) => async (event: Envelope, context: CommandContext) => {
    const data = event.data as DataOf<'PersonMuted'>;
    if (!isNews(event, context) || event.meta.actor.userId === data.userId || (await personOf(data.userId)) === null) return;
    const sanction = (await commands.load(conduct, data.userId)).state.get(data.sanctionId);
    const name = kind === 'personMuted' ? data.until : null;
    await notifications.notify(data.userId, { kind, courseId: sanction?.courseId ?? null, name, link: PARTICIPATION }, context);
  };

  const [removed, closed] = [toAuthor('commentRemoved'), toReporters('reportRemoved')];
  return {
    name: 'discussions',
    on: {
      CommentPosted: said,
      CommentEdited: said,
      async BestAnswerChosen(event, context) {
        if (!isNews(event, context)) return;
        const { commentId, courseId, subtopicId, answerId } = event.data as DataOf<'BestAnswerChosen'>;
        // Another answer was chosen since.
        if ((await commands.load(moderation, commentId)).state.bestAnswer !== answerId) return;
        const { userId } = await discussions.find(answerId);
        const place = { courseId, subtopicId };
        if (userId === event.meta.actor.userId || !(await reads(userId, place))) return;
        await notifications.notify(
          userId,
          { kind: 'commentBest', courseId, name: await titleOf(place), link: linkTo(place, answerId) },
          once(context, 'best', answerId),
        );
      },
      ReportsAttended: toReporters('reportAttended'),
      ReportsDismissed: toReporters('reportDismissed'),
      async CommentRemoved(event, context) {
        await removed(event, context);
        await closed(event, context);
      },
      CommentRestored: toAuthor('commentRestored'),
      AppealRejected: toAuthor('removalUpheld'),
      PersonWarned: sanctioned('personWarned'),
      PersonMuted: sanctioned('personMuted'),
      CommentingSuspended: sanctioned('personSuspended'),
      SanctionLifted: sanctioned('sanctionLifted'),
      SanctionUpheld: sanctioned('sanctionUpheld'),
    },
  };
}
