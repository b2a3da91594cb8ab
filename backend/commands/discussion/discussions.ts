import type { Reaction } from '../../../events/comments.ts';
import { courseOfForum } from '../../../events/forums.ts';
import { type Teachers, teaches } from '../../../events/outline.ts';
import type { Position } from '../../../events/store/port.ts';
import { streamOf } from '../../../events/streams.ts';
import { course } from '../catalogue/course.ts';
import { type UserState, user } from '../identity/user.ts';
import { refuse } from '../kernel/errors.ts';
import { type CommandContext, type Commands, derived } from '../kernel/handle.ts';
import { demandDecided, takeNumber } from '../kernel/numbers.ts';
import { enrolment } from '../learning/enrolment.ts';
import { type CommentsCommand, comments } from './comments.ts';
import { conduct, silenceOf } from './conduct.ts';
import { moderation } from './moderation.ts';
import { type CommentRules, commentRules } from './rules.ts';
import { mentionsIn, readComment, readTitle } from './text.ts';

/** Where a discussion stands: a subtopic, in its course; or the course's forum, which is in no module. */
export interface DiscussionPlace {
  courseId: number;
  moduleId: number | null;
  classId: number | null;
  subtopicId: number;
}
/** What is known of a comment when somebody acts on it. */
export interface KnownComment {
  commentId: number;
  userId: number;
  courseId: number;
  subtopicId: number;
  rootId: number | null;
  /** Whether its author withdrew it. */
  withdrawn: boolean;
}
export type CommentObstacle = 'EMAIL_NOT_VERIFIED' | 'NOT_ENROLLED' | 'COMMENTING_SUSPENDED';

/** Whether this person is of the course: learns in it, teaches it, or manages the school. */
const belongs = (person: Pick<UserState, 'userId' | 'role'>, outline: Teachers, enrolled: boolean): boolean =>
  enrolled || person.role === 'administrator' || teaches(outline, person.userId);

/** Whether others in a course, or its staff, see any name of this person. */
const isNamed = (person: Pick<UserState, 'firstName' | 'lastName' | 'username' | 'visibility'>, staff: boolean): boolean =>
  (['firstName', 'lastName', 'username'] as const).some((field) => {
    const shown = person.visibility[field];
    return Boolean(person[field]) && (shown === 'everyone' || (staff && shown === 'staff'));
  });

