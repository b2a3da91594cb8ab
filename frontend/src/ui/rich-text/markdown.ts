import type { JSONContent } from '@tiptap/core';
import type { Node as DocNode, Schema } from '@tiptap/pm/model';
import type { Blockquote, Nodes, Parents, PhrasingContent, Root, RootContent } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkParse from 'remark-parse';
import remarkStringify, { type Options } from 'remark-stringify';
import { type Plugin, type Processor, unified } from 'unified';
import { isFormula, touchesWord } from '../../lib/markdown-text.ts';
import { type CalloutKind, remarkCallouts } from '../remark-callouts.ts';
import { remarkFormulas } from '../remark-formulas.ts';

/**
 * Converts between Markdown and the editor's document. Parsing is the same as for learners (../markdown.tsx), so that both see the same; unchanged
 * blocks are written as they were, and changed ones so that parsing them gives the editor's document.
 */

type Json = JSONContent;
type Mark = NonNullable<Json['marks']>[number];

const reader = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkMath)
  .use(remarkFormulas as unknown as Plugin)
  .use(remarkCallouts as unknown as Plugin)
  .freeze();
const treeOf = (markdown: string): Root => {
  const tree = reader.parse(markdown);
  return reader.runSync(tree, { value: markdown } as never) as Root;
};

// ---------------------------------------------------------------- reading

interface Reading {
  source: string;
  /** The targets of reference links and images. */
  definitions: ReadonlyMap<string, { url: string; title?: string | null | undefined }>;
}
const sourceOf = (node: Nodes, { source }: Reading): string =>
  // HTML in a list or a quote, without the prefixes of its lines.
  node.type === 'html' ? node.value : source.slice(node.position?.start.offset ?? 0, node.position?.end.offset ?? source.length);

const text = (value: string, marks: readonly Mark[]): Json[] =>
  value === '' ? [] : [{ type: 'text', text: value, ...(marks.length > 0 ? { marks: [...marks] } : {}) }];
const atom = (type: string, attrs: Record<string, unknown>, marks: readonly Mark[]): Json[] => [
  { type, attrs, ...(marks.length > 0 ? { marks: [...marks] } : {}) },
];

const inline = (nodes: readonly PhrasingContent[], marks: readonly Mark[], reading: Reading): Json[] =>
  nodes.flatMap((node): Json[] => {
    const within = (mark: Mark) => inline((node as Parents).children as PhrasingContent[], [...marks, mark], reading);
    switch (node.type) {
      case 'text':
        // A line end is read as a space.
        return text(node.value.replaceAll(/[ \t]*\n[ \t]*/g, ' '), marks);
      case 'strong':
        return within({ type: 'bold' });
      case 'emphasis':
        return within({ type: 'italic' });
      case 'delete':
        return within({ type: 'strike' });
      case 'inlineCode':
        return text(node.value, [...marks, { type: 'code' }]);
      case 'link':
        return within({ type: 'link', attrs: { href: node.url, title: node.title ?? null } });
      case 'linkReference': {
        const found = reading.definitions.get(node.identifier);
        return found
          ? within({ type: 'link', attrs: { href: found.url, title: found.title ?? null } })
          : atom('inlineSource', { source: sourceOf(node, reading) }, marks);
      }
      case 'image':
        return atom('image', { src: node.url, alt: node.alt ?? '', title: node.title ?? null }, marks);
      case 'imageReference': {
        const found = reading.definitions.get(node.identifier);
        return found
          ? atom('image', { src: found.url, alt: node.alt ?? '', title: found.title ?? null }, marks)
          : atom('inlineSource', { source: sourceOf(node, reading) }, marks);
      }
      case 'break':
        return atom('hardBreak', {}, marks);
      case 'inlineMath': {
        const dollars = /^\$*/.exec(sourceOf(node, reading))?.[0].length ?? 1;
        return atom('formula', { source: node.value, dollars: dollars > 1 ? 2 : 1 }, marks);
      }
      default:
        return atom('inlineSource', { source: sourceOf(node, reading) }, marks);
    }
  });

/** Spaces at its beginning are ignored when it is read. */
const withoutIndent = ([first, ...others]: Json[]): Json[] => {
  if (first?.type !== 'text' || first.marks?.some(({ type }) => type === 'code')) return first ? [first, ...others] : [];
  const value = (first.text ?? '').trimStart();
  return value === '' ? others : [{ ...first, text: value }, ...others];
};
const paragraph = (content: Json[]): Json => (content.length > 0 ? { type: 'paragraph', content } : { type: 'paragraph' });
const raw = (source: string): Json => ({ type: 'source', ...(source === '' ? {} : { content: [{ type: 'text', text: source }] }) });

