const FRONT_MATTER = /^---[ \t]*\n(?<frontMatter>[\s\S]*?)(?<=\n)---[ \t]*(?:\n(?<body>[\s\S]*))?$/;

/** The parts of a Markdown file. */
export type Parts = {
  /** It begins on line 2. */
  readonly frontMatter: string;
  /** The text below, without blank lines around it. */
  readonly body: string;
  /** Where the body begins in the file. */
  readonly bodyOffset: number;
};

/** Splits a Markdown file. Returns undefined where the front matter is missing or unclosed. */
export function splitFrontMatter(text: string): Parts | undefined {
  const groups = FRONT_MATTER.exec(text)?.groups;
  if (groups?.frontMatter === undefined) return undefined;
  const below = groups.body ?? '';
  const body = below.trimStart();
  const bodyOffset = text.length - body.length;
  return { frontMatter: groups.frontMatter, body: body.trimEnd(), bodyOffset };
}
