import { z } from 'zod';
import { AggregateRating } from '#dataset/aggregate-rating.ts';
import { Business } from '#dataset/business.ts';
import { Collection } from '#dataset/collection.ts';
import type { Dataset, ReviewEdit } from '#dataset/dataset.ts';
import { addAll } from '#dataset/edits/list-edit.ts';
import { Review } from '#dataset/review.ts';
import { CalendarDate, HttpUrl } from '#dataset/schema/scalars.ts';
import { joinPieces, offsetsOf, type Pieces } from '#search/corpus/pieces.ts';
import { ReviewBlocks } from '#search/corpus/review-blocks.ts';
import { CONTEXT_PATH, REVIEWS_SCHEMA_PATH } from './json-ld-context.ts';

/** The version of the form of reviews.json (https://semver.org). */
export const DATASET_VERSION = '2.1.0';

/** reviews.json: the whole dataset, valid JSON-LD in the terms of schema.org. */
export const ReviewsDocument = z
  .strictObject({
    '@context': z
      .array(z.string())
      .describe('That of schema.org, and what else members mean: /context.jsonld.'),
    $schema: z.url().describe('The JSON Schema of this document.'),
    '@type': z.literal('Dataset'),
    '@id': z.url(),
    schemaVersion: z.literal(DATASET_VERSION),
    name: z.string(),
    description: z.string(),
    license: HttpUrl.optional().describe('The license of the data.'),
    dateModified: CalendarDate.nullable().describe(
      'The newest change that the content states; never the time of a build.',
    ),
    temporalCoverage: z
      .string()
      .optional()
      .describe('The dates of the oldest and the newest review, as ISO 8601 has intervals.'),
    business: Business,
    aggregateRating: AggregateRating,
    collection: Collection,
    count: z.int().nonnegative(),
    reviews: z.array(Review).describe('All verified reviews, newest first.'),
  })
  .meta({ id: 'ReviewsDocument' });
export type ReviewsDocument = z.infer<typeof ReviewsDocument>;

/** Renders reviews.json. Same dataset, same bytes. */
export function renderReviewsJson(dataset: Dataset): Uint8Array {
  return joinPieces(renderReviews(dataset).body);
}

/**
 * Renders reviews.json as `renderReviewsJson` does, in pieces, by an edit of an earlier one: pieces
 * whose reviews all stay are taken from it.
 *
 * One review stands on a line, so that a difference between two versions is a difference of lines,
 * and the position of every review is known without parsing the whole.
 */
export function renderReviews(
  dataset: Dataset,
  before: LaidOutReviews = NOTHING,
  edit: LineEdit = addAll(dataset.reviews),
): LaidOutReviews {
  const [open, close] = dataset.reviews.length > 0 ? ['[\n', '\n]}\n'] : ['[', ']}\n'];
  const head = Buffer.from(`${JSON.stringify(headOf(dataset)).slice(0, -1)},"reviews":${open}`);
  const { starts, blocks } = layOutReviews(before, edit, head.length);
  const body = [head, ...blocks, Buffer.from(close)];
  return { body, offsets: offsetsOf(body), starts };
}

const NOTHING: LaidOutReviews = {
  body: [],
  offsets: new Float64Array(),
  starts: new Float64Array(1),
};

function headOf(dataset: Dataset): Omit<ReviewsDocument, 'reviews'> {
  const { baseUrl, business, aggregateRating } = dataset;
  const { earliest, latest } = aggregateRating;
  return {
    '@context': ['https://schema.org', baseUrl + CONTEXT_PATH],
    $schema: baseUrl + REVIEWS_SCHEMA_PATH,
    '@type': 'Dataset',
    '@id': `${baseUrl}/reviews.json`,
    schemaVersion: DATASET_VERSION,
    ...describeReviews(business),
    ...(business.license && { license: business.license }),
    dateModified: dataset.dateModified,
    ...(earliest && { temporalCoverage: `${earliest}/${latest}` }),
    business,
    aggregateRating,
    collection: dataset.collection,
    count: dataset.reviews.length,
  };
}

/** What the dataset is called, and what it holds, in every description of it. */
export function describeReviews({ name }: Pick<Business, 'name'>): {
  readonly name: string;
  readonly description: string;
} {
  return {
    name: `Verified reviews of ${name}`,
    description: `Every verified review of ${name}, critical ones as well, with the rating computed from them and how they were collected.`,
  };
}

