import { getSchema, type JSONContent } from '@tiptap/core';
import type { Node as DocNode } from '@tiptap/pm/model';
import { EditorState } from '@tiptap/pm/state';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentOf } from './from-markdown.ts';
import { MarkdownText } from './markdown.ts';
import { schemaExtensions } from './schema.ts';
import { markdownOf } from './to-markdown.ts';

/** The same cases every day, and others by the thousand in `npm run test:long`. */
const generated = process.env['TEST_LONG'] === 'true' ? { numRuns: 5_000 } : { numRuns: 150, seed: 1 };

const schema = getSchema(schemaExtensions());
const docOf = (content: readonly JSONContent[]): DocNode =>
  schema.nodeFromJSON({ type: 'doc', content: content.length > 0 ? [...content] : [{ type: 'paragraph' }] });
const shown = (markdown: string) => docOf(contentOf(markdown)).toJSON();

/** Without saying where blank lines stand in lists. */
const unspaced = (doc: unknown): unknown => JSON.parse(JSON.stringify(doc).replaceAll('"loose":true', '"loose":false'));

/** Every text of the demo's lessons. */
const lessons = (): string[] => {
  const files = import.meta.glob('../../../../backend/demo/content/*.ts', { eager: true }) as Record<string, object>;
  const texts: string[] = [];
  const visit = (value: unknown, key = ''): void => {
    if (typeof value === 'string' && (key === 'texto' || key === 'contenido')) texts.push(value);
    else if (value && typeof value === 'object') for (const [name, one] of Object.entries(value)) visit(one, name);
  };
  for (const file of Object.values(files)) visit(file);
  return texts;
};

test('every lesson of the demo goes through the editor as it is, and means the same when all of it is written anew', () => {
  const texts = lessons();
  expect(texts.length).toBeGreaterThan(300);
  for (const markdown of texts) {
    const text = new MarkdownText();
    const doc = text.open(schema, markdown);
    doc.check();
    expect(text.write(doc)).toBe(markdown);
    expect(shown(markdownOf((doc.toJSON() as JSONContent).content ?? [])), markdown).toEqual(doc.toJSON());
  }
});

test('a change of one paragraph rewrites that paragraph alone, and taking it back gives the text to the letter', () => {
  for (const markdown of lessons().slice(0, 120)) {
    const text = new MarkdownText();
    const doc = text.open(schema, markdown);
    let at = -1;
    doc.forEach((node, offset) => {
      if (at < 0 && node.type.name === 'paragraph') at = offset;
    });
    if (at < 0) continue;
    const state = EditorState.create({ doc });
    const { tr } = state;
    const changed = state.apply(tr.insertText('Hola, ', at + 1)).doc;
    const written = text.write(changed);
    const lines = markdown.split('\n');
    const differing = written.split('\n').filter((line) => !lines.includes(line));
    expect(differing.length, written).toBeLessThanOrEqual(1);
    expect(shown(written)).toEqual(changed.toJSON());
    const back = EditorState.create({ doc: changed });
    expect(text.write(back.apply(back.tr.delete(at + 1, at + 1 + 'Hola, '.length)).doc)).toBe(markdown);
  }
});

// What people write by hand, in other ways than this editor does.
const words = fc.constantFrom(
  ...[
    'hola',
    'US$20',
    'mi_archivo',
    '*',
    '2 * 3',
    '#no',
    '1. no',
    'a|b',
    '[x]',
    '`code`',
    '**fuerte**',
    '_énfasis_',
    '~~no~~',
    '\\*',
    '&amp;',
    '<b>',
    'https://a.mx',
  ],
  ...[
    '[ver](https://a.mx "t")',
    '![dos](/a.png)',
    '$x_1$',
    '$$y$$',
    'de $20 a $30',
    '  \n',
    '\n',
    'nota[^1]',
    '[ref][uno]',
    '***ambos***',
    '`` a`b ``',
    '+',
    '- no',
    '>',
  ],
);
const line = fc.array(words, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(' '));
const written = fc.oneof(
  line,
  fc.tuple(fc.integer({ min: 1, max: 6 }), line).map(([depth, text]) => `${'#'.repeat(depth)} ${text.replaceAll('\n', ' ')}`),
  line.map((text) => `${text.replaceAll('\n', ' ')}\n===`),
  fc.array(line, { minLength: 1, maxLength: 4 }).map((items) => items.map((item) => `* ${item.replaceAll('\n', ' ')}`).join('\n')),
  fc.array(line, { minLength: 1, maxLength: 4 }).map((items) => items.map((item) => `- [ ] ${item.replaceAll('\n', ' ')}`).join('\n\n')),
  fc
    .array(line, { minLength: 1, maxLength: 4 })
    .map((items) => items.map((item, at) => `${at + 3}) ${item.replaceAll('\n', ' ')}\n   - dentro`).join('\n')),
  line.map((text) => `> ${text.replaceAll('\n', '\n> ')}`),
  line.map((text) => `> [!WARNING]\n> ${text.replaceAll('\n', '\n> ')}`),
  fc.constantFrom(
    '> [!NOTE]\n>\n> - a\n> - b',
    '```js title="a"\nconst a = 1;\n```',
    '~~~\ncon ``` dentro\n~~~',
    '    sangrado',
    '---',
    '***',
    '<div>\nhtml\n</div>',
    '<!-- c -->',
  ),
  fc.constantFrom(
    '$$\n\\sum_i p_i\n$$',
    '```math\nr\n```',
    '[uno]: https://a.mx "t"',
    '[^1]: Al pie.',
    '| a | b |\n|:--|--:|\n| 1 | `x\\|y` |\n| 2 |',
    '``` sin cerrar',
  ),
);
const document = fc.array(written, { maxLength: 8 }).map((blocks) => blocks.join('\n\n'));

