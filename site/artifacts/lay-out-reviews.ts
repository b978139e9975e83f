import { listChanges } from '#dataset/lists/list-changes.ts';
import type { Review } from '#dataset/review.ts';

/** Serialised reviews, with a comma and a line feed between each two of them. */
export type LaidOutReviews = {
  readonly bytes: Uint8Array;
  /** Byte offsets of each review, and of where another one would begin (see `Corpus`). */
  readonly starts: Float64Array<ArrayBuffer>;
  readonly reviews: readonly Review[];
};

/** Some bytes of consecutive reviews, and where they belong. */
type Run = { readonly start: number; readonly bytes: Uint8Array };

/** A comma and a line feed. */
const SEPARATOR = 2;

/**
 * Lays out reviews from an offset on, after what was laid out before: those that stand there as the
 * same objects are taken from its bytes, in runs as long as possible.
 */
export function layOutReviews(
  reviews: readonly Review[],
  before: LaidOutReviews,
  firstStart: number,
): { readonly starts: Float64Array<ArrayBuffer>; readonly runs: readonly Run[] } {
  const starts = new Float64Array(reviews.length + 1);
  const runs: Run[] = [];
  let start = firstStart;
  let from = 0;
  let to = 0;
  const put = (bytes: Uint8Array) => {
    runs.push({ start, bytes });
    start += bytes.length + SEPARATOR;
  };
  const keepUntil = (end: number) => {
    if (to === end) return;
    const first = before.starts[from] ?? 0;
    const shift = start - first;
    const past = from + end - to;
    for (; to < end; from++, to++) starts[to] = (before.starts[from] ?? 0) + shift;
    put(before.bytes.subarray(first, (before.starts[past] ?? 0) - SEPARATOR));
  };
  for (const { beforeEnd, afterStart, afterEnd } of listChanges(before.reviews, reviews)) {
    keepUntil(afterStart);
    // One by one: a string of everything would hit the engine's limit of length.
    for (const review of reviews.slice(afterStart, afterEnd)) {
      starts[to++] = start;
      put(Buffer.from(JSON.stringify(review)));
    }
    from = beforeEnd;
  }
  keepUntil(reviews.length);
  if (reviews.length > 0) starts[reviews.length] = start;
  return { starts, runs };
}
