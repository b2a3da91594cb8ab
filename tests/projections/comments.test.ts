import { test } from 'vitest';
import { comments, ownReactions, participants } from '../../backend/projections/comments.ts';
import type { EventOf, StreamEvent } from '../../events/registry.ts';
import { everyTypeIsCovered, givenEvents, timeOf } from '../support/projectionSpec.ts';

const ids = { userId: 7, courseId: 3, subtopicId: 40 };
const posted = (commentId: number, rootId: number | null = null, userId = 7): StreamEvent<'comments'> => ({
  type: 'CommentPosted',
  data: { ...ids, userId, commentId, rootId, text: `Texto ${commentId}`, mentions: [] },
});
const withdrawn = (commentId: number, rootId: number | null = null): StreamEvent<'comments'> => ({
  type: 'CommentWithdrawn',
  data: { ...ids, commentId, rootId },
});
const react = (type: 'CommentReacted' | 'ReactionWithdrawn', userId: number): StreamEvent<'comments'> => ({
  type,
  data: { ...ids, userId, commentId: 1, rootId: null, reaction: 'like' },
});

// rows: C19
test('a thread counts its answers; one that is withdrawn keeps its place only while others answered it', () => {
  givenEvents(comments, [posted(1), posted(2, 1)])
    .thenDocLike('1', { answers: 1, listed: true, text: 'Texto 1' })
    .thenDocLike('2', { rootId: 1, listed: true })
    .thenChange('subtema:40', { id: '2', op: 'put' });
  const edited: StreamEvent<'comments'> = {
    type: 'CommentEdited',
    data: { ...ids, commentId: 1, rootId: null, text: 'Otro', mentions: [9] },
  };
  givenEvents(comments, [posted(1), edited]).thenDocLike('1', { text: 'Otro', mentions: [9] });
  givenEvents(comments, [posted(1), withdrawn(1)]).thenDocLike('1', { text: null, listed: false });
  givenEvents(comments, [posted(1), posted(2, 1), withdrawn(1)]).thenDocLike('1', { text: null, listed: true });
  givenEvents(comments, [posted(1), posted(2, 1), withdrawn(1), withdrawn(2, 1)])
    .thenDocLike('1', { answers: 0, listed: false })
    .thenDocLike('2', { listed: false });
});

// rows: E14
test('a topic of the forum has its title, and the last that was said in it; neither is left of an erased person', () => {
  const titled = (title: string): StreamEvent<'comments'> => ({
    type: 'ThreadTitled',
    data: { ...ids, commentId: 1, rootId: null, title },
  });
  const topic = [posted(1), titled('Uno'), posted(2, 1, 8), titled('Otro'), withdrawn(2, 1)];
  givenEvents(comments, topic).thenDocLike('1', { title: 'Otro', lastId: 2, answers: 0 }).thenForgets(7, 'Otro');
  givenEvents(comments, [posted(1), titled('Uno'), withdrawn(1)]).thenDocLike('1', { title: null, listed: false });
});

test('who ever took part in a course is known', () => {
  givenEvents(participants, [posted(1), posted(2)]).thenDoc('7_3', { userId: 7, courseId: 3 });
  givenEvents(participants, [react('CommentReacted', 8) as never]).thenDoc('8_3', { userId: 8, courseId: 3 });
});

// rows: E13
test('reactions are counted, and each person’s own are known', () => {
  const both = [posted(1), react('CommentReacted', 8), react('CommentReacted', 9)];
  givenEvents(comments, both).thenDocLike('1', { reactions: { like: 2 } });
  givenEvents(comments, [...both, react('ReactionWithdrawn', 8), react('ReactionWithdrawn', 9)]).thenDocLike('1', { reactions: {} });
  const own = both.slice(1) as EventOf<'CommentReacted'>[];
  givenEvents(ownReactions, own).thenDocLike('1_8', { given: ['like'] });
  givenEvents(ownReactions, [...own, react('ReactionWithdrawn', 8) as never]).thenDocLike('1_9', { given: ['like'] });
});

test('an erased person leaves the place of a comment and no word', () => {
  givenEvents(comments, [posted(1), posted(2, 1, 8)]).thenForgets(7, 'Texto 1');
  const given: StreamEvent<'comments'> = {
    type: 'CommentReacted',
    data: { ...ids, userId: 8, commentId: 1, rootId: null, reaction: 'celebrate' },
  };
  givenEvents(ownReactions, [given]).thenForgets(8, 'celebrate');
});

// rows: E08, E13
test('what a moderator took down keeps its words for them, also where its author withdraws it, until it is restored', () => {
  const about = { commentId: 1, courseId: 3, subtopicId: 40, authorId: 7 };
  const reported: StreamEvent<'moderation'> = {
    type: 'CommentReported',
    data: { ...about, reportId: 1, userId: 9, reason: 'spam', text: '' },
  };
  const decided = (type: 'CommentRemoved' | 'CommentRestored'): StreamEvent<'moderation'> => ({
    type,
    data: { ...about, reports: [], reason: 'Porque insulta' },
  });
  const best = (type: 'BestAnswerChosen' | 'BestAnswerCleared'): StreamEvent<'moderation'> => ({ type, data: { ...about, answerId: 2 } });
  const given = (...events: (StreamEvent<'comments'> | StreamEvent<'moderation'>)[]) =>
    givenEvents(comments, events as Parameters<typeof givenEvents>[1]);
  given(posted(1), reported, withdrawn(1)).thenDocLike('1', { text: 'Texto 1', withdrawn: true, listed: false });
  given(posted(1), decided('CommentRemoved')).thenDocLike('1', { removed: { at: timeOf(1), reason: 'Porque insulta' }, listed: true });
  given(posted(1), decided('CommentRemoved'), decided('CommentRestored')).thenDocLike('1', { removed: null });
  given(posted(1), best('BestAnswerChosen')).thenDocLike('1', { best: 2 });
  given(posted(1), best('BestAnswerChosen'), best('BestAnswerCleared')).thenDocLike('1', { best: null });
  given(posted(1), decided('CommentRemoved')).thenForgets(7, 'Texto 1', 'Porque insulta');
});

everyTypeIsCovered(comments);
everyTypeIsCovered(ownReactions);
everyTypeIsCovered(participants);
