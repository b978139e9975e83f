import { isDeepStrictEqual } from 'node:util';
import { Document, isMap, parseDocument, type YAMLMap } from 'yaml';
import { parseReview, splitFrontMatter } from '#dataset/read/parse-markdown.ts';
import { ReviewFrontMatter, type StoredReview } from '#dataset/schema/stored-review.ts';
import type { StoredFile } from '../stored-content.ts';

const KEYS = ReviewFrontMatter.keyof().options;

/** Members that read well on one line. */
const ONE_LINE: readonly string[] = ['author', 'verification'];

const FENCE = '---\n';

export function renderReview(review: StoredReview): string | undefined {
  const document = new Document({});
  for (const key of KEYS) {
    const value = review[key];
    if (value === undefined || (key === 'relationship' && value === 'none')) continue;
    document.set(key, nodeOf(document, key, value));
  }
  return assemble(FENCE, document, FENCE + bodyOf(review), review);
}

/**
 * Writes what is new of a review into its file; comments, order and all else stay, but for what the
 * library writes in its own way: indentation, blanks within brackets, where long lines break.
 */
export function updateReview(
  { text, review: before }: StoredFile,
  review: StoredReview,
): string | undefined {
  const parts = splitFrontMatter(text);
  if (!parts) return undefined;
  const document = parseDocument(parts.frontMatter);
  for (const key of KEYS) {
    if (isDeepStrictEqual(review[key], before[key])) continue;
    const node = document.get(key);
    if (key === 'source' && isMap(node)) updateSource(node, review);
    else if (key === 'author' && isMap(node)) node.set('name', review.author.name);
    else if (review[key] === undefined) document.delete(key);
    else if (typeof review[key] === 'object') document.set(key, nodeOf(document, key, review[key]));
    // A comment on its line is that of the node that is there.
    else document.set(key, review[key]);
  }
  const start = text.indexOf('\n') + 1;
  const rest = text.slice(start + parts.frontMatter.length);
  const isSameBody = review.reviewBody === before.reviewBody;
  const end = isSameBody ? rest : FENCE + bodyOf(review);
  return assemble(text.slice(0, start), document, end, review);
}

/** The digest is long: it gets a line of its own. */
function updateSource(node: YAMLMap, { source }: StoredReview): void {
  if (node.flow) node.flow = false;
  for (const [key, value] of Object.entries({ url: undefined, ...source })) {
    if (value === undefined) node.delete(key);
    else if (node.get(key) !== value) node.set(key, value);
  }
}

function nodeOf(document: Document, key: string, value: unknown): unknown {
  return document.createNode(value, { flow: ONE_LINE.includes(key) });
}

function bodyOf({ reviewBody }: StoredReview): string {
  return reviewBody === '' ? '' : `${reviewBody}\n`;
}

/** The file's text, or undefined where it would not read back as the same review. */
function assemble(
  start: string,
  document: Document,
  end: string,
  review: StoredReview,
): string | undefined {
  const asFile = (options: object) => start + document.toString({ lineWidth: 0, ...options }) + end;
  return [asFile({}), asFile({ defaultStringType: 'QUOTE_DOUBLE' })].find((text) =>
    isDeepStrictEqual(parseReview('review.md', text).value, review),
  );
}
