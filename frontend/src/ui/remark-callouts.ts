/** Callouts of a lesson: a quotation whose first line is `[!NOTE]` or another of these, as on GitHub. */
export const callouts = ['note', 'tip', 'important', 'warning', 'caution'] as const;
export type CalloutKind = (typeof callouts)[number];

interface Node {
  type: string;
  value?: string;
  kind?: CalloutKind;
  data?: { hName: string; hProperties: Record<string, string> };
  position?: { start: { offset?: number } };
  children?: Node[];
}
const mark = /^\[!(note|tip|important|warning|caution)\][ \t]*(?:\n|$)/i;

/** The kind of callout of a quotation; its marker is removed. */
const calloutOf = (quote: Node, source: string): CalloutKind | undefined => {
  const [first] = quote.children ?? [];
  const [text] = first?.children ?? [];
  if (first?.type !== 'paragraph' || text?.type !== 'text') return undefined;
  // A marker with a backslash is meant as text.
  if (source[text.position?.start.offset ?? 0] !== '[') return undefined;
  const found = mark.exec(text.value ?? '');
  const alone = found && found[0].length === text.value?.length;
  // With text after it on its line it is text in brackets.
  const behind = found?.[0].endsWith('\n') ? undefined : first.children?.[1];
  if (!found || (alone && behind && behind.type !== 'break')) return undefined;
  if (alone) first.children?.splice(0, behind ? 2 : 1);
  else text.value = text.value?.slice(found[0].length) ?? '';
  if (first.children?.length === 0) quote.children?.shift();
  return found[1]?.toLowerCase() as CalloutKind;
};

export function remarkCallouts() {
  return (tree: Node, file: { value: unknown }) => {
    const source = String(file.value);
    const visit = (node: Node) => {
      for (const child of node.children ?? []) {
        const kind = child.type === 'blockquote' ? calloutOf(child, source) : undefined;
        if (kind) {
          child.kind = kind;
          child.data = { hName: 'aside', hProperties: { className: kind } };
        }
        visit(child);
      }
    };
    visit(tree);
  };
}
