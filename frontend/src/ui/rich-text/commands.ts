import type { Editor } from '@tiptap/core';
import { NodeSelection } from '@tiptap/pm/state';
import { CellSelection, TableMap } from '@tiptap/pm/tables';

/** Commands that the library lacks. */

/** The innermost node around the selection. */
export const around = (editor: Editor, type: string): { pos: number; attrs: Record<string, unknown> } | null => {
  const { selection } = editor.state;
  if (selection instanceof NodeSelection && selection.node.type.name === type) return { pos: selection.from, attrs: selection.node.attrs };
  const { $from } = selection;
  for (let depth = $from.depth; depth > 0; depth -= 1)
    if ($from.node(depth).type.name === type) return { pos: $from.before(depth), attrs: $from.node(depth).attrs };
  return null;
};

/** Sets one attribute of a node; keeps the selection. */
export const setAttribute = (editor: Editor, pos: number, name: string, value: unknown): void =>
  editor.view.dispatch(editor.state.tr.setNodeAttribute(pos, name, value));

/** Turns the items of the list into task items, or back. */
export const toggleTasks = (editor: Editor): void => {
  const item = around(editor, 'listItem');
  if (!item) editor.chain().focus().toggleBulletList().run();
  const { $from, $to } = editor.state.selection;
  const { tr } = editor.state;
  const checked = item && item.attrs['checked'] !== null ? null : false;
  const range = $from.blockRange($to, ({ type }) => /List$/.test(type.name));
  if (!range) return;
  range.parent.forEach((child, offset, index) => {
    if (index >= range.startIndex && index < range.endIndex && child.type.name === 'listItem')
      tr.setNodeAttribute(range.$from.start(range.depth) + offset, 'checked', checked);
  });
  editor.view.dispatch(tr);
  editor.commands.focus();
};

/** An empty formula at the cursor, or on a line of its own where the line is empty; selected, so that its options are shown. */
export const insertFormula = (editor: Editor): void => {
  const { $from, from, to, empty } = editor.state.selection;
  const { formula, formulaBlock } = editor.schema.nodes;
  if (!formula || !formulaBlock || $from.parent.type.spec.code) return;
  const source = empty ? '' : editor.state.doc.textBetween(from, to, ' ').replaceAll('$', '').trim();
  const alone = $from.parent.type.name === 'paragraph' && $from.parent.content.size === 0 && !/Cell|Header/.test($from.node(-1).type.name);
  const node = alone ? formulaBlock.create({ source }) : formula.create({ source });
  const { tr } = editor.state;
  tr.replaceSelectionWith(node, false);
  let at = -1;
  tr.doc.nodesBetween(Math.max(0, from - 2), Math.min(tr.doc.content.size, from + 2), (one, pos) => {
    if (one.type === node.type && one.attrs['source'] === source) at = pos;
  });
  if (at >= 0) tr.setSelection(NodeSelection.create(tr.doc, at));
  editor.view.dispatch(tr);
};

/** Aligns all cells of the column. */
export const alignColumn = (editor: Editor, side: 'left' | 'center' | 'right'): void => {
  const { $from } = editor.state.selection;
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const table = $from.node(depth);
    if (table.type.spec['tableRole'] !== 'table') continue;
    const start = $from.start(depth);
    const map = TableMap.get(table);
    const { selection } = editor.state;
    const cell = selection instanceof CellSelection ? selection.$anchorCell.pos : $from.before(depth + 2);
    const { left } = map.findCell(cell - start);
    const { tr } = editor.state;
    for (const pos of map.cellsInRect({ left, right: left + 1, top: 0, bottom: map.height }))
      tr.setNodeAttribute(start + pos, 'align', side);
    editor.view.dispatch(tr);
    editor.commands.focus();
    return;
  }
};
