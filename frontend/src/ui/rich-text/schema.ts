import { Extension, type Extensions, Node } from '@tiptap/core';
import { Code } from '@tiptap/extension-code';
import { Heading as StarterHeading } from '@tiptap/extension-heading';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import StarterKit from '@tiptap/starter-kit';
import { toggleTasks } from './commands.ts';

/** What a lesson may contain, by its Markdown; nothing else can be typed or pasted. from-markdown.ts has the notation of each. */

/** A callout; see ../remark-callouts.ts. */
const Callout = Node.create({
  name: 'callout',
  group: 'block',
  content: 'block+',
  defining: true,
  addAttributes: () => ({
    kind: {
      default: 'note',
      parseHTML: (element: HTMLElement) => element.dataset['callout'] ?? 'note',
      renderHTML: ({ kind }: Record<string, unknown>) => ({ 'data-callout': kind }),
    },
  }),
  parseHTML: () => [{ tag: 'aside[data-callout]' }],
  renderHTML: ({ HTMLAttributes }) => ['aside', { ...HTMLAttributes, class: 'callout' }, 0],
});

const Image = Node.create({
  name: 'image',
  group: 'inline',
  inline: true,
  draggable: true,
  addAttributes: () => ({ src: { default: '' }, alt: { default: '' }, title: { default: null } }),
  parseHTML: () => [{ tag: 'img[src]' }],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
});

/** An inline formula, between single or double dollars. */
const Formula = Node.create({
  name: 'formula',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({ source: { default: '' }, dollars: { default: 1 } }),
  parseHTML: () => [
    {
      tag: 'span[data-formula]',
      getAttrs: (element) => ({ source: element.dataset['formula'] ?? '', dollars: Number(element.dataset['dollars']) || 1 }),
    },
  ],
  renderHTML: ({ node }) => ['span', { 'data-formula': String(node.attrs['source']), 'data-dollars': String(node.attrs['dollars']) }],
});

/** A formula on lines of its own: between double dollars, or a code block of language `math`. */
const FormulaBlock = Node.create({
  name: 'formulaBlock',
  group: 'block',
  atom: true,
  addAttributes: () => ({ source: { default: '' }, fenced: { default: false } }),
  parseHTML: () => [
    {
      tag: 'div[data-formula]',
      getAttrs: (element) => ({ source: element.dataset['formula'] ?? '', fenced: element.dataset['fenced'] === 'true' }),
    },
  ],
  renderHTML: ({ node }) => ['div', { 'data-formula': String(node.attrs['source']), 'data-fenced': String(node.attrs['fenced']) }],
});

/** Markdown without a representation here (HTML, footnotes, link definitions): its source, editable as text. */
const Source = Node.create({
  name: 'source',
  group: 'block',
  content: 'text*',
  marks: '',
  code: true,
  defining: true,
  parseHTML: () => [{ tag: 'pre[data-source]', preserveWhitespace: 'full' }],
  renderHTML: () => ['pre', { 'data-source': '' }, 0],
});
const InlineSource = Node.create({
  name: 'inlineSource',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({ source: { default: '' } }),
  parseHTML: () => [{ tag: 'code[data-source]', getAttrs: (element) => ({ source: element.textContent }), priority: 60 }],
  renderHTML: ({ node }) => ['code', { 'data-source': '' }, String(node.attrs['source'])],
});

const kept = (fallback: unknown) => ({ default: fallback, parseHTML: () => fallback, renderHTML: () => ({}), keepOnSplit: true });
const Heading = StarterHeading.extend({
  renderHTML: ({ node, HTMLAttributes }) => [`h${Math.min(6, Math.max(3, Number(node.attrs['level']) + 1))}`, HTMLAttributes, 0],
});
/** Attributes of Markdown that HTML does not have. */
const AsWritten = Extension.create({
  name: 'asWritten',
  addKeyboardShortcuts() {
    return {
      'Mod-Shift-9': () => {
        toggleTasks(this.editor);
        return true;
      },
    };
  },
  addGlobalAttributes: () => [
    // Whether blank lines separate the items, and the blocks of one.
    { types: ['bulletList', 'orderedList', 'listItem'], attributes: { loose: kept(false) } },
    { types: ['codeBlock'], attributes: { meta: kept(null) } },
    {
      types: ['heading'],
      attributes: {
        // The page has its own top headings: those of a text are rendered below them, as in lessons.
        level: {
          default: 2,
          parseHTML: (element: HTMLElement) => Number(element.dataset['level']) || Math.max(2, Number(element.tagName.slice(1))),
          renderHTML: ({ level }: Record<string, unknown>) => ({ 'data-level': level }),
        },
      },
    },
    {
      types: ['listItem'],
      attributes: {
        // For a task item: done or not; null for any other.
        checked: {
          default: null,
          keepOnSplit: true,
          parseHTML: (element: HTMLElement) => ({ true: true, false: false })[element.dataset['checked'] ?? ''] ?? null,
          renderHTML: ({ checked }: Record<string, unknown>) => (checked === null ? {} : { 'data-checked': String(checked) }),
        },
      },
    },
  ],
});

const align = {
  default: null,
  parseHTML: (element: HTMLElement) => (/^(left|center|right)$/.test(element.style.textAlign) ? element.style.textAlign : null),
  renderHTML: (attributes: Record<string, unknown>) => (attributes['align'] ? { style: `text-align: ${String(attributes['align'])}` } : {}),
};
/** A Markdown cell is one line, and cannot span. */
const cell = {
  content: 'paragraph',
  addAttributes: () => ({ colspan: { default: 1 }, rowspan: { default: 1 }, colwidth: { default: null }, align }),
};

export { Formula, FormulaBlock };
export const schemaExtensions = (formulas: readonly Node[] = [Formula, FormulaBlock]): Extensions => [
  StarterKit.configure({
    underline: false,
    code: false,
    heading: false,
    // «main.py» and «os.name» are names of files and of code, and no sites.
    link: {
      shouldAutoLink: (url) => /^(https?:\/\/|www\.|mailto:)/i.test(url),
      openOnClick: false,
      autolink: true,
      linkOnPaste: true,
      defaultProtocol: 'https',
      HTMLAttributes: { target: null, rel: null },
    },
    codeBlock: { enableTabIndentation: false, exitOnTripleEnter: true, exitOnArrowDown: true },
    dropcursor: { class: 'rich-drop', width: 3, color: false },
  }),
  // Code may also be bold or a link.
  Code.extend({ excludes: '' }),
  Heading,
  AsWritten,
  Callout,
  Image,
  ...formulas,
  Source,
  InlineSource,
  Table.configure({ resizable: false, allowTableNodeSelection: true }),
  TableRow,
  TableHeader.extend(cell),
  TableCell.extend(cell),
];
