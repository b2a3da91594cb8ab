import type { Reaction } from '../../../events/comments.ts';
import type { StreamEvent } from '../../../events/registry.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse } from '../kernel/errors.ts';
import { GrowingMap } from '../kernel/growing.ts';

/** Limits of one person in one course: comments in all, comments in a minute, and changes of each comment. */
export const MOST_COMMENTS = 2_000;
export const COMMENTS_A_MINUTE = 20;
export const MOST_EDITS = 20;
/** The most present reactions of one person in one course. */
export const MOST_REACTIONS = 5_000;
const MINUTE_MS = 60_000;

/** What the school says about comments. */
export interface CommentRules {
  /** For how many minutes its author may change a comment. */
  editMinutes: number;
  /** The least seconds between two comments of one person in one course; 0: none. */
  slowSeconds: number;
}

interface Comment {
  subtopicId: number;
  rootId: number | null;
  /** Epoch milliseconds. */
  postedAt: number;
  text: string | null;
  /** The title, of a topic of the forum. */
  title: string | null;
  edits: number;
  withdrawn: boolean;
}
/** The course of the comment that somebody reacted to. */
export interface ReactedAt {
  subtopicId: number;
  rootId: number | null;
}
export interface CommentsState {
  comments: GrowingMap<number, Comment>;
  /** When the last ones were posted, epoch milliseconds, oldest first. */
  recent: readonly number[];
  /** By `<comment> <reaction>`. */
  reactions: GrowingMap<string, ReactedAt>;
}

interface Place {
  commentId: number;
  userId: number;
  courseId: number;
}
interface Written {
  text: string;
  mentions: number[];
  /** Of a topic of the forum; absent: of none, or as it stands. */
  title?: string | null;
}
export type CommentsCommand = Place &
  (
    | ({ type: 'post'; subtopicId: number; rootId: number | null; now: Date; rules: CommentRules } & Written)
    | ({ type: 'edit'; now: Date; rules: CommentRules } & Written)
    | { type: 'withdraw' }
    | { type: 'react'; subtopicId: number; rootId: number | null; reaction: Reaction; given: boolean }
  );

/** Until when the one who wrote it may change it, epoch milliseconds. */
export const editableUntil = (postedAt: number, { editMinutes }: Pick<CommentRules, 'editMinutes'>): number =>
  postedAt + editMinutes * MINUTE_MS;

const key = (commentId: number, reaction: Reaction) => `${commentId} ${reaction}`;

/** What one person says in one course; stream `comments-<person>_<course>`. Errors: see the branches. */
export const comments: Decider<CommentsState, CommentsCommand, StreamEvent<'comments'>> = {
  category: 'comments',
  // For things that others do to it: react, answer, decide.
  wordless: 'where lost',
  initial: () => ({ comments: new GrowingMap(), recent: [], reactions: new GrowingMap() }),

  decide(command, state) {
    const { commentId, userId, courseId } = command;
    const who = { commentId, userId, courseId };
    if (command.type === 'react') {
      const { subtopicId, rootId, reaction, given } = command;
      if (given === state.reactions.has(key(commentId, reaction))) return [];
      if (given && state.reactions.size >= MOST_REACTIONS) return refuse('TOO_MANY_REACTIONS');
      return [{ type: given ? 'CommentReacted' : 'ReactionWithdrawn', data: { ...who, subtopicId, rootId, reaction } }];
    }
    if (command.type === 'post') {
      const { subtopicId, rootId, text, title = null, mentions, rules } = command;
      const now = command.now.getTime();
      const last = state.recent.at(-1);
      if (last !== undefined && now - last < rules.slowSeconds * 1_000) return refuse('COMMENT_TOO_SOON');
      if (state.recent.filter((at) => now - at < MINUTE_MS).length >= COMMENTS_A_MINUTE) return refuse('COMMENT_TOO_SOON');
      if (state.comments.size >= MOST_COMMENTS) return refuse('TOO_MANY_COMMENTS');
      const place = { ...who, subtopicId, rootId };
      return [
        { type: 'CommentPosted', data: { ...place, text, mentions } },
        ...(title === null ? [] : [{ type: 'ThreadTitled' as const, data: { ...place, title } }]),
      ];
    }
    const comment = state.comments.get(commentId);
    if (!comment) return refuse('COMMENT_NOT_FOUND');
    const { subtopicId, rootId } = comment;
    if (command.type === 'withdraw') return comment.withdrawn ? [] : [{ type: 'CommentWithdrawn', data: { ...who, subtopicId, rootId } }];
    if (comment.withdrawn) return refuse('COMMENT_NOT_FOUND');
    const { text, mentions, rules } = command;
    const title = comment.title === null ? null : (command.title ?? comment.title);
    if (text === comment.text && title === comment.title) return [];
    if (command.now.getTime() > editableUntil(comment.postedAt, rules)) return refuse('COMMENT_NOT_EDITABLE');
    if (comment.edits >= MOST_EDITS) return refuse('COMMENT_NOT_EDITABLE');
    const place = { ...who, subtopicId, rootId };
    return [
      { type: 'CommentEdited', data: { ...place, text, mentions } },
      ...(title === comment.title ? [] : [{ type: 'ThreadTitled' as const, data: { ...place, title } }]),
    ];
  },

  evolve(state, { type, data, meta }) {
    switch (type) {
      case 'CommentPosted': {
        const { commentId, subtopicId, rootId, text } = data;
        const postedAt = Date.parse(meta.occurredAt);
        const comment = { subtopicId, rootId, postedAt, text, title: null, edits: 0, withdrawn: false };
        return {
          ...state,
          comments: state.comments.with(commentId, comment),
          recent: [...state.recent, postedAt].slice(-COMMENTS_A_MINUTE),
        };
      }
      case 'ThreadTitled':
      case 'CommentEdited':
      case 'CommentWithdrawn': {
        const comment = state.comments.get(data.commentId);
        if (!comment) return state;
        const next =
          type === 'ThreadTitled'
            ? { ...comment, title: data.title }
            : type === 'CommentEdited'
              ? { ...comment, text: data.text, edits: comment.edits + 1 }
              : { ...comment, text: null, title: null, withdrawn: true };
        return { ...state, comments: state.comments.with(data.commentId, next) };
      }
      case 'CommentReacted': {
        const { commentId, subtopicId, rootId } = data;
        return { ...state, reactions: state.reactions.with(key(commentId, data.reaction), { subtopicId, rootId }) };
      }
      case 'ReactionWithdrawn':
        return { ...state, reactions: state.reactions.without(key(data.commentId, data.reaction)) };
    }
  },
};
