import { isDeepStrictEqual } from 'node:util';
import { Document, isMap, parseDocument, type YAMLMap } from 'yaml';
import { parseReview, splitFrontMatter } from '#dataset/read/parse-markdown.ts';
import { schemaLine } from '#dataset/schema/content-schemas.ts';
import { ReviewFrontMatter, type StoredReview } from '#dataset/schema/stored-review.ts';
import { changeMembers } from './lists/yaml-map.ts';
import type { StoredFile } from './stored-folder.ts';

const KEYS = ReviewFrontMatter.keyof().options;

/** Members that read well on one line. */
const ONE_LINE: readonly string[] = ['author', 'verification'];

const FENCE = '---\n';

/** Returns the place of a new review; editors may move the file, its id counts. */
export function pathOf({ id, datePublished }: StoredReview): string {
  const [year, month] = datePublished.split('-');
  return `reviews/${year}/${month}/${datePublished}-${id}.md`;
}

/**
 * Returns the file of a new review, to be written at its `pathOf`; undefined if it would not read
 * back as the same review. Its first line names the schema for text editors that know YAML.
 */
export function renderReview(review: StoredReview): string | undefined {
  const document = new Document({});
  for (const key of KEYS) {
    const value = review[key];
    if (value === undefined || (key === 'relationship' && value === 'none')) continue;
    document.set(key, nodeOf(document, key, value));
  }
  const schema = schemaLine('review', pathOf(review));
  return assemble(`${FENCE}${schema}\n`, document, FENCE + bodyOf(review), review);
}

/**
 * Writes the changes of a review into its file, and leaves every other byte. If the notation is
 * unusual, comments and order stay, but the library writes indentation and spaces in its own way.
 */
export function updateReview(file: StoredFile, review: StoredReview): string | undefined {
  const read = { file: file.file, text: file.text, review: file.review };
  return (
    change(read, review) ?? update(read, review, updateMap) ?? update(read, review, () => false)
  );
}

function change({ text, review: before }: StoredFile, review: StoredReview): string | undefined {
  const parts = splitFrontMatter(text);
  if (!parts) return undefined;
  const changed = KEYS.filter((key) => !isDeepStrictEqual(review[key], before[key]));
  const changes = new Map(changed.map((key) => [key, review[key]]));
  const frontMatter = changeMembers(parts.frontMatter, changes, ONE_LINE);
  if (frontMatter === undefined) return undefined;
  const start = text.indexOf('\n') + 1;
  const whole = text.slice(0, start) + frontMatter + endOf(text, parts, review);
  return readsAs(review)(whole) ? whole : undefined;
}

/** Returns the part below the front matter, with the text of the review. */
function endOf(
  text: string,
  { frontMatter, body, bodyOffset }: Parts,
  review: StoredReview,
): string {
  const start = text.indexOf('\n') + 1 + frontMatter.length;
  if (review.reviewBody === body) return text.slice(start);
  if (body === '' || review.reviewBody === '') return FENCE + bodyOf(review);
  const after = text.slice(bodyOffset + body.length);
  return text.slice(start, bodyOffset) + review.reviewBody + after;
}

function readsAs(review: StoredReview): (text: string) => boolean {
  return (text) => isDeepStrictEqual(parseReview('review.md', text).value, review);
}

type Parts = NonNullable<ReturnType<typeof splitFrontMatter>>;

/** If a mapping cannot take in a value, it gets a new node. */
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
    // Ids and addresses are long: each gets a line of its own.
    if (key === 'source' && isMap(node)) node.flow = false;
    if (value === undefined) document.delete(key);
    // A comment on its line belongs to the existing node.
    else if (typeof value !== 'object') document.set(key, value);
    else if (!(isMap(node) && takeIn(node, value))) document.set(key, nodeOf(document, key, value));
  }
  const start = text.indexOf('\n') + 1;
  return assemble(text.slice(0, start), document, endOf(text, parts, review), review);
}

/** Applies changes to a mapping of plain values, so that comments inside it stay. */
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

/** Returns the file's text, or undefined if it would not read back as the same review. */
function assemble(
  start: string,
  document: Document,
  end: string,
  review: StoredReview,
): string | undefined {
  const asFile = (options: object) => start + document.toString({ lineWidth: 0, ...options }) + end;
  return [asFile({}), asFile({ defaultStringType: 'QUOTE_DOUBLE' })].find(readsAs(review));
}
