import { isDeepStrictEqual } from 'node:util';
import { Document, parseDocument } from 'yaml';
import { parseReview } from '#dataset/parse-review.ts';
import { splitFrontMatter } from '#dataset/split-front-matter.ts';
import { ReviewFrontMatter, type StoredReview } from '#dataset/stored-review.ts';
import type { OwnedKey } from './merge-review.ts';

const KEYS = ReviewFrontMatter.keyof().options;

/** Members that read well on one line. */
const ONE_LINE: readonly string[] = ['author', 'source', 'verification'];

/** Writes a review as a file: front matter in the schema's order, the text below. */
export function renderReview(review: StoredReview): string | undefined {
  const document = new Document({});
  for (const key of KEYS) {
    const value = review[key];
    if (value === undefined || (key === 'relationship' && value === 'none')) continue;
    document.set(key, nodeOf(document, key, value));
  }
  return assemble(document, review);
}

/** Writes changed members into an existing file; comments, order and all other keys stay. */
export function updateReview(
  text: string,
  review: StoredReview,
  changed: readonly OwnedKey[],
): string | undefined {
  const parts = splitFrontMatter(text);
  if (!parts) return undefined;
  const document = parseDocument(parts.frontMatter);
  for (const key of changed) {
    if (key === 'reviewBody') continue;
    const value = review[key];
    if (value === undefined) document.delete(key);
    else document.set(key, nodeOf(document, key, value));
  }
  return assemble(document, review);
}

function nodeOf(document: Document, key: string, value: unknown): unknown {
  return document.createNode(value, { flow: ONE_LINE.includes(key) });
}

/** The file's text, or undefined where it would not read back as the same review. */
function assemble(document: Document, review: StoredReview): string | undefined {
  const body = review.reviewBody === '' ? '' : `${review.reviewBody}\n`;
  const asFile = (options: object) =>
    `---\n${document.toString({ lineWidth: 0, ...options })}---\n${body}`;
  return [asFile({}), asFile({ defaultStringType: 'QUOTE_DOUBLE' })].find((text) =>
    isDeepStrictEqual(parseReview('review.md', text).value, review),
  );
}
