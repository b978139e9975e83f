import { decodeHTMLStrict } from 'entities';

// Tags that editors of platforms write. Other angle brackets are the reviewer's own.
const BLOCKS = 'p|div|ul|ol|li';
const OTHERS = 'b|i|u|strong|em|span|a';
const ATTRIBUTES = `(?:\\s+[\\w:-]+\\s*=\\s*(?:"[^"<>]*"|'[^'<>]*'|[^\\s"'<>]+))*\\s*/?>`;
const BLOCK_TAGS = new RegExp(`(?:</?(?:${BLOCKS})${ATTRIBUTES}\\s*)+`, 'gi');
const BREAK = new RegExp(`<br${ATTRIBUTES}\\n?`, 'gi');
const OTHER_TAG = new RegExp(`</?(?:${OTHERS})${ATTRIBUTES}`, 'gi');

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
