import { decodeHTMLStrict } from 'entities';

// Tags that editors of platforms write. Other angle brackets are the reviewer's own.
const BLOCKS = 'p|div|ul|ol|li';
const OTHERS = 'b|i|u|strong|em|span|a';
const ATTRIBUTES = `(?:\\s+[\\w:-]+\\s*=\\s*(?:"[^"<>]*"|'[^'<>]*'|[^\\s"'<>]+))*\\s*/?>`;
const BLOCK_TAGS = new RegExp(`(?:</?(?:${BLOCKS})${ATTRIBUTES}\\s*)+`, 'gi');
const BREAK = new RegExp(`<br${ATTRIBUTES}\\n?`, 'gi');
const OTHER_TAG = new RegExp(`</?(?:${OTHERS})${ATTRIBUTES}`, 'gi');
const MARK = new RegExp(`</?(?:br|${BLOCKS}|${OTHERS})${ATTRIBUTES}|&#?\\w+;`, 'gi');

/**
 * Returns the plain text of HTML: breaks as line feeds, as in innerText (HTML §3.2.7), no tags, and
 * characters for their references.
 */
export function readMarkup(html: string): string {
  const text = html
    .replace(BLOCK_TAGS, (tags) => (/<\/?p\b/i.test(tags) ? '\n\n' : '\n'))
    .replace(BREAK, '\n')
    .replace(OTHER_TAG, '');
  const plain = decodeHTMLStrict(text);
  return plain === html ? html : plain.replace(/\n{3,}/g, '\n\n').trim();
}

/**
 * True if a column contains a break right after a word, or several tags or references: a tool wrote
 * HTML, and not a reviewer about it.
 */
export function holdsMarkup(cells: Iterable<string>): boolean {
  let count = 0;
  for (const cell of cells) {
    count += (cell.match(MARK) ?? []).filter((mark) => readMarkup(mark) !== mark).length;
    if (count >= 2 || /[^\s<>]<(?:br|\/p)\s*\/?>/i.test(cell)) return true;
  }
  return false;
}
