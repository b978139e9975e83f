/** As much of a node of mdast as tests read. */
export type MarkdownNode = {
  readonly type: string;
  readonly value?: string;
  readonly url?: string;
  readonly depth?: number;
  readonly children?: readonly MarkdownNode[];
};

/** A node and all in it. */
export function nodesIn(node: MarkdownNode): MarkdownNode[] {
  return [node, ...(node.children ?? []).flatMap(nodesIn)];
}

/** What a node shows: a line break is one line feed, and two stand between paragraphs. */
export function textIn({ type, value, children = [] }: MarkdownNode): string {
  if (type === 'break') return '\n';
  if (value !== undefined) return value;
  return children.map(textIn).join(type === 'blockquote' ? '\n\n' : '');
}
