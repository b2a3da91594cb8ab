import { refuse } from '../kernel/errors.ts';

/** How long a comment may be, as it is kept; and how many people it may call. */
export const COMMENT_TEXT = 4_000;
export const COMMENT_MENTIONS = 10;

/**
 * Markdown as it is kept. What cannot be seen, or turns the direction of what follows, goes; the spaces with which lines begin stay, for code means
 * something by them. HTML stays as the letters it is made of: nothing that shows a comment runs it.
 */
export const cleanMarkdown = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{C}\n\t\u200d]/gu, '')
    .replace(/[^\S\n]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    // Piles of marks on one letter reach into the lines around.
    .replace(/(\p{M}{3})\p{M}+/gu, '$1')
    .replace(/^\n+/, '')
    .trimEnd();

/** Who is called in a text, each once. */
export const mentionsIn = (text: string): number[] => [...new Set([...text.matchAll(/<@([1-9]\d{0,9})>/g)].map(([, id]) => Number(id)))];

export const THREAD_TITLE = 120;
/** A title as it may be posted: one line, without marks of Markdown's. Errors: THREAD_TITLE_INVALID. */
export function readTitle(written: string): string {
  const title = cleanMarkdown(written).replace(/\s+/g, ' ').trim();
  return title === '' || title.length > THREAD_TITLE || mentionsIn(title).length > 0 ? refuse('THREAD_TITLE_INVALID') : title;
}

/** A text as it may be posted, with whom it calls. Errors: COMMENT_EMPTY, COMMENT_TOO_LONG, TOO_MANY_MENTIONS. */
export function readComment(written: string): { text: string; mentions: number[] } {
  const text = cleanMarkdown(written);
  if (text.trim() === '') return refuse('COMMENT_EMPTY');
  // Before what it would be called: a thousand people in one text are too long as well.
  const mentions = mentionsIn(text);
  if (mentions.length > COMMENT_MENTIONS) return refuse('TOO_MANY_MENTIONS');
  return text.length > COMMENT_TEXT ? refuse('COMMENT_TOO_LONG') : { text, mentions };
}
