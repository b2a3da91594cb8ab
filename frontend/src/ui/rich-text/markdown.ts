import type { Node as DocNode, Schema } from '@tiptap/pm/model';
import type { Nodes } from 'mdast';
import type { Options } from 'remark-stringify';
import { block, contentOf, type Json, readingOf, treeOf } from './from-markdown.ts';
import { isEmpty, markdownOf, styleOf } from './to-markdown.ts';

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
