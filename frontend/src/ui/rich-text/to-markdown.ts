import type { PhrasingContent, Root, RootContent } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkStringify, { type Options } from 'remark-stringify';
import { type Processor, unified } from 'unified';
import { isFormula, touchesWord } from '../../lib/markdown-text.ts';
import type { CalloutKind } from '../remark-callouts.ts';
import { contentOf, type Json, type Mark } from './from-markdown.ts';

/** The editor's document as Markdown, written so that parsing it gives that document again. */

/** The author's choice among equivalent notations: as the text first used it. */
export const styleOf = (source: string): Options => {
  const first = (pattern: RegExp) => pattern.exec(source)?.[1];
  return {
    bullet: (first(/^ {0,3}([-*+]) +\S/m) ?? '-') as '-',
    emphasis: /(?<![\w_])_[^_\s][^_\n]*_(?!\w)/.test(source) ? '_' : '*',
    strong: /(?<![\w_])__[^_\s]/.test(source) ? '_' : '*',
    fence: (first(/^ {0,3}([`~])\1{2}/m) ?? '`') as '`',
    rule: (first(/^ {0,3}([-*_])(?: *\1){2,} *$/m) ?? '-') as '-',
    bulletOther: first(/^ {0,3}([-*+]) +\S/m) === '*' ? '-' : '*',
    listItemIndent: 'one',
    incrementListMarker: true,
  };
};

/** Moves spaces at the ends of marked text out of the mark: `** so **` is not bold. */
const withoutEdges = (nodes: readonly Json[]): Json[] => {
  const out: Json[] = [];
  for (const [at, node] of nodes.entries()) {
    const [, before = '', body = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(node.text ?? '') ?? [];
    if (node.type !== 'text' || !node.marks?.length || node.marks.some(({ type }) => type === 'code') || (before === '' && after === '')) {
      out.push(node);
      continue;
    }
    const shared = (other: Json | undefined) => {
      const marks = (node.marks ?? []).filter((mark) => other?.marks?.some((one) => same(one, mark)));
      return marks.length > 0 ? { marks } : {};
    };
    const previous = nodes[at - 1];
    const next = nodes[at + 1];
    if (body === '') {
      const both = shared(previous).marks?.filter((mark) => shared(next).marks?.includes(mark)) ?? [];
      out.push({ type: 'text', text: before + after, ...(both.length > 0 ? { marks: both } : {}) });
      continue;
    }
    if (before) out.push({ type: 'text', text: before, ...shared(previous) });
    out.push({ ...node, text: body });
    if (after) out.push({ type: 'text', text: after, ...shared(next) });
  }
  return joined(out);
};
const same = (one: Mark, other: Mark): boolean =>
  one.type === other.type &&
  (one.type !== 'link' || (one.attrs?.['href'] === other.attrs?.['href'] && one.attrs?.['title'] === other.attrs?.['title']));
const sameAll = (one: readonly Mark[] = [], other: readonly Mark[] = []): boolean =>
  one.length === other.length && one.every((mark) => other.some((two) => same(mark, two)));
const joined = (nodes: readonly Json[]): Json[] => {
  const out: Json[] = [];
  for (const node of nodes) {
    const last = out.at(-1);
    if (node.type === 'text' && last?.type === 'text' && sameAll(node.marks, last.marks))
      out[out.length - 1] = { ...last, text: `${last.text}${node.text}` };
    else out.push(node);
  }
  return out;
};

const isBlank = (node: Json | undefined): boolean => node?.type === 'hardBreak' || (node?.type === 'text' && node.text?.trim() === '');
/** Separates formulas from neighbouring text: two by a space, one within a word by double dollars. */
const apart = (nodes: readonly Json[]): Json[] =>
  nodes.flatMap((node, at) => {
    if (node.type !== 'formula') return [node];
    const source = String(node.attrs?.['source']).replaceAll('\n', ' ').trim();
    const [before, after] = [nodes[at - 1], nodes[at + 1]];
    const touches = touchesWord.test(before?.text?.at(-1) ?? '') || touchesWord.test(after?.text?.[0] ?? '');
    const formula = { ...node, attrs: { source, dollars: touches || !isFormula(source) ? 2 : node.attrs?.['dollars'] } };
    return before?.type === 'formula' ? [{ type: 'text', text: ' ' }, formula] : [formula];
  });
/** A paragraph as Markdown can represent it: without spaces at its ends or around line ends. */
const tidied = (content: readonly Json[] | undefined): Json[] => {
  const nodes = apart((content ?? []).filter((node) => node.type !== 'formula' || String(node.attrs?.['source']).trim() !== ''));
  while (isBlank(nodes[0])) nodes.shift();
  while (isBlank(nodes.at(-1))) nodes.pop();
  return withoutEdges(
    nodes
      .map((node, at): Json => {
        if (node.type !== 'text' || node.marks?.some(({ type }) => type === 'code')) return node;
        let value = (node.text ?? '').replaceAll(/[\n\r]+/g, ' ');
        if (at === 0 || nodes[at - 1]?.type === 'hardBreak') value = value.trimStart();
        if (at === nodes.length - 1 || nodes[at + 1]?.type === 'hardBreak') value = value.trimEnd();
        return { ...node, text: value };
      })
      .filter((node) => node.type !== 'text' || node.text !== ''),
  );
};

type Phrasing = PhrasingContent;
const wrap = (mark: Mark, children: Phrasing[]): Phrasing => {
  if (mark.type === 'bold') return { type: 'strong', children };
  if (mark.type === 'italic') return { type: 'emphasis', children };
  if (mark.type === 'strike') return { type: 'delete', children };
  return {
    type: 'link',
    url: String(mark.attrs?.['href'] ?? ''),
    title: (mark.attrs?.['title'] as string | null) ?? null,
    children: children as never,
  };
};
/** Marks are a set in the editor, and nested in Markdown: the one that reaches furthest is outside. */
const nested = (nodes: readonly Json[], inCell: boolean): Phrasing[] => {
  const out: Phrasing[] = [];
  for (let at = 0; at < nodes.length; ) {
    const node = nodes[at] as Json;
    const open = (node.marks ?? []).filter(({ type }) => type !== 'code');
    if (open.length === 0) {
      out.push(leaf(node, inCell));
      at += 1;
      continue;
    }
    const reach = (mark: Mark) => {
      let end = at + 1;
      while (end < nodes.length && nodes[end]?.marks?.some((one) => same(one, mark))) end += 1;
      return end;
    };
    // Links cannot be nested, so a link is outside of marks that reach as far.
    const [outer, end] = open
      .map((mark): [Mark, number] => [mark, reach(mark)])
      .reduce((best, one) => (one[1] > best[1] || (one[1] === best[1] && one[0].type === 'link') ? one : best));
    const inside = nodes.slice(at, end).map((one) => ({ ...one, marks: one.marks?.filter((mark) => !same(mark, outer)) ?? [] }));
    out.push(wrap(outer, nested(joined(inside), inCell)));
    at = end;
  }
  return out;
};
const leaf = (node: Json, inCell: boolean): Phrasing => {
  const attrs = node.attrs ?? {};
  switch (node.type) {
    case 'text':
      return node.marks?.some(({ type }) => type === 'code')
        ? { type: 'inlineCode', value: node.text ?? '' }
        : { type: 'text', value: node.text ?? '' };
    case 'hardBreak':
      return inCell ? { type: 'text', value: ' ' } : { type: 'break' };
    case 'image':
      return {
        type: 'image',
        url: String(attrs['src']),
        alt: String(attrs['alt'] ?? ''),
        title: (attrs['title'] as string | null) ?? null,
      };
    case 'formula': {
      const source = String(attrs['source']);
      // In a table a vertical bar would end the cell.
      return {
        type: 'inlineMath',
        value: inCell ? source.replaceAll(/(?<!\\)\|/g, '\\vert ') : source,
        data: { dollars: attrs['dollars'] } as never,
      };
    }
    default:
      return { type: 'html', value: String(attrs['source'] ?? '') };
  }
};
const phrasing = (content: readonly Json[] | undefined, inCell = false): Phrasing[] => {
  const flat = inCell ? content?.map((node) => (node.type === 'hardBreak' ? { type: 'text', text: ' ' } : node)) : content;
  return nested(tidied(flat), inCell);
};

const textIn = (node: Json): string => node.text ?? (node.content ?? []).map(textIn).join('');
export const isEmpty = (node: Json): boolean =>
  (node.type === 'paragraph' && tidied(node.content).length === 0) ||
  (node.type === 'formulaBlock' && String(node.attrs?.['source'] ?? '').trim() === '');
const flow = (content: readonly Json[] | undefined): RootContent[] => (content ?? []).filter((node) => !isEmpty(node)).map(toTree);

/** Whether the blocks of an item need no blank line between them: a line right after a quotation would become part of it. */
const standsTight = (content: readonly Json[]): boolean =>
  content
    .filter((node) => !isEmpty(node))
    .every((node, at, all) => {
      const before = all[at - 1]?.type;
      const { type = '' } = node;
      if (at === 0 || /^(heading|codeBlock|formulaBlock)$/.test(before ?? '') || /^(heading|codeBlock)$/.test(type)) return true;
      if (before !== 'paragraph') return false;
      return (
        /^(bulletList|blockquote|callout|formulaBlock)$/.test(type) || (type === 'orderedList' && Number(node.attrs?.['start'] ?? 1) === 1)
      );
    });
const toTree = (node: Json): RootContent => {
  const attrs = node.attrs ?? {};
  switch (node.type) {
    case 'paragraph':
      return { type: 'paragraph', children: phrasing(node.content) };
    case 'heading':
      // It has one line.
      return { type: 'heading', depth: attrs['level'] as 1, children: phrasing(node.content, true) };
    case 'horizontalRule':
      return { type: 'thematicBreak' };
    case 'blockquote':
      return { type: 'blockquote', children: flow(node.content) as never };
    case 'callout':
      return { type: 'callout', kind: attrs['kind'], children: flow(node.content) } as never;
    case 'codeBlock':
      return {
        type: 'code',
        lang: (attrs['language'] as string | null) || null,
        meta: (attrs['meta'] as string | null) || null,
        value: textIn(node),
      };
    case 'formulaBlock':
      return attrs['fenced']
        ? { type: 'code', lang: 'math', value: String(attrs['source']) }
        : { type: 'math', value: String(attrs['source']).trim() };
    case 'bulletList':
    case 'orderedList':
      return {
        type: 'list',
        ordered: node.type === 'orderedList',
        start: node.type === 'orderedList' ? Number(attrs['start'] ?? 1) : null,
        spread: attrs['loose'] === true,
        children: (node.content ?? []).map((item) => ({
          type: 'listItem',
          spread: item.attrs?.['loose'] === true || !standsTight(item.content ?? []),
          checked: (item.attrs?.['checked'] as boolean | null) ?? null,
          children: flow(item.content) as never,
        })),
      };
    case 'table': {
      const rows = node.content ?? [];
      return {
        type: 'table',
        align: (rows[0]?.content ?? []).map((cell) => (cell.attrs?.['align'] as 'left' | null) ?? null),
        children: rows.map((row) => ({
          type: 'tableRow',
          children: (row.content ?? []).map((cell) => ({
            type: 'tableCell',
            children: phrasing(
              (cell.content ?? []).flatMap((one, at) =>
                at > 0 ? [{ type: 'text', text: ' ' }, ...(one.content ?? [])] : (one.content ?? []),
              ),
              true,
            ),
          })),
        })),
      };
    }
    default:
      return { type: 'html', value: textIn(node) };
  }
};

type Handle = NonNullable<NonNullable<Options['handlers']>['blockquote']>;
type State = Parameters<Handle>[2];
type Info = Parameters<Handle>[3];
const handlers: Record<string, Handle> = {
  callout: (node: { kind: CalloutKind; children: RootContent[] }, _: unknown, state: State, info: Info) => {
    const exit = state.enter('blockquote');
    const tracker = state.createTracker(info);
    tracker.move('> ');
    tracker.shift(2);
    const inside = state.containerFlow(node as never, tracker.current());
    const gap = node.children[0]?.type === 'paragraph' || inside === '' ? '\n' : '\n\n';
    const value = state.indentLines(
      `[!${node.kind.toUpperCase()}]${inside === '' ? '' : gap}${inside}`,
      (line: string, __: number, blank: boolean) => `>${blank ? '' : ' '}${line}`,
    );
    exit();
    return value;
  },
  inlineMath: (node: { value: string; data?: { dollars?: number } }) => {
    const dollars = node.data?.dollars === 2 ? '$$' : '$';
    return `${dollars}${node.value}${dollars}`;
  },
};

const writers = new Map<string, Processor<undefined, undefined, undefined, Root, string>>();
const writerOf = (style: Options) => {
  const key = JSON.stringify(style);
  let writer = writers.get(key);
  if (!writer) {
    writer = unified()
      .use(remarkGfm, { tablePipeAlign: false })
      .use(remarkMath)
      .use(remarkStringify, { ...style, handlers })
      .freeze() as never;
    writers.set(key, writer as never);
  }
  return writer as Processor<undefined, undefined, undefined, Root, string>;
};

/** Characters with a meaning in Markdown are escaped, more often than strictly needed: «US\$30», «mi\_archivo». */
const withoutEscapes = (markdown: string): string => {
  if (!markdown.includes('\\')) return markdown;
  const meant = JSON.stringify(contentOf(markdown));
  for (const signs of [/\\([!-/:-@[-`{-~])/g, /\\([$_~&:.])/g]) {
    const plain = markdown.replaceAll(signs, '$1');
    if (plain !== markdown && JSON.stringify(contentOf(plain)) === meant) return plain;
  }
  return markdown;
};

/** Blocks as Markdown, independent of the previous text. */
export const markdownOf = (content: readonly Json[], style: Options = styleOf('')): string =>
  withoutEscapes(
    writerOf(style)
      .stringify({ type: 'root', children: flow(content) })
      .replace(/\n$/, ''),
  );
