import type { JSONContent } from '@tiptap/core';
import type { Blockquote, Nodes, Parents, PhrasingContent, Root, RootContent } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkParse from 'remark-parse';
import { type Plugin, unified } from 'unified';
import { type CalloutKind, remarkCallouts } from '../remark-callouts.ts';
import { remarkFormulas } from '../remark-formulas.ts';

/** Markdown as the editor's document. Parsed as for learners (../markdown.tsx), so that author and learner see the same. */

export type Json = JSONContent;
export type Mark = NonNullable<Json['marks']>[number];

const reader = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkMath)
  .use(remarkFormulas as unknown as Plugin)
  .use(remarkCallouts as unknown as Plugin)
  .freeze();
export const treeOf = (markdown: string): Root => {
  const tree = reader.parse(markdown);
  return reader.runSync(tree, { value: markdown } as never) as Root;
};

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

export const block = (node: RootContent, reading: Reading): Json => {
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

export const readingOf = (tree: Root, source: string): Reading => {
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
