import { type Reaction, reactions } from '../../events/comments.ts';
import type { EventOf, StreamEvent } from '../../events/registry.ts';
import type { Projection, Recorded } from './projection.ts';

export interface CommentDoc {
  commentId: number;
  courseId: number;
  subtopicId: number;
  /** Of a topic of the forum; null: it is none, it was withdrawn, or its author's data were erased. */
  title: string | null;
  /** null: it begins a thread. */
  rootId: number | null;
  userId: number;
  /** Markdown; null: withdrawn, or its author's data were erased. */
  text: string | null;
  mentions: readonly number[];
  postedAt: string;
  /** null when it stands as it was posted. */
  editedAt: string | null;
  withdrawn: boolean;
  /** Somebody reported it: moderators still see its text, even after its author withdraws it. */
  reported: boolean;
  /** A moderator took it down, and why. */
  removed: { at: string; reason: string | null } | null;
  /** The answer that solves its thread. */
  best: number | null;
  /** The last that was said in its thread. */
  lastId: number;
  /** Answers in its thread that are still there. */
  answers: number;
  /** How many gave each; what nobody gave is absent. */
  reactions: Partial<Record<Reaction, number>>;
  /** Whether it is shown in its discussion: it was not withdrawn, or it has answers. */
  listed: boolean;
}

type Event = StreamEvent<'comments'>;
type Moderated = EventOf<'CommentReported' | 'CommentRemoved' | 'CommentRestored' | 'BestAnswerChosen' | 'BestAnswerCleared'>;
const moderated = <T extends Moderated['type']>(fields: (event: Recorded<EventOf<T>>) => Partial<CommentDoc>) => ({
  key: ({ data }: Recorded<EventOf<T>>) => String(data.commentId),
  evolve: (doc: CommentDoc | null, event: Recorded<EventOf<T>>): CommentDoc | null => doc && { ...doc, ...fields(event) },
});

const own = ({ data }: Recorded<Event>) => String(data.commentId);
/** The comment and, of an answer, the one that begins its thread. */
const both = ({ data }: Recorded<Event>) =>
  data.rootId === null ? own({ data } as Recorded<Event>) : [String(data.commentId), String(data.rootId)];
const settled = (doc: CommentDoc): CommentDoc => ({ ...doc, listed: !doc.withdrawn || (doc.rootId === null && doc.answers > 0) });
const counted = (doc: CommentDoc | null, by: number, lastId = 0): CommentDoc | null =>
  doc && settled({ ...doc, answers: Math.max(0, doc.answers + by), lastId: Math.max(doc.lastId, lastId) });

const reacted = <T extends 'CommentReacted' | 'ReactionWithdrawn'>(by: 1 | -1) => ({
  key: own,
  evolve(doc: CommentDoc | null, { data }: Recorded<EventOf<T>>): CommentDoc | null {
    if (!doc) return null;
    const left = Math.max(0, (doc.reactions[data.reaction] ?? 0) + by);
    const { [data.reaction]: _, ...others } = doc.reactions;
    return { ...doc, reactions: left === 0 ? others : { ...others, [data.reaction]: left } };
  },
});

