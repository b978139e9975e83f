import { z } from 'zod';
import { dateOfLastChange, type Review } from '#dataset/review.ts';
import { isCalendarDate, ReviewId } from '#dataset/schema/scalars.ts';
import { firstWhere } from '#search/binary-search.ts';
import { type DatePrefix, datePrefixesOf, digestOf } from './date-prefixes.ts';
import { offsetsOf, type Pieces, pieceAt, slicePieces } from './pieces.ts';
import { parseReviewLine, readReviewLines } from './review-lines.ts';

/**
 * The published reviews as serialised JSON, newest first, with an index of where each begins and
 * ends. An answer is a slice of these bytes: no review is serialised twice.
 *
 * It is read from reviews.json alone, which holds one review a line, so that what is searched can
 * never differ from what is published. It is plain data and may cross to another thread.
 */
export type Corpus = {
  /** reviews.json, whole; no review lies in two pieces of it. */
  readonly body: Pieces;
  /** Byte offsets of its pieces. */
  readonly offsets: Float64Array<ArrayBuffer>;
  readonly count: number;
  /** Byte offsets of each review, and of where another one would begin. */
  readonly starts: Float64Array<ArrayBuffer>;
  /** A summary for each date on which reviews were published, newest first. */
  readonly datePrefixes: readonly DatePrefix[];
  /** The rating of each review, in half stars: 2 to 10. */
  readonly halfStars: Uint8Array<ArrayBuffer>;
  /** A hash of the id of each review (see `positionOf`). */
  readonly idHashes: Uint32Array<ArrayBuffer>;
};

/** A comma and a line feed stand between two reviews. */
const SEPARATOR_BYTES = 2;

/** The reviews without what is asked about them. */
export type Serialised = Pick<Corpus, 'body' | 'offsets' | 'starts'>;

/** What since and search ask about a review. The rest is passed on as it is. */
export type IndexedReview = Pick<
  Review,
  | 'id'
  | 'datePublished'
  | 'dateModified'
  | 'reviewRating'
  | 'reviewBody'
  | 'verification'
  | 'mentionedTechnicians'
  | 'mentionedServices'
  | 'mentionedServiceAreas'
  | 'name'
  | 'author'
  | 'inLanguage'
  | 'publisher'
  | 'sentiment'
  | 'aspects'
  | 'relationship'
  | 'ownerReply'
>;

/**
 * Reads the corpus out of reviews.json and hands every review to `visit`, newest first.
 * Throws where the bytes are not a reviews.json with one review a line, or a line lies in two pieces.
 */
export function readCorpus(
  body: Pieces,
  visit: (review: IndexedReview, position: number) => void = () => {},
): Corpus {
  const dates: string[] = [];
  const changes: string[] = [];
  const digests: string[] = [];
  const halfStars: number[] = [];
  const idHashes: number[] = [];
  const starts = readReviewLines(body, (line, position) => {
    const review = parseReviewLine(indexedOf, line, position);
    halfStars.push(review.reviewRating.ratingValue * 2);
    idHashes.push(hashOfId(review.id));
    dates.push(review.datePublished);
    changes.push(dateOfLastChange(review));
    digests.push(digestOf(line));
    visit(review, position);
  });
  return {
    body,
    offsets: offsetsOf(body),
    count: dates.length,
    starts,
    datePrefixes: datePrefixesOf(dates, changes, digests),
    halfStars: Uint8Array.from(halfStars),
    idHashes: Uint32Array.from(idHashes),
  };
}

/**
 * Checks only what is used of a review, and by hand: a start waits until all of them are read, and their
 * schema takes longer than all the rest. Throws if the review is not as published.
 */
function indexedOf(value: unknown): IndexedReview {
  if (isIndexed(value)) return value;
  throw new TypeError('It is no review.');
}

function isIndexed(value: unknown): value is IndexedReview {
  if (!isDated(value)) return false;
  const { reviewRating, verification, ownerReply } = value;
  return (
    typeof value.id === 'string' &&
    typeof value.reviewBody === 'string' &&
    isRecord(reviewRating) &&
    isRating(reviewRating.ratingValue) &&
    isRecord(verification) &&
    isDate(verification.date) &&
    (ownerReply === undefined || isDated(ownerReply)) &&
    isStrings(value.mentionedTechnicians) &&
    isStrings(value.mentionedServices) &&
    isStrings(value.mentionedServiceAreas) &&
    (value.name === undefined || typeof value.name === 'string') &&
    typeof value.inLanguage === 'string' &&
    isRecord(value.publisher) &&
    typeof value.publisher.name === 'string' &&
    (value.relationship === undefined || typeof value.relationship === 'string') &&
    (value.sentiment === undefined || isRecord(value.sentiment)) &&
    (value.aspects === undefined || Array.isArray(value.aspects))
  );
}

