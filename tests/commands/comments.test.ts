import { describe, expect, test } from 'vitest';
import { COMMENTS_A_MINUTE, type CommentRules, comments, MOST_EDITS } from '../../backend/commands/discussion/comments.ts';
import { cleanMarkdown, readComment } from '../../backend/commands/discussion/text.ts';
import type { StreamEvent } from '../../events/registry.ts';
import { at, given } from '../support/deciderSpec.ts';

const rules: CommentRules = { editMinutes: 15, slowSeconds: 0 };
const who = { commentId: 1, userId: 7, courseId: 3 };
const place = { subtopicId: 40, rootId: null };
const posted = (commentId = 1, text = 'Hola'): StreamEvent<'comments'> => ({
  type: 'CommentPosted',
  data: { ...who, ...place, commentId, text, mentions: [] },
});
const post = (commentId: number, now: string, slow = 0) =>
  ({
    type: 'post',
    ...who,
    ...place,
    commentId,
    text: 'Hola',
    mentions: [] as number[],
    now: new Date(now),
    rules: { ...rules, slowSeconds: slow },
  }) as const;
const edit = (text: string, now: string) => ({ type: 'edit', ...who, text, mentions: [] as number[], now: new Date(now), rules }) as const;
const NOON = '2026-03-02T12:00:00.000Z';
const minutes = (count: number) => new Date(Date.parse(NOON) + count * 60_000).toISOString();

// rows: C19
describe('what one person says in one course', () => {
  test('is posted, changed for some minutes, and withdrawn once', () => {
    given(comments, []).when(post(1, NOON)).then([posted()]);
    const changed: StreamEvent<'comments'> = { type: 'CommentEdited', data: { ...who, ...place, text: 'Adiós', mentions: [] } };
    given(comments, [at(NOON, posted())])
      .when(edit('Adiós', minutes(15)))
      .then([changed]);
    given(comments, [at(NOON, posted())])
      .when(edit('Hola', minutes(60)))
      .thenNothing();
    given(comments, [at(NOON, posted())])
      .when(edit('Adiós', minutes(16)))
      .thenRefused('COMMENT_NOT_EDITABLE');
    given(comments, [at(NOON, posted()), ...Array.from({ length: MOST_EDITS }, () => at(NOON, changed))])
      .when(edit('Otra', NOON))
      .thenRefused('COMMENT_NOT_EDITABLE');
    const withdrawn: StreamEvent<'comments'> = { type: 'CommentWithdrawn', data: { ...who, ...place } };
    given(comments, [posted()])
      .when({ type: 'withdraw', ...who })
      .then([withdrawn]);
    given(comments, [posted(), withdrawn])
      .when({ type: 'withdraw', ...who })
      .thenNothing();
    given(comments, [posted(), withdrawn]).when(edit('Otra', NOON)).thenRefused('COMMENT_NOT_FOUND');
    given(comments, [])
      .when({ type: 'withdraw', ...who })
      .thenRefused('COMMENT_NOT_FOUND');
  });
  test('comes slowly where the school wants it so, and never more than so many a minute', () => {
    given(comments, [at(NOON, posted())])
      .when(post(2, '2026-03-02T12:00:29.000Z', 30))
      .thenRefused('COMMENT_TOO_SOON');
    given(comments, [at(NOON, posted())])
      .when(post(2, '2026-03-02T12:00:30.000Z', 30))
      .then([posted(2)]);
    const burst = Array.from({ length: COMMENTS_A_MINUTE }, (_, index) => at(NOON, posted(index + 1)));
    given(comments, burst).when(post(99, '2026-03-02T12:00:59.000Z')).thenRefused('COMMENT_TOO_SOON');
    given(comments, burst)
      .when(post(99, minutes(1)))
      .then([posted(99)]);
  });
  test('a reaction is given once and taken back once', () => {
    const react = (given: boolean) => ({ type: 'react', ...who, commentId: 5, ...place, reaction: 'thanks', given }) as const;
    const reacted: StreamEvent<'comments'> = { type: 'CommentReacted', data: { ...who, commentId: 5, ...place, reaction: 'thanks' } };
    given(comments, []).when(react(true)).then([reacted]);
    given(comments, [reacted]).when(react(true)).thenNothing();
    given(comments, [reacted])
      .when(react(false))
      .then([{ ...reacted, type: 'ReactionWithdrawn' }]);
    given(comments, []).when(react(false)).thenNothing();
  });
});

// rows: C19
describe('a comment as it is kept', () => {
  const refusal = (text: string) => {
    try {
      readComment(text);
      return null;
    } catch (error) {
      return (error as { code?: string }).code;
    }
  };
  test('keeps code and HTML as letters, and loses what cannot be seen', () => {
    const code = '```py\ndef f():\n    return 1\n```';
    expect(cleanMarkdown(`\n${code}  \r\n\r\n\r\n\r\n<script>\u202ealert(1)</script>\u200b\u0000  `)).toBe(
      `${code}\n\n<script>alert(1)</script>`,
    );
    expect(readComment('Gracias <@7> y <@9>, <@7>').mentions).toEqual([7, 9]);
  });
  test('is refused where it is empty, too long, or calls a thousand people', () => {
    expect(refusal(' \u200b\n ')).toBe('COMMENT_EMPTY');
    expect(refusal('ñ'.repeat(4_001))).toBe('COMMENT_TOO_LONG');
    expect(refusal('ñ'.repeat(4_000))).toBeNull();
    expect(refusal(Array.from({ length: 1_000 }, (_, index) => `<@${index + 1}>`).join(' '))).toBe('TOO_MANY_MENTIONS');
  });
});
