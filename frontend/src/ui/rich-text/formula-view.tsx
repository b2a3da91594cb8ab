import { type NodeViewProps, NodeViewWrapper, ReactNodeViewRenderer } from '@tiptap/react';
import { Formula as Drawn } from '../markdown.tsx';
import { Formula, FormulaBlock } from './schema.ts';

/** As learners see it; its source is edited in the options below the text. */
function FormulaView({ node, selected }: NodeViewProps) {
  const source = String(node.attrs['source']);
  return (
    <NodeViewWrapper as={node.isInline ? 'span' : 'div'} className="rich-formula" data-selected={selected ? '' : undefined}>
      {source.trim() === '' ? <code>∑</code> : <Drawn source={source} block={!node.isInline} />}
    </NodeViewWrapper>
  );
}
const addNodeView = () => ReactNodeViewRenderer(FormulaView);

export const formulaViews = [Formula.extend({ addNodeView }), FormulaBlock.extend({ addNodeView })];