/** What people say below subtopics and in forums: each comment, and how many answers and reactions it has. */
export const comments: Projection<CommentDoc, Event | Moderated> = {
  name: 'comments',
  version: 4,
  indexes: [
    ['subtopicId', 'rootId', 'listed', '-commentId'],
    ['subtopicId', 'rootId', 'listed', '-lastId'],
    ['rootId', 'listed', 'commentId'],
  ],
  on: {
    CommentPosted: {
      key: both,
      evolve(doc, { data, meta }, key) {
        if (key !== String(data.commentId)) return counted(doc, 1, data.commentId);
        const { commentId, courseId, subtopicId, rootId, userId, text, mentions } = data;
        return {
          ...{ commentId, courseId, subtopicId, rootId, userId, text, mentions },
          ...{
            postedAt: meta.occurredAt,
            editedAt: null,
            withdrawn: false,
            reported: false,
            removed: null,
            best: null,
            title: null,
            lastId: commentId,
            answers: 0,
            reactions: {},
            listed: true,
          },
        };
      },
    },
    ThreadTitled: { key: own, evolve: (doc, { data }) => doc && { ...doc, title: data.title } },
    CommentEdited: {
      key: own,
      evolve: (doc, { data, meta }) => doc && { ...doc, text: data.text, mentions: data.mentions, editedAt: meta.occurredAt },
    },
    CommentWithdrawn: {
      key: both,
      evolve: (doc, { data }, key) =>
        key === String(data.commentId)
          ? doc && settled({ ...doc, withdrawn: true, ...(!doc.reported && { text: null, title: null, mentions: [] }) })
          : counted(doc, -1),
    },
    CommentReacted: reacted<'CommentReacted'>(1),
    ReactionWithdrawn: reacted<'ReactionWithdrawn'>(-1),
    CommentReported: moderated<'CommentReported'>(() => ({ reported: true })),
    CommentRemoved: moderated<'CommentRemoved'>(({ data, meta }) => ({ removed: { at: meta.occurredAt, reason: data.reason } })),
    CommentRestored: moderated<'CommentRestored'>(() => ({ removed: null })),
    BestAnswerChosen: moderated<'BestAnswerChosen'>(({ data }) => ({ best: data.answerId })),
    BestAnswerCleared: moderated<'BestAnswerCleared'>(() => ({ best: null })),
  },
  persons: ({ text, title, userId, removed }) => (text === null && title === null && removed?.reason == null ? [] : [String(userId)]),
  redact: (doc) => ({ ...doc, text: null, title: null, removed: doc.removed && { ...doc.removed, reason: null } }),
  topics: (_, { subtopicId, commentId, userId }) => [
    { topic: `subtema:${subtopicId}`, id: String(commentId) },
    { topic: `participacion:${userId}`, id: String(commentId) },
  ],
};

export interface OwnReactionsDoc {
  commentId: number;
  userId: number;
  given: readonly Reaction[];
}

/** Which reactions each person gave to each comment. */
export const ownReactions: Projection<OwnReactionsDoc, EventOf<'CommentReacted' | 'ReactionWithdrawn'>> = {
  name: 'own-reactions',
  version: 1,
  on: {
    CommentReacted: {
      key: ({ data }) => `${data.commentId}_${data.userId}`,
      evolve: (doc, { data: { commentId, userId, reaction } }) => ({
        ...{ commentId, userId },
        given: reactions.filter((one) => one === reaction || doc?.given.includes(one)),
      }),
    },
    ReactionWithdrawn: {
      key: ({ data }) => `${data.commentId}_${data.userId}`,
      evolve(doc, { data }) {
        const given = doc?.given.filter((one) => one !== data.reaction) ?? [];
        return doc && given.length > 0 ? { ...doc, given } : null;
      },
    },
  },
  persons: ({ userId }) => [String(userId)],
  redact: () => null,
  topics: (id, { userId }) => [{ topic: `participacion:${userId}`, id: `reaccion-${id}` }],
};

export interface ParticipantDoc {
  userId: number;
  courseId: number;
}

const participant = {
  key: ({ data }: Recorded<EventOf<'CommentPosted' | 'CommentReacted'>>) => `${data.userId}_${data.courseId}`,
  evolve: (doc: ParticipantDoc | null, { data: { userId, courseId } }: Recorded<Event>): ParticipantDoc => doc ?? { userId, courseId },
};
/** In which courses each person ever took part. */
export const participants: Projection<ParticipantDoc, EventOf<'CommentPosted' | 'CommentReacted'>> = {
  name: 'participants',
  version: 1,
  indexes: [['userId', 'courseId'], ['courseId']],
  on: { CommentPosted: participant, CommentReacted: participant },
};
