import { isDeepStrictEqual } from 'node:util';
import { Document, isMap, parseDocument, type YAMLMap } from 'yaml';
import { parseReview, splitFrontMatter } from '#dataset/read/parse-markdown.ts';
import { ReviewFrontMatter, type StoredReview } from '#dataset/schema/stored-review.ts';
import type { StoredFile } from './stored-folder.ts';

const KEYS = ReviewFrontMatter.keyof().options;

/** Members that read well on one line. */
const ONE_LINE: readonly string[] = ['author', 'verification'];

const FENCE = '---\n';

/** Where a new review lies; editors may move the file, its id counts. */
export function pathOf({ id, datePublished }: StoredReview): string {
  const [year, month] = datePublished.split('-');
  return `reviews/${year}/${month}/${datePublished}-${id}.md`;
}

/**
 * The file of a new review, which lies at `pathOf` it; undefined where it would not read back as the
 * same review. Its first line names the schema to editors of text that know YAML.
 */
export function renderReview(review: StoredReview): string | undefined {
  const document = new Document({});
  for (const key of KEYS) {
    const value = review[key];
    if (value === undefined || (key === 'relationship' && value === 'none')) continue;
    document.set(key, nodeOf(document, key, value));
  }
  const top = '../'.repeat(pathOf(review).split('/').length - 1);
  const schema = `# yaml-language-server: $schema=${top}schema/review.schema.json\n`;
  return assemble(FENCE + schema, document, FENCE + bodyOf(review), review);
}

/**
 * Writes what is new of a review into its file; comments, order and all else stay, but for what the
 * library writes in its own way: indentation, blanks within brackets, where long lines break.
 */
export function updateReview(file: StoredFile, review: StoredReview): string | undefined {
  return update(file, review, updateMap) ?? update(file, review, () => false);
}

/** Where a mapping cannot take a value in, it gets a new node. */
function update(
  { text, review: before }: StoredFile,
  review: StoredReview,
  takeIn: (node: YAMLMap, value: object) => boolean,
): string | undefined {
  const parts = splitFrontMatter(text);
  if (!parts) return undefined;
  const document = parseDocument(parts.frontMatter);
  for (const key of KEYS) {
    const value = review[key];
    if (isDeepStrictEqual(value, before[key])) continue;
    const node = document.get(key);
    // The digest is long: it gets a line of its own.
    if (key === 'source' && isMap(node)) node.flow = false;
    if (value === undefined) document.delete(key);
    // A comment on its line is that of the node that is there.
    else if (typeof value !== 'object') document.set(key, value);
    else if (!(isMap(node) && takeIn(node, value))) document.set(key, nodeOf(document, key, value));
  }
  const start = text.indexOf('\n') + 1;
  const rest = text.slice(start + parts.frontMatter.length);
  const isSameBody = review.reviewBody === before.reviewBody;
  const end = isSameBody ? rest : FENCE + bodyOf(review);
  return assemble(text.slice(0, start), document, end, review);
}

/** Changes what is new in a mapping of plain values, so that comments inside it stay. */
function updateMap(node: YAMLMap, value: object): boolean {
  const members = new Map<unknown, unknown>(Object.entries(value));
  if ([...members.values()].some((member) => typeof member === 'object')) return false;
  for (const key of node.items.map((pair) => String(pair.key))) {
    if (members.get(key) === undefined) node.delete(key);
  }
  for (const [key, member] of members) {
    if (member !== undefined && node.get(key) !== member) node.set(key, member);
  }
  return true;
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