const blocks = (nodes: readonly RootContent[], reading: Reading): Json[] => nodes.map((node) => block(node, reading));
const orEmpty = (content: Json[]): Json[] => (content.length > 0 ? content : [paragraph([])]);

const block = (node: RootContent, reading: Reading): Json => {
  switch (node.type) {
    case 'paragraph':
      return paragraph(withoutIndent(inline(node.children, [], reading)));
    case 'heading':
      return { type: 'heading', attrs: { level: node.depth }, content: inline(node.children, [], reading) };
    case 'thematicBreak':
      return { type: 'horizontalRule' };
    case 'blockquote': {
      const { kind } = node as Blockquote & { kind?: CalloutKind };
      const content = orEmpty(blocks(node.children, reading));
      return kind ? { type: 'callout', attrs: { kind }, content } : { type: 'blockquote', content };
    }
    case 'code':
      if (node.lang === 'math' && !node.meta) return { type: 'formulaBlock', attrs: { source: node.value, fenced: true } };
      return {
        type: 'codeBlock',
        attrs: { language: node.lang ?? null, meta: node.meta ?? null },
        ...(node.value === '' ? {} : { content: [{ type: 'text', text: node.value }] }),
      };
    case 'math':
      if (node.meta) return raw(sourceOf(node, reading));
      return { type: 'formulaBlock', attrs: { source: node.value, fenced: false } };
    case 'list':
      return {
        type: node.ordered ? 'orderedList' : 'bulletList',
        attrs: { loose: node.spread ?? false, ...(node.ordered ? { start: node.start ?? 1 } : {}) },
        content: node.children.map((item) => {
          const content = blocks(item.children, reading);
          return {
            type: 'listItem',
            attrs: { loose: item.spread ?? false, checked: item.checked ?? null },
            content: content[0]?.type === 'paragraph' ? content : [paragraph([]), ...content],
          };
        }),
      };
    case 'table':
      return {
        type: 'table',
        content: node.children.map((row, at) => ({
          type: 'tableRow',
          // A row may be shorter than the first one.
          content: (node.children[0]?.children ?? []).map((_, column) => ({
            type: at === 0 ? 'tableHeader' : 'tableCell',
            attrs: { align: node.align?.[column] ?? null },
            content: [paragraph(inline(row.children[column]?.children ?? [], [], reading))],
          })),
        })),
      };
    default:
      return raw(sourceOf(node, reading));
  }
};

const readingOf = (tree: Root, source: string): Reading => {
  const definitions = new Map<string, { url: string; title?: string | null | undefined }>();
  const visit = (node: Nodes) => {
    // The first one counts.
    if (node.type === 'definition' && !definitions.has(node.identifier)) definitions.set(node.identifier, node);
    if ('children' in node) for (const child of node.children) visit(child);
  };
  visit(tree);
  return { source, definitions };
};

/** The editor's document for a text; also for pasted text. */
export const contentOf = (markdown: string): Json[] => {
  const tree = treeOf(markdown);
  return blocks(tree.children, readingOf(tree, markdown));
};

// ---------------------------------------------------------------- writing

