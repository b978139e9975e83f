const FRONT_MATTER = /^---[ \t]*\n(?<frontMatter>[\s\S]*?)(?<=\n)---[ \t]*(?:\n(?<body>[\s\S]*))?$/;

/**
 * Splits a Markdown file into its front matter, which begins on line 2, and the text below, with
 * blank lines around it removed. Returns undefined where the front matter is missing or unclosed.
 */
export function splitFrontMatter(
  text: string,
): { readonly frontMatter: string; readonly body: string } | undefined {
  const groups = FRONT_MATTER.exec(text)?.groups;
  if (groups?.frontMatter === undefined) return undefined;
  return { frontMatter: groups.frontMatter, body: (groups.body ?? '').trim() };
}
