/*
 * Text of strangers in Markdown: a renderer shows the text as it was written, and nothing in it
 * becomes Markdown, HTML or a link. Only characters that CommonMark 0.31 (§2.4) or GitHub's
 * extensions would interpret are escaped, so that the source is readable as well.
 */

/** Marks with a meaning inside a line: §6, and GFM's strikethrough, tables and bare links. */
const MARKS = /[\\`*_[\]~|]|(?<!\S)#|<(?=\S)|&(?=[#a-z])|:(?=\/\/)|(?<=www)\./gi;
/** Characters that make a block of the line that they begin (§4, §5), or a table in GFM. */
const BLOCK_START = /^[-+=:>]/;
const NUMBERED = /^(\d{1,9})(?=[.)](?:\s|$))/;
/** Spaces at the ends of a line would be dropped, and four of them make code (§4.4). */
const BLANK_ENDS = /^[ \t]|[ \t]$/g;

/** Returns text as a part of a line, such as a name: white space becomes one space. */
export function literalWords(text: string): string {
  return escapeMarks(text.trim().replaceAll(/\s+/g, ' '));
}

/** Returns text as a block quote, which keeps its lines and paragraphs; trimmed. */
export function literalQuote(text: string): string {
  // A blank line ends a paragraph; if there are more, the next begins with line breaks.
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

/** Returns a link with a text, to an absolute URL (§6.3). */
export function literalLink(text: string, url: string): string {
  const target = addressLink(url).replaceAll(/&(?=[#a-z])/gi, '\\&');
  return `[${literalWords(text)}](${target})`;
}

/** Returns a link whose text is its absolute URL (§6.5). */
export function addressLink(url: string): string {
  return `<${url.replaceAll(/[\s<>\\]/g, encodeURIComponent)}>`;
}
