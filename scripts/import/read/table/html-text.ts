import { decodeHTMLStrict } from 'entities/decode';

// What editors of platforms write. Other angle brackets are the reviewer's own.
const BLOCKS = 'p|div|ul|ol|li';
const OTHERS = 'b|i|u|strong|em|span|a';
const ATTRIBUTES = `(?:\\s+[\\w:-]+\\s*=\\s*(?:"[^"<>]*"|'[^'<>]*'|[^\\s"'<>]+))*\\s*/?>`;
const BLOCK_TAGS = new RegExp(`(?:</?(?:${BLOCKS})${ATTRIBUTES}\\s*)+`, 'gi');
const BREAK = new RegExp(`<br${ATTRIBUTES}\\n?`, 'gi');
const OTHER_TAG = new RegExp(`</?(?:${OTHERS})${ATTRIBUTES}`, 'gi');

/** As many cells of one column show that a tool wrote HTML, and not a reviewer about it. */
const SHOWING = 2;

/**
 * The plain text of HTML: breaks as line feeds, as innerText has them (HTML §3.2.7), no tags, and
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

/** Whether several cells of a column hold HTML. */
export function holdsMarkup(cells: Iterable<string>): boolean {
  let count = 0;
  for (const cell of cells) {
    if (readMarkup(cell) !== cell && ++count === SHOWING) return true;
  }
  return false;
}
