import ts from 'typescript';

/** Replaces all but white space, so that offsets and lines stay those of the file. */
const blank = (text: string, by: string) => text.replace(/\S/g, by);

/** Replaces code: no phrase goes across it. */
const CODE = '…';

/** Returns a file with everything but its prose blanked: comments and texts of code, the words of the rest. */
export function readProse(file: string, text: string): string {
  if (/\.(ts|js|mjs)$/.test(file)) return readCode(text);
  if (/\.(astro|css)$/.test(file)) return readComments(text);
  return file.endsWith('.md') ? readMarkdown(text) : text.replaceAll('\\n', '  ');
}

function readCode(text: string): string {
  const source = ts.createSourceFile('x.ts', text, ts.ScriptTarget.Latest);
  const prose = new Map<number, number>();
  const visit = (node: ts.Node): void => {
    for (const range of commentsAround(text, node)) prose.set(range.pos, range.end);
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node);
    if (isText && / /.test(node.text)) prose.set(node.getStart(source), node.end);
    for (const child of node.getChildren(source)) visit(child);
  };
  visit(source);
  let [all, end] = ['', 0];
  for (const [from, to] of [...prose].sort(([a], [b]) => a - b)) {
    if (from < end) continue;
    const code = text.slice(end, from);
    all += /^\s*(?:\+\s*)?$/.test(code) ? blank(code, ' ') : blank(code, CODE);
    all += withoutMarks(text.slice(from, to));
    end = to;
  }
  return all + blank(text.slice(end), CODE);
}

function commentsAround(text: string, node: ts.Node): readonly ts.CommentRange[] {
  if (ts.isJsxText(node)) return [];
  const before = ts.getLeadingCommentRanges(text, node.pos) ?? [];
  return [...before, ...(ts.getTrailingCommentRanges(text, node.end) ?? [])];
}

const readComments = (text: string) => {
  let [all, end] = ['', 0];
  for (const match of text.matchAll(/\/\*.*?\*\/|(?<=^|\s)\/\/[^\n]*/gs)) {
    all += blank(text.slice(end, match.index), CODE) + withoutMarks(match[0]);
    end = match.index + match[0].length;
  }
  return all + blank(text.slice(end), CODE);
};

const readMarkdown = (text: string) =>
  text
    .replace(/^(```+).*?^\1/gms, (code) => blank(code, CODE))
    .replace(/`[^`\n]+`/g, (code) => blank(code, CODE));

/** Blanks the marks of comments, but the `/**` that begins a doc comment, and quotes of strings. */
function withoutMarks(text: string): string {
  if (text.startsWith('//')) return `  ${text.slice(2)}`;
  if (text.startsWith('/*')) {
    return text
      .replace(/^\/\*(?!\*)|\*\/$/g, '  ')
      .replace(/^\s*\*(?!\*)/gm, (mark) => blank(mark, ' '));
  }
  return /^['"`]|['"`]$/.test(text) ? ` ${text.slice(1, -1)} ` : text;
}