/** Reviews are dated, and so are replies. */
function isDated(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    isRecord(value) &&
    isDate(value.datePublished) &&
    (value.dateModified === undefined || isDate(value.dateModified))
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isRating(value: unknown): value is number {
  return typeof value === 'number' && value >= 1 && value <= 5 && Number.isInteger(value * 2);
}

function isDate(value: unknown): value is string {
  return typeof value === 'string' && isCalendarDate(value);
}

function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

/** The serialised review at a position, as published. */
export function reviewBytes(
  { body, offsets, starts }: Serialised,
  position: number,
): Buffer<ArrayBufferLike> {
  const start = starts[position] ?? 0;
  const number = pieceAt(offsets, start);
  const { buffer, byteOffset } = body[number] ?? new Uint8Array();
  const length = (starts[position + 1] ?? 0) - SEPARATOR_BYTES - start;
  return Buffer.from(buffer, byteOffset + start - (offsets[number] ?? 0), length);
}

/** The same as text. */
export function reviewText(corpus: Serialised, position: number): string {
  return reviewBytes(corpus, position).toString('utf8');
}

/** Consecutive serialised reviews with commas between: the inside of a JSON array. */
export function sliceOf({ body, offsets, starts }: Serialised, from: number, to: number): Pieces {
  if (to <= from) return [];
  return slicePieces(body, starts[from] ?? 0, (starts[to] ?? 0) - SEPARATOR_BYTES, offsets);
}

/** FNV-1a of 32 bits: all reviews can be compared with an id without looking at them. */
export function hashOfId(id: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < id.length; index++) {
    hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

const WithId = z.object({ id: ReviewId });

/** The position of the review with an id, or undefined where there is none. */
export function positionOf(corpus: Corpus, id: string): number | undefined {
  const hash = hashOfId(id);
  let position = corpus.idHashes.indexOf(hash);
  // Two ids may have one hash.
  while (position >= 0 && idAt(corpus, position) !== id) {
    position = corpus.idHashes.indexOf(hash, position + 1);
  }
  return position < 0 ? undefined : position;
}

/** From this many ids on, looking at all reviews once is faster than once for each. */
const MANY_IDS = 32;

/** The positions of the reviews with some ids, by id, in the order of the ids. */
export function findPositions(corpus: Corpus, ids: readonly string[]): ReadonlyMap<string, number> {
  const find =
    ids.length < MANY_IDS ? (id: string) => positionOf(corpus, id) : findAmong(corpus, ids);
  return new Map(
    ids.flatMap((id): [string, number][] => {
      const position = find(id);
      return position === undefined ? [] : [[id, position]];
    }),
  );
}

function findAmong(corpus: Corpus, ids: readonly string[]): (id: string) => number | undefined {
  const hashes = new Set(ids.map(hashOfId));
  // Most hashes are excluded by their last bits, in a tenth of the time.
  const marks = new Uint8Array(MARKS);
  for (const hash of hashes) marks[hash % MARKS] = 1;
  const found = new Map<string, number>();
  const { count, idHashes } = corpus;
  for (let position = 0; position < count; position++) {
    const hash = idHashes[position] ?? 0;
    if (marks[hash % MARKS] === 1 && hashes.has(hash)) found.set(idAt(corpus, position), position);
  }
  return (id) => found.get(id);
}

const MARKS = 2 ** 16;

/** The date of the review at a position. */
export function dateAt({ datePrefixes }: Corpus, position: number): string {
  const isBehind = (prefix: number) => (datePrefixes[prefix]?.count ?? 0) > position;
  return datePrefixes[firstWhere(0, datePrefixes.length, isBehind)]?.date ?? '';
}

// An id holds no quotation mark, and no member before it a text of somebody else's.
const ID = /^\{"@type":"Review","@id":"[^"]*","id":"([a-z0-9-]{4,64})"/;
/** Enough for the members up to the id, however long the origin is. */
const HEAD_BYTES = 1024;

/** The id of the review at a position. */
export function idAt(corpus: Corpus, position: number): string {
  return idOfLine(reviewBytes(corpus, position));
}

/** The id of a serialised review. */
export function idOfLine(line: Buffer): string {
  const head = line.toString('latin1', 0, HEAD_BYTES);
  return ID.exec(head)?.[1] ?? WithId.parse(JSON.parse(line.toString('utf8'))).id;
}
