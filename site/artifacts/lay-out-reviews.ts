import { listChanges } from '#dataset/lists/list-changes.ts';
import type { Review } from '#dataset/review.ts';
import type { Pieces } from '#search/pieces.ts';
import { ReviewBlocks } from '#search/review-blocks.ts';

/** reviews.json as it was laid out: what stands before the reviews, blocks of them, and what stands after. */
export type LaidOutReviews = {
  readonly body: Pieces;
  /** Byte offsets of its pieces. */
  readonly offsets: Float64Array<ArrayBuffer>;
  /** Byte offsets of each review, and of where another one would begin (see `Corpus`). */
  readonly starts: Float64Array<ArrayBuffer>;
  readonly reviews: readonly object[];
};

/** A comma and a line feed. */
const SEPARATOR = 2;

/**
 * Lays out reviews from an offset on, after what was laid out before: blocks of which all reviews
 * are the same objects stay, and of others the lines of those that are. Returns the blocks, and the
 * byte offsets as in `Corpus`.
 */
export function layOutReviews(
  reviews: readonly Review[],
  before: LaidOutReviews,
  firstStart: number,
): { readonly starts: Float64Array<ArrayBuffer>; readonly blocks: readonly Uint8Array[] } {
  const starts = new Float64Array(reviews.length + 1);
  const blocks = new ReviewBlocks();
  const changes = listChanges(before.reviews, reviews);
  let start = firstStart;
  let from = 0;
  let to = 0;
  let next = 0;
  const place = (length: number) => {
    starts[to++] = start;
    start += length + SEPARATOR;
  };
  const addNew = () => {
    const { beforeEnd = 0, afterStart = 0, afterEnd = 0 } = changes[next++] ?? {};
    // One by one: a string of everything would hit the engine's limit of length.
    for (const review of reviews.slice(afterStart, afterEnd)) {
      const line = Buffer.from(JSON.stringify(review));
      blocks.add(line);
      place(line.length);
    }
    from = beforeEnd;
  };
  const lengthAt = (position: number) =>
    (before.starts[position + 1] ?? 0) - (before.starts[position] ?? 0) - SEPARATOR;
  for (const block of blocksOf(before)) {
    const { first, end, bytes, skipped } = block;
    const isLast = end === before.reviews.length;
    const isChanged = () => {
      const at = changes[next]?.beforeStart ?? Number.POSITIVE_INFINITY;
      return at < end || (isLast && at === end);
    };
    const keepsPlace = blocks.isEmpty === (skipped === 0);
    if (from === first && !isChanged() && keepsPlace && blocks.canTakeBlock) {
      blocks.take(bytes);
      for (; from < end; from++) place(lengthAt(from));
      continue;
    }
    let at = skipped;
    for (let position = first; position < end; position++) {
      const length = lengthAt(position);
      if (changes[next]?.beforeStart === position) addNew();
      if (from === position) {
        blocks.add(bytes.subarray(at, at + length));
        place(length);
        from++;
      }
      at += length + SEPARATOR;
    }
  }
  while (next < changes.length) addNew();
  if (reviews.length > 0) starts[reviews.length] = start;
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
function* blocksOf({ body, offsets, starts, reviews }: LaidOutReviews): Generator<Block> {
  let first = 0;
  for (let index = 1; index < body.length - 1; index++) {
    const bytes = body[index] ?? new Uint8Array();
    const offset = offsets[index] ?? 0;
    let end = first;
    while (end < reviews.length && (starts[end] ?? 0) < offset + bytes.length) end++;
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
