/*
 * Text of strangers in Markdown: whoever renders it sees the text as it was written, and nothing in it
 * becomes Markdown, HTML or a link. Only what CommonMark 0.31 would read as more than text is escaped
 * (§2.4), and what GitHub's additions would, so that the source reads well, too.
 */

/** Marks that mean something in the midst of a line: §6, and GFM's strikethrough, tables and bare links. */
const MARKS = /[\\`*_[\]~|]|(?<!\S)#|<(?=\S)|&(?=[#a-z])|:(?=\/\/)|(?<=www)\./gi;
/** What makes a block of the line that it begins (§4, §5), or a table in GFM. */
const BLOCK_START = /^[-+=:>]/;
const NUMBERED = /^(\d{1,9})(?=[.)](?:\s|$))/;
/** Blanks at the ends of a line would be dropped, and four of them make code (§4.4). */
const BLANK_ENDS = /^[ \t]|[ \t]$/g;

/** Text as a part of a line, such as a name: white space is one blank. */
export function literalWords(text: string): string {
  return escapeMarks(text.trim().replaceAll(/\s+/g, ' '));
}

/** Text as a block quote, which keeps its lines and paragraphs; without the white space around it. */
export function literalQuote(text: string): string {
  // A blank line ends a paragraph; where there are more, the next begins with line breaks.
  const paragraphs = text.trim().split(/(?<!\n)\n\n/);
  const quoted = (paragraph: string) =>
    paragraph.split('\n').map((line) => `> ${literalLine(line)}`);
  return paragraphs.map((paragraph) => quoted(paragraph).join('\\\n')).join('\n>\n');
}

function literalLine(line: string): string {
  return escapeMarks(line)
    .replace(BLOCK_START, '\\$&')
    .replace(NUMBERED, '$1\\')
    .replaceAll(BLANK_ENDS, (blank) => `&#${blank.charCodeAt(0)};`);
}

function escapeMarks(text: string): string {
  return text.replaceAll(MARKS, (mark) => `\\${mark}`);
}

/** A link with a text, to an absolute URL (§6.3). */
export function literalLink(text: string, url: string): string {
  const target = addressLink(url).replaceAll(/&(?=[#a-z])/gi, '\\&');
  return `[${literalWords(text)}](${target})`;
}

/** A link whose text is its absolute URL (§6.5). */
export function addressLink(url: string): string {
  return `<${url.replaceAll(/[\s<>\\]/g, encodeURIComponent)}>`;
}
