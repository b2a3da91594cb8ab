import { z } from 'zod';
import { defineEvent } from './define.ts';
import { growing } from './growing.ts';
import { type Sentence, said } from './sentences.ts';
import { id } from './types.ts';

/** What people say to each other below the subtopics of a course. One stream per person and course: how often somebody may speak is decided there. */

const comment = {
  commentId: id,
  userId: id,
  courseId: id,
  subtopicId: id,
  /** The comment that it answers; null: it begins a thread. Threads are one level deep. */
  rootId: id.nullable(),
};
const words = {
  /** Markdown; somebody who is mentioned stands in it as `<@7>`, so that no name outlives its person. */
  text: z.string().max(4_000).nullable(),
  mentions: z.array(id).max(10),
};

export const reactions = ['like', 'thanks', 'insight', 'celebrate'] as const;
export type Reaction = (typeof reactions)[number];

const define = <const T extends string, S extends z.ZodObject>(type: T, schema: S, summary: string, sentence: Sentence) =>
  defineEvent(type, { category: 'comments', schema, summary, sentence });

export const CommentPosted = defineEvent('CommentPosted', {
  category: 'comments',
  schema: z.object({ ...comment, ...words }),
  personal: { of: 'userId', fields: ['text'] },
  summary: 'Alguien comentó un subtema, o respondió a un comentario.',
  sentence: said('comentó en el curso «{courseId}»', 'commented in the course “{courseId}”'),
});
export const CommentEdited = defineEvent('CommentEdited', {
  category: 'comments',
  schema: z.object({ ...comment, ...words }),
  personal: { of: 'userId', fields: ['text'] },
  summary: 'Alguien cambió un comentario suyo, mientras todavía se podía.',
  sentence: said('cambió un comentario en el curso «{courseId}»', 'changed a comment in the course “{courseId}”'),
});
export const ThreadTitled = defineEvent('ThreadTitled', {
  category: 'comments',
  schema: z.object({ ...comment, title: z.string().max(150).nullable() }),
  personal: { of: 'userId', fields: ['title'] },
  summary: 'Alguien abrió un tema en el foro de un curso, o le cambió el título.',
  sentence: said(
    'puso título a un tema del foro del curso «{courseId}»',
    'gave a title to a topic in the forum of the course “{courseId}”',
  ),
});
export const CommentWithdrawn = define(
  'CommentWithdrawn',
  z.object(comment),
  'Alguien quitó un comentario suyo.',
  said('quitó un comentario del curso «{courseId}»', 'removed a comment from the course “{courseId}”'),
);

const reaction = { ...comment, reaction: growing(reactions, 'like') };
export const CommentReacted = define(
  'CommentReacted',
  z.object(reaction),
  'Alguien reaccionó a un comentario.',
  said('reaccionó a un comentario del curso «{courseId}»', 'reacted to a comment in the course “{courseId}”'),
);
export const ReactionWithdrawn = define(
  'ReactionWithdrawn',
  z.object(reaction),
  'Alguien quitó su reacción a un comentario.',
  said('quitó su reacción a un comentario del curso «{courseId}»', 'took back a reaction to a comment in the course “{courseId}”'),
);

export const commentEvents = [CommentPosted, CommentEdited, ThreadTitled, CommentWithdrawn, CommentReacted, ReactionWithdrawn] as const;