/** reviews.json as it was laid out: what stands before the reviews, blocks of them, and what stands after. */
export type LaidOutReviews = {
  readonly body: Pieces;
  /** Byte offsets of its pieces. */
  readonly offsets: Float64Array<ArrayBuffer>;
  /** Byte offsets of each review, and of where another one would begin (see `Corpus`). */
  readonly starts: Float64Array<ArrayBuffer>;
};

/** An edit of reviews, of which those that are removed need only their positions. */
export type LineEdit = Pick<ReviewEdit, 'added'> & {
  readonly removed: readonly { readonly position: number }[];
};

/** A comma and a line feed. */
const SEPARATOR = 2;

/**
 * Lays out reviews from an offset on by applying their edit to what was laid out before: blocks whose
 * reviews all stay are taken as they are, and of others the lines of those that stay. Returns the
 * blocks, and the byte offsets as in `Corpus`.
 */
function layOutReviews(
  before: LaidOutReviews,
  { removed, added }: LineEdit,
  firstStart: number,
): { readonly starts: Float64Array<ArrayBuffer>; readonly blocks: readonly Uint8Array[] } {
  const countBefore = before.starts.length - 1;
  const count = countBefore - removed.length + added.length;
  const starts = new Float64Array(count + 1);
  const blocks = new ReviewBlocks();
  let start = firstStart;
  let to = 0;
  let gone = 0;
  let come = 0;
  const place = (length: number) => {
    starts[to++] = start;
    start += length + SEPARATOR;
  };
  const addNew = () => {
    // One by one: a string of everything would hit the engine's limit of length.
    for (; added[come]?.position === to; come++) {
      const line = Buffer.from(JSON.stringify(added[come]?.item));
      blocks.add(line);
      place(line.length);
    }
  };
  for (const { bytes, first, end, skipped } of blocksOf(before)) {
    const lengthAt = (position: number) =>
      (before.starts[position + 1] ?? 0) - (before.starts[position] ?? 0) - SEPARATOR;
    // Behind the last review, what is added belongs to its block.
    const past = end === countBefore ? to + end - first + 1 : to + end - first;
    const isKept =
      (removed[gone]?.position ?? end) >= end && (added[come]?.position ?? past) >= past;
    const keepsPlace = blocks.isEmpty === (skipped === 0);
    if (isKept && keepsPlace && blocks.canTakeBlock) {
      blocks.take(bytes);
      for (let position = first; position < end; position++) place(lengthAt(position));
      continue;
    }
    let at = skipped;
    for (let position = first; position < end; position++) {
      const length = lengthAt(position);
      addNew();
      if (removed[gone]?.position === position) gone++;
      else {
        blocks.add(bytes.subarray(at, at + length));
        place(length);
      }
      at += length + SEPARATOR;
    }
    addNew();
  }
  addNew();
  if (count > 0) starts[count] = start;
  return { starts, blocks: blocks.finish() };
}

type Block = {
  readonly bytes: Uint8Array;
  /** The positions of its reviews: from `first` up to, but without, `end`. */
  readonly first: number;
  readonly end: number;
  /** What stands in it before the first. */
  readonly skipped: number;
};

/** The pieces of a body that hold reviews: all but the first and the last. */
function* blocksOf({ body, offsets, starts }: LaidOutReviews): Generator<Block> {
  const count = starts.length - 1;
  let first = 0;
  for (let index = 1; index < body.length - 1; index++) {
    const bytes = body[index] ?? new Uint8Array();
    const offset = offsets[index] ?? 0;
    let end = first;
    while (end < count && (starts[end] ?? 0) < offset + bytes.length) end++;
    yield { bytes, first, end, skipped: (starts[first] ?? 0) - offset };
    first = end;
  }
}

/** Whether a body is laid out as above, and not as a file is read: in one piece, or in any. */
export function isLaidOut({ body, offsets, starts }: LaidOutReviews): boolean {
  const blocks = offsets.slice(1, -1);
  const begin = new Set(starts.slice(0, -1));
  const end = starts.length > 1 ? (starts.at(-1) ?? 0) - SEPARATOR : offsets.at(-1);
  return (
    body.length > 1 &&
    offsets.at(-1) === end &&
    blocks.every((offset, index) => begin.has(index === 0 ? offset : offset + SEPARATOR))
  );
}