test('any text goes through the editor as it is, and what is written anew is read as the same', () => {
  fc.assert(
    fc.property(document, (markdown) => {
      const text = new MarkdownText();
      const doc = text.open(schema, markdown);
      doc.check();
      expect(text.write(doc)).toBe(markdown);
    }),
    generated,
  );
});

test('blocks that are taken away or change places leave the others as they were', () => {
  fc.assert(
    fc.property(document, fc.array(fc.nat(7), { maxLength: 8 }), (markdown, order) => {
      const text = new MarkdownText();
      const doc = text.open(schema, markdown);
      const blocks = [...new Set(order)].filter((at) => at < doc.childCount).map((at) => doc.child(at));
      // A definition is of no place: what it says is told where it is used.
      fc.pre(!/\[uno\]|\[\^1\]/.test(markdown));
      const next = doc.copy(doc.type.create(null, blocks.length > 0 ? blocks : schema.nodes['paragraph']?.create()).content);
      const result = text.write(next);
      expect(unspaced(shown(result)), JSON.stringify([markdown, result])).toEqual(
        unspaced(shown(markdownOf((next.toJSON() as JSONContent).content ?? []))),
      );
    }),
    { ...generated, examples: [['> hola\n\n    sangrado\n\n3) hola\n   - dentro', [1, 2]]] },
  );
});

// What can be made in the editor.
const mark = fc.constantFrom<JSONContent['marks']>(
  [],
  [],
  [{ type: 'bold' }],
  [{ type: 'italic' }],
  [{ type: 'bold' }, { type: 'italic' }],
  [{ type: 'strike' }],
  [{ type: 'code' }],
  [{ type: 'link', attrs: { href: 'https://a.mx', title: null } }],
);
const run = fc.tuple(
  fc.constantFrom('hola', ' con espacios ', 'US$20', '*', '_x_', '1. a', '# a', '- a', '|', '[a](b)', '`', '<b>', '&amp;', '\\', '!', '~'),
  mark,
);
const inline = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: run.map(([text, marks]): JSONContent => ({ type: 'text', text, ...(marks?.length ? { marks } : {}) })) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<JSONContent>({ type: 'hardBreak' }, { type: 'formula', attrs: { source: 'x_1', dollars: 1 } }),
    },
    { weight: 1, arbitrary: fc.constant<JSONContent>({ type: 'image', attrs: { src: '/a.png', alt: 'dos', title: null } }) },
  ),
  { maxLength: 5 },
);
const paragraph = inline.map((content): JSONContent => ({ type: 'paragraph', ...(content.length > 0 ? { content } : {}) }));
const cell = (type: string) => paragraph.map((content): JSONContent => ({ type, content: [content] }));
const { block } = fc.letrec<{ block: JSONContent }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 2 },
    paragraph,
    fc
      .tuple(fc.integer({ min: 1, max: 6 }), inline)
      .map(([level, content]): JSONContent => ({ type: 'heading', attrs: { level }, content })),
    fc.constantFrom<JSONContent>(
      { type: 'horizontalRule' },
      { type: 'formulaBlock', attrs: { source: 'a\nb', fenced: false } },
      { type: 'codeBlock', attrs: { language: 'js', meta: null }, content: [{ type: 'text', text: 'a\n```\nb' }] },
    ),
    fc.array(tie('block'), { minLength: 1, maxLength: 3 }).map((content): JSONContent => ({ type: 'blockquote', content })),
    fc
      .array(tie('block'), { minLength: 1, maxLength: 3 })
      .map((content): JSONContent => ({ type: 'callout', attrs: { kind: 'tip' }, content })),
    fc
      .tuple(
        fc.constantFrom('bulletList', 'orderedList'),
        fc.array(fc.tuple(paragraph, fc.array(tie('block'), { maxLength: 2 })), { minLength: 1, maxLength: 3 }),
      )
      .map(
        ([type, items]): JSONContent => ({
          type,
          content: items.map(([first, more]) => ({ type: 'listItem', content: [first, ...more] })),
        }),
      ),
    fc.tuple(cell('tableHeader'), cell('tableHeader'), cell('tableCell'), cell('tableCell')).map(
      ([a, b, c, d]): JSONContent => ({
        type: 'table',
        content: [
          { type: 'tableRow', content: [a, b] },
          { type: 'tableRow', content: [c, d] },
        ],
      }),
    ),
  ),
}));

test('what is made in the editor is read again as what Markdown can say of it, and stays that', () => {
  fc.assert(
    fc.property(fc.array(block, { maxLength: 5 }), (content) => {
      const doc = docOf(content);
      const once = markdownOf((doc.toJSON() as JSONContent).content ?? []);
      // Code of a table cannot say a backslash before a bar: it is the bar's own there.
      const words = (node: DocNode) =>
        node.textBetween(0, node.content.size, ' ', ' ').replaceAll(/\\+\|/g, '|').replaceAll(/\s+/g, ' ').trim();
      const again = docOf(contentOf(once));
      expect(words(again), once).toBe(words(doc));
      // From here on it is what it is.
      const twice = markdownOf((again.toJSON() as JSONContent).content ?? []);
      expect(shown(twice), JSON.stringify([once, twice])).toEqual(again.toJSON());
    }),
    generated,
  );
});