/** Comments below subtopics. Who may read a discussion is asked before, of the course (`backend/api/calls/ownership.ts`). */
export function createDiscussions(commands: Commands) {
  const memberIn = async (userId: number, courseId: number) => {
    const { state: outline } = await commands.load(course, courseId);
    const { state: person } = await commands.load(user, userId);
    if (person.status !== 'active') return refuse('USER_NOT_FOUND');
    const { state: learner } = await commands.load(enrolment, `${userId}_${courseId}`);
    return { person, member: belongs(person, outline, learner.enrolled) };
  };
  /**
   * Errors: MENTION_UNKNOWN where one of them is not of the course, or shows no name to who calls (`by`): the two answer alike, so that nobody finds out by
   * trying numbers who is there unnamed.
   */
  const demandCallable = async (mentions: readonly number[], courseId: number, by: { userId: number; staff: boolean }): Promise<void> => {
    for (const userId of mentions) {
      const { state: person } = await commands.load(user, userId);
      const { member } = person.status === 'active' ? await memberIn(userId, courseId) : { member: false };
      if (!member || (userId !== by.userId && !isNamed(person, by.staff))) refuse('MENTION_UNKNOWN');
    }
  };
  const send = (command: CommentsCommand, context: CommandContext) =>
    commands.handle(
      comments,
      `${command.userId}_${command.courseId}`,
      command,
      derived(context, 'comment', command.type, command.userId, command.commentId),
    );

  const writers = new Map<number, { userId: number; courseId: number }>();
  /** The author of a comment, from the event that allotted its number, which the log has before any read model. */
  const writerOf = async (commentId: number): Promise<{ userId: number; courseId: number } | null> => {
    const known = writers.get(commentId);
    if (known) return known;
    for await (const record of commands.log.store.readStream(streamOf('numbers', 'comment'), commentId - 1)) {
      const [event] = await commands.log.decode([record]);
      const { courseId } = (event?.data ?? { courseId: null }) as { courseId: number | null };
      const userId = event?.meta.actor.userId ?? null;
      if (userId === null || courseId === null) return null;
      if (writers.size > 50_000) writers.clear();
      writers.set(commentId, { userId, courseId });
      return { userId, courseId };
    }
    return null;
  };

  const discussions = {
    /** A comment as it stands in the log. Errors: COMMENT_NOT_FOUND. */
    async find(commentId: number): Promise<KnownComment> {
      const writer = await writerOf(commentId);
      if (!writer) return refuse('COMMENT_NOT_FOUND');
      const { state } = await commands.load(comments, `${writer.userId}_${writer.courseId}`);
      const comment = state.comments.get(commentId);
      if (!comment) return refuse('COMMENT_NOT_FOUND');
      const { subtopicId, rootId, withdrawn } = comment;
      return { commentId, ...writer, subtopicId, rootId, withdrawn };
    },
    rules: async (): Promise<CommentRules> => (await commands.load(commentRules, 'school')).state,
    setRules: async (changes: Partial<CommentRules>, context: CommandContext): Promise<Position | null> =>
      (await commands.handle(commentRules, 'school', changes, context)).position,
    /** Whether a moderator took it down. */
    removed: async (commentId: number): Promise<boolean> => (await commands.load(moderation, commentId)).state.removed,
    /** Why this person takes no part in the discussions of this course; null: they do. Who is silenced still reports. */
    async membership(userId: number, courseId: number): Promise<Exclude<CommentObstacle, 'COMMENTING_SUSPENDED'> | null> {
      const { person, member } = await memberIn(userId, courseId);
      if (!member) return 'NOT_ENROLLED';
      return person.verified ? null : 'EMAIL_NOT_VERIFIED';
    },
    /** Why this person may not comment in this course at this time; null: they may. */
    async obstacle(userId: number, courseId: number, now: Date): Promise<CommentObstacle | null> {
      const obstacle = await discussions.membership(userId, courseId);
      if (obstacle !== null) return obstacle;
      const { state } = await commands.load(conduct, userId);
      return silenceOf(state, courseId, now.getTime()) === null ? null : 'COMMENTING_SUSPENDED';
    },
    /**
     * Posts a comment, or an answer to one (`answered`), which may be an answer itself. Errors: those of `obstacle` and `readComment`,
     * COMMENT_NOT_FOUND, THREAD_CLOSED, THREAD_TITLE_INVALID, MENTION_UNKNOWN, COMMENT_TOO_SOON, TOO_MANY_COMMENTS.
     */
    async post(
      userId: number,
      { courseId, moduleId, classId, subtopicId, staff }: DiscussionPlace & { staff: boolean },
      { text: written, title: named = null, answered }: { text: string; title?: string | null; answered: KnownComment | null },
      context: CommandContext,
    ): Promise<{ commentId: number; position: Position | null }> {
      const { text, mentions } = readComment(written);
      // What begins a thread of the forum has a title, and nothing else has.
      const title = courseOfForum(subtopicId) === null || answered ? null : readTitle(named ?? '');
      const obstacle = await discussions.obstacle(userId, courseId, context.now);
      if (obstacle !== null) return refuse(obstacle);
      // A thread is one level deep: an answer to an answer stands in the same one.
      const rootId = answered && (answered.rootId ?? answered.commentId);
      if (answered && (answered.subtopicId !== subtopicId || answered.withdrawn)) return refuse('COMMENT_NOT_FOUND');
      // A withdrawn comment leaves its thread open; one that a moderator took down closes it.
      if (rootId !== null && (await discussions.removed(rootId))) return refuse('THREAD_CLOSED');
      if (answered?.rootId && (await discussions.removed(answered.commentId))) return refuse('COMMENT_NOT_FOUND');
      await demandCallable(mentions, courseId, { userId, staff });
      const rules = await discussions.rules();
      const command = { type: 'post', userId, courseId, subtopicId, rootId, text, title, mentions, now: context.now, rules } as const;
      const [stream, posting] = [`${userId}_${courseId}`, derived(context, 'comment', 'post')];
      await demandDecided(commands, comments, stream, { ...command, commentId: 0 }, posting);
      const number = derived(context, 'comment number');
      const commentId = await takeNumber(commands.log, 'comment', { courseId, moduleId, classId }, number, { followed: true });
      const { position } = await commands.handle(comments, stream, { ...command, commentId }, posting);
      return { commentId, position };
    },
    /** By who wrote it, for some minutes. Errors: those of `obstacle` and `readComment`, COMMENT_NOT_FOUND, COMMENT_NOT_EDITABLE, MENTION_UNKNOWN. */
    async edit(
      { commentId, userId, courseId }: KnownComment,
      { text: written, title: named = null, staff }: { text: string; title?: string | null; staff: boolean },
      context: CommandContext,
    ): Promise<Position | null> {
      const { text, mentions } = readComment(written);
      const title = named === null ? null : readTitle(named);
      const obstacle = await discussions.obstacle(userId, courseId, context.now);
      if (obstacle !== null) return refuse(obstacle);
      const { removed, reports } = (await commands.load(moderation, commentId)).state;
      // A reported comment stays as it was for whoever decides on it.
      if (removed || reports.size > 0) return refuse('COMMENT_NOT_EDITABLE');
      // People mentioned before stay mentioned, whatever name they show by now.
      const { state } = await commands.load(comments, `${userId}_${courseId}`);
      const before = new Set(mentionsIn(state.comments.get(commentId)?.text ?? ''));
      await demandCallable(
        mentions.filter((called) => !before.has(called)),
        courseId,
        { userId, staff },
      );
      const rules = await discussions.rules();
      return (await send({ type: 'edit', commentId, userId, courseId, text, title, mentions, now: context.now, rules }, context)).position;
    },
    /** By who wrote it, whenever they want. */
    withdraw: async ({ commentId, userId, courseId }: Pick<KnownComment, 'commentId' | 'userId' | 'courseId'>, context: CommandContext) =>
      (await send({ type: 'withdraw', commentId, userId, courseId }, context)).position,
    /** Errors: those of `obstacle`, COMMENT_NOT_FOUND, TOO_MANY_REACTIONS. */
    async react(
      userId: number,
      comment: KnownComment,
      { reaction, given }: { reaction: Reaction; given: boolean },
      context: CommandContext,
    ): Promise<Position | null> {
      const { commentId, courseId, subtopicId, rootId } = comment;
      const obstacle = given ? await discussions.obstacle(userId, courseId, context.now) : null;
      if (obstacle !== null) return refuse(obstacle);
      if (given && (comment.withdrawn || (await discussions.removed(commentId)))) return refuse('COMMENT_NOT_FOUND');
      const command = { type: 'react', commentId, userId, courseId, subtopicId, rootId, reaction, given } as const;
      const { position } = await commands.handle(
        comments,
        `${userId}_${courseId}`,
        command,
        derived(context, 'react', commentId, reaction, String(given)),
      );
      return position;
    },
    /** Whether the person is of the course, and may be called in it. */
    member: async (userId: number, courseId: number): Promise<boolean> => (await memberIn(userId, courseId)).member,
  };
  return discussions;
}

export type Discussions = ReturnType<typeof createDiscussions>;