/** The author's choice among equivalent notations: as the text first used it. */
const styleOf = (source: string): Options => {
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
const isEmpty = (node: Json): boolean =>
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

// ---------------------------------------------------------------- a text that is being changed

interface Piece {
  at: number;
  source: string;
  node: DocNode;
  /** It depends on a definition in another block. */
  refers: boolean;
  defines: boolean;
  /** Code by indentation alone, which a list before it would swallow. */
  indented: boolean;
}

/** One text in the editor: `open` gives its document, `write` the changed text, in which every unchanged block is as it was. */
export class MarkdownText {
  private pieces: Piece[] = [];
  private source = '';
  private style = styleOf('');
  /** Before the first block, between two, and after the last. */
  private gaps: string[] = [''];
  private byNode = new WeakMap<DocNode, Piece>();
  private byContent: Map<string, Piece> | undefined;
  private written = new WeakMap<DocNode, string>();

  open(schema: Schema, markdown: string): DocNode {
    const tree = treeOf(markdown);
    const reading = readingOf(tree, markdown);
    this.source = markdown;
    this.style = styleOf(markdown);
    this.byContent = undefined;
    this.gaps = [];
    let end = 0;
    this.pieces = tree.children.map((child, at) => {
      const start = child.position?.start.offset ?? end;
      this.gaps.push(markdown.slice(end, start));
      end = child.position?.end.offset ?? start;
      const node = schema.nodeFromJSON(block(child, reading));
      const source = markdown.slice(start, end);
      const piece: Piece = {
        at,
        source,
        node,
        refers: has(child, 'linkReference', 'imageReference'),
        defines: has(child, 'definition'),
        indented: child.type === 'code' && !/^[`~]/.test(source),
      };
      this.byNode.set(node, piece);
      return piece;
    });
    this.gaps.push(markdown.slice(end));
    const { doc, paragraph: empty } = schema.nodes;
    const nodes = this.pieces.map(({ node }) => node);
    return doc?.create(null, nodes.length > 0 ? nodes : empty?.create()) as DocNode;
  }

  /** The unchanged block of the opened text that this is. */
  private pieceOf(node: DocNode): Piece | undefined {
    const known = this.byNode.get(node);
    if (known) return known;
    // Undoing a change creates a new block.
    this.byContent ??= new Map(this.pieces.map((piece) => [JSON.stringify(piece.node.toJSON()), piece]));
    const piece = this.byContent.get(JSON.stringify(node.toJSON()));
    if (piece) this.byNode.set(node, piece);
    return piece;
  }

  write(doc: DocNode): string {
    const nodes: { node: DocNode; piece: Piece | undefined }[] = [];
    doc.forEach((node) => {
      const piece = this.pieceOf(node);
      if (piece || !isEmpty(node.toJSON() as Json)) nodes.push({ node, piece });
    });
    if (nodes.length === this.pieces.length && nodes.every(({ piece }, at) => piece?.at === at)) return this.source;
    const definitionsStand = this.pieces.every((one) => !one.defines || nodes.some(({ piece }) => piece === one));
    let out = '';
    let last: Piece | undefined;
    let lastStays = false;
    let lastMarker: string | undefined;
    nodes.forEach(({ node, piece }, at) => {
      const gap = piece ? (this.gaps[piece.at] ?? '') : '';
      const follows = at === 0 ? piece?.at === 0 : piece !== undefined && last !== undefined && piece.at === last.at + 1;
      const stays =
        piece !== undefined &&
        (!piece.refers || definitionsStand) &&
        (!piece.indented || at === nodes.length - 1 || nodes[at + 1]?.piece?.at === piece.at + 1) &&
        // The previous block may change its meaning: after indented code, «3)» begins no list, and an indented block belongs to a list before it.
        ((follows && (at === 0 || lastStays)) || (!piece.indented && !/[ \t]$/.test(gap) && isItselfAlone(piece))) &&
        this.ends(piece, at === nodes.length - 1);
      let value = stays ? piece.source : this.textOf(node, false);
      let marker = /List$/.test(node.type.name) ? markerOf(value) : undefined;
      // Two lists with the same markers would be read as one.
      if (marker !== undefined && marker === lastMarker) {
        value = this.textOf(node, true);
        marker = markerOf(value);
        if (marker === lastMarker) value = this.textOf(node, false);
        marker = markerOf(value);
      }
      // New blocks are not indented.
      if (follows) out += stays ? gap : gap.replace(/[ \t]+$/, '');
      else if (at > 0) out += '\n\n';
      out += value;
      last = piece;
      lastStays = stays;
      lastMarker = marker;
    });
    const end = this.gaps.at(-1) ?? '';
    return out === '' ? '' : out + (end.trim() === '' ? end : '');
  }

  /** Whether it does not swallow what follows: an unclosed code block continues to the end of the text. */
  private ends(piece: Piece, isLast: boolean): boolean {
    if (isLast || piece.at < this.pieces.length - 1) return true;
    return treeOf(`${piece.source}\n\nx`).children.length === 2;
  }

  private textOf(node: DocNode, otherBullet: boolean): string {
    const known = otherBullet ? undefined : this.written.get(node);
    if (known !== undefined) return known;
    const { bullet, bulletOther } = this.style;
    const style = otherBullet ? { ...this.style, bullet: bulletOther, bulletOther: bullet, bulletOrdered: ')' as const } : this.style;
    const value = markdownOf([node.toJSON() as Json], style as Options);
    if (!otherBullet) this.written.set(node, value);
    return value;
  }
}

/** Its meaning may depend on the previous block. */
const isItselfAlone = ({ source, node }: Piece): boolean =>
  JSON.stringify(contentOf(source).map((one) => node.type.schema.nodeFromJSON(one).toJSON())) === JSON.stringify([node.toJSON()]);
/** The marker of a list's items, such as `-` or `)`. */
const markerOf = (list: string): string | undefined => /^\s*(?:([-*+])|\d+([.)]))/.exec(list)?.slice(1).join('');
const has = (node: Nodes, ...types: string[]): boolean =>
  types.includes(node.type) || ('children' in node && node.children.some((child) => has(child, ...types)));
