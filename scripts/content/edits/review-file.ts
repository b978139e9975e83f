import { isDeepStrictEqual } from 'node:util';
import { Document } from 'yaml';
import { parseReview, splitFrontMatter } from '#dataset/read/parse-markdown.ts';
import { schemaLine } from '#dataset/schema/content-schemas.ts';
import { ReviewFrontMatter, type StoredReview } from '#dataset/schema/stored-review.ts';
import type { StoredFile } from '../stored-folder.ts';
import { applySplice, type Edited, edit, type Splice, type YamlEdit } from './edits.ts';
import { change, type Path } from './yaml-edit.ts';

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
  const body = review.reviewBody === '' ? '' : `${review.reviewBody}\n`;
  const schema = schemaLine('review', pathOf(review));
  return [{}, { defaultStringType: 'QUOTE_DOUBLE' } as const]
    .map((options) => `---\n${schema}\n${renderFront(frontOf(review), options)}---\n${body}`)
    .find((text) => isDeepStrictEqual(parseReview('', text).value, review));
}

/**
 * Writes the changes of a review into its file, and leaves every other byte; returns undefined if
 * the notation of the file does not allow it.
 */
export function updateReview(stored: StoredFile, review: StoredReview): Edited | undefined {
  const { file, text, review: before } = stored;
  const body = changeBody(text, review.reviewBody);
  const changes = editsBetween(frontOf(before), frontOf(review));
  const edited = edit(file, applySplice(text, body), changes);
  const { value } = parseReview(file, edited?.text ?? '');
  if (!edited || !isDeepStrictEqual(value, review)) return undefined;
  return { text: edited.text, splices: [body, ...edited.splices] };
}

/** Tells a person how to make the changes of a review that `updateReview` cannot make. */
export function describeByHand({ file, review: before }: StoredFile, review: StoredReview): string {
  const changed = KEYS.filter((key) => !isDeepStrictEqual(before[key], review[key]));
  const lines = renderFront(Object.fromEntries(changed.map((key) => [key, review[key]])));
  return `${file} is written in an unusual way, so it was not changed. Open it in a text editor; in the place of ${changed.join(' and ')}, if it is there, write above the second ---:\n${lines}`;
}

const KEYS = ReviewFrontMatter.keyof().options;

function frontOf(review: StoredReview): object {
  return Object.fromEntries(KEYS.map((key) => [key, review[key]]));
}

/** Members are set before others are removed, so that no mapping is empty in between. */
function* editsBetween(before: object, after: object, path: Path = []): Generator<YamlEdit> {
  for (const key of new Set([...Object.keys(after), ...Object.keys(before)])) {
    const [old, value]: unknown[] = [Reflect.get(before, key), Reflect.get(after, key)];
    const own = [...path, key];
    if (isDeepStrictEqual(old, value)) continue;
    if (isMapping(old) && isMapping(value)) yield* editsBetween(old, value, own);
    else yield change(own, value);
  }
}

function isMapping(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function changeBody(text: string, reviewBody: string): Splice {
  const { body, bodyOffset: start } = splitFrontMatter(text) ?? { body: '', bodyOffset: 0 };
  if (body === reviewBody) return { start, end: start, text: '' };
  const lineEnd = text.endsWith('\n') ? '' : '\n';
  const piece = body === '' ? `${lineEnd}${reviewBody}\n` : reviewBody;
  return { start, end: start + body.length, text: piece };
}

const ONE_LINE = ['author', 'verification'];

function renderFront(front: object, options = {}): string {
  const document = new Document({});
  for (const [key, value] of Object.entries(front)) {
    if (value === undefined || (key === 'relationship' && value === 'none')) continue;
    document.set(key, document.createNode(value, { flow: ONE_LINE.includes(key) }));
  }
  return document.toString({ lineWidth: 0, ...options });
}
